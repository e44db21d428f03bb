// Python's own functions, and methods of lists and dicts.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/found_names.h"
#include "core/engine/capture/library.h"
#include "core/engine/capture/torch_calls.h"

namespace seesaw {

namespace {

// Functions of math on plain numbers.
std::optional<double> math_function(std::string_view path, const PyArgs& args) {
  struct Row {
    std::string_view name;
    double (*function)(double);
  };
  static constexpr Row kRows[] = {{"sqrt", std::sqrt},
                                  {"exp", std::exp},
                                  {"log", std::log},
                                  {"log1p", std::log1p},
                                  {"expm1", std::expm1},
                                  {"log2", std::log2},
                                  {"log10", std::log10},
                                  {"sin", std::sin},
                                  {"cos", std::cos},
                                  {"tan", std::tan},
                                  {"tanh", std::tanh},
                                  {"atan", std::atan},
                                  {"asin", std::asin},
                                  {"acos", std::acos},
                                  {"sinh", std::sinh},
                                  {"cosh", std::cosh},
                                  {"erf", std::erf},
                                  {"fabs", std::fabs},
                                  {"radians", [](double x) { return x * std::numbers::pi / 180; }}};
  if (!path.starts_with("math.") || args.empty() || args.size() > 2) return std::nullopt;
  double x[2] = {0, 0};
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind() != ArgKind::floating && !(args[i].is_integer() && args[i].fits_int64())) return std::nullopt;
    x[i] = args[i].kind() == ArgKind::floating ? args[i].as_float() : static_cast<double>(args[i].as_int());
  }
  std::string_view name = path.substr(5);
  if (args.size() == 2 && name == "atan2") return std::atan2(x[0], x[1]);
  if (args.size() == 2)
    return name == "pow"   ? std::optional(std::pow(x[0], x[1]))
           : name == "log" ? std::optional(std::log(x[0]) / std::log(x[1]))
                           : std::nullopt;
  for (const Row& row : kRows) {
    if (row.name == name) return row.function(x[0]);
  }
  return std::nullopt;
}

}  // namespace

PyValue Evaluator::python_function(const PyExpr& e, const std::string& path, const PyArgs& args) {
  if (path == "math.prod" && args.size() == 1 && args[0].is_sequence()) {
    Arg product = context().integer(std::int64_t{1});
    for (const Arg& item : args[0].items()) product = to_arg(e, binary(e, "*", PyValue(product), PyValue(item)));
    return PyValue(product);
  }
  if (path == "math.factorial" && args.size() == 1 && args[0].is_integer() && args[0].fits_int64() &&
      args[0].as_int() >= 0 && args[0].as_int() <= 20) {
    std::int64_t product = 1;
    for (std::int64_t i = 2; i <= args[0].as_int(); ++i) product *= i;
    return PyValue(context().integer(product));
  }
  if (std::optional<Arg> number = symbolic_arithmetic(e, path, args)) return PyValue(*number);
  static constexpr std::string_view kOfNumbers[] = {
      "math.floor", "math.ceil", "math.trunc", "math.prod", "math.factorial", "math.isclose"};
  if (path.starts_with("math.") &&
      std::find(std::begin(kOfNumbers), std::end(kOfNumbers), path) == std::end(kOfNumbers)) {
    auto symbol = std::find_if(args.begin(), args.end(), [](const Arg& arg) { return arg.is_symbolic(); });
    if (symbol != args.end() && !settings_.strict) refuse_constant(e, path, *symbol);
    if (symbol != args.end() && path == "math.sqrt")
      return PyValue(number_of_line(e, "torch._sym_sqrt", {as_float(e, args[0])}, {}, {}));
  }
  if (std::optional<double> number = math_function(path, args)) {
    auto finite = [](const Arg& arg) { return arg.kind() != ArgKind::floating || std::isfinite(arg.as_float()); };
    bool known = std::all_of(args.begin(), args.end(), finite);
    bool nothing = std::isnan(*number) && std::none_of(args.begin(), args.end(), [](const Arg& arg) {
                     return arg.kind() == ArgKind::floating && std::isnan(arg.as_float());
                   });
    bool pole = known && path == "math.pow" && std::isinf(*number) && args[0].kind() != ArgKind::floating
                    ? args[0].as_int() == 0
                    : known && path == "math.pow" && std::isinf(*number) && args[0].as_float() == 0;
    if (nothing || pole) fail(e, "ValueError: math domain error", "give it a number that the function takes");
    if (known && std::isinf(*number))
      fail(e,
           *number > 0 ? "OverflowError: math range error" : "ValueError: math domain error",
           "give it a number that the function takes");
    return PyValue(context().floating(*number));
  }
  std::optional<Arg> result = guarded(e, [&] { return tracer().call_sym(path, args); });
  if (!result) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return PyValue(*result);
}

// max and min compare what comes with the best before it; of sizes that are symbols that is a condition like any other.
PyValue Evaluator::extreme(const PyExpr& e, bool most, const PyValue& best, const PyValue& next) {
  PyArgs numbers{to_arg(e, best), to_arg(e, next)};
  if (!numbers[0].is_symbolic() && !numbers[1].is_symbolic())
    return python_function(e, most ? "builtins.max" : "builtins.min", numbers);
  if (settings_.strict && is_told_by_a_run(numbers[0], numbers[1]))
    return python_function(e, most ? "torch.sym_max" : "torch.sym_min", numbers);
  return truth(e, binary(e, most ? ">" : "<", PyValue(numbers[1]), PyValue(numbers[0]))) ? PyValue(numbers[1])
                                                                                         : PyValue(numbers[0]);
}

// torch.sym_max and torch.sym_min: of sizes with a value to go by PyTorch calls max and min; what they give must stay
// symbolic for Dynamo.
PyValue Evaluator::symbolic_extreme(const PyExpr& e, bool most, const PyArgs& numbers) {
  std::string path = most ? "torch.sym_max" : "torch.sym_min";
  Arg first = numbers[0], second = numbers[1];
  if (is_told_by_a_run(first, second)) return python_function(e, path, numbers);
  bool symbolic = first.is_symbolic() || second.is_symbolic();
  bool real = first.kind() == ArgKind::floating || second.kind() == ArgKind::floating ||
              first.kind() == ArgKind::sym_float || second.kind() == ArgKind::sym_float;
  if (!first.is_symbolic()) std::swap(first, second);
  for (Arg* number : {&first, &second}) {
    if (real && number->kind() == ArgKind::sym_int)
      *number = to_arg(e, python_function(e, "torch.sym_float", {*number}));
    if (real && number->is_integer() && number->fits_int64())
      *number = context().floating(static_cast<double>(number->as_int()));
  }
  PyValue out = extreme(e, most, PyValue(first), PyValue(second));
  if (settings_.strict && symbolic && !out.arg.is_symbolic())
    fail_as(e,
            "Unsupported",
            cat({"torch.* op returned non-Tensor ", real ? "float" : "int", " call_function ", path}),
            cat({"write ", most ? "max" : "min", "(...)"}));
  return out;
}

// hasattr(): what is no attribute of an object may be its class' or PyTorch's.
bool Evaluator::has_name(const PyValue& object, const std::string& name) {
  PyObject* of = object.object;
  if (of != nullptr && (of->kind == PyKind::instance || of->kind == PyKind::klass)) {
    PyClass* klass = of->klass;
    if (of->computed.contains(name) || find_method(klass, name) != nullptr || class_constant(of->klass, name))
      return true;
    return of->klass->is_module && (name == "forward" || name == "parameters" || name == "register_buffer");
  }
  bool tensor = (of != nullptr && of->kind == PyKind::state) || (object.is_arg() && tracer().is_tensor(object.arg));
  static constexpr std::string_view kOfTensors[] = {
      "shape", "dtype", "device", "ndim", "data", "requires_grad", "grad", "is_cuda", "T"};
  if (tensor && std::find(std::begin(kOfTensors), std::end(kOfTensors), name) != std::end(kOfTensors)) return true;
  if (!tensor && !object.path.starts_with("torch")) return false;
  try {
    if (tensor) {
      check_method(name);
    } else {
      torch_function(cat({object.path, ".", name}));
    }
    return true;
  } catch (const Error&) {
    return !tensor && library_class(cat({object.path, ".", name})) != nullptr;
  }
}

PyValue Evaluator::builtin(const PyExpr& e,
                           const std::string& name,
                           const PyValues& args,
                           const PyNamedValues& kwargs) {
  static constexpr std::string_view kNumbers[] = {"float", "int", "bool", "abs", "round", "pow", "str", "repr"};
  static constexpr std::string_view kSequences[] = {
      "range", "enumerate", "zip", "reversed", "list", "tuple",  "dict", "OrderedDict", "sum", "all",   "any",
      "len",   "max",       "min", "next",     "iter", "sorted", "set",  "frozenset",   "map", "filter"};
  bool takes_names = name == "dict" || name == "OrderedDict" || name == "print" || name == "sorted" ||
                     ((name == "enumerate" || name == "sum") && kwargs.size() == 1 && kwargs[0].first == "start");
  if (!kwargs.empty() && !takes_names)
    fail(e,
         cat({"the argument '", kwargs[0].first, "' of ", name, " is outside of the subset that is captured"}),
         "leave it out");
  if (std::find(std::begin(kNumbers), std::end(kNumbers), name) != std::end(kNumbers))
    return number_builtin(e, name, args);
  if (std::find(std::begin(kSequences), std::end(kSequences), name) != std::end(kSequences))
    return sequence_builtin(e, name, args, kwargs);
  if (name == "print") return {};
  if (name == "divmod" && args.size() == 2) return divmod(e, args);
  if (name == "deepcopy" && args.size() == 1) return deep_copy(args[0]);
  if (name == "seesaw_draw" && args.size() >= 2) {  // random initial values; see library.h
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
    known = known || has_name(args[0], std::string(key.text()));
    if (name == "hasattr") return PyValue(Arg::boolean(known));
    return known || args.size() == 2 ? attribute(e, args[0], std::string(key.text())) : args[2];
  }
  if (name == "type" && args.size() == 1) return class_of(args[0]);
  if (name == "slice" && !args.empty() && args.size() <= 3) {
    std::vector<Arg> parts(3);
    for (std::size_t i = 0; i < args.size(); ++i) parts[args.size() == 1 ? 1 : i] = to_arg(e, args[i]);
    return PyValue(make_container(context().arena, ArgKind::slice, parts));
  }
  if (name == "callable" && args.size() == 1) {
    PyKind kind = args[0].object == nullptr ? PyKind::state : args[0].object->kind;
    return PyValue(Arg::boolean(args[0].is_path() || kind == PyKind::function || kind == PyKind::method ||
                                kind == PyKind::klass || kind == PyKind::instance));
  }
  if (name == "setattr" && args.size() == 3) {
    Arg key = to_arg(e, args[1]);
    if (!key.is_string()) fail(e, "the name of an attribute is a text");
    set_attribute(e, args[0], std::string(key.text()), args[2]);
    return {};
  }
  if (name == "delattr" && args.size() == 2) {
    Arg key = to_arg(e, args[1]);
    if (!key.is_string()) fail(e, "the name of an attribute is a text");
    delete_attribute(e, args[0], std::string(key.text()));
    return {};
  }
  fail(e, cat({"'", name, "' cannot be called like this"}));
}

PyValue Evaluator::number_builtin(const PyExpr& e, const std::string& name, const PyValues& args) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  if (name == "str" || name == "repr") return PyValue(context().string(text_of(e, args[0], name == "repr")));
  Arg value = to_arg(e, args[0]);
  bool converts = name == "int" || name == "float" || name == "bool" || name == "round";
  if (std::optional<Arg> known = converts && tracer().is_tensor(value) ? known_number(e, value) : std::nullopt)
    value = *known;
  if (name == "bool" && !tracer().is_tensor(value)) return PyValue(Arg::boolean(truth(e, PyValue(value))));
  if (tracer().is_tensor(value)) {
    if (name == "abs" || name == "round" || name == "pow")
      return PyValue(guarded(e, [&] { return call_torch(tracer(), name, to_args(e, args), {}); }));
    fail(e, cat({name, "() of a tensor depends on data"}), "use .item(), or keep the tensor");
  }
  if (name == "abs" && value.is_integer() && value.fits_int64() && value.as_int() != INT64_MIN)
    return PyValue(context().integer(value.as_int() < 0 ? -value.as_int() : value.as_int()));
  if (name == "abs" && value.kind() == ArgKind::floating)
    return PyValue(context().floating(std::fabs(value.as_float())));
  if (name == "int" && value.is_string()) {
    std::string_view digits = value.text();
    bool whole = !digits.empty() &&
                 digits.find_first_not_of("0123456789", digits[0] == '-' ? 1 : 0) == std::string_view::npos &&
                 digits != "-";
    if (!whole) fail(e, cat({"ValueError: invalid literal for int() with base 10: '", value.text(), "'"}));
    return PyValue(context().integer(digits));
  }
  if (name == "float" && value.is_string()) {
    std::optional<double> number = parse_float(value.text());
    if (!number) fail(e, cat({"could not convert string to float: '", value.text(), "'"}));
    return PyValue(context().floating(*number));
  }
  if ((name == "float" || name == "int") && value.is_symbolic()) {
    if (!settings_.strict && tracer_ != &init_) refuse_constant(e, name, value);
    if (name == "float") return PyValue(as_float(e, value));
    return value.kind() == ArgKind::sym_int ? PyValue(value) : python_function(e, "math.trunc", {value});
  }
  if (name == "float" && value.is_integer() && value.fits_int64())
    return PyValue(context().floating(static_cast<double>(value.as_int())));
  if ((name == "float" && value.kind() == ArgKind::floating) || (name == "int" && value.is_integer()))
    return PyValue(value);
  return python_function(e,
                         name == "pow"   ? "operator.pow"
                         : name == "abs" ? "operator.abs"
                                         : cat({"builtins.", name}),
                         to_args(e, args));
}

// Of numbers that are known; Python asks tensors and symbols for a method that they do not have.
PyValue Evaluator::divmod(const PyExpr& e, const PyValues& args) {
  auto type = [&](const PyValue& value) -> std::string {
    if (value.object != nullptr ? value.object->kind == PyKind::state : tracer().is_tensor(value.arg))
      return "FakeTensor";
    if (value.is_arg() && value.arg.is_symbolic()) return value.arg.kind() == ArgKind::sym_int ? "SymInt" : "SymFloat";
    return type_name(value);
  };
  auto known = [](const PyValue& value) {
    return value.is_arg() && (value.arg.is_integer() || value.arg.is_bool() || value.arg.kind() == ArgKind::floating);
  };
  if (!known(args[0]) || !known(args[1]))
    fail_as(e,
            "TypeError",
            cat({"unsupported operand type(s) for divmod(): '", type(args[0]), "' and '", type(args[1]), "'"}),
            "write a // b and a % b");
  PyValue quotient = binary(e, "//", args[0], args[1]);
  return make_list(PyKind::tuple, {quotient, binary(e, "%", args[0], args[1])});
}

PyValue Evaluator::range(const PyExpr& e, const PyValues& args) {
  std::int64_t bounds[3] = {0, 0, 1};
  if (args.empty() || args.size() > 3) fail(e, "range takes one to three numbers");
  for (std::size_t i = 0; i < args.size(); ++i) {
    Arg bound = to_arg(e, args[i]);
    if (!bound.is_integer() || !bound.fits_int64())
      fail(e, "range takes whole numbers that are known", "give that size a number");
    bounds[args.size() == 1 ? 1 : i] = bound.as_int();
  }
  if (bounds[2] == 0) fail(e, "ValueError: range() arg 3 must not be zero");
  PyValues out;
  for (std::int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
    if (out.size() == kLongestList)
      fail(e, cat({"this range is longer than ", std::to_string(kLongestList)}), "make it shorter");
    out.emplace_back(context().integer(i));
    if (bounds[2] > 0 ? i > INT64_MAX - bounds[2] : i < INT64_MIN - bounds[2]) break;
  }
  return make_list(PyKind::list, std::move(out));
}

namespace {

std::string reduce_place(std::string_view line) {
  return cat({"File: ", kTorchFolder, "_dynamo/polyfills/functools.py:", line});
}

}  // namespace

// A step of sum(): Dynamo takes it in a file of its own.
PyValue Evaluator::in_reduce(std::string_view line, const std::function<PyValue()>& step) {
  Frame own = frame();
  own.place = line;
  own.function = "reduce";
  std::size_t frames = frames_.size();
  frames_.push_back(own);
  try {
    PyValue out = step();
    frames_.resize(frames);
    return out;
  } catch (...) {
    frames_.resize(frames);
    throw;
  }
}

// next(iterator), next(iterator, otherwise); iter(...)
PyValue Evaluator::next_builtin(const PyExpr& e, const PyValues& args) {
  PyObject* iterator = args[0].object;
  if (iterator == nullptr || iterator->kind != PyKind::iterator)
    fail_as(e, "TypeError", cat({"'", type_name(args[0]), "' object is not an iterator"}), "write next(iter(...))");
  if (std::optional<PyValue> item = next_of(e, iterator)) return *item;
  if (args.size() < 2)
    fail_as(e, "StopIteration", "StopIteration", "give next() a second argument, for when there is none");
  return args[1];
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

PyValue Evaluator::sequence_builtin(const PyExpr& e,
                                    const std::string& name,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  if (name == "range") return range(e, args);
  if (name == "dict" || name == "OrderedDict") return dict_builtin(e, args, kwargs);
  if (args.empty()) {
    if (name == "list" || name == "tuple") return make_list(name == "list" ? PyKind::list : PyKind::tuple, {});
    if (name == "set" || name == "frozenset") return make_list(PyKind::tuple, {});
    fail(e, cat({name, " needs an argument"}));
  }
  if (name == "zip") return zip_builtin(e, args);
  if (name == "map" || name == "filter") return mapped(e, args, name == "filter");
  if (name == "sorted") return sorted(e, items_of(e, args[0]), kwargs);
  if (name == "set" || name == "frozenset") return without_twins(e, items_of(e, args[0]));
  if (name == "next") return next_builtin(e, args);
  if (name == "iter")
    return args[0].object != nullptr && args[0].object->kind == PyKind::iterator ? args[0]
                                                                                 : iterator_over(items_of(e, args[0]));
  if (name == "all" || name == "any") {
    bool out = name == "all";
    each_item(e, args[0], [&](const PyValue& item) { return (out = truth(e, item)) == (name == "all"); });
    return PyValue(Arg::boolean(out));
  }
  if (name == "sum") {
    PyValue total = args.size() > 1   ? args[1]
                    : !kwargs.empty() ? kwargs[0].second
                                      : PyValue(context().integer(std::int64_t{0}));
    static const std::string kItems = reduce_place("30 in reduce, code: it = iter(iterable)"),
                             kStep = reduce_place("44 in reduce, code: value = function(value, element)");
    bool tensor = settings_.strict &&
                  (args[0].is_arg() ? tracer().is_tensor(args[0].arg)
                                    : args[0].object != nullptr && args[0].object->kind == PyKind::state);
    PyValue items = tensor ? in_reduce(kItems, [&] { return make_list(PyKind::tuple, items_of(e, args[0])); })
                           : args[0];
    each_item(e, items, [&](const PyValue& item) {
      total = in_reduce(kStep, [&] { return binary(e, "+", total, item); });
      return true;
    });
    return total;
  }
  bool numbers = (name == "max" || name == "min") && args.size() > 1;
  if (name == "len" && args[0].is_arg() && tracer().is_tensor(args[0].arg)) {
    PyValue length = size(e, args[0].arg, PyValue(integer(0)));
    if (length.arg.is_symbolic() && !settings_.strict) refuse_constant(e, name, length.arg);
    return length;
  }
  PyValues items = numbers ? args : items_of(e, args[0]);
  if (name == "len") return PyValue(integer(items.size()));
  if (name == "max" || name == "min") {
    if (items.empty()) fail(e, cat({"ValueError: ", name, "() arg is an empty sequence"}));
    PyValue best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) best = extreme(e, name == "max", best, items[i]);
    return best;
  }
  if (name == "enumerate") {
    Arg start = args.size() > 1 ? to_arg(e, args[1]) : !kwargs.empty() ? to_arg(e, kwargs[0].second) : integer(0);
    PyValues out;
    for (std::size_t i = 0; i < items.size(); ++i)
      out.push_back(make_list(
          PyKind::tuple,
          {PyValue(context().integer((start.fits_int64() ? start.as_int() : 0) + static_cast<std::int64_t>(i))),
           items[i]}));
    return make_list(PyKind::list, std::move(out));
  }
  if (name == "reversed") std::reverse(items.begin(), items.end());
  return make_list(name == "tuple" ? PyKind::tuple : PyKind::list, std::move(items));
}

bool Evaluator::is_instance(const PyExpr& e, const PyValue& value, const PyValue& type) {
  if (type.object != nullptr && type.object->kind == PyKind::tuple) {
    return std::any_of(type.object->items.begin(), type.object->items.end(), [&](const PyValue& one) {
      return is_instance(e, value, one);
    });
  }
  const PyClass* wanted = type.object != nullptr && type.object->kind == PyKind::klass ? type.object->klass
                          : type.is_path()                                             ? library_class(type.path)
                                                                                       : nullptr;
  if (wanted != nullptr) {
    const PyClass* klass = value.object != nullptr && value.object->kind == PyKind::instance ? value.object->klass
                                                                                             : nullptr;
    return klass != nullptr && std::find(klass->order.begin(), klass->order.end(), wanted) != klass->order.end();
  }
  const std::string& name = type.path;
  auto object = [&](PyKind kind) { return value.object != nullptr && value.object->kind == kind; };
  bool tensor = object(PyKind::state) || (value.is_arg() && tracer().is_tensor(value.arg));
  if (name == "torch.Tensor") return tensor;
  if (name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter")
    return object(PyKind::state) && value.object->state == CaptureState::Kind::parameter;
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

}  // namespace seesaw
