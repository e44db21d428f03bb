// Normalisation to mean 0 and variance 1, in operators.
//
// What: (x - mean) * scale over some dimensions, and the gradient of x by that of the result.
// Why: layers, groups and batches share it; written in operators from x itself, it has derivatives too.
//
//   Normalized normal(x, {-1}, 1e-5);                 // from x alone
//   Normalized again(x, normal.mean, normal.scale);   // by moments that were kept
//   Tensor gradient = normal.gradient(g, {-1});
#pragma once

#include "core/engine/ops/table/ops.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

inline Dims last_dims(std::size_t rank, std::size_t count) {
  Dims out;
  for (std::size_t d = rank - count; d < rank; ++d) out.push_back(static_cast<std::int64_t>(d));
  return out;
}

struct Normalized {
  Tensor x, mean, centred, value, scale;
  Normalized(const Tensor& of, const Dims& dims, double eps)
      : x(of), mean(first(op::mean_dim, {of, dims, true})), centred(x - mean) {
    scale = first(op::rsqrt, {first(op::mean_dim, {centred * centred, dims, true}) + eps});
    value = centred * scale;
  }
  Normalized(const Tensor& of, const Tensor& kept_mean, const Tensor& kept_scale)
      : x(of), mean(kept_mean), centred(x - mean), value(centred * kept_scale), scale(kept_scale) {}
  // PyTorch's two formulas: in powers of x for layers and groups, centred for batches. They leave different remainders.
  Tensor gradient(const Tensor& g, const Dims& dims) const {
    Tensor total = first(op::sum_dim, {g, dims, true}), along = first(op::sum_dim, {g * x, dims, true});
    double part = mean.numel() == 0 ? 0 : static_cast<double>(mean.numel()) / static_cast<double>(x.numel());
    Tensor slope = (total * mean - along) * scale * scale * scale * part;
    return scale * g + slope * x - (slope * mean + total * scale * part);
  }
  Tensor batch_gradient(const Tensor& g, const Dims& dims) const {
    Tensor along = first(op::mean_dim, {g * centred, dims, true}) * scale * scale;
    return (g - first(op::mean_dim, {g, dims, true}) - centred * along) * scale;
  }
};

// PyTorch's errors for an input whose last sizes are not `shape`, and for a weight or bias of another shape or dtype.
void check_layer_norm(const Tensor& a, const Dims& shape, const Tensor& weight, const Tensor& bias);

inline Tensor tensor_or_null(const Value& value) { return value.is_tensor() ? value.tensor() : Tensor(); }

// A value for each channel in a shape that broadcasts over images of this rank, and the dimensions of the others.
inline Tensor over_channels(const Tensor& t, std::size_t rank) {
  Dims shape(rank, 1);
  shape[1] = -1;
  return first(op::reshape, {t, shape});
}
inline Dims all_but_channels(std::size_t rank) {
  Dims out{0};
  for (std::size_t d = 2; d < rank; ++d) out.push_back(static_cast<std::int64_t>(d));
  return out;
}

}  // namespace seesaw
