// Transposed convolution of images: the derivative of a convolution for its input, as an operator.
//
// What: `transposed_convolution(args, result)` computes aten.convolution with `transposed` from im2col's counterpart
// col2im and matrix products; the gradients are written in operators, so that they have derivatives too. Why: a weight
// [in, out / groups, height, width] spreads each element of the input over a window of the result.
//
//   Tensor y = transposed_convolution(args, shape::convolution(sizes)[0]);
//   // args: x [1, 2, 4, 4], weight [2, 3, 2, 2], stride 2; y [1, 3, 8, 8]
#pragma once

#include <span>

#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"

namespace seesaw {

// `args` as for aten.convolution, over two dimensions; `result` as in its shape rule.
Tensor transposed_convolution(std::span<const Value> args, const TensorSpec& result);
// Common to both derivatives, as images: a convolution over rows has images of one row. `filters`: sizes of the weight.
struct TransposedGradient {
  Tensor gradient;
  Dims filters;
  Value stride, padding, dilation, output_padding;
  std::int64_t groups;
};
Tensor transposed_input_gradient(const TransposedGradient& g, const Tensor& weight);
Tensor transposed_weight_gradient(const TransposedGradient& g, const Tensor& input);

}  // namespace seesaw
