"""Records what torch.fx.symbolic_trace makes of calls of torch.nn.functional and torch.functional.

    torch record_traced_functions.py OUT.json      # PyTorch 2.6.0

{"python": ["torch.nn.functional.relu(input, *, inplace=False)", ...]  functions written in Python: what the node calls,
what it gets by place,
                                                                        and by keyword behind the `*`, in that order
 "own": {function: function}  those that record another name, with the arguments as they are written
 "methods": {function: method},
 "calls": [{call, line}]  calls and the line of str(graph) that they give}
"""

import inspect
import json
import sys
import warnings

import torch
import torch.fx as fx
import torch.nn.functional as F

warnings.simplefilter("ignore")
SKIP = {"handle_torch_function", "boolean_dispatch", "assert_int_or_pair", "multi_head_attention_forward"}


def traced(function, args, kwargs):
    graph = fx.Graph()
    tracer = fx.proxy.GraphAppendingTracer(graph)
    result = function(*[fx.Proxy(graph.placeholder(a), tracer) if isinstance(a, str) else a for a in args], **kwargs)
    return [n for n in graph.nodes if n.op != "placeholder"], result


def text(value):
    return repr(value)


def candidates():
    for name in sorted(dir(F)):
        f = getattr(F, name)
        if (
            callable(f)
            and not inspect.isclass(f)
            and not name.startswith("_")
            and not name.startswith("has_torch")
            and name not in SKIP
        ):
            yield "torch.nn.functional." + name, name, f
    for name in torch.functional.__all__:
        yield "torch." + name, name, getattr(torch, name)


def main():
    out = {"python": [], "own": {}, "methods": {}, "calls": []}
    for path, name, f in candidates():
        if not inspect.isfunction(f) or isinstance(f, torch._C.ScriptFunction):
            shown = torch.fx.graph._get_qualified_name(f) if hasattr(f, "__name__") else path
            if shown != path and not shown.startswith("typing."):
                out["own"][path] = shown
            continue
        plain = getattr(F, "_" + name, None) if "dispatch" in f.__code__.co_name or f.__code__.co_name == "fn" else f
        plain = plain or {
            "unique": torch.functional._return_output,
            "unique_consecutive": torch.functional._consecutive_return_output,
            "lu": torch.functional._lu_no_infos,
        }.get(name, f)
        signature = inspect.signature(plain)
        parameters = list(signature.parameters.values())
        if any(p.kind == p.VAR_POSITIONAL for p in parameters):
            nodes = []
            for given in (["x", "y"], ["x"]):
                try:
                    nodes, _ = traced(f, given, {})
                    break
                except Exception:
                    pass
            extra = (
                ""
                if not nodes or not nodes[-1].kwargs
                else ", *, " + ", ".join(f"{k}={text(v)}" for k, v in nodes[-1].kwargs.items())
            )
            if nodes or name in ("einsum", "meshgrid"):
                target = torch.fx.graph._get_qualified_name(nodes[-1].target) if nodes else "torch.functional." + name
                out["own"][path] = target
            continue
        given = [p.name for p in parameters if p.default is p.empty and p.kind in (0, 1)]
        kwargs = {"output_size": 2} if name.startswith("fractional") else {}
        try:
            nodes, _ = traced(f, given, kwargs)
        except Exception as error:
            print("left out:", path, type(error).__name__, error)
            continue
        if len(nodes) != 1:
            print("left out:", path, len(nodes), "nodes")
            continue
        node = nodes[0]
        if node.op == "call_method":
            out["methods"][path] = node.target
            continue
        by_place = [str(a.target) if isinstance(a, fx.Node) else None for a in node.args]
        by_name = {k: (None if k in kwargs else v) for k, v in node.kwargs.items()}
        order = [p.name for p in parameters]
        target = torch.fx.graph._get_qualified_name(node.target)
        row = [a for a in by_place]
        behind = [k if isinstance(v, fx.Node) else f"{k}={text(v)}" for k, v in by_name.items()]
        # A parameter that is taken and not recorded has a minus sign.
        behind += [
            f"-{p.name}={p.default!r}"
            for p in parameters
            if p.name not in by_place and p.name not in by_name and p.default is not p.empty
        ]
        shown = f"{target}({', '.join(row + (['*'] + behind if behind else []))})"
        if order != by_place + list(by_name):
            print("order:", path, order, "recorded", shown)
        out["python"].append(shown if target == path or path == "torch." + name else path + " = " + shown)
        optional = [p for p in parameters if p.default is not p.empty and p.kind in (0, 1)]
        more = [f"{k}={v!r}" for k, v in kwargs.items()]
        out["calls"].append(record(path, given, more))
        if optional and not kwargs and len(out["calls"]) % 2:
            out["calls"].append(record(path, given + [f"{optional[0].default!r}"], []))
        if optional and not kwargs:
            out["calls"].append(record(path, given, [f"{optional[-1].name}={optional[-1].default!r}"]))
    for path in ["linear", "gelu", "conv2d", "sigmoid", "tanh", "logsigmoid", "prelu"]:
        out["calls"].append(
            record(
                "torch.nn.functional." + path,
                ["x"] if path in ("gelu", "sigmoid", "tanh", "logsigmoid") else ["x", "w"],
                [],
            )
        )
    out["calls"].append(record("torch.nn.functional.avg_pool2d", ["x", "2"], []))
    for path in ["max_pool2d", "adaptive_max_pool1d"]:
        out["calls"].append(record("torch.nn.functional." + path, ["x", "2"], ["return_indices=True"]))
    return out


def record(path, given, more):
    """A call with names for what is given, and the graph of it."""
    names = [name for name in given if name.isidentifier() and name not in ("None", "True", "False")]
    source = f"lambda {', '.join(names)}: {path}({', '.join(given + more)})"
    graph = fx.symbolic_trace(eval(source, {"torch": torch})).graph
    return {"source": source, "graph": str(graph)}


result = main()
with open(sys.argv[1], "w") as stream:
    json.dump(result, stream, indent=0)
for row in result["python"]:
    print(row)
print(result["own"])
print(result["methods"])
