// Python's own functions, and methods of lists and dicts.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/capture/evaluator.h"
#include "core/capture/layers.h"
#include "core/capture/torch_calls.h"
#include "core/support/cat.h"
#include "core/support/number.h"

namespace seesaw {

namespace {

// Functions of math on plain numbers.
std::optional<double> math_function(std::string_view path, const PyArgs& args) {
  struct Row {
    std::string_view name;
    double (*function)(double);
  };
  static constexpr Row kRows[] = {{"sqrt", std::sqrt}, {"exp", std::exp}, {"log", std::log}, {"log1p", std::log1p}, {"expm1", std::expm1}, {"log2", std::log2}, {"log10", std::log10}, {"sin", std::sin}, {"cos", std::cos}, {"tan", std::tan}, {"tanh", std::tanh}, {"erf", std::erf}, {"fabs", std::fabs}, {"radians", [](double x) { return x * std::numbers::pi / 180; }}};
  if (!path.starts_with("math.") || args.empty() || args.size() > 2) return std::nullopt;
  double x[2] = {0, 0};
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind() != ArgKind::floating && !(args[i].is_integer() && args[i].fits_int64())) return std::nullopt;
    x[i] = args[i].kind() == ArgKind::floating ? args[i].as_float() : static_cast<double>(args[i].as_int());
  }
  std::string_view name = path.substr(5);
  if (args.size() == 2) return name == "pow" ? std::optional(std::pow(x[0], x[1])) : name == "log" ? std::optional(std::log(x[0]) / std::log(x[1]))
                                                                                                   : std::nullopt;
  for (const Row& row : kRows) {
    if (row.name == name) return row.function(x[0]);
  }
  return std::nullopt;
}

}  // namespace

PyValue Evaluator::python_function(const PyExpr& e, const std::string& path, const PyArgs& args) {
  if (std::optional<double> number = math_function(path, args)) {
    auto finite = [](const Arg& arg) { return arg.kind() != ArgKind::floating || std::isfinite(arg.as_float()); };
    bool range = std::all_of(args.begin(), args.end(), finite) && !std::isfinite(*number);
    if (range) fail(e, std::isinf(*number) && *number > 0 ? "OverflowError: math range error" : "ValueError: math domain error");
    return PyValue(context().floating(*number));
  }
  std::optional<Arg> result = guarded(e, [&] { return tracer().call_sym(path, args); });
  if (!result) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return PyValue(*result);
}

PyValue Evaluator::builtin(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kNumbers[] = {"float", "int", "bool", "abs", "round", "pow", "str"};
  static constexpr std::string_view kSequences[] = {"range", "enumerate", "zip", "reversed", "list", "tuple", "dict", "OrderedDict", "sum", "all", "any", "len", "max", "min"};
  bool takes_names = name == "dict" || name == "OrderedDict" || name == "print" || ((name == "enumerate" || name == "sum") && kwargs.size() == 1 && kwargs[0].first == "start");
  if (!kwargs.empty() && !takes_names) fail(e, cat({"the argument '", kwargs[0].first, "' of ", name, " is outside of the subset that is captured"}), "leave it out");
  if (std::find(std::begin(kNumbers), std::end(kNumbers), name) != std::end(kNumbers)) return number_builtin(e, name, args);
  if (std::find(std::begin(kSequences), std::end(kSequences), name) != std::end(kSequences)) return sequence_builtin(e, name, args, kwargs);
  if (name == "print") return {};
  if (name == "deepcopy" && args.size() == 1) return deep_copy(args[0]);
  if (name == "seesaw_draw" && args.size() >= 2) {  // random initial values; see layers.h
    Arg tensor = to_arg(e, args[1]);
    PyArgs all = to_args(e, PyValues(args.begin() + 1, args.end()));
    tracer().call_known(cat({"torch.ops.aten.", to_arg(e, args[0]).text(), ".default"}), all, tracer().meta_of(tensor));
    return PyValue(tensor);
  }
  if (name == "isinstance" && args.size() == 2) return PyValue(Arg::boolean(is_instance(e, args[0], args[1])));
  if (name == "super") {
    PyObject* out = make(PyKind::super);
    out->self = frame().self;
    if (out->self.object == nullptr && args.size() == 2) out->self = args[1];
    out->klass = frame().owner;
    if (out->self.object == nullptr || out->klass == nullptr) fail(e, "super() is for methods of a class");
    return PyValue(out);
  }
  if ((name == "getattr" || name == "hasattr") && args.size() >= 2) {
    Arg key = to_arg(e, args[1]);
    if (!key.is_string()) fail(e, "the name of an attribute is a text");
    PyObject* object = args[0].object;
    bool known = object != nullptr && find_attribute(object, key.text()) != nullptr;
    if (name == "hasattr") return PyValue(Arg::boolean(known));
    return known || args.size() == 2 ? attribute(e, args[0], std::string(key.text())) : args[2];
  }
  fail(e, cat({"'", name, "' cannot be called like this"}));
}

PyValue Evaluator::number_builtin(const PyExpr& e, const std::string& name, const PyValues& args) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  Arg value = to_arg(e, args[0]);
  if (name == "str") {
    if (value.is_string()) return PyValue(value);
    if (!value.is_integer() || !value.fits_int64()) fail(e, "only whole numbers become texts here");
    return PyValue(context().string(std::to_string(value.as_int())));
  }
  if (name == "bool" && !tracer().is_tensor(value)) return PyValue(Arg::boolean(truth(e, PyValue(value))));
  if (tracer().is_tensor(value)) {
    if (name == "abs" || name == "round" || name == "pow") return PyValue(guarded(e, [&] { return call_torch(tracer(), name, to_args(e, args), {}); }));
    fail(e, cat({name, "() of a tensor depends on data"}), "use .item(), or keep the tensor");
  }
  if (name == "float" && value.is_string()) {
    std::optional<double> number = parse_float(value.text());
    if (!number) fail(e, cat({"could not convert string to float: '", value.text(), "'"}));
    return PyValue(context().floating(*number));
  }
  if (name == "float" && value.is_integer() && value.fits_int64()) return PyValue(context().floating(static_cast<double>(value.as_int())));
  if ((name == "float" && value.kind() == ArgKind::floating) || (name == "int" && value.is_integer())) return PyValue(value);
  return python_function(e, name == "pow" ? "operator.pow" : name == "abs" ? "operator.abs"
                                                                           : cat({"builtins.", name}),
                         to_args(e, args));
}

PyValue Evaluator::range(const PyExpr& e, const PyValues& args) {
  std::int64_t bounds[3] = {0, 0, 1};
  if (args.empty() || args.size() > 3) fail(e, "range takes one to three numbers");
  for (std::size_t i = 0; i < args.size(); ++i) {
    Arg bound = to_arg(e, args[i]);
    if (!bound.is_integer() || !bound.fits_int64()) fail(e, "range takes whole numbers that are known", "give that size a number");
    bounds[args.size() == 1 ? 1 : i] = bound.as_int();
  }
  if (bounds[2] == 0) fail(e, "ValueError: range() arg 3 must not be zero");
  PyValues out;
  for (std::int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
    if (out.size() == kLongestList) fail(e, cat({"this range is longer than ", std::to_string(kLongestList)}), "make it shorter");
    out.emplace_back(context().integer(i));
    if (bounds[2] > 0 ? i > INT64_MAX - bounds[2] : i < INT64_MIN - bounds[2]) break;
  }
  return make_list(PyKind::list, std::move(out));
}

// One step of sum(): Dynamo takes it in a file of its own.
PyValue Evaluator::plus(const PyExpr& e, const PyValue& total, const PyValue& item) {
  static const std::string kPlace = cat({"File: ", kTorchFolder, "_dynamo/polyfills/functools.py:44 in reduce, code: value = function(value, element)"});
  Frame own = frame();
  own.place = kPlace;
  own.function = "reduce";
  std::size_t frames = frames_.size();
  frames_.push_back(own);
  try {
    PyValue out = binary(e, "+", total, item);
    frames_.resize(frames);
    return out;
  } catch (...) {
    frames_.resize(frames);
    throw;
  }
}

// sum(... for ...) adds each item before it takes the next one; Dynamo makes a list of them first.
std::optional<PyValue> Evaluator::sum_of_generator(const PyExpr& e) {
  bool start = e.kids.size() == 3 && (e.keywords[2].empty() || e.keywords[2] == "start");
  if (settings_.strict || (e.kids.size() != 2 && !start) || !e.keywords[1].empty()) return std::nullopt;
  const PyExpr& items = expr(e.kids[1]);
  if (items.kind != PyExprKind::comprehension || items.text != "generator") return std::nullopt;
  PyValue total = start ? evaluate(e.kids[2]) : PyValue(context().integer(std::int64_t{0}));
  generate(items, [&] { total = plus(e, total, evaluate(items.kids[0])); });
  return total;
}

PyValue Evaluator::dict_builtin(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues items;
  if (!args.empty() && args[0].object != nullptr && args[0].object->kind == PyKind::dict) {
    items = args[0].object->items;
  } else if (!args.empty()) {
    for (const PyValue& pair : items_of(e, args[0])) {
      for (PyValue& part : items_of(e, pair)) items.push_back(std::move(part));
    }
  }
  for (const auto& [key, value] : kwargs) {
    items.emplace_back(context().string(key));
    items.push_back(value);
  }
  return make_list(PyKind::dict, std::move(items));
}

PyValue Evaluator::zip_builtin(const PyExpr& e, const PyValues& args) {
  std::vector<PyValues> rows;
  for (const PyValue& arg : args) rows.push_back(items_of(e, arg));
  std::size_t count = rows[0].size();
  for (const PyValues& row : rows) count = std::min(count, row.size());
  PyValues out;
  for (std::size_t i = 0; i < count; ++i) {
    PyValues parts;
    for (const PyValues& row : rows) parts.push_back(row[i]);
    out.push_back(make_list(PyKind::tuple, std::move(parts)));
  }
  return make_list(PyKind::list, std::move(out));
}

PyValue Evaluator::sequence_builtin(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (name == "range") return range(e, args);
  if (name == "dict" || name == "OrderedDict") return dict_builtin(e, args, kwargs);
  if (args.empty()) {
    if (name == "list" || name == "tuple") return make_list(name == "list" ? PyKind::list : PyKind::tuple, {});
    fail(e, cat({name, " needs an argument"}));
  }
  if (name == "zip") return zip_builtin(e, args);
  bool numbers = (name == "max" || name == "min") && args.size() > 1;
  if (name == "len" && args[0].is_arg() && tracer().is_tensor(args[0].arg)) return size(e, *tracer().meta_of(args[0].arg).as_tensor_meta(), PyValue(integer(0)));
  PyValues items = numbers ? args : items_of(e, args[0]);
  if (name == "len") return PyValue(integer(items.size()));
  if (name == "all" || name == "any") {
    bool out = name == "all";
    for (const PyValue& item : items) out = name == "all" ? out && truth(e, item) : out || truth(e, item);
    return PyValue(Arg::boolean(out));
  }
  if (name == "sum") {
    PyValue total = args.size() > 1 ? args[1] : !kwargs.empty() ? kwargs[0].second
                                                                : PyValue(context().integer(std::int64_t{0}));
    for (const PyValue& item : items) total = plus(e, total, item);
    return total;
  }
  if (name == "max" || name == "min") {
    if (items.empty()) fail(e, cat({"ValueError: ", name, "() arg is an empty sequence"}));
    PyValue best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) best = python_function(e, cat({"builtins.", name}), {to_arg(e, best), to_arg(e, items[i])});
    return best;
  }
  if (name == "enumerate") {
    Arg start = args.size() > 1 ? to_arg(e, args[1]) : !kwargs.empty() ? to_arg(e, kwargs[0].second)
                                                                       : integer(0);
    PyValues out;
    for (std::size_t i = 0; i < items.size(); ++i) out.push_back(make_list(PyKind::tuple, {PyValue(context().integer((start.fits_int64() ? start.as_int() : 0) + static_cast<std::int64_t>(i))), items[i]}));
    return make_list(PyKind::list, std::move(out));
  }
  if (name == "reversed") std::reverse(items.begin(), items.end());
  return make_list(name == "tuple" ? PyKind::tuple : PyKind::list, std::move(items));
}

bool Evaluator::is_instance(const PyExpr& e, const PyValue& value, const PyValue& type) {
  if (type.object != nullptr && type.object->kind == PyKind::tuple) {
    return std::any_of(type.object->items.begin(), type.object->items.end(), [&](const PyValue& one) { return is_instance(e, value, one); });
  }
  const PyClass* wanted = type.object != nullptr && type.object->kind == PyKind::klass ? type.object->klass : type.is_path() ? library_class(type.path)
                                                                                                                             : nullptr;
  if (wanted != nullptr) {
    const PyClass* klass = value.object != nullptr && value.object->kind == PyKind::instance ? value.object->klass : nullptr;
    while (klass != nullptr && klass != wanted) klass = klass->base;
    return klass != nullptr;
  }
  const std::string& name = type.path;
  auto object = [&](PyKind kind) { return value.object != nullptr && value.object->kind == kind; };
  bool tensor = object(PyKind::state) || (value.is_arg() && tracer().is_tensor(value.arg));
  if (name == "torch.Tensor") return tensor;
  if (name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter") return object(PyKind::state) && value.object->state == CaptureState::Kind::parameter;
  if (name == "torch.nn.Module") return object(PyKind::instance) && value.object->klass->is_module;
  if (name == "list") return object(PyKind::list) || (value.is_arg() && value.arg.kind() == ArgKind::list);
  if (name == "tuple") return object(PyKind::tuple) || (value.is_arg() && value.arg.kind() == ArgKind::tuple);
  if (name == "dict") return object(PyKind::dict);
  if (name == "int") return value.is_arg() && (value.arg.is_integer() || value.arg.is_bool());
  if (name == "bool") return value.is_arg() && value.arg.is_bool();
  if (name == "float") return value.is_arg() && value.arg.kind() == ArgKind::floating;
  if (name == "str") return value.is_arg() && value.arg.is_string();
  fail(e, "isinstance is not known for this type");
}

PyValue Evaluator::container_method(const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args) {
  PyValues& items = self->items;
  if (self->kind == PyKind::list && args.size() == 1 && name == "append") {
    items.push_back(args[0]);
    return {};
  }
  if (self->kind == PyKind::list && args.size() == 1 && name == "extend") {
    for (PyValue& item : items_of(e, args[0])) self->items.push_back(std::move(item));
    if (self->items.size() > kLongestList) fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    return {};
  }
  if (self->kind == PyKind::list && args.size() == 2 && name == "insert") {
    Arg at = to_arg(e, args[0]);
    std::int64_t place = at.is_integer() && at.fits_int64() ? at.as_int() : 0, count = static_cast<std::int64_t>(items.size());
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count)), args[1]);
    return {};
  }
  if (self->kind == PyKind::list && name == "pop" && !items.empty()) {
    PyValue out = item(e, PyValue(self), args.empty() ? context().integer(-1) : to_arg(e, args[0]));
    Arg at = args.empty() ? context().integer(-1) : to_arg(e, args[0]);
    std::int64_t place = at.as_int() < 0 ? at.as_int() + static_cast<std::int64_t>(items.size()) : at.as_int();
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
    return out;
  }
  if (self->kind == PyKind::dict) {
    if (name == "get" && !args.empty()) {
      PyValue* found = dict_item(self, args[0]);
      return found != nullptr ? *found : args.size() > 1 ? args[1]
                                                         : PyValue();
    }
    PyValues out;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) out.push_back(name == "keys" ? items[i] : name == "values" ? items[i + 1]
                                                                                                                     : make_list(PyKind::tuple, {items[i], items[i + 1]}));
    if (name == "keys" || name == "values" || name == "items") return make_list(PyKind::list, std::move(out));
  }
  fail(e, cat({"the method '", name, "' of a ", self->kind == PyKind::dict ? "dict" : "list", " is outside of the subset that is captured"}));
}

}  // namespace seesaw
