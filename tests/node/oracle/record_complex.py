"""What PyTorch gives for expressions on complex tensors: texts, parts, gradients of the sum of magnitudes' squares,
refusals.

python3 -B tests/node/oracle/record_complex.py OUT.json"""

import json
import sys
import warnings

import torch
import torch.nn.functional as F  # noqa: F401

warnings.simplefilter("ignore")


def inputs():
    return {
        "x": torch.tensor([1 + 2j, 3 - 1j]),
        "y": torch.tensor([0.5 - 1.5j, -2 + 0.25j]),
        "z": torch.tensor([[1 - 2j, 0.5 + 0.25j], [-1.5 + 1j, 2 - 0.75j]]),
        "m": torch.tensor([[1j, 2.0, 1 - 1j], [0.5 + 2j, -1.0, 3j]]),
        "d": torch.tensor([1 + 2j, -0.25 - 1j], dtype=torch.complex128),
        "s": torch.tensor(0.5 + 1.5j),
        "r": torch.tensor([1.5, -2.0]),
        "e": torch.tensor([0.5, 2.5], dtype=torch.float64),
        "p": torch.tensor([[1.0, 2.0], [3.0, -4.0]]),
        "i": torch.tensor([1, 0]),
        "b": torch.tensor([True, False]),
        "v": torch.tensor([[[1 + 1j, 2 - 1j], [0.5j, -1.0]], [[2.0, 1j], [1 - 2j, 3.0]]]),
        "o": torch.tensor([0j, complex("inf"), complex(0, float("nan"))]),
    }


UNARY = """abs acos acosh angle asin asinh atan atanh ceil clone conj conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 floor frac isfinite isinf isnan
 isreal lgamma log log10 log1p log2 logical_not logit nan_to_num neg positive reciprocal relu round rsqrt sgn sigmoid sign sin sinc sinh sqrt square tan tanh trunc
 real imag view_as_real resolve_conj resolve_neg all any argmax argmin count_nonzero max min mean median nonzero norm prod std sum unique var zeros_like ones_like empty_like
 flatten ravel squeeze t argsort sort mode isneginf isposinf bitwise_not i0 std_mean var_mean nansum nanmean""".split()
FUNCTIONAL = "relu relu6 elu selu celu gelu silu mish softplus softsign tanhshrink hardtanh hardswish hardsigmoid leaky_relu logsigmoid softshrink hardshrink threshold".split()
BINARY = """add sub mul div pow eq ne gt lt ge le maximum minimum fmax fmin atan2 remainder fmod floor_divide logical_and logical_or logical_xor dot vdot outer hypot copysign
 logaddexp xlogy float_power true_divide rsub isclose ldexp cross kron inner""".split()
# Fourier transforms, of each kind of argument.
LINES = """({0}) ({0}, n=5) ({0}, n=2) ({0}, dim=0) ({0}, norm='ortho') ({0}, norm='forward') ({0}, 4, -1, 'backward')""".split(
    " ("
)
GRIDS = """({0}) ({0}, s=(3, 2)) ({0}, s=(4, -1), norm='ortho') ({0}, norm='forward')""".split(" (")
FOURIER = (
    [
        f"torch.fft.{f}({form.lstrip('(')}".format(t)
        for f in ("fft", "ifft", "hfft", "irfft")
        for t in ("x", "m", "p", "d")
        for form in LINES
    ]
    + [
        f"torch.fft.{f}({form.lstrip('(')}".format(t)
        for f in ("rfft", "ihfft")
        for t in ("r", "p", "e", "i")
        for form in LINES
    ]
    + [
        f"torch.fft.{f}({form.lstrip('(')}".format(t)
        for f in ("fft2", "ifft2", "fftn", "ifftn", "irfft2", "irfftn", "hfft2", "hfftn")
        for t in ("z", "m", "p", "v")
        for form in GRIDS
    ]
    + [
        f"torch.fft.{f}({form.lstrip('(')}".format(t)
        for f in ("rfft2", "rfftn", "ihfft2", "ihfftn")
        for t in ("p", "r.reshape(2, 1)")
        for form in GRIDS
    ]
    + """torch.fft.fft(b); torch.fft.rfft(x); torch.fft.ihfft(x); torch.fft.rfft2(z); torch.fft.ihfftn(z); torch.fft.fft(x, n=0); torch.fft.fft(x, norm='a'); torch.fft.fft(x, dim=2)
torch.fft.fft(s); torch.fft.fftn(s); torch.fft.fftn(z, s=(1, 2, 3)); torch.fft.fftn(z, s=(1, 2), dim=(0,)); torch.fft.fftn(z, dim=(0, 0)); torch.fft.rfftn(p, dim=()); torch.fft.irfftn(z, dim=())
torch.fft.hfftn(z, dim=()); torch.fft.fftn(z, s=(0, 2)); torch.fft.fft(p.half()); torch.fft.fft(p.bfloat16()); torch.fft.irfft(s.reshape(1)); torch.fft.fftn(v, dim=(0, 2)); torch.fft.fftn(v, dim=(2, 0))
torch.fft.rfftn(v.real, dim=(2, 0, 1)); torch.fft.irfftn(v, dim=(1, 0)); torch.fft.fft(v.transpose(0, 2)); torch.fft.fft2(x); torch.fft.fftn(v, s=(3,)); torch.fft.fft(r[:0])
torch.fft.fftshift(m); torch.fft.fftshift(m, dim=1); torch.fft.ifftshift(m); torch.fft.ifftshift(m, dim=(1,)); torch.fft.fftshift(r); torch.fft.fftshift(s)
torch.fft.fftfreq(5); torch.fft.fftfreq(4, 0.5); torch.fft.fftfreq(6, d=2.0, dtype=torch.float64); torch.fft.rfftfreq(5); torch.fft.rfftfreq(4, 0.25); torch.fft.fftfreq(0); torch.fft.rfftfreq(0)
torch.fft.fftfreq(-1); torch.fft.fftfreq(4, dtype=torch.int32); torch.fft.rfftfreq(3, dtype=torch.int64)
torch.fft.fft(torch.arange(7.).sin()); torch.fft.fft(torch.arange(37.).sin()).abs(); torch.fft.rfft(torch.arange(64.).cos()).abs(); torch.fft.fft(torch.arange(60.).cos(), n=101).abs()
torch.fft.irfft(torch.fft.rfft(r)); torch.fft.ifft2(torch.fft.fft2(p)).real; torch.ops.aten._fft_r2c(p, [1], 7, True); torch.ops.aten._fft_r2c(p, [0, 0], 0, True); torch.ops.aten._fft_c2c(z, [1, 1], 0, True); torch.ops.aten._fft_c2r(z, [1], -1, 2); torch.fft.irfft(x, n=9223372036854775807); torch.fft.irfft2(z, s=(2, 9223372036854775807)); torch.fft.fft(m).abs(); torch.fft.fft(m.conj()); torch.fft.ifft(x.conj()).conj()""".replace(
        "\n", "; "
    ).split("; ")
)
MORE = """
x + 1
x + 1j
x - 2.5
1 - x
1j - x
2 * x
x * 2j
x * (1+2j)
x / 2
x / 2j
1 / x
1j / x
x / 0
r + 1j
r * 1j
r - (2-1j)
r / 1j
i + 1j
i * 2j
b * 1j
x ** 2
x ** 0.5
x ** 2j
x ** (-1)
x ** 0
r ** 2j
2 ** x
2j ** r
r ** x
o ** 0
torch.pow(2j, x)
torch.pow(x, 3)
x + r
r + x
x * r
x * e
r * d
x + d
x * s
r * s
e * s
s * 1j
s + 1
x * i
x / i
x + b
d / r
o + 1
o * 2
o * o
o / o
1 / o
torch.exp(o)
torch.abs(o)
torch.isnan(o)
torch.isinf(o)
torch.isfinite(o)
torch.add(x, y, alpha=2)
torch.add(x, y, alpha=2j)
torch.add(r, x, alpha=2j)
torch.add(r, r, alpha=2j)
torch.sub(x, r, alpha=2)
torch.sub(x, r, alpha=1j)
torch.rsub(x, 2)
torch.rsub(x, y, alpha=2j)
x == 1
x == (1+2j)
x != (1+2j)
r == 1j
x > 1
-x
~x
x @ y
z @ x
z @ z
z @ p
v @ v
v @ z
torch.mm(z, m)
torch.mv(z, x)
torch.bmm(v, v)
torch.matmul(z, m)
torch.addmm(z, z, z)
torch.addmm(z, z, z, beta=2j, alpha=0.5)
torch.addmm(z, z, z, beta=0, alpha=1j)
torch.addmv(x, z, y, beta=2, alpha=1j)
torch.addr(z, x, y)
torch.addbmm(z, v, v)
torch.baddbmm(v, v, v, beta=2, alpha=1j)
torch.addcmul(x, y, x)
torch.addcmul(x, y, x, value=2j)
torch.addcdiv(x, y, x)
torch.addcdiv(x, y, x, value=0.5)
torch.lerp(x, y, 0.25)
torch.lerp(x, y, r)
F.linear(z, z, x)
F.linear(x, m.t())
F.bilinear(z, z, v, x)
torch.einsum('ij,jk->ik', z, m)
torch.einsum('ij->', z)
torch.tensordot(z, z, 1)
torch.linalg.vecdot(x, y)
torch.linalg.vector_norm(x)
torch.linalg.vector_norm(x, 1)
torch.linalg.vector_norm(z, float('inf'), 1)
torch.linalg.norm(z)
torch.linalg.matrix_norm(z)
torch.norm(z, dim=1)
torch.dist(x, y)
F.normalize(z)
F.cosine_similarity(z, z)
F.mse_loss(x, y)
F.l1_loss(x, y)
F.smooth_l1_loss(x, y)
F.huber_loss(x, y)
F.softmax(x, 0)
F.log_softmax(x, 0)
torch.logsumexp(x, 0)
torch.logcumsumexp(x, 0)
torch.cumsum(z, 1)
torch.cumprod(z, 1)
torch.cummax(x, 0)
torch.sum(z, 0)
torch.sum(z, [0, 1], keepdim=True)
torch.sum(r, dtype=torch.complex64)
torch.sum(x, dtype=torch.complex128)
torch.sum(x, dtype=torch.float32)
torch.mean(z, 1)
torch.mean(r, dtype=torch.complex64)
torch.prod(z, 1)
torch.prod(z, 1, keepdim=True)
torch.prod(r, dtype=torch.complex64)
torch.var(z, 1)
torch.std(z, 1, unbiased=False)
torch.var_mean(z, 1)
torch.amax(x, 0)
torch.max(x, y)
torch.max(x, 0)
torch.topk(x, 1)
torch.kthvalue(x, 1)
torch.any(z, 1)
torch.all(z, 1)
torch.diff(x)
torch.trace(z)
torch.triu(z)
torch.tril(z, -1)
torch.diag(x)
torch.diag(z)
torch.diag_embed(x)
torch.diagonal(z)
torch.flip(z, [0])
torch.fliplr(z)
torch.rot90(z)
torch.roll(z, 1, 0)
torch.cat([x, y])
torch.cat([x, r])
torch.cat([r, d])
torch.stack([x, y])
torch.stack([x, y], 1)
torch.hstack([x, y])
torch.vstack([x, y])
torch.column_stack([x, y])
torch.block_diag(z, x)
torch.meshgrid(x, y, indexing='ij')
torch.broadcast_tensors(x, z)
torch.chunk(x, 2)
torch.split(z, 1)
torch.unbind(z)
torch.where(b, x, y)
torch.where(b, x, r)
torch.where(b, x, 2.5)
torch.where(b, r, 1j)
torch.where(b, x, 0)
torch.masked_fill(x, b, 1j)
torch.masked_fill(x, b, 2)
torch.masked_fill(r, b, 1j)
torch.masked_select(x, b)
torch.masked_fill(x, b, s)
torch.index_select(z, 0, i)
torch.gather(x, 0, i)
torch.take(z, i)
torch.take_along_dim(x, i, 0)
torch.scatter(x, 0, i, y)
torch.scatter(x, 0, i, 1j)
torch.scatter(x, 0, i, 2)
torch.scatter_add(x, 0, i, y)
torch.index_add(x, 0, i, y)
torch.index_add(x, 0, i, y, alpha=2)
torch.index_copy(x, 0, i, y)
torch.index_fill(x, 0, i, 1j)
torch.index_put(x, (i,), y)
torch.index_put(x, (i,), y, accumulate=True)
torch.select_scatter(z, x, 0, 1)
torch.slice_scatter(z, z[:1], 0, 1)
torch.diagonal_scatter(z, x)
torch.tile(x, (2,))
x.repeat(2)
x.repeat_interleave(2)
x.expand(2, 2)
x.view(2, 1)
x.reshape(1, 2)
z.transpose(0, 1)
z.permute(1, 0)
z.t()
z.T
z.mT
z.H
z.mH
z.adjoint()
x.conj()
x.conj() * 2
x.conj().real
x.conj().imag
x.conj().conj()
x.conj().resolve_conj()
x.conj()[0]
x.conj().sum()
z.conj().t() @ z
torch.view_as_real(x.conj())
x.real
x.imag
z.real
z.imag
z[0].imag
r.real
r.imag
x[0]
x[1:]
z[:, 1]
z[1, 0]
x[i]
x[b]
z[None]
x.unsqueeze(1)
x.squeeze()
x.contiguous()
x.detach()
x.clone()
x.to(torch.complex128)
x.to(torch.float32)
x.to(torch.int64)
x.to(torch.bool)
x.float()
x.double()
x.int()
x.bool()
x.cfloat()
r.cfloat()
r.cdouble()
r.to(torch.complex64)
e.to(torch.complex64)
i.to(torch.complex128)
b.to(torch.complex64)
d.to(torch.complex64)
x.type_as(d)
x.new_zeros(2)
x.new_ones(2)
x.new_full((2,), 1j)
r.new_full((2,), 1j)
x.item()
s.item()
s.item() * 2
x.is_complex()
r.is_complex()
torch.is_complex(x)
x.is_floating_point()
torch.is_floating_point(x)
x.dim()
x.numel()
torch.zeros(2, dtype=torch.complex64)
torch.ones(2, 2, dtype=torch.complex128)
torch.empty(0, dtype=torch.complex64)
torch.full((2,), 1j)
torch.full((2,), 1, dtype=torch.complex128)
torch.full((2,), 1j, dtype=torch.float32)
torch.full((2,), 1j, dtype=torch.complex128)
torch.full_like(x, 2j)
torch.full_like(r, 2j)
torch.zeros_like(r, dtype=torch.complex64)
torch.arange(3, dtype=torch.complex64)
torch.linspace(0, 1, 3, dtype=torch.complex64)
torch.eye(2, dtype=torch.complex64)
torch.scalar_tensor(1j)
torch.scalar_tensor(1j, dtype=torch.complex64)
torch.complex(r, r)
torch.complex(r, e)
torch.complex(i, i)
torch.complex(p, r)
torch.complex(e, e)
torch.polar(r, r)
torch.polar(e, e)
torch.polar(i, i)
torch.view_as_complex(p)
torch.view_as_complex(r)
torch.view_as_complex(p[0])
torch.view_as_complex(i)
torch.view_as_complex(p.t())
torch.view_as_complex(s.real)
torch.view_as_real(x)
torch.view_as_real(r)
torch.view_as_real(z)[0]
torch.view_as_real(z).sum(-1)
torch.real(x)
torch.imag(x)
torch.imag(r)
torch.angle(r)
torch.angle(i)
torch.clamp(x, 0, 1)
torch.clamp(x, min=0)
torch.floor_divide(x, y)
torch.div(x, y, rounding_mode='floor')
torch.div(x, y, rounding_mode='trunc')
torch.sort(x)
torch.unique(x)
torch.bincount(x)
torch.histc(x)
torch.searchsorted(r, x)
torch.cdist(z, z)
torch.equal(x, x)
torch.allclose(x, x)
torch.allclose(x, y)
torch.det(z)
torch.inverse(z)
torch.linalg.solve(z, x)
torch.linalg.eigvals(z)
torch.linalg.svd(z)
torch.linalg.qr(z)
torch.fft.fft(x)
torch.fft.ifft(x)
torch.matrix_power(z, 2)
torch.linalg.multi_dot([z, z, z])
torch.conv_transpose1d(v, v)
F.conv1d(v, v)
F.conv1d(v, v, x)
F.conv2d(v, v.unsqueeze(0))
F.pad(x, (1, 1))
F.pad(x, (1, 1), value=1j)
F.pad(z, (1, 1), mode='reflect')
F.pad(z, (1, 1), mode='replicate')
F.pad(z, (1, 1), mode='circular')
F.dropout(x, 0.5, False)
F.max_pool1d(z, 2)
F.avg_pool1d(z, 2)
F.adaptive_avg_pool1d(z, 1)
F.layer_norm(z, [2])
F.batch_norm(z, r, r)
F.embedding(i, z)
F.one_hot(i)
F.interpolate(v, scale_factor=2)
F.unfold(v.unsqueeze(0), 1)
F.cross_entropy(z, i)
F.scaled_dot_product_attention(z, z, z)
F.glu(z)
F.prelu(x, r)
x.add_(1)
x.mul_(1j)
r.mul_(1j)
r.add_(x)
x.add_(r)
x.copy_(r)
r.copy_(x)
x.fill_(1j)
r.fill_(1j)
x.zero_()
x.abs_()
x.conj().add_(1)
x.exp_()
x.neg_()
x.masked_fill_(b, 1j)
x.conj_physical_()
torch.sgn(o)
torch.angle(o)
torch.sqrt(o)
torch.log(o)
x.cumsum(0).real
(x * x.conj()).real
torch.exp(1j * r)
torch.exp(1j * r) * x
(x.real ** 2 + x.imag ** 2).sqrt()
torch.view_as_complex(torch.stack([r, r], -1)) * x
""".strip().split("\n")
CALLS = FOURIER + (
    [f"torch.{n}(x)" if hasattr(torch, n) else f"x.{n}()" for n in UNARY]
    + [f"torch.{n}(z)" for n in ("sum", "mean", "prod", "abs", "exp", "tanh", "sigmoid")]
    + [
        f"torch.{n}(d)"
        for n in ("exp", "log", "sqrt", "abs", "sum", "prod", "sgn", "angle", "reciprocal", "sin", "relu", "sigmoid")
    ]
    + [f"F.{n}(x)" if n != "threshold" else "F.threshold(x, 1, 0)" for n in FUNCTIONAL]
    + [f"torch.{n}(x, y)" if hasattr(torch, n) else f"x.{n}(y)" for n in BINARY]
    + [f"torch.{n}(x, r)" for n in BINARY if hasattr(torch, n)]
    + MORE
)


def recorded(value):
    if isinstance(value, torch.Tensor):
        parts = torch.view_as_real(value.detach().resolve_conj()) if value.is_complex() else value.detach()
        return {
            "dtype": str(value.dtype)[6:],
            "shape": list(value.shape),
            "data": [str(v) for v in parts.flatten().tolist()],
            "text": repr(value),
        }
    if isinstance(value, (list, tuple)):
        return [recorded(v) for v in value]
    return repr(value)


def gradients(call):
    """Of the sum of |result|^2 over all that is floating."""
    given = {
        k: v.clone().requires_grad_() if v.dtype.is_floating_point or v.dtype.is_complex else v
        for k, v in inputs().items()
    }
    result = eval(call, globals(), given)
    outs = [
        v
        for v in (result if isinstance(result, (list, tuple)) else [result])
        if isinstance(v, torch.Tensor) and v.requires_grad
    ]
    total = 0
    for out in outs:
        total = total + (torch.view_as_real(out.resolve_conj()) if out.is_complex() else out).pow(2).double().sum()
    if not outs:
        return None
    total.backward()
    return {k: recorded(v.grad) for k, v in given.items() if v.grad is not None}


rows = []
for call in CALLS:
    row = {"call": call}
    given = inputs()
    try:
        row["result"] = recorded(eval(call, globals(), given))
    except Exception as error:  # noqa: BLE001
        row["error"] = [type(error).__name__, str(error)]
    if "result" in row and not call.split("(")[0].endswith("_"):
        try:
            row["gradients"] = gradients(call)
        except Exception as error:  # noqa: BLE001
            row["gradients_error"] = str(error)
    rows.append(row)
with open(sys.argv[1], "w") as out:
    json.dump({"inputs": {k: recorded(v) for k, v in inputs().items()}, "rows": rows}, out, indent=0)
print(
    len(rows),
    sum("result" in r for r in rows),
    sum(bool(r.get("gradients")) for r in rows),
    sum("gradients_error" in r for r in rows),
)
