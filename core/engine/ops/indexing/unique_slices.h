// The different slices of a tensor along a dimension: shared by unique_dim and unique_consecutive.
//
//   different_slices(x, 0, true)      // slices in order, the place of each of x among them, how often each stands
#pragma once

#include "core/engine/ops/call/value.h"

namespace seesaw {

// `sorted`: in order; else without repetitions of the one before.
Outputs different_slices(const Tensor& t, std::int64_t dim, bool sorted);

}  // namespace seesaw
