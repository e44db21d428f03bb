// Symbolic expressions as archives write them.
//
// What: `sym_text` converts the constructor form in which PyTorch saves a symbolic size to the text that it prints;
// `sym_form` is the inverse. Why: an archive has `Mul(Integer(2), Symbol('s0', positive=True, integer=True))` where
// every other text has `2*s0`. Older archives already hold the printed text; it, and any other form, is returned
// unchanged.
//
//   sym_text("Add(Symbol('s0', integer=True), Integer(1))", &symbols)     // "s0 + 1", and symbols gains "s0"
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

// `parts`, if given, receives the text of every part that is not a number: the names that range constraints may use.
std::string sym_text(std::string_view constructor_form, std::vector<std::string>* parts = nullptr);

// The constructor form of a text; `symbol` returns that of a symbol, whose assumptions are not in the text. The text
// itself if it is not an expression.
std::string sym_form(std::string_view text, const std::function<std::string(std::string_view)>& symbol);

}  // namespace seesaw
