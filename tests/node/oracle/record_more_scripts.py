"""Records what torch.export captures of the files of more_script_sources.py, or says of them:
data/more_scripts.jsonl.gz. Usage: record_more_scripts.py OUT

A row has name and source; nonstrict and strict, the graph of each mode before torch.export's passes, or nonstrict_error
and strict_error. A file that says its mode has the rows of that mode alone. The last call of export counts, else the
last call of a module of the file. Each mode has a process of its own. Any other list of sources (names and texts as
JSON lines) is recorded with: record_more_scripts.py OUT SOURCES."""

import contextlib
import gzip
import io
import json
import linecache
import multiprocessing
import re
import sys
import types
from unittest import mock

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch.export

torch.set_num_threads(1)
REAL = set_grad_pass.replace_set_grad_with_hop_pass
EXPORT = torch.export.export_for_training
CALL = torch.nn.Module.__call__
SEEN, CALLS, TOP, DEPTH = [], [], [], [0]


def hook(gm, signature):
    readable = re.sub(
        r"File: \S*/einops/", "File: /usr/lib/python3/dist-packages/einops/", gm.print_readable(print_output=False)
    )
    SEEN.append({"readable": readable, "str": str(gm.graph)})
    return REAL(gm, signature)


def noted(mod, args=(), kwargs=None, *, dynamic_shapes=None, strict=None, **rest):
    if not isinstance(mod, torch.nn.Module) or not isinstance(args, tuple):
        EXPORT(mod, args, kwargs, dynamic_shapes=dynamic_shapes)
    CALLS.append((mod, args, kwargs, dynamic_shapes, strict))
    return mock.MagicMock()


def traced(mod, example_inputs=None, **rest):
    CALLS.append((mod, example_inputs if isinstance(example_inputs, tuple) else (example_inputs,), None, None, None))
    return mock.MagicMock()


def called(self, *args, **kwargs):
    if DEPTH[0] == 0 and type(self).__module__ == "__main__":
        TOP.append((self, args, kwargs, None, None))
    DEPTH[0] += 1
    try:
        return CALL(self, *args, **kwargs)
    finally:
        DEPTH[0] -= 1


def capture(row, mode):
    set_grad_pass.replace_set_grad_with_hop_pass = hook
    torch.nn.Module.__call__ = called
    torch.export.export = torch.export.export_for_training = noted
    torch.export.save = torch.save = lambda *args, **kwargs: None
    torch.jit.trace, torch.compile = traced, lambda model, **options: model
    torch.manual_seed(0)
    file = f"/models/{row['name']}.py"
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    linecache.cache[file] = (len(row["source"]), None, row["source"].splitlines(True), file)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(row["source"], file, "exec"), module.__dict__)
        torch.nn.Module.__call__ = CALL
        mod, args, kwargs, shapes, strict = (CALLS or TOP)[-1]
        EXPORT(mod, args, kwargs, dynamic_shapes=shapes, strict=mode == "strict" if strict is None else strict)
    except Exception as e:
        if not SEEN:
            return {f"{mode}_error": f"{type(e).__name__}: {e}"[:300]}
    return {mode: SEEN[0]}


def apart(queue, row, mode):
    queue.put(capture(row, mode))


def warm_up():
    for strict in (False, True):
        EXPORT(torch.nn.Linear(2, 2), (torch.randn(3, 2),), dynamic_shapes=({0: torch.export.Dim("b")},), strict=strict)
    torch.compiler.reset()


def main():
    if len(sys.argv) > 2:
        rows = [json.loads(line) for line in open(sys.argv[2])]
    else:
        from more_script_sources import SOURCES

        rows = [{"name": name, "source": source} for name, source in SOURCES.items()]
    warm_up()
    context = multiprocessing.get_context("fork")
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for row in rows:
            said = re.findall(r"strict\s*=\s*(True|False)", row["source"])
            out = {"name": row["name"], "source": row["source"]}
            for mode in ("nonstrict", "strict"):
                if said and (said[-1] == "True") != (mode == "strict"):
                    continue
                queue = context.Queue()
                process = context.Process(target=apart, args=(queue, row, mode))
                process.start()
                try:
                    out.update(queue.get(timeout=300))
                except Exception:
                    process.kill()
                process.join()
            f.write((json.dumps(out) + "\n").encode())


if __name__ == "__main__":
    main()
