"""Exports models of many families and records them in the format of cases/<id>/case.json, with their runs.

Usage: record_families.py FOLDER SEEDS [NAMES [MODES]]      e.g. record_families.py out 0,1 gpt,moe NS
       record_families.py --pack OUT.jsonl CASE.json...      one row for each case: what replays, without what is said
         twice

Of seed 0 the forward is as written; other seeds put regions of grad mode around parts of it. Modes are those of
FORMAT.md. Wants PyTorch 2.6.0 and tabulate; `node tests/tools/families.mjs FOLDER/cases` tells what differs here."""

import copy
import json
import linecache
import random
import sys
import textwrap
import traceback
import types
import warnings

import torch
import torch.utils._pytree as pytree
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPassBase
from torch._export.passes.remove_runtime_assertions import _RemoveRuntimeAssertionsPass
from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass

import families_known
import families_layers
import families_learning
import families_sequences
import families_sizes
import families_structures
import record_programs as rp
import recorder as rec

FAM = {
    **families_known.FAM,
    **families_layers.FAM,
    **families_sequences.FAM,
    **families_learning.FAM,
    **families_structures.FAM,
    **families_sizes.FAM,
}
HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
WITH = [
    "torch.no_grad()",
    "torch.no_grad()",
    "torch.enable_grad()",
    "torch.set_grad_enabled(False)",
    "torch.set_grad_enabled(True)",
]
TAIL = """

def build():
    torch.manual_seed(1234)
    return M()


def make_inputs(seed):
    g = torch.Generator().manual_seed(1000 + seed)
    r = lambda *s: torch.randn(*s, generator=g)
    u = lambda *s: torch.rand(*s, generator=g)
    ri = lambda hi, *s: torch.randint(0, hi, s, generator=g)
    return {inputs}, {{}}
"""


def tensor(v):
    if v.is_complex():
        data = torch.view_as_real(v.detach()).reshape(-1, 2).tolist()
    else:
        data = v.detach().double().flatten().tolist() if v.dtype.is_floating_point else v.flatten().tolist()
        data = [
            ("nan" if x != x else "inf" if x == float("inf") else "-inf" if x == float("-inf") else float(f"{x:.9g}"))
            if isinstance(x, float)
            else int(x)
            for x in data
        ]
    return {"dtype": rec.SHORT[v.dtype], "shape": list(v.shape), "data": data}


def value(v):
    if isinstance(v, torch.Tensor):
        return tensor(v)
    return {"const_f": repr(v)} if isinstance(v, float) else {"const_s": v} if isinstance(v, str) else {"const": v}


def blocks(text):
    """Statements of a block, each with what is indented below it."""
    out = []
    for line in text.split("\n"):
        if line.startswith(" ") and out:
            out[-1].append(line)
        else:
            out.append([line])
    return out


def regions(statements, rng, depth=0):
    lines, i = [], 0
    while i < len(statements):
        if rng.random() < 0.3 / (depth + 1):
            n = rng.randint(1, 4)
            body = (
                regions(statements[i : i + n], rng, depth + 1)
                if depth < 2 and rng.random() < 0.6
                else [line for s in statements[i : i + n] for line in s]
            )
            lines += [f"with {rng.choice(WITH)}:"] + ["    " + line for line in body]
            i += n
        else:
            lines += statements[i]
            i += 1
    return lines


def program(name, seed):
    init, params, text, results, inputs, more = FAM[name]
    lines = regions(blocks(text), random.Random(name + str(seed))) if seed else text.split("\n")
    head = HEAD + more.get("pre", "") + "\n\nclass M(nn.Module):\n"
    body = (
        ("    def __init__(self):\n        super().__init__()\n" + textwrap.indent(init, " " * 8) + "\n\n")
        if init
        else ""
    )
    body += (
        f"    def forward(self, {params}):\n"
        + textwrap.indent("\n".join(lines), " " * 8)
        + f"\n        return {results}\n"
    )
    tail = TAIL.format(inputs=inputs)
    if "dynamic" in more:
        tail += f"\n\ndef dynamic_shapes():\n    return {more['dynamic']}\n"
    return head + body + tail


def error(e):
    row = rec.error_of(e)
    row["message"] = row["message"].split("Original traceback:\n")[0]
    return row


def passes_of(mode, seed):
    def run(ep):
        final = str(ep.graph)
        rows = []

        def attempt(name, call):
            try:
                rows.append({"pass": name, **call()})
            except Exception as e:
                rows.append({"pass": name, "error": error(e)})

        def gm_pass(made):
            def call():
                result = made()(copy.deepcopy(ep).graph_module)
                gm = result.graph_module
                row = {"modified": bool(result.modified)}
                if rec.texts(gm) == rec.texts(ep.graph_module):
                    return (
                        {**row, "unchanged": True}
                        if made is not ExportPassBase
                        else {**row, "after": rec.texts(gm, ("str",)), "same_text_as_final": True}
                    )
                return {**row, "after": rec.texts(gm, ("str",))}

            return call

        def decompose(table):
            def call():
                d = copy.deepcopy(ep).run_decompositions(table)
                return {
                    "signature": rec.signature(d.graph_signature, True),
                    "range_constraints": {str(k): str(v) for k, v in d.range_constraints.items()},
                    "after": rec.texts(d.graph_module, ("str",)),
                }

            return call

        attempt("identity_retrace", gm_pass(ExportPassBase))
        attempt("remove_runtime_assertions", gm_pass(_RemoveRuntimeAssertionsPass))
        attempt("unlift_module", lambda: {"after": {"code": ep.module().graph.python_code("self").src}})
        if mode == "N":
            attempt("view_copy", gm_pass(ReplaceViewOpsWithViewCopyOpsPass))
            attempt("run_decompositions_empty", decompose({}))
        attempt("run_decompositions_core", decompose(None))
        return rows

    return run


def leaves_require_grad(args):
    return [a.clone().requires_grad_(a.is_floating_point()) if isinstance(a, torch.Tensor) else a for a in args]


def io_rows(space, ep, ambient):
    rows = []
    for seed in (1, 2):
        m = space["build"]()
        given, _ = space["make_inputs"](seed)
        flat, spec = pytree.tree_flatten(given)
        flat = leaves_require_grad(flat)
        before = {k: v.clone() for k, v in m.named_buffers()}
        row = {"seed": seed, "inputs": [value(a) for a in flat]}
        with torch.set_grad_enabled(ambient):
            outs = pytree.tree_leaves(m(*pytree.tree_unflatten(flat, spec)))
        grads = [isinstance(o, torch.Tensor) and o.requires_grad for o in outs]
        row.update(outputs=[value(o) for o in outs], inputs_require_grad=True, outputs_require_grad=grads)
        if ep is not None:
            with torch.set_grad_enabled(ambient):
                # A program's buffers keep what a run wrote.
                others = pytree.tree_leaves(
                    copy.deepcopy(ep).module()(
                        *pytree.tree_unflatten(leaves_require_grad(flat_again(space, seed)), spec)
                    )
                )
            row["exported_outputs_require_grad"] = [isinstance(o, torch.Tensor) and o.requires_grad for o in others]
            row["exported_same_values"] = all(
                torch.allclose(a, b, rtol=1e-5, equal_nan=True) if isinstance(a, torch.Tensor) else a == b
                for a, b in zip(outs, others)
            )
        mutated = {k: tensor(v) for k, v in m.named_buffers() if not torch.equal(v, before[k])}
        if mutated:
            row["mutated_buffers"] = mutated
        total = [o.sum() for o, g in zip(outs, grads) if g and o.is_floating_point()]
        if total:
            sum(total).backward()
            of = {f"input:{i}": a for i, a in enumerate(flat) if isinstance(a, torch.Tensor) and a.is_floating_point()}
            of.update({k: p for k, p in m.named_parameters() if p.requires_grad})
            row["grad_of_sum"] = {k: None if a.grad is None else tensor(a.grad) for k, a in of.items()}
        rows.append(row)
    return rows


def flat_again(space, seed):
    return pytree.tree_leaves(space["make_inputs"](seed)[0])


def space_of(cid, source):
    file = f"/models/{cid}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    module = types.ModuleType(cid)
    sys.modules[cid] = module
    exec(compile(source, file, "exec"), module.__dict__)
    return module.__dict__


def record(name, folder, seed, modes):
    source = program(name, seed)
    cid = f"m_{name}_{seed}"
    space = space_of(cid, source)
    forward = source[
        source.index("    def forward", source.index("class M(nn.Module)")) : source.index("\n\ndef build")
    ]
    case = {
        "id": cid,
        "category": "model",
        "title": name,
        "file": f"/models/{cid}.py",
        "simple_subset": True,
        "torch": "2.6.0",
        "tier": "A",
        "source": source,
        "variants": [],
    }
    case["forward"] = textwrap.dedent(forward).rstrip("\n")
    m = space["build"]()
    kinds = [(k, v, {"kind": "parameter", "requires_grad": v.requires_grad}) for k, v in m.named_parameters()] + [
        (k, v, {"kind": "buffer", "requires_grad": False}) for k, v in m.named_buffers()
    ]
    case["state"] = {k: {**tensor(v), **more} for k, v, more in kinds}
    kept, notes = {}, []
    dynamic = space["dynamic_shapes"]() if "dynamic_shapes" in space else None
    for mode in modes:

        def run(ep, mode=mode):
            kept[mode] = ep
            return passes_of(mode, seed)(ep)

        rp.passes = run
        row = rp.variant(space["build"], space["make_inputs"](1), dynamic, mode)
        if mode in kept:
            specs = kept[mode].call_spec
            row.update(
                in_spec=pytree.treespec_dumps(specs.in_spec),
                out_spec=pytree.treespec_dumps(specs.out_spec),
                constants={k: tensor(v) for k, v in kept[mode].constants.items() if isinstance(v, torch.Tensor)},
            )
        else:
            notes.append(f"{mode}: {row['export_error']['type']}: {row['export_error']['message'][:150]!r}")
        case["variants"].append(row)
    case["io_ambient_grad"] = modes[0].isupper()
    try:
        case["io"] = io_rows(space, kept.get(modes[0]), case["io_ambient_grad"])
    except Exception as e:
        case["io_error"] = rec.error_of(e)
        notes.append(f"io: {type(e).__name__}: {str(e)[:150]!r}")
    if "rand" in forward or "training=True" in forward or "Dropout(0.5)" in source:
        case.pop("io", None)
    rec.write(f"{folder}/cases/{cid}/case.json", case)
    return notes


MODES = {0: ["NSF"], 1: ["NS", "NF", "SN", "FS", "SG", "nN", "sN"], 2: ["N", "S", "F", "n", "s", "NS"]}


def modes_of(name, seed):
    sets = MODES[min(seed, 2)]
    return sets[sum(map(ord, name)) % len(sets)]


def packed(case):
    """A case without what its other parts tell: code, tables of nodes, text of the program."""
    for row in case["variants"]:
        for stage in row.get("stages", {}).values():
            for part in ("before", "after"):
                if stage.get(part):
                    stage[part] = texts_of(stage[part], ("str", "graph") if part == "before" else ("str",))
            stage.pop("splits", None)
        if "final" in row:
            row["final"] = texts_of(row["final"], ("str",))
        row["passes"] = [p for p in row.get("passes", []) if p["pass"].startswith("run_decompositions")]
        for key in ("ep_str", "n_nodes_before", "n_total"):
            row.pop(key, None)
    case["io"] = case.get("io", [])[:1]
    if not case["io"]:
        case.pop("io")
    return case


def texts_of(snapshot, parts):
    out = {key: snapshot[key] for key in parts if key in snapshot}
    if "children" in snapshot:
        out["children"] = {name: texts_of(child, ("str",)) for name, child in snapshot["children"].items()}
    return out


def pack(out, files):
    rows = []
    for file in files:
        with open(file) as f:
            rows.append(json.dumps(packed(json.load(f)), separators=(",", ":"), ensure_ascii=False))
    with open(out, "w") as f:
        f.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--pack":
        pack(sys.argv[2], sys.argv[3:])
        sys.exit()
    warnings.simplefilter("ignore")
    folder, seeds = sys.argv[1], sys.argv[2]
    for seed in map(int, seeds.split(",")):
        for name in sys.argv[3].split(",") if len(sys.argv) > 3 else FAM:
            modes = sys.argv[4] if len(sys.argv) > 4 else modes_of(name, seed)
            try:
                print(name, seed, modes, record(name, folder, seed, modes), flush=True)
            except Exception as e:
                traceback.print_exc(limit=-3)
                print("left out", name, type(e).__name__, str(e)[:300], flush=True)
