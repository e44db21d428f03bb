"""Makes programs of single operators that grown programs rarely meet, and records them: python3 probe_scenarios.py
OUT.jsonl

Each program makes its operands, calls one function (or writes in place, or to `out=`), looks at the result, its graph
and version, and differentiates twice. Complex operands are made of real ones, and complex results are looked at as
real ones. A line of the result has its trace, as grown_scenarios.py writes it."""

import json
import sys
import warnings

import torch

import record_scenarios as record


def leaf(name, shape, data, dtype="float64", grad=None):
    grad = dtype.startswith("float") if grad is None else grad
    return {"op": "leaf", "out": name, "shape": shape, "data": data, "dtype": dtype, "requires_grad": grad}


def spread(count, seed):
    """Values between -2 and 2 that are far from each other and from zero."""
    return [((i * 37 + seed * 11) % (4 * count + 1) - 2 * count) / count + 0.125 / (i + 2) for i in range(count)]


LEAVES = {}


def add(name, shape, dtype="float64", data=None, grad=None):
    count = 1
    for s in shape:
        count *= s
    LEAVES[name] = leaf(name, shape, spread(count, len(LEAVES)) if data is None else data, dtype, grad)


for made, sizes in {
    "a3": [3],
    "b3": [3],
    "a4": [4],
    "b4": [4],
    "a22": [2, 2],
    "a23": [2, 3],
    "b23": [2, 3],
    "a32": [3, 2],
    "a33": [3, 3],
    "b33": [3, 3],
    "a34": [3, 4],
    "a222": [2, 2, 2],
    "b222": [2, 2, 2],
    "a233": [2, 3, 3],
    "a232": [2, 3, 2],
    "b232": [2, 3, 2],
    "x5": [1, 1, 5],
    "x25": [1, 2, 5],
    "x44": [1, 1, 4, 4],
    "x244": [1, 2, 4, 4],
    "x444": [1, 1, 4, 4, 4],
    "w13": [1, 1, 3],
    "w23": [1, 2, 3],
    "w22": [1, 1, 2, 2],
    "w222": [1, 1, 2, 2, 2],
    "x144": [1, 4, 2, 2],
    "g": [1, 2, 2, 2],
    "g3": [1, 2, 2, 2, 3],
    "t23": [1, 2, 3],
    "s": [],
    "s2": [],
    "e0": [0],
    "e03": [0, 3],
    "c22": [2, 2, 2],
    "c32": [3, 2],
    "d32": [3, 2],
    "c4": [4, 2],
    "ct": [4, 2, 3],
    "em": [4, 3],
    "p2": [2],
    "p3": [3],
    "q3": [3],
    "q4": [1, 4, 3, 2],
    "k4": [1, 4, 3, 2],
}.items():
    add(made, sizes)
add("pos3", [3], data=[0.5, 1.25, 2.0])
add("unit3", [3], data=[0.25, 0.5, 0.875])
add("unit23", [2, 3], data=[0.25, 0.5, 0.875, 0.125, 0.75, 0.375])
add("z4", [4], data=[1.5, 0.0, -2.0, 0.5])
add("zz4", [4], data=[1.5, 0.0, 0.0, 0.5])
add("z23", [2, 3], data=[1.5, 0.0, -2.0, 0.0, 3.0, 0.0])
add("same4", [4], data=[2.0, 2.0, -1.0, 2.0])
add("nan4", [4], data=[1.5, "nan", -2.0, 0.5])
add("inf3", [3], data=[1.5, "inf", "-inf"])
add("spd", [2, 2], data=[2.0, 0.5, 0.5, 1.5])
add("spd3", [3, 3], data=[4.0, 0.5, 0.25, 0.5, 3.0, -0.5, 0.25, -0.5, 2.0])
add("low", [2, 2], data=[1.5, 0.0, 0.5, 2.0])
add("sing", [2, 2], data=[1.0, 2.0, 2.0, 4.0])
add("h3", [3], "float32", data=[0.5, -1.5, 2.0])
add("h23", [2, 3], "float32", data=[0.5, -1.5, 2.0, 1.0, 3.0, -0.25])
add("f3", [3], "float16", data=[0.5, -1.5, 2.0])
add("i3", [3], "int64", data=[0, 2, 0])
add("i4", [4], "int64", data=[0, 1, 1, 0])
add("i2", [2], "int64", data=[2, 0])
add("i23", [2, 3], "int64", data=[0, 1, 0, 1, 1, 0])
add("j23", [2, 3], "int64", data=[2, 1, 0, 1, 1, 2])
add("j3", [3], "int64", data=[3, -2, 5])
add("k23", [2, 3], "int64", data=[0, 2, 1, 3, 3, 0])
add("off", [2], "int64", data=[0, 2])
add("off3", [3], "int64", data=[0, 2, 2])
add("m3", [3], "bool", data=[1, 0, 1])
add("m23", [2, 3], "bool", data=[1, 0, 1, 0, 0, 1])
add("m4", [4], "bool", data=[1, 1, 0, 1])
add("y2", [2], "int64", data=[1, 0])
add("y3", [3], "int64", data=[0, 1, 1])
add("ml", [2, 3], "int64", data=[0, 2, -1, 1, -1, -1])
add("tgt", [2, 2], "int64", data=[1, 2, 2, 1])
add("len4", [2], "int64", data=[4, 3])
add("len2", [2], "int64", data=[2, 1])
add("rm", [2], grad=False, data=[0.25, -0.5])
add("rv", [2], grad=False, data=[1.0, 2.0])
add("pm", [3], grad=False, data=[1.0, -1.0, 1.0])
add("o", [1], grad=False, data=[0.0])
add("oi", [1], "int64", data=[0])
add("of", [1], "float32", grad=False, data=[0.0])

LEAVES.update(
    {
        one["out"]: one
        for one in (
            leaf("k_idx", [1, 2, 2, 2], [0, 3, 9, 10, 5, 6, 8, 15], "int64"),
            leaf("t_col", [1, 4, 4], spread(16, 3)),
            leaf("g_grid", [1, 2, 3, 2], [0.1, -0.3, 0.7, 0.9, -1.4, 0.2, 1.3, -0.6, 0.0, 0.45, -0.8, -0.9]),
            leaf("p1", [1], [0.5]),
            leaf("ct_log", [4, 2, 3], [-0.5 - 0.25 * ((i * 7) % 5) for i in range(24)]),
            leaf("m3f", [3], [1.0, 0.0, 0.5]),
            leaf("unit4", [4], [0.25, 0.5, 0.875, 1.5]),
            leaf("pos3p", [3], [1.5, 2.25, 3.0]),
            leaf("z3", [3], [0.0, -0.0, 1.5]),
            leaf("a233b", [2, 3, 3], spread(18, 5)),
        )
    }
)
C = lambda name: {"complex": name}  # of a tensor with a last dimension of 2
STR = lambda text: {"str": text}
ROWS = []


def rows(text):
    """`fn(args)` in Python's notation, one a line; `-> N` results."""
    scope = {name: name for name in LEAVES}
    scope.update(C=C, S=STR, D=lambda t: {"dtype": t}, inf="inf_", dict=dict)
    for line in text.strip().split("\n"):
        call, _, count = line.strip().partition(" -> ")
        fn, _, rest = call.partition("(")
        args, named = eval("(lambda *a, **k: (list(a), k))(" + rest, scope)
        ROWS.append((call, fn, args, named, int(count or 1)))


rows("""
linalg_norm(a33)
linalg_norm(a33, S('nuc'))
linalg_norm(a33, S('fro'))
linalg_norm(a33, 1)
linalg_norm(a33, -1)
linalg_norm(a33, 2)
linalg_norm(a33, -2)
linalg_norm(a3, 3)
linalg_vector_norm(a3, 1)
linalg_vector_norm(z4, 2)
linalg_vector_norm(z4, 0)
linalg_vector_norm(z4, 0.5)
linalg_vector_norm(z4, 1)
linalg_vector_norm(same4, float('inf'))
linalg_vector_norm(same4, -float('inf'))
linalg_vector_norm(a23, 3, [1], True)
linalg_vector_norm(e0, 2)
linalg_vector_norm(e0, float('inf'))
linalg_vector_norm(C(c32), 2)
linalg_vector_norm(C(c32), 1)
linalg_matrix_norm(a33)
linalg_matrix_norm(a233, 1, [1, 2])
linalg_matrix_norm(a23, float('inf'))
norm(a3, 1)
norm(z4, 2)
norm(a23, 2, [1])
norm(a23, 3, 0, True)
norm(a23)
norm(a23, float('inf'), 1)
norm(a23, 0, 1)
norm(a23, 1.5, 1)
norm(zz4, 1.5)
norm(h3, 2, dtype=D('float64'))
norm(j3, 2)
dist(a3, b3)
dist(a3, b3, 1)
dist(a3, a3, 2)
renorm(a23, 2, 0, 1.0)
renorm(a23, 1, 1, 0.5)
linalg_det(a33)
linalg_det(sing)
linalg_det(a233)
det(a22)
logdet(spd)
slogdet(a33) -> 2
linalg_slogdet(a233) -> 2
linalg_inv(a33)
linalg_inv(sing)
inverse(a22)
linalg_inv_ex(a22) -> 2
linalg_solve(a33, a3)
linalg_solve(a22, a23)
linalg_solve(sing, a22)
linalg_solve_ex(a22, a23) -> 2
linalg_cholesky(spd3)
linalg_cholesky(spd, upper=True)
cholesky(spd)
linalg_cholesky(sing)
linalg_cholesky_ex(spd) -> 2
cholesky_solve(a23, low)
cholesky_inverse(low)
linalg_qr(a33) -> 2
linalg_qr(a32) -> 2
linalg_qr(a23) -> 2
linalg_qr(a33, S('r')) -> 2
linalg_qr(a32, S('complete')) -> 2
qr(a33) -> 2
linalg_eigh(spd3) -> 2
linalg_eigvalsh(spd3)
linalg_svdvals(a33)
linalg_svd(a33, False) -> 3
linalg_lu_factor(a33) -> 2
linalg_lu(a33) -> 3
linalg_lu_solve(a33, i3, a33)
linalg_pinv(a32)
linalg_pinv(a33, hermitian=True)
linalg_matrix_power(a33, 3)
linalg_matrix_power(a33, 0)
linalg_matrix_power(a33, -2)
matrix_power(a22, 2)
linalg_matrix_exp(a22)
matrix_exp(a33)
linalg_multi_dot([a23, a33, a32])
linalg_cross(a3, b3)
linalg_cross(a23, b23)
cross(a3, b3)
linalg_solve_triangular(low, a23, upper=False)
linalg_solve_triangular(low, a22, upper=False, left=False)
linalg_solve_triangular(low, a23, upper=False, unitriangular=True)
triangular_solve(a23, low, False) -> 2
linalg_householder_product(a32, p2)
linalg_lstsq(a32, a3)
linalg_vander(a3)
linalg_vecdot(a23, b23)
linalg_diagonal(a233)
linalg_tensorinv(a22, 1)
trace(a33)
trace(a23)
kron(a22, a23)
kron(a3, a22)
tensordot(a23, a33, [[1], [0]])
inner(a23, a33)
inner(a3, b3)
vdot(a3, b3)
outer(a3, b4)
ger(a3, b4)
bmm(a222, b222)
baddbmm(a222, a222, b222)
baddbmm(a222, a222, b222, beta=0.5, alpha=2)
baddbmm(a222, a222, b222, beta=0)
addbmm(a22, a222, b222)
addmm(a22, a23, a32)
addmm(p2, a23, a32, beta=2, alpha=3)
addmv(p2, a23, a3)
addmv(p2, a23, a3, beta=0.5, alpha=2)
addr(a34, a3, b4)
addr(a34, a3, b4, beta=0, alpha=2)
chain_matmul([a23, a33])
cdist(a23, a33)
cdist(a23, a33, 1)
cdist(a23, a23)
cdist(a23, a33, float('inf'))
cdist(a23, a33, 0.5)
cdist(a23, a33, 3)
cdist(a23, a33, 0)
pdist(a33)
pdist(a33, 1)
pdist(a33, 3)
pairwise_distance(a23, b23)
pairwise_distance(a23, b23, 1)
""")
rows("""
fft_fft(C(c4))
fft_fft(a4)
fft_fft(a4, 3)
fft_fft(a23, None, 0)
fft_fft(a4, None, -1, S('ortho'))
fft_ifft(C(c4))
fft_rfft(a4)
fft_rfft(a23, 4)
fft_irfft(C(c32))
fft_irfft(C(c32), 5)
fft_hfft(C(c32))
fft_ihfft(a4)
fft_fft2(a23)
fft_ifft2(C(c22))
fft_rfft2(a23)
fft_irfft2(C(a232))
fft_fftn(a222)
fft_rfftn(a222)
fft_irfftn(C(a222))
fft_fftshift(a4)
fft_ifftshift(a23, [1])
fft_fft(e0)
stft(a4, 4, window=b4, return_complex=True, center=False)
real(C(c32))
imag(C(c32))
conj(C(c32))
conj_physical(C(c32))
resolve_conj(C(c32))
angle(C(c32))
angle(a3)
abs(C(c32))
sgn(C(c32))
complex(a3, b3)
polar(pos3, b3)
mul(C(c32), C(d32))
div(C(c32), C(d32))
mul(C(c32), a3)
add(C(c32), b3)
pow(C(c32), 2)
pow(C(c32), C(d32))
exp(C(c32))
log(C(c32))
sqrt(C(c32))
sin(C(c32))
tanh(C(c32))
reciprocal(C(c32))
sigmoid(C(c32))
matmul(C(c22), C(c32))
mm(C(c22), C(c22))
mv(C(c22), C(a22))
dot(C(c32), C(d32))
vdot(C(c32), C(d32))
sum(C(c32))
mean(C(c32))
prod(C(c32))
cumsum(C(c32), 0)
cumprod(C(c32), 0)
square(C(c32))
isreal(C(c32))
where(m3, C(c32), a3)
view_as_real(C(c32))
cat([C(c32), a3])
addcmul(C(c32), C(d32), C(c32))
linalg_inv(C(c22))
linalg_det(C(c22))
linalg_solve(C(c22), C(a22))
lerp(C(c32), C(d32), 0.5)
var(C(c32))
std(C(c32))
""")
rows("""
max_pool1d(x5, 2)
max_pool1d(x25, 3, 1, 1)
max_pool2d(x44, 2)
max_pool2d(x44, 3, 2, 1)
max_pool2d(x244, [2, 1], [1, 2], 0, 1, True)
max_pool2d_with_indices(x44, 2) -> 2
max_pool3d(x444, 2)
avg_pool1d(x5, 2)
avg_pool2d(x44, 2)
avg_pool2d(x44, 3, 2, 1, False, False)
avg_pool2d(x244, 3, 2, 1, True, True, 5)
avg_pool3d(x444, 2)
adaptive_avg_pool1d(x5, 2)
adaptive_avg_pool2d(x44, [3, 2])
adaptive_avg_pool2d(x44, [1, 1])
adaptive_avg_pool3d(x444, 2)
adaptive_max_pool1d(x5, 2)
adaptive_max_pool2d(x44, [3, 2])
adaptive_max_pool3d(x444, 3)
lp_pool1d(x5, 2, 2)
lp_pool2d(x44, 3, 2)
max_unpool2d(g, k_idx, 2)
im2col(x44, [2, 2], [1, 1], [0, 0], [1, 1])
col2im(t_col, [3, 3], [2, 2], [1, 1], [0, 0], [1, 1])
fold(t_col, [3, 3], [2, 2])
pixel_shuffle(x144, 2)
pixel_unshuffle(x44, 2)
channel_shuffle(x144, 2)
grid_sample(x44, g_grid)
grid_sample(x44, g_grid, S('bilinear'), S('border'), True)
grid_sample(x44, g_grid, S('nearest'), S('reflection'), False)
grid_sample(x44, g_grid, S('bicubic'), S('zeros'), False)
grid_sample(x44, g_grid, S('bilinear'), S('reflection'), True)
grid_sample(x444, g3)
affine_grid(t23, [1, 1, 2, 2])
affine_grid(t23, [1, 1, 2, 2], True)
interpolate(x44, scale_factor=2)
interpolate(x44, [3, 3], mode=S('bilinear'))
interpolate(x44, [3, 3], mode=S('bilinear'), align_corners=True)
interpolate(x44, [6, 5], mode=S('bicubic'))
interpolate(x5, 7, mode=S('linear'))
interpolate(x444, [2, 3, 5], mode=S('trilinear'))
interpolate(x44, [3, 3], mode=S('area'))
interpolate(x44, [3, 3], mode=S('nearest-exact'))
pad(x44, [1, 1], S('reflect'))
pad(x44, [1, 1, 2, 0], S('replicate'))
pad(x44, [1, 1, 1, 0], S('circular'))
pad(a23, [1, -1], value=0.5)
pad(x444, [1, 1, 1, 1, 1, 1], S('reflect'))
conv1d(x5, w13)
conv1d(x25, w23, p1, 1, 1)
conv2d(x44, w22, None, 2)
conv2d(x44, w22, None, 1, 1, 2)
conv3d(x444, w222)
conv_transpose1d(x5, w13)
conv_transpose2d(x44, w22, None, 2, 1)
conv_transpose3d(x444, w222)
conv_tbc(a233, a233b, p3, 1)
bilinear(a23, b23, a233, p2)
unfold(x44, 2)
""")
rows("""
scatter_reduce(a3, 0, i4, b4, S('sum'))
scatter_reduce(a3, 0, i4, b4, S('prod'))
scatter_reduce(a3, 0, i4, z4, S('prod'))
scatter_reduce(a3, 0, i4, b4, S('mean'))
scatter_reduce(a3, 0, i4, b4, S('amax'))
scatter_reduce(a3, 0, i4, same4, S('amax'))
scatter_reduce(a3, 0, i4, b4, S('amin'))
scatter_reduce(a3, 0, i4, b4, S('sum'), include_self=False)
scatter_reduce(a3, 0, i4, b4, S('mean'), include_self=False)
scatter_reduce(a3, 0, i4, b4, S('prod'), include_self=False)
scatter_reduce(a3, 0, i4, same4, S('amin'), include_self=False)
scatter_reduce(a3, 0, i4, b4, S('max'))
scatter_reduce(j3, 0, i4, i4, S('mean'))
scatter(a23, 0, i23, b23)
scatter(a23, 0, i23, 0.5)
scatter(a23, 0, i23, b23, reduce=S('add'))
scatter(a23, 0, i23, 2.0, reduce=S('multiply'))
scatter_add(a23, 1, j23, b23)
index_reduce(a3, 0, i4, b4, S('prod'))
index_reduce(a3, 0, i4, b4, S('mean'))
index_reduce(a3, 0, i4, same4, S('amax'))
index_reduce(a3, 0, i4, b4, S('amin'), include_self=False)
index_put(a3, [i2], p2, True)
index_put(a3, [i4], b4, True)
index_put(a3, [i2], p2)
index_put(a33, [None, i2], s, True)
index_put(a23, [m23], s)
index_put(a33, [i2, i2], p2, True)
index_add(a3, 0, i4, b4)
index_add(a3, 0, i4, b4, alpha=2)
index_copy(a33, 0, i2, b23)
index_fill(a33, 1, i2, 0.5)
index_fill(a33, 0, i2, s)
index_select(a33, 1, i2)
take(a23, i4)
take(a23, j23)
put(a23, i2, p2)
put(a23, i4, b4, True)
masked_scatter(a3, m3, b4)
masked_scatter(a23, m23, b4)
masked_select(a23, m3)
masked_select(a3, m23)
take_along_dim(a23, j23, 1)
take_along_dim(a23, i4)
gather(a23, 1, j23)
select_scatter(a23, p2, 1, 0)
slice_scatter(a33, a23, 0, 1)
diagonal_scatter(a33, p3)
as_strided_scatter(a4, p2, [2], [2], 1)
repeat_interleave(a3, 2)
repeat_interleave(a23, i2, 0)
tril_indices(e0)
cumprod(z4, 0)
cumprod(zz4, 0)
cumprod(a23, 1)
cumprod(z23, 0)
cumprod(h3, 0, dtype=D('float64'))
cumprod(s, 0)
cumprod(e0, 0)
logcumsumexp(a4, 0)
logcumsumexp(a23, 1)
logcumsumexp(inf3, 0)
logcumsumexp(s, 0)
logcumsumexp(e03, 1)
cummax(same4, 0) -> 2
cummax(nan4, 0) -> 2
cummin(a23, 1) -> 2
prod(z4)
prod(zz4)
prod(z23, 1)
prod(z23, 0, True)
diff(a4)
diff(a23, 1, 0)
diff(a4, 2)
diff(a4, 1, 0, p2, p3)
trapezoid(a4)
trapezoid(a4, b4)
trapezoid(a23, dx=0.5)
cumulative_trapezoid(a4)
cumulative_trapezoid(a4, b4)
nansum(nan4)
nansum(nan4, 0, True)
nanmean(nan4)
nanmedian(nan4)
nanmedian(nan4, 0) -> 2
median(same4)
quantile(a4, 0.5)
quantile(a23, unit3, 1)
quantile(a4, 0.3, interpolation=S('nearest'))
quantile(a4, 0.3, interpolation=S('midpoint'))
nanquantile(nan4, 0.5)
kthvalue(a4, 2) -> 2
kthvalue(a23, 1, 0, True) -> 2
topk(a4, 2) -> 2
topk(a23, 1, 0, False) -> 2
msort(a23)
argsort(a4)
sort(a23, 1, True) -> 2
aminmax(same4) -> 2
aminmax(a23, dim=1) -> 2
amax(same4)
amin(same4, 0)
var_mean(a23, 1) -> 2
std_mean(a23, 1) -> 2
var(a4, correction=0)
var(a4, 0, correction=4)
std(a23, [0, 1])
std(zz4, 0)
logsumexp(inf3, 0)
bucketize(a4, pos3)
searchsorted(pos3, a4)
bincount(i4)
histc(a4, 3)
unique(i4)
corrcoef(a23)
cov(a23)
block_diag([a22, a23])
cartesian_prod([a3, b4])
combinations(a3)
meshgrid([a3, b4]) -> 2
vander(a3)
rot90(a23)
unflatten(a4, 0, [2, 2])
swapaxes(a23, 0, 1)
hsplit(a4, 2) -> 2
tensor_split(a4, 3) -> 3
chunk(a4, 3) -> 2
split_with_sizes(a4, [1, 3]) -> 2
hstack([a3, b4])
vstack([a3, b3])
dstack([a3, b3])
column_stack([a3, b3])
atleast_2d(a3)
narrow_copy(a4, 0, 1, 2)
unfold_copy(a4, 0, 2, 1)
as_strided(a4, [2, 2], [1, 2])
unbind_copy(a22) -> 2
diagonal(a233, 1, 1, 2)
diag(a3)
diag(a33, 1)
diag_embed(a23)
diagflat(a3)
tril(a33, -1)
triu(a33, 1)
""")
rows("""
embedding(em, i3)
embedding(em, i3, 0)
embedding(em, i3, scale_grad_by_freq=True)
embedding_bag(i23, em)
embedding_bag(k23, em, mode=S('sum'))
embedding_bag(k23, em, mode=S('max'))
embedding_bag(i3, em, off, mode=S('mean'))
embedding_bag(i3, em, off, mode=S('sum'), per_sample_weights=p3)
embedding_bag(i3, em, off3, mode=S('sum'), include_last_offset=True)
embedding_bag(i4, em, off, mode=S('mean'), padding_idx=0)
ctc_loss(ct_log, tgt, len4, len2)
ctc_loss(ct_log, tgt, len4, len2, reduction=S('sum'))
ctc_loss(ct_log, tgt, len4, len2, reduction=S('none'), zero_infinity=True)
nll_loss(a23, y2)
nll_loss(a23, y2, p3)
nll_loss(a23, y2, reduction=S('sum'), ignore_index=0)
cross_entropy(a23, y2)
cross_entropy(a23, y2, label_smoothing=0.1)
cross_entropy(a23, unit23)
cross_entropy(a23, y2, reduction=S('none'))
multi_margin_loss(a23, y2)
multi_margin_loss(a23, y2, p=2, margin=0.5)
multilabel_margin_loss(a23, ml)
multilabel_soft_margin_loss(a23, unit23)
soft_margin_loss(a3, pm)
hinge_embedding_loss(a3, pm)
margin_ranking_loss(a3, b3, pm)
cosine_embedding_loss(a33, b33, pm)
triplet_margin_loss(a33, b33, a33)
poisson_nll_loss(a3, unit3)
poisson_nll_loss(pos3, unit3, log_input=False, full=True)
gaussian_nll_loss(a3, b3, pos3)
binary_cross_entropy(unit3, m3f)
binary_cross_entropy(unit3, m3f, pos3)
binary_cross_entropy_with_logits(a3, unit3, pos3, reduction=S('sum'))
kl_div(a3, unit3, reduction=S('batchmean'))
kl_div(a3, unit3, log_target=True)
smooth_l1_loss(a3, b3, beta=0.5)
huber_loss(a3, b3, delta=0.5)
mse_loss(a3, b3, reduction=S('sum'))
l1_loss(a3, b3)
batch_norm(a32, None, None, None, None, True)
batch_norm(a32, rm, rv, p2, None, False)
batch_norm(a32, rm, rv, p2, p2, True)
instance_norm(x25)
group_norm(x144, 2)
group_norm(x144, 2, a4, b4)
layer_norm(a23, [3])
layer_norm(a23, [3], p3, q3)
layer_norm(a222, [2, 2])
rms_norm(a23, [3])
rms_norm(a23, [3], p3)
local_response_norm(x144, 2)
normalize(a23)
normalize(a23, 1.0, 0)
cosine_similarity(a23, b23)
softmin(a23, 1)
hardshrink(a4)
softshrink(a4, 0.3)
tanhshrink(a4)
threshold(a4, 0.1, 5)
prelu(a23, p1)
prelu(a23, p3)
logsigmoid(a4)
log_softmax(a23, 0)
softsign(a4)
softplus(a4, 2, 1)
elu(a4, 0.5)
celu(a4, 0.5)
selu(a4)
glu(a4)
gelu(a4)
gelu(a4, approximate=S('tanh'))
mish(a4)
silu(a4)
hardswish(a4)
hardsigmoid(a4)
rrelu(a4)
scaled_dot_product_attention(q4, k4, k4)
scaled_dot_product_attention(q4, k4, k4, is_causal=True)
i0(a4)
special_i0e(a4)
special_i1(a4)
special_i1e(a4)
erfinv(unit3)
special_erfcx(a4)
special_entr(unit3)
special_ndtr(a4)
special_ndtri(unit3)
special_log_ndtr(a4)
special_zeta(pos3, pos3)
special_xlog1py(a3, unit3)
xlogy(z4, unit4)
polygamma(1, pos3)
polygamma(0, pos3)
digamma(pos3)
lgamma(pos3)
mvlgamma(pos3p, 2)
sinc(z4)
logit(unit3, 0.3)
heaviside(z4, a4)
float_power(pos3, 2)
float_power(pos3, b3)
nextafter(a3, b3)
ldexp(a3, i3)
frexp(a3) -> 2
hypot(a3, b3)
gcd(j3, i3)
lcm(j3, j3)
atan2(a3, z3)
pow(z4, 0)
pow(z4, 2)
pow(z4, zz4)
pow(2, a3)
pow(0, a3)
fmod(a3, b3)
remainder(a3, b3)
fmax(nan4, a4)
fmin(nan4, a4)
clamp(a3, b3, pos3)
clamp(a3, p3)
clamp_min(a3, b3)
clamp_max(a3, 0.5)
clamp_max(a3, b3)
addcdiv(a3, b3, pos3, value=2)
addcmul(a3, b3, pos3, value=0.5)
lerp(a3, b3, unit3)
copysign(a3, z3)
logaddexp2(a3, b3)
nan_to_num(nan4, 1.0)
rsub(a3, b3, alpha=2)
true_divide(a3, b3)
div(a3, b3, rounding_mode=S('floor'))
div(a3, b3, rounding_mode=S('trunc'))
floor_divide(a3, b3)
bitwise_left_shift(j3, i3)
bitwise_not(j3)
positive(a3)
signbit(a3)
erfc(a3)
exp2(a3)
round(a3, decimals=1)
angle(nan4)
""")


def found(name):
    """The function of a name: of torch.linalg, torch.fft, torch.special, torch, torch.nn.functional, or an operator."""
    for prefix, home in (("linalg_", torch.linalg), ("fft_", torch.fft), ("special_", torch.special)):
        if name.startswith(prefix) and hasattr(home, name[len(prefix) :]):
            return getattr(home, name[len(prefix) :])
    for home in (torch, torch.nn.functional):
        if callable(getattr(home, name, None)):
            return getattr(home, name)
    return getattr(torch.ops.aten, name)


def names_in(value):
    if isinstance(value, dict):
        return [value["complex"]] if "complex" in value else []
    if isinstance(value, list):
        return [n for one in value for n in names_in(one)]
    return [value] if isinstance(value, str) else []


def call(fn, args, named, out):
    step = {"op": "call", "fn": fn, "args": args, "out": out, "catch": "call"}
    return {**step, "kwargs": named} if named else step


def real(value):
    """Complex operands by the name of their complex tensor."""
    if isinstance(value, dict):
        return value["complex"] + "c" if "complex" in value else value
    return [real(one) for one in value] if isinstance(value, list) else value


def complexes(value):
    if isinstance(value, dict):
        return [value["complex"]] if "complex" in value else []
    return [n for one in value for n in complexes(one)] if isinstance(value, list) else []


def operands(args, named):
    every = list(dict.fromkeys(names_in(args) + [n for v in named.values() for n in names_in(v)]))
    steps = [LEAVES[n] for n in every]
    for n in dict.fromkeys(complexes(args)):
        steps.append({"op": "call", "fn": "view_as_complex", "args": [n], "out": n + "c"})
    return every, steps


def encode(value, plain=record.encode):
    """Zeros without memory, which derivatives that are zero everywhere are, cannot be read."""
    if isinstance(value, list):
        return [encode(one) for one in value]
    without = isinstance(value, torch.Tensor) and value._is_zerotensor()
    return plain(torch.zeros(value.shape, dtype=value.dtype) if without else value)


record.encode = encode


class Probe(record.Run):
    """A recording that adds steps by what a result is: complex ones are looked at as real ones."""

    def __init__(self):
        super().__init__()
        self.frame, self.program = record.Frame(None), []

    def do(self, *steps):
        for step in steps:
            self.program.append(step)
            self.step(step, self.frame)

    def tensor(self, name):
        got = self.frame.names.get(name)
        return got if isinstance(got, torch.Tensor) else None

    def look(self, *args):
        if len(args) == 3:
            return super().look(*args)
        (name,) = args
        t = self.tensor(name)
        if t is None:
            return None
        if t.is_complex():
            self.do({"op": "call", "fn": "view_as_real", "args": [name], "out": name + "r", "catch": "real"})
            name += "r"
        if self.tensor(name) is None or self.tensor(name).dtype not in record.NAMES:
            return None
        for what in ("value", "requires_grad", "graph", "version", "stride", "is_view"):
            self.do({"op": "observe", "what": what, "of": name, "catch": what})
        return name


def derive(run, results, leaves):
    """First and second derivatives with respect to the leaves, with weights that tell the elements apart."""
    wanted = [r for r in results if r and run.tensor(r) is not None and run.tensor(r).requires_grad]
    if not wanted or not leaves:
        return
    seeds = []
    for r in wanted:
        t = run.tensor(r)
        dtype = record.NAMES[t.dtype]
        run.do(leaf("w" + r, list(t.shape), [0.5 + 0.25 * (i % 5) for i in range(t.numel())], dtype, True))
        seeds.append("w" + r)
    first = ["g_" + n for n in leaves]
    run.do(
        {
            "op": "grad",
            "outputs": wanted,
            "inputs": leaves,
            "grad_outputs": seeds,
            "allow_unused": True,
            "create_graph": True,
            "out": first,
            "catch": "grad",
        }
    )
    for g in first:
        run.look(g)
    again = [g for g in first if run.tensor(g) is not None and run.tensor(g).requires_grad]
    for g in again:
        inputs = leaves + seeds
        second = [g + "_" + n for n in inputs]
        run.do(
            leaf(
                "w" + g,
                list(run.tensor(g).shape),
                [1.0 + 0.5 * (i % 3) for i in range(run.tensor(g).numel())],
                record.NAMES[run.tensor(g).dtype],
                False,
            ),
            {
                "op": "grad",
                "outputs": [g],
                "inputs": inputs,
                "grad_outputs": ["w" + g],
                "allow_unused": True,
                "retain_graph": True,
                "out": second,
                "catch": "again",
            },
        )
        run.do({"op": "emit", "label": "second", "values": [n if run.tensor(n) is not None else None for n in second]})


def forward(fn, args, named, count):
    run = Probe()
    every, steps = operands(args, named)
    run.do(*steps)
    outs = ["r%d" % i for i in range(count)] if count > 1 else "r"
    run.do(call(fn, real(args), named, outs))
    results = [run.look(o) for o in (outs if count > 1 else [outs])]
    derive(run, results, [n for n in every if LEAVES[n]["requires_grad"]])
    return run


def in_place(fn, args, named, copied):
    """Writes to a copy, which has a history, or to the leaf itself, or to an expanded copy."""
    run = Probe()
    every, steps = operands(args, named)
    run.do(*steps)
    given = real(args)
    if copied == "expanded":
        run.do({"op": "call", "fn": "unsqueeze", "args": [given[0], 0], "out": "u"})
        run.do({"op": "call", "fn": "detach", "args": ["u"], "out": "u"})
        run.do({"op": "call", "fn": "expand", "args": ["u", [2] + [-1] * (run.tensor("u").dim() - 1)], "out": "w"})
    elif copied == "view":
        run.do({"op": "call", "fn": "clone", "args": [given[0]], "out": "u"})
        run.do({"op": "call", "fn": "view_as", "args": ["u", "u"], "out": "w"})
    else:
        run.do({"op": "call", "fn": "clone", "args": [given[0]], "out": "w"})
    run.do(call(fn, ["w"] + given[1:], named, "r"))
    results = [run.look("w"), run.look("u") if copied == "view" else None]
    if copied != "expanded":
        derive(
            run, results[:1] if results[1] is None else results[1:], [n for n in every if LEAVES[n]["requires_grad"]]
        )
    return run


def written(fn, args, named, out, grads):
    run = Probe()
    _, steps = operands(args, named)
    run.do(*[{**s, "requires_grad": s["requires_grad"] and grads} if s["op"] == "leaf" else s for s in steps])
    run.do(LEAVES[out])
    run.do(call(fn, real(args), {**named, "out": out}, "r"))
    run.look(out)
    return run


def main():
    kept = 0
    record.SPECIAL.update(view_as_complex=torch.view_as_complex, view_as_real=torch.view_as_real)
    version = torch.__version__.split("+")[0]
    with open(sys.argv[1], "w") as lines:

        def keep(name, run):
            nonlocal kept
            one = {
                "id": "probe_%s %s" % (version[:4].rstrip("."), name),
                "program": run.program,
                "oracle": "PyTorch " + version,
                "expect": run.trace,
            }
            text = json.dumps(run.program)
            one["tol"] = (
                {"rel": 2e-3, "abs": 1e-3}
                if "float16" in text
                else ({"rel": 1e-5, "abs": 1e-6} if "float32" in text else {"rel": 1e-9, "abs": 1e-12})
            )
            lines.write(json.dumps(one, separators=(",", ":")).replace("Infinity", "1e999") + "\n")
            kept += 1

        def attempt(name, make, *args):
            try:
                keep(name, make(*args))
            except Exception as e:  # noqa: BLE001
                print("dropped", name, type(e).__name__, str(e)[:150])

        for title, fn, args, named, count in ROWS:
            record.SPECIAL[fn] = found(fn)
            attempt(title, forward, fn, args, named, count)
            if args and isinstance(args[0], (str, dict)) and hasattr(torch.Tensor, fn + "_"):
                for copied in ("copy", "view", "expanded"):
                    attempt("%s_ %s %s" % (fn, title, copied), in_place, fn + "_", args, named, copied)
            try:
                overloads = getattr(torch.ops.aten, fn).overloads() if count == 1 else []
            except AttributeError:
                overloads = []
            if any("out" in o for o in overloads):
                for out, grads in (("o", False), ("of", False), ("oi", False), ("o", True)):
                    attempt(
                        "%s out=%s%s" % (title, out, " grad" if grads else ""), written, fn, args, named, out, grads
                    )
    print(kept, "recorded")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
