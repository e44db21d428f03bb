"""Facts of passes: graphs before and after set_grad, autocast, splitting, inlining and getitem elimination, and
errors."""

import collections
import operator

import torch
from torch import fx

from fact import aten, error, fact


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
    return {
        "": str(gm.graph),
        **{n: str(m.graph) for n, m in gm.named_modules() if n and isinstance(m, fx.GraphModule)},
    }


splits = []  # title, partition, options, text of the graph, texts of the graphs made or the error
refused = collections.defaultdict(list)  # title: texts of graphs, and the error that PyTorch raises


def readable(gm):
    """Without values: str(graph), which the tests compare, has none either."""
    for module in gm.modules():
        for node in module.graph.nodes if isinstance(module, fx.GraphModule) else []:
            node.meta["kept"] = node.meta.pop("val", None)
    text = gm.print_readable(print_output=False)
    for module in gm.modules():
        for node in module.graph.nodes if isinstance(module, fx.GraphModule) else []:
            node.meta["val"] = node.meta.pop("kept")
    return text


def passes():
    from torch._export import utils
    from torch._export.passes.replace_set_grad_with_hop_pass import replace_set_grad_with_hop_pass
    from torch._export.passes.replace_autocast_with_hop_pass import replace_autocast_with_hop_pass
    from torch.fx.passes.split_module import split_module

    sin, cos, exp, neg = aten.sin.default, aten.cos.default, aten.exp.default, aten.neg.default
    is_toggle = lambda n: n.target == torch._C._set_grad_enabled

    def run(gm, ambient=True):
        found = {"before": tree(gm), "readable": readable(gm)}
        with torch.set_grad_enabled(ambient):
            new, _ = replace_set_grad_with_hop_pass(gm, None)
        return found | {"after": tree(new)}

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
    for title, gm in {
        "cond in region": cond_in_region,
        "region in cond": region_in_cond,
        "several outputs": several_outputs,
        "nested regions": nested_regions,
    }.items():
        fact("set_grad: " + title, run(gm()))
        fact("set_grad, ambient off: " + title, run(gm(), False))
    signature_of_pass(replace_set_grad_with_hop_pass)
    getitems()
    fact("set_grad: bad toggles", [error(lambda v=v: run(bad(v))) for v in [1, None, ()]])
    fact("set_grad: toggle is returned", error(lambda: run(returned())))
    for value in [1, None, ()]:
        refused["set_grad: bad toggles"].append((str(bad(value).graph), error(lambda v=value: run(bad(v)))))
    refused["set_grad: toggle is returned"].append((str(returned().graph), error(lambda: run(returned()))))

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

    for title, table in {
        "two": {"a": 0, "b": 1, "c": 1, "d": 0},
        "crossed": {"a": 1, "b": 0, "c": 1, "d": 1},
        "one": {"a": 5, "b": 5, "c": 5, "d": 5},
        "each": {"a": 3, "b": 1, "c": 4, "d": 2},
    }.items():
        for keep_order in [False, True]:
            for keep_name in [False, True]:
                key = f"split_module: {title}, order {keep_order}, name {keep_name}"
                try:
                    gm = parts(None)
                    split = split_module(
                        gm,
                        None,
                        lambda n: table[n.name],
                        keep_original_order=keep_order,
                        keep_original_node_name=keep_name,
                    )
                    fact(key, {"before": tree(gm), "after": tree(split)})
                    splits.append((title, table, keep_order, keep_name, str(gm.graph), tree(split)))
                except Exception as e:  # noqa: BLE001
                    fact(key, {"error": {"type": type(e).__name__, "message": str(e)}})
                    splits.append(
                        (
                            title,
                            table,
                            keep_order,
                            keep_name,
                            str(parts(None).graph),
                            {"type": type(e).__name__, "message": str(e)},
                        )
                    )

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

    fact(
        "autocast: errors",
        [error(lambda b=b: replace_autocast_with_hop_pass(autocast(b), None)) for b in [unclosed, unopened]],
    )
    for build in [unclosed, unopened]:
        refused["autocast: errors"].append(
            (str(autocast(build).graph), error(lambda b=build: replace_autocast_with_hop_pass(autocast(b), None)))
        )


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
    for mode, target in [
        (False, aten.sin.default),
        (True, aten.cos.default),
        (False, aten.exp.default),
        (True, aten.neg.default),
    ]:
        toggle(g, mode)
        x = call(g, target, x)
    g.output((x,))
    return fx.GraphModule(torch.nn.Module(), g)


def signature_of_pass(replace_set_grad_with_hop_pass):
    from torch.export import graph_signature as s

    T = s.TensorArgument
    gm = several_outputs()
    sig = s.ExportGraphSignature(
        [s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)],
        [
            s.OutputSpec(s.OutputKind.BUFFER_MUTATION, T("add_tensor"), "buf"),
            s.OutputSpec(s.OutputKind.USER_OUTPUT, T("cos_default"), None),
            s.OutputSpec(s.OutputKind.USER_OUTPUT, T("exp_default"), None),
            s.OutputSpec(s.OutputKind.USER_OUTPUT, s.ConstantArgument("none", None), None),
        ],
    )
    new, out = replace_set_grad_with_hop_pass(gm, sig)
    fact("set_grad: signature", repr(out))
    gm = region_graph([aten.sin.default, False, aten.cos.default])
    sig = s.ExportGraphSignature(
        [s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)],
        [s.OutputSpec(s.OutputKind.USER_OUTPUT, T("cos_default"), None)],
    )
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
    sig = s.ExportGraphSignature(
        [s.InputSpec(s.InputKind.USER_INPUT, T("x"), None)],
        [s.OutputSpec(s.OutputKind.USER_OUTPUT, T(n.name), None) for n in [b, c, d, f, i, e]],
    )
    _common_getitem_elimination_pass(gm, sig, [])
    fact("getitem: merged", {"before": before, "after": tree(gm)})
    fact("getitem: signature", [o.arg.name for o in sig.output_specs])


def inline_errors(utils):
    def call_with(argument, result, take=None):
        body = fx.Graph()
        x = body.placeholder("x")
        n = body.call_function(operator.neg, (x,))
        body.output(result(n))
        root = torch.nn.Module()
        root.m = fx.GraphModule(torch.nn.Module(), body)
        g = fx.Graph()
        x = g.placeholder("x")
        c = g.call_module("m", (argument(x),))
        g.output((c,) if take is None else tuple(g.call_function(operator.getitem, (c, i)) for i in take))
        gm = fx.GraphModule(root, g)
        return next(n for n in gm.graph.nodes if n.op == "call_module")

    items = [(lambda n: (n, n), [0, 1]), (lambda n: [n, n], [0]), (lambda n: (n, None), [0]), (lambda n: (n, 3), [0])]
    fact(
        "node_inline_: items returned twice, constants",
        [error(lambda r=r, t=t: utils.node_inline_(call_with(lambda x: x, r, t))) for r, t in items],
    )
    return [
        error(lambda: utils.node_inline_(call_with(lambda x: 3, lambda n: n))),
        error(lambda: utils.node_inline_(call_with(lambda x: x, lambda n: 3))),
        error(lambda: utils.node_inline_(call_with(lambda x: x, lambda n: {"a": n}))),
    ]
