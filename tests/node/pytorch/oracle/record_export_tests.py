"""What PyTorch 2.6.0 makes of the modules of export_sources.py: captured, exported, decomposed, unlifted, run.
python3 -B record_export_tests.py OUT.json [NAME...]"""

import json
import linecache
import sys
import types
import warnings

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch._higher_order_ops.map
from export_sources import ROWS, source
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse
from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass
from torch.utils._pytree import tree_leaves, tree_map

warnings.simplefilter("ignore")
LONG = {"f32": torch.float32, "f64": torch.float64, "i64": torch.int64, "b8": torch.bool}
SHORT = {**{long: short for short, long in LONG.items()}, torch.bfloat16: "bf16", torch.float16: "f16"}
SEEN = []
REAL = set_grad_pass.replace_set_grad_with_hop_pass


def hook(gm, signature):
    SEEN.append(str(gm.graph))
    return REAL(gm, signature)


set_grad_pass.replace_set_grad_with_hop_pass = hook


def value(given):
    if isinstance(given, dict):
        if "tuple" in given:
            return tuple(map(value, given["tuple"]))
        return {key: value(one) for key, one in given["dict"].items()} if "dict" in given else eval(given["value"])
    dtype, shape = given.rstrip("]").split("[")
    sizes = [int(one) for one in shape.split(",") if one.strip()]
    count = int(torch.tensor(sizes).prod()) if sizes else 1
    out = (torch.arange(count) % 3) if dtype in ("i64", "b8") else torch.arange(count) / 4 - 0.5
    return out.reshape(sizes).to(LONG[dtype])


def datum(x):
    if not isinstance(x, torch.Tensor):
        return x
    return {
        "dtype": SHORT[x.dtype],
        "shape": list(x.shape),
        "data": [str(v) if v != v or abs(v) == float("inf") else v for v in x.detach().flatten().tolist()],
    }


def tried(act):
    try:
        return act()
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, str(error).strip().split("\n")[0])}


def record(name):
    text = source(name)
    path = "/models/%s.py" % name
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    module = types.ModuleType("models")
    sys.modules["models"] = module
    exec(compile(text, path, "exec"), module.__dict__)
    torch.manual_seed(0)
    args = tuple(map(value, ROWS[name][3]))
    row = {"source": text, "inputs": ROWS[name][3]}
    SEEN.clear()
    copies = tree_map(lambda x: x.clone() if isinstance(x, torch.Tensor) else x, args)
    program = tried(lambda: torch.export.export_for_training(module.M(), copies, strict=False))
    row["captured"] = SEEN[0] if SEEN else None
    if isinstance(program, dict):
        return {**row, **program}
    row["program"] = str(program)
    row["state"] = {
        key: datum(x) for key, x in {**program.state_dict, **program.constants}.items() if isinstance(x, torch.Tensor)
    }
    row["given"] = [datum(x) for x in tree_leaves(args, is_leaf=lambda x: x is None)]
    row["unlifted"] = tried(lambda: str(program.module().graph))
    row["decomposed"] = tried(lambda: str(program.run_decompositions()))
    row["retraced"] = tried(lambda: str(program._transform_do_not_use(_ExportPassBaseDeprecatedDoNotUse())))
    row["copied"] = tried(lambda: str(program._transform_do_not_use(ReplaceViewOpsWithViewCopyOpsPass())))
    row["outputs"] = tried(
        lambda: [datum(x) for x in tree_leaves(program.module()(*args), is_leaf=lambda x: x is None)]
    )
    return row


def main(out, *names):
    rows = json.load(open(out))["rows"] if names else {}
    for name in names or ROWS:
        rows[name] = record(name)
    json.dump({"torch": torch.__version__, "rows": rows}, open(out, "w"), indent=0)
    print(len(rows), "rows")
    for name, row in rows.items():
        for key, one in [("", row), *row.items()]:
            if isinstance(one, dict) and "error" in one:
                print(name, key, one["error"][:150])


main(*sys.argv[1:])
