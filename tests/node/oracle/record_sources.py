"""Records anew what torch.export captures of the modules in data/repository_captures.jsonl.gz. Usage: record_sources.py
IN OUT [NAME...]

A row has name, source, inputs as annotations (as `trace` takes them) and `sizes`, the bounds of sizes that are symbols.
Rows without a recording, or those that are named, are recorded; the others stay. Models are written as people write
them in repositories: several classes, configurations, helpers.

Each mode of each row has a process of its own: what Dynamo finds out about a class of PyTorch's (that an instance has
hooks, say) it keeps for all that the process captures afterwards, and then it names modules by their addresses."""

import gzip
import json
import linecache
import multiprocessing
import sys
import types

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass

REAL = set_grad_pass.replace_set_grad_with_hop_pass
SEEN = []
LONG = {
    "f32": torch.float32,
    "f64": torch.float64,
    "i64": torch.int64,
    "i32": torch.int32,
    "b8": torch.bool,
    "u8": torch.uint8,
}
SHORT = {long: short for short, long in LONG.items()}


def hook(gm, signature):
    stacks = [
        [[k, *v] for k, v in n.meta["nn_module_stack"].items()] if n.meta.get("nn_module_stack") else None
        for n in gm.graph.nodes
    ]
    SEEN.append({"readable": gm.print_readable(print_output=False), "str": str(gm.graph), "modules": stacks})
    return REAL(gm, signature)


set_grad_pass.replace_set_grad_with_hop_pass = hook


def load(name, source):
    module = types.ModuleType("models")
    file = f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    sys.modules["models"] = module
    exec(compile(source, file, "exec"), module.__dict__)
    return module


def tensor(t):
    data = t.detach().reshape(-1).tolist()
    data = [
        ("nan" if x != x else "inf" if x == float("inf") else "-inf" if x == float("-inf") else x)
        if isinstance(x, float)
        else int(x)
        for x in data
    ]
    return {"dtype": SHORT[t.dtype], "shape": list(t.shape), "data": data}


class Inputs:
    def __init__(self, sizes):
        self.sizes = sizes
        self.dims = {
            name: torch.export.Dim(f"d_{name}", min=row["low"], max=row["high"]) for name, row in sizes.items()
        }

    def value(self, given):
        """An example, and which of its dimensions are symbols."""
        if isinstance(given, list):
            parts = [self.value(one) for one in given]
            return [part[0] for part in parts], [part[1] for part in parts]
        if isinstance(given, dict) and "tuple" in given:
            parts = [self.value(one) for one in given["tuple"]]
            return tuple(part[0] for part in parts), tuple(part[1] for part in parts)
        if isinstance(given, dict) and "dict" in given:
            parts = {key: self.value(one) for key, one in given["dict"].items()}
            return {key: part[0] for key, part in parts.items()}, {key: part[1] for key, part in parts.items()}
        if isinstance(given, dict):
            return eval(given["value"]), None
        dtype, shape = given.rstrip("]").split("[")
        names = [one.strip() for one in shape.split(",") if one.strip()]
        sizes = [3 + sorted(self.sizes).index(one) if one in self.sizes else int(one) for one in names]
        out = torch.randn(sizes) if dtype.startswith("f") else torch.zeros(sizes)
        return out.to(LONG[dtype]), {d: self.dims[one] for d, one in enumerate(names) if one in self.dims}


def make(row):
    module = load(row["name"], row["source"])
    torch.manual_seed(0)
    return module.M()


def state(row):
    made = make(row)
    held = {**dict(made.named_parameters()), **dict(made.named_buffers())}
    return {"state": {k: tensor(v) for k, v in held.items() if v.numel() <= 32}}


def capture(row, mode):
    """What the capture gives, even if a pass after it fails."""
    made = make(row)
    inputs, dynamic = Inputs(row.get("sizes", {})).value({"tuple": row["inputs"]})
    try:
        torch.export.export_for_training(
            made, inputs, strict=mode == "strict", dynamic_shapes=dynamic if row.get("sizes") else None
        )
    except Exception as e:
        print(row["name"], mode, type(e).__name__, str(e)[:200], file=sys.stderr)
        if not SEEN:
            return {f"{mode}_error": type(e).__name__}
    return {mode: SEEN[0]}


def apart(function, *args):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(function, args)


def record(row):
    out = {key: row[key] for key in ("name", "source", "inputs", "sizes") if key in row}
    out.update(apart(state, row))
    for mode in ("nonstrict", "strict"):
        out.update(apart(capture, row, mode))
    return out


with gzip.open(sys.argv[1], "rt") as f:
    rows = [json.loads(line) for line in f]
names = sys.argv[3:]
with gzip.GzipFile(sys.argv[2], "wb", mtime=0) as f:
    for row in rows:
        again = row["name"] in names if names else "nonstrict" not in row and "nonstrict_error" not in row
        f.write((json.dumps(record(row) if again else row, separators=(",", ":")) + "\n").encode())
