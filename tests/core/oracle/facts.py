"""Facts about torch.fx that the unit tests expect, asked from a real PyTorch 2.6.0.

Writes, into the folder given, `facts.json` (a title and what PyTorch did; tests name the title they rely on) and
headers with the graphs before and after passes, for tests that go through all of them.
Usage: python3 facts.py FOLDER   (needs tabulate for print_tabular)
"""
import contextlib
import copy
import io
import json
import operator
import sys
import warnings

import torch
from torch import fx
import torch._higher_order_ops.wrap  # noqa: F401
import torch.export  # noqa: F401

facts = {"torch": torch.__version__}
aten = torch.ops.aten


def fact(title, value):
    facts[title] = value


def names(nodes):
    return [n.name for n in nodes]


def error(f):
    try:
        f()
    except Exception as e:  # noqa: BLE001
        return {"type": type(e).__name__, "message": str(e)}
    return None


def small():
    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_function(operator.add, (x, 1))
    b = g.call_function(operator.mul, (a, x))
    return g, x, a, b


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
    fact("explicit names", [g.create_node("call_function", torch.relu, (x,), name=n).name for n in ["add", "add", "add_7", "add", "a.b", "1x", "sum", "x", "class", "_", "add_007", "print_3"]])
    fact("callable candidates", [g.call_function(t, (x,)).name for t in [
        aten.add.Tensor, aten.sum.dim_IntList, aten.relu.default, aten.add_.Tensor, torch.relu, torch.nn.functional.relu, operator.getitem, len, getattr,
        torch._C._set_grad_enabled, torch.ops.higher_order.cond, aten.add, torch.Tensor.view, operator.not_]])

    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_function(operator.neg, (x,))
    seen = []
    for n in ["neg", "x", "x"]:
        a._rename(n)
        seen.append(a.name)
    a.name = "x"
    fact("renaming", {"names": seen, "next": g.call_function(operator.neg, (x,)).name, "code": g.python_code("self").src, "str": str(g)})

    g, x, a, b = small()
    before = len(g.nodes)
    e = error(lambda: g.create_node("call_function", "text", (x,)))
    fact("failed create_node", {"error": e, "size": [before, len(g.nodes)], "next": g.call_method("text", (x,)).name, "users": names(x.users)})


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
    fact("edit: rauw predicate", {"changed": names(x.replace_all_uses_with(y, lambda u: u is not c)), "x": names(x.users), "y": names(y.users)})
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
    fact("edit: errors", [error(lambda: a.update_arg(3, x)), error(lambda: a.update_arg(-4, x)), error(lambda: a.insert_arg(-1, x)), error(lambda: a.insert_arg(4, x))])
    fact("edit: str", str(g))
    g.erase_node(c)
    fact("edit: erased", {"x": names(x.users), "d": names(d.users), "line": c.format_node(), "args": str(c.args), "kwargs": str(c.kwargs)})
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
    fact("order: find_nodes", {"sorted": names(g.find_nodes(op="call_function", target=operator.add)), "list": names(g.nodes), "compare": [c < a, a < c]})
    with g.inserting_before(a):
        p = g.call_function(operator.add, (x, 3))
        with g.inserting_after(b):
            q = g.call_function(operator.pos, (x,))
        r = g.call_function(operator.add, (x, 4))
    s = g.call_function(operator.add, (x, 5))
    fact("order: scoped insertion", {"list": names(g.nodes), "adds": names(g.find_nodes(op="call_function", target=operator.add)), "keys": [list(n._sort_key) for n in g.nodes]})
    fact("order: reversed", names(reversed(g.nodes)))
    g.erase_node(p)
    fact("order: find after erase", names(g.find_nodes(op="call_function", target=operator.add)))
    g.get_attr("w"); g.get_attr("v"); g.call_method("view", (x,)); g.call_module("m", (x,))
    fact("order: find by op", [names(g.find_nodes(op=o)) for o in ["get_attr", "call_method", "call_module", "placeholder", "output", "nothing"]])
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
    gm._register_replace_node_hook(lambda old, new, user: log.append(["replace", old.name, new, user.name, str(user.args)]))
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
    targets = [aten.rand.default, aten.dropout.default, aten.add.Tensor, aten.add_.Tensor, aten.add_, aten.add.out, aten.__and__.Scalar, aten.__iand__.Scalar, aten._assert_async.msg,
               aten._assert_async.default, aten._assert_scalar.default, aten._assert_tensor_metadata.default, aten.sym_constrain_range.default, aten.sym_constrain_range_for_size.default,
               aten.copy_.default, aten.index_put.default, aten.index_put_.default, aten.set_.source_Tensor, aten.relu_.default, aten.resize_.default, aten.batch_norm.default,
               aten._native_batch_norm_legit.default, aten._native_batch_norm_legit_functional.default, aten.native_batch_norm.default, aten._foreach_add_.Scalar, aten.normal.out,
               torch._assert, torch._C._set_grad_enabled, torch.amp.autocast_mode._enter_autocast, torch.amp.autocast_mode._exit_autocast,
               operator.setitem, operator.iadd, print, torch.relu_, torch.ops.higher_order.cond, torch.ops.higher_order.wrap_with_set_grad_enabled]
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
    fact("dce with own rule", {"changed": g.eliminate_dead_code(lambda n: n.target == operator.mul), "left": names(g.nodes)})
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
    fact("modules: deepcopy", {"str equal": str(dup) == str(gm), "shared stays shared": dup.a.leaf is dup.b, "other object": dup.c is not gm.c, "child graph": str(dup.c.graph)})
    dup.c.graph.erase_node(dup.c.graph.output_node())
    fact("modules: original after editing the copy", str(gm.c.graph))
    gm.add_submodule("extra", Leaf())
    gm.delete_all_unused_submodules()
    fact("modules: after delete_all_unused_submodules", [n for n, _ in gm.named_modules()])
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        g = gm.graph
        with g.inserting_before(g.output_node()):
            g.get_attr("a.leaf.w"); g.get_attr("a.leaf.b"); g.get_attr("a.leaf.t"); g.get_attr("a.nothing"); g.get_attr("zz.w"); g.get_attr("a.leaf")
        fact("modules: get_attr warnings", [str(x.message) for x in w])
    fact("modules: call_module errors", [error(lambda t=t: g.call_module(t, ())) for t in ["a.nothing", "a.leaf.w", "zz.y", "a.leaf.w.x", "a..b"]])
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

    fact("lint: targets", [lint(lambda g: g.get_attr("a.leaf.w")), lint(lambda g: g.get_attr("a.leaf.q")), lint(lambda g: g.get_attr("a.q.w")), lint(lambda g: g.call_module("a.leaf", ())),
                           lint(lambda g: g.call_module("a.leaf.w", ())), lint(lambda g: g.call_module("q", ())), lint(lambda g: g.get_attr("a.leaf.t")), lint(lambda g: g.call_module("a.leaf.b.c", ()))])


def signatures():
    from torch.export import graph_signature as s
    T, C = s.TensorArgument, s.ConstantArgument
    I, O = s.InputKind, s.OutputKind
    sig = s.ExportGraphSignature(
        input_specs=[s.InputSpec(I.PARAMETER, T("p_w"), "w"), s.InputSpec(I.BUFFER, T("b_b"), "b", True), s.InputSpec(I.BUFFER, T("b_c"), "c", False),
                     s.InputSpec(I.CONSTANT_TENSOR, T("c_k"), "k"), s.InputSpec(I.CUSTOM_OBJ, s.CustomObjArgument("obj", "__torch__.Foo"), "o"), s.InputSpec(I.TOKEN, s.TokenArgument("token"), None),
                     s.InputSpec(I.USER_INPUT, T("x"), None), s.InputSpec(I.USER_INPUT, s.SymIntArgument("n"), None), s.InputSpec(I.USER_INPUT, s.SymBoolArgument("q"), None),
                     s.InputSpec(I.USER_INPUT, C("k", 3), None), s.InputSpec(I.USER_INPUT, C("m", "it's"), None), s.InputSpec(I.USER_INPUT, C("none", None), None)],
        output_specs=[s.OutputSpec(O.TOKEN, s.TokenArgument("token_1"), None), s.OutputSpec(O.BUFFER_MUTATION, T("add"), "b"), s.OutputSpec(O.USER_INPUT_MUTATION, T("x"), "x"), s.OutputSpec(O.USER_OUTPUT, T("add"), None),
                      s.OutputSpec(O.LOSS_OUTPUT, T("loss"), None), s.OutputSpec(O.GRADIENT_TO_PARAMETER, T("g"), "w"), s.OutputSpec(O.GRADIENT_TO_USER_INPUT, T("h"), "x"),
                      s.OutputSpec(O.USER_OUTPUT, C("x", 1.5), None)])
    fact("signature: repr", repr(sig))
    sig.replace_all_uses("add", "sub")
    sig.replace_all_uses("x", "renamed")
    fact("signature: replaced", repr(sig))
    g, x, a, b = small()
    g.output((b, a))
    gm = fx.GraphModule(torch.nn.Module(), g)
    sig = s.ExportGraphSignature([s.InputSpec(I.USER_INPUT, T("x"), None)], [s.OutputSpec(O.USER_OUTPUT, T("mul"), None), s.OutputSpec(O.USER_OUTPUT, T("add"), None)])
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


def val(*shape, dtype=torch.float32):
    return torch.empty(*shape, dtype=dtype, device="meta")


def region_graph(toggles, order=None):
    """placeholder x; for each entry a toggle (bool) or an operator; output."""
    g = fx.Graph()
    last = g.placeholder("x")
    last.meta["val"] = val(2)
    for t in toggles:
        if isinstance(t, bool):
            n = g.call_function(torch._C._set_grad_enabled, (t,))
            n.meta["val"] = None
        else:
            last = g.call_function(t, (last,))
            last.meta["val"] = val(2)
    g.output((last,))
    return fx.GraphModule(torch.nn.Module(), g)


def tree(gm):
    return {"": str(gm.graph), **{n: str(m.graph) for n, m in gm.named_modules() if n and isinstance(m, fx.GraphModule)}}


def passes():
    from torch._export import utils
    from torch._export.passes.replace_set_grad_with_hop_pass import replace_set_grad_with_hop_pass
    from torch._export.passes.replace_autocast_with_hop_pass import replace_autocast_with_hop_pass
    from torch.fx.passes.split_module import split_module
    sin, cos, exp, neg = aten.sin.default, aten.cos.default, aten.exp.default, aten.neg.default
    is_toggle = lambda n: n.target == torch._C._set_grad_enabled

    def run(gm, ambient=True):
        fact_before = tree(gm)
        with torch.set_grad_enabled(ambient):
            new, _ = replace_set_grad_with_hop_pass(gm, None)
        return {"before": fact_before, "after": tree(new)}

    shapes = {
        "one region": [sin, False, cos, True, exp],
        "region at the end": [sin, False, cos],
        "toggle first": [False, sin, True, cos],
        "three in a row": [sin, False, False, False, cos, True, exp],
        "only equal": [sin, True, cos, True, exp],
        "last statement toggles": [sin, False, cos, False],
        "there and back": [sin, False, cos, True, exp, False, neg, True],
    }
    for title, toggles in shapes.items():
        fact("set_grad: " + title, run(region_graph(toggles)))
        fact("set_grad, ambient off: " + title, run(region_graph(toggles), False))
        gm = region_graph(toggles)
        fact("sequential_split: " + title, {"before": tree(gm), "after": tree(utils.sequential_split(gm, is_toggle))})
    for title, gm in {"cond in region": cond_in_region, "region in cond": region_in_cond, "several outputs": several_outputs, "nested regions": nested_regions}.items():
        fact("set_grad: " + title, run(gm()))
        fact("set_grad, ambient off: " + title, run(gm(), False))
    signature_of_pass(replace_set_grad_with_hop_pass)
    getitems()
    fact("set_grad: bad toggles", [error(lambda v=v: run(bad(v))) for v in [1, None, ()]])
    fact("set_grad: toggle is returned", error(lambda: run(returned())))

    gm = utils.sequential_split(region_graph(shapes["one region"]), is_toggle)
    steps = []
    for node in list(gm.graph.nodes):
        if node.op == "call_module":
            utils.node_inline_(node)
            steps.append([str(gm.graph), [n for n, _ in gm.named_children()]])
    fact("node_inline_: steps", steps)
    fact("node_inline_: errors", inline_errors(utils))

    def parts(order):
        g = fx.Graph()
        x, y = g.placeholder("x"), g.placeholder("y")
        a = g.create_node("call_function", sin, (x,), name="a")
        b = g.create_node("call_function", cos, (y,), name="b")
        c = g.create_node("call_function", aten.add.Tensor, (a, b), name="c")
        d = g.create_node("call_function", aten.mul.Tensor, (c, a), name="d")
        g.output((d, b))
        return fx.GraphModule(torch.nn.Module(), g)

    for title, table in {"two": {"a": 0, "b": 1, "c": 1, "d": 0}, "crossed": {"a": 1, "b": 0, "c": 1, "d": 1}, "one": {"a": 5, "b": 5, "c": 5, "d": 5}, "each": {"a": 3, "b": 1, "c": 4, "d": 2}}.items():
        for keep_order in [False, True]:
            for keep_name in [False, True]:
                key = f"split_module: {title}, order {keep_order}, name {keep_name}"
                try:
                    gm = parts(None)
                    split = split_module(gm, None, lambda n: table[n.name], keep_original_order=keep_order, keep_original_node_name=keep_name)
                    fact(key, {"before": tree(gm), "after": tree(split)})
                except Exception as e:  # noqa: BLE001
                    fact(key, {"error": {"type": type(e).__name__, "message": str(e)}})

    def autocast(build):
        g = fx.Graph()
        x = g.placeholder("x")
        x.meta["val"] = val(2)
        g.output((build(g, x),))
        return fx.GraphModule(torch.nn.Module(), g)

    enter, leave = torch.amp.autocast_mode._enter_autocast, torch.amp.autocast_mode._exit_autocast

    def op(g, t, *args):
        n = g.call_function(t, args)
        n.meta["val"] = val(2)
        return n

    def region(g, x):
        a = op(g, sin, x)
        e = g.call_function(enter, ("cpu", torch.bfloat16, True, False))
        b = op(g, cos, a)
        g.call_function(leave, (e,))
        return op(g, exp, b)

    def nested(g, x):
        e = g.call_function(enter, ("cpu", torch.bfloat16, True, False))
        a = op(g, sin, x)
        f = g.call_function(enter, ("cpu", torch.float16, False, None))
        b = op(g, cos, a)
        g.call_function(leave, (f,))
        c = op(g, exp, b)
        g.call_function(leave, (e,))
        return c

    def adjacent(g, x):
        for t in [sin, cos]:
            e = g.call_function(enter, ("cuda", None, True, None))
            x = op(g, t, x)
            g.call_function(leave, (e,))
        return x

    def empty(g, x):
        e = g.call_function(enter, ("cpu", None, True, None))
        g.call_function(leave, (e,))
        return op(g, sin, x)

    for title, build in {"region": region, "nested": nested, "adjacent": adjacent, "empty": empty}.items():
        gm = autocast(build)
        fact("autocast: " + title, {"before": tree(gm), "after": tree(replace_autocast_with_hop_pass(gm, None)[0])})

    def unclosed(g, x):
        g.call_function(enter, ("cpu", None, True, None))
        return op(g, sin, x)

    def unopened(g, x):
        e = op(g, sin, x)
        g.call_function(leave, (e,))
        return e

    fact("autocast: errors", [error(lambda b=b: replace_autocast_with_hop_pass(autocast(b), None)) for b in [unclosed, unopened]])


def bad(value):
    g = fx.Graph()
    x = g.placeholder("x")
    x.meta["val"] = val(2)
    g.call_function(torch._C._set_grad_enabled, (value,) if value != () else ())
    a = g.call_function(aten.sin.default, (x,))
    a.meta["val"] = val(2)
    g.output((a,))
    return fx.GraphModule(torch.nn.Module(), g)


def returned():
    g = fx.Graph()
    x = g.placeholder("x")
    x.meta["val"] = val(2)
    t = g.call_function(torch._C._set_grad_enabled, (False,))
    t.meta["val"] = None
    a = g.call_function(aten.sin.default, (x,))
    a.meta["val"] = val(2)
    g.output((a, t))
    return fx.GraphModule(torch.nn.Module(), g)


def call(g, target, *args, value=True):
    n = g.call_function(target, args)
    if value:
        n.meta["val"] = val(2)
    return n


def start():
    g = fx.Graph()
    x = g.placeholder("x")
    x.meta["val"] = val(2)
    return g, x


def toggle(g, mode):
    g.call_function(torch._C._set_grad_enabled, (mode,)).meta["val"] = None


def branch(target, *modes):
    g, x = start()
    for m in modes:
        toggle(g, m)
        x = call(g, target, x)
    g.output((x,))
    return fx.GraphModule(torch.nn.Module(), g)


def with_cond(g, x, root, *modes):
    root.true_graph_0, root.false_graph_0 = branch(aten.sin.default, *modes), branch(aten.cos.default)
    pred = call(g, aten.gt.Scalar, x, 0)
    t, f = g.get_attr("true_graph_0"), g.get_attr("false_graph_0")
    c = g.call_function(torch.ops.higher_order.cond, (pred, t, f, [x]))
    c.meta["val"] = (val(2),)
    return call(g, operator.getitem, c, 0)


def cond_in_region():
    root = torch.nn.Module()
    g, x = start()
    a = call(g, aten.sin.default, x)
    toggle(g, False)
    b = with_cond(g, a, root)
    toggle(g, True)
    g.output((call(g, aten.exp.default, b),))
    return fx.GraphModule(root, g)


def region_in_cond():
    root = torch.nn.Module()
    g, x = start()
    g.output((with_cond(g, x, root, False, True),))
    return fx.GraphModule(root, g)


def several_outputs():
    g, x = start()
    a = call(g, aten.sin.default, x)
    toggle(g, False)
    b, c = call(g, aten.cos.default, a), call(g, aten.exp.default, x)
    dead = call(g, aten.neg.default, b)
    toggle(g, True)
    d = call(g, aten.add.Tensor, c, b)
    g.output((d, b, c, None))
    return fx.GraphModule(torch.nn.Module(), g)


def nested_regions():
    g, x = start()
    for mode, target in [(False, aten.sin.default), (True, aten.cos.default), (False, aten.exp.default), (True, aten.neg.default)]:
        toggle(g, mode)
        x = call(g, target, x)
    g.output((x,))
    return fx.GraphModule(torch.nn.Module(), g)


def signature_of_pass(replace_set_grad_with_hop_pass):
    from torch.export import graph_signature as s
    T = s.TensorArgument
    gm = several_outputs()
    sig = s.ExportGraphSignature([s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)],
                                 [s.OutputSpec(s.OutputKind.BUFFER_MUTATION, T("add_tensor"), "buf"), s.OutputSpec(s.OutputKind.USER_OUTPUT, T("cos_default"), None),
                                  s.OutputSpec(s.OutputKind.USER_OUTPUT, T("exp_default"), None), s.OutputSpec(s.OutputKind.USER_OUTPUT, s.ConstantArgument("none", None), None)])
    new, out = replace_set_grad_with_hop_pass(gm, sig)
    fact("set_grad: signature", repr(out))
    gm = region_graph([aten.sin.default, False, aten.cos.default])
    sig = s.ExportGraphSignature([s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)], [s.OutputSpec(s.OutputKind.USER_OUTPUT, T("cos_default"), None)])
    new, out = replace_set_grad_with_hop_pass(gm, sig)
    fact("set_grad: signature of one value", repr(out))
    sig = s.ExportGraphSignature([], [])
    fact("set_grad: signature too short", error(lambda: replace_set_grad_with_hop_pass(several_outputs(), sig)))


def getitems():
    from torch.export.exported_program import _common_getitem_elimination_pass
    from torch.export import graph_signature as s
    g, x = start()
    a = g.call_function(aten.split.Tensor, (x, 1))
    b, c, d, e = (g.call_function(operator.getitem, (a, i)) for i in [0, 1, 0, 1])
    f = g.call_function(aten.add.Tensor, (d, e))
    h = g.call_function(aten.split.Tensor, (f, 1))
    i = g.call_function(operator.getitem, (h, 0))
    g.output((b, c, d, f, i, e))
    gm = fx.GraphModule(torch.nn.Module(), g)
    before = tree(gm)
    T = s.TensorArgument
    sig = s.ExportGraphSignature([s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)], [s.OutputSpec(s.OutputKind.USER_OUTPUT, T(n.name), None) for n in [b, c, d, f, i, e]])
    _common_getitem_elimination_pass(gm, sig, [])
    fact("getitem: merged", {"before": before, "after": tree(gm)})
    fact("getitem: signature", [o.arg.name for o in sig.output_specs])


def inline_errors(utils):
    def call_with(argument, result):
        body = fx.Graph()
        x = body.placeholder("x")
        n = body.call_function(operator.neg, (x,))
        body.output(result(n))
        root = torch.nn.Module()
        root.m = fx.GraphModule(torch.nn.Module(), body)
        g = fx.Graph()
        x = g.placeholder("x")
        c = g.call_module("m", (argument(x),))
        g.output((c,))
        gm = fx.GraphModule(root, g)
        return next(n for n in gm.graph.nodes if n.op == "call_module")
    return [error(lambda: utils.node_inline_(call_with(lambda x: 3, lambda n: n))), error(lambda: utils.node_inline_(call_with(lambda x: x, lambda n: 3))),
            error(lambda: utils.node_inline_(call_with(lambda x: x, lambda n: {"a": n})))]


def texts():
    fact("repr: strings", [repr(s) for s in ["a", "it's", 'say "x"', "it's \"x\"", "a\nb\t\\", "\x00\x7f", "é", "\u200b", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), ""]])
    fact("repr: numbers", [repr(v) for v in [1e22, 1e-7, 123456789.123, 1 / 3, 100000.0, -2.5e-10, 2.0**70, 1e16, 9999999999999998.0, 0.0001, 0.00001]])
    names = ["float64", "float32", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "complex32", "complex64", "complex128",
             "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"]
    from torch.fx.graph import dtype_abbrs
    fact("dtypes", {n: [dtype_abbrs[getattr(torch, n)], getattr(torch, n).itemsize] for n in names})
    g = fx.Graph()
    x = g.placeholder("x")
    x.meta["val"] = torch.empty(2, 3)
    y = g.call_function(aten.t.default, (x,))
    y.meta["val"] = torch.empty(2, 3).t()
    z = g.call_function(aten.sum.default, (y,))
    z.meta["val"] = torch.empty(())
    g.output((z,))
    gm = fx.GraphModule(torch.nn.Module(), g)
    fact("readable", gm.print_readable(print_output=False))
    fact("readable: strides", gm.print_readable(print_output=False, include_stride=True))
    fact("readable: strides and devices", gm.print_readable(print_output=False, include_stride=True, include_device=True))
    g = fx.Graph()
    x = g.placeholder("x")
    last = x
    trace = lambda n, c: f'  File "/m.py", line {n}, in forward\n    {c}\n'
    for t in [trace(3, "a = x.sin()"), trace(3, "a = x.sin()"), trace(4, "b = a.cos()"), None, None, trace(4, "b = a.cos()"), "no frame"]:
        last = g.call_function(aten.sin.default, (last,))
        if t:
            last.meta["stack_trace"] = t
    g.output((last,))
    fact("readable: stack traces", fx.GraphModule(torch.nn.Module(), g).print_readable(print_output=False))


def raw(text):
    return 'R"T(' + text + ')T"'


HEADER = """// %s
// Graphs before and after, from PyTorch %s. Made by facts.py; do not edit.
#pragma once

#include "tests/core/oracle/pass_fact.h"

namespace seesaw::test {

inline constexpr PassFact %s[] = {
"""


def write_header(path, about, table, chosen):
    """Facts with graphs before and after, a row for each module of the program. Equal inputs are written once."""
    written = set()
    with open(path, "w") as out:
        out.write(HEADER % (about, torch.__version__, table))
        for title, value in facts.items():
            if not isinstance(value, dict) or "before" not in value or not chosen(title):
                continue
            source = json.dumps(value["before"])
            for when in ["after"] if source in written else ["before", "after"]:
                for name, text in value[when].items():
                    out.write('    {"%s", "%s", "%s", %s},\n' % (title, when, name, raw(text)))
            written.add(source)
        out.write("};\n\n}  // namespace seesaw::test\n")


for part in [nodes_and_graphs, editing, order, hooks, dead_code, modules, signatures, passes, texts]:
    part()
folder = sys.argv[1] if len(sys.argv) > 1 else "."
write_header(folder + "/set_grad_facts.h", "replace_set_grad_with_hop_pass", "kSetGradFacts", lambda t: t.startswith("set_grad"))
write_header(folder + "/split_facts.h", "sequential_split, split_module", "kSplitFacts", lambda t: t.startswith(("sequential_split", "split_module")))
write_header(folder + "/other_pass_facts.h", "replace_autocast_with_hop_pass, _common_getitem_elimination_pass", "kOtherPassFacts", lambda t: t.startswith(("autocast", "getitem")))
with open(folder + "/facts.json", "w") as out:
    rows = [json.dumps(t) + ": " + json.dumps(v) for t, v in facts.items() if not (isinstance(v, dict) and "before" in v)]
    out.write("{\n" + ",\n".join(rows) + "\n}\n")
