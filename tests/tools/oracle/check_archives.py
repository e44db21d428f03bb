"""Asks PyTorch whether it accepts the archives that Seesaw wrote.   python3 check_archives.py FOLDER [SUMMARY.json]
(PyTorch 2.6.0, or the newer one that saved them)

FOLDER is what write_archives.mjs made. Each archive is loaded; its graph must print as Seesaw prints it, the program
must compute what the original computes, and every entry but the program must be the original's, byte for byte."""

import copy
import json
import sys
import warnings
import zipfile

import torch
import torch._higher_order_ops.wrap  # registers operators that a saved program may hold
from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass
from torch.utils import _pytree as pytree

warnings.simplefilter("ignore")


# Why a pass refuses a program: by what it says.
REFUSED = {
    "is missing a view_copy variant": "PyTorch's pass refuses it in these words",
    "_conj.default' has no shape rule": "complex numbers are not computed",
    "no decomposition of scan": "scan is not taken apart",
    "u3": "the pass of inline constraints knows no range of a symbol that another pass made; a KeyError, as in PyTorch",
}
OWN = {
    "run_decompositions": lambda program: program.run_decompositions(),
    "replace_view_ops_with_view_copy_ops": lambda program: program._transform_do_not_use(
        ReplaceViewOpsWithViewCopyOpsPass()
    ),
}


def is_program(name):
    return name == "serialized_exported_program.json" or name.endswith("/models/model.json")


def results(program):
    args, kwargs = copy.deepcopy(program.example_inputs)  # which some programs write to
    torch.manual_seed(0)
    try:
        return pytree.tree_leaves(program.module()(*args, **kwargs))
    except Exception as error:  # the same must happen to both
        return [type(error).__name__]


def same(a, b, grad=True):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        if a.dtype != b.dtype or a.shape != b.shape or (grad and a.requires_grad != b.requires_grad):
            return False
        return (
            torch.equal(a.detach(), b.detach())
            if a.dtype == torch.bool
            else torch.allclose(a.detach(), b.detach(), 0, 0, equal_nan=True)
        )
    return type(a) is type(b) and a == b


def all_same(a, b, grad=True):
    return len(a) == len(b) and all(same(x, y, grad) for x, y in zip(a, b))


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
    if all_same(a, b):
        return None
    # PyTorch's own passes change what some programs compute: run_decompositions loses the modes of regions, copies of
    # views lose what is written to them.
    own = before
    for name in row["passes"]:
        if name in OWN and name in row["changed"]:
            own = OWN[name](own)
    if own is not before and all_same(results(own), b):
        return None
    return "values"


def main(folder, summary=None):
    rows = json.load(open(folder + "/manifest.json"))
    counts = {
        "torch": torch.__version__,
        "archives": len({row["original"] for row in rows}),
        "runs": len(rows),
        "pass changed nothing": 0,
        "loaded, same text, same values": 0,
        "PyTorch does not load the original": 0,
    }
    changed = {}
    refused = {}
    failures = []
    for row in rows:
        cause = (
            None
            if row["succeeded"]
            else next((cause for words, cause in REFUSED.items() if words in row.get("error", "")), None)
        )
        if cause is not None:
            refused[cause] = refused.get(cause, 0) + 1
        elif not row["succeeded"]:
            failures.append([row["file"], row["passes"], "pass failed: %s" % row.get("error")])
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
    counts["refused"] = refused
    counts["failed"] = failures
    print(json.dumps(counts, indent=1))
    if summary:
        json.dump(counts, open(summary, "w"), indent=1)
    return 1 if failures else 0


sys.exit(main(*sys.argv[1:]))
