// Modes that a with statement switches: grad mode and autocast.
//
// What: `ModeRegions` runs a body in the mode of a context, and records the switches as export does: non-strict tracing
// restores the mode of the whole capture, Dynamo records a switch only where the mode changes. Why: the regions of a
// graph are what replace_set_grad_with_hop_pass and its like work on.
//
//   with torch.no_grad():     // context_of() makes the region, in_region() records _set_grad_enabled(False) ... (True)
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// Paths that with statements take.
bool is_region(std::string_view path);

class ModeRegions : public CapturePart {
 public:
  explicit ModeRegions(CaptureRun& run);

  bool in_branch = false;  // whether a function of cond, map or scan runs

  // `grad`: grad mode as Python would have it; `ambient`: that in which non-strict tracing of 2.6 runs, whatever it
  // records; `in_function`: forward of an autograd.Function runs, whose results get gradients from outside of it.
  struct Modes {
    bool grad, ambient, in_function = false;
  };
  const Modes& modes() const { return modes_; }
  void set(Modes modes);
  bool grad_mode() const { return modes_.grad; }
  void set_grad_mode(bool mode) { set({mode, modes_.ambient, modes_.in_function}); }
  // Non-strict tracing runs forward of an autograd.Function without gradients, and a region in it switches back to
  // that. Gives what it was before.
  Modes enter_function();
  // What torch.is_grad_enabled() says.
  bool seen_mode() const;
  // Whether Dynamo traces: everything in strict mode, branches in any.
  bool quiet() const;

  PyObject* region_of(const PyExpr& e);
  void check_device(const PyExpr& e, std::string_view text);
  void in_region(const PyExpr& e, PyObject* region, const std::function<void()>& body);
  // The same in two steps: what it gives ends the region.
  using Leave = std::function<void()>;
  Leave enter(const PyExpr& e, PyObject* region);
  // Runs `body` in a switch to no gradients of Dynamo's own, at the place of the tracer.
  void without_grad(const std::function<void()>& body);
  // torch.no_grad(...): a context, or a decorator's function; set_grad_enabled(...) switches at once.
  PyValue call_region(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs);

 private:
  bool follows_switches() const;
  Leave enter_inference(const PyObject* region);
  bool mode_of(const PyExpr& e, const PyObject* region);
  void switch_mode(bool wanted);
  Leave enter_grad_mode(const PyExpr& e, PyObject* region);
  bool mode_behind(PyObject& region);
  PyObject* make_region(const std::string& path, PyValues args, PyNamedValues kwargs);
  void leave_grad_mode(bool outer, std::uint32_t begin);
  Leave enter_autocast(const PyExpr& e, PyObject* region);
  bool is_above_all(const PyObject& region);
  void enter_cast(std::span<Arg, 4> given, bool prepared);
  // Dynamo's switches are of no line and of no module but the root.
  void leave_places();

  Modes modes_;
};

}  // namespace seesaw
