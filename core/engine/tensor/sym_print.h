// Symbolic expressions as sympy prints them.
//
// What: `SymPart` is an expression in the constructor form of sympy (Add, Mul, Symbol, Integer, FloorDiv, ...);
// `print_sym` writes it as PyTorch shows it. Why: archives hold the constructor form, shape propagation computes with
// expressions; both must print alike.
//
//   print_sym({"Add", {}, {}, {{"Symbol", "s0"}, {"Integer", "1"}}})     // "s0 + 1"
//
// Printing recurses: whoever makes parts keeps them less than kMaxSymDepth deep.
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

// Whether there is a function of this constructor's name with so many operands. Of names that are not known any number
// but none will do. Who makes a function asks it first: texts are anybody's.
bool sym_function_takes(std::string_view name, std::size_t operands);
bool is_sym_number(const SymPart& part);
std::string print_sym(const SymPart& part);
// The order in which sympy prints what Max and Min take, on all levels.
void sort_sym_extremes(SymPart& part);

}  // namespace seesaw
