#include "core/graph/text/syntax.h"
#include "core/base/cat.h"
#include "core/base/rare.h"

#include <algorithm>
#include <utility>

namespace seesaw {

namespace {

struct Level {
  std::string_view operators[10];
};

// Binary operators from the loosest to the tightest. `**` is parsed with the operand it binds to.
constexpr Level kLevels[] = {
    {{"or"}},
    {{"and"}},
    {{"==", "!=", "<", ">", "<=", ">=", "in", "is", "not"}},
    {{"|"}},
    {{"^"}},
    {{"&"}},
    {{"<<", ">>"}},
    {{"+", "-"}},
    {{"*", "/", "//", "%", "@"}},
};
constexpr int kTightest = static_cast<int>(std::size(kLevels));

// The level of an operator that binds at least as tightly as `level`, or -1.
int level_of(std::string_view text, int level) {
  for (int i = level; i < kTightest; ++i) {
    for (std::string_view op : kLevels[i].operators) {
      if (op.empty()) break;
      if (op == text) return i;
    }
  }
  return -1;
}

// The token after an operand is mostly not an operator.
bool may_be_operator(const Lexer& lexer) {
  if (lexer.token().kind == TokenKind::name) return true;
  if (lexer.token().kind != TokenKind::op) return false;
  char first = lexer.text().front();
  return first != ')' && first != ',' && first != ']' && first != ':' && !lexer.is_op('=');
}

}  // namespace

template <class T>
std::span<T> ExpressionParser::keep(const std::vector<T>& items) {
  std::span<T> out = arena_.make_array<T>(items.size());
  std::copy(items.begin(), items.end(), out.begin());
  return out;
}

Expr* ExpressionParser::make(ExprKind kind, std::uint32_t begin) {
  Expr* e = arena_.make<Expr>();
  e->kind = kind;
  e->begin = begin;
  return e;
}

Expr* ExpressionParser::leaf(ExprKind kind) {
  Expr* e = make(kind, lexer_.token().begin);
  e->text = lexer_.text();
  e->end = lexer_.token().end;
  lexer_.next();
  return e;
}

Expr* ExpressionParser::finish(Expr* e) {
  e->end = lexer_.previous_end();
  return e;
}

SEESAW_RARE Expr* ExpressionParser::fail(std::string message, std::string remedy) {
  if (!failed_) report_(std::move(message), lexer_.token().begin, lexer_.token().end, std::move(remedy));
  failed_ = true;
  return nullptr;
}

SEESAW_RARE Expr* ExpressionParser::expected(std::string_view what) {
  if (lexer_.token().kind == TokenKind::error) return fail(std::string(lexer_.error()));
  std::string found = lexer_.token().kind == TokenKind::end ? "the end of the text"
                      : lexer_.token().kind == TokenKind::newline
                          ? "the end of the line"
                          : cat({"'", std::string(lexer_.text().substr(0, 40)), "'"});
  return fail(cat({"expected ", what, ", found ", found}), unclosed());
}

// For a bracket opened on an earlier line, which is more often the real location of the error.
SEESAW_RARE std::string ExpressionParser::unclosed() const {
  if (open_ == kNone) return {};
  std::string_view between = lexer_.source().substr(open_, lexer_.token().begin - open_);
  auto lines = std::count(between.begin(), between.end(), '\n');
  if (lines == 0) return {};
  std::string where = lines == 1 ? "of the line before" : cat({"opened ", std::to_string(lines), " lines before"});
  return cat({"the '", between.substr(0, 1), "' ", where, " is still open"});
}

bool ExpressionParser::enter() {
  if (++depth_ <= kMaxDepth) return true;
  too_deep_ = true;
  fail(cat({"nested deeper than ", std::to_string(kMaxDepth), " levels"}), "split the expression into several lines");
  return false;
}

Expr* ExpressionParser::parse() {
  failed_ = false;
  depth_ = 0;
  open_ = kNone;
  pending_.clear();
  Expr* first = ternary();
  if (first == nullptr || !lexer_.is_op(',')) return first;
  std::vector<Expr*> items{first};
  while (lexer_.is_op(',')) {
    lexer_.next();
    TokenKind kind = lexer_.token().kind;
    if (kind == TokenKind::newline || kind == TokenKind::end || lexer_.is_op('=') || lexer_.is_op(')') ||
        lexer_.is_op(']'))
      break;
    Expr* item = ternary();
    if (item == nullptr) return nullptr;
    items.push_back(item);
  }
  Expr* tuple = make(ExprKind::tuple, first->begin);
  tuple->items = keep(items);
  return finish(tuple);
}

Expr* ExpressionParser::parse_one() {
  failed_ = false;
  depth_ = 0;
  open_ = kNone;
  open_ = kNone;
  pending_.clear();
  return ternary();
}

// Brackets count their depth separately, so only a chain of `else` counts here.
Expr* ExpressionParser::ternary() {
  Expr* value = nullptr;
  if (lexer_.is_op('*') || lexer_.is("**")) {
    Expr* star = make(ExprKind::starred, lexer_.token().begin);
    star->text = lexer_.text();
    lexer_.next();
    star->left = binary(0);
    value = star->left == nullptr ? nullptr : finish(star);
  } else {
    value = binary(0);
  }
  if (value == nullptr || !lexer_.is("if")) return value;
  Expr* e = make(ExprKind::ternary, value->begin);
  lexer_.next();
  Expr* condition = binary(0);
  if (condition == nullptr) return nullptr;
  if (!lexer_.is("else")) return expected("'else'");
  if (!enter()) return nullptr;
  lexer_.next();
  Expr* otherwise = ternary();
  if (otherwise == nullptr) return nullptr;
  --depth_;
  e->items = keep(std::vector<Expr*>{value, condition, otherwise});
  return finish(e);
}

// Precedence climbing: operators of one level are folded to the left in a loop.
Expr* ExpressionParser::binary(int level) {
  Expr* left = unary();
  struct Pending {
    Expr* left;
    std::string_view op;
    int level;
  };
  std::vector<Pending> stack;
  while (left != nullptr) {
    int found = may_be_operator(lexer_) ? level_of(lexer_.text(), level) : -1;
    while (!stack.empty() && (found < 0 || stack.back().level >= found)) {
      Expr* e = make(ExprKind::binary, stack.back().left->begin);
      e->left = stack.back().left;
      e->right = left;
      e->text = stack.back().op;
      stack.pop_back();
      left = finish(e);
    }
    if (found < 0) return left;
    std::string_view op = lexer_.text();
    lexer_.next();
    if (op == "is" && lexer_.is("not")) {
      op = "is not";
      lexer_.next();
    } else if (op == "not") {
      if (!lexer_.is("in")) return expected("'in'");
      op = "not in";
      lexer_.next();
    }
    stack.push_back({left, op, found});
    left = unary();
  }
  return nullptr;
}

Expr* ExpressionParser::unary() {
  bool prefix = lexer_.is_op('-') || lexer_.is_op('+') || lexer_.is_op('~') || lexer_.is("not");
  if (!prefix) {
    Expr* base = postfix();
    if (base == nullptr || !lexer_.is("**")) return base;
    Expr* e = make(ExprKind::binary, base->begin);
    e->text = lexer_.text();
    e->left = base;
    if (!enter()) return nullptr;
    lexer_.next();
    e->right = unary();
    --depth_;
    return e->right == nullptr ? nullptr : finish(e);
  }
  if (!enter()) return nullptr;
  Expr* e = make(ExprKind::unary, lexer_.token().begin);
  e->text = lexer_.text();
  lexer_.next();
  if (e->text == "not") {
    e->left = binary(2);
  } else {
    bool literal = lexer_.token().kind == TokenKind::integer || lexer_.token().kind == TokenKind::floating;
    e->left = unary();
    // torch.fx prints pow(-1, x) as `-1 ** x`: a sign adjacent to a number belongs to the number.
    if (literal && e->text == "-" && e->left != nullptr && e->left->kind == ExprKind::binary && e->left->text == "**") {
      Expr* power = e->left;
      e->left = power->left;
      power->left = finish(e);
      e->end = e->left->end;
      power->begin = e->begin;
      e = power;
    }
  }
  --depth_;
  return e->kind == ExprKind::unary && e->left == nullptr ? nullptr : finish(e);
}

Expr* ExpressionParser::postfix() {
  Expr* base = atom();
  while (base != nullptr) {
    if (lexer_.is_op('.')) {
      lexer_.next();
      if (lexer_.token().kind != TokenKind::name) return expected("a name after '.'");
      Expr* e = make(ExprKind::attribute, base->begin);
      e->left = base;
      e->text = lexer_.text();
      lexer_.next();
      base = finish(e);
    } else if (lexer_.is_op('(')) {
      base = call(base);
    } else if (lexer_.is_op('[')) {
      base = subscript(base);
    } else {
      break;
    }
  }
  return base;
}

Expr* ExpressionParser::call(Expr* callee) {
  if (!enter()) return nullptr;
  std::uint32_t outer = std::exchange(open_, lexer_.token().begin);
  Expr* e = make(ExprKind::call, callee->begin);
  e->left = callee;
  std::size_t base = pending_.size();
  std::vector<std::string_view> keys;
  lexer_.next();
  while (!lexer_.is_op(')')) {
    Expr* item = ternary();
    if (item == nullptr) return nullptr;
    if (lexer_.is_op('=')) {
      if (item->kind != ExprKind::name) return fail("a keyword argument needs a name before '='");
      keys.push_back(item->text);
      lexer_.next();
      item = ternary();
      if (item == nullptr) return nullptr;
    } else if (!keys.empty() && item->kind != ExprKind::starred) {
      return fail("a positional argument after a keyword argument");
    }
    pending_.push_back(item);
    if (lexer_.is_op(',')) {
      lexer_.next();
    } else if (!lexer_.is_op(')')) {
      return expected("',' or ')'");
    }
  }
  lexer_.next();
  e->items = arena_.make_array<Expr*>(pending_.size() - base);
  std::copy(pending_.begin() + static_cast<std::ptrdiff_t>(base), pending_.end(), e->items.begin());
  pending_.resize(base);
  e->keys = keep(keys);
  --depth_;
  open_ = outer;
  finish(e);
  e->text = lexer_.source().substr(e->begin, e->end - e->begin);
  return e;
}

SEESAW_RARE Expr* ExpressionParser::slice_or_expression() {
  std::uint32_t begin = lexer_.token().begin;
  std::vector<Expr*> parts(3, nullptr);
  std::size_t colons = 0;
  for (;;) {
    if (lexer_.is_op(':')) {
      if (++colons > 2) return expected("',' or ']'");
      lexer_.next();
    } else if (lexer_.is_op(',') || lexer_.is_op(']')) {
      break;
    } else {
      if (parts[colons] != nullptr) return expected("':', ',' or ']'");
      parts[colons] = ternary();
      if (parts[colons] == nullptr) return nullptr;
    }
  }
  if (colons == 0) return parts[0] == nullptr ? expected("an index") : parts[0];
  Expr* e = make(ExprKind::slice, begin);
  e->items = keep(parts);
  return finish(e);
}

Expr* ExpressionParser::subscript(Expr* base) {
  if (!enter()) return nullptr;
  std::uint32_t outer = std::exchange(open_, lexer_.token().begin);
  Expr* e = make(ExprKind::index, base->begin);
  e->left = base;
  lexer_.next();
  std::vector<Expr*> items;
  bool comma = false;
  while (!lexer_.is_op(']') || items.empty()) {
    Expr* item = slice_or_expression();
    if (item == nullptr) return nullptr;
    items.push_back(item);
    if (!lexer_.is_op(',')) break;
    comma = true;
    lexer_.next();
  }
  if (!lexer_.is_op(']')) return expected("']'");
  lexer_.next();
  if (comma) {
    e->right = make(ExprKind::tuple, items[0]->begin);
    e->right->items = keep(items);
    e->right->end = items.back()->end;
  } else {
    e->right = items[0];
  }
  --depth_;
  open_ = outer;
  return finish(e);
}

// A parenthesis or a list, after its opening bracket.
Expr* ExpressionParser::bracketed(char close) {
  if (!enter()) return nullptr;
  std::uint32_t outer = std::exchange(open_, lexer_.token().begin);
  Expr* e = make(close == ')' ? ExprKind::tuple : ExprKind::list, lexer_.token().begin);
  lexer_.take_comment();
  lexer_.next();
  std::vector<Expr*> items;
  std::vector<std::string_view> comments;
  bool comma = false;
  bool commented = false;
  while (!lexer_.is_op(close)) {
    Expr* item = ternary();
    if (item == nullptr) return nullptr;
    items.push_back(item);
    if (lexer_.is_op(',')) {
      comma = true;
      lexer_.next();
    } else if (!lexer_.is_op(close)) {
      return expected(close == ')' ? "',' or ')'" : "',' or ']'");
    }
    comments.push_back(lexer_.take_comment());
    commented = commented || !comments.back().empty();
  }
  lexer_.next();
  --depth_;
  open_ = outer;
  if (close == ')' && !comma && items.size() == 1) {
    items[0]->parenthesized = true;
    return items[0];
  }
  e->items = keep(items);
  if (commented) e->comments = keep(comments);
  e->parenthesized = true;
  return finish(e);
}

SEESAW_RARE Expr* ExpressionParser::braced() {
  if (!enter()) return nullptr;
  std::uint32_t outer = std::exchange(open_, lexer_.token().begin);
  Expr* e = make(ExprKind::dict, lexer_.token().begin);
  lexer_.next();
  std::vector<Expr*> items;
  while (!lexer_.is_op('}')) {
    Expr* key = ternary();
    if (key == nullptr) return nullptr;
    items.push_back(key);
    if (lexer_.is_op(':') && (e->kind == ExprKind::dict)) {
      lexer_.next();
      Expr* value = ternary();
      if (value == nullptr) return nullptr;
      items.push_back(value);
    } else if (items.size() == 1) {
      e->kind = ExprKind::set;
    } else if (e->kind == ExprKind::dict) {
      return expected("':'");
    }
    if (lexer_.is_op(',')) {
      lexer_.next();
    } else if (!lexer_.is_op('}')) {
      return expected("',' or '}'");
    }
  }
  lexer_.next();
  e->items = keep(items);
  --depth_;
  open_ = outer;
  return finish(e);
}

// Adjacent string literals are one string; `text` then covers all of them.
SEESAW_RARE Expr* ExpressionParser::string_atom() {
  Expr* e = leaf(ExprKind::string);
  std::vector<Expr*> parts{e};
  while (lexer_.token().kind == TokenKind::string) parts.push_back(leaf(ExprKind::string));
  if (parts.size() > 1) {
    Expr* joined = make(ExprKind::string, e->begin);
    joined->items = keep(parts);
    return finish(joined);
  }
  return e;
}

Expr* ExpressionParser::atom() {
  switch (lexer_.token().kind) {
    case TokenKind::integer: return leaf(ExprKind::integer);
    case TokenKind::floating: return leaf(ExprKind::floating);
    case TokenKind::imaginary: return leaf(ExprKind::imaginary);
    case TokenKind::angle: return leaf(ExprKind::angle);
    case TokenKind::string: return string_atom();
    case TokenKind::name: {
      std::string_view text = lexer_.text();
      if (text == "None") return leaf(ExprKind::none);
      if (text == "True") return leaf(ExprKind::true_);
      if (text == "False") return leaf(ExprKind::false_);
      if (text == "Ellipsis") return leaf(ExprKind::ellipsis);
      if (text == "lambda")
        return fail("a lambda is not part of the graph language", "name the operation, or write it out");
      return leaf(ExprKind::name);
    }
    case TokenKind::op:
      if (lexer_.is_op('(')) return bracketed(')');
      if (lexer_.is_op('[')) return bracketed(']');
      if (lexer_.is_op('{')) return braced();
      if (lexer_.is("...")) return leaf(ExprKind::ellipsis);
      break;
    default: break;
  }
  return expected("an expression");
}

SEESAW_RARE std::string dotted_path(const Expr* e) {
  std::vector<std::string_view> parts;
  for (; e != nullptr && e->kind == ExprKind::attribute; e = e->left) parts.push_back(e->text);
  if (e == nullptr || e->kind != ExprKind::name) return {};
  std::string out(e->text);
  for (std::size_t i = parts.size(); i-- > 0;) {
    out += '.';
    out += parts[i];
  }
  return out;
}

}  // namespace seesaw
