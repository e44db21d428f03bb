// The Python that a `forward` function is written in, as a tree.
//
// What: `parse_python` reads a file, a class or a function and gives the statements of its `forward` (or of the first function).
// Why: what is captured is what the statements do when they run on symbols; for that they must be known first.
//
//   PythonTree tree = parse_python("def forward(self, x):\n    return x + 1\n", diagnostics);
//   tree.exprs[tree.body[0].value].kind          // ExprKind::binary
//
// Expressions and statements stand in vectors and name each other by index. What is outside the subset gets a diagnostic with its place
// and what to write instead. Nesting is limited to kDeepestSource.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/diagnostic.h"

namespace seesaw {

inline constexpr int kDeepestSource = 150;
inline constexpr int kDeepestTree = 500;  // of operators in a row, which stand in each other too

enum class ExprKind : std::uint8_t { name,
                                     attribute,  // kids: object; text: name
                                     call,       // kids: function, arguments; keywords: "" for one by position
                                     subscript,  // kids: object, index
                                     slice,      // kids: start, stop, step or -1
                                     integer,
                                     floating,
                                     string,
                                     constant,  // None, True, False, ...
                                     tuple,
                                     list,
                                     dict,           // kids: key, value, key, value
                                     unary,          // text: operator
                                     binary,         // text: operator
                                     compare,        // text: operator
                                     logical,        // and, or
                                     conditional };  // kids: value, condition, other value

struct Expr {
  ExprKind kind = ExprKind::constant;
  std::uint32_t line = 0;   // 1 is the first
  std::uint32_t begin = 0;  // offset in the source
  std::uint32_t end = 0;
  int depth = 1;
  std::string text;
  std::vector<int> kids;
  std::vector<std::string> keywords;
};

enum class StmtKind : std::uint8_t { expression,
                                     assign,     // targets = value
                                     augmented,  // target op= value; text: operator
                                     with,       // items: value (contexts), body
                                     give_back,  // return
                                     nothing };  // pass

struct Stmt {
  StmtKind kind = StmtKind::nothing;
  std::uint32_t line = 0, begin = 0;
  std::string text;
  int value = -1;
  std::vector<int> targets;  // of `with`: its contexts
  std::vector<Stmt> body;
};

struct Parameter {
  std::string name, annotation;
  int fallback = -1;
  std::uint32_t begin = 0;
};

struct PythonTree {
  std::vector<Expr> exprs;
  std::string function;
  std::vector<Parameter> parameters;  // without self
  std::vector<Stmt> body;
  std::vector<std::string_view> lines;  // of the source
};

// `source` must outlive the tree. Throws Error with the place of the first mistake.
PythonTree parse_python(std::string_view source);

}  // namespace seesaw
