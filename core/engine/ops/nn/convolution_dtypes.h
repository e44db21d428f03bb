// Which integers and booleans the kernels of PyTorch's convolutions take.
//
// What: each part of a convolution and of its gradients has a kernel of its own, and each of these has its own dtypes.
// Why: the formulas here serve for every dtype; where PyTorch has no kernel, a value would come from nothing.
//
//   ConvolutionKind kind = convolution_kind(input, dilation, false);
//   check_convolution_dtype(kind, ConvolutionPart::result);  // uint8, dilated: "slow_conv_dilated<>" not implemented
#pragma once

#include <cstdint>

#include "core/engine/ops/call/value.h"

namespace seesaw {

enum class ConvolutionPart : std::uint8_t { result, input_gradient, weight_gradient, bias_gradient };

// What the kernels depend on.
struct ConvolutionKind {
  Element element;
  bool volume;  // three spatial dimensions
  bool transposed;
  bool dilated;
};
ConvolutionKind convolution_kind(const Tensor& input, const Value& dilation, bool transposed);

// Throws PyTorch's "not implemented for" if that part has no kernel for the dtype.
void check_convolution_dtype(const ConvolutionKind& kind, ConvolutionPart part);

}  // namespace seesaw
