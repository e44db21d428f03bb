// Expressions of the Python subset, as a tree.
//
// What: `Expr` is one expression with its location in the text; `ExpressionParser` reads one from a lexer.
// Why: one grammar serves printed graphs, signatures and user code. A tree lives in a scratch arena for one statement.
// Parsing recurses at most 200 deep and then reports it; chains such as a + b + c + ... or x.f().g() grow to the left
// without recursion, so code that walks a tree must not recurse either.
//
//   ExpressionParser parser(lexer, arena, diagnostics_sink);
//   Expr* e = parser.parse();      // null after an error, which has been reported
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/arena.h"
#include "core/graph/text/lexer.h"

namespace seesaw {

enum class ExprKind : std::uint8_t {
  name,
  integer,
  floating,
  imaginary,
  string,
  angle,
  none,
  true_,
  false_,
  ellipsis,
  attribute,  // left.text
  call,       // left(items..., keys[i]=values)
  index,      // left[right]
  slice,      // items: start, stop, step; null if omitted
  tuple,
  list,
  set,
  dict,     // dict: items alternate key, value
  unary,    // text left
  binary,   // left text right; comparisons and `and`, `or` too
  ternary,  // items: value if true, condition, value if false
  starred,  // text ("*" or "**") left
};

struct Expr {
  ExprKind kind;
  std::uint32_t begin = 0, end = 0;
  std::string_view text = {};  // name, literal or call as written, attribute, operator
  Expr* left = nullptr;
  Expr* right = nullptr;
  std::span<Expr*> items = {};
  std::span<std::string_view> keys = {};      // of a call: names of the last keys.size() items
  std::span<std::string_view> comments = {};  // of a multi-line tuple or list: the comment after each item
  bool parenthesized = false;
};

class ExpressionParser {
 public:
  static constexpr int kMaxDepth = 200;
  using Report = std::function<void(std::string message, std::uint32_t begin, std::uint32_t end, std::string remedy)>;

  ExpressionParser(Lexer& lexer, Arena& arena, Report report)
      : lexer_(lexer), arena_(arena), report_(std::move(report)) {}

  // An expression, or a tuple without parentheses (`a, b`). Null after an error.
  Expr* parse();
  // The same without a top-level comma.
  Expr* parse_one();
  bool too_deep() const { return too_deep_; }

 private:
  Expr* ternary();
  Expr* binary(int level);
  Expr* unary();
  Expr* postfix();
  Expr* atom();
  Expr* bracketed(char close);
  Expr* braced();
  Expr* call(Expr* callee);
  Expr* subscript(Expr* base);
  Expr* slice_or_expression();
  Expr* string_atom();
  Expr* make(ExprKind kind, std::uint32_t begin);
  Expr* leaf(ExprKind kind);
  Expr* finish(Expr* e);
  Expr* fail(std::string message, std::string remedy = {});
  Expr* expected(std::string_view what);
  std::string unclosed() const;
  bool enter();
  template <class T>
  std::span<T> keep(const std::vector<T>& items);

  Lexer& lexer_;
  Arena& arena_;
  Report report_;
  std::vector<Expr*> pending_;  // arguments of the open calls
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t open_ = kNone;  // the innermost open bracket
  int depth_ = 0;
  bool too_deep_ = false;
  bool failed_ = false;
};

// The dotted path of a name or attribute chain: `torch.ops.aten.add`; empty for any other expression.
std::string dotted_path(const Expr* e);

}  // namespace seesaw
