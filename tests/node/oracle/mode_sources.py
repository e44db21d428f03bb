"""Sources for record_exports.py: grad modes in each other, what they say of themselves, and what requires grad in them.

mode_sources.py OUT.jsonl.gz. Recorded as data/modes_2.6.jsonl.gz and data/modes_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.no_grad():
            y = x * 2
        return y.sin()

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    @torch.no_grad()
    def forward(self, x):
        return self.l(x)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.inner = Inner()
        self.mode = torch.no_grad()
        with torch.no_grad():
            self.made = self.w * 2

"""
WITH, ENABLE = "with torch.no_grad():", "with torch.enable_grad():"
# Lines of forward.
PROGRAMS = {
    "nested": [WITH, "    a = x + 1", f"    {WITH}", "        b = a * 2", "    c = b.sin()", "return c.cos()"],
    "nested_first": [WITH, f"    {WITH}", "        b = x * 2", "    c = b.sin()", "return c.cos()"],
    "nested_only": [WITH, f"    {WITH}", "        b = x * 2", "return b.cos()"],
    "nested_empty": [WITH, f"    {WITH}", "        pass", "    a = x.sin()", "return a.cos()"],
    "enabled_inside": [
        WITH,
        "    a = x + 1",
        f"    {ENABLE}",
        "        b = a * 2",
        "    c = b.sin()",
        "return c.cos()",
    ],
    "enabled_twice": [
        ENABLE,
        "    b = x * 2",
        f"    {ENABLE}",
        "        b = b.sin()",
        "    b = b.tan()",
        "return b.cos()",
    ],
    "three": [
        WITH,
        f"    {ENABLE}",
        f"        {WITH}",
        "            x = x.sin()",
        "        x = x.cos()",
        "    x = x.tan()",
        "return x.exp()",
    ],
    "set_twice": [
        "torch.set_grad_enabled(False)",
        "a = x + 1",
        "torch.set_grad_enabled(False)",
        "b = a * 2",
        "torch.set_grad_enabled(True)",
        "return b.cos()",
    ],
    "set_left": ["y = x * 2", "torch.set_grad_enabled(False)", "y = y.sin()", "return y.tan()"],
    "set_inside": [
        "torch.set_grad_enabled(False)",
        "y = x * 2",
        WITH,
        "    y = y.sin()",
        "y = y.tan()",
        "torch.set_grad_enabled(True)",
        "return y.cos()",
    ],
    "set_as_region": [
        "with torch.set_grad_enabled(False):",
        "    y = x * 2",
        "    with torch.set_grad_enabled(True):",
        "        y = y.sin()",
        "    y = y.tan()",
        "return y.cos()",
    ],
    "inference_inside": [
        WITH,
        "    a = x + 1",
        "    with torch.inference_mode():",
        "        b = a * 2",
        "    c = b.sin()",
        "return c.cos()",
    ],
    "asked": [
        WITH,
        "    y = x * (2 if torch.is_grad_enabled() else 3)",
        "return y + (5 if torch.is_grad_enabled() else 7)",
    ],
    "asked_nested": [
        WITH,
        f"    {ENABLE}",
        "        y = x * (2 if torch.is_grad_enabled() else 3)",
        "    y = y + (5 if torch.is_grad_enabled() else 7)",
        "return y",
    ],
    "asked_of_set": [
        "torch.set_grad_enabled(False)",
        "y = x * (2 if torch.is_grad_enabled() else 3)",
        "torch.set_grad_enabled(True)",
        "return y",
    ],
    "requires": [WITH, "    y = self.w * x", "return y * (2 if y.requires_grad else 3)"],
    "requires_nested": [
        WITH,
        f"    {ENABLE}",
        "        y = self.w * x",
        "    z = self.w * y",
        "return y * (2 if y.requires_grad else 3) + z * (5 if z.requires_grad else 7)",
    ],
    "requires_behind": [WITH, "    y = self.w * x", "z = y * 2", "return z * (2 if z.requires_grad else 3)"],
    "requires_made": ["return x * (2 if self.made.requires_grad else 3) + self.made"],
    "of_module": [WITH, "    y = self.inner(x)", "    y = y.sin()", "return y.cos()"],
    "module_alone": ["y = self.inner(x)", "return y.cos() * (2 if y.requires_grad else 3)"],
    "function": [WITH, "    y = Double.apply(x * self.w)", "    y = y.tan()", "return y.cos()"],
    "function_alone": ["y = Double.apply(x * self.w)", "return y.cos()"],
    "checkpointed": [
        WITH,
        "    y = checkpoint(torch.sin, x, use_reentrant=False)",
        "    y = y.tan()",
        "return y.cos()",
    ],
    "written": [
        "y = x * 2",
        WITH,
        "    y.add_(1)",
        f"    {WITH}",
        "        y.mul_(2)",
        "    y.sub_(1)",
        "return y.cos()",
    ],
    "caught": [
        "try:",
        f"    {WITH}",
        "        y = x * 2",
        "        raise ValueError('a')",
        "except ValueError:",
        "    y = x * 3",
        "return y.cos()",
    ],
    "returned": ["def f(v):", f"    {WITH}", f"        {WITH}", "            return v * 2", "return f(x).cos()"],
    "looped": [
        "for i in range(2):",
        f"    {WITH}",
        "        x = x * i",
        f"        {ENABLE}",
        "            x = x + 1",
        "return x.cos()",
    ],
    "object": [
        "mode = torch.no_grad()",
        "with mode:",
        "    x = x.sin()",
        "with mode:",
        "    x = x.tan()",
        "return x.cos()",
    ],
    "object_nested": [
        "mode = torch.no_grad()",
        WITH,
        "    with mode:",
        "        y = x.sin()",
        "    y = y.tan()",
        "return y.cos()",
    ],
    "object_of_region": [
        WITH,
        "    mode = torch.enable_grad()",
        "    y = x.sin()",
        "with mode:",
        "    y = y.tan()",
        "return y.cos()",
    ],
    "object_of_init": ["with self.mode:", "    y = x.sin()", "return y.cos()"],
    "checkpointed_alone": ["return checkpoint(self.inner, x, use_reentrant=False).cos()"],
    "checkpointed_reentrant": ["return checkpoint(self.inner, x, use_reentrant=True).cos()"],
    "decorated_alone": ["@torch.no_grad()", "def f(v):", "    v = v.sin()", "    return v.tan()", "return f(x).cos()"],
    "decorated": [
        "@torch.no_grad()",
        "def g(v):",
        "    return v * 2",
        "@torch.no_grad()",
        "def f(v):",
        "    v = g(v.sin())",
        "    return v.tan()",
        "return f(x).cos()",
    ],
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, lines in PROGRAMS.items():
        source = HEAD + "    def forward(self, x):\n" + "".join(f"        {line}\n" for line in lines)
        source += "\n\ntorch.export.export(M(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": "mode_" + name, "source": source}) + "\n").encode())
