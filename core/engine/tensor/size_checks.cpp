#include "core/engine/tensor/size_checks.h"

#include <algorithm>
#include <optional>

#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

bool checked(SymKind relation, std::int64_t a, std::int64_t b) {
  SymTable& symbols = sym_table();
  SymFacts& facts = symbols.facts();
  std::int64_t condition = symbols.binary(relation, a, b);
  if (std::optional<bool> chosen = facts.choose_checked(condition)) return *chosen;
  // Before 2.14 what is no bound of one size is asserted when the program runs.
  bool bound = !is_sym(a) || !is_sym(b);
  if (facts.guards && !bound && !newer(EngineNovelty::guarded_checks) && symbols.example(condition).value_or(0) != 0)
    return facts.assume(condition);
  return facts.answer(relation, a, b);
}

}  // namespace

bool checked_at_most(std::int64_t a, std::int64_t b) {
  if (!detail::any_sym(a, b)) return a <= b;
  return checked(SymKind::le, a, b);
}

bool checked_less(std::int64_t a, std::int64_t b) {
  if (!detail::any_sym(a, b)) return a < b;
  return checked(SymKind::lt, a, b);
}

Dims with_grouped_channels(const Dims& sizes, std::int64_t groups) {
  Dims out = sizes;
  out[1] = dim_mul(groups, dim_floordiv(sizes[1], groups));
  if (is_sym(sizes[1])) sizes_match(numel(sizes), numel(out));
  return out;
}

bool any_symbolic(std::span<const std::int64_t> sizes) { return std::any_of(sizes.begin(), sizes.end(), is_sym); }

void ask_numbers(std::span<const std::int64_t> sizes) {
  for (std::int64_t size : sizes) {
    if (is_sym(size)) sym_table().facts().ask_number(size);
  }
}

}  // namespace seesaw
