"""Makes scenario programs by chance: python3 random_scenarios.py SEED COUNT OUT.json

Give the result to record_scenarios.py, and the recording to `seesaw replay` (one file a scenario: --split FOLDER does
that). Every step may fail: errors are part of the trace. A name that a failing step would have bound stands for another
tensor before."""

import json
import random
import sys

UNARY = ["neg", "exp", "sin", "cos", "tanh", "relu", "sigmoid", "abs", "clone", "reciprocal", "sqrt", "log", "sign"]
BINARY = ["add", "sub", "mul", "div", "maximum", "minimum", "pow"]
INPLACE = [
    "log_",
    "neg_",
    "exp_",
    "sin_",
    "cos_",
    "tanh_",
    "relu_",
    "sigmoid_",
    "abs_",
    "reciprocal_",
    "zero_",
    "sqrt_",
    "detach_",
]
METADATA = [
    ("transpose_", [0, -1]),
    ("unsqueeze_", [0]),
    ("squeeze_", []),
    ("squeeze_", [0]),
    ("as_strided_", [[2], [1], 0]),
    ("as_strided_", [[2, 2], [1, 1]]),
]
STRIDED = [
    ("as_strided", [[2], [1], 0]),
    ("as_strided", [[2, 2], [1, 1]]),
    ("as_strided", [[2, 2], [0, 1], 0]),
    ("as_strided", [[2, 1], [1, 3], 1]),
]
INPLACE2 = ["add_", "sub_", "mul_", "div_", "copy_"]
SHAPES = [[], [2], [2], [2, 2], [2, 2], [1, 2], [3]]


class Maker:
    def __init__(self, rng):
        self.r, self.n, self.labels, self.tensors, self.nodes, self.edges, self.handles = rng, 0, 0, [], [], [], []
        self.depth, self.functions = 0, []

    def label(self):
        self.labels += 1
        return "e%d" % self.labels

    def name(self, kind="t"):
        self.n += 1
        return "%s%d" % (kind, self.n)

    def chance(self, p):
        return self.r.random() < p

    def some(self, k=None):
        k = k or self.r.randint(1, 3)
        return [self.r.choice(self.tensors) for _ in range(k)]

    def number(self):
        return self.r.choice([0, 1, 2, 3, -1, 0.5, 2.0, -1.5])

    def leaf(self):
        shape = self.r.choice(SHAPES)
        count = 1
        for s in shape:
            count *= s
        step = {
            "op": "leaf",
            "out": self.name(),
            "shape": shape,
            "data": [self.r.choice([0.5, 1, 2, -1, 3, 0.25, -2]) for _ in range(count)],
            "requires_grad": self.chance(0.75),
        }
        if self.chance(0.08):
            step["dtype"] = "float32"
        self.tensors.append(step["out"])
        return [step]

    def call(self, fn, args, kwargs=None, many=0):
        """A call that may fail: its names stand for an argument before."""
        known = next(a for a in args if isinstance(a, str)) if any(isinstance(a, str) for a in args) else args[0][0]
        outs = [self.name() for _ in range(many or 1)]
        steps = [{"op": "let", "out": o, "value": known} for o in outs]
        step = {"op": "call", "fn": fn, "args": args, "out": outs if many else outs[0], "catch": self.label()}
        if kwargs:
            step["kwargs"] = kwargs
        self.tensors.extend(outs)
        return steps + [step]

    def op(self):
        r, t = self.r, self.r.choice(self.tensors)
        u = r.choice(self.tensors)
        kind = r.randint(0, 17)
        if kind >= 14:
            return self.wide(kind, t, u)
        if kind <= 3:
            return self.call(r.choice(UNARY), [t])
        if kind <= 6:
            args = [t, u] if self.chance(0.6) else [t, self.number()] if self.chance(0.7) else [self.number(), t]
            return (
                self.call(r.choice(BINARY if not isinstance(args[0], (int, float)) else BINARY[:4]), args)
                if not (isinstance(args[-1], (int, float)) or isinstance(args[0], (int, float)))
                else self.call(r.choice(BINARY[:4]), args)
            )
        if kind == 7:
            return self.call(r.choice(["sum", "mean"]), [t] if self.chance(0.7) else [t, 0])
        if kind == 8:
            fn, extra = r.choice(
                [
                    ("view", [[2]]),
                    ("view", [[-1]]),
                    ("reshape", [[-1]]),
                    ("unsqueeze", [0]),
                    ("squeeze", []),
                    ("select", [0, 0]),
                    ("narrow", [0, 0, 1]),
                    ("slice", [0, 0, 1]),
                    ("transpose", [0, 1]),
                    ("t", []),
                    ("expand", [[2, 2]]),
                    ("view_as", [u]),
                    ("detach", []),
                ]
            )
            return self.call(fn, [t] + extra)
        if kind == 9:
            return self.call("unbind", [t], many=2) if self.chance(0.5) else self.call("split", [t, 1], many=2)
        if kind == 10:
            return self.call(r.choice(["cat", "stack"]), [[t, u]])
        if kind == 11:
            return self.call("where", [t, u, t], None) if self.chance(0.1) else self.call("clamp", [t, -1, 1])
        return self.inplace()

    def wide(self, kind, t, u):
        r = self.r
        if self.chance(0.1):
            fn, extra = r.choice(STRIDED)
            return self.call(fn, [t] + extra)
        if kind == 14:
            return self.call(r.choice(["mm", "mv", "dot", "matmul", "matmul"]), [t, u])
        if kind == 15:
            number = self.number() if self.chance(0.5) else u
            made = self.call(r.choice(["gt", "lt", "ge", "eq"]), [t, number])
            return made + self.call("where", [made[-1]["out"], r.choice([t, u]), r.choice([t, u, self.number()])])
        if kind == 16:
            fn, extra = r.choice(
                [
                    ("permute", [[1, 0]]),
                    ("sum", [[0, 1]]),
                    ("sum", [-1, True]),
                    ("mean", [-1]),
                    ("undefined_grad", []),
                    ("to", [{"dtype": "float32"}]),
                    ("to", [{"dtype": "float64"}]),
                    ("squeeze", [0]),
                    ("unsqueeze", [-1]),
                    ("clamp", [None, 1]),
                    ("clamp", [0, None]),
                    ("slice", [0, 0, 3, 2]),
                    ("expand", [[-1, 2]]),
                    ("pow", [2]),
                    ("pow", [u]),
                    ("delayed_error", [{"str": "late"}]),
                ]
            )
            return self.call(fn, [t] + extra)
        if self.chance(0.3):
            return self.call("var_mean", [t, 0], many=2)
        fn = r.choice(["pow_", "clamp_", "requires_grad_", "div_", "copy_"])
        return [
            {
                "op": "call",
                "fn": fn,
                "args": [t] if fn == "requires_grad_" else [t, r.choice([u, 2])],
                "catch": self.label(),
            }
        ]

    def inplace(self):
        r, t = self.r, self.r.choice(self.tensors)
        if self.chance(0.15):
            fn, extra = r.choice(METADATA)
            return [{"op": "call", "fn": fn, "args": [t] + extra, "catch": self.label()}]
        if self.chance(0.5):
            args = [t]
            fn = r.choice(INPLACE)
        else:
            fn, args = r.choice(INPLACE2), [t, r.choice(self.tensors)]
            if fn != "copy_" and self.chance(0.5):
                args[1] = self.number()
        if self.chance(0.1):
            fn, args = "fill_", [t, self.number()]
        return [{"op": "call", "fn": fn, "args": args, "catch": self.label()}]

    def fn(self, params, lists):
        """A user function for a hook: it tells what it got, may change it, may do more."""
        r = self.r
        body = [{"op": "emit", "label": self.label(), "values": params}]
        if self.chance(0.1):
            body.append({"op": "observe", "what": r.choice(["is_grad_enabled", "current_node", "graph_task"])})
        if self.chance(0.05):
            body.append({"op": "raise", "type": r.choice(["RuntimeError", "ValueError"]), "message": "from a hook"})
        out = {"params": params, "body": body, "name": r.choice(["first", "second", "hook"])}
        p = params[0]
        if self.chance(0.4):
            if lists:
                if self.chance(0.8):
                    body.append(
                        {"op": "call", "fn": "mul", "args": [{"item": [p, 0]}, 2], "out": "h", "catch": self.label()}
                        if self.chance(0.5)
                        else {"op": "let", "out": "h", "value": {"item": [p, 0]}}
                    )
                    if "fn" in body[-1]:
                        body.insert(-1, {"op": "let", "out": "h", "value": None})
                    out["return"] = r.choice([["h"], ["h"], ["h", None], "h"])
                else:
                    out["return"] = [None]
            else:
                body.append({"op": "let", "out": "h", "value": p})
                body.append(
                    {"op": "call", "fn": r.choice(["mul", "add"]), "args": [p, 2], "out": "h", "catch": self.label()}
                )
                out["return"] = "h"
        if self.depth == 0 and self.chance(0.08):
            self.depth = 1
            known = list(self.tensors)
            body.extend(self.step() or [])
            self.tensors = known
            self.depth = 0
        return out

    def hook(self):
        r, t = self.r, self.r.choice(self.tensors)
        kind = r.randint(0, 6)
        handle = self.name("k")
        step = {"catch": self.label()}
        if self.chance(0.4):
            step["handle"] = handle
        if kind <= 1:
            step.update(op="register_hook", on=t, fn=self.fn(["g"], False))
        elif kind == 2:
            fn = self.fn(["p"], False)
            fn.pop("return", None)
            step.update(op="register_post_accumulate_grad_hook", on=t, fn=fn)
        elif kind == 3:
            fn = {"params": ["g"], "body": [{"op": "emit", "label": self.label(), "values": ["g"]}], "name": "fn"}
            step.update(
                op="multi_grad_hook",
                tensors=self.some(),
                fn=fn,
                **({"mode": r.choice(["all", "any"])} if self.chance(0.6) else {}),
            )
        elif self.nodes:
            if self.chance(0.5):
                step.update(op="node_prehook", on=r.choice(self.nodes), fn=self.fn(["go"], True))
            else:
                step.update(op="node_hook", on=r.choice(self.nodes), fn=self.fn(["gi", "go"], True))
        else:
            return [{"op": "retain_grad", "of": t, "catch": self.label()}]
        return [step]

    def root(self):
        return self.r.choice(self.edges) if self.edges and self.chance(0.1) else self.r.choice(self.tensors)

    def run(self):
        r = self.r
        if self.chance(0.55):
            step = {
                "op": "backward",
                "tensors": [self.root() for _ in range(r.choice([1, 1, 1, 2]))],
                "catch": self.label(),
            }
            if self.chance(0.3):
                step["inputs"] = [self.root() for _ in range(r.choice([1, 1, 2]))]
            seeds = "grad_tensors"
        else:
            inputs = [self.root() for _ in range(r.choice([1, 1, 2, 3]))]
            outs = [self.name("g") for _ in inputs]
            step = {
                "op": "grad",
                "outputs": [self.root() for _ in range(r.choice([1, 1, 2]))],
                "inputs": inputs,
                "catch": self.label(),
            }
            for key in ("allow_unused", "materialize_grads"):
                if self.chance(0.4):
                    step[key] = self.chance(0.8)
            seeds = "grad_outputs"
        roots = step.get("tensors") or step["outputs"]
        if self.chance(0.25):
            step[seeds] = [self.r.choice(self.tensors) if self.chance(0.6) else None for _ in roots]
        if self.chance(0.6):
            step["retain_graph"] = self.chance(0.85)
        if self.chance(0.25):
            step["create_graph"] = True
        pre = []
        # A scalar, most of the time.
        if seeds not in step and self.chance(0.85):
            new = []
            for root in roots:
                if root.startswith("t"):
                    made = self.call("sum", [root])
                    pre.extend(made)
                    new.append(made[-1]["out"])
                else:
                    new.append(root)
            step["tensors" if "tensors" in step else "outputs"] = new
        if "outputs" in step:
            pre.extend(
                {"op": "let", "out": o, "value": i if i.startswith("t") else self.tensors[0]}
                for o, i in zip(outs, step["inputs"])
            )
            step["out"] = outs
            if "allow_unused" not in step and "materialize_grads" not in step:
                self.tensors.extend(outs)
        return pre + [step]

    def block(self):
        r = self.r
        kind = r.choice(
            [
                "no_grad",
                "no_grad",
                "enable_grad",
                "set_grad_enabled",
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
            pack = {"params": ["x"], "body": [{"op": "emit", "label": self.label(), "values": ["x"]}], "return": "x"}
            if self.chance(0.4):
                pack["body"].append({"op": "call", "fn": r.choice(["clone", "detach"]), "args": ["x"], "out": "x"})
            step["pack"] = pack
            step["unpack"] = {
                "params": ["x"],
                "body": [{"op": "emit", "label": self.label(), "values": ["x"]}],
                "return": "x",
            }
        if kind == "disable_saved_tensors_hooks":
            step["message"] = "not here"
        body = []
        for _ in range(r.randint(1, 5)):
            body.extend(self.step())
        step["body"] = body
        return [step]

    def look(self):
        r, t = self.r, self.r.choice(self.tensors)
        what = r.choice(
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
                "next_functions",
                "same",
                "input_metadata",
                "is_grad_enabled",
            ]
        )
        if what in ("next_functions", "input_metadata"):
            if not self.nodes:
                return []
            return [{"op": "observe", "what": what, "of": r.choice(self.nodes), "catch": self.label()}]
        if what == "same":
            return [{"op": "observe", "what": what, "a": t, "b": r.choice(self.tensors)}]
        if what == "is_grad_enabled":
            return [{"op": "observe", "what": what}]
        if what == "graph":
            what = "grad_fn"
        return [{"op": "observe", "what": what, "of": t, "catch": self.label()}]

    def misc(self):
        r, t = self.r, self.r.choice(self.tensors)
        kind = r.randint(0, 9)
        if kind == 0:
            return [{"op": "set_requires_grad", "of": t, "value": self.chance(0.7), "catch": self.label()}]
        if kind == 1:
            return [
                {
                    "op": "set_grad",
                    "of": t,
                    "value": None if self.chance(0.7) else r.choice(self.tensors),
                    "catch": self.label(),
                }
            ]
        if kind == 2:
            return [{"op": "increment_version", "of": t, "catch": self.label()}]
        if kind == 3:
            return [{"op": "retain_grad", "of": t, "catch": self.label()}]
        if kind == 4 and self.handles:
            return [{"op": "remove", "handle": r.choice(self.handles)}]
        if kind == 5:
            name = self.name("d")
            self.edges.append(name)
            # Of a leaf that requires grad, should the other one not.
            return [
                {"op": "gradient_edge", "out": name, "of": self.sure},
                {"op": "gradient_edge", "out": name, "of": t, "catch": self.label()},
            ]
        if kind == 6:
            return self.inplace()
        if kind == 7 and self.chance(0.5):
            return self.slot()
        name = self.name("n")
        self.nodes.append(name)
        return (
            [
                {"op": "grad_accumulator", "out": name, "of": self.sure},
                {"op": "call", "fn": "mul", "args": [self.sure, 3], "out": name + "v"},
                {"op": "grad_fn", "out": name, "of": name + "v"},
            ]
            if self.chance(0.2)
            else [
                {
                    "op": "call",
                    "fn": r.choice(["mul", "add", "div"]),
                    "args": [self.sure, t],
                    "out": name + "v",
                    "catch": self.label(),
                }
                if False
                else {"op": "call", "fn": "clone", "args": [self.sure], "out": name + "v"},
                {"op": "grad_fn", "out": name, "of": name + "v"},
                {"op": "let", "out": self.add(), "value": name + "v"},
            ]
        )

    def slot(self):
        """A pair of hooks on one saved value, and a look at it."""
        n, out = self.name("n"), self.add()
        fn, slot = self.r.choice([("exp", "result"), ("sin", "self"), ("tanh", "result")])
        pair = {
            key: {"params": ["x"], "body": [{"op": "emit", "label": self.label(), "values": ["x"]}], "return": "x"}
            for key in ("pack", "unpack")
        }
        if self.chance(0.3):
            pair["pack"]["body"].append(
                {"op": "call", "fn": "mul_" if self.chance(0.3) else "mul", "args": ["x", 2], "out": "x"}
            )
        return (
            [{"op": "call", "fn": fn, "args": [self.sure], "out": out}, {"op": "grad_fn", "out": n, "of": out}]
            + (self.inplace() if self.chance(0.3) else [])
            + [
                {"op": "register_saved_hooks", "node": n, "slot": slot, "catch": self.label(), **pair},
                {"op": "observe", "what": "saved", "slot": slot, "of": n, "catch": self.label()},
            ]
        )

    def add(self):
        self.tensors.append(self.name())
        return self.tensors[-1]

    def custom(self):
        r = self.r
        name = "F%d" % len(self.functions)
        self.functions.append(name)
        body = [{"op": "call", "fn": "mul", "args": ["x", "x"], "out": "y"}]
        define = {
            "op": "define_function",
            "name": name,
            "forward": {"params": ["x"], "body": body, "return": "y"},
            "save": [r.choice(["x", "y"])],
            "backward": {
                "params": ["g"],
                "body": [
                    {"op": "emit", "label": self.label(), "values": ["g", "needs_input_grad"]},
                    {"op": "call", "fn": "mul", "args": ["g", "g"], "out": "r"},
                ],
                "return": "r",
            },
        }
        if self.chance(0.2):
            define["backward"]["return"] = r.choice([None, ["r", "r"], "g"])
        if self.chance(0.2):
            define["forward"]["body"] = [{"op": "call", "fn": "mul_", "args": ["x", 3]}]
            define["forward"]["return"] = "x"
            define["save"] = []
            if self.chance(0.8):
                define["mark_dirty"] = ["x"]
        if self.chance(0.2):
            define["materialize_grads"] = False
        out = self.name()
        t = r.choice(self.tensors)
        self.tensors.append(out)
        return [
            define,
            {"op": "let", "out": out, "value": t},
            {"op": "apply", "fn": name, "args": [t], "out": out, "catch": self.label()},
        ]

    def step(self):
        x = self.r.random()
        if x < 0.48:
            return self.op()
        if x < 0.62:
            return self.hook()
        if x < 0.74:
            return self.run()
        if x < 0.80 and self.depth == 0:
            self.depth = 1
            out = self.block()
            self.depth = 0
            return out
        if x < 0.90:
            return self.misc()
        if x < 0.92:
            return self.custom()
        return self.look()

    def program(self):
        first = self.leaf()
        first[0]["requires_grad"] = True
        first[0].pop("dtype", None)
        self.sure = first[0]["out"] + "s"
        steps = first + [{**first[0], "out": self.sure}]
        for _ in range(self.r.randint(1, 3)):
            steps.extend(self.leaf())
        for _ in range(self.r.randint(6, 24)):
            steps.extend(self.step())
        steps.extend(self.run())
        for t in dict.fromkeys(self.tensors):
            for what in ("value", "requires_grad", "grad_fn", "grad", "version")[: 4 if t.startswith("g") else 5]:
                steps.append({"op": "observe", "what": what, "of": t, "catch": self.label()})
        return steps


def main():
    if sys.argv[1] == "--split":
        for s in json.load(open(sys.argv[3])):
            json.dump(s, open("%s/%s.json" % (sys.argv[2], s["id"]), "w"))
        return
    seed, count, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    json.dump(
        [
            {"id": "random_%d_%d" % (seed, i), "program": Maker(random.Random(seed * 100003 + i)).program()}
            for i in range(count)
        ],
        open(out, "w"),
    )


main()
