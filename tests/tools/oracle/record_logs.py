"""Compiles programs with torch.compile and keeps the graphs that TORCH_TRACE logs. Usage: record_logs.py FOLDER SEED
COUNT

Files are named after program, stage and number, as in a folder of graphs from real logs."""

import glob
import json
import linecache
import os
import sys

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(folder, exist_ok=True)
trace = os.path.abspath(folder) + "/trace"
os.makedirs(trace, exist_ok=True)
os.environ["TORCH_TRACE"] = trace
import torch
import types
import warnings
import program_sources

warnings.simplefilter("ignore")
torch._dynamo.config.suppress_errors = True
torch._dynamo.config.capture_scalar_outputs = True
torch._dynamo.config.capture_dynamic_output_shape_ops = True


def payloads(path):
    meta, lines = None, []
    for line in open(path):
        if line.startswith("\t"):
            lines.append(line[1:])
            continue
        if meta is not None and lines:
            yield meta, "".join(lines)
        start = line.find("{")
        meta, lines = json.loads(line[start:]) if start >= 0 else None, []
    if meta is not None and lines:
        yield meta, "".join(lines)


def run(name, source, inputs, backend, dynamic):
    module = types.ModuleType(name)
    sys.modules[name] = module
    file = f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), module.__dict__)
    torch.manual_seed(1)
    value = eval(inputs, module.__dict__)
    args, kwargs = (
        value if len(value) == 2 and isinstance(value[0], tuple) and isinstance(value[1], dict) else (value, {})
    )
    torch._dynamo.reset()
    out = torch.compile(module.M(), backend=backend, dynamic=dynamic)(*args, **kwargs)
    leaves = [t for t in torch.utils._pytree.tree_leaves(out) if isinstance(t, torch.Tensor) and t.requires_grad]
    if leaves:
        sum(t.float().sum() for t in leaves).backward()


seen, n = set(), 0
for i, (name, source, inputs, _) in enumerate(program_sources.programs(count, seed)):
    for backend, dynamic in (("inductor", i % 2 == 0), ("aot_eager", i % 2 == 1)):
        try:
            run(name, source, inputs, backend, dynamic)
        except Exception as e:
            print(name, backend, type(e).__name__, str(e)[:100].replace("\n", " "), flush=True)
for path in glob.glob(trace + "/*"):
    for meta, text in payloads(path):
        stage = next((k for k in meta if "graph" in k), None)
        if stage is None and "artifact" in meta and "graph" in meta["artifact"].get("name", ""):
            stage = "artifact_" + meta["artifact"]["name"]
        if stage is None or text in seen or "graph_sizes" in stage or "compilation" in stage:
            continue
        seen.add(text)
        n += 1
        with open(f"{folder}/{n:04d}_{stage}.txt", "w") as f:
            f.write(text)
print(n, "graphs")
