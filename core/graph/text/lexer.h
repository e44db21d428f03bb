// A lexer for the part of Python that graphs use.
//
// What: `Lexer` yields one token at a time: names, numbers, strings, operators, line ends. Inside brackets line ends
// are skipped; comments are skipped but remembered.
// Why: a graph of a million lines has twenty million tokens; they are never stored. Offsets point into the text, so a
// diagnostic can show the location.
//
//   Lexer lexer("add: \"f32[2]\" = x + y;  x = None  # note\n");
//   lexer.token().kind         // TokenKind::name
//   lexer.next();              // ':'
//
// Beyond Python, it reads the repr of an object, `<InputKind.USER_INPUT: 1>` or `<lambda>`, as one token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seesaw {

enum class TokenKind : std::uint8_t {
  name,
  integer,
  floating,
  imaginary,
  string,
  op,
  angle,
  newline,
  end,
  error,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text, std::uint32_t at = 0);

  const Token& token() const { return token_; }
  std::string_view text() const { return text_.substr(token_.begin, token_.end - token_.begin); }
  std::string_view source() const { return text_; }
  bool is(std::string_view op_or_name) const {
    return (token_.kind == TokenKind::op || token_.kind == TokenKind::name) && text() == op_or_name;
  }
  bool is_op(char c) const {
    return token_.kind == TokenKind::op && token_.end - token_.begin == 1 && text_[token_.begin] == c;
  }
  void next();
  // The first character after the current token.
  char peek() const { return peek_at(token_.end); }

  // The end of the previous token.
  std::uint32_t previous_end() const { return previous_end_; }
  // The comment since the last call, without '#' and the space after it; empty if none.
  std::string_view take_comment();
  std::uint32_t comment_begin() const { return comment_begin_; }
  int bracket_depth() const { return depth_; }
  // After an error: skips to the end of the current line, whatever brackets are open.
  void skip_line();
  // Continues at an offset outside brackets.
  void seek(std::uint32_t at);
  // Why the current token is TokenKind::error.
  std::string_view error() const { return error_; }

 private:
  void skip_blank();
  void lex_number();
  void lex_string(std::uint32_t quote);
  void lex_operator();
  bool lex_angle();
  void fail(std::string_view why, std::uint32_t end);
  char peek_at(std::uint32_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;
  std::uint32_t at_;
  Token token_;
  std::uint32_t previous_end_ = 0;
  std::uint32_t comment_begin_ = 0, comment_end_ = 0;
  int depth_ = 0;
  std::string_view error_;
};

// The value of a string token (prefix, quotes, escapes); bytes stay UTF-8. Unknown escapes stay as written, as in
// Python.
std::string unquote(std::string_view token);

}  // namespace seesaw
