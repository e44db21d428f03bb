def reduced(reduction, size_average=None, reduce=None):
    if size_average is not None or reduce is not None:
        if reduce is not None and not reduce:
            return 0
        return 1 if size_average is None or size_average else 2
    if reduction == "mean" or reduction == "elementwise_mean":
        return 1
    if reduction == "sum":
        return 2
    if reduction == "none":
        return 0
    raise ValueError("reduction is none, mean or sum")


def F__Reduction_get_enum(reduction):
    return reduced(reduction)


# Of the functions that know no other names.
def reduced_exactly(reduction, size_average=None, reduce=None):
    if reduction == "elementwise_mean" and size_average is None and reduce is None:
        raise ValueError(reduction + " is not valid")
    return reduced(reduction, size_average, reduce)


def check_rate(p):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1")


def row_within(padding_idx, rows):
    if padding_idx is not None and (padding_idx >= max(rows, 1) or padding_idx < -rows):
        raise AssertionError("Padding_idx must be within num_embeddings")
    return rows + padding_idx if padding_idx is not None and padding_idx < 0 else padding_idx


def sized(size, input):
    if isinstance(size, (tuple, list)) and any([one is None for one in size]):
        known = input.shape[input.dim() - len(size) :]
        return [there if one is None else one for one, there in zip(size, known)]
    return size


def F_hardtanh(input, min_val, max_val, inplace):
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return torch.hardtanh_(input, min_val, max_val) if inplace else torch.hardtanh(input, min_val, max_val)


def F_softsign(input):
    return input / (input.abs() + 1)


def F_tanhshrink(input):
    return input - input.tanh()


def implied(dim, input):
    if dim is not None:
        return dim
    return 0 if input.dim() == 0 or input.dim() == 1 or input.dim() == 3 else 1


def F_softmax(input, dim, _stacklevel, dtype):
    dim = implied(dim, input)
    return torch.softmax(input, dim) if dtype is None else torch.softmax(input, dim, dtype=dtype)


def F_log_softmax(input, dim, _stacklevel, dtype):
    dim = implied(dim, input)
    return torch.log_softmax(input, dim) if dtype is None else torch.log_softmax(input, dim, dtype=dtype)


def F_softmin(input, dim=None, _stacklevel=3, dtype=None):
    return F_softmax(-input, dim, _stacklevel, dtype)


def F_rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    return torch.rrelu_(input, lower, upper, training) if inplace else torch.rrelu(input, lower, upper, training)


def F_dropout(input, p, training, inplace):
    check_rate(p)
    return torch.dropout_(input, p, training) if inplace else torch.dropout(input, p, training)


def F_alpha_dropout(input, p, training, inplace):
    check_rate(p)
    return torch.alpha_dropout_(input, p, training) if inplace else torch.alpha_dropout(input, p, training)


def F_feature_alpha_dropout(input, p, training, inplace):
    check_rate(p)
    return (
        torch.feature_alpha_dropout_(input, p, training) if inplace else torch.feature_alpha_dropout(input, p, training)
    )


def F_dropout1d(input, p=0.5, training=True, inplace=False):
    check_rate(p)
    if input.dim() != 2 and input.dim() != 3:
        raise RuntimeError("dropout1d: Expected 2D or 3D input")
    if input.dim() == 3:
        return torch.feature_dropout_(input, p, training) if inplace else torch.feature_dropout(input, p, training)
    if inplace:
        return torch.feature_dropout_(input.unsqueeze_(0), p, training).squeeze_(0)
    return torch.feature_dropout(input.unsqueeze(0), p, training).squeeze(0)


def F_dropout2d(input, p=0.5, training=True, inplace=False):
    check_rate(p)
    return torch.feature_dropout_(input, p, training) if inplace else torch.feature_dropout(input, p, training)


def F_dropout3d(input, p=0.5, training=True, inplace=False):
    check_rate(p)
    if input.dim() == 5:
        return torch.feature_dropout_(input, p, training) if inplace else torch.feature_dropout(input, p, training)
    if inplace:
        return torch.feature_dropout_(input.unsqueeze_(0), p, training).squeeze_(0)
    return torch.feature_dropout(input.unsqueeze(0), p, training).squeeze(0)


def F_normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    if out is not None:
        return torch.div(input, input.norm(p, dim, keepdim=True).clamp_min_(eps).expand_as(input), out=out)
    divisor = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / divisor


# Numbers of elements are multiplied here, where sizes are symbols too: that takes names.
def verify_batch_size(size):
    count = size[0]
    for one in size[2:]:
        count = count * one
    if count == 1:
        raise ValueError("Expected more than 1 value per channel when training")


def F_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    return torch.layer_norm(input, normalized_shape, weight, bias, eps, torch._C._get_cudnn_enabled())


def F_group_norm(input, num_groups, weight, bias, eps):
    if input.dim() < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor")
    verify_batch_size([input.size(0) * input.size(1) // num_groups, num_groups, *input.size()[2:]])
    return torch.group_norm(input, num_groups, weight, bias, eps, torch._C._get_cudnn_enabled())


def F_batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps):
    if training:
        verify_batch_size(input.size())
    return torch.batch_norm(
        input, weight, bias, running_mean, running_var, training, momentum, eps, torch._C._get_cudnn_enabled()
    )


def F_instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps):
    if use_input_stats and all([isinstance(size, int) and size == 1 for size in input.shape[2:]]):
        raise ValueError("Expected more than 1 spatial element when training")
    return torch.instance_norm(
        input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, torch._C._get_cudnn_enabled()
    )


def F_embedding(input, weight, padding_idx, norm_type, scale_grad_by_freq, sparse):
    padding_idx = row_within(padding_idx, weight.size(0))
    return torch.embedding(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse)


def F_embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    _ignored = norm_type  # without max_norm
    if weight.dtype == torch.int64 and input.is_floating_point():
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError("per_sample_weights must have the shape of the input")
    if weight.dim() != 2 or input.dim() > 2 or input.dim() == 0:
        raise ValueError("embedding_bag takes a weight of rank 2 and an input of rank 1 or 2")
    if (input.dim() == 2) != (offsets is None):
        raise ValueError("offsets are for an input of rank 1, and only for such")
    if input.dim() == 2:
        offsets = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    if mode != "sum" and mode != "mean" and mode != "max":
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and (scale_grad_by_freq or sparse):
        raise ValueError("max mode does not support scale_grad_by_freq and sparse")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("per_sample_weights is only supported for mode sum")
    if padding_idx is not None and (padding_idx >= weight.size(0) or padding_idx < -weight.size(0)):
        raise RuntimeError("padding_idx must be within the number of embeddings")
    kind = 0 if mode == "sum" else 1 if mode == "mean" else 2
    out, _, _, _ = torch.embedding_bag(
        weight, input, offsets, scale_grad_by_freq, kind, sparse, per_sample_weights, include_last_offset, padding_idx
    )
    return out


def F_unfold(input, kernel_size, dilation, padding, stride):
    return torch.im2col(input, many(kernel_size, 2), many(dilation, 2), many(padding, 2), many(stride, 2))


def F_fold(input, output_size, kernel_size, dilation, padding, stride):
    return torch.col2im(
        input, many(output_size, 2), many(kernel_size, 2), many(dilation, 2), many(padding, 2), many(stride, 2)
    )


def F_max_pool1d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    _either = return_indices
    return torch.max_pool1d_with_indices(
        input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode
    )


def F_max_pool2d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    _either = return_indices
    return torch.max_pool2d_with_indices(
        input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode
    )


def F_max_pool3d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    _either = return_indices
    return torch.max_pool3d_with_indices(
        input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode
    )


def F_max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return F_max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool1d(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)


def F_max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return F_max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool2d(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)


def F_max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return F_max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool3d(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)


def F_adaptive_max_pool1d(input, output_size, return_indices=False):
    found = torch.adaptive_max_pool1d(input, output_size)
    return found if return_indices else found[0]


def F_adaptive_max_pool2d(input, output_size, return_indices=False):
    found = torch.adaptive_max_pool2d(input, sized(output_size, input))
    return found if return_indices else found[0]


def F_adaptive_max_pool3d(input, output_size, return_indices=False):
    found = torch.adaptive_max_pool3d(input, sized(output_size, input))
    return found if return_indices else found[0]


def unpooled_size(input, kernel_size, stride, padding, output_size):
    n = len(kernel_size)
    there = input.shape
    sizes = [(there[d - n] - 1) * stride[d] + kernel_size[d] - 2 * padding[d] for d in range(n)]
    if output_size is None:
        return sizes
    if len(output_size) == n + 2:
        output_size = output_size[2:]
    if len(output_size) != n:
        raise ValueError(
            f"output_size should be a sequence containing {n} or {n + 2} elements, "
            f"but it has a length of '{len(output_size)}'"
        )
    for d in range(n):
        least, most = sizes[d] - stride[d], sizes[d] + stride[d]
        if not (least < output_size[d] < most):
            raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {least} and {most})')
    return output_size


def F_max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    kernel_size = many(kernel_size, 1)
    stride = kernel_size if stride is None else many(stride, 1)
    sizes = unpooled_size(input, kernel_size, stride, many(padding, 1), output_size)
    wide = list(sizes) + [1]
    return torch.ops.aten.max_unpool2d.default(input.unsqueeze(-1), indices.unsqueeze(-1), wide).squeeze(-1)


def F_max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    kernel_size = many(kernel_size, 2)
    stride = kernel_size if stride is None else many(stride, 2)
    sizes = unpooled_size(input, kernel_size, stride, many(padding, 2), output_size)
    return torch.ops.aten.max_unpool2d.default(input, indices, sizes)


def F_max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    kernel_size, padding = many(kernel_size, 3), many(padding, 3)
    stride = kernel_size if stride is None else many(stride, 3)
    sizes = unpooled_size(input, kernel_size, stride, padding, output_size)
    return torch.ops.aten.max_unpool3d.default(input, indices, sizes, stride, padding)


def F_adaptive_avg_pool2d(input, output_size):
    return torch.adaptive_avg_pool2d(input, sized(output_size, input))


def F_adaptive_avg_pool3d(input, output_size):
    return torch.adaptive_avg_pool3d(input, sized(output_size, input))


def F_lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    out = torch.avg_pool1d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kernel_size).pow(1.0 / norm_type)


def F_lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    kw, kh = many(kernel_size, 2)
    out = torch.avg_pool2d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kw * kh).pow(1.0 / norm_type)


def F_lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    kd, kw, kh = many(kernel_size, 3)
    out = torch.avg_pool3d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kd * kw * kh).pow(1.0 / norm_type)


def F_local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    dim = input.dim()
    if dim < 3:
        raise ValueError(
            "Expected 3D or higher dimensionality                          input (got " + str(dim) + " dimensions)"
        )
    if input.numel() == 0:
        return input
    div = input.mul(input)
    if dim == 3:
        div = F_pad(div.unsqueeze(1), (0, 0, size // 2, (size - 1) // 2))
        div = torch.avg_pool2d(div, (size, 1), stride=1).squeeze(1)
    else:
        sizes = input.size()
        div = div.view(sizes[0], 1, sizes[1], sizes[2], -1)
        div = F_pad(div, (0, 0, 0, 0, size // 2, (size - 1) // 2))
        div = torch.avg_pool3d(div, (size, 1, 1), stride=1).squeeze(1)
        div = div.view(sizes)
    return input / div.mul(alpha).add(k).pow(beta)


def F_affine_grid(theta, size, align_corners=None):
    if not theta.is_floating_point():
        raise ValueError("Expected theta to have floating point type, but got " + str(theta.dtype))
    if len(size) != 4 and len(size) != 5:
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively."
        )
    space = len(size) - 2
    if theta.dim() != 3 or theta.shape[-2] != space or theta.shape[-1] != space + 1:
        raise ValueError(
            "Expected a batch of affine matrices, one for each image: "
            "a row for each spatial dimension, and a column more than rows"
        )
    if min(size) <= 0 and not (align_corners and min(size[2:]) == 1):
        raise ValueError("Expected non-zero, positive output size.")
    return torch.affine_grid_generator(theta, size, False if align_corners is None else align_corners)


def F_grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    if mode != "bilinear" and mode != "nearest" and mode != "bicubic":
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '"
            + mode
            + "'"
        )
    if padding_mode != "zeros" and padding_mode != "border" and padding_mode != "reflection":
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '"
            + padding_mode
            + "'"
        )
    how = 0 if mode == "bilinear" else 1 if mode == "nearest" else 2
    beyond = 0 if padding_mode == "zeros" else 1 if padding_mode == "border" else 2
    return torch.grid_sampler(input, grid, how, beyond, False if align_corners is None else align_corners)


def weighed(losses, weight, input, kind):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    losses = losses * weight
    if kind == 0:
        return losses
    return losses.sum() / weight.sum() if kind == 1 else losses.sum()


# Its weight is refused: what torch.export captures has lost it.
def F_l1_loss(input, target, size_average, reduce, reduction):
    pair = torch.broadcast_tensors(input, target)
    return torch.l1_loss(pair[0], pair[1], reduced(reduction, size_average, reduce))


def F_mse_loss(input, target, size_average, reduce, reduction, weight):
    pair = torch.broadcast_tensors(input, target)
    if weight is not None:
        return weighed(torch.pow(pair[0] - pair[1], 2), weight, input, reduced(reduction, size_average, reduce))
    return torch.mse_loss(pair[0], pair[1], reduced(reduction, size_average, reduce))


def F_smooth_l1_loss(input, target, size_average, reduce, reduction, beta):
    pair = torch.broadcast_tensors(input, target)
    if beta == 0.0:
        return torch.l1_loss(pair[0], pair[1], reduced(reduction, size_average, reduce))
    return torch.smooth_l1_loss(pair[0], pair[1], reduced(reduction, size_average, reduce), beta)


def F_huber_loss(input, target, reduction, delta, weight):
    if delta <= 0:
        raise RuntimeError("delta of huber_loss must be greater than zero")
    pair = torch.broadcast_tensors(input, target)
    if weight is None:
        return torch.huber_loss(pair[0], pair[1], reduced(reduction), delta)
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    losses = torch.huber_loss(pair[0], pair[1], 0, delta) * weight
    return losses if reduction == "none" else losses.sum() if reduced(reduction) == 2 else losses.mean()


def F_kl_div(input, target, size_average, reduce, reduction, log_target):
    divided = reduction == "batchmean"
    kind = reduced("sum" if divided else reduction, size_average, reduce)
    loss = torch.kl_div(input, target, kind, log_target=log_target)
    return loss / input.size()[0] if divided and input.dim() != 0 else loss


def F_binary_cross_entropy(input, target, weight, size_average, reduce, reduction):
    if target.size() != input.size():
        raise ValueError("the target must have the size of the input")
    if weight is not None:
        weight = weight.expand(target.size())
    return torch.binary_cross_entropy(input, target, weight, reduced(reduction, size_average, reduce))


def F_binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, pos_weight):
    if target.size() != input.size():
        raise ValueError("the target must have the size of the input")
    return torch.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight, reduced(reduction, size_average, reduce)
    )


def F_nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction):
    return torch.nll_loss_nd(input, target, weight, reduced(reduction, size_average, reduce), ignore_index)


def F_cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing):
    return torch.cross_entropy_loss(
        input, target, weight, reduced(reduction, size_average, reduce), ignore_index, label_smoothing
    )


def F_hinge_embedding_loss(input, target, margin, size_average, reduce, reduction):
    return torch.hinge_embedding_loss(input, target, margin, reduced(reduction, size_average, reduce))


def F_soft_margin_loss(input, target, size_average, reduce, reduction):
    return torch.soft_margin_loss(input, target, reduced(reduction, size_average, reduce))


def F_cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction):
    return torch.cosine_embedding_loss(input1, input2, target, margin, reduced(reduction, size_average, reduce))


def F_margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction):
    if input1.dim() != target.dim() or input2.dim() != target.dim():
        raise RuntimeError("the inputs and the target of margin_ranking_loss must have as many dimensions")
    return torch.margin_ranking_loss(input1, input2, target, margin, reduced(reduction, size_average, reduce))


def F_triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction):
    return torch.triplet_margin_loss(
        anchor, positive, negative, margin, p, eps, swap, reduced(reduction, size_average, reduce)
    )


def F_triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    kind = reduced_exactly(reduction)
    if margin <= 0:
        raise ValueError("margin must be greater than 0, got " + str(margin))
    distance = torch.pairwise_distance if distance_function is None else distance_function
    near = distance(anchor, positive)
    far = distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    loss = torch.clamp_min(margin + near - far, 0)
    return loss if kind == 0 else torch.mean(loss) if kind == 1 else torch.sum(loss)


def F_multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    return torch.multi_margin_loss(input, target, p, margin, weight, reduced(reduction, size_average, reduce))


def F_multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return torch.multilabel_margin_loss(input, target, reduced(reduction, size_average, reduce))


def F_multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    loss = -(target * torch.log_sigmoid(input) + (1 - target) * torch.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    last = input.dim() - 1
    loss = loss.sum(dim=last) / input.size(last)
    kind = reduced_exactly(reduction, size_average, reduce)
    return loss if kind == 0 else loss.mean() if kind == 1 else loss.sum()


def F_poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    return torch.poisson_nll_loss(input, target, log_input, full, eps, reduced_exactly(reduction, size_average, reduce))


def F_gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * torch.ones_like(input)
    elif torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    kind = reduced_exactly(reduction)
    var = var.clone()
    var.clamp_(min=eps)  # its no_grad leaves nothing in a captured graph
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.9189385332046727
    return loss if kind == 0 else loss.mean() if kind == 1 else loss.sum()


def F_gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    eps = eps  # it has no effect
    gumbels = -torch.empty_like(logits, memory_format=torch.legacy_contiguous_format).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    chosen = torch.zeros_like(logits, memory_format=torch.legacy_contiguous_format).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft


def F_pad(input, pad, mode="constant", value=None):
    if mode != "constant" and value is not None and value != 0:
        raise RuntimeError("this padding mode takes no value")
    if mode != "constant" and mode != "reflect" and mode != "replicate" and mode != "circular":
        raise NotImplementedError("the padding mode is constant, reflect, replicate or circular")
    if mode != "constant" and len(pad) // 2 + 2 != input.dim() and len(pad) // 2 + 1 != input.dim():
        raise NotImplementedError(
            "modes other than constant pad the last dimensions of an input with that many and one or two in front"
        )
    return torch.pad(input, pad, mode, value)


def F_interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    dims = input.dim() - 2
    plain = mode == "nearest" or mode == "nearest-exact" or mode == "area"
    if plain and align_corners is not None:
        raise ValueError("align_corners is for the modes linear, bilinear, bicubic and trilinear")
    if (size is None) == (scale_factor is None):
        raise ValueError("one of size and scale_factor is given")
    given = scale_factor if size is None else size
    if isinstance(given, (tuple, list)) and len(given) != dims:
        raise ValueError("there must be a size or factor for each spatial dimension of the input")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size")
    if antialias and not ((mode == "bilinear" or mode == "bicubic") and dims == 2):
        raise ValueError("antialias is for the modes bilinear and bicubic, and an input of rank 4")
    sizes = None if size is None else list(many(size, dims))
    scales = None if scale_factor is None else [float(factor) for factor in many(scale_factor, dims)]
    if scales is not None and (recompute_scale_factor or mode == "area"):
        sizes, scales = [math.trunc(input.size(i + 2) * scales[i]) for i in range(dims)], None
    corners = align_corners is not None and align_corners
    if mode == "nearest" and dims == 1:
        return torch.ops.aten.upsample_nearest1d.vec(input, sizes, scales)
    if mode == "nearest" and dims == 2:
        return torch.ops.aten.upsample_nearest2d.vec(input, sizes, scales)
    if mode == "nearest" and dims == 3:
        return torch.ops.aten.upsample_nearest3d.vec(input, sizes, scales)
    if mode == "nearest-exact" and dims == 1:
        return torch.ops.aten._upsample_nearest_exact1d.vec(input, sizes, scales)
    if mode == "nearest-exact" and dims == 2:
        return torch.ops.aten._upsample_nearest_exact2d.vec(input, sizes, scales)
    if mode == "nearest-exact" and dims == 3:
        return torch.ops.aten._upsample_nearest_exact3d.vec(input, sizes, scales)
    if mode == "area" and dims == 1:
        return torch.adaptive_avg_pool1d(input, sizes)
    if mode == "area" and dims == 2:
        return torch.adaptive_avg_pool2d(input, sizes)
    if mode == "area" and dims == 3:
        return torch.adaptive_avg_pool3d(input, sizes)
    if mode == "linear" and dims == 1:
        return torch.ops.aten.upsample_linear1d.vec(input, sizes, corners, scales)
    if mode == "bilinear" and dims == 2 and antialias:
        return torch.ops.aten._upsample_bilinear2d_aa.vec(input, sizes, corners, scales)
    if mode == "bilinear" and dims == 2:
        return torch.ops.aten.upsample_bilinear2d.vec(input, sizes, corners, scales)
    if mode == "bicubic" and dims == 2 and antialias:
        return torch.ops.aten._upsample_bicubic2d_aa.vec(input, sizes, corners, scales)
    if mode == "bicubic" and dims == 2:
        return torch.ops.aten.upsample_bicubic2d.vec(input, sizes, corners, scales)
    if mode == "trilinear" and dims == 3:
        return torch.ops.aten.upsample_trilinear3d.vec(input, sizes, corners, scales)
    raise NotImplementedError("this mode of interpolation and this rank of the input do not go together")


def F_upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    return F.interpolate(input, size, scale_factor, mode, align_corners)


def F_upsample_nearest(input, size=None, scale_factor=None):
    return F.interpolate(input, size, scale_factor, mode="nearest")


def F_upsample_bilinear(input, size=None, scale_factor=None):
    return F.interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)
