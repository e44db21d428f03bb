"""Sources for record_exports.py: numbers and arrays that __init__ or the file makes with NumPy and forward reads. They
are numbers of Python's for non-strict capture; Dynamo takes each for an input of the graph (2.14) or fails (2.6).

numpy_numbers_sources.py OUT.jsonl.gz. Recorded as data/numpy_numbers_2.6.jsonl.gz and data/numpy_numbers_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import functools
import math
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
"""

# Name: what __init__ does, what forward gives, and where they differ: its parameters and the arguments of the call.
CASES = {
    "scale": ("self.k = np.sqrt(16)", "x * self.k"),
    "two_uses": ("self.k = np.sqrt(16)", "x * self.k + self.k"),
    "two_attributes": ("self.k, self.j = np.sqrt(16), np.log(3)", "x * self.k / self.j"),
    "same_twice": ("self.k = np.log(3); self.j = self.k", "x * self.k * 2 * self.j"),
    "equal_twice": ("self.k = np.log(3); self.j = np.log(3)", "x * self.k * 2 * self.j"),
    "left": ("self.k = np.sqrt(16)", "self.k * x"),
    "before_x": ("self.k = np.sqrt(16)", "x * (self.k * 2)"),
    "prod_mul": ("self.k = np.prod([3, 4])", "x * self.k"),
    "floated": ("self.k = float(np.sqrt(16))", "x * self.k"),
    "int_in_init": ("self.k = int(np.prod([3, 4]))", "x.reshape(self.k)"),
    "math_in_init": ("self.k = math.sqrt(np.prod([4, 4]))", "x * self.k"),
    "item_in_init": ("self.k = np.sqrt(16).item()", "x * self.k"),
    "tolist_in_init": ("self.k = np.linspace(0, 1, 4).tolist()", "x * self.k[1]"),
    "shape_in_init": ("self.k = np.zeros((2, 3)).shape[1] + np.ndim([1]) + np.zeros(4).size", "x * self.k"),
    "arithmetic": ("self.k = 2 * np.sqrt(16) + 1", "x * self.k"),
    "arithmetic_kinds": ("self.k = -abs(7 // np.int64(2)) ** 2 % 5", "x + self.k"),
    "chosen": ("self.k = max(np.log(3), 1)", "x + self.k"),
    "chosen_number": ("self.k = max(np.log(3), 2)", "x + self.k"),
    "summed": ("self.k = sum([np.log(3), np.log(2)])", "x + self.k"),
    "rounded": ("self.k = round(np.log(30))", "x + self.k"),
    "rounded_places": ("self.k = round(np.log(30), 1)", "x + self.k"),
    "float64": ("self.k = np.float64(2.5)", "x * self.k"),
    "float32": ("self.k = np.float32(2.5)", "x * self.k"),
    "int64": ("self.k = np.int64(2)", "x * self.k"),
    "int32": ("self.k = np.int32(2)", "x * self.k"),
    "boolean": ("self.k = np.sqrt(16) > 2", "x + 1 if self.k else x"),
    "compared": ("self.k = np.sqrt(16)", "x + 1 if self.k > 2 else x - 1"),
    "not_none": ("self.k = np.sqrt(16)", "x + 1 if self.k is not None else x - 1"),
    "is_float": ("self.k = np.sqrt(16)", "x + 1 if isinstance(self.k, float) else x - 1"),
    "is_int_in_init": ("self.k = 1 if isinstance(np.prod([2, 2]), int) else 2", "x + self.k"),
    "is_float_in_init": ("self.k = 1 if isinstance(np.sqrt(4), float) else 2", "x + self.k"),
    "type_in_init": ("self.k = 1 if type(np.sqrt(4)) is float else 2", "x + self.k"),
    "unused": ("self.k = np.log(3)", "x * 1"),
    "read_only": ("self.k, self.j = np.log(3), np.sqrt(3)", "(self.k, x * self.j)[1]"),
    "in_list": ("self.k = [np.sqrt(16), 2.0]", "x * self.k[0] + self.k[1]"),
    "in_dict": ("self.k = {'s': [np.log(8), 1]}", "x * self.k['s'][0]"),
    "in_dict_get": ("self.k = {'s': np.log(8)}", "x * self.k.get('s', 1)"),
    "in_tuple": ("self.k = (np.log(8), 1)", "x * self.k[0] + self.k[1]"),
    "over_list": ("self.k = [np.log(3), np.log(4)]", "[x * v for v in self.k]"),
    "by_getattr": ("self.k = np.log(3)", "x * getattr(self, 'k')"),
    "negative": ("self.k = np.log(3)", "x * -self.k"),
    "absolute": ("self.k = np.log(3)", "x * abs(self.k)"),
    "maximum": ("self.k = np.log(3)", "x * max(self.k, 2)"),
    "exponent": ("self.k = np.sqrt(16)", "x**self.k"),
    "divisor": ("self.k = np.sqrt(16)", "x / self.k"),
    "less": ("self.k = np.log(8)", "x < self.k"),
    "clamped": ("self.k = np.log(3)", "x.clamp(max=self.k)"),
    "where": ("self.k = np.log(8)", "torch.where(x > 0, x, self.k)"),
    "more_numpy": ("self.k = np.log(3)", "x * np.exp(self.k)"),
    "more_numpy_int": ("self.k = np.prod([3, 4])", "x * np.sqrt(self.k)"),
    "float_in_forward": ("self.k = np.sqrt(16)", "x * float(self.k)"),
    "item_in_forward": ("self.k = np.log(8)", "x * self.k.item()"),
    "returned": ("self.k = np.log(3)", "(x, self.k)"),
    "in_place": ("self.k = np.log(3)", "(x + 1).mul_(self.k)"),
    "dropout": ("self.k = np.log(3)", "F.dropout(x, self.k / 4)"),
    "softplus": ("self.k = np.log(8)", "F.softplus(x, self.k)"),
    "leaky_relu": ("self.k = np.log(8)", "F.leaky_relu(x, self.k)"),
    "reshaped": ("self.k = np.prod([3, 4])", "x.reshape(self.k)"),
    "viewed": ("self.k = np.prod([2, 2])", "x.view(x.shape[0] * x.shape[1] // self.k, 4)"),
    "ranged": ("self.k = np.prod([1, 2])", "sum([x for i in range(self.k)])"),
    "indexed": ("self.k = np.prod([1, 1])", "x[self.k]"),
    "equal_size": ("self.k = np.prod([2, 2])", "x + 1 if x.shape[1] == self.k else x"),
    "array": ("self.k = np.arange(4.0)", "x * torch.from_numpy(self.k).float()"),
    "array_copy": ("self.k = np.arange(4.0)", "x * torch.tensor(self.k)"),
    "array_item": ("self.k = np.arange(4.0)", "x * self.k[1]"),
    "array_int": ("self.k = np.arange(4)", "x * int(self.k[1])"),
    "array_item_in_init": ("self.k = np.arange(4.0)[1]", "x * self.k"),
    "array_sum_in_init": ("self.k = np.arange(4.0).sum()", "x * self.k"),
    "array_over_in_init": ("self.k = [v for v in np.arange(2.0)]", "x * self.k[1]"),
    "array_over": ("self.k = np.arange(3.0)", "sum(x * v for v in self.k)"),
    "array_shape": ("self.k = np.arange(3.0)", "x * self.k.shape[0]"),
    "array_float32": ("self.k = np.arange(3.0).astype(np.float32)", "x * torch.as_tensor(self.k).sum()"),
    "array_numpy": ("self.k = np.arange(3.0)", "x * torch.from_numpy(self.k * 2).sum()"),
    "array_add_": ("self.k = np.arange(3.0)", "x + torch.from_numpy(self.k).add_(1).sum()"),
    "buffer_after": ("self.k = np.log(3); self.register_buffer('b', torch.ones(4))", "x * self.k + self.b"),
    "buffer_before": ("self.k = np.log(3); self.register_buffer('b', torch.ones(4))", "(x + self.b) * self.k"),
    "parameter": ("self.k = np.log(3); self.w = nn.Parameter(torch.ones(4))", "x * self.k * self.w"),
    "constant": ("self.k = np.log(3); self.c = torch.ones(4)", "x * self.c * self.k"),
    "stray": ("self.k = np.log(3); self.c = [torch.ones(4)]", "x * self.k * self.c[0]"),
    "literal": ("self.k = np.log(3)", "x * torch.tensor(2.0) * self.k"),
    "layers": ("self.l, self.b, self.k = nn.Linear(4, 4), nn.BatchNorm1d(4), np.log(3)", "self.b(self.l(x) * self.k)"),
    "submodule": ("self.m = nn.Module(); self.m.k = np.log(3)", "x * self.m.k"),
    "linear_sizes": ("self.l = nn.Linear(np.prod([2, 2]), 3)", "self.l(x)"),
    "linear_read": ("self.l = nn.Linear(np.prod([2, 2]), 3)", "self.l(x) * self.l.in_features"),
    "layer_norm": ("self.m = nn.LayerNorm(np.prod([2, 2]))", "self.m(x)"),
    "conv": ("self.m = nn.Conv1d(3, 4, np.prod([1, 1]))", "self.m(x[None])"),
    "dropout_layer": ("self.m = nn.Dropout(np.sqrt(0.04))", "self.m(x)"),
    "leaky_layer": ("self.m = nn.LeakyReLU(np.sqrt(0.04))", "self.m(x)"),
    "pool_layer": ("self.m = nn.AvgPool1d(np.prod([1, 2]))", "self.m(x[None])"),
    "isinstance_types": ("self.k = 1 if isinstance(np.prod([1, 2]), (int, np.integer)) else 2", "x * self.k"),
    "length": ("self.k = np.arange(4)", "x * len(self.k)"),
    "tensor_of_number": ("self.k = nn.Parameter(torch.tensor(np.log(3)))", "x * self.k"),
    "tensor_of_list": ("self.register_buffer('b', torch.tensor([np.sqrt(2), 1, 0.5, 2]))", "x * self.b"),
    "strong": ("self.register_buffer('b', torch.from_numpy(np.ones(4, dtype=np.float32) * np.sqrt(3)))", "x * self.b"),
    "weak": ("self.register_buffer('b', torch.from_numpy(np.ones(4, dtype=np.float32) * 1.5))", "x * self.b"),
    "strong_int": (
        "self.register_buffer('b', torch.from_numpy(np.ones(4, dtype=np.int32) * np.int64(3)))",
        "x * self.b",
    ),
    "rounded_none": ("self.k = round(np.log(30), None)", "x + self.k"),
    "partial": ("self.f = functools.partial(torch.mul, other=np.log(3))", "self.f(x)"),
    "partial_first": ("self.f = functools.partial(torch.mul, np.log(3))", "self.f(x)"),
    "spread": ("self.k = np.array([4, 3])", "x.reshape(*tuple(self.k))"),
    "spread_dict": ("self.k = {'max': np.log(3)}", "x.clamp(**self.k)"),
    "power": ("self.k = pow(np.log(3), 2)", "x + self.k"),
    "squared": ("self.k = np.square(3)", "x + self.k"),
    "member": ("self.k = [np.prod([1, 2]), 3]", "x + 1 if 2 in self.k else x"),
    "text": ("self.k = np.log(3)", "x + len(f'{self.k}')"),
    "text_str": ("self.k = np.log(3)", "x + len(str(self.k))"),
    "finfo": ("self.k = np.finfo(np.float32).eps", "x + self.k"),
    "view_rest": ("self.k = np.prod([2, 2])", "x.view(-1, self.k)"),
    "conditional": ("self.k = np.log(3)", "torch.cond(x.sum() > 0, lambda x: x * self.k, lambda x: x + self.k, (x,))"),
    "two_inputs": ("self.k = np.log(3)", "x * self.k + y", "x, y"),
    "unused_first": ("self.k = np.log(3)", "y * self.k", "x, y"),
    "unused_second": ("self.k = np.log(3)", "x * self.k", "x, y"),
    "default": ("pass", "x * k", "x, k=np.log(8)", "(torch.randn(3, 4),)"),
}


def source(init, given, parameters="x", call=None):
    call = call or "(" + ", ".join(["torch.randn(3, 4)"] * (parameters.count(",") + 1)) + ",)"
    body = "".join(f"        {line.strip()}\n" for line in init.split("; "))
    forward = f"\n    def forward(self, {parameters}):\n        return {given}\n"
    return f"{HEAD}{body}{forward}\n\ntorch.export.export(Net(), {call})\n"


if __name__ == "__main__":
    with gzip.open(sys.argv[1], "wt") as out:
        for name, case in CASES.items():
            out.write(json.dumps({"name": f"npn_{name}", "source": source(*case)}) + "\n")
