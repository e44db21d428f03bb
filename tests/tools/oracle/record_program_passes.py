"""What each pass makes of programs made by chance, with this PyTorch.   record_program_passes.py OUT.jsonl.gz [COUNT
[FIRST]]

A program is written by program_sources.py (regions, branches, writes), or by `Sized` below (sizes that are symbols,
values that only a run tells). Its graphs are built anew first, so that names are taken by nodes alone, as in a program
that is read from its text. A row has name, torch, and passes: {pass, options, form, before, after | error {type,
message}}; before and after are str(ExportedProgram) or print_readable(), null where after is before. Equal texts of a
row are kept once, in `texts`; before and after are places in it."""

import contextlib
import copy
import gzip
import io
import json
import linecache
import multiprocessing
import random
import sys
import warnings

import program_sources
import torch
import torch.export._trace as trace
import torch.export.exported_program as exported_program
import torch._export.passes.lift_constants_pass as lift_module
import torch._export.passes.replace_autocast_with_hop_pass as autocast_module
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_module
import torch._export.utils as export_utils
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as Retrace
from torch._export.passes.add_runtime_assertions_for_constraints_pass import (
    _AddRuntimeAssertionsForInlineConstraintsPass,
)
from torch._export.passes.constant_folding import constant_fold
from torch._export.passes.functionalize_side_effectful_ops_pass import _FunctionalizeSideEffectfulOpsPass
from torch._export.passes.insert_custom_op_guards import insert_custom_op_guards
from torch._export.passes.remove_runtime_assertions import _RemoveRuntimeAssertionsPass
from torch._export.passes.replace_quantized_ops_with_standard_ops_pass import replace_quantized_ops_with_standard_ops
from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass
from torch._export.utils import node_inline_, sequential_split
from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops
from torch.fx.passes.shape_prop import ShapeProp
from torch.fx.subgraph_rewriter import replace_pattern

warnings.simplefilter("ignore")
torch.set_num_threads(1)
OLD = torch.__version__.startswith("2.6")
aten = torch.ops.aten


class Sized:
    """Source of a program over sizes that are symbols; x is f32[n, 4], y is f32[n, 4], i is i64[]."""

    STEPS = [
        "{0} + {1}",
        "{0}.sin() * 2",
        "torch.cat([{0}, {1}])[: {0}.shape[0]]",
        "{0}.reshape(-1).view({0}.shape[0], 4)",
        "{0} * {0}.shape[0]",
        "{0}.to(torch.float64).float()",
        "{0} - {1}.mean(0)",
        "F.softmax({0}, dim=0)",
        "torch.stack([{0}, {1}]).sum(0)",
        "{0} + torch.arange({0}.shape[0])[:, None]",
        "self.lin({0})",
        "{0} + self.c",
        "F.dropout({0}, 0.2)",
        "{0}.t().contiguous().t()",
        "{0} + torch.zeros({0}.shape[0] * 2, 4)[: {0}.shape[0]]",
        "{0}.expand(2, -1, -1).sum(0)",
        "{0} + torch.nonzero({0}[:, 0]).sum()",
        "{0} + {0}[{0} > 0].sum()",
        "{0} + torch.ones(k).sum()",
        "{0} * k",
        "{0}[:, :2].repeat(1, 2)",
        "{0} + torch.tensor([1.0, 2.0, 3.0, 4.0])",
        "{0}.masked_fill({0} > 1, -1e9)",
        "torch.where({0} > {1}, {0}, {1})",
        "{0}.clone().mul_(3)",
        "{0} // 2 + max({0}.shape[0], 3)",
    ]

    def __init__(self, seed):
        rng = random.Random(seed)
        names, lines = (
            ["x", "y"],
            ["k = i.item()", "torch._check_is_size(k)", f"torch._check(k <= {rng.choice([5, 9, 100])})"],
        )
        if rng.random() < 0.4:
            lines = ["k = 2"]
        for at in range(rng.randint(2, 7)):
            line = f"a{at} = " + rng.choice(self.STEPS).format(rng.choice(names), rng.choice(names))
            if rng.random() < 0.25:
                lines.append(
                    f"with torch.{rng.choice(['no_grad()', 'enable_grad()', 'autocast(chr(99) + chr(112) + chr(117))'])}:"
                )
                line = "    " + line
            lines.append(line)
            names.append(f"a{at}")
        outs = [rng.choice(names) for _ in range(rng.randint(1, 3))]
        self.source = (
            program_sources.HEAD
            + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.lin = nn.Linear(4, 4)\n        self.c = torch.ones(4)\n\n    def forward(self, x, y, i):\n"
            + "".join(f"        {line}\n" for line in lines)
            + f"        return {', '.join(outs)},\n"
        )
        self.inputs = "(torch.randn(3, 4), torch.randn(3, 4), torch.tensor(2))"
        self.dynamic = rng.choice(
            [None, "({0: torch.export.Dim('n', max=64)}, {0: torch.export.Dim('n', max=64)}, None)"]
        )


def sources(count, first):
    for seed in range(first, first + count * 2):
        if seed % 3 == 2:
            program = Sized(seed)
            yield f"sized_{seed}", program.source, program.inputs, program.dynamic
        else:
            body, inputs, dynamic = program_sources.random_program(90000 + seed)
            yield f"random_{90000 + seed}", program_sources.HEAD + "class M(nn.Module):" + body, inputs, dynamic


def fresh(gm):
    """The same module with graphs whose names are those of their nodes alone."""
    new = torch.fx.GraphModule(gm, copy.deepcopy(gm.graph))
    for name, child in gm.named_children():
        if isinstance(child, torch.fx.GraphModule) and hasattr(new, name):
            setattr(new, name, fresh(child))
    return new


def readable(gm):
    return gm.print_readable(print_output=False)


def program(gm, signature, ranges):
    body, signature = readable(gm).replace("\n", "\n    "), str(signature).replace("\n", "\n    ")
    return (
        f"ExportedProgram:\n    {body}\nGraph signature:{' ' if OLD else ''}{signature}\nRange constraints: {ranges}\n"
    )


class Row:
    def __init__(self, name):
        self.texts, self.passes, self.name = [], [], name

    def place(self, text):
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def keep(self, name, form, before, run, options=None):
        row = {"pass": name, "options": options or {}, "form": form, "before": self.place(before)}
        try:
            after = run()
            row["after"] = None if after == before else self.place(after)
        except Exception as error:
            row["error"] = {"type": type(error).__name__, "message": str(error)[:600]}
        self.passes.append(row)

    def json(self):
        return {"name": self.name, "torch": torch.__version__, "texts": self.texts, "passes": self.passes}


def staged(row, inputs, make, dynamic):
    """Exports, and keeps what the passes of export are given and give."""
    busy = [0]

    def around(name, real, options=lambda *a: {}, form="program"):
        def call(gm, signature, *rest):
            if not busy[0]:
                busy[0] += 1
                try:
                    mine, sig = fresh(gm), copy.deepcopy(signature)
                    before = program(mine, sig, {})

                    def run():
                        got = real(mine, sig, *rest)
                        after, said = got if isinstance(got, tuple) and len(got) == 2 else (mine, sig)
                        return program(after, said, {})

                    row.keep(name, form, before, run, options(gm, signature, *rest))
                finally:
                    busy[0] -= 1
            return real(gm, signature, *rest)

        return call

    def constants(gm, signature, attrs):
        found = []
        for node in gm.graph.nodes:
            if node.op == "get_attr":
                value = torch.fx.graph_module._get_attr(gm, node.target)
                known = attrs.get(value) if isinstance(value, torch.Tensor) else None
                if known:
                    found.append(f"{node.target}={known[0]}")
        return {"constants": ", ".join(found)} if found else {}

    def split(gm, signature):
        if busy[0]:
            return
        busy[0] += 1
        try:
            delimiter = lambda node: node.op == "call_function" and node.target is torch._C._set_grad_enabled
            cut = sequential_split(fresh(gm), delimiter)
            cut = fresh(cut)

            def inlined():
                for node in list(cut.graph.nodes):
                    if node.op == "call_module":
                        node_inline_(node)
                return readable(cut)

            row.keep("inline_submodules", "readable", readable(cut), inlined)
        except Exception:
            pass
        finally:
            busy[0] -= 1

    set_grad = around("replace_set_grad_with_hop_pass", REAL["set_grad"])

    def set_grad_and_split(gm, signature):
        split(gm, signature)
        return set_grad(gm, signature)

    set_grad_module.replace_set_grad_with_hop_pass = set_grad_and_split
    autocast_module.replace_autocast_with_hop_pass = around("replace_autocast_with_hop_pass", REAL["autocast"])
    lift_module.lift_constants_pass = trace.lift_constants_pass = around("lift_constants_pass", REAL["lift"], constants)
    exported_program._common_getitem_elimination_pass = around("common_getitem_elimination", REAL["getitem"])
    try:
        return trace._export(make(), inputs, {}, dynamic, strict=False, pre_dispatch=True)
    finally:
        set_grad_module.replace_set_grad_with_hop_pass, autocast_module.replace_autocast_with_hop_pass = (
            REAL["set_grad"],
            REAL["autocast"],
        )
        lift_module.lift_constants_pass = trace.lift_constants_pass = REAL["lift"]
        exported_program._common_getitem_elimination_pass = REAL["getitem"]


REAL = {
    "set_grad": set_grad_module.replace_set_grad_with_hop_pass,
    "autocast": autocast_module.replace_autocast_with_hop_pass,
    "lift": lift_module.lift_constants_pass,
    "getitem": exported_program._common_getitem_elimination_pass,
}

PATTERNS = [
    (
        "def pattern(x, y):\n    return torch.ops.aten.add.Tensor(x, y)\n",
        "def replacement(x, y):\n    return torch.ops.aten.sub.Tensor(x, torch.ops.aten.neg.default(y))\n",
    ),
    (
        "def pattern(x):\n    return torch.ops.aten.sin.default(x)\n",
        "def replacement(x):\n    return torch.ops.aten.cos.default(torch.ops.aten.sub.Tensor(x, 1.5))\n",
    ),
    (
        "def pattern(x):\n    return torch.ops.aten.mul.Tensor(x, 2)\n",
        "def replacement(x):\n    return torch.ops.aten.add.Tensor(x, x)\n",
    ),
]


def function(source):
    space = {"torch": torch}
    file = f"<{hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), space)
    return space.get("pattern") or space["replacement"]


def value(tensor):
    short = {torch.float32: "f32", torch.int64: "i64", torch.float64: "f64", torch.bool: "b8"}[tensor.dtype]
    return {"dtype": short, "shape": list(tensor.shape), "data": tensor.detach().reshape(-1).tolist()}


def on_program(row, ep, rng):
    def again(change, name, options=None):
        gm, sig = fresh(ep.graph_module), copy.deepcopy(ep.graph_signature)
        row.keep(
            name,
            "program",
            program(gm, sig, ep.range_constraints),
            lambda: program(change(gm) or gm, sig, ep.range_constraints),
            options,
        )

    def changed(result):
        return result.graph_module

    def dead(gm):
        gm.graph.eliminate_dead_code()
        gm.recompile()

    again(dead, "eliminate_dead_code")
    again(lambda gm: changed(Retrace()(gm)), "identity_retrace")
    again(lambda gm: changed(ReplaceViewOpsWithViewCopyOpsPass()(gm)), "replace_view_ops_with_view_copy_ops")
    again(lambda gm: changed(_FunctionalizeSideEffectfulOpsPass()(gm)), "functionalize_side_effectful_ops")
    again(
        lambda gm: changed(_AddRuntimeAssertionsForInlineConstraintsPass(ep.range_constraints)(gm)),
        "add_runtime_assertions_for_inline_constraints",
    )
    again(lambda gm: changed(_RemoveRuntimeAssertionsPass()(gm)), "remove_runtime_assertions")
    again(lambda gm: changed(CSEPass(get_CSE_banned_ops())(gm)), "cse_pass", {"banned": "pytorch"})
    again(lambda gm: changed(CSEPass()(gm)), "cse_pass", {"banned": "none"})
    again(lambda gm: replace_quantized_ops_with_standard_ops(gm), "replace_quantized_ops_with_standard_ops")
    calls = sorted({str(n.target) for n in ep.graph.nodes if isinstance(n.target, torch._ops.OpOverload)})
    guarded = rng.sample(calls, min(2, len(calls)))
    again(lambda gm: insert_custom_op_guards(gm, guarded), "insert_custom_op_guards", {"ops": ", ".join(guarded)})
    pattern, replacement = rng.choice(PATTERNS)

    def replaced(gm):
        replace_pattern(gm, function(pattern), function(replacement))

    again(replaced, "replace_pattern", {"pattern": pattern, "replacement": replacement})
    before = program(ep.graph_module, ep.graph_signature, ep.range_constraints)

    def verified():
        ep.verifier().check(ep)
        return before

    row.keep("verify_export", "program", before, verified)
    row.keep("unlift_module", "readable", before, lambda: readable(ep.module()))
    for table in ("core", "empty"):
        row.keep(
            "run_decompositions",
            "program",
            before,
            lambda: str(ep.run_decompositions(None if table == "core" else {})),
            {"table": table},
        )


def shaped(row, ep):
    gm = fresh(ep.graph_module)
    inputs = [n.meta["val"] for n in gm.graph.nodes if n.op == "placeholder"]
    mode = next((v.fake_mode for v in inputs if hasattr(v, "fake_mode")), None)
    if len(list(gm.named_children())) or mode is None:
        return
    for node in gm.graph.nodes:
        if node.op not in ("placeholder", "output"):
            node.meta.pop("val", None)
            node.meta.pop("tensor_meta", None)

    def run():
        ShapeProp(gm, mode).propagate(*inputs)
        return readable(gm)

    row.keep("shape_prop", "readable", readable(gm), run)


def folded(row, ep):
    gm = ep.module()
    gm = fresh(gm)
    state = {}
    for node in gm.graph.nodes:
        if node.op == "get_attr":
            got = torch.fx.graph_module._get_attr(gm, node.target)
            if isinstance(got, torch.Tensor):
                state[node.target] = value(got)

    def run():
        constant_fold(gm)
        return readable(gm)

    row.keep("constant_fold", "readable", readable(gm), run, {"state": json.dumps(state)})


def record(name, source, inputs, dynamic):
    row, file = Row(name), f"/models/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    space = {"__name__": name}
    exec(compile(source, file, "exec"), space)
    torch.manual_seed(1)
    values = eval(inputs, space)
    ep = staged(row, values, lambda: space["M"](), eval(dynamic, space) if dynamic else None)
    on_program(row, ep, random.Random(name))
    for more in (shaped, folded):
        try:
            more(row, ep)
        except Exception as error:
            print(name, more.__name__, type(error).__name__, str(error)[:100])
    return row.json()


def apart(queue, *program):
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            queue.put(record(*program))
    except Exception as error:
        queue.put(f"{type(error).__name__}: {error}"[:200])


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    trace._export(
        torch.nn.Linear(2, 2), (torch.randn(3, 2),), {}, None, strict=False, pre_dispatch=True
    ).run_decompositions()
    context, kept = multiprocessing.get_context("fork"), 0
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as out:
        for program in sources(count, first):
            queue = context.Queue()
            process = context.Process(target=apart, args=(queue, *program))
            process.start()
            try:
                row = queue.get(timeout=120)
            except Exception:
                process.kill()
                row = "no answer"
            process.join()
            if isinstance(row, str):
                print("left out", program[0], row.replace("\n", " "), flush=True)
                continue
            out.write((json.dumps(row, separators=(",", ":")) + "\n").encode())
            kept += 1
            if kept % 20 == 0:
                print(kept, flush=True)
            if kept == count:
                break


if __name__ == "__main__":
    main()
