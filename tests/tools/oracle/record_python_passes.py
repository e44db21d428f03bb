"""Records what passes of data/python_passes/passes make of small graphs in PyTorch: record_python_passes.py OUT.jsonl

Run it in a folder that has `passes` beside it: recorded.jsonl is of data/python_passes/passes, templates.jsonl of what
tests/tools/python_templates.mjs writes. A line is a pass on a graph: the text before, what was printed, and the
texts behind, or the error.
"""

import contextlib
import importlib.util
import inspect
import io
import json
import pathlib
import sys

import torch
from torch.fx.passes.infra.pass_base import PassBase


class Mixed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4, 4))
        self.register_buffer("offset", torch.ones(4))

    def forward(self, x, y):
        a = torch.nn.functional.silu(x @ self.weight) + self.offset
        b = torch.relu(torch.relu(a - y))
        return torch.cat([a, b, y], 1), b * 2


class Views(torch.nn.Module):
    def forward(self, x):
        y = x.view(2, 6).view(3, 4).sin()
        z = torch.relu(y + x.reshape(3, 4)) * 2
        full = torch.full((4,), 1.5)
        return (z + full).sum(1) * 2, z.cos().detach()


class Joined(torch.nn.Module):
    def forward(self, x, y):
        parts = torch.split(x, 2, 1)
        joined = torch.cat([parts[0], y, parts[1]], dim=1)
        mean, best = joined.mean(dim=[0, 1], keepdim=True), torch.topk(joined, 2, dim=-1)
        return torch.relu(mean + best[0]), torch.nn.functional.softmax(joined.to(torch.float64), -1)


GRAPHS = {
    "mixed": (Mixed, (torch.ones(3, 4), torch.ones(3, 4))),
    "views": (Views, (torch.ones(3, 4),)),
    "joined": (Joined, (torch.ones(3, 4), torch.ones(3, 2))),
}


def exported(name):
    make, inputs = GRAPHS[name]
    return torch.export.export(make(), inputs, strict=False).graph_module


def pass_of(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own = [
        value
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
        and (
            inspect.isfunction(value) or inspect.isclass(value) and (hasattr(value, "call") or "__call__" in dir(value))
        )
        and not inspect.isabstract(value)
    ]
    named = NAMES.get(path.stem)
    return getattr(module, named) if named else own[-1]


# Where a file has more than its pass.
NAMES = {"rewrite_pattern": "rewrite", "filtered_pattern": "rewrite", "trace_new": "trace", "manager": "manage"}
NAMES |= {"swap_ops": "swap", "interpret_shapes": "shapes"}


def run(function, gm):
    made = function() if inspect.isclass(function) else function
    takes_graph = not isinstance(made, PassBase) and "Graph'" in str(
        list(inspect.signature(made).parameters.values())[0].annotation
    )
    result = made(gm.graph if takes_graph else gm)
    if result is None or not hasattr(result, "graph_module") and hasattr(result, "modified"):
        return gm
    return result.graph_module if hasattr(result, "graph_module") else result


def texts(gm):
    return {
        "readable": gm.print_readable(print_output=False),
        "code": gm.code,
        "graph": str(gm.graph),
    }


def main():
    with open(sys.argv[1], "w") as out:
        for path in sorted(pathlib.Path("passes").glob("*.py")):
            for name in GRAPHS:
                gm = exported(name)
                row = {"pass": path.stem, "graph": name, "before": gm.print_readable(print_output=False)}
                function = pass_of(path)
                row["name"] = function.__name__
                printed = io.StringIO()
                try:
                    with contextlib.redirect_stdout(printed):
                        made = run(function, gm)
                        made.recompile()
                    row["after"] = texts(made)
                except Exception as error:
                    row["error"] = f"{type(error).__name__}: {error}"
                row["printed"] = printed.getvalue()
                out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
