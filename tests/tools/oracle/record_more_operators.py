"""Operators of less common use, called once each: what they give, their gradients, the error if there is one, and what
run_decompositions() makes of the call. Usage, with each version: record_more_operators.py OUT.json"""

import json
import logging
import re
import sys
import warnings

import torch

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

# Inputs by name, for all calls alike.
torch.manual_seed(3)
INPUTS = {
    "x": torch.randn(4, 6),
    "p": torch.rand(3, 4) * 0.9 + 0.05,
    "v": torch.randn(6),
    "s": torch.randn(3, 3) + 3 * torch.eye(3),
    "b": torch.randn(2, 4, 3),
    "c": torch.randn(2, 3, 6),
    "n": torch.tensor(0.7),
    "g": torch.tensor([[1.5, float("nan"), 2.5, -1], [float("nan")] * 4, [3, 1, 2, 5]]),
    "i": torch.tensor([2, 0]),
    "k": torch.tensor([[-1], [7], [2], [0]]),
    "o": torch.tensor([1, 1]),
    "w": torch.tensor([99, 0]),
    "q": torch.tensor([2, 3, 3], dtype=torch.int32),
    "z": torch.tensor([[1 + 2j, -0.5j, 3 - 1j], [0.5 + 0.25j, -2 + 1j, 4j]]),
    "t": torch.tensor([True, False, True]),
    "u": torch.tensor([[3, 0, 200], [7, 255, 9], [1, 2, 3]], dtype=torch.uint8),
    "j": torch.tensor([[12, -8, 0], [7, 9223372036854775807, -6]]),
}

SHORT = {
    torch.float32: "f32",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.complex64: "c64",
    torch.bool: "b8",
    torch.uint8: "u8",
}

CALLS = """
fmax.default(x, v)
fmin.default(x, v)
fmax.default(g, n)
fmin.default(g, g)
fmax.default(j, j)
nextafter.default(x, v)
frexp.Tensor(x)
round.decimals(x, decimals=1)
round.decimals(x, decimals=-1)
round.decimals(j, decimals=1)
erfinv.default(p)
i0.default(x)
special_i0e.default(x)
special_i1.default(x)
special_i1e.default(x)
igamma.default(p, n)
igammac.default(p, n)
igamma.default(j, j)
gcd.default(j, i[0])
lcm.default(j, i[0])
gcd.default(x, x)
bitwise_and.Scalar_Tensor(6, j)
bitwise_or.Scalar_Tensor(6, j)
bitwise_xor.Scalar_Tensor(1, j)
special_ndtr.default(x)
special_log_ndtr.default(x)
special_ndtri.default(p)
special_erfcx.default(x)
special_xlog1py.default(x[:3, :4], p)
special_zeta.default(p + 1.5, p)
special_bessel_j0.default(x)
special_bessel_j1.default(x)
quantile.scalar(x, 0.3)
quantile.scalar(x, 0.3, 0, True, interpolation='lower')
quantile.scalar(x, 0.7, 1, interpolation='higher')
quantile.scalar(x, 1.5)
quantile.scalar(x, 0.5, interpolation='most')
quantile.default(x, p[0], -1, interpolation='midpoint')
quantile.default(x, p[0], 0, True)
quantile.default(x, p[0, 0], 0, True, interpolation='nearest')
quantile.default(g, p[0], 1)
quantile.default(x, p)
nanquantile.scalar(g, 0.3)
nanquantile.default(g, p[0], 1, True)
nanmedian.default(g)
nanmedian.dim(g, 1)
nanmedian.dim(x, 0, True)
trapezoid.x(x, x, dim=0)
trapezoid.x(x, v)
trapezoid.x(x, i)
cumulative_trapezoid.x(x, v)
cumulative_trapezoid.x(x, x[:, 0], dim=0)
trapz.x(x, v)
gradient.scalarint(x, edge_order=2)
gradient.scalarint(x, edge_order=3)
gradient.scalararray(x, spacing=2.0, dim=[1, 0])
gradient.array(x, dim=[1])
gradient.array(x, dim=[1, 1])
gradient.scalarrayint(x, spacing=[2.0, 2.5])
gradient.scalarrayarray(x, spacing=[2.0, 3.0], dim=[0, 1], edge_order=2)
gradient.tensorarrayint(v, spacing=[x[0]])
gradient.tensorarray(x, spacing=[x[:, 0], v], dim=[0, 1])
gradient.tensorarray(x, spacing=[v], dim=[1], edge_order=2)
combinations.default(v)
combinations.default(v, 3, True)
combinations.default(x)
combinations.default(v, 0)
diagflat.default(x, 1)
isclose.default(g, g, equal_nan=True)
isclose.default(j, j)
isclose.default(x, x, 0.0, 0.0)
linalg_cross.default(x[:1, :3], x[:, :3])
linspace.default(0, 5, 1)
linspace.default(0, 5, 0)
index_fill.int_Scalar(x, 1, i, 2.0)
index_fill.int_Scalar(n, 0, i[1:], 2.0)
index_fill.int_Tensor(x, 0, o, n)
index_copy.default(n, 0, i[1:], v[0])
take_along_dim.default(x, k, 1)
stft.default(x, 4, return_complex=True)
stft.default(x, 4, 2, 3, v[:3], True, True, True)
stft.default(v, 4, 1, 4, p[0], False, False, False)
stft.center(x, 4, 1, 4, p[0], True, 'reflect', False, True, True)
stft.center(v, 4, 1, 4, p[0], True, 'constant', True, False, True)
max_pool1d_with_indices.default(b, [2])
addbmm.default(x[:, :6], b, c, beta=0.5, alpha=2)
addbmm.default(v, b, c)
addbmm.default(x, b, b)
put.default(x, i, v[:2])
put.default(x, i, v[:2], True)
put.default(x, i, v)
put.default(x, w, v[:2])
linalg_lu_factor_ex.default(s)
linalg_lu_factor.default(s)
linalg_lu_factor.default(s - s)
lu_unpack.default(s, q)
lu_unpack.default(s, i)
linalg_lu.default(s)
linalg_lu_solve.default(s, q, c[0])
linalg_lu_solve.default(s, q, b[0], left=False)
linalg_lu_solve.default(s, q, c[0], adjoint=True)
triangular_solve.default(c[0], s)
triangular_solve.default(c[0], s, False, True, True)
linalg_solve_ex.default(s, c[0])
linalg_matrix_exp.default(s)
linalg_matrix_exp.default(j)
linalg_vander.default(n, N=3)
_safe_softmax.default(x, 1)
_weight_norm_interface.default(x, p[:, :1].repeat(2, 1)[:4], 0)
native_group_norm.default(b, v[:4], None, 2, 4, 3, 2, 1e-05)
native_batch_norm.default(x, v, v, v, v, False, 0.1, 1e-05)
_scaled_dot_product_flash_attention_for_cpu.default(b[None], b[None], b[None])
_scaled_dot_product_flash_attention_for_cpu.default(b[None], b[None], b[None], is_causal=True)
div.Scalar(z, 2.5)
rsub.Tensor(z, z, alpha=-2.5)
trapezoid.dx(z)
trapezoid.x(z, z)
cumulative_trapezoid.x(z, z)
gradient.scalarint(z)
hstack.default([z, z])
vstack.default([z, z])
ravel.default(z)
tile.default(z, [2, 1])
atleast_3d.default(z)
isclose.default(z, z)
isreal.default(z)
float_power.Tensor_Scalar(z, 2)
var_mean.correction(z, [1], correction=0)
std.default(z)
linalg_vander.default(z)
linalg_matrix_norm.default(z)
triplet_margin_loss.default(z, z, z)
sum_to_size.default(t[0], [])
sum_to_size.default(t, [])
abs.default(torch.ops.aten.add.Scalar(z, 2))
abs.default(torch.ops.aten.sub.Scalar(z, 1 - 1j, 2))
abs.default(torch.ops.aten.mul.Scalar(z, 1.5 - 2j))
abs.default(torch.ops.aten.div.Scalar(z, 1 + 2j))
abs.default(torch.ops.aten.hstack.default([z, z]))
pairwise_distance.default(z, z)
new_full.default(z, [2], 1 - 2j)
cumsum.default(z, 0)
cumulative_trapezoid.dx(z)
abs.default(torch.ops.aten.acosh.default(z))
addmm.default(x, x[:, :4], x, alpha=1j)
where.Scalar(t, 1j, 2)
linalg_vector_norm.default(z, 3, dtype=torch.float64)
linalg_vector_norm.default(z, 3, dtype=torch.complex128)
linalg_vector_norm.default(x, dtype=torch.complex64)
linalg_vector_norm.default(x, dtype=torch.int64)
linalg_vector_norm.default(x, dtype=torch.float16)
logit.default(p)
logit.default(p, 0.4)
logit.default(p, 0.6)
logit.default(i, 0.6)
diagonal_copy.default(u)
diagonal_copy.default(x, 1)
all.dims(u, [1])
all.dims(t)
native_dropout_backward.default(s[0], t, 2.0)
_softmax_backward_data.default(s, s, 1, torch.float32)
_softmax_backward_data.default(s, s, 1, torch.bfloat16)
index_fill.int_Scalar(z, 1, i, 1 - 2j)
dot.default(u[0], u[1])
mv.default(u, u[0])
all.dim(u, 1)
all.default(u)
logsumexp.default(u, [1])
logsumexp.default(t, [0])
baddbmm.default(z[None], z[None, :, :2], z[None], beta=1 + 2j, alpha=2 - 1j)
baddbmm.default(j[None], j[None, :, :2], j[None], beta=2, alpha=3)
addr.default(z, z[:, 0], z[0], beta=1 + 2j, alpha=2 - 1j)
abs.default(torch.ops.aten.addr.default(z, z[:, 0], z[0], beta=1 + 2j, alpha=2 - 1j))
abs.default(torch.ops.aten.addmv.default(z[:, 0], z, z[0], beta=1 + 2j, alpha=2 - 1j))
addmv.default(z[:, 0], z, z[0], beta=1 + 2j, alpha=2 - 1j)
addmv.default(x[:, 0], x, v, beta=1 + 2j)
addmv.default(x[:, 0], x, v, alpha=1j)
addr.default(x[:, :3], x[:, 0], v[:3], alpha=1j)
addr.default(x[:, :3], x[:, 0], v[:3], beta=1j)
addmm.default(x[:2, :3], z[:, :2], z)
addbmm.default(x[:2, :3], z[None, :, :2], z[None])
addr.default(x[:2, :3], z[:, 0], z[0])
addmv.default(x[:2, 0], z, z[0])
sinc.default(z)
abs.default(torch.ops.aten.sinc.default(z - z))
sinc.default(x - x)
abs.default(torch.ops.aten.sinc.default(z))
nan_to_num.default(z)
nan_to_num.default(z / 0)
abs.default(torch.ops.aten.nan_to_num.default(z / 0, 1.0, 2.0, 3.0))
resolve_conj.default(z)
resolve_conj.default(x)
resolve_neg.default(x)
resolve_neg.default(z)
conj_physical.default(z)
conj.default(z)
conj.default(x)
_conj.default(x)
_conj.default(j)
_conj.default(z)
_conj_physical.default(x)
norm.ScalarOpt_dtype(x, 2, dtype=torch.float64)
norm.ScalarOpt_dtype(x, 2, dtype=torch.complex64)
norm.ScalarOpt_dtype(z, 2, dtype=torch.float32)
norm.ScalarOpt_dtype(z, 2, dtype=torch.complex128)
norm.ScalarOpt_dtype(x, 2, dtype=torch.int64)
norm.ScalarOpt_dtype(x, 2, dtype=torch.float16)
norm.ScalarOpt_dtype(j, 2, dtype=torch.float32)
norm.ScalarOpt_dtype(x, None, dtype=torch.float64)
norm.ScalarOpt_dim_dtype(z, 2, [1], dtype=torch.float64)
norm.ScalarOpt_dim(j, 2, [1])
norm.Scalar(j, 2)
norm.Scalar(z, 2)
trapezoid.dx(x, dx=1j)
trapezoid.dx(z, dx=1j)
cumulative_trapezoid.dx(x, dx=1j)
cumulative_trapezoid.dx(z, dx=1j)
trapz.dx(x, dx=2.0)
soft_margin_loss.default(x[:2, :3], z)
mse_loss.default(x[:2, :3], z)
mse_loss.default(z, z)
l1_loss.default(z, z)
l1_loss.default(x[:2, :3], z)
smooth_l1_loss.default(z, z)
huber_loss.default(z, z)
binary_cross_entropy.default(z, z)
hinge_embedding_loss.default(z, z)
hinge_embedding_loss.default(z, x[:2, :3])
hinge_embedding_loss.default(z, torch.ones(2, 3))
triplet_margin_loss.default(z, z, z, swap=True)
triplet_margin_loss.default(x, x, x, swap=True)
triplet_margin_loss.default(z, z + 1, z - 1, swap=True)
margin_ranking_loss.default(z, z, z)
cosine_embedding_loss.default(z, z, torch.ones(2))
linalg_cond.default(z[:, :2])
linalg_cond.default(s)
linalg_svdvals.default(z)
linalg_svdvals.default(s)
linalg_eigvalsh.default(z[:, :2])
linalg_eigvalsh.default(s)
silu.default(z)
zero.default(z)
hardshrink.default(z)
elu.default(z)
sigmoid.default(z)
tanh.default(z)
abs.default(torch.ops.aten.silu.default(z))
abs.default(torch.ops.aten.zero.default(z))
view_copy.default(z, [3, 2])
abs.default(torch.ops.aten.view_copy.default(z, [3, 2]))
abs.default(torch.ops.aten.slice_copy.Tensor(z, 1, 0, 2))
abs.default(torch.ops.aten.select_copy.int(z, 1, 0))
abs.default(torch.ops.aten.permute_copy.default(z, [1, 0]))
abs.default(torch.ops.aten.t_copy.default(z))
abs.default(torch.ops.aten.unsqueeze_copy.default(z, 0))
abs.default(torch.ops.aten.expand_copy.default(z, [2, 2, 3]))
abs.default(torch.ops.aten.squeeze_copy.default(z))
abs.default(torch.ops.aten.detach_copy.default(z))
abs.default(torch.ops.aten.diagonal_copy.default(z))
abs.default(torch.ops.aten.alias_copy.default(z))
abs.default(torch.ops.aten.as_strided_copy.default(z, [2], [1]))
abs.default(torch.ops.aten.unfold_copy.default(z, 1, 2, 1))
abs.default(torch.ops.aten.clone.default(z))
isfinite.default(t)
isfinite.default(j)
isfinite.default(u)
isinf.default(t)
isnan.default(t)
lcm.default(q, q)
lcm.default(q * 1000000, q * 700001)
lcm.default(j, j)
gcd.default(j, j)
special_i1.default(x - x)
special_i1e.default(x - x)
special_i0e.default(x - x)
i0.default(x - x)
linalg_matrix_exp.default(s / 0)
linalg_matrix_exp.default(s * 1e30)
batch_norm.default(x, None, None, v * 0, v * 0 + 1, True, 0.1, 1e-05, False)
expand_copy.default(x, [2, 4, 6])
unfold_copy.default(x, 1, 2, 1)
unfold_copy.default(x, 0, 2, 2)
unfold_copy.default(n, 0, 1, 1)
_reshape_alias_copy.default(x, [24], [1])
_conj_copy.default(x)
unbind_copy.int(x)
transpose_copy.int(x, 0, 1)
split_copy.Tensor(x, 2)
split_with_sizes_copy.default(x, [1, 3])
squeeze_copy.dim(x[:1], 0)
squeeze_copy.dims(x[:1], [0])
squeeze_copy.dim(x, 0)
squeeze_copy.default(x[:1])
t_copy.default(x)
expand_copy.default(v, [2, 6], implicit=True)
alias_copy.default(x)
addr.default(x, x[:, 0], v)
addr.default(x, x[:, 0], v, beta=0, alpha=2)
addr.default(x, x[:, 0], v, beta=0.5)
addr.default(v, x[:, 0], v)
addr.default(j, j[0, :2], j[0], beta=2, alpha=3)
addr.default(t, t, t)
addr.default(t, t, t, beta=False)
addr.default(t, t, t, alpha=False)
addr.default(t, t, t, alpha=False, beta=False)
addr.default(x, x, v)
addr.default(x, x[:, 0], x)
nan_to_num.default(torch.ops.aten.div.Tensor(torch.ops.aten.detach.default(z), 0))
sinc.default(x)
sinc.default(j)
lcm.default(u, u)
mvlgamma.default(p + 3, 2)
mvlgamma.default(p + 3, 1)
special_entr.default(p)
special_entr.default(x)
roll.default(x, [1], [0])
take_along_dim.default(x, k)
linalg_vecdot.default(x, x)
div.Scalar_mode(x, 2, rounding_mode=None)
div.Tensor_mode(x, v, rounding_mode=None)
div.Tensor_mode(j, j, rounding_mode=None)
conv2d.padding(b[None], c[:1, :, :4][:, None, :2, :2].expand(3, 2, 2, 2), None, [1, 1], 'same')
conv1d.padding(b, torch.ones(2, 4, 3), None, [1], 'same')
conv1d.padding(b, torch.ones(2, 4, 2), None, [1], 'same')
conv1d.padding(b, torch.ones(2, 4, 2), None, [1], 'valid')
float_power.Scalar(2, x)
float_power.Scalar(1, x)
index_add.default(x, 0, i, x[:2], alpha=1j)
index_add.default(z, 0, o, z, alpha=1j)
index_add.default(x, 0, i, x[:2], alpha=2)
std_mean.default(z)
std_mean.correction(z, [1], correction=0)
std_mean.dim(z, [1])
std_mean.correction(x, [1], correction=0)
var_mean.dim(z, [1])
logsumexp.default(x, [1])
logspace.default(0, 2, 5)
embedding_renorm_.default(torch.ops.aten.clone.default(torch.ops.aten.detach.default(x)), i, 1.0)
embedding_renorm.default(x, i, 1.0)
norm.ScalarOpt_dim_dtype(x, 2, [1], False, dtype=torch.complex64)
norm.ScalarOpt_dim_dtype(z, 2, [1], False, dtype=torch.complex64)
norm.ScalarOpt_dim_dtype(z, 2, [1], False, dtype=torch.complex128)
norm.ScalarOpt_dim_dtype(z, 2, [1], False, dtype=torch.float32)
norm.ScalarOpt_dim_dtype(x, 2, [1], False, dtype=torch.float64)
norm.ScalarOpt_dim_dtype(x, 2, [1], False, dtype=torch.int64)
norm.ScalarOpt_dim_dtype(j, 2, [1], False, dtype=torch.float32)
norm.ScalarOpt_dtype(z, 2, dtype=torch.complex64)
norm.ScalarOpt_dtype(z, 2, dtype=torch.float64)
norm.ScalarOpt_dtype(z, None, dtype=torch.complex64)
norm.ScalarOpt_dtype(j, 2, dtype=torch.complex64)
norm.ScalarOpt_dtype(x, 3, dtype=torch.complex128)
norm.ScalarOpt_dtype(x, 2, dtype=torch.bool)
norm.ScalarOpt_dim(t, 2, [0])
norm.Scalar(u, 2)
norm.ScalarOpt_dim(z, 2, [1])
linalg_matrix_exp.default(s * 10)
linalg_matrix_exp.default(s * 14)
linalg_matrix_exp.default(s * 16)
linalg_matrix_exp.default(s * 18)
linalg_matrix_exp.default(s * 20)
linalg_matrix_exp.default(s * 25)
linalg_matrix_exp.default(s.double() * 30)
linalg_matrix_exp.default(s.double() * 300)
linalg_matrix_exp.default(s.double() * 1000)
linalg_matrix_exp.default(torch.stack([s * 20, s]))
linalg_matrix_exp.default(torch.stack([s * 0.01, s * 0.1]))
div.Tensor_mode(x.half() * 10, x.half() + 0.3, rounding_mode='trunc')
div.Tensor_mode(x.half() * 10, x.half() + 0.3, rounding_mode='floor')
div.Tensor_mode(x.bfloat16() * 10, x.bfloat16() + 0.3, rounding_mode='floor')
div.Scalar_mode(x.bfloat16() * 10, 0.3, rounding_mode='trunc')
fmod.Tensor(x.half() * 10, v.half())
remainder.Tensor(x.half() * 10, v.half())
remainder.Tensor(x.bfloat16() * 10, v.bfloat16())
i0.default(x.half())
histc.default(x.half(), 8, -1, 1)
histc.default(x.bfloat16(), 8, -1, 1)
histc.default(v.half())
histc.default(x.bfloat16(), 5)
grid_sampler_2d.default(c[None].half(), torch.stack([b[0], b[1]], -1)[None].half(), 1, 2, False)
_linalg_eigh.default(s, 'U', False)
abs.default(torch.ops.aten._linalg_eigh.default(s)[1])
abs.default(torch.ops.aten._linalg_eigh.default(z[:, :2])[1])
abs.default(torch.ops.aten._linalg_eigh.default(z[:, :2], 'U')[1])
linalg_eigvalsh.default(s, 'U')
linalg_eigvalsh.default(j)
linalg_eigvalsh.default(x)
linalg_eigvalsh.default(s.half())
linalg_svdvals.default(x)
linalg_svdvals.default(b)
linalg_svdvals.default(j)
linalg_svdvals.default(x.half())
linalg_svdvals.default(x, driver='gesvd')
abs.default(torch.ops.aten._linalg_svd.default(x)[0])
abs.default(torch.ops.aten._linalg_svd.default(x)[2])
abs.default(torch.ops.aten._linalg_svd.default(b)[0])
abs.default(torch.ops.aten._linalg_svd.default(z)[2])
abs.default(torch.ops.aten._linalg_svd.default(z)[0])
abs.default(torch.ops.aten.linalg_svd.default(x, False)[0])
abs.default(torch.ops.aten.linalg_svd.default(x)[0])
abs.default(torch.ops.aten.linalg_svd.default(c)[0])
abs.default(torch.ops.aten.svd.default(x)[2])
abs.default(torch.ops.aten.svd.default(s)[2])
linalg_svd.default(s / 0)
linalg_eigh.default(s / 0)
linalg_cond.default(x)
linalg_cond.default(s, 2)
linalg_cond.default(s, -2)
linalg_cond.default(z)
linalg_cond.default(s - s)
linalg_pinv.default(x, 1e-5)
linalg_pinv.default(s, 1e-5, True)
linalg_pinv.atol_rtol_float(x)
linalg_pinv.atol_rtol_float(x, rtol=0.5)
linalg_pinv.atol_rtol_float(x, atol=2.0, rtol=0.1)
linalg_pinv.atol_rtol_float(b)
linalg_pinv.atol_rtol_float(s + s.mT, hermitian=True)
linalg_pinv.atol_rtol_tensor(x)
linalg_pinv.atol_rtol_tensor(x, rtol=n.detach())
linalg_pinv.atol_rtol_tensor(b.mT)
linalg_pinv.atol_rtol_tensor(z)
linalg_pinv.atol_rtol_tensor(s + s.mT, hermitian=True)
abs.default(torch.ops.aten.linalg_pinv.atol_rtol_tensor(z))
pinverse.default(x)
linalg_matrix_rank.atol_rtol_tensor(x)
linalg_matrix_rank.atol_rtol_tensor(x, atol=n.detach())
linalg_matrix_rank.atol_rtol_tensor(s, hermitian=True)
linalg_matrix_rank.atol_rtol_float(x)
linalg_matrix_rank.atol_rtol_float(x, atol=2.0)
linalg_matrix_rank.atol_rtol_float(x, atol=0.1, rtol=0.5, hermitian=False)
linalg_matrix_rank.default(x, 0.5)
linalg_matrix_rank.tol_tensor(x, n.detach())
linalg_matrix_rank.atol_rtol_float(z)
linalg_matrix_norm.str_ord(x, 'nuc')
linalg_matrix_norm.default(x, 2)
linalg_matrix_norm.default(x, -2)
linalg_matrix_norm.default(x, 1)
linalg_matrix_norm.default(x, float('inf'), keepdim=True)
linalg_matrix_norm.default(b, 2, [0, 2])
linalg_matrix_norm.default(z, 2)
linalg_norm.default(x, 2)
linalg_norm.default(x, 2, keepdim=True)
linalg_norm.default(x, float('inf'))
linalg_norm.default(b, -2, [1, 2])
linalg_norm.default(x, 3, [1])
linalg_norm.default(b)
linalg_norm.ord_str(x, 'nuc')
linalg_norm.ord_str(x, 'fro')
nuclear_norm.default(x)
nuclear_norm.dim(b, [1, 2])
nuclear_norm.dim(b, [1, 2], True)
"""


def plain(value):
    if isinstance(value, torch.Tensor):
        dtype = str(value.dtype)[6:]
        if value.is_complex():
            value = torch.view_as_real(value.resolve_conj())
        return {
            "dtype": dtype,
            "shape": list(value.shape),
            "data": [numbered(n) for n in value.detach().reshape(-1).tolist()],
        }
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def numbered(n):
    if isinstance(n, float) and (n != n or n in (float("inf"), -float("inf"))):
        return "nan" if n != n else "inf" if n > 0 else "-inf"
    return str(n) if isinstance(n, int) and not isinstance(n, bool) and abs(n) > 2**53 else n


def call(text, values):
    return eval("torch.ops.aten." + text, {"torch": torch}, values)


class Call(torch.nn.Module):
    def __init__(self, text):
        super().__init__()
        self.text = text

    def forward(self, **values):
        return call(self.text, values)


def used(text):
    return [name for name in INPUTS if re.search(rf"(?<![\w.'\"]){name}(?![\w(=])", text.split("(", 1)[1])]


def gradients(text, values):
    results = call(text, values)
    results = results if isinstance(results, (list, tuple)) else [results]
    total = sum(r.sum() for r in results if r.requires_grad)
    if not isinstance(total, torch.Tensor) or total.is_complex():
        return None
    leaves = {name: value for name, value in values.items() if value.requires_grad}
    found = torch.autograd.grad(total, list(leaves.values()), allow_unused=True)
    return {name: g if g is None else plain(g) for name, g in zip(leaves, found)}


def leaf(value):
    return value.clone().requires_grad_(value.is_floating_point() or value.is_complex())


def error_of(error):
    return {"error": type(error).__name__, "message": str(error).split("\n")[0]}


def row(text):
    names = used(text)
    out = {"call": text, "inputs": names}
    try:
        out["results"] = plain(call(text, {name: INPUTS[name].clone() for name in names}))
    except Exception as error:
        return out | error_of(error)
    try:
        out["gradients"] = gradients(text, {name: leaf(INPUTS[name]) for name in names})
    except Exception as error:
        out["gradients"] = error_of(error)
    try:
        program = torch.export.export(Call(text), (), {name: INPUTS[name] for name in names}, strict=False)
        code = program.run_decompositions().graph_module.code
        out["decomposed"] = [
            re.sub(r";  .*", "", line.strip()) for line in code.split("\n") if "=" in line or "return" in line
        ]
        out["exported"] = str(program)
    except Exception as error:
        out["decomposed"] = type(error).__name__
    return out


def given(value):
    out = plain(value) | {"dtype": SHORT[value.dtype]}
    if value.is_complex():
        out |= {"shape": list(value.shape), "data": torch.view_as_real(value).reshape(-1, 2).tolist()}
    return out


def main(path):
    rows = [row(text) for text in CALLS.strip().split("\n")]
    inputs = {name: given(value) for name, value in INPUTS.items()}
    with open(path, "w") as file:
        json.dump({"torch": torch.__version__.split("+")[0], "inputs": inputs, "rows": rows}, file)


if __name__ == "__main__":
    main(sys.argv[1])
