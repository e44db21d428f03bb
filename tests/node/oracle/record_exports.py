"""Records what torch.export gives to a person, str(ExportedProgram), in both modes, and what run_decompositions() makes
of it: data/exports_2.6.jsonl.gz and exports_2.14.jsonl.gz.   record_exports.py OUT.jsonl.gz SOURCES.jsonl.gz, with each
PyTorch; `choose_exports.mjs` chooses the sources.

A row has name and source; `inputs`, where the source calls nothing: annotations for its class M. PyTorch 2.6.0 is asked
through export_for_training, which is what later versions call export. A mode has ep and decomposed, or error. A
script's last call of export counts, else the last call of a module of its own. Each mode has a process of its own; with
--together all share one, which is quicker, for sources that leave nothing behind."""

import contextlib
import gzip
import inspect
import io
import json
import linecache
import multiprocessing
import re
import sys
import types
from unittest import mock

import torch
import torch.export

torch.set_num_threads(1)
OLD = torch.__version__.startswith("2.6")
EXPORT = torch.export.export_for_training if OLD else torch.export.export
TAKES = inspect.signature(EXPORT).parameters
CALL = torch.nn.Module.__call__
COMPILE = torch.compile
CALLS, TOP, DEPTH, GRAD = [], [], [0], [True]  # GRAD: of the last call of export
LONG = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "i64": torch.int64,
    "i32": torch.int32,
    "b8": torch.bool,
    "u8": torch.uint8,
}


def noted(mod, args=(), kwargs=None, *, dynamic_shapes=None, strict=None, **rest):
    GRAD[0] = torch.is_grad_enabled()
    CALLS.append(
        (mod, args, kwargs, dynamic_shapes, strict, {name: one for name, one in rest.items() if name in TAKES})
    )
    return mock.MagicMock()


def traced(mod, example_inputs=None, **rest):
    CALLS.append(
        (mod, example_inputs if isinstance(example_inputs, tuple) else (example_inputs,), None, None, None, {})
    )
    return mock.MagicMock()


def called(self, *args, **kwargs):
    if DEPTH[0] == 0 and type(self).__module__ == "__main__":
        TOP.append((self, args, kwargs, None, None, {}))
    DEPTH[0] += 1
    try:
        return CALL(self, *args, **kwargs)
    finally:
        DEPTH[0] -= 1


def value(given):
    """An example of what an input is, as `trace` takes it."""
    if isinstance(given, list):
        return [value(one) for one in given]
    if isinstance(given, dict) and "tuple" in given:
        return tuple(value(one) for one in given["tuple"])
    if isinstance(given, dict) and "dict" in given:
        return {key: value(one) for key, one in given["dict"].items()}
    if isinstance(given, dict):
        return eval(given["value"])
    dtype, shape = given.rstrip("]").split("[")
    sizes = [int(one) for one in shape.split(",") if one.strip()]
    return (torch.randn(sizes) if "f" in dtype else torch.zeros(sizes)).to(LONG[dtype])


def call_of(row, module):
    if "inputs" in row:
        return module.M(), tuple(value(one) for one in row["inputs"]), None, None, None, {}
    return (CALLS or TOP)[-1]


def capture(row, mode):
    torch.nn.Module.__call__ = called
    torch.export.export = torch.export.export_for_training = noted
    torch.export.save = torch.save = lambda *args, **kwargs: None
    torch.jit.trace, torch.compile = traced, lambda model, **options: model
    torch.manual_seed(0)
    file = f"/models/{row['name']}.py"
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    linecache.cache[file] = (len(row["source"]), None, row["source"].splitlines(True), file)
    out = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(row["source"], file, "exec"), module.__dict__)
        torch.nn.Module.__call__ = CALL
        torch.compile = COMPILE  # torch.cond and its kin call it under non-strict export
        mod, args, kwargs, shapes, strict, rest = call_of(row, module)
        strict = mode == "strict" if strict is None else strict
        with torch.set_grad_enabled(GRAD[0]):
            ep = EXPORT(mod, args, kwargs, dynamic_shapes=shapes, strict=strict, **rest)
        out["ep"] = str(ep)
        out["decomposed"] = str(ep.run_decompositions())
    except Exception as e:
        out["error"] = f"{type(e).__name__}: {e}"[:300]
    return {mode: out}


def apart(queue, row, mode):
    queue.put(capture(row, mode))


def warm_up():
    for strict in (False, True):
        EXPORT(
            torch.nn.Linear(2, 2), (torch.randn(3, 2),), dynamic_shapes=({0: torch.export.Dim("b")},), strict=strict
        ).run_decompositions()
    torch.compiler.reset()


def captured_apart(row, mode):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=apart, args=(queue, row, mode))
    process.start()
    try:
        out = queue.get(timeout=120)
    except Exception:
        process.kill()
        out = {}
    process.join()
    return out


def captured_together(row, mode):
    CALLS.clear()
    TOP.clear()
    DEPTH[0], GRAD[0] = 0, True
    torch.compiler.reset()
    return capture(row, mode)


def main():
    captured = captured_together if "--together" in sys.argv else captured_apart
    with gzip.open(sys.argv[2], "rt") as f:
        rows = [json.loads(line) for line in f]
    warm_up()
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for row in rows:
            said = re.findall(r"strict\s*=\s*(True|False)", row["source"])
            out = {"torch": torch.__version__, "name": row["name"]}
            for mode in ("nonstrict", "strict"):
                if said and (said[-1] == "True") != (mode == "strict"):
                    continue
                out.update(captured(row, mode))
            f.write((json.dumps(out) + "\n").encode())
            print(row["name"], flush=True)


if __name__ == "__main__":
    main()
