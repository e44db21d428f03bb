// Python's built-in functions: a table of them, and what they do.
//
// A name may stand for several rows of one function (int, float and bool convert a number); a function that a value of
// the host is given to asks the host first.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/format_spec.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/traced_argument.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/graph/dialect/engine_novelty.h"

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
                                  {"erfc", std::erfc},
                                  {"asinh", std::asinh},
                                  {"acosh", std::acosh},
                                  {"atanh", std::atanh},
                                  {"cbrt", std::cbrt},
                                  {"exp2", std::exp2},
                                  {"radians", [](double x) { return x * std::numbers::pi / 180; }}};
  if (!path.starts_with("math.") || args.empty() || args.size() > 2) return std::nullopt;
  double x[2] = {0, 0};
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind() != ArgKind::floating && !(args[i].is_integer() && args[i].fits_int64())) return std::nullopt;
    x[i] = args[i].kind() == ArgKind::floating ? args[i].as_float() : static_cast<double>(args[i].as_int());
  }
  std::string_view name = path.substr(5);
  if (args.size() == 2 && name == "atan2") return std::atan2(x[0], x[1]);
  if (args.size() == 2 && name == "fmod") return std::fmod(x[0], x[1]);
  if (args.size() == 2 && name == "remainder") return std::remainder(x[0], x[1]);
  if (args.size() == 2 && name == "ldexp" && args[1].is_integer()) {
    double out = std::ldexp(x[0], static_cast<int>(std::clamp(x[1], -10000.0, 10000.0)));
    return std::isinf(out) && !std::isinf(x[0]) ? std::nullopt : std::optional(out);  // Python: OverflowError
  }
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

// --- the table ---

std::span<const PythonInterpreter::BuiltinRow> PythonInterpreter::builtin_rows() {
  using P = PythonInterpreter;
  static constexpr BuiltinRow kRows[] = {
      {"OrderedDict", &P::mapping_builtin, "*"},
      {"abs", &P::number_builtin},
      {"all", &P::any_builtin},
      {"any", &P::any_builtin},
      {"bin", &P::digits_builtin},
      {"bool", &P::number_builtin},
      {"callable", &P::callable_builtin},
      {"chr", &P::letter_builtin},
      {"classmethod", &P::role_builtin},
      {"complex", &P::complex_builtin},
      {"delattr", &P::setattr_builtin},
      {"dict", &P::mapping_builtin, "*"},
      {"dir", &P::dir_builtin},
      {"divmod", &P::divmod_builtin},
      {"enumerate", &P::enumerate_builtin, "start"},
      {"eval", &P::eval_builtin},
      {"filter", &P::map_builtin},
      {"float", &P::number_builtin},
      {"format", &P::format_builtin},
      {"frozenset", &P::set_builtin},
      {"getattr", &P::getattr_builtin},
      {"globals", &P::globals_builtin},
      {"hasattr", &P::getattr_builtin},
      {"hex", &P::digits_builtin},
      {"id", &P::id_builtin},
      {"int", &P::number_builtin},
      {"isinstance", &P::isinstance_builtin},
      {"issubclass", &P::issubclass_builtin},
      {"iter", &P::iter_builtin},
      {"len", &P::len_builtin},
      {"list", &P::list_builtin},
      {"locals", &P::locals_builtin},
      {"map", &P::map_builtin},
      {"max", &P::extreme_builtin, "*"},
      {"min", &P::extreme_builtin, "*"},
      {"next", &P::next_builtin},
      {"oct", &P::digits_builtin},
      {"ord", &P::letter_builtin},
      {"pow", &P::number_builtin},
      {"print", &P::print_builtin, "*"},
      {"property", &P::role_builtin},
      {"range", &P::range_builtin},
      {"repr", &P::text_builtin},
      {"reversed", &P::list_builtin},
      {"round", &P::number_builtin},
      {"set", &P::set_builtin},
      {"setattr", &P::setattr_builtin},
      {"slice", &P::slice_builtin},
      {"sorted", &P::sorted_builtin, "*"},
      {"staticmethod", &P::role_builtin},
      {"str", &P::text_builtin},
      {"sum", &P::sum_builtin, "start"},
      {"super", &P::super_builtin},
      {"tuple", &P::list_builtin},
      {"type", &P::type_builtin},
      {"vars", &P::vars_builtin},
      {"zip", &P::zip_builtin, "strict"},
  };
  return kRows;
}

const PythonInterpreter::BuiltinRow* PythonInterpreter::find_row(std::span<const BuiltinRow> rows,
                                                                 std::string_view name) {
  auto found = std::find_if(rows.begin(), rows.end(), [&](const BuiltinRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

PyValue PythonInterpreter::builtin(const PyExpr& e,
                                   const std::string& name,
                                   const PyValues& args,
                                   const PyNamedValues& kwargs) {
  const BuiltinRow* row = find_row(builtin_rows(), name);
  if (std::optional<PyValue> known = row == nullptr ? host_.call_first(e, name, args, kwargs) : std::nullopt)
    return *known;
  bool named = row != nullptr && !row->keyword.empty() &&
               (row->keyword == "*" || (kwargs.size() == 1 && kwargs[0].first == row->keyword));
  if (!kwargs.empty() && !named)
    fail(e,
         cat({"the argument '", kwargs[0].first, "' of ", name, " is outside of the subset that is captured"}),
         "leave it out");
  if (row == nullptr) refuse_call(e, name);
  return (this->*row->function)(e, name, args, kwargs);
}

void PythonInterpreter::refuse_call(const PyExpr& e, std::string_view name) {
  fail(e, cat({"'", name, "' cannot be called like this"}));
}

// --- numbers ---

PyValue PythonInterpreter::python_function(const PyExpr& e, const std::string& path, const PyArgs& args) {
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
  if (has_word("math.isfinite math.isinf math.isnan", path) && args.size() == 1 &&
      (args[0].is_integer() || args[0].is_bool() || args[0].kind() == ArgKind::floating)) {
    const double number = args[0].kind() == ArgKind::floating ? args[0].as_float() : 0;
    return PyValue(Arg::boolean(path.ends_with("finite") ? std::isfinite(number)
                                : path.ends_with("inf")  ? std::isinf(number)
                                                         : std::isnan(number)));
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
  if (std::optional<Arg> number = complex_function(path, args)) return PyValue(*number);
  std::optional<Arg> result = host_.compute(e, path, args);
  if (!result) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return PyValue(*result);
}

// Operators on numbers of which one is complex.
std::optional<Arg> PythonInterpreter::complex_function(std::string_view path, const PyArgs& args) {
  auto is_complex = [](const Arg& arg) { return arg.kind() == ArgKind::complex; };
  if (args.empty() || args.size() > 2 || std::none_of(args.begin(), args.end(), is_complex)) return std::nullopt;
  Number numbers[2];
  for (std::size_t i = 0; i < args.size(); ++i) {
    std::optional<double> plain = plain_number(PyValue(args[i]));
    if (!plain && !is_complex(args[i])) return std::nullopt;
    numbers[i] = plain ? Number::of(*plain) : parse_complex(args[i].text()).value_or(Number::of(0.0, 0.0));
  }
  Datum out;
  if (args.size() == 1 && path == "operator.neg") out = complex_prefix("-", numbers[0]);
  if (args.size() == 1 && path == "operator.abs")
    out = Datum(Number::of(std::hypot(numbers[0].value, numbers[0].imaginary)));
  for (const OperatorNames& row : operator_names()) {
    if (args.size() == 2 && row.python == path) out = complex_arithmetic(row.token, numbers[0], numbers[1]);
  }
  if (!out.is_number()) return std::nullopt;
  Number number = out.number();
  if (number.kind == Number::Kind::complex)
    return Arg::symbol(ArgKind::complex, context().intern(complex_text(number)));
  return number.kind == Number::Kind::boolean ? Arg::boolean(number.exact != 0) : context().floating(number.value);
}

// max and min compare what comes with the best before it; of sizes that are symbols that is a condition like any other.
PyValue PythonInterpreter::extreme(
    const PyExpr& e, bool most, const PyValue& best, const PyValue& next, bool compared) {
  PyArgs numbers{to_arg(e, best), to_arg(e, next)};
  if (numbers[0].is_symbolic() || numbers[1].is_symbolic())
    return host_.extreme(e, most, numbers[0], numbers[1], compared);
  PyValue out = python_function(e, most ? "builtins.max" : "builtins.min", numbers);
  const PyValue& taken = same(out, PyValue(numbers[0])) ? best : next;
  out.host_number = taken.host_number;
  return out;
}

// pow(base, exponent, modulus) of whole numbers that fit; Python raises for others.
PyValue PythonInterpreter::power_modulo(const PyExpr& e, const PyArgs& given) {
  constexpr std::int64_t kLargest = INT32_MAX;  // a product of two fits
  for (const Arg& one : given) {
    const bool known = one.is_integer() && one.fits_int64() && one.as_int() >= 0 && one.as_int() <= kLargest;
    if (!known) fail(e, "pow() of these three is outside of the subset that is captured", "write a ** b % c");
  }
  const std::int64_t modulus = given[2].as_int();
  if (modulus == 0) fail_as(e, "ValueError", "pow() 3rd argument cannot be 0", "give it another one");
  std::int64_t out = 1 % modulus, base = given[0].as_int() % modulus;
  for (std::int64_t rest = given[1].as_int(); rest > 0; rest /= 2) {
    if (rest % 2 != 0) out = out * base % modulus;
    base = base * base % modulus;
  }
  return PyValue(context().integer(out));
}

PyValue PythonInterpreter::number_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  if (args.empty() && name == "int") return PyValue(integer(0));
  if (args.empty() && name == "float") return PyValue(context().floating(0));
  if (args.empty() && name == "bool") return PyValue(Arg::boolean(false));
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  static constexpr std::string_view kMethods[][2] = {
      {"int", "__int__"}, {"float", "__float__"}, {"abs", "__abs__"}, {"round", "__round__"}, {"int", "__index__"}};
  for (const auto& row : kMethods) {
    if (name != row[0] || !has_special(args[0], row[1])) continue;
    return *special(e, args[0], row[1], PyValues(args.begin() + 1, args.end()));
  }
  if (name == "bool") {
    if (!args[0].is_arg() && !host_.is_foreign(args[0])) return PyValue(Arg::boolean(truth(e, args[0])));
  }
  Arg value = to_arg(e, args[0]);
  if (host_.is_foreign(PyValue(value))) {
    if (std::optional<PyValue> converted = host_.convert(e, name, args)) return *converted;
  }
  if (name == "bool") return PyValue(Arg::boolean(truth(e, PyValue(value))));
  // abs(x), pow(x, 2) and round(x, 2) of a number of the host's are numbers of the host's, too.
  const bool kept = args[0].host_number != 0 &&
                    (name == "abs" || name == "pow" || (name == "round" && args.size() == 2 && !args[1].is_none()));
  auto made = [&](PyValue out) { return kept ? as_host_number(std::move(out)) : out; };
  if (name == "abs" && value.is_integer() && value.fits_int64() && value.as_int() != INT64_MIN)
    return made(PyValue(context().integer(value.as_int() < 0 ? -value.as_int() : value.as_int())));
  if (name == "abs" && value.kind() == ArgKind::floating)
    return made(PyValue(context().floating(std::fabs(value.as_float()))));
  if (name == "int" && value.is_string())
    return integer_of_text(e, value, args.size() > 1 ? to_arg(e, args[1]) : integer(10));
  if (name == "float" && value.is_string()) return float_of_text(e, value);
  if (name == "float" && value.is_integer() && value.fits_int64())
    return PyValue(context().floating(static_cast<double>(value.as_int())));
  if ((name == "float" && value.kind() == ArgKind::floating) || (name == "int" && value.is_integer()))
    return PyValue(value);
  PyArgs given = to_args(e, args);
  if (name == "pow" && given.size() == 3) return power_modulo(e, given);
  if (name == "round" && given.size() == 1 && (given[0].is_node() || given[0].is_symbolic()))
    given.emplace_back();  // as a symbol's __round__ has it
  return made(python_function(e, cat({name == "pow" || name == "abs" ? "operator." : "builtins.", name}), given));
}

// Of numbers that are known; Python asks tensors and symbols for a method that they do not have.
PyValue PythonInterpreter::divmod_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  if (args.size() != 2) refuse_call(e, name);
  auto type = [&](const PyValue& value) {
    return host_.is_foreign(value) ? host_.operand_name(value) : type_name(value);
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

void PythonInterpreter::refuse_in_dynamo(const PyExpr& e, std::string_view what) {
  if (!host_.runs_in_dynamo()) return;
  fail_as(e, "Unsupported", cat({what, " in forward"}), "do it in __init__, or capture it without strict");
}

PyValue PythonInterpreter::text_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  bool exception = args[0].object != nullptr && args[0].object->kind == PyKind::instance &&
                   !args[0].object->klass->exception.empty();
  if (exception) refuse_in_dynamo(e, "builtin: str of an exception");
  if (args[0].is_arg() && args[0].arg.is_symbolic()) refuse_in_dynamo(e, cat({"builtin: ", name, " of a SymInt"}));
  return PyValue(context().string(text_of(e, args[0], name == "repr")));
}

// max(a, b, ...), max(items, key=..., default=...): the first of the largest.
PyValue PythonInterpreter::extreme_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues& kwargs) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  if (args.size() == 1 && is_no_list(args[0]) && !is_range(args[0]))
    refuse_view_in_dynamo(e, cat({"builtin: ", name, " of a view of a dict"}));
  PyValue by;
  const PyValue* fallback = nullptr;
  for (const auto& [key, value] : kwargs) {
    if (key != "key" && key != "default")
      fail_as(
          e, "TypeError", cat({name, "() got an unexpected keyword argument '", key, "'"}), "it takes key and default");
    if (key == "key") {
      if (!host_.generators_are_lazy()) refuse_in_dynamo(e, cat({name, "() with a key"}));
      by = value;
    }
    if (key == "default") fallback = &value;
  }
  PyValues items = args.size() > 1 ? args : unordered_items(e, args[0]);
  if (items.empty() && fallback != nullptr) return *fallback;
  if (items.empty())
    fail_as(e, "ValueError", cat({name, "() iterable argument is empty"}), "give it a default: default=0");
  auto number = [](const PyValue& value) {
    return value.is_arg() && !value.arg.is_string() && !value.arg.is_sequence() &&
           (!value.arg.is_node() || value.arg.is_symbolic());
  };
  if (items.size() == 2 && kwargs.empty()) {
    const bool first = traced_argument(*this, items[0]) != nullptr;
    const Arg most = Arg::boolean(name == "max");
    if (first || traced_argument(*this, items[1]) != nullptr)
      return *special(e, items[first ? 0 : 1], "__clamp__", {items[first ? 1 : 0], PyValue(most)});
  }
  bool numbers = by.is_none() && std::all_of(items.begin(), items.end(), number);
  PyValue best = items[0], key = by.is_none() ? best : call_value(e, by, {best}, {});
  for (std::size_t i = 1; i < items.size(); ++i) {
    count_step(e.begin);
    if (numbers) {
      best = extreme(e, name == "max", best, items[i], args.size() > 2 || !kwargs.empty());
      continue;
    }
    const bool foreign = by.is_none() && (host_.is_foreign(best) || host_.is_foreign(items[i])) &&
                         (host_.runs_in_dynamo() || (items.size() == 2 && !host_.is_foreign(args[0])) ||
                          args.size() == 2);
    if (std::optional<PyValue> told = foreign ? host_.convert(e, name, {best, items[i]}) : std::nullopt) {
      key = best = *told;
      continue;
    }
    PyValue next = by.is_none() ? items[i] : call_value(e, by, {items[i]}, {});
    if (!(name == "max" ? comes_before(e, key, next) : comes_before(e, next, key))) continue;
    best = items[i];
    key = next;
  }
  return best;
}

// sum(items), sum(items, start), sum(items, start=...)
PyValue PythonInterpreter::sum_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues& kwargs) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  PyValue total = args.size() > 1 ? args[1] : !kwargs.empty() ? kwargs[0].second : PyValue(integer(0));
  PyValue items = args[0];
  if (host_.is_foreign(items))
    items = host_.in_sum(PythonHost::SumPart::items, [&] { return make_list(PyKind::tuple, items_of(e, args[0])); });
  double lost = 0;  // of real numbers, what rounding took (Neumaier's sum, as CPython has it)
  auto is_real = [](const PyValue& value) { return value.is_arg() && value.arg.kind() == ArgKind::floating; };
  each_item(e, items, [&](const PyValue& item) {
    std::optional<double> next = is_real(total) ? plain_number(item) : std::nullopt;
    if (next && !item.arg.is_bool() && total.host_number == 0 && item.host_number == 0) {
      double before = total.arg.as_float(), after = before + *next;
      lost += std::fabs(before) >= std::fabs(*next) ? (before - after) + *next : (*next - after) + before;
      total = PyValue(context().floating(after));
      return true;
    }
    if (is_real(total) && lost != 0 && std::isfinite(lost))
      total = PyValue(context().floating(total.arg.as_float() + lost));
    lost = 0;
    total = host_.in_sum(PythonHost::SumPart::step, [&] { return binary(e, "+", total, item); });
    return true;
  });
  bool rounded = is_real(total) && lost != 0 && std::isfinite(lost);
  return rounded ? PyValue(context().floating(total.arg.as_float() + lost)) : total;
}

// functools.reduce(function, items), reduce(function, items, initial)
PyValue PythonInterpreter::reduce_call(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues& kwargs) {
  if (args.size() < 2 || args.size() > 3 || !kwargs.empty())
    fail_as(e, "TypeError", cat({name, "() takes a function, items and an initial value"}), "give it two or three");
  std::optional<PyValue> total;
  if (args.size() == 3) total = args[2];
  PyValue items = args[1];
  if (host_.is_foreign(items))
    items = host_.in_sum(PythonHost::SumPart::items, [&] { return make_list(PyKind::tuple, items_of(e, args[1])); });
  each_item(e, items, [&](const PyValue& item) {
    if (total)
      total = host_.in_sum(PythonHost::SumPart::step, [&] { return call_value(e, args[0], {*total, item}, {}); });
    else
      total = item;
    return true;
  });
  if (!total) fail_as(e, "TypeError", "reduce() of empty iterable with no initial value", "give it an initial value");
  return *total;
}

// --- sequences ---

PyValue PythonInterpreter::range_builtin(const PyExpr& e,
                                         const std::string&,
                                         const PyValues& args,
                                         const PyNamedValues&) {
  std::int64_t bounds[3] = {0, 0, 1};
  if (args.empty() || args.size() > 3) fail(e, "range takes one to three numbers");
  for (std::size_t i = 0; i < args.size(); ++i) {
    Arg bound = to_arg(e, args[i]);
    if (bound.is_symbolic()) host_.asks_number(e, "range", bound);
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
  return range_over(std::move(out), bounds);
}

// A range: a list of its numbers that has the name of its type and keeps its bounds.
PyValue PythonInterpreter::range_over(PyValues numbers, std::span<const std::int64_t, 3> bounds) {
  static constexpr std::string_view kBounds[] = {"start", "stop", "step"};
  PyValue out = make_list(PyKind::list, std::move(numbers));
  out.object->name = "range";
  for (std::size_t i = 0; i < 3; ++i)
    out.object->attributes.emplace_back(kBounds[i], PyValue(context().integer(bounds[i])));
  return out;
}

PyValue PythonInterpreter::list_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.empty() && name == "reversed") fail(e, cat({name, " needs an argument"}));
  const bool tensor = name == "reversed" && host_.is_foreign(args[0]) && host_.generators_are_lazy();
  if (tensor && equals(call_method(e, args[0], "dim", {}, {}), PyValue(integer(0)))) return args[0];
  if (tensor) return call_method(e, args[0], "flip", {PyValue(integer(0))}, {});
  const bool list = name == "reversed" && is_kind(args[0], PyKind::list) && !is_no_list(args[0]);
  if (list && !host_.runs_in_dynamo()) return reversed_over(e, args[0]);
  PyValues items = args.empty() ? PyValues() : items_of(e, args[0]);
  if (name == "reversed") std::reverse(items.begin(), items.end());
  // Dynamo makes a list of it.
  if (name == "reversed" && host_.generators_are_lazy()) return iterator_over(std::move(items));
  return make_list(name == "tuple" ? PyKind::tuple : PyKind::list, std::move(items));
}

PyValue PythonInterpreter::set_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  bool copies = !args.empty() && is_kind(args[0], PyKind::set);
  PyValue out = args.empty() ? made_set({})
                : copies     ? copy_of_set(*args[0].object)
                             : without_twins(e, items_of(e, args[0]));
  out.object->name = name == "frozenset" ? name : std::string();
  return out;
}

PyValue PythonInterpreter::mapping_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues& kwargs) {
  PyValue out = dict_builtin(e, args, kwargs);
  if (name.ends_with("OrderedDict")) out.object->name = "collections.OrderedDict";
  return out;
}

PyValue PythonInterpreter::dict_builtin(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues items;
  if (std::optional<PyValues> pairs = args.empty() ? std::nullopt : mapping_items(e, args[0])) {
    items = std::move(*pairs);
  } else if (!args.empty()) {
    for (const PyValue& pair : items_of(e, args[0])) {
      for (PyValue& part : items_of(e, pair)) items.push_back(std::move(part));
    }
  }
  for (const auto& [key, value] : kwargs) {
    items.emplace_back(context().string(key));
    items.push_back(value);
  }
  return without_twin_keys(e, items);
}

// Of keys and values: what comes later holds, where the key came first.
PyValue PythonInterpreter::without_twin_keys(const PyExpr& e, const PyValues& items) {
  if (items.size() % 2 != 0)
    fail_as(e, "ValueError", "dictionary update sequence element has another length; 2 is required", "give it pairs");
  PyValue out = make_list(PyKind::dict, {});
  for (std::size_t i = 0; i < items.size(); i += 2) {
    count_step(e.begin);
    if (PyValue* found = dict_item(e, out.object, items[i])) {
      *found = items[i + 1];
    } else {
      out.object->items.push_back(items[i]);
      out.object->items.push_back(items[i + 1]);
    }
  }
  return out;
}

// int("ff", 16)
PyValue PythonInterpreter::zip_of(const PyExpr& e, std::span<const PyValue> args) {
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

PyValue PythonInterpreter::zip_builtin(const PyExpr& e,
                                       const std::string&,
                                       const PyValues& args,
                                       const PyNamedValues& kwargs) {
  if (args.empty()) return iterator_over({});
  bool strict = !kwargs.empty() && truth(e, kwargs[0].second);
  if (strict) {
    PyValues all;
    for (const PyValue& one : args) all.push_back(make_list(PyKind::tuple, items_of(e, one)));
    for (std::size_t i = 1; i < all.size(); ++i) {
      std::size_t count = all[i].object->items.size(), wanted = all[0].object->items.size();
      if (count == wanted) continue;
      if (host_.runs_in_dynamo())  // which says so before a loop takes the first items
        fail_as(
            e, "UserError", "zip() has one argument of len differing from others", "give it sequences of one length");
      fail_as(e,
              "ValueError",
              cat({"zip() argument ",
                   std::to_string(i + 1),
                   " is ",
                   count < wanted ? "shorter" : "longer",
                   i == 1 ? " than argument 1" : cat({" than arguments 1-", std::to_string(i)})}),
              "give it sequences of one length");
    }
    return iterator_over(std::move(zip_of(e, all).object->items));
  }
  if (host_.generators_are_lazy()) return rows_of(e, "zip", PyValue(), args);
  return iterator_over(std::move(zip_of(e, args).object->items));
}

// map(function, ...) and filter(function, items), at once.
PyValue PythonInterpreter::map_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  bool filters = name == "filter";
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  if (args.size() < 2 || (filters && args.size() != 2))
    fail(e, filters ? "filter takes a function and what it tests" : "map takes a function and what it is called with");
  if (host_.generators_are_lazy()) return rows_of(e, name, args[0], std::span(args).subspan(1));
  PyValue rows = zip_of(e, std::span(args).subspan(1));
  PyValues out;
  for (const PyValue& row : rows.object->items) {
    count_step(e.begin);
    const PyValues& given = row.object->items;
    bool plain = filters && args[0].is_none();
    PyValue result = plain ? given[0] : call_value(e, args[0], given, {});
    if (!filters) out.push_back(result);
    if (filters && truth(e, result)) out.push_back(given[0]);
  }
  return iterator_over(std::move(out));
}

PyValue PythonInterpreter::sorted_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues& kwargs) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  return sorted(e, unordered_items(e, args[0]), kwargs);
}

PyValue PythonInterpreter::enumerate_builtin(const PyExpr& e,
                                             const std::string& name,
                                             const PyValues& args,
                                             const PyNamedValues& kwargs) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  PyValue given = args.size() > 1 ? args[1] : !kwargs.empty() ? kwargs[0].second : PyValue(integer(0));
  if (given.is_arg() && given.arg.is_symbolic()) host_.asks_number(e, "__index__", given.arg);
  if (!given.is_arg() || !(given.arg.is_integer() || given.arg.is_bool() || given.arg.kind() == ArgKind::sym_int))
    fail_as(e,
            "TypeError",
            cat({"'", type_name(given), "' object cannot be interpreted as an integer"}),
            "give enumerate() a whole number to start at");
  // Dynamo keeps a truth value as the first number.
  const bool counts = given.arg.is_bool() && !host_.runs_in_dynamo();
  const Arg start = counts ? integer(given.arg.as_bool() ? 1 : 0) : given.arg;
  PyValue rows = rows_of(e, name, PyValue(start), std::span(args).first(1));
  if (is_lazy(args[0]) || host_.generators_are_lazy()) return rows;
  return make_list(PyKind::list, items_of(e, rows));  // Dynamo makes a list of it
}

PyValue PythonInterpreter::len_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  std::optional<PyValue> length = host_.is_foreign(args[0]) ? host_.length(e, args[0]) : special(e, args[0], "__len__");
  if (!length && is_kind(args[0], PyKind::iterator))
    fail_as(e, "TypeError", cat({"object of type '", type_name(args[0]), "' has no len()"}), "make a list of it first");
  return length ? *length : PyValue(integer(unordered_items(e, plain_value(args[0])).size()));
}

// --- iterators ---

// next(iterator), next(iterator, otherwise)
PyValue PythonInterpreter::next_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  if (args.size() > 1 && !has(context().dialect, EngineNovelty::inlined_layers))
    refuse_in_dynamo(e, "invalid handler args: next() with two arguments");
  PyObject* iterator = args[0].object;
  if (has_special(args[0], "__next__")) {
    if (std::optional<PyValue> item = next_of_object(e, args[0])) return *item;
    if (args.size() > 1) return args[1];
    fail_as(e, "StopIteration", "StopIteration", "give next() a second argument, for when there is none");
  }
  if (iterator == nullptr || iterator->kind != PyKind::iterator)
    fail_as(e, "TypeError", cat({"'", type_name(args[0]), "' object is not an iterator"}), "write next(iter(...))");
  if (std::optional<PyValue> item = next_of(e, iterator)) return *item;
  if (args.size() < 2)
    fail_as(e, "StopIteration", "StopIteration", "give next() a second argument, for when there is none");
  return args[1];
}

PyValue PythonInterpreter::iter_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  return iterator_of(e, args[0]);
}

PyValue PythonInterpreter::any_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  if (args.empty()) fail(e, cat({name, " needs an argument"}));
  bool out = name == "all";
  each_item(e, args[0], [&](const PyValue& item) { return (out = truth(e, item)) == (name == "all"); });
  return PyValue(Arg::boolean(out));
}

// --- objects and their attributes ---

PyValue PythonInterpreter::print_builtin(const PyExpr&, const std::string&, const PyValues&, const PyNamedValues&) {
  return {};
}

PyValue PythonInterpreter::super_builtin(const PyExpr& e,
                                         const std::string&,
                                         const PyValues& args,
                                         const PyNamedValues&) {
  PyObject* out = make(PyKind::super);
  out->self = frame().self;
  if (args.size() == 2 && (out->self.object == nullptr || args[1].object != nullptr)) out->self = args[1];
  out->klass = frame().owner;
  if (args.size() == 2) out->klass = class_of_value(args[0]);
  if (out->self.object == nullptr || out->klass == nullptr) fail(e, "super() is for methods of a class");
  if (const PyClass* klass = out->self.object->klass;
      klass != nullptr && std::find(klass->order.begin(), klass->order.end(), out->klass) == klass->order.end())
    fail_as(e,
            "TypeError",
            cat({"super(type, obj): obj (instance of ",
                 klass->def->name,
                 ") is not an instance or subtype of type (",
                 out->klass->def->name,
                 ")."}),
            "name a class that the object is of");
  return PyValue(out);
}

// The class that a value is, of the program or of the library.
PyClass* PythonInterpreter::class_of_value(const PyValue& value) {
  if (value.object != nullptr && value.object->kind == PyKind::klass) return value.object->klass;
  return value.is_path() ? host_.class_at(value.path) : nullptr;
}

std::string PythonInterpreter::name_argument(const PyExpr& e, const PyValue& value) {
  Arg name = to_arg(e, value);
  if (!name.is_string())
    fail_as(e, "TypeError", cat({"a name must be a string, not '", type_name(value), "'"}), "write it as a text");
  return std::string(name.text());
}

// The arguments of the function, in their order; what it assigned since has none here.
PyValue PythonInterpreter::locals_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  const Scope& scope = *frame().scope;
  if (!args.empty() || scope.function == nullptr) refuse_call(e, name);
  PyValues items;
  for (const Parameter& parameter : scope.function->parameters) {
    auto found = scope.names.find(parameter.name);
    if (found == scope.names.end()) continue;
    items.emplace_back(context().string(parameter.name));
    items.push_back(found->second);
  }
  if (items.size() != 2 * scope.names.size())
    fail(e,
         "locals() after other names are assigned is outside of the subset that is captured",
         "call it in the first line of the function, or write the dict: {'x': x}");
  return make_list(PyKind::dict, std::move(items));
}

// setattr(object, name, value), delattr(object, name)
PyValue PythonInterpreter::setattr_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues&) {
  if (args.size() != (name == "setattr" ? 3 : 2)) refuse_call(e, name);
  std::string key = name_argument(e, args[1]);
  if (name == "setattr") {
    set_attribute(e, args[0], key, args[2]);
  } else {
    delete_attribute(e, args[0], key);
  }
  return {};
}

PyValue PythonInterpreter::type_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.size() == 3) return made_class(e, args);
  if (args.size() != 1) refuse_call(e, name);
  if (args[0].host_number != 0 && !in_library()) return host_.class_of_number(args[0]);
  return class_of(args[0]);
}

// type(name, bases, members): a class whose body is a dict.
PyValue PythonInterpreter::made_class(const PyExpr& e, const PyValues& args) {
  Arg name = to_arg(e, args[0]);
  PyValues bases = items_of(e, args[1]);
  PyClass* base = bases.size() != 1                                                      ? nullptr
                  : bases[0].is_path()                                                   ? host_.class_at(bases[0].path)
                  : bases[0].object != nullptr && bases[0].object->kind == PyKind::klass ? bases[0].object->klass
                                                                                         : nullptr;
  const PyObject* members = args[2].object;
  const bool known = members != nullptr && members->kind == PyKind::dict;
  const bool of_object = bases.empty() || (bases.size() == 1 && bases[0].is_path() && bases[0].path == "object");
  if (!name.is_string() || !known || (base == nullptr && !of_object))
    fail(e, "type() with these bases is outside of the subset", "write a class statement");
  PyObject* out = make(PyKind::klass);
  out->klass = base != nullptr ? derived_class(base, std::string(name.text())) : plain_class(std::string(name.text()));
  out->klass->source = &source_;  // a class of the program, whatever it is made of
  out->klass->path.clear();
  const bool module = out->klass->is_module;
  host_.describe(*out->klass);
  out->klass->is_module = module;
  for (std::size_t i = 0; i + 1 < members->items.size(); i += 2)
    out->klass->members[name_argument(e, members->items[i])] = as_member(*out->klass, members->items[i + 1]);
  return PyValue(out);
}

// Of a type of Python's own: what its values are instances of.
bool PythonInterpreter::is_abstract_subclass(const PyExpr& e, std::string_view type, std::string_view wanted) {
  std::optional<PyValue> value;
  if (type == "int") value = PyValue(integer(0));
  if (type == "bool") value = PyValue(Arg::boolean(false));
  if (type == "float") value = PyValue(context().floating(0));
  if (type == "str") value = PyValue(context().string(""));
  if (type == "list") value = make_list(PyKind::list, {});
  if (type == "tuple") value = make_list(PyKind::tuple, {});
  if (type == "dict") value = make_list(PyKind::dict, {});
  if (type == "set" || type == "frozenset") value = made_set({});
  if (type == "frozenset") value->object->name = type;
  std::optional<bool> known = value ? is_abstract_instance(*value, wanted) : std::nullopt;
  if (!known) fail(e, "issubclass is not known for this type");
  return *known;
}

// issubclass(class, class or tuple of them)
PyValue PythonInterpreter::issubclass_builtin(const PyExpr& e,
                                              const std::string& name,
                                              const PyValues& args,
                                              const PyNamedValues&) {
  if (args.size() != 2) refuse_call(e, name);
  auto class_in = [&](const PyValue& value) -> PyClass* {
    if (value.object != nullptr && value.object->kind == PyKind::klass) return value.object->klass;
    return value.is_path() ? host_.class_at(value.path) : nullptr;
  };
  const PyClass* klass = class_in(args[0]);
  const bool several = is_kind(args[1], PyKind::tuple) || is_union(args[1]);
  const PyValues wanted = several ? args[1].object->items : PyValues{args[1]};
  for (const PyValue& one : wanted) {
    if (one.path != kGenericAlias && one.path != kTypingAlias) continue;
    refuse_in_dynamo(e, "issubclass of a parameterized type");
    fail_as(e,
            "TypeError",
            one.path == kGenericAlias ? "issubclass() argument 2 cannot be a parameterized generic"
                                      : "Subscripted generics cannot be used with class and instance checks",
            "name the type alone: list, not list[int]");
  }
  const bool plain = args[0].is_path() &&
                     (find_type_attributes(args[0].path) != nullptr || host_.is_type_path(args[0].path));
  if (klass == nullptr && !plain) fail(e, "issubclass is not known for this type");
  if (klass == nullptr) {
    return PyValue(Arg::boolean(std::any_of(wanted.begin(), wanted.end(), [&](const PyValue& one) {
      const bool known = one.is_path() && (find_type_attributes(one.path) != nullptr || host_.is_type_path(one.path));
      if (!known) return is_abstract_subclass(e, args[0].path, one.path);
      const bool tensor = one.path == "torch.Tensor" &&
                          (args[0].path.ends_with("Parameter") || args[0].path.ends_with("FakeTensor"));
      return one.path == args[0].path || one.path == "object" || tensor ||
             (one.path == "int" && args[0].path == "bool") || (one.path == "tuple" && args[0].path == "torch.Size");
    })));
  }
  bool found = std::any_of(wanted.begin(), wanted.end(), [&](const PyValue& one) {
    const PyClass* other = class_in(one);
    if (other == nullptr && one.path != klass->exception && one.path != klass->builtin && one.path != "object")
      return false;
    return other == nullptr || std::find(klass->order.begin(), klass->order.end(), other) != klass->order.end();
  });
  return PyValue(Arg::boolean(found));
}

// vars(object): its attributes.
PyValue PythonInterpreter::vars_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues& kwargs) {
  if (args.empty()) return locals_builtin(e, name, args, kwargs);
  if (args.size() != 1 || args[0].object == nullptr || args[0].object->kind != PyKind::instance) refuse_call(e, name);
  return names_in(args[0].object);
}

// "weight" in dir(layer): what the object has. Nothing else is known of the list.
PyValue PythonInterpreter::dir_builtin(const PyExpr& e,
                                       const std::string& name,
                                       const PyValues& args,
                                       const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  refuse_in_dynamo(e, "builtin: dir");
  PyObject* out = make(PyKind::context);
  out->name = kNamesOfObject;
  out->items = args;
  return PyValue(out);
}

// globals()["name"]
PyValue PythonInterpreter::globals_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues&) {
  if (!args.empty()) refuse_call(e, name);
  PyValues items;
  for (const auto& [key, global] : source().globals()) {
    PyValue* value = find_global(source(), key);
    if (value == nullptr) continue;
    items.emplace_back(context().string(key));
    items.push_back(*value);
  }
  return make_list(PyKind::dict, std::move(items));
}

// eval("nn.ReLU"): an expression, with the names of where it stands.
PyValue PythonInterpreter::eval_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  Arg text = to_arg(e, args[0]);
  if (!text.is_string()) refuse_call(e, name);
  PythonSource& parsed_text = parsed(cat({"v = ", text.text()}));
  if (parsed_text.statements().size() != 1) refuse_call(e, name);
  Stmt statement = parsed_text.statement_at(parsed_text.statements()[0].first);
  Frame here = frame();
  here.globals = here.globals != nullptr ? here.globals : here.source;
  here.source = &parsed_text;
  frames_.push_back(here);
  std::size_t frames = frames_.size();
  try {
    PyValue out = evaluate(statement.value);
    frames_.resize(frames - 1);
    return out;
  } catch (Error& error) {
    error.diagnostic().offset = e.begin;
    frames_.resize(frames - 1);
    throw;
  }
}

// chr(number), ord(letter), of ASCII.
PyValue PythonInterpreter::letter_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  Arg value = to_arg(e, args[0]);
  constexpr std::int64_t kPlain = 0x80;
  if (name == "ord" && value.is_string() && value.text().size() == 1 && value.text()[0] >= 0)
    return PyValue(context().integer(std::int64_t{value.text()[0]}));
  if (name == "chr" && value.is_integer() && value.fits_int64() && value.as_int() >= 0 && value.as_int() < kPlain) {
    char letter = static_cast<char>(value.as_int());
    return PyValue(context().string(std::string_view(&letter, 1)));
  }
  refuse_call(e, name);
}

// bin(), oct() and hex() of a whole number.
PyValue PythonInterpreter::digits_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  Arg value = args.size() == 1 ? to_arg(e, args[0]) : Arg();
  if (!value.is_integer() || !value.fits_int64()) refuse_call(e, name);
  std::uint64_t rest = value.as_int() < 0 ? 0 - static_cast<std::uint64_t>(value.as_int())
                                          : static_cast<std::uint64_t>(value.as_int());
  unsigned base = name == "bin" ? 2 : name == "oct" ? 8 : 16;
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[rest % base]);
    rest /= base;
  } while (rest > 0);
  std::string_view prefix = base == 2 ? "0b" : base == 8 ? "0o" : "0x";
  return PyValue(context().string(cat({value.as_int() < 0 ? "-" : "", prefix, digits})));
}

PyValue PythonInterpreter::format_builtin(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  if (args.empty() || args.size() > 2) refuse_call(e, name);
  if (args.size() == 1) return PyValue(context().string(text_of(e, args[0], false)));
  Arg spec = to_arg(e, args[1]);
  std::optional<std::string> out = spec.is_string() ? format_value(spec.text(), to_arg(e, args[0])) : std::nullopt;
  if (!out) refuse_call(e, name);
  return PyValue(context().string(*out));
}

// A number for each object, in the order in which they are asked for; a tensor is the node that made it.
PyValue PythonInterpreter::id_builtin(const PyExpr& e,
                                      const std::string& name,
                                      const PyValues& args,
                                      const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  const PyValue& value = args[0];
  const void* key = value.object;
  if (value.is_arg() && value.arg.is_node()) key = value.arg.as_node();
  if (key == nullptr) fail(e, "id() is known of objects and tensors alone", "compare values with ==");
  constexpr std::int64_t kFirst = 140'000'000'000'000, kStep = 64;
  auto number = static_cast<std::int64_t>(ids_.emplace(key, ids_.size()).first->second);
  return PyValue(context().integer(kFirst + kStep * number));
}

PyValue PythonInterpreter::complex_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues&) {
  double parts[2] = {0, 0};
  if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "builtin: complex");
  if (args.size() > 2) refuse_call(e, name);
  for (std::size_t i = 0; i < args.size(); ++i) {
    std::optional<double> part = plain_number(args[i]);
    if (!part) refuse_call(e, name);
    parts[i] = *part;
  }
  return PyValue(Arg::symbol(ArgKind::complex, context().intern(complex_text(Number::of(parts[0], parts[1])))));
}

PyValue PythonInterpreter::slice_builtin(const PyExpr& e,
                                         const std::string& name,
                                         const PyValues& args,
                                         const PyNamedValues&) {
  if (args.empty() || args.size() > 3) refuse_call(e, name);
  std::vector<Arg> parts(3);
  for (std::size_t i = 0; i < args.size(); ++i) parts[args.size() == 1 ? 1 : i] = to_arg(e, args[i]);
  return PyValue(make_container(context().arena, ArgKind::slice, parts));
}

PyValue PythonInterpreter::callable_builtin(const PyExpr& e,
                                            const std::string& name,
                                            const PyValues& args,
                                            const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  static constexpr PyKind kKinds[] = {
      PyKind::function, PyKind::method, PyKind::klass, PyKind::instance, PyKind::partial};
  const PyObject* object = args[0].object;
  bool called = object != nullptr && std::find(std::begin(kKinds), std::end(kKinds), object->kind) != std::end(kKinds);
  if (called && object->kind == PyKind::instance && !object->klass->is_module)
    called = has_special(args[0], "__call__");
  if (!args[0].is_path()) return PyValue(Arg::boolean(called));
  std::optional<bool> known = host_.is_callable_path(args[0].path);
  if (!known)
    fail(e, cat({"whether '", args[0].path, "' can be called is not known here"}), "call it, or leave it out");
  return PyValue(Arg::boolean(*known));
}

// In the body of a class: what a decorator of the same name gives.
PyValue PythonInterpreter::role_builtin(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues&) {
  bool with_setter = name == "property" && args.size() == 2 && is_member_function(args[1]);
  if (args.size() != 1 && !with_setter) refuse_call(e, name);
  if (name == "staticmethod" && args[0].is_path()) {  // not bound to the object that is asked for it
    PyObject* out = make(PyKind::partial);
    out->items = args;
    return PyValue(out);
  }
  if (!is_member_function(args[0])) refuse_call(e, name);
  PyObject* out = make(PyKind::function);
  *out = *args[0].object;
  out->role = name == "property"       ? PyObject::Role::property
              : name == "staticmethod" ? PyObject::Role::of_none
                                       : PyObject::Role::of_class;
  out->setter = with_setter ? args[1].object : nullptr;
  return PyValue(out);
}

}  // namespace seesaw
