// The operators with kernels, by name. An operator's record stands in its family's file, and its name once here.
#pragma once

// clang-format off
#define SEESAW_OPERATORS(X) \
  X(add) X(sub) X(rsub) X(mul) X(div) X(pow_tensor) X(pow_number) X(pow_base) X(maximum) X(minimum) X(gt) X(lt) \
  X(ge) X(le) X(eq) X(ne) X(logical_and) \
  X(logical_or) X(logical_xor) X(logical_not) X(gt_number) X(lt_number) X(ge_number) X(le_number) X(eq_number) \
  X(ne_number) X(floor) X(ceil) X(trunc) \
  X(round) X(atan2) X(square) X(masked_fill) X(clamp_min) X(clamp_max) X(logsumexp) X(add_scalar) X(sub_scalar) \
  X(mul_scalar) X(div_scalar) X(add_number) X(sub_number) X(mul_number) X(div_number) \
  X(tanh_backward) X(sigmoid_backward) X(threshold_backward) X(where) X(clamp) X(clamp_tensor) X(fill) \
  X(fill_tensor) X(zero) X(copy) X(neg) X(abs) \
  X(sign) X(sgn) X(exp) X(expm1) X(log) X(log1p) X(sqrt) X(rsqrt) X(reciprocal) X(sin) X(cos) X(tan) X(asin) \
  X(acos) X(atan) X(sinh) X(cosh) X(tanh) \
  X(asinh) X(acosh) X(atanh) X(sigmoid) X(relu) X(erf) X(gelu) X(silu) X(softplus) X(leaky_relu) X(hardtanh) \
  X(relu6) X(elu) X(hardsigmoid) \
  X(hardswish) X(mish) X(hardtanh_backward) X(leaky_relu_backward) X(elu_backward) X(gelu_backward) \
  X(softplus_backward) \
  X(hardswish_backward) X(hardsigmoid_backward) X(mse_loss_backward) X(clone) X(to_copy) X(to_dtype) X(sum) \
  X(sum_dim) X(mean) X(mean_dim) X(var_mean) X(var) X(std_dev) X(std_default) X(var_default) X(masked_fill_tensor) \
  X(prod) X(prod_dim) X(amax) \
  X(amin) X(max) X(min) X(max_dim) X(min_dim) X(softmax_kernel) X(log_softmax_kernel) X(softmax_backward_data) \
  X(log_softmax_backward_data) X(softmax) X(log_softmax) X(cumsum) X(flip) X(index_select) \
  X(index_add) X(gather) X(scatter_add) X(scatter_reduce) X(cummax) X(cummin) X(embedding) X(mm) X(mv) X(dot) \
  X(matmul) X(outer) X(bmm) X(addmm) X(linear) X(convolution) X(conv2d) \
  X(im2col) X(col2im) X(max_pool2d_with_indices) X(max_pool2d) X(avg_pool2d) X(avg_pool2d_backward) \
  X(native_layer_norm) X(layer_norm) \
  X(native_batch_norm) X(batch_norm) X(dropout) X(mse_loss) X(nll_loss_forward) X(nll_loss2d_forward) X(nll_loss) \
  X(nll_loss_nd) X(cross_entropy_loss) \
  X(view) X(unsafe_view) X(reshape_alias) X(reshape) X(view_as) X(transpose) X(t) X(permute) X(expand) X(expand_as) \
  X(unsqueeze) X(squeeze) \
  X(squeeze_dim) X(squeeze_dims) X(select) X(slice) X(narrow) X(as_strided) X(unbind) X(split) X(chunk) X(flatten) \
  X(detach) X(cat) X(stack) \
  X(split_with_sizes) X(select_backward) X(slice_backward) \
  X(zeros) X(ones) X(full) X(zeros_like) X(ones_like) X(full_like) X(new_zeros) X(new_ones) X(new_full) X(arange) \
  X(arange_start) X(arange_step) X(eye) \
  X(eye_m) X(triu) X(tril) X(bitwise_and) X(bitwise_and_number) X(bitwise_or) X(bitwise_or_number) X(bitwise_xor) \
  X(bitwise_xor_number) X(dunder_and) \
  X(dunder_or) X(dunder_xor) X(bitwise_not) X(remainder) X(remainder_number) X(div_mode) X(any) X(any_dim) X(all) \
  X(all_dim) X(argmax) X(argmin) \
  X(contiguous) X(std_dim) X(var_dim) X(var_mean_dim) X(numpy_T) X(rms_norm) X(group_norm) X(attention) \
  X(take_along_dim) X(cosine_similarity) X(adaptive_avg_pool2d) \
  X(constant_pad_nd) X(pad) X(repeat) X(linalg_vector_norm) X(binary_cross_entropy) X(lift_fresh_copy) X(scatter) \
  X(scatter_value) X(sort) X(topk) X(one_hot) X(nonzero) X(instance_norm) X(einsum) \
  X(index) X(index_put) X(index_places) X(put_places) X(roll) X(linspace) \
  X(split_sizes) X(max_other) X(min_other) X(conv2d_padding) X(select_scatter) X(slice_scatter) X(diagonal_scatter) \
  X(alias) X(permute_copy) X(view_copy) X(unsqueeze_copy) \
  X(select_copy) X(slice_copy) X(expand_copy) X(squeeze_copy) X(squeeze_dim_copy) X(squeeze_dims_copy) X(t_copy) \
  X(transpose_copy) \
  X(split_with_sizes_copy) X(split_copy) X(unbind_copy) X(as_strided_copy) X(alias_copy) X(diagonal_copy) \
  X(unfold_copy) X(detach_copy) X(as_strided_scatter) X(native_dropout) X(native_group_norm) \
  X(batch_norm_no_training) X(batch_norm_functional) X(batch_norm_no_stats) X(rand) \
  X(randn) X(rand_like) X(randn_like) X(scalar_tensor) X(empty) X(empty_like) X(new_empty) X(fmod) X(fmod_number) \
  X(isnan) X(isinf) X(log2) X(log10) \
  X(any_dims) X(adaptive_avg_pool2d_data) X(upsample_nearest2d) \
  X(hstack) X(vstack) X(concat) X(concatenate) X(atleast_1d) X(atleast_2d) X(atleast_3d) X(ravel) X(mT) X(tile) \
  X(type_as) X(swapaxes) X(swapdims) X(movedim_number) X(movedim) X(moveaxis_number) X(moveaxis) X(unflatten) \
  X(broadcast_to) X(broadcast_tensors) X(positive) \
  X(cumprod) X(logcumsumexp) X(median) X(median_dim) X(count_nonzero) X(count_nonzero_dims) X(all_dims) X(addcmul) \
  X(addcdiv) X(lerp) X(celu) X(selu) \
  X(hardshrink) X(softshrink) X(threshold) X(log_sigmoid_forward) X(log_sigmoid) X(glu) X(smooth_l1_loss) \
  X(huber_loss) X(l1_loss) X(kl_div) \
  X(binary_cross_entropy_with_logits) X(exp2) X(erfc) X(deg2rad) X(rad2deg) X(frac) X(logit) X(nan_to_num) \
  X(copysign) X(copysign_number) X(hypot) \
  X(logaddexp) X(xlogy) X(xlogy_number) X(xlogy_base) X(floor_divide) X(remainder_base) X(std_mean) X(std_mean_dim) \
  X(diagonal) \
  X(diagonal_backward) X(unfold) X(unfold_backward) X(where_other) X(where_self) X(where_numbers) X(conv1d) \
  X(lgamma) X(digamma) X(polygamma) X(baddbmm) X(upsample_nearest1d) \
  X(feature_dropout) X(alpha_dropout) X(feature_alpha_dropout) X(adaptive_max_pool2d) X(cdist_forward) X(cdist) \
  X(trilinear) X(bilinear) \
  X(view_as_real) X(view_as_complex) X(complex) X(polar) X(angle) X(conj) X(conj_view) X(conj_physical) \
  X(conj_physical_data) X(resolve_conj) X(resolve_neg)
// clang-format on
