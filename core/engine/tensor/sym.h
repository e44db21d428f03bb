// Symbolic sizes.
//
// What: a size is a 64-bit integer; a symbolic one (`s0`, `2*s0 + 1`, `u0`) is a tagged integer that refers to an
// expression of the SymTable in use. `dim_add` and its like compute with both. Equal expressions are equal integers.
// Why: shape rules are written once for numbers and symbols, `Dims` stay unchanged, and kernels pay nothing.
// Plain arithmetic on tags yields numbers that are neither sizes nor tags, which is detected
// (`is_spoiled_size`).
//
//   SymTable table;
//   SymScope scope(&table);
//   std::int64_t s0 = table.symbol("s0", 3);          // seen with 3
//   table.text(dim_add(dim_mul(2, s0), 1))            // "2*s0 + 1"
//   dim_floordiv(dim_mul(s0, 6), 3)                   // the same integer as dim_mul(2, s0)
//
// Booleans and floats (`s0 > 4`, `IntTrueDiv(s0, 2)`) are expressions too. As in PyTorch, products of sums are not
// expanded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

// Tags are large numbers: as a size, a symbol is neither negative, nor 0 or 1, nor less than any number that a size is
// compared with.
constexpr bool is_sym(std::int64_t v) { return (v >> 32) == 0x40000000 && (v & 15) == 0; }
constexpr bool is_spoiled_size(std::int64_t v) {
  return (v >= (std::int64_t{1} << 56) || v <= -(std::int64_t{1} << 56)) && !is_sym(v);
}

enum class SymKind : std::uint8_t {
  symbol,
  sum,  // of products with coefficients
  real,
  floor_div,
  mod,
  max,
  min,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  both,
  either,
  negation,
  constant,  // True, False
  function,
};
enum class SymType : std::uint8_t {
  integer,
  floating,
  boolean,
};
// The range of a symbol, both ends included; the least and the greatest number represent infinity.
struct SymRange {
  std::int64_t low = INT64_MIN, high = INT64_MAX;
};

// A decomposed expression: sympy's function, and its arguments in sympy's order. Symbols and constants have
// none.
struct SymOperation {
  std::string name;  // "Add", "Mul", "Pow", "FloorDiv", "StrictLessThan", "Symbol", ...
  std::vector<std::int64_t> operands;
};

// A part of a sum: a number times a product, which is 1 for a number alone.
struct SymTerm {
  std::int64_t coefficient, product;
};

class SymFacts;

class SymTable {
 public:
  SymTable();
  ~SymTable();
  SymTable(const SymTable&) = delete;
  SymTable& operator=(const SymTable&) = delete;

  // A symbol by name; earlier knowledge about it is kept. With a hint it is backed.
  std::int64_t symbol(std::string_view name, std::optional<std::int64_t> hint = {});
  // The next unused one of u0, u1, ...
  std::int64_t fresh_unbacked();
  std::int64_t fresh_unbacked_float();  // zuf0, zuf1, ...
  // The same with the range of a count: from 0 to `most`, which may be symbolic.
  std::int64_t fresh_count(std::int64_t most);
  // The symbols of a computation that may have been done before. While a record is in use, fresh_*() give its symbols
  // in order, with what is known about them; a 0 there is replaced by a new one.
  using Known = std::vector<std::int64_t>;
  Known* use_known(Known* record);  // null: none; gives the one before
  // What is known beyond ranges: core/engine/tensor/sym_facts.h.
  SymFacts& facts();
  // How often a symbol was asked for, whether new or known.
  std::uint64_t asked() const;
  // The new symbols, in order, since numbers were last set.
  const std::vector<std::int64_t>& fresh_symbols() const;
  // The number of the next one of u0, u1, ...; floats begin at zuf0 again.
  std::uint32_t next_unbacked() const;
  void count_unbacked_from(std::uint32_t next);
  void set_range(std::int64_t symbol, SymRange range);
  SymRange range(std::int64_t value) const;
  // Parses an expression that PyTorch printed; nothing for any other text. `hint` applies to a plain symbol.
  std::optional<std::int64_t> read(std::string_view text, std::optional<std::int64_t> hint = {});
  std::string text(std::int64_t value) const;
  SymType type(std::int64_t value) const;
  bool is_unbacked_symbol(std::int64_t value) const;
  // Its value for the hints of its symbols, if all have one.
  std::optional<double> hint(std::int64_t value) const;
  // The same; a symbol without a hint counts as some large number, so that shapes can be compared.
  double representative(std::int64_t value) const;
  // What a symbol is in the example that a program is captured with, and the value of an expression there, if each of
  // its symbols is known.
  void set_example(std::int64_t symbol, std::int64_t value);
  std::optional<double> example(std::int64_t value) const;
  // True or False, if it holds for all values of the symbols.
  std::optional<bool> constant(std::int64_t value) const;
  // Functions beyond plain arithmetic: "sym_float", "truediv", "ceil", "pow", "sqrt", ... under PyTorch's
  // names.
  std::int64_t apply(std::string_view function, std::span<const std::int64_t> operands);
  SymOperation operation(std::int64_t value);
  // The number of a real constant.
  double number(std::int64_t value) const;
  std::int64_t real(double value);
  std::int64_t boolean(bool value);
  std::int64_t binary(SymKind kind, std::int64_t a, std::int64_t b);
  std::int64_t add(std::int64_t a, std::int64_t b, std::int64_t times = 1);  // a + times * b
  std::int64_t multiply(std::int64_t a, std::int64_t b);
  // The terms of a sum (what is no sum has one, 0 none), and the sum of terms, in one step.
  std::vector<SymTerm> terms(std::int64_t value) const;
  std::int64_t sum(const std::vector<SymTerm>& terms);

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// While it lives, the symbols that the table gives are those of `record`.
class KnownSymbols {
 public:
  KnownSymbols(SymTable& table, SymTable::Known& record) : table_(table), before_(table.use_known(&record)) {}
  ~KnownSymbols() { table_.use_known(before_); }
  KnownSymbols(const KnownSymbols&) = delete;
  KnownSymbols& operator=(const KnownSymbols&) = delete;

 private:
  SymTable& table_;
  SymTable::Known* before_;
};

// The table that tags belong to. Throws if none is in use.
SymTable& sym_table();
class SymScope {
 public:
  explicit SymScope(SymTable* table);
  ~SymScope();
  SymScope(const SymScope&) = delete;
  SymScope& operator=(const SymScope&) = delete;

 private:
  SymTable* previous_;
};

namespace detail {
std::int64_t sym_binary(SymKind kind, std::int64_t a, std::int64_t b);
bool sym_less(std::int64_t a, std::int64_t b);
bool sym_equal(std::int64_t a, std::int64_t b);
[[noreturn]] void divided_by_zero();
inline bool any_sym(std::int64_t a, std::int64_t b) { return is_sym(a) || is_sym(b); }
}  // namespace detail

std::int64_t sym_add(std::int64_t a, std::int64_t b, std::int64_t times);
std::int64_t sym_multiply(std::int64_t a, std::int64_t b);

inline std::int64_t dim_add(std::int64_t a, std::int64_t b) { return detail::any_sym(a, b) ? sym_add(a, b, 1) : a + b; }
inline std::int64_t dim_sub(std::int64_t a, std::int64_t b) {
  return detail::any_sym(a, b) ? sym_add(a, b, -1) : a - b;
}
inline std::int64_t dim_mul(std::int64_t a, std::int64_t b) {
  return detail::any_sym(a, b) ? sym_multiply(a, b) : a * b;
}
// By zero: Error. The quotient of numbers is rounded towards zero, as sizes are never negative.
inline std::int64_t dim_floordiv(std::int64_t a, std::int64_t b) {
  if (b == 0) detail::divided_by_zero();
  return detail::any_sym(a, b) ? detail::sym_binary(SymKind::floor_div, a, b) : a / b;
}
inline std::int64_t dim_mod(std::int64_t a, std::int64_t b) {
  if (b == 0) detail::divided_by_zero();
  return detail::any_sym(a, b) ? detail::sym_binary(SymKind::mod, a, b) : a % b;
}
inline std::int64_t dim_max(std::int64_t a, std::int64_t b) {
  return detail::any_sym(a, b) ? detail::sym_binary(SymKind::max, a, b) : a > b ? a : b;
}
inline std::int64_t dim_min(std::int64_t a, std::int64_t b) {
  return detail::any_sym(a, b) ? detail::sym_binary(SymKind::min, a, b) : a < b ? a : b;
}
// Decided by the hints, as PyTorch's guards are.
inline bool dim_less(std::int64_t a, std::int64_t b) { return detail::any_sym(a, b) ? detail::sym_less(a, b) : a < b; }
inline bool dim_equal(std::int64_t a, std::int64_t b) {
  return a == b || (detail::any_sym(a, b) && detail::sym_equal(a, b));
}
// "12", "s0".
std::string dim_text(std::int64_t value);

}  // namespace seesaw
