// Methods that are no operators of their own: their parameters, and the operators that they call. Functions of
// torch.nn.functional that PyTorch has in Python are in library/torch/nn/functional.py.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

// Arguments by the place of their parameter, defaults included. Parameters that a function declares and the run ignores
// are not recorded.
struct PythonFunction {
  std::string_view signature;  // as a schema: "elu(Tensor input, float alpha=1.0)"
  Arg (*run)(Tracer& t, const PyArgs& a);
  unsigned surfaces = kMethod;
  std::string_view name() const { return signature.substr(0, signature.find('(')); }
};

Arg cast(Tracer& t, const Arg& tensor, std::string_view dtype) {
  return record(t, "torch.ops.aten.to.dtype", {tensor, Arg::symbol(ArgKind::dtype, t.context().intern(dtype))});
}

Arg norm(Tracer& t, const PyArgs& a) {
  if (a[1].is_string() && a[1].text() != "fro")
    throw user_error("python", cat({"norm with p='", a[1].text(), "' is not captured yet"}), "use p='fro' or a number");
  return call_operator(
      t, "linalg_vector_norm", {a[0], a[1].is_string() ? t.context().integer(2) : a[1], a[2], a[3]}, {});
}

Arg contiguous(Tracer& t, const PyArgs& a) {
  Arg meta = t.meta_of(a[0]);
  // PyTorch gives the tensor itself, and records nothing.
  t.ask_contiguous(a[0]);
  bool usual = a[1].is_none() || (a[1].kind() == ArgKind::memory_format && a[1].text() == "torch.contiguous_format");
  if (usual && meta.kind() == ArgKind::tensor_meta && t.values().tensor(meta.as_tensor_meta()).is_contiguous())
    return a[0];
  bool last = a[1].kind() == ArgKind::memory_format && a[1].text().find("channels_last") != std::string_view::npos;
  if (last && meta.kind() == ArgKind::tensor_meta && meta.as_tensor_meta()->shape.size() >= 4) {
    const Tensor& fake = t.values().tensor(meta.as_tensor_meta());
    if (fake.strides() == channels_last_strides(fake.sizes())) return a[0];
  }
  return call_operator(t, "contiguous", {a[0]}, a[1].is_none() ? PyKwargs{} : PyKwargs{{"memory_format", a[1]}});
}

Arg split(Tracer& t, const PyArgs& a) {
  return call_operator(t, a[1].is_sequence() ? "split_with_sizes" : "split", {a[0], a[1], a[2]}, {});
}

// What x.to(...) was given: PyTorch takes a device, a dtype or both, or another tensor for both.
struct Conversion {
  Arg device, dtype, other, non_blocking, copy, memory_format;

  Arg* named(std::string_view name) {
    return name == "device"          ? &device
           : name == "dtype"         ? &dtype
           : name == "non_blocking"  ? &non_blocking
           : name == "copy"          ? &copy
           : name == "memory_format" ? &memory_format
                                     : nullptr;
  }
};

bool is_device(const Arg& arg) { return arg.kind() == ArgKind::device || arg.is_string(); }

Error no_conversion(const PyArgs& args) {
  Error error = fx_error(
      "TypeError",
      cat({"to() received an invalid combination of arguments - got ", std::to_string(args.size()), " of them"}));
  error.diagnostic().note(
      "it takes (device=None, dtype=None, non_blocking=False, copy=False), (dtype, non_blocking=False, copy=False), or "
      "(other, non_blocking=False, copy=False)");
  return error;
}

Conversion conversion_of(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Conversion out;
  std::size_t next = 1;
  if (next < args.size() && t.is_tensor(args[next])) {
    out.other = args[next++];
  } else if (next < args.size() && args[next].kind() == ArgKind::dtype) {
    out.dtype = args[next++];
  } else if (next < args.size() && (is_device(args[next]) || args[next].is_none())) {
    out.device = args[next++];
    if (next < args.size() && (args[next].kind() == ArgKind::dtype || args[next].is_none())) out.dtype = args[next++];
  }
  for (Arg* flag : {&out.non_blocking, &out.copy}) {
    if (next < args.size() && args[next].is_bool()) *flag = args[next++];
  }
  for (const auto& [key, value] : kwargs) {
    Arg* place = out.named(key);
    if (place == nullptr || !place->is_none()) throw no_conversion(args);
    *place = value;
  }
  auto fits = [](const Arg& arg, bool right) { return arg.is_none() || right; };
  bool right = next == args.size() && fits(out.device, is_device(out.device)) &&
               fits(out.dtype, out.dtype.kind() == ArgKind::dtype) &&
               fits(out.other, !out.other.is_none() && t.is_tensor(out.other));
  right = right && fits(out.non_blocking, out.non_blocking.is_bool()) && fits(out.copy, out.copy.is_bool()) &&
          fits(out.memory_format, out.memory_format.kind() == ArgKind::memory_format);
  if (!right || (!out.other.is_none() && (!out.device.is_none() || !out.dtype.is_none()))) throw no_conversion(args);
  return out;
}

Arg on_cpu(Tracer& t, const Arg& device) {
  if (device.is_none()) return Arg::symbol(ArgKind::device, t.context().intern("cpu"));
  std::string_view name = device.text();
  if (name == "cpu" || name == "cpu:0") return Arg::symbol(ArgKind::device, t.context().intern("cpu"));
  throw user_error("python",
                   cat({"the device '", name, "' is outside of the subset that is captured"}),
                   "tensors are on the cpu here");
}

Arg to(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Conversion given = conversion_of(t, args, kwargs);
  if (!given.other.is_none())
    given.dtype = Arg::symbol(
        ArgKind::dtype, t.context().intern(cat({"torch.", t.meta_of(given.other).as_tensor_meta()->dtype->name})));
  bool placed = !given.device.is_none() || !given.other.is_none();
  if (!placed && given.dtype.is_none() && given.memory_format.is_none() && given.copy.is_none()) return args[0];
  auto flag = [](const Arg& arg) { return arg.is_bool() && arg.as_bool(); };
  PyArgs out{args[0]};
  PyKwargs named;
  if (given.dtype.is_none()) {
    Arg own = Arg::symbol(ArgKind::dtype,
                          t.context().intern(cat({"torch.", t.meta_of(args[0]).as_tensor_meta()->dtype->name})));
    named = {{"dtype", own},
             {"layout", Arg::symbol(ArgKind::layout, t.context().intern("torch.strided"))},
             {"device", on_cpu(t, given.device)}};
    if (flag(given.non_blocking)) named.emplace_back("non_blocking", given.non_blocking);
    if (flag(given.copy)) named.emplace_back("copy", given.copy);
    if (!given.memory_format.is_none()) named.emplace_back("memory_format", given.memory_format);
    return record(t, "torch.ops.aten.to.dtype_layout", out, named);
  }
  if (placed) out.push_back(on_cpu(t, given.device));
  out.push_back(given.dtype);
  bool more = !given.memory_format.is_none();
  if (flag(given.non_blocking) || flag(given.copy) || more) out.push_back(Arg::boolean(flag(given.non_blocking)));
  if (flag(given.copy) || more) out.push_back(Arg::boolean(flag(given.copy)));
  if (more) out.push_back(given.memory_format);
  return record(t, placed ? "torch.ops.aten.to.device" : "torch.ops.aten.to.dtype", out);
}

// x.type("torch.DoubleTensor") goes to a device, too.
Arg type_of(Tracer& t, const PyArgs& a) {
  static constexpr std::string_view kTypes[][2] = {{"Float", "float32"},
                                                   {"Double", "float64"},
                                                   {"Half", "float16"},
                                                   {"BFloat16", "bfloat16"},
                                                   {"Long", "int64"},
                                                   {"Int", "int32"},
                                                   {"Short", "int16"},
                                                   {"Char", "int8"},
                                                   {"Byte", "uint8"},
                                                   {"Bool", "bool"}};
  if (!a[1].is_string()) return cast(t, a[0], a[1].text());
  for (const auto& [name, dtype] : kTypes) {
    if (a[1].text() == cat({"torch.", name, "Tensor"}))
      return to(
          t,
          {a[0], t.context().string("cpu"), Arg::symbol(ArgKind::dtype, t.context().intern(cat({"torch.", dtype})))},
          {});
  }
  throw fx_error("ValueError", cat({"invalid type: '", a[1].text(), "'"}));
}

// Dimensions told by their number are the last of the first and the first of the second.
Arg tensordot(Tracer& t, const PyArgs& a) {
  if (a[2].is_sequence() && a[2].items().size() == 2)
    return call_operator(t, "tensordot", {a[0], a[1], a[2].items()[0], a[2].items()[1]}, {});
  if (!a[2].is_integer() || !a[2].fits_int64())
    throw fx_error(
        "RuntimeError",
        "tensordot expects dims to be int or Tuple[List[int], List[int]] or List[List[int]] containing two lists");
  std::int64_t count = a[2].as_int();
  if (count < 0)
    throw fx_error("RuntimeError", cat({"tensordot expects dims >= 0, but got dims=", std::to_string(count)}));
  if (count > 64)
    throw fx_error("RuntimeError",
                   cat({"tensordot expects dims < ndim_a or ndim_b, but got dims=", std::to_string(count)}));
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
constexpr char kFloat[] = "torch.float32", kDouble[] = "torch.float64", kHalf[] = "torch.float16",
               kBfloat[] = "torch.bfloat16", kLong[] = "torch.int64", kInt[] = "torch.int32", kShort[] = "torch.int16",
               kChar[] = "torch.int8", kByte[] = "torch.uint8", kBool[] = "torch.bool";

constexpr PythonFunction kMethods[] = {
    {"norm(Tensor input, Scalar? p=\"fro\", int[1]? dim=None, bool keepdim=False)", norm, kInTorch | kMethod},
    {"contiguous(Tensor input, MemoryFormat? memory_format=None)", contiguous},
    {"split(Tensor tensor, int[] split_size, int dim=0)", split, kInTorch | kMethod},
    {"to(Tensor input, ScalarType dtype)", type_of},  // in call_python_function
    {"cpu(Tensor input)",
     [](Tracer& t, const PyArgs& a) {
       return to(t, {a[0], t.context().string("cpu")}, {});
     }},
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
    {"type(Tensor input, ScalarType dtype)", type_of},
    {"__radd__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "add", a, {}); }},
    {"__rmul__(Tensor input, Tensor other)", [](Tracer& t, const PyArgs& a) { return call_operator(t, "mul", a, {}); }},
    {"__rsub__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) { return call_operator(t, "rsub", a, {}); }},
    {"__rtruediv__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "mul", {call_operator(t, "reciprocal", {a[0]}, {}), a[1]}, {});
     }},
    {"__rfloordiv__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "floor_divide", {a[1], a[0]}, {});
     }},
    {"__rmod__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "remainder", {a[1], a[0]}, {});
     }},
    {"__rlshift__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "bitwise_left_shift", {a[1], a[0]}, {});
     }},
    {"__rrshift__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "bitwise_right_shift", {a[1], a[0]}, {});
     }},
    {"__rpow__(Tensor input, Tensor other)",
     [](Tracer& t, const PyArgs& a) {
       return call_operator(t, "pow", {a[1], a[0]}, {});
     }},
};
// Arguments in the places of the parameters, as Python binds them.
PyArgs bound(Tracer& t, const PythonFunction& function, const PyArgs& args, const PyKwargs& kwargs) {
  return bind_declared(read_schema(function.signature), function.name(), args, kwargs, [&](const SchemaParameter& p) {
    return default_argument(t.context(), p);
  });
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
      if (!dots && (number < 0 || number >= 52))
        throw fx_error("ValueError", "einsum(): subscript in subscript list is not within the valid range [0, 52)");
      equation += dots ? std::string("...")
                       : std::string(1, static_cast<char>(number < 26 ? 'A' + number : 'a' + number - 26));
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

std::optional<Arg> call_python_function(Tracer& tracer,
                                        std::string_view name,
                                        const PyArgs& args,
                                        const PyKwargs& kwargs) {
  if (name == "einsum") {  // takes any number of tensors
    if (!kwargs.empty())
      throw fx_error("TypeError", cat({"einsum() got an unexpected keyword argument '", kwargs[0].first, "'"}));
    if (args.empty())
      throw fx_error("TypeError",
                     "einsum(): must specify the equation string and at least one operand, or at least one operand and "
                     "its subscripts list");
    if (args.size() > 1 && !args[0].is_string()) return einsum_of_lists(tracer, args);
    if (args.size() > 1 && args[1].is_sequence()) return call_operator(tracer, name, {args[0], args[1]}, {});
    return call_operator(
        tracer, name, {args[0], tracer.context().list(std::vector<Arg>(args.begin() + 1, args.end()))}, {});
  }
  if ((name == "broadcast_tensors" || name == "meshgrid" || name == "block_diag" || name == "cartesian_prod") &&
      !args.empty() && !args[0].is_sequence()) {
    return call_operator(tracer, name, {tracer.context().list(args)}, kwargs);
  }
  if ((name == "to" || name == "cpu") && !args.empty() && tracer.is_tensor(args[0]))
    return to(tracer, name == "to" ? args : PyArgs{args[0], tracer.context().string("cpu")}, kwargs);
  const PythonFunction* function = find(name);
  if (function == nullptr) return std::nullopt;
  PyKwargs named = kwargs;
  for (auto& [key, value] : named) {
    if (name == "split" && key == "split_size_or_sections")
      key = "split_size";  // the function's name for it, and the method's
  }
  return function->run(tracer, bound(tracer, *function, args, named));
}

}  // namespace seesaw
