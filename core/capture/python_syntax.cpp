#include "core/capture/python_syntax.h"

#include <algorithm>

#include "core/capture/python_tokens.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

using Kind = Token::Kind;

class Parser {
 public:
  explicit Parser(std::string_view source) : source_(source), tokens_(tokenize_python(source)) {}

  PythonTree run() {
    std::size_t line = 0;
    while (line <= source_.size()) {
      std::size_t end = std::min(source_.find('\n', line), source_.size());
      tree_.lines.push_back(source_.substr(line, end - line));
      line = end + 1;
    }
    find_function();
    function();
    return std::move(tree_);
  }

 private:
  // --- tokens ---
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool is_op(std::string_view text, std::size_t ahead = 0) const { return peek(ahead).kind == Kind::op && peek(ahead).text == text; }
  bool is_word(std::string_view text) const { return peek().kind == Kind::name && peek().text == text; }
  bool take_op(std::string_view text) { return is_op(text) && (++at_, true); }
  bool take_word(std::string_view text) { return is_word(text) && (++at_, true); }
  [[noreturn]] void fail(std::string message, std::string remedy = {}) const { source_error(peek().begin, peek().end, std::move(message), std::move(remedy)); }
  void expect_op(std::string_view text) {
    if (!take_op(text)) fail(cat({"expected '", text, "'", peek().text.empty() ? "" : cat({", got '", peek().text, "'"})}));
  }
  std::string expect_name() {
    if (peek().kind != Kind::name) fail("expected a name");
    return tokens_[at_++].text;
  }
  void end_of_line() {
    if (take_op(";")) return;
    if (peek().kind == Kind::newline) {
      ++at_;
    } else if (peek().kind != Kind::end && peek().kind != Kind::dedent) {
      fail(cat({"'", peek().text, "' was not expected here"}));
    }
  }

  // --- finding forward ---
  void find_function() {
    std::size_t first = tokens_.size();
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].kind != Kind::name || tokens_[i].text != "def" || tokens_[i + 1].kind != Kind::name) continue;
      first = std::min(first, i);
      if (tokens_[i + 1].text == "forward") {
        at_ = i;
        return;
      }
    }
    if (first == tokens_.size()) {
      at_ = 0;
      fail("there is no function to capture", "write def forward(self, x): ...");
    }
    at_ = first;
  }

  void function() {
    ++at_;
    tree_.function = expect_name();
    expect_op("(");
    for (bool first = true; !take_op(")"); first = false) {
      if (is_op("*") || is_op("**")) fail("parameters with * are not part of the subset", "name each parameter");
      Parameter parameter;
      parameter.begin = peek().begin;
      parameter.name = expect_name();
      if (take_op(":")) {
        const Token& token = peek();
        if (token.kind == Kind::string) {
          parameter.annotation = token.text;
          ++at_;
        } else {
          expression();
        }
      }
      if (take_op("=")) parameter.fallback = expression();
      if (!(first && parameter.name == "self")) tree_.parameters.push_back(std::move(parameter));
      if (!take_op(",") && !is_op(")")) fail("expected ',' or ')'");
    }
    if (take_op("->")) expression();
    tree_.body = block();
  }

  // --- statements ---
  std::vector<Stmt> block() {
    expect_op(":");
    if (++depth_ > kDeepestSource) fail(cat({"statements are nested deeper than ", std::to_string(kDeepestSource)}), "write it flatter");
    std::vector<Stmt> body;
    if (peek().kind != Kind::newline) {
      do body.push_back(statement());
      while (peek().kind != Kind::newline && tokens_[at_ - 1].kind == Kind::op && tokens_[at_ - 1].text == ";");
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

  Stmt statement() {
    Stmt out;
    out.line = peek().line;
    out.begin = peek().begin;
    if (is_word("with")) return with(std::move(out));
    static constexpr std::string_view kOutside[][2] = {{"if", "use torch.where or torch.cond: a captured graph has no branches"},
                                                       {"for", "write the steps out, or use torch.ops.higher_order.map"},
                                                       {"while", "write the steps out"},
                                                       {"def", "functions in functions are not captured yet: write their body where it is used"},
                                                       {"class", "put it outside of forward"},
                                                       {"try", "let the error happen"},
                                                       {"import", "import at the top of the file"},
                                                       {"from", "import at the top of the file"},
                                                       {"assert", "use torch._check"},
                                                       {"raise", "remove it"},
                                                       {"del", "remove it"},
                                                       {"global", "use parameters and results"},
                                                       {"nonlocal", "use parameters and results"},
                                                       {"lambda", "write the body where it is used"}};
    for (const auto& row : kOutside) {
      if (is_word(row[0])) fail(cat({"'", row[0], "' is outside of the subset that is captured"}), std::string(row[1]));
    }
    if (take_word("pass")) {
      out.kind = StmtKind::nothing;
    } else if (take_word("return")) {
      out.kind = StmtKind::give_back;
      if (peek().kind != Kind::newline && peek().kind != Kind::end) out.value = expressions();
    } else {
      simple(out);
    }
    end_of_line();
    return out;
  }

  void simple(Stmt& out) {
    int value = expressions();
    static constexpr std::string_view kAugmented[] = {"+=", "-=", "*=", "/=", "@=", "%=", "//=", "**=", "&=", "|=", "^="};
    for (std::string_view op : kAugmented) {
      if (!take_op(op)) continue;
      out.kind = StmtKind::augmented;
      out.text = op.substr(0, op.size() - 1);
      out.targets.push_back(value);
      out.value = expressions();
      return;
    }
    if (is_op(":")) {  // an annotation says nothing to the capture
      ++at_;
      expression();
    }
    out.kind = StmtKind::expression;
    while (take_op("=")) {
      out.kind = StmtKind::assign;
      out.targets.push_back(value);
      value = expressions();
    }
    out.value = value;
  }

  Stmt with(Stmt out) {
    ++at_;
    out.kind = StmtKind::with;
    bool grouped = is_op("(");
    do {
      out.targets.push_back(expression());
      if (is_word("as")) fail("'as' of a with statement is outside of the subset", "leave it out: the modes that are captured give no value");
    } while (take_op(","));
    // with (a, b): is a tuple here, and means both.
    if (grouped && out.targets.size() == 1 && tree_.exprs[static_cast<std::size_t>(out.targets[0])].kind == ExprKind::tuple) out.targets = tree_.exprs[static_cast<std::size_t>(out.targets[0])].kids;
    out.body = block();
    return out;
  }

  // --- expressions ---
  int make(ExprKind kind, std::size_t first, std::string text = {}, std::vector<int> kids = {}) {
    Expr e;
    e.kind = kind;
    e.line = tokens_[first].line;
    e.begin = tokens_[first].begin;
    e.end = tokens_[at_ == 0 ? 0 : at_ - 1].end;
    e.text = std::move(text);
    int below = 0;
    for (int kid : kids) below = std::max(below, kid < 0 ? 0 : tree_.exprs[static_cast<std::size_t>(kid)].depth);
    e.depth = below + 1;
    if (e.depth > kDeepestTree) source_error(e.begin, e.end, cat({"this expression is deeper than ", std::to_string(kDeepestTree)}), "give a part of it a name");
    e.kids = std::move(kids);
    tree_.exprs.push_back(std::move(e));
    return static_cast<int>(tree_.exprs.size()) - 1;
  }

  bool ends_list() const { return peek().kind == Kind::newline || peek().kind == Kind::end || is_op(")") || is_op("]") || is_op("}") || is_op("=") || is_op(":"); }

  // A tuple if there is a comma.
  int expressions() {
    std::size_t first = at_;
    int value = expression();
    if (!is_op(",")) return value;
    std::vector<int> items{value};
    while (take_op(",") && !ends_list()) items.push_back(expression());
    return make(ExprKind::tuple, first, {}, std::move(items));
  }

  int expression() {
    if (++depth_ > kDeepestSource) fail(cat({"expressions are nested deeper than ", std::to_string(kDeepestSource)}), "give a part of it a name");
    std::size_t first = at_;
    if (is_word("lambda")) fail("'lambda' is outside of the subset that is captured", "write the body where it is used");
    int value = logical(0);
    if (take_word("if")) {
      int condition = logical(0);
      if (!take_word("else")) fail("expected 'else'");
      int other = expression();
      value = make(ExprKind::conditional, first, {}, {value, condition, other});
    }
    --depth_;
    return value;
  }

  int logical(int level) {
    static constexpr std::string_view kWords[] = {"or", "and"};
    if (level == 2) return inversion();
    std::size_t first = at_;
    int value = logical(level + 1);
    while (take_word(kWords[level])) {
      int right = logical(level + 1);
      value = make(ExprKind::logical, first, std::string(kWords[level]), {value, right});
    }
    return value;
  }

  int inversion() {
    std::size_t first = at_;
    if (is_word("not")) {
      if (++depth_ > kDeepestSource) fail("expressions are nested too deep");
      ++at_;
      int value = inversion();
      --depth_;
      return make(ExprKind::unary, first, "not", {value});
    }
    int value = binary(0);
    static constexpr std::string_view kCompare[] = {"<", ">", "<=", ">=", "==", "!="};
    if (is_word("is") || is_word("in")) fail(cat({"'", peek().text, "' is outside of the subset that is captured"}));
    for (bool more = true; more;) {
      more = false;
      for (std::string_view op : kCompare) {
        if (!take_op(op)) continue;
        int right = binary(0);
        value = make(ExprKind::compare, first, std::string(op), {value, right});
        more = true;
      }
    }
    return value;
  }

  static constexpr int kLevels = 6;
  bool takes_level(int level, std::string& op) {
    static constexpr std::string_view kOps[kLevels][6] = {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}};
    for (std::string_view candidate : kOps[level]) {
      if (!candidate.empty() && take_op(candidate)) {
        op = candidate;
        return true;
      }
    }
    return false;
  }

  int binary(int level) {
    if (level == kLevels) return unary();
    std::size_t first = at_;
    int value = binary(level + 1);
    std::string op;
    while (takes_level(level, op)) {
      int right = binary(level + 1);
      value = make(ExprKind::binary, first, op, {value, right});
    }
    return value;
  }

  int unary() {
    std::size_t first = at_;
    for (std::string_view op : {"-", "+", "~"}) {
      if (!is_op(op)) continue;
      if (++depth_ > kDeepestSource) fail("expressions are nested too deep");
      ++at_;
      int value = unary();
      --depth_;
      return make(ExprKind::unary, first, std::string(op), {value});
    }
    int value = postfix();
    if (!take_op("**")) return value;
    if (++depth_ > kDeepestSource) fail("expressions are nested too deep");
    int exponent = unary();
    --depth_;
    return make(ExprKind::binary, first, "**", {value, exponent});
  }

  int postfix() {
    std::size_t first = at_;
    int value = atom();
    for (;;) {
      if (take_op(".")) {
        std::string name = expect_name();
        value = make(ExprKind::attribute, first, std::move(name), {value});
      } else if (is_op("(")) {
        value = call(first, value);
      } else if (take_op("[")) {
        int index = subscript();
        expect_op("]");
        value = make(ExprKind::subscript, first, {}, {value, index});
      } else {
        return value;
      }
    }
  }

  int call(std::size_t first, int function) {
    std::size_t open = at_++;
    std::vector<int> kids{function};
    std::vector<std::string> keywords{""};
    while (!take_op(")")) {
      if (is_op("**")) fail("arguments with ** are outside of the subset", "name each argument");
      std::string keyword;
      if (peek().kind == Kind::name && is_op("=", 1)) {
        keyword = peek().text;
        at_ += 2;
      }
      std::size_t star = at_;
      bool spread = take_op("*");
      int value = expression();
      kids.push_back(spread ? make(ExprKind::unary, star, "*", {value}) : value);
      keywords.push_back(std::move(keyword));
      if (is_word("for")) fail("comprehensions are outside of the subset that is captured", "write the items out");
      if (!take_op(",") && !is_op(")")) fail("expected ',' or ')'");
    }
    int out = make(ExprKind::call, first, {}, std::move(kids));
    tree_.exprs.back().keywords = std::move(keywords);
    (void)open;
    return out;
  }

  int subscript() {
    std::size_t first = at_;
    int value = slice();
    if (!is_op(",")) return value;
    std::vector<int> items{value};
    while (take_op(",") && !is_op("]")) items.push_back(slice());
    return make(ExprKind::tuple, first, {}, std::move(items));
  }

  int slice() {
    std::size_t first = at_;
    int parts[3] = {-1, -1, -1};
    if (!is_op(":")) parts[0] = expression();
    if (!is_op(":")) return parts[0];
    ++at_;
    if (!is_op(":") && !is_op("]") && !is_op(",")) parts[1] = expression();
    if (take_op(":") && !is_op("]") && !is_op(",")) parts[2] = expression();
    return make(ExprKind::slice, first, {}, {parts[0], parts[1], parts[2]});
  }

  int atom() {
    std::size_t first = at_;
    const Token& token = peek();
    switch (token.kind) {
      case Kind::name: {
        ++at_;
        bool constant = token.text == "None" || token.text == "True" || token.text == "False";
        return make(constant ? ExprKind::constant : ExprKind::name, first, token.text);
      }
      case Kind::integer: ++at_; return make(ExprKind::integer, first, token.text);
      case Kind::floating: ++at_; return make(ExprKind::floating, first, token.text);
      case Kind::string: {
        std::string text;
        for (; peek().kind == Kind::string; ++at_) text += peek().text;
        return make(ExprKind::string, first, std::move(text));
      }
      default: break;
    }
    if (take_op("...")) return make(ExprKind::constant, first, "...");
    if (take_op("(")) return parenthesis(first);
    if (take_op("[")) {
      std::vector<int> items = list("]");
      return make(ExprKind::list, first, {}, std::move(items));
    }
    if (take_op("{")) {
      std::vector<int> items;
      while (!take_op("}")) {
        items.push_back(expression());
        expect_op(":");
        items.push_back(expression());
        if (!take_op(",") && !is_op("}")) fail("expected ',' or '}'");
      }
      return make(ExprKind::dict, first, {}, std::move(items));
    }
    if (token.kind == Kind::newline || token.kind == Kind::end) fail("an expression was expected");
    fail(cat({"'", token.text, "' was not expected here"}));
  }

  int parenthesis(std::size_t first) {
    if (take_op(")")) return make(ExprKind::tuple, first);
    int value = expression();
    if (is_word("for")) fail("comprehensions are outside of the subset that is captured", "write the items out");
    if (take_op(")")) return value;
    std::vector<int> items{value};
    while (take_op(",") && !is_op(")")) items.push_back(expression());
    expect_op(")");
    return make(ExprKind::tuple, first, {}, std::move(items));
  }

  std::vector<int> list(std::string_view close) {
    std::vector<int> items;
    while (!take_op(close)) {
      items.push_back(expression());
      if (is_word("for")) fail("comprehensions are outside of the subset that is captured", "write the items out");
      if (!take_op(",") && !is_op(close)) fail(cat({"expected ',' or '", close, "'"}));
    }
    return items;
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  PythonTree tree_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

PythonTree parse_python(std::string_view source) { return Parser(source).run(); }

}  // namespace seesaw
