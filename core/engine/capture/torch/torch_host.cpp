#include "core/engine/capture/torch/torch_host.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/capture/torch/tensor_attributes.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/custom_operators.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/capture/torch/script.h"
#include "core/engine/ops/table/traced_functions.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

// --- foreign values: nodes, symbolic numbers, state of modules, contexts, and what a script's modules give ---

bool TorchHost::is_foreign(const PyValue& value) {
  if (value.object != nullptr) return value.object->kind == PyKind::foreign || value.object->kind == PyKind::context;
  return value.is_path() ? Script::is_result(value) : value.arg.is_node() || value.arg.is_symbolic();
}

Arg TorchHost::argument(const PyExpr& e, const PyValue& value) {
  if (Script::is_result(value)) return python().to_arg(e, run_.script->settled(value));
  if (value.is_arg()) return value.arg;
  if (!is_state(value)) fail(e, "a function, class or module cannot be an argument here", "give a tensor or a number");
  return recorder().outside() ? value.object->initial : Arg::node(inputs().input_of(value.object));
}

PyValue TorchHost::attribute_of(const PyExpr& e, const PyValue& object, const std::string& name) {
  if (is_state(object)) return tensors().state_attribute(e, object, name);
  if (object.object != nullptr) fail(e, cat({"this has no attribute '", name, "'"}));
  return tensors().tensor_attribute(e, object.arg, name);
}

bool TorchHost::is_data(const PyValue& value) { return is_state(value); }

PyValue TorchHost::settled(PyValue value, const std::string& name) {
  bool result = run_.script != nullptr && Script::is_result(value) && name != "backward";
  return result ? run_.script->settled(value) : value;
}

// Methods that return their tensor, not another one, where there is nothing to be done or the tensor is written.
static bool may_return_itself(std::string_view name) {
  static constexpr std::string_view kConversions = "to cpu type type_as contiguous float double half bfloat16";
  const bool writes = name.ends_with('_') && !name.ends_with("__");
  return writes || has_word(kConversions, name);
}

PyValue TorchHost::method_owner(const PyExpr& e, const PyValue& object, const std::string& name) {
  if (!is_state(object)) return PyValue(python().to_arg(e, object));
  if (name == "requires_grad_" || (recorder().outside() && may_return_itself(name))) return object;
  // Without strict a tensor that is no parameter or buffer is there with its elements, until forward writes to it.
  bool constant = name == "item" && !settings().strict && object.object->state == PyStateKind::constant &&
                  object.object->initial.is_node() && recorder().known_value(object.object->initial);
  if (constant && object.object->node != nullptr && !recorder().outside()) {
    Arg input = Arg::node(object.object->node);
    if (recorder().main.current(input) != input)
      fail_as(e,
              "RuntimeError",
              "It appears that you're trying to get value out of a tracing tensor with aten.item.default - erroring "
              "out! It's likely that this is caused by data-dependent control flow or similar.",
              "register it as a buffer, and compute with the tensor itself");
  }
  if (constant) return PyValue(object.object->initial);
  static constexpr std::string_view kOfSizes[] = {
      "size", "numel", "dim", "nelement", "ndimension", "is_floating_point", "is_complex", "stride"};
  static constexpr std::string_view kOfLayout[] = {"is_contiguous"};  // Dynamo takes it for a use
  bool asks = std::find(std::begin(kOfSizes), std::end(kOfSizes), name) != std::end(kOfSizes);
  if (!settings().strict) {
    asks = asks || std::find(std::begin(kOfLayout), std::end(kOfLayout), name) != std::end(kOfLayout) ||
           (name == "type" && e.kids.size() == 1);  // with an argument it converts
  }
  bool known = (object.object->initial.is_node() || GraphInputs::is_unused_data(*object.object)) && asks;
  known = known || (name == "new" && !settings().strict && GraphInputs::is_unused_data(*object.object));
  return PyValue(known ? object.object->initial : python().to_arg(e, object));  // sizes make no input of it
}

PyValue TorchHost::call_method(const PyExpr& e,
                               const PyValue& object,
                               const std::string& name,
                               const PyValues& args,
                               const PyNamedValues& kwargs) {
  if (is_state(object) && name == "requires_grad_") return watch().freeze(e, object, args, kwargs);
  if (is_state(object)) return tensors().kept_method(e, name, object, args, kwargs);
  return tensors().tensor_method(e, name, object.arg, args, kwargs);
}

std::optional<PyValue> TorchHost::unary(const PyExpr& e, const PyValue& operand) { return tensors().unary(e, operand); }

std::optional<PyValue> TorchHost::binary(const PyExpr& e,
                                         std::string_view token,
                                         const PyValue& left,
                                         const PyValue& right) {
  if (is_kind(left, PyKind::instance)) {
    if (std::optional<PyValue> out = modules().joined(e, token, left, right)) return out;
  }
  return tensors().binary(e, token, left, right);
}

std::optional<PyValue> TorchHost::augmented(const PyExpr& e,
                                            std::string_view token,
                                            const PyValue& left,
                                            const PyValue& right) {
  if (is_kind(left, PyKind::instance)) return modules().extended(e, token, left, right);
  return tensors().augmented(e, token, left, right);
}

bool TorchHost::truth(const PyExpr& e, const PyValue& value) {
  bool object = value.is_path() || is_kind(value, PyKind::context);
  return object || tensors().truth(e, value);
}

PyValues TorchHost::items_of(const PyExpr& e, const PyValue& value) {
  return is_kind(value, PyKind::instance) ? modules().items_of(e, value.object) : tensors().items_of(e, value);
}

PyValue TorchHost::get_item(const PyExpr& e, const PyValue& object, const PyValue& key) {
  if (is_kind(object, PyKind::instance)) return modules().get_item(e, object.object, key);
  return tensors().get_item(e, object, key);
}

void TorchHost::set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value) {
  if (is_kind(object, PyKind::instance)) return modules().set_item(e, object.object, key, value);
  if (is_kind(object, PyKind::context)) fail(e, "this item cannot be set");
  tensors().set_item(e, object, key, value);
}

void TorchHost::delete_item(const PyExpr& e, const PyValue& object, const Arg& key) {
  if (!is_kind(object, PyKind::instance) || !is_dict_container(*object.object) || !key.is_string())
    return PythonHost::delete_item(e, object, key);
  python().delete_attribute(e, object, std::string(key.text()));
}

void TorchHost::attribute_written(const PyExpr& target, const PyValue& owner, const PyValue& value) {
  watch().attribute_written(target, owner, value);
}

std::string TorchHost::type_name(const PyValue& value) { return tensors().type_name(value); }

// What tensors of a non-strict trace are.
constexpr std::string_view kFakeTensor = "torch._subclasses.fake_tensor.FakeTensor";

std::string TorchHost::operand_name(const PyValue& value) {
  if (tensors().is_tensor(value)) return "FakeTensor";
  if (!value.is_arg() || !value.arg.is_symbolic()) return type_name(value);
  return value.arg.kind() == ArgKind::sym_int ? "SymInt" : "SymFloat";
}

// Dynamo has numbers of Python for sizes that are symbols.
std::string TorchHost::class_of(const PyValue& value) {
  if (runs_in_dynamo() && value.is_arg() && value.arg.kind() == ArgKind::sym_int) return "int";
  if (runs_in_dynamo() && value.is_arg() && value.arg.kind() == ArgKind::sym_float) return "float";
  if (runs_in_dynamo() && value.is_arg() && value.arg.kind() == ArgKind::sym_bool) return "bool";
  if (!tensors().is_tensor(value)) return tensors().type_name(value);
  const bool constant = is_state(value) && value.object->state == PyStateKind::constant;
  if (!settings().strict && !recorder().outside() && !constant) return std::string(kFakeTensor);
  return is_state(value) && value.object->state == PyStateKind::parameter ? "torch.nn.Parameter" : "torch.Tensor";
}

// The library's class of what grad_fn gives.
constexpr std::string_view kGradFunction = "autograd_graph_Node";

std::string TorchHost::class_path(const PyClass& klass) {
  std::string_view name = klass.def->name;
  if (name == kGradFunction) {
    PyExpr here;
    here.line = python().frame().line;
    fail(here, "the type of grad_fn is not known here", "ask for requires_grad");
  }
  constexpr std::string_view kDistribution = "distributions_";
  if (name.starts_with(kDistribution)) return cat({"torch.distributions.", name.substr(kDistribution.size())});
  return cat({"torch.nn.", name});
}

std::string TorchHost::text_of(const PyValue& value) {
  if (value.is_path()) return value.path;
  if (is_kind(value, PyKind::context)) return cat({"<", tensors().type_name(value), ">"});
  return value.is_arg() && value.arg.is_symbolic() ? std::string(value.arg.as_sym()->text.view()) : "tensor(...)";
}

// The class of Variable asks whether something is a tensor: Dynamo of 2.6 does not ask it, that of 2.14 refuses.
bool TorchHost::is_variable(const PyValue& value) {
  const bool tensor = tensors().is_tensor(value);
  PyExpr here;
  here.line = python().frame().line;
  if (tensor && runs_in_dynamo() && has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(here,
            "Unsupported",
            "builtin isinstance() with custom type check on tensor",
            "ask for torch.Tensor: a Variable has been one since PyTorch 0.4");
  return tensor && !runs_in_dynamo();
}

namespace {

// isinstance(x, np.integer) and its like, of a number or another plain value.
std::optional<bool> is_numpy_number(const PyValue& value, std::string_view type) {
  constexpr std::string_view kNumPy = "numpy.";
  if (!type.starts_with(kNumPy)) return std::nullopt;
  type.remove_prefix(kNumPy.size());
  const bool truth = value.arg.is_bool(), whole = value.arg.is_integer();
  const std::string_view mine = truth   ? "bool_ bool generic"
                                : whole ? "int64 int_ signedinteger integer number generic"
                                        : "float64 double floating inexact number generic";
  static constexpr std::string_view kTypes =
      "bool_ bool generic int64 int_ signedinteger integer number float64 double floating inexact int8 int16 int32 "
      "uint8 uint16 uint32 uint64 unsignedinteger float16 float32 half single ndarray complexfloating complex64 "
      "complex128";
  if (!has_word(kTypes, type)) return std::nullopt;
  return value.host_number != 0 && has_word(mine, type);
}

}  // namespace

std::optional<bool> TorchHost::is_instance(const PyValue& value, std::string_view type) {
  if (type == "int" || type == "float" || type == "bool" || type.starts_with("torch.Sym")) {
    bool symbolic = value.is_arg() && value.arg.is_symbolic();
    if (symbolic) return class_of(value) == type;
    if (type.starts_with("torch.Sym")) return false;
  }
  if (type == "torch.Tensor") return tensors().is_tensor(value);
  if (type == "torch.autograd.graph.Node")
    return is_kind(value, PyKind::instance) && value.object->klass->def->name == kGradFunction;
  if (value.is_arg() && !value.arg.is_node() && !value.arg.is_symbolic()) {
    if (std::optional<bool> known = is_numpy_number(value, type)) return known;
  }
  if (type == "torch.autograd.Variable") return is_variable(value);
  if (type == kFakeTensor) return tensors().is_tensor(value) && class_of(value) == kFakeTensor;
  if (type == "torch.nn.Parameter" || type == "torch.nn.parameter.Parameter") return is_parameter(value);
  if (type == "torch.nn.Module") return is_module(value);
  if (type == "str" && is_kind(value, PyKind::instance) &&
      value.object->klass->def->name == "torch_version_TorchVersion")
    return true;
  if (type == "torch.Size") return is_kind(value, PyKind::tuple) && value.object->name == kSizeType;
  if (type.starts_with("torch.cuda.") || type.starts_with("torch.sparse.")) return false;  // their types of tensors
  if (std::string_view dtype = typed_tensor_dtype(type); !dtype.empty() && type != "torch.Tensor") {
    bool tensor = tensors().is_tensor(value);
    PyExpr here;
    return tensor && python().to_arg(here, python().attribute(here, value, "dtype")).text() == dtype;
  }
  if (type == "torch.dtype") return value.is_arg() && value.arg.kind() == ArgKind::dtype;
  if (type == "torch.device") return value.is_arg() && value.arg.kind() == ArgKind::device;
  if (type == "torch.nn.utils.rnn.PackedSequence") return false;  // nothing here makes one
  return std::nullopt;
}

// Dynamo compares by the example, and holds nothing of it.
std::optional<bool> TorchHost::found_equal(const PyValue& a, const PyValue& b) {
  bool numbers = a.is_arg() && b.is_arg() && (a.arg.is_symbolic() || b.arg.is_symbolic());
  return numbers && runs_in_dynamo() ? sizes().equal_in_example(a.arg, b.arg) : std::nullopt;
}

// Dynamo of 2.6 asks for its number.
void TorchHost::shows_number(const PyExpr& e, const Arg& number) {
  if (settings().strict && !recorder().outside() && !has(context().dialect, EngineNovelty::inlined_layers))
    located(e, [&] { sizes().fix(number); });
}

void TorchHost::check_hashable(const PyExpr& e, const PyValue& key) {
  if (!key.is_arg() || !key.arg.is_symbolic()) return;
  if (settings().strict) return located(e, [&] { sizes().fix(key.arg); });  // Dynamo asks for its number
  fail_as(e,
          "TypeError",
          "unhashable type: non-nested SymInt",
          "a size that is a symbol is no key: compare sizes with ==, or leave the size out of dynamic_shapes");
}

void TorchHost::item_taken(PyObject* object, std::int64_t at, const PyValue& item) {
  modules().item_taken(object, at, item);
}

// --- builtins of foreign values ---

std::optional<PyValue> TorchHost::convert(const PyExpr& e, std::string_view name, const PyValues& args) {
  if (name == "max" || name == "min") return functions().extreme_of_tensors(e, name == "max", args[0], args[1]);
  return tensors().convert(e, name, args);
}

std::optional<PyValue> TorchHost::length(const PyExpr& e, const PyValue& value) {
  // What a module holds is no input for being asked.
  if (is_kind(value, PyKind::foreign) && tensors().is_tensor(value)) {
    const PyValue shape = python().attribute(e, value, "shape");
    if (shape.object != nullptr && shape.object->items.empty())
      fail_as(e, "TypeError", "len() of a 0-d tensor", "ask for its number");
    return python().item(e, shape, integer(0));
  }
  if (!value.is_arg() || !tracer().is_tensor(value.arg)) return std::nullopt;
  PyValue length = tensors().size(e, value.arg, PyValue(integer(0)));
  if (length.arg.is_symbolic() && !settings().strict) asks_number(e, "len", length.arg);
  return length;
}

PyValue TorchHost::extreme(const PyExpr& e, bool most, const Arg& best, const Arg& next, bool compared) {
  return functions().extreme(e, most, best, next, compared);
}

PyValue TorchHost::in_sum(SumPart part, const std::function<PyValue()>& run) {
  auto place = [](std::string_view line) {
    return cat({"File: ", kTorchFolder, "_dynamo/polyfills/functools.py:", line});
  };
  static const std::string kItems = place("30 in reduce, code: it = iter(iterable)"),
                           kStep = place("44 in reduce, code: value = function(value, element)");
  if (part == SumPart::items && !settings().strict) return run();
  if (has(context().dialect, EngineNovelty::lazy_generators)) return run();
  return recorder().in_reduce(part == SumPart::items ? kItems : kStep, run);
}

std::optional<Arg> TorchHost::compute(const PyExpr& e, std::string_view path, const std::vector<Arg>& args) {
  // Dynamo of 2.14 traces it again for the program; that of 2.6 what is in a layer of torch.nn.
  const bool again = has(context().dialect, EngineNovelty::inlined_layers) || python().in_library();
  tracer().keeps_repeated = again && settings().strict && settings().equal_sizes.empty();
  tracer().keeps_numbers = recorder().runs_within_call();
  if (std::optional<Arg> number = tensors().symbolic_arithmetic(e, path, args)) return number;
  if (std::optional<Arg> number = tensors().symbolic_math(e, path, args)) return number;
  std::optional<Arg> out = guarded(e, [&] { return tracer().call_sym(path, args); });
  // PyTorch traces comparisons, those too that need no symbol for an answer; Dynamo only those of calls that it leaves
  // in its graph.
  static constexpr std::string_view kComparisons =
      "operator.eq operator.ge operator.gt operator.le operator.lt operator.ne";
  const bool traced = out && !out->is_symbolic() && (!settings().strict || recorder().runs_within_call()) &&
                      !recorder().outside() && has_word(kComparisons, path);
  if (traced) guarded(e, [&] { return tracer().note_comparison(path, args), Arg(); });
  return out;
}

void TorchHost::asks_number(const PyExpr& e, std::string_view function, const Arg& number) {
  located(e, [&] { sizes().fix(number); });
  if (!settings().strict) tensors().refuse_constant(e, function, number);
}

void TorchHost::lists_unlike(const PyExpr& e, std::string_view token) {
  if (!settings().strict || recorder().outside()) return;
  fail_as(e,
          "Unsupported",
          cat({"builtin: ", token == "==" ? "eq" : "ne", " of a list and what is none"}),
          "compare what the list holds");
}

// Dynamo fails where it takes keys, and does not know classes.
void TorchHost::before_pattern(const PyExpr& e, PatternKind kind) {
  if (!settings().strict || recorder().outside() || has(context().dialect, EngineNovelty::caught_errors)) return;
  if (kind == PatternKind::mapping)
    fail_as(e,
            "InternalTorchDynamoError",
            "TypeError: 'TupleVariable' object is not iterable",
            "look the keys up with if statements, or capture it without strict");
  fail_as(e, "Unsupported", "missing: MATCH_CLASS", "use isinstance, or capture it without strict");
}

bool TorchHost::generators_are_lazy() {
  return !runs_in_dynamo() || has(context().dialect, EngineNovelty::lazy_generators);
}

const PyObject* TorchHost::known_as(const PyObject* object) { return inputs().registered(object); }
bool TorchHost::runs_in_dynamo() { return settings().strict && !recorder().outside(); }

// What an assert statement without a message says.
constexpr std::string_view kNoMessage = "assertion error";

// A condition on sizes that no range decides holds for the sizes that it was exported with only where PyTorch narrows
// the range by itself.
bool TorchHost::assumes(const PyExpr& e, const PyValue& condition, std::optional<std::string_view> message) {
  if (!condition.is_arg()) return false;
  bool follows = runs_in_dynamo() && message && tracer().is_tensor(condition.arg);  // Dynamo asserts when it runs
  if (follows) {
    PyArgs both{condition.arg, context().string(*message)};
    guarded(e, [&] { return tracer().call("torch.ops.aten._assert_async.msg", both); });
    return true;
  }
  if (condition.arg.is_node())
    fail(e, "an assertion on data cannot be captured", "use torch._assert_async, or leave it out");
  bool guarded_by_python = !settings().strict && !has(context().dialect, EngineNovelty::asserted_conditions);
  if (guarded_by_python && condition.arg.kind() == ArgKind::sym_bool && !sizes().decided(condition.arg))
    sizes().refuse_undecided(e, condition.arg);
  bool open = condition.arg.kind() == ArgKind::sym_bool && !sizes().decided(condition.arg);
  // Dynamo of 2.6 gives the constraints of sizes to what knows whole numbers alone.
  const bool real = open && condition.arg.as_sym()->text.view().find("zuf") != std::string_view::npos;
  if (real && settings().strict && !has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e, "AssertionError", "Unknown symbol zuf0 created by constraints solver", "leave the assertion out");
  // Dynamo makes torch._check of it.
  if (open && settings().strict && sizes().chosen_checked(e, condition.arg)) return true;
  // Since 2.14 non-strict capture looks at the statement itself, if it has no message.
  if (open && !settings().strict && !guarded_by_python && message != kNoMessage)
    sizes().refuse_undecided(e, condition.arg);
  if (!open || !sizes().may_narrow(condition.arg)) return false;
  sizes().assume(e, condition.arg);
  return true;
}

// --- names and functions ---

void TorchHost::check_name(std::string_view name) {
  if (auto found = run_.unknown_names.find(name); found != run_.unknown_names.end()) throw Error(found->second);
}

void TorchHost::name_assigned(const std::string& name, const PyValue& value) { recorder().note_variable(name, value); }

// Abbreviations that everybody uses, and what the library's Python calls.
std::optional<PyValue> TorchHost::name(std::string_view name) {
  static constexpr std::string_view kPaths[][2] = {{"F", "torch.nn.functional"},
                                                   {"nn", "torch.nn"},
                                                   {"torch", "torch"},
                                                   {"deepcopy", "deepcopy"},
                                                   {"seesaw_draw", "seesaw_draw"}};
  for (const auto& [known, path] : kPaths) {
    if (known == name) return PyValue::of_path(std::string(path));
  }
  return std::nullopt;
}

void TorchHost::call_begins(const PyValue& callee) {
  if (run_.script != nullptr) run_.script->note_call(callee);
}

PyValue TorchHost::path_attribute(const PyExpr& e, const std::string& owner, const std::string& name) {
  return tensors().path_attribute(e, owner, name);
}

// Dynamo traces NumPy's functions: the library's numpy_traced.py has them.
std::optional<PyValue> TorchHost::traced_numpy(const PyExpr& e,
                                               const std::string& path,
                                               const PyValues& args,
                                               const PyNamedValues& kwargs) {
  constexpr std::string_view kNumPy = "numpy.";
  if (!path.starts_with(kNumPy) || !runs_in_dynamo() || recorder().outside()) return std::nullopt;
  std::string name = cat({"traced_", std::string_view(path).substr(kNumPy.size())});
  std::replace(name.begin(), name.end(), '.', '_');
  PyValue* function = python().find_global(python().library(), name);
  if (function == nullptr) return std::nullopt;
  return python().call_value(e, *function, args, kwargs);
}

std::optional<PyValue> TorchHost::call_first(const PyExpr& e,
                                             const std::string& path,
                                             const PyValues& args,
                                             const PyNamedValues& kwargs) {
  if (std::optional<PyValue> out = traced_numpy(e, path, args, kwargs)) return out;
  // How the library refuses what Dynamo does not trace: no handler of the program sees it.
  const bool refused = path == "torch._dynamo.unsupported" && python().in_library() && args.size() == 1 &&
                       args[0].is_arg();
  if (refused && !runs_in_dynamo()) fail(e, std::string(args[0].arg.text()), "leave it out of what is captured");
  if (refused)
    fail_as(e,
            "Unsupported",
            std::string(args[0].arg.text()),
            "compute it with Python's numbers or torch, or capture without strict");
  // How the library says that a number is one of NumPy's.
  if (path == "torch._numpy.scalar" && python().in_library() && args.size() == 1)
    return python().as_host_number(args[0]);
  if (path == "torch._numpy.is_scalar" && python().in_library() && args.size() == 1)
    return PyValue(Arg::boolean(args[0].host_number != 0));
  bool row = path.find('.') == std::string::npos || path.starts_with("numpy.");
  if (std::optional<PyValue> out = row ? functions().call_row(e, path, args, kwargs) : std::nullopt) return out;
  return run_.script != nullptr ? run_.script->call(e, path, args, kwargs) : std::nullopt;
}

PyValue TorchHost::call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs) {
  if (std::optional<PyValue> out = functions().call_with_arrays(e, path, args, kwargs)) return *out;
  return functions().call(e, path, std::move(args), std::move(kwargs));
}

std::string TorchHost::function_name(const PyObject& callee) { return functions().shown_name(callee); }

bool TorchHost::may_ignore(std::string_view parameter, const PyValue& given) {
  if (!given.is_arg()) return false;
  const bool device = given.arg.is_string() || given.arg.kind() == ArgKind::device;
  return (parameter == "device" && device && given.arg.text() == "cpu") ||
         (parameter == "dtype" && given.arg.kind() == ArgKind::dtype && given.arg.text() == "torch.float32");
}

std::string TorchHost::declared_by(PythonSource& source, const PyExpr& mark) { return declared_path(source, mark); }

// What runs outside of forward makes initial values.
void* TorchHost::enter_outside() { return std::exchange(recorder().current, &recorder().init); }
void TorchHost::leave_outside(void* before) { recorder().current = static_cast<Tracer*>(before); }

void TorchHost::enter_function(const PyObject& function) { names().enter_function(function); }

// NumPy computes with arrays whose values are known: no graph records that. Dynamo makes tensors of all that NumPy's
// functions are given, and computes in the graph; only what tells about a dtype is a constant.
bool TorchHost::runs_outside(const PyObject& function) {
  std::string_view name = function.owner != nullptr ? function.owner->def->name : function.function->name;
  if (!name.starts_with("numpy_")) return false;
  const bool known = name == "numpy_finfo" || name == "numpy_iinfo" || name.starts_with("numpy__");
  if (runs_in_dynamo() && !known) {
    PyExpr here;
    here.line = python().frame().line;
    fail(here,
         cat({"strict capture traces into NumPy, which is outside of the subset that is captured: numpy.",
              name.substr(sizeof("numpy_") - 1)}),
         "use Python's own functions or torch's, compute it in __init__, or capture it without strict");
  }
  return true;
}

std::optional<PyValue> TorchHost::number_of(const PyExpr& e, const PyValue& value) {
  return recorder().outside() ? std::nullopt : functions().number_of_array(e, value);
}

PyValue TorchHost::class_of_number(const PyValue& number) {
  return PyValue::of_path(number.arg.is_bool()      ? "numpy.bool_"
                          : number.arg.is_integer() ? "numpy.int64"
                                                    : "numpy.float64");
}

// Dynamo makes an input of a number or an array of NumPy that the model or the file holds. Layers of PyTorch's are no
// code that Dynamo of 2.6 looks into.
PyValue TorchHost::found(const PyExpr& e, PyValue value) {
  if (value.host_number != 0 && regions().in_branch && !runs_in_dynamo() && !recorder().outside())
    fail(e,
         "a number of NumPy in a branch, where PyTorch makes an operand of it, is outside of the subset that is "
         "captured",
         "make a number of Python of it: float(...) or int(...)");
  if (!runs_in_dynamo() || recorder().outside()) return value;
  if (modules().leaves > 0 && !has(context().dialect, EngineNovelty::inlined_layers)) return value;
  return functions().captured_array(e, value);
}

std::optional<PyFlow> TorchHost::run_block(const std::vector<Stmt>& block) {
  return run_.script != nullptr ? run_.script->run_block(block) : std::nullopt;
}

std::function<void()> TorchHost::mark() {
  return [this,
          calls = names().calls.size(),
          leaves = modules().leaves,
          modes = regions().modes(),
          tracer = recorder().current] {
    names().calls.resize(calls);
    modules().leaves = leaves;
    modules().layer_dtype = Arg();
    regions().set(modes);
    recorder().current = tracer;
    recorder().fixed_place.reset();
    this->tracer().set_modules(names().module_stack());
  };
}

// --- contexts ---

bool TorchHost::is_context(std::string_view path) { return is_region(path); }

// with torch.device("cpu"): where tensors are made anyway.
bool TorchHost::is_idle_context(const PyValue& value) {
  bool device = value.is_arg() && value.arg.kind() == ArgKind::device && value.arg.text().starts_with("cpu");
  // Nobody computes with the values of what a file makes, wherever it makes it.
  bool anywhere = value.is_arg() && value.arg.kind() == ArgKind::device && value.arg.text() == "meta" &&
                  recorder().outside();
  return (device && !runs_in_dynamo()) || anywhere;
}

PyObject* TorchHost::context_of(const PyExpr& e) { return regions().region_of(e); }

// Dynamo knows a grad mode that forward makes, and functions that are decorated with one.
void TorchHost::check_kept_context(const PyExpr& e, const PyObject& kept) {
  const std::string name(last_of(kept.name));
  if (!runs_in_dynamo() || !kept.prepared || name == "autocast") return;
  fail_as(e,
          "Unsupported",
          has(context().dialect, EngineNovelty::inlined_layers)
              ? cat({"Attempted to inline function marked as skipped: ", name, ".__enter__"})
              : cat({"BEFORE_WITH UserDefinedObjectVariable(", name, ")"}),
          cat({"make it in forward: with torch.", name, "()"}));
}

void TorchHost::in_context(const PyExpr& e, PyObject* context, const std::function<void()>& body) {
  regions().in_region(e, context, body);
}

// --- classes and modules ---

void TorchHost::describe(PyClass& klass) {
  bool library = klass.source == &python().library();
  klass.path = library ? layer_path(klass.def->name) : cat({settings().module, ".", klass.def->name});
  klass.is_module = klass.hides_rest = library && klass.def->name == "Module";
}

PyClass* TorchHost::class_at(std::string_view path) { return modules().library_class(path); }

void TorchHost::note_base(PyClass& klass, const PyValue& base) {
  static constexpr std::string_view kFunctions[] = {
      "torch.autograd.Function", "torch.autograd.function.Function", "torch.autograd.function.InplaceFunction"};
  bool function = std::find(std::begin(kFunctions), std::end(kFunctions), base.path) != std::end(kFunctions);
  klass.is_function = klass.is_function || function;
}

void TorchHost::begin_object(PyObject* object) { modules().put(object, "training", PyValue(Arg::boolean(true))); }

void TorchHost::construct(PyObject* object, PyNamedValues& kwargs, const std::function<void(PyNamedValues)>& init) {
  modules().construct(object, kwargs, init);
}

PyValue TorchHost::call_instance(const PyExpr& e, PyObject* object, PyValues args, PyNamedValues kwargs) {
  return modules().call_instance(e, object, std::move(args), std::move(kwargs));
}

// Dynamo does not look into the forward of a module of PyTorch's.
std::optional<PyValue> TorchHost::call_bound(const PyExpr& e, PyObject* method, PyValues& args, PyNamedValues& kwargs) {
  if (!settings().strict || modules().leaves > 0) return std::nullopt;
  if (runs_in_dynamo() && method->source == &python().library()) modules().check_inherited(e, *method);
  if (!modules().is_leaf(method->self, method->function)) return std::nullopt;
  return modules().call_module(e, method->self.object, std::move(args), std::move(kwargs), false);
}

PyValue TorchHost::call_builtin_method(
    const PyExpr& e, PyObject* object, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (object->kind == PyKind::klass) return functions().apply_function(e, object->klass, args);
  if (object->kind == PyKind::context && name == kOuterFunction && run_.call_outer)
    return run_.call_outer(object->items[0].arg.as_int(), args);
  return modules().module_method(e, object, name, args, kwargs);
}

PyValue TorchHost::read(PyObject* owner, const std::string& name, PyValue& value) {
  return modules().read(owner, name, value);
}

namespace {

bool is_python_type(std::string_view path) {
  static constexpr std::string_view kTypes[] = {
      "bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple", "type"};
  return std::find(std::begin(kTypes), std::end(kTypes), path) != std::end(kTypes);
}

bool is_safe_constant(const PyValue& value) {
  if (value.object == nullptr) return true;
  static constexpr PyKind kChanging[] = {PyKind::list, PyKind::dict, PyKind::set, PyKind::partial};
  std::vector<const PyObject*> open = {value.object};
  std::set<const PyObject*> seen;
  while (!open.empty()) {
    const PyObject& one = *open.back();
    open.pop_back();
    if (!seen.insert(&one).second) continue;
    if (std::find(std::begin(kChanging), std::end(kChanging), one.kind) != std::end(kChanging)) return false;
    if (one.kind == PyKind::instance && !one.klass->is_enum) return false;
    for (std::size_t i = 0; one.kind == PyKind::tuple && i < one.items.size(); ++i) {
      if (one.items[i].object != nullptr) open.push_back(one.items[i].object);
    }
  }
  return true;
}

}  // namespace

// Dynamo of PyTorch 2.6 follows a raise statement, and few of the errors that Python itself makes, to a handler.
bool TorchHost::may_catch(const Error& error, bool raised) {
  // Nor does any follow a failed assert statement, or a number that a tensor does not have.
  std::string_view what = exception_of(error.diagnostic());
  bool fixed = what == "AssertionError" ||
               (what == "IndexError" &&
                error.diagnostic().message.find(" is out of bounds for dimension ") != std::string::npos);
  // What Dynamo does not trace ends the capture, whatever handlers the program has.
  if ((fixed || what == "Unsupported") && !raised && runs_in_dynamo()) return false;
  if (raised || !settings().strict || recorder().outside() || python().in_library() ||
      has(context().dialect, EngineNovelty::caught_errors))
    return true;
  std::string_view exception = exception_of(error.diagnostic()), message = error.diagnostic().message;
  if (exception == "ValueError") return message.ends_with("is not in list");
  if (exception != "AttributeError") return exception == "KeyError" || exception == "StopIteration";
  std::size_t begin = message.find('\''), end = message.find("' object");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return false;
  PyValue* klass = python().find_global(python().own_source(), message.substr(begin + 1, end - begin - 1));
  return klass != nullptr && klass->object != nullptr && klass->object->klass != nullptr &&
         !klass->object->klass->is_module;
}

// A name without a dot is one of Python's own functions and types.
std::optional<bool> TorchHost::is_descriptor(std::string_view path) {
  if (is_written_in_python(path) || path.starts_with("torch.Tensor.")) return true;
  if (class_at(path) != nullptr || is_python_type(path) || is_python_module(path)) return false;
  for (std::string_view type : {"str.", "list.", "dict.", "tuple.", "set.", "int.", "float.", "bytes.", "object."}) {
    if (path.starts_with(type)) return true;
  }
  constexpr std::string_view kFunctions[] = {
      "torch.ops.", "torch.nn.functional.", "torch.special.", "torch.linalg.", "torch.fft.", "operator.", "math."};
  if (path.find('.') == std::string_view::npos) return false;
  for (std::string_view space : kFunctions) {
    if (path.starts_with(space)) return false;
  }
  if (path.starts_with("torch.") && path.find('.', 6) == std::string_view::npos) return false;
  return std::nullopt;
}

// Dynamo of PyTorch 2.6 asks the module for it, and follows constants, tensors and functions alone.
void TorchHost::check_class_value(const PyExpr& e,
                                  const PyObject& object,
                                  const std::string& name,
                                  const PyValue& value) {
  if (python().in_library() || object.klass->source == &python().library()) return;
  if (value.is_path() && is_written_in_python(value.path))
    fail(e,
         cat({value.path, " is written in Python: in the body of a class it is a method, and gets self first"}),
         cat({"write ", name, " = staticmethod(...), or set it in __init__"}));
  if (!object.klass->is_module || !settings().strict || recorder().outside() ||
      has(context().dialect, EngineNovelty::inlined_layers))
    return;
  bool type = value.is_path() && (class_at(value.path) != nullptr || is_python_type(value.path));
  if (value.is_path() ? type : is_safe_constant(value)) return;
  fail_as(e,
          "Unsupported",
          cat({"class property ",
               name,
               " - ",
               object.klass->def->name,
               " ",
               value.is_path() ? (is_python_module(value.path) ? "module" : "builtin_function_or_method")
                               : python().type_name(value)}),
          "set it in __init__, or capture without strict");
}

// Dynamo of PyTorch 2.6 does not follow what a with statement does with an exception.
void TorchHost::exception_leaves(const PyExpr& e, const Error& error, bool raised) {
  if (!runs_in_dynamo() || has(context().dialect, EngineNovelty::caught_errors) ||
      exception_of(error.diagnostic()) == "Unsupported" || !may_catch(error, raised))
    return;
  fail_as(
      e, "Unsupported", "missing: WITH_EXCEPT_START", "catch the exception in the block, or capture without strict");
}

// It sets the attribute of the object, whatever its class has.
bool TorchHost::follows_setters() { return !runs_in_dynamo() || has(context().dialect, EngineNovelty::caught_errors); }

// Nor exceptions of the program with an __init__ of their own.
void TorchHost::check_instance(const PyExpr& e, const PyClass& klass, bool with_init) {
  if (!runs_in_dynamo() || has(context().dialect, EngineNovelty::caught_errors)) return;
  bool own = klass.source == &python().own_source();
  if (own && with_init && !klass.exception.empty())
    fail_as(e,
            "Unsupported",
            cat({"call_function UserDefinedClassVariable(<class '", klass.path, "'>)"}),
            "raise one of Python's own, or capture without strict");
  if (klass.def->name == "contextlib_suppress")
    fail_as(e,
            "Unsupported",
            "'inline in skipfiles: suppress.__init__'",
            "write try and except, or capture without strict");
  if (klass.def->name == "_YieldContext")
    fail_as(e,
            "Unsupported",
            "'skip function of contextlib.contextmanager'",
            "write what it does, or capture without strict");
}

std::optional<PyValue> TorchHost::computed_attribute(const PyExpr& e, PyObject* object, const std::string& name) {
  if (!object->computed.contains(name)) return std::nullopt;
  return modules().computed_value(e, object, name);
}

void TorchHost::put(PyObject* object, std::string_view name, const PyValue& value) {
  modules().put(object, name, value);
}

void TorchHost::set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value) {
  watch().set_attribute(e, object, name, value);
}

void TorchHost::before_delete(const PyExpr& e, PyObject* owner, const std::string& name) {
  watch().before_delete(e, owner, name);
}

std::optional<PyValue> TorchHost::instance_attribute(PyObject* object, const std::string& name) {
  if (!object->klass->is_module) return std::nullopt;
  if (name == "_modules") names().reach_table(object);
  if (name == "_modules" || name == "_parameters" || name == "_buffers" || name == "_non_persistent_buffers_set")
    return modules().members_in(object, name);
  if (!modules().has_method(*object, name)) return std::nullopt;
  return python().builtin_method(PyValue(object), name);
}

bool TorchHost::set_shown(const PyExpr& e, PyObject& dict, const std::string& name, const PyValue& value) {
  return dict.self.object->klass->is_module && modules().set_in_table(e, dict, name, value);
}

bool TorchHost::is_passing(const PyObject& dict, const std::string& name) {
  return dict.name == "_buffers" && modules().is_passing(*dict.self.object, name);
}

void TorchHost::show_again(PyObject& table) { modules().show_again(table); }
PyValues TorchHost::items_by(const PyExpr& e, PyObject* module, std::string_view by) {
  return modules().items_by(e, module, by);
}
std::optional<PyValues> TorchHost::own_names(PyObject* module) { return modules().own_names(module); }

void TorchHost::names_changed(PyObject& names) {
  if (names.name == "_non_persistent_buffers_set") modules().set_passing(names);
}

// The apply of an autograd.Function.
std::optional<PyValue> TorchHost::class_method(PyClass* klass, const std::string& name) {
  if (name != "apply" || !klass->is_function) return std::nullopt;
  PyObject* self = python().make(PyKind::klass);
  self->klass = klass;
  return python().builtin_method(PyValue(self), name);
}

void TorchHost::definition_failed(const Error& error) {
  if (run_.script != nullptr && !exception_of(error.diagnostic()).empty()) run_.script->end_of_file(error);
}

void TorchHost::statement_failed(PythonSource& in, const Stmt& statement, const Error& error) {
  if (run_.script != nullptr && &in == &python().own_source()) run_.script->lose(statement, error);
}

std::optional<PyValue> TorchHost::class_attribute(PyClass* klass, const std::string& name) {
  if (!klass->is_module) return std::nullopt;
  return PyValue::of_path(cat({"torch.nn.Module.", name}));
}

}  // namespace seesaw
