#include "core/python/tokens.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/utf8.h"

namespace seesaw {

void source_error(std::uint32_t begin, std::uint32_t, std::string message, std::string remedy) {
  Error error = user_error("python", std::move(message), std::move(remedy));
  error.diagnostic().offset = begin;
  throw error;
}

namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view source) : source_(source) {}

  std::vector<PyToken> run() {
    while (at_ < source_.size()) {
      if (fresh_line_ && depth_ == 0 && !indentation()) continue;
      step();
    }
    if (!out_.empty() && out_.back().kind != PyToken::Kind::newline) add(PyToken::Kind::newline, at_, at_);
    for (; indents_.size() > 1; indents_.pop_back()) add(PyToken::Kind::dedent, at_, at_);
    add(PyToken::Kind::end, at_, at_);
    return std::move(out_);
  }

 private:
  void add(PyToken::Kind kind, std::size_t begin, std::size_t end) {
    out_.push_back({kind,
                    std::string(source_.substr(begin, end - begin)),
                    line_,
                    static_cast<std::uint32_t>(begin),
                    static_cast<std::uint32_t>(end)});
  }

  // Spaces before a line's first token. False for an empty line, which is skipped.
  bool indentation() {
    std::size_t begin = at_, width = 0;
    for (; at_ < source_.size() && (source_[at_] == ' ' || source_[at_] == '\t'); ++at_)
      width += source_[at_] == '\t' ? 8 - width % 8 : 1;
    if (at_ == source_.size()) return false;
    if (source_[at_] == '\n' || source_[at_] == '\r' || source_[at_] == '#') {
      while (at_ < source_.size() && source_[at_] != '\n') ++at_;
      if (at_ < source_.size()) ++at_, ++line_;
      return false;
    }
    fresh_line_ = false;
    if (width > indents_.back()) {
      indents_.push_back(width);
      add(PyToken::Kind::indent, begin, at_);
    }
    for (; width < indents_.back(); indents_.pop_back()) add(PyToken::Kind::dedent, at_, at_);
    if (width != indents_.back())
      source_error(static_cast<std::uint32_t>(begin),
                   static_cast<std::uint32_t>(at_),
                   "unindent does not match any outer indentation level",
                   "indent it like the lines around it");
    return true;
  }

  // The length of the end of a line at a place, which Windows writes with two characters; 0: the line goes on.
  std::size_t line_end(std::size_t at) const {
    if (source_.substr(at, 1) == "\n") return 1;
    return source_.substr(at, 2) == "\r\n" ? 2 : 0;
  }

  void step() {
    char c = source_[at_];
    if (c == '\n') {
      if (depth_ == 0) {
        add(PyToken::Kind::newline, at_, at_);
        fresh_line_ = true;
      }
      ++at_, ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
    } else if (c == '#') {
      while (at_ < source_.size() && source_[at_] != '\n') ++at_;
    } else if (c == '\\' && line_end(at_ + 1) > 0) {
      at_ += 1 + line_end(at_ + 1), ++line_;
    } else if (is_name_start(c)) {
      word();
    } else if (is_digit(c) || (c == '.' && at_ + 1 < source_.size() && is_digit(source_[at_ + 1]))) {
      number();
    } else if (c == '"' || c == '\'') {
      string(at_);
    } else {
      symbol();
    }
  }

  // else'text': a word of the language needs no space before what follows it.
  static bool stands_before_string(std::string_view word) {
    static constexpr std::string_view kWords[] = {"and",
                                                  "assert",
                                                  "await",
                                                  "case",
                                                  "del",
                                                  "elif",
                                                  "else",
                                                  "if",
                                                  "in",
                                                  "is",
                                                  "match",
                                                  "not",
                                                  "or",
                                                  "raise",
                                                  "return",
                                                  "while",
                                                  "yield"};
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  }

  // 1if x else 2: one of the words that may follow a number without a space.
  bool at_word_behind_number() const {
    std::size_t end = at_;
    while (end < source_.size() && (is_name_start(source_[end]) || is_digit(source_[end]))) ++end;
    static constexpr std::string_view kWords[] = {"and", "else", "for", "if", "in", "is", "not", "or"};
    return std::find(std::begin(kWords), std::end(kWords), source_.substr(at_, end - at_)) != std::end(kWords);
  }

  // e5, e-5
  bool at_exponent() const {
    std::size_t digit = at_ + 1;
    if (digit < source_.size() && (source_[digit] == '+' || source_[digit] == '-')) ++digit;
    return digit < source_.size() && is_digit(source_[digit]);
  }

  void word() {
    std::size_t begin = at_;
    while (at_ < source_.size() && (is_name_start(source_[at_]) || is_digit(source_[at_]))) ++at_;
    if (at_ < source_.size() && (source_[at_] == '"' || source_[at_] == '\'')) {
      std::string_view prefix = source_.substr(begin, at_ - begin);
      if (stands_before_string(prefix)) return add(PyToken::Kind::name, begin, at_);
      if (prefix.size() > 2 || prefix.find_first_not_of("rRbBuUfF") != std::string_view::npos)
        source_error(static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(at_),
                     cat({"'", prefix, "' is no prefix of a string"}),
                     "write a plain string");
      string(begin, prefix.find_first_of("rR") != std::string_view::npos);
      if (prefix.find_first_of("fF") != std::string_view::npos) out_.back().kind = PyToken::Kind::format;
      if (prefix.find_first_of("bB") != std::string_view::npos) out_.back().kind = PyToken::Kind::bytes;
      return;
    }
    add(PyToken::Kind::name, begin, at_);
  }

  // 0x1F, 0b101, 0o17.
  void number_of_base(std::size_t begin, int base) {
    at_ += 2;
    while (at_ < source_.size() && (is_digit(source_[at_]) || is_name_start(source_[at_]))) ++at_;
    std::string digits(source_.substr(begin + 2, at_ - begin - 2));
    std::erase(digits, '_');
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
      source_error(static_cast<std::uint32_t>(begin),
                   static_cast<std::uint32_t>(at_),
                   "this is no number of the subset",
                   "write it in decimals");
    add(PyToken::Kind::integer, begin, at_);
    out_.back().text = std::to_string(value);
  }

  void number() {
    std::size_t begin = at_;
    char prefix = source_[at_] == '0' && at_ + 1 < source_.size() ? source_[at_ + 1] : ' ';
    int base = prefix == 'x' || prefix == 'X'   ? 16
               : prefix == 'b' || prefix == 'B' ? 2
               : prefix == 'o' || prefix == 'O' ? 8
                                                : 0;
    if (base > 0) return number_of_base(begin, base);
    bool real = false;
    while (at_ < source_.size()) {
      char c = source_[at_];
      bool exponent = (c == 'e' || c == 'E') && at_ > begin && at_exponent() &&
                      source_[begin + 1 < source_.size() ? begin + 1 : begin] != 'x';
      if (is_digit(c) || c == '_') {
        ++at_;
      } else if (c == '.' || exponent) {
        real = true;
        ++at_;
        if (exponent && at_ < source_.size() && (source_[at_] == '+' || source_[at_] == '-')) ++at_;
      } else {
        break;
      }
    }
    if (at_ < source_.size() && (source_[at_] == 'j' || source_[at_] == 'J')) {  // of a complex number
      real = true;
      ++at_;
    }
    if (at_ < source_.size() && is_name_start(source_[at_]) && !at_word_behind_number())
      source_error(static_cast<std::uint32_t>(begin),
                   static_cast<std::uint32_t>(at_ + 1),
                   "this is no number of the subset",
                   "write it in decimals");
    add(real ? PyToken::Kind::floating : PyToken::Kind::integer, begin, at_);
    std::erase(out_.back().text, '_');
  }

  void string(std::size_t begin, bool raw = false) {
    std::uint32_t first_line = line_;
    std::string_view quote = source_.substr(at_, 3) == R"(""")" || source_.substr(at_, 3) == "'''"
                                 ? source_.substr(at_, 3)
                                 : source_.substr(at_, 1);
    at_ += quote.size();
    std::string text;
    for (;; ++at_) {
      if (at_ >= source_.size() || (quote.size() == 1 && source_[at_] == '\n'))
        source_error(static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(begin + 1),
                     "this string does not end",
                     "close it with the quote that opens it");
      if (source_.substr(at_, quote.size()) == quote) break;
      if (line_end(at_) == 2) continue;  // Python reads \r\n as \n, in strings too
      if (source_[at_] == '\n') ++line_;
      if (source_[at_] != '\\' || at_ + 1 >= source_.size()) {
        text += source_[at_];
        continue;
      }
      if (line_end(at_ + 1) == 2) {
        if (raw) text += "\\\n";
        at_ += 2, ++line_;
        continue;
      }
      if (source_[at_ + 1] == '\n') ++line_;
      if (raw) {  // a quote behind it does not end the string
        text += source_.substr(at_++, 2);
      } else {
        escape(text);
      }
    }
    at_ += quote.size();
    add(PyToken::Kind::string, begin, at_);
    out_.back().text = std::move(text);
    out_.back().line = first_line;
  }

  // \n, \x41, \u00e9, \101: what follows a backslash; `at_` is left at its last character.
  void escape(std::string& text) {
    static constexpr std::string_view kLetters = "ntrabfv0", kMeanings{"\n\t\r\a\b\f\v\0", 8};
    char c = source_[++at_];
    std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == '\n') return;  // the line goes on
    if (digits > 0) {
      std::uint32_t code = 0;
      if (!parse_digits(source_.substr(at_ + 1, digits), 16, digits, code))
        source_error(static_cast<std::uint32_t>(at_ - 1),
                     static_cast<std::uint32_t>(at_ + 1),
                     cat({"'\\", std::string(1, c), "' needs ", std::to_string(digits), " digits after it"}),
                     "write the character itself");
      at_ += digits;
      append_utf8(text, code);
    } else if (c >= '0' && c <= '7') {
      std::uint32_t code = 0;
      std::size_t count = 1;
      while (count < 3 && at_ + count < source_.size() && source_[at_ + count] >= '0' && source_[at_ + count] <= '7')
        ++count;
      parse_digits(source_.substr(at_, count), 8, count, code);
      at_ += count - 1;
      append_utf8(text, code);
    } else if (std::size_t known = kLetters.find(c); known != std::string_view::npos) {
      text += kMeanings[known];
    } else {
      if (c != '\\' && c != '\'' && c != '"') text += '\\';  // Python keeps the backslash of what is no escape
      text += c;
    }
  }

  static bool parse_digits(std::string_view digits, int base, std::size_t count, std::uint32_t& out) {
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out, base);
    return error == std::errc() && digits.size() == count && end == digits.data() + digits.size();
  }

  void symbol() {
    static constexpr std::array<std::string_view, 24> kLongOperators{
        "**=", "//=", ">>=", "<<=", "...", "->", "**", "//", "<<", ">>", "<=", ">=",
        "==",  "!=",  "+=",  "-=",  "*=",  "/=", "%=", "@=", "&=", "|=", "^=", ":="};
    std::size_t length = 1;
    for (std::string_view op : kLongOperators) {
      if (source_.substr(at_, op.size()) == op) {
        length = op.size();
        break;
      }
    }
    char c = source_[at_];
    static constexpr std::string_view kSingle = "+-*/%@&|^~<>()[]{},:.=;";
    if (length == 1 && kSingle.find(c) == std::string_view::npos)
      source_error(static_cast<std::uint32_t>(at_),
                   static_cast<std::uint32_t>(at_ + 1),
                   cat({"'", source_.substr(at_, 1), "' is not Python"}));
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
    add(PyToken::Kind::op, at_, at_ + length);
    at_ += length;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  int depth_ = 0;
  bool fresh_line_ = true;
  std::vector<std::size_t> indents_{0};
  std::vector<PyToken> out_;
};

}  // namespace

std::vector<PyToken> tokenize_python(std::string_view source) {
  if (std::size_t at = first_invalid_utf8(source); at != std::string_view::npos)
    source_error(static_cast<std::uint32_t>(at),
                 static_cast<std::uint32_t>(at + 1),
                 std::string(kNotUtf8),
                 std::string(kSaveAsUtf8));
  return Tokenizer(source).run();
}

}  // namespace seesaw
