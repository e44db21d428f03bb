"""Exports programs and records every stage, in the format of cases/<id>/case.json. Usage: record_programs.py FOLDER
SEED COUNT"""

import copy
import linecache
import sys
import traceback
import types

import torch
import torch.export._trace as trace
import torch.export.exported_program as exported_program
import torch._export.passes.replace_autocast_with_hop_pass as autocast_pass
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch._utils_internal
import torch.utils.checkpoint
import recorder as rec
import program_sources

REAL = {
    "set_grad": set_grad_pass.replace_set_grad_with_hop_pass,
    "autocast": autocast_pass.replace_autocast_with_hop_pass,
    "lift": trace.lift_constants_pass,
    "asserts": trace.apply_runtime_assertion_pass,
    "getitem": exported_program._common_getitem_elimination_pass,
    "split": set_grad_pass.sequential_split,
}
STATE = {}


def plain(gm):
    return rec.texts(gm)


def asserts(gm, signature):
    before = plain(gm)
    out = REAL["asserts"](gm, signature)
    after = plain(out[0])
    if after != before and "final" not in STATE:
        STATE["stages"]["runtime_assertions"] = {"before": before, "after": after}
    return out


def lift(gm, signature, attrs):
    before = plain(gm)
    out = REAL["lift"](gm, signature, attrs)
    after = plain(gm)
    if after != before and "final" not in STATE:
        STATE["stages"]["lift_constants"] = {"before": before, "after": after}
    return out


def set_grad(gm, signature):
    if STATE.get("inside") or "final" in STATE:
        return REAL["set_grad"](gm, signature)
    tables = STATE["tables"]
    row = {
        "ambient_grad": torch.is_grad_enabled(),
        "before": rec.snapshot(gm, tables, ("str", "code", "readable")),
        "signature_before": rec.signature(signature, True),
    }
    before = {"str": row["before"]["str"], "children": str(plain(gm))}
    STATE["stages"]["set_grad"], STATE["splits"], STATE["inside"] = row, [], True
    STATE["n_nodes_before"] = len(gm.graph.nodes)
    STATE["n_total"] = sum(len(m.graph.nodes) for m in unique(gm))
    try:
        out, sig = REAL["set_grad"](gm, signature)
    except Exception as e:
        row["error"] = rec.error_of(e)
        raise
    finally:
        STATE["inside"] = False
    row["changed"] = str(out.graph) != before["str"] or str(plain(out)) != before["children"]
    row["after"] = rec.snapshot(out, tables) if row["changed"] else None
    after_sig = rec.signature(sig, True)
    row["signature_after"] = "same" if after_sig == row["signature_before"] else after_sig
    if STATE["splits"]:
        row["splits"] = STATE["splits"]
    return out, sig


def unique(gm):
    stack, out = [gm], []
    while stack:
        m = stack.pop()
        out.append(m)
        stack += [c for _, c in m.named_children() if isinstance(c, torch.fx.GraphModule)]
    return out


def split(gm, delimiter):
    out = REAL["split"](gm, delimiter)
    if STATE.get("inside"):
        STATE["splits"].append(rec.texts(out, ("str",)))
    return out


def autocast(gm, signature):
    if STATE.get("inside2") or "final" in STATE:
        return REAL["autocast"](gm, signature)
    before, sig_before = plain(gm), rec.signature(signature, True)
    STATE["inside2"] = True
    try:
        out, sig = REAL["autocast"](gm, signature)
    finally:
        STATE["inside2"] = False
    after = plain(out)
    if after != before:
        after_sig = rec.signature(sig, True)
        STATE["stages"]["autocast"] = {
            "before": before,
            "after": after,
            "signature_before": sig_before,
            "signature_after": "same" if after_sig == sig_before else after_sig,
        }
    return out, sig


def getitem(gm, *rest):
    if "final" in STATE:
        return REAL["getitem"](gm, *rest)
    before = plain(gm)
    graph = rec.graph_of(gm)
    out = REAL["getitem"](gm, *rest)
    after = plain(gm)
    if after != before:
        STATE["stages"]["common_getitem_elimination"] = {"before": {**before, "graph": graph}, "after": after}
    return out


set_grad_pass.replace_set_grad_with_hop_pass = set_grad
autocast_pass.replace_autocast_with_hop_pass = autocast
set_grad_pass.sequential_split = split
trace.lift_constants_pass = lift
trace.apply_runtime_assertion_pass = asserts
exported_program._common_getitem_elimination_pass = getitem


def variant(make, inputs, dynamic, mode):
    strict, functional, ambient = mode.upper() in "SG", mode.upper() in "FG", mode == mode.upper()
    STATE.clear()
    STATE.update(stages={}, tables=rec.Tables())
    row = {"strict": strict, "ir": "functional" if functional else "training", "ambient_grad": ambient}
    args, kwargs = (
        inputs
        if isinstance(inputs, tuple)
        and len(inputs) == 2
        and isinstance(inputs[0], tuple)
        and isinstance(inputs[1], dict)
        else (inputs, {})
    )
    try:
        torch._dynamo.reset()
        with torch.set_grad_enabled(ambient):
            torch._utils_internal.export_training_ir_rollout_check = lambda: not functional
            ep = trace._export(make(), args, kwargs, dynamic, strict=strict, pre_dispatch=True)
    except Exception as e:
        row["export_error"] = rec.error_of(e)
        row["partial_stages"] = STATE["stages"]
        row["tables"] = STATE["tables"].json()
        row["mode"] = mode
        return row
    STATE["final"] = True
    row.update(
        stages=STATE["stages"],
        final=rec.snapshot(ep.graph_module, STATE["tables"]),
        ep_str=str(ep),
        signature=rec.signature(ep.graph_signature, True),
    )
    row["range_constraints"] = {str(k): str(v) for k, v in ep.range_constraints.items()}
    row["n_nodes_before"], row["n_total"] = STATE.get("n_nodes_before"), STATE.get("n_total")
    row["passes"] = passes(ep)
    row["tables"] = STATE["tables"].json()
    row["mode"] = mode
    return row


def passes(ep):
    rows = []
    try:
        m = ep.module()
        rows.append({"pass": "unlift_module", "after": {"code": m.graph.python_code("self").src}})
    except Exception as e:
        rows.append({"pass": "unlift_module", "error": rec.error_of(e)})
    for name, table in (("run_decompositions_empty", {}), ("run_decompositions_core", None)):
        try:
            d = ep.run_decompositions(table)
            rows.append({"pass": name, "after": rec.texts(d.graph_module, ("str", "code", "readable")), "text": str(d)})
        except Exception as e:
            rows.append({"pass": name, "error": rec.error_of(e)})
    row = {"pass": "eliminate_dead_code"}
    before = str(rec.texts(ep.graph_module))
    try:
        changed = False
        for m in unique(ep.graph_module):
            changed = m.graph.eliminate_dead_code() or changed
        row["modified"] = changed
        if changed:
            row["after"] = rec.texts(ep.graph_module)
        else:
            row["unchanged"] = True
    except Exception as e:
        row["error"] = rec.error_of(e)
    rows.append(row)
    return rows


def record(name, source, inputs, dynamic, folder, modes):
    file = f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    module = types.ModuleType(name)
    sys.modules[name] = module
    space = module.__dict__
    exec(compile(source, file, "exec"), space)
    torch.manual_seed(1)
    inputs = eval(inputs, space)
    dynamic = eval(dynamic, space) if dynamic else None
    case = {
        "id": name,
        "category": {"h": "hand", "c": "control_flow", "a": "autocast", "d": "dynamic", "m": "model", "r": "random"}[
            name[0]
        ],
        "title": name,
        "file": file,
        "simple_subset": False,
        "torch": "2.6.0",
        "tier": "A",
        "source": source,
        "variants": [],
    }
    for mode in modes:
        case["variants"].append(variant(space["M"], copy.deepcopy(inputs), dynamic, mode))
    texts = [
        {k: p.pop("text") for k in ("text",) if "text" in p} for v in case["variants"] for p in v.get("passes", [])
    ]
    rec.write(f"{folder}/cases/{name}/case.json", case)
    for i, t in enumerate(t for t in texts if t):
        with open(f"{folder}/texts/{name}_{i}.txt", "w") as f:
            f.write(t["text"])
    return [v.get("export_error", {}).get("message", "")[:90] for v in case["variants"]]


if __name__ == "__main__":
    import os

    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    os.makedirs(folder + "/texts", exist_ok=True)
    torch.set_warn_always(False)
    import warnings

    warnings.simplefilter("ignore")
    for name, source, inputs, dynamic in program_sources.programs(count, seed):
        try:
            errors = record(
                name,
                source,
                inputs,
                dynamic,
                folder,
                "NSFns" if name[0] != "r" else "NSn"[: 2 if int(name.split("_")[-1]) % 3 else 3],
            )
            print(name, [e for e in errors if e] or "", flush=True)
        except Exception as e:
            print("left out", name, type(e).__name__, str(e)[:200].replace("\n", " "), flush=True)
            if os.environ.get("TRACE"):
                traceback.print_exc()
