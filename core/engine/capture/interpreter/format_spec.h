// Python's mini-language of formats: what stands behind the colon in f"{x:>8.3f}".
//
//   format_value(">8.3f", Arg::floating(2.5))   // "   2.500"
//   format_value("05d", context.integer(42))    // "00042"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/graph/ir/arg.h"

namespace seesaw {

// Of a number or a text. Nothing: the format is none, or is one of another type's (Python raises ValueError).
std::optional<std::string> format_value(std::string_view spec, const Arg& value);

}  // namespace seesaw
