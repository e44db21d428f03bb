"""Runs scenario programs on PyTorch 2.6.0 and writes what happened as their `expect`.

    torch record_scenarios.py IN.json OUT.json      # a list of {"id", "program", ...} in, the same with "expect" out

The steps are those of the scenario format; an implementation is judged by replaying the result.
"""

import json
import logging
import math
import re
import sys
import types
import warnings

import torch
from torch.autograd import graph as G

# The oracle has no setuptools, which the log's import of a table of names asks for.
stub = types.ModuleType("setuptools.command.build_ext")
stub.build_ext = object
sys.modules.update(
    {
        "setuptools": types.ModuleType("setuptools"),
        "setuptools.command": types.ModuleType("command"),
        stub.__name__: stub,
    }
)
torch.set_num_threads(1)
torch.set_warn_always(True)
DTYPES = {
    "float64": torch.float64,
    "float32": torch.float32,
    "int64": torch.int64,
    "bool": torch.bool,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "int32": torch.int32,
    "uint8": torch.uint8,
    "int16": torch.int16,
    "int8": torch.int8,
}
NAMES = {v: k for k, v in DTYPES.items()}


def number(x):
    if isinstance(x, str):
        return float(x)
    return x


def plain(x):
    if isinstance(x, float):
        return "nan" if math.isnan(x) else "inf" if x == math.inf else "-inf" if x == -math.inf else x
    return x


def encode(v):
    if isinstance(v, torch.Tensor):
        with torch._C.DisableTorchFunctionSubclass():
            data = torch._C._autograd._get_data_attr(v) if hasattr(torch._C._autograd, "_get_data_attr") else v.data
        out = {"shape": list(data.shape), "data": [plain(x) for x in data.reshape(-1).tolist()]}
        if data.dtype != torch.float64:
            out["dtype"] = NAMES[data.dtype]
        return out
    if isinstance(v, G.GradientEdge):
        return {"edge": [encode(v.node), v.output_nr]}
    if isinstance(v, (list, tuple)):
        return [encode(x) for x in v]
    if isinstance(v, dict):
        return {k: encode(x) for k, x in v.items()}
    if v is None or isinstance(v, (bool, int, str)):
        return v
    if isinstance(v, float):
        return plain(v)
    return {"node": v.name()}


class Raised(Exception):
    pass


class Frame:
    def __init__(self, outer):
        self.outer, self.names = outer, {}

    def get(self, name):
        frame = self
        while frame is not None:
            if name in frame.names:
                return frame.names[name]
            frame = frame.outer
        raise NameError(name)

    def top(self):
        frame = self
        while frame.outer is not None:
            frame = frame.outer
        return frame


def undefined_grad(x):
    return torch._C._functions.UndefinedGrad()(x)


def delayed_error(x, text):
    return torch._C._functions.DelayedError(text, 1)(x)


SPECIAL = {
    "undefined_grad": undefined_grad,
    "delayed_error": delayed_error,
    "to": lambda x, dtype: x.to(DTYPES[dtype]),
    "slice": lambda x, d, s, e, step=1: torch.ops.aten.slice(x, d, s, e, step),
    "clamp": lambda x, lo=None, hi=None: x.clamp(lo, hi),
    "clamp_": lambda x, lo=None, hi=None: x.clamp_(lo, hi),
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "gt": lambda a, b: a > b,
    "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b,
    "le": lambda a, b: a <= b,
    "eq": lambda a, b: a == b,
    "where": torch.where,
    "cat": torch.cat,
    "stack": torch.stack,
    "var_mean": lambda x, d: torch.var_mean(x, d),
    "matmul": torch.matmul,
    "mm": torch.mm,
    "mv": torch.mv,
    "dot": torch.dot,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
}


class Run:
    def __init__(self):
        self.trace, self.functions, self.passes = [], {}, {}

    def value(self, e, f):
        if isinstance(e, str):
            return f.get(e)
        if isinstance(e, list):
            return [self.value(x, f) for x in e]
        if not isinstance(e, dict):
            return e
        if "str" in e:
            return e["str"]
        if "dtype" in e:
            return e["dtype"]
        if "item" in e:
            return self.value(e["item"][0], f)[e["item"][1]]
        return self.value(e["grad_of"], f).grad

    def function(self, spec, frame):
        def fn(*args):
            inner = Frame(frame)
            inner.names.update(zip(spec.get("params", []), args))
            del args
            self.steps(spec.get("body", []), inner)
            out = self.value(spec.get("return"), inner)
            return tuple(out) if isinstance(out, list) else out

        fn.__name__ = spec.get("name", "hook")
        return fn

    def steps(self, steps, f):
        for step in steps:
            self.step(step, f)

    def step(self, s, f):
        try:
            getattr(self, "do_" + s["op"])(s, f)
        except Exception as e:  # noqa: BLE001
            if "catch" not in s or isinstance(e, (NameError, AttributeError, KeyError)):
                raise
            name = type(e).__name__
            self.trace.append(
                {
                    "ev": "error",
                    "label": s["catch"],
                    "type": name,
                    "message": re.sub(r"0x[0-9a-f]{6,}", "0xADDR", str(e)),
                }
            )
        else:
            if "catch" in s:
                self.trace.append({"ev": "ok", "label": s["catch"]})

    def bind(self, out, result, f):
        if isinstance(out, str):
            f.names[out] = result
        elif isinstance(out, list):
            for name, value in zip(out, result):
                if name is not None:
                    f.names[name] = value

    def do_leaf(self, s, f):
        dtype = DTYPES[s.get("dtype", "float64")]
        f.names[s["out"]] = (
            torch.tensor([number(x) for x in s["data"]], dtype=dtype)
            .reshape(s["shape"])
            .clone()
            .requires_grad_(s.get("requires_grad", False))
        )

    def do_call(self, s, f):
        args = self.value(s.get("args", []), f)
        named = {k: self.value(v, f) for k, v in s.get("kwargs", {}).items()}
        fn = SPECIAL.get(s["fn"])
        if fn is None and not hasattr(args[0], s["fn"]):
            fn = getattr(torch.nn.functional, s["fn"])
        result = fn(*args, **named) if fn else getattr(args[0], s["fn"])(*args[1:], **named)
        del args
        self.bind(s.get("out"), result, f)

    def do_let(self, s, f):
        f.names[s["out"]] = self.value(s["value"], f)

    def do_del(self, s, f):
        for name in s["names"]:
            del f.names[name]

    def do_set_grad(self, s, f):
        self.value(s["of"], f).grad = self.value(s["value"], f)

    def do_set_requires_grad(self, s, f):
        self.value(s["of"], f).requires_grad = s["value"]

    def do_increment_version(self, s, f):
        G.increment_version(self.value(s["of"], f))

    def do_retain_grad(self, s, f):
        self.value(s["of"], f).retain_grad()

    def do_set_data(self, s, f):
        self.value(s["of"], f).data = self.value(s["value"], f)

    def do_grad_fn(self, s, f):
        f.names[s["out"]] = self.value(s["of"], f).grad_fn

    def do_next(self, s, f):
        f.names[s["out"]] = self.value(s["of"], f).next_functions[s["index"]][0]

    def do_grad_accumulator(self, s, f):
        f.names[s["out"]] = G.get_gradient_edge(self.value(s["of"], f)).node

    def do_gradient_edge(self, s, f):
        f.names[s["out"]] = G.get_gradient_edge(self.value(s["of"], f))

    def do_set_metadata(self, s, f):
        self.value(s["node"], f).metadata[s["key"]] = self.value(s["value"], f)

    def handle(self, s, f, handle):
        if "handle" in s:
            f.top().names[s["handle"]] = handle

    def do_register_hook(self, s, f):
        self.handle(s, f, self.value(s["on"], f).register_hook(self.function(s["fn"], f)))

    def do_node_prehook(self, s, f):
        self.handle(s, f, self.value(s["on"], f).register_prehook(self.function(s["fn"], f)))

    do_node_hook = do_register_hook

    def do_register_post_accumulate_grad_hook(self, s, f):
        self.handle(s, f, self.value(s["on"], f).register_post_accumulate_grad_hook(self.function(s["fn"], f)))

    def do_multi_grad_hook(self, s, f):
        named = {"mode": s["mode"]} if "mode" in s else {}
        self.handle(s, f, G.register_multi_grad_hook(self.value(s["tensors"], f), self.function(s["fn"], f), **named))

    def do_queue_callback(self, s, f):
        torch.autograd.variable.Variable._execution_engine.queue_callback(self.function(s["fn"], f))

    def do_remove(self, s, f):
        self.value(s["handle"], f).remove()

    def do_register_saved_hooks(self, s, f):
        getattr(self.value(s["node"], f), "_raw_saved_" + s["slot"]).register_hooks(
            self.function(s["pack"], f), self.function(s["unpack"], f)
        )

    def do_backward(self, s, f):
        named = {k: s[k] for k in ("retain_graph", "create_graph") if k in s}
        if "inputs" in s:
            named["inputs"] = self.value(s["inputs"], f)
        torch.autograd.backward(self.value(s["tensors"], f), self.value(s.get("grad_tensors"), f), **named)

    def do_grad(self, s, f):
        named = {
            k: s[k]
            for k in ("retain_graph", "create_graph", "allow_unused", "materialize_grads", "is_grads_batched")
            if k in s
        }
        out = torch.autograd.grad(
            self.value(s["outputs"], f), self.value(s["inputs"], f), self.value(s.get("grad_outputs"), f), **named
        )
        self.bind(s.get("out"), out, f)

    def do_emit(self, s, f):
        self.trace.append(
            {"ev": "emit", "label": s["label"], "values": [encode(self.value(v, f)) for v in s.get("values", [])]}
        )

    def do_raise(self, s, f):
        raise {
            "RuntimeError": RuntimeError,
            "ValueError": ValueError,
            "TypeError": TypeError,
            "AssertionError": AssertionError,
        }[s["type"]](s["message"])

    def do_with(self, s, f):
        kind = s["ctx"]
        if kind == "record_warnings":
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                try:
                    self.steps(s["body"], f)
                finally:
                    for w in seen:
                        self.trace.append(
                            {
                                "ev": "warning",
                                "category": w.category.__name__,
                                "message": re.sub(r" \(Triggered internally.*", "", str(w.message), flags=re.S),
                            }
                        )
            return
        if kind == "debug_log":
            return self.debug_log(s, f)
        with self.context(s, f) as bound:
            if "as" in s:
                f.names[s["as"]] = bound
            del bound
            self.steps(s["body"], f)

    def context(self, s, f):
        kind = s["ctx"]
        if kind == "no_grad":
            return torch.no_grad()
        if kind == "enable_grad":
            return torch.enable_grad()
        if kind == "set_grad_enabled":
            return torch.set_grad_enabled(s["mode"])
        if kind == "inference_mode":
            return torch.inference_mode(s.get("mode", True))
        if kind == "node_creation_hook":
            return G.node_creation_hook(self.function(s["fn"], f))
        if kind == "saved_tensors_hooks":
            return G.saved_tensors_hooks(self.function(s["pack"], f), self.function(s["unpack"], f))
        if kind == "save_on_cpu":
            return G.save_on_cpu()
        if kind == "disable_saved_tensors_hooks":
            return G.disable_saved_tensors_hooks(s["message"])
        if kind == "allow_mutation_on_saved_tensors":
            return G.allow_mutation_on_saved_tensors()
        return torch.autograd.detect_anomaly(s.get("check_nan", True))

    def debug_log(self, s, f):
        logger = logging.getLogger("torch.autograd.graph")
        trace = self.trace

        class Sink(logging.Handler):
            def emit(self, record):
                trace.append({"ev": "log", "message": re.sub(r"0x[0-9a-f]+", "0xADDR", record.getMessage())})

        sink, level = Sink(), logger.level
        logger.addHandler(sink)
        logger.setLevel(logging.DEBUG)
        try:
            self.steps(s["body"], f)
        finally:
            logger.removeHandler(sink)
            logger.setLevel(level)

    def do_define_function(self, s, f):
        run = self

        def forward(ctx, *args):
            inner = Frame(f)
            inner.names.update(zip(s["forward"]["params"], args))
            run.steps(s["forward"].get("body", []), inner)
            ctx.save_for_backward(*[inner.get(n) for n in s.get("save", [])])
            ctx.mark_dirty(*[inner.get(n) for n in s.get("mark_dirty", [])])
            ctx.mark_non_differentiable(*[inner.get(n) for n in s.get("mark_non_differentiable", [])])
            ctx.set_materialize_grads(s.get("materialize_grads", True))
            out = run.value(s["forward"].get("return"), inner)
            return tuple(out) if isinstance(out, list) else out

        def backward(ctx, *grads):
            inner = Frame(f)
            inner.names.update(zip(s.get("save", []), ctx.saved_tensors))
            inner.names["needs_input_grad"] = list(ctx.needs_input_grad)
            inner.names.update(zip(s["backward"]["params"], grads))
            run.steps(s["backward"].get("body", []), inner)
            out = run.value(s["backward"].get("return"), inner)
            return tuple(out) if isinstance(out, list) else out

        if s.get("once_differentiable"):
            backward = torch.autograd.function.once_differentiable(backward)
        members = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        self.functions[s["name"]] = types.new_class(
            s["name"], (torch.autograd.Function,), {}, lambda ns: ns.update(members)
        )

    def do_apply(self, s, f):
        self.bind(s.get("out"), self.functions[s["fn"]].apply(*self.value(s["args"], f)), f)

    def do_observe(self, s, f):
        of = self.value(s["of"], f) if "of" in s else None
        event = {"ev": "observe", "what": s["what"]}
        event.update({k: s[k] for k in ("of", "a", "b") if k in s})
        event["value"] = encode(self.look(s, of, f))
        self.trace.append(event)

    def look(self, s, of, f):
        what = s["what"]
        simple = {
            "value": lambda: of,
            "grad": lambda: of.grad,
            "requires_grad": lambda: of.requires_grad,
            "is_leaf": lambda: of.is_leaf,
            "retains_grad": lambda: of.retains_grad,
            "version": lambda: of._version,
            "output_nr": lambda: of.output_nr,
            "is_view": lambda: of._is_view(),
            "stride": lambda: list(of.stride()),
            "is_inference": lambda: of.is_inference(),
            "dtype": lambda: NAMES[of.dtype],
            "grad_fn": lambda: of.grad_fn.name() if of.grad_fn is not None else None,
            "node_name": lambda: of.name(),
            "next_functions": lambda: [[n.name() if n is not None else None, i] for n, i in of.next_functions],
            "metadata": lambda: dict(of.metadata),
            "metadata_keys": lambda: sorted(of.metadata),
            "input_metadata": lambda: [{"shape": list(m.shape), "dtype": NAMES[m.dtype]} for m in of._input_metadata],
            "saved": lambda: getattr(of, "_saved_" + s["slot"]),
            "is_grad_enabled": torch.is_grad_enabled,
            "is_inference_mode": torch.is_inference_mode_enabled,
            "ownership_token": lambda: getattr(of, "ownership_token", None),
            "same": lambda: self.value(s["a"], f) is self.value(s["b"], f),
            "sequence_less": lambda: self.value(s["a"], f)._sequence_nr() < self.value(s["b"], f)._sequence_nr(),
            "saved_hooks_disabled_message": torch._C._autograd._saved_tensors_hooks_get_disabled_error_message,
            "mutation_ctx": lambda: {
                k: len(getattr(of, k)) for k in ("original", "cloned", "tid_to_weakhandle", "sid_to_tid")
            },
        }
        if what in simple:
            return simple[what]()
        if what == "current_node":
            node = torch._C._current_autograd_node()
            return node.name() if node is not None else None
        if what == "graph_task":
            task = torch._C._current_graph_task_id()
            return -1 if task == -1 else self.passes.setdefault(task, len(self.passes))
        return self.graph(of.grad_fn if isinstance(of, torch.Tensor) else of)

    def graph(self, start):
        nodes = [start] if start is not None else []
        out = []
        for node in nodes:
            edges = []
            for n, i in node.next_functions:
                if n is not None and n not in nodes:
                    nodes.append(n)
                edges.append([nodes.index(n) if n is not None else None, i])
            out.append({"name": node.name(), "next": edges})
        return out


def main():
    scenarios = json.load(open(sys.argv[1]))
    kept = []
    for s in scenarios:
        run = Run()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run.steps(s["program"], Frame(None))
        except Exception as e:  # noqa: BLE001
            print("dropped", s["id"], type(e).__name__, str(e)[:200])
            continue
        kept.append({**s, "oracle": "PyTorch " + torch.__version__.split("+")[0], "expect": run.trace})
    json.dump(kept, open(sys.argv[2], "w"))
    print(len(kept), "recorded")


if __name__ == "__main__":
    main()
