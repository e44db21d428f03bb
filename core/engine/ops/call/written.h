// Writes in derivative formulas.
//
// What: `written` counts, on a gradient returned by a formula, the in-place writes of PyTorch's formula. Why: versions
// of gradients are visible (`x.grad._version`), and detect stale saved values; formulas and kernels here never write in
// place.
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
