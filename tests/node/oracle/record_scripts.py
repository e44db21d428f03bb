"""Records what torch.export captures of files that end in a script: data/scripts.json. Usage: record_scripts.py OUT

A row has name, source and, where the source calls no export itself, `call`: what it is captured of. `strict` is the
mode that the source asks for; where it asks for none, both are recorded. Each mode has a process of its own."""

import contextlib
import io
import json
import linecache
import multiprocessing
import sys
import types

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch.export
from script_sources import CALLS, REFUSED, SOURCES

REAL = set_grad_pass.replace_set_grad_with_hop_pass
EXPORT = torch.export.export_for_training
SEEN, MADE = [], []


class Stop(Exception):
    pass


def hook(gm, signature):
    SEEN.append({"readable": gm.print_readable(print_output=False), "str": str(gm.graph)})
    return REAL(gm, signature)


def noted(mod, args, kwargs=None, *, dynamic_shapes=None, strict=None, preserve_module_call_signature=()):
    MADE.append((mod, args, kwargs, dynamic_shapes, strict, torch.is_grad_enabled()))
    raise Stop


def run(name, source):
    module = types.ModuleType("__main__")
    file = f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    sys.modules["__main__"] = module
    torch.export.export = torch.export.export_for_training = noted
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Stop):
        exec(compile(source, file, "exec"), module.__dict__)
    return module


def capture(name, mode):
    set_grad_pass.replace_set_grad_with_hop_pass = hook
    torch.manual_seed(0)
    module = run(name, SOURCES[name])
    if not MADE:
        made = eval(CALLS[name], module.__dict__)
        MADE.append((*made, *(None,) * (5 - len(made)), True))
    mod, args, kwargs, shapes, strict, grad = MADE[-1]
    with torch.set_grad_enabled(grad):
        EXPORT(mod, args, kwargs, dynamic_shapes=shapes, strict=mode == "strict" if strict is None else strict)
    return SEEN[0], strict


def refusal(name):
    real = torch.export.export
    module = types.ModuleType("__main__")
    torch.export.export = real
    try:
        exec(compile(REFUSED[name], name, "exec"), module.__dict__)
    except Exception as e:
        return {"type": type(e).__name__, "message": str(e)}


def apart(function, *args):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(function, args)


rows = []
for name, source in SOURCES.items():
    row = {"name": name, "source": source}
    for mode in ("nonstrict", "strict"):
        seen, strict = apart(capture, name, mode)
        if strict is not None:
            row["says_strict"] = strict
        if strict is None or strict == (mode == "strict"):
            row[mode] = seen
    rows.append(row)
refused = [{"name": name, "source": source, **apart(refusal, name)} for name, source in REFUSED.items()]
with open(sys.argv[1], "w") as f:
    json.dump({"captured": rows, "refused": refused}, f, indent=1)
    f.write("\n")
