"""Records what passes of data/python_passes/edge make of small programs: record_edge_passes.py OUT.jsonl [FOLDER]

Run it with PyTorch 2.6 in a folder that has `edge` beside it, and ExecuTorch 0.5 in the path: the graphs are those of
`torch.export` and those that `to_edge` makes of them. A line is a pass on a program: its text before, what was printed,
and the texts behind. FOLDER `newest` is recorded with PyTorch 2.14, and ExecuTorch and torchao of August 2026.
"""

import contextlib
import copy
import importlib.util
import inspect
import io
import json
import pathlib
import sys
import types

import torch
import torch.ao.quantization.fx._decomposed
from executorch.exir import EdgeCompileConfig, to_edge
from torch.fx.passes.infra.pass_base import PassBase


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3)
        self.norm = torch.nn.BatchNorm2d(4)
        self.register_buffer("lost", torch.ones(4), persistent=False)
        self.eval()

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x)))
        z = torch.nn.functional.layer_norm(y.permute(0, 2, 3, 1), [4]) + self.lost
        return z, z.to(torch.float64) * 2 + torch.tensor(1.5)


class Quantized(torch.nn.Module):
    def forward(self, x):
        ops = torch.ops.quantized_decomposed
        a = ops.quantize_per_tensor.default(x, 0.1, 0, -128, 127, torch.int8)
        b = ops.dequantize_per_tensor.default(a, 0.1, 0, -128, 127, torch.int8)
        return torch.relu(b).clone(), b.view(-1).sin()


class Sized(torch.nn.Module):
    def forward(self, x, y):
        n = x.shape[0]
        return torch.relu(x).view(n * 4), torch.full((n,), 2.0) + y, x.to(torch.int32)


class Counted(torch.nn.Module):
    def forward(self, x, n):
        count = n.item()
        torch._check(count >= 2)
        torch._check(count < 64)
        return torch.relu(x) * 2, torch.zeros(count, 4) + 1.0


SIZE = torch.export.Dim("n", min=2, max=64)
PROGRAMS = {
    "layers": (Layers, (torch.ones(1, 3, 6, 6),), None),
    "quantized": (Quantized, (torch.ones(2, 3),), None),
    "sized": (Sized, (torch.ones(3, 4), torch.ones(3)), ({0: SIZE}, {0: SIZE})),
}
# Programs of the newest set alone.
LATER = {"counted": (Counted, (torch.ones(3, 4), torch.tensor(5)), None)}
# Passes that are of one kind of graph only.
ONLY = {
    "callbacks": ".aten",
    "fused": "layers.edge",
    "kinds": "sized.aten",
    "made": ".aten",
    "matcher": ".aten",
    "settings": "layers.aten",
    "to_edge": ".aten",
    "traced": "quantized.aten",
    "attribute_names": "layers.aten",
    "const_folded": ".aten",
    "decomposed": ".aten",
    "capital_names": "d.aten",
    "edge_again": ".edge",
    "edge_kinds": ".edge",
    "edge_split": ".edge",
    "lambdas": "d.aten",
    "remembered": "counted.edge",
    "uneven_lists": "layers.aten",
}


def programs(folder):
    known = PROGRAMS if folder == "edge" else {**PROGRAMS, **LATER}
    for name, (make, inputs, sizes) in known.items():
        # `to_edge` changes the program that it is given.
        first, second = (torch.export.export(make(), inputs, dynamic_shapes=sizes) for _ in range(2))
        yield f"{name}.aten", first.run_decompositions()
        config = EdgeCompileConfig(_check_ir_validity=False)
        yield f"{name}.edge", to_edge(second, compile_config=config).exported_program()


def pass_of(path):
    if path.stem in ("missing_package", "tables"):
        for name in ("a_package_of_a_backend.operators", "a_package_of_a_backend", "another_package_of_a_backend"):
            sys.modules[name] = types.ModuleType(name)
        backend = sys.modules["a_package_of_a_backend"]
        backend.operators = sys.modules["a_package_of_a_backend.operators"]
        backend.operators.Template, backend.operators.Base = dict, object
        backend.kinds = types.SimpleNamespace(WIDE=1, NARROW=2, TABLE={})
        sys.modules["another_package_of_a_backend"].quantize = None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__][-1]


def run(function, program):
    gm = program.graph_module
    made = function
    if inspect.isclass(function):
        made = function(program) if "exported_program" in inspect.signature(function).parameters else function()
    result = made(gm)
    if isinstance(result, torch.fx.GraphModule):
        return result
    return result.graph_module if isinstance(made, PassBase) else gm


def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else "edge"
    known = dict(programs(folder))
    texts = {name: str(program) for name, program in known.items()}
    with open(sys.argv[1], "w") as out:
        for path in sorted(pathlib.Path(folder).glob("*.py")):
            for name, program in known.items():
                wanted = ONLY.get(path.stem, "")
                if wanted not in name or (name.split(".")[0] in LATER and not wanted.startswith(tuple(LATER))):
                    continue
                function = pass_of(path)
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    made = run(function, copy.deepcopy(program))
                made.recompile()
                row = {"pass": path.stem, "name": function.__name__, "graph": name, "before": texts[name]}
                row |= {"after": {"graph": str(made.graph), "code": made.code}, "printed": printed.getvalue()}
                if folder != "edge":
                    row["after"]["readable"] = made.print_readable(print_output=False)
                out.write(json.dumps(row) + "\n")


main()
