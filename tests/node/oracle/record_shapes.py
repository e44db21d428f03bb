"""Records what PyTorch 2.6.0 knows of results without computing them (fake tensors), for operators whose shape rule has
no kernel beside it.

    torch record_shapes.py > tests/data/shapes.json

A row: the operator, its arguments (a text such as "f32[2,3]" is a tensor, "f32[2,3]:t" one with its last two dimensions
swapped), the results."""

import json

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

T = {
    "f32": torch.float32,
    "f64": torch.float64,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "i64": torch.int64,
    "i32": torch.int32,
    "i16": torch.int16,
    "i8": torch.int8,
    "u8": torch.uint8,
    "b8": torch.bool,
    "c64": torch.complex64,
}
SHORT = {v: k for k, v in T.items()} | {torch.complex128: "c128"}

ROWS = r"""
_adaptive_avg_pool2d.default | "f32[2,3,8,9]", [4, 5]
_adaptive_avg_pool2d.default | "f64[3,8,9]", [1, 2]
_adaptive_avg_pool2d_backward.default | "f32[2,3,4,5]", "f32[2,3,8,9]"
_adaptive_avg_pool3d.default | "f32[2,3,8,9,4]", [4, 5, 2]
_cdist_forward.default | "f32[2,5,3]", "f32[2,4,3]", 2.0, None
_cdist_forward.default | "f64[5,3]", "f64[7,4,3]", 1.0, None
_embedding_bag.default | "f32[10,3]", "i64[6]", "i64[2]"
_embedding_bag.default | "f32[10,3]", "i64[6]", "i64[3]", False, 1
_embedding_bag.default | "f32[10,3]", "i64[6]", "i64[3]", False, 2
_native_batch_norm_legit.default | "f32[4,3,5]", "f32[3]", "f32[3]", "f32[3]", "f32[3]", True, 0.1, 1e-5
_native_batch_norm_legit.no_stats | "f32[4,3,5]", "f32[3]", "f32[3]", True, 0.1, 1e-5
_native_batch_norm_legit_no_training.default | "f32[4,3,5]", "f32[3]", "f32[3]", "f32[3]", "f32[3]", 0.1, 1e-5
_pdist_forward.default | "f32[5,3]", 2.0
adaptive_avg_pool1d.default | "f32[2,3,8]", [4]
add.Scalar | "i64[2,3]", 2.5
add.Scalar | "f16[2,3]", 2
alias.default | "f32[2,3]:t"
any.dims | "f32[2,3,4]", [0, 2]
any.dims | "u8[2,3,4]", [1], True
any.dims | "b8[2,3]", None
avg_pool1d.default | "f32[2,3,9]", [3]
avg_pool1d.default | "f32[2,3,9]", [3], [2], [1], True
avg_pool3d.default | "f32[2,3,9,8,7]", [3, 2, 2]
bitwise_and.Tensor | "i32[2,3]", "i64[3]"
bitwise_or.Scalar | "u8[2,3]", 3
bitwise_xor.Tensor | "b8[2,3]", "b8[2,1]"
ceil.default | "f16[2,3]"
ceil.default | "i32[2,3]"
convolution.default | "f32[2,4,9]", "f32[6,4,3]", None, [2], [1], [1], False, [0], 1
convolution.default | "f32[2,4,9,8]", "f32[4,6,3,3]", "f32[6]", [2, 2], [1, 1], [1, 1], True, [1, 0], 1
convolution.default | "f32[2,4,5,6,7]", "f32[6,2,3,3,3]", None, [1, 1, 1], [1, 1, 1], [1, 1, 1], False, [0, 0, 0], 2
convolution_backward.default | "f32[2,6,7,6]", "f32[2,4,9,8]", "f32[6,4,3,3]", [6], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, True]
diagonal.default | "f32[4,5]"
diagonal.default | "f32[4,5,6]", -1, 0, 2
diagonal.default | "f32[4,5]", 2
div.Scalar | "i64[2,3]", 2
div.Scalar_mode | "i64[2,3]", 2, rounding_mode="floor"
div.Scalar_mode | "f32[2,3]", 2, rounding_mode=None
embedding_dense_backward.default | "f32[2,3,4]", "i64[2,3]", 10, -1, False
empty.memory_format | [2, 3]
empty.memory_format | [2, 3], dtype=torch.int32
empty_strided.default | [2, 3], [1, 2]
eq.Scalar | "bf16[2,3]", 2
fmod.Scalar | "i64[2,3]", 2.5
fmod.Tensor | "f32[2,3]", "f64[3]"
grid_sampler_2d.default | "f32[2,3,5,6]", "f32[2,7,8,2]", 0, 0, False
index.Tensor | "f32[4,5,6]", ["i64[3]", None, "i64[3]"]
index.Tensor | "f32[4,5,6]", [None, "i64[2,3]", "i64[3]"]
index_put.default | "f32[4,5]", ["i64[3]"], "f32[3,5]"
isinf.default | "f32[2,3]"
isnan.default | "f32[2,3]:t"
log10.default | "i64[2,3]"
log2.default | "f16[2,3]"
masked_scatter.default | "f32[2,3]", "b8[2,3]", "f32[6]"
max_pool2d_with_indices.default | "f32[2,3,9,8]", [3, 3], [2, 2], [1, 1]
max_pool2d_with_indices_backward.default | "f32[2,3,4,4]", "f32[2,3,8,8]", [2, 2], [2, 2], [0, 0], [1, 1], False, "i64[2,3,4,4]"
max_pool3d_with_indices.default | "f32[2,3,9,8,7]", [3, 2, 2]
mul.Scalar | "b8[2,3]", 2
native_dropout.default | "f32[2,3]", 0.5, True
native_dropout.default | "f32[2,3]", 0.5, False
native_group_norm.default | "f32[2,6,4]", "f32[6]", "f32[6]", 2, 6, 4, 3, 1e-5
native_group_norm_backward.default | "f32[2,6,4]", "f32[2,6,4]", "f32[2,3]", "f32[2,3]", "f32[6]", 2, 6, 4, 3, [True, True, True]
native_layer_norm_backward.default | "f32[2,6,4]", "f32[2,6,4]", [4], "f32[2,6,1]", "f32[2,6,1]", "f32[4]", "f32[4]", [True, True, True]
native_layer_norm.default | "f32[2,6,4]", [4], "f32[4]", "f32[4]", 1e-5
rand.default | [2, 3]
randn.default | [2], dtype=torch.float64
randperm.default | 5
reflection_pad1d.default | "f32[2,3,5]", [1, 2]
reflection_pad2d.default | "f32[2,3,5,6]", [1, 2, 3, 4]
reflection_pad3d.default | "f32[2,3,5,6,7]", [1, 2, 3, 4, 0, 1]
replication_pad2d.default | "f32[2,3,5,6]", [1, 2, 3, 4]
replication_pad3d.default | "f32[2,3,5,6,7]", [1, 2, 3, 4, 0, 1]
scalar_tensor.default | 2.5
scalar_tensor.default | 3, dtype=torch.int32
scatter_reduce.two | "f32[4,5]", 0, "i64[2,5]", "f32[2,5]", "sum"
select_scatter.default | "f32[4,5]", "f32[5]", 0, 1
slice_scatter.default | "f32[4,5]", "f32[2,5]", 0, 1, 3
squeeze.dims | "f32[1,4,1,5]", [0, 2]
squeeze.dims | "f32[1,4,1,5]", [0, 1]
sub.Scalar | "f32[2,3]", 2
sym_size.int | "f32[2,3]", 1
sym_stride.int | "f32[2,3]", 0
sym_numel.default | "f32[2,3]"
sym_storage_offset.default | "f32[2,3]"
trunc.default | "f32[2,3]"
upsample_bilinear2d.vec | "f32[2,3,5,6]", [7, 8], False, None
upsample_bilinear2d.vec | "f32[2,3,5,6]", None, False, [2.0, 1.5]
upsample_nearest2d.vec | "f32[2,3,5,6]", None, [2.0, 2.0]
permute_copy.default | "f32[2,3,4]", [2, 0, 1]
expand_copy.default | "f32[2,1]", [2, 3]
narrow_copy.default | "f32[5,2]", 0, 1, 3
split_copy.Tensor | "f32[5,2]", 2
unfold.default | "f32[9,2]", 0, 3, 2
as_strided_scatter.default | "f32[6]", "f32[2,2]", [2, 2], [3, 1]
cumprod.default | "i32[2,3]", 1
cummax.default | "f32[2,3]", 1
lerp.Scalar | "f32[2,3]", "f32[3]", 0.5
addcmul.default | "f32[2,3]", "f32[3]", "f32[2,1]"
logaddexp.default | "f32[2,3]", "f32[3]"
masked_fill.Scalar | "bf16[2,3]", "b8[3]", 0.0
mm.default | "bf16[2,3]", "bf16[3,4]"
bmm.default | "f16[2,2,3]", "f16[2,3,4]"
add.Tensor | "u8[2,3]", "i8[3]"
add.Tensor | "f16[2,3]", "bf16[3]"
add.Tensor | "i32[2,3]", "f16[]"
mul.Tensor | "c64[2,3]", "f64[3]"
div.Tensor | "i32[2,3]", "i32[3]"
pow.Tensor_Scalar | "i64[2,3]", 0.5
sum.dim_IntList | "i32[2,3]", [1]
mean.dim | "f16[2,3]", [1]
sigmoid.default | "i8[2,3]"
where.self | "b8[2,3]", "f16[3]", "f32[]"
cat.default | ["f16[2,3]", "f32[1,3]"], 0
repeat_interleave.self_int | "f32[2,3]", 2
repeat_interleave.self_int | "f32[2,3]:t", 2, 1
repeat_interleave.self_int | "i64[]", 3
repeat_interleave.self_int | "f32[2,3]", 2, -2
lstm.input | "f64[5,2,3]", ["f64[1,2,4]", "f64[1,2,4]"], ["f64[16,3]", "f64[16,4]", "f64[16]", "f64[16]"], True, 1, 0.0, False, False, False
lstm.input | "f64[2,5,3]", ["f64[1,2,4]", "f64[1,2,4]"], ["f64[16,3]", "f64[16,4]"], False, 1, 0.0, False, False, True
gru.input | "f32[2,5,3]", "f32[1,2,4]", ["f32[12,3]", "f32[12,4]"], False, 1, 0.0, False, False, True
rnn_tanh.input | "f64[5,2,3]", "f64[2,2,4]", ["f64[4,3]", "f64[4,4]", "f64[4,3]", "f64[4,4]"], False, 1, 0.0, False, True, False
gru_cell.default | "f32[2,3]", "f32[2,4]", "f32[12,3]", "f32[12,4]"
lstm_cell.default | "f32[2,3]", ["f32[2,4]", "f32[2,4]"], "f32[16,3]", "f32[16,4]"
_trilinear.default | "f32[2,3]", "f32[4,3,2]", "f32[2,2]", [1, 3], [0], [1, 2], [2, 3]
bilinear.default | "f32[2,3]", "f32[2,2]", "f32[4,3,2]", "f32[4]"
cdist.default | "f32[2,5,3]", "f32[2,4,3]"
adaptive_max_pool2d.default | "f32[2,3,8,9]", [4, 5]
feature_dropout.default | "f32[2,3,4]", 0.5, True
alpha_dropout.default | "f32[2,3,4]", 0.5, True
grid_sampler_3d.default | "f32[2,3,4,5,6]", "f32[2,7,8,9,3]", 0, 0, False
vander.default | "f32[4]"
vander.default | "i64[4]", 3, True
linalg_vander.default | "f64[2,4]"
linalg_eigh.default | "f32[2,4,4]"
_linalg_eigh.default | "f32[4,4]", "L", False
linalg_eigvalsh.default | "f64[2,4,4]"
linalg_eig.default | "f32[4,4]"
linalg_eigvals.default | "f64[2,4,4]"
linalg_qr.default | "f32[2,5,3]"
linalg_qr.default | "f32[5,3]", "complete"
linalg_qr.default | "f32[3,5]", "r"
qr.default | "f32[5,3]", False
linalg_svd.default | "f32[5,3]"
linalg_svd.default | "f32[2,5,3]", False
svd.default | "f32[5,3]"
linalg_svdvals.default | "f32[2,5,3]"
slogdet.default | "f32[2,4,4]"
linalg_slogdet.default | "f32[4,4]"
_linalg_slogdet.default | "f32[2,4,4]"
logdet.default | "f32[2,4,4]"
det.default | "f32[2,4,4]"
inverse.default | "f32[2,4,4]"
linalg_solve.default | "f32[4,4]", "f32[4,2]"
linalg_solve.default | "f32[2,4,4]", "f32[2,4]"
linalg_solve.default | "f32[4,4]", "f32[4]"
linalg_solve.default | "f32[4,4]", "f32[3,2,4]", left=False
linalg_solve_ex.default | "f32[2,4,4]", "f32[2,4,3]"
_linalg_solve_ex.default | "f32[2,4,4]", "f32[2,4,3]"
linalg_cholesky.default | "f32[2,4,4]"
linalg_cholesky_ex.default | "f32[4,4]"
cholesky.default | "f32[4,4]"
cholesky_inverse.default | "f32[4,4]"
cholesky_solve.default | "f32[4,2]", "f32[4,4]"
linalg_solve_triangular.default | "f32[4,4]", "f32[4,2]", upper=True
triangular_solve.default | "f32[4,2]", "f32[2,4,4]"
linalg_lu_factor.default | "f32[2,4,3]"
linalg_lu_factor_ex.default | "f32[4,4]"
linalg_matrix_exp.default | "f32[4,4]"
matrix_exp.default | "f32[2,4,4]"
linalg_pinv.default | "f32[2,5,3]", 1e-15
linalg_pinv.atol_rtol_float | "f32[5,3]"
pinverse.default | "f32[5,3]"
sum_to_size.default | "f32[2,3]", [2, 1]
sum_to_size.default | "f32[2,3]", [3]
std_mean.default | "f32[2,3]"
multiply.Tensor | "f32[2,3]", "f64[3]"
multiply.Scalar | "i64[2,3]", 2.5
subtract.Tensor | "f32[2,3]", "f32[3]", alpha=2
divide.Tensor | "i64[2,3]", "i64[3]"
divide.Tensor_mode | "i64[2,3]", "i64[3]", rounding_mode="floor"
true_divide.Scalar | "i64[2,3]", 2
greater.Tensor | "f32[2,3]", "f32[3]"
less_equal.Scalar | "f32[2,3]:t", 2
absolute.default | "f32[2,3]:t"
arctan2.default | "i64[2,3]", "i64[3]"
row_stack.default | ["f32[3]", "f32[2,3]"]
addr.default | "f32[2,3]", "f32[2]", "f32[3]"
addmv.default | "f32[2]", "f32[2,3]", "f32[3]"
vdot.default | "f32[3]", "f32[3]"
float_power.Tensor_Tensor | "f32[2,3]", "i64[3]"
special_expit.default | "i64[2,3]"
special_softmax.default | "f32[2,3]", 1, torch.float64
isfinite.default | "f32[2,3]:t"
signbit.default | "i64[2,3]"
mH.default | "f32[2,3]"
linalg_diagonal.default | "f32[2,3,3]"
linalg_multi_dot.default | ["f32[2,3]", "f32[3,4]", "f32[4,2]"]
linalg_vecdot.default | "f32[2,3]", "f32[2,3]"
"""


def tensor(text):
    dtype, rest = text.split("[")
    sizes, _, how = rest.partition("]")
    shape = [int(s) for s in sizes.split(",") if s]
    made = torch.empty(shape, dtype=T[dtype])
    return made.transpose(-1, -2) if how == ":t" else made


def value(v):
    if isinstance(v, str) and "[" in v:
        return tensor(v)
    return [value(one) for one in v] if isinstance(v, list) else v


def told(v):
    if isinstance(v, torch.Tensor):
        return {"t": SHORT[v.dtype], "s": list(v.shape), "st": list(v.stride())}
    if isinstance(v, (list, tuple)):
        return [told(one) for one in v]
    return v


def recorded(v):
    if isinstance(v, torch.dtype):
        return {"dtype": str(v)}
    return [recorded(one) for one in v] if isinstance(v, list) else {"f": repr(v)} if isinstance(v, float) else v


out = []
for row in ROWS.strip().split("\n"):
    name, _, arguments = row.partition(" | ")
    args, kwargs = eval(f"(lambda *a, **k: (a, k))({arguments})", {"torch": torch})  # noqa: S307: the rows above
    packet, overload = name.split(".")
    op = getattr(getattr(torch.ops.aten, packet), overload)
    with FakeTensorMode():
        result = op(*[value(list(a) if isinstance(a, tuple) else a) for a in args], **kwargs)
    out.append(
        {
            "op": f"torch.ops.aten.{name}",
            "args": [recorded(a) for a in args],
            **({"kwargs": {k: recorded(v) for k, v in kwargs.items()}} if kwargs else {}),
            "result": told(result),
        }
    )
print("[\n" + ",\n".join(json.dumps(row) for row in out) + "\n]")
