#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "core/base/cat.h"
#include "core/python/parser.h"

namespace seesaw {

PythonSource::PythonSource(std::string_view source) {
  for (std::size_t line = 0; line <= source.size();) {
    std::size_t end = std::min(source.find('\n', line), source.size());
    lines_.push_back(source.substr(line, end - line));
    line = end + 1;
  }
  parser_ = std::make_unique<PythonParser>(*this, source);
  parser_->outline();
  for (std::size_t i = 0; i < classes_.size(); ++i) has_module_ = has_module_ || is_entry(i);
}

PythonSource::~PythonSource() = default;

bool PythonSource::is_last(const Definition& definition) const {
  const std::string& name = definition.is_class ? klass(definition.index).name : function(definition.index).name;
  const Global* global = find(name);
  Global::Kind kind = definition.is_class ? Global::Kind::klass : Global::Kind::function;
  return global != nullptr && global->kind == kind && global->index == static_cast<std::size_t>(definition.index);
}

bool PythonSource::has_imports() const {
  return std::any_of(
      globals_.begin(), globals_.end(), [](const auto& one) { return one.second.kind == Global::Kind::import; });
}

const PythonSource::Global* PythonSource::find(std::string_view name) const {
  auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &found->second;
}

// Of the class or of one of its bases in this file.
bool PythonSource::has_forward(const ClassDef& klass) const {
  const ClassDef* at = &klass;
  for (std::size_t depth = 0; at != nullptr && depth <= classes_.size(); ++depth) {
    if (at->methods.contains("forward") || at->sets_forward) return true;
    const ClassDef* base = nullptr;
    for (int index : at->bases) {
      const Global* named = expr(index).kind == PyExprKind::name ? find(expr(index).text) : nullptr;
      if (base == nullptr && named != nullptr && named->kind == Global::Kind::klass) base = &classes_[named->index];
    }
    at = base;
  }
  return false;
}

// A class of the file's top level, not one that stands in another or in a function.
bool PythonSource::is_entry(std::size_t index) const {
  const ClassDef& klass = classes_[index];
  const Global* global = find(klass.name);
  return global != nullptr && global->kind == Global::Kind::klass && has_forward(klass) &&
         (global->index == index || has_forward(classes_[global->index]));
}

PythonSource::Entry PythonSource::entry() const {
  for (std::size_t i = classes_.size(); i-- > 0;) {
    if (is_entry(i)) return {static_cast<int>(i), -1};
  }
  const Global* forward = find("forward");
  if (forward != nullptr && forward->kind == Global::Kind::function) return {-1, static_cast<int>(forward->index)};
  if (int annotated = annotated_function(); annotated >= 0) return {-1, annotated};
  std::set<int> methods;
  for (const ClassDef& klass : classes_) {
    for (const auto& [name, index] : klass.methods) methods.insert(index);
  }
  for (int i = 0; i < static_cast<int>(functions_.size()); ++i) {
    if (methods.contains(i)) continue;
    const Function& first = functions_[static_cast<std::size_t>(i)];
    source_error(first.begin,
                 first.begin,
                 "there is no module to capture, and no function called forward",
                 cat({"write a class with forward, or name the function that is meant (--function ",
                      first.name,
                      "), its parameters annotated: x: \"f32[2, 3]\""}));
  }
  if (methods.empty()) source_error(0, 0, "there is no function to capture", "write def forward(self, x): ...");
  const ClassDef* last = nullptr;
  for (const ClassDef& klass : classes_) last = klass.methods.empty() ? last : &klass;
  Error error = fx_error("NotImplementedError",
                         cat({"Module [", last->name, "] is missing the required \"forward\" function"}));
  error.diagnostic().offset = function(last->methods.begin()->second).begin;
  error.diagnostic().note("write def forward(self, x): ... in the class");
  throw error;
}

// The only one with annotations as Seesaw prints them; among several the choice would be a guess.
int PythonSource::annotated_function() const {
  int out = -1;
  for (const auto& [name, global] : globals_) {
    if (global.kind != Global::Kind::function) continue;
    const std::vector<Parameter>& parameters = functions_[global.index].parameters;
    if (std::none_of(
            parameters.begin(), parameters.end(), [](const Parameter& p) { return p.annotation.ends_with(']'); }))
      continue;
    if (out >= 0) return -1;
    out = static_cast<int>(global.index);
  }
  return out;
}

int PythonSource::function_named(std::string_view name) const {
  const Global* found = find(name);
  if (found != nullptr && found->kind == Global::Kind::function) return static_cast<int>(found->index);
  std::string known;
  for (const auto& [key, global] : globals_) {
    if (global.kind == Global::Kind::function) known += cat({known.empty() ? "" : ", ", key});
  }
  source_error(
      0,
      0,
      cat({"there is no function called ", name}),
      known.empty() ? "define it at the top level of the file" : cat({"the functions of this file are ", known}));
}

bool PythonSource::statement_has(const Statement& statement, const std::function<bool(const std::string&)>& is) const {
  return parser_->has_name(statement.first, statement.behind, is);
}

bool PythonParser::has_name(std::size_t first,
                            std::size_t behind,
                            const std::function<bool(const std::string&)>& is) const {
  return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(first),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(behind),
                     [&](const PyToken& token) { return token.kind == Kind::name && is(token.text); });
}

const std::vector<Stmt>& PythonSource::body(const Function& function) {
  auto& own = const_cast<Function&>(function);  // NOLINT: a member of functions_, parsed once
  if (!own.parsed) parser_->parse_body(own);
  return own.body;
}

bool PythonSource::mentions(const Function& function, std::string_view name) {
  body(function);
  for (std::size_t i = function.first_expr; i < function.last_expr; ++i) {
    if (exprs_[i].kind == PyExprKind::name && exprs_[i].text == name) return true;
  }
  return false;
}

Stmt PythonSource::statement_at(std::size_t token) { return parser_->statement_at(token); }

// --- tokens ---

void PythonParser::expect_op(std::string_view text) {
  if (!take_op(text))
    fail(cat({"expected '", text, "'", peek().text.empty() ? "" : cat({", got '", peek().text, "'"})}));
}

void PythonParser::expect_word(std::string_view text) {
  if (!take_word(text)) fail(cat({"expected '", text, "'"}));
}

std::string PythonParser::expect_name() {
  if (peek().kind != Kind::name) fail("expected a name");
  return tokens_[at_++].text;
}

void PythonParser::end_of_line() {
  bool semicolon = take_op(";");  // which may also end the line
  if (peek().kind == Kind::newline) {
    ++at_;
  } else if (!semicolon && peek().kind != Kind::end && peek().kind != Kind::dedent) {
    fail(cat({"'", peek().text, "' was not expected here"}));
  }
}

void PythonParser::deeper(std::string_view what) {
  if (++depth_ > kDeepestSource)
    fail(cat({what, " are nested deeper than ", std::to_string(kDeepestSource)}), "give a part of it a name");
}

// --- statements ---

void PythonParser::parse_body(Function& function) {
  at_ = function.at;
  depth_ = 0;
  function.first_expr = tree_.exprs_.size();
  Function* around = std::exchange(function_, &function);
  function.body = block();
  function_ = around;
  function.last_expr = tree_.exprs_.size();
  function.parsed = true;
}

Stmt PythonParser::statement_at(std::size_t token) {
  at_ = token;
  depth_ = 0;
  return statement();
}

std::vector<Stmt> PythonParser::block() {
  expect_op(":");
  if (++depth_ > kDeepestSource)
    fail(cat({"statements are nested deeper than ", std::to_string(kDeepestSource)}), "write it flatter");
  std::vector<Stmt> body;
  if (peek().kind != Kind::newline) {
    do body.push_back(statement());
    while (peek().kind != Kind::newline && peek().kind != Kind::end && tokens_[at_ - 1].kind == Kind::op &&
           tokens_[at_ - 1].text == ";");
  } else {
    ++at_;
    if (peek().kind != Kind::indent) fail("an indented block was expected", "indent the body");
    ++at_;
    while (peek().kind != Kind::dedent && peek().kind != Kind::end) body.push_back(statement());
    if (peek().kind == Kind::dedent) ++at_;
  }
  --depth_;
  return body;
}

Stmt PythonParser::statement() {
  Stmt out;
  out.line = peek().line;
  out.begin = peek().begin;
  std::size_t before = gives_;
  out = statement_here(std::move(out));
  out.gives = gives_ != before;
  return out;
}

Stmt PythonParser::statement_here(Stmt out) {
  if (is_word("async") && peek(1).kind == Kind::name)
    fail("'async' is outside of the subset that is captured", "write a plain statement");
  if (is_word("with")) return with(std::move(out));
  if (is_word("if")) return branch(std::move(out));
  if (is_word("try")) return attempt(std::move(out));
  if (is_match()) return match(std::move(out));
  bool klass = is_word("class") && peek(1).kind == Kind::name;
  if (is_word("for") || is_word("while") || is_word("def") || klass || is_op("@")) {
    compound(out);
    return out;
  }
  simple(out);
  end_of_line();
  return out;
}

Stmt PythonParser::branch(Stmt out) {
  ++at_;
  out.kind = StmtKind::branch;
  out.value = expression();
  out.body = block();
  if (is_word("elif")) {
    Stmt other;
    other.line = peek().line;
    other.begin = peek().begin;
    if (++depth_ > kDeepestSource) fail("statements are nested too deep", "write it flatter");
    out.other.push_back(branch(std::move(other)));
    --depth_;
  } else if (take_word("else")) {
    out.other = block();
  }
  return out;
}

// try: ... except type as name: ... else: ... finally: ...; the finally block is the handler without a kind.
Stmt PythonParser::attempt(Stmt out) {
  ++at_;
  out.kind = StmtKind::attempt;
  out.body = block();
  while (is_word("except") || is_word("finally")) {
    Stmt handler;
    handler.line = peek().line;
    handler.begin = peek().begin;
    handler.kind = is_word("except") ? StmtKind::branch : StmtKind::nothing;
    ++at_;
    if (handler.kind == StmtKind::branch && !is_op(":")) {
      handler.value = expression();
      if (take_word("as")) handler.name = expect_name();
    }
    handler.body = block();
    out.handlers.push_back(std::move(handler));
    if (is_word("else")) {
      ++at_;
      out.other = block();
    }
  }
  if (out.handlers.empty()) fail("expected 'except' or 'finally' block", "say what is done when it fails");
  return out;
}

void PythonParser::compound(Stmt& out) {
  if (is_word("def") || is_word("class") || is_op("@")) {
    std::vector<int> marks = decorators();
    out.kind = StmtKind::define;
    if (is_word("class")) {
      out.klass = outline_class(marks);
      out.targets = std::move(marks);
      return;
    }
    out.function = outline_function(std::move(marks));
    return;
  }
  bool loop = take_word("for");
  if (!loop) ++at_;
  out.kind = loop ? StmtKind::loop : StmtKind::repeat;
  if (loop) {
    out.targets.push_back(targets());
    expect_word("in");
  }
  out.value = expressions();
  out.body = block();
  if (take_word("else")) out.other = block();
}

void PythonParser::simple(Stmt& out) {
  if (take_word("pass")) return;
  if ((is_word("global") || is_word("nonlocal")) && peek(1).kind == Kind::name) return outer_names(out);
  if (take_word("break")) {
    out.kind = StmtKind::leave;
  } else if (take_word("continue")) {
    out.kind = StmtKind::next;
  } else if (take_word("return")) {
    out.kind = StmtKind::give_back;
    if (peek().kind != Kind::newline && peek().kind != Kind::end && !is_op(";")) out.value = expressions();
  } else if (take_word("assert")) {
    out.kind = StmtKind::check;
    out.value = expression();
    if (take_op(",")) out.targets.push_back(expression());
  } else if (take_word("raise")) {
    out.kind = StmtKind::raise;
    if (peek().kind != Kind::newline && peek().kind != Kind::end) out.value = expression();
    if (take_word("from")) expression();  // the capture does not need the cause
  } else if (take_word("del")) {
    out.kind = StmtKind::forget;
    out.targets.push_back(expressions());
  } else if (is_word("import") || is_word("from")) {
    import(out);
  } else {
    int value = expressions();
    static constexpr std::string_view kAugmented[] = {
        "+=", "-=", "*=", "/=", "@=", "%=", "//=", "**=", "&=", "|=", "^=", "<<=", ">>="};
    for (std::string_view op : kAugmented) {
      if (!take_op(op)) continue;
      out.kind = StmtKind::augmented;
      out.text = op.substr(0, op.size() - 1);
      out.targets.push_back(value);
      out.value = expressions();
      return;
    }
    bool annotated = take_op(":");
    if (annotated) expression();  // which has no effect on the capture
    if (annotated && !is_op("=")) return declaration(out, value);
    out.kind = StmtKind::expression;
    while (take_op("=")) {
      out.kind = StmtKind::assign;
      out.targets.push_back(value);
      value = expressions();
    }
    out.value = value;
  }
}

// x: int, self.x: int, x[i]: int without a value: Python reads no name, and of the others what they are of.
void PythonParser::declaration(Stmt& out, int target) {
  const PyExpr& e = tree_.exprs_[static_cast<std::size_t>(target)];
  bool part = e.kind == PyExprKind::attribute || e.kind == PyExprKind::subscript;
  if (!part) return;
  out.kind = StmtKind::expression;
  out.value = e.kids[0];
}

// global a, b: the function says so wherever it stands.
void PythonParser::outer_names(Stmt&) {
  bool of_file = is_word("global");
  ++at_;
  do {
    std::string name = expect_name();
    if (function_ != nullptr) (of_file ? function_->globals : function_->nonlocals).insert(std::move(name));
  } while (take_op(","));
}

std::string PythonParser::dotted_name() {
  std::string out = expect_name();
  while (take_op(".")) out += cat({".", expect_name()});
  return out;
}

namespace {

// What `from module import *` gives, of modules that files ask so for; of others nothing is known.
std::span<const std::string_view> names_of_all(std::string_view module) {
  static constexpr std::string_view kAbc[] = {"ABC", "ABCMeta", "abstractmethod", "abstractproperty"};
  static constexpr std::string_view kCollections[] = {"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"};
  static constexpr std::string_view kFunctools[] = {"cache", "lru_cache", "partial", "reduce", "wraps"};
  static constexpr std::string_view kMath[] = {
      "acos",     "asin",    "atan",  "atan2", "ceil",      "comb",  "copysign", "cos",  "cosh",  "degrees", "e",
      "erf",      "exp",     "expm1", "fabs",  "factorial", "floor", "fmod",     "gcd",  "hypot", "inf",     "isclose",
      "isfinite", "isinf",   "isnan", "isqrt", "log",       "log10", "log1p",    "log2", "nan",   "pi",      "pow",
      "prod",     "radians", "sin",   "sinh",  "sqrt",      "tan",   "tanh",     "tau",  "trunc"};
  static constexpr std::string_view kTyping[] = {"Any",
                                                 "Callable",
                                                 "ClassVar",
                                                 "Dict",
                                                 "Generic",
                                                 "Iterable",
                                                 "Iterator",
                                                 "List",
                                                 "Literal",
                                                 "Mapping",
                                                 "NamedTuple",
                                                 "Optional",
                                                 "Sequence",
                                                 "Set",
                                                 "Tuple",
                                                 "Type",
                                                 "TypeVar",
                                                 "Union"};
  struct Row {
    std::string_view module;
    std::span<const std::string_view> names;
  };
  const Row rows[] = {
      {"abc", kAbc}, {"collections", kCollections}, {"functools", kFunctools}, {"math", kMath}, {"typing", kTyping}};
  for (const Row& row : rows) {
    if (row.module == module) return row.names;
  }
  return {};
}

}  // namespace

// The part after the first name is a further statement in the body.
void PythonParser::import(Stmt& out) {
  out.kind = StmtKind::import;
  bool from = is_word("from");
  ++at_;
  std::string module = from ? dotted_name() : std::string();
  if (from) expect_word("import");
  bool grouped = from && take_op("(");
  Stmt* at = &out;
  std::span<const std::string_view> all = from && is_op("*") ? names_of_all(module)
                                                             : std::span<const std::string_view>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) at = &at->body.emplace_back();
    at->kind = StmtKind::import;
    at->name = all[i];
    at->text = cat({module, ".", all[i]});
  }
  if (!all.empty()) return void(++at_);
  for (bool first = true; first || take_op(","); first = false) {
    if (grouped && is_op(")")) break;
    if (!first) {
      at->body.push_back(Stmt());
      at = &at->body.back();
      at->kind = StmtKind::import;
    }
    std::string name = from ? expect_name() : dotted_name();
    at->text = from ? cat({module, ".", name}) : name;
    at->name = name;
    if (take_word("as")) {
      at->name = expect_name();
    } else if (!from) {
      at->name = at->text = name.substr(0, name.find('.'));
    }
  }
  if (grouped) expect_op(")");
}

Stmt PythonParser::with(Stmt out) {
  ++at_;
  out.kind = StmtKind::with;
  // with (a as b, c): the parentheses are around all of them; with (a): they may be part of an expression.
  bool several = false;
  if (is_op("(")) {
    std::size_t behind = 0;
    for (int open = 0; peek(behind).kind != Kind::end; ++behind) {
      bool opens = is_op("(", behind) || is_op("[", behind) || is_op("{", behind);
      bool closes = is_op(")", behind) || is_op("]", behind) || is_op("}", behind);
      open += opens ? 1 : closes ? -1 : 0;
      several = several || (open == 1 && (is_op(",", behind) || is_word("as", behind)));
      if (open == 0) break;
    }
    several = several && is_op(":", behind + 1);
    if (several) ++at_;
  }
  do {
    if (several && is_op(")")) break;
    out.targets.push_back(expression());
    out.names.push_back(take_word("as") ? postfix() : -1);
  } while (take_op(","));
  if (several) expect_op(")");
  out.body = block();
  return out;
}

}  // namespace seesaw
