"""Records what passes beside torch.export do on programs that the corpus does not have.

    torch record_passes.py OUT.json      # PyTorch 2.6.0

Rows: {title, pass, options, before, after} or error {type, message}. before is str(ExportedProgram), or str(graph)
where before_is says so; after is str(graph)."""

import copy
import json
import sys

import torch
from torch._export.passes.add_runtime_assertions_for_constraints_pass import (
    _AddRuntimeAssertionsForInlineConstraintsPass,
)
from torch._export.passes.insert_custom_op_guards import insert_custom_op_guards
from torch._export.passes.remove_runtime_assertions import _RemoveRuntimeAssertionsPass
from torch.export import export
from torch.fx import symbolic_trace
from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops

aten = torch.ops.aten


@torch.library.custom_op("mylib::foo", mutates_args=())
def foo(x: torch.Tensor, y: torch.Tensor, n: int) -> torch.Tensor:
    return x + y * n


@foo.register_fake
def _(x, y, n):
    return torch.empty_like(x)


class Module(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


def item(x):
    n = x.item()
    torch._check_is_size(n)
    torch._check(n <= 9)
    return torch.zeros(n) + 1


def nonzero(x):
    return x.nonzero().sum()


def masked(x, m):
    return x[m] * 2, x.nonzero().float()


def two_items(x, y):
    a, b = x.item(), y.item()
    torch._check(a >= 2)
    torch._check(b <= 5)
    return a + b


def strip(graph):
    """Without the assertions that export made: the pass adds its own."""
    for node in reversed(graph.nodes):
        if (
            node.op == "call_function"
            and not node.users
            and (
                node.target in (aten._assert_scalar.default, aten.sym_constrain_range_for_size.default)
                or node.target.__name__ in ("ge", "le")
            )
        ):
            graph.erase_node(node)


def rows():
    for name, f, args in [
        ("item", item, (torch.tensor(4),)),
        ("nonzero", nonzero, (torch.ones(3, 2),)),
        ("masked", masked, (torch.ones(3, 2), torch.ones(3, 2) > 0)),
        ("two items", two_items, (torch.tensor(3), torch.tensor(4))),
    ]:
        for stripped in (False, True):
            ep = export(Module(f), args)
            if stripped:
                strip(ep.graph)
                # A text does not tell which names were taken once.
                ep.graph_module.graph = copy.deepcopy(ep.graph)
            row = {
                "title": name + (", bare" if stripped else ""),
                "pass": "add_runtime_assertions_for_inline_constraints",
                "options": {},
                "before": str(ep),
            }
            try:
                result = _AddRuntimeAssertionsForInlineConstraintsPass(ep.range_constraints)(ep.graph_module)
                row.update(after=str(result.graph_module.graph), modified=result.modified)
                again = str(_RemoveRuntimeAssertionsPass()(result.graph_module).graph_module.graph)
                yield row
                yield {
                    "title": row["title"] + ", removed again",
                    "pass": "remove_runtime_assertions",
                    "options": {},
                    "before": row["after"],
                    "before_is": "graph",
                    "after": again,
                }
            except Exception as error:
                row["error"] = {"type": type(error).__name__, "message": str(error)}
                yield row
    for ops in (["mylib.foo.default"], ["mylib.other.default"], ["mylib.foo.default", "aten.sin.default"]):
        ep = export(
            Module(lambda x, y: foo(x.sin(), y.double().float(), 3) + foo(y, x, 2)), (torch.ones(3), torch.ones(3))
        )
        row = {
            "title": "guards of " + ", ".join(ops),
            "pass": "insert_custom_op_guards",
            "options": {"ops": ", ".join(ops)},
            "before": str(ep),
        }
        insert_custom_op_guards(ep.graph_module, ops)
        yield {
            **row,
            "after": str(ep.graph_module.graph),
            "readable": ep.graph_module.print_readable(print_output=False),
            "modified": row["before"] != str(ep),
        }
    yield from cse_rows()
    yield from quantized_rows()


def cse_rows():
    def simple(a):
        b = aten.mul.Tensor(a, a)
        c = aten.mul.Tensor(a, a)
        return b + c

    def chains(a, b):
        c, d = torch.sin(a), torch.sin(a)
        e, f = torch.add(c, b), torch.add(d, b)
        return torch.cat([e, f]), torch.cat([f, e]), torch.sum(e, dim=0), torch.sum(f, dim=0), torch.sum(f, 0)

    def numbers(a):
        return (
            aten.add.Tensor(a, 1),
            aten.add.Tensor(a, 1.0),
            aten.add.Tensor(a, True),
            aten.sum.dim_IntList(a, [-1]),
            aten.sum.dim_IntList(a, [-2]),
            aten.sum.dim_IntList(a, [-2]),
        )

    def random(a):
        return (
            aten.rand_like.default(a),
            aten.rand_like.default(a),
            aten.dropout.default(a, 0.5, True),
            aten.dropout.default(a, 0.5, True),
            aten.bernoulli.default(a),
            aten.bernoulli.default(a),
        )

    def inplace(a):
        b = aten.add_.Tensor(a, 1)
        c = aten.add_.Tensor(a, 1)
        return b, c, aten.exp_.default(a), aten.exp_.default(a)

    def methods(a):
        return a.neg() + a.neg(), a[0:2] * a[0:2], a[0] - a[0]

    def nested(a, b):
        return (
            aten.index.Tensor(a, [None, b]),
            aten.index.Tensor(a, [None, b]),
            aten.index.Tensor(a, [b]),
            aten.cat.default([a, a]),
            aten.cat.default([a, a], 0),
        )

    for f in (simple, chains, numbers, random, inplace, methods, nested):
        for banned, ops in (("none", None), ("pytorch", get_CSE_banned_ops())):
            gm = symbolic_trace(f)
            result = CSEPass(ops)(gm)
            yield {
                "title": "cse of %s, %s banned" % (f.__name__, banned),
                "pass": "cse_pass",
                "options": {"banned": banned},
                "before": str(gm.graph),
                "before_is": "graph",
                "after": str(result.graph_module.graph),
                "modified": result.modified,
            }


class Quantized(torch.fx.Graph):
    """A graph that quantizes its input; `rest` makes what follows."""

    def __init__(self, rest, first=True):
        super().__init__()
        self.module = torch.nn.Module()
        self.module.w = torch.quantize_per_tensor(torch.ones(2, 2), 0.1, 0, torch.qint8)
        self.module.register_buffer("b", torch.ones(2))
        self.module.register_buffer(
            "k",
            torch.quantize_per_channel(
                torch.ones(2, 2, 1, 1), torch.tensor([0.1, 0.2]), torch.tensor([0, 0]), 0, torch.qint8
            ),
        )
        x = self.placeholder("x")
        q = self.call(aten.quantize_per_tensor.default, x, 0.5, 10, 13) if first else x
        self.output(self.call(aten.dequantize.self, rest(self, q)))

    def call(self, op, *args):
        return self.call_function(op, args)


def quantized_rows():
    from torch._export.passes import replace_quantized_ops_with_standard_ops_pass as legacy

    quantized = torch.ops.quantized
    cases = {
        "nothing": lambda g, q: q,
        "linear": lambda g, q: g.call(
            quantized.linear.default,
            q,
            g.call(quantized.linear_prepack.default, g.get_attr("w"), g.get_attr("b")),
            0.25,
            3,
        ),
        "linear_relu without bias": lambda g, q: g.call(
            quantized.linear_relu.default, q, g.call(quantized.linear_prepack.default, g.get_attr("w"), None), 0.25, 3
        ),
        "conv2d_relu": lambda g, q: g.call(
            quantized.conv2d_relu.new,
            q,
            g.call(quantized.conv_prepack.default, g.get_attr("k"), g.get_attr("b"), [1, 1], [0, 0], [1, 1], 1),
            0.25,
            3,
        ),
        "conv1d": lambda g, q: g.call(
            quantized.conv1d.default,
            q,
            g.call(quantized.conv_prepack.default, g.get_attr("k"), None, [1], [0], [1], 1),
            0.25,
            3,
        ),
        "add, mul_relu, cat": lambda g, q: g.call(
            quantized.cat.default,
            [g.call(quantized.add.default, q, q, 0.1, 1), g.call(quantized.mul_relu.default, q, q, 0.2, 2)],
            0,
            0.3,
            3,
        ),
        "softmax, hardswish": lambda g, q: g.call(
            quantized.hardswish.default, g.call(quantized.softmax.default, q, 1, 0.1, 1), 0.2, 2
        ),
        "batch norm": lambda g, q: g.call(
            quantized.batch_norm2d.default, q, None, None, g.get_attr("b"), g.get_attr("b"), 1e-5, 0.1, 1
        ),
        "numbers": lambda g, q: g.call(
            quantized.add.Scalar, g.call(quantized.mul.Scalar, g.call(quantized.add.default, q, q, 0.1, 1), 2.0), 3
        ),
        "other operators between": lambda g, q: g.call(
            aten.relu.default, g.call(quantized.add.default, g.call(aten.view.default, q, [4]), q, 0.1, 1)
        ),
        "an operator that is not known": lambda g, q: g.call(quantized.leaky_relu.default, q, 0.1, False, 0.1, 1),
    }
    for title, rest in cases.items():
        for first in (True, False):
            if not first and title not in ("nothing", "linear"):
                continue
            legacy._INPUT_Q_DTYPE = legacy._SCALE = legacy._ZERO_POINT = None
            graph = Quantized(rest, first)
            gm = torch.fx.GraphModule(graph.module, graph)
            row = {
                "title": title + ("" if first else ", not quantized"),
                "pass": "replace_quantized_ops_with_standard_ops",
                "options": {},
                "before": str(gm.graph),
                "before_is": "graph",
            }
            try:
                legacy.replace_quantized_ops_with_standard_ops(gm)
                yield {**row, "after": str(gm.graph)}
            except Exception as error:
                yield {**row, "error": {"type": type(error).__name__, "message": str(error)}}


def main():
    found = list(rows())
    with open(sys.argv[1], "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in found) + "\n]\n")
    print(len(found), "rows", [(r["title"], r["error"]) for r in found if "error" in r])


main()
