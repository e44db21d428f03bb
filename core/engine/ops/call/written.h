// What derivative formulas write.
//
// What: `written` counts, on a gradient that a formula makes, the writes that PyTorch's formula does in place.
// Why: versions of gradients are seen (`x.grad._version`), and what saves one is told when it is out of date; formulas
// here are without writes, as kernels are.
//
//   g.set(0, written(first(op::scatter, {zeros, dim, places, gradient}), 2));     // zero_(), then scatter_()
#pragma once

#include "core/engine/tensor/tensor.h"

namespace seesaw {

inline Tensor written(Tensor gradient, std::uint32_t times = 1) {
  gradient.bump_version(times);
  return gradient;
}

}  // namespace seesaw
