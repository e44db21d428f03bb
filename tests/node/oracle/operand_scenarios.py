"""Makes scenario programs that call each function of the format on each kind of operand: python3 operand_scenarios.py
OUT.json

What random_scenarios.py meets by chance stands here in rows: dtypes, ranks, empty tensors, numbers, dims out of range,
shapes that do not fit. Each program makes its operands, calls one function, looks at the result and its graph, and
differentiates twice. Record and replay as there."""

import itertools
import json
import sys

# name: shape, data, dtype, requires_grad
OPERANDS = {
    "d2": ([2], [0.5, -1.5], "float64", True),
    "d0": ([], [2.0], "float64", True),
    "d22": ([2, 2], [1, 2, 3, -4], "float64", True),
    "d12": ([1, 2], [0.25, -3], "float64", True),
    "f2": ([2], [0.5, 3], "float32", True),
    "f0": ([], [0.75], "float32", True),
    "n2": ([2], [2, -0.5], "float64", False),
    "i2": ([2], [3, -2], "int64", False),
    "i0": ([], [2], "int64", False),
    "b2": ([2], [1, 0], "bool", False),
    "b0": ([], [1], "bool", False),
    "i22": ([2, 2], [1, 2, 3, 4], "int64", False),
    "b22": ([2, 2], [1, 0, 0, 1], "bool", False),
    "e0": ([0], [], "float64", True),
    "e02": ([0, 2], [], "float64", True),
    "d3": ([3], [1, 2, 3], "float64", True),
    "d222": ([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8], "float64", True),
    "d23": ([2, 3], [1, -2, 3, 4, 5, -6], "float64", True),
}
ALL = list(OPERANDS)
SOME = ["d2", "d0", "d22", "d12", "f2", "f0", "n2", "i2", "i0", "b2", "b0", "i22", "e0", "d3"]
MATRICES = ["d2", "d0", "d22", "d12", "f2", "i2", "i22", "b2", "b22", "e0", "e02", "d3", "d222", "d23"]
NUMBERS = [2, 0, -1, 0.5, True]
DIMS = [0, 1, -1, -2, 2, 3, -3, -4]
LOOKS = ["value", "dtype", "requires_grad", "grad_fn", "graph", "version", "is_view", "output_nr"]


def operands_in(args):
    found = []
    for arg in args:
        inner = operands_in(arg) if isinstance(arg, list) else [arg] if isinstance(arg, str) else []
        found.extend(name for name in inner if name not in found)
    return found


def program(fn, args, results=0, copied=False):
    """`copied`: an in-place function writes to a copy, which has a history."""
    names = operands_in(args)
    steps = [
        {
            "op": "leaf",
            "out": n,
            "shape": OPERANDS[n][0],
            "data": OPERANDS[n][1],
            "requires_grad": OPERANDS[n][3],
            "dtype": OPERANDS[n][2],
        }
        for n in names
    ]
    if copied:
        steps.append({"op": "call", "fn": "clone", "args": [args[0]], "out": "w"})
        args = ["w"] + args[1:]
    outs = ["o%d" % i for i in range(results)] or ["o"]
    # Names that the call would have bound, should it fail.
    steps.extend({"op": "let", "out": out + end, "value": names[0]} for out in outs for end in ("", "s"))
    steps.append({"op": "call", "fn": fn, "args": args, "out": outs if results else "o", "catch": "call"})
    for out in outs + (["w"] if copied else []):
        steps.extend({"op": "observe", "what": what, "of": out, "catch": what} for what in LOOKS)
        steps.append({"op": "call", "fn": "sum", "args": [out], "out": out + "s", "catch": "sum"})
    leaves = [n for n in names if OPERANDS[n][3]]
    return {"title": "%s %s" % (fn, json.dumps(args)), "program": steps + (derivatives(outs, leaves) if leaves else [])}


def derivatives(outs, leaves):
    grads = ["g_" + n for n in leaves]
    steps = [{"op": "let", "out": g, "value": None} for g in grads + ["q"]]
    steps.append(
        {
            "op": "grad",
            "outputs": [o + "s" for o in outs],
            "inputs": leaves,
            "allow_unused": True,
            "create_graph": True,
            "out": grads,
            "catch": "grad",
        }
    )
    steps.append({"op": "emit", "label": "first", "values": grads})
    for g in grads:
        steps += [
            {"op": "let", "out": "q", "value": leaves[0]},
            {"op": "call", "fn": "mul", "args": [g, g], "out": "q", "catch": "square"},
            {"op": "call", "fn": "sum", "args": ["q"], "out": "q", "catch": "all"},
        ]
        second = ["h_" + n for n in leaves]
        steps.extend({"op": "let", "out": h, "value": None} for h in second)
        steps.append(
            {
                "op": "grad",
                "outputs": ["q"],
                "inputs": leaves,
                "allow_unused": True,
                "retain_graph": True,
                "out": second,
                "catch": "again",
            }
        )
        steps.append({"op": "emit", "label": "second", "values": second})
    return steps


def elementwise():
    for fn in "add sub mul div pow maximum minimum gt lt ge le eq".split():
        yield from (program(fn, [a, b]) for a, b in itertools.product(SOME, SOME))
        if fn not in ("maximum", "minimum"):
            yield from (program(fn, args) for a in SOME for n in NUMBERS for args in ([a, n], [n, a]))
    for fn in "neg exp log sin cos tanh relu sigmoid sqrt abs reciprocal sign clone detach sum mean t squeeze undefined_grad".split():
        yield from (program(fn, [a]) for a in ALL)
    for a in SOME:
        for low, high in [
            (0, 1),
            (None, 1),
            (0, None),
            (None, None),
            (0.5, None),
            (-1, 0.5),
            (1, 0),
            (True, None),
            ("n2", None),
            ("d2", "n2"),
            (None, "f2"),
            ("d0", "d0"),
        ]:
            yield program("clamp", [a, low, high])
            yield program("clamp_", [a, low, high], copied=True)
    for c in ["b2", "b0", "i2", "d2", "b22"]:
        yield from (
            program("where", [c, a, b])
            for a, b in itertools.product(["d2", "f2", "i2", "d0", "b2", "f0", "d22", 2, 0.5, True], repeat=2)
        )


def in_place():
    for (
        fn
    ) in "neg_ exp_ sin_ cos_ tanh_ relu_ sigmoid_ sqrt_ abs_ reciprocal_ log_ zero_ detach_ requires_grad_".split():
        yield from (program(fn, [a], copied=copied) for a in SOME for copied in (False, True))
    for fn in "add_ sub_ mul_ div_ pow_ copy_ fill_".split():
        yield from (program(fn, [a, b], copied=True) for a in SOME for b in SOME + NUMBERS)


def reductions_and_products():
    for a in ALL:
        for dim in [0, -1, 1, 2, -3, [0], [0, 1], [0, 0], [], [1, 0]]:
            yield from (program(fn, [a, dim] + keep) for fn in ("sum", "mean") for keep in ([], [True]))
        yield from (program("var_mean", [a, dim], results=2) for dim in [0, -1, 1, 2, [0, 1]])
    for fn in ["mm", "mv", "dot", "matmul"]:
        yield from (program(fn, [a, b]) for a, b in itertools.product(MATRICES, repeat=2))


def shapes():
    for a in ALL:
        for shape in [[2], [-1], [2, 1], [4], [0], [-1, -1], [2, -1], [], [1], [3, -1], [-2], [2, 2]]:
            yield from (program(fn, [a, shape]) for fn in ("view", "reshape", "expand"))
        yield from (program("transpose", [a, x, y]) for x, y in [(0, 1), (0, 0), (-1, 0), (1, 2), (0, -3), (2, 0)])
        yield from (
            program("permute", [a, order]) for order in [[0], [1, 0], [0, 1], [0, 0], [], [-1, 0], [2, 0, 1], [0, 3]]
        )
        for dim in DIMS:
            yield from (program(fn, [a, dim]) for fn in ("unsqueeze", "squeeze"))
            yield from (program("select", [a, dim, at]) for at in (0, -1, 5))
            yield program("unbind", [a, dim], results=2)
            yield from (program("split", [a, size, dim], results=2) for size in (1, 2))
            yield from (
                program("narrow", [a, dim, *part])
                for part in [(0, 1), (1, 1), (-1, 1), (0, 3), (0, 0), (5, 1), (0, -1)]
            )
            yield from (
                program("slice", [a, dim, *part])
                for part in [
                    (0, 1),
                    (1, 2),
                    (-1, 100),
                    (2, 1),
                    (0, 3, 2),
                    (0, 2, 0),
                    (0, 2, -1),
                    (None, None),
                    (1, None),
                ]
            )
        yield from (program("view_as", [a, b]) for b in ALL[:8])
        for dtype in ["float64", "float32", "int64", "bool"]:
            made = program("to", [a])
            next(step for step in made["program"] if step.get("fn") == "to")["args"].append({"dtype": dtype})
            yield {**made, "title": "%s to %s" % (a, dtype)}
    for fn, a, b in itertools.product(["cat", "stack"], SOME + ["d222"], SOME + ["d222"]):
        yield program(fn, [[a, b]])
        yield from (program(fn, [[a, b], dim]) for dim in [0, 1, -1, 2, -3] if a in ("d22", "d2", "f2"))


def main():
    made = itertools.chain(elementwise(), in_place(), reductions_and_products(), shapes())
    json.dump([{"id": "operands_%d" % i, **p} for i, p in enumerate(made)], open(sys.argv[1], "w"))


main()
