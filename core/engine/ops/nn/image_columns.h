// im2col and col2im for convolutions, of every dtype.
//
// What: `columns_of_image` and `image_of_columns` call aten.im2col and aten.col2im; for integers they run the kernel
// alone. Why: the operators refuse integers, as PyTorch's do, and convolutions of int64 are computed by them.
//
//   columns_of_image({image, kernel, dilation, padding, stride})
#pragma once

#include <vector>

#include "core/engine/ops/call/value.h"

namespace seesaw {

Tensor columns_of_image(const std::vector<Value>& args);
Tensor image_of_columns(const std::vector<Value>& args);

}  // namespace seesaw
