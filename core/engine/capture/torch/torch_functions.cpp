// Functions of PyTorch by their paths: those with rules of their own, and what operators all others are.
#include "core/engine/capture/torch/torch_functions.h"
#include "core/engine/capture/interpreter/library_paths.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/custom_operators.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/declared.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

// Functions of PyTorch 2.6.0 that Dynamo steps into: their nodes come from lines of PyTorch's own file, as Debian's
// package has it.
struct SteppedInto {
  std::string_view name;
  int line, newer_line;
  std::string_view code;
  std::string_view file = "nn/functional.py", function = {};  // unless it is the name
};
constexpr SteppedInto kSteppedInto[] = {
    {"pad", 5209, 5849, "return torch._C._nn.pad(input, pad, mode, value)"},
    {"rms_norm", 2929, 3012, "return torch.rms_norm(input, normalized_shape, weight, eps)"},
    {"_weight_norm", 28, 29, "return _weight_norm(v, g, self.dim)", "nn/utils/weight_norm.py", "compute_weight"},
};
const SteppedInto* stepped_into(std::string_view name) {
  for (const SteppedInto& row : kSteppedInto) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

// --- the table ---

std::span<const TorchFunctions::Row> TorchFunctions::rows() {
  using T = TorchFunctions;
  static constexpr Row kRows[] = {
      {"copy.deepcopy", &T::deep_copy},
      {"deepcopy", &T::deep_copy},
      {"numpy.cos", &T::numpy_function},
      {"numpy.exp", &T::numpy_function},
      {"numpy.log", &T::numpy_function},
      {"numpy.log10", &T::numpy_function},
      {"numpy.log1p", &T::numpy_function},
      {"numpy.log2", &T::numpy_function},
      {"numpy.prod", &T::numpy_function},
      {"numpy.sin", &T::numpy_function},
      {"numpy.sqrt", &T::numpy_function},
      {"numpy.sum", &T::numpy_function},
      {"numpy.tanh", &T::numpy_function},
      {"seesaw_draw", &T::draw},
      {"torch.BFloat16Tensor", &T::typed_tensor},
      {"torch.BoolTensor", &T::typed_tensor},
      {"torch.ByteTensor", &T::typed_tensor},
      {"torch.CharTensor", &T::typed_tensor},
      {"torch.DoubleTensor", &T::typed_tensor},
      {"torch.FloatTensor", &T::typed_tensor},
      {"torch.Generator.number", &T::make_generator},
      {"torch.Generator.restart", &T::make_generator},
      {"torch.HalfTensor", &T::typed_tensor},
      {"torch.IntTensor", &T::typed_tensor},
      {"torch.LongTensor", &T::typed_tensor},
      {"torch.ShortTensor", &T::typed_tensor},
      {"torch.Size", &T::size},
      {"torch.Tensor", &T::typed_tensor},
      {"torch._C._attention_reshapes", &T::attention_reshapes},
      {"torch._C._get_cudnn_enabled", &T::cudnn_flag},
      {"torch._C._log_api_usage_once", &T::logged},
      {"torch._C._set_grad_enabled", &T::set_grad_enabled},
      {"torch._assert", &T::assert_true},
      {"torch._check", &T::check},
      {"torch._check_index", &T::check},
      {"torch._check_is_size", &T::check_is_size},
      {"torch._check_not_implemented", &T::check},
      {"torch._check_type", &T::check},
      {"torch._check_value", &T::check},
      {"torch._constrain_as_size", &T::constrain},
      {"torch._dynamo.graph_break", &T::graph_break},
      {"torch._dynamo.is_compiling", &T::is_compiling},
      {"torch._nested_tensor_from_mask_left_aligned", &T::left_aligned},
      {"torch._utils.is_compiling", &T::is_compiling},
      {"torch.amp.custom_bwd", &T::decorator},
      {"torch.amp.custom_fwd", &T::decorator},
      {"torch.as_tensor", &T::as_tensor},
      {"torch.asarray", &T::as_tensor},
      {"torch.autograd.Variable", &T::variable},
      {"torch.autograd.variable.Variable", &T::variable},
      {"torch.backends.cuda.is_built", &T::constant_false},
      {"torch.backends.cudnn.is_available", &T::constant_false},
      {"torch.backends.mha.get_fastpath_enabled", &T::constant_true},
      {"torch.backends.mkldnn.is_available", &T::constant_true},
      {"torch.backends.mps.is_available", &T::constant_false},
      {"torch.backends.mps.is_built", &T::constant_false},
      {"torch.backends.openmp.is_available", &T::constant_true},
      {"torch.compile", &T::decorator},
      {"torch.compiler.disable", &T::decorator},
      {"torch.compiler.is_compiling", &T::is_compiling},
      {"torch.compiler.is_dynamo_compiling", &T::is_compiling},
      {"torch.compiler.is_exporting", &T::is_exporting},
      {"torch.conj", &T::tensor_question},
      {"torch.cuda.amp.custom_bwd", &T::decorator},
      {"torch.cuda.amp.custom_fwd", &T::decorator},
      {"torch.cuda.device_count", &T::constant_zero},
      {"torch.cuda.empty_cache", &T::constant_none},
      {"torch.cuda.is_available", &T::constant_false},
      {"torch.cuda.is_bf16_supported", &T::constant_false},
      {"torch.cuda.is_initialized", &T::constant_false},
      {"torch.cuda.manual_seed", &T::cuda_seed},
      {"torch.cuda.manual_seed_all", &T::cuda_seed},
      {"torch.cuda.memory_allocated", &T::constant_zero},
      {"torch.device", &T::device},
      {"torch.distributed.is_available", &T::constant_true},
      {"torch.distributed.is_initialized", &T::constant_false},
      {"torch.equal", &T::equal_tensors},
      {"torch.export.register_dataclass", &T::register_pytree},
      {"torch.finfo", &T::number_limits},
      {"torch.full", &T::full},
      {"torch.full_like", &T::full},
      {"torch.func.functional_call", &T::functional_call},
      {"torch.fx._symbolic_trace.is_fx_tracing", &T::is_fx_tracing},
      {"torch.fx.wrap", &T::decorator},
      {"torch.get_default_dtype", &T::default_dtype},
      {"torch.iinfo", &T::number_limits},
      {"torch.is_complex", &T::tensor_question},
      {"torch.is_floating_point", &T::tensor_question},
      {"torch.is_grad_enabled", &T::grad_enabled},
      {"torch.is_tensor", &T::is_tensor},
      {"torch.jit.ScriptFunction", &T::scripted_call},
      {"torch.jit.annotate", &T::annotated},
      {"torch.jit.export", &T::decorator},
      {"torch.jit.ignore", &T::decorator},
      {"torch.jit.is_scripting", &T::constant_false},
      {"torch.jit.is_tracing", &T::constant_false},
      {"torch.jit.script", &T::decorator},
      {"torch.jit.script_if_tracing", &T::decorator},
      {"torch.jit.unused", &T::decorator},
      {"torch.manual_seed", &T::manual_seed},
      {"torch.mps.is_available", &T::constant_false},
      {"torch.nn.Buffer", &T::buffer},
      {"torch.nn.Parameter", &T::parameter},
      {"torch.nn.parameter.Buffer", &T::buffer},
      {"torch.nn.parameter.Parameter", &T::parameter},
      {"torch.nn.utils.stateless.functional_call", &T::functional_call},
      {"torch.numel", &T::tensor_question},
      {"torch.onnx.is_in_onnx_export", &T::constant_false},
      {"torch.overrides.has_torch_function", &T::no_override},
      {"torch.overrides.has_torch_function_unary", &T::no_override},
      {"torch.overrides.has_torch_function_variadic", &T::no_override},
      {"torch.random.manual_seed", &T::manual_seed},
      {"torch.set_default_device", &T::set_default},
      {"torch.set_default_dtype", &T::set_default},
      {"torch.set_default_tensor_type", &T::set_default},
      {"torch.spmm", &T::sparse_product},
      {"torch.sym_constrain_range", &T::constrain},
      {"torch.sym_constrain_range_for_size", &T::constrain},
      {"torch.sym_max", &T::symbolic_extreme},
      {"torch.sym_min", &T::symbolic_extreme},
      {"torch.sym_sqrt", &T::symbolic_root},
      {"torch.tensor", &T::tensor},
      {"torch.utils._pytree.register_constant", &T::register_pytree},
      {"torch.utils._pytree.register_dataclass", &T::register_pytree},
      {"torch.utils.checkpoint.checkpoint", &T::checkpoint},
      {"torch.xpu.is_available", &T::constant_false},
  };
  static_assert(
      std::is_sorted(std::begin(kRows), std::end(kRows), [](const Row& a, const Row& b) { return a.path < b.path; }));
  return kRows;
}

bool TorchFunctions::has_row(std::string_view path) {
  return std::any_of(rows().begin(), rows().end(), [&](const Row& row) { return row.path == path; });
}

std::optional<PyValue> TorchFunctions::call_row(const PyExpr& e,
                                                const std::string& path,
                                                const PyValues& args,
                                                const PyNamedValues& kwargs) {
  std::span<const Row> all = rows();
  auto found = std::lower_bound(
      all.begin(), all.end(), path, [](const Row& row, const std::string& wanted) { return row.path < wanted; });
  bool known = found != all.end() && found->path == path;
  return known ? (this->*found->function)(e, path, args, kwargs) : std::nullopt;
}

PyValue dtype_of_type(Context& context, const PyValue& value) {
  std::string_view name = value.path == "bool"    ? "torch.bool"
                          : value.path == "int"   ? "torch.int64"
                          : value.path == "float" ? "torch.float64"
                                                  : std::string_view();
  return name.empty() ? value : PyValue(Arg::symbol(ArgKind::dtype, context.intern(name)));
}

void types_as_dtypes(Context& context, PyNamedValues& kwargs) {
  for (auto& [key, value] : kwargs) {
    if (key == "dtype") value = dtype_of_type(context, value);
  }
}

PyValue TorchFunctions::nonzero_places(const PyExpr& e, const PyValues& args) {
  if (args.size() != 1) fail_as(e, "TypeError", "nonzero() takes one tensor", "give it the tensor alone");
  Arg tensor = python().to_arg(e, args[0]);
  Arg places = guarded(e, [&] { return tracer().call("torch.ops.aten.nonzero_numpy.default", {tensor}); });
  PyValues items(places.items().begin(), places.items().end());
  return python().make_list(PyKind::tuple, std::move(items));
}

// Without strict the operator itself traces other graphs than the function that wraps it: its operands as they are
// given, and no tensors from around them.
void TorchFunctions::refuse_bare_loop(const PyExpr& e, std::string_view path) {
  static constexpr std::string_view kNames[] = {"cond", "scan", "while_loop"};
  if (!path.starts_with("torch.ops.higher_order.")) return;
  const std::string_view name = path.substr(path.rfind('.') + 1);
  if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) return;
  fail(e,
       cat({"a call of the operator '", path, "' itself is captured with strict only"}),
       cat({"call torch.", name == "cond" ? "" : "_higher_order_ops.", name}));
}

PyValue TorchFunctions::call(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs) {
  if (path.starts_with("torch.")) types_as_dtypes(context(), kwargs);
  if (std::optional<PyValue> drawn = with_generator(
          e, kwargs, [&](const PyNamedValues& rest) { return call(e, path, args, rest); }))
    return *drawn;
  if (path == "torch.nonzero" && says_tuple(kwargs)) return nonzero_places(e, args);
  if (path == "torch.nonzero") std::erase_if(kwargs, says_no_tuple);
  bool of_module = path.starts_with("torch.nn.Module.") && !args.empty() && args[0].object != nullptr &&
                   args[0].object->kind == PyKind::instance;
  if (of_module)
    return modules().module_method(
        e, args[0].object, std::string(last_of(path)), PyValues(args.begin() + 1, args.end()), kwargs);
  if (PyClass* klass = modules().library_class(path))
    return python().instantiate(e, klass, std::move(args), std::move(kwargs));
  if (is_region(path)) return regions().call_region(e, path, std::move(args), std::move(kwargs));
  if (!settings().strict) refuse_bare_loop(e, path);
  if (is_control_flow(path, "cond")) return control().cond(e, args, kwargs);
  if (is_control_flow(path, "map")) return control().map(e, args);
  if (is_control_flow(path, "scan")) return control().scan(e, args, kwargs);
  if (is_control_flow(path, "while_loop")) return control().while_loop(e, args, kwargs);
  if (std::optional<PyValue> out = call_row(e, path, args, kwargs)) return *out;
  if (path.starts_with(kCustomOperator)) return call_custom(e, path, args, kwargs);
  if (std::optional<PyValue> out = run_.shapes.call(e, path, args, kwargs)) return *out;
  if (!path.starts_with("torch.")) fail(e, cat({"'", path, "' is not known"}));
  if (path.starts_with("torch.nn.functional.")) return call_functional(e, path, std::move(args), std::move(kwargs));
  if (path.starts_with("torch.nn.init.")) {
    PyValue* function = python().find_global(python().library(), last_of(path));
    if (function == nullptr)
      function = python().find_global(python().library(), cat({last_of(path), "_"}));  // its older name
    if (function != nullptr && function->object != nullptr && function->object->kind == PyKind::function) {
      // Which is what they give back, but those that only count.
      PyValue tensor = args.empty() || last_of(path).starts_with("_calculate") ? PyValue() : args[0];
      PyValue out = python().call_object(e, function->object, std::move(args), std::move(kwargs));
      return is_state(tensor) && recorder().outside() ? tensor : out;
    }
  }
  if (path.starts_with("torch.utils._pytree.")) {
    PyValue* function = python().find_global(python().library(), cat({"pytree_", last_of(path)}));
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (path.starts_with("torch.nn.modules.utils.")) {
    PyValue* function = python().find_global(python().library(), cat({"modules_utils_", last_of(path)}));
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (path.starts_with("torch.nn.utils.rnn.")) {
    PyValue* function = python().find_global(python().library(), last_of(path));
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (std::string_view rest = path; rest.starts_with("torch.nn.utils.")) {
    std::string name = cat({"utils_", rest.substr(sizeof("torch.nn.utils.") - 1)});
    std::replace(name.begin(), name.end(), '.', '_');
    PyValue* function = python().find_global(python().library(), name);
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (path.starts_with("torch.") && path.find('.', sizeof("torch.")) == std::string::npos) {
    PyValue* function = python().find_global(python().library(), cat({"torch_", last_of(path)}));
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (path.starts_with("torch.optim.")) {
    std::string name = path.substr(sizeof("torch.") - 1);
    std::replace(name.begin(), name.end(), '.', '_');
    PyValue* function = python().find_global(python().library(), name);
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  if (path.starts_with("torch.distributions.")) {
    PyValue* function = python().find_global(python().library(), cat({"distributions_", last_of(path)}));
    if (function != nullptr) return python().call_value(e, *function, std::move(args), std::move(kwargs));
  }
  return call_torch_function(e, path, args, kwargs);
}

// --- rows ---

using Found = std::optional<PyValue>;

Found TorchFunctions::parameter(const PyExpr& e,
                                const std::string&,
                                const PyValues& args,
                                const PyNamedValues& kwargs) {
  return watch().make_parameter(e, args, kwargs);
}

Found TorchFunctions::buffer(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues& kwargs) {
  return watch().make_buffer(e, args, kwargs);
}

// The attributes of what it gives are numbers.
Found TorchFunctions::number_limits(const PyExpr&,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues&) {
  if (args.size() != 1 || !args[0].is_arg() || args[0].arg.kind() != ArgKind::dtype) return std::nullopt;
  return PyValue::of_path(cat({path, ".", args[0].arg.text().substr(sizeof("torch.") - 1)}));
}

Found TorchFunctions::grad_enabled(const PyExpr&, const std::string&, const PyValues&, const PyNamedValues&) {
  return PyValue(Arg::boolean(regions().seen_mode()));
}

// Recorded as it stands, even by Dynamo.
Found TorchFunctions::set_grad_enabled(const PyExpr& e,
                                       const std::string&,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  if (args.size() != 1 || !args[0].arg.is_bool()) fail(e, "_set_grad_enabled takes True or False");
  tracer().set_place(recorder().place());
  tracer().set_grad_enabled(args[0].arg.as_bool());
  regions().set_grad_mode(args[0].arg.as_bool());
  return PyValue();
}

// The tensor itself, which forward sees as a detached one.
Found TorchFunctions::variable(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (args.empty() || !tensors().is_tensor(args[0])) return std::nullopt;
  if (recorder().outside()) return args[0];
  if (settings().strict)
    fail_as(e,
            "Unsupported",
            "Graph break due to unsupported builtin None._LegacyVariableBase.__new__.",
            "give it the tensor: a Variable has been one since PyTorch 0.4");
  return call_torch_function(e, "torch.detach", {args[0]}, {});
}

// Of tensors that are not sparse: here all are.
Found TorchFunctions::sparse_product(const PyExpr& e,
                                     const std::string&,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs) {
  return call_torch_function(e, "torch.mm", args, kwargs);
}

Found TorchFunctions::default_dtype(const PyExpr&, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (!args.empty()) return std::nullopt;
  return PyValue(Arg::symbol(ArgKind::dtype, context().intern("torch.float32")));
}

// What a capture has from the start. Another one is refused: programs do not say which default they were made with.
Found TorchFunctions::set_default(const PyExpr& e,
                                  const std::string& path,
                                  const PyValues& args,
                                  const PyNamedValues& kwargs) {
  static constexpr std::string_view kStart[] = {"torch.float32", "torch.float", "torch.FloatTensor", "cpu"};
  PyValue given = args.size() == 1 ? args[0] : kwargs.size() == 1 ? kwargs[0].second : PyValue();
  std::string_view said = given.is_path() ? given.path : given.is_arg() ? given.arg.text() : std::string_view();
  if (std::find(std::begin(kStart), std::end(kStart), said) == std::end(kStart))
    fail(e,
         cat({path,
              "(",
              said,
              ") is outside of the subset: what is captured has the default dtype float32, on the CPU"}),
         "leave it out, and give the dtype where tensors are made, or call .to(dtype) on the module");
  return PyValue();
}

Found TorchFunctions::is_tensor(const PyExpr&, const std::string&, const PyValues& args, const PyNamedValues&) {
  return PyValue(Arg::boolean(args.size() == 1 && tensors().is_tensor(args[0])));
}

// torch.equal of tensors whose values are known: outside of what is captured.
Found TorchFunctions::equal_tensors(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  if (args.size() != 2 || !kwargs.empty() || !tensors().is_tensor(args[0]) || !tensors().is_tensor(args[1]))
    fail(e, cat({path, " takes two tensors"}), "give it two tensors");
  if (!recorder().outside())
    fail_as(e,
            run_.host.runs_in_dynamo() ? "Unsupported" : "torch._subclasses.fake_tensor.DataDependentOutputException",
            "aten.equal.default",
            "what a tensor holds is not known in forward: compare sizes, or compute it in __init__");
  const Arg left = python().to_arg(e, args[0]), right = python().to_arg(e, args[1]);
  const TensorMeta &a = *tracer().meta_of(left).as_tensor_meta(), &b = *tracer().meta_of(right).as_tensor_meta();
  if (a.dtype != b.dtype) fail(e, "torch.equal of tensors of two dtypes is not known here", "cast one of them");
  const bool sized = std::equal(
      a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(), [](const Dim& one, const Dim& other) {
        return one.sym == nullptr && other.sym == nullptr && one.value == other.value;
      });
  if (!sized) return PyValue(Arg::boolean(false));
  const Arg same = guarded(e, [&] {
    return call_torch(tracer(), "all", {call_torch(tracer(), "eq", {left, right}, {})}, {});
  });
  const std::optional<Arg> known = recorder().known_number(e, same);
  if (!known) fail(e, "the values of these tensors are not known here", "compare them outside of the file");
  return PyValue(Arg::boolean(python().truth(e, PyValue(*known))));
}

// torch._assert(condition, message) of what is no tensor is Python's assert.
Found TorchFunctions::assert_true(const PyExpr& e,
                                  const std::string&,
                                  const PyValues& args,
                                  const PyNamedValues& kwargs) {
  if (args.size() != 2 || !kwargs.empty() || tensors().is_tensor(args[0])) return std::nullopt;
  if (python().truth(e, args[0])) return PyValue();
  bool said = args[1].is_arg() && args[1].arg.is_string();
  fail_as(e, "AssertionError", said ? std::string(args[1].arg.text()) : "assertion error", "give it what it asks for");
}

// What a tensor has a method for, too.
Found TorchFunctions::tensor_question(const PyExpr& e,
                                      const std::string& path,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs) {
  if (args.size() != 1 || !kwargs.empty() || !tensors().is_tensor(args[0])) return std::nullopt;
  std::string name(last_of(path));
  return tensors().tensor_method(e, name, run_.host.method_owner(e, args[0], name).arg, {}, {});
}

// Asked by TransformerEncoder whether a mask can make nested tensors; what is traced is none that could.
Found TorchFunctions::left_aligned(const PyExpr& e,
                                   const std::string& path,
                                   const PyValues& args,
                                   const PyNamedValues&) {
  if (recorder().outside()) return std::nullopt;
  if (settings().strict && !regions().grad_mode())
    fail_as(e,
            "TorchRuntimeError",
            "Failed running call_module of a TransformerEncoder: without gradients it makes nested tensors",
            "capture it with gradients, without strict, or with enable_nested_tensor=False");
  tracer().set_place(recorder().place());
  tracer().call_known(cat({"torch.ops.aten.", last_of(path), ".default"}), python().to_args(e, args), Arg());
  return PyValue(Arg::boolean(false));
}

Found TorchFunctions::manual_seed(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  Arg seed = args.size() == 1 ? python().to_arg(e, args[0]) : Arg();
  if (!seed.is_integer() || !seed.fits_int64()) fail(e, "manual_seed takes a whole number");
  recorder().init.call_known("torch.manual_seed", {seed}, Arg());
  return PyValue();
}

Found TorchFunctions::size(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues& kwargs) {
  PyValue out = python().builtin(e, "tuple", args, kwargs);
  out.object->name = kSizeType;
  return PyValue(out);
}

Found TorchFunctions::is_compiling(const PyExpr&, const std::string& path, const PyValues& args, const PyNamedValues&) {
  if (!args.empty()) return std::nullopt;
  bool dynamo = path == "torch.compiler.is_dynamo_compiling";
  return PyValue(Arg::boolean(!recorder().outside() && (settings().strict || !dynamo)));
}

Found TorchFunctions::is_exporting(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (!args.empty()) return std::nullopt;
  if (!has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(
        e, "AttributeError", "module 'torch.compiler' has no attribute 'is_exporting'", "capture it as a newer one");
  return PyValue(Arg::boolean(!recorder().outside()));
}

// Dynamo runs before make_fx does.
// A class whose objects are trees from here on, or leaves that are no inputs.
Found TorchFunctions::register_pytree(const PyExpr& e,
                                      const std::string& path,
                                      const PyValues& args,
                                      const PyNamedValues&) {
  if (args.empty() || !is_kind(args[0], PyKind::klass)) return std::nullopt;
  bool constant = last_of(path) == "register_constant";
  if (constant && !has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e,
            "ImportError",
            "cannot import name 'register_constant' from 'torch.utils._pytree'",
            "capture it as a newer one");
  (constant ? pytree_constants_ : pytree_classes_).insert(args[0].object->klass);
  return PyValue();
}

// What is given by its keyword stands in its place.
static void take_keyword(PyValues& args, PyNamedValues& kwargs, std::string_view name, std::size_t place) {
  auto found = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& one) { return one.first == name; });
  if (args.size() != place || found == kwargs.end()) return;
  args.push_back(found->second);
  kwargs.erase(found);
}

// Filled with the one element of a tensor: its number is asked for, but Dynamo of 2.14 writes the tensor into an empty
// one.
Found TorchFunctions::full(const PyExpr& e,
                           const std::string& path,
                           const PyValues& args,
                           const PyNamedValues& kwargs) {
  PyValues given = args;
  PyNamedValues named = kwargs;
  take_keyword(given, named, "size", 0);
  take_keyword(given, named, "fill_value", 1);
  if (given.size() != 2 || !tensors().is_tensor(given[1]) || recorder().outside()) return std::nullopt;
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (settings().strict && newer && path == "torch.full") {
    PyValue empty = call_torch_function(e, "torch.empty", {given[0]}, named);
    return tensors().tensor_method(e, "fill_", empty.arg, {given[1]}, {});
  }
  given[1] = tensors().tensor_method(e, "item", python().to_arg(e, given[1]), {}, {});
  if (settings().strict && given[1].is_arg() && given[1].arg.is_symbolic())
    fail_as(e,
            "InternalTorchDynamoError",
            cat({"PendingUnbackedSymbolNotFound: Pending unbacked symbols {",
                 given[1].arg.as_sym()->text.view(),
                 "} not in returned outputs of ",
                 path}),
            "fill it with a number, or capture it without strict");
  return call_torch_function(e, path, given, named);
}

Found TorchFunctions::is_fx_tracing(const PyExpr&, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (!args.empty()) return std::nullopt;
  return PyValue(Arg::boolean(!recorder().outside() && !settings().strict));
}

// torch.device("cpu"), torch.device("cuda", 0), torch.device(x.device)
Found TorchFunctions::device(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues given = args;
  for (const auto& [key, value] : kwargs) {
    if (key != (given.empty() ? "type" : "index")) return std::nullopt;
    given.push_back(value);
  }
  if (given.empty() || given.size() > 2 || !given[0].is_arg()) return std::nullopt;
  const Arg& type = given[0].arg;
  if (type.kind() == ArgKind::device && given.size() == 1) return given[0];
  if (!type.is_string()) return std::nullopt;
  std::string text(type.text());
  if (given.size() == 2 && !given[1].is_none()) {
    if (!given[1].is_arg() || !given[1].arg.is_integer()) fail(e, "the index of a device is a whole number");
    text += cat({":", std::to_string(given[1].arg.as_int())});
  }
  return PyValue(Arg::symbol(ArgKind::device, context().intern(text)));
}

// Without a GPU these do nothing, or know nothing. Dynamo takes no TypeError of theirs, unless it computes the function
// itself.
void TorchFunctions::refuse_arguments(const PyExpr& e, const std::string& path, std::string_view why) {
  std::string text = cat({last_of(path), "() ", why});
  bool computed = path == "torch.cuda.is_available" && has(context().dialect, EngineNovelty::inlined_layers);
  if (run_.host.runs_in_dynamo() && !computed)
    fail_as(e, "Unsupported", cat({"TypeError ", path, ": ", text}), "give it the arguments that it has");
  fail_as(e, "TypeError", text, "give it the arguments that it has");
}

void TorchFunctions::takes_nothing(const PyExpr& e,
                                   const std::string& path,
                                   const PyValues& args,
                                   const PyNamedValues& kwargs) {
  if (!kwargs.empty()) refuse_arguments(e, path, cat({"got an unexpected keyword argument '", kwargs[0].first, "'"}));
  if (!args.empty())
    refuse_arguments(e, path, cat({"takes 0 positional arguments but ", std::to_string(args.size()), " were given"}));
}

// What Dynamo makes no number or bool of.
void TorchFunctions::refuse_number(const PyExpr& e, std::string_view path, std::string_view type) {
  if (run_.host.runs_in_dynamo())
    fail_as(e,
            "Unsupported",
            cat({"torch.* op returned non-Tensor ", type, " call_function ", path}),
            "ask in __init__, or capture it without strict");
}

Found TorchFunctions::constant_none(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  takes_nothing(e, path, args, kwargs);
  return PyValue();
}

// A note in PyTorch's own log.
Found TorchFunctions::logged(const PyExpr&, const std::string&, const PyValues& args, const PyNamedValues&) {
  return args.size() == 1 ? Found(PyValue()) : std::nullopt;
}

// Ends Dynamo's graph, which export does not allow; without strict there is nothing to end.
Found TorchFunctions::graph_break(const PyExpr& e,
                                  const std::string&,
                                  const PyValues& args,
                                  const PyNamedValues& kwargs) {
  if (run_.host.runs_in_dynamo())
    fail_as(e,
            "Unsupported",
            has(context().dialect, EngineNovelty::inlined_layers)
                ? "Call to `torch._dynamo.graph_break()`"
                : "'skip function graph_break in file /usr/lib/python3/dist-packages/torch/_dynamo/decorators.py'",
            "leave the call out, or capture it without strict");
  const bool told = args.empty() && (kwargs.empty() || (kwargs.size() == 1 && kwargs[0].first == "msg"));
  return told ? Found(PyValue()) : std::nullopt;
}

Found TorchFunctions::constant_zero(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  bool of_device = path == "torch.cuda.memory_allocated";  // which may be told
  if (of_device && args.size() + kwargs.size() != 0) return std::nullopt;
  takes_nothing(e, path, args, kwargs);
  refuse_number(e, path, "int");
  return PyValue(context().integer(std::int64_t{0}));
}

Found TorchFunctions::cuda_seed(const PyExpr& e,
                                const std::string& path,
                                const PyValues& args,
                                const PyNamedValues& kwargs) {
  for (const auto& [key, value] : kwargs) {
    if (key != "seed") refuse_arguments(e, path, cat({"got an unexpected keyword argument '", key, "'"}));
  }
  if (args.size() + kwargs.size() != 1) refuse_arguments(e, path, "takes one argument: 'seed'");
  if (run_.host.runs_in_dynamo() && has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e, "Unsupported", "Attempted to call function marked as skipped", "call it outside of forward");
  return PyValue();
}

Found TorchFunctions::constant_false(const PyExpr& e,
                                     const std::string& path,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs) {
  takes_nothing(e, path, args, kwargs);
  bool computed = has(context().dialect, EngineNovelty::inlined_layers);
  // Dynamo of 2.6 asks none of these, that of 2.14 only the first ones.
  static constexpr std::string_view kAskedSince =
      "torch.backends.mps.is_available torch.backends.mps.is_built torch.cuda.is_initialized torch.mps.is_available "
      "torch.xpu.is_available";
  static constexpr std::string_view kNeverAsked =
      "torch.backends.cuda.is_built torch.backends.cudnn.is_available torch.cuda.is_bf16_supported";
  if ((has_word(kAskedSince, path) && !computed) || has_word(kNeverAsked, path)) refuse_number(e, path, "bool");
  return PyValue(Arg::boolean(false));
}

// Whether an argument has a __torch_function__ of its own: no tensor here has. Without strict, a mode of PyTorch's
// answers for all of them.
Found TorchFunctions::no_override(const PyExpr&, const std::string&, const PyValues&, const PyNamedValues&) {
  if (!recorder().outside() && !settings().strict) return std::nullopt;
  return PyValue(Arg::boolean(false));
}

Found TorchFunctions::constant_true(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  takes_nothing(e, path, args, kwargs);
  if (path != "torch.distributed.is_available" && !path.starts_with("torch.backends.mha."))
    refuse_number(e, path, "bool");
  return PyValue(Arg::boolean(true));
}

Found TorchFunctions::functional_call(const PyExpr& e,
                                      const std::string&,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs) {
  return modules().functional_call(e, args, kwargs);
}

Found TorchFunctions::deep_copy(const PyExpr& e,
                                const std::string&,
                                const PyValues& args,
                                const PyNamedValues& kwargs) {
  if (!kwargs.empty())
    fail(e,
         cat({"the argument '", kwargs[0].first, "' of deepcopy is outside of the subset that is captured"}),
         "leave it out");
  if (args.size() != 1) fail(e, "'deepcopy' cannot be called like this");
  return modules().deep_copy(args[0]);
}

// Random initial values; see library/library.h.
Found TorchFunctions::draw(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (args.size() < 2) return std::nullopt;
  Arg tensor = python().to_arg(e, args[1]);
  PyArgs all = python().to_args(e, PyValues(args.begin() + 1, args.end()));
  tracer().call_known(
      cat({"torch.ops.aten.", python().name_argument(e, args[0]), ".default"}), all, tracer().meta_of(tensor));
  return PyValue(tensor);
}

// Decorators that change nothing of what is recorded, with their own arguments or with the function.
Found TorchFunctions::decorator(const PyExpr&, const std::string& path, const PyValues& args, const PyNamedValues&) {
  bool decorates = args.size() == 1 && args[0].object != nullptr;
  if (decorates && path == "torch.jit.script" && args[0].object->kind == PyKind::instance)
    scripted_.insert(args[0].object);
  // 2.6 without strict calls the interpreter of TorchScript, whose operators are seen; 2.14 runs on a Python for which
  // torch.jit.script gives the function back.
  const bool interpreted = !settings().strict && !has(context().dialect, EngineNovelty::inlined_layers);
  if (decorates && interpreted && path == "torch.jit.script" && args[0].object->kind == PyKind::function)
    return python().partial_of("torch.jit.ScriptFunction", args[0]);
  return decorates ? args[0] : PyValue::of_path(std::string(kGivesBack));
}

// torch.jit.annotate(type, value): a word to the compiler.
Found TorchFunctions::annotated(const PyExpr&, const std::string&, const PyValues& args, const PyNamedValues& kwargs) {
  return args.size() == 2 && kwargs.empty() ? Found(args[1]) : std::nullopt;
}

// A call of what torch.jit.script made of a function.
Found TorchFunctions::scripted_call(const PyExpr& e,
                                    const std::string&,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  const bool outer = std::exchange(tracer().scripted, true);
  Tracer& inside = tracer();
  try {
    PyValue out = python().call_value(e, args[0], PyValues(args.begin() + 1, args.end()), kwargs);
    inside.scripted = outer;
    return out;
  } catch (const Error&) {
    inside.scripted = outer;
    throw;
  }
}

// Of numbers NumPy's functions are those of math.
Found TorchFunctions::numpy_function(const PyExpr& e,
                                     const std::string& path,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs) {
  if (args.size() != 1 || !kwargs.empty()) return std::nullopt;
  if (!args[0].is_arg() || path == "numpy.sum") return std::nullopt;
  bool number = args[0].arg.is_integer() || args[0].arg.kind() == ArgKind::floating;
  if (!number && path != "numpy.prod") return std::nullopt;
  if (number && path == "numpy.prod") return python().as_host_number(args[0]);
  std::string plain = cat({"math.", last_of(path)});
  return python().as_host_number(python().call_value(e, PyValue::of_path(plain), args, {}));
}

Found TorchFunctions::check(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  bool condition = !args.empty() && args[0].is_arg() &&
                   (args[0].arg.is_bool() || args[0].arg.kind() == ArgKind::sym_bool);
  if (!condition) return std::nullopt;
  if (settings().strict && args.size() > 1 && args[0].arg.is_symbolic())
    fail_as(e, "Unsupported", "torch._check of a symbol with a message", "leave the message out");
  sizes().check_condition(e, args[0].arg);
  return PyValue();
}

Found TorchFunctions::check_is_size(const PyExpr& e, const std::string&, const PyValues& args, const PyNamedValues&) {
  if (args.size() != 1 || !args[0].is_arg()) return std::nullopt;
  if (args[0].arg.is_symbolic()) {
    PyArgs size{args[0].arg};
    guarded(e, [&] { return tracer().call("torch.ops.aten.sym_constrain_range_for_size.default", size); });
    sizes().expect_size(e, args[0].arg);
    tracer().graph().names().create_name("ge");  // it compares, too
    return PyValue();
  }
  if (!args[0].arg.is_integer()) return std::nullopt;
  sizes().check_condition(e, Arg::boolean(!args[0].arg.fits_int64() || args[0].arg.as_int() >= 0));
  return PyValue();
}

// torch.sym_constrain_range(n, min=2, max=9) and its likes: what a symbol can be from there on.
Found TorchFunctions::constrain(const PyExpr& e,
                                const std::string& path,
                                const PyValues& args,
                                const PyNamedValues& kwargs) {
  static constexpr std::string_view kNames[] = {"symbol", "min", "max"};
  const bool positional = path == "torch._constrain_as_size";
  PyValue given[3];
  if (args.empty() || args.size() > (positional ? 3U : 1U)) return std::nullopt;
  std::copy(args.begin(), args.end(), given);
  for (const auto& [name, value] : kwargs) {
    auto at = std::find(std::begin(kNames) + 1, std::end(kNames), name);
    if (at == std::end(kNames)) python().refuse_argument(e, path, name);
    given[at - std::begin(kNames)] = value;
  }
  const bool of_number = path == "torch.sym_constrain_range" && given[0].is_arg() && given[0].arg.is_integer() &&
                         given[0].arg.fits_int64();
  if (!of_number && (!given[0].is_arg() || !given[0].arg.is_symbolic())) return std::nullopt;
  SymRange range{INT64_MIN, INT64_MAX};
  for (std::size_t i = 1; i < 3; ++i) {
    if (given[i].is_none()) continue;
    const bool number = given[i].is_arg() && given[i].arg.is_integer() && given[i].arg.fits_int64();
    if (!number) fail(e, cat({"'", kNames[i], "' of ", path, " is outside of the subset that is captured"}));
    (i == 1 ? range.low : range.high) = given[i].arg.as_int();
  }
  if (of_number) {
    const std::int64_t value = given[0].arg.as_int();
    if (value >= range.low && value <= range.high) return PyValue();
    std::string low = given[1].is_none() ? "-int_oo" : std::to_string(range.low);
    std::string high = given[2].is_none() ? "int_oo" : std::to_string(range.high);
    fail_as(e,
            "ValueError",
            cat({"Invalid value ", std::to_string(value), " for range [", low, ":", high, "]"}),
            "mend the range, or the number");
  }
  if (path != "torch.sym_constrain_range") sizes().expect_size(e, given[0].arg);
  sizes().keep_in_range(e, given[0].arg, range);
  return PyValue();
}

// What layers tell operators of cuDNN, in builds without it.
std::optional<PyValue> TorchFunctions::attention_reshapes(const PyExpr&,
                                                          const std::string&,
                                                          const PyValues&,
                                                          const PyNamedValues&) {
  return PyValue(Arg::boolean(has(context().dialect, EngineNovelty::attention_reshapes)));
}

std::optional<PyValue> TorchFunctions::cudnn_flag(const PyExpr&,
                                                  const std::string&,
                                                  const PyValues&,
                                                  const PyNamedValues&) {
  const bool newer = has(context().dialect, EngineNovelty::cudnn_flag);
  if (newer && run_.host.runs_in_dynamo()) return PyValue(Arg::boolean(false));
  return PyValue(Arg::boolean(cudnn_enabled.value_or(!newer)));
}

// torch.sym_max and torch.sym_min: of sizes with a value to go by PyTorch calls max and min; what they give must stay
// symbolic for Dynamo.
std::optional<PyValue> TorchFunctions::symbolic_extreme(const PyExpr& e,
                                                        const std::string& path,
                                                        const PyValues& args,
                                                        const PyNamedValues&) {
  if (args.size() != 2) return std::nullopt;
  PyArgs numbers = python().to_args(e, args);
  bool most = path == "torch.sym_max";
  auto is_number = [](const Arg& arg) {
    return arg.is_integer() || arg.kind() == ArgKind::floating || arg.is_symbolic();
  };
  if (!is_number(numbers[0]) || !is_number(numbers[1])) return std::nullopt;
  Arg first = numbers[0], second = numbers[1];
  if (sizes().is_told_by_a_run(first, second)) return python().python_function(e, path, numbers);
  bool symbolic = first.is_symbolic() || second.is_symbolic();
  bool real = first.kind() == ArgKind::floating || second.kind() == ArgKind::floating ||
              first.kind() == ArgKind::sym_float || second.kind() == ArgKind::sym_float;
  if (!first.is_symbolic()) std::swap(first, second);
  for (Arg* number : {&first, &second}) {
    if (real && number->kind() == ArgKind::sym_int)
      *number = python().to_arg(e, python().python_function(e, "torch.sym_float", {*number}));
    if (real && number->is_integer() && number->fits_int64())
      *number = context().floating(static_cast<double>(number->as_int()));
  }
  PyValue out = extreme(e, most, first, second, false);
  const bool refused = symbolic || !has(context().dialect, EngineNovelty::inlined_layers);  // 2.6: of numbers, too
  if (settings().strict && !recorder().outside() && refused && !out.arg.is_symbolic())
    fail_as(e,
            "Unsupported",
            cat({"torch.* op returned non-Tensor ", real ? "float" : "int", " call_function ", path}),
            cat({"write ", most ? "max" : "min", "(...)"}));
  return out;
}

// torch.sym_sqrt: of a symbol it stays one, where math.sqrt asks for its number.
std::optional<PyValue> TorchFunctions::symbolic_root(const PyExpr& e,
                                                     const std::string& path,
                                                     const PyValues& args,
                                                     const PyNamedValues&) {
  if (args.size() != 1) return std::nullopt;
  PyArgs numbers = python().to_args(e, args);
  if (!numbers[0].is_symbolic()) return python().python_function(e, "math.sqrt", numbers);
  if (std::optional<Arg> root = tensors().symbolic_math(e, path, numbers)) return PyValue(*root);
  return std::nullopt;
}

// max and min of sizes that are symbols: a condition like any other.
PyValue TorchFunctions::extreme(const PyExpr& e, bool most, const Arg& best, const Arg& next, bool compared) {
  if (!best.is_symbolic() && !next.is_symbolic())
    return python().python_function(e, most ? "builtins.max" : "builtins.min", {best, next});
  if (settings().strict && sizes().is_told_by_a_run(best, next))
    return python().python_function(e, most ? "torch.sym_max" : "torch.sym_min", {best, next});
  // Since 2.14 they are no branch, unless the smallest sizes decide.
  auto decides = [](const Arg& one) { return one.is_integer() && one.fits_int64() && one.as_int() <= 1; };
  const bool symbolic = has(context().dialect, EngineNovelty::symbolic_extremes) && (!compared || settings().strict);
  if (symbolic && !decides(best) && !decides(next)) {
    python().frame().line = e.line;
    tracer().set_place(recorder().place());
    return python().python_function(e, most ? "torch.sym_max" : "torch.sym_min", {best, next});
  }
  PyValue comparison = python().binary(e, most ? ">" : "<", PyValue(next), PyValue(best));
  return PyValue(python().truth(e, comparison) ? next : best);
}

// Dynamo has an operator for it, and 2.14 without strict, too.
std::optional<PyValue> TorchFunctions::extreme_of_tensors(const PyExpr& e,
                                                          bool most,
                                                          const PyValue& best,
                                                          const PyValue& next) {
  const bool known = !recorder().outside() &&
                     (settings().strict || has(context().dialect, EngineNovelty::symbolic_extremes));
  auto is_tensor = [&](const PyValue& value) { return value.is_arg() && tracer().is_tensor(value.arg); };
  auto is_number = [](const PyValue& value) {
    return value.is_arg() && (value.arg.is_integer() || value.arg.kind() == ArgKind::floating);
  };
  if (!known) return std::nullopt;
  if (is_tensor(best) && is_tensor(next))
    return call_torch_function(e, most ? "torch.maximum" : "torch.minimum", {best, next}, {});
  const PyValue &tensor = is_tensor(best) ? best : next, &bound = is_tensor(best) ? next : best;
  if (!is_tensor(tensor) || !is_number(bound)) return std::nullopt;
  return call_torch_function(e, "torch.clamp", {tensor}, {{most ? "min" : "max", bound}});
}

// --- operators ---

// torch.ones(3, requires_grad=True) in what is captured.
void TorchFunctions::refuse_wanted_gradient(const PyExpr& e) {
  fail_as(e,
          "Unsupported",
          has(context().dialect, EngineNovelty::inlined_layers)
              ? "Attempted to use tensor creation function with requires_grad=True"
              : "factory functions that return tensors that require grad are not supported.",
          "make it in __init__, as an nn.Parameter");
}

// By the name of its function: Dynamo of PyTorch 2.6 steps into the object that stands there.
PyValue TorchFunctions::call_custom(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  std::string op = cat({"torch.ops.", std::string_view(path).substr(kCustomOperator.size())});
  if (std::count(op.begin(), op.end(), '.') == 3) op += ".default";
  bool within = settings().strict && !recorder().outside() && !has(context().dialect, EngineNovelty::inlined_layers);
  if (!within) return call_torch_function(e, op, args, kwargs);
  PyArgs plain = python().to_args(e, args);
  PyKwargs named = python().to_kwargs(e, kwargs);
  python().frame().line = e.line;
  tracer().set_place(recorder().place() + traceback_of(cat({"File: ",
                                                            kTorchFolder,
                                                            "_library/custom_ops.py:641 in __call__, code: return "
                                                            "self._opoverload(*args, **kwargs)"})));
  return PyValue(located(e, [&] { return record_overload(tracer(), op, plain, named); }));
}

// torch.arange(1, 5, out=self.freq) in __init__: the elements go into the tensor. Nothing: it is none of these calls,
// or the tensor would get another size.
Found TorchFunctions::filled(const PyExpr& e, const std::string& path, const PyValues& args, PyNamedValues kwargs) {
  auto out = std::find_if(kwargs.begin(), kwargs.end(), [](const auto& one) { return one.first == "out"; });
  if (out == kwargs.end() || out->second.is_none() || !has_word("arange linspace ones zeros", last_of(path)))
    return std::nullopt;
  const PyValue tensor = out->second;
  const PyValue derived = python().attribute(e, tensor, "requires_grad");
  const bool plain = derived.is_arg() && derived.arg.kind() == ArgKind::boolean && !derived.arg.as_bool();
  if (!plain && regions().grad_mode()) return std::nullopt;
  kwargs.erase(out);
  auto is_dtype = [](const auto& one) { return one.first == "dtype"; };
  if (std::any_of(kwargs.begin(), kwargs.end(), is_dtype)) return std::nullopt;
  kwargs.emplace_back("dtype", python().attribute(e, tensor, "dtype"));
  PyValue made = call_torch_function(e, path, args, kwargs);
  const PyValue sizes = python().attribute(e, tensor, "shape"), found = python().attribute(e, made, "shape");
  if (!args_equal(python().to_arg(e, sizes), python().to_arg(e, found))) return std::nullopt;
  return python().call_value(e, python().attribute(e, tensor, "copy_"), {made}, {});
}

PyValue TorchFunctions::call_torch_function(const PyExpr& e,
                                            const std::string& path,
                                            const PyValues& given,
                                            const PyNamedValues& named) {
  std::string_view name = last_of(path);
  if (Found written = recorder().outside() ? filled(e, path, given, named) : std::nullopt) return *written;
  PyValues sizes = given;
  if (recorder().outside() && has_word("empty full ones rand randn zeros", name))
    std::transform(
        given.begin(), given.end(), sizes.begin(), [&](const PyValue& one) { return tensors().sized(e, one); });
  PyArgs args = python().to_args(e, sizes);
  PyKwargs kwargs = python().to_kwargs(e, named);
  if (path.starts_with("torch.ops.")) {
    bool overload = std::count(path.begin(), path.end(), '.') == 4;
    if (overload) return PyValue(guarded(e, [&] { return record_overload(tracer(), path, args, kwargs); }));
    if (const OpDef* declared = find_declared(cat({path, ".default"})))
      return PyValue(guarded(e, [&] { return record_overload(tracer(), declared->path, args, kwargs); }));
  }
  // The program calls it, through the library's check of its arguments if there is one.
  bool checked = python().frames().size() > 1 && python().frame().function == cat({"F_", name}) &&
                 python().frames()[python().frames().size() - 2].source == &python().own_source();
  const SteppedInto* inner = settings().strict && !recorder().outside() ? stepped_into(name) : nullptr;
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  const bool of_functional = path.starts_with("torch.nn.functional.");
  const std::size_t depth = python().frames().size();
  const bool within = depth > 1 && python().frame().function == cat({"F_", name});
  const std::string_view caller = depth == 0 ? std::string_view()
                                             : python().frames()[depth - (within ? 2 : 1)].function;
  const bool in_layer = modules().leaves == 0 && !caller.starts_with("F_");
  const bool in_call = caller.starts_with("torch_");  // of torch.stft() and its like, which Dynamo keeps as one call
  if (inner != nullptr && !in_call &&
      (checked || (!python().in_library()    ? of_functional
                   : inner->function.empty() ? newer || in_layer
                                             : newer || modules().leaves == 0))) {
    tracer().set_place(recorder().place() +
                       traceback_of(cat({"File: ",
                                         kTorchFolder,
                                         inner->file,
                                         ":",
                                         std::to_string(newer ? inner->newer_line : inner->line),
                                         " in ",
                                         inner->function.empty() ? std::string_view(name) : inner->function,
                                         ", code: ",
                                         inner->code})));
    return PyValue(located(e, [&] { return call_torch(tracer(), name, args, kwargs); }));
  }
  auto frozen = [&](const auto& one) {
    return one.first == "requires_grad" && one.second.is_bool() && (!one.second.as_bool() || recorder().outside());
  };
  if (find_declared(path) == nullptr) {
    kwargs.erase(std::remove_if(kwargs.begin(), kwargs.end(), frozen),
                 kwargs.end());  // of factories: as they are anyway
    auto asks = [](const auto& one) { return one.first == "requires_grad"; };
    if (std::any_of(kwargs.begin(), kwargs.end(), asks)) {
      if (run_.host.runs_in_dynamo()) refuse_wanted_gradient(e);
      PyNamedValues rest = named;  // without strict the flag is the tensor's, and no argument
      std::erase_if(rest, asks);
      PyValue made = call_torch_function(e, path, given, rest);
      watch().ask_for_gradients(e, python().to_arg(e, made), true);
      return made;
    }
  }
  bool made = python().in_library() && recorder().outside() && !modules().layer_dtype.is_none() &&
              (name == "empty" || name == "zeros" || name == "ones");
  if (made && std::none_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return one.first == "dtype"; }))
    kwargs.emplace_back("dtype", modules().layer_dtype);
  bool written_here = python().in_library() || path.starts_with("torch.ops.");
  return PyValue(guarded(e, [&] {
    std::optional<Arg> called = path.starts_with("torch.ops.aten.")
                                    ? call_by_name(tracer(), operator_name(path), args, kwargs)
                                    : std::nullopt;
    if (called) return *called;
    return call_torch(tracer(), written_here ? operator_name(path) : torch_function(path), args, kwargs);
  }));
}

// --- torch.tensor ---

// A tensor is converted, other values are made into one, which is none that is detached.
Found TorchFunctions::as_tensor(const PyExpr& e,
                                const std::string& path,
                                const PyValues& given_args,
                                const PyNamedValues& given_kwargs) {
  PyValues args = given_args;
  PyNamedValues kwargs = given_kwargs;
  take_keyword(args, kwargs, "data", 0);
  for (const auto& [name, value] : kwargs) {
    bool wanted = name == "requires_grad" && value.is_arg() && value.arg.is_bool() && value.arg.as_bool();
    if (wanted && run_.host.runs_in_dynamo()) refuse_wanted_gradient(e);
  }
  bool tensor = args.size() == 1 && tensors().is_tensor(args[0]);
  kwargs = with_numpy_dtype(args, std::move(kwargs));
  if (!tensor) return PyValue(guarded(e, [&] { return literal_tensor(e, args, kwargs, false); }));
  if (recorder().outside() && kwargs.empty()) return args[0];
  if (path != "torch.as_tensor") return std::nullopt;
  Arg given = python().to_arg(e, args[0]);
  const TensorMeta& meta = *tracer().meta_of(given).as_tensor_meta();
  Arg dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))),
      device = Arg::symbol(ArgKind::device, meta.device == Symbol() ? context().intern("cpu") : meta.device);
  for (const auto& [name, value] : kwargs) {
    if (name != "dtype" && name != "device") python().refuse_argument(e, path, name);
    if (value.is_none()) continue;
    if (name == "dtype") dtype = python().to_arg(e, value);
    if (name == "device") device = python().to_arg(e, value);
    if (device.is_string()) device = Arg::symbol(ArgKind::device, context().intern(device.text()));
  }
  return PyValue(guarded(e, [&] { return record(tracer(), "torch.ops.aten.to.device", {given, device, dtype}, {}); }));
}

namespace {

// Whether a real number of NumPy's stands there, or in a list at any depth.
bool holds_numpy_float(const PyValue& value) {
  std::vector<const PyValue*> open{&value};
  std::set<const PyObject*> seen;  // a list may hold itself
  while (!open.empty()) {
    const PyValue& one = *open.back();
    open.pop_back();
    if (one.is_arg() && one.host_number != 0 && one.arg.kind() == ArgKind::floating) return true;
    const bool list = is_kind(one, PyKind::list) || is_kind(one, PyKind::tuple);
    if (!list || !seen.insert(one.object).second) continue;
    for (const PyValue& item : one.object->items) open.push_back(&item);
  }
  return false;
}

}  // namespace

// A tensor of numpy.float64 numbers is float64, unless it is asked for another dtype.
PyNamedValues TorchFunctions::with_numpy_dtype(const PyValues& args, PyNamedValues kwargs) {
  auto typed = [](const auto& one) { return one.first == "dtype" && !one.second.is_none(); };
  if (args.size() != 1 || !holds_numpy_float(args[0]) || std::any_of(kwargs.begin(), kwargs.end(), typed))
    return kwargs;
  std::erase_if(kwargs, [](const auto& one) { return one.first == "dtype"; });
  kwargs.emplace_back("dtype", PyValue(Arg::symbol(ArgKind::dtype, context().intern("torch.float64"))));
  return kwargs;
}

Found TorchFunctions::tensor(const PyExpr& e,
                             const std::string& path,
                             const PyValues& args,
                             const PyNamedValues& given_kwargs) {
  // A tensor that requires grad is a leaf; the flag is the tensor's, and no argument of a call in the graph.
  auto asks = [](const auto& one) {
    return one.first == "requires_grad" && one.second.is_arg() && one.second.arg.is_bool() && one.second.arg.as_bool();
  };
  if (!recorder().outside() && std::any_of(given_kwargs.begin(), given_kwargs.end(), asks)) {
    if (run_.host.runs_in_dynamo()) refuse_wanted_gradient(e);
    PyNamedValues rest = given_kwargs;
    std::erase_if(rest, asks);
    Found made = tensor(e, path, args, rest);
    if (made) watch().ask_for_gradients(e, python().to_arg(e, *made), true);
    return made;
  }
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (args.empty() && newer && !settings().strict && !recorder().outside())  // its tracer looks at the first argument
    fail_as(e, "IndexError", "tuple index out of range", "give the data without its name");
  const PyNamedValues kwargs = with_numpy_dtype(args, given_kwargs);
  if (args.size() == 1) {
    const bool range = is_range(args[0]);  // of plain numbers
    PyArgs given = range ? PyArgs() : PyArgs{python().to_arg(e, args[0])};
    PyKwargs named = python().to_kwargs(e, kwargs);
    return PyValue(guarded(e, [&] {
      std::optional<Arg> made = symbolic_literal(given, named);
      return made ? *made : literal_tensor(e, args, kwargs);
    }));
  }
  return PyValue(guarded(e, [&] { return literal_tensor(e, args, kwargs); }));
}

namespace {

// torch.Tensor is a name of the default dtype's.
constexpr std::string_view kTypes[][2] = {
    {"torch.FloatTensor", "torch.float32"},
    {"torch.DoubleTensor", "torch.float64"},
    {"torch.HalfTensor", "torch.float16"},
    {"torch.LongTensor", "torch.int64"},
    {"torch.IntTensor", "torch.int32"},
    {"torch.ShortTensor", "torch.int16"},
    {"torch.CharTensor", "torch.int8"},
    {"torch.ByteTensor", "torch.uint8"},
    {"torch.BFloat16Tensor", "torch.bfloat16"},
    {"torch.BoolTensor", "torch.bool"},
    {"torch.Tensor", "torch.float32"},
};

}  // namespace

std::string_view typed_tensor_dtype(std::string_view path) {
  auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& row) { return row[0] == path; });
  return found == std::end(kTypes) ? std::string_view() : (*found)[1];
}

std::string_view typed_tensor_name(std::string_view dtype) {
  auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& row) { return row[1] == dtype; });
  return found == std::end(kTypes) ? std::string_view() : (*found)[0];
}

// torch.Tensor(2, 3), torch.LongTensor([1, 2]): sizes or values.
std::optional<PyValue> TorchFunctions::typed_tensor(const PyExpr& e,
                                                    const std::string& path,
                                                    const PyValues& args,
                                                    const PyNamedValues& kwargs) {
  std::string_view name = typed_tensor_dtype(path);
  if (name.empty() || (args.empty() && !kwargs.empty())) return std::nullopt;
  const PyValues nothing{PyValue(context().integer(std::int64_t{0}))};  // torch.Tensor() has no elements
  return sized_or_filled(e, path, Arg::symbol(ArgKind::dtype, context().intern(name)), args.empty() ? nothing : args);
}

PyValue TorchFunctions::sized_or_filled(const PyExpr& e,
                                        const std::string& path,
                                        const Arg& dtype,
                                        const PyValues& given_args) {
  // A torch.Size says sizes; Dynamo takes its numbers for values.
  bool size = given_args.size() == 1 && given_args[0].object != nullptr && given_args[0].object->name == kSizeType &&
              !(settings().strict && !recorder().outside());
  const PyValues args = size ? given_args[0].object->items : given_args;
  auto is_size = [&](const PyValue& arg) {
    return arg.is_arg() && (arg.arg.is_integer() || (!tracer().is_tensor(arg.arg) && arg.arg.is_symbolic()));
  };
  bool sizes = size || std::all_of(args.begin(), args.end(), is_size);
  if (sizes && recorder().outside())
    return PyValue(guarded(e, [&] {
      return call_torch(tracer(), "empty", {context().list(python().to_args(e, args))}, {{"dtype", dtype}});
    }));
  if (sizes) {
    Arg layout = Arg::symbol(ArgKind::layout, context().intern("torch.strided"));
    Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu"));
    return PyValue(guarded(e, [&] {
      return record(tracer(),
                    "torch.ops.aten.empty.memory_format",
                    {context().list(python().to_args(e, args))},
                    {{"dtype", dtype}, {"layout", layout}, {"device", cpu}});
    }));
  }
  if (args.size() != 1) fail(e, cat({path, " is made in __init__, or of one list"}), "use torch.empty or torch.tensor");
  Arg given = python().to_arg(e, args[0]);
  if (tracer().is_tensor(given) && recorder().outside()) return PyValue(given);
  if (tracer().is_tensor(given))
    return PyValue(guarded(e, [&] { return tracer().call("torch.ops.aten.alias.default", {given}); }));
  return PyValue(guarded(e, [&] { return literal_tensor(e, args, {{"dtype", PyValue(dtype)}}, false); }));
}

// Numbers of a literal, in rows; their dtype is that of the widest.
void TorchFunctions::gather(
    const PyExpr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out) {
  if (!arg.is_sequence()) {
    std::optional<Arg> known;  // torch.tensor([x[0], x[1]]) takes the numbers out of what holds one
    if (tracer().is_tensor(arg) && recorder().outside()) known = recorder().known_number(e, arg);
    const Arg& number = known ? *known : arg;
    if (!number.is_integer() && !number.is_bool() && number.kind() != ArgKind::floating)
      fail(e, "torch.tensor takes numbers here");
    if (depth != shape.size() && !out.empty()) fail(e, "the lists of a tensor must be of one length");
    out.push_back(number);
    return;
  }
  if (depth > 64) fail(e, "too many dimensions for a tensor");
  auto count = static_cast<std::int64_t>(arg.items().size());
  if (depth == shape.size() && out.empty()) shape.push_back(count);
  if (depth >= shape.size() || shape[depth] != count)
    fail(e,
         cat({"expected sequence of length ",
              std::to_string(depth < shape.size() ? shape[depth] : 0),
              " at dim ",
              std::to_string(depth),
              " (got ",
              std::to_string(count),
              ")"}));
  for (const Arg& item : arg.items()) gather(e, item, depth + 1, shape, out);
}

// Constants stay in the graph of the branch that makes them; PyTorch 2.6 finds them there and refuses.
void TorchFunctions::refuse_branch_constant(const PyExpr& e) {
  if (!has(context().dialect, EngineNovelty::branch_constants))
    fail_as(e,
            "SpecViolationError",
            "Invalid get_attr type <class 'torch.Tensor'>. \nValid get_attr types: (<class "
            "'torch.fx.graph_module.GraphModule'>,)",
            "make the tensor outside of the branch");
  fail(e,
       "a tensor that a branch makes of numbers is outside of the subset that is captured",
       "make it outside of the branch");
}

PyValue TorchFunctions::copied_tensor(const PyExpr& e, const PyValue& given, const PyNamedValues& kwargs) {
  const Arg tensor = python().to_arg(e, given);
  const TensorMeta& meta = *tracer().meta_of(tensor).as_tensor_meta();
  Arg dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))),
      device = Arg::symbol(ArgKind::device, meta.device == Symbol() ? context().intern("cpu") : meta.device);
  for (const auto& [name, value] : kwargs) {
    const bool off = (name == "requires_grad" || name == "pin_memory") && value.is_arg() && value.arg.is_bool() &&
                     !value.arg.as_bool();
    if (value.is_none() || off) continue;
    const Arg wanted = python().to_arg(e, value);
    if (name == "dtype" && wanted.kind() == ArgKind::dtype)
      dtype = wanted;
    else if (name == "device" && (wanted.kind() == ArgKind::device || wanted.is_string()))
      device = wanted.is_string() ? Arg::symbol(ArgKind::device, context().intern(wanted.text())) : wanted;
    else
      fail(e, cat({"the argument '", name, "' of torch.tensor is outside of the subset that is captured"}));
  }
  return PyValue(guarded(e, [&] {
    const Arg detached = tracer().call("torch.ops.aten.detach.default", {tensor});
    const Arg copy = record(
        tracer(), "torch.ops.aten.to.device", {detached, device, dtype, Arg::boolean(false), Arg::boolean(true)}, {});
    return tracer().call_inplace("torch.ops.aten.detach_.default", {copy}, {});
  }));
}

Arg TorchFunctions::literal_tensor(const PyExpr& e, PyValues args, PyNamedValues kwargs, bool detached) {
  take_keyword(args, kwargs, "data", 0);
  if (args.size() != 1) fail(e, "torch.tensor takes one list or number");
  const bool tensor = tensors().is_tensor(args[0]);
  if (tensor && detached && !recorder().outside()) return python().to_arg(e, copied_tensor(e, args[0], kwargs));
  std::vector<std::int64_t> shape;
  std::vector<Arg> numbers;
  gather(e, python().to_arg(e, args[0]), 0, shape, numbers);
  Element element = Element::b8;
  for (const Arg& number : numbers)
    element = number.kind() == ArgKind::floating              ? Element::f32
              : number.is_integer() && element == Element::b8 ? Element::i64
                                                              : element;
  if (numbers.empty()) element = Element::f32;
  std::string dtype(dtype_of(element).abbr);
  for (const auto& [key, value] : kwargs) {
    const bool plain = (key == "dtype" && value.is_none()) ||
                       (key == "pin_memory" && value.is_arg() && value.arg.is_bool() && !value.arg.as_bool());
    if (plain || key == "requires_grad" || key == "device") continue;
    const DTypeInfo* info = key == "dtype" && value.is_arg() && value.arg.kind() == ArgKind::dtype
                                ? find_dtype(value.arg.text())
                                : nullptr;
    if (info == nullptr)
      fail(e, cat({"the argument '", key, "' of torch.tensor is outside of the subset that is captured"}));
    dtype = info->abbr;
  }
  std::string text = cat({dtype, "["});
  for (std::size_t i = 0; i < shape.size(); ++i) text += cat({i > 0 ? ", " : "", std::to_string(shape[i])});
  Arg val = recorder().with_strides(read_annotation(context(), text + "]"));
  Tensor value = recorder().tensor_of(val, numbers);
  if (recorder().outside()) {
    recorder().literals.push_back(std::move(value));
    return Arg::node(recorder().init.placeholder("literal", val));
  }
  if (tracer().is_thrown_away) return Arg::node(tracer().placeholder("literal", val));
  if (regions().in_branch) refuse_branch_constant(e);
  return inputs().lifted(val, value, detached);
}

}  // namespace seesaw
