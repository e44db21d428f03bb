"""Sources for record_exports.py: what set bb of foreign_modules.json showed, one cause each: parameters that were moved
before they were kept, lists taken by truth values, names against numbers without a space, build() of a script, sys.modules,
padding that takes rows away, how many elements a convolution counts, squares of sizes, sizes that a loss computes, sizes of three inputs that are found equal.

foreign_bb_sources.py OUT.jsonl.gz. Recorded as data/foreign_bb_2.6.jsonl.gz and data/foreign_bb_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import sys
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
"""

PLAIN = (
    HEAD
    + """

class M(nn.Module):
    def __init__(self):
        super().__init__()
        @@

    def forward(self, x):
        @@


model = M()
@@exported = torch.export.export(model, (torch.randn(@@),)@@)
"""
)


def filled(template, *parts):
    for part in parts:
        template = template.replace("@@", part, 1)
    return template


def plain(made, body, size="2, 4", shapes="", before=""):
    return filled(PLAIN, made, body, before, size, shapes)


BATCH = "batch = torch.export.Dim('batch')\n"
RANGED = "batch = torch.export.Dim('batch', min=2, max=64)\n"
POINT = "nn.Conv2d(8, 8, 1)"
HEIGHT = "h = torch.export.Dim('h')\n"
TALL = "h = torch.export.Dim('h', min=4, max=4096)\n"
IMAGE = "h = torch.export.Dim('h')\nw = torch.export.Dim('w')\n"
FIRST = ", dynamic_shapes=({0: batch},)"


def state(made, body="return x * self.a"):
    return plain(f"self.a = {made}", body, before=BATCH, shapes=FIRST)


def written(made):
    return plain(f"self.a = {made}", "self.a.mul_(0.5).add_(x.mean(0))\n        return x - self.a")


MOVED = {
    "to_dtype": "nn.Parameter(torch.zeros(4), requires_grad=False).to(torch.float32)",
    "to_keywords": "nn.Parameter(torch.zeros(4)).to(**dict(dtype=torch.float32, device=torch.device('cpu')))",
    "to_device": "nn.Parameter(torch.zeros(4)).to('cpu')",
    "cpu": "nn.Parameter(torch.zeros(4)).cpu()",
    "float": "nn.Parameter(torch.zeros(4)).float()",
    "type": "nn.Parameter(torch.zeros(4)).type(torch.float32)",
    "contiguous": "nn.Parameter(torch.zeros(4)).contiguous()",
    "requires_grad": "nn.Parameter(torch.zeros(4)).requires_grad_(False)",
    "double": "nn.Parameter(torch.zeros(4)).double()",
    "to_copy": "nn.Parameter(torch.zeros(4)).to(torch.float32, copy=True)",
    "expand": "nn.Parameter(torch.zeros(4)).expand(4)",
    "view": "nn.Parameter(torch.zeros(4)).view(4)",
    "fill": "nn.Parameter(torch.zeros(4), requires_grad=False).fill_(2)",
    "type_as": "nn.Parameter(torch.zeros(4)).type_as(torch.ones(2))",
    "plain_to": "torch.zeros(4).to(torch.float32)",
}

LOSS = (
    HEAD
    + """

class Loss(nn.Module):
    def forward(self, x, y):
        @@


model = Loss()
batch = torch.export.Dim('batch')
length = torch.export.Dim('length')
exported = torch.export.export(
    model, (@@), dynamic_shapes=(@@)
)
"""
)

TWO = "{0: batch, 1: length}, {0: batch, 1: length}"
PAIR = "torch.randn(2, 6), torch.randn(2, 6)"

THREE = (
    HEAD
    + """

class Three(nn.Module):
    def forward(self, q, k, v):
        @@


model = Three()
batch = torch.export.Dim('batch')
length = torch.export.Dim('length')
exported = torch.export.export(
    model, (torch.randn(2, 6@@), torch.randn(2, 6@@), torch.randn(2, 6@@)),
    dynamic_shapes=(@@, @@, @@)
)
"""
)


def three(body, rest="", dims="{0: batch, 1: length}"):
    return filled(THREE, body, rest, rest, rest, dims, dims, dims)


AUTO = "{0: torch.export.Dim.AUTO, 1: torch.export.Dim.AUTO}"
ATTEND = "return F.softmax(q @ k.transpose(-2, -1) / 2.0, dim=-1) @ v"

CASES = {
    **{f"parameter_{name}": state(made) for name, made in MOVED.items()},
    **{f"written_{name}": written(made) for name, made in MOVED.items() if name not in ("double", "expand")},
    **{
        f"by_truth_{name}": plain("self.l = nn.Linear(4, 4)", f"return self.l(x) * {chosen}")
        for name, chosen in {
            "list": "[2.0, 3.0][True]",
            "false": "[2.0, 3.0][False]",
            "tuple": "(2.0, 3.0)[True]",
            "text": "len('ab'[True])",
            "range": "range(4, 9)[True]",
            "negative": "[2.0, 3.0][-True]",
            "size": "x.shape[True]",
            "compared": "[2.0, 3.0][x.shape[0] > 1]",
            "slice": "len([2.0, 3.0, 4.0][True:])",
        }.items()
    },
    "by_truth_modules": plain("self.l = [nn.Tanh(), nn.ReLU()][True]", "return self.l(x)"),
    "by_truth_module_list": plain("self.l = nn.ModuleList([nn.Tanh(), nn.ReLU()])", "return self.l[True](x)"),
    "by_truth_written": plain("self.l = [1.0, 2.0]\n        self.l[True] = 4.0", "return x * self.l[1]"),
    "text_else": plain("self.a = 'two' if torch.cuda.is_available() else'one'", "return x * len(self.a)"),
    "text_or": plain("self.a = None or'one'", "return x * len(self.a)"),
    "text_in": plain("self.a = 'o'in'one'", "return x * self.a"),
    "text_return": plain("pass", "return(x + 1)if x.dim()==2else(x - 1)"),
    "text_not_in": plain("self.a = 'o'not in'one'", "return x + 1 if self.a else x"),
    "modules_get": plain("self.a = sys.modules.get('torch')", "return self.a.relu(x)"),
    "modules_get_none": plain("self.a = sys.modules.get('nothing')", "return x if self.a is None else x + 1"),
    "modules_item": plain("self.a = sys.modules['torch']", "return self.a.relu(x)"),
    "modules_in": plain("self.a = 'torch' in sys.modules", "return x + 1 if self.a else x"),
    **{
        f"pad_{name}": plain("pass", body, size, shapes, before)
        for name, (body, size, shapes, before) in {
            "away": ("return F.pad(x, (0, 0, 1, -1)) - x", "2, 4", FIRST, BATCH),
            "away_ranged": ("return F.pad(x, (0, 0, 1, -1)) - x", "2, 4", FIRST, RANGED),
            "away_unsqueezed": ("return F.pad(x, (0, 0, 1, -1)).unsqueeze(1) - x", "2, 4", FIRST, BATCH),
            "unsqueezed_linear": (
                "return F.linear(F.pad(x, (0, 0, 1, -1)).unsqueeze(1) - x, torch.ones(3, 4))",
                "2, 4",
                FIRST,
                BATCH,
            ),
            "shift": ("return F.pad(x, (1, -1)) + x", "2, 4", FIRST, BATCH),
        }.items()
    },
    **{
        f"index_range_{name}": plain(
            f"self.c = {made}", "return self.c(x)", size, f", dynamic_shapes=({shapes},)", before
        )
        for name, (made, size, shapes, before) in {
            "conv": (POINT, "2, 8, 16, 16", "{0: batch, 2: h}", BATCH + HEIGHT),
            "conv_of_width": (POINT, "2, 8, 16, 16", "{3: h}", HEIGHT),
            "conv_of_both": (POINT, "2, 8, 16, 16", "{2: h, 3: w}", IMAGE),
            "conv_unbatched": (POINT, "8, 16, 16", "{1: h}", HEIGHT),
            "conv_1d": ("nn.Conv1d(8, 8, 1)", "2, 8, 16", "{0: batch, 2: h}", BATCH + HEIGHT),
            "conv_3d": ("nn.Conv3d(8, 8, 1)", "2, 8, 4, 4, 4", "{2: h}", HEIGHT),
            "conv_of_few": ("nn.Conv2d(8, 1, 1)", "2, 8, 16, 1", "{2: h}", HEIGHT),
            "conv_strided": ("nn.Conv2d(8, 8, 1, stride=2)", "2, 8, 16, 16", "{2: h}", HEIGHT),
            "conv_kernel": ("nn.Conv2d(8, 8, 3)", "2, 8, 16, 16", "{2: h}", TALL.replace("max=4096", "max=400000000")),
            "conv_bounded": ("nn.Conv2d(8, 8, 3)", "2, 8, 16, 16", "{0: batch, 2: h}", BATCH + TALL),
            "conv_auto": (POINT, "2, 8, 16, 16", "{2: torch.export.Dim.AUTO}", ""),
            "conv_dynamic": (POINT, "2, 8, 16, 16", "{2: torch.export.Dim.DYNAMIC}", ""),
            "transposed": ("nn.ConvTranspose2d(8, 8, 2, stride=2)", "2, 8, 16, 16", "{2: h}", HEIGHT),
            "pooled": (
                f"nn.Sequential(nn.MaxPool2d(2), {POINT})",
                "2, 8, 16, 16",
                "{2: h}",
                TALL.replace(", max=4096", ""),
            ),
            "pooled_bounded": (f"nn.Sequential(nn.MaxPool2d(2), {POINT})", "2, 8, 16, 16", "{2: h}", TALL),
            "batch_alone": (POINT, "2, 8, 16, 16", "{0: batch}", BATCH),
            "norm": ("nn.BatchNorm2d(8)", "2, 8, 16, 16", "{2: h}", HEIGHT),
            "up": ("nn.Upsample(scale_factor=2)", "2, 8, 16, 16", "{2: h}", HEIGHT),
        }.items()
    },
    **{
        f"square_{name}": plain(
            "self.l = nn.Linear(4, 3)",
            f"n = x.shape[0]\n        y = x.unsqueeze(0) + x.unsqueeze(1)\n        return {returned}",
            shapes=FIRST,
            before=BATCH,
        )
        for name, returned in {
            "linear": "self.l(y)",
            "matmul": "torch.matmul(y, self.l.weight[0])",
            "viewed": "y.reshape(-1, 4).view(n, n, 4)",
            "mean": "y.mean(-1).reshape(n, n)",
        }.items()
    },
    "build_of_its_own": filled(PLAIN, "self.l = nn.Linear(4, 4)", "return self.l(x)", "", "2, 4", "").replace(
        "\n\nmodel = M()", "\n\ndef build():\n    return M()\n\n\nmodel = M().eval()"
    ),
    "kept_buffer": plain(
        "self.register_buffer('a', torch.ones(4))\n        self.b = self.a.float()",
        "return x * self.a + self.b",
    ),
    "kept_buffer_double": plain(
        "self.register_buffer('a', torch.ones(4))\n        self.b = self.a.double()",
        "return x * self.a + self.b",
    ),
    "kept_init": plain("self.a = nn.init.normal_(nn.Parameter(torch.empty(4)))", "return x * self.a"),
    "kept_init_moved": plain("self.a = nn.init.zeros_(nn.Parameter(torch.empty(4))).to('cpu')", "return x * self.a"),
    **{
        f"loss_{name}": filled(LOSS, body, inputs, shapes)
        for name, (body, inputs, shapes) in {
            "tensor_empty": ("return x + torch.tensor([]).sum()", PAIR, TWO),
            "tensor_empty_array": ("return x + torch.tensor(np.array([])).sum()", PAIR, TWO),
            "sum_over_tuple": ("return x.sum(tuple(range(1, x.dim()))) + y.sum(1)", PAIR, TWO),
            "sum_over_array": (
                "axes = tuple(np.unique((1,)).astype(int))\n        return x.sum(axes[0]) + y.sum(1)",
                PAIR,
                TWO,
            ),
            "sum_each_axis": (
                "for a in sorted([1], reverse=True):\n            x = x.sum(int(a))\n        return x + y.sum(1)",
                PAIR,
                TWO,
            ),
            "bce_of_view": (
                "a = x.sigmoid().view(x.size(0), -1)\n        b = y.view(y.size(0), -1)\n"
                "        return (a * b).sum() + F.binary_cross_entropy_with_logits(x, y)",
                PAIR,
                TWO,
            ),
            "dice_of_channels": (
                "a = x.transpose(0, 1).contiguous().view(x.size(1), -1)\n"
                "        b = y.transpose(0, 1).contiguous().view(y.size(1), -1)\n        return (a * b).sum(1)",
                PAIR,
                TWO,
            ),
        }.items()
    },
    "three_found": three("return (q + k + v).view(v.shape[0], v.shape[1], 2, 4)", ", 8", AUTO),
    "three_found_two": three("return (k + v).view(k.shape[0], k.shape[1], 2, 4), q + 1", ", 8", AUTO),
    "three_found_first": three("return (q + v).view(q.shape[0], q.shape[1], 2, 4), k + 1", ", 8", AUTO),
    "three_attend": three(ATTEND),
    "three_attend_heads": three(ATTEND, ", 8"),
    "three_attend_auto": three(ATTEND, ", 8", AUTO),
    "three_added": three("return q + k + v"),
    "three_added_auto": three("return q + k + v", ", 8", AUTO),
    "three_matrices": three("return q @ k.transpose(-2, -1) @ v", ", 8"),
    "three_two_of": three("return q @ k.transpose(-2, -1), v + 1", ", 8"),
    "three_views": three(
        "b, n, d = q.size()\n        q = q.view(b, n, 2, 4).transpose(1, 2)\n        k = k.view(b, n, 2, 4).transpose(1, 2)\n"
        "        v = v.view(b, n, 2, 4).transpose(1, 2)\n"
        "        return (q @ k.transpose(-2, -1) @ v).transpose(1, 2).contiguous().view(b, n, d)",
        ", 8",
        AUTO,
    ),
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": f"fbb_{name}", "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
