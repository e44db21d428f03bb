"""Records what run_decompositions makes of whole programs, exported strictly and not:
data/program_decompositions.jsonl.gz. Usage: record_program_decompositions.py OUT

A row has name, strict, ep (the printed program) and the graphs that run_decompositions({}) and run_decompositions()
give."""

import gzip
import json
import sys
import torch
from torch import nn
import torch.nn.functional as F

torch.set_num_threads(1)


class Blk(nn.Module):
    def __init__(s, n):
        super().__init__()
        s.lin = nn.Linear(n, n)
        s.norm = nn.LayerNorm(n)

    def forward(s, x):
        return s.norm(x) + s.lin(x)


class Late(nn.Module):
    def __init__(s):
        super().__init__()
        s.a = nn.Linear(4, 4)
        s.b = nn.Linear(4, 4)
        s.scale = nn.Parameter(torch.ones(4))

    def forward(s, x):
        return s.a(s.b(x) * s.scale)


class Own(nn.Module):
    def __init__(s):
        super().__init__()
        s.sub = Blk(4)
        s.w = nn.Parameter(torch.ones(4))
        s.out = nn.Linear(4, 2)

    def forward(s, x):
        return s.out(s.sub(x) * s.w)


class BN(nn.Module):
    def __init__(s):
        super().__init__()
        s.c = nn.Conv2d(1, 2, 3)
        s.bn = nn.BatchNorm2d(2)
        s.f = nn.Linear(8, 3)

    def forward(s, x):
        return s.f(F.relu(s.bn(s.c(x))).flatten(1))


class Buf(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)
        s.register_buffer("m", torch.ones(3))
        s.register_buffer("n", torch.zeros(3), persistent=False)

    def forward(s, x):
        return s.l(x) * s.m + s.n


class Mut(nn.Module):
    def __init__(s):
        super().__init__()
        s.register_buffer("k", torch.zeros(1))
        s.l = nn.Linear(3, 3)

    def forward(s, x):
        s.k.add_(1)
        return s.l(x) + s.k


class Const(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)

    def forward(s, x):
        t = torch.tensor([1.0, 2.0, 3.0])
        u = torch.tensor(2.0)
        return s.l(x) * t


class ConstUnused(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)
        s.c = torch.ones(3)

    def forward(s, x):
        t = torch.tensor([1.0, 2.0, 3.0])
        u = t + 1
        z = s.c * 2
        return s.l(x)


class Tied(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(5, 4)
        s.o = nn.Linear(4, 5, bias=False)
        s.o.weight = s.e.weight
        s.b = nn.Linear(4, 4)

    def forward(s, i):
        return s.o(s.b(s.e(i)))


class Unused(nn.Module):
    def __init__(s):
        super().__init__()
        s.u = nn.Linear(3, 3)
        s.l = nn.Linear(3, 3)
        s.p = nn.Parameter(torch.ones(3))

    def forward(s, x):
        return s.l(x)


class Seq(nn.Module):
    def __init__(s):
        super().__init__()
        s.head = nn.Linear(4, 2)
        s.body = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.BatchNorm1d(4), nn.Linear(4, 4))

    def forward(s, x):
        return s.head(s.body(x))


class ML(nn.Module):
    def __init__(s):
        super().__init__()
        s.ls = nn.ModuleList([Blk(4) for _ in range(3)])
        s.g = nn.Parameter(torch.ones(4))

    def forward(s, x):
        for l in reversed(s.ls):
            x = l(x) * s.g
        return x


class Lstm(nn.Module):
    def __init__(s):
        super().__init__()
        s.r = nn.LSTM(3, 4, batch_first=True)
        s.o = nn.Linear(4, 2)

    def forward(s, x):
        y, _ = s.r(x)
        return s.o(y[:, -1])


class Mha(nn.Module):
    def __init__(s):
        super().__init__()
        s.n = nn.LayerNorm(8)
        s.a = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(s, x):
        y = s.n(x)
        return s.a(y, y, y, need_weights=False)[0] + x


class PL(nn.Module):
    def __init__(s):
        super().__init__()
        s.ps = nn.ParameterList([nn.Parameter(torch.ones(3)) for _ in range(3)])
        s.d = nn.ParameterDict({"z": nn.Parameter(torch.ones(3)), "a": nn.Parameter(torch.ones(3))})

    def forward(s, x):
        return x * s.ps[2] + s.ps[0] * s.d["a"] + s.d["z"]


class Direct(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)
        s.k = nn.Linear(3, 3)

    def forward(s, x):
        return F.linear(x, s.k.weight, s.l.bias) + s.l(x)


class NoGrad(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(3, 3)
        s.k = nn.Linear(3, 3)

    def forward(s, x):
        with torch.no_grad():
            y = s.k(x)
        return s.l(y)


class inputX(nn.Module):
    def __init__(s):
        super().__init__()
        s.L = nn.Linear(3, 3)

    def forward(s, inputX, Mask, *, someKw=None):
        return s.L(inputX) * Mask if someKw is None else s.L(inputX) * Mask + someKw


R = torch.randn
M = {
    "late": (Late(), (R(2, 4),)),
    "own": (Own(), (R(2, 4),)),
    "bn": (BN(), (R(2, 1, 4, 4),)),
    "bn_eval": (BN().eval(), (R(2, 1, 4, 4),)),
    "buf": (Buf(), (R(2, 3),)),
    "mut": (Mut(), (R(2, 3),)),
    "const": (Const(), (R(2, 3),)),
    "const_unused": (ConstUnused(), (R(2, 3),)),
    "tied": (Tied(), (torch.zeros(2, 3, dtype=torch.long),)),
    "unused": (Unused(), (R(2, 3),)),
    "seq": (Seq(), (R(2, 4),)),
    "ml": (ML(), (R(2, 4),)),
    "lstm": (Lstm(), (R(2, 5, 3),)),
    "mha": (Mha(), (R(2, 5, 8),)),
    "pl": (PL(), (R(2, 3),)),
    "direct": (Direct(), (R(2, 3),)),
    "nograd": (NoGrad(), (R(2, 3),)),
    "inputX": (inputX(), (R(2, 3), R(2, 3))),
    "inputXkw": (inputX(), (R(2, 3), R(2, 3)), {"someKw": R(3)}),
}
rows = []
for name, (model, args, *kwargs) in M.items():
    for strict in (False, True):
        torch.manual_seed(0)
        program = torch.export.export_for_training(model, args, kwargs[0] if kwargs else None, strict=strict)
        graphs = {
            "empty_graph": str(program.run_decompositions({}).graph),
            "core_graph": str(program.run_decompositions().graph),
        }
        rows.append({"name": name, "strict": strict, "ep": str(program), **graphs})
with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
    f.write("".join((json.dumps(row) + "\n" for row in rows)).encode())
