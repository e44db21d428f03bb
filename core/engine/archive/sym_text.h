// Symbolic expressions as archives write them.
//
// What: `sym_text` turns the constructor form in which PyTorch saves a symbolic size into the text that it prints;
// `sym_form` is the way back. Why: an archive says `Mul(Integer(2), Symbol('s0', positive=True, integer=True))` where
// every other text says `2*s0`. Older archives hold the printed text already; that, and what is no such form, comes
// back as it is.
//
//   sym_text("Add(Symbol('s0', integer=True), Integer(1))", &symbols)     // "s0 + 1", and symbols gains "s0"
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

// `parts`, if given, gains the text of every part that is no number: the names that range constraints may use.
std::string sym_text(std::string_view constructor_form, std::vector<std::string>* parts = nullptr);

// The constructor form of a text; `symbol` gives that of a symbol, whose assumptions a text does not tell. The text
// itself if it is no expression.
std::string sym_form(std::string_view text, const std::function<std::string(std::string_view)>& symbol);

}  // namespace seesaw
