// Python's complex numbers.
//
// What: read and written as Python does ("1j", "(1+2j)", "complex(0.0, -1.0)"), and computed with.
// Why: a program's constants and the results of `item()` are numbers, not tensors.
//
//   parse_complex("(1+2j)")                      // Number::of(1.0, 2.0)
//   complex_arithmetic("*", Number::of(0.0, 1.0), Number::of(2))   // 2j
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/engine/exec/datum.h"

namespace seesaw {

std::optional<Number> parse_complex(std::string_view text);
// Python's repr.
std::string complex_text(Number n);
// Python's operators on numbers of which at least one is complex. Throws Python's TypeError for undefined ones.
Datum complex_arithmetic(std::string_view token, Number a, Number b);
Datum complex_prefix(std::string_view token, Number a);

}  // namespace seesaw
