// The shape of a convolution over any number of dimensions, and what resizing is told.
//
//   shape::convolution({input, weight, stride, padding, dilation, {}, groups, false, false})
//   shape::factors_of(args[3])        // scale_factors: 2.0, 1.5
#pragma once

#include <string_view>
#include <vector>

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
// PyTorch's error unless output_size, of adaptive pooling over rows, is one size.
void need_one_size(std::string_view name, const Value& sizes);

// scale_factors: floats, or integers that stand for them; none where sizes are given.
inline std::vector<double> factors_of(const Value& list) {
  if (list.kind() != Value::Kind::ints) return list.reals();
  const Dims whole = list.ints();
  return {whole.begin(), whole.end()};
}

}  // namespace seesaw::shape
