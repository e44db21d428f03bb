"""Sources for record_exports.py: modules whose layers and tensors stand where torch.nn.Module does not look, and
constants that forward makes.

stray_sources.py OUT.jsonl.gz. Recorded as data/stray_2.6.jsonl.gz and data/stray_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F

class Holder:
    def __init__(self):
        self.l = nn.Linear(4, 4)
        self.t = torch.ones(4)
class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.register_buffer("b", torch.ones(4))
        self.lin = nn.Linear(4, 4)
        self.c = torch.ones(4)
    def forward(self, x):
        return self.lin(x) * self.w + self.b + self.c
class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = [nn.Linear(4, 4)]
        self.l = nn.Linear(4, 4)
        self.ts = [torch.ones(4)]
    def forward(self, x):
        return self.ls[0](x) + self.l(x) + torch.tensor([1.0, 2.0, 3.0, 4.0]) + self.ts[0]
"""
# What __init__ sets, and what forward does.
PROGRAMS = {
    "list": (
        "self.ls = [nn.Linear(4, 4), nn.Linear(4, 4)]; self.o = nn.Linear(4, 4)",
        "for l in self.ls: x = l(x)\n        return self.o(x)",
    ),
    "nested": (
        "self.ls = ((nn.Linear(4, 4), nn.ReLU()), [nn.BatchNorm1d(4).eval()])",
        "for a in self.ls:\n            for l in a: x = l(x)\n        return x",
    ),
    "dict": (
        "self.ls = {'a': nn.Linear(4, 4), 'b c': nn.Linear(4, 4), 3: nn.Linear(4, 4)}",
        "for k, l in self.ls.items(): x = l(x)\n        return x",
    ),
    "object": ("self.h = Holder()", "return self.h.l(x) + self.h.t"),
    "sequential": (
        "self.ls = [nn.Sequential(nn.Linear(4, 4), nn.ReLU()), nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4))]",
        "for l in self.ls: x = l(x)\n        return x",
    ),
    "own": ("self.ls = [Own(), Own()]", "for l in self.ls: x = l(x)\n        return x"),
    "tensors": (
        "self.ps = [nn.Parameter(torch.ones(4)), torch.ones(4)]",
        "for l in self.ps: x = x * l\n        return x + self.ps[0]",
    ),
    "named_tensors": (
        "self.ps = {'w': nn.Parameter(torch.ones(4)), 'b': torch.ones(4)}",
        "return x * self.ps['w'] + self.ps['b']",
    ),
    "read": ("self.ls = [nn.Linear(4, 4), nn.Linear(4, 4)]", "return F.linear(x, self.ls[1].weight, self.ls[0].bias)"),
    "trained": ("self.ls = [nn.BatchNorm1d(4)]", "return self.ls[0](x)"),
    "made": ("self.c = nn.ModuleList([Own()])", "return self.c[0](x) + torch.tensor([1.0, 2.0, 3.0, 4.0])"),
    "made_in_child": ("self.c = Child()", "return self.c(x) + torch.tensor([4.0, 3.0, 2.0, 1.0])"),
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, (init, forward) in PROGRAMS.items():
        source = f"{HEAD}class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        {init}\n    def forward(self, x):\n        {forward}\n"
        source += "torch.export.export(M(), (torch.randn(2, 4),))\n"
        f.write((json.dumps({"name": "stray_" + name, "source": source}) + "\n").encode())
