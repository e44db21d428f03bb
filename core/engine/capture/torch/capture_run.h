// One capture: its parts, and what they share.
//
// What: a `CaptureRun` has the program that is made, the interpreter, its host and the parts of the torch side (see
// capture_part.h). Why: parts find each other here and nowhere else, and all of them end together: values and names
// point at objects, graphs and sources of the run.
//
//   CaptureRun run(text, settings, diagnostics);
//   run.python.find_global(run.python.own_source(), "Model");
#pragma once

#include <map>
#include <memory>

#include "core/base/cat.h"
#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/attribute_watch.h"
#include "core/engine/capture/torch/control_flow.h"
#include "core/engine/capture/torch/declared_shapes.h"
#include "core/engine/capture/torch/graph_inputs.h"
#include "core/engine/capture/torch/module_model.h"
#include "core/engine/capture/torch/module_names.h"
#include "core/engine/capture/torch/recorder.h"
#include "core/engine/capture/torch/regions.h"
#include "core/engine/capture/torch/size_checks.h"
#include "core/engine/capture/torch/tensor_values.h"
#include "core/engine/capture/torch/torch_functions.h"
#include "core/engine/capture/torch/torch_host.h"
#include "core/engine/capture/torch/trees.h"

namespace seesaw {

// Where symbols of sizes begin that only a run tells, outside of what is captured: PyTorch runs that part on tensors
// with elements, and counts from u0 where the capture begins.
inline constexpr std::uint32_t kOutsideSymbols = 500'000'000;

struct CaptureRun {
  CaptureRun(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics);
  ~CaptureRun();
  CaptureRun(const CaptureRun&) = delete;
  CaptureRun& operator=(const CaptureRun&) = delete;

  const CaptureSettings& settings;
  Diagnostics& diagnostics;
  Program program;
  FakeValues values;
  FakeCaller caller;

  TorchHost host;
  PythonInterpreter python;
  Recorder recorder;
  GraphInputs inputs;
  ModuleModel modules;
  ModuleNames names;
  AttributeWatch watch;
  ModeRegions regions;
  ControlFlow control;
  Trees trees;
  TensorValues tensors;
  TorchFunctions functions;
  SizeChecks sizes;
  DeclaredShapes shapes;
  std::unique_ptr<Script> script;  // while it runs
  // Names of the file whose values are not known, because a statement that changes them cannot be run: why.
  std::map<std::string, Error, std::less<>> unknown_names;
  // Calls a function of a Python that runs elsewhere (capture/live), by its number.
  std::function<PyValue(std::int64_t, const PyValues&)> call_outer;
};

// Gives the guard that a call fails the place of the call.
class FailedGuardPlace {
 public:
  FailedGuardPlace(SymFacts& facts, std::uint32_t begin) : facts_(facts), begin_(begin) {}
  FailedGuardPlace(const FailedGuardPlace&) = delete;
  FailedGuardPlace& operator=(const FailedGuardPlace&) = delete;
  ~FailedGuardPlace() {
    if (facts_.failed && facts_.failed->diagnostic().offset < 0) facts_.failed->diagnostic().offset = begin_;
  }

 private:
  SymFacts& facts_;
  std::uint32_t begin_;
};

inline PythonInterpreter& CapturePart::python() const { return run_.python; }
inline Recorder& CapturePart::recorder() const { return run_.recorder; }
inline GraphInputs& CapturePart::inputs() const { return run_.inputs; }
inline ModuleModel& CapturePart::modules() const { return run_.modules; }
inline ModuleNames& CapturePart::names() const { return run_.names; }
inline AttributeWatch& CapturePart::watch() const { return run_.watch; }
inline ModeRegions& CapturePart::regions() const { return run_.regions; }
inline ControlFlow& CapturePart::control() const { return run_.control; }
inline Trees& CapturePart::trees() const { return run_.trees; }
inline TensorValues& CapturePart::tensors() const { return run_.tensors; }
inline TorchFunctions& CapturePart::functions() const { return run_.functions; }
inline SizeChecks& CapturePart::sizes() const { return run_.sizes; }
inline const CaptureSettings& CapturePart::settings() const { return run_.settings; }
inline Diagnostics& CapturePart::diagnostics() const { return run_.diagnostics; }
inline Program& CapturePart::program() const { return run_.program; }
inline FakeValues& CapturePart::values() const { return run_.values; }
inline FakeCaller& CapturePart::caller() const { return run_.caller; }
inline Tracer& CapturePart::tracer() const { return *run_.recorder.current; }
inline Context& CapturePart::context() const { return *run_.program.context; }
inline Arg CapturePart::integer(std::size_t value) const { return context().integer(static_cast<std::int64_t>(value)); }
inline void CapturePart::fail(const PyExpr& e, std::string message, std::string remedy) const {
  python().fail(e, std::move(message), std::move(remedy));
}
inline void CapturePart::fail_as(const PyExpr& e,
                                 std::string_view exception,
                                 std::string message,
                                 std::string remedy) const {
  python().fail_as(e, exception, std::move(message), std::move(remedy));
}
template <class F>
inline auto CapturePart::guarded(const PyExpr& e, F&& f) const {
  python().frame().line = e.line;
  tracer().set_place(recorder().place());
  return located(e, f);
}
template <class F>
inline auto CapturePart::located(const PyExpr& e, F&& f) const {
  FailedGuardPlace place(values().symbols().facts(), e.begin);
  return python().located(e, f);
}

}  // namespace seesaw
