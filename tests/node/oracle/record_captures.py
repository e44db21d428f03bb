"""Records what torch.export captures of the modules in capture_sources.py. Usage: record_captures.py OUT.json
[functional SOURCES]

With `functional`, what the older path gives (ir=functional) of the modules in functional_sources.py, or in another file
of that form.

Each row: source, inputs as annotations, and for strict and non-strict mode the graph before the set_grad pass
(readable, str), its module stacks, and the initial values after torch.manual_seed(0)."""

import importlib
import json
import linecache
import sys
import types
from unittest import mock

import torch
import torch.export._trace
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import capture_sources

REAL = set_grad_pass.replace_set_grad_with_hop_pass
SEEN = []
SHORT = {torch.float32: "f32", torch.int64: "i64", torch.bool: "b8"}


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
    return {
        "dtype": SHORT[t.dtype],
        "shape": list(t.shape),
        "data": [int(x) if isinstance(x, bool) else x for x in data],
    }


def annotation(t, dynamic):
    """With one symbol for what is dynamic."""
    return (
        f"{SHORT[t.dtype]}[{', '.join('s0' if d in (dynamic or {}) else str(size) for d, size in enumerate(t.shape))}]"
    )


FUNCTIONAL = sys.argv[2:3] == ["functional"]


def export(made, inputs, strict, dynamic):
    if not FUNCTIONAL:
        return torch.export.export_for_training(made, inputs, strict=strict, dynamic_shapes=dynamic)
    with mock.patch("torch._utils_internal.export_training_ir_rollout_check", lambda: False):
        return torch.export._trace._export(made, inputs, strict=strict, dynamic_shapes=dynamic, pre_dispatch=True)


def record(name, source, inputs, dynamic):
    module = load(name, capture_sources.HEAD + source)
    row = {
        "name": name,
        "source": capture_sources.HEAD + source,
        "inputs": [annotation(t, dynamic and dynamic[n]) for n, t in enumerate(inputs)],
    }
    torch.manual_seed(0)
    made = module.M()
    state = {**dict(made.named_parameters()), **dict(made.named_buffers())}
    if not FUNCTIONAL:
        row["state"] = {k: tensor(v) for k, v in state.items() if v.numel() <= 64}
    for strict in (False, True):
        SEEN.clear()
        try:
            export(made, inputs, strict, dynamic)
            row["strict" if strict else "nonstrict"] = {"str": SEEN[0]["str"]} if FUNCTIONAL else SEEN[0]
        except Exception as e:
            print(name, "strict" if strict else "nonstrict", type(e).__name__, str(e)[:200], file=sys.stderr)
    return row


rows = [
    record(*row)
    for row in (
        importlib.import_module((sys.argv[3:] or ["functional_sources"])[0]) if FUNCTIONAL else capture_sources
    ).rows()
]
with open(sys.argv[1], "w") as f:
    f.write(
        '{"torch": "2.6.0", "rows": [\n' + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]}\n"
    )
