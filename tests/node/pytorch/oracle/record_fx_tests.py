"""What PyTorch 2.6.0 gives for the cases of tests/node/pytorch/fx.test.js; names are those of PyTorch's
test/test_fx.py.

torch record_fx_tests.py OUT.json"""

import json
import operator
import sys
import warnings

import torch
import torch.fx as fx
from torch.fx import Graph, GraphModule, Interpreter, Transformer, symbolic_trace

warnings.simplefilter("ignore")
OUT = {}


def error(f):
    try:
        f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return None


def names(nodes):
    return [n.name for n in nodes]


def case(f):
    OUT[f.__name__] = f()
    return f


@case
def test_graph_unique_names():
    m = symbolic_trace(lambda x, y: torch.add(torch.add(x, y), torch.add(y, x)))
    return str(m.graph)


@case
def test_graph_unique_names_manual():
    g = Graph()
    a = g.create_node("placeholder", "x")
    b = g.create_node("call_module", "foo_1", args=(a,))
    c = g.create_node("call_module", "foo", args=(a,), name="foo_1")
    d = g.create_node("call_function", operator.add, args=(b, c))
    g.output(d)
    g2 = Graph()
    g2.graph_copy(g, {})
    return [names(g.nodes), names(g2.nodes)]


@case
def test_graph_fns():
    g = Graph()
    a = g.placeholder("a")
    b = g.call_module("linear", (a,))
    c = g.get_attr("bias")
    d = g.call_method("add", (b, c))
    e = g.call_function(torch.sin, (d,))
    g.output(e)
    return str(g)


@case
def test_remove_uses():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    neg = g.call_function(torch.neg, (relu,))
    g.output(neg)
    neg.replace_all_uses_with(relu)
    g.erase_node(neg)
    return [str(g), neg in relu.users]


@case
def test_remove_uses_with_custom_filter():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    neg = g.call_function(torch.neg, (relu,))
    g.output(neg)
    neg.replace_all_uses_with(relu, lambda n: n != neg)
    return [str(g), names(relu.users)]


@case
def test_replace_uses():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    add = g.call_function(torch.add, (relu, relu))
    g.output(add)
    new = g.create_node("call_function", torch.mul, (relu, relu))
    done = add.replace_all_uses_with(new)
    return [str(g), names(done)]


@case
def test_replace_input():
    g = Graph()
    x, y = g.placeholder("x"), g.placeholder("y")
    c = g.call_function(torch.relu, (x,))
    g.output(c)
    c.replace_input_with(x, y)
    return str(g)


@case
def test_insertion_point():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    g.output(relu)
    with g.inserting_before(relu):
        y = g.call_function(torch.neg, (x,))
        _tanh = g.call_function(torch.tanh, (y,))
    return str(g)


@case
def test_multi_insert_point():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    with g.inserting_before(relu):
        y = g.call_function(torch.neg, (x,))
        z = g.call_function(torch.tanh, (y,))
    with g.inserting_after(relu):
        g.call_function(torch.sin, (relu,))
    return str(g)


@case
def test_update_args_api():
    g = Graph()
    x, y = g.placeholder("x"), g.placeholder("y")
    r = g.call_function(torch.relu, (x,))
    r.update_arg(0, y)
    g.output(r)
    return [str(g), error(lambda: r.update_arg(3, x))]


@case
def test_update_kwargs_api():
    g = Graph()
    x, y = g.placeholder("x"), g.placeholder("y")
    r = g.call_function(torch.relu, kwargs={"input": x})
    r.update_kwarg("input", y)
    g.output(r)
    return str(g)


@case
def test_insert_arg():
    g = Graph()
    x, y, z = (g.placeholder(n) for n in "xyz")
    c = g.call_function(torch.cat, (x,))
    c.insert_arg(0, y)
    c.insert_arg(2, z)
    g.output(c)
    return [str(g), error(lambda: c.insert_arg(5, x)), error(lambda: c.insert_arg(-1, x))]


@case
def test_move_before():
    g = Graph()
    x = g.placeholder("x")
    relu = g.call_function(torch.relu, (x,))
    neg = g.call_function(torch.neg, (x,))
    relu.prepend(neg)
    return str(g)


@case
def test_erase_node_error():
    g = symbolic_trace(lambda x: torch.relu(x) + 1).graph
    out = []
    for n in g.nodes:
        if n.op in ("call_function", "placeholder"):
            out.append(error(lambda: g.erase_node(n)))
    return out


@case
def test_find_uses():
    g = Graph()
    x = g.placeholder("x")
    y = g.call_function(torch.relu, (x,))
    z = g.call_function(operator.add, (x, x))
    u = g.call_function(torch.neg, (x,))
    g.output((y, z, u).__class__(v for v in (y, z, u)))
    return [names(x.users), names(y.users), names(z.users)]


@case
def test_reassign_args_kwargs_uses():
    g = Graph()
    x, y = g.placeholder("x"), g.placeholder("y")
    z = g.call_function(operator.add, (x, y))
    zed = g.call_function(operator.add, (z, z, z))
    zed.args = (z, z, x)
    first = [names(z.users), names(x.users)]
    zed.args = ()
    zed.kwargs = {"a": x}
    return first + [names(z.users), names(x.users), names(zed.all_input_nodes)]


@case
def test_all_input_nodes():
    g = Graph()
    a = g.placeholder("x")
    b = g.call_module("linear", (a,))
    c = g.get_attr("attr")
    d = g.call_function(operator.add, (b, c))
    e = g.call_function(torch.unsqueeze, (d, 0))
    g.output(e)
    return [names(n.all_input_nodes) for n in g.nodes]


@case
def test_copy_no_remap():
    g = symbolic_trace(lambda x: torch.relu(x) + 1).graph
    new = Graph()

    def copy_all():
        for n in g.nodes:
            new.node_copy(n)
        new.lint()

    return error(copy_all)


@case
def test_wrong_topo():
    g = Graph()
    a = g.create_node("placeholder", "x")
    b = g.create_node("call_module", "foo.bar", args=(a,))
    c = g.create_node("get_attr", "zip.zap")
    d = g.create_node("call_function", operator.add, args=(b, c))
    g.output(d)
    nodes = list(g.nodes)
    nodes[3].append(nodes[2])
    return error(g.lint)


@case
def test_wrong_target_type():
    return [
        error(lambda: fx.Node(Graph(), "foo", "call_function", "foo", (), {})),
        error(lambda: Graph().create_node("placeholder", operator.add)),
        error(lambda: Graph().create_node("foo", "x")),
    ]


@case
def test_update_args_kwargs_yells_at_you():
    return None


@case
def test_inline_graph():
    to_inline = symbolic_trace(lambda x: torch.neg(x)).graph
    m = symbolic_trace(lambda x: torch.relu(x) + 1.0)
    g = m.graph
    add = next(n for n in g.nodes if n.target == operator.add)
    with g.inserting_before(add):
        inlined = g.graph_copy(to_inline, {next(iter(to_inline.nodes)): add.args[0]})
    add.update_arg(0, inlined)
    g.lint()
    return str(g)


@case
def test_interpreter():
    m = symbolic_trace(
        lambda x: (x + torch.ones(3, 4)).clamp(min=0.0, max=1.0) if False else torch.clamp(x + 0.5, min=0.0, max=1.0)
    )
    return Interpreter(m).run(torch.tensor([-1.0, 0.25, 2.0])).tolist()


@case
def test_interpreter_run_node_override():
    class Run(Interpreter):
        seen = []

        def run_node(self, n):
            result = super().run_node(n)
            Run.seen.append(n.name)
            return result

    m = symbolic_trace(lambda x: torch.sigmoid(x + 1))
    Run(m).run(torch.zeros(2))
    return Run.seen


@case
def test_interpreter_onthefly_swap():
    class Swap(Interpreter):
        def call_function(self, target, args, kwargs):
            return (
                torch.neg(*args, **kwargs) if target == torch.sigmoid else super().call_function(target, args, kwargs)
            )

        def call_method(self, target, args, kwargs):
            if target == "neg":
                first, *rest = args
                return first.sigmoid(*rest, **kwargs)
            return super().call_method(target, args, kwargs)

    m = symbolic_trace(lambda x: torch.sigmoid(x).neg())
    return Swap(m).run(torch.tensor([0.5, 1.0])).tolist()


@case
def test_interpreter_partial_eval():
    m = symbolic_trace(lambda x: torch.clamp(x + 0.5, min=0.0, max=1.0))
    add = next(n for n in m.graph.nodes if n.target == operator.add)
    return Interpreter(m).run(torch.rand(3), initial_env={add: torch.full((3,), 0.25)}).tolist()


@case
def test_interpreter_gc_values():
    m = symbolic_trace(lambda x: torch.sigmoid(x + 1))
    i = Interpreter(m)
    i.run(torch.zeros(2))
    kept = Interpreter(m, garbage_collect_values=False)
    kept.run(torch.zeros(2))
    return [names(i.env), names(kept.env)]


@case
def test_interpreter_default_args():
    class M(torch.nn.Module):
        def forward(self, x, y=3.14159):
            return x + y

    return Interpreter(symbolic_trace(M())).run(torch.ones(2)).tolist()


@case
def test_interpreter_not_enough_args():
    m = symbolic_trace(lambda x, y: x + y)
    return error(lambda: Interpreter(m).run(torch.ones(2))).split("\n")[0]


@case
def test_interpreter_star_args():
    def f(x, *args):
        return x + args[0]

    m = symbolic_trace(f)
    return [str(m.graph), Interpreter(m).run(torch.ones(2), torch.ones(2), torch.rand(2)).tolist()]


@case
def test_transformer_noop():
    m = symbolic_trace(lambda x: torch.clamp(x + 0.5, min=0.0, max=1.0))
    return str(Transformer(m).transform().graph)


@case
def test_transformer_op_swap():
    class Swap(Transformer):
        def call_function(self, target, args, kwargs):
            return (
                torch.neg(*args, **kwargs) if target == torch.sigmoid else super().call_function(target, args, kwargs)
            )

        def call_method(self, target, args, kwargs):
            if target == "neg":
                first, *rest = args
                return first.sigmoid(*rest, **kwargs)
            return super().call_method(target, args, kwargs)

    return str(Swap(symbolic_trace(lambda x: torch.sigmoid(x).neg())).transform().graph)


@case
def test_transformer_multi_outputs():
    m = symbolic_trace(lambda x: ((x + 1), torch.clamp(x + 1, min=0.0, max=1.0)))
    return str(Transformer(m).transform().graph)


@case
def test_delete_unused_values():
    m = symbolic_trace(lambda x, y: (x.add(y), torch.relu(x))[0])
    return m.code.strip("\n")


@case
def test_submodule_manipulation_API():
    class C(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = torch.nn.Conv2d(16, 33, 3)
            self.register_parameter("param", torch.nn.Parameter(torch.rand(2, 3)))

        def forward(self, x):
            return self.conv(torch.cat([self.param, x]))

    class B(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 4)
            self.net_c = C()

        def forward(self, x):
            return self.linear(torch.cat([self.net_c(x)]))

    class A(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.net_b = B()
            self.param = torch.nn.Parameter(torch.rand(2, 3))

        def forward(self, x):
            return self.net_b(x) + self.param

    a = symbolic_trace(A())
    out = {"graph": str(a.graph)}
    a.add_submodule("net_b.net_c.dropout", torch.nn.Dropout(p=0.2))
    conv = [n for n in a.graph.nodes if n.target == "net_b.net_c.conv"][-1]
    with a.graph.inserting_before(conv):
        dropout = a.graph.call_module("net_b.net_c.dropout", conv.args)
    conv.replace_all_uses_with(dropout)
    a.graph.erase_node(conv)
    out["modules"] = [n for n, _ in a.named_modules()]
    a.delete_submodule("net_b.net_c.conv")
    out["deleted"] = [n for n, _ in a.named_modules()]
    out["again"] = a.delete_submodule("net_b.net_c.conv")
    out["no module"] = a.delete_submodule("param")
    out["missing"] = error(lambda: a.get_submodule("net_b.net_c.conv"))
    out["not a module"] = error(lambda: a.get_submodule("param"))
    a.graph.lint()
    out["lint"] = str(a.graph)
    a.add_submodule("fresh.deep.relu", torch.nn.ReLU())
    out["fresh"] = [n for n, _ in a.named_modules()]
    out["on a parameter"] = a.add_submodule("param.x", torch.nn.ReLU())
    a.delete_all_unused_submodules()
    out["unused"] = [n for n, _ in a.named_modules()]
    return out


@case
def test_imul_code_print():
    g = Graph()
    a, b = g.placeholder("a"), g.placeholder("b")
    g.call_function(operator.imul, (a, b), {})
    g.output(a)
    return GraphModule({}, g).code


@case
def test_inf_nan():
    return symbolic_trace(lambda x: x + float("inf") + float("-inf") + float("nan")).code


@case
def test_ellipsis():
    return symbolic_trace(lambda x, y: x + y[..., 1:10] + y[:, ..., ::2]).code


@case
def test_reserved_getattr():
    return symbolic_trace(lambda a: a.foo.bar.baz).code


@case
def test_string_literal_return():
    return symbolic_trace(lambda x: "foo").code


@case
def test_empty_graph_codegen():
    return GraphModule({}, Graph()).code


@case
def test_snake_case():
    m = torch.nn.Module()
    g = Graph()
    x = g.placeholder("x")
    for name in ["ReLU", "LinearReLU", "Conv2dBN", "myModule", "HTTPServer", "a.b.CamelCase"]:
        x = g.call_module(name, (x,))
    return names(g.nodes)


@case
def test_sequential_split():
    from torch._export.utils import sequential_split

    m = symbolic_trace(lambda x: torch.cos(torch.neg(torch.sin(x).relu())))
    new = sequential_split(m, lambda n: n.op == "call_method")
    return [str(new.graph)] + [str(getattr(new, k).graph) for k in ("submod_0", "submod_1")]


@case
def test_split_module():
    from torch.fx.passes.split_module import split_module

    m = symbolic_trace(lambda x, y: torch.cos(torch.neg(torch.sin(x) + y)))
    part = {"sin": 0, "add": 1, "neg": 1, "cos": 2}
    new = split_module(m, m, lambda n: part[n.name])
    return [str(new.graph)] + [str(getattr(new, k).graph) for k in ("submod_0", "submod_1", "submod_2")]


with open(sys.argv[1], "w") as stream:
    json.dump(OUT, stream, indent=0)
print(len(OUT))
