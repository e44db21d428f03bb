// What the parts of a capture have in common: the way to each other.
//
// What: a capture consists of parts, each with a subject and a header of its own; `CaptureRun` (capture_run.h) holds
// them. A part derives from `CapturePart` and names the others: `python().call_value(...)`, `modules().children_of(m)`.
// Why: who reads a part sees at each call whose work it is, and what a part keeps for itself no other can touch.
//
//   interpreter/           Python                                        python()
//   recorder.h             graphs that are recorded, stack traces        recorder(), tracer()
//   graph_inputs.h         placeholders: state, constants, arguments     inputs()
//   module_model.h         torch.nn.Module                               modules()
//   module_names.h         how PyTorch names modules in metadata         names()
//   attribute_watch.h      what forward sets, what requires grad         watch()
//   regions.h              grad mode and autocast                        regions()
//   control_flow.h         cond, map, scan                               control()
//   trees.h                nested lists, tuples and dicts, flattened     trees()
//   tensor_values.h        attributes, methods and items of tensors      tensors()
//   torch_functions.h      functions by their paths                      functions()
//   size_checks.h          conditions on symbolic sizes                  sizes()
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/torch/tracer.h"

namespace seesaw {

struct CaptureRun;
struct CaptureSettings;
class AttributeWatch;
class ControlFlow;
class GraphInputs;
class ModuleModel;
class ModuleNames;
class Recorder;
class ModeRegions;
class Script;
class SizeChecks;
class TensorValues;
class TorchFunctions;
class Trees;

// A function of a Python that runs elsewhere: a method of this name, of an object that has its number.
inline constexpr const char* kOuterFunction = "seesaw_outer";

// The part of a path behind its last dot.
inline std::string_view last_of(std::string_view path) { return path.substr(path.rfind('.') + 1); }

class CapturePart {
 public:
  explicit CapturePart(CaptureRun& run) : run_(run) {}
  CapturePart(const CapturePart&) = delete;
  CapturePart& operator=(const CapturePart&) = delete;

 protected:
  // Defined in capture_run.h.
  inline PythonInterpreter& python() const;
  inline Recorder& recorder() const;
  inline GraphInputs& inputs() const;
  inline ModuleModel& modules() const;
  inline ModuleNames& names() const;
  inline AttributeWatch& watch() const;
  inline ModeRegions& regions() const;
  inline ControlFlow& control() const;
  inline Trees& trees() const;
  inline TensorValues& tensors() const;
  inline TorchFunctions& functions() const;
  inline SizeChecks& sizes() const;

  inline const CaptureSettings& settings() const;
  inline Diagnostics& diagnostics() const;
  inline Program& program() const;
  inline FakeValues& values() const;
  inline FakeCaller& caller() const;
  // The graph that is recorded now.
  inline Tracer& tracer() const;
  inline Context& context() const;
  inline Arg integer(std::size_t value) const;

  [[noreturn]] inline void fail(const PyExpr& e, std::string message, std::string remedy = {}) const;
  // An error that PyTorch raises too.
  [[noreturn]] inline void fail_as(const PyExpr& e,
                                   std::string_view exception,
                                   std::string message,
                                   std::string remedy) const;
  // What is recorded comes from the line of the expression, and errors get its place.
  template <class F>
  inline auto guarded(const PyExpr& e, F&& f) const;
  template <class F>
  inline auto located(const PyExpr& e, F&& f) const;

  CaptureRun& run_;
};

}  // namespace seesaw
