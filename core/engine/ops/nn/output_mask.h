// Derivatives of several inputs in one operator, of which a mask leaves out some.
//
// What: `is_wanted` reads bit i of `output_mask`, `masked_specs` makes the others None. Why: PyTorch's derivatives of
// convolution and of normalisations return None for an input that does not require a gradient.
//
//   masked_specs({1, 0, 1}, {input, weight, bias})[1]     // absent: None
#pragma once

#include <vector>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

// A mask that is too short wants the rest.
inline bool is_wanted(const Dims& mask, std::size_t i) { return i >= mask.size() || mask[i] != 0; }

inline Specs masked_specs(const Dims& mask, std::vector<TensorSpec> specs) {
  std::uint32_t absent = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) absent |= is_wanted(mask, i) ? 0 : std::uint32_t{1} << i;
  return Specs(std::move(specs), absent);
}

}  // namespace seesaw
