"""Writes the texts of the examples that show one pass each, as PyTorch 2.6.0 prints the programs:

    python3 example_programs.py FOLDER

`picked.py` and `tracepoints.py` are recordings of tests/node/oracle. The records above the texts (`#| title: ...`) are
written by hand; see web/src/model/examples.js."""

import re
import sys
from pathlib import Path

import torch
import torch.nn as nn
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.split_module import split_module


class Counter(nn.Module):
    """A buffer that forward writes to."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return torch.relu(self.linear(x)) / self.calls


class Scaled(nn.Module):
    """Constants that can be computed before the first call."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, 2))
        self.register_buffer("scale", torch.tensor([2.0, 0.5]))

    def forward(self, x):
        w = self.weight.t() * self.scale
        return torch.mm(x, w)


class Repeats(nn.Module):
    """The same values, computed again and again."""

    def forward(self, x, y):
        a = torch.sigmoid(x * 2) + y
        b = torch.sigmoid(x * 2) - y
        return a * b + torch.sigmoid(x * 2.0)


class Clamped(nn.Module):
    def forward(self, x, bias):
        h = torch.relu(x + bias)
        return torch.relu(h * 2 + bias) + torch.relu(x)


class Guarded(nn.Module):
    def forward(self, x):
        torch._assert_async((x.sum() != 0), "the sum is zero")
        return x / x.sum()


class Views(nn.Module):
    def forward(self, x):
        heads = x.view(2, 3, 2, 4).permute(0, 2, 1, 3)
        return heads.unsqueeze(0) * 2


class Attention(nn.Module):
    def forward(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-1, -2)) / 2.0
        return torch.matmul(torch.softmax(scores, dim=-1), v)


class Parts(nn.Module):
    def forward(self, x, y):
        a = torch.sin(x) + y
        b = torch.cos(a)
        c = b * a
        return torch.tanh(c)


def exported(module, *args, **options):
    return str(torch.export.export_for_training(module, args, **options))


def parts():
    """torch.fx's own split, as pipeline and partition tools make it."""
    traced = torch.fx.symbolic_trace(Parts())
    side = {"sin": 0, "add": 0, "cos": 1, "mul": 1, "tanh": 2}
    split = split_module(
        traced, Parts(), lambda node: side[node.name.split("_")[0]] if node.op == "call_function" else 0
    )
    return split.print_readable(print_output=False)


def constant():
    def forward(x):
        return x * torch.tensor([1.0, 10.0, 100.0]) + torch.tensor(0.5)

    return make_fx(forward)(torch.ones(3)).print_readable(print_output=False)


def custom():
    @torch.library.custom_op("mylib::blur", mutates_args=())
    def blur(x: torch.Tensor, weight: torch.Tensor, rounds: int) -> torch.Tensor:
        return x * weight * rounds

    @blur.register_fake
    def _(x, weight, rounds):
        return torch.empty_like(x)

    class Blurred(nn.Module):
        def forward(self, x, weight):
            return torch.ops.mylib.blur(x + 1, weight, 2).relu()

    return exported(Blurred(), torch.ones(2, 3), torch.ones(3))


def quantized():
    """As the older quantizing tools leave it; torch.export has no quantized tensors."""
    aten, ops = torch.ops.aten, torch.ops.quantized
    graph = torch.fx.Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    a = graph.call_function(aten.quantize_per_tensor.default, (x, 0.1, 10, 13))
    b = graph.call_function(aten.quantize_per_tensor.default, (y, 0.2, 0, 13))
    total = graph.call_function(ops.add.default, (a, b, 0.3, 5))
    product = graph.call_function(ops.mul.default, (total, b, 0.5, 0))
    graph.output((graph.call_function(aten.dequantize.self, (product,)),))
    return torch.fx.GraphModule(nn.Module(), graph).print_readable(print_output=False)


def bare():
    """Inputs have shapes, values have lost theirs."""
    text = str(
        torch.export.export_for_training(
            Attention(),
            tuple(ones(2, 5, 4) for _ in range(3)),
            dynamic_shapes={name: {1: torch.export.Dim("tokens")} for name in "qkv"},
        )
    )
    return re.sub(r'^( +\w+): "[^"]*"( =)', r"\1\2", text, flags=re.M)


def ones(*shape):
    """A new tensor each time: export takes one that is given twice for one input."""
    return torch.ones(shape)


TEXTS = {
    "counter": lambda: exported(Counter(), ones(2, 3)),
    "scaled": lambda: exported(Scaled(), torch.ones(2, 2)),
    "repeats": lambda: exported(Repeats(), ones(2, 3), ones(2, 3)),
    "clamped": lambda: exported(Clamped(), ones(2, 3), ones(2, 3)),
    "guarded": lambda: str(torch.export.export_for_training(Guarded(), (ones(2, 3),)).run_decompositions({})),
    "views": lambda: str(torch.export.export_for_training(Views(), (torch.ones(2, 3, 8),)).run_decompositions({})),
    "attention": bare,
    "parts": parts,
    "constant": constant,
    "custom": custom,
    "quantized": quantized,
}

folder = Path(sys.argv[1])
for name, text in TEXTS.items():
    try:
        (folder / f"{name}.py").write_text(text().replace(__file__, f"/app/{name}.py").rstrip() + "\n")
    except Exception as error:
        print(name, type(error).__name__, error)
