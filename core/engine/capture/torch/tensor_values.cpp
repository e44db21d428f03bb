#include "core/engine/capture/torch/tensor_values.h"
#include "core/engine/capture/interpreter/traced_argument.h"

#include <algorithm>
#include <limits>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/dynamic_shapes.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/capture/torch/script.h"
#include "core/engine/capture/torch/tensor_attributes.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/capture/torch/torch_namespaces.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_call.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/inplace_names.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

constexpr std::size_t kMostDimensions = 64;  // of a tensor, for tolist()

// What torch.finfo and torch.iinfo tell of a dtype.
struct NumberLimits {
  std::string_view dtype;
  double max, eps, tiny;
};
constexpr NumberLimits kFloatLimits[] = {
    {"float64",
     std::numeric_limits<double>::max(),
     std::numeric_limits<double>::epsilon(),
     std::numeric_limits<double>::min()},
    {"float32",
     double{std::numeric_limits<float>::max()},
     double{std::numeric_limits<float>::epsilon()},
     double{std::numeric_limits<float>::min()}},
    {"float16", 65504.0, 0x1p-10, 0x1p-14},
    {"bfloat16", 0x1.fep127, 0x1p-7, 0x1p-126},
};
std::optional<double> float_limit(std::string_view dtype, std::string_view name) {
  for (const NumberLimits& row : kFloatLimits) {
    if (row.dtype != dtype) continue;
    if (name == "max") return row.max;
    if (name == "min") return -row.max;
    if (name == "eps") return row.eps;
    if (name == "tiny" || name == "smallest_normal") return row.tiny;
  }
  return std::nullopt;
}
std::optional<std::int64_t> integer_limit(std::string_view dtype, std::string_view name) {
  if (name != "min" && name != "max") return std::nullopt;
  bool most = name == "max";
  if (dtype == "uint8") return most ? 255 : 0;
  int bits = dtype == "int64" ? 63 : dtype == "int32" ? 31 : dtype == "int16" ? 15 : dtype == "int8" ? 7 : 0;
  if (bits == 0) return std::nullopt;
  std::int64_t high = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  return most ? high : -high - 1;
}

// Constants of torch and numpy.
std::optional<double> constant_named(std::string_view name) {
  if (name == "pi") return 3.141592653589793;
  if (name == "e") return 2.718281828459045;
  if (name == "inf" || name == "nan") return parse_float(name);
  return std::nullopt;
}

}  // namespace

namespace {

// The function that an attribute runs each time that it is read; or nothing.
std::string_view function_of_property(std::string_view name) {
  static constexpr std::string_view kComputed[][2] = {
      {"T", "numpy_T"}, {"H", "matrix_H"}, {"mT", "mT"}, {"mH", "mH"}, {"real", "real"}, {"imag", "imag"}};
  for (const auto& [attribute, function] : kComputed) {
    if (name == attribute) return function;
  }
  return {};
}

}  // namespace

bool is_computed_property(std::string_view name) { return !function_of_property(name).empty(); }

std::optional<Arg> result_named(const Arg& results, std::string_view name) {
  if (results.kind() != ArgKind::tuple || results.items().size() == 0 || !results.items()[0].is_node())
    return std::nullopt;
  const Node* first = results.items()[0].as_node();
  if (first->args().size() != 2 || !first->args()[0].is_node()) return std::nullopt;
  const Node* call = first->args()[0].as_node();
  const OpDef* record = call->callable() == nullptr ? nullptr : find_record(call->callable()->path.view());
  std::size_t at = record == nullptr ? std::string_view::npos : record->schema.rfind("-> (");
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = record->schema.substr(at + 4);
  for (const Arg& result : results.items()) {
    std::string_view one = rest.substr(0, rest.find_first_of(",)"));
    if (one.ends_with(cat({" ", name}))) return result;
    if (one.size() + 2 > rest.size()) break;
    rest.remove_prefix(one.size() + 2);
  }
  return std::nullopt;
}

bool TensorValues::is_tensor(const PyValue& value) {
  return value.is_arg() ? tracer().is_tensor(value.arg) : is_state(value);
}

// --- attributes and methods ---

// A name that its module does not have; PyTorch's functions that are written here ask for their own.
void TensorValues::check_namespace(const PyExpr& e, const std::string& owner, const std::string& name) {
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (python().in_library() || owner == "torch.nn.Module") return;
  if (has_object_attribute(name) || name == "__dict__" || has_namespace_name(owner, name, newer).value_or(true)) return;
  located(e, [&] { torch_function(cat({owner, ".", name})); });  // knows where a function of that name is
  python().fail_as(e,
                   "AttributeError",
                   cat({"module '", owner, "' has no attribute '", name, "'"}),
                   "use a name that the module has in this version of PyTorch");
}

// Whether a line of the file sets an attribute of this name, or the precision that switches depend on.
bool TensorValues::file_sets(std::string_view name) {
  const std::string attribute = cat({".", name});
  for (std::uint32_t number = 1; python().own_source().line(number).data() != nullptr; ++number) {
    python().add_steps(1);
    std::string_view line = python().own_source().line(number);
    if (line.find("set_float32_matmul_precision") != std::string_view::npos) return true;
    std::size_t at = line.find(attribute);
    if (at == std::string_view::npos) continue;
    std::string_view rest = line.substr(at + attribute.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.starts_with('=') && !rest.starts_with("==")) return true;
  }
  return false;
}

// Switches of a build for the CPU, as they are where nobody sets them.
std::optional<bool> TensorValues::backend_flag(const PyExpr& e, std::string_view path) {
  constexpr std::string_view kOff[] = {
      "torch.backends.cuda.matmul.allow_tf32", "torch.backends.cudnn.benchmark", "torch.backends.cudnn.deterministic"};
  const bool off = std::find(std::begin(kOff), std::end(kOff), path) != std::end(kOff);
  const bool enabled = path == "torch.backends.cudnn.enabled";
  if (!off && !enabled && path != "torch.backends.cudnn.allow_tf32") return std::nullopt;
  python().count_step(e.begin);  // the file is looked through at each question
  if (file_sets(path.substr(path.rfind('.') + 1)))
    fail(e, cat({"what '", path, "' is where the file sets it is not known here"}), "write its value in its place");
  return enabled ? !has(context().dialect, EngineNovelty::cudnn_flag) : !off;
}

PyValue TensorValues::path_attribute(const PyExpr& e, const std::string& owner, const std::string& name) {
  std::string path = cat({owner, ".", name});
  if (owner.starts_with("torch.finfo.") || owner.starts_with("torch.iinfo.")) {
    std::string_view dtype = std::string_view(owner).substr(sizeof("torch.finfo.") - 1);
    if (std::optional<double> value = float_limit(dtype, name); value && owner[6] == 'f')
      return PyValue(context().floating(*value));
    if (std::optional<std::int64_t> value = integer_limit(dtype, name); value && owner[6] == 'i')
      return PyValue(context().integer(*value));
  }
  if (const PyValue* set = watch().set_name(path)) return *set;
  check_namespace(e, owner, name);
  if (owner == "numpy" && name == "newaxis") return PyValue();
  if (owner == "torch.version" && has_word("cuda hip rocm xpu", name)) return PyValue();  // of a build for the CPU
  if (std::optional<bool> flag = backend_flag(e, path)) return PyValue(Arg::boolean(*flag));
  if (path == "os.environ") return *python().find_global(python().library(), "os_environ");
  if (owner == "torch" || owner == "numpy") {
    if (std::optional<double> value = constant_named(name)) return PyValue(context().floating(*value));
  }
  if (PyClass* klass = modules().library_class(owner)) {
    if (name == "__name__") {
      std::string_view told = klass->def->name;
      constexpr std::string_view kDistribution = "distributions_";
      return PyValue(context().string(told.substr(told.starts_with(kDistribution) ? kDistribution.size() : 0)));
    }
    PyClass* of = klass;
    if (python().find_method(of, name) != nullptr) return python().class_attribute(e, klass, name);
  }
  if (owner == "torch") {
    if (const DTypeInfo* dtype = find_dtype(name))
      return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype->name}))));
    if (name == "__version__") {
      PyClass* version = modules().library_class("torch_version.TorchVersion");
      bool newer = has(context().dialect, EngineNovelty::release);
      return python().instantiate(e, version, {PyValue(context().string(newer ? "2.14.1" : "2.6.0"))}, {});
    }
    if (name == "strided") return PyValue(Arg::symbol(ArgKind::layout, context().intern(path)));
    if (name == "legacy_contiguous_format")
      return PyValue(Arg::symbol(ArgKind::memory_format, context().intern("torch.contiguous_format")));
    if (name == "contiguous_format" || name == "channels_last" || name == "channels_last_3d" ||
        name == "preserve_format")
      return PyValue(Arg::symbol(ArgKind::memory_format, context().intern(path)));
  }
  return PyValue::of_path(std::move(path));
}

// grad_fn: a leaf has none. What it is otherwise is not known, but that it is.
PyValue TensorValues::made_by(const PyExpr& e, const Arg& object) {
  const Arg now = tracer().current(object);
  const bool grad = tracer().meta_of(now).as_tensor_meta()->requires_grad;
  if (object.is_node() && now.as_node() != object.as_node())
    fail(e, "grad_fn of a tensor that was written in place is not known here", "ask for requires_grad");
  // What takes no tensor is made as a leaf: torch.zeros(3, requires_grad=True).
  const bool made = object.is_node() && object.as_node()->all_input_nodes().empty();
  if (!grad || made || tracer().is_made_leaf(now)) return {};
  if (run_.host.runs_in_dynamo())
    fail_as(e,
            "Unsupported",
            has(context().dialect, EngineNovelty::inlined_layers) ? "Tensor with grad_fn()"
                                                                  : "TensorVariable has a grad_fn",
            "ask for requires_grad, or capture it without strict");
  // The results of one operator have one grad_fn.
  const Node* node = now.is_node() ? now.as_node() : nullptr;
  const bool item = node != nullptr && node->calls(op_path::getitem) && node->args()[0].is_node();
  if (item) node = node->args()[0].as_node();
  if (node == nullptr) fail(e, "grad_fn of this tensor is not known here", "ask for requires_grad");
  PyObject*& made_once = grad_functions_[node];
  if (made_once == nullptr) {
    made_once = python().make(PyKind::instance);
    made_once->klass = modules().library_class("autograd_graph.Node");
    made_once->prepared = true;
  }
  return PyValue(made_once);
}

PyValue TensorValues::tensor_attribute(const PyExpr& e, const Arg& object, const std::string& name) {
  if (std::optional<Arg> result = result_named(object, name)) return PyValue(*result);
  if (const PyValue* own = watch().python_attribute(PyValue(object), name)) return *own;
  if (object.kind() == ArgKind::device && name == "type")
    return PyValue(context().string(object.text().substr(0, object.text().find(':'))));
  if (object.kind() == ArgKind::device && name == "index") return {};
  if (object.kind() == ArgKind::dtype && (name == "is_floating_point" || name == "is_complex" || name == "itemsize")) {
    std::string_view dtype = object.text().substr(object.text().rfind('.') + 1);
    if (name == "is_floating_point") return PyValue(Arg::boolean(dtype.starts_with("float") || dtype == "bfloat16"));
    if (name == "is_complex") return PyValue(Arg::boolean(dtype.starts_with("complex")));
    if (dtype == "bool") return PyValue(integer(1));
    std::size_t digits = dtype.find_first_of("0123456789");
    std::optional<std::int64_t> bits = digits == std::string_view::npos ? std::nullopt
                                                                        : parse_int(dtype.substr(digits));
    if (bits) return PyValue(integer(static_cast<std::size_t>(*bits) / 8));
  }
  if (!tracer().is_tensor(object) && object.kind() != ArgKind::tensor_meta)
    fail(e, cat({"the attribute '", name, "' of this value is outside of the subset that is captured"}));
  const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
  if (name == "shape") return size(e, object, PyValue());
  if (name == "layout") return PyValue(Arg::symbol(ArgKind::layout, context().intern("torch.strided")));
  if (name == "ndim") return PyValue(integer(meta.shape.size()));
  if (name == "dtype") return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))));
  if (name == "device")
    return PyValue(Arg::symbol(ArgKind::device, meta.device == Symbol() ? context().intern("cpu") : meta.device));
  if (std::string_view function = function_of_property(name); !function.empty())
    return PyValue(guarded(e, [&] { return call_torch(tracer(), std::string(function), {object}, {}); }));
  if (name == "data") return recorder().outside() ? PyValue(object) : inputs().data_of(tracer().meta_of(object));
  if (name == "requires_grad") return PyValue(Arg::boolean(meta.requires_grad));
  if (name == "grad_fn") return made_by(e, object);
  std::string_view device = meta.device == Symbol() ? std::string_view("cpu") : meta.device.view();
  if (name == "is_cpu") return PyValue(Arg::boolean(device.starts_with("cpu")));
  if (is_device_flag(name)) return PyValue(Arg::boolean(device.starts_with(name.substr(sizeof("is_") - 1))));
  // A method that is called later: getattr(x, "cos")()
  if (is_python_function(name)) return python().partial_of(cat({"torch.Tensor.", name}), PyValue(object));
  const bool plain = !settings().strict || recorder().outside();
  if (plain && !has_tensor_attribute(name, has(context().dialect, EngineNovelty::release)))
    fail_as(e,
            "AttributeError",
            cat({recorder().outside() ? "'Tensor'" : "'FakeTensor'", " object has no attribute '", name, "'"}),
            "use a name that tensors have in this version of PyTorch");
  fail(e, cat({"the attribute '", name, "' of a tensor is outside of the subset that is captured"}));
}

PyValue TensorValues::state_attribute(const PyExpr& e, const PyValue& object, const std::string& name) {
  PyObject* state = object.object;
  if (const PyValue* own = watch().python_attribute(object, name)) return *own;
  if (name == "data" && recorder().outside()) return object;
  if (name == "data") {
    if (settings().strict) inputs().input_of(state);  // Dynamo has read it
    return inputs().data_of(state->initial);
  }
  if (name == "requires_grad") return PyValue(Arg::boolean(is_parameter(object) ? !state->frozen : state->asks_grad));
  if (name == "grad_fn" && is_parameter(object)) return {};  // a leaf; it makes no input of it
  bool known = name == "shape" || name == "dtype" || name == "ndim" || name == "device";
  bool made = known && (state->initial.is_node() || GraphInputs::is_unused_data(*state));  // it makes no input of it
  return tensor_attribute(e, made ? state->initial : python().to_arg(e, object), name);
}

namespace {

// x.addmm_(beta, alpha, a, b), x.addmm_(beta, a, b): the forms of old PyTorch, which it takes still.
void name_old_factors(std::string_view name, PyValues& args, PyNamedValues& kwargs) {
  static constexpr std::string_view kProducts =
      "addbmm addbmm_ addmm addmm_ addmv addmv_ addr addr_ baddbmm baddbmm_ sspaddmm";
  if (!has_word(kProducts, name) || args.size() < 3 || args.size() > 4 || !kwargs.empty()) return;
  const auto first_tensor = args.end() - 2;
  auto is_number = [](const PyValue& one) {
    return one.is_arg() && (one.arg.is_integer() || one.arg.is_bool() || one.arg.kind() == ArgKind::floating);
  };
  if (!std::all_of(args.begin(), first_tensor, is_number)) return;
  kwargs.emplace_back("beta", args[0]);
  if (args.size() == 4) kwargs.emplace_back("alpha", args[1]);
  args.erase(args.begin(), first_tensor);
}

}  // namespace

PyValue TensorValues::tensor_method(
    const PyExpr& e, const std::string& name, const Arg& object, const PyValues& given, const PyNamedValues& named) {
  auto traced = [&](const PyValue& one) { return traced_argument(python(), one) != nullptr; };
  if (std::any_of(given.begin(), given.end(), traced)) {
    PyValues tensors = given;
    for (PyValue& one : tensors) one = traced(one) ? PyValue(python().to_arg(e, one)) : one;
    return tensor_method(e, name, object, tensors, named);
  }
  if (std::optional<PyValue> drawn = functions().with_generator(
          e, named, [&](const PyNamedValues& rest) { return tensor_method(e, name, object, given, rest); }))
    return *drawn;
  static constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
      {"__abs__", "abs"}, {"__invert__", "bitwise_not"}, {"__neg__", "neg"}, {"__pos__", "positive"}};
  for (const auto& [dunder, method] : kOperators) {
    if (name == dunder && given.empty() && named.empty())
      return tensor_method(e, std::string(method), object, given, named);
  }
  if (name == "__setitem__" && given.size() == 2 && named.empty()) {
    python().set_item(e, PyValue(object), given[0], given[1]);
    return PyValue();
  }
  PyValues args = given;
  PyNamedValues kwargs = named;
  if (std::optional<PyValue> number = numpy_number_method(e, name, object, args, kwargs)) return *number;
  types_as_dtypes(context(), kwargs);
  if (name == "to" && !args.empty()) args[0] = dtype_of_type(context(), args[0]);
  if (name == "nonzero" && args.empty() && says_tuple(kwargs)) return functions().nonzero_places(e, {PyValue(object)});
  if (name == "nonzero") std::erase_if(kwargs, says_no_tuple);
  if (name == "unique" || name == "unique_consecutive" || name == "stft") {
    args.insert(args.begin(), PyValue(object));
    return functions().call(e, cat({"torch.", name}), std::move(args), std::move(kwargs));
  }
  if (!tracer().is_tensor(object) && object.kind() != ArgKind::tensor_meta)
    fail(e, cat({"the method '", name, "' of this value is outside of the subset that is captured"}));
  if (std::optional<PyValue> plain = plain_method(e, name, object, args, kwargs)) return *plain;
  if (std::optional<Arg> known = name == "item" && args.empty() ? recorder().known_number(e, object) : std::nullopt)
    return PyValue(*known);
  if (std::optional<PyValue> known = name == "tolist" && args.empty() ? recorder().known_list(object) : std::nullopt)
    return *known;
  if (name == "tolist" && args.empty() && kwargs.empty()) {
    std::optional<PyValue> known = constant_list(e, object);
    return known ? *known : numbers_in(e, object);
  }
  if (name == "numpy" && args.empty() && recorder().outside()) return array_of(e, object, kwargs);
  if (name == "numpy" && args.empty() && run_.host.runs_in_dynamo()) return traced_array_of(e, object, kwargs);
  if (name == "new" && kwargs.empty()) return made_like(e, object, args);
  if (name == "new_tensor") {
    // Dynamo of 2.14 asks whether a dtype is given, and takes None for one.
    const bool asks = run_.host.runs_in_dynamo() && has(context().dialect, EngineNovelty::inlined_layers);
    if (!asks) std::erase_if(kwargs, [](const auto& one) { return one.first == "dtype" && one.second.is_none(); });
    bool typed = std::any_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return one.first == "dtype"; });
    if (!typed) kwargs.emplace_back("dtype", tensor_attribute(e, object, "dtype"));
    if (std::optional<PyValue> made = functions().call_with_arrays(e, "torch.tensor", args, kwargs)) return *made;
    return PyValue(guarded(e, [&] { return functions().literal_tensor(e, args, kwargs); }));
  }
  if (name == "type" && kwargs.empty() && args.size() <= 1) {
    if (std::optional<PyValue> told = typed_by_name(e, object, args)) return *told;
  }
  if (!python().in_library()) located(e, [&] { check_method(name); });
  static constexpr std::string_view kTakeSizes = "reshape view expand repeat broadcast_to tile new_zeros new_ones";
  if (has_word(kTakeSizes, name))
    std::transform(args.begin(), args.end(), args.begin(), [&](const PyValue& size) { return sized(e, size); });
  name_old_factors(name, args, kwargs);
  PyArgs all = python().to_args(e, args);
  bool scaled = settings().strict && kwargs.size() == 1 && kwargs[0].first == (name == "add_" ? "alpha" : "value");
  if (scaled && name == "add_" && all.size() == 1)
    return added_in_place(e, object, all[0], python().to_kwargs(e, kwargs)[0].second);
  if (scaled && (name == "addcmul_" || name == "addcdiv_") && all.size() == 2) {
    bool product = name == "addcmul_";
    if (product)
      tracer().set_place(recorder().place() +
                         traceback_of(cat({"File: ",
                                           kTorchFolder,
                                           "_dynamo/polyfills/__init__.py:193 in addcmul_inplace, code: return "
                                           "self.add_(tensor1 * tensor2 * value)"})));
    auto by = [&](const char* function, PyArgs both) {
      return product ? located(e, [&] { return call_torch(tracer(), function, both, {}); })
                     : guarded(e, [&] { return call_torch(tracer(), function, both, {}); });
    };
    Arg by_value = by("mul", {by(product ? "mul" : "div", {all[0], all[1]}), python().to_kwargs(e, kwargs)[0].second});
    return PyValue(by("add_", {object, by_value}));
  }
  all.insert(all.begin(), object);
  return PyValue(guarded(e, [&] { return call_torch(tracer(), name, all, python().to_kwargs(e, kwargs), true); }));
}

// What the module keeps, before forward runs: nn.Parameter(torch.zeros(4)).to("cpu") is that parameter.
PyValue TensorValues::kept_method(
    const PyExpr& e, const std::string& name, const PyValue& kept, const PyValues& args, const PyNamedValues& kwargs) {
  const Arg data = python().to_arg(e, kept);
  PyValue result = tensor_method(e, name, data, args, kwargs);
  if (name.ends_with('_')) return kept;
  if (!result.is_arg() || !tracer().is_tensor(result.arg)) return result;
  auto is_set = [](const PyValue& one) { return one.is_arg() && one.arg.is_bool() && one.arg.as_bool(); };
  const bool placed = !args.empty() && args[0].is_arg() && !tracer().is_tensor(args[0].arg) &&
                      args[0].arg.kind() != ArgKind::dtype;
  const std::size_t at = placed ? 3 : 2;  // of `copy`, behind what it goes to and non_blocking
  const bool copies = (name == "to" && args.size() > at && is_set(args[at])) ||
                      std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& one) {
                        return one.first == "copy" && is_set(one.second);
                      });
  const TensorMeta &before = *tracer().meta_of(data).as_tensor_meta(),
                   &now = *tracer().meta_of(result.arg).as_tensor_meta();
  const bool same = before.dtype == now.dtype && values().tensor(&before).strides() == values().tensor(&now).strides();
  return same && !copies ? kept : result;
}

// A tensor of one number that is known stands for the number.
PyValue TensorValues::size_of_tensor(const PyExpr& e, const PyValue& size) {
  if (!size.is_arg() || !size.arg.is_node() || !is_tensor(size)) return size;
  std::optional<Tensor> value = recorder().known_value(size.arg);
  if (!value || value->numel() != 1 || !is_integral(value->element())) return size;
  Arg number = context().integer(value->integer_item_at(0));
  if (!recorder().outside() && tracer().is_of_numbers(size.arg))
    guarded(e, [&] { return Arg::node(tracer().call_known("torch.ops.aten.item.default", {size.arg}, number)); });
  return PyValue(number);
}

// A size, or a list of them.
PyValue TensorValues::sized(const PyExpr& e, const PyValue& size) {
  if (!is_kind(size, PyKind::list) && !is_kind(size, PyKind::tuple)) return size_of_tensor(e, size);
  PyValues sizes = size.object->items;
  const bool any = std::any_of(sizes.begin(), sizes.end(), [&](const PyValue& one) { return is_tensor(one); });
  if (!any) return size;
  for (PyValue& one : sizes) one = size_of_tensor(e, one);
  return python().make_list(size.object->kind, std::move(sizes));
}

// x.numpy() of what a file or __init__ computes shares the memory of x.
PyValue TensorValues::array_of(const PyExpr& e, const Arg& object, const PyNamedValues& kwargs) {
  const bool forced = kwargs.size() == 1 && kwargs[0].first == "force" && python().truth(e, kwargs[0].second);
  if (!kwargs.empty() && kwargs[0].first != "force") python().refuse_argument(e, "numpy", kwargs[0].first);
  PyValue tensor(object);
  if (python().truth(e, tensor_attribute(e, object, "requires_grad"))) {
    if (!forced)
      fail_as(e,
              "RuntimeError",
              "Can't call numpy() on Tensor that requires grad.",
              "Use tensor.detach().numpy() instead.");
    tensor = tensor_method(e, "detach", object, {}, {});
  }
  return python().call_value(e, *python().find_global(python().library(), "numpy_ndarray"), {tensor}, {});
}

// For Dynamo an array is a view of the tensor; force=True takes the tensor from its history first.
PyValue TensorValues::traced_array_of(const PyExpr& e, const Arg& object, const PyNamedValues& kwargs) {
  const bool forced = kwargs.size() == 1 && kwargs[0].first == "force" && python().truth(e, kwargs[0].second);
  if (!kwargs.empty() && kwargs[0].first != "force") python().refuse_argument(e, "numpy", kwargs[0].first);
  PyValue view = forced ? tensor_method(e, "cpu", tensor_method(e, "detach", object, {}, {}).arg, {}, {})
                        : tensor_method(e, "view_as", object, {PyValue(object)}, {});
  return python().call_value(e, *python().find_global(python().library(), "traced_ndarray"), {view}, {});
}

// Numbers that NumPy's functions give stand here as Python's own, and have a few methods of NumPy's where the file
// imports it. Dynamo has none.
std::optional<PyValue> TensorValues::numpy_number_method(
    const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs) {
  bool number = object.is_integer() || object.is_bool() || object.kind() == ArgKind::floating;
  if (!number || !kwargs.empty() || run_.host.runs_in_dynamo()) return std::nullopt;
  const auto& globals = python().own_source().globals();
  auto is_numpy = [](const auto& one) { return one.second.path == "numpy" || one.second.path.starts_with("numpy."); };
  if (std::none_of(globals.begin(), globals.end(), is_numpy)) return std::nullopt;
  if (args.empty() && (name == "item" || name == "tolist")) return PyValue(object);
  if (args.size() != 1 || name != "astype") return std::nullopt;
  PyValue* function = python().find_global(python().library(), "numpy__number_as");
  return python().call_value(e, *function, {PyValue(object), args[0]}, {});
}

// x.type() names a legacy class, x.type("torch.LongTensor") and x.type(torch.LongTensor) ask for one: a dtype on a
// device. Nothing for a dtype.
std::optional<PyValue> TensorValues::typed_by_name(const PyExpr& e, const Arg& object, const PyValues& args) {
  if (args.empty()) {
    const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
    std::string_view named = typed_tensor_name(cat({"torch.", meta.dtype->name}));
    if (named.empty()) fail(e, cat({"type() of a tensor of ", meta.dtype->name, " is not known"}), "use its dtype");
    return PyValue(context().string(named));
  }
  bool text = args[0].is_arg() && args[0].arg.is_string();
  std::string path = text ? std::string(args[0].arg.text()) : args[0].path;
  std::string_view dtype = typed_tensor_dtype(path);
  if (dtype.empty()) return std::nullopt;
  Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu")),
      wanted = Arg::symbol(ArgKind::dtype, context().intern(dtype));
  return PyValue(guarded(e, [&] { return call_torch(tracer(), "to", {object, cpu, wanted}, {}, true); }));
}

// add_ with alpha, as Dynamo has it.
PyValue TensorValues::added_in_place(const PyExpr& e, const Arg& object, const Arg& other, const Arg& alpha) {
  Arg scaled = guarded(e, [&] { return call_torch(tracer(), "mul", {other, alpha}, {}); });
  return PyValue(guarded(e, [&] { return call_torch(tracer(), "add_", {object, scaled}, {}); }));
}

// Methods that record nothing of their own.
// Nothing where a stride is a symbol.
std::optional<PyValue> TensorValues::stride(const PyExpr& e, const Tensor& tensor, const PyValue& which) {
  const Dims& strides = tensor.strides();
  if (std::any_of(strides.begin(), strides.end(), is_sym)) return std::nullopt;
  if (!which.is_none()) {
    if (!which.is_arg() || !which.arg.is_integer() || !which.arg.fits_int64()) return std::nullopt;
    return PyValue(
        context().integer(located(e, [&] { return strides[wrap_dim(which.arg.as_int(), strides.size())]; })));
  }
  PyValues out;
  for (std::int64_t one : strides) out.emplace_back(context().integer(one));
  return python().make_list(PyKind::tuple, std::move(out));
}

std::optional<PyValue> TensorValues::plain_method(
    const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kDeclared[] = {"dim()",
                                                   "ndimension()",
                                                   "numel()",
                                                   "nelement()",
                                                   "is_floating_point()",
                                                   "is_complex()",
                                                   "conj()",
                                                   "is_contiguous()",
                                                   "get_device()",
                                                   "element_size()",
                                                   "size(int? dim=None)",
                                                   "stride(int? dim=None)",
                                                   "requires_grad_(bool requires_grad=True)"};
  auto declared = std::find_if(std::begin(kDeclared), std::end(kDeclared), [&](std::string_view text) {
    return text.substr(0, text.find('(')) == name;
  });
  if (declared == std::end(kDeclared)) return std::nullopt;
  PyValues given = located(e, [&] {
    return bind_declared(read_schema(*declared), name, args, kwargs, [&](const SchemaParameter& p) {
      return PyValue(default_argument(context(), p));
    });
  });
  const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
  if (name == "size") return size(e, object, given[0]);
  if (name == "stride") return stride(e, values().tensor(&meta), given[0]);
  if (name == "is_floating_point")
    return PyValue(Arg::boolean(meta.dtype->abbr.starts_with("f") || meta.dtype->abbr.starts_with("bf")));
  if (name == "is_complex") return PyValue(Arg::boolean(meta.dtype->abbr.starts_with("c")));
  if (name == "conj" && !meta.dtype->abbr.starts_with("c")) return PyValue(object);
  if (name == "conj") return PyValue(guarded(e, [&] { return call_operator(tracer(), "_conj", {object}, {}); }));
  if (name == "get_device") return PyValue(context().integer(std::int64_t{-1}));  // of the CPU
  if (name == "element_size") return PyValue(integer(meta.dtype->bytes));
  if (name == "is_contiguous") return PyValue(Arg::boolean(values().tensor(&meta).is_contiguous()));
  if (name == "requires_grad_") {
    bool wanted = python().truth(e, given[0]);
    if (settings().strict && wanted != meta.requires_grad)
      fail_as(e,
              "Unsupported",
              "Tensor.requires_grad_",
              "gradients are asked of inputs and parameters, outside of forward");
    if (!settings().strict && !recorder().outside()) watch().ask_for_gradients(e, object, wanted);
    return PyValue(object);
  }
  if (name == "dim" || name == "ndimension") return PyValue(integer(meta.shape.size()));
  return PyValue(element_count(e, object));
}

PyValue TensorValues::size(const PyExpr& e, const Arg& tensor, const PyValue& which) {
  std::vector<Arg> sizes = recorder().sizes_asked(tensor);
  auto note = [&](const Arg& one) {
    if (one.is_symbolic()) recorder().asked_sizes.emplace(one.as_sym()->text.view());
  };
  if (which.is_none()) {
    for (const Arg& one : sizes) note(one);
    PyValue out = python().make_list(PyKind::tuple, PyValues(sizes.begin(), sizes.end()));
    out.object->name = kSizeType;
    return out;
  }
  Arg dim = python().to_arg(e, which);
  if (!dim.is_integer() || !dim.fits_int64()) fail(e, "size takes the number of a dimension");
  auto rank = static_cast<std::int64_t>(sizes.size());
  std::int64_t at = dim.as_int() < 0 ? dim.as_int() + rank : dim.as_int();
  if (at < 0 || at >= rank)
    fail(e,
         cat({"Dimension out of range (expected to be in range of [",
              std::to_string(-rank),
              ", ",
              std::to_string(rank - 1),
              "], but got ",
              std::to_string(dim.as_int()),
              ")"}));
  const Arg& found = sizes[static_cast<std::size_t>(at)];
  note(found);
  if (tracer().scripted && found.is_integer()) tracer().call_known("torch.ops.aten.size.int", {tensor, dim}, found);
  return PyValue(found);
}

// Dynamo takes one item of a tensor after the other.
PyValues TensorValues::selected_items(const PyExpr& e, const Arg& tensor) {
  std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  if (sizes.empty()) fail_as(e, "TypeError", "iteration over a 0-d tensor", "give it a dimension");
  located(e, [&] { this->sizes().fix(sizes[0]); });
  if (!sizes[0].is_integer() || !sizes[0].fits_int64())
    fail(e, "how many items this tensor has depends on a symbolic size", "give that size a number");
  PyValues out;
  for (std::int64_t i = 0; i < sizes[0].as_int(); ++i) {
    python().count_step(e.begin);
    out.emplace_back(noted(guarded(e, [&] {
      return tracer().call("torch.ops.aten.select.int", {tensor, integer(0), context().integer(i)});
    })));
  }
  return out;
}

PyValues TensorValues::items_of(const PyExpr& e, const PyValue& value) {
  Arg tensor = is_state(value) ? python().to_arg(e, value) : value.arg;
  if (!value.is_path() && tracer().is_tensor(tensor)) {
    if (settings().strict) return selected_items(e, tensor);
    Arg parts = guarded(e, [&] { return tracer().call("torch.ops.aten.unbind.int", {tensor}); });
    return {parts.items().begin(), parts.items().end()};
  }
  fail(e, "this has no items to go through", "use a list, a range or a module list");
}

// --- operators ---

std::optional<PyValue> TensorValues::unary(const PyExpr& e, const PyValue& operand) {
  Arg value = python().to_arg(e, operand);
  if (!tracer().is_tensor(value)) return std::nullopt;
  return PyValue(guarded(e, [&] {
    return call_torch(tracer(), e.text == "+" ? "positive" : e.text == "-" ? "neg" : "bitwise_not", {value}, {});
  }));
}

std::optional<PyValue> TensorValues::binary(const PyExpr& e,
                                            std::string_view token,
                                            const PyValue& left,
                                            const PyValue& right) {
  if (std::optional<PyValue> derived = derived_dimension(token, left, right)) return *derived;
  if (token == "%" && left.is_arg() && left.arg.is_string()) return std::nullopt;  // a text is formatted
  Arg a = python().to_arg(e, left), b = python().to_arg(e, right);
  const OperatorNames& functions = names_of(token);
  if (tracer().is_tensor(a))
    return PyValue(guarded(e, [&] { return call_torch(tracer(), functions.left, {a, b}, {}); }));
  if (!tracer().is_tensor(b)) return std::nullopt;
  if (functions.right.empty())
    fail(e,
         cat({"a number ", token, " a tensor is outside of the subset that is captured"}),
         "make the number a tensor with torch.full");
  return PyValue(guarded(e, [&] { return call_torch(tracer(), functions.right, {b, a}, {}); }));
}

// x += y writes into a tensor.
std::optional<PyValue> TensorValues::augmented(const PyExpr& e,
                                               std::string_view token,
                                               const PyValue& left,
                                               const PyValue& right) {
  const bool newer = has(context().dialect, EngineNovelty::release);
  if (!is_tensor(left) || !has_tensor_attribute(names_of(token).in_place, newer)) return std::nullopt;
  Arg a = python().to_arg(e, left), b = python().to_arg(e, right);
  Arg out = guarded(e, [&] { return call_torch(tracer(), inplace_name(names_of(token).left), {a, b}, {}); });
  return left.object == nullptr ? PyValue(out) : left;
}

bool TensorValues::truth(const PyExpr& e, const PyValue& value) {
  const Arg& arg = value.arg;
  const bool told = recorder().outside() || !settings().strict;  // Dynamo refuses whatever the tensor is
  if (told && (arg.is_node() || !value.is_arg())) {
    Arg tensor = python().to_arg(e, value);
    if (std::optional<Arg> known = recorder().known_number(e, tensor)) {
      if (!recorder().outside())
        guarded(e, [&] { return tracer().call("torch.ops.aten.ne.Scalar", {tensor, integer(0)}); });
      return python().truth(e, PyValue(*known));
    }
  }
  if (std::optional<bool> known = sizes().decided(arg)) return *known;
  // A size is compared with 0, which takes a name.
  if (arg.kind() == ArgKind::sym_int && !settings().strict && !recorder().outside())
    return python().truth(e, python().binary(e, "!=", value, PyValue(integer(0))));
  if (std::optional<bool> chosen = located(e, [&] { return sizes().chosen(arg); })) return *chosen;
  if (arg.kind() == ArgKind::sym_bool || arg.kind() == ArgKind::sym_int) {
    sizes().refuse_undecided(e, arg);
    fail(e,
         cat({"what is chosen here depends on a symbolic size: ", arg.as_sym()->text.view()}),
         "give that size a number, or use torch.cond");
  }
  fail(e, "what is chosen here depends on data", "use torch.where or torch.cond");
}

std::optional<PyValue> TensorValues::convert(const PyExpr& e, std::string_view name, const PyValues& args) {
  Arg value = python().to_arg(e, args[0]);
  if (value.is_symbolic() && (name == "float" || name == "int")) return symbol_as(e, name, value);
  if (!tracer().is_tensor(value)) return std::nullopt;
  bool makes_number = name == "int" || name == "float" || (recorder().outside() && (name == "bool" || name == "round"));
  if (std::optional<Arg> known = makes_number ? recorder().known_number(e, value) : std::nullopt) {
    PyValues numbers = args;
    numbers[0] = PyValue(*known);
    return python().builtin(e, std::string(name), numbers, {});
  }
  if (name == "round") fail_as(e, "TypeError", "type FakeTensor doesn't define __round__ method", "use torch.round");
  if (name == "pow" && settings().strict && !recorder().outside() &&
      !has(context().dialect, EngineNovelty::lazy_generators))
    fail_as(e, "Unsupported", "builtin: pow of a tensor", "write x ** y");
  if (name == "abs" || name == "pow")
    return PyValue(guarded(e, [&] { return call_torch(tracer(), name, python().to_args(e, args), {}); }));
  bool traced = settings().strict && args.size() == 1 && (name == "int" || name == "float");
  if (!traced) fail(e, cat({name, "() of a tensor depends on data"}), "use .item(), or keep the tensor");
  PyValue item = tensor_method(e, "item", value, {}, {});
  const Arg& number = item.arg;
  if (number.kind() != ArgKind::sym_int && number.kind() != ArgKind::sym_float)
    fail(e, cat({name, "() of this tensor depends on data"}), "use .item(), or keep the tensor");
  return symbol_as(e, name, number);
}

// x.new(2, 3), x.new([1.0]): of the dtype of x. Dynamo asks for new_empty.
PyValue TensorValues::made_like(const PyExpr& e, const Arg& object, const PyValues& args) {
  Arg dtype = tensor_attribute(e, object, "dtype").arg;
  bool by_size = args.size() == 1 && args[0].object != nullptr && args[0].object->name == kSizeType;
  const PyValues sizes = by_size ? args[0].object->items : args;
  bool numbers = std::all_of(
      sizes.begin(), sizes.end(), [](const PyValue& one) { return one.is_arg() && one.arg.is_integer(); });
  if (!numbers) return functions().sized_or_filled(e, "Tensor.new", dtype, args);
  const bool traced = settings().strict && !recorder().outside();
  if (args.empty() && !traced) return functions().sized_or_filled(e, "Tensor.new", dtype, {PyValue(integer(0))});
  if (args.empty()) fail(e, "new() without sizes is outside of the subset that is captured", "give it the sizes");
  if (!traced) return functions().sized_or_filled(e, "Tensor.new", dtype, args);
  PyArgs given{object, context().list(python().to_args(e, sizes))};
  return PyValue(guarded(e, [&] {
    return record(tracer(), "torch.ops.aten.new_empty.default", given, {{"pin_memory", Arg::boolean(false)}});
  }));
}

// --- tolist() ---

PyValue TensorValues::numbers_in(const PyExpr& e, const Arg& tensor) {
  const TensorMeta& meta = *tracer().meta_of(tensor).as_tensor_meta();
  bool integers = meta.dtype->abbr.starts_with("i") || meta.dtype->abbr == "u8";
  if (settings().strict && !integers)
    fail_as(e, "Unsupported", "Input tensor for tolist must be an integer tensor", "use a tensor of integers");
  double numbers = 1;
  for (const Dim& size : meta.shape) numbers *= size.sym == nullptr ? static_cast<double>(size.value) : 1;
  located(e, [&] { within_budget(Budget::outputs, numbers, "tolist"); });
  if (meta.shape.size() > kMostDimensions) fail(e, "tolist() of so many dimensions", "flatten the tensor first");
  if (meta.shape.empty()) {
    PyValue number = tensor_method(e, "item", tensor, {}, {});
    tracer().keep_symbol(number.arg);
    return number;
  }
  PyValues out;
  if (!settings().strict) {
    for (const PyValue& row : items_of(e, PyValue(tensor))) out.push_back(numbers_in(e, row.arg));
    return python().make_list(PyKind::list, std::move(out));
  }
  // Dynamo takes each row and its numbers in turn.
  if (meta.shape[0].sym != nullptr) located(e, [&] { sizes().fix(recorder().sizes_of(meta)[0]); });
  if (meta.shape[0].sym != nullptr)
    fail(e, "how many items this tensor has depends on a symbolic size", "give that size a number");
  for (std::int64_t i = 0; i < meta.shape[0].value; ++i) {
    python().count_step(e.begin);
    Arg row = guarded(e, [&] {
      return tracer().call("torch.ops.aten.select.int", {tensor, integer(0), context().integer(i)});
    });
    bool left_out = !has(context().dialect, EngineNovelty::inlined_layers);
    out.push_back(numbers_in(e, left_out ? noted(row) : row));
  }
  return python().make_list(PyKind::list, std::move(out));
}

// `self` is the dimension that it is made of, `items` how often it counts and what is added.
std::optional<PyValue> TensorValues::derived_dimension(std::string_view token,
                                                       const PyValue& left,
                                                       const PyValue& right) {
  bool first = is_dimension(left), second = is_dimension(right);
  const PyValue& number = first ? right : left;
  if (first == second || !number.is_arg() || !number.arg.is_integer() || !number.arg.fits_int64()) return std::nullopt;
  constexpr std::int64_t kMost = 1'000'000;
  std::int64_t by = number.arg.as_int(), times = 1, plus = 0;
  if (by > kMost || by < -kMost || (token != "+" && token != "*" && !(token == "-" && first)) ||
      (token == "*" && by <= 0))
    return std::nullopt;
  PyObject* of = (first ? left : right).object;
  if (of->self.object != nullptr) {
    times = of->items[0].arg.as_int();
    plus = of->items[1].arg.as_int();
  }
  if (times > kMost || plus > kMost || plus < -kMost) return std::nullopt;
  PyObject* out = python().make(PyKind::context);
  out->name = kDimension;
  out->self = of->self.object != nullptr ? of->self : PyValue(of);
  out->items = {PyValue(context().integer(token == "*" ? times * by : times)),
                PyValue(context().integer(token == "*"   ? plus * by
                                          : token == "+" ? plus + by
                                                         : plus - by))};
  return PyValue(out);
}

// As torch.typename has it.
std::string TensorValues::type_name(const PyValue& value) {
  if (value.is_path()) {
    bool of_torch = value.path.starts_with("torch.") && value.path.find('.', 6) == std::string::npos;
    return of_torch ? cat({"torch._VariableFunctionsClass.", value.path.substr(6)}) : value.path;
  }
  if (value.object != nullptr && !is_state(value)) return "function";
  Arg arg = is_state(value) ? value.object->initial : value.arg;
  Arg val = value.object == nullptr && !arg.is_node() ? arg : tracer().meta_of(arg);
  if (val.kind() == ArgKind::tensor_meta) {
    static constexpr std::string_view kNames[][2] = {{"f32", "Float"},
                                                     {"f64", "Double"},
                                                     {"f16", "Half"},
                                                     {"bf16", "BFloat16"},
                                                     {"i64", "Long"},
                                                     {"i32", "Int"},
                                                     {"i16", "Short"},
                                                     {"i8", "Char"},
                                                     {"u8", "Byte"},
                                                     {"b8", "Bool"},
                                                     {"c64", "ComplexFloat"},
                                                     {"c128", "ComplexDouble"}};
    for (const auto& [abbr, name] : kNames) {
      if (val.as_tensor_meta()->dtype->abbr == abbr) return cat({"torch.", name, "Tensor"});
    }
    return "torch.Tensor";
  }
  if (val.kind() == ArgKind::sym_float) return "torch.SymFloat";
  if (val.kind() == ArgKind::sym_bool) return "torch.SymBool";
  if (val.kind() == ArgKind::dtype) return "torch.dtype";
  if (val.kind() == ArgKind::device) return "torch.device";
  if (val.kind() == ArgKind::layout) return "torch.layout";
  if (val.kind() == ArgKind::memory_format) return "torch.memory_format";
  return val.is_none() ? "NoneType" : "torch.SymInt";
}

}  // namespace seesaw
