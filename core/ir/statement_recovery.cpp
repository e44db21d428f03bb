// ModuleReader and GraphBuilder after a mistake: where reading goes on, and what is unknown then. Apart, because it is compiled for size.
#include "core/ir/module_reader.h"

namespace seesaw {

namespace {

bool is_augmented(std::string_view op) {
  return op.size() >= 2 && op.back() == '=' && op != "==" && op != "<=" && op != ">=" && op != "!=" && op != ":=";
}

}  // namespace

void GraphBuilder::assign_unknown(std::string_view name) { env_.set(context_.name(name), unknown()); }

void GraphBuilder::assign_unknown(const Expr* target) {
  std::vector<const Expr*> left{target};
  while (!left.empty()) {
    const Expr* e = left.back();
    left.pop_back();
    if (e->kind == ExprKind::name) assign_unknown(e->text);
    if (e->kind == ExprKind::tuple || e->kind == ExprKind::list) left.insert(left.end(), e->items.begin(), e->items.end());
    if (e->kind == ExprKind::starred) left.push_back(e->left);
  }
}

// Whether the line at `at` can be nothing but a new statement: `a = `, `a, b = `, `a: "f32[2]" = `, `a += `, return and the like.
bool ModuleReader::starts_statement(std::uint32_t at) const {
  Lexer line(text_, at);
  for (std::string_view word : {"return", "def", "class", "del", "with", "while", "pass", "assert", "raise"}) {
    if (line.is(word)) return true;
  }
  while (line.token().kind == TokenKind::name) {
    line.next();
    while (line.is_op('.')) {
      line.next();
      if (line.token().kind == TokenKind::name) line.next();
    }
    if (line.is_op('=') || line.is_op(':')) return true;
    if (line.token().kind == TokenKind::op && is_augmented(line.text())) return true;
    if (!line.is_op(',')) return false;
    line.next();
    if (line.is_op('=')) return true;
  }
  return false;
}

// Where a bracket is open the lexer has read on, over the line ends. Reading goes on at the first line that starts a
// statement and stands no deeper than the present one, or behind the bracket.
void ModuleReader::recover() {
  const std::uint32_t depth = column_of(statement_ + static_cast<std::uint32_t>(text_.substr(statement_).find_first_not_of(" \t")));
  std::size_t line = text_.find('\n', statement_);
  while (lexer_.bracket_depth() > 0) {
    for (; line < lexer_.token().begin; line = text_.find('\n', line + 1)) {
      std::size_t first = text_.find_first_not_of(" \t", line + 1);
      if (first == std::string_view::npos || first - line - 1 > depth || !starts_statement(static_cast<std::uint32_t>(first))) continue;
      lexer_.seek(static_cast<std::uint32_t>(line));
      return;
    }
    if (lexer_.token().kind == TokenKind::end) return;
    lexer_.next();
  }
  lexer_.skip_line();
}

// A statement with a block that graphs do not have. What it would have assigned is unknown then.
void ModuleReader::skip_unsupported(GraphBuilder& builder) {
  std::uint32_t indent = column();
  bool header = true;
  while (lexer_.token().kind != TokenKind::end) {
    if (lexer_.token().kind == TokenKind::newline) {
      lexer_.next();
      continue;
    }
    if (!header && column() <= indent) return;
    // The names at the front of the line, or behind `for` and `as`.
    bool target = !header || lexer_.is("for");
    if (header && target) lexer_.next();
    std::vector<std::string_view> names;
    while (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) {
      bool as = lexer_.is("as");
      if (target && lexer_.token().kind == TokenKind::name && !lexer_.is("in")) {
        names.push_back(lexer_.text());
      } else if (target && !lexer_.is_op(',')) {
        bool assigned = lexer_.is_op('=') || lexer_.is_op(':') || lexer_.is("in") || (lexer_.token().kind == TokenKind::op && is_augmented(lexer_.text()));
        if (!assigned) names.clear();
        target = false;
      }
      lexer_.next();
      if (as && lexer_.token().kind == TokenKind::name) names.push_back(lexer_.text());
    }
    if (target) names.clear();
    for (std::string_view name : names) builder.assign_unknown(name);
    header = false;
  }
}

}  // namespace seesaw
