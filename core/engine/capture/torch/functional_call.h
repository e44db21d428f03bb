// torch.func.functional_call: a module runs with other tensors under its names.
//
// What: a `FunctionalCall` puts the tensors there, also under names that are tied to them, calls the module, and puts
// back what was there, or takes away what was not. Why: models that are written for torch.func hand their parameters to
// forward.
//
//   functional_call(self.layer, {"weight": w}, (x,))        // FunctionalCall(run, e).run(args, kwargs)
//
// Errors are PyTorch's: what it says of tied names, of names that stand in several dicts, and of what is no tensor.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class FunctionalCall : public CapturePart {
 public:
  FunctionalCall(CaptureRun& run, const PyExpr& e) : CapturePart(run), e_(e) {}
  ~FunctionalCall();
  FunctionalCall(const FunctionalCall&) = delete;
  FunctionalCall& operator=(const FunctionalCall&) = delete;

  PyValue run(const PyValues& args, const PyNamedValues& named);

 private:
  using Tensors = std::vector<std::pair<std::string, PyValue>>;  // by names with dots
  using Ties = std::map<std::string, std::set<std::string>, std::less<>>;
  struct Request {
    PyValue module, state, positional, keywords;
    bool must_fit = false, ties = true;
  };
  Request request_of(const PyValues& args, const PyNamedValues& named);
  Tensors tensors_of(const PyValue& state);
  void refuse_repeated(const PyValues& dicts);
  // Parameters and buffers by name; a tensor that has several names is listed under each.
  Tensors held_by(PyObject* module);
  Ties ties_of(const Tensors& held);
  void add_tied(Tensors& given, const Ties& ties);
  void check_names(const PyObject& module, const Tensors& given, const Tensors& held, const Ties& ties);
  PyObject* owner_of(PyObject* module, std::string_view& path);
  void swap(PyObject* module, const std::string& path, const PyValue& with);
  PyValue call(const Request& request);

  struct Before {
    PyObject* owner;
    std::string name;
    PyValue value;
    bool missing = false;
  };
  const PyExpr& e_;
  std::vector<Before> before_;
};

}  // namespace seesaw
