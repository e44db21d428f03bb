"""Texts with headers and values that versions after 2.6 print.   python3 -B record_newest.py OUT.json   (PyTorch 2.14)

Code generators (Dynamo's bytecode, export's shuffle graphs, boxed arguments), arguments that repr() does not give back
(complex numbers, members of enumerations, opaque objects), boxed lists, lines of the profiler, names that pytree
headers free. Each in the forms code, readable and graph."""

import enum, json, os, sys, warnings

warnings.simplefilter("ignore")
import torch, torch.fx as fx
from torch.fx.graph import _PyTreeInfo, _PyTreeCodeGen
import torch.utils._pytree as pytree

T = {}


def forms(name, gm, **kw):
    T[name + "/code"] = gm.code
    T[name + "/readable"] = gm.print_readable(print_output=False)
    T[name + "/graph"] = str(gm.graph)


def attempt(f):
    try:
        f()
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e)[:300])


@attempt
def bytecode():
    from torch._dynamo.functional_export import dynamo_graph_capture_for_export

    class M(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = torch.nn.Linear(3, 3)
            self.register_buffer("b", torch.ones(3))

        def forward(self, x, y, *, k=None):
            with torch.no_grad():
                z = x["a"].sin()
            return {"r": self.lin(z) + y[0] * self.b, "s": [y[1]]}

    x = torch.randn(2, 3)
    forms("bytecode_module", dynamo_graph_capture_for_export(M())({"a": x}, (x, x)))

    def one(x):
        return x.cos()

    forms("bytecode_one", dynamo_graph_capture_for_export(one)(x))

    def two(x, y):
        return x + y, x

    forms("bytecode_two", dynamo_graph_capture_for_export(two)(x, x))

    def cond(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))

    forms("bytecode_cond", dynamo_graph_capture_for_export(cond)(x))

    class N(torch.nn.Module):
        def forward(self, cond, self_, input):
            return torch.where(cond, self_, input)

    forms("bytecode_names", dynamo_graph_capture_for_export(N())(x > 0, x, x))
    g = dynamo_graph_capture_for_export(two)(x, x)
    g.graph._codegen.wrap_tuple = True
    g.recompile()
    forms("bytecode_wrapped", g)


@attempt
def shuffle():
    from torch.fx.graph import _ExportCodeGen

    def mk(names, root, n_out, leaves, orig):
        g = fx.Graph()
        ps = [g.placeholder(n) for n in names]
        a = g.call_function(torch.add, (ps[0], ps[-1]))
        b = g.call_method("relu", (a,))
        g.output((a, b)[:n_out])

        class R(torch.nn.Module):
            pass

        r = R()
        r._in_shuffle_graph = fx.GraphModule({}, fx.Graph())
        r._out_shuffle_graph = fx.GraphModule({}, fx.Graph())
        gm = fx.GraphModule({}, g)
        in_spec = pytree.tree_structure(((tuple(orig)), {}))
        g._codegen = _ExportCodeGen(
            _PyTreeInfo(orig, in_spec, pytree.tree_structure((1,) * n_out)),
            r._in_shuffle_graph,
            r._out_shuffle_graph,
            leaves,
            root,
        )
        gm.recompile()
        return gm

    forms("shuffle_plain", mk(["x", "y"], None, 2, ["x_leaf", "y_leaf"], ["x", "y"]))
    forms("shuffle_root", mk(["p_lin_weight", "l_x_"], torch.nn.Module(), 1, ["self_leaf", "x_leaf"], ["x"]))


@attempt
def boxed():
    from torch.fx.graph import _BoxedCodeGen

    def f(a, b):
        c = a + b
        return c.relu(), b

    gm = fx.symbolic_trace(f)
    gm.graph.set_codegen(_BoxedCodeGen())
    gm.recompile()
    forms("boxed_two", gm)
    gm = fx.symbolic_trace(lambda a: a * 2)
    gm.graph.set_codegen(_BoxedCodeGen())
    gm.recompile()
    forms("boxed_one", gm)
    gm = fx.symbolic_trace(lambda: torch.ones(2))
    gm.graph.set_codegen(_BoxedCodeGen())
    gm.recompile()
    forms("boxed_none", gm)
    from torch.fx.experimental.proxy_tensor import make_fx

    gm = make_fx(lambda x, y: (x @ y).sin(), tracing_mode="fake")(torch.randn(2, 2), torch.randn(2, 2))
    gm.graph.set_codegen(_BoxedCodeGen())
    gm.recompile()
    forms("boxed_fake", gm)


class E(enum.Enum):
    RED = 1
    BLUE = 2


class I(enum.IntEnum):
    ONE = 1


def take(x, v=None):
    return x


fx.wrap("take")


@attempt
def values():
    def one(name, *vals, **kw):
        g = fx.Graph()
        x = g.placeholder("x")
        g.output(g.call_function(take, (x,) + vals, kw))
        forms(name, fx.GraphModule({}, g))

    one("enum", E.RED)
    one("enum_kw", v=E.BLUE)
    one("enum_list", [E.RED, E.BLUE], v=(E.RED,))
    one("int_enum", I.ONE)
    for i, c in enumerate(
        [
            complex(0.0, -1.0),
            complex(-0.0, -1.0),
            1j,
            3 + 4j,
            complex(float("nan"), 1),
            complex(float("inf"), -0.0),
            complex(2, 0),
            -1.5 + 2j,
        ]
    ):
        one("complex_%d" % i, c)
        one("complex_list_%d" % i, [c, 1.0])
    g = fx.Graph()
    x = g.placeholder("x")
    g.output((g.call_function(take, (x,)), 3, 1j))
    forms("complex_output", fx.GraphModule({}, g))
    one("dict", {"a": E.RED, "b": 1j})


@attempt
def opaque():
    from torch._library.opaque_object import register_opaque_type

    class Color:
        def __init__(self, r, g):
            self.r, self.g = r, g

        def __eq__(self, o):
            return True

        def __hash__(self):
            return 1

        def __fx_repr__(self):
            return "Color(r=%r, g=%r)" % (self.r, self.g), {"Color": Color}

        def __repr__(self):
            return "Color(r=%r, g=%r)" % (self.r, self.g)

    class Pair:
        def __init__(self, a, b):
            self.a, self.b = a, b

        def __eq__(self, o):
            return True

        def __hash__(self):
            return 1

        def __fx_repr__(self):
            return "Pair(a=%s, b='%s')" % (self.a.__fx_repr__()[0], self.b), {"Pair": Pair, "Color": Color}

        def __repr__(self):
            return self.__fx_repr__()[0]

    for c in (Color, Pair):
        register_opaque_type(c, typ="value")

    def one(name, *vals, **kw):
        g = fx.Graph()
        x = g.placeholder("x")
        g.output(g.call_function(take, (x,) + vals, kw))
        forms(name, fx.GraphModule({}, g))

    one("opaque", Color(1, 2))
    one("opaque_kw", v=Color(1, -2))
    one("opaque_list", [Color(1, 2), Color(3, 4)])
    one("opaque_nested", Pair(Color(1, 2), "x, y"))
    from torch.distributed.tensor import Shard, Replicate, Partial

    one("shard", Shard(0))
    one("placements", (Shard(0), Replicate(), Partial()))


@attempt
def boxed_args():
    def f(args, n):
        return args[0]

    for name, n in (("boxed_arg_one", 1), ("boxed_arg_two", 2)):
        g = fx.Graph()
        x = g.placeholder("x")
        a = g.call_method("sin", (x,))
        b = g.call_method("cos", (x,))
        c = g.call_function(take, ([a, b], 0) if n == 1 else ([a, b], [b, x]))
        c.meta["boxed_arg_indices"] = (0,) if n == 1 else (0, 1)
        d = g.call_function(torch.add, (c, b)) if n == 1 else c
        g.output(d)
        forms(name, fx.GraphModule({}, g))
    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_method("sin", (x,))
    c = g.call_function(take, (a, [a]))
    c.meta["boxed_arg_indices"] = (1,)
    g.output(c)
    forms("boxed_arg_second", fx.GraphModule({}, g))


@attempt
def record():
    def f(a, b):
        return (a + b).relu(), b.sin()

    gm = fx.symbolic_trace(f)
    T["record_func/code"] = gm.graph.python_code("self", record_func=True).src

    class M(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = torch.nn.Linear(3, 3)
            self.w = torch.nn.Parameter(torch.ones(3))

        def forward(self, x):
            x = self.lin(x) * self.w
            x += 1
            return x

    gm = fx.symbolic_trace(M())
    T["record_func_module/code"] = gm.graph.python_code("self", record_func=True).src


@attempt
def expanded():
    class M(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = torch.nn.Linear(3, 3)

        def forward(self, x):
            return self.lin(x).relu()

    from torch._functorch.aot_autograd import aot_export_joint_with_descriptors
    import contextlib

    with contextlib.ExitStack() as stack:
        j = aot_export_joint_with_descriptors(stack, M(), (torch.randn(2, 3),))
        gm = j.graph_module
        T["joint/code"] = gm.graph.python_code("self").src
        T["joint_expanded/readable"] = gm.print_readable(print_output=False, expanded_def=True)
        T["joint/readable"] = gm.print_readable(print_output=False)


@attempt
def pytree_names():
    g = fx.Graph()
    x = g.placeholder("l_x_")
    y = g.placeholder("l_y_")
    a = g.call_function(torch.cos, (x,), name="x")
    b = g.call_function(torch.add, (a, y), name="y")
    g.output((b,))
    g._codegen = _PyTreeCodeGen(
        _PyTreeInfo(["x", "y"], pytree.tree_structure(((1, 2), {})), pytree.tree_structure((1,)))
    )
    forms("pytree_names", fx.GraphModule({}, g))
    g = fx.Graph()
    s = g.get_attr("subgraph_0")
    x = g.create_node("placeholder", "L_x_", name="l_x_")
    y = g.create_node("placeholder", "L_y_", name="l_y_")
    g.output((g.call_function(torch.add, (x, y)),))
    m = torch.nn.Module()
    m.subgraph_0 = torch.nn.Linear(2, 2)
    forms("attr_first", fx.GraphModule(m, g))
    g = fx.Graph()
    x = g.create_node("placeholder", "L_x_", name="l_x_")
    y = g.create_node("placeholder", "L_y_", name="l_y_")
    s = g.get_attr("subgraph_0")
    g.output((g.call_function(torch.add, (x, y)),))
    g._codegen = _PyTreeCodeGen(
        _PyTreeInfo(["a", "b"], pytree.tree_structure(((1, 2), {})), pytree.tree_structure((1,)))
    )
    forms("pytree_renames", fx.GraphModule(m, g))


here = os.getcwd().rstrip("/") + "/"
texts = {
    name: text.replace(here, "/models/").replace(os.path.dirname(torch.__path__[0]), "/packages")
    for name, text in T.items()
}
json.dump({"torch": torch.__version__, "texts": texts}, open(sys.argv[1], "w"), indent=0)
print(len(texts), "texts")
