"""Scenario programs that grow while PyTorch runs them: python3 grown_scenarios.py SEED COUNT OUT.jsonl

Each next step is chosen by a look at the tensors that live at that moment (shape, dtype, requires_grad, whether it is a
view), so most steps do something; bodies of blocks and hooks grow when they are entered for the first time. The result
has its trace, as record_scenarios.py writes it: a program is a line, and `node tests/tools/grown.mjs OUT.jsonl`
compares and tells what differs by cause. Looking never asks for `grad_fn`, `is_leaf` or `grad`, which change what
PyTorch does next."""

import json
import os
import random
import resource
import signal
import sys
import warnings

import torch

import record_scenarios as record

UNARY = [
    "neg",
    "exp",
    "sin",
    "cos",
    "tanh",
    "relu",
    "sigmoid",
    "abs",
    "clone",
    "reciprocal",
    "sqrt",
    "log",
    "sign",
    "square",
]
BINARY = ["add", "sub", "mul", "div", "maximum", "minimum", "pow"]
INPLACE = ["neg_", "exp_", "sin_", "tanh_", "relu_", "sigmoid_", "abs_", "zero_", "sqrt_"]
VIEWS = [
    "view",
    "unsqueeze",
    "squeeze",
    "select",
    "narrow",
    "transpose",
    "expand",
    "view_as",
    "unbind",
    "split",
    "t",
    "slice",
    "permute",
    "detach",
]
DATA = [0.5, 1, 2, -1, 3, 0.25, -2, 1.5]
SHAPES = [[], [2], [3], [2, 2], [2, 3], [1, 2], [2, 1, 2]]
SAVED = {"exp": "result", "tanh": "result", "sigmoid": "result", "sin": "self", "mul": "self", "sqrt": "result"}


class Body(list):
    """Steps that are chosen when they are reached for the first time."""

    def __init__(self, grower, length, packing=False):
        super().__init__()
        self.grower, self.length, self.packing, self.begun = grower, length, packing, False

    def __iter__(self):
        if self.begun:
            yield from list.__iter__(self)
            return
        self.begun = True
        self.grower.depth += 1
        self.grower.packing += self.packing
        try:
            for _ in range(self.length):
                for step in self.grower.step():
                    if isinstance(step, Later) and not step.makes_sense(self.grower.frame):
                        continue
                    self.append(step)
                    yield step
        finally:
            self.grower.depth -= 1
            self.grower.packing -= self.packing


class Overgrown(BaseException):
    """A program that does not end soon; hooks may call each other for ever."""


class Run(record.Run):
    """Knows the frame of the step that runs."""

    def __init__(self, grower):
        super().__init__()
        self.grower, self.left = grower, 300

    def step(self, s, f):
        self.left -= 1
        if self.left < 0:
            raise Overgrown
        super().step(s, f)

    def steps(self, steps, f):
        before, self.grower.frame = self.grower.frame, f
        try:
            super().steps(steps, f)
        finally:
            self.grower.frame = before


class Grower:
    def __init__(self, rng):
        self.r, self.count, self.labels, self.depth, self.packing = rng, 0, 0, 0, 0
        self.frame, self.nodes, self.handles, self.functions, self.edges = None, [], [], [], []

    # --- names and looks ---

    def label(self):
        self.labels += 1
        return "e%d" % self.labels

    def name(self, kind="t"):
        self.count += 1
        return "%s%d" % (kind, self.count)

    def chance(self, p):
        return self.r.random() < p

    def known(self, test=lambda t: True):
        frame, names = self.frame, []
        while frame is not None:
            names.extend(
                n for n, v in frame.names.items() if isinstance(v, torch.Tensor) and v.numel() <= 24 and test(v)
            )
            frame = frame.outer
        return names

    def tensor(self, test=lambda t: True):
        names = self.known(test)
        # The newest are the most interesting.
        return self.r.choice(names[-6:] if self.chance(0.5) else names) if names else self.r.choice(self.known())

    def look(self, name):
        return self.frame.get(name)

    def floating(self):
        return self.tensor(lambda t: t.is_floating_point())

    def wanted(self):
        return self.tensor(lambda t: t.requires_grad)

    def fitting(self, name):
        shape = self.look(name).shape
        return self.tensor(lambda t: t.is_floating_point() and (t.shape == shape or t.dim() == 0))

    def number(self):
        return self.r.choice([0, 1, 2, 3, -1, 0.5, 2.0, -1.5])

    def bound(self, step, many=0):
        """Inside a function that may run again a failing step leaves its names as they were then."""
        outs = step["out"] if isinstance(step["out"], list) else [step["out"]]
        return (
            [{"op": "let", "out": o, "value": self.tensor()} for o in outs if o is not None] + [step]
            if self.depth
            else [step]
        )

    # --- steps ---

    def leaf(self):
        shape = self.r.choice(SHAPES)
        count = 1
        for s in shape:
            count *= s
        step = {
            "op": "leaf",
            "out": self.name(),
            "shape": shape,
            "data": [self.r.choice(DATA) for _ in range(count)],
            "requires_grad": self.chance(0.7),
        }
        if self.chance(0.06):
            step["dtype"] = "float32"
        return [step]

    def call(self, fn, args, many=0):
        outs = [self.name() for _ in range(many or 1)]
        return self.bound(
            {"op": "call", "fn": fn, "args": args, "out": outs if many else outs[0], "catch": self.label()}
        )

    def compute(self):
        t = self.floating()
        kind = self.r.randint(0, 9)
        if kind <= 2:
            return self.call(self.r.choice(UNARY), [t])
        if kind <= 5:
            other = self.fitting(t) if self.chance(0.7) else self.number()
            args = [t, other] if isinstance(other, str) or self.chance(0.7) else [other, t]
            numbers = not all(isinstance(a, str) for a in args)
            return self.call(self.r.choice(BINARY[:4] if numbers else BINARY), args)
        if kind == 6:
            shape = self.look(t).shape
            extra = [self.r.randrange(len(shape))] if len(shape) and self.chance(0.4) else []
            return self.call(self.r.choice(["sum", "mean"]), [t] + extra)
        if kind == 7:
            return self.call(
                self.r.choice(["cat", "stack"]),
                [[t, self.tensor(lambda x: x.shape == self.look(t).shape and x.is_floating_point())]],
            )
        if kind == 8:
            other = self.tensor(lambda x: x.dim() > 0 and x.is_floating_point())
            if self.chance(0.5):
                made = self.call("gt", [t, self.number()])
                return made + self.call("where", [made[-1]["out"], t, self.fitting(t)])
            return self.call("matmul", [t, other])
        fn, extra = self.r.choice(
            [
                ("clamp", [-1, 1]),
                ("pow", [2]),
                ("undefined_grad", []),
                ("to", [{"dtype": "float32"}]),
                ("to", [{"dtype": "float64"}]),
                ("delayed_error", [{"str": "late"}]),
                ("max", []),
                ("prod", []),
                ("cumsum", [0]),
                ("softmax", [-1]),
                ("flip", [[0]]),
                ("addcmul", [t, t]),
                ("lerp", [t, 0.5]),
                ("amax", []),
                ("logsumexp", [0]),
                ("contiguous", []),
            ]
        )
        return self.call(fn, [t] + extra)

    def view(self):
        t = self.tensor(lambda x: x.dim() > 0) if self.chance(0.8) else self.tensor()
        shape = list(self.look(t).shape)
        d = self.r.randrange(len(shape)) if shape else 0
        fn = self.r.choice(VIEWS)
        extra = {
            "view": [[-1]],
            "unsqueeze": [d],
            "squeeze": [],
            "select": [d, 0],
            "narrow": [d, 0, 1],
            "transpose": [0, -1],
            "expand": [[2] + shape],
            "view_as": [t],
            "slice": [d, 0, 1] if self.chance(0.5) else [d, 0, 3, 2],
            "permute": [list(reversed(range(len(shape))))],
            "split": [1, d],
        }.get(fn, [])
        many = {"unbind": shape[0] if shape else 1, "split": shape[d] if shape else 1}.get(fn, 0)
        return self.call(fn, [t] + extra, many)

    def write(self):
        t = self.tensor(lambda x: x._is_view()) if self.chance(0.45) else self.floating()
        if self.chance(0.12):
            fn, extra = self.r.choice(
                [
                    ("transpose_", [0, -1]),
                    ("unsqueeze_", [0]),
                    ("squeeze_", []),
                    ("detach_", []),
                    ("requires_grad_", []),
                ]
            )
            return [{"op": "call", "fn": fn, "args": [t] + extra, "catch": self.label()}]
        if self.chance(0.4):
            return [{"op": "call", "fn": self.r.choice(INPLACE), "args": [t], "catch": self.label()}]
        fn = self.r.choice(["add_", "sub_", "mul_", "div_", "copy_", "mul_", "add_"])
        other = self.fitting(t) if fn == "copy_" or self.chance(0.6) else self.number()
        if self.chance(0.1):
            fn, other = "fill_", self.number()
        return [{"op": "call", "fn": fn, "args": [t, other], "catch": self.label()}]

    def function(self, params, returns):
        """A hook: it tells what it got, may do more, may change it."""
        body = Body(self, self.r.choice([0, 0, 0, 1, 2]) if self.depth < 2 else 0)
        spec = {"params": params, "name": self.r.choice(["first", "second", "hook"])}
        first = [{"op": "emit", "label": self.label(), "values": params}]
        if self.chance(0.15):
            first.append({"op": "observe", "what": self.r.choice(["is_grad_enabled", "current_node", "graph_task"])})
        if self.chance(0.03):
            first.append(
                {"op": "raise", "type": self.r.choice(["RuntimeError", "ValueError"]), "message": "from a hook"}
            )
        last = []
        p = params[0]
        if self.chance(0.4) and returns == "tensor":
            last = [
                {"op": "let", "out": "h", "value": p},
                {
                    "op": "call",
                    "fn": self.r.choice(["mul", "add", "clone"]),
                    "args": [p] + ([2] if self.chance(1) else []),
                    "out": "h",
                    "catch": self.label(),
                },
            ]
            if last[1]["fn"] == "clone":
                last[1]["args"] = [p]
            spec["return"] = "h"
        if self.chance(0.3) and returns == "list":
            last = [
                {"op": "let", "out": "h", "value": {"item": [p, 0]}},
                {"op": "call", "fn": "mul", "args": ["h", 2], "out": "h", "catch": self.label()},
            ]
            spec["return"] = self.r.choice([["h"], ["h"], ["h", None], p])
        spec["body"] = Parts(first, body, last)
        return spec

    def hook(self):
        t = self.wanted()
        kind = self.r.randint(0, 7)
        step = {"catch": self.label()}
        if self.chance(0.3):
            step["handle"] = self.name("k")
            self.handles.append(step["handle"])
        if kind <= 2:
            step.update(op="register_hook", on=t, fn=self.function(["g"], "tensor"))
        elif kind == 3:
            step.update(op="register_post_accumulate_grad_hook", on=t, fn=self.function(["p"], None))
        elif kind == 4:
            names = [self.wanted() for _ in range(self.r.randint(1, 3))]
            fn = {"params": ["g"], "body": [{"op": "emit", "label": self.label(), "values": ["g"]}], "name": "fn"}
            step.update(
                op="multi_grad_hook",
                tensors=names,
                fn=fn,
                **({"mode": self.r.choice(["all", "any"])} if self.chance(0.6) else {}),
            )
        elif kind == 5:
            step = {"op": "retain_grad", "of": t, "catch": self.label()}
        else:
            name = self.name("n")
            made = (
                [{"op": "grad_fn", "out": name, "of": t, "catch": self.label()}]
                if self.chance(0.7)
                else [
                    {
                        "op": "grad_accumulator",
                        "out": name,
                        "of": self.tensor(lambda x: x.requires_grad and not x._is_view() and x.is_leaf),
                        "catch": self.label(),
                    }
                ]
            )
            on = (
                dict(step, op="node_prehook", on=name, fn=self.function(["go"], "list"))
                if self.chance(0.5)
                else dict(step, op="node_hook", on=name, fn=self.function(["gi", "go"], "list"))
            )
            return [{"op": "let", "out": name, "value": None}] + made + [Later(self, name, on)]
        return [step]

    def root(self):
        return self.r.choice(self.edges) if self.edges and self.chance(0.08) else self.wanted()

    def run(self):
        roots = [self.wanted() for _ in range(self.r.choice([1, 1, 1, 2]))]
        pre = []
        seeds = None
        for i, root in enumerate(roots):
            if self.look(root).numel() == 1 or self.chance(0.05):
                continue
            if self.chance(0.35):
                shape = self.look(root).shape
                seeds = seeds or [None] * len(roots)
                seeds[i] = self.tensor(lambda x, s=shape: x.shape == s)
            else:
                made = self.call("sum", [root])
                pre.extend(made)
                roots[i] = made[-1]["out"]
        if self.chance(0.5):
            step = {"op": "backward", "tensors": roots, "catch": self.label()}
            if self.chance(0.25):
                step["inputs"] = [self.root() for _ in range(self.r.choice([1, 1, 2]))]
            if seeds:
                step["grad_tensors"] = seeds
        else:
            inputs = [self.root() for _ in range(self.r.choice([1, 1, 2, 3]))]
            step = {
                "op": "grad",
                "outputs": roots,
                "inputs": inputs,
                "out": [self.name("t") for _ in inputs],
                "catch": self.label(),
            }
            if seeds:
                step["grad_outputs"] = seeds
            if self.chance(0.7):
                step["allow_unused"] = True
            if self.chance(0.15):
                step["materialize_grads"] = True
        if self.chance(0.65):
            step["retain_graph"] = self.chance(0.9)
        if self.chance(0.3):
            step["create_graph"] = True
        return pre + (self.bound(step) if step["op"] == "grad" else [step])

    def block(self):
        kind = self.r.choice(
            [
                "no_grad",
                "no_grad",
                "enable_grad",
                "set_grad_enabled",
                "saved_tensors_hooks",
                "saved_tensors_hooks",
                "saved_tensors_hooks",
                "detect_anomaly",
                "debug_log",
                "allow_mutation_on_saved_tensors",
                "disable_saved_tensors_hooks",
                "inference_mode",
                "save_on_cpu",
                "record_warnings",
            ]
        )
        step = {"op": "with", "ctx": kind, "catch": self.label()}
        if kind == "set_grad_enabled":
            step["mode"] = self.chance(0.5)
        if kind == "saved_tensors_hooks":
            step["pack"] = {
                "params": ["x"],
                "body": [{"op": "emit", "label": self.label(), "values": ["x"]}],
                "return": "x",
            }
            if self.chance(0.4):
                step["pack"]["body"].append(
                    {"op": "call", "fn": self.r.choice(["clone", "detach", "mul"]), "args": ["x"], "out": "x"}
                )
                if step["pack"]["body"][-1]["fn"] == "mul":
                    step["pack"]["body"][-1]["args"] = ["x", 2]
            step["unpack"] = {
                "params": ["x"],
                "body": [{"op": "emit", "label": self.label(), "values": ["x"]}],
                "return": "x",
            }
        if kind == "disable_saved_tensors_hooks":
            step["message"] = "not here"
        step["body"] = Body(
            self,
            self.r.randint(2, 6),
            kind in ("saved_tensors_hooks", "save_on_cpu", "allow_mutation_on_saved_tensors"),
        )
        return [step]

    def custom(self):
        name = "F%d" % len(self.functions)
        self.functions.append(name)
        kind = self.r.randint(0, 6)
        two = self.chance(0.3)
        params = ["x", "z"] if two else ["x"]
        body, ret, extra = (
            [{"op": "call", "fn": "mul", "args": ["x", 3], "out": "y"}],
            "y",
            {"save": [self.r.choice(["x", "y"])]},
        )
        backward = [{"op": "call", "fn": "mul", "args": ["g", 3], "out": "r"}]
        gives, grads, outs = ["r", None] if two else "r", ["g"], 1
        if kind == 1:
            ret = "x"
            extra = {"save": ["x"]}
        elif kind == 2:
            body = [{"op": "call", "fn": self.r.choice(["view_as", "detach"]), "args": ["x", "x"], "out": "y"}]
            body[0]["args"] = ["x", "x"] if body[0]["fn"] == "view_as" else ["x"]
        elif kind == 3:
            body = [{"op": "call", "fn": "mul_", "args": ["x", 3]}]
            ret, extra = "x", {"save": []}
            if self.chance(0.85):
                extra["mark_dirty"] = ["x"]
        elif kind == 4:
            body.append({"op": "call", "fn": "add", "args": ["x", 1], "out": "w"})
            ret, grads, outs = self.r.choice([["y", "w"], ["y", 5, "w"], ["w", None, "y"], ["y", "x"]]), None, None
            if self.chance(0.5):
                extra["mark_non_differentiable"] = [self.r.choice(["w", "y"])]
            outs = len(ret)
            grads = ["g%d" % i for i in range(outs)]
            backward = [{"op": "call", "fn": "mul", "args": ["g0", 3], "out": "r", "catch": self.label()}]
            backward.insert(0, {"op": "let", "out": "r", "value": "g0"})
        elif kind == 5 and not two:
            backward.append({"op": "call", "fn": "mul", "args": ["r", "g"], "out": "r"})
            extra["once_differentiable"] = True
        if self.packing and "x" in extra["save"]:
            # Python frees the leaf that ctx.saved_tensors unpacks, and with it the hooks of the leaf that was packed.
            extra["save"] = ["y"] if ret != "x" else []
        if self.chance(0.15):
            extra["materialize_grads"] = False
            backward = [{"op": "let", "out": "r", "value": grads[0]}]
        if self.chance(0.1):
            gives = self.r.choice([None, ["r", "r"], ["r", None, None], "r"])
        define = {
            "op": "define_function",
            "name": name,
            "forward": {"params": params, "body": body, "return": ret},
            **extra,
            "backward": {
                "params": grads,
                "body": [{"op": "emit", "label": self.label(), "values": grads + ["needs_input_grad"]}] + backward,
                "return": gives,
            },
        }
        t = self.floating()
        args = [t, self.r.choice([self.tensor(), 2])] if two else [t]
        places = (
            [self.name() if not isinstance(one, (int, type(None))) else None for one in ret]
            if isinstance(ret, list)
            else self.name()
        )
        return [define] + self.bound({"op": "apply", "fn": name, "args": args, "out": places, "catch": self.label()})

    def slot(self):
        fn = self.r.choice(list(SAVED))
        t, kept, out, n = self.floating(), self.name(), self.name(), self.name("n")
        pair = {
            key: {"params": ["x"], "body": [{"op": "emit", "label": self.label(), "values": ["x"]}], "return": "x"}
            for key in ("pack", "unpack")
        }
        if self.chance(0.3):
            pair["pack"]["body"].append({"op": "call", "fn": "mul", "args": ["x", 2], "out": "x"})
        # No leaf: see custom().
        made = [
            {"op": "let", "out": kept, "value": t},
            {"op": "call", "fn": "clone", "args": [t], "out": kept, "catch": self.label()},
            {"op": "let", "out": out, "value": kept},
            {
                "op": "call",
                "fn": fn,
                "args": [kept, kept] if fn == "mul" else [kept],
                "out": out,
                "catch": self.label(),
            },
            {"op": "let", "out": n, "value": None},
            {"op": "grad_fn", "out": n, "of": out, "catch": self.label()},
        ]
        steps = [{"op": "observe", "what": "saved", "slot": SAVED[fn], "of": n, "catch": self.label()}]
        if self.chance(0.5):
            steps.insert(0, {"op": "register_saved_hooks", "node": n, "slot": SAVED[fn], "catch": self.label(), **pair})
        return made + [Later(self, n, one, "%sBackward0" % fn.capitalize()) for one in steps]

    def misc(self):
        kind, t = self.r.randint(0, 8), self.tensor()
        if kind == 0:
            return [{"op": "set_requires_grad", "of": t, "value": self.chance(0.7), "catch": self.label()}]
        if kind == 1:
            shape = self.look(t).shape
            return [
                {
                    "op": "set_grad",
                    "of": t,
                    "value": None if self.chance(0.6) else self.tensor(lambda x: x.shape == shape),
                    "catch": self.label(),
                }
            ]
        if kind == 2:
            return [{"op": "increment_version", "of": t, "catch": self.label()}]
        if kind == 3 and self.handles:
            name = self.r.choice(self.handles)
            return [Later(self, name, {"op": "remove", "handle": name})]
        if kind == 4:
            name = self.name("d")
            if self.look(t).requires_grad and self.depth == 0:
                return [
                    {"op": "let", "out": name, "value": t},
                    {"op": "gradient_edge", "out": name, "of": t, "catch": self.label()},
                    {"op": "let", "out": self.edge(name), "value": name},
                ]
        if kind == 5:
            return self.slot()
        if kind == 6:
            return [
                {
                    "op": "set_data",
                    "of": t,
                    "value": self.tensor(lambda x: x.dtype == self.look(t).dtype),
                    "catch": self.label(),
                }
            ]
        return self.leaf() if self.depth == 0 else self.compute()

    def edge(self, name):
        self.edges.append(name)
        return name + "e"

    def glance(self):
        t = self.tensor()
        what = self.r.choice(
            [
                "value",
                "grad",
                "requires_grad",
                "is_leaf",
                "retains_grad",
                "version",
                "output_nr",
                "is_view",
                "grad_fn",
                "graph",
                "stride",
                "same",
                "is_inference",
            ]
        )
        if what == "same":
            return [{"op": "observe", "what": what, "a": t, "b": self.tensor()}]
        return [{"op": "observe", "what": what, "of": t, "catch": self.label()}]

    def step(self):
        x = self.r.random()
        if x < 0.26:
            return self.compute()
        if x < 0.40:
            return self.view()
        if x < 0.52:
            return self.write()
        if x < 0.64:
            return self.hook()
        if x < 0.76:
            return self.run()
        if x < 0.83:
            return self.block() if self.depth < 3 else self.compute()
        if x < 0.88:
            return self.custom()
        if x < 0.94:
            return self.misc()
        return self.glance()


class Parts(list):
    """What a function does: its first steps, those that grow when it is first called, its last ones."""

    def __init__(self, first, body, last):
        super().__init__()
        self.parts, self.begun = (first, body, last), False

    def __iter__(self):
        if self.begun:
            yield from list.__iter__(self)
            return
        self.begun = True
        # It may be called again while it grows: then it does what it has so far.
        for part in self.parts:
            for step in part:
                self.append(step)
                yield step


class Later(dict):
    """A step on a node: it is left out if there is none, or another one than was meant."""

    def __init__(self, grower, name, step, kind=None):
        super().__init__(step)
        self.grower, self.needs, self.kind = grower, name, kind

    def makes_sense(self, frame):
        value = frame.get(self.needs) if self.needs in names_of(frame) else None
        return value is not None and (self.kind is None or value.name() == self.kind)


def names_of(frame):
    out = set()
    while frame is not None:
        out.update(frame.names)
        frame = frame.outer
    return out


def grow(seed):
    grower = Grower(random.Random(seed))
    run = Run(grower)
    frame = record.Frame(None)
    grower.frame = frame
    program = []

    def do(step):
        if isinstance(step, Later) and not step.makes_sense(frame):
            return
        program.append(step)
        run.step(step, frame)

    first = {"op": "leaf", "out": "s", "shape": [2, 2], "data": [1, 2, -1, 0.5], "requires_grad": True}
    for step in [first, *grower.leaf(), *grower.leaf(), *grower.leaf()]:
        do(step)
    for _ in range(grower.r.randint(8, 26)):
        for step in grower.step():
            do(step)
    for step in grower.run():
        do(step)
    for t in list(frame.names):
        if isinstance(frame.names[t], torch.Tensor):
            for what in ("value", "requires_grad", "grad_fn", "grad", "version", "stride"):
                do({"op": "observe", "what": what, "of": t, "catch": grower.label()})
    return program, run.trace


def grow_some(seeds, pipe):
    """Writes a line for each: (program, trace), or why there is none."""
    for seed in seeds:
        signal.alarm(6)
        try:
            out = grow(seed)
        except (NameError, AttributeError, KeyError, IndexError, Overgrown, RecursionError, MemoryError) as e:
            out = type(e).__name__
        pipe.write(json.dumps(out) + "\n")
        pipe.flush()
        if modes() != (True, False, False, None):
            break


def modes():
    """What a program may leave behind for the next one."""
    autograd = torch._C._autograd
    return (
        torch.is_grad_enabled(),
        torch.is_inference_mode_enabled(),
        torch.is_anomaly_enabled(),
        autograd._saved_tensors_hooks_get_disabled_error_message(),
    )


def grown_apart(seeds):
    """The same, 20 by a process: a program may crash in PyTorch, or not end, or leave a mode behind, which ends the
    process."""
    while seeds:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            warnings.simplefilter("ignore")
            with os.fdopen(write, "w") as pipe:
                grow_some(seeds[:20], pipe)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            lines = [line for line in pipe.read().split("\n") if line]
        _, status = os.waitpid(child, 0)
        yield from map(json.loads, lines)
        if status != 0:
            yield "signal %d" % (status & 127)
        seeds = seeds[len(lines) + (status != 0) :]


def main(kind="grown"):
    seed, count, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    kept, dropped = 0, {}
    with open(out, "w") as lines:
        for i, result in enumerate(grown_apart([seed * 100003 + i for i in range(count)])):
            if isinstance(result, str):
                dropped[result] = dropped.get(result, 0) + 1
                continue
            program, trace = result
            one = {
                "id": "%s_%d_%d" % (kind, seed, i),
                "program": program,
                "oracle": "PyTorch " + torch.__version__.split("+")[0],
                "expect": trace,
            }
            text = json.dumps([program, trace])
            if '"float16"' in text or '"bfloat16"' in text:
                one["tol"] = {"rel": 1.6e-2 if '"bfloat16"' in text else 2e-3, "abs": 1e-3}
            elif "float32" in text:
                one["tol"] = {"rel": 1e-5, "abs": 1e-6}
            lines.write(json.dumps(one, separators=(",", ":")) + "\n")
            kept += 1
    print(kept, "grown, dropped:", dropped)


if __name__ == "__main__":
    main()
