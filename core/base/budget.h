// Limits on the cost of one call.
//
// What: `within_budget` rejects a loop, an allocation or a list of results whose length depends on the caller's
// numbers, before it begins. Why: a line of text can ask for 9,223,372,036,854,775,807 rows. A kernel or a shape rule
// cannot be interrupted, so excess is reported beforehand as a diagnostic that names the limit, and no rule defines its
// own limit.
//
//   within_budget(Budget::outputs, pieces, "split");     // throws: split returns more than the limit of 1000000
//
// Call once, before the loop, as soon as the length is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

enum class Budget : std::uint8_t {
  steps,     // of a loop over a window or a table
  products,  // of elements, in a product of matrices
  elements,  // of a list built beside the tensors, or traversed one by one
  outputs,   // of one call
  operand,   // elements that a kernel reads: when expanded, a few bytes can appear as any number
  written,   // elements of a textual answer
  iterations,
};  // of a graph that a higher-order operator calls

struct BudgetRow {
  std::int64_t most;
  std::string_view more;
};
inline constexpr BudgetRow kBudgets[] = {{4'000'000'000, " takes more steps than the limit of "},
                                         {20'000'000'000, " takes more multiplications than the limit of "},
                                         {50'000'000, " lists more elements than the limit of "},
                                         {1'000'000, " gives more results than the limit of "},
                                         {600'000'000, " reads a tensor of more elements than the limit of "},
                                         {10'000'000, " writes more elements than the limit of "},
                                         {20'000, " calls its graph more often than the limit of "}};
constexpr const BudgetRow& row_of(Budget kind) { return kBudgets[static_cast<std::size_t>(kind)]; }
constexpr std::int64_t limit_of(Budget kind) { return row_of(kind).most; }

// `count` as a double, so that values beyond 64 bits are counted too.
inline void within_budget(Budget kind,
                          double count,
                          std::string_view what,
                          std::string_view remedy = "use smaller sizes") {
  if (count <= static_cast<double>(limit_of(kind))) return;
  throw user_error("budget", cat({what, row_of(kind).more, std::to_string(limit_of(kind))}), std::string(remedy));
}

}  // namespace seesaw
