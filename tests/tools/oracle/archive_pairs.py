"""Twenty programs with weights, constants, dynamic shapes and nested regions, saved by the PyTorch that runs this.

    python3 -B archive_pairs.py OUT_FOLDER

OUT_FOLDER gains NAME.pt2 and recorded.json: the text of the graph after torch.export.load, and inputs, weights and
results as numbers. Each program has a linear layer, a buffer, a constant of its own, a batch of dynamic size, and one
of five kinds of regions: no_grad, autocast, cond, nested ones, none."""

import json
import linecache
import os
import sys
import warnings

import torch

warnings.simplefilter("ignore")
REGIONS = {
    "no_grad": "with torch.no_grad():\n            y = y.{a}() + self.k",
    "autocast": "with torch.autocast('cpu', dtype=torch.bfloat16):\n            y = (y @ self.w).to(torch.float32)\n        y = y.{a}()",
    "cond": "y = torch.cond(y.sum() > 0, lambda t: t.{a}(), lambda t: t.{b}() + 1, (y,))",
    "nested": "with torch.no_grad():\n            y = y.{a}()\n            with torch.enable_grad():\n                z = y.{b}() + self.k\n            y = y + z",
    "none": "y = torch.cat([y.{a}(), y.{b}()], 1)[:, 1:5] + x.shape[0]",
}
PAIRS = [("sin", "cos"), ("exp", "neg"), ("relu", "abs"), ("tanh", "sigmoid")]
TEXT = """
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 4)
        self.w = torch.nn.Parameter(torch.eye(4) / 2)
        self.register_buffer("b", torch.arange(4.0))
        self.k = torch.tensor([0.5, -0.25, 0.125, 2.0])

    def forward(self, x):
        y = self.lin(x) * self.b
        {region}
        return y * self.k, y.sum(0)
"""


def module(region, pair):
    text = TEXT.format(region=REGIONS[region].format(a=pair[0], b=pair[1]))
    path = "/models/%s_%s.py" % (region, pair[0])
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    scope = {"torch": torch}
    exec(compile(text, path, "exec"), scope)
    torch.manual_seed(len(region) + len(pair[0]))
    return scope["M"]()


def datum(value):
    names = {torch.float32: "f32", torch.int64: "i64", torch.bool: "b8", torch.bfloat16: "bf16"}
    return {"dtype": names[value.dtype], "shape": list(value.shape), "data": value.detach().flatten().tolist()}


def main(out):
    os.makedirs(out, exist_ok=True)
    rows = {}
    for region in REGIONS:
        for pair in PAIRS:
            name = "%s_%s" % (region, pair[0])
            x = torch.linspace(-1, 1, 6).reshape(2, 3)
            export = getattr(torch.export, "export_for_training", torch.export.export)
            program = export(module(region, pair), (x,), dynamic_shapes=({0: torch.export.Dim("n", min=2, max=64)},))
            file = "%s/%s.pt2" % (out, name)
            torch.export.save(program, file)
            loaded = torch.export.load(file)
            given = torch.linspace(-0.7, 1.1, 9).reshape(3, 3)
            state = {**loaded.state_dict, **loaded.constants}
            rows[name] = {
                "graph": str(loaded.graph),
                "ranges": str(loaded.range_constraints),
                "inputs": [datum(given)],
                "state": {key: datum(value) for key, value in state.items() if isinstance(value, torch.Tensor)},
                "outputs": [datum(value) for value in loaded.module()(given)],
            }
    json.dump({"torch": torch.__version__, "programs": rows}, open(out + "/recorded.json", "w"), indent=0)
    print(len(rows), "programs")


if __name__ == "__main__":
    main(sys.argv[1])
