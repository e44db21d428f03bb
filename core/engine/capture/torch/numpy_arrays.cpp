// Arrays of NumPy as arguments of PyTorch's functions.
//
// An array is an object of the library's numpy.py: its attribute `tensor` is computed outside of what is captured. In
// forward torch.from_numpy records a constant of its values; in __init__ it is that tensor.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_functions.h"

namespace seesaw {

namespace {

// Functions that make a tensor of an array, of the array's dtype.
constexpr std::string_view kMakers[] = {"torch.from_numpy", "torch.tensor", "torch.as_tensor", "torch.asarray"};

bool is_array(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::instance &&
         value.object->klass->def->name == "numpy_ndarray";
}

}  // namespace

std::optional<PyValue> TorchFunctions::call_with_arrays(const PyExpr& e,
                                                        const std::string& path,
                                                        const PyValues& args,
                                                        const PyNamedValues& kwargs) {
  bool any = std::any_of(args.begin(), args.end(), is_array) ||
             std::any_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return is_array(one.second); });
  if (!any) return std::nullopt;
  std::string_view typed = typed_tensor_dtype(path);
  bool makes = !typed.empty() || std::find(std::begin(kMakers), std::end(kMakers), path) != std::end(kMakers);
  if (!makes || args.size() != 1 || !is_array(args[0]))
    fail(e,
         cat({"an array of NumPy as an argument of ", path, " is outside of the subset that is captured"}),
         "make a tensor of it first: torch.from_numpy(...)");
  PyValue tensor = *python().find_attribute(args[0].object, "tensor");
  Arg wanted = typed.empty() ? Arg() : Arg::symbol(ArgKind::dtype, context().intern(typed));
  for (const auto& [name, value] : kwargs) {
    if (name == "dtype" && !value.is_none()) wanted = python().to_arg(e, value);
    if (name != "dtype" && name != "device" && name != "requires_grad") python().refuse_argument(e, path, name);
  }
  if (recorder().outside()) {
    PyArgs one{tensor.arg};
    if (path != "torch.from_numpy") one[0] = tracer().call("torch.ops.aten.clone.default", one);
    if (wanted.is_none()) return PyValue(one[0]);
    return PyValue(tracer().call("torch.ops.aten.to.dtype", {one[0], wanted}));
  }
  if (settings().strict)
    fail(e,
         "strict capture traces into NumPy, which is outside of the subset that is captured",
         "make the tensor in __init__, or capture it without strict");
  std::optional<PyValue> values;
  Arg dtype;
  {
    PythonHost::Outside outside(run_.host);
    values = recorder().known_list(tensor.arg);
    dtype = python().to_arg(e, python().attribute(e, tensor, "dtype"));
  }
  if (!values) fail(e, "the values of this array are not known", "make it of numbers that __init__ or the file knows");
  return PyValue(guarded(e, [&] {
    Arg made = literal_tensor(e, {*values}, {{"dtype", PyValue(dtype)}}, false);
    if (path == "torch.from_numpy" || path == "torch.asarray") return made;
    Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu"));
    PyArgs converted{made, cpu, wanted.is_none() ? dtype : wanted};
    if (path != "torch.tensor") return tracer().call("torch.ops.aten.to.device", converted);
    converted.push_back(Arg::boolean(false));
    converted.push_back(Arg::boolean(true));
    Arg moved = tracer().call("torch.ops.aten.to.device", converted);
    return tracer().call_inplace("torch.ops.aten.detach_.default", {moved});
  }));
}

}  // namespace seesaw
