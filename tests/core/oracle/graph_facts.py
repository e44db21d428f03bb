"""Facts of graphs, nodes, modules and signatures: editing, order, hooks, dead code, lint."""

import contextlib
import copy
import io
import operator
import warnings

import torch
from torch import fx

from fact import aten, error, fact, names, small


def nodes_and_graphs():
    g = fx.Graph()
    x = g.placeholder("x", default_value=3)
    y = g.placeholder("y", type_expr=torch.Tensor)
    w = g.get_attr("layers.0.weight")
    f = g.call_function(torch.ops.aten.add.Tensor, (x, w), {"alpha": 2})
    m = g.call_method("view", (f, [-1, 2]), {"k": None})
    c = g.call_module("blocks.1", (m, y))
    g.output((c, [f, {"k": m}], slice(None, 3, None)))
    fact("six forms: str", str(g))
    fact("six forms: code", g.python_code("self").src)
    fact("six forms: names", names(g.nodes))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        g.print_tabular()
    fact("six forms: tabular", out.getvalue())
    copied = fx.Graph()
    value_map = {}
    result = copied.graph_copy(g, value_map)
    fact("graph_copy: result", str(result))
    fact("graph_copy: str", str(copied))
    fact("graph_copy: size", len(value_map))

    g = fx.Graph()
    x = g.placeholder("x")
    fact(
        "explicit names",
        [
            g.create_node("call_function", torch.relu, (x,), name=n).name
            for n in ["add", "add", "add_7", "add", "a.b", "1x", "sum", "x", "class", "_", "add_007", "print_3"]
        ],
    )
    fact(
        "callable candidates",
        [
            g.call_function(t, (x,)).name
            for t in [
                aten.add.Tensor,
                aten.sum.dim_IntList,
                aten.relu.default,
                aten.add_.Tensor,
                torch.relu,
                torch.nn.functional.relu,
                operator.getitem,
                len,
                getattr,
                torch._C._set_grad_enabled,
                torch.ops.higher_order.cond,
                aten.add,
                torch.Tensor.view,
                operator.not_,
            ]
        ],
    )

    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_function(operator.neg, (x,))
    seen = []
    for n in ["neg", "x", "x"]:
        a._rename(n)
        seen.append(a.name)
    a.name = "x"
    fact(
        "renaming",
        {
            "names": seen,
            "next": g.call_function(operator.neg, (x,)).name,
            "code": g.python_code("self").src,
            "str": str(g),
        },
    )

    g, x, a, b = small()
    before = len(g.nodes)
    e = error(lambda: g.create_node("call_function", "text", (x,)))
    fact(
        "failed create_node",
        {"error": e, "size": [before, len(g.nodes)], "next": g.call_method("text", (x,)).name, "users": names(x.users)},
    )


def editing():
    g = fx.Graph()
    x, y = g.placeholder("x"), g.placeholder("y")
    a = g.call_function(operator.add, (x, [x, (x, y)]))
    b = g.call_function(operator.mul, (y, x))
    c = g.call_function(operator.sub, (x, x), {"alpha": x})
    d = g.call_function(operator.neg, (b,))
    fact("edit: users at first", {"x": names(x.users), "y": names(y.users)})
    b.replace_input_with(x, y)
    fact("edit: replace_input_with", {"x": names(x.users), "y": names(y.users)})
    fact(
        "edit: rauw predicate",
        {"changed": names(x.replace_all_uses_with(y, lambda u: u is not c)), "x": names(x.users), "y": names(y.users)},
    )
    a.args = (y,)
    fact("edit: args", {"y": names(y.users)})
    c.kwargs = {"alpha": y}
    fact("edit: kwargs", {"y": names(y.users), "x": names(x.users), "inputs": names(c.all_input_nodes)})
    c.update_kwarg("beta", d)
    c.update_kwarg("alpha", 1)
    fact("edit: update_kwarg", {"line": c.format_node(), "y": names(y.users)})
    a.insert_arg(0, d)
    a.insert_arg(2, 5)
    fact("edit: insert_arg", {"line": a.format_node(), "d": names(d.users), "inputs": names(a.all_input_nodes)})
    a.update_arg(-1, x)
    fact("edit: update_arg", {"line": a.format_node(), "y": names(y.users), "x": names(x.users)})
    fact(
        "edit: errors",
        [
            error(lambda: a.update_arg(3, x)),
            error(lambda: a.update_arg(-4, x)),
            error(lambda: a.insert_arg(-1, x)),
            error(lambda: a.insert_arg(4, x)),
        ],
    )
    fact("edit: str", str(g))
    g.erase_node(c)
    fact(
        "edit: erased",
        {
            "x": names(x.users),
            "d": names(d.users),
            "line": c.format_node(),
            "args": str(c.args),
            "kwargs": str(c.kwargs),
        },
    )
    e = g.create_node("call_function", operator.add, (slice(d, x, y), {"k": b, "l": [a]}), {"z": (x,)})
    fact("edit: inputs in order", names(e.all_input_nodes))

    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_function(operator.neg, (x,))
    a.meta["val"] = [1]
    a.meta["other"] = "o"
    b = g.node_copy(a, lambda n: n)
    fact("node_copy", {"name": b.name, "new dict": b.meta is not a.meta, "same value": b.meta["val"] is a.meta["val"]})
    c = g.call_function(operator.pos, (a,))
    d = g.call_function(operator.abs, (x,))
    a.replace_all_uses_with(d, propagate_meta=True)
    fact("propagate_meta", {"d": sorted(d.meta), "c args": str(c.args)})
    fact("propagate_meta twice", error(lambda: d.replace_all_uses_with(a, propagate_meta=True)))


def order():
    g, x, a, b = small()
    c = g.call_function(operator.add, (a, 2))
    fact("order: compare", [x < a, a < b, b < a, a < a, a <= a, c > a, c >= b])
    x.append(c)
    fact(
        "order: find_nodes",
        {
            "sorted": names(g.find_nodes(op="call_function", target=operator.add)),
            "list": names(g.nodes),
            "compare": [c < a, a < c],
        },
    )
    with g.inserting_before(a):
        p = g.call_function(operator.add, (x, 3))
        with g.inserting_after(b):
            q = g.call_function(operator.pos, (x,))
        r = g.call_function(operator.add, (x, 4))
    s = g.call_function(operator.add, (x, 5))
    fact(
        "order: scoped insertion",
        {
            "list": names(g.nodes),
            "adds": names(g.find_nodes(op="call_function", target=operator.add)),
            "keys": [list(n._sort_key) for n in g.nodes],
        },
    )
    fact("order: reversed", names(reversed(g.nodes)))
    g.erase_node(p)
    fact("order: find after erase", names(g.find_nodes(op="call_function", target=operator.add)))
    g.get_attr("w")
    g.get_attr("v")
    g.call_method("view", (x,))
    g.call_module("m", (x,))
    fact(
        "order: find by op",
        [
            names(g.find_nodes(op=o))
            for o in ["get_attr", "call_method", "call_module", "placeholder", "output", "nothing"]
        ],
    )
    fact("order: find by target", names(g.find_nodes(op="get_attr", target="v")))


def hooks():
    g, x, a, b = small()
    g.output((b,))
    gm = fx.GraphModule(torch.nn.Module(), g)
    g = gm.graph
    x, a, b, out = list(g.nodes)
    log = []
    created = lambda n: log.append(["create", n.name, n in list(g.nodes)])
    erased = lambda n: log.append(["erase", n.name, n in list(g.nodes), n._erased])
    gm._register_create_node_hook(created)
    gm._register_erase_node_hook(erased)
    gm._register_replace_node_hook(
        lambda old, new, user: log.append(["replace", old.name, new, user.name, str(user.args)])
    )
    with g.inserting_before(b):
        c = g.call_function(operator.neg, (a,))
    b.replace_input_with(a, c)
    c.replace_all_uses_with(a, lambda u: u is b)
    x.replace_all_uses_with(c, lambda u: u.op == "output")
    b.name = "renamed"
    b._rename("renamed")
    b._rename("x")
    g.erase_node(c)
    fact("hooks", log)


def dead_code():
    g = fx.Graph()
    x = g.placeholder("x")
    g.placeholder("unused")
    g.get_attr("w")
    targets = [
        aten.rand.default,
        aten.dropout.default,
        aten.add.Tensor,
        aten.add_.Tensor,
        aten.add_,
        aten.add.out,
        aten.__and__.Scalar,
        aten.__iand__.Scalar,
        aten._assert_async.msg,
        aten._assert_async.default,
        aten._assert_scalar.default,
        aten._assert_tensor_metadata.default,
        aten.sym_constrain_range.default,
        aten.sym_constrain_range_for_size.default,
        aten.copy_.default,
        aten.index_put.default,
        aten.index_put_.default,
        aten.set_.source_Tensor,
        aten.relu_.default,
        aten.resize_.default,
        aten.batch_norm.default,
        aten._native_batch_norm_legit.default,
        aten._native_batch_norm_legit_functional.default,
        aten.native_batch_norm.default,
        aten._foreach_add_.Scalar,
        aten.normal.out,
        torch._assert,
        torch._C._set_grad_enabled,
        torch.amp.autocast_mode._enter_autocast,
        torch.amp.autocast_mode._exit_autocast,
        operator.setitem,
        operator.iadd,
        print,
        torch.relu_,
        torch.ops.higher_order.cond,
        torch.ops.higher_order.wrap_with_set_grad_enabled,
    ]
    for t in targets:
        g.call_function(t, (x,))
    g.call_method("add_", (x,))
    g.output((x,))
    impure = {n.name: n.is_impure() for n in g.nodes}
    fact("impure", impure)
    fact("dce: changed", [g.eliminate_dead_code(), g.eliminate_dead_code()])
    fact("dce: left", names(g.nodes))
    g, x, a, b = small()
    c = g.call_function(operator.neg, (b,))
    g.output(x)
    fact(
        "dce with own rule",
        {"changed": g.eliminate_dead_code(lambda n: n.target == operator.mul), "left": names(g.nodes)},
    )
    g = fx.Graph()
    x = g.placeholder("x")
    g.call_module("m", (x,))
    g.output(x)
    fact("dce: call_module without a module", error(g.eliminate_dead_code))


class Leaf(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = torch.ones(2)

    def forward(self, x):
        return x


def graph_module(build, root=None):
    g = fx.Graph()
    build(g)
    return fx.GraphModule(root or torch.nn.Module(), g)


def modules():
    root = torch.nn.Module()
    root.a = torch.nn.Module()
    root.a.leaf = Leaf()
    root.b = root.a.leaf
    root.c = graph_module(lambda g: g.output(g.call_function(operator.neg, (g.placeholder("x"),))))

    def build(g):
        x = g.placeholder("x")
        w = g.get_attr("a.leaf.w")
        c = g.call_module("b", (x,))
        d = g.call_module("c", (c,))
        g.output((w, d))

    gm = graph_module(build, root)
    fact("modules: named_modules", [n for n, _ in gm.named_modules()])
    fact("modules: str", str(gm))
    dup = copy.deepcopy(gm)
    fact(
        "modules: deepcopy",
        {
            "str equal": str(dup) == str(gm),
            "shared stays shared": dup.a.leaf is dup.b,
            "other object": dup.c is not gm.c,
            "child graph": str(dup.c.graph),
        },
    )
    dup.c.graph.erase_node(dup.c.graph.output_node())
    fact("modules: original after editing the copy", str(gm.c.graph))
    gm.add_submodule("extra", Leaf())
    gm.delete_all_unused_submodules()
    fact("modules: after delete_all_unused_submodules", [n for n, _ in gm.named_modules()])
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        g = gm.graph
        with g.inserting_before(g.output_node()):
            g.get_attr("a.leaf.w")
            g.get_attr("a.leaf.b")
            g.get_attr("a.leaf.t")
            g.get_attr("a.nothing")
            g.get_attr("zz.w")
            g.get_attr("a.leaf")
        fact("modules: get_attr warnings", [str(x.message) for x in w])
    fact(
        "modules: call_module errors",
        [error(lambda t=t: g.call_module(t, ())) for t in ["a.nothing", "a.leaf.w", "zz.y", "a.leaf.w.x", "a..b"]],
    )
    shared = graph_module(lambda g: g.output(g.placeholder("x")))
    shared.a = torch.nn.Module()
    shared.a.leaf = shared.b = Leaf()
    every = lambda: [n for n, _ in shared.named_modules(remove_duplicate=False)]
    with shared.graph.inserting_before(shared.graph.output_node()):
        w = shared.graph.get_attr("a.leaf.w")
    shared.delete_all_unused_submodules()
    first = every()
    shared.graph.erase_node(w)
    shared.delete_all_unused_submodules()
    fact("modules: shared child", [first, every()])
    g = fx.Graph(owning_module=gm)

    def lint(build):
        graph = fx.Graph()
        build(graph)
        graph.owning_module = gm
        with warnings.catch_warnings(record=True) as w:
            warnings.simplefilter("always")
            return {"error": error(graph.lint), "warnings": [str(x.message) for x in w]}

    fact(
        "lint: targets",
        [
            lint(lambda g: g.get_attr("a.leaf.w")),
            lint(lambda g: g.get_attr("a.leaf.q")),
            lint(lambda g: g.get_attr("a.q.w")),
            lint(lambda g: g.call_module("a.leaf", ())),
            lint(lambda g: g.call_module("a.leaf.w", ())),
            lint(lambda g: g.call_module("q", ())),
            lint(lambda g: g.get_attr("a.leaf.t")),
            lint(lambda g: g.call_module("a.leaf.b.c", ())),
        ],
    )


def signatures():
    from torch.export import graph_signature as s

    T, C = s.TensorArgument, s.ConstantArgument
    I, O = s.InputKind, s.OutputKind
    sig = s.ExportGraphSignature(
        input_specs=[
            s.InputSpec(I.PARAMETER, T("p_w"), "w"),
            s.InputSpec(I.BUFFER, T("b_b"), "b", True),
            s.InputSpec(I.BUFFER, T("b_c"), "c", False),
            s.InputSpec(I.CONSTANT_TENSOR, T("c_k"), "k"),
            s.InputSpec(I.CUSTOM_OBJ, s.CustomObjArgument("obj", "__torch__.Foo"), "o"),
            s.InputSpec(I.TOKEN, s.TokenArgument("token"), None),
            s.InputSpec(I.USER_INPUT, T("x"), None),
            s.InputSpec(I.USER_INPUT, s.SymIntArgument("n"), None),
            s.InputSpec(I.USER_INPUT, s.SymBoolArgument("q"), None),
            s.InputSpec(I.USER_INPUT, C("k", 3), None),
            s.InputSpec(I.USER_INPUT, C("m", "it's"), None),
            s.InputSpec(I.USER_INPUT, C("none", None), None),
        ],
        output_specs=[
            s.OutputSpec(O.TOKEN, s.TokenArgument("token_1"), None),
            s.OutputSpec(O.BUFFER_MUTATION, T("add"), "b"),
            s.OutputSpec(O.USER_INPUT_MUTATION, T("x"), "x"),
            s.OutputSpec(O.USER_OUTPUT, T("add"), None),
            s.OutputSpec(O.LOSS_OUTPUT, T("loss"), None),
            s.OutputSpec(O.GRADIENT_TO_PARAMETER, T("g"), "w"),
            s.OutputSpec(O.GRADIENT_TO_USER_INPUT, T("h"), "x"),
            s.OutputSpec(O.USER_OUTPUT, C("x", 1.5), None),
        ],
    )
    fact("signature: repr", repr(sig))
    sig.replace_all_uses("add", "sub")
    sig.replace_all_uses("x", "renamed")
    fact("signature: replaced", repr(sig))
    g, x, a, b = small()
    g.output((b, a))
    gm = fx.GraphModule(torch.nn.Module(), g)
    sig = s.ExportGraphSignature(
        [s.InputSpec(I.USER_INPUT, T("x"), None)],
        [s.OutputSpec(O.USER_OUTPUT, T("mul"), None), s.OutputSpec(O.USER_OUTPUT, T("add"), None)],
    )
    x, a, b, out = list(gm.graph.nodes)
    with gm._set_replace_hook(sig.get_replace_hook()):
        with gm.graph.inserting_before(out):
            n = gm.graph.call_function(operator.neg, (x,))
        a.replace_all_uses_with(n, lambda u: u is b)
        first = [sp.arg.name for sp in sig.output_specs]
        a.replace_all_uses_with(n)
        second = [sp.arg.name for sp in sig.output_specs]
        n._rename("final")
        b.name = "direct"
        third = [sp.arg.name for sp in sig.output_specs]
        x.replace_all_uses_with(n, lambda u: False)
        out.args = ((x, n),)
        x._rename("y")
        fourth = [sp.arg.name for sp in sig.input_specs]
    b.name = "later"
    fact("signature: hook", [first, second, third, fourth, [sp.arg.name for sp in sig.output_specs]])
