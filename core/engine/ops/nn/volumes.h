// Convolution of volumes: three spatial dimensions.
//
// What: the kernel and the derivative of aten.convolution where input and weight have five dimensions, transposed or
// not. Why: both are a product of matrices and the elements under a window as columns, as for images; the columns have
// operators of their own here, which are each other's derivatives and take the number of window positions.
//
//   Tensor y = volume_convolution(args, spec);
//   // args: x [1, 2, 4, 4, 4], weight [3, 2, 2, 2, 2]; y [1, 3, 3, 3, 3]
#pragma once

#include <span>

#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"

namespace seesaw {

// PyTorch's errors for volumes beyond wrong shapes.
void check_volume_convolution(std::span<const Value> args);
// `args` as for aten.convolution; `result` as in its shape rule.
Tensor volume_convolution(std::span<const Value> args, const TensorSpec& result);
// `args` as for aten.convolution_backward.
Tensor volume_input_gradient(std::span<const Value> args);
Tensor volume_weight_gradient(std::span<const Value> args);

}  // namespace seesaw
