// Calls of torch.nn.functional and torch.functional as torch.fx of PyTorch 2.6.0 records them: the rows of
// tests/data/passes/traced_functions.json, which tests/node/oracle/record_traced_functions.py records.
#include "core/engine/ops/table/traced_functions.h"

#include <algorithm>

#include "core/base/cat.h"

namespace seesaw {

namespace {

// Functions written in Python pass on the parameters before the `*` by position and the rest by keyword, with defaults.
// torch.X is torch.functional.X.
constexpr TracedFunction kPython[] = {
    {"", "torch.nn.functional.adaptive_avg_pool2d(input, output_size)"},
    {"", "torch.nn.functional.adaptive_avg_pool3d(input, output_size)"},
    {"", "torch.nn.functional.adaptive_max_pool1d(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.adaptive_max_pool1d_with_indices(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.adaptive_max_pool2d(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.adaptive_max_pool2d_with_indices(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.adaptive_max_pool3d(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.adaptive_max_pool3d_with_indices(input, output_size, *, return_indices=False)"},
    {"", "torch.nn.functional.affine_grid(theta, size, *, align_corners=None)"},
    {"", "torch.nn.functional.alpha_dropout(input, *, p=0.5, training=False, inplace=False)"},
    {"",
     "torch.nn.functional.batch_norm(input, running_mean, running_var, *, weight=None, bias=None, training=False, "
     "momentum=0.1, eps=1e-05)"},
    {"",
     "torch.nn.functional.binary_cross_entropy(input, target, *, weight=None, size_average=None, reduce=None, "
     "reduction='mean')"},
    {"",
     "torch.nn.functional.binary_cross_entropy_with_logits(input, target, *, weight=None, size_average=None, "
     "reduce=None, reduction='mean', pos_weight=None)"},
    {"", "torch.nn.functional.celu(input, *, alpha=1.0, inplace=False)"},
    {"",
     "torch.nn.functional.cosine_embedding_loss(input1, input2, target, *, margin=0, size_average=None, reduce=None, "
     "reduction='mean')"},
    {"",
     "torch.nn.functional.cross_entropy(input, target, *, weight=None, size_average=None, ignore_index=-100, "
     "reduce=None, reduction='mean', label_smoothing=0.0)"},
    {"",
     "torch.nn.functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, *, blank=0, reduction='mean', "
     "zero_infinity=False)"},
    {"", "torch.nn.functional.dropout(input, *, p=0.5, training=True, inplace=False)"},
    {"", "torch.nn.functional.dropout1d(input, *, p=0.5, training=True, inplace=False)"},
    {"", "torch.nn.functional.dropout2d(input, *, p=0.5, training=True, inplace=False)"},
    {"", "torch.nn.functional.dropout3d(input, *, p=0.5, training=True, inplace=False)"},
    {"", "torch.nn.functional.elu(input, *, alpha=1.0, inplace=False)"},
    {"",
     "torch.nn.functional.embedding(input, weight, *, padding_idx=None, max_norm=None, norm_type=2.0, "
     "scale_grad_by_freq=False, sparse=False)"},
    {"",
     "torch.nn.functional.embedding_bag(input, weight, *, offsets=None, max_norm=None, norm_type=2, "
     "scale_grad_by_freq=False, mode='mean', sparse=False, per_sample_weights=None, include_last_offset=False, "
     "padding_idx=None)"},
    {"", "torch.nn.functional.feature_alpha_dropout(input, *, p=0.5, training=False, inplace=False)"},
    {"", "torch.nn.functional.fold(input, output_size, kernel_size, *, dilation=1, padding=0, stride=1)"},
    {"",
     "torch.nn.functional.fractional_max_pool2d(input, kernel_size, *, output_size=None, output_ratio=None, "
     "return_indices=False, _random_samples=None)"},
    {"",
     "torch.nn.functional.fractional_max_pool2d_with_indices(input, kernel_size, *, output_size=None, "
     "output_ratio=None, return_indices=False, _random_samples=None)"},
    {"",
     "torch.nn.functional.fractional_max_pool3d(input, kernel_size, *, output_size=None, output_ratio=None, "
     "return_indices=False, _random_samples=None)"},
    {"",
     "torch.nn.functional.fractional_max_pool3d_with_indices(input, kernel_size, *, output_size=None, "
     "output_ratio=None, return_indices=False, _random_samples=None)"},
    {"", "torch.nn.functional.gaussian_nll_loss(input, target, var, *, full=False, eps=1e-06, reduction='mean')"},
    {"", "torch.nn.functional.glu(input, *, dim=-1)"},
    {"", "torch.nn.functional.grid_sample(input, grid, *, mode='bilinear', padding_mode='zeros', align_corners=None)"},
    {"", "torch.nn.functional.group_norm(input, num_groups, *, weight=None, bias=None, eps=1e-05)"},
    {"", "torch.nn.functional.gumbel_softmax(logits, *, tau=1, hard=False, eps=1e-10, dim=-1)"},
    {"", "torch.nn.functional.hardsigmoid(input, *, inplace=False)"},
    {"", "torch.nn.functional.hardswish(input, *, inplace=False)"},
    {"", "torch.nn.functional.hardtanh(input, *, min_val=-1.0, max_val=1.0, inplace=False)"},
    {"",
     "torch.nn.functional.hinge_embedding_loss(input, target, *, margin=1.0, size_average=None, reduce=None, "
     "reduction='mean')"},
    {"", "torch.nn.functional.huber_loss(input, target, *, reduction='mean', delta=1.0, weight=None)"},
    {"",
     "torch.nn.functional.instance_norm(input, *, running_mean=None, running_var=None, weight=None, bias=None, "
     "use_input_stats=True, momentum=0.1, eps=1e-05)"},
    {"",
     "torch.nn.functional.interpolate(input, *, size=None, scale_factor=None, mode='nearest', align_corners=None, "
     "recompute_scale_factor=None, antialias=False)"},
    {"",
     "torch.nn.functional.kl_div(input, target, *, size_average=None, reduce=None, reduction='mean', "
     "log_target=False)"},
    {"",
     "torch.nn.functional.l1_loss(input, target, *, size_average=None, reduce=None, reduction='mean', -weight=None)"},
    {"", "torch.nn.functional.layer_norm(input, normalized_shape, *, weight=None, bias=None, eps=1e-05)"},
    {"", "torch.nn.functional.leaky_relu(input, *, negative_slope=0.01, inplace=False)"},
    {"", "torch.nn.functional.local_response_norm(input, size, *, alpha=0.0001, beta=0.75, k=1.0)"},
    {"", "torch.nn.functional.log_softmax(input, *, dim=None, _stacklevel=3, dtype=None)"},
    {"", "torch.nn.functional.lp_pool1d(input, norm_type, kernel_size, *, stride=None, ceil_mode=False)"},
    {"", "torch.nn.functional.lp_pool2d(input, norm_type, kernel_size, *, stride=None, ceil_mode=False)"},
    {"", "torch.nn.functional.lp_pool3d(input, norm_type, kernel_size, *, stride=None, ceil_mode=False)"},
    {"",
     "torch.nn.functional.margin_ranking_loss(input1, input2, target, *, margin=0, size_average=None, reduce=None, "
     "reduction='mean')"},
    {"",
     "torch.nn.functional.max_pool1d(input, kernel_size, *, stride=None, padding=0, dilation=1, ceil_mode=False, "
     "return_indices=False)"},
    {"",
     "torch.nn.functional.max_pool1d_with_indices(input, kernel_size, *, stride=None, padding=0, dilation=1, "
     "ceil_mode=False, return_indices=False)"},
    {"",
     "torch.nn.functional.max_pool2d(input, kernel_size, *, stride=None, padding=0, dilation=1, ceil_mode=False, "
     "return_indices=False)"},
    {"",
     "torch.nn.functional.max_pool2d_with_indices(input, kernel_size, *, stride=None, padding=0, dilation=1, "
     "ceil_mode=False, return_indices=False)"},
    {"",
     "torch.nn.functional.max_pool3d(input, kernel_size, *, stride=None, padding=0, dilation=1, ceil_mode=False, "
     "return_indices=False)"},
    {"",
     "torch.nn.functional.max_pool3d_with_indices(input, kernel_size, *, stride=None, padding=0, dilation=1, "
     "ceil_mode=False, return_indices=False)"},
    {"", "torch.nn.functional.max_unpool1d(input, indices, kernel_size, *, stride=None, padding=0, output_size=None)"},
    {"", "torch.nn.functional.max_unpool2d(input, indices, kernel_size, *, stride=None, padding=0, output_size=None)"},
    {"", "torch.nn.functional.max_unpool3d(input, indices, kernel_size, *, stride=None, padding=0, output_size=None)"},
    {"", "torch.nn.functional.mish(input, *, inplace=False)"},
    {"",
     "torch.nn.functional.mse_loss(input, target, *, size_average=None, reduce=None, reduction='mean', weight=None)"},
    {"",
     "torch.nn.functional.multi_margin_loss(input, target, *, p=1, margin=1.0, weight=None, size_average=None, "
     "reduce=None, reduction='mean')"},
    {"",
     "torch.nn.functional.multilabel_margin_loss(input, target, *, size_average=None, reduce=None, reduction='mean')"},
    {"",
     "torch.nn.functional.multilabel_soft_margin_loss(input, target, *, weight=None, size_average=None, reduce=None, "
     "reduction='mean')"},
    {"",
     "torch.nn.functional.nll_loss(input, target, *, weight=None, size_average=None, ignore_index=-100, reduce=None, "
     "reduction='mean')"},
    {"", "torch.nn.functional.normalize(input, *, p=2.0, dim=1, eps=1e-12, out=None)"},
    {"", "torch.nn.functional.pad(input, pad, *, mode='constant', value=None)"},
    {"",
     "torch.nn.functional.poisson_nll_loss(input, target, *, log_input=True, full=False, size_average=None, "
     "eps=1e-08, reduce=None, reduction='mean')"},
    {"", "torch.nn.functional.relu(input, *, inplace=False)"},
    {"", "torch.nn.functional.relu6(input, *, inplace=False)"},
    {"", "torch.nn.functional.rms_norm(input, normalized_shape, *, weight=None, eps=None)"},
    {"", "torch.nn.functional.rrelu(input, *, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)"},
    {"", "torch.nn.functional.selu(input, *, inplace=False)"},
    {"", "torch.nn.functional.silu(input, *, inplace=False)"},
    {"",
     "torch.nn.functional.smooth_l1_loss(input, target, *, size_average=None, reduce=None, reduction='mean', "
     "beta=1.0)"},
    {"", "torch.nn.functional.soft_margin_loss(input, target, *, size_average=None, reduce=None, reduction='mean')"},
    {"", "torch.nn.functional.softmax(input, *, dim=None, _stacklevel=3, dtype=None)"},
    {"", "torch.nn.functional.softmin(input, *, dim=None, _stacklevel=3, dtype=None)"},
    {"", "torch.nn.functional.softsign(input)"},
    {"", "torch.nn.functional.tanhshrink(input)"},
    {"torch.nn.functional.threshold", "torch.nn.functional._threshold(input, threshold, value, *, inplace=False)"},
    {"",
     "torch.nn.functional.triplet_margin_loss(anchor, positive, negative, *, margin=1.0, p=2, eps=1e-06, swap=False, "
     "size_average=None, reduce=None, reduction='mean')"},
    {"",
     "torch.nn.functional.triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, "
     "margin=1.0, swap=False, reduction='mean')"},
    {"", "torch.nn.functional.unfold(input, kernel_size, *, dilation=1, padding=0, stride=1)"},
    {"torch.nn.functional.upsample",
     "torch.nn.functional.interpolate(input, *, size=None, scale_factor=None, mode='nearest', align_corners=None, "
     "recompute_scale_factor=None, antialias=False)"},
    {"torch.nn.functional.upsample_bilinear",
     "torch.nn.functional.interpolate(input, *, size=None, scale_factor=None, mode='bilinear', align_corners=True, "
     "recompute_scale_factor=None, antialias=False)"},
    {"torch.nn.functional.upsample_nearest",
     "torch.nn.functional.interpolate(input, *, size=None, scale_factor=None, mode='nearest', align_corners=None, "
     "recompute_scale_factor=None, antialias=False)"},
    {"", "torch.functional.cdist(x1, x2, *, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary')"},
    {"", "torch.functional.lu(A, *, pivot=True, get_infos=False, out=None)"},
    {"", "torch.functional.norm(input, *, p='fro', dim=None, keepdim=False, out=None, dtype=None)"},
    {"", "torch._lowrank.pca_lowrank(A, *, q=None, center=True, niter=2)"},
    {"", "torch.functional.split(tensor, split_size_or_sections, *, dim=0)"},
    {"",
     "torch.functional.stft(input, n_fft, *, hop_length=None, win_length=None, window=None, center=True, "
     "pad_mode='reflect', normalized=False, onesided=None, return_complex=None)"},
    {"", "torch._lowrank.svd_lowrank(A, *, q=6, niter=2, M=None)"},
    {"", "torch.functional.tensordot(a, b, *, dims=2, out=None)"},
    {"", "torch.functional.unique(input, *, sorted=True, return_inverse=False, return_counts=False, dim=None)"},
    {"", "torch.functional.unique_consecutive(input, *, return_inverse=False, return_counts=False, dim=None)"},
    {"", "torch.functional.unravel_index(indices, *, shape)"},
};

// Functions that record another name, with the arguments as written.
constexpr TracedFunction kNames[] = {
    {"torch.nn.functional.adaptive_avg_pool1d", "torch.adaptive_avg_pool1d"},
    {"torch.nn.functional.avg_pool1d", "torch.avg_pool1d"},
    {"torch.nn.functional.avg_pool2d", "torch._C._nn.avg_pool2d"},
    {"torch.nn.functional.avg_pool3d", "torch._C._nn.avg_pool3d"},
    {"torch.nn.functional.bilinear", "torch.bilinear"},
    {"torch.nn.functional.celu_", "torch.celu_"},
    {"torch.nn.functional.channel_shuffle", "torch.channel_shuffle"},
    {"torch.nn.functional.conv1d", "torch.conv1d"},
    {"torch.nn.functional.conv2d", "torch.conv2d"},
    {"torch.nn.functional.conv3d", "torch.conv3d"},
    {"torch.nn.functional.conv_tbc", "torch.conv_tbc"},
    {"torch.nn.functional.conv_transpose1d", "torch.conv_transpose1d"},
    {"torch.nn.functional.conv_transpose2d", "torch.conv_transpose2d"},
    {"torch.nn.functional.conv_transpose3d", "torch.conv_transpose3d"},
    {"torch.nn.functional.cosine_similarity", "torch.cosine_similarity"},
    {"torch.nn.functional.elu_", "torch._C._nn.elu_"},
    {"torch.nn.functional.gelu", "torch._C._nn.gelu"},
    {"torch.nn.functional.hardshrink", "torch.hardshrink"},
    {"torch.nn.functional.hardtanh_", "torch._C._nn.hardtanh_"},
    {"torch.nn.functional.leaky_relu_", "torch._C._nn.leaky_relu_"},
    {"torch.nn.functional.linear", "torch._C._nn.linear"},
    {"torch.nn.functional.logsigmoid", "torch._C._nn.log_sigmoid"},
    {"torch.nn.functional.native_channel_shuffle", "torch.native_channel_shuffle"},
    {"torch.nn.functional.one_hot", "torch._C._nn.one_hot"},
    {"torch.nn.functional.pairwise_distance", "torch.pairwise_distance"},
    {"torch.nn.functional.pdist", "torch.pdist"},
    {"torch.nn.functional.pixel_shuffle", "torch.pixel_shuffle"},
    {"torch.nn.functional.pixel_unshuffle", "torch.pixel_unshuffle"},
    {"torch.nn.functional.prelu", "torch.prelu"},
    {"torch.nn.functional.relu_", "torch.relu_"},
    {"torch.nn.functional.rrelu_", "torch.rrelu_"},
    {"torch.nn.functional.scaled_dot_product_attention", "torch._C._nn.scaled_dot_product_attention"},
    {"torch.nn.functional.selu_", "torch.selu_"},
    {"torch.nn.functional.softplus", "torch._C._nn.softplus"},
    {"torch.nn.functional.softshrink", "torch._C._nn.softshrink"},
    {"torch.nn.functional.threshold_", "torch.threshold_"},
    {"torch.atleast_1d", "torch.functional.atleast_1d"},
    {"torch.atleast_2d", "torch.functional.atleast_2d"},
    {"torch.atleast_3d", "torch.functional.atleast_3d"},
    {"torch.broadcast_tensors", "torch.functional.broadcast_tensors"},
    {"torch.cartesian_prod", "torch.functional.cartesian_prod"},
    {"torch.block_diag", "torch.functional.block_diag"},
    {"torch.chain_matmul", "torch.functional.chain_matmul"},
    {"torch.einsum", "torch.functional.einsum"},
    {"torch.meshgrid", "torch.functional.meshgrid"},
    {"torch.nn.functional.sigmoid", ".sigmoid"},
    {"torch.nn.functional.tanh", ".tanh"},
};

}  // namespace

std::span<const TracedFunction> traced_python_functions() { return kPython; }
std::span<const TracedFunction> traced_names() { return kNames; }

bool is_written_in_python(std::string_view path) {
  // Those that have no row: a tracer goes into them, or no graph calls them.
  constexpr std::string_view kMore =
      " torch.align_tensors torch.atleast_1d torch.atleast_2d torch.atleast_3d torch.block_diag torch.broadcast_shapes "
      "torch.broadcast_tensors torch.cartesian_prod torch.chain_matmul torch.compile torch.cond torch.einsum "
      "torch.is_storage torch.is_tensor torch.load torch.lobpcg torch.manual_seed torch.meshgrid torch.save torch.seed "
      "torch.sym_float torch.sym_int torch.sym_ite torch.sym_max torch.sym_min torch.sym_not torch.sym_sqrt "
      "torch.sym_sum torch.typename torch.vmap torch.while_loop torch.nn.functional.multi_head_attention_forward "
      "torch.nn.functional.sigmoid torch.nn.functional.tanh torch.nn.functional.threshold torch.nn.functional.upsample "
      "torch.nn.functional.upsample_bilinear torch.nn.functional.upsample_nearest ";
  if (path.starts_with("torch.nn.init.") || kMore.find(cat({" ", path, " "})) != std::string_view::npos) return true;
  constexpr std::string_view kFunctional = "torch.functional.", kTorch = "torch.";
  return std::any_of(std::begin(kPython), std::end(kPython), [&](const TracedFunction& one) {
    std::string_view name = one.called.empty() ? one.recorded.substr(0, one.recorded.find('(')) : one.called;
    bool short_name = name.starts_with(kFunctional) && path.starts_with(kTorch) &&
                      path.substr(kTorch.size()) == name.substr(kFunctional.size());
    return name == path || short_name;
  });
}

}  // namespace seesaw
