import sys

sys.path.insert(0, ".")
from record_graphs import *

rows = []


def add(title, build, ambient=True, sig=False, kind="grad", pass_=None):
    root = torch.nn.Module()
    g = fx.Graph()

    def T(n, v=F):
        n.meta["val"] = v
        return n

    try:
        build(g, root, T)
    except Exception as e:
        print("left out", title, e)
        return
    gm = fx.GraphModule(root, g)
    m = Maker.__new__(Maker)
    m.g = g
    s = m.signature() if sig else None
    row = {
        "title": title,
        "ambient_grad": ambient,
        "before": {"str": str(gm.graph), "graph": rec.graph_of(gm)},
        "signature_before": rec.signature(s),
    }
    try:
        with torch.set_grad_enabled(ambient):
            out, os = (replace_autocast_with_hop_pass if kind == "autocast" else replace_set_grad_with_hop_pass)(gm, s)
    except Exception as e:
        row["error"] = rec.error_of(e)
        rows.append(row)
        return
    row["same_object"] = out is gm
    row["signature_is_same_object"] = os is s
    row["after"] = rec.texts(out)
    row["signature_after"] = rec.signature(os)
    row["meta"] = [
        [
            n.name,
            sorted(n.meta),
            rec.val(n.meta["val"]) if n.meta.get("val") is not None else None,
            list(n.meta.get("torch_fn", ())),
        ]
        for n in out.graph.nodes
    ]
    rows.append(row)


def b(*steps, out=None, placeholders=("x",)):
    def build(g, root, T):
        v = {}
        for p in placeholders:
            v[p] = T(g.placeholder(p))
        for s in steps:
            if s in (True, False):
                T(g.call_function(SET, (s,)), None)
            elif isinstance(s, str):
                name, f, *a = s.split()
                v[name] = T(
                    g.call_function(
                        {
                            "sin": aten.sin.default,
                            "cos": aten.cos.default,
                            "add": aten.add.Tensor,
                            "mul": aten.mul.Tensor,
                        }[f],
                        tuple(v[i] for i in a),
                    )
                )
            else:
                s(g, root, T, v)
        g.output(eval(out or "(last,)", {**v, "last": v[list(v)[-1]]}))

    return build


ent = lambda g, r, T, v: v.__setitem__("e", T(g.call_function(ENTER, ("cpu", torch.bfloat16, True, None)), None))
ext = lambda g, r, T, v: T(g.call_function(EXIT, (v.pop("e"),)), None)
add("only one toggle", b(False, "a sin x"))
add("toggle at the very end", b("a sin x", False))
add(
    "alternating, all used outside",
    b("a sin x", False, "c cos a", True, "d add a c", False, "e mul d c", True, out="(a,c,d,e)"),
    sig=True,
)
add("value used twice in outputs", b(False, "a sin x", True, out="(a,a,x)"), sig=True)
add("placeholder returned from region", b(False, True, out="(x,)"), sig=True)
add("nested output", b(False, "a sin x", True, "c cos a", out='(a,[c,{"k":a}])'))
add("slice output", b(False, "a sin x", True, out="(slice(a,None,2),)"))
add(
    "no output",
    lambda g, r, T: (
        T(g.placeholder("x")),
        T(g.call_function(SET, (False,)), None),
        T(g.call_function(aten.sin.default, (list(g.nodes)[0],))),
        None,
    )[-1],
)
add(
    "no placeholders",
    lambda g, r, T: (
        T(g.call_function(SET, (False,)), None),
        g.output((T(g.call_function(aten.full.default, ([2], 1))),)),
    ),
)
add("float argument", b(lambda g, r, T, v: T(g.call_function(SET, (1.0,)), None), "a sin x"))
add("None argument", b(lambda g, r, T, v: T(g.call_function(SET, (None,)), None), "a sin x"))
add("keyword argument", b(lambda g, r, T, v: T(g.call_function(SET, (), {"enabled": False}), None), "a sin x"))
add("no argument", b(lambda g, r, T, v: T(g.call_function(SET, ()), None), "a sin x"))
add(
    "toggle used by call",
    b(False, lambda g, r, T, v: v.__setitem__("z", T(g.call_function(aten.sin.default, (list(g.nodes)[1],))))),
)
add(
    "getattr chain",
    b(
        False,
        lambda g, r, T, v: (r.register_buffer("w", torch.zeros(2)), v.__setitem__("w", T(g.get_attr("w")))) and None,
        "a add x w",
        True,
        "c mul a w",
    ),
)
add(
    "get_attr before and in",
    b(
        lambda g, r, T, v: (
            (setattr(r, "w", torch.nn.Parameter(torch.zeros(2))), v.__setitem__("w", T(g.get_attr("w")))) and None
        ),
        False,
        "a add x w",
        True,
        "c mul a w",
        out="(w,c)",
    ),
    sig=True,
)
add(
    "get_attr unused",
    b(
        lambda g, r, T, v: (setattr(r, "w", torch.nn.Parameter(torch.zeros(2))), T(g.get_attr("w"))) and None,
        False,
        "a add x x",
        True,
    ),
)
add(
    "call_module region",
    b(
        False,
        lambda g, r, T, v: (
            (setattr(r, "lin", torch.nn.Linear(2, 2)), v.__setitem__("l", T(g.call_module("lin", (v["x"],))))) and None
        ),
        True,
        "c cos l",
    ),
)
add(
    "call_module inline",
    b(
        True,
        lambda g, r, T, v: (
            (setattr(r, "lin", torch.nn.Linear(2, 2)), v.__setitem__("l", T(g.call_module("lin", (v["x"],))))) and None
        ),
        False,
        "c cos l",
    ),
)
add(
    "call_module before",
    b(
        lambda g, r, T, v: (
            (setattr(r, "lin", torch.nn.Linear(2, 2)), v.__setitem__("l", T(g.call_module("lin", (v["x"],))))) and None
        ),
        False,
        "c cos l",
    ),
)
add(
    "method region",
    b(False, lambda g, r, T, v: v.__setitem__("m", T(g.call_method("view", (v["x"], -1)))), True, "c cos m"),
)
add(
    "many placeholders defaults",
    lambda g, r, T: (
        lambda x, y: (T(g.call_function(SET, (False,)), None), g.output((T(g.call_function(aten.add.Tensor, (x, y))),)))
    )(T(g.placeholder("x", torch.Tensor)), T(g.placeholder("y", int, 3))),
)
add(
    "autocast two nested regions",
    b(
        ent,
        "a sin x",
        lambda g, r, T, v: v.__setitem__("f", T(g.call_function(ENTER, ("cpu", torch.float16, True, None)), None)),
        "c cos a",
        lambda g, r, T, v: T(g.call_function(EXIT, (v.pop("f"),)), None),
        "d sin c",
        ext,
        out="(a,c,d)",
    ),
    kind="autocast",
)
add(
    "autocast crossing",
    b(
        ent,
        "a sin x",
        lambda g, r, T, v: v.__setitem__("f", T(g.call_function(ENTER, ("cpu", torch.float16, True, None)), None)),
        "c cos a",
        ext,
        "d sin c",
        lambda g, r, T, v: T(g.call_function(EXIT, (v.pop("f"),)), None),
        out="(a,c,d)",
    ),
    kind="autocast",
)
add(
    "autocast with toggles inside, autocast pass",
    b(ent, False, "a sin x", True, "c cos a", ext, "d sin c", out="(a,d)"),
    kind="autocast",
)
add("autocast twice the same", b(ent, "a sin x", ext, ent, "c cos a", ext, out="(a,c)"), kind="autocast", sig=True)
add(
    "autocast exit twice",
    b(ent, "a sin x", lambda g, r, T, v: T(g.call_function(EXIT, (v["e"],)), None), ext, out="(a,)"),
    kind="autocast",
)
add(
    "autocast enter two args",
    b(
        lambda g, r, T, v: v.__setitem__("e", T(g.call_function(ENTER, ("cpu", torch.bfloat16)), None)),
        "a sin x",
        ext,
        out="(a,)",
    ),
    kind="autocast",
)
add(
    "autocast kwargs",
    b(
        lambda g, r, T, v: v.__setitem__(
            "e",
            T(
                g.call_function(ENTER, ("cpu",), {"dtype": torch.bfloat16, "enabled": True, "cache_enabled": False}),
                None,
            ),
        ),
        "a sin x",
        ext,
        out="(a,)",
    ),
    kind="autocast",
)
add(
    "region in autocast set_grad pass",
    b("k cos x", ent, "a sin k", False, "c cos a", True, "d mul a c", ext, "f sin d", out="(f,c)"),
)
add("autocast in region", b(False, ent, "a sin x", ext, "c cos a", True, "d mul a c"), sig=True)
for amb in (True, False):
    add(
        f"sig names {amb}",
        b(False, "a sin x", "c cos x", True, "d mul a c", False, "e2 sin d", out="(a,d,e2,None,3)"),
        sig=True,
        ambient=amb,
    )


def lst(g, r, T, v):
    v["s"] = T(g.call_function(aten.split.Tensor, (v["x"], 1)), [F, F])


def gi(n, i):
    return lambda g, r, T, v: v.__setitem__(f"g{i}", T(g.call_function(operator.getitem, (v[n], i))))


add("list crosses twice", b(lst, False, gi("s", 0), True, gi("s", 1), "a add g0 g1"))
add("list made in region", b(False, lst, "q sin x", True, gi("s", 0), gi("s", 1), "a add g0 g1", out="(a,q)"))
add("list made in region returned alone", b(False, lst, True, gi("s", 0), gi("s", 1), "a add g0 g1"))
add("getitem first out of region", b(False, lst, gi("s", 0), gi("s", 1), True, "a add g0 g1"))
add(
    "names collide",
    b(
        False,
        "a sin submod_1",
        "c cos getitem",
        True,
        "d add a c",
        placeholders=("submod_1", "getitem", "submod_0", "wrap_with_set_grad_enabled"),
    ),
    sig=True,
)
rec.write("out/unit/set_grad_special.json", rows)
