"""Texts that PyTorch prints of programs of one kind each.   printed_kinds.py OUT.jsonl [KIND...], with the newest
PyTorch

A kind is a list of expressions over a module `m` and its arguments (complex numbers, float8, nested higher-order
operators, tensor subclasses, sizes that are symbols, regions, effects, functional transforms, quantized arithmetic,
...) and the ways in which its programs are captured: exported, decomposed, joint, forward and backward by AOTAutograd,
by Dynamo, by make_fx, by compiled autograd, by Inductor before its code, by symbolic tracing. What is printed of each
is kept: print_readable() with its options, code, str(graph), print(ep), str(ep.graph_signature), the guards of
ep.module(). A line of OUT is [form, text, program], as record_printed_texts.py writes it."""

import contextlib, hashlib, io, itertools, json, os, re, sys, warnings
from collections import namedtuple
from dataclasses import dataclass
from typing import Optional

warnings.simplefilter("ignore")
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
import torch, torch.fx, torch.nn as nn, torch.nn.functional as F
import torch.fx.traceback
import torch.utils._pytree as pytree
import torch.utils.checkpoint
from torch._functorch.aot_autograd import aot_export_joint_with_descriptors, aot_export_module
from torch._functorch.partitioners import default_partition, min_cut_rematerialization_partition
from torch.export import Dim, export
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.two_tensor import TwoTensor

torch.set_num_threads(1)
seen, current = set(), ["?"]
out = open(sys.argv[1], "a")


def keep(form, text):
    if not isinstance(text, str) or not 40 <= len(text) <= 20000 or "\x1b" in text:
        return
    text = re.sub(r"/w\.[A-Za-z0-9]{6}/", "/w/", text)
    key = hashlib.sha1((form + text).encode("utf-8", "replace")).digest()
    if key not in seen:
        seen.add(key)
        out.write(json.dumps([form, text, current[0]]) + "\n")
        out.flush()


# What programs call.
Pair = namedtuple("Pair", ["first", "second"])


@dataclass
class Box:
    inner: torch.Tensor
    other: Optional[torch.Tensor] = None


torch.export.register_dataclass(Box, serialized_type_name="printed_kinds.Box")


@torch.library.custom_op("kinds::scale", mutates_args=())
def scale(x: torch.Tensor, by: float = 2.0, *, name: str = "a b", shape: Optional[list[int]] = None) -> torch.Tensor:
    return x * by


@scale.register_fake
def _(x, by=2.0, *, name="a b", shape=None):
    return torch.empty_like(x)


@torch.library.custom_op("kinds::add_into", mutates_args=("a", "b"))
def add_into(a: torch.Tensor, b: Optional[torch.Tensor], by: torch.Tensor) -> torch.Tensor:
    a.add_(by)
    return a.clone()


@add_into.register_fake
def _(a, b, by):
    return torch.empty_like(a)


@torch.library.custom_op("kinds::fill_all", mutates_args=("them",))
def fill_all(them: list[torch.Tensor], value: float) -> None:
    for one in them:
        one.fill_(value)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k=2):
        ctx.save_for_backward(x)
        ctx.k = k
        return x**3 * k

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x * x * g * ctx.k, None


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        ctx.set_materialize_grads(False)
        return x * y, x + y

    @staticmethod
    def backward(ctx, a, b):
        x, y = ctx.saved_tensors
        return (a * y if a is not None else b), (a * x if a is not None else b)


class Net(nn.Module):
    def __init__(self, f):
        super().__init__()
        torch.manual_seed(0)
        self.f = f
        self.lin, self.conv, self.bn, self.ln = nn.Linear(4, 4), nn.Conv1d(3, 3, 1), nn.BatchNorm1d(4), nn.LayerNorm(4)
        self.drop, self.emb, self.lstm = nn.Dropout(0.25), nn.Embedding(5, 4), nn.LSTM(4, 4, batch_first=True)
        self.mha = nn.MultiheadAttention(4, 2, batch_first=True)
        self.layers = nn.ModuleDict(
            {"in-put": nn.Linear(4, 4), "0": nn.Sequential(nn.ReLU(), nn.Linear(4, 4, bias=False))}
        )
        self.w = nn.Parameter(torch.randn(4, 4))
        self.frozen = nn.Parameter(torch.ones(4), requires_grad=False)
        self.register_buffer("count", torch.zeros(4))
        self.register_buffer("hidden", torch.ones(4), persistent=False)
        self.const = torch.arange(4.0)

    def forward(self, *args):
        return self.f(self, *args)


def no_grad(f):
    with torch.no_grad():
        return f()


def cast(f, dtype=torch.bfloat16, **options):
    with torch.autocast("cpu", dtype=dtype, **options):
        return f()


def note(f, **custom):
    with torch.fx.traceback.annotate(custom):
        return f()


def checked(k, low, high):
    torch._check(k >= low)
    torch._check(k <= high)
    return k


def remat(f, *args, **options):
    return torch.utils.checkpoint.checkpoint(f, *args, use_reentrant=False, **options)


def region(f):
    return torch.compiler.nested_compile_region(f)


def mutated(x, f):
    f(x)
    return x


def x(*shape, **options):
    return torch.randn(*(shape or (3, 4)), **options)


def c(*shape):
    return torch.randn(*(shape or (3, 4)), dtype=torch.complex64)


def jagged(grad=False):
    values = x(5, 4)
    return torch.nested.nested_tensor_from_jagged(values, torch.tensor([0, 2, 5]), min_seqlen=2, max_seqlen=3)


COMPLEX = (
    """a * 1j | a * (2 - 3j) + 1 | a.conj() @ a.mT | torch.view_as_real(a) | a.real + a.imag | a.abs() | a.angle() | torch.polar(a.abs(), a.angle()) | a.exp() | torch.fft.fft(a) | torch.fft.ifft2(a, norm='ortho')
torch.fft.rfft(a.real) | torch.fft.irfft(a, n=5) | torch.fft.fftshift(a) | a.resolve_conj() | torch.complex(a.real, a.imag) | a.to(torch.complex128) | a.sum() / a.numel() | torch.full_like(a, 1 + 2j) | a.pow(2j)
torch.where(a.real > 0, a, complex(0.0, -1.0)) | torch.stft(a.real.flatten(), 4, return_complex=True) | a.sgn() | torch.einsum('ij,kj->ik', a, a) | a[:, 0] * complex(float('inf'), 0) | a.reciprocal().log() | torch.ones(3, 4, dtype=torch.complex64) * a | torch.tensor([1j, 2.0]) * a.sum()""",
    (c,),
)

FP8 = (
    """a.to(torch.float8_e4m3fn).float() | a.to(torch.float8_e5m2).to(torch.bfloat16) | a.to(torch.float8_e4m3fnuz) | a.to(torch.float8_e5m2fnuz).half() | a.to(torch.float8_e8m0fnu)
torch.zeros(3, 4, dtype=torch.float8_e4m3fn) | a.clamp(-448, 448).to(torch.float8_e4m3fn).view(torch.uint8) | (a * 3).to(torch.float8_e5m2).clone() | torch.cat([a.to(torch.float8_e4m3fn), a.to(torch.float8_e4m3fn)]) | a.to(torch.float8_e4m3fn).t() | a.to(torch.bfloat16).mT @ a.to(torch.bfloat16)
a.to(torch.uint16).to(torch.int32) | a.to(torch.uint32) | a.to(torch.uint64) | a.half() + a.to(torch.int8) | a.view(torch.int32) << 2 | a.to(torch.bool) ^ (a > 0) | torch.finfo(torch.float8_e4m3fn).max * a | a.to(torch.float8_e4m3fn)[1:].float() | torch._scaled_mm(a.reshape(1, 12).expand(16, 12).repeat(1, 4)[:, :16].contiguous().to(torch.float8_e4m3fn), a.reshape(1, 12).expand(16, 12).repeat(1, 4)[:, :16].contiguous().to(torch.float8_e4m3fn).t(), torch.tensor(1.0), torch.tensor(1.0), out_dtype=torch.bfloat16)""",
    (x,),
)

HOPS = (
    """torch.cond(a.sum() > 0, lambda v: torch.cond(v.max() > 1, lambda v: v.sin(), lambda v: v.cos(), (v,)), lambda v: v - 1, (a,)) | while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, torch.cond(v.sum() > 0, lambda v: v.sin(), lambda v: v.neg(), (v,))), (torch.tensor(0), a))
scan(lambda c, v: (c + v, torch.cond(v.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (v,))), a[0], a) | over(lambda r, w: torch.cond(r.sum() > 0, lambda r: r @ w, lambda r: r - 1, (r,)), a, m.w) | associative_scan(lambda p, q: p * q, a, 0, combine_mode='generic') | associative_scan(lambda p, q: (p[0] + q[0], p[1] * q[1]), (a, a), 1, reverse=True, combine_mode='generic')
while_loop(lambda i, v: i < v.shape[0], lambda i, v: (i + 1, m.lin(v)), (torch.tensor(0), a)) | scan(lambda c, v: ((c[0] + v, c[1] * v), [v, c[0] - c[1]]), (a[0], a[1]), a, reverse=True) | over(lambda r: over(lambda s: s * 2, r), a) | torch.cond(a.sum() > 0, lambda: a.sin(), lambda: m.w.sum() + a, ()) | torch.cond(a.shape[0] > 2, lambda v: v * 2, lambda v: v * 3, (a,))
torch.cond(a.sum() > 0, lambda v: {'k': [v, v + m.count]}, lambda v: {'k': [v * 2, v - m.const]}, (a,))['k'][1] | remat(lambda v: torch.cond(v.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (v,)) * 2, a) | region(lambda v: m.lin(v).sin())(a) + 1 | region(lambda v: region(lambda u: u.cos())(v) * 2)(region(lambda v: v.sin())(a))
while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, while_loop(lambda j, u: j < 2, lambda j, u: (j + 1, u * m.w.sum()), (torch.tensor(0), v))[1]), (torch.tensor(0), a)) | scan(lambda c, v: (c @ m.w, scan(lambda e, u: (e + u, e * u), v[0], v)[1]), a[0], a) | Cube.apply(a) + Cube.apply(a, 5) | sum(Two.apply(a, a + 1)) | torch.cond(m.count.sum() > 0, lambda v: Cube.apply(v), lambda v: v, (a,))
region(lambda v: no_grad(lambda: v.sin()) + v)(a) | torch.cond(a.sum() > 0, lambda v: no_grad(lambda: v.sin()) + 1, lambda v: cast(lambda: v @ v.mT)[:, :1].float() + v, (a,)) | over(lambda r: r.sum().item() + r, a) | while_loop(lambda n, v: n < 4, lambda n, v: (n + 1, v + n), (1, a)) | torch.ops.higher_order.out_dtype(torch.ops.aten.mm.default, torch.int32, a.to(torch.int8), a.to(torch.int8).mT.contiguous())""",
    (x,),
)

REGIONS = (
    """no_grad(lambda: m.lin(a)) + a | cast(lambda: m.lin(a)).float() | cast(lambda: m.lin(a) @ no_grad(lambda: m.w @ a.mT), torch.float16) | cast(lambda: cast(lambda: a @ m.w, enabled=False) + (a @ m.w)) | cast(lambda: m.mha(a[None], a[None], a[None])[0]) | no_grad(lambda: cast(lambda: m.layers['0'](a), cache_enabled=False))
note(lambda: m.lin(a), stage=0) + note(lambda: a.sin(), stage=1, why="it's") | note(lambda: no_grad(lambda: m.ln(a)), tags=['x', ('y', None)], ratio=0.5) | note(lambda: note(lambda: a.cos(), inner=True), outer={'k': [1, 2]}) * 2 | remat(lambda v: m.drop(m.lin(v)).relu(), a) | remat(lambda v: cast(lambda: m.lin(v)), a) | remat(lambda v: no_grad(lambda: v.sin()) + v, a)
remat(lambda v: remat(lambda u: u.sin(), v) * 2, a) | note(lambda: remat(lambda v: m.lin(v).sin(), a), block=3) | no_grad(lambda: torch.cond(a.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (a,))) | a.detach() * a | torch.set_grad_enabled(False) and a or a.sin() | m.bn(a) | m.lstm(a[None])[0] | m.drop(m.emb(a.long().abs() % 5)) | F.scaled_dot_product_attention(a[None, None], a[None, None], a[None, None], dropout_p=0.1, is_causal=True)""",
    (x,),
)

EFFECTS = (
    """mutated(a, lambda v: v.mul_(2)) + 1 | m.count.add_(a[0]) + a | m.hidden.copy_(a[1]) * a | add_into(a, None, a.sin()) | add_into(m.count, m.hidden, a[0]) + a | [a, fill_all([a, m.count], 2.0)][0] * 2 | scale(a) + scale(a, 0.5, name="it's") | scale(a, 1e-05, name='say "hi"\\n', shape=[1, -1]) | mutated(a, lambda v: v[0].zero_()) | mutated(a.clone(), lambda v: v[:, 1:3].copy_(a[:, :2]))
mutated(a, lambda v: v.t_()) | a.view(4, 3).add_(1) + a.view(4, 3) | mutated(a, lambda v: v.index_put_((torch.tensor([0, 2]),), torch.tensor(1.5), accumulate=True)) | mutated(a, lambda v: torch._foreach_add_([v, m.count], 2.0)) | torch._foreach_mul([a, a.sin()], [2.0, 3.0])[1] | torch.rand_like(a) + torch.randn(3, 4) + torch.randint(0, 5, (3, 4)) | torch.bernoulli(a.sigmoid()) + torch.normal(0.0, 1.0, (3, 4))
torch.normal(a, 1.0) + torch.randperm(4) | torch.randn(3, 4, generator=None, dtype=torch.float64).float() + a | torch.ops.aten._print('said') or a.sin() | torch.ops.higher_order.print('{} and {}', a.sum(), 3) or a.cos() | torch._assert_async(a.sum() < 1e9, 'too "large"') or a * 2 | torch._assert(a.shape[0] == 3, "rows") or a * 3 | a.set_(a.sin()) if False else a.resize_(3, 4) + 1 | mutated(a, lambda v: m.bn.running_mean.add_(v.mean(0)))""",
    (x,),
)

SIZES = (
    """a.view(a.shape[0] * 2, 2) + a.shape[0] | a[: a.shape[0] // 2] | a.repeat(a.shape[0], 1) | torch.zeros(a.shape[0] + 1, a.shape[0] % 3 + 1) | a * (a.shape[0] / 3) ** 0.5 | a + torch.arange(a.shape[0])[:, None] | a[:-1] - a[1:] | a.new_ones(max(a.shape[0], 4), min(7, a.shape[0])) | a.reshape(-1, 2).sum(1) | torch.full((a.shape[0],), a.shape[0] * 1.5)
torch.zeros(checked(a[0, 0].abs().to(torch.int64).item(), 0, 9)) | a[checked(torch.nonzero(a > 0).shape[0], 1, 12) - 1 :] | a.masked_select(a > 0) * 2 | torch.unique(a.long()).shape[0] + a | a.sum().item() * a | torch.ones(checked(b.item(), 2, 5), 4) @ m.w | a[: checked(b.item(), 1, 3)] | a.narrow(0, 0, checked(b.item(), 1, 2)).sum() | a.split([checked(b.item(), 1, 2), 3 - b.item()]) | torch.repeat_interleave(a, torch.tensor([1, 0, 2]), dim=0)
torch.bincount(a.long().abs().flatten()) | F.interpolate(a[None, None], scale_factor=1.5) | F.pad(a, (0, a.shape[0], 1, 0)) | torch.sym_max(a.shape[0], 5) * a | torch.sym_not(a.shape[0] > 5) | torch.sym_ite(a.shape[0] > 2, a.shape[0], 7) + a | torch.sym_float(a.shape[0]) * a | math.ceil(a.shape[0] / 2) * a | a.unfold(0, 2, 1) | a.flatten().as_strided((a.shape[0], 2), (4, 1)) | (a.shape[0] == 3, a.numel(), a.stride(0), a * 2) | a.softmax(0).view(-1)[a.numel() - 1]
a.expand(2, *a.shape).transpose(0, 1).reshape(a.shape[0], -1) | torch.where(a > 0)[0] | a[a[:, 0] > 0] | torch.cond(a.shape[0] > 4, lambda v: v.sin(), lambda v: v.cos(), (a,)) | scan(lambda c, v: (c + v, c * a.shape[0]), a[0], a) | (a.shape[0] + 1) // 2 * a + (a.shape[0] << 1) | round(a.shape[0] / 2.5, 1) * a if False else int(a.shape[0] * 0.5) * a""",
    (x, lambda: torch.tensor(2)),
)

FUNCTIONAL = (
    """grad(lambda v: (v**3).sum())(a) | vmap(lambda r: r / r.norm())(a) | vmap(vmap(lambda e: e.sin() * 2))(a) | jacrev(lambda v: v.sin() @ m.w)(a[0]) | jacfwd(lambda v: v.sin() * v)(a[0]) | hessian(lambda v: (v**2).prod())(a[0]) | vjp(lambda v: v.sin() @ m.w, a)[1](a)[0] | jvp(torch.sin, (a,), (a.cos(),)) | functional_call(m.lin, {'weight': m.w, 'bias': a[0]}, (a,)) | vmap(lambda r, w: w @ r, in_dims=(0, None))(a, m.w) | vmap(lambda r: torch.rand_like(r) + r, randomness='different')(a)
vmap(lambda r: m.lin(r), out_dims=1)(a) | grad(grad(lambda v: v.sin()))(a[0, 0]) | vmap(grad(lambda r: (m.lin(r) ** 2).sum()))(a) | vmap(lambda r: torch.cond(r.sum() > 0, lambda r: r.sin(), lambda r: r.cos(), (r,)))(a) | torch.func.linearize(torch.sin, a)[1](a) | vmap(lambda r: r.max(0), chunk_size=2)(a) | torch.func.functionalize(lambda v: v.clone().add_(1))(a) | torch.autograd.grad((a * m.w[0]).sum(), m.w)[0] | torch.autograd.functional.vjp(lambda v: v.exp(), a[0], a[1])[1]""",
    (x,),
)

QUANT = (
    """torch.ops.quantized_decomposed.quantize_per_tensor.default(a, 0.1, 0, -128, 127, torch.int8) | torch.ops.quantized_decomposed.dequantize_per_tensor.default(a.to(torch.int8), 0.1, 0, -128, 127, torch.int8) * 2 | torch.ops.quantized_decomposed.quantize_per_channel.default(a, m.frozen, m.count.long(), 1, -128, 127, torch.int8) | torch.ops.quantized_decomposed.choose_qparams.tensor(a, -128, 127, 1e-05, torch.int8)[0] * a | torch.fake_quantize_per_tensor_affine(a, 0.1, 0, 0, 255) | torch.fake_quantize_per_channel_affine(a, m.frozen, m.count.int(), 1, -128, 127)
torch._int_mm(a.to(torch.int8).repeat(8, 2), a.to(torch.int8).repeat(8, 2).mT.contiguous()) | torch.bitwise_left_shift(a.to(torch.uint8), 4) | torch.ops.aten._weight_int8pack_mm(a.bfloat16(), a.to(torch.int8), a[:, 0].bfloat16()) | F.linear(a, m.w.to(torch.int8).float() * 0.1) | a.round().clamp(-128, 127).to(torch.int8) // 3 | torch.quantize_per_tensor(a, 0.1, 0, torch.qint8).dequantize()""",
    (x,),
)

LAYERS = (
    """m.mha(a[None], a[None], a[None], attn_mask=torch.ones(3, 3).tril().bool())[0] | m.lstm(a[None], (a[None, :1], a[None, 1:2]))[1][0] | m.conv(a[None].mT.mT) | F.conv_transpose1d(a[None], m.w[:3, None, :2]) | F.cross_entropy(a, torch.tensor([0, 1, 3]), label_smoothing=0.1, ignore_index=-1) | F.kl_div(a.log_softmax(1), a.softmax(1), reduction='batchmean') | F.huber_loss(a, a * 2, delta=0.5) | F.gumbel_softmax(a, tau=0.5, hard=True) | F.embedding_bag(a.long().abs() % 4, m.w, mode='max') | F.grid_sample(a[None, None], torch.zeros(1, 2, 2, 2), align_corners=False) | F.max_pool1d(a[None], 2, return_indices=True) | F.adaptive_avg_pool1d(a[None], 3)
F.group_norm(a[None], 3) | F.instance_norm(a[None]) | F.local_response_norm(a[None, None], 2) | F.multi_margin_loss(a, torch.tensor([0, 1, 3])) | F.ctc_loss(a[:, None].log_softmax(-1), torch.tensor([[1, 2]]), torch.tensor([3]), torch.tensor([2])) | F.rms_norm(a, (4,), m.frozen, eps=1e-06) | F.fold(a.reshape(1, 12, 1), (2, 2), (2, 2)) if False else F.unfold(a[None, None], (2, 2), stride=1) | F.pixel_shuffle(a.reshape(1, 4, 1, 3), 2) | F.one_hot(a.long().abs() % 3, 3) | torch.linalg.svd(a, full_matrices=False)[1] | torch.linalg.solve(m.w + torch.eye(4) * 9, a.mT) | torch.cdist(a, a) | torch.histc(a, 4, -1.0, 1.0) | a.sort(stable=True, dim=0)[1] | torch.searchsorted(a[0].sort()[0], a, right=True)
a.index_reduce(0, torch.tensor([0, 1, 0]), a, 'amax', include_self=False) | a.scatter_reduce(1, a.long().abs() % 4, a, reduce='prod') | torch.cummax(a, 0) | a.median(1) | torch.nanmean(a) | a.quantile(0.5, dim=1, interpolation='nearest') if False else a.kthvalue(2) | torch.tensordot(a, m.w, dims=([1], [0])) | a.diagonal(offset=1) | a.unflatten(1, (2, 2)).movedim(0, -1) | torch.block_diag(a, m.w) | torch.meshgrid(a[0], a[1], indexing='ij')[0] | torch.broadcast_tensors(a[0], a)[0] | torch.lerp(a, a * 2, 0.3) | torch.addcmul(a, a, a, value=-0.5) | torch.nn.utils.rnn.pad_sequence([a, a[:2]], batch_first=True, padding_value=-1.0) | a.put_(torch.tensor([0]), torch.tensor([9.0])) | m.layers['in-put'](a) + m.layers['0'](a) | torch.triu_indices(3, 3)[0] + a.sum().long()""",
    (x,),
)

SUBCLASS = (
    """a.sin() + 1 | a @ a.mT | a * m.w[0] | m.lin(a).relu() | no_grad(lambda: a.cos()) + a | a.sum(0) + b | mutated(a, lambda v: v.mul_(2)) + b | torch.cat([a, a]) | a.view(4, 3) * 2 | (a, b, a + b) | a.detach().clone() | {'k': [a * 2, b]}""",
    (lambda: TwoTensor(x(), x()), x),
)
NESTED = (
    """a.sin() | a * 2 + 1 | m.lin(a) | a.sum(-1) | F.layer_norm(a, (4,)) | a.unsqueeze(-1) | a + a.cos() | F.softmax(a, -1) | a.values() * 2 | a.transpose(1, 2) | a.to_padded_tensor(0.0) | a.clone() @ m.w""",
    (jagged,),
)
INPUTS = (
    """p[0] + p.second | p.first.sin() | Pair(p.first * 2, p.second) | {'a': p[0], 'b': (p[1], [p[0]])} | (p.first, None, 3, 'text', 0.5, True)""",
    (lambda: Pair(x(), x()),),
)
BOXES = (
    """q.inner + 1 | Box(q.inner * 2, q.other) | (q.other.sin(), q) | [q.inner @ q.other.mT, {'z': q.inner}]""",
    (lambda: Box(x(), x()),),
)
SCALARS = (
    """a * k + f | a + f if t else a - k | a.view(-1)[:k] * f | a.repeat(k, 1) | a.roll(k, 0).pow(f) | (a, k, f, t, s) | {s: a * k} | F.dropout(a, f / 10, t) | torch.full((k, 2), f) | a.sum(k - 2) | getattr(a, s)()""",
    (x, lambda: 2, lambda: 0.5, lambda: True, lambda: "sin"),
)
ARGUMENTS = {1: "a", 2: "a, b", 5: "a, k, f, t, s"}


def dynamic_of(args):
    return tuple(
        {0: Dim.DYNAMIC} if isinstance(a, torch.Tensor) and a.dim() > 1 and type(a) is torch.Tensor else None
        for a in args
    )


def readable(gm, **options):
    keep("readable", gm.print_readable(print_output=False, **options))


OPTIONS = [
    {},
    {"include_stride": True},
    {"include_device": True},
    {"include_stride": True, "include_device": True},
    {"expanded_def": True},
    {"fast_sympy_print": True},
    {"additional_meta": ["seq_nr"]},
    {"additional_meta": ["nn_module_stack", "custom"]},
    {"expanded_def": True, "include_stride": True, "additional_meta": ["partitioner_tag"]},
]
turn = itertools.count()


def module(gm):
    if not isinstance(gm, torch.fx.GraphModule):
        return
    at = next(turn)
    readable(gm)
    for options in (OPTIONS[at % len(OPTIONS)], OPTIONS[(at * 5 + 2) % len(OPTIONS)]):
        with contextlib.suppress(TypeError):
            readable(gm, **options)
    keep("code", gm.code)
    keep("graph", str(gm.graph))
    if at % 4 == 0:
        keep("verbose", gm.graph.python_code("self", verbose=True, include_stride=at % 8 == 0).src)


def program(ep):
    keep("program", str(ep))
    keep("signature", str(ep.graph_signature))
    module(ep.graph_module)


def exported(m, args, strict=False, dynamic=False):
    ep = export(m, args, strict=strict, dynamic_shapes=dynamic_of(args) if dynamic else None)
    program(ep)
    with contextlib.suppress(Exception):
        program(ep.run_decompositions())
    with contextlib.suppress(Exception):
        inside = ep.module()
        module(inside)
        if isinstance(getattr(inside, "_guards_fn", None), torch.fx.GraphModule):
            module(inside._guards_fn)
    with contextlib.suppress(Exception):
        flat = torch.export.unflatten(ep)
        readable(flat) if hasattr(flat, "print_readable") else keep("graph", str(flat.graph))


def leaves(value):
    return [v for v in pytree.tree_leaves(value) if isinstance(v, torch.Tensor)]


def backward(value):
    for v in leaves(value):
        if v.requires_grad and not v.is_complex():
            v.sum().backward(retain_graph=True)


def wanting(args):
    return [
        a.detach().clone().requires_grad_() if isinstance(a, torch.Tensor) and a.is_floating_point() else a
        for a in args
    ]


def keeper(gm, inputs):
    module(gm)
    return gm


def dynamo(m, args):
    torch._dynamo.reset()
    with torch._dynamo.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        torch.compile(m, backend=keeper, dynamic=next(turn) % 3 == 0)(*args)


def partitioned(m, args):
    from torch._dynamo.backends.common import aot_autograd

    split = default_partition if next(turn) % 2 else min_cut_rematerialization_partition
    torch._dynamo.reset()
    with torch._dynamo.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        made = torch.compile(
            m,
            backend=aot_autograd(fw_compiler=keeper, bw_compiler=keeper, partition_fn=split),
            dynamic=next(turn) % 3 == 0 or None,
        )
        backward(made(*wanting(args)))


def joint(m, args):
    with contextlib.ExitStack() as stack:
        module(aot_export_joint_with_descriptors(stack, m, tuple(args)).graph_module)


def with_loss(m, args):
    class Loss(nn.Module):
        def __init__(self):
            super().__init__()
            self.m = m

        def forward(self, *args):
            return sum(v.float().sum() for v in leaves(self.m(*args)))

    gm, signature = aot_export_module(Loss(), tuple(args), trace_joint=True, output_loss_index=0)
    module(gm)
    with contextlib.suppress(Exception):
        ep = torch.export.experimental._export_forward_backward(export(Loss(), tuple(args), strict=False))
        program(ep)


def traced(m, args, mode="symbolic", **options):
    module(make_fx(lambda *a: leaves(m(*a)), tracing_mode=mode, **options)(*args))


def stacked(m, args):
    traced(
        m,
        args,
        "fake",
        pre_dispatch=True,
        record_module_stack=True,
        decomposition_table=torch.export.default_decompositions(),
    )


def post_grad(m, args):
    torch._dynamo.reset()

    class Keep(torch._inductor.custom_graph_pass.CustomGraphPass):
        def __call__(self, graph):
            module(graph.owning_module)

        def uuid(self):
            return None

    with torch._inductor.config.patch(
        post_grad_custom_pre_pass=Keep(),
        post_grad_custom_post_pass=Keep(),
        joint_custom_post_pass=Keep(),
        pre_grad_custom_pass=Keep(),
        fx_graph_cache=False,
    ):
        made = torch.compile(m, backend="inductor")(*wanting(args))
        backward(made)


def compiled_backward(m, args):
    def compiler(gm):
        module(gm)
        return gm

    value = m(*wanting(args))
    with torch._dynamo.compiled_autograd._enable(compiler):
        backward(value)


def symbolic(m, args):
    traced_module = torch.fx.symbolic_trace(m)
    module(traced_module)
    keep("module", str(traced_module))
    torch.fx.passes.shape_prop.ShapeProp(traced_module).propagate(*args)
    module(traced_module)


def strict(m, args):
    exported(m, args, strict=True)


def dynamic(m, args):
    exported(m, args, dynamic=True)


def strict_dynamic(m, args):
    exported(m, args, strict=True, dynamic=True)


def training(m, args):
    exported(m.train(), args)


ALL = [exported, strict, dynamic, dynamo, partitioned, joint, with_loss, traced, stacked, post_grad, compiled_backward]
KINDS = {
    "complex": (*COMPLEX, ALL),
    "fp8": (*FP8, [exported, dynamo, dynamic, stacked, traced, post_grad]),
    "hops": (*HOPS, [exported, strict, dynamo, partitioned, traced, post_grad, joint]),
    "regions": (*REGIONS, [exported, strict, training, dynamo, partitioned, joint, stacked, compiled_backward]),
    "effects": (*EFFECTS, [exported, strict, partitioned, joint, traced, post_grad, dynamo]),
    "sizes": (*SIZES, [dynamic, strict_dynamic, dynamo, partitioned, traced]),
    "functional": (*FUNCTIONAL, [dynamo, traced, exported, partitioned, stacked]),
    "quant": (*QUANT, [exported, traced, dynamo, post_grad]),
    "layers": (*LAYERS, ALL + [symbolic, training]),
    "subclass": (*SUBCLASS, [dynamo, partitioned, traced, exported]),
    "nested": (*NESTED, [dynamo, partitioned]),
    "inputs": (*INPUTS, [exported, strict, dynamo]),
    "boxes": (*BOXES, [exported, strict, dynamo]),
    "scalars": (*SCALARS, [exported, strict, dynamo, symbolic]),
}


def main():
    import math
    import torch.ao.quantization.fx._decomposed

    for kind, (expressions, makers, ways) in KINDS.items():
        if sys.argv[2:] and kind not in sys.argv[2:]:
            continue
        names = {"inputs": "p", "boxes": "q"}.get(kind) or ARGUMENTS[len(makers)]
        for at, expression in enumerate(re.split(r" \| |\n", expressions)):
            f = eval(f"lambda m, {names}: {expression}", {**globals(), "math": math})
            for way in dict.fromkeys(ways[(at * 3 + step) % len(ways)] for step in range(3)):
                current[0] = f"{kind}.{at}.{way.__name__}"
                torch.manual_seed(at)
                args = tuple(make() for make in makers)
                try:
                    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
                        way(Net(f).eval(), args)
                except Exception as error:
                    print(current[0], type(error).__name__, str(error)[:100].replace("\n", " "), flush=True)
        print(kind, len(seen), flush=True)


if __name__ == "__main__":
    main()
