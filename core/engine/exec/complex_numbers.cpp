#include "core/engine/exec/complex_numbers.h"

#include <cmath>
#include <complex>

#include "core/base/cat.h"
#include "core/base/complex_number.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/exec/python_values.h"

namespace seesaw {

namespace {

std::complex<double> value_of(Number n) { return {n.value, n.imaginary}; }
Datum datum_of(std::complex<double> z) { return Datum(Number::of(z.real(), z.imag())); }

// As CPython computes them, digit by digit (Objects/complexobject.c).
std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::complex<double> quotient(std::complex<double> a, std::complex<double> b) {
  if (std::fabs(b.real()) >= std::fabs(b.imag())) {
    double ratio = b.imag() / b.real(), whole = b.real() + b.imag() * ratio;
    return {(a.real() + a.imag() * ratio) / whole, (a.imag() - a.real() * ratio) / whole};
  }
  double ratio = b.real() / b.imag(), whole = b.real() * ratio + b.imag();
  return {(a.real() * ratio + a.imag()) / whole, (a.imag() * ratio - a.real()) / whole};
}

std::complex<double> power(std::complex<double> x, std::complex<double> y) {
  constexpr double kMultiplied = 100;
  if (y == 0.0) return 1.0;
  if (x == 0.0) {
    if (y.imag() != 0 || y.real() < 0) throw fx_error("ZeroDivisionError", "zero to a negative or complex power");
    return 0.0;
  }
  if (y.imag() != 0 || y.real() != std::floor(y.real()) || std::fabs(y.real()) > kMultiplied) return std::pow(x, y);
  std::complex<double> out = 1.0, square = x;
  for (auto rest = static_cast<int>(std::fabs(y.real())); rest > 0; rest /= 2) {
    if (rest % 2 == 1) out = product(out, square);
    square = product(square, square);
  }
  return y.real() > 0 ? out : quotient(1.0, out);
}

}  // namespace

std::optional<Number> parse_complex(std::string_view text) {
  std::optional<ComplexParts> parts = parse_complex_parts(text);
  return parts ? std::optional(Number::of(parts->real, parts->imaginary)) : std::nullopt;
}

std::string complex_text(Number n) { return format_complex({n.value, n.imaginary}); }

Datum complex_arithmetic(std::string_view token, Number a, Number b) {
  std::complex<double> x = value_of(a), y = value_of(b);
  if (token == "+") return datum_of(x + y);
  if (token == "-") return datum_of(x - y);
  if (token == "*") return datum_of(product(x, y));
  if (token == "==") return Datum(Number::of(x == y));
  if (token == "!=") return Datum(Number::of(x != y));
  if (token == "/" && y == 0.0) throw fx_error("ZeroDivisionError", "complex division by zero");
  if (token == "/") return datum_of(quotient(x, y));
  if (token == "**") return datum_of(power(x, y));
  std::string_view left = python_type_name(Datum(a)), right = python_type_name(Datum(b));
  bool order = token == "<" || token == ">" || token == "<=" || token == ">=";
  if (order)
    throw fx_error("TypeError",
                   cat({"'", token, "' not supported between instances of '", left, "' and '", right, "'"}));
  throw fx_error("TypeError", cat({"unsupported operand type(s) for ", token, ": '", left, "' and '", right, "'"}));
}

Datum complex_prefix(std::string_view token, Number a) {
  if (token == "-") return Datum(Number::of(-a.value, -a.imaginary));
  if (token == "+") return Datum(a);
  if (token == "not ") return Datum(Number::of(a.is(0)));
  throw fx_error("TypeError", cat({"bad operand type for unary ", token, ": 'complex'"}));
}

}  // namespace seesaw
