// Arrays of NumPy as arguments of PyTorch's functions.
//
// An array is an object of the library's numpy.py: its attribute `tensor` is computed outside of what is captured. In
// forward torch.from_numpy records a constant of its values; in __init__ it is that tensor. In strict capture forward
// makes arrays of numpy_traced.py instead, whose tensors are nodes of the graph.
#include <algorithm>
#include <set>
#include <vector>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/traced_argument.h"
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

// Whether an array stands in a list, at any depth.
bool lists_arrays(const PyValue& value) {
  std::vector<const PyValue*> open = {&value};
  std::set<const PyObject*> seen;  // a list may hold itself
  while (!open.empty()) {
    const PyValue& one = *open.back();
    open.pop_back();
    if (is_array(one)) return true;
    bool list = one.object != nullptr && (one.object->kind == PyKind::list || one.object->kind == PyKind::tuple);
    if (!list || !seen.insert(one.object).second) continue;
    for (const PyValue& item : one.object->items) open.push_back(&item);
  }
  return false;
}

}  // namespace

PyValue TorchFunctions::values_of_array(const PyExpr& e, const PyValue& tensor) {
  PythonHost::Outside outside(run_.host);
  std::optional<PyValue> values = recorder().known_list(tensor.arg);
  if (!values) fail(e, "the values of this array are not known", "make it of numbers that __init__ or the file knows");
  return *values;
}

// In forward a list of arrays is a constant of the dtype that is asked for.
PyValue TorchFunctions::list_of_arrays(const PyExpr& e,
                                       const std::string& path,
                                       const PyValue& tensor,
                                       const PyNamedValues& kwargs) {
  PyValue values = values_of_array(e, tensor), dtype;
  {
    PythonHost::Outside outside(run_.host);
    dtype = python().attribute(e, tensor, "dtype");
  }
  std::string_view typed = typed_tensor_dtype(path);
  if (!typed.empty()) dtype = PyValue(Arg::symbol(ArgKind::dtype, context().intern(typed)));
  for (const auto& [name, value] : kwargs) {
    if (name == "dtype" && !value.is_none()) dtype = value;
    if (name != "dtype" && name != "device") python().refuse_argument(e, path, name);
  }
  return PyValue(guarded(e, [&] {
    Arg made = literal_tensor(e, {values}, {{"dtype", dtype}}, false);
    return path == "torch.tensor" ? tracer().call_inplace("torch.ops.aten.detach_.default", {made}) : made;
  }));
}

// The number of an array without dimensions, numpy.float32(2.5): beside a tensor it is a number of Python's.
std::optional<PyValue> TorchFunctions::number_of_array(const PyExpr& e, const PyValue& value) {
  if (!is_array(value)) return std::nullopt;
  PythonHost::Outside outside(run_.host);
  const PyValue tensor = *python().find_attribute(value.object, "tensor");
  if (!python().equals(python().attribute(e, value, "ndim"), PyValue(context().integer(std::int64_t{0}))))
    return std::nullopt;
  std::optional<PyValue> number = recorder().known_list(tensor.arg);
  if (!number || !number->is_arg()) return std::nullopt;
  return number;
}

// What Dynamo makes of a number or an array of NumPy that was made before forward runs: a traced array, whose tensor is
// an input once something computes with it. The same object is the same input.
PyValue TorchFunctions::captured_array(const PyExpr& e, const PyValue& value) {
  if (value.host_number == 0 && !is_array(value)) return value;
  PyValue& known = value.host_number != 0 ? captured_numbers_[value.host_number] : captured_arrays_[value.object];
  if (known.object != nullptr) return known;
  PyValue tensor;
  {
    PythonHost::Outside outside(run_.host);
    PyValue* as_tensor = python().find_global(python().library(), "_numpy_tensor");
    tensor = python().call_value(e, *as_tensor, {value}, {});
  }
  PyValue* array = python().find_global(python().library(), "traced_ndarray");
  const std::int64_t place = python().in_library() ? -1 : static_cast<std::int64_t>(e.begin);
  return known = python().call_value(e, *array, {inputs().captured(tensor.arg, place)}, {});
}

// torch.tensor of an array that Dynamo traces.
PyValue TorchFunctions::copy_of_traced(const PyExpr& e, const PyValue& tensor, const PyNamedValues& kwargs) {
  Arg dtype = python().to_arg(e, python().attribute(e, tensor, "dtype"));
  for (const auto& [name, value] : kwargs) {
    if (name == "dtype" && !value.is_none()) dtype = python().to_arg(e, value);
    if (name != "dtype" && name != "device") python().refuse_argument(e, "torch.tensor", name);
  }
  return PyValue(guarded(e, [&] {
    const Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu"));
    Arg apart = tracer().call("torch.ops.aten.detach.default", {python().to_arg(e, tensor)});
    PyArgs converted{apart, cpu, dtype, Arg::boolean(false), Arg::boolean(true)};
    Arg moved = tracer().call("torch.ops.aten.to.device", converted);
    return tracer().call_inplace("torch.ops.aten.detach_.default", {moved});
  }));
}

// An array that Dynamo traces is a tensor.
PyValue TorchFunctions::call_with_traced(const PyExpr& e,
                                         const std::string& path,
                                         PyValues args,
                                         const PyNamedValues& kwargs) {
  if (!typed_tensor_dtype(path).empty())
    fail(e, cat({path, " of an array of NumPy is refused by Dynamo"}), "use torch.from_numpy(...)");
  for (PyValue& one : args) {
    if (const PyValue* tensor = traced_argument(python(), one)) one = *tensor;
  }
  if (path == "torch.tensor" && args.size() == 1) return copy_of_traced(e, args[0], kwargs);
  return call(e, path == "torch.from_numpy" ? "torch.as_tensor" : path, std::move(args), kwargs);
}

std::optional<PyValue> TorchFunctions::call_with_arrays(const PyExpr& e,
                                                        const std::string& path,
                                                        const PyValues& args,
                                                        const PyNamedValues& kwargs) {
  auto traced = [&](const PyValue& one) { return traced_argument(python(), one) != nullptr; };
  if (std::any_of(args.begin(), args.end(), traced)) return call_with_traced(e, path, args, kwargs);
  bool any = std::any_of(args.begin(), args.end(), is_array) ||
             std::any_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return is_array(one.second); });
  std::string_view typed = typed_tensor_dtype(path);
  bool makes = !typed.empty() || std::find(std::begin(kMakers), std::end(kMakers), path) != std::end(kMakers);
  if (!any && makes && args.size() == 1 && path != "torch.from_numpy" && lists_arrays(args[0])) {
    PyValue* array = python().find_global(python().library(), "numpy_array");
    PyValue made = python().call_value(e, *array, {args[0]}, {});
    if (recorder().outside() || settings().strict) return call_with_arrays(e, path, {made}, kwargs);
    return list_of_arrays(e, path, *python().find_attribute(made.object, "tensor"), kwargs);
  }
  if (!any) return std::nullopt;
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
  PyValue values = values_of_array(e, tensor);
  Arg dtype;
  {
    PythonHost::Outside outside(run_.host);
    dtype = python().to_arg(e, python().attribute(e, tensor, "dtype"));
  }
  return PyValue(guarded(e, [&] {
    Arg made = literal_tensor(e, {values}, {{"dtype", PyValue(dtype)}}, false);
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
