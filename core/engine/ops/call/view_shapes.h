// Shapes of views: a size worked out, and the strides that show the same elements in another shape.
//
//   Dims shape = infer_size({-1, 4}, 12);      // [3, 4]
#pragma once

#include "core/engine/tensor/tensor.h"

namespace seesaw {

// A shape with one -1 worked out. Throws RuntimeError with PyTorch's text if the shape does not hold `count` elements.
Dims infer_size(const Dims& shape, std::int64_t count);
// Strides that show the same elements in another shape, if there are any.
bool view_strides(const Tensor& t, const Dims& shape, Dims& out);
// Those that PyTorch finds while it traces: it goes from the left and splits and joins dimensions one by one, which
// gives dimensions of size 1 other strides.
bool traced_view_strides(const Tensor& t, const Dims& shape, Dims& out);

}  // namespace seesaw
