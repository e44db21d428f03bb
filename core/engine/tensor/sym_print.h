// Symbolic expressions as sympy prints them.
//
// What: `SymPart` is an expression in the constructor form of sympy (Add, Mul, Symbol, Integer, FloorDiv, ...);
// `print_sym` prints it as PyTorch does. Why: archives hold the constructor form, shape propagation computes with
// expressions; both must print alike.
//
//   print_sym({"Add", {}, {}, {{"Symbol", "s0"}, {"Integer", "1"}}})     // "s0 + 1"
//
// Printing recurses: code that creates parts keeps them less than kMaxSymDepth deep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

inline constexpr int kMaxSymDepth = 100;

struct SymPart {
  std::string name;     // "Add", "Integer", "Symbol", ...
  std::string number;   // digits of a number, or the name of a symbol
  std::string divisor;  // of a Rational
  std::vector<SymPart> items;
};

// Whether a constructor of this name takes this many operands. Unknown names take any positive number. Code that
// creates a function checks it first: texts are untrusted.
bool sym_function_takes(std::string_view name, std::size_t operands);
bool is_sym_number(const SymPart& part);
std::string print_sym(const SymPart& part);
// Sorts the arguments of Max and Min as sympy prints them, on all levels.
void sort_sym_extremes(SymPart& part);

}  // namespace seesaw
