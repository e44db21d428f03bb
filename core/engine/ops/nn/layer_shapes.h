// The shape of a convolution over any number of dimensions, and what resizing is told.
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
  Dims stride, padding, dilation, output_padding;  // one value may stand for all dimensions
  std::int64_t groups = 1;
  bool transposed = false;
  bool same = false;  // padding that keeps the size
  Tensor bias = {};
};
Specs convolution(const Convolution& c);
// Whether a padding told by its name keeps the size ("same"); PyTorch's error for another name, and for strides that
// are not 1.
bool keeps_size(const Value& padding, const Dims& stride);
// What "same" adds to each dimension: as much before as behind, and one more behind where the sum is odd.
struct SamePadding {
  Dims sides;   // of the convolution
  Dims behind;  // of constant_pad_nd before it; empty where no sum is odd
};
SamePadding same_padding(const Tensor& weight, const Dims& dilation);
// Attention of grouped queries: PyTorch's error unless the heads of key and value divide those of the query.
void check_groups(std::span<const Value> args);
// PyTorch's error unless output_size, of adaptive pooling over rows, is one size.
void need_one_size(std::string_view name, const Value& sizes);

enum class Interpolation : std::uint8_t {
  nearest,
  linear,
  cubic,
};
// PyTorch's error for elements that it does not interpolate in an image of size `to`; shapes alone are told for all.
void check_interpolation(const Tensor& image, const Dims& to, Interpolation how);

// scale_factors: floats, or integers that stand for them; none where sizes are given.
inline std::vector<double> factors_of(const Value& list) {
  if (list.kind() != Value::Kind::ints) return list.reals();
  const Dims whole = list.ints();
  return {whole.begin(), whole.end()};
}

}  // namespace seesaw::shape
