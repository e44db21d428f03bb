#include "core/base/number.h"
#include "core/base/cat.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// The host already has both conversions (ECMA-262 requires the shortest digits and correct rounding); here they would
// be a twentieth of the module.
EM_JS(int, seesaw_shortest_digits, (double value, char* buffer), {
  const text = String(value);
  for (let i = 0; i < text.length; ++i) HEAPU8[buffer + i] = text.charCodeAt(i);
  return text.length;
});
EM_JS(double, seesaw_read_digits, (const char* begin, const char* end), {
  let text = "";
  for (; begin < end; ++begin) text += String.fromCharCode(HEAPU8[begin]);
  return Number(text);
});
#endif

namespace seesaw {

namespace {

// The shortest digits that read back as `value`, with or without a point and an exponent. `value` is finite and not
// negative.
std::size_t shortest_digits(double value, char (&buffer)[64]) {
#ifdef __EMSCRIPTEN__
  return static_cast<std::size_t>(seesaw_shortest_digits(value, buffer));
#else
  return static_cast<std::size_t>(
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr - buffer);
#endif
}

// The nearest double to a number of digits, a point and an exponent; overflow is inf, as in Python. NaN for invalid
// text.
double read_digits(const std::string& text) {
#ifdef __EMSCRIPTEN__
  return seesaw_read_digits(text.data(), text.data() + text.size());
#else
  double value = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ptr != text.data() + text.size()) return std::numeric_limits<double>::quiet_NaN();
  if (result.ec == std::errc::result_out_of_range)
    return std::strtod(text.c_str(), nullptr);  // inf or 0: the result does not distinguish them
  return result.ec == std::errc() ? value : std::numeric_limits<double>::quiet_NaN();
#endif
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Python's grammar: an underscore is only allowed between two digits, or after the base (0x_).
bool underscores_between_digits(std::string_view text, int base = 10, bool after_base = false) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    bool before = i == 0 ? after_base : digit_value(text[i - 1]) < base;
    if (!before || i + 1 == text.size() || digit_value(text[i + 1]) >= base) return false;
  }
  return true;
}

// Multiplies the decimal text (most significant digit first) by `base` and adds `add`.
void multiply_add(std::string& digits, int base, int add) {
  int carry = add;
  for (std::size_t i = digits.size(); i-- > 0;) {
    int v = (digits[i] - '0') * base + carry;
    digits[i] = static_cast<char>('0' + v % 10);
    carry = v / 10;
  }
  while (carry > 0) {
    digits.insert(digits.begin(), static_cast<char>('0' + carry % 10));
    carry /= 10;
  }
}

}  // namespace

namespace {

// A number as digits: 0.DIGITS * 10^point. No digits for zero; no zeros at either end.
struct Decimal {
  std::string digits;
  int point = 0;
};

// From digits with or without a point, with or without an exponent.
Decimal read_decimal(std::string_view text) {
  Decimal out;
  std::size_t e = text.find('e');
  if (e != std::string_view::npos) {
    std::string_view power = text.substr(e + 1);
    if (power.front() == '+') power.remove_prefix(1);
    std::from_chars(power.data(), power.data() + power.size(), out.point);
    text = text.substr(0, e);
  }
  std::size_t point = text.find('.');
  out.point += static_cast<int>(point == std::string_view::npos ? text.size() : point);
  for (char c : text) {
    if (c == '.') continue;
    if (out.digits.empty() && c == '0') {
      --out.point;
    } else {
      out.digits += c;
    }
  }
  while (!out.digits.empty() && out.digits.back() == '0') out.digits.pop_back();
  return out;
}

void append_fixed(std::string& out, const Decimal& number) {
  auto point = static_cast<std::size_t>(std::max(number.point, 0));
  std::size_t count = number.digits.size();
  if (point == 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-number.point), '0');
    out += number.digits;
  } else {
    out.append(number.digits, 0, point);
    if (point > count) out.append(point - count, '0');
    out += '.';
    out += point < count ? std::string_view(number.digits).substr(point) : "0";
  }
}

void append_scientific(std::string& out, const Decimal& number) {
  out += number.digits[0];
  if (number.digits.size() > 1) {
    out += '.';
    out.append(number.digits, 1, std::string::npos);
  }
  int power = number.point - 1;
  out += power < 0 ? "e-" : "e+";
  power = std::abs(power);
  if (power < 10) out += '0';
  append_int(out, power);
}

}  // namespace

void append_float(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::signbit(value)) out += '-';
  if (std::isinf(value)) {
    out += "inf";
    return;
  }
  // The positions of point and exponent follow Python's rule.
  char buffer[64];
  Decimal number = read_decimal({buffer, shortest_digits(std::abs(value), buffer)});
  if (number.digits.empty()) {
    out += "0.0";
  } else if (number.point > -4 && number.point <= 16) {
    append_fixed(out, number);
  } else {
    append_scientific(out, number);
  }
}

std::string format_float(double value) {
  std::string out;
  append_float(out, value);
  return out;
}

std::optional<double> parse_float(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  std::string plain;
  plain.reserve(text.size());
  if (!underscores_between_digits(text)) return std::nullopt;
  for (char c : text) {
    // The conversions accept more than Python: hexadecimal digits, names, leading spaces.
    if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' && c != '_') return std::nullopt;
    if (c != '_') plain += c;
  }
  if (plain.empty() || plain.front() == '+' || plain.front() == 'e' || plain.front() == 'E') return std::nullopt;
  double value = read_digits(plain);
  if (std::isnan(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_int(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  std::int64_t value = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::string> normalize_int(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    char kind = static_cast<char>(text[1] | 0x20);
    base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
    if (base != 10) text.remove_prefix(2);
  }
  if (text.empty() || !underscores_between_digits(text, base, base != 10)) return std::nullopt;
  std::string digits = "0";
  bool plain = base == 10;
  if (plain) digits.clear();
  for (char c : text) {
    if (c == '_') continue;
    if (digit_value(c) >= base) return std::nullopt;
    if (plain) {
      digits += c;
    } else {
      if (digits.size() > 5000) return std::nullopt;
      multiply_add(digits, base, digit_value(c));
    }
  }
  std::size_t zeros = digits.find_first_not_of('0');
  if (zeros == std::string::npos) return std::string("0");
  if (plain && zeros > 0) return std::nullopt;  // 012
  digits.erase(0, zeros);
  return negative ? cat({"-", digits}) : digits;
}

std::string increment_decimal(std::string_view digits) {
  std::string out(digits);
  for (std::size_t i = out.size(); i-- > 0;) {
    if (out[i] != '9') {
      ++out[i];
      return out;
    }
    out[i] = '0';
  }
  return cat({"1", out});
}

void append_int(std::string& out, std::int64_t value) {
  char buffer[24];
  auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

}  // namespace seesaw
