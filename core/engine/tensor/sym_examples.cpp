// Sizes of inputs that torch.export finds by itself: what their examples decide, and what follows from that.
//
//   x.shape[0] > 3            // with an example of 4 it holds, and the size is at least 4 from there on
//   x + y                     // sizes s0 and s1 that meet are one: the capture runs again with s0 for s1
//   x[1:] + y                 // s0 - 1 meets s1: again with s1 + 1 for s0
#include <algorithm>
#include <array>
#include <string>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

constexpr std::int64_t kEndless = std::int64_t{1} << 56;
constexpr std::size_t kMostSolved = 5;  // symbols of an equation, as PyTorch has it

}  // namespace

void SymFacts::follow_example(std::int64_t symbol, std::int64_t size, SizeFreedom freedom) {
  table_.set_example(symbol, size);
  freedom_.emplace(symbol, freedom);
}

std::int64_t SymFacts::least(std::int64_t symbol) const { return std::max<std::int64_t>(table_.range(symbol).low, 2); }

bool SymFacts::has_free_size(std::int64_t condition) const {
  if (freedom_.empty()) return false;
  std::set<std::int64_t> symbols = symbols_in(table_, condition);
  return std::any_of(symbols.begin(), symbols.end(), [&](std::int64_t symbol) {
    auto found = freedom_.find(symbol);
    return found != freedom_.end() && found->second != SizeFreedom::told;
  });
}

namespace {

// A sum with quotients of sizes, which has no remainder of one.
bool has_quotient(SymTable& symbols, std::int64_t sum) {
  std::vector<std::int64_t> open{sum};
  std::set<std::int64_t> seen;
  bool quotient = false;
  while (!open.empty()) {
    std::int64_t one = open.back();
    open.pop_back();
    if (!is_sym(one) || !seen.insert(one).second) continue;
    SymOperation operation = symbols.operation(one);
    if (operation.name == "Mod") return false;
    quotient = quotient || operation.name == "FloorDiv";
    open.insert(open.end(), operation.operands.begin(), operation.operands.end());
  }
  return quotient;
}

}  // namespace

// An equality of three sizes or more is nothing that Dims say: it holds even where all of them are told. So is one with
// a quotient that PyTorch checks, before 2.14: it is asserted when the program runs.
bool SymFacts::is_decided_by_examples(std::int64_t condition, bool checked) const {
  if (!guards || freedom_.empty()) return false;
  if (has_free_size(condition)) return true;
  if (!is_sym(condition) || table_.operation(condition).name != "Equality") return false;
  bool asserted = checked && !newer(EngineNovelty::guarded_checks) && has_quotient(table_, condition);
  std::set<std::int64_t> symbols = symbols_in(table_, condition);
  return (asserted || symbols.size() >= 3) &&
         std::all_of(symbols.begin(), symbols.end(), [&](std::int64_t symbol) { return freedom_.contains(symbol); });
}

void SymFacts::ask_number(std::int64_t size) {
  if (!guards || !is_sym(size)) return;
  std::optional<double> example = table_.example(size);
  if (example) hold_equal(table_.add(size, static_cast<std::int64_t>(*example), -1));
}

std::optional<bool> SymFacts::choose(std::int64_t condition) {
  if (std::optional<bool> constant = table_.constant(condition); guards && constant) return constant;
  if (!is_decided_by_examples(condition, false)) return std::nullopt;
  if (std::optional<bool> told = decide(condition)) return told;
  std::optional<double> value = table_.example(condition);
  if (!value) return std::nullopt;
  hold(*value != 0 ? condition : table_.apply("sym_not", std::array{condition}), false);
  return *value != 0;
}

std::optional<bool> SymFacts::choose(SymKind relation, std::int64_t a, std::int64_t b) {
  if (!guards || freedom_.empty()) return std::nullopt;
  // The end of a slice: no size is that large.
  auto endless = [](std::int64_t v) { return !is_sym(v) && (v >= kEndless || v <= -kEndless); };
  if (endless(a) || endless(b)) return std::nullopt;
  return choose(table_.binary(relation, a, b));
}

// PyTorch writes n for Max(1, n) and Min(100, n) before it asks, where the range of n says so; so in the factors of a
// product.
std::int64_t SymFacts::without_extremes(std::int64_t value) {
  auto plain = [&](std::int64_t one) {
    if (!is_sym(one)) return one;
    SymOperation operation = table_.operation(one);
    bool most = operation.name == "Max";
    if ((!most && operation.name != "Min") || operation.operands.size() != 2) return one;
    std::int64_t number = operation.operands[0], other = operation.operands[1];
    if (is_sym(number)) std::swap(number, other);
    bool taken = !is_sym(number) && decide(table_.binary(most ? SymKind::ge : SymKind::le, other, number)) == true;
    return taken ? other : one;
  };
  if (!is_sym(value)) return value;
  SymOperation operation = table_.operation(value);
  if (operation.name != "Mul") return plain(value);
  std::int64_t out = 1;
  for (std::int64_t factor : operation.operands) out = table_.multiply(out, plain(factor));
  return out;
}

std::optional<bool> SymFacts::ask(SymKind relation, std::int64_t a, std::int64_t b, bool told_fails) {
  if (!guards || freedom_.empty()) return std::nullopt;
  std::int64_t condition = table_.binary(relation, without_extremes(a), without_extremes(b));
  if (std::optional<bool> constant = table_.constant(condition)) return constant;
  std::set<std::int64_t> symbols = symbols_in(table_, condition);
  bool known = std::all_of(symbols.begin(), symbols.end(), [&](std::int64_t one) { return freedom_.contains(one); });
  if (!known) return std::nullopt;
  if (std::optional<bool> told = decide(condition)) return told;
  if (std::optional<bool> chosen = choose(condition)) return chosen;
  std::optional<double> value = table_.example(condition);
  if (!value) return std::nullopt;
  bool holds = *value != 0;
  // PyTorch looks at what a guard says of one size, not of several.
  if (told_fails && symbols.size() == 1)
    refuse_guard(*symbols.begin(), table_.text(holds ? condition : table_.apply("sym_not", std::array{condition})));
  return holds;
}

bool SymFacts::answer(SymKind relation, std::int64_t a, std::int64_t b) {
  std::optional<bool> told = ask(relation, a, b);
  return told ? *told : guard(table_.binary(relation, a, b));
}

std::optional<bool> SymFacts::choose_checked(std::int64_t condition) {
  if (!is_decided_by_examples(condition, true)) return std::nullopt;
  if (std::optional<bool> told = decide(condition)) return told;
  if (!newer(EngineNovelty::guarded_checks)) {  // asserted when the program runs: the example is not asked
    if (!table_.example(condition)) return std::nullopt;
    hold(condition, true);
    return true;
  }
  return choose(condition);
}

// What is known of sizes once a condition holds.
void SymFacts::hold(std::int64_t condition, bool checked) {
  SymOperation operation = table_.operation(condition);
  if (operation.name == "And") {
    for (std::int64_t part : operation.operands) hold(part, checked);
    return;
  }
  if (operation.operands.size() == 2 && operation.name == "Equality" &&
      table_.type(operation.operands[0]) == SymType::integer && table_.type(operation.operands[1]) == SymType::integer)
    hold_equal(table_.add(operation.operands[0], operation.operands[1], -1));
  std::size_t before = asserted_.size();
  assume(condition);
  if (!checked) asserted_.resize(before);
}

// difference == 0: a size may follow from it.
void SymFacts::hold_equal(std::int64_t difference) {
  difference = in_what_is_kept(difference);
  if (!is_sym(difference)) return;
  if (std::optional<Solution> solution = solve(difference)) replace(solution->symbol, solution->value);
}

// With what stands for sizes that were replaced before. Throws FoundSizes where they are more than terms of a sum.
std::int64_t SymFacts::in_what_is_kept(std::int64_t difference) const {
  for (const Solution& one : replaced_) {
    if (!symbols_in(table_, difference).contains(one.symbol)) continue;
    std::vector<SymTerm> terms = table_.terms(difference);
    for (SymTerm& term : terms) {
      if (term.product == one.symbol) {
        term.product = one.value;
      } else if (symbols_in(table_, term.product).contains(one.symbol)) {
        throw FoundSizes{followed};
      }
    }
    difference = table_.sum(terms);
  }
  return difference;
}

// PyTorch solves for no symbol where another part rounds: quotients, remainders, and whatever comes from floats.
static bool is_solved_for(SymTable& symbols, std::int64_t product) {
  std::vector<std::int64_t> open{product};
  std::set<std::int64_t> seen;  // equal parts are one expression
  while (!open.empty()) {
    const std::int64_t one = open.back();
    open.pop_back();
    if (!is_sym(one) || !seen.insert(one).second) continue;
    if (symbols.type(one) != SymType::integer) return false;
    const SymOperation operation = symbols.operation(one);
    if (operation.name == "FloorDiv" || operation.name == "Mod") return false;
    open.insert(open.end(), operation.operands.begin(), operation.operands.end());
  }
  return true;
}

// difference == 0 as what it says of one symbol: that of the largest example, and of equal ones that with the last
// name.
std::optional<SymFacts::Solution> SymFacts::solve(std::int64_t difference) const {
  std::set<std::int64_t> symbols = symbols_in(table_, difference);
  if (symbols.empty() || symbols.size() > kMostSolved) return std::nullopt;
  std::int64_t chosen = 0;
  auto later = [&](std::int64_t a, std::int64_t b) {
    double x = *table_.example(a), y = *table_.example(b);
    return x != y ? x > y : table_.text(a) > table_.text(b);
  };
  for (std::int64_t symbol : symbols) {
    if (!table_.example(symbol)) return std::nullopt;
    if (chosen == 0 || later(symbol, chosen)) chosen = symbol;
  }
  std::vector<SymTerm> rest;
  std::int64_t factor = 0;
  for (const SymTerm& term : table_.terms(difference)) {
    bool alone = term.product == chosen;
    if (!alone && is_sym(term.product) && symbols_in(table_, term.product).contains(chosen)) return std::nullopt;
    if (is_sym(term.product) && !is_solved_for(table_, term.product)) return std::nullopt;
    if (alone) {
      factor = term.coefficient;
    } else {
      rest.push_back({-term.coefficient, term.product});
    }
  }
  bool whole = factor != 0 && std::all_of(rest.begin(), rest.end(), [&](const SymTerm& term) {
                 return term.coefficient % factor == 0;
               });
  if (!whole) return std::nullopt;
  for (SymTerm& term : rest) term.coefficient /= factor;
  return Solution{chosen, table_.sum(rest)};
}

namespace {

bool is_inside(const SymRange& range, const SymRange& other) {
  return range.low >= other.low && range.high <= other.high;
}

SymRange common(const SymRange& a, const SymRange& b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

}  // namespace

SymRange SymFacts::range_of_example(std::int64_t symbol) const { return {least(symbol), table_.range(symbol).high}; }

void SymFacts::narrow_example(std::int64_t symbol, const SymRange& range) {
  SymRange own = range_of_example(symbol), narrower = common(own, range);
  if (is_inside(own, narrower)) return;
  if (freedom_.at(symbol) != SizeFreedom::told) return table_.set_range(symbol, narrower);
  std::string name = table_.text(symbol);
  std::string most = narrower.high == INT64_MAX ? "" : cat({" and ", name, " <= ", std::to_string(narrower.high)});
  refuse_guard(symbol, cat({std::to_string(narrower.low), " <= ", name, most}));
}

void SymFacts::fail_later(std::string message, std::string remedy) {
  if (failed) return;
  failed = fx_error("UserError", std::move(message));
  failed->diagnostic().note(std::move(remedy));
}

void SymFacts::refuse_guard(std::int64_t symbol, std::string_view guard) {
  fail_later(constraints_violated(table_.text(symbol),
                                  cat({" in the specified range satisfy the generated guard ", guard, "."})),
             "give the Dim a range in which it holds, or write Dim.AUTO for the size in dynamic_shapes");
}

void SymFacts::keep_in_range(std::int64_t value, const SymRange& range) {
  std::int64_t symbol = 0, factor = 0, plus = 0;
  for (const SymTerm& term : table_.terms(value)) {
    if (!is_sym(term.product)) {
      plus = term.coefficient;
    } else if (symbol == 0 && freedom_.contains(term.product)) {
      symbol = term.product;
      factor = term.coefficient;
    } else {
      return;
    }
  }
  if (symbol == 0) return;
  // (end - plus) / factor, rounded up or down.
  auto bound = [&](std::int64_t end, bool up) {
    std::int64_t rest = 0;
    bool endless = end == INT64_MAX || end == INT64_MIN || __builtin_sub_overflow(end, plus, &rest);
    if (endless) return (factor < 0) == (end > 0) ? INT64_MIN : INT64_MAX;
    std::int64_t quotient = rest / factor;
    bool exact = rest % factor == 0, positive = (rest < 0) == (factor < 0);
    if (exact || positive != up) return quotient;
    return quotient + (up ? 1 : -1);
  };
  SymRange needed{bound(factor > 0 ? range.low : range.high, true), bound(factor > 0 ? range.high : range.low, false)};
  narrow_example(symbol, needed);
}

// PyTorch makes the ranges of both agree, and writes the value only where it stays in the range of the symbol.
bool SymFacts::stays_in_range(std::int64_t symbol, std::int64_t value) {
  SymRange own = range_of_example(symbol);
  if (is_inside(bounds(value), own)) return true;
  if (symbols_in(table_, value).size() == 1) keep_in_range(value, own);
  if (is_inside(bounds(value), own)) return true;
  narrow_example(symbol, bounds(value));
  return false;
}

// The value stands in the symbol's place from the next run on, where dynamic_shapes lets it.
void SymFacts::replace(std::int64_t symbol, std::int64_t value) {
  SizeFreedom freedom = freedom_.at(symbol);
  bool number = !is_sym(value), plain = !number && table_.operation(value).operands.empty();
  std::set<std::int64_t> kept = symbols_in(table_, value);
  // What follows from several sizes is nothing that a Dim can say.
  bool named = kept.size() == 1 && freedom_.at(*kept.begin()) == SizeFreedom::told;
  bool refused = number ? freedom != SizeFreedom::automatic : named && (freedom == SizeFreedom::told || !plain);
  if (refused) return refuse_replacement(symbol, value);
  if (!number && !stays_in_range(symbol, value)) return;
  followed.push_back({number ? std::to_string(value) : table_.text(value), table_.text(symbol)});
  replaced_.push_back({symbol, value});
  learn_sign(table_.add(symbol, value, -1), "Equality");
}

void SymFacts::refuse_replacement(std::int64_t symbol, std::int64_t value) {
  fail_later(
      constraints_violated(
          table_.text(symbol),
          is_sym(value) ? cat({" are ", table_.text(value), "."})
                        : cat({" are valid because it was inferred to be a constant (", std::to_string(value), ")."})),
      "write Dim.AUTO for this size in dynamic_shapes, or leave it out");
}

}  // namespace seesaw
