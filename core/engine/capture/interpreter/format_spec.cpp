#include "core/engine/capture/interpreter/format_spec.h"

#include <cstdint>
#include <cstdio>

#include "core/base/number.h"

namespace seesaw {

namespace {

constexpr int kWidest = 1'000;
constexpr int kMostPlaces = 60;

struct FormatSpec {
  char fill = ' ', align = 0, sign = '-', group = 0, type = 0;
  bool alternate = false;
  int width = 0, places = -1;
};

// Nothing: this is no format.
std::optional<FormatSpec> parsed_spec(std::string_view text) {
  FormatSpec out;
  auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  auto number = [&] {
    int value = 0;
    for (; !text.empty() && text[0] >= '0' && text[0] <= '9' && value <= kWidest; text.remove_prefix(1))
      value = 10 * value + (text[0] - '0');
    return value;
  };
  if (text.size() > 1 && is_align(text[1])) {
    out.fill = text[0];
    out.align = text[1];
    text.remove_prefix(2);
  } else if (!text.empty() && is_align(text[0])) {
    out.align = text[0];
    text.remove_prefix(1);
  }
  auto take = [&](std::string_view any, char& into) {
    if (text.empty() || any.find(text[0]) == std::string_view::npos) return false;
    into = text[0];
    text.remove_prefix(1);
    return true;
  };
  char taken = 0;
  take("+- ", out.sign);
  out.alternate = take("#", taken);
  if (out.align == 0 && take("0", out.fill)) out.align = '=';
  out.width = number();
  take(",_", out.group);
  if (take(".", taken)) {
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    out.places = number();
  }
  take("bcdeEfFgGnosxX%", out.type);
  // Zeros between groups or behind 0x are counted by other rules.
  if (out.fill == '0' && out.align == '=' && (out.group != 0 || out.alternate)) return std::nullopt;
  bool fits = text.empty() && out.width <= kWidest && out.places <= kMostPlaces;
  return fits ? std::optional(out) : std::nullopt;
}

std::string padded(const FormatSpec& spec, std::string body, char otherwise) {
  auto width = static_cast<std::size_t>(spec.width);
  if (body.size() >= width) return body;
  std::size_t missing = width - body.size();
  char align = spec.align != 0 ? spec.align : otherwise;
  if (align == '<') return body + std::string(missing, spec.fill);
  if (align == '>') return std::string(missing, spec.fill) + body;
  if (align == '^') return std::string(missing / 2, spec.fill) + body + std::string(missing - missing / 2, spec.fill);
  std::size_t sign = !body.empty() && (body[0] == '-' || body[0] == '+' || body[0] == ' ') ? 1 : 0;
  return body.substr(0, sign) + std::string(missing, spec.fill) + body.substr(sign);
}

std::string grouped(std::string digits, char group, std::size_t size) {
  if (group == 0) return digits;
  std::size_t end = std::min(digits.find('.'), digits.size());
  for (std::size_t at = end; at > size; at -= size) digits.insert(at - size, 1, group);
  return digits;
}

std::string in_base(std::uint64_t value, unsigned base, bool upper) {
  std::string out;
  do {
    unsigned digit = static_cast<unsigned>(value % base);
    out.insert(out.begin(), static_cast<char>(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + (digit - 10)));
    value /= base;
  } while (value != 0);
  return out;
}

std::optional<std::string> whole_body(const FormatSpec& spec, std::uint64_t value) {
  switch (spec.type) {
    case 0:
    case 'd':
    case 'n': return grouped(std::to_string(value), spec.group, 3);
    case 'b': return (spec.alternate ? "0b" : "") + grouped(in_base(value, 2, false), spec.group, 4);
    case 'o': return (spec.alternate ? "0o" : "") + grouped(in_base(value, 8, false), spec.group, 4);
    case 'x': return (spec.alternate ? "0x" : "") + grouped(in_base(value, 16, false), spec.group, 4);
    case 'X': return (spec.alternate ? "0X" : "") + grouped(in_base(value, 16, true), spec.group, 4);
    default: return std::nullopt;
  }
}

std::optional<std::string> real_body(const FormatSpec& spec, double value) {
  char out[400];
  int places = spec.places < 0 ? 6 : spec.places;
  switch (spec.type) {
    case 'f':
    case 'F': std::snprintf(out, sizeof out, "%.*f", places, value); break;
    case 'e': std::snprintf(out, sizeof out, "%.*e", places, value); break;
    case 'E': std::snprintf(out, sizeof out, "%.*E", places, value); break;
    case 'g':
    case 'n': std::snprintf(out, sizeof out, "%.*g", places, value); break;
    case 'G': std::snprintf(out, sizeof out, "%.*G", places, value); break;
    case '%': std::snprintf(out, sizeof out, "%.*f%%", places, value * 100); break;
    case 0: {
      if (spec.places < 0) return grouped(format_float(value), spec.group, 3);
      std::snprintf(out, sizeof out, "%.*g", spec.places == 0 ? 1 : spec.places, value);
      std::string text = out;  // as a float: with a point
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return grouped(text, spec.group, 3);
    }
    default: return std::nullopt;
  }
  return grouped(out, spec.group, 3);
}

}  // namespace

std::optional<std::string> format_value(std::string_view text, const Arg& value) {
  std::optional<FormatSpec> spec = parsed_spec(text);
  if (!spec) return std::nullopt;
  if (value.is_string()) {
    if ((spec->type != 0 && spec->type != 's') || spec->align == '=' || spec->group != 0) return std::nullopt;
    std::string_view shown = value.text();
    if (spec->places >= 0) shown = shown.substr(0, static_cast<std::size_t>(spec->places));
    return padded(*spec, std::string(shown), '<');
  }
  bool whole = (value.is_integer() && value.fits_int64()) || value.is_bool();
  if (!whole && value.kind() != ArgKind::floating) return std::nullopt;
  std::int64_t integer = value.is_bool() ? (value.as_bool() ? 1 : 0) : whole ? value.as_int() : 0;
  constexpr std::string_view kReal = "eEfFgG%";
  bool real = !whole || (spec->type != 0 && kReal.find(spec->type) != std::string_view::npos);
  double number = whole ? static_cast<double>(integer) : value.as_float();
  bool negative = real ? number < 0 : integer < 0;
  std::uint64_t magnitude = integer < 0 ? 0 - static_cast<std::uint64_t>(integer) : static_cast<std::uint64_t>(integer);
  if (!real && spec->places >= 0) return std::nullopt;
  std::optional<std::string> body = real ? real_body(*spec, negative ? -number : number) : whole_body(*spec, magnitude);
  if (!body) return std::nullopt;
  std::string sign = negative ? "-" : spec->sign == '-' ? "" : std::string(1, spec->sign);
  return padded(*spec, sign + *body, '>');
}

}  // namespace seesaw
