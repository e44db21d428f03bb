"""Records random graphs and what PyTorch makes of them: graph_scripts, split_module, split_inline, set_grad_fuzz,
autocast_fuzz, set_grad_special. Usage: record_graphs.py FOLDER SEED COUNT"""

import copy
import operator
import random
import sys
import warnings

import torch
import torch.fx as fx
from torch._export.passes.replace_autocast_with_hop_pass import replace_autocast_with_hop_pass
from torch._export.passes.replace_set_grad_with_hop_pass import replace_set_grad_with_hop_pass
from torch._export.utils import node_inline_, sequential_split
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    TensorArgument,
)
from torch.fx.passes.split_module import split_module
import recorder as rec

aten = torch.ops.aten
SET, ENTER, EXIT = (
    torch._C._set_grad_enabled,
    torch.amp.autocast_mode._enter_autocast,
    torch.amp.autocast_mode._exit_autocast,
)
MODE = torch._subclasses.FakeTensorMode()
with MODE:
    F = torch.empty(3, 4)
    B = torch.empty((), dtype=torch.bool)
NAMES = [
    "x",
    "y",
    "p_w",
    "b_buf",
    "c_lifted",
    "arg0_1",
    "arg1_1",
    "sin_1",
    "add",
    "add_1",
    "add_2",
    "getitem",
    "getitem_1",
    "getitem_3",
    "submod_0",
    "submod_1",
    "submod_2",
    "submod_3",
    "submod_5",
    "wrap_with_set_grad_enabled",
    "wrap_with_autocast",
    "mul_tensor",
    "add_tensor",
    "input",
    "max",
    "_set_grad_enabled",
    "_set_grad_enabled_1",
    "_enter_autocast",
    "cond",
    "true_graph_0",
    "output",
    "submod_12",
    "neg_default",
    "relu_default_2",
    "getitem_10",
]
UNARY = [
    aten.relu.default,
    aten.neg.default,
    aten.exp.default,
    aten.sin.default,
    aten.cos.default,
    aten.clone.default,
    aten.view.default,
]
BINARY = [aten.add.Tensor, aten.mul.Tensor, aten.sub.Tensor, operator.add, operator.mul]


class Maker:
    """A random graph in the manner of an export: toggles, autocast regions, conds with bodies, tuples, dead values."""

    def __init__(
        self,
        rng,
        grad=0.3,
        autocast=0.0,
        cond=0.0,
        size=14,
        named=True,
        module=None,
        depth=0,
        attrs=False,
        methods=False,
        meta=True,
        effects=False,
    ):
        self.rng, self.g, self.values, self.lists, self.open = rng, fx.Graph(), [], [], []
        self.root = module if module is not None else torch.nn.Module()
        self.meta, self.depth, self.conds = meta, depth, 0
        pick = rng.sample(NAMES, rng.randint(1, 4)) if named else ["p", "q"][: rng.randint(1, 2)]
        for n in pick:
            self.tag(self.g.placeholder(n), F)
        self.inputs = len(self.values)
        kinds = ["op"] * 10 + ["list"] * 2 + ["const"]
        for _ in range(rng.randint(2, size)):
            r = rng.random()
            if r < grad:
                self.call(SET, (rng.random() < 0.5,), val=None, keep=False)
            elif r < grad + autocast:
                if self.open and rng.random() < 0.5:
                    self.call(EXIT, (self.open.pop(),), val=None, keep=False)
                else:
                    args = rng.choice(
                        [
                            ("cpu", torch.bfloat16, True, None),
                            ("cpu", torch.float16, True, False),
                            ("cuda", torch.float16, False, None),
                            ("cpu", None, True, True),
                            ("cpu", torch.bfloat16, False, False),
                        ]
                    )
                    self.open.append(self.call(ENTER, args, val=None, keep=False))
            elif r < grad + autocast + cond and depth < 3:
                self.cond(grad, autocast, cond)
            elif attrs and rng.random() < 0.15:
                self.attr()
            elif methods and rng.random() < 0.15:
                self.tag(self.g.call_method(rng.choice(["view", "size", "to"]), (rng.choice(self.values), 3)), F)
            elif effects and rng.random() < 0.15:
                self.call(
                    rng.choice([aten.add_.Tensor, aten.copy_.default]),
                    (rng.choice(self.values), rng.choice(self.values)),
                    val=F,
                )
            else:
                getattr(self, rng.choice(kinds))()
        while self.open:
            self.call(EXIT, (self.open.pop(),), val=None, keep=False)
        if rng.random() < 0.15 and grad:
            self.call(SET, (rng.random() < 0.5,), val=None, keep=False)
        outs = [rng.choice(self.values) for _ in range(rng.randint(1 if depth == 0 else 1, 3 if depth == 0 else 1))]
        self.outs = outs
        if depth == 0 and rng.random() < 0.15:
            outs.append(rng.choice([None, 3, 2.5, "s", True]))
        self.g.output(tuple(outs))

    def tag(self, n, v, keep=True):
        if self.meta:
            n.meta["val"] = v
        if keep:
            self.values.append(n)
        return n

    def call(self, f, args, kwargs=None, val=F, keep=True):
        return self.tag(self.g.call_function(f, args, kwargs or {}), val, keep)

    def op(self):
        rng = self.rng
        if rng.random() < 0.45:
            return self.call(rng.choice(UNARY), (rng.choice(self.values),))
        if rng.random() < 0.15:
            return self.call(aten.cat.default, ([rng.choice(self.values) for _ in range(rng.randint(1, 3))], 0))
        if rng.random() < 0.1:
            return self.call(
                aten.clamp.Tensor,
                (rng.choice(self.values),),
                {"min": rng.choice(self.values), "max": rng.choice(self.values)},
            )
        other = rng.choice(self.values) if rng.random() < 0.7 else rng.choice([1, 2.5, -0.0, 7])
        return self.call(rng.choice(BINARY), (rng.choice(self.values), other))

    def const(self):
        return self.call(
            aten.full.default, ([3, 4], 1), {"dtype": torch.float32, "device": torch.device("cpu"), "pin_memory": False}
        )

    def list(self):
        rng = self.rng
        if not self.lists or rng.random() < 0.5:
            self.lists.append(self.call(aten.split.Tensor, (rng.choice(self.values), 1), val=[F, F, F], keep=False))
        else:
            self.call(operator.getitem, (rng.choice(self.lists), rng.randrange(3)))

    def attr(self):
        name = self.rng.choice(["w", "b", "w2"])
        if not hasattr(self.root, name):
            setattr(self.root, name, torch.nn.Parameter(torch.empty(3, 4)) if name != "b" else None)
            if name == "b":
                delattr(self.root, name)
                self.root.register_buffer(name, torch.empty(3, 4))
        self.tag(self.g.get_attr(name), F)

    def cond(self, grad, autocast, cond):
        i = self.conds
        self.conds += 1
        used = self.rng.sample(self.values, min(len(self.values), self.rng.randint(1, 2)))
        bodies = []
        for side in ("true", "false"):
            body = Maker(self.rng, grad, autocast, cond * 0.5, 5, named=False, depth=self.depth + 1)
            while body.inputs != len(used) or len(body.outs) != 1:
                body = Maker(self.rng, grad, autocast, cond * 0.5, 5, named=False, depth=self.depth + 1)
            setattr(self.root, f"{side}_graph_{i}", body.module())
            bodies.append(f"{side}_graph_{i}")
        nodes = [self.g.get_attr(b) for b in bodies]
        p = self.call(aten.gt.Scalar, (self.rng.choice(self.values), 0), val=B, keep=False)
        c = self.call(torch.ops.higher_order.cond, (p, *nodes, used), val=(F,), keep=False)
        self.call(operator.getitem, (c, 0))

    def module(self):
        return fx.GraphModule(self.root, self.g)

    def signature(self):
        ins = [
            InputSpec(InputKind.USER_INPUT, TensorArgument(n.name), None) for n in self.g.nodes if n.op == "placeholder"
        ]
        outs = []
        for o in self.g.output_node().args[0]:
            outs.append(
                OutputSpec(
                    OutputKind.USER_OUTPUT,
                    TensorArgument(o.name) if isinstance(o, fx.Node) else ConstantArgument("", o),
                    None,
                )
            )
        return ExportGraphSignature(ins, outs)


def lint(gm):
    try:
        gm.graph.lint()
        return None
    except Exception as e:
        return rec.error_of(e)


def splits(seed):
    rows = []
    rng = random.Random(seed)
    maker = Maker(
        rng,
        grad=rng.choice([0, 0, 0.1]),
        autocast=rng.choice([0, 0, 0.15]),
        cond=rng.choice([0, 0.1]),
        size=rng.choice([8, 14, 30]),
        attrs=rng.random() < 0.4,
        methods=rng.random() < 0.4,
        effects=rng.random() < 0.3,
    )
    gm = maker.module()
    calls = [n for n in gm.graph.nodes if n.op.startswith("call")]
    mode = rng.choice(["modulo", "monotone", "random", "blocks", "reverse"])
    k = rng.randint(1, 5)
    part = {}
    for i, n in enumerate(calls):
        part[n.name] = {
            "modulo": i % k,
            "monotone": i * k // max(1, len(calls)),
            "random": rng.randrange(k),
            "blocks": i // 3,
            "reverse": k - i * k // max(1, len(calls)),
        }[mode]
    named = rng.random() < 0.5
    for order in (False, True):
        row = {
            "seed": seed,
            "mode": mode,
            "partition": part,
            "keep_original_order": order,
            "keep_original_node_name": named,
            "before": rec.texts(gm, ("str",)),
        }
        row["before"]["graph"] = rec.graph_of(gm)
        row["before"].pop("children", None)
        if order:
            row["before"] = "as in the row before"
        copyof = copy.deepcopy(gm)
        try:
            out = split_module(
                copyof, copyof, lambda n: part[n.name], keep_original_order=order, keep_original_node_name=named
            )
            row["after"] = rec.texts(out)
            row["lint"] = lint(out)
        except Exception as e:
            row["error"] = rec.error_of(e)
        rows.append(row)
    return rows


def inline(seed):
    rng = random.Random(seed)
    gm = Maker(rng, grad=0, cond=rng.choice([0, 0.15]), size=rng.choice([8, 16, 40]), attrs=rng.random() < 0.3).module()
    calls = [n for n in gm.graph.nodes if n.op.startswith("call")]
    cuts = [n.name for n in calls if rng.random() < 0.25]
    row = {"seed": seed, "cuts": cuts, "before": {**rec.texts(gm, ("str",)), "graph": rec.graph_of(gm)}}
    row["before"].pop("children", None)
    try:
        split = sequential_split(gm, lambda n: n.name in cuts)
        row["split"] = rec.texts(split)
        for n in list(split.graph.nodes):
            if n.op == "call_module":
                node_inline_(n)
        row["inlined"] = rec.texts(split)
    except Exception as e:
        print("inline left out", seed, type(e).__name__, str(e)[:100])
        return []
    return [row]


def region(seed, kind):
    rng = random.Random(seed)
    grad = kind == "grad"
    conf = (
        dict(grad=rng.choice([0.2, 0.4]), autocast=rng.choice([0, 0, 0.15]), cond=rng.choice([0, 0, 0.12]))
        if grad
        else dict(grad=0, autocast=rng.choice([0.15, 0.35]), cond=rng.choice([0, 0.12]))
    )
    maker = Maker(
        rng,
        size=rng.choice([6, 14, 30]),
        attrs=rng.random() < 0.2,
        effects=rng.random() < 0.3,
        methods=rng.random() < 0.15,
        **conf,
    )
    gm, sig = maker.module(), maker.signature() if rng.random() < 0.8 else None
    ambient = rng.random() < 0.7 if grad else True
    row = {
        "seed": seed,
        **({"ambient_grad": ambient} if grad else {}),
        "before": {"str": str(gm.graph), "graph": rec.graph_of(gm)},
        "signature_before": rec.signature(sig),
    }
    want_split = rng.random() < 0.3
    try:
        with torch.set_grad_enabled(ambient):
            if grad and want_split and any(n.target is SET for n in gm.graph.nodes):
                try:
                    split = sequential_split(copy.deepcopy(gm), lambda n: n.target is SET)
                    row["sequential_split"] = rec.texts(split, ("str",))
                except Exception:
                    pass
            out, osig = (replace_set_grad_with_hop_pass if grad else replace_autocast_with_hop_pass)(gm, sig)
    except Exception as e:
        row["error"] = rec.error_of(e)
        row.pop("sequential_split", None)
        return [row]
    row["after"] = rec.texts(out)
    row["signature_after"] = rec.signature(osig)
    if rng.random() < 0.3:
        row["after_meta"] = [
            [n.name, rec.val(n.meta["val"]) if n.meta.get("val") is not None else None] for n in out.graph.nodes
        ]
    if (
        grad
        and conf["autocast"]
        and not any(n.target is SET for m in out.modules() if isinstance(m, fx.GraphModule) for n in m.graph.nodes)
    ):
        try:
            final, fsig = replace_autocast_with_hop_pass(out, osig)
            row["after_autocast"], row["signature_after_autocast"] = rec.texts(final), rec.signature(fsig)
        except Exception as e:
            row["error"] = rec.error_of(e)
    else:
        try:
            out.graph.eliminate_dead_code()
            row["dce_after"] = {"str": str(out.graph)}
        except Exception as e:
            row["dce_after"] = {"error": rec.error_of(e)}
    return [row]


class Script:
    CALLS = {
        "aten.add.Tensor": aten.add.Tensor,
        "aten.add_.Tensor": aten.add_.Tensor,
        "aten.sin.default": aten.sin.default,
        "aten.split.Tensor": aten.split.Tensor,
        "aten._assert_scalar.default": aten._assert_scalar.default,
        "_set_grad_enabled": SET,
        "builtins.len": len,
        "operator.add": operator.add,
        "operator.getitem": operator.getitem,
        "operator.mul": operator.mul,
        "torch.cat": torch.cat,
        "torch.relu": torch.relu,
    }
    PLACE = [
        "x",
        "y",
        "input",
        "arg0_1",
        "zz",
        "for",
        "add",
        "x_1",
        "sum",
        "*args",
        "**kwargs",
        "self",
        "a.b",
        "x_007",
        "1x",
        "é",
        "L_x_",
        "submod_1",
        "inf",
    ]
    RENAME = [
        "my.name",
        "add_1",
        "q",
        "x",
        "x_9",
        "for",
        "submod_2",
        "",
        "len",
        "é",
        "1a",
        "add_01",
        "_",
        "__x__",
        "torch",
        "getitem_3",
        "x__1",
    ]

    def __init__(self, seed, well_formed):
        self.rng, self.g, self.h, self.steps, self.well = random.Random(seed), fx.Graph(), [], [], well_formed
        self.dead, self.point, self.seed = set(), None, seed

    def alive(self):
        out = [i for i in range(len(self.h)) if i not in self.dead]
        if self.well and out:
            # What comes before the insertion point.
            order = {n: i for i, n in enumerate(self.g.nodes)}
            here = self.limit()
            out = [i for i in out if order.get(self.h[i], 10**9) < here] or []
        return out

    def limit(self):
        order = {n: i for i, n in enumerate(self.g.nodes)}
        if self.point is None:
            return 10**8
        node, after = self.point
        if node not in order:
            return -1
        return order[node] + (0.5 if after else 0)

    def arg(self, depth=0, pool=None):
        rng = self.rng
        pool = self.alive() if pool is None else pool
        r = rng.random()
        if r < 0.55 and pool:
            return {"h": rng.choice(pool)}
        if r < 0.65 and depth < 3:
            return [self.arg(depth + 1, pool) for _ in range(rng.randint(0, 3))]
        if r < 0.75 and depth < 3:
            return {"t": [self.arg(depth + 1, pool) for _ in range(rng.randint(0, 3))]}
        return rng.choice([0, 1, None, True, False, 2.5, "s", -1, "it's", "a b", 1e-05, 100, -3.25])

    def py(self, a):
        if isinstance(a, dict):
            return self.h[a["h"]] if "h" in a else tuple(self.py(v) for v in a["t"])
        return [self.py(v) for v in a] if isinstance(a, list) else a

    def args(self, pool=None):
        return [self.arg(0, pool) for _ in range(self.rng.randint(0, 3))]

    def kwargs(self, pool=None):
        return {
            k: self.arg(0, pool) for k in self.rng.sample(["dim", "alpha", "k", "out"], self.rng.choice([0, 0, 1, 2]))
        }

    def new(self, step, n):
        step["new"], step["new_name"] = len(self.h), n.name
        self.h.append(n)

    def before(self, i):
        order = {n: k for k, n in enumerate(self.g.nodes)}
        if self.h[i] not in order:
            return []
        return (
            [j for j in range(len(self.h)) if j not in self.dead and order.get(self.h[j], 10**9) < order[self.h[i]]]
            if self.well
            else [j for j in range(len(self.h)) if j not in self.dead]
        )

    def step(self):
        rng, g = self.rng, self.g
        cmds = (
            ["call"] * 12
            + ["placeholder"] * 3
            + [
                "get_attr",
                "call_module",
                "call_method",
                "call_method",
                "erase",
                "erase",
                "rauw",
                "rauw",
                "replace_input",
                "set_args",
                "set_kwargs",
                "update_arg",
                "insert_arg",
                "update_kwarg",
                "insert_before",
                "insert_after",
                "reset_insert",
                "rename",
                "rename",
                "raw_name",
                "set_target",
                "node_copy",
                "find_nodes",
                "find_nodes",
            ]
            + ([] if self.well else ["prepend", "append", "set_name"])
        )
        cmd = rng.choice(cmds)
        s = {"cmd": cmd}
        live = [i for i in range(len(self.h)) if i not in self.dead]
        needs = cmd in (
            "erase",
            "rauw",
            "replace_input",
            "prepend",
            "append",
            "set_args",
            "set_kwargs",
            "update_arg",
            "insert_arg",
            "update_kwarg",
            "insert_before",
            "insert_after",
            "rename",
            "set_name",
            "set_target",
            "node_copy",
        )
        if needs and not live:
            return
        a = rng.choice(live) if needs else None
        if needs:
            s["a"] = a
        n = self.h[a] if needs else None
        try:
            if cmd == "call":
                t = rng.choice(list(self.CALLS))
                s.update(
                    target=t,
                    args=self.args(),
                    kwargs=self.kwargs(),
                    name=rng.choice([None, None, None, "add_1", "x", "submod_1", "my.name", "1a", "for"]),
                )
                self.new(
                    s,
                    g.create_node(
                        "call_function",
                        self.CALLS[t],
                        tuple(self.py(v) for v in s["args"]),
                        {k: self.py(v) for k, v in s["kwargs"].items()},
                        name=s["name"],
                    ),
                )
            elif cmd == "placeholder":
                s["name"] = rng.choice(self.PLACE)
                self.new(s, g.placeholder(s["name"]))
            elif cmd == "get_attr":
                s["target"] = rng.choice(["w", "layers.0.weight", "a-b.c", "_x"])
                self.new(s, g.create_node("get_attr", s["target"]))
            elif cmd in ("call_module", "call_method"):
                s["target"] = (
                    rng.choice(["lin", "blk.1", "0"])
                    if cmd == "call_module"
                    else rng.choice(["view", "size", "__add__", "T", "add_"])
                )
                s["args"] = self.args() if cmd == "call_module" else [self.arg()] + self.args()
                self.new(s, g.create_node(cmd, s["target"], tuple(self.py(v) for v in s["args"])))
            elif cmd == "erase":
                if self.point is not None and self.point[0] is n:
                    return
                with warnings.catch_warnings(record=True) as w:
                    warnings.simplefilter("always")
                    g.erase_node(n)
                self.dead.add(a)
            elif cmd == "rauw":
                pool = self.before(a) if self.well else live
                if not pool:
                    return
                s["b"] = rng.choice(pool)
                if rng.random() < 0.3:
                    m = s["only_user_index_mod3"] = rng.randrange(3)
                    index = {u: i for i, u in enumerate(n.users)}
                    s["result"] = [
                        u.name
                        for u in n.replace_all_uses_with(self.h[s["b"]], delete_user_cb=lambda u: index[u] % 3 == m)
                    ]
                else:
                    s["result"] = [u.name for u in n.replace_all_uses_with(self.h[s["b"]])]
            elif cmd == "replace_input":
                pool = self.before(a)
                if not pool:
                    return
                s["b"], s["c"] = rng.choice(pool), rng.choice(pool)
                n.replace_input_with(self.h[s["b"]], self.h[s["c"]])
            elif cmd in ("prepend", "append"):
                s["b"] = rng.choice(live)
                with warnings.catch_warnings(record=True) as w:
                    warnings.simplefilter("always")
                    getattr(n, cmd)(self.h[s["b"]])
                if w:
                    s["warning"] = str(w[0].message)
            elif cmd == "set_args":
                s["args"] = self.args(self.before(a))
                n.args = tuple(self.py(v) for v in s["args"])
            elif cmd == "set_kwargs":
                s["kwargs"] = self.kwargs(self.before(a))
                n.kwargs = {k: self.py(v) for k, v in s["kwargs"].items()}
            elif cmd in ("update_arg", "insert_arg"):
                s["idx"], s["arg"] = rng.randint(0, 3), self.arg(0, self.before(a))
                getattr(n, cmd)(s["idx"], self.py(s["arg"]))
            elif cmd == "update_kwarg":
                s["key"], s["arg"] = rng.choice(["k", "dim", "alpha"]), self.arg(0, self.before(a))
                n.update_kwarg(s["key"], self.py(s["arg"]))
            elif cmd in ("insert_before", "insert_after"):
                getattr(g, cmd.replace("insert", "inserting"))(n)
                self.point = (n, cmd == "insert_after")
            elif cmd == "reset_insert":
                g.inserting_before(g._root)
                g._insert = g._root.prepend
                self.point = None
            elif cmd == "rename":
                s["name"] = rng.choice(self.RENAME)
                n._rename(s["name"])
                s["result"] = n.name
            elif cmd == "set_name":
                s["name"] = rng.choice([m.name for m in g.nodes] + ["zz", "q"])
                n.name = s["name"]
            elif cmd == "raw_name":
                s["cand"] = rng.choice(self.PLACE + self.RENAME)
                s["result"] = g._graph_namespace.create_name(s["cand"], None)
            elif cmd == "set_target":
                if n.op != "call_function":
                    return
                s["target"] = rng.choice(list(self.CALLS))
                n.target = self.CALLS[s["target"]]
            elif cmd == "node_copy":
                pool = self.alive()
                if self.well and a not in pool:
                    return
                s["map"] = "identity"
                self.new(s, g.node_copy(n, lambda v: v))
            elif cmd == "find_nodes":
                s["op"] = rng.choice(["call_function", "placeholder", "get_attr", "call_module", "call_method"])
                kw = {}
                if s["op"] == "call_function":
                    s["target"] = rng.choice(list(self.CALLS))
                    kw["target"] = self.CALLS[s["target"]]
                elif rng.random() < 0.4 and s["op"] != "placeholder":
                    s["target"] = kw["target"] = rng.choice(["w", "lin", "view", "size", "blk.1"])
                s["result"] = [m.name for m in g.find_nodes(op=s["op"], **kw)]
        except Exception as e:
            s["error"] = rec.error_of(e)
        self.steps.append(s)

    def run(self):
        for _ in range(self.rng.randint(5, 35)):
            self.step()
        g = self.g
        self.point = None
        g._insert = g._root.prepend
        out = self.args([i for i in range(len(self.h)) if i not in self.dead])
        self.steps.append({"cmd": "output", "args": out})
        g.output(tuple(self.py(v) for v in out))
        row = {"seed": self.seed, "steps": self.steps, "str": str(g)}
        try:
            row["code"] = g.python_code("self").src
        except Exception as e:
            row["code_error"] = rec.error_of(e)
        row["nodes"] = [
            {
                "name": n.name,
                "users": [u.name for u in n.users],
                "inputs": [i.name for i in n.all_input_nodes],
                "sort_key": list(n._sort_key),
            }
            for n in g.nodes
        ]
        row["len"] = len(g.nodes)
        try:
            g.lint()
            row["lint"] = None
        except Exception as e:
            row["lint"] = rec.error_of(e)
        if row["lint"] is None:
            twin = copy.deepcopy(g)
            row["deepcopy_str"] = str(twin)
            try:
                twin.eliminate_dead_code()
                row["dce_str"] = str(twin)
            except Exception:
                row["dce_str"] = None
        return row


if __name__ == "__main__":
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    run = lambda f, base, n, *rest: [row for i in range(n) for row in f(base + i, *rest)]

    def scripts(s, well):
        try:
            return [Script(s, well).run()]
        except RecursionError:
            return []

    rec.write(
        f"{folder}/unit/graph_scripts.json", run(scripts, seed, count, False) + run(scripts, seed + 10000, count, True)
    )
    rec.write(f"{folder}/unit/split_module.json", run(splits, seed, count))
    rec.write(f"{folder}/unit/split_inline.json", run(inline, seed, count))
    rec.write(f"{folder}/unit/set_grad_fuzz.json", run(region, seed, count * 2, "grad"))
    rec.write(f"{folder}/unit/autocast_fuzz.json", run(region, seed + 50000, count, "autocast"))
