"""Asks PyTorch whether it accepts the archives that Seesaw wrote.   python3 check_archives.py FOLDER [SUMMARY.json]   (PyTorch 2.6.0, or the newer
one that saved them)

FOLDER is what write_archives.mjs made. Each archive is loaded; its graph must print as Seesaw prints it, the program must compute
what the original computes, and every entry but the program must be the original's, byte for byte.
"""
import json
import sys
import warnings
import zipfile

import torch
import torch._higher_order_ops.wrap  # registers operators that a saved program may hold
from torch.utils import _pytree as pytree

warnings.simplefilter("ignore")


def is_program(name):
    return name == "serialized_exported_program.json" or name.endswith("/models/model.json")


def results(program):
    args, kwargs = program.example_inputs
    torch.manual_seed(0)
    try:
        return pytree.tree_leaves(program.module()(*args, **kwargs))
    except Exception as error:  # the same must happen to both
        return [type(error).__name__]


def same(a, b):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.dtype == b.dtype and a.requires_grad == b.requires_grad and torch.equal(a.detach().nan_to_num(9.0), b.detach().nan_to_num(9.0))
    return type(a) is type(b) and a == b


def check(folder, row):
    original, written = ("%s/%s" % (folder, row[key]) for key in ("original", "written"))
    with zipfile.ZipFile(original) as a, zipfile.ZipFile(written) as b:
        if b.testzip() is not None or a.namelist() != b.namelist():
            return "entries"
        if any(a.read(name) != b.read(name) for name in a.namelist() if not is_program(name)):
            return "bytes of an entry"
    try:
        before = torch.export.load(original)
    except Exception:
        return "original"
    after = torch.export.load(written)
    if str(after.graph) != row["graph"]:
        return "text of the graph"
    if not row["passes"] and (str(before.graph) != str(after.graph) or str(before) != str(after)):
        return "text of the program"
    a, b = results(before), results(after)
    if len(a) != len(b) or not all(map(same, a, b)):
        return "values"
    return None


def main(folder, summary=None):
    rows = json.load(open(folder + "/manifest.json"))
    counts = {"torch": torch.__version__, "archives": len({row["original"] for row in rows}), "runs": len(rows), "pass changed nothing": 0, "loaded, same text, same values": 0, "PyTorch does not load the original": 0}
    changed = {}
    failures = []
    for row in rows:
        if not row["succeeded"]:
            failures.append([row["file"], row["passes"], "pass failed"])
        elif "written" not in row:
            counts["pass changed nothing"] += 1
        else:
            try:
                wrong = check(folder, row)
            except Exception as error:
                wrong = "%s: %s" % (type(error).__name__, str(error)[-300:])
            if wrong == "original":
                counts["PyTorch does not load the original"] += 1
            elif wrong is None:
                counts["loaded, same text, same values"] += 1
                for name in row["changed"]:
                    changed[name] = changed.get(name, 0) + 1
            else:
                failures.append([row["file"], row["passes"], wrong])
    counts["of these, changed by"] = changed
    counts["failed"] = failures
    print(json.dumps(counts, indent=1))
    if summary:
        json.dump(counts, open(summary, "w"), indent=1)
    return 1 if failures else 0


sys.exit(main(*sys.argv[1:]))
