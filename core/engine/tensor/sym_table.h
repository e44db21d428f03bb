// The inside of SymTable: nodes, sums of products, and the table that unifies equal expressions.
//
// What: `Term` is a coefficient times powers of atoms; a `Sum` is a sorted list of them. Everything but a
// sum is an atom. Why: arithmetic (sym.cpp) and text (sym_text_form.cpp) share it; no other file includes
// it.
//
//   Sum s = impl.sum_of(tag);      // {{2, {{s0, 1}}}, {1, {}}} for 2*s0 + 1
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/engine/tensor/sym_print.h"

namespace seesaw {

struct SymTable::Impl {
  struct Factor {
    std::int64_t atom;
    std::int64_t power;
    friend bool operator==(const Factor&, const Factor&) = default;
  };
  struct Term {
    std::int64_t coefficient;
    std::vector<Factor> factors;  // sorted by atom
  };
  using Sum = std::vector<Term>;  // sorted by factors, no zero coefficient
  struct Node {
    SymKind kind = SymKind::symbol;
    SymType type = SymType::integer;
    int depth = 0;
    std::size_t size = 1;             // number of parts in its text
    std::string name;                 // of a symbol or function
    std::vector<std::int64_t> items;  // of all but symbols and sums
    Sum sum;
    double number = 0;  // real; constant: 0 or 1
    std::optional<double> hint, example;
    SymRange range;
    bool unbacked = false;
  };

  std::vector<Node> nodes;
  std::unordered_map<std::string, std::int64_t> by_key;
  std::unordered_map<std::string, std::int64_t> memo;
  std::unordered_map<std::string, std::int64_t> read_texts;
  std::uint32_t next_unbacked = 0, next_float = 0;
  std::vector<std::int64_t> fresh;  // in the order in which they were made
  std::unique_ptr<SymFacts> facts;
  Known* recalled = nullptr;  // of the computation that runs
  std::size_t next_known = 0;
  std::uint64_t asked = 0;

  // The next symbol of the computation, if it is known; else the one that `make` makes.
  template <class Make>
  std::int64_t next_symbol(Make make) {
    ++asked;
    std::int64_t* at = recalled != nullptr && next_known < recalled->size() ? &(*recalled)[next_known++] : nullptr;
    if (at != nullptr && *at != 0) return *at;
    fresh.push_back(make());
    if (at != nullptr) *at = fresh.back();
    return fresh.back();
  }

  static std::int64_t tag(std::size_t index) { return (std::int64_t{1} << 62) + static_cast<std::int64_t>(index) * 16; }
  const Node& node(std::int64_t v) const;
  std::int64_t intern(Node node);
  Sum sum_of(std::int64_t v) const;
  // As one product: a sum of several terms is a factor.
  Term term_of(std::int64_t v) const;
  std::int64_t from_sum(Sum sum);
  std::int64_t real(double value);
  bool is_real(std::int64_t v) const;
  // A term apart from its floats: their product with the coefficient, and whether there are any.
  struct FloatTerm {
    std::vector<Factor> factors;
    double number;
    bool real;
  };
  FloatTerm without_reals(Term term) const;
  // As sympy does with floats: one in each term, like terms added, zeros gone.
  void fold_reals(Sum& sum);
  // Certainly greater than 0: sizes of inputs.
  bool is_positive(std::int64_t v) const;
  // What symbols count as: their hints (those without one as 0, or as some large number), or their examples.
  enum class Values : std::uint8_t {
    hints,
    representatives,
    examples,
  };
  double evaluate(std::int64_t v, Values values, bool& known) const;
  SymPart part(std::int64_t v) const;
  bool number_goes_first(const Term& product, const Term& number) const;
  SymPart sum_part(const Sum& sum) const;
};

}  // namespace seesaw
