"""Records what run_decompositions makes of small programs: one operator each, in forms that rules tell apart.

    torch record_decompositions.py out.json

Each entry: the form, the exported program as print_readable prints it, and str(graph) after run_decompositions()
("core") and run_decompositions({}) ("empty"); or the error."""

import json
import sys

import torch
import torch.nn.functional as F

torch.manual_seed(0)
SHAPES = {
    "x": (3, 4),
    "y": (3, 4),
    "v": (4,),
    "m": (4, 5),
    "b3": (2, 3, 4),
    "c3": (2, 4, 5),
    "b4": (2, 3, 4, 4),
    "img": (2, 4, 8, 8),
    "seq": (2, 4, 9),
    "w4": (6, 4, 3, 3),
    "w3": (6, 4, 3),
    "bias6": (6,),
    "bias4": (4,),
    "p": (3, 4),
    "one": (1, 4),
    "s": (),
    "vol": (1, 2, 4, 4, 4),
}
INTS = {"i": ((3,), 4), "i2": ((3, 4), 3), "n": ((), 4), "t": ((2, 5), 7)}

FORMS = """
torch.rsub(x, y) | torch.rsub(x, 2) | torch.rsub(x, y, alpha=3) | 1 - x | torch.rsub(x, 1.5, alpha=2)
F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y)) | F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y), reduction='sum') | F.binary_cross_entropy(torch.sigmoid(x), torch.sigmoid(y), weight=torch.abs(p)) | F.binary_cross_entropy_with_logits(x, y) | F.binary_cross_entropy_with_logits(x, y, pos_weight=v)
torch.arange(5) + n | torch.arange(2, 7) + n | torch.arange(0, 10, 2) + n | torch.arange(4.0) + x | torch.arange(4, dtype=torch.float64) + x | torch.linspace(0, 1, 4) + x
F.scaled_dot_product_attention(b4, b4, b4) | F.scaled_dot_product_attention(b4, b4, b4, is_causal=True) | F.scaled_dot_product_attention(b4, b4, b4, attn_mask=b4) | F.scaled_dot_product_attention(b4, b4, b4, scale=0.3) | F.scaled_dot_product_attention(b3, b3, b3) | F.scaled_dot_product_attention(b4, b4, b4, attn_mask=b4 > 0)
F.one_hot(i, 4) | F.one_hot(i2, 3)
torch.logsumexp(x, 1) | torch.logsumexp(x, 1, keepdim=True) | torch.logsumexp(x, (0, 1)) | torch.logcumsumexp(x, 1)
F.instance_norm(img) | F.instance_norm(img, weight=bias4, bias=bias4) | F.group_norm(img, 2) | F.group_norm(img, 2, bias4, bias4) | F.layer_norm(x, (4,)) | F.layer_norm(x, (4,), v, v) | F.rms_norm(x, (4,)) | F.rms_norm(x, (4,), v) | F.local_response_norm(img, 2) | F.normalize(x, dim=1)
torch.fill(x, s) | torch.fill(x, 2.0) | torch.full_like(x, 3) | x.new_zeros(3) + s | x.new_ones(3, 4) + x | x.new_full((3, 4), 2.0) + x | x.new_empty(3, 4).fill_(1) + x | torch.zeros(3, 4) + x | torch.empty_like(x).fill_(1)
torch.einsum('ij,jk->ik', x, m) | torch.einsum('bij,bjk->bik', b3, c3) | torch.einsum('ij,ij->i', x, y) | torch.einsum('ij->ji', x) | torch.einsum('ij,j->i', x, v) | torch.einsum('bij->bj', b3) | torch.einsum('i,j->ij', v, v) | torch.einsum('bhij,bhjk->bhik', b4, b4) | torch.einsum('bij,jk->bik', b3, m)
F.dropout(x, 0.5, True) | F.dropout(x, 0.3, False) | F.alpha_dropout(x, 0.5, False) | F.dropout2d(img, 0.5, True)
F.gelu(x) | F.gelu(x, approximate='tanh') | F.silu(x) | F.mish(x) | F.leaky_relu(x) | F.leaky_relu(x, 0.2) | F.elu(x) | F.celu(x) | F.selu(x) | F.hardtanh(x) | F.softplus(x) | F.softplus(x, beta=2) | F.softplus(x, 1, 10) | F.logsigmoid(x) | F.hardsigmoid(x) | F.hardswish(x) | F.relu6(x) | F.softsign(x) | F.tanhshrink(x) | F.softshrink(x) | F.hardshrink(x) | F.threshold(x, 0.1, 20) | F.prelu(x, v) | F.glu(x) | F.rrelu(x)
F.softmax(x, 1) | F.log_softmax(x, 1) | F.softmin(x, 1) | F.softmax(x, 1, dtype=torch.float64) | torch.softmax(i2, 1, dtype=torch.float32)
F.mse_loss(x, y) | F.mse_loss(x, y, reduction='none') | F.l1_loss(x, y) | F.l1_loss(x, y, reduction='sum') | F.smooth_l1_loss(x, y) | F.smooth_l1_loss(x, y, beta=0.5) | F.huber_loss(x, y) | F.nll_loss(F.log_softmax(x, 1), i) | F.cross_entropy(x, i) | F.cross_entropy(x, i, label_smoothing=0.1) | F.cross_entropy(x, y) | F.cross_entropy(x, i, weight=v) | F.kl_div(x, y) | F.kl_div(x, y, reduction='batchmean') | F.hinge_embedding_loss(x, y) | F.margin_ranking_loss(x, y, p) | F.cosine_embedding_loss(x, y, torch.sign(i)) | F.soft_margin_loss(x, y) | F.poisson_nll_loss(x, y) | F.gaussian_nll_loss(x, y, torch.abs(p)) | F.triplet_margin_loss(x, y, p)
F.linear(x, m.t()) | F.linear(x, m.t(), m[0]) | F.linear(b3, m.t(), m[0]) | F.linear(b3, m.t()) | F.linear(v, m.t(), m[0]) | F.bilinear(x, y, torch.stack((m, m))[:, :, :4])
x @ m | b3 @ c3 | b3 @ m | v @ m | x @ v | v @ v | b4 @ b4 | b4 @ m | b3 @ v | v @ c3 | torch.matmul(b4, b4[0]) | torch.matmul(one, m) | torch.bmm(b3, c3) | torch.baddbmm(b3, b3, torch.transpose(b3, 1, 2)[:, :, :3] @ b3[:, :3]) | torch.addmm(m[:3], x, m) | torch.addmm(m[:3], x, m, beta=0.5, alpha=2) | torch.addmv(v, y.t() @ x, v) | torch.addbmm(m[:3], b3, c3) | torch.outer(v, v) | torch.ger(v, v) | torch.dot(v, v) | torch.mv(x, v) | torch.kron(x, v) | torch.tensordot(x, m, 1) | torch.chain_matmul(x, m) | torch.linalg.norm(x) | torch.norm(x, dim=1) | torch.linalg.vector_norm(x, 3) | torch.cdist(x, y) | torch.trace(x) | torch.inner(x, y)
F.conv2d(img, w4) | F.conv2d(img, w4, bias6, padding=1) | F.conv2d(img, w4, padding='same') | F.conv2d(img, w4, padding='valid') | F.conv2d(img[0], w4) | F.conv1d(seq, w3, bias6) | F.conv1d(seq, w3, padding='same') | F.conv_transpose2d(img, w4.transpose(0, 1)) | F.conv_transpose1d(seq, w3.transpose(0, 1), stride=2) | F.conv2d(img, w4[:, :2], groups=2) | F.conv3d(vol, vol[:, :, :3, :3, :3])
F.max_pool2d(img, 2) | F.max_pool2d(img, 3, 2, 1) | F.max_pool2d(img, 2, return_indices=True)[1] | F.avg_pool2d(img, 2) | F.avg_pool1d(seq, 3) | F.max_pool1d(seq, 3) | F.adaptive_avg_pool2d(img, 1) | F.adaptive_avg_pool2d(img, (4, 2)) | F.adaptive_avg_pool1d(seq, 3) | F.adaptive_max_pool2d(img, 2) | F.adaptive_max_pool1d(seq, 3) | F.lp_pool2d(img, 2, 2) | F.interpolate(img, scale_factor=2) | F.interpolate(img, size=(4, 4), mode='bilinear') | F.interpolate(img, scale_factor=2, mode='bicubic') | F.upsample(img, scale_factor=2) | F.pixel_shuffle(img, 2) | F.pixel_unshuffle(img, 2) | F.unfold(img, 3) | F.fold(torch.ones(2, 36, 36) + s, (8, 8), 3) | F.pad(x, (1, 1)) | F.pad(img, (1, 1, 2, 2), value=3.0) | F.pad(img, (1, 1, 1, 1), mode='reflect') | F.pad(img, (1, 1, 1, 1), mode='replicate') | F.pad(seq, (1, 2), mode='circular') | F.grid_sample(img, img[:, :2].permute(0, 2, 3, 1)) | F.channel_shuffle(img, 2)
F.batch_norm(img, bias4, bias4) | F.batch_norm(img, bias4, torch.abs(bias4), bias4, bias4) | F.batch_norm(img, None, None, training=True) | F.embedding(i, m.t()) | F.embedding(t % 4, m, padding_idx=0) | F.embedding_bag(t % 4, m) | torch.bucketize(x, v) | torch.searchsorted(v, x)
x.t() | x.T | b3.mT | x.transpose(0, 1) | b3.permute(2, 0, 1) | x.reshape(12) | x.t().reshape(12) | x.view(-1) | x.flatten() | b3.flatten(1) | x.squeeze() | one.squeeze(0) | one.squeeze() | x.unsqueeze(0) | x.expand(2, 3, 4) | one.expand(3, 4) | one.expand_as(x) | x.repeat(2, 1) | x.repeat_interleave(2, 0) | x.tile((2, 2)) | x.narrow(1, 0, 2) | x.select(0, 1) | x[1:] | x[:, 1:3] | x[0] | x[..., 0] | x[None] | x[:, ::2] | x[i % 3] | x[x > 0] | x.diagonal() | torch.diag(v) | torch.diag(x) | x.unfold(1, 2, 1) | x.movedim(0, 1) | x.swapaxes(0, 1) | b3.unflatten(2, (2, 2)) | x.ravel() | torch.flip(x, (0,)) | torch.fliplr(x) | torch.roll(x, 1, 0) | torch.roll(x, 1) | torch.rot90(x) | torch.meshgrid(v, v, indexing='ij')[0] | torch.broadcast_tensors(x, v)[1] | torch.atleast_2d(v) | x.contiguous() | x.t().contiguous() | x.clone() | x.detach() | x.alias if False else x.sin() | torch.ops.aten.lift_fresh_copy(x)
torch.cat((x, y)) | torch.cat((x, y), 1) | torch.stack((x, y)) | torch.stack((x, y), -1) | torch.hstack((x, y)) | torch.vstack((x, y)) | torch.dstack((x, y)) | torch.column_stack((v, v)) | torch.chunk(x, 2, 1)[0] | torch.split(x, 2, 1)[1] | torch.split(x, (1, 3), 1)[1] | torch.tensor_split(x, 2, 1)[0] | torch.unbind(x)[0] | torch.hsplit(x, 2)[0] | torch.block_diag(x, y) | torch.cartesian_prod(v, v) | torch.combinations(v)
torch.sum(x) | torch.sum(x, 1) | torch.mean(x) | torch.mean(x, 1) | torch.var(x) | torch.var(x, 1) | torch.std(x) | torch.std(x, 1) | torch.std(x, 1, unbiased=False) | torch.var_mean(x, 1)[0] | torch.std_mean(x, 1)[0] | torch.prod(x) | torch.prod(x, 1) | torch.amax(x, 1) | torch.max(x) | torch.max(x, 1)[0] | torch.min(x, 1)[1] | torch.argmax(x) | torch.argmax(x, 1) | torch.median(x) | torch.cumsum(x, 1) | torch.cumprod(x, 1) | torch.cummax(x, 1)[0] | torch.all(x > 0) | torch.any(x > 0, 1) | torch.all(x > 0, 1) | torch.norm(x) | torch.logaddexp(x, y) | torch.count_nonzero(x) | torch.nansum(x) | torch.nanmean(x) | torch.aminmax(x) [0] | torch.topk(x, 2)[0] | torch.sort(x)[0] | torch.argsort(x) | torch.kthvalue(x, 2)[0] | torch.unique(i)
torch.where(x > 0, x, y) | torch.where(x > 0, x, 0.0) | torch.where(x > 0, 1.0, 0.0) | x.masked_fill(x > 0, 2.0) | x.masked_fill(x > 0, s) | torch.clamp(x, 0, 1) | torch.clamp(x, min=0) | torch.clamp(x, y) | torch.clamp_min(x, 0) | torch.clip(x, -1, 1) | torch.maximum(x, y) | torch.max(x, y) | torch.fmax(x, y) | torch.gather(x, 1, i2) | torch.scatter(x, 1, i2, y) | torch.scatter(x, 1, i2, 1.0) | torch.scatter_add(x, 1, i2, y) | torch.scatter_reduce(x, 1, i2, y, 'sum') | torch.index_select(x, 0, i % 3) | torch.index_add(x, 0, i % 3, y) | torch.index_copy(x, 0, i % 3, y) | torch.index_fill(x, 0, i % 3, 1.0) | torch.index_put(x, (i % 3,), y) | torch.take(x, i) | torch.take_along_dim(x, i2, 1) | torch.masked_select(x, x > 0) | torch.nonzero(x) | torch.tril(x) | torch.triu(x) | torch.tril(x > 0) | torch.triu(x, 1) | torch.tril(x, -1) | torch.masked_scatter(x, x > 0, y) | torch.select_scatter(x, v, 0, 1) | torch.slice_scatter(x, y[1:], 0, 1) | torch.diagonal_scatter(x, v[:3])
torch.addcmul(x, x, y) | torch.addcmul(x, x, y, value=2) | torch.addcdiv(x, x, y) | torch.addcdiv(x, x, y, value=0.5) | torch.lerp(x, y, 0.3) | torch.lerp(x, y, p) | torch.hypot(x, y) | torch.float_power(x, 2) | torch.pow(x, 2) | torch.pow(2, x) | torch.pow(x, y) | x ** 3 | x ** 0.5 | torch.square(x) | torch.rsqrt(x) | torch.reciprocal(x) | torch.true_divide(x, y) | torch.floor_divide(x, 2) | x // y | x % 2 | torch.remainder(x, y) | torch.fmod(x, 2) | torch.div(x, y, rounding_mode='floor') | torch.div(x, 2, rounding_mode='trunc') | torch.mul(x, 2) | torch.sub(x, y, alpha=2) | torch.add(x, y, alpha=2) | torch.add(x, 1) | torch.neg(x) | torch.abs(x) | torch.sign(x) | torch.sgn(x) | torch.heaviside(x, y) | torch.frac(x) | torch.trunc(x) | torch.round(x) | torch.round(x, decimals=2) | torch.ceil(x) | torch.exp2(x) | torch.expm1(x) | torch.log1p(x) | torch.log2(x) | torch.log10(x) | torch.sinc(x) | torch.logit(x) | torch.sigmoid(x) | torch.erf(x) | torch.erfinv(x) | torch.special.expit(x) | torch.xlogy(x, y) | torch.special.entr(x) | torch.deg2rad(x) | torch.rad2deg(x) | torch.nan_to_num(x) | torch.isnan(x) | torch.isinf(x) | torch.isfinite(x) | torch.isclose(x, y) | torch.allclose(x, y) if False else x.cos() | torch.logical_and(x > 0, y > 0) | (x > 0) & (y > 0) | ~(x > 0) | i & 1 | i | 1 | i ^ 1 | i << 1 | torch.bitwise_not(i) | torch.copysign(x, y) | torch.atan2(x, y) | torch.polar(x, y).real | torch.i0(x) | torch.digamma(x) | torch.lgamma(x) | torch.mvlgamma(torch.abs(x) + 2, 2) | torch.sum(x ** 2).sqrt()
x.to(torch.float64) | x.to(torch.int64) | x.float() | x.double() | x.half().float() | x.bool() | x.long() | x.type_as(i) | x.to('cpu') | x.to(torch.float32) | x.to(torch.float32, copy=True) | i.float() | x.int()
x.add_(1) if False else x.tan() | x.clone().add_(y) | x.clone().mul_(2).relu_() | x.clone().copy_(y) | x.clone().zero_() | x.clone().fill_(3) | x.clone().clamp_(0, 1) | x.clone().masked_fill_(x > 0, 1.0) | x.clone().index_put_((i % 3,), y) | x.clone().scatter_(1, i2, y) | x.clone().div_(2) | x.clone().sub_(y) | x.clone().addcmul_(x, y) | x.clone().lerp_(y, 0.5) | x.clone().exp_() | x.clone().pow_(2) | x.clone().normal_() | x.clone().uniform_() | x.clone().index_add_(0, i % 3, y) | x.clone().t_() | x.clone().squeeze_() | x.clone().unsqueeze_(0) | x.clone().detach_()
torch.rand_like(x) | torch.randn_like(x) | torch.rand(3, 4) + x | torch.randn(3, 4) + x | torch.randint(0, 5, (3,)) + i | torch.bernoulli(torch.sigmoid(x)) | torch.randperm(4) + n | torch.ones_like(x) | torch.zeros_like(x, dtype=torch.int64) | torch.eye(3) + s | torch.eye(3, 4) + x | torch.tril_indices(3, 3) + n | torch.ones(3, 4, dtype=torch.bool) & (x > 0) | torch.full((3, 4), 2) + x | torch.scalar_tensor(2.0) + x | torch.tensor(2.0) + x | torch.vander(v) | torch.cross(x[:, :3], y[:, :3], dim=1) | torch.diff(x) | torch.cov(x) | torch.corrcoef(x) | torch.cosine_similarity(x, y) | F.cosine_similarity(x, y, dim=0) | F.pairwise_distance(x, y) | torch.dist(x, y) | torch.renorm(x, 2, 0, 1.0) | torch.histc(x) | torch.bincount(i) | torch.multinomial(torch.abs(x), 2) | torch.poisson(torch.abs(x)) | torch.trapz(x) | torch.gradient(x)[0] | torch.linalg.matrix_norm(x) | torch.linalg.det(x[:, :3]) | torch.linalg.inv(x[:, :3]) | torch.svd(x)[1] | torch.clamp_max(x, 0.5) | torch.relu(x).relu() | x.sum().item() * y if False else x.exp()
F.pad(img, (1, 2, 2, 1), mode='circular') | F.pad(img, (1, 0, 0, 1), mode='circular') | F.interpolate(img, size=(4, 5), mode='bilinear', align_corners=True) | F.interpolate(img, scale_factor=2.0, mode='bilinear') | F.interpolate(seq, size=4, mode='linear') | F.interpolate(vol, scale_factor=2, mode='trilinear') | F.interpolate(img, size=(5, 9), mode='bicubic', align_corners=True) | torch.diag(v, 1) | torch.diag(v, -1) | torch.diag(x, 1) | torch.rot90(b3, 3, (1, 2)) | torch.rot90(x, 2) | torch.rot90(x, 0) | torch.meshgrid(v, bias6, indexing='xy')[0] | torch.meshgrid(v, bias6, indexing='xy')[1]
torch.meshgrid(v, bias6)[1] | torch.cartesian_prod(v, v, bias6) | torch.tensordot(b3, m, dims=([2], [0])) | torch.tensordot(b3, c3, dims=([0, 2], [0, 1])) | torch.tensordot(x, y, 2) | torch.inner(v, v) | torch.inner(b3, x) | torch.kron(v, x) | torch.kron(x, y) | torch.cdist(x, y, p=1.0) | torch.cdist(b3, b3) | torch.baddbmm(c3[:, :3], b3, c3, beta=0.5, alpha=2) | torch.baddbmm(c3[:, :3], b3, c3, beta=0) | F.bilinear(x, y, torch.stack((m, m))[:, :, :4], bias4[:2]) | F.l1_loss(x, y, reduction='none') | F.soft_margin_loss(x, y, reduction='sum')
F.margin_ranking_loss(x, y, p, margin=0.5, reduction='none') | F.triplet_margin_loss(x, y, p, swap=True) | F.triplet_margin_loss(x, y, p, margin=2, p=1) | F.hinge_embedding_loss(x, y, margin=2, reduction='sum') | F.cosine_embedding_loss(x, y, torch.sign(i), margin=0.3, reduction='sum') | F.pairwise_distance(x, y, p=1, keepdim=True) | torch.diff(x, n=2) | torch.diff(x, dim=0, prepend=y) | torch.cross(x[:, :3], y[:, :3]) | torch.linalg.cross(x[:, :3], y[:, :3]) | torch.nansum(x, 1) | torch.nanmean(x, 1, keepdim=True) | torch.std_mean(x)[0] | torch.std_mean(x, 1)[1]
torch.linalg.matrix_power(x @ y.t(), 0) | torch.linalg.matrix_power(x @ y.t(), 1) | torch.linalg.matrix_power(b4, 3) | torch.matrix_power(b4, 6) | torch.linalg.matrix_power(b4, -1) | torch.linalg.matrix_power(b4, -2) | torch.linalg.multi_dot([x, m]) | torch.linalg.multi_dot([v, x.t(), y]) | torch.linalg.multi_dot([x, m, m.t(), v]) | torch.chain_matmul(x, m, m.t(), x.t(), y) | torch.linalg.cond(b4) | torch.cumulative_trapezoid(x) | torch.cumulative_trapezoid(x, dx=2.0, dim=0) | torch.ldexp(x, y) | torch.dist(x, y) | torch.logaddexp2(x, y) | torch.isin(i, i2) | torch.isin(i2, i) | torch.isin(i2, t, invert=True) | torch.isin(i, t, assume_unique=True, invert=True) | torch.isin(i[:1], t) | torch.logspace(0, 2, 4) + x | torch.logspace(-1, 1, 4, 2.5) + x | torch.tril_indices(3, 4, 1) + n | torch.triu_indices(4, 3, -1) + n | F.interpolate(img, scale_factor=2, mode='nearest-exact') | F.interpolate(img, size=(3, 5), mode='nearest-exact') | F.interpolate(seq, size=4, mode='nearest-exact') | F.interpolate(vol, scale_factor=1.5, mode='nearest-exact') | torch.ops.aten.norm.ScalarOpt_dim(x, 3, [1]) | torch.ops.aten.norm.ScalarOpt_dim(x, None, [0], True) | torch.ops.aten.norm.ScalarOpt_dtype(x, 2, dtype=torch.float64) | torch.ops.aten.norm.ScalarOpt_dim_dtype(x, 2, [1], False, dtype=torch.float64) | torch.ops.aten.frobenius_norm.dim(x, [1]) | (i << i) >> 1
torch.std_mean(x, 1, unbiased=False, keepdim=True)[0] | torch.aminmax(x, dim=1)[1] | torch.aminmax(x, dim=1, keepdim=True)[0] | torch.argsort(x, 1, descending=True) | torch.trapezoid(x, dx=2.0, dim=0) | torch.gradient(x, dim=1)[0] | torch.gradient(x, spacing=2.0)[1] | torch.renorm(x, 1, 1, 2.0) | torch.dstack((v, v)) | torch.dstack((b3, b3)) | torch.column_stack((v, m)) | torch.block_diag(x, v, s) | torch.tensor_split(x, 3, 1)[0] | torch.tensor_split(x, (1, 3), 1)[1] | torch.vsplit(x, 3)[1] | torch.dsplit(b3, 2)[1] | torch.hsplit(v, 2)[0] | torch.hsplit(x, [1, 2])[1] | torch.flipud(x)
F.unfold(img, (2, 3), dilation=2, padding=1, stride=2) | F.fold(torch.ones(2, 16, 25) + s, (8, 8), 2, padding=1, stride=2) | F.embedding_bag(t % 4, m, mode='sum') | F.embedding_bag(t % 4, m, mode='max') | F.embedding_bag(t.reshape(-1) % 4, m, i % 3, mode='sum', padding_idx=1) | F.grid_sample(img, img[:, :2].permute(0, 2, 3, 1), mode='nearest', padding_mode='border', align_corners=True) | F.grid_sample(vol, vol[:, :1].expand(1, 3, 4, 4, 4).permute(0, 2, 3, 4, 1)) | F.alpha_dropout(x, 0.5, True) | F.rrelu(x, 0.1, 0.3, True) | F.rrelu(x, 0.1, 0.3) | F.softshrink(x, 0.3) | F.hardshrink(x, 0.3)
F.scaled_dot_product_attention(b3, b3, b3, is_causal=True) | F.scaled_dot_product_attention(b3, b3, b3, attn_mask=b3 @ b3.transpose(1, 2)) | F.scaled_dot_product_attention(b4, b4, b4).to(torch.float64) | torch.linalg.norm(v) | torch.linalg.norm(x, dim=1) | torch.linalg.norm(x, 1, dim=1) | torch.linalg.matrix_norm(b3) | torch.linalg.vector_norm(x, dim=1) | torch.chain_matmul(x, m, m.t()) | torch.polar(x, y).imag | torch.complex(x, y).abs() | torch.isclose(x, y, rtol=0.1) | torch.mvlgamma(torch.abs(x) + 4, 3) | x.clone().normal_(1, 2) | x.clone().uniform_(-1, 1) | torch.svd(x)[2] | torch.svd(x)[0]
torch.swapdims(x, 0, 1) | x.view_as(y) | x.reshape_as(y) | torch.ops.aten.alias(x) | x.sin().reshape(-1, 6) | x.t().reshape(2, -1) | x.reshape(3, -1) | x[:, :2].reshape(-1) | x.expand(2, 3, 4).reshape(2, -1) | (x.detach() * y).softmax(-1).detach() | torch.softmax(x, -1).detach() + x | x.unflatten(1, (2, -1))
"""


class Form(torch.nn.Module):
    def __init__(self, text, names):
        super().__init__()
        space = {"torch": torch, "F": F}
        exec(f"def body({', '.join(names)}):\n    return {text}\n", space)
        exec(f"def forward(self, {', '.join(names)}):\n    return body({', '.join(names)})\n", space)
        self.forward = space["forward"].__get__(self)


def names_of(text):
    import ast

    used = [n.id for n in ast.walk(ast.parse(text, mode="eval")) if isinstance(n, ast.Name)]
    return [name for name in [*SHAPES, *INTS] if name in used]


def value_of(name):
    return torch.randn(SHAPES[name]) if name in SHAPES else torch.randint(0, INTS[name][1], INTS[name][0])


def record(text):
    names = names_of(text)
    row = {"form": text}
    try:
        program = torch.export.export(Form(text, names), tuple(value_of(name) for name in names), strict=False)
    except Exception as error:
        return {**row, "error": f"{type(error).__name__}: {error}"[:200]}
    row["program"] = program.graph_module.print_readable(print_output=False, include_stride=True)
    for table in ("core", "empty"):
        try:
            after = program.run_decompositions() if table == "core" else program.run_decompositions({})
            row[table] = str(after.graph)
        except Exception as error:
            row[f"{table}_error"] = f"{type(error).__name__}: {error}"[:200]
    return row


def main():
    forms = [text.strip() for line in FORMS.strip().splitlines() for text in line.split(" | ")]
    rows = []
    for text in forms:
        rows.append(record(text))
    with open(sys.argv[1], "w") as out:
        json.dump(rows, out, indent=0)
    print(len(rows), "forms,", sum("error" in row for row in rows), "not exported")


main()
