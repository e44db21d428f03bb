"""Records the strides that torch.export's fake tensors have: python3 record_export_strides.py OUT.jsonl.gz

Each expression stands alone in a forward, and is exported with inputs laid in memory in many ways: in rows, transposed,
reversed, channels last, expanded, with gaps, cut, of size 1. A line is the expression, the inputs as annotations, and
shape and strides of each result (PyTorch 2.6.0, not strict). tests/node/export_strides.test.js compares."""

import gzip
import json
import sys
import warnings

import torch
import torch.nn.functional as F  # noqa: F401, N812

warnings.simplefilter("ignore")

ANY = """
torch.cat([x, x])
torch.cat([x, x], -1)
torch.cat([x, y], 1)
torch.cat([y, x], 1)
torch.cat([x, x, y])
torch.cat([x.t() if x.dim() == 2 else x.transpose(1, 2), y.t() if x.dim() == 2 else y.transpose(1, 2)], 1)
torch.stack([x, x])
torch.stack([x, y], -1)
torch.stack([x, x], 1)
torch.hstack([x, x])
torch.vstack([x, y])
torch.dstack([x, x])
torch.column_stack([x, y])
F.pad(x, (1, 2))
F.pad(x, (1, 0, 2, 1))
F.pad(x, (-1, 0))
F.pad(x, (0, 0))
torch.constant_pad_nd(x, (1, 1), 2.0)
x.nan_to_num()
torch.nan_to_num(x, 1.0)
x.sigmoid().bernoulli()
torch.bernoulli(x, 0.5)
torch.complex(x, y)
torch.complex(x, x)
torch.complex(x, x).real
torch.view_as_real(torch.complex(x, x))
torch.polar(x, y)
F.one_hot(x.long().clamp(0, 3), 5)
x.abs().long()
x.to(torch.float64)
x.to(torch.float64, memory_format=torch.contiguous_format)
x.to(torch.float32, memory_format=torch.contiguous_format)
x.to(torch.float32, memory_format=torch.preserve_format)
x.to(torch.float32, copy=True)
x.to(torch.float32, copy=True, memory_format=torch.contiguous_format)
x.contiguous()
x.clone()
x.clone(memory_format=torch.contiguous_format)
x.clone(memory_format=torch.preserve_format)
torch.empty_like(x)
torch.zeros_like(x)
torch.ones_like(x, memory_format=torch.contiguous_format)
torch.full_like(x, 2.0)
torch.full_like(x, 2.0, memory_format=torch.contiguous_format)
torch.rand_like(x)
torch.randn_like(x, memory_format=torch.contiguous_format)
torch.randint_like(x, 5)
torch.empty_like(x, dtype=torch.int64)
torch.zeros_like(x, dtype=torch.bool, memory_format=torch.preserve_format)
x.new_zeros(x.shape)
x.new_empty(x.shape)
x.new_full(x.shape, 1.0)
x.bool()
x.half()
x.type(torch.float64)
x.type_as(y)
x.float()
x.detach()
x + y
y + x
x * 2
2 - x
x / y
x + x.sum(-1, keepdim=True)
x + torch.ones(x.shape[-1])
x > y
x.relu()
x.abs()
x.neg()
x.exp()
x.sqrt()
x.pow(2)
x ** y
x.sigmoid()
x.tanh()
x.clamp(0, 1)
x.clamp(min=y)
x.round()
x.isnan()
x.isfinite()
x.isinf()
x.sign()
x.erf()
x.logical_not()
x.rsub(1)
torch.where(x > 0, x, y)
torch.where(x > 0, x, 0.0)
torch.where(y > 0, 1.0, x)
torch.maximum(x, y)
torch.lerp(x, y, 0.5)
torch.lerp(x, y, y)
torch.addcmul(x, y, y)
torch.addcdiv(y, x, y)
torch.atan2(x, y)
torch.fmod(x, 2)
torch.remainder(x, y)
torch.floor_divide(x, y)
torch.xlogy(x, y)
torch.heaviside(x, y)
torch.copysign(x, y)
torch.frac(x)
torch.logit(x)
torch.signbit(x)
torch.isclose(x, y)
torch.hypot(x, y)
torch.special.i0(x)
torch.digamma(x)
torch.deg2rad(x)
torch.sinc(x)
torch.float_power(x, 2)
torch.positive(x)
torch.square(x)
F.gelu(x)
F.silu(x)
F.leaky_relu(x)
F.elu(x)
F.celu(x)
F.selu(x)
F.hardtanh(x)
F.hardswish(x)
F.hardsigmoid(x)
F.softplus(x)
F.softsign(x)
F.mish(x)
F.threshold(x, 0.1, 0.0)
F.logsigmoid(x)
F.tanhshrink(x)
F.softshrink(x)
F.relu6(x)
F.rrelu(x)
F.rrelu(x, training=True)
F.prelu(x, torch.ones(1))
F.prelu(x, torch.ones(4))
F.glu(x)
F.glu(x, 1)
F.dropout(x)
F.dropout(x, training=False)
F.alpha_dropout(x, training=True)
F.feature_alpha_dropout(x, training=True)
F.dropout1d(x.flatten(1).unsqueeze(0))
F.softmax(x, -1)
F.softmax(x, 1)
F.softmax(x, 1, dtype=torch.float64)
F.log_softmax(x, 1)
F.softmin(x, 0)
F.gumbel_softmax(x, dim=-1)
F.normalize(x)
F.layer_norm(x, (x.shape[-1],))
F.rms_norm(x, (x.shape[-1],))
F.linear(x, torch.ones(3, 6))
F.linear(x, torch.ones(3, 6), torch.ones(3))
x @ torch.ones(6, 3)
torch.matmul(x, y.transpose(-1, -2))
x.sum()
x.sum(1)
x.sum(1, keepdim=True)
x.sum((0, -1))
x.mean(0)
x.mean((0, 1), keepdim=True)
x.amax(1)
x.amax(1, keepdim=True)
x.max(1)
x.min(-1, keepdim=True)
x.argmax(1)
x.argmin(0, keepdim=True)
x.prod(1)
x.all(1)
x.any(1, keepdim=True)
x.var(1)
x.std(1, keepdim=True)
torch.var_mean(x, 1)
torch.std_mean(x, 1)
x.norm(dim=1)
torch.linalg.vector_norm(x, dim=1)
x.logsumexp(1)
x.cumsum(1)
x.cumprod(0)
x.cummax(1)
x.cummin(-1)
torch.logcumsumexp(x, 1)
x.sort(1)
x.sort()
x.argsort(1)
x.argsort(1, descending=True)
torch.sort(x, stable=True, dim=0)
x.msort()
x.topk(2, 1)
x.topk(2)
x.kthvalue(1, 1)
x.median(1)
x.nanmedian(1)
x.mode(1)
x.flip(0)
x.flip(1, 0)
x.flip([0, 1])
x.fliplr()
x.roll(1, 1)
x.roll(1)
x.rot90()
x.tril()
x.triu(1)
x.repeat(*[2] * x.dim())
x.tile(2)
x.repeat_interleave(2, 1)
x.repeat_interleave(2)
x.expand(3, *x.shape)
x.unsqueeze(0)
x.unsqueeze(-1)
x.squeeze()
x.squeeze(1)
x.transpose(0, 1)
x.movedim(0, -1)
x.reshape(-1)
x.reshape(x.shape[0], -1)
x.flatten(1)
x.flatten(0, 1)
x.unflatten(1, (2, -1))
x.ravel()
x.chunk(2, 1)
x.split(3, -1)
x.unbind(0)
x.select(1, 0)
x[:, 1:]
x[..., ::2]
x[:, None]
x[0]
x[:, [0, 1]]
x[[0, 1]]
x[..., [0, 1]]
x[[0, 1], [1, 0]]
x[:, torch.tensor([[0, 1], [1, 0]])]
x[torch.tensor([0, 1]), :, torch.tensor([0, 1])] if x.dim() > 2 else x[torch.tensor([0, 1]), torch.tensor([0, 1])]
x.index_select(1, torch.tensor([0, 1]))
x.index_select(0, torch.tensor([1]))
x.index_copy(0, torch.tensor([0]), y[:1])
x.index_copy(1, torch.tensor([0, 1]), y[:, :2])
x.index_add(0, torch.tensor([0]), y[:1])
x.index_fill(0, torch.tensor([0]), 1.0)
x.index_put((torch.tensor([0]),), torch.tensor(1.0))
x.index_reduce(0, torch.tensor([0]), y[:1], "prod")
x.gather(1, torch.zeros_like(x, dtype=torch.int64))
x.gather(1, torch.zeros(x.shape, dtype=torch.int64))
torch.take_along_dim(x, torch.zeros(x.shape, dtype=torch.int64), 1)
x.take(torch.tensor([0, 1]))
x.scatter(1, torch.zeros(x.shape, dtype=torch.int64), y)
x.scatter(1, torch.zeros(x.shape, dtype=torch.int64), 1.0)
x.scatter_add(1, torch.zeros(x.shape, dtype=torch.int64), y)
x.scatter_reduce(1, torch.zeros(x.shape, dtype=torch.int64), y, "amax")
x.masked_fill(x > 0, 0.0)
x.masked_fill(y > 0, 0.0)
x.masked_scatter(y > 0, y)
x.diagonal()
x.diagonal(0, 0, 1)
x.diag_embed()
x.as_strided((2, 2), (1, 2))
torch.select_scatter(x, y[0], 0, 0)
torch.slice_scatter(x, y[:1], 0, 0, 1)
torch.diagonal_scatter(x, y.diagonal(), 0)
x.unfold(-1, 2, 1)
torch.narrow_copy(x, 0, 0, 1)
torch.permute_copy(x, list(range(x.dim()))[::-1])
torch.expand_copy(x, x.shape)
torch.view_copy(x.contiguous(), (-1,))
torch.unsqueeze_copy(x, 0)
torch.slice_copy(x, 1, 0, 1)
torch.select_copy(x, 1, 0)
torch.split_copy(x, 1, 1)
torch.t_copy(x.select(0, 0)) if x.dim() == 3 else torch.alias_copy(x)
torch.detach_copy(x)
torch.tensordot(x, y, dims=([0, -1], [0, -1]))
torch.kron(x, y)
torch.cdist(x, y)
torch.diff(x)
torch.diff(x, dim=1)
torch.trapezoid(x)
torch.cross(x[..., :3], y[..., :3])
torch.linalg.cross(x[..., :3], y[..., :3], dim=-1)
torch.renorm(x, 2, 0, 1.0)
torch.bucketize(x, torch.tensor([0.0, 1.0]))
torch.searchsorted(x, y)
torch.isin(x, y)
torch.quantile(x, 0.5, 1)
torch.histc(x)
torch.bincount(x.abs().long().flatten())
torch.multinomial(x.abs().flatten(), 2)
torch.poisson(x.abs())
torch.normal(x, 1.0)
torch.normal(x, y.abs())
torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255)
torch.allclose(x, y)
torch.equal(x, y)
torch.broadcast_tensors(x, y)
torch.meshgrid(x.flatten(), y.flatten())[0]
torch.cartesian_prod(x.flatten()[:2], y.flatten()[:2])
torch.block_diag(x.flatten(1), y.flatten(1))
torch.atleast_3d(x)
F.embedding(x.abs().long(), torch.ones(5, 3))
F.cosine_similarity(x, y)
F.pairwise_distance(x, y)
F.mse_loss(x, y)
F.mse_loss(x, y, reduction="none")
F.l1_loss(x, y, reduction="none")
F.smooth_l1_loss(x, y, reduction="none")
F.huber_loss(x, y, reduction="none")
F.kl_div(x, y, reduction="none")
F.binary_cross_entropy(x.sigmoid(), y.sigmoid(), reduction="none")
F.binary_cross_entropy_with_logits(x, y, reduction="none")
F.soft_margin_loss(x, y, reduction="none")
F.poisson_nll_loss(x, y, reduction="none")
F.gaussian_nll_loss(x, y, y.abs(), reduction="none")
F.hinge_embedding_loss(x, y, reduction="none")
F.margin_ranking_loss(x, y, y, reduction="none")
F.cross_entropy(x, y.argmax(1), reduction="none")
F.cross_entropy(x, y.softmax(1), reduction="none")
F.nll_loss(x, y.argmax(1), reduction="none")
x.clone().add_(y)
x.clone().copy_(y)
x.clone().zero_()
x.clone().fill_(1.0)
x.clone().uniform_()
x.clone().normal_()
x.clone().bernoulli_(0.5)
x.clone().masked_fill_(y > 0, 1.0)
x.clone().t_() if x.dim() == 2 else x.clone().transpose_(0, 1)
x.clone().squeeze_()
x.clone().unsqueeze_(0)
torch.relu_(x.clone())
x.nonzero()
x.masked_select(y > 0)
x.argwhere()
torch.unique(x)
x.view(torch.int32)
x.view_as(y)
x.view(*x.shape)
x.expand_as(y)
x.reshape_as(y)
x.swapaxes(0, 1)
x.adjoint()
x.mT
x.conj()
x.resolve_conj()
x.real
torch.angle(x)
torch.frexp(x)
torch.gradient(x)[0]
torch.linalg.norm(x.flatten(1))
torch.baddbmm(x.flatten(2) if x.dim() > 3 else x, x.flatten(2) if x.dim() > 3 else x, y.flatten(2) if x.dim() > 3 else y)
x.outer(y) if x.dim() == 1 else torch.outer(x.flatten(), y.flatten())
torch.einsum("...i,...j->...ij", x, y)
torch.einsum("...i,...i->...", x, y)
torch.einsum("ab...->ba...", x)
torch.aminmax(x, dim=1)
torch.nansum(x, 1)
torch.nanmean(x, 1)
torch.count_nonzero(x, 1)
torch.cov(x.flatten(1))
torch.special.entr(x)
torch.special.log_ndtr(x)
torch.special.multigammaln(x.abs() + 3, 2)
torch.fft.fft(x)
torch.fft.rfft(x)
"""
TWO = """
x.t()
x.mm(y.t())
torch.addmm(y, x, x.t()) if False else torch.addmm(torch.ones(x.shape[0]), x, y.t())
x.addmm(x, torch.ones(6, 6))
x.mv(torch.ones(6))
torch.addr(x, torch.ones(x.shape[0]), torch.ones(x.shape[1]))
x.diag()
x.trace()
torch.chain_matmul(x, y.t(), x)
torch.linalg.multi_dot([x, y.t(), x])
torch.pinverse(x)
torch.linalg.qr(x)
torch.linalg.svd(x, full_matrices=False)
torch.linalg.inv(x[:, :x.shape[0]])
torch.linalg.solve(x[:, :x.shape[0]], y)
torch.linalg.cholesky(x[:, :x.shape[0]])
torch.linalg.eigh(x[:, :x.shape[0]])
torch.linalg.lu_factor(x)
torch.linalg.matrix_power(x[:, :x.shape[0]], 2)
torch.triangular_solve(y, x[:, :x.shape[0]])
torch.linalg.solve_triangular(x[:, :x.shape[0]], y, upper=True)
torch.pdist(x)
F.embedding_bag(x.abs().long(), torch.ones(5, 3))
F.multi_margin_loss(x, torch.zeros(x.shape[0], dtype=torch.int64), reduction="none")
F.batch_norm(x, torch.ones(6), torch.ones(6))
F.batch_norm(x, torch.ones(6), torch.ones(6), training=True)
F.group_norm(x, 2)
F.bilinear(x, y, torch.ones(3, 6, 6))
nn.GRUCell(6, 3)(x)
nn.LSTMCell(6, 3)(x)
"""
THREE = """
F.pad(x, (1, 1), mode="reflect")
F.pad(x, (1, 1), mode="replicate")
F.pad(x, (1, 1), mode="circular")
F.conv1d(x, torch.ones(3, 4, 2))
F.conv1d(x, torch.ones(4, 1, 3), padding="same", groups=4)
F.conv_transpose1d(x, torch.ones(4, 3, 2))
F.max_pool1d(x, 2)
F.max_pool1d(x, 2, return_indices=True)
F.avg_pool1d(x, 2)
F.adaptive_avg_pool1d(x, 3)
F.adaptive_avg_pool1d(x, 1)
F.adaptive_max_pool1d(x, 3)
F.lp_pool1d(x, 2, 2)
F.interpolate(x, scale_factor=2)
F.interpolate(x, 3)
F.interpolate(x, scale_factor=2, mode="linear")
F.interpolate(x, scale_factor=2, mode="nearest-exact")
F.batch_norm(x, torch.ones(4), torch.ones(4))
F.batch_norm(x, torch.ones(4), torch.ones(4), training=True)
F.instance_norm(x)
F.group_norm(x, 2)
F.layer_norm(x, x.shape[1:])
F.local_response_norm(x, 2)
torch.bmm(x, y.mT)
torch.baddbmm(torch.ones(1), x, y.mT)
torch.addbmm(torch.ones(4, 4), x, y.mT)
F.scaled_dot_product_attention(x, y, y)
F.scaled_dot_product_attention(y, x, x)
F.channel_shuffle(x, 2)
F.unfold(x.unsqueeze(2), (1, 2))
F.fold(x, (3, 3), (2, 2)) if x.shape[2] == 4 else x.relu()
nn.GRU(6, 3, batch_first=True)(x)
nn.LSTM(6, 3)(x)[0]
nn.RNN(6, 3, batch_first=True)(x)[0]
nn.MultiheadAttention(6, 2, batch_first=True)(x, y, y)
nn.TransformerEncoderLayer(6, 2, 8, batch_first=True)(x)
torch.linalg.inv(x[:, :, :4])
torch.linalg.det(x[:, :, :4])
torch.linalg.qr(x)
"""
FOUR = """
F.pad(x, (1, 1, 2, 2))
F.pad(x, (1, 1, 1, 1), mode="reflect")
F.pad(x, (1, 1, 1, 1), mode="replicate")
F.pad(x, (1, 1, 1, 1), mode="circular")
F.pad(x, (1, 0, 0, 1, 1, 1))
F.pad(x, (0, 0, 0, 0, 1, 1), value=3.0)
F.conv2d(x, torch.ones(3, 4, 2, 2))
F.conv2d(x, torch.ones(3, 4, 1, 1))
F.conv2d(x, torch.ones(3, 4, 2, 2).to(memory_format=torch.channels_last))
F.conv2d(x, torch.ones(3, 4, 2, 2).permute(0, 1, 3, 2))
F.conv2d(x, torch.ones(4, 1, 3, 3), padding="same", groups=4)
F.conv2d(x, torch.ones(8, 2, 3, 3), stride=2, padding=1, groups=2)
F.conv_transpose2d(x, torch.ones(4, 3, 2, 2))
F.conv_transpose2d(x, torch.ones(4, 3, 2, 2), stride=2, output_padding=1)
F.conv_transpose2d(x, torch.ones(4, 1, 2, 2), groups=4)
F.conv_transpose2d(x, torch.ones(4, 3, 1, 1))
nn.Conv2d(4, 3, 2)(x)
nn.Conv2d(4, 3, 3, padding=1, padding_mode="circular")(x)
nn.Conv2d(4, 3, 3, padding=1, padding_mode="reflect")(x)
nn.ConvTranspose2d(4, 3, 2)(x)
F.max_pool2d(x, 2)
F.max_pool2d(x, 2, return_indices=True)
F.avg_pool2d(x, 2)
F.avg_pool2d(x, 3, 1, 1)
F.adaptive_avg_pool2d(x, 3)
F.adaptive_avg_pool2d(x, 1)
F.adaptive_avg_pool2d(x, (1, None))
F.adaptive_max_pool2d(x, 3)
F.lp_pool2d(x, 2, 2)
F.fractional_max_pool2d(x, 2, output_size=(3, 3))
F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2)
F.interpolate(x, scale_factor=2)
F.interpolate(x, (3, 5))
F.interpolate(x, scale_factor=0.5)
F.interpolate(x, scale_factor=2, mode="bilinear")
F.interpolate(x, (5, 5), mode="bilinear", align_corners=True)
F.interpolate(x, (3, 3), mode="bilinear", antialias=True)
F.interpolate(x, scale_factor=2, mode="bicubic")
F.interpolate(x, (3, 3), mode="bicubic", antialias=True)
F.interpolate(x, scale_factor=2, mode="nearest-exact")
F.interpolate(x, (3, 3), mode="area")
torch.ops.aten.upsample_nearest2d.default(x, [4, 4])
torch.ops.aten.upsample_bilinear2d.default(x, [4, 4], False)
nn.Upsample(scale_factor=2)(x)
nn.UpsamplingBilinear2d(scale_factor=2)(x)
F.pixel_shuffle(x, 2)
F.pixel_unshuffle(x, 2)
F.channel_shuffle(x, 2)
F.batch_norm(x, torch.ones(4), torch.ones(4))
F.batch_norm(x, torch.ones(4), torch.ones(4), torch.ones(4), torch.ones(4))
F.batch_norm(x, torch.ones(4), torch.ones(4), training=True)
nn.BatchNorm2d(4)(x)
F.instance_norm(x)
F.group_norm(x, 2)
nn.GroupNorm(2, 4)(x)
F.layer_norm(x, x.shape[1:])
F.local_response_norm(x, 2)
F.unfold(x, 2)
F.grid_sample(x, torch.zeros(x.shape[0], 3, 3, 2))
F.grid_sample(x, torch.zeros(x.shape[0], 3, 3, 2), mode="nearest")
F.affine_grid(torch.zeros(x.shape[0], 2, 3), x.shape)
F.dropout2d(x)
F.scaled_dot_product_attention(x, y, y)
F.scaled_dot_product_attention(y, x, x)
F.scaled_dot_product_attention(x.transpose(1, 2), x.transpose(1, 2), x.transpose(1, 2))
x.to(memory_format=torch.channels_last)
x.to(torch.float64, memory_format=torch.channels_last)
x.to(torch.float32, copy=True, memory_format=torch.channels_last)
x.contiguous(memory_format=torch.channels_last)
x.clone(memory_format=torch.channels_last)
x.float().to(memory_format=torch.contiguous_format)
torch.empty_like(x, memory_format=torch.channels_last)
torch.zeros_like(x, memory_format=torch.channels_last)
torch.ones_like(x, memory_format=torch.channels_last)
torch.full_like(x, 1.0, memory_format=torch.channels_last)
torch.rand_like(x, memory_format=torch.channels_last)
torch.randn_like(x, memory_format=torch.channels_last)
torch.randint_like(x, 3, memory_format=torch.channels_last)
torch.empty(x.shape, memory_format=torch.channels_last)
x.to(memory_format=torch.channels_last).relu() + x
x.to(memory_format=torch.channels_last) + y
torch.cat([x, y.to(memory_format=torch.channels_last)], 1)
torch.cat([x.to(memory_format=torch.channels_last), y], 1)
x.permute(0, 2, 3, 1)
x.permute(0, 2, 3, 1).contiguous()
x.permute(0, 2, 3, 1).reshape(x.shape[0], -1, 4)
x.flatten(2).transpose(1, 2)
x.permute(0, 2, 3, 1).clone()
x.permute(0, 2, 3, 1).relu()
torch.nn.functional.softmax(x.flatten(2), -1)
torch._C._nn.avg_pool2d(x, 2) if False else x.half().float()
"""
FIVE = """
F.pad(x, (1, 1, 1, 1, 1, 1))
F.pad(x, (1, 1, 1, 1, 1, 1), mode="reflect")
F.pad(x, (1, 1, 1, 1, 1, 1), mode="replicate")
F.pad(x, (1, 1, 1, 1, 1, 1), mode="circular")
F.conv3d(x, torch.ones(3, 4, 2, 2, 2))
F.conv_transpose3d(x, torch.ones(4, 3, 2, 2, 2))
F.max_pool3d(x, 2)
F.max_pool3d(x, 2, return_indices=True)
F.avg_pool3d(x, 2)
F.adaptive_avg_pool3d(x, 2)
F.adaptive_avg_pool3d(x, 1)
F.adaptive_max_pool3d(x, 2)
F.interpolate(x, scale_factor=2)
F.interpolate(x, scale_factor=2, mode="trilinear")
F.interpolate(x, scale_factor=2, mode="nearest-exact")
F.batch_norm(x, torch.ones(4), torch.ones(4))
F.batch_norm(x, torch.ones(4), torch.ones(4), training=True)
F.group_norm(x, 2)
F.instance_norm(x)
F.dropout3d(x)
F.grid_sample(x, torch.zeros(x.shape[0], 2, 2, 2, 3))
x.to(memory_format=torch.channels_last_3d)
x.contiguous(memory_format=torch.channels_last_3d)
x.clone(memory_format=torch.channels_last_3d)
torch.zeros_like(x, memory_format=torch.channels_last_3d)
torch.cat([x, x], 1)
torch.stack([x, x])
torch.stack([x, x], 2)
x + y
x.relu()
x.mean((2, 3, 4))
"""


def permuted(t, order):
    return t.permute(order).contiguous().permute([order.index(d) for d in range(t.dim())])


LAYOUTS = {
    "rows": lambda t: t,
    "transposed": lambda t: t.transpose(-1, -2).contiguous().transpose(-1, -2),
    "reversed": lambda t: permuted(t, list(reversed(range(t.dim())))),
    "front": lambda t: permuted(t, [1, 0, *range(2, t.dim())]),
    "last": lambda t: t.contiguous(memory_format=torch.channels_last if t.dim() == 4 else torch.channels_last_3d),
    "expanded": lambda t: t[:1].expand(t.shape),
    "expanded_inside": lambda t: t[:, :1].expand(t.shape),
    "gaps": lambda t: torch.zeros([*t.shape[:-1], 2 * t.shape[-1]])[..., ::2],
    "sliced": lambda t: torch.zeros([*t.shape[:-1], 2 + t.shape[-1]])[..., 1:-1],
    "one": lambda t: t[:1],
    "one_last": lambda t: LAYOUTS["last"](t[:1]),
    "one_channel": lambda t: LAYOUTS["last"](t)[:1, :1],
    "one_inside": lambda t: t[:, :1],
    "one_behind": lambda t: LAYOUTS["last"](t[..., :1]),
    "reversed_sliced": lambda t: LAYOUTS["reversed"](t)[..., 1:],
}
FOR_LAST = ("last", "one_last", "one_channel", "one_behind")
FEW = ["rows", "transposed", "last", "reversed", "expanded", "gaps", "one", "one_last", "front"]
SHAPES = {2: (4, 6), 3: (2, 4, 6), 4: (2, 4, 6, 6), 5: (2, 4, 4, 6, 6)}


def layouts(rank, few):
    return [name for name in LAYOUTS if (rank >= 4 or name not in FOR_LAST) and (not few or name in FEW)]


def cases():
    for rank, own in ((2, TWO), (3, THREE), (4, FOUR), (5, FIVE)):
        for text in own.strip().splitlines():
            yield from ((rank, text, name) for name in layouts(rank, False))
        if rank in (4, 2):
            for text in ANY.strip().splitlines():
                yield from ((rank, text, name) for name in layouts(rank, rank == 4))


def source(text):
    return f"""import torch
import torch.nn.functional as F
from torch import nn

class M(nn.Module):
    def forward(self, x, y):
        return {text}
"""


HOLDING = """import torch
import torch.nn.functional as F
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = {layer}

    def forward(self, x, y):
        return self.layer{rest}
"""


def source_of(text):
    if not text.startswith("nn."):
        return source(text)
    depth = 0
    for i, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == ")" and depth == 0:
            return HOLDING.format(layer=text[: i + 1], rest=text[i + 1 :])
    raise ValueError(text)


def annotation(t):
    return f"f32[{', '.join(map(str, t.shape))}][{', '.join(map(str, t.stride()))}]"


def results(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for item in value for t in results(item)] if isinstance(value, (list, tuple)) else []


def row(rank, text, layout):
    scope = {}
    x = LAYOUTS[layout](torch.randn(SHAPES[rank]))
    y = torch.randn(x.shape)
    code = source_of(text)
    exec(code, scope)  # noqa: S102
    try:
        program = torch.export.export(scope["M"](), (x, y), strict=False)
    except Exception as error:  # noqa: BLE001
        return {
            "text": text,
            "source": code,
            "inputs": [annotation(x), annotation(y)],
            "error": str(error).splitlines()[:1],
        }
    out = next(node for node in program.graph.nodes if node.op == "output")
    values = [node.meta.get("val") for node in out.all_input_nodes]
    nodes = [
        [node.name, [[list(map(int, t.shape)), list(map(int, t.stride()))] for t in results(node.meta.get("val"))]]
        for node in program.graph.nodes
        if node.op == "call_function"
    ]
    if not nodes or any(v is None for v in values):
        return None
    return {"text": text, "source": code, "inputs": [annotation(x), annotation(y)], "nodes": nodes}


def main():
    rows = []
    for i, case in enumerate(cases()):
        try:
            made = row(*case)
        except Exception as error:  # noqa: BLE001 (symbols that depend on data)
            print(case, type(error), str(error)[:80], file=sys.stderr)
            continue
        if made:
            rows.append(made)
        if i % 500 == 0:
            print(i, file=sys.stderr, flush=True)
    with gzip.open(sys.argv[1], "wt") as out:
        out.writelines(json.dumps(r, separators=(",", ":")) + "\n" for r in rows)
    print(len(rows), "rows,", sum("error" in r for r in rows), "refused")


if __name__ == "__main__":
    main()
