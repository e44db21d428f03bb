// The shape of a convolution over any number of dimensions, and the size arguments of resizing.
//
//   shape::convolution({input, weight, stride, padding, dilation, {}, groups, false, false})
//   shape::factors_of(args[3])        // scale_factors: 2.0, 1.5
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw::shape {

struct Convolution {
  const Tensor& input;
  const Tensor& weight;
  Dims stride, padding, dilation, output_padding;  // one value may represent all dimensions
  std::int64_t groups = 1;
  bool transposed = false;
  bool same = false;  // padding that keeps the size
  Tensor bias = {};
};
Specs convolution(const Convolution& c);
// Whether a padding given by name keeps the size ("same"); PyTorch's error for another name, and for strides that
// are not 1.
bool keeps_size(const Value& padding, const Dims& stride);
// The padding that "same" adds to each dimension: equal before and after, plus one after if the sum is odd.
struct SamePadding {
  Dims sides;   // of the convolution
  Dims behind;  // of constant_pad_nd before it; empty if no sum is odd
};
SamePadding same_padding(const Tensor& weight, const Dims& dilation);
// Grouped-query attention: PyTorch's error unless the heads of key and value divide those of the query.
void check_groups(std::span<const Value> args);
// PyTorch's error unless output_size, of adaptive pooling over rows, is one size.
void need_one_size(std::string_view name, const Value& sizes);

enum class Interpolation : std::uint8_t {
  nearest,
  linear,
  cubic,
};
// PyTorch's error for dtypes that it does not interpolate to an image of size `to`; shape computation accepts all.
void check_interpolation(const Tensor& image, const Dims& to, Interpolation how);

// scale_factors: floats, or integers that represent them; none if sizes are given.
inline std::vector<double> factors_of(const Value& list) {
  if (list.kind() != Value::Kind::ints) return list.reals();
  const Dims whole = list.ints();
  return {whole.begin(), whole.end()};
}

}  // namespace seesaw::shape
