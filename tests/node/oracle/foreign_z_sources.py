"""Sources for record_exports.py: what set z of foreign_modules.json showed, one cause each: lines that Windows ends,
isinstance with types of typing, torch.tensor of a tensor, grad_fn, modules that forward moves, casts or switches, parts
of containers, notes in PyTorch's log, stubs of quantization.

foreign_z_sources.py OUT.jsonl.gz. Recorded as data/foreign_z_2.6.jsonl.gz and data/foreign_z_2.14.jsonl.gz."""

import gzip
import json
import sys

MODEL = """import torch
import torch.nn as nn
from typing import Any, Callable, Deque, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple, Type, Union


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Linear(4, 4)

    def forward(self, x):
        return self.w(x)


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x):
        for step in self.steps:
            x = step(x)
        return x


class Wide(nn.Linear):
    def forward(self, x):
        return super().forward(x) + 1


class Stack(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.cells = nn.ModuleList([kind() if kind is not Wide else kind(4, 4) for _ in range(3)])

    def forward(self, x):
        for cell in self.cells[:-1]:
            x = cell(x)
        return self.cells[-1](x)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)
        self.b = nn.BatchNorm1d(4, affine=False)
        self.cells = nn.ModuleList([Cell() for _ in range(3)])
        self.last = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x):
        @@


torch.export.export(M(), (torch.randn(2, 4),))
"""


def model(*lines, **replaced):
    source = MODEL.replace("@@", "\n        ".join(lines))
    for old, new in replaced.items():
        source = source.replace({"cells": "Cell() for"}[old], new)
    return source


def answers(value, kind):
    return model(f"return x + 1 if isinstance({value}, {kind}) else x * 2")


CASES = {
    "windows_lines": model(
        "'''A text \\",
        "of two lines'''",
        "return x + \\",
        "    len('''a",
        "b''')",
    ).replace("\n", "\r\n"),
    "windows_lines_raw": model("return x * len(r'''a\\", "b''')", "# the end").replace("\n", "\r\n"),
    "tensor_of_tensor": model("return torch.tensor(x) + 1"),
    "tensor_of_tensor_dtype": model("return torch.tensor(x, dtype=torch.float64) + 1"),
    "tensor_of_tensor_device": model("return torch.tensor(data=x.sum(), device=x.device) + x"),
    "tensor_of_parameter": model("return torch.tensor(self.l.weight) + 1"),
    "tensor_of_tensor_grad": model("return torch.tensor(x, requires_grad=True) + 1"),
    "new_tensor_of_tensor": model("return x.new_tensor(x) + 1"),
    "grad_fn_of_layer": model("y = self.l(x)", "return y + 1 if y.grad_fn is None else y * 2"),
    "grad_fn_of_input": model("return x + 1 if x.grad_fn is None else x * 2"),
    "grad_fn_of_inputs": model("y = x * 2", "return y + 1 if y.grad_fn is not None else y * 2"),
    "grad_fn_of_parameter": model("return x + 1 if self.l.weight.grad_fn is None else x * 2"),
    "grad_fn_detached": model("y = self.l(x).detach()", "return y + 1 if y.grad_fn is None else y * 2"),
    "grad_fn_without_gradients": model(
        "with torch.no_grad():", "    y = self.l(x)", "return y + 1 if y.grad_fn is None else y * 2"
    ),
    "unpacked": model("a, b = x", "return b"),
    "unpacked_for_sizes": model("a, b = x", "if a.size(0) == b.size(0):", "    b = b + 1", "return b"),
    "gone_through": model("for a in x:", "    pass", "return a"),
    "graph_break": model("import torch._dynamo", "torch._dynamo.graph_break()", "return x + 1"),
    "note_in_log": model("torch._C._log_api_usage_once('model')", "return x + 1"),
    "quantization_stubs": model("return self.dequant(self.l(self.quant(x)))").replace(
        "        self.d =",
        "        self.quant = torch.ao.quantization.QuantStub()\n"
        "        self.dequant = torch.quantization.DeQuantStub()\n        self.d =",
    ),
    "quantization_wrapper": model("return self.wrapped(x)").replace(
        "        self.d =",
        "        self.wrapped = torch.ao.quantization.QuantWrapper(nn.Linear(4, 4))\n        self.d =",
    ),
    "part_of_own_modules": model("for cell in self.cells[:-1]:", "    x = cell(x)", "return self.cells[-1](x)"),
    "part_and_pairs": model(
        "for cell, last in zip(self.cells[:-1], self.last):", "    x = last(cell(x))", "return self.cells[-1](x)"
    ),
    "part_by_number": model("part = self.cells[1:]", "return part[1](part[0](x))"),
    "part_reversed": model("for cell in reversed(self.cells[1:]):", "    x = cell(x)", "return x"),
    "part_of_lists": model("for cell in self.cells[::2]:", "    x = cell(x)", "return x", cells="Steps() for"),
    "part_of_derived": model("for cell in self.cells[:-1]:", "    x = cell(x)", "return x", cells="Wide(4, 4) for"),
    "part_below": model("return self.cells[0](x)", cells="Stack(Cell) for"),
    "part_below_part": model("for cell in self.cells[:2]:", "    x = cell(x)", "return x", cells="Stack(Wide) for"),
    "part_of_all": model("for cell in self.cells[:]:", "    x = cell(x)", "return x"),
    "children_own": model("for cell in self.cells.children():", "    x = cell(x)", "return x"),
    "children_named": model("for name, cell in self.cells.named_children():", "    x = cell(x)", "return x"),
    "children_derived": model(
        "for cell in self.cells.children():", "    x = cell(x)", "return x", cells="Wide(4, 4) for"
    ),
    "children_of_torch": model("for last in self.last.children():", "    x = last(x)", "return x"),
    "derived_in_changed": """import torch
import torch.nn as nn


class Norm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.type(torch.float32)).type(x.dtype)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm(4)
        self.l = nn.Linear(4, 4)
        self.mask = None

    def forward(self, x):
        self.mask = self.mask.to(x.device) if self.mask is not None else None
        return self.l(self.norm(x))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*[Block() for _ in range(2)])

    def forward(self, x):
        for i in range(2):
            x = self.blocks[i](x)
        return x


torch.export.export(M(), (torch.randn(2, 4),))
""",
    **{
        f"module_{name}": model(call, "return self.d(self.l(x))")
        for name, call in {
            "moved": "self.l.to(x.device)",
            "moved_all": "self.to(x.device)",
            "moved_like": "self.l.to(x)",
            "moved_to_cpu": "self.l.cpu()",
            "moved_without_state": "self.d.to(x.device)",
            "cast": "self.l.float()",
            "cast_to": "self.l.to(torch.float32)",
            "cast_half": "self.l.half()",
            "cast_without_state": "self.d.half()",
            "typed": "self.l.type(torch.float32)",
            "emptied": "self.l.to_empty(device='cpu')",
            "made_and_moved": "nn.Linear(4, 4).to(x.device)",
            "made_and_moved_plain": "nn.ReLU().to(x.device)",
            "moved_below": "self.cells[0].to('cpu')",
            "evaluated": "self.eval()",
            "evaluated_layer": "self.d.eval()",
            "not_trained": "self.train(False)",
            "trained": "self.d.train()",
            "walked": "self.apply(lambda m: None)",
            "frozen": "self.l.requires_grad_(False)",
            "frozen_nothing": "self.d.requires_grad_(False)",
            "unfrozen": "self.l.requires_grad_(True)",
            "without_gradients": "self.l.zero_grad()",
        }.items()
    },
    **{
        f"isinstance_{name}": answers(value, kind)
        for name, (value, kind) in {
            "dict": ("{'a': x}", "Dict"),
            "no_dict": ("x", "Dict"),
            "list": ("[x]", "List"),
            "no_list": ("(x,)", "List"),
            "tuple": ("(x,)", "(List, Tuple)"),
            "set": ("{1}", "Set"),
            "frozenset": ("{1}", "FrozenSet"),
            "deque": ("[x]", "Deque"),
            "class": ("Cell", "type"),
            "layer_class": ("nn.Linear", "type"),
            "python_class": ("int", "Type"),
            "module": ("self", "type"),
            "tensor": ("x", "type"),
            "callable": ("Callable", "type"),
            "number": ("1", "(type, Dict)"),
            "sequence_of": ("[x]", "Sequence[torch.Tensor]"),
            "dict_of": ("{'a': x}", "Dict[str, torch.Tensor]"),
            "optional": ("x", "Optional"),
        }.items()
    },
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": f"fz_{name}", "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
