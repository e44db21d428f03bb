"""Saves programs with the newest PyTorch, and prints what torch.export.load reads of them.

    torch --newest newest_archives.py FOLDER

A file NAME.pt2 and its NAME.txt are written for each program.
"""

import os
import sys

import torch
from torch import nn
import torch.nn.functional as F
from torch.export import export, save, Dim

DTYPES = [torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int16, torch.bool]
DTYPES += [torch.complex64, torch.float8_e4m3fn, torch.uint16]
progs = {}


class Tied(nn.Module):
    def __init__(s):
        super().__init__()
        s.a = nn.Linear(4, 4)
        s.b = nn.Linear(4, 4)
        s.b.weight = s.a.weight
        s.register_buffer("nb", torch.arange(4.0), persistent=False)
        s.register_buffer("view", s.a.weight.detach()[1])
        s.t = torch.ones(3, 4).t()

    def forward(s, x):
        return s.b(s.a(x)) + s.nb + s.view + s.t.sum()


progs["tied"] = lambda: export(Tied(), (torch.randn(2, 4),))


class Dt(nn.Module):
    def __init__(s):
        super().__init__()
        for i, d in enumerate(DTYPES):
            s.register_buffer(f"b{i}", torch.ones(2, 2).to(d))

    def forward(s, x):
        return [x + b.to(torch.float32).sum() if not b.is_complex() else x + b.real for b in s.buffers()]


progs["dtypes"] = lambda: export(Dt(), (torch.randn(2, 2),))


class Empty(nn.Module):
    def __init__(s):
        super().__init__()
        s.register_buffer("e", torch.empty(0, 3))
        s.p = nn.Parameter(torch.tensor(2.0))

    def forward(s, x):
        return torch.cat([s.e, x]) * s.p


progs["empty"] = lambda: export(Empty(), (torch.randn(2, 3),))


class Dyn(nn.Module):
    def forward(s, x, y):
        z = torch.cat([x, y], 0)
        return (z.reshape(z.shape[0] * z.shape[1]), z.shape[0])


LONG = ({0: Dim("a", min=2, max=64)}, {0: Dim("b", min=2)})
progs["dyn"] = lambda: export(Dyn(), (torch.randn(4, 3), torch.randn(5, 3)), dynamic_shapes=LONG)


class Cnd(nn.Module):
    def forward(s, x, p):

        def t(x):
            return x.sin()

        def f(x):
            return x.cos()

        return torch.cond(p, t, f, (x,))


progs["cond"] = lambda: export(Cnd(), (torch.randn(3), torch.tensor(True)))


class Wh(nn.Module):
    def forward(s, i, x):
        return torch._higher_order_ops.while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 2), (i, x))


progs["while"] = lambda: export(Wh(), (torch.tensor(0), torch.randn(3)))


class Kw(nn.Module):
    def forward(s, x, *args, scale=2.0, d=None):
        return {"a": x * scale, "b": [d["k"] + args[0], None, 3]}


NAMED = {"scale": 3.0, "d": {"k": torch.randn(3)}}
progs["kwargs"] = lambda: export(Kw(), (torch.randn(3), torch.randn(3)), kwargs=NAMED)


class Grad(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)

    def forward(s, x):
        with torch.no_grad():
            y = s.l(x)
        return y + s.l(x)


progs["nograd"] = lambda: export(Grad(), (torch.randn(2, 3),))


class Cst(nn.Module):
    def forward(s, x):
        return x + torch.tensor([1.0, 2.0, 3.0]) + torch.tensor(4)


progs["const"] = lambda: export(Cst(), (torch.randn(3),))


class Bn(nn.Module):
    def __init__(s):
        super().__init__()
        s.c = nn.Conv2d(3, 4, 3, padding=1)
        s.b = nn.BatchNorm2d(4)
        s.d = nn.Dropout(0.3)

    def forward(s, x):
        return s.d(F.relu(s.b(s.c(x)))).mean((2, 3))


progs["bn_train"] = lambda: export(Bn(), (torch.randn(2, 3, 8, 8),))


progs["bn_decomp"] = lambda: export(Bn().eval(), (torch.randn(2, 3, 8, 8),)).run_decompositions()


class Lstm(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.LSTM(4, 5, 2, batch_first=True)

    def forward(s, x):
        return s.l(x)


progs["lstm"] = lambda: export(Lstm(), (torch.randn(2, 3, 4),))


class Item(nn.Module):
    def forward(s, x, n):
        k = n.item()
        torch._check(k >= 0)
        torch._check(k <= x.shape[0])
        return x[:k].sum() + torch.ones(k).sum()


progs["item"] = lambda: export(Item(), (torch.randn(10), torch.tensor(3)))


class Nz(nn.Module):
    def forward(s, x):
        return (x.nonzero(), torch.masked_select(x, x > 0))


progs["nonzero"] = lambda: export(Nz(), (torch.randn(4, 4),))


class Mut(nn.Module):
    def __init__(s):
        super().__init__()
        s.register_buffer("n", torch.zeros(2))

    def forward(s, x):
        s.n.add_(1)
        x.mul_(2)
        return x + s.n


progs["mut"] = lambda: export(Mut(), (torch.randn(2),))


class ChLast(nn.Module):
    def __init__(s):
        super().__init__()
        s.c = nn.Conv2d(3, 4, 3).to(memory_format=torch.channels_last)

    def forward(s, x):
        return s.c(x)


progs["chlast"] = lambda: export(ChLast(), (torch.randn(1, 3, 8, 8).to(memory_format=torch.channels_last),))


class Odd(nn.Module):
    def forward(s, x):
        full = (torch.full((2,), float("inf")), torch.full((2,), float("nan")), torch.arange(3, dtype=torch.int32))
        return (x.to(torch.float16), *full, x.sum(dtype=torch.float64), -0.0 * x)


progs["odd"] = lambda: export(Odd(), (torch.randn(2),))


class Symf(nn.Module):
    def forward(s, x):
        n = x.shape[0]
        return (F.interpolate(x[None, None], scale_factor=2.0), x.view(n // 2, 2), x * (n / 3), torch.ones(max(n, 4)))


progs["symf"] = lambda: export(Symf(), (torch.randn(8),), dynamic_shapes=({0: 2 * Dim("n", min=2, max=50)},))


class Sub(nn.Module):
    def __init__(s):
        super().__init__()
        s.seq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        s.ml = nn.ModuleDict({"a_b": nn.Linear(2, 2)})

    def forward(s, x):
        return (s.ml["a_b"](s.seq(x)), s.seq(x))


progs["sub"] = lambda: export(Sub(), (torch.randn(2, 2),), strict=False, preserve_module_call_signature=("seq",))


class Cplx(nn.Module):
    def forward(s, x):
        return (torch.fft.rfft(x), x * 1j)


progs["complex"] = lambda: export(Cplx(), (torch.randn(8),))


class Scan(nn.Module):
    def forward(s, x):
        from torch._higher_order_ops.scan import scan

        return scan(lambda c, x: (c + x, c * x), torch.zeros(3), x)


progs["scan"] = lambda: export(Scan(), (torch.randn(4, 3),))


class Emb(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(10, 4, padding_idx=0)
        s.t = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)

    def forward(s, i):
        return s.t(s.e(i))


progs["emb"] = lambda: export(Emb().eval(), (torch.tensor([[1, 2, 0]]),))


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, make in progs.items():
        torch.manual_seed(0)
        more = {"extra_files": {"note.txt": "hi", "deep/a.json": "{}"}} if name == "kwargs" else {}
        save(make(), f"{folder}/{name}.pt2", **more)
        try:
            text = str(torch.export.load(f"{folder}/{name}.pt2"))
        except Exception as error:
            text = f"{type(error).__name__}"
        with open(f"{folder}/{name}.txt", "w") as file:
            file.write(text + "\n")


main(sys.argv[1])
