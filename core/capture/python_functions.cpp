// Methods that are no operators of their own: their parameters, and the operators that they call. Functions of torch.nn.functional that
// PyTorch has in Python are in layers.cpp.
#include <algorithm>

#include "core/capture/declared_arguments.h"
#include "core/capture/torch_calls.h"
#include "core/exec/op_call.h"
#include "core/ops/op_def.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

// Arguments by the place of their parameter, defaults included. Parameters that a function declares and the run ignores are not recorded.
struct PythonFunction {
  std::string_view signature;  // as a schema: "elu(Tensor input, float alpha=1.0)"
  Arg (*run)(Tracer& t, const PyArgs& a);
  unsigned surfaces = kMethod;
  std::string_view name() const { return signature.substr(0, signature.find('(')); }
};

Arg cast(Tracer& t, const Arg& tensor, std::string_view dtype) { return record(t, "torch.ops.aten.to.dtype", {tensor, Arg::symbol(ArgKind::dtype, t.context().intern(dtype))}); }

Arg norm(Tracer& t, const PyArgs& a) {
  if (a[1].is_string() && a[1].text() != "fro") throw user_error("python", cat({"norm with p='", a[1].text(), "' is not captured yet"}), "use p='fro' or a number");
  return call_operator(t, "linalg_vector_norm", {a[0], a[1].is_string() ? t.context().integer(2) : a[1], a[2], a[3]}, {});
}

Arg contiguous(Tracer& t, const PyArgs& a) {
  Arg meta = t.meta_of(a[0]);
  // PyTorch gives the tensor itself, and records nothing.
  bool usual = a[1].is_none() || (a[1].kind() == ArgKind::memory_format && a[1].text() == "torch.contiguous_format");
  if (usual && meta.kind() == ArgKind::tensor_meta && t.values().tensor(meta.as_tensor_meta()).is_contiguous()) return a[0];
  return call_operator(t, "contiguous", {a[0]}, a[1].is_none() ? PyKwargs{} : PyKwargs{{"memory_format", a[1]}});
}

Arg split(Tracer& t, const PyArgs& a) { return call_operator(t, a[1].is_sequence() ? "split_with_sizes" : "split", {a[0], a[1], a[2]}, {}); }

Arg to(Tracer& t, const PyArgs& a) {
  if (a[1].kind() != ArgKind::dtype) throw user_error("python", "only conversions to another dtype are captured yet", "write x.to(torch.float32)");
  return cast(t, a[0], a[1].text());
}

// Dimensions told by their number are the last of the first and the first of the second.
Arg tensordot(Tracer& t, const PyArgs& a) {
  if (a[2].is_sequence() && a[2].items().size() == 2) return call_operator(t, "tensordot", {a[0], a[1], a[2].items()[0], a[2].items()[1]}, {});
  if (!a[2].is_integer() || !a[2].fits_int64()) throw fx_error("RuntimeError", "tensordot expects dims to be int or Tuple[List[int], List[int]] or List[List[int]] containing two lists");
  std::int64_t count = a[2].as_int();
  if (count < 0) throw fx_error("RuntimeError", cat({"tensordot expects dims >= 0, but got dims=", std::to_string(count)}));
  if (count > 64) throw fx_error("RuntimeError", cat({"tensordot expects dims < ndim_a or ndim_b, but got dims=", std::to_string(count)}));
  std::vector<Arg> left, right;
  for (std::int64_t i = 0; i < count; ++i) {
    left.push_back(t.context().integer(i - count));
    right.push_back(t.context().integer(i));
  }
  return call_operator(t, "tensordot", {a[0], a[1], t.context().list(left), t.context().list(right)}, {});
}

template <const char* kDtype>
Arg cast_to(Tracer& t, const PyArgs& a) {
  return cast(t, a[0], kDtype);
}
constexpr char kFloat[] = "torch.float32", kDouble[] = "torch.float64", kHalf[] = "torch.float16", kBfloat[] = "torch.bfloat16", kLong[] = "torch.int64", kInt[] = "torch.int32", kShort[] = "torch.int16", kChar[] = "torch.int8", kByte[] = "torch.uint8", kBool[] = "torch.bool";

constexpr PythonFunction kMethods[] = {
    {"norm(Tensor input, Scalar? p=\"fro\", int[1]? dim=None, bool keepdim=False)", norm, kInTorch | kMethod},
    {"contiguous(Tensor input, MemoryFormat? memory_format=None)", contiguous},
    {"split(Tensor tensor, int[] split_size, int dim=0)", split, kInTorch | kMethod},
    {"to(Tensor input, ScalarType dtype)", to},
    {"tensordot(Tensor a, Tensor b, int dims=2)", tensordot, kInTorch},
    {"float(Tensor input)", cast_to<kFloat>},
    {"double(Tensor input)", cast_to<kDouble>},
    {"half(Tensor input)", cast_to<kHalf>},
    {"bfloat16(Tensor input)", cast_to<kBfloat>},
    {"long(Tensor input)", cast_to<kLong>},
    {"int(Tensor input)", cast_to<kInt>},
    {"bool(Tensor input)", cast_to<kBool>},
    {"short(Tensor input)", cast_to<kShort>},
    {"char(Tensor input)", cast_to<kChar>},
    {"byte(Tensor input)", cast_to<kByte>},
    {"type(Tensor input, ScalarType dtype)", to},
    {"__radd__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "add", a, {}); }},
    {"__rmul__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "mul", a, {}); }},
    {"__rsub__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "rsub", a, {}); }},
    {"__rtruediv__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "mul", {call_operator(t, "reciprocal", {a[0]}, {}), a[1]}, {}); }},
    {"__rfloordiv__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "floor_divide", {a[1], a[0]}, {}); }},
    {"__rmod__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "remainder", {a[1], a[0]}, {}); }},
    {"__rlshift__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "bitwise_left_shift", {a[1], a[0]}, {}); }},
    {"__rrshift__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "bitwise_right_shift", {a[1], a[0]}, {}); }},
    {"__rpow__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "pow", {a[1], a[0]}, {}); }},
};
// Arguments in the places of the parameters, as Python binds them.
PyArgs bound(Tracer& t, const PythonFunction& function, const PyArgs& args, const PyKwargs& kwargs) {
  return bind_declared(read_schema(function.signature), function.name(), args, kwargs, [&](const SchemaParameter& p) { return default_argument(t.context(), p); });
}

// einsum(x, [0, 1], y, [1, 2], [0, 2]): numbers for letters, those of the result last.
Arg einsum_of_lists(Tracer& tracer, const PyArgs& args) {
  std::string equation;
  std::vector<Arg> tensors;
  auto append = [&](const Arg& list) {
    if (!list.is_sequence()) throw fx_error("TypeError", "einsum(): subscripts in sublist format are lists of numbers");
    for (const Arg& item : list.items()) {
      std::int64_t number = item.kind() == ArgKind::integer ? item.as_int() : -1;
      bool dots = item.kind() == ArgKind::ellipsis;
      if (!dots && (number < 0 || number >= 52)) throw fx_error("ValueError", "einsum(): subscript in subscript list is not within the valid range [0, 52)");
      equation += dots ? std::string("...") : std::string(1, static_cast<char>(number < 26 ? 'A' + number : 'a' + number - 26));
    }
  };
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
    if (i > 0) equation += ',';
    tensors.push_back(args[i]);
    append(args[i + 1]);
  }
  if (args.size() % 2 == 1) {
    equation += "->";
    append(args.back());
  }
  return call_operator(tracer, "einsum", {tracer.context().string(equation), tracer.context().list(tensors)}, {});
}

const PythonFunction* find(std::string_view name) {
  for (const PythonFunction& row : kMethods) {
    if (row.name() == name) return &row;
  }
  return nullptr;
}

}  // namespace

unsigned python_surfaces(std::string_view name) {
  const PythonFunction* function = find(name);
  return function == nullptr ? 0 : function->surfaces;
}

std::optional<Arg> call_python_function(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs) {
  if (name == "einsum") {  // takes any number of tensors
    if (!kwargs.empty()) throw fx_error("TypeError", cat({"einsum() got an unexpected keyword argument '", kwargs[0].first, "'"}));
    if (args.empty()) throw fx_error("TypeError", "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list");
    if (args.size() > 1 && !args[0].is_string()) return einsum_of_lists(tracer, args);
    if (args.size() > 1 && args[1].is_sequence()) return call_operator(tracer, name, {args[0], args[1]}, {});
    return call_operator(tracer, name, {args[0], tracer.context().list(std::vector<Arg>(args.begin() + 1, args.end()))}, {});
  }
  if ((name == "broadcast_tensors" || name == "meshgrid" || name == "block_diag" || name == "cartesian_prod") && !args.empty() && !args[0].is_sequence()) {
    return call_operator(tracer, name, {tracer.context().list(args)}, kwargs);
  }
  const PythonFunction* function = find(name);
  if (function == nullptr) return std::nullopt;
  PyKwargs named = kwargs;
  for (auto& [key, value] : named) {
    if (name == "split" && key == "split_size_or_sections") key = "split_size";  // the function's name for it, and the method's
  }
  return function->run(tracer, bound(tracer, *function, args, named));
}

}  // namespace seesaw
