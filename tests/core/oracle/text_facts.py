"""Facts of texts: reprs of strings and numbers, short names of dtypes, print_readable."""

import torch
from torch import fx

from fact import aten, fact


def texts():
    fact(
        "repr: strings",
        [
            repr(s)
            for s in [
                "a",
                "it's",
                'say "x"',
                'it\'s "x"',
                "a\nb\t\\",
                "\x00\x7f",
                "é",
                "\u200b",
                "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
                "",
            ]
        ],
    )
    fact(
        "repr: numbers",
        [
            repr(v)
            for v in [
                1e22,
                1e-7,
                123456789.123,
                1 / 3,
                100000.0,
                -2.5e-10,
                2.0**70,
                1e16,
                9999999999999998.0,
                0.0001,
                0.00001,
            ]
        ],
    )
    names = [
        "float64",
        "float32",
        "float16",
        "bfloat16",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bool",
        "complex32",
        "complex64",
        "complex128",
        "float8_e4m3fn",
        "float8_e5m2",
        "float8_e4m3fnuz",
        "float8_e5m2fnuz",
    ]
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
    fact(
        "readable: strides and devices", gm.print_readable(print_output=False, include_stride=True, include_device=True)
    )
    g = fx.Graph()
    x = g.placeholder("x")
    last = x
    trace = lambda n, c: f'  File "/m.py", line {n}, in forward\n    {c}\n'
    for t in [
        trace(3, "a = x.sin()"),
        trace(3, "a = x.sin()"),
        trace(4, "b = a.cos()"),
        None,
        None,
        trace(4, "b = a.cos()"),
        "no frame",
    ]:
        last = g.call_function(aten.sin.default, (last,))
        if t:
            last.meta["stack_trace"] = t
    g.output((last,))
    fact("readable: stack traces", fx.GraphModule(torch.nn.Module(), g).print_readable(print_output=False))
