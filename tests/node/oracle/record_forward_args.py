"""How ExportedProgram.module() names and flattens the arguments of forward: data/forward_args.json. Usage:
record_forward_args.py OUT [ARCHIVE.pt2...]

A row has source (which calls export) or archive, and code: the first two lines of module().code. Recorded with PyTorch
2.6.0."""

import json
import sys
from pathlib import Path

import torch

HEAD = "import torch\nfrom torch import nn\nfrom torch.export import export\n\n\nclass M(nn.Module):\n"
T = "torch.ones(3)"
SOURCES = {
    "capitals": ("    def forward(self, inputX, Mask):\n        return inputX * Mask\n", f"({T}, {T})"),
    "rest": (
        "    def forward(self, inputX, *Rest, keyW=None, **More):\n        return inputX * Rest[0] + keyW + More['Zed'] + Rest[1]\n",
        f"({T}, {T}, {T}), {{'keyW': {T}, 'Zed': {T}}}",
    ),
    "nested": (
        "    def forward(self, Data, input, self_=2):\n        return Data['A'] * Data['b'][0] + input * self_\n",
        f"({{'A': {T}, 'b': [{T}]}}, {T}, 3)",
    ),
    "keyword": (
        "    def forward(self, Data, input, self_=2):\n        return Data['A'] * Data['b'][0] + input * self_\n",
        f"({{'A': {T}, 'b': [{T}]}},), {{'input': {T}}}",
    ),
    "like_a_parameter": (
        "    def __init__(s):\n        super().__init__()\n        s.W = nn.Parameter(torch.ones(3))\n\n    def forward(s, pW, W):\n        return pW + W + s.W\n",
        f"({T}, {T})",
    ),
    "tuple_of_lists": (
        "    def forward(self, Pair, last):\n        return Pair[0][0] + Pair[1] + last\n",
        f"(([{T}, {T}], {T}), {T})",
    ),
    "none_given": ("    def forward(self, X, Mask=None, Scale=2.0):\n        return X * Scale\n", f"({T}, None, 3.0)"),
    "only_keywords": (
        "    def forward(self, *, First, Second=None):\n        return First.sin()\n",
        f"(), {{'First': {T}}}",
    ),
}


def lines(program):
    return program.module().code.strip("\n").split("\n")[:2]


rows = []
for name, (body, args) in SOURCES.items():
    for strict in (False, True):
        call = f"export(M(), {args}, strict={strict})"
        space = {}
        exec(compile(HEAD + body, name, "exec"), space)
        program = eval(call, space)
        rows.append(
            {
                "name": f"{name}, {'strict' if strict else 'nonstrict'}",
                "source": f"{HEAD}{body}\n\n{call}\n",
                "code": lines(program),
            }
        )
for path in sys.argv[2:]:
    rows.append({"name": Path(path).name, "archive": path, "code": lines(torch.export.load(path))})
Path(sys.argv[1]).write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
