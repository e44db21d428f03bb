"""Scenarios of what differs between PyTorch 2.6 and 2.14: python3 newest_scenarios.py OUT.json

Each is about one row of core/graph/dialect/engine_novelties.inc; record_scenarios.py records them with 2.6.0 and
record_newest_scenarios.py with the other."""

import itertools
import json
import sys


def leaf(name, data, shape=None, requires_grad=True, **more):
    return {
        "op": "leaf",
        "out": name,
        "shape": [len(data)] if shape is None else shape,
        "data": data,
        "requires_grad": requires_grad,
        **more,
    }


def call(fn, args, out=None, **more):
    return {"op": "call", "fn": fn, "args": args, **({"out": out} if out else {}), **more}


def grad(outputs, inputs, out, **more):
    return {"op": "grad", "outputs": outputs, "inputs": inputs, "out": out, **more}


def emit(label, *values):
    return {"op": "emit", "label": label, "values": list(values)}


def observe(what, of, **more):
    return {"op": "observe", "what": what, "of": of, **more}


def gradients(fn, tensors, named, **more):
    """The gradients of a call for all tensors, and the graphs that made them."""
    steps = [call(fn, named, "y", catch="call", **more), observe("grad_fn", "y"), call("sum", ["y"], "s")]
    out = ["g_" + t for t in tensors]
    steps += [grad(["s"], tensors, out, create_graph=True, allow_unused=True), emit("gradients", *out)]
    return steps + [observe("graph", name, catch="graph") for name in out]


def clamps():
    values = [-1.0, 0.0, 1.0, "nan"]
    three = list(itertools.product(values, repeat=3))
    tensors = [leaf(name, [row[i] for row in three]) for i, name in enumerate(("x", "low", "high"))]
    yield "clamp_tensors", tensors + gradients("clamp", ["x", "low", "high"], ["x", "low", "high"])
    yield "clamp_low_tensor", tensors + gradients("clamp", ["x", "low"], ["x", "low"])
    yield "clamp_high_tensor", tensors + gradients("clamp", ["x", "high"], ["x", None, "high"])
    x = [leaf("x", [-1.0, 0.0, 0.5, 1.0, 2.0, "nan"])]
    for name, bounds in (("both", [0, 1]), ("low", [0]), ("high", [None, 1]), ("turned", [1, 0]), ("equal", [1, 1])):
        yield "clamp_number_" + name, x + gradients("clamp", ["x"], ["x", *bounds])
    for fn in ("clamp_min", "clamp_max", "relu", "hardtanh", "relu6"):
        yield "bound_of_" + fn, x + gradients(fn, ["x"], ["x", 0] if fn.startswith("clamp") else ["x"])
    yield (
        "clamp_in_place",
        x
        + [
            call("mul", ["x", 1], "c"),
            call("clamp_", ["c", 0, 1]),
            call("sum", ["c"], "s"),
            grad(["s"], ["x"], ["g"]),
            emit("g", "g"),
        ],
    )


def atan2():
    pairs = list(itertools.product([0.0, 1.0, -2.0], repeat=2))
    tensors = [leaf("x", [a for a, _ in pairs]), leaf("y", [b for _, b in pairs])]
    yield (
        "atan2_at_the_origin",
        tensors
        + [
            {**step, "out": "z"}
            if step.get("out") == "y"
            else {**step, "of": "z"}
            if step.get("of") == "y"
            else {**step, "args": ["z"]}
            if step.get("args") == ["y"]
            else step
            for step in gradients("atan2", ["x", "y"], ["x", "y"])
        ],
    )


def products():
    vector, matrix = (
        leaf("v", [1.0, 2.0, 3.0], requires_grad=False),
        leaf("m", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [3, 2], False),
    )
    left = [
        ([2, 1, 3], [3, 50, 1]),
        ([1, 2, 3], [40, 3, 1]),
        ([2, 1, 2, 3], [6, 30, 3, 1]),
        ([2, 2, 1, 3], [6, 3, 30, 1]),
        ([1, 1, 2, 3], [5, 9, 3, 1]),
        ([2, 2, 3], [0, 3, 1]),
        ([2, 2, 3], [6, 3, 1]),
    ]
    right = [
        ([2, 3, 1], [3, 1, 40]),
        ([1, 3, 2], [40, 1, 3]),
        ([1, 3, 2], [40, 2, 1]),
        ([2, 3, 2], [6, 1, 3]),
        ([2, 3, 2], [6, 2, 1]),
        ([2, 1, 3, 2], [6, 30, 1, 3]),
        ([2, 2, 3, 1], [6, 3, 1, 9]),
    ]
    data = [float(i % 7) for i in range(64)]

    def viewed(shape, strides):
        return [
            leaf("w", data),
            call("as_strided", ["w", shape, strides, 0], "z"),
            call("detach", ["z"], "a"),
            {"op": "set_requires_grad", "of": "a", "value": True},
        ]

    for i, (shape, strides) in enumerate(left):
        yield (
            "matmul_left_%d" % i,
            viewed(shape, strides)
            + [
                vector,
                matrix,
                call("matmul", ["a", "v"], "y"),
                observe("graph", "y"),
                observe("value", "y"),
                call("matmul", ["a", "m"], "y"),
                observe("graph", "y"),
            ],
        )
    for i, (shape, strides) in enumerate(right):
        yield (
            "matmul_right_%d" % i,
            viewed(shape, strides)
            + [vector, call("matmul", ["v", "a"], "y"), observe("graph", "y"), observe("value", "y")],
        )


def engine():
    two = [leaf("a", [2.0], []), leaf("c", [3.0], [])]
    for name, args in (("first", ["d", "c"]), ("second", ["c", "d"])):
        yield (
            "error_order_" + name,
            two
            + [
                call("delayed_error", ["a", {"str": "boom"}], "d"),
                call("mul", args, "y"),
                {"op": "backward", "tensors": ["y"], "catch": "bw"},
                observe("grad", "c"),
                observe("grad", "a"),
            ],
        )
    yield (
        "error_order_deeper",
        two
        + [
            call("delayed_error", ["a", {"str": "boom"}], "d"),
            call("sin", ["c"], "e"),
            call("mul", ["d", "e"], "y"),
            {"op": "backward", "tensors": ["y"], "catch": "bw"},
            observe("grad", "c"),
        ],
    )
    hook = {
        "op": "register_post_accumulate_grad_hook",
        "on": "a",
        "fn": {"params": ["t"], "body": [emit("acc", {"grad_of": "t"})]},
    }
    yield (
        "hook_without_gradient",
        two
        + [
            hook,
            call("undefined_grad", ["a"], "u"),
            call("mul", ["u", "c"], "y"),
            {"op": "backward", "tensors": ["y"], "catch": "bw"},
            observe("grad", "a"),
        ],
    )
    yield (
        "hook_of_frozen",
        two
        + [
            hook,
            call("mul", ["a", "c"], "y"),
            {"op": "set_requires_grad", "of": "a", "value": False},
            {"op": "backward", "tensors": ["y"], "catch": "bw"},
            observe("grad", "a"),
        ],
    )
    for create in (False, True):
        yield (
            "materialized_%s" % create,
            two
            + [
                call("mul", ["a", 2], "y"),
                grad(["y"], ["a", "c"], ["g", "h"], materialize_grads=True, create_graph=create),
                emit("h", "h"),
                observe("requires_grad", "h"),
                observe("is_leaf", "h"),
            ],
        )
    yield (
        "no_inputs",
        two
        + [
            call("mul", ["a", "c"], "y"),
            grad(["y"], [], [], catch="one"),
            grad([], [], [], catch="none"),
            leaf("w", [1.0, 2.0]),
            grad(["w"], [], [], catch="vector"),
        ],
    )
    yield "unused_second", two + [call("mul", ["c", 2], "y"), grad(["y"], ["c", "a"], ["g", "h"], catch="unused")]


def texts():
    x = [leaf("x", [1.0, 2.0, 3.0, 4.0], [2, 2])]
    for fn, args in (("unbind", []), ("split", [1]), ("chunk", [2])):
        yield (
            "written_view_of_" + fn,
            x + [call("mul", ["x", 1], "b"), call(fn, ["b", *args], ["u", "v"]), call("mul_", ["u", 2], catch="e")],
        )
    saved = (
        ("sin", []),
        ("sum", [0]),
        ("squeeze", [0]),
        ("t", []),
        ("transpose", [0, 1]),
        ("mean", [1]),
        ("pow", [3]),
        ("view", [[4]]),
        ("select", [0, 1]),
        ("expand", [[3, 2, 2]]),
        ("softmax", [0]),
        ("prod", [0]),
    )
    for fn, args in saved:
        yield (
            "changed_result_of_" + fn,
            x
            + [
                call("mul", ["x", 1], "b"),
                call(fn, ["b", *args], "r"),
                call("clone", ["r"], "k"),
                call("mul", ["r", "r"], "q"),
                {"op": "with", "ctx": "no_grad", "body": [call("add_", ["b", 1])]},
                call("add_", ["r", 1], catch="write"),
                call("sum", ["q"], "s"),
                {"op": "backward", "tensors": ["s"], "catch": "bw"},
            ],
        )
    yield (
        "gradient_dtypes",
        x
        + [
            leaf("f", [1.0] * 4, [2, 2], False, dtype="float32"),
            leaf("i", [1] * 4, [2, 2], False, dtype="int64"),
            {"op": "set_grad", "of": "x", "value": "f", "catch": "f"},
            {"op": "set_grad", "of": "x", "value": "i", "catch": "i"},
        ],
    )
    bool_ = [
        leaf("b", [True, False], requires_grad=False, dtype="bool"),
        leaf("i", [1, 2], requires_grad=False, dtype="int64"),
        leaf("f", [1.0, 2.0], requires_grad=False, dtype="float32"),
    ]
    for fn, args in (
        ("neg", ["b"]),
        ("abs", ["b"]),
        ("relu", ["b"]),
        ("sub", ["b", "b"]),
        ("sub", ["f", "b"]),
        ("pow", ["b", "b"]),
        ("clamp", ["b", 0, 1]),
        ("softmax", ["i", 0]),
        ("log_softmax", ["i", 0]),
        ("silu", ["i"]),
        ("softplus", ["i"]),
        ("gelu", ["i"]),
        ("mse_loss", ["i", "i"]),
        ("view", ["f", [-2]]),
        ("matmul", ["b", "b"]),
    ):
        yield (
            "refused_%s_%s" % (fn, "".join(a for a in args if isinstance(a, str))),
            bool_ + [call(fn, args, catch="e")],
        )
    yield "refused_cat_of_nothing", [call("cat", [[]], catch="e")]


def creation():
    def hooked(body, name="n", label="made"):
        fn = {
            "params": [name],
            "body": [
                {"op": "observe", "what": "node_name", "of": name},
                {"op": "observe", "what": "next_functions", "of": name},
                emit(label),
            ],
        }
        return {"op": "with", "ctx": "node_creation_hook", "fn": fn, "body": body, "catch": "with"}

    a = [
        leaf("a", [1.0, 2.0, 3.0]),
        leaf("b", [1.0, 2.0, 3.0]),
        leaf("n", [1.0, 2.0, 3.0], requires_grad=False),
        leaf("s", [2.0], []),
    ]
    bodies = {
        "mul": [call("mul", ["a", 2], "y")],
        "constant": [call("mul", ["n", 2], "y")],
        "two": [call("mul", ["a", "b"], "y"), call("sum", ["y"], "z")],
        "reused": [call("mul", ["a", 2], "y"), call("mul", ["a", 3], "z")],
        "unbind": [call("unbind", ["a"], ["p", "q", "r"])],
        "written": [call("mul", ["a", 1], "c"), call("mul_", ["c", 2])],
        "written_view": [call("mul", ["a", 1], "c"), call("select", ["c", 0, 0], "d"), call("mul_", ["d", 2])],
        "stale_view": [
            call("mul", ["a", 1], "c"),
            call("view", ["c", [3]], "d"),
            call("mul_", ["c", 2]),
            observe("grad_fn", "d"),
        ],
        "scalar": [call("mul", ["s", 2], "y"), call("add", ["y", "s"], "z"), call("mul", ["z", "z"], "w")],
        "create_graph": [
            call("mul", ["a", "a"], "y"),
            call("sum", ["y"], "z"),
            grad(["z"], ["a"], ["g"], create_graph=True),
        ],
        "backward": [call("mul", ["a", 2], "y"), call("sum", ["y"], "z"), {"op": "backward", "tensors": ["z"]}],
        "edge": [{"op": "gradient_edge", "out": "e", "of": "a"}],
        "delayed": [call("delayed_error", ["a", {"str": "x"}], "y")],
        "no_grad": [{"op": "with", "ctx": "no_grad", "body": [call("mul", ["a", 2], "y")]}],
        "exp": [call("exp", ["a"], "y")],
        "composite": [call("matmul", ["a", "b"], "y"), call("mean", ["y"], "z")],
        "cat": [call("cat", [["a", "b"]], "y")],
        "detach": [call("detach", ["a"], "y")],
    }
    for name, body in bodies.items():
        yield "creation_" + name, a + [hooked(body)]
    yield (
        "creation_nested",
        a
        + [
            hooked([hooked([call("mul", ["a", 2], "y")], label="inner"), call("sum", ["y"], "z")], label="outer"),
            call("sin", ["a"], "w"),
        ],
    )
    yield (
        "creation_of_known",
        a
        + [
            call("mul", ["a", 2], "y"),
            call("mul", ["s", 3], "t"),
            hooked([call("sin", ["a"], "z"), call("sin", ["s"], "w"), call("sin", ["y"], "v")]),
        ],
    )
    for name, body, back in (
        ("makes", [call("mul", ["a", 3])], None),
        ("makes_none", [call("mul", ["n", 3])], None),
        ("returns", [], 5),
        ("returns_tensor", [], "a"),
        ("raises", [{"op": "raise", "type": "ValueError", "message": "no"}], None),
    ):
        fn = {"params": ["m"], "body": body, "return": back}
        yield (
            "creation_" + name,
            a
            + [
                call("sin", ["a"], "w"),
                {
                    "op": "with",
                    "ctx": "node_creation_hook",
                    "fn": fn,
                    "body": [call("mul", ["a", 2], "y", catch="call")],
                    "catch": "with",
                },
                call("mul", ["a", 2], "z"),
            ],
        )
    custom = {
        "op": "define_function",
        "name": "F",
        "forward": {"params": ["x"], "body": [call("mul", ["x", 2], "r")], "return": "r"},
        "save": ["x"],
        "backward": {"params": ["g"], "body": [], "return": "g"},
    }
    yield "creation_custom", a + [custom, hooked([{"op": "apply", "fn": "F", "args": ["a"], "out": "y"}])]
    edge = [
        custom,
        {"op": "apply", "fn": "F", "args": ["a"], "out": "y"},
        {"op": "gradient_edge", "out": "e", "of": "y"},
        observe("ownership_token", "e"),
        {"op": "gradient_edge", "out": "f", "of": "a"},
        observe("ownership_token", "f"),
    ]
    yield "ownership_token", a + edge


def main():
    every = [*clamps(), *atan2(), *products(), *engine(), *texts(), *creation()]
    json.dump([{"id": "newest_" + name, "program": program} for name, program in every], open(sys.argv[1], "w"))


main()
