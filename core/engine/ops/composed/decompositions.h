// How run_decompositions writes operators in others: the rules that records name.
//
// What: a rule takes an operator's arguments, in the order of its schema and with the defaults filled in, and calls
// smaller operators through the current mode; what those are, and in which order, is what PyTorch 2.6.0 leaves in the
// graph. Why: the pass traces the rule and finds the smaller operators' nodes; nothing else knows how an operator is
// taken apart.
//
//   constinit const OpDef relu6{.path = "torch.ops.aten.relu6.default", .decomposition = {Decomposition::table,
//   decomposition::relu6}, ...};
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "core/graph/ops_table/op_def.h"
#include "core/engine/ops/call/value.h"

// clang-format off
#define SEESAW_DECOMPOSITIONS(X) \
  X(linear) X(matmul) X(conv) X(t) X(transpose) X(flatten) X(reshape) X(contiguous) X(to_dtype) X(chunk) X(split) \
  X(stack) X(squeeze_dim) \
  X(squeeze) X(dropout) X(softmax) X(log_softmax) X(layer_norm) X(batch_norm) X(group_norm) X(max_pool2d) \
  X(adaptive_avg_pool2d) X(sum) \
  X(mv) X(std_dim) X(std_default) X(var_default) X(masked_fill_tensor) X(std_correction) X(var_dim) X(zeros) \
  X(ones) X(zeros_like) X(ones_like) X(masked_fill_scalar) X(rsub) X(softplus) \
  X(hardsigmoid) X(hardswish) X(elu) X(silu) X(relu6) X(square) X(cosine_similarity) X(unbind) X(unsafe_view) \
  X(addcmul) X(addcdiv) \
  X(lerp_scalar) X(mse_loss) X(detach) X(all) X(all_dim) X(triu) X(eye) X(bit_and) X(bit_or) X(bit_xor) \
  X(floor_divide) X(swapped) \
  X(movedim) X(unflatten) X(broadcast_to) X(split_sizes) X(positive) X(feature_dropout) X(adaptive_avg_pool1d) \
  X(adaptive_max_pool1d) \
  X(arange) X(arange_start) X(attention) X(avg_pool1d) X(bernoulli) X(bernoulli_p) X(binary_cross_entropy) \
  X(binary_cross_entropy_with_logits) X(celu) X(channel_shuffle) X(clamp_max) X(clamp_min) X(clip) X(conv_padding) \
  X(conv_transpose) \
  X(count_nonzero) X(cross_entropy) X(deg2rad) X(dot) X(einsum) X(empty_like) X(eye_m) X(fill_scalar) \
  X(fill_tensor) X(fill_zero) \
  X(float_power) X(frac) X(glu) X(hardshrink) X(heaviside) X(huber_loss) X(index_add) X(index_copy) X(index_fill) \
  X(instance_norm) \
  X(isfinite) X(kl_div) X(linspace) X(log_sigmoid) X(logaddexp) X(logit) X(logsumexp) X(max_other) X(max_pool1d) \
  X(min_other) X(mish) \
  X(nan_to_num) X(new_empty) X(new_full) X(new_ones) X(new_zeros) X(nll_loss) X(one_hot) X(outer) X(pad) \
  X(pixel_shuffle) \
  X(pixel_unshuffle) X(poisson_nll_loss) X(prelu) X(rad2deg) X(reflection_pad) X(repeat_interleave) \
  X(replication_pad) X(rms_norm) X(roll) \
  X(select_scatter) X(selu) X(sgn) X(sinc) X(smooth_l1_loss) X(softshrink) X(take) X(take_along_dim) X(threshold) \
  X(tril) X(true_divide) \
  X(upsample_nearest) X(var_mean_dim) X(where_scalar) X(where_scalar_other) X(where_scalar_self) X(xlogy) \
  X(lerp_tensor) \
  X(broadcast_tensors) X(to_layout) X(type_as) \
  X(l1_loss) X(soft_margin_loss) X(margin_ranking_loss) X(hinge_embedding_loss) X(cosine_embedding_loss) \
  X(triplet_margin_loss) \
  X(pairwise_distance) X(alpha_dropout) X(rrelu) X(entr) X(isclose) X(mvlgamma) X(nansum) X(nanmean) X(aminmax) \
  X(argsort) X(std_mean_dim) X(std_mean_correction) X(renorm) X(baddbmm) X(bilinear) X(tensordot) X(inner) X(kron) \
  X(chain_matmul) X(linalg_norm) X(matrix_norm) \
  X(cdist) X(trace) X(cross) X(linalg_cross) X(linalg_det) X(linalg_inv) X(svd) X(embedding_bag) X(real) X(imag) \
  X(diag) X(fliplr) X(flipud) X(rot90) X(meshgrid) \
  X(dstack) X(column_stack) X(tensor_split) X(hsplit) X(vsplit) X(dsplit) X(block_diag) X(cartesian_prod) X(diff) \
  X(trapezoid) X(gradient) X(im2col) X(col2im) X(pad_circular) X(grid_sampler) X(upsample_linear) \
  X(upsample_bicubic) X(expit) X(reshape_as) X(ravel) \
  X(matrix_power) X(multi_dot) X(linalg_cond) X(norm_over_dims) X(norm_in_dtype) X(frobenius_norm) \
  X(cumulative_trapezoid) X(ldexp) X(dist) X(isin) \
  X(logaddexp2) X(logspace) X(lower_places) X(upper_places) X(upsample_nearest_exact) \
  X(lstm) X(gru) X(rnn_tanh) X(rnn_relu) X(lstm_cell) X(gru_cell) X(rnn_tanh_cell) X(rnn_relu_cell)

// What a tensor is once a view of it has other elements: the tensor, the view's new elements, which of several views it is, the view's arguments.
#define SEESAW_PUT_BACK_RULES(X) \
  X(select) X(slice) X(diagonal) X(unsqueeze) X(squeeze) X(squeeze_dim) X(squeeze_dims) X(t) X(transpose) \
  X(permute) X(view) X(whole) X(unbind) X(split) X(split_with_sizes) X(as_strided)
// clang-format on

namespace seesaw::decomposition {

#define SEESAW_DECLARE_RULE(name) Outputs name(std::span<const Value> args);
SEESAW_DECOMPOSITIONS(SEESAW_DECLARE_RULE)
#undef SEESAW_DECLARE_RULE

// An operator by its name in torch.ops.aten, called through the current mode; results that nobody asks for stay nodes
// until dead code goes.
Outputs aten(std::string_view name, std::initializer_list<Value> args);
inline Tensor one(std::string_view name, std::initializer_list<Value> args) { return aten(name, args)[0]; }

}  // namespace seesaw::decomposition

namespace seesaw::put_back {

#define SEESAW_DECLARE_RULE(name) Outputs name(std::span<const Value> args);
SEESAW_PUT_BACK_RULES(SEESAW_DECLARE_RULE)
#undef SEESAW_DECLARE_RULE

}  // namespace seesaw::put_back
