#include "core/base/complex_number.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<double> signed_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  return parse_float(text);
}

std::optional<ComplexParts> both(std::optional<double> real, std::optional<double> imaginary) {
  return real && imaginary ? std::optional(ComplexParts{*real, *imaginary}) : std::nullopt;
}

// The sign between the parts, not that of an exponent.
std::size_t sign_between(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 1;) {
    if ((text[i] == '+' || text[i] == '-') && text[i - 1] != 'e' && text[i - 1] != 'E') return i;
  }
  return 0;
}

// Without the ".0" of an integral float.
std::string short_text(double v) {
  std::string out = format_float(v);
  return out.ends_with(".0") ? out.substr(0, out.size() - 2) : out;
}

}  // namespace

std::optional<ComplexParts> parse_complex_parts(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("complex(") && text.ends_with(')')) {
    std::string_view parts = text.substr(8, text.size() - 9);
    std::size_t comma = parts.find(',');
    return both(signed_number(parts.substr(0, comma)),
                comma == std::string_view::npos ? std::optional(0.0) : signed_number(parts.substr(comma + 1)));
  }
  if (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
  if (!text.ends_with('j') && !text.ends_with('J')) return both(signed_number(text), 0.0);
  text.remove_suffix(1);
  std::size_t sign = sign_between(text);
  return both(sign == 0 ? std::optional(0.0) : signed_number(text.substr(0, sign)), signed_number(text.substr(sign)));
}

std::string format_complex(ComplexParts parts) {
  std::string imaginary = short_text(parts.imaginary);
  if (parts.real == 0 && !std::signbit(parts.real)) return imaginary + "j";
  return cat({"(", short_text(parts.real), imaginary.starts_with('-') ? "" : "+", imaginary, "j)"});
}

std::string format_complex_call(ComplexParts parts) {
  return cat({"complex(", format_float(parts.real), ", ", format_float(parts.imaginary), ")"});
}

bool is_written_exactly(ComplexParts parts) {
  return std::isfinite(parts.real) && std::isfinite(parts.imaginary) && parts.real != 0 && parts.imaginary != 0;
}

}  // namespace seesaw
