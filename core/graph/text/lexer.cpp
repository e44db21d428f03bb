#include "core/graph/text/lexer.h"

#include "core/base/rare.h"
#include "core/base/utf8.h"

namespace seesaw {

namespace {

struct CharClasses {
  bool name[256] = {};
  constexpr CharClasses() {
    for (int c = 0; c < 256; ++c)
      name[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }
};
constexpr CharClasses kClasses;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_char(char c) { return kClasses.name[static_cast<unsigned char>(c)]; }
bool is_name_start(char c) { return is_name_char(c) && !is_digit(c); }

}  // namespace

Lexer::Lexer(std::string_view text, std::uint32_t at) : text_(text), at_(at) { next(); }

void Lexer::seek(std::uint32_t at) {
  at_ = at;
  depth_ = 0;
  comment_begin_ = comment_end_ = 0;
  next();
}

std::string_view Lexer::take_comment() {
  std::string_view comment = text_.substr(comment_begin_, comment_end_ - comment_begin_);
  comment_begin_ = comment_end_ = 0;
  if (!comment.empty()) comment.remove_prefix(1);
  if (!comment.empty() && comment.front() == ' ') comment.remove_prefix(1);
  while (!comment.empty() && (comment.back() == ' ' || comment.back() == '\r' || comment.back() == '\t'))
    comment.remove_suffix(1);
  return comment;
}

SEESAW_RARE void Lexer::skip_line() {
  std::size_t end = text_.find('\n', token_.kind == TokenKind::newline ? token_.begin : token_.end);
  at_ = static_cast<std::uint32_t>(end == std::string_view::npos ? text_.size() : end);
  depth_ = 0;
  next();
}

void Lexer::skip_blank() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || (c == '\n' && depth_ > 0)) {
      ++at_;
    } else if (c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')) {
      at_ += text_[at_ + 1] == '\r' && at_ + 2 < text_.size() && text_[at_ + 2] == '\n' ? 3u : 2u;
    } else if (c == '#') {
      std::size_t end = text_.find('\n', at_);
      comment_begin_ = at_;
      comment_end_ = static_cast<std::uint32_t>(end == std::string_view::npos ? text_.size() : end);
      at_ = comment_end_;
    } else {
      return;
    }
  }
}

SEESAW_RARE void Lexer::fail(std::string_view why, std::uint32_t end) {
  token_.kind = TokenKind::error;
  error_ = why;
  at_ = end;
}

void Lexer::next() {
  previous_end_ = token_.end;
  skip_blank();
  token_.begin = at_;
  if (at_ >= text_.size()) {
    token_.kind = TokenKind::end;
    token_.end = at_;
    return;
  }
  char c = text_[at_];
  if (is_name_start(c)) {
    do ++at_;
    while (at_ < text_.size() && is_name_char(text_[at_]));
    token_.kind = TokenKind::name;
    // A string prefix: r"", b"", f"" and their combinations.
    bool prefix = at_ < text_.size() && at_ - token_.begin <= 2 && (text_[at_] == '"' || text_[at_] == '\'');
    if (prefix && std::string_view("rRbBfFuU").find(c) != std::string_view::npos) lex_string(at_);
  } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    lex_number();
  } else if (c == '"' || c == '\'') {
    lex_string(at_);
  } else if (c == '\n') {
    ++at_;
    token_.kind = TokenKind::newline;
  } else {
    lex_operator();
  }
  token_.end = at_;
}

void Lexer::lex_number() {
  token_.kind = TokenKind::integer;
  char second = at_ + 1 < text_.size() ? static_cast<char>(text_[at_ + 1] | 0x20) : '\0';
  if (text_[at_] == '0' && (second == 'x' || second == 'o' || second == 'b')) {
    at_ += 2;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    return;
  }
  auto digits = [&] {
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '_')) ++at_;
  };
  digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    token_.kind = TokenKind::floating;
    digits();
  }
  if (at_ < text_.size() && (text_[at_] | 0x20) == 'e') {
    std::uint32_t mark = at_ + 1;
    if (mark < text_.size() && (text_[mark] == '+' || text_[mark] == '-')) ++mark;
    if (mark < text_.size() && is_digit(text_[mark])) {
      at_ = mark;
      token_.kind = TokenKind::floating;
      digits();
    }
  }
  if (at_ < text_.size() && (text_[at_] | 0x20) == 'j') {
    ++at_;
    token_.kind = TokenKind::imaginary;
  }
}

void Lexer::lex_string(std::uint32_t quote) {
  token_.kind = TokenKind::string;
  char mark = text_[quote];
  auto three_at = [&](std::uint32_t i) {
    return i + 2 < text_.size() && text_[i] == mark && text_[i + 1] == mark && text_[i + 2] == mark;
  };
  bool triple = three_at(quote);
  at_ = quote + (triple ? 3 : 1);
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size()) {
      at_ += 2;
      continue;
    }
    if (c == '\n' && !triple) break;
    if (c == mark && (!triple || three_at(at_))) {
      at_ += triple ? 3 : 1;
      return;
    }
    ++at_;
  }
  fail("a string without an end", at_);
}

// <InputKind.USER_INPUT: 1>, <class 'torch.Tensor'>, <built-in function add>: an object's repr, on one line.
SEESAW_RARE bool Lexer::lex_angle() {
  std::size_t end = text_.find_first_of("<>\n", at_ + 1);
  if (end == std::string_view::npos || text_[end] != '>') return false;
  char first = text_[at_ + 1];
  if (!is_name_start(first)) return false;
  std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
  bool repr = inner == "lambda" || inner.find(": ") != std::string_view::npos || inner.starts_with("class '") ||
              inner.starts_with("built-in ") || inner.starts_with("function ") || inner.starts_with("OpOverload") ||
              inner.find(" object at ") != std::string_view::npos;
  if (!repr) return false;
  at_ = static_cast<std::uint32_t>(end) + 1;
  token_.kind = TokenKind::angle;
  return true;
}

void Lexer::lex_operator() {
  char c = text_[at_];
  if (c == '<' && lex_angle()) return;
  token_.kind = TokenKind::op;
  static constexpr std::string_view kThree[] = {"**=", "//=", "<<=", ">>=", "..."};
  static constexpr std::string_view kTwo[] = {
      "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="};
  char second = peek_at(at_ + 1);
  if (second == '=' || second == '*' || second == '/' || second == '<' || second == '>' || second == '.') {
    for (std::string_view op : kThree) {
      if (text_.substr(at_, 3) == op) {
        at_ += 3;
        return;
      }
    }
    for (std::string_view op : kTwo) {
      if (text_.substr(at_, 2) == op) {
        at_ += 2;
        return;
      }
    }
  }
  if (std::string_view("()[]{},:;.=+-*/%@<>&|^~").find(c) == std::string_view::npos) {
    fail("a character that Python does not use", at_ + 1);
    return;
  }
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
  ++at_;
}

namespace {

SEESAW_RARE std::uint32_t read_digits(std::string_view text, std::size_t& at, int most, std::uint32_t base) {
  std::uint32_t value = 0;
  for (int i = 0; i < most && at < text.size(); ++i) {
    char c = text[at];
    std::uint32_t digit = is_digit(c)                              ? static_cast<std::uint32_t>(c - '0')
                          : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? static_cast<std::uint32_t>((c | 0x20) - 'a' + 10)
                                                                   : 99;
    if (digit >= base) break;
    value = value * base + digit;
    ++at;
  }
  return value;
}

SEESAW_RARE void append_scalar(std::string& out, std::uint32_t value) {
  append_utf8(out, value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) ? 0xFFFD : value);
}

}  // namespace

SEESAW_RARE std::string unquote(std::string_view token) {
  std::size_t quote = token.find_first_of("'\"");
  if (quote == std::string_view::npos) return std::string(token);
  bool raw = token.substr(0, quote).find_first_of("rR") != std::string_view::npos;
  bool triple = token.size() >= quote + 6 && token.substr(quote, 3) == std::string(3, token[quote]);
  std::size_t mark = triple ? 3 : 1;
  if (token.size() < quote + 2 * mark) return {};
  std::string_view body = token.substr(quote + mark, token.size() - quote - 2 * mark);
  if (raw || body.find('\\') == std::string_view::npos) return std::string(body);
  std::string out;
  for (std::size_t i = 0; i < body.size();) {
    char c = body[i++];
    if (c != '\\' || i >= body.size()) {
      out += c;
      continue;
    }
    c = body[i++];
    switch (c) {
      case '\n': break;
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'v': out += '\v'; break;
      case '\\':
      case '\'':
      case '"': out += c; break;
      case 'x': append_scalar(out, read_digits(body, i, 2, 16)); break;
      case 'u': append_scalar(out, read_digits(body, i, 4, 16)); break;
      case 'U': append_scalar(out, read_digits(body, i, 8, 16)); break;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
        --i;
        append_scalar(out, read_digits(body, i, 3, 8));
        break;
      default: out += '\\'; out += c;
    }
  }
  return out;
}

}  // namespace seesaw
