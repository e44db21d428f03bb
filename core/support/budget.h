// What one call may cost.
//
// What: `within_budget` refuses a loop, an allocation or a list of results whose length the caller's numbers choose, before it begins.
// Why: a line of text can ask for 9,223,372,036,854,775,807 rows. A kernel or a shape rule has no place where it could be stopped; so what
// is too long is a diagnostic that names the limit, and no rule has a limit of its own.
//
//   within_budget(Budget::outputs, pieces, "split");     // throws: split gives more results than the limit of 1000000
//
// Asked where a length is known: once, in front of the loop.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

enum class Budget : std::uint8_t {
  steps,       // of a loop over what a window or a table covers
  elements,    // of a list that is built beside the tensors
  outputs,     // of one call
  iterations,  // of a graph that a higher-order operator calls
};

// A limit, and how its diagnostic words it.
struct BudgetLimit {
  std::int64_t limit;
  std::string_view exceeds, remedy;
};

inline constexpr BudgetLimit kBudgetLimits[] = {
    {4'000'000'000, " takes more steps than the limit of ", "use smaller sizes"},
    {50'000'000, " lists more elements than the limit of ", "use smaller sizes"},
    {1'000'000, " gives more results than the limit of ", "use smaller sizes"},
    {20'000, " calls its graph more often than the limit of ", "look at the condition that ends it, or use fewer iterations"},
};
inline constexpr std::int64_t limit_of(Budget kind) { return kBudgetLimits[static_cast<std::size_t>(kind)].limit; }

// `count` as a double, so that what is beyond 64 bits counts too.
inline void within_budget(Budget kind, double count, std::string_view what) {
  const BudgetLimit& row = kBudgetLimits[static_cast<std::size_t>(kind)];
  if (count <= static_cast<double>(row.limit)) return;
  throw user_error("budget", cat({what, row.exceeds, std::to_string(row.limit)}), std::string(row.remedy));
}

}  // namespace seesaw
