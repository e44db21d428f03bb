// int() and float() of a text.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

namespace {

constexpr std::size_t kMostDigits = 4300;  // of one number, as Python has it

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

std::string_view without_space(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  std::size_t from = text.find_first_not_of(kSpace);
  return from == std::string_view::npos ? std::string_view()
                                        : text.substr(from, text.find_last_not_of(kSpace) + 1 - from);
}

bool take_minus(std::string_view& text) {
  bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  return minus;
}

std::uint32_t digit_of(char c) {
  if (is_decimal(c)) return static_cast<std::uint32_t>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 10);
  return c >= 'A' && c <= 'Z' ? static_cast<std::uint32_t>(c - 'A' + 10) : 99;
}

// What a prefix says, if the base allows for it; the text goes on behind it.
std::uint32_t base_of(std::string_view& text, std::uint32_t base) {
  static constexpr std::pair<char, std::uint32_t> kPrefixes[] = {{'x', 16}, {'o', 8}, {'b', 2}};
  for (const auto& [letter, of] : kPrefixes) {
    bool there = text.size() > 1 && text[0] == '0' && (text[1] | 0x20) == letter;
    if (!there || (base != of && base != 0)) continue;
    text.remove_prefix(2);
    if (text.starts_with('_')) text.remove_prefix(1);
    return of;
  }
  if (base != 0) return base;
  // A plain number begins with no zero, unless it is zero.
  return !text.starts_with('0') || text.find_first_not_of("0_") == std::string_view::npos ? 10 : 0;
}

// The digits, with single underscores between them; nothing for what is no number of the base.
std::optional<std::vector<std::uint32_t>> digits_of(std::string_view text, std::uint32_t base) {
  std::vector<std::uint32_t> out;
  bool after_digit = false;
  for (char c : text) {
    std::uint32_t digit = digit_of(c);
    if (c == '_' ? !after_digit : digit >= base) return std::nullopt;
    after_digit = c != '_';
    if (after_digit) out.push_back(digit);
  }
  return after_digit ? std::optional(out) : std::nullopt;
}

std::string decimal_of(const std::vector<std::uint32_t>& digits, std::uint32_t base) {
  constexpr std::uint64_t kWord = 1'000'000'000;
  std::vector<std::uint64_t> words{0};  // the lowest first
  for (std::uint32_t digit : digits) {
    std::uint64_t carry = digit;
    for (std::uint64_t& word : words) {
      carry += word * base;
      word = carry % kWord;
      carry /= kWord;
    }
    if (carry != 0) words.push_back(carry);
  }
  std::string out = std::to_string(words.back());
  for (std::size_t i = words.size() - 1; i-- > 0;) {
    std::string word = std::to_string(words[i]);
    out.append(9 - word.size(), '0').append(word);
  }
  return out;
}

// A decimal number of Python's in its plain form; nothing for others.
std::optional<double> plain_float(std::string_view text) {
  bool minus = take_minus(text);
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; });
  std::optional<double> out;
  if (lower == "inf" || lower == "infinity") {
    out = std::numeric_limits<double>::infinity();
  } else if (lower == "nan") {
    out = std::numeric_limits<double>::quiet_NaN();
  } else {
    bool begins = !lower.empty() && (is_decimal(lower[0]) || lower[0] == '.');
    bool digit = std::any_of(lower.begin(),
                             lower.begin() + static_cast<std::ptrdiff_t>(std::min(lower.find('e'), lower.size())),
                             is_decimal);
    if (begins && digit) out = parse_float(lower);
  }
  return out && minus ? -*out : out;
}

}  // namespace

PyValue PythonInterpreter::integer_of_text(const PyExpr& e, const Arg& text, const Arg& base) {
  std::string_view letters = text.text(), rest = without_space(letters);
  std::int64_t told = base.is_bool() ? base.as_bool() : base.is_integer() && base.fits_int64() ? base.as_int() : -1;
  if (told != 0 && (told < 2 || told > 36))
    fail_as(e, "ValueError", "int() base must be >= 2 and <= 36, or 0", "give it a base of that kind");
  if (std::any_of(letters.begin(), letters.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    fail(e, "a number is read of ASCII letters alone", "write it with the digits 0 to 9");
  bool minus = take_minus(rest);
  std::uint32_t radix = base_of(rest, static_cast<std::uint32_t>(told));
  std::optional<std::vector<std::uint32_t>> digits = digits_of(rest, radix);
  if (!digits)
    fail_as(e,
            "ValueError",
            cat({"invalid literal for int() with base ", std::to_string(told), ": ", text_of(e, PyValue(text), true)}),
            "give it digits");
  if (digits->size() > kMostDigits)
    fail(e, cat({"a number of more than ", std::to_string(kMostDigits), " digits is not read"}), "make it shorter");
  std::string number = decimal_of(*digits, radix);
  return PyValue(context().integer(minus && number != "0" ? cat({"-", number}) : number));
}

PyValue PythonInterpreter::float_of_text(const PyExpr& e, const Arg& text) {
  std::optional<double> number = plain_float(without_space(text.text()));
  if (!number)
    fail_as(e,
            "ValueError",
            cat({"could not convert string to float: ", text_of(e, PyValue(text), true)}),
            "give it a decimal number");
  return PyValue(context().floating(*number));
}

}  // namespace seesaw
