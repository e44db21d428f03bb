#include "core/engine/exec/scalar_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

using Kind = Number::Kind;

Datum whole(std::int64_t v) { return Datum(Number::of(v)); }
Datum real(double v) { return Datum(Number::of(v)); }
Datum boolean(bool v) { return Datum(Number::of(v)); }

bool is_whole(Number n) { return n.kind != Kind::floating; }

[[noreturn]] void divided_by_zero(std::string_view what) { throw fx_error("ZeroDivisionError", std::string(what)); }

// Python's integers are unbounded; those of a graph have 64 bits.
[[noreturn]] void too_large(std::string_view token) {
  throw user_error("overflow",
                   cat({"the result of '", token, "' on these integers does not fit 64 bits"}),
                   "use smaller numbers, or floats");
}
template <class Operation>
std::int64_t exactly(std::string_view token, std::int64_t a, std::int64_t b, Operation operation) {
  std::int64_t out = 0;
  if (operation(a, b, &out)) too_large(token);
  return out;
}
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return exactly("+", a, b, [](auto x, auto y, auto* out) { return __builtin_add_overflow(x, y, out); });
}
std::int64_t difference(std::int64_t a, std::int64_t b) {
  return exactly("-", a, b, [](auto x, auto y, auto* out) { return __builtin_sub_overflow(x, y, out); });
}
std::int64_t product(std::int64_t a, std::int64_t b, std::string_view token = "*") {
  return exactly(token, a, b, [](auto x, auto y, auto* out) { return __builtin_mul_overflow(x, y, out); });
}
std::int64_t whole_power(std::int64_t base, std::int64_t exponent) {
  if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
  if (base == -1) return exponent % 2 == 0 ? 1 : -1;
  if (exponent > 63) too_large("**");
  std::int64_t out = 1;
  for (; exponent > 0; --exponent) out = product(out, base, "**");
  return out;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b == 0) divided_by_zero("integer division or modulo by zero");
  if (b == -1) return product(a, b, "//");
  std::int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

Datum divide(Number a, Number b) {
  if (b.value == 0) divided_by_zero(is_whole(a) && is_whole(b) ? "division by zero" : "float division by zero");
  return real(a.value / b.value);
}

Datum floor_divide(Number a, Number b) {
  if (is_whole(a) && is_whole(b)) return whole(floor_div(a.exact, b.exact));
  if (b.value == 0) divided_by_zero("float floor division by zero");
  return real(std::floor(a.value / b.value));
}

Datum modulo(Number a, Number b) {
  if (is_whole(a) && is_whole(b)) {
    if (b.exact == -1) return whole(0);
    if (b.exact == 0) divided_by_zero("integer division or modulo by zero");
    std::int64_t rest = a.exact % b.exact;
    return whole(rest != 0 && (rest < 0) != (b.exact < 0) ? rest + b.exact : rest);
  }
  if (b.value == 0) divided_by_zero("float modulo");
  double rest = std::fmod(a.value, b.value);
  return real(rest != 0 && (rest < 0) != (b.value < 0) ? rest + b.value : rest);
}

std::optional<Datum> arithmetic(std::string_view token, Number a, Number b) {
  bool both = is_whole(a) && is_whole(b);
  auto ua = static_cast<std::uint64_t>(a.exact), ub = static_cast<std::uint64_t>(b.exact);
  if (token == "+") return both ? whole(sum(a.exact, b.exact)) : real(a.value + b.value);
  if (token == "-") return both ? whole(difference(a.exact, b.exact)) : real(a.value - b.value);
  if (token == "*") return both ? whole(product(a.exact, b.exact)) : real(a.value * b.value);
  if (token == "/") return divide(a, b);
  if (token == "//") return floor_divide(a, b);
  if (token == "%") return modulo(a, b);
  if (token == "**")
    return both && b.exact >= 0 ? whole(whole_power(a.exact, b.exact)) : real(std::pow(a.value, b.value));
  if (!both) return std::nullopt;
  bool flags = a.kind == Kind::boolean && b.kind == Kind::boolean;
  auto bits = [&](std::uint64_t v) { return flags ? boolean(v != 0) : whole(static_cast<std::int64_t>(v)); };
  if (token == "&") return bits(ua & ub);
  if (token == "|") return bits(ua | ub);
  if (token == "^") return bits(ua ^ ub);
  if ((token == "<<" || token == ">>") && b.exact < 0) throw fx_error("ValueError", "negative shift count");
  if (token == "<<") {
    if (a.exact != 0 && b.exact > 62) too_large(token);
    return whole(a.exact == 0 ? 0 : product(a.exact, std::int64_t{1} << b.exact, token));
  }
  if (token == ">>") return whole(a.exact >> std::min<std::int64_t>(b.exact, 63));
  return std::nullopt;
}

int order(Number a, Number b) {
  if (is_whole(a) && is_whole(b)) return a.exact < b.exact ? -1 : a.exact > b.exact ? 1 : 0;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

std::optional<Datum> comparison(std::string_view token, Number a, Number b) {
  bool ordered = !std::isnan(a.value) && !std::isnan(b.value);
  if (token == "==") return boolean(ordered && order(a, b) == 0);
  if (token == "!=") return boolean(!ordered || order(a, b) != 0);
  if (token == "<") return boolean(ordered && order(a, b) < 0);
  if (token == ">") return boolean(ordered && order(a, b) > 0);
  if (token == "<=") return boolean(ordered && order(a, b) <= 0);
  if (token == ">=") return boolean(ordered && order(a, b) >= 0);
  return std::nullopt;
}

std::optional<Datum> prefix(std::string_view token, Number a) {
  if (token == "-") return is_whole(a) ? whole(difference(0, a.exact)) : real(-a.value);
  if (token == "+") return is_whole(a) ? whole(a.exact) : real(a.value);
  if (token == "~" && is_whole(a)) return whole(~a.exact);
  if (token == "not ") return boolean(a.value == 0);
  return std::nullopt;
}

Datum item_of(const Datum& sequence, Number index) {
  auto count = static_cast<std::int64_t>(sequence.items().size());
  std::int64_t at = index.exact < 0 ? index.exact + count : index.exact;
  if (at < 0 || at >= count)
    throw fx_error("IndexError",
                   sequence.kind() == Datum::Kind::tuple ? "tuple index out of range" : "list index out of range");
  return sequence.items()[static_cast<std::size_t>(at)];
}

// The origin of a tensor's size or stride.
std::optional<Datum> of_shape(const Dims& dims, std::span<const Datum> args) {
  if (args.size() == 1) {
    std::vector<Datum> all;
    for (std::int64_t size : dims) all.push_back(whole(size));
    return Datum::list(std::move(all));
  }
  if (!args[1].is_number()) return std::nullopt;
  auto rank = static_cast<std::int64_t>(dims.size());
  std::int64_t at = args[1].number().exact;
  if (at < -rank || at >= rank) {
    std::int64_t shown = std::max<std::int64_t>(rank, 1);
    throw fx_error("IndexError",
                   cat({"Dimension out of range (expected to be in range of [",
                        std::to_string(-shown),
                        ", ",
                        std::to_string(shown - 1),
                        "], but got ",
                        std::to_string(at),
                        ")"}));
  }
  return whole(dims[static_cast<std::size_t>(at < 0 ? at + rank : at)]);
}

Number truncated(Number n) {
  if (is_whole(n)) return Number::of(n.exact);
  if (std::isnan(n.value)) throw fx_error("ValueError", "cannot convert float NaN to integer");
  if (std::isinf(n.value)) throw fx_error("OverflowError", "cannot convert float infinity to integer");
  if (!(std::fabs(n.value) < 0x1p63)) too_large("int");
  return Number::of(static_cast<std::int64_t>(n.value));
}

void check_one(const Tensor& t) {
  if (t.numel() != 1)
    throw fx_error("RuntimeError",
                   cat({"a Tensor with ", std::to_string(t.numel()), " elements cannot be converted to Scalar"}));
}

// The only element; _local_scalar_dense takes the first of several.
Number number_in(const Datum& value, bool one = true) {
  if (value.is_number()) return value.number();
  const Tensor& t = value.tensor();
  if (one || t.numel() == 0) check_one(t);
  if (is_complex(t.element())) return Number::of(t.part(false).item_at(0), t.part(true).item_at(0));
  if (t.element() == Element::b8) return Number::of(t.item_at(0) != 0);
  return is_integral(t.element()) ? Number::of(t.integer_item_at(0)) : Number::of(t.item_at(0));
}

std::optional<Datum> domain_error() { throw fx_error("ValueError", "math domain error"); }

// A function of one number, whose result is a number if the argument is one.
std::optional<Datum> of_real(std::span<const Datum> args, double (*f)(double)) {
  if (args.size() != 1) return std::nullopt;
  double x = args[0].number().value, out = f(x);
  if (std::isnan(out) && !std::isnan(x)) return domain_error();
  if (std::isinf(out) && std::isfinite(x)) throw fx_error("OverflowError", "math range error");
  return real(out);
}

// To nearest, ties to even; with digits a float stays a float.
std::optional<Datum> rounded(std::span<const Datum> args) {
  Number n = args[0].number();
  bool digits = args.size() == 2 && args[1].is_number();
  if (is_whole(n) && (!digits || args[1].number().exact >= 0)) return whole(n.exact);
  if (!digits) return Datum(truncated(Number::of(std::nearbyint(n.value))));
  std::int64_t places = args[1].number().exact;
  if (is_whole(n) || places < 0 || places > 17) return std::nullopt;
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(places), n.value);
  return real(parse_float(buffer).value_or(n.value));
}

// min and max of several numbers, or of those in a list.
std::optional<Datum> extreme(std::string_view name, std::span<const Datum> args) {
  bool list = args.size() == 1 && args[0].is_sequence();
  std::vector<Datum> items = list ? args[0].items() : std::vector<Datum>(args.begin(), args.end());
  if (list && items.empty()) throw fx_error("ValueError", cat({name, "() iterable argument is empty"}));
  bool numbers = std::all_of(items.begin(), items.end(), [](const Datum& item) {
    return item.is_number() && item.number().kind != Kind::complex;
  });
  if (!numbers || items.empty() || (!list && items.size() < 2)) return std::nullopt;
  Datum out = items[0];
  for (const Datum& item : items) {
    int comes = order(item.number(), out.number());
    if (name == "max" ? comes > 0 : comes < 0) out = item;
  }
  return out;
}

// --- two tensors ---

std::optional<Datum> same_elements(std::span<const Datum> args) {
  if (args.size() < 2 || !args[1].is_tensor()) return std::nullopt;
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.sizes() != b.sizes()) return boolean(false);
  return boolean(decomposition::one("all.default", {first(op::eq, {a, b})}).item() != 0);
}
// self, other, rtol, atol, equal_nan
std::optional<Datum> all_close(std::span<const Datum> args) {
  if (args.size() < 2 || !args[1].is_tensor()) return std::nullopt;
  auto number = [&](std::size_t i, Number otherwise) {
    return Value(args.size() > i && args[i].is_number() ? args[i].number() : otherwise);
  };
  Tensor close = decomposition::one("isclose.default",
                                    {args[0].tensor(),
                                     args[1].tensor(),
                                     number(2, Number::of(1e-5)),
                                     number(3, Number::of(1e-8)),
                                     number(4, Number::of(false))});
  return boolean(decomposition::one("all.default", {close}).item() != 0);
}

struct Row {
  std::string_view path;
  bool tensor;  // the first argument is a tensor, else a number
  std::optional<Datum> (*run)(std::span<const Datum> args);
};

constexpr Row kRows[] = {
    {"torch.ops.aten.sym_size.int", true, [](std::span<const Datum> a) { return of_shape(a[0].tensor().sizes(), a); }},
    {"torch.ops.aten.sym_size.default",
     true,
     [](std::span<const Datum> a) { return of_shape(a[0].tensor().sizes(), a); }},
    {"torch.ops.aten.sym_stride.int",
     true,
     [](std::span<const Datum> a) { return of_shape(a[0].tensor().strides(), a); }},
    {"torch.ops.aten.sym_numel.default",
     true,
     [](std::span<const Datum> a) { return std::optional(whole(a[0].tensor().numel())); }},
    {"torch.ops.aten.item.default",
     true,
     [](std::span<const Datum> a) { return std::optional(Datum(number_in(a[0]))); }},
    {"torch.ops.aten._local_scalar_dense.default",
     true,
     [](std::span<const Datum> a) { return std::optional(Datum(number_in(a[0], false))); }},
    {"torch.ops.aten.equal.default", true, same_elements},
    {"torch.ops.aten.allclose.default", true, all_close},
    {"torch.sym_int", false, [](std::span<const Datum> a) { return std::optional(Datum(truncated(a[0].number()))); }},
    {"torch.sym_float", false, [](std::span<const Datum> a) { return std::optional(real(a[0].number().value)); }},
    {"torch.sym_not", false, [](std::span<const Datum> a) { return std::optional(boolean(a[0].number().value == 0)); }},
    {"torch.sym_max",
     false,
     [](std::span<const Datum> a) { return std::optional(order(a[0].number(), a[1].number()) >= 0 ? a[0] : a[1]); }},
    {"torch.sym_min",
     false,
     [](std::span<const Datum> a) { return std::optional(order(a[0].number(), a[1].number()) <= 0 ? a[0] : a[1]); }},
    {"torch.sym_ite",
     false,
     [](std::span<const Datum> a) { return std::optional(a[0].number().value != 0 ? a[1] : a[2]); }},
    {"torch.sym_sqrt",
     false,
     [](std::span<const Datum> a) { return std::optional(real(std::sqrt(a[0].number().value))); }},
    {"torch._sym_sqrt",
     false,
     [](std::span<const Datum> a) { return std::optional(real(std::sqrt(a[0].number().value))); }},
    {"math.sqrt", false, [](std::span<const Datum> a) { return of_real(a, [](double x) { return std::sqrt(x); }); }},
    {"math.exp", false, [](std::span<const Datum> a) { return of_real(a, [](double x) { return std::exp(x); }); }},
    {"math.log",
     false,
     [](std::span<const Datum> a) {
       return a.size() == 1 && a[0].number().value == 0 ? domain_error()
                                                        : of_real(a, [](double x) { return std::log(x); });
     }},
    {"math.log2",
     false,
     [](std::span<const Datum> a) {
       return a[0].number().value == 0 ? domain_error() : of_real(a, [](double x) { return std::log2(x); });
     }},
    {"math.sin", false, [](std::span<const Datum> a) { return of_real(a, [](double x) { return std::sin(x); }); }},
    {"math.cos", false, [](std::span<const Datum> a) { return of_real(a, [](double x) { return std::cos(x); }); }},
    {"math.tanh", false, [](std::span<const Datum> a) { return of_real(a, [](double x) { return std::tanh(x); }); }},
    {"math.pow",
     false,
     [](std::span<const Datum> a) -> std::optional<Datum> {
       if (a.size() != 2 || !a[1].is_number()) return std::nullopt;
       double base = a[0].number().value, exponent = a[1].number().value, out = std::pow(base, exponent);
       bool finite = std::isfinite(base) && std::isfinite(exponent);
       if (finite && (std::isnan(out) || (base == 0 && exponent < 0))) return domain_error();
       if (finite && std::isinf(out)) throw fx_error("OverflowError", "math range error");
       return real(out);
     }},
    {"builtins.round", false, rounded},
    {"math.floor",
     false,
     [](std::span<const Datum> a) {
       const Number n = a[0].number();
       return std::optional(Datum(truncated(is_whole(n) ? n : Number::of(std::floor(n.value)))));
     }},
    {"math.ceil",
     false,
     [](std::span<const Datum> a) {
       const Number n = a[0].number();
       return std::optional(Datum(truncated(is_whole(n) ? n : Number::of(std::ceil(n.value)))));
     }},
    {"math.trunc", false, [](std::span<const Datum> a) { return std::optional(Datum(truncated(a[0].number()))); }},
    {"builtins.int", false, [](std::span<const Datum> a) { return std::optional(Datum(truncated(a[0].number()))); }},
    {"builtins.float", false, [](std::span<const Datum> a) { return std::optional(real(a[0].number().value)); }},
    {"builtins.bool", false, [](std::span<const Datum> a) { return std::optional(boolean(a[0].number().value != 0)); }},
    {"builtins.abs",
     false,
     [](std::span<const Datum> a) { return prefix(a[0].number().value < 0 ? "-" : "+", a[0].number()); }},
    {"torch.ops.aten._assert_scalar.default",
     false,
     [](std::span<const Datum> a) -> std::optional<Datum> {
       if (a[0].number().value == 0)
         throw fx_error("RuntimeError", a.size() > 1 && a[1].is_text() ? a[1].text() : "assertion failed");
       return Datum();
     }},
    {"torch.ops.aten._assert_async.msg",
     true,
     [](std::span<const Datum> a) -> std::optional<Datum> {
       if (a[0].tensor().item() == 0)
         throw fx_error("RuntimeError", a.size() > 1 && a[1].is_text() ? a[1].text() : "assertion failed");
       return Datum();
     }},
    {"torch.ops.aten.sym_constrain_range.default",
     false,
     [](std::span<const Datum>) { return std::optional(Datum()); }},
    {"torch.ops.aten.sym_constrain_range_for_size.default",
     false,
     [](std::span<const Datum>) { return std::optional(Datum()); }},
    {"torch.ops.aten._assert_tensor_metadata.default",
     true,
     [](std::span<const Datum>) { return std::optional(Datum()); }},
};

}  // namespace

std::optional<Datum> call_scalar_function(std::string_view path, const OpDef* def, std::span<const Datum> args) {
  if (path == op_path::getitem && args.size() == 2 && args[0].is_sequence() && args[1].is_number())
    return item_of(args[0], args[1].number());
  if (std::optional<Datum> result = call_on_python_values(
          path,
          def == nullptr || def->python.syntax.form == PythonForm::prefix ? std::string_view{}
                                                                          : def->python.syntax.token,
          args))
    return result;
  bool numbers = !args.empty();
  for (const Datum& arg : args) numbers = numbers && arg.is_number();
  bool complex = std::any_of(
      args.begin(), args.end(), [](const Datum& arg) { return arg.is_number() && arg.number().kind == Kind::complex; });
  if (def != nullptr && numbers && !def->python.syntax.token.empty()) {
    std::string_view token = def->python.syntax.token;
    if (complex && def->python.syntax.form == PythonForm::prefix) return complex_prefix(token, args[0].number());
    if (complex && args.size() == 2)
      return complex_arithmetic(
          def->python.syntax.form == PythonForm::inplace ? token.substr(0, token.size() - 1) : token,
          args[0].number(),
          args[1].number());
    if (def->python.syntax.form == PythonForm::prefix && args.size() == 1) return prefix(token, args[0].number());
    if (def->python.syntax.form == PythonForm::inplace) token.remove_suffix(1);
    if (args.size() != 2) return std::nullopt;
    std::optional<Datum> result = arithmetic(token, args[0].number(), args[1].number());
    return result ? result : comparison(token, args[0].number(), args[1].number());
  }
  if (args.empty()) return std::nullopt;
  if (path == "builtins.min" || path == "builtins.max") return extreme(path.substr(9), args);
  if (path == "builtins.round" && args[0].is_tensor())
    throw fx_error("TypeError", "type Tensor doesn't define __round__ method");
  if (path.starts_with("math.") && !args[0].is_number() && !args[0].is_tensor())
    throw fx_error("TypeError", cat({"must be real number, not ", python_type_name(args[0])}));
  for (const Row& row : kRows) {
    if (row.path != path) continue;
    if (row.tensor ? !args[0].is_tensor() : !args[0].is_number()) return std::nullopt;
    bool enough = row.path != "torch.sym_ite" ? true : args.size() == 3;
    bool pair = row.path.ends_with("max") || row.path.ends_with("min");
    if (complex) throw fx_error("TypeError", cat({path, "() takes a real number, not 'complex'"}));
    if (!enough || (pair && (args.size() != 2 || !args[1].is_number()))) return std::nullopt;
    return row.run(args);
  }
  return std::nullopt;
}

}  // namespace seesaw
