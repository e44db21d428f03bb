"""What programs that view tensors of symbolic sizes are decomposed to, with each PyTorch.   record_shape_names.py
OUT.json

Behind each view stand operators whose names (mul, add, eq, ne, lt, ge, gt, sub) tell how many PyTorch used up. A row
has name, program (str of what was exported) and decomposed (str of run_decompositions({}))."""

import json
import sys
import warnings

import torch
from torch import nn
from torch.export import Dim
from torch.export._trace import _export

warnings.simplefilter("ignore")
x, n, m = torch.randn, Dim("n", min=2, max=64), Dim("m", min=2, max=64)

# name: (forward, input, dynamic sizes)
PROGRAMS = {
    "columns": (lambda y: y.t().contiguous(), x(3, 4), {0: n}),
    "columns_behind": (lambda y: y.t().contiguous(), x(4, 3), {1: n}),
    "columns_both": (lambda y: y.t().contiguous(), x(5, 3), {0: n, 1: m}),
    "columns_twice": (lambda y: y.t().contiguous() + y.t().contiguous(), x(3, 4), {0: n}),
    "one_asked_twice": (lambda y: (lambda z: z.contiguous() + z.contiguous())(y.t()), x(3, 4), {0: n}),
    "heads": (lambda y: y.transpose(1, 2).contiguous(), x(3, 4, 5, 6), {0: n}),
    "heads_length": (lambda y: y.transpose(1, 2).contiguous(), x(3, 4, 5, 6), {1: n}),
    "heads_both": (lambda y: y.transpose(1, 2).contiguous(), x(3, 4, 5, 6), {0: n, 1: m}),
    "heads_joined": (lambda y: y.transpose(1, 2).reshape(y.shape[0], y.shape[2], -1), x(3, 4, 5, 6), {0: n}),
    "part": (lambda y: y[:, 1:].contiguous(), x(3, 4), {0: n}),
    "flat_columns": (lambda y: y.t().reshape(-1), x(3, 4), {0: n}),
    "flat": (lambda y: y.reshape(-1), x(3, 4), {0: n}),
    "flat_behind": (lambda y: y.reshape(-1), x(5, 3), {1: n}),
    "pairs": (lambda y: y.reshape(-1, 2), x(3, 4), {0: n}),
    "rows_of_two": (lambda y: y.reshape(-1, y.shape[2]), x(3, 5, 4), {0: n, 1: m}),
    "flatten": (lambda y: y.flatten(), x(3, 4), {0: n}),
    "flatten_from": (lambda y: y.flatten(1), x(3, 4, 5), {0: n}),
    "flatten_columns": (lambda y: y.t().flatten(), x(3, 4), {0: n}),
    "flatten_swapped": (lambda y: y.transpose(1, 2).flatten(1), x(3, 2, 4), {0: n}),
    "asked_then_flat": (lambda y: (lambda z: z.contiguous().view(-1) + z.reshape(-1))(y.t()), x(3, 4), {0: n}),
    "viewable": (lambda y: y[:, :, 1:].reshape(-1, 3), x(3, 2, 4), {0: n}),
    "repeated": (lambda y: y[:, None].expand(-1, 2, -1).reshape(-1, 4), x(3, 4), {0: n}),
    "strided": (lambda y: y.reshape(-1), x(3, 8)[:, ::2], {0: n}),
    "inserted": (lambda y: y.view(y.shape[0], 1, y.shape[1]), x(3, 4), {0: n, 1: m}),
    "unknown_columns": (lambda y: torch.ones(y.sum().int().item(), 4).t().contiguous(), torch.ones(3), None),
    "unknown_flat": (lambda y: torch.ones(y.sum().int().item(), 4).reshape(-1), torch.ones(3), None),
}


class Model(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, y):
        r = self.f(y)
        return r * 2, r + 1, r - 1, r == 1, r != 1, r < 1, r > 1, r >= 1


rows = []
for name, (f, given, sizes) in PROGRAMS.items():
    ep = _export(Model(f), (given,), {}, (sizes,), strict=False, pre_dispatch=True)
    rows.append({"name": name, "program": str(ep), "decomposed": str(ep.run_decompositions({}))})
with open(sys.argv[1], "w") as out:
    json.dump(rows, out, indent=1)
