"""Records what torch.export gives or refuses where modules set attributes. Usage: record_attributes.py OUT.json
[SOURCES]

SOURCES is a file with rows() beside this one, attribute_sources unless told. Each row: source, inputs as annotations,
and for strict and non-strict mode the graph before the set_grad pass, or the exception and the first line of what it
says."""

import importlib
import json
import linecache
import re
import sys
import types
import warnings

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass

warnings.simplefilter("ignore")
REAL = set_grad_pass.replace_set_grad_with_hop_pass
SEEN = []
DTYPES = {"f32": torch.float32, "i64": torch.int64, "b8": torch.bool, "f64": torch.float64, "f16": torch.float16}


def hook(gm, signature):
    SEEN.append(gm.print_readable(print_output=False))
    return REAL(gm, signature)


set_grad_pass.replace_set_grad_with_hop_pass = hook


def tensor(annotation):
    dtype, sizes = annotation[:-1].split("[")
    shape = [int(size) for size in sizes.split(",") if size]
    count = int(torch.tensor(shape).prod()) if shape else 1
    return torch.arange(1, 1 + count).reshape(shape).to(DTYPES[dtype])


def load(name, source):
    module = types.ModuleType("models")
    file = f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    sys.modules["models"] = module
    exec(compile(source, file, "exec"), module.__dict__)
    return module


def export(name, source, inputs, strict):
    SEEN.clear()
    torch._dynamo.reset()
    torch.nn.modules.module._global_buffer_registration_hooks.clear()  # an export that fails leaves its own behind
    torch.manual_seed(0)
    try:
        torch.export.export_for_training(load(name, source).M(), tuple(tensor(one) for one in inputs), strict=strict)
        return {"readable": SEEN[0]}
    except Exception as e:
        text = re.sub(r" at 0x[0-9a-f]+", "", str(e)).split("\n")[0]
        return {"error": type(e).__name__, "message": text[:400]}


sources = importlib.import_module((sys.argv[2:] or ["attribute_sources"])[0])
rows = []
for name, source, inputs in sources.rows():
    rows.append(
        {
            "name": name,
            "source": source,
            "inputs": inputs,
            "nonstrict": export(name, source, inputs, False),
            "strict": export(name, source, inputs, True),
        }
    )
with open(sys.argv[1], "w") as f:
    f.write(
        '{"torch": "2.6.0", "rows": [\n' + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]}\n"
    )
