// The Python that a module or a `forward` function is written in, as a tree.
//
// What: `PythonSource` finds the functions, classes and assignments of a file, and parses the body of a
// function on demand. Why: capture runs the statements on symbols; code that never runs need not be in the
// subset.
//
//   PythonSource source("def forward(self, x):\n    return x + 1\n");
//   const Function& forward = source.function(source.entry().function);
//   source.expr(source.body(forward)[0].value).kind          // PyExprKind::binary
//
// Expressions and functions refer to each other by index and never move. Code outside the subset gets a diagnostic with
// its location and an alternative. Nesting is limited to kDeepestSource.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"

namespace seesaw {

inline constexpr int kDeepestSource = 150;
inline constexpr int kDeepestTree = 500;  // of consecutive operators, which nest too

enum class PyExprKind : std::uint8_t {
  name,
  attribute,  // kids: object; text: name
  call,       // kids: function, arguments; keywords: "" for one by position, "*" and "**" for unpacked ones
  subscript,  // kids: object, index
  slice,      // kids: start, stop, step or -1
  integer,
  floating,
  string,
  format,    // a string with the prefix f
  bytes,     // a string with the prefix b
  constant,  // None, True, False, ...
  tuple,
  list,
  dict,           // kids: key, value, key, value
  unary,          // text: operator
  binary,         // text: operator
  compare,        // text: operator
  logical,        // and, or
  named,          // name := value; text: name
  conditional,    // kids: value, condition, other value
  lambda,         // function: its index
  comprehension,  // text: "list", "set", "dict" or "generator"; kids: value (of a dict key, value), then target,
                  // source, condition or -1 for each `for`
  give,           // yield; text: "from" or ""; kids: the value, if there is one
};

struct PyExpr {
  PyExprKind kind = PyExprKind::constant;
  std::uint32_t line = 0;   // 1 is the first
  std::uint32_t begin = 0;  // offset in the source
  std::uint32_t end = 0;
  int depth = 1;
  int function = -1;
  std::string text;
  std::vector<int> kids;
  std::vector<std::string> keywords;
};

enum class StmtKind : std::uint8_t {
  expression,
  assign,     // targets = value
  augmented,  // target op= value; text: operator
  with,       // targets: contexts; names: what `as` names of each, or -1; body
  branch,     // if value: body, else: other
  loop,       // for targets[0] in value: body, else: other
  repeat,     // while value: body
  leave,      // break
  next,       // continue
  give_back,  // return
  define,     // def or class; function or klass: its index
  import,     // text: path, name: its local name
  check,      // assert value, targets[0]
  raise,      // value
  attempt,    // try: body; else: other; handlers: except value as name, and the finally block
  forget,     // del targets
  select,     // match value: handlers are its cases
  nothing,
};  // pass, global, nonlocal

// What a case of a match statement looks for.
enum class PatternKind : std::uint8_t {
  any,       // _, or a name that gets what is there
  equal,     // value: a number, a text, or a name with dots
  same,      // value: None, True or False
  sequence,  // kids; at most one is a rest
  rest,      // *name in a sequence
  mapping,   // keys, and a kid for each; name gets the others
  klass,     // value(kids), of which the last are named
  either,    // kids: the first that fits
};

struct PyPattern {
  PatternKind kind = PatternKind::any;
  std::uint32_t begin = 0;
  int value = -1;
  std::string name;  // gets what fits; empty if nothing does
  std::vector<int> keys;
  std::vector<PyPattern> kids;
  std::vector<std::string> names;  // attributes that the last of the kids are of
};

struct Stmt {
  StmtKind kind = StmtKind::nothing;
  std::uint32_t line = 0, begin = 0;
  std::string text, name;
  int value = -1;
  int function = -1, klass = -1;
  bool gives = false;  // a yield is in it
  std::vector<int> targets, names;
  std::vector<Stmt> body, other, handlers;
  std::vector<PyPattern> pattern;  // of a case, one
};

struct Parameter {
  enum class Kind : std::uint8_t {
    plain,
    keyword,  // behind *
    rest,     // *args
    others,
  };  // **kwargs
  std::string name, annotation;
  Kind kind = Kind::plain;
  int fallback = -1;
  int type = -1;  // the annotation as an expression
  std::uint32_t begin = 0;
};

struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<int> decorators;
  std::uint32_t line = 0, begin = 0;
  std::size_t at = 0;  // the token after the head
  int value = -1;      // of a lambda
  int result = -1;     // the annotation after ->
  bool parsed = false;
  bool gives = false;  // a generator: there is a yield in its body, once it is parsed
  std::vector<Stmt> body;
  std::size_t first_expr = 0, last_expr = 0;              // its expressions, once it is parsed
  std::set<std::string, std::less<>> globals, nonlocals;  // names that it says are of the file, or of a function around
};

struct ClassDef {
  // What stands in its body: a statement that begins at a token, a function or a class.
  struct Part {
    std::size_t token = 0;
    int function = -1, klass = -1;
  };
  std::string name;
  std::vector<int> bases;
  std::vector<std::pair<std::string, int>> keywords;  // what __init_subclass__ gets
  std::map<std::string, int, std::less<>> methods;    // of several of a name the last; no setters
  std::map<std::string, int, std::less<>> classes;    // that stand in it
  std::vector<std::size_t> assignments;               // tokens where they begin
  std::vector<Part> body;                             // in order
  std::vector<int> decorators;
  bool sets_forward = false;      // __init__ assigns it
  bool names_outer = false;       // `global` or `nonlocal` stands in its body
  bool has_fields = false;        // a dataclass
  bool is_tuple = false;          // a NamedTuple
  std::vector<Parameter> fields;  // names with an annotation
};

class PythonSource {
 public:
  // `source` must outlive it. Throws Error with the location of the first mistake in the outline of the file.
  explicit PythonSource(std::string_view source);
  ~PythonSource();
  PythonSource(const PythonSource&) = delete;
  PythonSource& operator=(const PythonSource&) = delete;

  // The meaning of a name at a file's top level.
  struct Global {
    enum class Kind : std::uint8_t {
      function,
      klass,
      assignment,  // the statement at token `index`
      import,
    };  // of `path`
    Kind kind = Kind::function;
    std::size_t index = 0;
    std::string path;
    std::size_t first = 0;  // the token of its def, class or statement; 0 of an import
  };
  const Global* find(std::string_view name) const;
  const std::map<std::string, Global, std::less<>>& globals() const { return globals_; }
  bool has_imports() const;  // of its own, at the top level
  // Whether it imports names that the file does not tell: from x import *.
  bool has_unknown_imports() const { return unknown_imports_; }
  // The default subject of a capture: a class with `forward` (the last one), its own or inherited, else the function
  // `forward`, else the only function whose parameters are annotated as tensors. One index is -1. Throws Error if there
  // is none.
  struct Entry {
    int klass = -1, function = -1;
  };
  Entry entry() const;
  // Whether the file has a class with forward.
  bool has_module() const { return has_module_; }
  // The top-level function of this name. Throws Error if there is none.
  int function_named(std::string_view name) const;

  const PyExpr& expr(int index) const { return exprs_[static_cast<std::size_t>(index)]; }
  const Function& function(int index) const { return functions_[static_cast<std::size_t>(index)]; }
  // All top-level functions, in the order of the file, including those whose name is reused later.
  const std::deque<Function>& functions() const { return functions_; }
  const ClassDef& klass(int index) const { return classes_[static_cast<std::size_t>(index)]; }
  // Parsed on demand. Throws Error for code outside the subset.
  const std::vector<Stmt>& body(const Function& function);
  // Whether the body of a function contains a name.
  bool mentions(const Function& function, std::string_view name);
  Stmt statement_at(std::size_t token);
  // Top-level statements other than definitions and imports, in order.
  struct Statement {
    std::size_t first = 0, behind = 0;  // tokens
  };
  const std::vector<Statement>& statements() const { return statements_; }
  // Top-level functions and classes, in order, including those whose name is reused later.
  struct Definition {
    std::size_t first = 0;  // the token of its def, or class
    bool is_class = false;
    int index = 0;  // of function() or klass()
  };
  const std::vector<Definition>& definitions() const { return definitions_; }
  // Whether its name means this one at the end of the file.
  bool is_last(const Definition& definition) const;
  // Names of top-level classes and functions that have decorators, in order.
  const std::vector<std::string>& decorated() const { return decorated_; }
  bool stands_behind_classes(const Statement& statement) const { return statement.first >= classes_end_; }
  // Whether it contains one of these names.
  bool statement_has(const Statement& statement, const std::function<bool(const std::string&)>& is) const;
  std::string_view line(std::uint32_t number) const {
    return number > 0 && number <= lines_.size() ? lines_[number - 1] : std::string_view();
  }

 private:
  friend class PythonParser;
  bool has_forward(const ClassDef& klass) const;
  bool is_entry(std::size_t index) const;
  int annotated_function() const;
  std::unique_ptr<class PythonParser> parser_;
  std::vector<std::string_view> lines_;
  std::deque<PyExpr> exprs_;
  std::deque<Function> functions_;
  std::deque<ClassDef> classes_;
  std::map<std::string, Global, std::less<>> globals_;
  std::vector<Statement> statements_;
  std::vector<Definition> definitions_;
  std::vector<std::string> decorated_;
  bool has_module_ = false, unknown_imports_ = false;
  std::size_t classes_end_ = 0;  // the token after the last class
};

}  // namespace seesaw
