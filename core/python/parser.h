// The parser of PythonSource: statements in python_statements.cpp, expressions in python_expressions.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/python/syntax.h"
#include "core/python/tokens.h"

namespace seesaw {

class PythonParser {
 public:
  PythonParser(PythonSource& tree, std::string_view source) : tree_(tree), tokens_(tokenize_python(source)) {}

  // Names of the top level; bodies of functions are skipped.
  void outline();
  void parse_body(Function& function);
  Stmt statement_at(std::size_t token);
  bool has_name(std::size_t first, std::size_t behind, const std::function<bool(const std::string&)>& is) const;

 private:
  using Kind = PyToken::Kind;

  // --- tokens ---
  const PyToken& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  bool is_op(std::string_view text, std::size_t ahead = 0) const {
    return peek(ahead).kind == Kind::op && peek(ahead).text == text;
  }
  bool is_word(std::string_view text, std::size_t ahead = 0) const {
    return peek(ahead).kind == Kind::name && peek(ahead).text == text;
  }
  bool take_op(std::string_view text) { return is_op(text) && (++at_, true); }
  bool take_word(std::string_view text) { return is_word(text) && (++at_, true); }
  [[noreturn]] void fail(std::string message, std::string remedy = {}) const {
    source_error(peek().begin, peek().end, std::move(message), std::move(remedy));
  }
  void expect_op(std::string_view text);
  void expect_word(std::string_view text);
  std::string expect_name();
  void end_of_line();

  // --- the outline of a file ---
  void outline_statement();
  bool attempt_defines();
  void outline_attempt();
  int outline_class(const std::vector<int>& marks);
  void outline_class_line(ClassDef& out);
  bool assigns_forward(std::size_t from) const;
  int outline_function(std::vector<int> decorators);
  std::vector<int> decorators();
  void check_return() const;
  void skip_line();
  void skip_block();
  void names_of_assignment(std::size_t at);
  void import_globals();
  // A name of the top level stands for something. An import that something else replaces is a statement, since what
  // stands in between sees it.
  void bind(const std::string& name, PythonSource::Global global);

  // --- statements ---
  int head();
  std::vector<Parameter> parameters(std::string_view close);
  std::vector<Stmt> block();
  Stmt statement();
  Stmt statement_here(Stmt out);
  void compound(Stmt& out);
  void simple(Stmt& out);
  void import(Stmt& out);
  std::string dotted_name();
  Stmt attempt(Stmt out);
  Stmt with(Stmt out);
  Stmt branch(Stmt out);
  bool is_match() const;
  Stmt match(Stmt out);
  PyPattern case_pattern();
  PyPattern pattern();
  PyPattern closed_pattern();
  PyPattern pattern_list(std::string_view close, bool group);
  PyPattern mapping_pattern();
  PyPattern class_pattern(PyPattern out);
  void declaration(Stmt& out, int target);
  void outer_names(Stmt& out);

  // --- expressions ---
  int make(PyExprKind kind, std::size_t first, std::string text = {}, std::vector<int> kids = {});
  PyExpr& last() { return tree_.exprs_.back(); }
  const PyExpr& expr(int index) const { return tree_.expr(index); }
  bool ends_list() const;
  int expressions();  // a tuple if there is a comma; or a yield
  int give();
  int element();
  int targets();  // of a for: names with commas
  int expression();
  int lambda();
  int logical(int level);
  int inversion();
  int comparison();
  static constexpr int kLevels = 6;
  bool takes_level(int level, std::string& op);
  int binary(int level);
  int unary();
  int postfix();
  int call(std::size_t first, int function);
  int subscript();
  int slice();
  int atom();
  int dict(std::size_t first);
  int set(std::size_t first, int item);
  int comprehension(std::size_t first, std::string kind, std::vector<int> values);
  int parenthesis(std::size_t first);
  int list(std::size_t first);
  void deeper(std::string_view what);

  PythonSource& tree_;
  std::vector<PyToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t import_at_ = 0;                               // of the import whose names are bound
  std::map<std::string, PythonSource::Statement> imports_;  // by the names that they bound last
  std::vector<PythonSource::Statement> replaced_;           // imports that replace something or are replaced
  Function* function_ = nullptr;                            // whose body is parsed
  std::size_t gives_ = 0;                                   // yields so far
};

}  // namespace seesaw
