// Normalisation to mean 0 and variance 1, in operators.
//
// What: (x - mean) * scale over some dimensions, and the gradient of x by that of the result.
// Why: layers, groups and batches share it; written in operators from x itself, it has derivatives too.
//
//   Normalized normal(x, {-1}, 1e-5);
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

// The derivative of native_layer_norm as an operator: grad_out, input, normalized_shape, mean and rstd (none), weight,
// bias, eps, required results.
const OpDef& native_layer_norm_backward();

}  // namespace seesaw
