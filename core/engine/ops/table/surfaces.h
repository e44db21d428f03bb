// Where Python has an operator under its own name.
//
// What: `surfaces_of` puts together what the records of a name say (op_def.h: Surface), and what names and schemas
// tell: torch.linalg, torch.special and torch.fft have those that begin so, and nothing else has them; a method needs a
// parameter `self`. Why: what PyTorch has no name for must not be captured, and the reason is told with the name that
// it does have.
//
//   surfaces_of("gelu")        // kInFunctional: torch.gelu and x.gelu are nothing
//   surfaces_of("relu6_")      // nothing: asked of operators, not of their forms in place
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/graph/ops_table/op_def.h"

namespace seesaw {

// Nothing for what is no operator's name.
std::optional<std::uint8_t> surfaces_of(std::string_view name);
// "linalg", "special" or "fft" of an operator that only such a module has; empty of others.
std::string_view library_of(std::string_view name);

}  // namespace seesaw
