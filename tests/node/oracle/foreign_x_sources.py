"""Sources for record_exports.py: what set x of foreign_modules.json showed, one cause each: sizes of layers as lists,
numbers of NumPy's prod, types of bytes, dtype=None, functions and partials in the bodies of enums, random.Random, sizes
that are tensors of one number, modules at negative places of a list, what a dict keeps, layers that are lazy.

foreign_x_sources.py OUT.jsonl.gz. Recorded as data/foreign_x_2.6.jsonl.gz and data/foreign_x_2.14.jsonl.gz."""

import gzip
import json
import sys

CASES = {
    "conv_kernel_list": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(1, 2, [3, 1], padding=[1, 0])
        self.t = nn.ConvTranspose2d(2, 1, [2, 2], stride=[2, 2], output_padding=[1, 1])
        self.p = nn.MaxPool2d([2, 1])
        self.a = nn.AvgPool1d([2])

    def forward(self, x):
        assert self.c.kernel_size + self.t.output_padding == (3, 1, 1, 1)
        y = self.p(self.t(self.c(x)))
        return self.a(y[0]), len(self.p.kernel_size)


model = M()
torch.export.export(model, (torch.randn(1, 1, 4, 4),))
""",
    "np_prod_number": r"""import numpy as np
import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self, k):
        super().__init__()
        fan = np.prod(k) * np.prod(2.0)
        self.scale = float(1.0 / np.sqrt(fan))
        self.lin = nn.Linear(4, int(np.prod(k)))

    def forward(self, x):
        return self.lin(x) * self.scale


torch.export.export(M(3), (torch.randn(2, 4),))
""",
    "isinstance_bytes": r"""from collections.abc import Iterable

import torch
import torch.nn as nn


def flat(xs):
    for x in xs:
        if isinstance(x, Iterable) and not isinstance(x, (str, bytes)):
            yield from flat(x)
        else:
            yield x


class M(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = list(flat(sizes))
        assert not isinstance(sizes, (bytes, bytearray, memoryview))
        self.lin = nn.Linear(self.sizes[0], self.sizes[-1])

    def forward(self, x):
        return self.lin(x)


torch.export.export(M([4, (3, [2])]), (torch.randn(2, 4),))
""",
    "random_random_object": r"""import random

import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.rng = random.Random(1234)
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        if self.training and self.rng.random() < 2.0:
            x = x * 2
        return self.lin(x)


torch.export.export(M().eval(), (torch.randn(2, 4),))
""",
    "enum_member_functions": r"""from enum import Enum, member

import torch
import torch.nn as nn


def square(x):
    return x * x


def cube(x):
    return x * x * x


class Kernel(Enum):
    square = member(square)
    cube = member(cube)

    def __call__(self, x):
        return self.value(x)


class M(nn.Module):
    def __init__(self, kernel=Kernel.cube):
        super().__init__()
        self.kernel = kernel

    def forward(self, x):
        return self.kernel(x) + Kernel.square(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "jit_annotate": r"""from typing import List

import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.ones(4))
        self.scales = torch.jit.annotate(List[float], [])
        self.scales.append(2.0)

    def forward(self, x):
        w: torch.Tensor = torch.jit.annotate(torch.Tensor, self.w)
        return torch.stack([x * w + scale for scale in self.scales])


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "arange_out": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.freq = nn.Parameter(torch.empty(4))
        with torch.no_grad():
            torch.arange(1, self.freq.numel() + 1, out=self.freq).mul_(3.0)

    def forward(self, x):
        return (self.freq * x.unsqueeze(-1)).sin()


torch.export.export(M(), (torch.randn(2),))
""",
    "nanmedian_dim": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        values, indices = torch.nanmedian(x, dim=1, keepdim=True)
        m = torch.nanmedian(x)
        return values, indices, torch.nanmedian(x, dim=-1).values + m


torch.export.export(M(), (torch.randn(2, 5),))
""",
    "tensor_dtype_none": r"""import torch
import torch.nn as nn


def table(device, dtype):
    return torch.tensor([[16, 11], [12, 12]], device=device, dtype=dtype)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", table(None, None))

    def forward(self, x):
        t = self.t.to(x.device, x.dtype)
        return x * t + torch.tensor([1.5, 2.0], dtype=None) + torch.zeros(2, dtype=None, device=None) + torch.full((2,), 3, dtype=None)


torch.export.export(M(), (torch.randn(2, 2),))
""",
    "lazy_linear": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(2, bias=False))

    def forward(self, x):
        return self.net(x)


torch.export.export(M(), (torch.randn(2, 3),))
""",
    "lazy_made_before": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(2))

    def forward(self, x):
        return self.net(x)


model = M()
x = torch.randn(2, 3, 4, 4)
model(x)
torch.export.export(model.eval(), (x,))
""",
    "enum_functions_no_members": r"""from enum import Enum, auto, nonmember

import torch
import torch.nn as nn


def double(x):
    return x * 2


class Op(Enum):
    PLAIN = auto()
    twice = double
    half = lambda x: x * 0.5
    WIDE = auto()
    count = nonmember(7)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(len(Op)))
        assert [op.name for op in Op] == ["PLAIN", "WIDE"]
        self.twice, self.half = Op.twice, Op.half
        self.count = Op.count + Op.WIDE.value

    def forward(self, x):
        return self.twice(x) * self.w + self.half(x) + self.count


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "enum_partials": r"""from enum import Enum
from functools import partial

import torch
import torch.nn as nn


def scaled(x, by):
    return x * by


class Op(Enum):
    TWICE = partial(scaled, by=2)
    HALF = partial(scaled, by=0.5)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = len(Op)
        self.halved = Op.HALF

    def forward(self, x):
        return self.halved(x) * self.count


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "enum_partial_values": r"""from enum import Enum, member
from functools import partial

import torch
import torch.nn as nn


def scaled(x, by):
    return x * by


class Op(Enum):
    TWICE = member(partial(scaled, by=2))
    HALF = member(partial(scaled, by=0.5))

    def __call__(self, *args):
        return self.value(*args)


class M(nn.Module):
    def __init__(self, op=Op.HALF):
        super().__init__()
        self.op = (Op["TWICE"] if op is Op.HALF else op).value
        self.count = len(Op)

    def forward(self, x):
        return self.op(x) * self.count


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "size_of_a_product": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self, shape):
        super().__init__()
        width = torch.prod(torch.tensor(shape[1:]))
        self.lin = nn.Linear(width, 4)
        self.w = nn.Parameter(torch.zeros(4, width))
        self.conv = nn.Conv1d(torch.tensor(2), torch.tensor([4])[0], 1)

    def forward(self, x):
        return self.lin(x.flatten(1)) + x.flatten(1) @ self.w.t(), self.conv(x)


torch.export.export(M((2, 2, 3)), (torch.randn(2, 2, 3),))
""",
    "new_tensor_no_dtype": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        return x + x.new_tensor([1, 2], dtype=None) + x.new_zeros(2, dtype=None) + x.new_full((2,), 3, dtype=None)


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "enum_call_in_init": r"""from enum import Enum

import torch
import torch.nn as nn


class Act(Enum):
    RELU = "relu"
    GELU = "gelu"

    def __call__(self):
        return {"relu": nn.ReLU, "gelu": nn.GELU}[self.value]()


class M(nn.Module):
    def __init__(self, act=Act.GELU):
        super().__init__()
        self.act = act()

    def forward(self, x):
        return self.act(x)


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "random_random_drawn": r"""import random

import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.rng = random.Random(7)
        self.lin = nn.Linear(2, 2)
        self.rng.seed(3)

    def forward(self, x):
        if self.rng.random() < 1.5:
            x = x * 2
        return self.lin(x)


torch.export.export(M(), (torch.randn(3, 2),))
""",
    "negative_index_module": r"""import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.ModuleList([nn.Linear(4, 4), nn.LayerNorm(4)])

    def forward(self, x):
        return self.layer[-1](self.layer[0](x))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.ModuleList([Block() for _ in range(2)])

    def forward(self, x):
        for b in self.block:
            x = b(x)
        return x


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "negative_index_own": r"""import torch
import torch.nn as nn


class FF(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.g = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return self.lin(x) * self.g


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.ModuleList([nn.Linear(4, 4), FF()])

    def forward(self, x):
        return self.layer[-1](self.layer[0](x))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.ModuleList([Block() for _ in range(2)])
        self.last = nn.Sequential(FF(), FF())

    def forward(self, x):
        for b in self.block:
            x = b(x)
        return self.last[-1](x) + self.last[-2].g


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "negative_index_top": r"""import torch
import torch.nn as nn


class FF(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        return self.lin(x)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.ModuleList([FF(), FF(), FF()])

    def forward(self, x):
        return self.layer[-1](self.layer[-3](x)) + self.layer[-2].lin.weight.sum()


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "cache_in_dict": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = {}

    def forward(self, x):
        key = (x.shape[-2], x.shape[-1])
        if key in self.cache:
            return self.cache[key][None].repeat(x.shape[0], 1, 1)
        pos = torch.arange(x.shape[-1]).float().view(1, 1, -1).repeat(x.shape[0], x.shape[-2], 1)
        self.cache[key] = pos[0]
        return pos


torch.export.export(M(), (torch.randn(2, 3, 4),))
""",
    "cache_in_attribute": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        y = self.lin(x)
        self.seen.append(y.mean())
        self.last = y[0]
        return y


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "empty_tensor_first": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        y: torch.Tensor = torch.Tensor()
        if x.shape[0] == 2:
            y = x + 1
        return y


torch.export.export(M(), (torch.randn(2, 3),))
""",
    "empty_tensor_used": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        y = torch.Tensor()
        z = torch.tensor([])
        return torch.cat([y, x[0]]), z


torch.export.export(M(), (torch.randn(2, 3),))
""",
    "list_sizes_of_pools": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(
            [nn.Conv3d(2, 2, [1, 3, 3], stride=[1, 2, 2], padding=[0, 1, 1]), nn.ConvTranspose1d(2, 3, [3], dilation=[2])]
        )
        self.pool = nn.MaxPool3d([1, 2, 2], stride=[1, 2, 2])
        self.fold = nn.Unfold([2, 2], stride=[1, 2])
        self.lead = sum(self.convs[0].kernel_size[1:] + self.convs[1].dilation)

    def forward(self, x):
        y = self.pool(self.convs[0](x))
        z = self.convs[1](y.flatten(2))
        return z * self.lead, self.fold(x[:, 0])


torch.export.export(M(), (torch.randn(1, 2, 2, 8, 8),))
""",
    "tensor_pin_memory": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("a", torch.tensor([1, 2], pin_memory=False))
        self.register_buffer("b", torch.as_tensor([1.0, 2.0], dtype=None, device=None))
        self.register_buffer("c", torch.asarray([1.0, 2.0], dtype=None))

    def forward(self, x):
        return x + self.a * self.b + self.c


torch.export.export(M(), (torch.randn(3, 2),))
""",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": "fx_" + name, "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
