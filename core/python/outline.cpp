// The outline of a file: functions, classes with their methods, imports and assignments, without their bodies.
#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/python/parser.h"

namespace seesaw {

void PythonParser::outline() {
  at_ = 0;
  while (peek().kind != Kind::end) outline_statement();
  if (replaced_.empty()) return;
  std::vector<PythonSource::Statement>& all = tree_.statements_;
  all.insert(all.end(), replaced_.begin(), replaced_.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  all.erase(std::unique(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
            all.end());
}

void PythonParser::bind(const std::string& name, PythonSource::Global global) {
  const PythonSource::Global* before = tree_.find(name);
  const bool was_import = before != nullptr && before->kind == PythonSource::Global::Kind::import;
  const bool is_import = global.kind == PythonSource::Global::Kind::import;
  const bool replaces = before != nullptr && !(was_import && is_import && before->path == global.path);
  if (replaces && was_import) replaced_.push_back(imports_[name]);
  if (is_import) imports_[name] = {import_at_, at_};
  if (replaces && is_import) replaced_.push_back(imports_[name]);
  tree_.globals_[name] = std::move(global);
}

void PythonParser::outline_statement() {
  if (peek().kind == Kind::indent || peek().kind == Kind::dedent ||
      peek().kind == Kind::newline) {  // a function may be indented
    ++at_;
    return;
  }
  std::size_t first = at_;
  std::vector<int> marks = decorators();
  bool marked = !marks.empty() && (is_word("def") || is_word("class"));
  if (marked && peek(1).kind == Kind::name) tree_.decorated_.push_back(peek(1).text);
  std::size_t head = at_;
  if (is_word("def")) {
    auto index = static_cast<std::size_t>(outline_function(std::move(marks)));
    tree_.definitions_.push_back({head, false, static_cast<int>(index)});
    bind(tree_.functions_[index].name, {PythonSource::Global::Kind::function, index, {}, head});
  } else if (is_word("class")) {
    auto index = static_cast<std::size_t>(outline_class(marks));
    tree_.definitions_.push_back({head, true, static_cast<int>(index)});
    bind(tree_.classes_[index].name, {PythonSource::Global::Kind::klass, index, {}, head});
    tree_.classes_end_ = at_;
  } else if (is_word("import") || is_word("from")) {
    import_globals();
  } else if (is_word("try") && attempt_defines()) {
    outline_attempt();
  } else {
    check_return();
    bool follows = is_word("else") || is_word("elif") || is_word("except") || is_word("finally");
    static constexpr std::string_view kWithBlocks[] = {"if", "for", "while", "with", "match", "try"};
    bool simple = std::none_of(
        std::begin(kWithBlocks), std::end(kWithBlocks), [&](auto word) { return is_word(word); });
    if (!follows) names_of_assignment(first);
    skip_line();
    skip_block();
    std::vector<PythonSource::Statement>& statements = tree_.statements_;
    for (std::size_t i = first; i < at_ && simple && !follows; ++i) {  // a = 1; b = 2
      if (tokens_[i].kind != Kind::op || tokens_[i].text != ";") continue;
      statements.push_back({first, i});
      first = i + 1;
      if (first < at_ && tokens_[first].kind != Kind::newline) names_of_assignment(first);
    }
    bool ends = first >= at_ || tokens_[first].kind == Kind::newline;
    if (!follows && !ends) statements.push_back({first, at_});
    if (follows && !statements.empty()) statements.back().behind = at_;
  }
}

// Whether a try statement imports or defines something; any other runs as it stands, and the names that its body
// assigns are known.
bool PythonParser::attempt_defines() {
  static constexpr std::string_view kDefining[] = {"import", "from", "def", "class", "async"};
  std::size_t i = at_ + 1;
  auto begins = [&] {
    return tokens_[i - 1].kind == Kind::newline || tokens_[i - 1].kind == Kind::indent ||
           tokens_[i - 1].kind == Kind::dedent || tokens_[i - 1].text == ":";
  };
  std::vector<std::size_t> lines;
  for (int depth = 0; tokens_[i].kind != Kind::end; ++i) {
    depth += tokens_[i].kind == Kind::indent ? 1 : tokens_[i].kind == Kind::dedent ? -1 : 0;
    if (depth < 0) break;
    if (!begins()) continue;
    if (depth == 0 && i > at_ + 2 && tokens_[i].kind == Kind::name && tokens_[i].text != "except" &&
        tokens_[i].text != "else" && tokens_[i].text != "finally" && tokens_[i - 1].text != ":")
      break;
    if (std::find(std::begin(kDefining), std::end(kDefining), tokens_[i].text) != std::end(kDefining)) return true;
    if (tokens_[i].text != "except") lines.push_back(i);
  }
  for (std::size_t line : lines) names_of_assignment(line);
  return false;
}

// try: import ... except ImportError: ...: which part runs depends on whether the module exists.
void PythonParser::outline_attempt() {
  static constexpr std::string_view kThere[] = {
      "torch", "math",       "typing",  "functools", "itertools", "collections", "dataclasses", "copy", "os",
      "sys",   "warnings",   "logging", "abc",       "enum",      "operator",    "random",      "re",   "json",
      "time",  "contextlib", "inspect", "string",    "numbers",   "pathlib",     "__future__",  "numpy"};
  auto block_here = [&] {
    expect_op(":");
    if (peek().kind != Kind::newline) return outline_statement();
    ++at_;
    if (peek().kind != Kind::indent) fail("an indented block was expected", "indent the body");
    ++at_;
    while (peek().kind != Kind::dedent && peek().kind != Kind::end) outline_statement();
    if (peek().kind == Kind::dedent) ++at_;
  };
  if (++depth_ > kDeepestSource) fail("statements are nested too deep", "write it flatter");
  bool there = true;
  ++at_;
  for (std::size_t i = at_; tokens_[i].kind != Kind::end && tokens_[i].kind != Kind::dedent; ++i) {
    bool names = (tokens_[i].text == "import" || tokens_[i].text == "from") && tokens_[i - 1].kind != Kind::name;
    if (names)
      there = there && std::find(std::begin(kThere), std::end(kThere), tokens_[i + 1].text) != std::end(kThere);
  }
  if (there) {
    block_here();
  } else {
    skip_line();
    skip_block();
  }
  while (is_word("except") || is_word("else") || is_word("finally")) {
    bool runs = is_word("except") ? !there : is_word("else") ? there : true;
    while (runs && !is_op(":") && peek().kind != Kind::newline && peek().kind != Kind::end) ++at_;
    if (runs) {
      block_here();
    } else {
      skip_line();
      skip_block();
    }
  }
  --depth_;
}

std::vector<int> PythonParser::decorators() {
  std::vector<int> out;
  while (take_op("@")) {
    out.push_back(expression());
    end_of_line();
  }
  return out;
}

int PythonParser::outline_function(std::vector<int> marks) {
  int index = head();
  Function& function = tree_.functions_[static_cast<std::size_t>(index)];
  function.decorators = std::move(marks);
  skip_line();
  bool opens = at_ > 1 && tokens_[at_ - 1].kind == Kind::newline && tokens_[at_ - 2].text == ":";
  if (opens && peek().kind != Kind::indent)
    fail(cat({"IndentationError: expected an indented block after function definition on line ",
              std::to_string(function.line)}),
         "indent the lines of its body");
  skip_block();
  return index;
}

// def name(parameters) -> annotation, up to the colon.
int PythonParser::head() {
  Function out;
  out.line = peek().line;
  out.begin = peek().begin;
  ++at_;
  out.name = expect_name();
  expect_op("(");
  out.parameters = parameters(")");
  if (take_op("->")) out.result = expression();
  out.at = at_;
  tree_.functions_.push_back(std::move(out));
  return static_cast<int>(tree_.functions_.size()) - 1;
}

std::vector<Parameter> PythonParser::parameters(std::string_view close) {
  std::vector<Parameter> out;
  std::set<std::string, std::less<>> names;
  bool keywords = false;
  while (!take_op(close)) {
    Parameter parameter;
    parameter.begin = peek().begin;
    if (take_op("/")) {
      if (!take_op(",") && !is_op(close)) fail(cat({"expected ',' or '", close, "'"}));
      continue;
    }
    if (take_op("**")) {
      parameter.kind = Parameter::Kind::others;
    } else if (take_op("*")) {
      keywords = true;
      if (take_op(",")) continue;
      parameter.kind = Parameter::Kind::rest;
    } else {
      parameter.kind = keywords ? Parameter::Kind::keyword : Parameter::Kind::plain;
    }
    parameter.name = expect_name();
    if (!names.insert(parameter.name).second)
      source_error(parameter.begin,
                   parameter.begin,
                   cat({"SyntaxError: duplicate argument '", parameter.name, "' in function definition"}),
                   "give each parameter a name of its own");
    if (close == ")" && take_op(":")) {
      if (peek().kind == Kind::string) parameter.annotation = peek().text;
      parameter.type = expression();
    }
    if (take_op("=")) parameter.fallback = expression();
    out.push_back(std::move(parameter));
    if (!take_op(",") && !is_op(close)) fail(cat({"expected ',' or '", close, "'"}));
  }
  return out;
}

// Whether the tokens from one on, up to here, have `.forward =`.
bool PythonParser::assigns_forward(std::size_t from) const {
  auto is = [&](std::size_t at, Kind kind, std::string_view text) {
    return tokens_[at].kind == kind && tokens_[at].text == text;
  };
  for (std::size_t i = from; i + 2 < at_; ++i) {
    if (is(i, Kind::op, ".") && is(i + 1, Kind::name, "forward") && is(i + 2, Kind::op, "=")) return true;
  }
  return false;
}

// What Python refuses before it runs anything: a line that lost its indentation, mostly.
void PythonParser::check_return() const {
  if (is_word("return")) fail("SyntaxError: 'return' outside function", "indent it as the lines of its function");
}

// The statements of a line of a class body, of which semicolons end one: a = 3; b = 4. What holds others is one.
void PythonParser::outline_class_line(ClassDef& out) {
  static constexpr std::string_view kCompound[] = {"async", "for", "if", "try", "while", "with"};
  const bool one = std::any_of(
      std::begin(kCompound), std::end(kCompound), [&](std::string_view word) { return is_word(word); });
  do {
    check_return();
    if (peek().kind == Kind::name && (is_op("=", 1) || is_op(":", 1))) out.assignments.push_back(at_);
    out.names_outer = out.names_outer || is_word("global") || is_word("nonlocal");
    if (peek().kind != Kind::newline && peek().kind != Kind::string) out.body.push_back({at_, -1, -1});
    if (peek().kind == Kind::name && is_op(":", 1)) {
      Parameter field;
      field.name = peek().text;
      out.fields.push_back(std::move(field));
    }
    while (peek().kind != Kind::newline && peek().kind != Kind::end && (one || !is_op(";"))) ++at_;
  } while (take_op(";") && peek().kind != Kind::newline && peek().kind != Kind::end);
  if (peek().kind == Kind::newline) ++at_;
}

// A class with its methods, from its name on; its index.
int PythonParser::outline_class(const std::vector<int>& marks) {
  deeper("classes");
  ++at_;
  ClassDef out;
  out.name = expect_name();
  auto last_name = [&](int at) {
    const PyExpr* e = &tree_.expr(at);
    if (e->kind == PyExprKind::call) e = &tree_.expr(e->kids[0]);
    return std::string_view(e->text);
  };
  out.decorators = marks;
  out.has_fields = std::any_of(marks.begin(), marks.end(), [&](int mark) { return last_name(mark) == "dataclass"; });
  if (take_op("(")) {
    while (!take_op(")")) {
      std::string key = peek().kind == Kind::name && is_op("=", 1) ? std::string(peek().text) : std::string();
      if (!key.empty()) at_ += 2;
      int value = expression();
      if (key.empty() || key == "metaclass") {
        out.bases.push_back(value);
      } else {
        out.keywords.emplace_back(std::move(key), value);
      }
      if (!take_op(",") && !is_op(")")) fail("expected ',' or ')'");
    }
  }
  expect_op(":");
  if (peek().kind != Kind::newline) {
    outline_class_line(out);
  } else {
    ++at_;
    if (peek().kind != Kind::indent) fail("an indented block was expected", "indent the body");
    ++at_;
    while (peek().kind != Kind::dedent && peek().kind != Kind::end) {
      std::size_t first = at_;
      std::vector<int> own_marks = decorators();
      if (is_word("def")) {
        bool part = std::any_of(own_marks.begin(), own_marks.end(), [&](int mark) {
          const PyExpr& e = tree_.expr(mark);
          return e.kind == PyExprKind::attribute && (e.text == "setter" || e.text == "deleter");
        });
        int index = outline_function(std::move(own_marks));
        if (!part) out.methods[tree_.function(index).name] = index;
        out.body.push_back({first, index, -1});
        out.sets_forward = out.sets_forward || (tree_.function(index).name == "__init__" && assigns_forward(first));
      } else if (is_word("class") && peek(1).kind == Kind::name) {
        int index = outline_class(own_marks);
        out.classes[tree_.klass(index).name] = index;
        out.body.push_back({first, -1, index});
      } else {
        outline_class_line(out);
        skip_block();
        while (is_word("elif") || is_word("else") || is_word("except") || is_word("finally")) {
          skip_line();
          skip_block();
        }
      }
    }
    if (peek().kind == Kind::dedent) ++at_;
  }
  out.is_tuple = std::any_of(
      out.bases.begin(), out.bases.end(), [&](int base) { return last_name(base) == "NamedTuple"; });
  tree_.classes_.push_back(std::move(out));
  --depth_;
  return static_cast<int>(tree_.classes_.size()) - 1;
}

void PythonParser::skip_line() {
  while (peek().kind != Kind::newline && peek().kind != Kind::end) ++at_;
  if (peek().kind == Kind::newline) ++at_;
}

void PythonParser::skip_block() {
  if (peek().kind != Kind::indent) return;
  int depth = 0;
  do {
    depth += peek().kind == Kind::indent ? 1 : peek().kind == Kind::dedent ? -1 : 0;
    ++at_;
  } while (depth > 0 && peek().kind != Kind::end);
}

// a = b, c = value: the names before the last equals sign.
void PythonParser::names_of_assignment(std::size_t at) {
  std::vector<std::string> names;
  for (std::size_t i = at;
       tokens_[i].kind == Kind::name ||
       (tokens_[i].kind == Kind::op && (tokens_[i].text == "," || tokens_[i].text == "=" || tokens_[i].text == ":"));
       ++i) {
    if (tokens_[i].kind == Kind::name) names.push_back(tokens_[i].text);
    if (tokens_[i].text != "=" && tokens_[i].text != ":") continue;
    for (const std::string& name : names) bind(name, {PythonSource::Global::Kind::assignment, at, {}, at});
    names.clear();
    if (tokens_[i].text == ":") return;
  }
}

void PythonParser::import_globals() {
  std::size_t first = at_;
  try {
    Stmt statement;
    import(statement);
    import_at_ = first;
    while (true) {
      bind(statement.name, {PythonSource::Global::Kind::import, 0, statement.text});
      if (statement.body.empty()) break;
      statement = Stmt(statement.body[0]);
    }
  } catch (const Error&) {
    at_ = first;  // a use of such a name is reported as unknown
    tree_.unknown_imports_ = true;
  }
  skip_line();
}

}  // namespace seesaw
