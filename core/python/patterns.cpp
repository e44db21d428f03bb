// match statements and the patterns of their cases.
#include "core/base/cat.h"
#include "core/python/parser.h"

namespace seesaw {

// `match` is a name like any other unless its line ends in a colon and a case follows.
bool PythonParser::is_match() const {
  if (!is_word("match")) return false;
  std::size_t i = at_ + 1;
  while (tokens_[i].kind != Kind::newline && tokens_[i].kind != Kind::end) ++i;
  bool colon = i > at_ + 2 && tokens_[i - 1].kind == Kind::op && tokens_[i - 1].text == ":";
  return colon && i + 2 < tokens_.size() && tokens_[i + 1].kind == Kind::indent && tokens_[i + 2].kind == Kind::name &&
         tokens_[i + 2].text == "case";
}

Stmt PythonParser::match(Stmt out) {
  ++at_;
  out.kind = StmtKind::select;
  out.value = expressions();
  expect_op(":");
  at_ += 2;  // the end of the line and the indent, which is_match saw
  deeper("statements");
  while (peek().kind != Kind::dedent && peek().kind != Kind::end) {
    Stmt one;
    one.line = peek().line;
    one.begin = peek().begin;
    expect_word("case");
    one.pattern.push_back(case_pattern());
    if (take_word("if")) one.value = expression();
    one.body = block();
    out.handlers.push_back(std::move(one));
  }
  --depth_;
  if (peek().kind == Kind::dedent) ++at_;
  return out;
}

// case a, b: is a sequence without parentheses.
PyPattern PythonParser::case_pattern() {
  std::uint32_t begin = peek().begin;
  bool star = is_op("*");
  PyPattern first = pattern();
  if (!star && !is_op(",")) return first;
  PyPattern out;
  out.kind = PatternKind::sequence;
  out.begin = begin;
  out.kids.push_back(std::move(first));
  while (take_op(",") && !is_op(":") && !is_word("if")) out.kids.push_back(pattern());
  return out;
}

// a | b as name, or *name
PyPattern PythonParser::pattern() {
  deeper("patterns");
  PyPattern out;
  out.begin = peek().begin;
  if (take_op("*")) {
    out.kind = PatternKind::rest;
    out.name = expect_name();
    if (out.name == "_") out.name.clear();
    --depth_;
    return out;
  }
  PyPattern first = closed_pattern();
  if (is_op("|")) {
    out.kind = PatternKind::either;
    out.kids.push_back(std::move(first));
    while (take_op("|")) out.kids.push_back(closed_pattern());
  } else {
    out = std::move(first);
  }
  if (take_word("as")) {
    if (!out.name.empty() || out.kind == PatternKind::mapping) {
      PyPattern around;
      around.kind = PatternKind::either;
      around.begin = out.begin;
      around.kids.push_back(std::move(out));
      out = std::move(around);
    }
    out.name = expect_name();
  }
  --depth_;
  return out;
}

PyPattern PythonParser::closed_pattern() {
  PyPattern out;
  out.begin = peek().begin;
  if (take_op("(")) return pattern_list(")", true);
  if (take_op("[")) return pattern_list("]", false);
  if (take_op("{")) return mapping_pattern();
  if (peek().kind == Kind::name) {
    bool constant = is_word("None") || is_word("True") || is_word("False");
    if (constant || !(is_op(".", 1) || is_op("(", 1))) {
      if (constant) {
        out.kind = PatternKind::same;
        out.value = atom();
      } else {
        out.name = expect_name();
        if (out.name == "_") out.name.clear();
      }
      return out;
    }
    std::size_t first = at_;
    out.value = atom();
    while (take_op(".")) {
      std::string name = expect_name();
      out.value = make(PyExprKind::attribute, first, std::move(name), {out.value});
    }
    if (take_op("(")) return class_pattern(std::move(out));
    out.kind = PatternKind::equal;
    return out;
  }
  out.kind = PatternKind::equal;
  out.value = unary();
  return out;
}

// Behind what opens it. (a) is a itself.
PyPattern PythonParser::pattern_list(std::string_view close, bool group) {
  PyPattern out;
  out.kind = PatternKind::sequence;
  out.begin = tokens_[at_ - 1].begin;
  bool comma = false;
  while (!take_op(close)) {
    out.kids.push_back(pattern());
    if (take_op(",")) {
      comma = true;
    } else if (!is_op(close)) {
      fail(cat({"expected ',' or '", close, "'"}));
    }
  }
  if (!group || comma || out.kids.size() != 1 || out.kids[0].kind == PatternKind::rest) return out;
  PyPattern only = std::move(out.kids[0]);
  return only;
}

PyPattern PythonParser::mapping_pattern() {
  PyPattern out;
  out.kind = PatternKind::mapping;
  out.begin = tokens_[at_ - 1].begin;
  while (!take_op("}")) {
    if (take_op("**")) {
      out.name = expect_name();
    } else {
      out.keys.push_back(peek().kind == Kind::name ? postfix() : unary());
      expect_op(":");
      out.kids.push_back(pattern());
    }
    if (!take_op(",") && !is_op("}")) fail("expected ',' or '}'");
  }
  return out;
}

// Class(a, name=b)
PyPattern PythonParser::class_pattern(PyPattern out) {
  out.kind = PatternKind::klass;
  while (!take_op(")")) {
    if (peek().kind == Kind::name && is_op("=", 1)) {
      out.names.push_back(expect_name());
      take_op("=");
    } else if (!out.names.empty()) {
      fail("SyntaxError: positional patterns follow keyword patterns");
    }
    out.kids.push_back(pattern());
    if (!take_op(",") && !is_op(")")) fail("expected ',' or ')'");
  }
  return out;
}

}  // namespace seesaw
