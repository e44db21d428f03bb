// A capture whose Python runs elsewhere: CPython runs the model, and asks here for what torch does.
//
// What: a `LiveCapture` answers requests one by one: an attribute, a call, an operator, an item; a module that is made,
// called, left; a region that begins and ends. `start` makes the inputs, `finish` gives the program. Why: Python is
// CPython's, torch is ours: functions, state, names, places and modes are those that our evaluator uses, so that both
// capture the same graph.
//
//   {"do": "call", "path": "torch.sin", "args": [{"v": 3}], "at": "File \"source.py\", line 3, ..."}
//   -> {"v": [4, "tensor"]}
//
// `at` is where Python stands, as the stack trace of nodes has it; `place` writes one frame of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/live/live_values.h"
#include "core/engine/capture/torch/capture_end.h"
#include "core/engine/capture/torch/capture_run.h"

namespace seesaw {

class LiveCapture : private CapturePart {
 public:
  static std::unique_ptr<LiveCapture> make(CaptureSettings settings);

  // Writes the value that a request asks for. Throws Error: what PyTorch raises.
  void answer(const JsonValue& request, JsonWriter& out);
  Program finish(const JsonValue& request, CaptureDetails& details);
  // Functions of Python that operators call: a request as JSON in, {"value": ...} out.
  void set_caller(std::function<std::string(const std::string&)> caller);
  const CaptureSettings& settings() const { return own_->settings; }
  Diagnostics& diagnostics() { return own_->diagnostics; }

 private:
  // What must stand before the run, which refers to it.
  struct Own {
    CaptureSettings settings;
    Diagnostics diagnostics;
    std::unique_ptr<CaptureRun> run;
  };
  explicit LiveCapture(std::unique_ptr<Own> own);

  using Answer = void(const JsonValue& request, JsonWriter& out);
  struct Row {
    std::string_view name;
    Answer LiveCapture::*function;
    bool within = false;  // between start and finish alone
  };
  enum class Stage : std::uint8_t { made, started, ended };
  static const Row* find_row(std::string_view name);
  Answer place, attribute, method, call, binary, augmented, unary, item, set_item, items, truth, builtin, object,
      register_state, set, remove, reach, start, enter_module, leave_module, enter_region, leave_region, outside,
      has_attribute, function_mode, rename_class;

  void note_place(const JsonValue& request);
  void note_plain(const JsonValue& request);
  void make_root(const JsonValue& request);
  void bind_constants();
  void read_parameters(const JsonValue& request);
  PyClass* class_of(const JsonValue& request);
  PyValue result(JsonWriter& out, PyValue value);

  std::unique_ptr<Own> own_;
  Stage stage_ = Stage::made;
  LiveValues live_;
  CaptureEnd end_;
  Function forward_;
  std::map<std::string, PyClass*, std::less<>> classes_;
  std::vector<ModeRegions::Leave> regions_;
  std::vector<std::size_t> outer_calls_;
  std::vector<Tracer*> outer_tracers_;
  std::vector<ModeRegions::Modes> outer_modes_;
};

}  // namespace seesaw
