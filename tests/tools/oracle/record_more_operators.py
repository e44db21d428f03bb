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
"""


def plain(value):
    if isinstance(value, torch.Tensor):
        if value.is_complex():
            value = torch.view_as_real(value.resolve_conj())
        return {"shape": list(value.shape), "data": [numbered(n) for n in value.detach().reshape(-1).tolist()]}
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
