// What a program tells of its symbolic sizes, beyond their ranges.
//
// What: conditions that torch._check asserts, sizes that have to be sizes, and whether a condition follows from them.
// Why: PyTorch's rules ask such questions of numbers that only a run tells (u0), and refuse what they cannot decide.
//
//   SymFacts& facts = sym_table().facts();
//   facts.expect_size(u0);                    // 0 <= u0, and u0 is size-like: asserted when the program runs
//   facts.assume(symbols.read("u0 <= s0"));   // torch._check(u0 <= s0)
//   facts.decide(symbols.read("u0 < 0"));     // false
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"

namespace seesaw {

class SymTable;
enum class SymKind : std::uint8_t;
struct SymRange;

// A size that follows from others, by the example: `kept` stands in its place, which is a number, another symbol, or an
// expression.
struct EqualSizes {
  std::string kept, replaced;
  bool named = false;  // the program asked for it
};

// Thrown where a program cannot go on without them: a capture begins anew with all that were found.
struct FoundSizes {
  std::vector<EqualSizes> sizes;
};

// What may happen to a size of an input whose example is known.
enum class SizeFreedom : std::uint8_t {
  told,       // Dim("batch"): nothing that narrows it
  dynamic,    // Dim.DYNAMIC: anything but a number
  automatic,  // Dim.AUTO: anything
};

class SymFacts {
 public:
  explicit SymFacts(SymTable& table) : table_(table) {}

  // Whether a condition holds for all values that its symbols can have. A size of an input is at least 2, as
  // torch.export assumes; with `oblivious` (guard_size_oblivious) a size-like symbol is, too.
  std::optional<bool> decide(std::int64_t condition, bool oblivious = false);
  // The same where a rule needs an answer. While `guards` is set, a condition on what only a run tells that cannot be
  // decided is GuardOnDataDependentSymNode; otherwise sizes of a typical run decide.
  bool guard(std::int64_t condition, bool oblivious = true);
  // torch._check: narrows ranges, and is asserted when the program runs unless it certainly holds. False if it
  // certainly does not.
  bool assume(std::int64_t condition);
  // A size of a tensor, or torch._check_is_size.
  void expect_size(std::int64_t size);
  // What an expression of sizes can be.
  SymRange bounds(std::int64_t value) const;
  bool is_size(std::int64_t symbol) const { return sizes_.contains(symbol); }
  void mark_size(std::int64_t symbol) { sizes_.insert(symbol); }
  const std::set<std::int64_t>& sizes() const { return sizes_; }
  // The conditions that are asserted when the program runs, in order.
  const std::vector<std::int64_t>& asserted() const { return asserted_; }
  [[noreturn]] void undecided(std::int64_t condition) const;

  // --- sizes of inputs that torch.export finds by itself (core/engine/tensor/sym_examples.cpp) ---
  // A size of an example. What PyTorch asks about sizes is answered by their examples, and holds from there on: that
  // narrows ranges, or makes one size follow from others.
  void follow_example(std::int64_t symbol, std::int64_t size, SizeFreedom freedom);
  // An expression that stands for a size with a range of its own: what that says of its symbol, if it has one alone, as
  // 2*s0 + 1. It has `failed` where a Dim says more of the symbol.
  void keep_in_range(std::int64_t value, const SymRange& range);
  // Sizes that follow from others, in the order in which they were found: they take effect when a capture begins anew.
  std::vector<EqualSizes> followed;
  // Whether an expression has such a size.
  bool is_free(std::int64_t value) const { return guards && has_free_size(value); }
  // An operator takes a size for a number, as recurrent layers do: a size of an example is its number from the next
  // run on. Throws as choose() does.
  void ask_number(std::int64_t size);
  // The answer, if one of the condition's sizes is free and all have examples. Throws UserError where a size
  // follows from others and dynamic_shapes says that it does not, FoundSizes where one that was replaced is no term of
  // a sum.
  std::optional<bool> choose(std::int64_t condition);
  std::optional<bool> choose(SymKind relation, std::int64_t a, std::int64_t b);
  // What PyTorch asks as it computes a shape or a layout. Of sizes that dynamic_shapes tells the answer must be that of
  // all their values: otherwise it has `failed`, if `told_fails`. Nothing: the sizes have no examples.
  std::optional<bool> ask(SymKind relation, std::int64_t a, std::int64_t b, bool told_fails = true);
  // The same, by the sizes of a typical run where there are no examples.
  bool answer(SymKind relation, std::int64_t a, std::int64_t b);
  // The same for torch._check, which PyTorch 2.6 asserts when the program runs if no size follows from it.
  std::optional<bool> choose_checked(std::int64_t condition);

  bool guards = false;  // set while a program is captured
  // Whether questions about layouts (ask_layout) may fail for sizes that dynamic_shapes tells. Strict capture has
  // looked at those before it asks.
  bool layouts_of_told = false;
  // Whether operands of pointwise operators are asked for their layout: not where a result is written in place.
  bool asks_operands = true;
  // UserError of the first guard that a size of dynamic_shapes fails. PyTorch raises it once forward has run, and only
  // if nothing follows from other sizes: no handler of the program sees it.
  std::optional<Error> failed;

 private:
  // A size that is what others make it.
  struct Solution {
    std::int64_t symbol, value;
  };
  bool has_free_size(std::int64_t condition) const;
  void hold(std::int64_t condition, bool checked);
  void hold_equal(std::int64_t difference);
  std::optional<Solution> solve(std::int64_t difference) const;
  void replace(std::int64_t symbol, std::int64_t value);
  void refuse_replacement(std::int64_t symbol, std::int64_t value);
  void refuse_guard(std::int64_t symbol, std::string_view guard);
  void fail_later(std::string message, std::string remedy);
  bool stays_in_range(std::int64_t symbol, std::int64_t value);
  SymRange range_of_example(std::int64_t symbol) const;
  void narrow_example(std::int64_t symbol, const SymRange& range);
  std::int64_t without_extremes(std::int64_t value);
  bool is_decided_by_examples(std::int64_t condition, bool checked) const;
  std::int64_t in_what_is_kept(std::int64_t difference) const;
  std::int64_t least(std::int64_t symbol) const;
  // What is known of a sum: its sign.
  struct Sign {
    bool negative = false, at_most_zero = false, zero = false, not_zero = false;
  };
  std::int64_t canonical(SymKind relation, std::int64_t difference);
  void learn_sign(std::int64_t difference, std::string_view relation);
  void narrow(std::int64_t difference, bool strictly, bool equal);
  void narrow_quotient(std::int64_t part, std::int64_t others, bool strictly);
  void narrow_symbol(std::int64_t symbol, std::int64_t factor, std::int64_t others, bool strictly);
  std::optional<bool> decide_floats(const SymOperation& operation);
  std::optional<bool> by_facts(std::string_view relation, std::int64_t difference) const;

  SymTable& table_;
  std::map<std::int64_t, SizeFreedom> freedom_;  // of sizes that have an example
  std::vector<Solution> replaced_;               // as `followed`
  std::set<std::int64_t> sizes_;
  std::map<std::int64_t, Sign> signs_;  // by the difference of both sides
  std::vector<std::int64_t> asserted_;
};

// What PyTorch's UserError says of a size that dynamic_shapes gives more values than the program has: `rest` follows
// "Not all values of batch".
std::string constraints_violated(std::string_view name, std::string_view rest);
// Whether it has a symbol that only a run tells.
bool only_run_tells(SymTable& symbols, std::int64_t value);
// The symbols that stand in it.
std::set<std::int64_t> symbols_in(SymTable& symbols, std::int64_t value);

}  // namespace seesaw
