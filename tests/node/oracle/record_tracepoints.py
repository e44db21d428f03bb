"""Records what CollectTracepointsPass does inside of torch.export(preserve_module_call_signature=...).

    torch record_tracepoints.py OUT.json      # PyTorch 2.6.0

Rows: {title, before: a program in Seesaw's JSON (the metadata holds the module stacks), after: str(graph), stacks after
it by name of the node, outputs of the signature, calls: {path: [inputs, outputs]}}."""

import json
import sys

import torch
from torch._export.passes import collect_tracepoints_pass
from torch.export import export


def arg(value, ids):
    inner = lambda v: arg(v, ids)
    if isinstance(value, torch.fx.Node):
        return {"n": ids[value]}
    if isinstance(value, tuple):
        return {"t": [inner(v) for v in value]}
    if isinstance(value, list):
        return [inner(v) for v in value]
    if isinstance(value, dict):
        return {"d": [[k, inner(v)] for k, v in value.items()]}
    if isinstance(value, float):
        return {"f": repr(value)}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return {"text": str(value)}


def stack(node):
    return [[key, list(value)] for key, value in node.meta.get("nn_module_stack", {}).items()]


def program(gm, signature):
    ids, metas, nodes = {}, [], []
    for node in gm.graph.nodes:
        ids[node] = len(ids)
        entries = []
        if isinstance(node.meta.get("val"), torch.Tensor):
            entries.append(["val", {"tensor_meta": {"dtype": "float32", "shape": list(node.meta["val"].shape)}}])
        if "nn_module_stack" in node.meta:
            entries.append(
                [
                    "nn_module_stack",
                    {"d": [[k, {"t": [v[0], str(v[1])]}] for k, v in node.meta["nn_module_stack"].items()]},
                ]
            )
        target = (
            node.target
            if isinstance(node.target, str)
            else torch.fx.node._get_qualified_name(node.target)
            if not hasattr(node.target, "_schema")
            else "torch.ops." + str(node.target)
        )
        if "_operator." in target:
            target = target.replace("_operator.", "operator.")
        nodes.append(
            {
                "id": ids[node],
                "op": node.op,
                "name": node.name,
                "target": target,
                "args": [arg(a, ids) for a in node.args],
                "kwargs": {k: arg(v, ids) for k, v in node.kwargs.items()},
                "meta": len(metas),
            }
        )
        metas.append(entries)
    spec = lambda s: {
        "kind": s.kind.name,
        "arg": {"type": type(s.arg).__name__, "name": s.arg.name},
        "target": s.target,
    }
    return {
        "format": "seesaw.program",
        "version": 1,
        "modules": [{"class": "GraphModule", "nodes": nodes}],
        "metas": metas,
        "signature": {
            "input_specs": [spec(s) for s in signature.input_specs],
            "output_specs": [spec(s) for s in signature.output_specs],
        },
    }


class Sub(torch.nn.Module):
    def forward(self, x, k=2):
        return torch.sin(x) * k, x + 1


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()

    def forward(self, x):
        a, b = self.sub(x)
        return a - b


class Nested(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.sub = Sub()

    def forward(self, x):
        y, z = self.sub(x, 3)
        return self.inner(y) + self.inner(z), z


class Direct(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()

    def forward(self, x):
        return self.sub(x)


def main():
    rows = []
    original = collect_tracepoints_pass.CollectTracepointsPass.call

    def call(self, gm):
        row = {"title": title, "before": program(gm, self.sig)}
        result = original(self, gm)
        row["after"] = str(gm.graph)
        row["stacks"] = {node.name: stack(node) for node in gm.graph.nodes if node.op == "call_function"}
        row["outputs"] = [s.arg.name for s in self.sig.output_specs]
        names = lambda specs: ", ".join(s.name or repr(s.value) for s in specs)
        row["calls"] = {path: [names(s.inputs), names(s.outputs)] for path, s in self.specs.items() if path}
        rows.append(row)
        return result

    collect_tracepoints_pass.CollectTracepointsPass.call = call
    for title, module, preserved in (
        ("one module", Direct(), ("sub",)),
        ("modules in modules", Nested(), ("sub", "inner", "inner.sub")),
        ("one of several", Nested(), ("inner.sub",)),
    ):
        for strict in (True, False):
            try:
                export(module, (torch.ones(3),), strict=strict, preserve_module_call_signature=preserved)
                rows[-1]["title"] = title + (", strict" if strict else ", not strict")
            except Exception as error:
                print("not recorded:", title, strict, type(error).__name__, error)
    with open(sys.argv[1], "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
    print(len(rows), "rows")


main()
