"""Records joint graphs that AOTAutograd makes of modules, and what they give on values.

  record_joint.py OUT.jsonl.gz SOURCES.jsonl.gz...      (beside record_exports.py, whose sources these are)

The loss is the sum of the squares of all results. A row has the graph's text, the values of parameters, buffers and
inputs, and the results: outputs, then a gradient for each parameter. Modules with many elements, with inputs that are
no tensors, and graphs that draw random numbers are left out."""

import contextlib
import gzip
import io
import json
import linecache
import math
import signal
import sys
import types

import record_exports as exports
import torch
from torch._functorch.aot_autograd import aot_export_module

MOST = 700  # elements of all values together
RANDOM = ("dropout", "rand", "normal", "exponential", "bernoulli", "uniform", "aten.empty.")


def number(v):
    return v if math.isfinite(v) else repr(v).replace("inf", "Infinity").replace("nan", "NaN")


def encode(t):
    if t is None:
        return None
    data = [number(v) for v in t.detach().double().reshape(-1).tolist()]
    return {"dtype": str(t.dtype)[6:], "shape": list(t.shape), "data": data}


class Loss(torch.nn.Module):
    def __init__(self, own):
        super().__init__()
        self.own = own

    def forward(self, *args):
        results = torch.utils._pytree.tree_leaves(self.own(*args))
        return (
            sum(
                (o.float() * o.float()).sum() for o in results if isinstance(o, torch.Tensor) and o.is_floating_point()
            ),
        )


def made(row):
    """The module and its arguments."""
    exported = torch.export.export, getattr(torch.export, "export_for_training", None)
    torch.nn.Module.__call__ = exports.called
    torch.export.export = torch.export.export_for_training = exports.noted
    exports.CALLS.clear()
    exports.TOP.clear()
    torch.manual_seed(0)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    file = "/models/module.py"
    linecache.cache[file] = (len(row["source"]), None, row["source"].splitlines(True), file)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(row["source"], file, "exec"), module.__dict__)
        torch.nn.Module.__call__ = exports.CALL
        return exports.call_of(row, module)[:3]
    finally:
        torch.nn.Module.__call__ = exports.CALL
        torch.export.export, torch.export.export_for_training = exported


def count(values):
    return sum(0 if t is None else t.numel() for t in values)


def record(row):
    own, args, kwargs = made(row)
    if not isinstance(own, torch.nn.Module) or kwargs or not all(isinstance(a, torch.Tensor) for a in args):
        return None
    loss = Loss(own)
    state = [p for _, p in loss.named_parameters()] + [b for _, b in loss.named_buffers()]
    given = [t.detach().clone() for t in [*state, *args]]
    if count(given) > MOST or not any(p.requires_grad for p in state):
        return None
    graph, _ = aot_export_module(loss, tuple(args), trace_joint=True, output_loss_index=0)
    text = graph.print_readable(print_output=False)
    if any(word in text for word in RANDOM) or "_tensor_constant" in text:
        return None
    # With oneDNN, Debian's PyTorch 2.6 gives wrong transposed convolutions of images: float64 and 2.14 contradict it.
    with torch.backends.mkldnn.flags(enabled=False):
        results = graph(*[t.clone() for t in given])
    if count(results) > MOST:
        return None
    # The lines that say where a node came from are those of this recorder.
    text = "\n".join(line for line in text.split("\n") if not line.strip().startswith("# File:"))
    return {"name": row["name"], "text": text, "in": [encode(t) for t in given], "out": [encode(t) for t in results]}


def late(*_):
    raise TimeoutError


def main():
    signal.signal(signal.SIGALRM, late)
    seen, refused = set(), 0
    with gzip.open(sys.argv[1], "wt") as out:
        for path in sys.argv[2:]:
            for line in gzip.open(path, "rt"):
                row = json.loads(line)
                signal.alarm(20)
                try:
                    made_of = record(row)
                except Exception:  # what PyTorch refuses is of no use here
                    made_of = None
                    refused += 1
                signal.alarm(0)
                if made_of is not None and row["name"] not in seen:
                    seen.add(row["name"])
                    out.write(json.dumps(made_of) + "\n")
    print(len(seen), "recorded,", refused, "refused")


if __name__ == "__main__":
    main()
