"""Records what PyTorch computes in half precision and under torch.autocast: small modules, exported, with values and
gradients of the exported program.

python3 record_half_models.py ../../data/half_models.json       (PyTorch 2.6.0)"""

import json
import re
import sys
import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
SHORT = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int64": "i64", "bool": "b8"}


class Mlp(nn.Module):
    def __init__(self, dtype, cache=True):
        super().__init__()
        self.a, self.b, self.dtype, self.cache = nn.Linear(6, 8), nn.Linear(8, 3), dtype, cache

    def forward(self, x, y):
        with torch.autocast("cpu", dtype=self.dtype, cache_enabled=self.cache):
            h = F.gelu(self.a(x))
            loss = F.cross_entropy(self.b(h), y)
        return loss, h.float().mean()


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.out = nn.Conv2d(2, 4, 3, padding=1), nn.BatchNorm2d(4), nn.Linear(16, 3)

    def forward(self, x):
        with torch.autocast("cpu"):
            h = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
            return self.out(h.flatten(1)).softmax(-1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.norm = nn.Linear(8, 24), nn.LayerNorm(8)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
            y = F.scaled_dot_product_attention(q.unsqueeze(1), k.unsqueeze(1), v.unsqueeze(1)).squeeze(1)
            return x + y


class ByHand(nn.Module):
    def forward(self, q, k, v):
        with torch.autocast("cpu"):
            w = torch.softmax(q @ k.transpose(-1, -2) / 2.0, -1)
            return torch.cat([w @ v, q], dim=-1), torch.stack([w[0], w[1]]), torch.einsum("bij,bkj->bik", q, k)


class Nested(nn.Module):
    def forward(self, x, y):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            a = torch.mm(x, y)
            with torch.autocast("cpu", enabled=False):
                b = torch.mm(x, y)
            with torch.autocast("cpu", dtype=torch.float16):
                c = torch.mm(x, y)
            d = torch.mm(a, y) + F.mse_loss(c, y)
        return a, b, c, d


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 4))

    def forward(self, x):
        with torch.autocast("cpu"):
            return torch.mm(torch.mm(x, self.w).tanh(), self.w), torch.mm(x, self.w)


class NoGrad(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        with torch.autocast("cpu"):
            with torch.no_grad():
                s = self.a(x).sigmoid()
            return self.a(x) * s, (s * x).sum(0)


class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.e, self.norm, self.out = nn.Embedding(7, 6), nn.LayerNorm(6), nn.Linear(6, 2)

    def forward(self, i, y):
        with torch.autocast("cpu"):
            return F.binary_cross_entropy_with_logits(self.out(self.norm(self.e(i))), y), F.smooth_l1_loss(
                self.e(i).bfloat16(), self.e(i)
            )


class Plain(nn.Module):
    """No region: parameters and inputs are of half precision."""

    def __init__(self):
        super().__init__()
        self.a, self.norm, self.b = nn.Linear(6, 8), nn.LayerNorm(8), nn.Linear(8, 3)

    def forward(self, x):
        h = F.silu(self.norm(self.a(x)))
        return F.log_softmax(self.b(h), -1), (h * 0.1 + 1).mean(0), h.std()


class PlainConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv2d(2, 3, 3), nn.GroupNorm(1, 3)

    def forward(self, x):
        return F.avg_pool2d(F.hardtanh(self.b(self.a(x))), 2).float(), x.to(torch.float16).sum(), x.cumsum(1)[0]


class Mixed(nn.Module):
    def forward(self, x, h, b):
        return (
            x * h,
            h + b,
            (h > 0.1).sum(),
            h.masked_fill(h > 0, 0.3),
            torch.where(h > 0, b, 1.7),
            h.item() if h.numel() == 1 else h.pow(2.5),
            h.clamp(-0.3, 0.3) / 3,
        )


def inputs_of(name):
    g = torch.Generator().manual_seed(7)
    r = lambda *s, dtype=torch.float32: torch.randn(*s, generator=g).to(dtype).requires_grad_()
    ri = lambda hi, *s: torch.randint(0, hi, s, generator=g)
    return {
        "mlp": (r(5, 6), ri(3, 5)),
        "conv": (r(2, 2, 4, 4),),
        "attention": (r(2, 3, 8),),
        "by_hand": (r(2, 3, 4), r(2, 3, 4), r(2, 3, 4)),
        "nested": (r(3, 3), r(3, 3)),
        "shared": (r(3, 4),),
        "nograd": (r(3, 4),),
        "embedded": (ri(7, 5), torch.rand(5, 2, generator=g)),
        "plain_bf16": (r(4, 6, dtype=torch.bfloat16),),
        "plain_f16": (r(4, 6, dtype=torch.float16),),
        "plain_conv": (r(2, 2, 6, 6, dtype=torch.bfloat16),),
        "mixed": (r(4), r(4, dtype=torch.float16), r(4, dtype=torch.bfloat16)),
    }[name.split("/")[0]]


MODULES = {
    "mlp/bf16": lambda: Mlp(torch.bfloat16),
    "mlp/f16": lambda: Mlp(torch.float16),
    "mlp/f32": lambda: Mlp(torch.float32),
    "mlp/uncached": lambda: Mlp(torch.bfloat16, False),
    "conv": Conv,
    "attention": Attention,
    "by_hand": ByHand,
    "nested": Nested,
    "shared": Shared,
    "nograd": NoGrad,
    "embedded": Embedded,
    "plain_bf16": lambda: Plain().bfloat16(),
    "plain_f16": lambda: Plain().half(),
    "plain_conv": lambda: PlainConv().bfloat16(),
    "mixed": Mixed,
}


def encode(t):
    if t is None:
        return None
    number = lambda v: v if v == v and abs(v) != float("inf") else repr(v)
    data = t.detach().reshape(-1).tolist()
    return {
        "dtype": SHORT[str(t.dtype)[6:]],
        "shape": list(t.shape),
        "data": [int(v) if isinstance(v, bool) else number(v) for v in data],
    }


def record(name):
    torch.manual_seed(1)
    module, inputs = MODULES[name](), inputs_of(name)
    program = torch.export.export(
        module, tuple(t.detach().requires_grad_(t.requires_grad) for t in inputs), strict=False
    )
    state = {key: encode(t) for key, t in module.state_dict().items()}
    exported = program.module()
    outputs = exported(*inputs)
    outputs = [o for o in (outputs if isinstance(outputs, tuple) else (outputs,))]
    leaves = [t for t in inputs if t.requires_grad] + list(exported.parameters())
    grads = torch.autograd.grad([o.sum() for o in outputs if o.requires_grad], leaves, allow_unused=True)
    return {
        "name": name,
        "text": re.sub(r"/\S*/record_half_models", "/models/half", str(program)),
        "inputs": [encode(t) for t in inputs],
        "requires_grad": [t.requires_grad for t in inputs],
        "state": state,
        "outputs": [encode(o) for o in outputs],
        "grads": {
            **{f"input:{i}": encode(g) for i, g in zip([i for i, t in enumerate(inputs) if t.requires_grad], grads)},
            **{
                key: encode(g)
                for (key, _), g in zip(
                    exported.named_parameters(), grads[len([t for t in inputs if t.requires_grad]) :]
                )
            },
        },
    }


def main():
    rows = [record(name) for name in MODULES]
    with open(sys.argv[1], "w") as out:
        out.write(
            '{"pytorch":%s,\n"rows":[\n%s\n]}\n'
            % (
                json.dumps(torch.__version__.split("+")[0]),
                ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows),
            )
        )


if __name__ == "__main__":
    main()
