// The Python namespaces that list an operator under its own name.
//
// What: `surfaces_of` combines the records of a name (op_def.h: Surface) with what names and schemas imply: operators
// with the prefix of torch.linalg, torch.special or torch.fft are in that module alone; a method needs a parameter
// `self`. Why: an operator without a name in PyTorch must not be captured, and the error reports the name that it does
// have.
//
//   surfaces_of("gelu")        // kInFunctional: torch.gelu and x.gelu do not exist
//   surfaces_of("relu6_")      // nothing: takes operators, not their in-place forms
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/graph/ops_table/op_def.h"

namespace seesaw {

// Nothing for other names.
std::optional<std::uint8_t> surfaces_of(std::string_view name);
// "linalg", "special" or "fft" for an operator that only such a module has; empty for others.
std::string_view library_of(std::string_view name);
// The operator's name behind a function of such a module, whether or not there is one: "fft_fft" for "torch.fft.fft".
// Empty for functions of other modules.
std::string name_in_library(std::string_view path);

}  // namespace seesaw
