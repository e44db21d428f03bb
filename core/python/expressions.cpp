#include <algorithm>

#include "core/base/cat.h"
#include "core/python/parser.h"

namespace seesaw {

namespace {

// What Python calls by the name of a method: a call with * or **, or of many arguments, is one of any value, and stands
// where its expression begins.
bool is_method_call(const PyExpr& call) {
  constexpr std::size_t kMostOnStack = 30;
  std::size_t named = 0;
  for (const std::string& keyword : call.keywords) {
    if (keyword == "*" || keyword == "**") return false;
    if (!keyword.empty()) ++named;
  }
  return call.kids.size() - 1 + (named > 0 ? 1 : 0) < kMostOnStack;
}

}  // namespace

int PythonParser::make(PyExprKind kind, std::size_t first, std::string text, std::vector<int> kids) {
  PyExpr e;
  e.kind = kind;
  e.line = tokens_[first].line;
  e.begin = tokens_[first].begin;
  e.end = tokens_[at_ == 0 ? 0 : at_ - 1].end;
  e.text = std::move(text);
  int below = 0;
  for (int kid : kids) below = std::max(below, kid < 0 ? 0 : expr(kid).depth);
  e.depth = below + 1;
  if (e.depth > kDeepestTree)
    source_error(e.begin,
                 e.end,
                 cat({"this expression is deeper than ", std::to_string(kDeepestTree)}),
                 "give a part of it a name");
  e.kids = std::move(kids);
  tree_.exprs_.push_back(std::move(e));
  return static_cast<int>(tree_.exprs_.size()) - 1;
}

bool PythonParser::ends_list() const {
  return peek().kind == Kind::newline || peek().kind == Kind::end || is_op(")") || is_op("]") || is_op("}") ||
         is_op("=") || is_op(":") || is_op(";") || is_word("in");
}

int PythonParser::expressions() {
  if (is_word("yield")) return give();
  std::size_t first = at_;
  int value = element();
  if (!is_op(",")) return value;
  std::vector<int> items{value};
  while (take_op(",") && !ends_list()) items.push_back(element());
  return make(PyExprKind::tuple, first, {}, std::move(items));
}

// yield, yield value, yield from items
int PythonParser::give() {
  std::size_t first = at_++;
  ++gives_;
  if (function_ == nullptr) fail("SyntaxError: 'yield' outside function", "write it in a function");
  function_->gives = true;
  bool from = take_word("from");
  std::vector<int> kids;
  if (from || !ends_list()) kids.push_back(expressions());
  return make(PyExprKind::give, first, from ? "from" : "", std::move(kids));
}

// An item of a list or a tuple: an expression, or another list that is unpacked.
int PythonParser::element() {
  std::size_t first = at_;
  if (!take_op("*")) return expression();
  int value = expression();
  return make(PyExprKind::unary, first, "*", {value});
}

int PythonParser::targets() {
  std::size_t first = at_;
  int value = postfix();
  if (!is_op(",")) return value;
  std::vector<int> items{value};
  while (take_op(",") && !ends_list()) items.push_back(postfix());
  return make(PyExprKind::tuple, first, {}, std::move(items));
}

int PythonParser::expression() {
  deeper("expressions");
  std::size_t first = at_;
  if (peek().kind == Kind::name && is_op(":=", 1)) {
    std::string name = expect_name();
    take_op(":=");
    int value = expression();
    --depth_;
    return make(PyExprKind::named, first, std::move(name), {value});
  }
  int value = is_word("lambda") ? lambda() : logical(0);
  if (take_word("if")) {
    int condition = logical(0);
    if (!take_word("else")) fail("expected 'else'");
    int other = expression();
    value = make(PyExprKind::conditional, first, {}, {value, condition, other});
  }
  --depth_;
  return value;
}

int PythonParser::lambda() {
  std::size_t first = at_++;
  Function out;
  out.name = "<lambda>";
  out.line = tokens_[first].line;
  out.begin = tokens_[first].begin;
  out.parameters = parameters(":");
  out.value = expression();
  out.parsed = true;
  tree_.functions_.push_back(std::move(out));
  int value = make(PyExprKind::lambda, first);
  last().function = static_cast<int>(tree_.functions_.size()) - 1;
  return value;
}

int PythonParser::logical(int level) {
  static constexpr std::string_view kWords[] = {"or", "and"};
  if (level == 2) return inversion();
  std::size_t first = at_;
  int value = logical(level + 1);
  while (take_word(kWords[level])) {
    int right = logical(level + 1);
    value = make(PyExprKind::logical, first, std::string(kWords[level]), {value, right});
  }
  return value;
}

int PythonParser::inversion() {
  if (!is_word("not")) return comparison();
  std::size_t first = at_++;
  deeper("expressions");
  int value = inversion();
  --depth_;
  return make(PyExprKind::unary, first, "not", {value});
}

// a < b < c is a < b and b < c.
int PythonParser::comparison() {
  static constexpr std::string_view kCompare[] = {"<", ">", "<=", ">=", "==", "!="};
  std::size_t first = at_;
  int left = binary(0), value = -1;
  for (;;) {
    std::string op;
    for (std::string_view candidate : kCompare) {
      if (op.empty() && take_op(candidate)) op = candidate;
    }
    if (op.empty() && take_word("is")) op = take_word("not") ? "is not" : "is";
    if (op.empty() && is_word("in")) op = (++at_, "in");
    if (op.empty() && is_word("not") && is_word("in", 1)) op = (at_ += 2, "not in");
    if (op.empty()) return value < 0 ? left : value;
    std::size_t begin = at_;
    int right = binary(0), again = right;
    static constexpr std::string_view kNext[] = {"<", ">", "<=", ">=", "==", "!="};
    bool goes_on = is_word("is") || is_word("in") || (is_word("not") && is_word("in", 1)) ||
                   std::any_of(std::begin(kNext), std::end(kNext), [&](std::string_view next) { return is_op(next); });
    if (goes_on && expr(right).kind != PyExprKind::name && expr(right).kind != PyExprKind::integer) {
      std::string hidden = cat({":", std::to_string(at_)});  // it is computed once
      right = make(PyExprKind::named, begin, hidden, {right});
      again = make(PyExprKind::name, begin, hidden);
    }
    int one = make(PyExprKind::compare, first, std::move(op), {left, right});
    value = value < 0 ? one : make(PyExprKind::logical, first, "and", {value, one});
    left = again;
  }
}

bool PythonParser::takes_level(int level, std::string& op) {
  static constexpr std::string_view kOps[kLevels][6] = {
      {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}};
  for (std::string_view candidate : kOps[level]) {
    if (!candidate.empty() && take_op(candidate)) {
      op = candidate;
      return true;
    }
  }
  return false;
}

int PythonParser::binary(int level) {
  if (level == kLevels) return unary();
  std::size_t first = at_;
  int value = binary(level + 1);
  std::string op;
  while (takes_level(level, op)) {
    int right = binary(level + 1);
    value = make(PyExprKind::binary, first, op, {value, right});
  }
  return value;
}

int PythonParser::unary() {
  std::size_t first = at_;
  for (std::string_view op : {"-", "+", "~"}) {
    if (!take_op(op)) continue;
    deeper("expressions");
    int value = unary();
    --depth_;
    return make(PyExprKind::unary, first, std::string(op), {value});
  }
  int value = postfix();
  if (!take_op("**")) return value;
  deeper("expressions");
  int exponent = unary();
  --depth_;
  return make(PyExprKind::binary, first, "**", {value, exponent});
}

int PythonParser::postfix() {
  std::size_t first = at_;
  int value = atom();
  for (;;) {
    if (take_op(".")) {
      std::string name = expect_name();
      std::uint32_t line = tokens_[at_ - 1].line;
      value = make(PyExprKind::attribute, first, std::move(name), {value});
      last().line = line;  // as in Python: for methods in a chain over several lines, the line of the name
    } else if (take_op("(")) {
      bool method = expr(value).kind == PyExprKind::attribute;
      std::uint32_t line = expr(value).line;
      value = call(first, value);
      PyExpr& made = tree_.exprs_[static_cast<std::size_t>(value)];
      if (method && is_method_call(made)) made.line = line;
    } else if (take_op("[")) {
      int index = subscript();
      expect_op("]");
      value = make(PyExprKind::subscript, first, {}, {value, index});
    } else {
      return value;
    }
  }
}

int PythonParser::call(std::size_t first, int function) {
  std::vector<int> kids{function};
  std::vector<std::string> keywords{""};
  while (!take_op(")")) {
    std::string keyword = take_op("**") ? "**" : take_op("*") ? "*" : "";
    if (keyword.empty() && peek().kind == Kind::name && is_op("=", 1)) {
      keyword = peek().text;
      at_ += 2;
    }
    std::size_t begin = at_;
    int value = expression();
    kids.push_back(keyword.empty() && is_word("for") ? comprehension(begin, "generator", {value}) : value);
    keywords.push_back(std::move(keyword));
    if (!take_op(",") && !is_op(")")) fail("expected ',' or ')'");
  }
  int out = make(PyExprKind::call, first, {}, std::move(kids));
  last().keywords = std::move(keywords);
  return out;
}

int PythonParser::subscript() {
  std::size_t first = at_;
  int value = slice();
  if (!is_op(",")) return value;
  std::vector<int> items{value};
  while (take_op(",") && !is_op("]")) items.push_back(slice());
  return make(PyExprKind::tuple, first, {}, std::move(items));
}

int PythonParser::slice() {
  std::size_t first = at_;
  int parts[3] = {-1, -1, -1};
  if (!is_op(":")) parts[0] = expression();
  if (!take_op(":")) return parts[0];
  if (!is_op(":") && !is_op("]") && !is_op(",")) parts[1] = expression();
  if (take_op(":") && !is_op("]") && !is_op(",")) parts[2] = expression();
  return make(PyExprKind::slice, first, {}, {parts[0], parts[1], parts[2]});
}

int PythonParser::atom() {
  std::size_t first = at_;
  const PyToken& token = peek();
  switch (token.kind) {
    case Kind::name: {
      ++at_;
      bool constant = token.text == "None" || token.text == "True" || token.text == "False";
      return make(constant ? PyExprKind::constant : PyExprKind::name, first, token.text);
    }
    case Kind::integer: ++at_; return make(PyExprKind::integer, first, token.text);
    case Kind::floating: ++at_; return make(PyExprKind::floating, first, token.text);
    case Kind::bytes: {
      std::string text;
      for (; peek().kind == Kind::bytes; ++at_) text += peek().text;
      return make(PyExprKind::bytes, first, std::move(text));
    }
    case Kind::string:
    case Kind::format: {
      std::string text;
      bool format = false;
      for (; peek().kind == Kind::string || peek().kind == Kind::format; ++at_) {
        text += peek().text;
        format = format || peek().kind == Kind::format;
      }
      return make(format ? PyExprKind::format : PyExprKind::string, first, std::move(text));
    }
    default: break;
  }
  if (take_op("...")) return make(PyExprKind::constant, first, "...");
  if (take_op("(")) return parenthesis(first);
  if (take_op("[")) return list(first);
  if (take_op("{")) return dict(first);
  if (token.kind == Kind::newline || token.kind == Kind::end) fail("an expression was expected");
  fail(cat({"'", token.text, "' was not expected here"}));
}

int PythonParser::parenthesis(std::size_t first) {
  if (take_op(")")) return make(PyExprKind::tuple, first);
  if (is_word("yield")) {
    int given = give();
    expect_op(")");
    return given;
  }
  int value = element();
  if (is_word("for")) {
    value = comprehension(first, "generator", {value});
    expect_op(")");
    return value;
  }
  if (take_op(")")) return value;
  std::vector<int> items{value};
  while (take_op(",") && !is_op(")")) items.push_back(element());
  expect_op(")");
  return make(PyExprKind::tuple, first, {}, std::move(items));
}

int PythonParser::list(std::size_t first) {
  std::vector<int> items;
  while (!take_op("]")) {
    items.push_back(element());
    if (items.size() == 1 && is_word("for")) {
      int value = comprehension(first, "list", std::move(items));
      expect_op("]");
      return value;
    }
    if (!take_op(",") && !is_op("]")) fail("expected ',' or ']'");
  }
  return make(PyExprKind::list, first, {}, std::move(items));
}

int PythonParser::dict(std::size_t first) {
  std::vector<int> items;
  while (!take_op("}")) {
    if (take_op("**")) {
      items.push_back(logical(0));
      items.push_back(-1);
    } else {
      items.push_back(element());
      if (items.size() == 1 && !is_op(":")) return set(first, items[0]);
      expect_op(":");
      items.push_back(expression());
    }
    if (items.size() == 2 && is_word("for")) {
      int value = comprehension(first, "dict", std::move(items));
      expect_op("}");
      return value;
    }
    if (!take_op(",") && !is_op("}")) fail("expected ',' or '}'");
  }
  return make(PyExprKind::dict, first, {}, std::move(items));
}

// {1, 2}
int PythonParser::set(std::size_t first, int item) {
  std::vector<int> items{item};
  if (is_word("for")) {
    int value = comprehension(first, "set", std::move(items));
    expect_op("}");
    return value;
  }
  while (take_op(",") && !is_op("}")) items.push_back(element());
  expect_op("}");
  return make(PyExprKind::tuple, first, "set", std::move(items));
}

int PythonParser::comprehension(std::size_t first, std::string kind, std::vector<int> kids) {
  while (take_word("for")) {
    kids.push_back(targets());
    expect_word("in");
    kids.push_back(logical(0));
    int condition = -1;
    while (take_word("if")) {
      std::size_t begin = at_;
      int next = logical(0);
      condition = condition < 0 ? next : make(PyExprKind::logical, begin, "and", {condition, next});
    }
    kids.push_back(condition);
  }
  return make(PyExprKind::comprehension, first, std::move(kind), std::move(kids));
}

}  // namespace seesaw
