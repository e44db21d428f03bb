"""Writes graphs of PyTorch 2.6.0 in the recorded format that `seesaw replay` reads.

Helpers shared by the record_*.py scripts beside this file. They run on a machine with PyTorch 2.6.0; the project's
tests need only what they wrote.
"""

import json
import re

import torch
import torch.fx as fx

SHORT = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "u8",
    torch.uint16: "u16",
    torch.uint32: "u32",
    torch.uint64: "u64",
    torch.bool: "b8",
    torch.complex32: "c32",
    torch.complex64: "c64",
    torch.complex128: "c128",
    torch.float8_e4m3fn: "f8e4m3fn",
    torch.float8_e5m2: "f8e5m2",
}


def masked(text):
    return re.sub(r"0x[0-9a-f]+", "0x...", text)


def error_of(e):
    return {"type": type(e).__name__, "message": masked(str(e))}


def arg(a):
    """An argument; a JSON string is the name of a node."""
    if isinstance(a, fx.Node):
        return a.name
    if a is None or isinstance(a, bool):
        return a
    if isinstance(a, torch.SymInt):
        return {"symint": str(a)}
    if isinstance(a, torch.SymFloat):
        return {"symfloat": str(a)}
    if isinstance(a, torch.SymBool):
        return {"symbool": str(a)}
    if isinstance(a, int):
        return a
    if isinstance(a, float):
        return {"f": repr(a)}
    if isinstance(a, complex):
        return {"c": repr(a)}
    if isinstance(a, str):
        return {"s": a}
    if isinstance(a, tuple):
        return {"t": [arg(v) for v in a]}
    if isinstance(a, list):
        return [arg(v) for v in a]
    if isinstance(a, dict):
        return {"d": [[k if isinstance(k, str) else arg(k), arg(v)] for k, v in a.items()]}
    if isinstance(a, slice):
        return {"slice": [arg(a.start), arg(a.stop), arg(a.step)]}
    if isinstance(a, range):
        return {"range": [a.start, a.stop, a.step]}
    if isinstance(a, torch.dtype):
        return {"dtype": str(a)}
    if isinstance(a, torch.device):
        return {"device": str(a)}
    if isinstance(a, torch.memory_format):
        return {"memory_format": str(a)}
    if isinstance(a, torch.layout):
        return {"layout": str(a)}
    if a is Ellipsis:
        return {"ellipsis": True}
    if isinstance(a, torch._ops.HigherOrderOperator):
        return {"op": a.name()}
    if isinstance(a, torch._ops.OpOverload):
        return {"op": str(a)}
    if isinstance(a, torch.Tensor):
        return {"tensor": [str(a.dtype), list(a.shape)]}
    if callable(a):
        return {"callable": fx.node._get_qualified_name(a)}
    return {"other": masked(repr(a))}


def size(s):
    return int(s) if isinstance(s, int) else str(s)


def val(v):
    if v is None:
        return None
    if isinstance(v, torch.Tensor):
        out = {"t": SHORT[v.dtype], "s": [size(s) for s in v.shape]}
        if v.layout is torch.strided:
            out["st"] = [size(s) for s in v.stride()]
        if v.requires_grad:
            out["g"] = 1
        if isinstance(v, torch.nn.Parameter):
            out["p"] = 1
        if not isinstance(v, torch._subclasses.FakeTensor):
            out["real"] = 1
        elif v.constant is not None:
            out["const"] = 1
        if v.device.type != "cpu":
            out["dev"] = str(v.device)
        return out
    if isinstance(v, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        kind = {torch.SymInt: "symint", torch.SymFloat: "symfloat", torch.SymBool: "symbool"}[type(v)]
        return {kind: str(v), **({"hint": v.node.hint if v.node.has_hint() else None} if kind == "symint" else {})}
    if isinstance(v, bool):
        return {"b": v}
    if isinstance(v, int):
        return {"i": v}
    if isinstance(v, float):
        return {"f": repr(v)}
    if isinstance(v, str):
        return {"str": v}
    if isinstance(v, tuple):
        return {"tuple": [val(x) for x in v]}
    if isinstance(v, list):
        return {"list": [val(x) for x in v]}
    if isinstance(v, dict):
        return {"dict": {str(k): val(x) for k, x in v.items()}}
    return {"other": type(v).__name__}


class Tables:
    def __init__(self):
        self.stack_traces, self.nn_module_stacks, self.raw = [], [], []

    @staticmethod
    def index(table, entry):
        if entry not in table:
            table.append(entry)
        return table.index(entry)

    def trace(self, text):
        # One entry for each traceback: printing compares those, and different ones may have one summary.
        if text not in self.raw:
            parsed = fx.graph._parse_stack_trace(text)
            self.raw.append(text)
            self.stack_traces.append(parsed.get_summary_str() if parsed else "")
        return self.raw.index(text)

    def modules(self, stack):
        rows = [
            [k, v[0], v[1] if isinstance(v[1], str) else v[1].__module__ + "." + v[1].__qualname__]
            for k, v in stack.items()
        ]
        return self.index(self.nn_module_stacks, rows)

    def json(self):
        return {"stack_traces": self.stack_traces, "nn_module_stacks": self.nn_module_stacks}


def target_text(n):
    return n.target if isinstance(n.target, str) else n._pretty_print_target(n.target)


def graph_nodes(graph, tables=None):
    nodes = []
    for n in graph.nodes:
        row = {"op": n.op, "name": n.name, "target": target_text(n)}
        if n.args:
            row["args"] = [arg(a) for a in n.args]
        if n.kwargs:
            row["kwargs"] = {k: arg(a) for k, a in n.kwargs.items()}
        if n.users:
            row["users"] = [u.name for u in n.users]
        if n.type is not None:
            row["type"] = str(n.type)
        if "val" in n.meta:
            row["val"] = val(n.meta["val"])
        if tables is not None and n.meta.get("stack_trace") is not None:
            row["st"] = tables.trace(n.meta["stack_trace"])
        if tables is not None and n.op != "output" and n.meta.get("nn_module_stack") is not None:
            row["nn"] = tables.modules(n.meta["nn_module_stack"])
        if "torch_fn" in n.meta:
            row["torch_fn"] = list(n.meta["torch_fn"])
        if "unbacked_bindings" in n.meta:
            row["unbacked"] = {str(k): str(v) for k, v in n.meta["unbacked_bindings"].items()}
        if "tensor_meta" in n.meta:
            row["has_tensor_meta"] = 1
        nodes.append(row)
    return nodes


def pytree(gm):
    gen = gm.graph._codegen
    if not isinstance(gen, fx.graph._PyTreeCodeGen):
        return None
    info = gen.pytree_info
    spec = lambda s: None if s is None else torch.utils._pytree.treespec_dumps(s)
    return {"orig_args": info.orig_args, "in_spec": spec(info.in_spec), "out_spec": spec(info.out_spec)}


def graph_of(gm, tables=None):
    out = {
        "class": gm._get_name() if not hasattr(gm, "_graph") else type(gm).__name__,
        "nodes": graph_nodes(gm.graph, tables),
    }
    children, attrs = {}, {}
    for name, child in gm.named_children():
        if isinstance(child, fx.GraphModule):
            children[name] = graph_of(child, tables)
        else:
            attrs[name] = "module:" + type(child).__name__
    for name, p in gm._parameters.items():
        attrs[name] = {"param": val(p)}
    for name, b in gm._buffers.items():
        attrs[name] = {"buffer": val(b)}
    for name, a in vars(gm).items():
        if isinstance(a, torch.Tensor):
            attrs[name] = {"attr_tensor": val(a)}
    if children:
        out["children"] = children
    if attrs:
        out["attrs"] = attrs
    tree = pytree(gm)
    if tree is not None:
        out["pytree"] = tree
    return out


def texts(gm, parts=("str", "code")):
    """str, code and children; other parts where asked for."""
    out = {}
    if "str" in parts:
        out["str"] = str(gm.graph)
    if "code" in parts:
        out["code"] = gm.graph.python_code("self").src
    if "readable" in parts:
        out["readable"] = gm.print_readable(print_output=False)
    if "module_str" in parts:
        out["module_str"] = str(gm)
    if "tabular" in parts:
        out["tabular"] = masked(tabular(gm.graph))
    children = {n: texts(c, parts) for n, c in gm.named_children() if isinstance(c, fx.GraphModule)}
    if "readable" in parts:
        for name, child in gm.named_children():
            if name in children:
                children[name]["readable"] = (
                    child._graph_readable(name) if hasattr(child, "_graph_readable") else readable_as(child, name)
                )
    if children:
        out["children"] = children
    return out


def readable_as(gm, name):
    return fx.graph_module._print_readable(gm, name, print_output=False)


def tabular(graph):
    import contextlib
    import io

    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        graph.print_tabular()
    return buffer.getvalue()


def snapshot(gm, tables=None, parts=("str", "code", "readable", "module_str", "tabular")):
    return {**texts(gm, parts), "graph": graph_of(gm, tables)}


def signature(sig, with_text=False):
    if sig is None:
        return None

    def argument(a):
        out = {"type": type(a).__name__, "name": getattr(a, "name", None)}
        if hasattr(a, "value"):
            out["value"] = arg(a.value)
        if hasattr(a, "class_fqn"):
            out["class_fqn"] = a.class_fqn
        return out

    def spec(s):
        out = {"kind": s.kind.name, "arg": argument(s.arg), "target": s.target}
        if getattr(s, "persistent", None) is not None:
            out["persistent"] = s.persistent
        return out

    out = {"input_specs": [spec(s) for s in sig.input_specs], "output_specs": [spec(s) for s in sig.output_specs]}
    if with_text:
        out["str"] = str(sig)
    return out


def write(path, data):
    import os

    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        json.dump(data, f, separators=(",", ":"), ensure_ascii=False)
