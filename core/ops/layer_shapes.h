// The shape of a convolution over any number of dimensions.
//
//   shape::convolution({input, weight, stride, padding, dilation, {}, groups, false, false})
#pragma once

#include "core/ops/shape_rule.h"

namespace seesaw::shape {

struct Convolution {
  const Tensor& input;
  const Tensor& weight;
  Dims stride, padding, dilation, output_padding;  // one value may stand for all dimensions
  std::int64_t groups = 1;
  bool transposed = false;
  bool same = false;  // padding that keeps the size
  Tensor bias = {};
};
Specs convolution(const Convolution& c);

}  // namespace seesaw::shape
