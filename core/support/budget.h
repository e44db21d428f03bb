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

enum class Budget : std::uint8_t { steps,      // of a loop over what a window or a table covers
                                   elements,   // of a list that is built beside the tensors
                                   outputs };  // of one call

inline constexpr std::int64_t limit_of(Budget kind) { return kind == Budget::steps ? 4'000'000'000 : kind == Budget::elements ? 50'000'000
                                                                                                                              : 1'000'000; }

// `count` as a double, so that what is beyond 64 bits counts too.
inline void within_budget(Budget kind, double count, std::string_view what) {
  if (count <= static_cast<double>(limit_of(kind))) return;
  std::string_view of = kind == Budget::steps ? " takes more steps than the limit of " : kind == Budget::elements ? " lists more elements than the limit of "
                                                                                                                  : " gives more results than the limit of ";
  throw user_error("budget", cat({what, of, std::to_string(limit_of(kind))}), "use smaller sizes");
}

}  // namespace seesaw
