"""Records how PyTorch prints tensors.   python3 record_printed.py printed.json   (PyTorch 2.6.0)

A case is a tensor (its values, or an arithmetic progression for big ones), a default dtype, print options, and the
text."""

import json
import random
import sys

import torch

random.seed(5)
cases = []


def number(v):
    return v if v == v and abs(v) != float("inf") else repr(v)


def add(t, how=None, default="float32", leaf=False, fn=None, **options):
    torch.set_default_dtype(getattr(torch, default))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    case = {"dtype": str(t.dtype)[6:], "shape": list(t.shape)}
    case.update(how or {"data": [number(v) for v in t.reshape(-1).tolist()]})
    if default != "float32":
        case["default"] = default
    if options:
        case["options"] = options
    if leaf:
        t = t.clone().requires_grad_()
        case["autograd"] = "requires_grad=True"
    if fn is not None:
        t = t.clone().requires_grad_()
        t = fn(t)
        case["autograd"] = "grad_fn=<%s>" % t.grad_fn.name()
        case["data"] = [number(v) for v in t.detach().reshape(-1).tolist()]
        case["shape"] = list(t.shape)
    case["text"] = repr(t)
    cases.append(case)
    torch.set_default_dtype(torch.float32)


def progression(count, start, step, dtype, shape):
    t = (
        torch.tensor([start + step * i for i in range(count)], dtype=torch.float64)
        .to(getattr(torch, dtype))
        .reshape(shape)
    )
    return t, {"start": start, "step": step}


def main():
    nan, inf = float("nan"), float("inf")
    lists = [
        [],
        [0],
        [1, 2, 3],
        [0.5],
        [1.5, -2.25, 1000],
        [1e-5, 1],
        [1e9],
        [123456789.0, 1],
        [1e8],
        [1e8 + 1],
        [0.1, 100.2],
        [0.1, 100.1],
        [nan],
        [inf],
        [-inf, 1],
        [nan, 0.5, inf],
        [nan, 2, 3],
        [0.0, -0.0],
        [1000, 1],
        [1001, 1],
        [0.0001],
        [0.00009],
        [99999.99995],
        [1.00005],
        [-1.5, nan],
        [1e300, 1e-300],
        [5e-324],
        [12345.678],
        [-1e-3, 1],
        [3.14159265358979] * 12,
        [1e10, nan, inf],
        [0.99995, 9.99995],
        [2.5, 3.5],
    ]
    for values in lists:
        for dtype in (torch.float32, torch.float64):
            add(torch.tensor(values, dtype=dtype))
        if len(values) == 1:
            add(torch.tensor(values[0], dtype=torch.float64))
            add(torch.tensor(values[0], dtype=torch.float32), default="float64")
        add(torch.tensor(values, dtype=torch.float64), default="float64")
    for shape in [(0,), (0, 3), (2, 0), (1, 0, 2)]:
        for dtype in (torch.float32, torch.float64, torch.int64, torch.bool):
            add(torch.zeros(shape, dtype=dtype))
            add(torch.zeros(shape, dtype=dtype), default="float64")
    add(torch.zeros(0, 3), leaf=True)
    for values in [[1, 2, 3], [-1, 100], [0], [2**53, -7], [10**15]]:
        add(torch.tensor(values, dtype=torch.int64))
        add(torch.tensor(values[0], dtype=torch.int64))
    for values in [[True], [True, False, True], [False] * 30]:
        add(torch.tensor(values))
        add(torch.tensor(values[0]))
    for _ in range(160):
        shape = [random.choice([1, 2, 3, 4, 7, 13]) for _ in range(random.choice([1, 1, 2, 2, 3, 4]))]
        dtype = random.choice([torch.float64, torch.float64, torch.float32, torch.int64, torch.bool])
        scale = 10 ** random.choice([-6, -3, -1, 0, 0, 0, 1, 3, 5, 9])
        count = 1
        for s in shape:
            count *= s
        values = [round(random.gauss(0, 1) * scale, random.choice([0, 2, 6])) for _ in range(count)]
        if random.random() < 0.15:
            values[random.randrange(count)] = random.choice([nan, inf, -inf]) if dtype.is_floating_point else 0
        t = torch.tensor(values, dtype=torch.float64).to(dtype).reshape(shape)
        kind = random.random()
        if dtype.is_floating_point and kind < 0.3:
            add(t, leaf=True, default=random.choice(["float32", "float64"]))
        elif dtype.is_floating_point and kind < 0.6:
            add(
                t,
                fn=random.choice(
                    [
                        torch.sin,
                        torch.tanh,
                        lambda v: v * 2,
                        lambda v: v.sum(),
                        lambda v: v.reshape(-1),
                        lambda v: v.unsqueeze(0),
                        lambda v: v.cumsum(0),
                    ]
                ),
                default=random.choice(["float32", "float64"]),
            )
        else:
            add(t, default=random.choice(["float32", "float64"]))
    for count, start, step, dtype, shape in [
        (1000, 0, 1, "int64", (1000,)),
        (1001, 0, 1, "int64", (1001,)),
        (1001, 0, 0.5, "float64", (1001,)),
        (1200, -3, 0.25, "float32", (30, 40)),
        (1200, 0, 1, "int64", (2, 600)),
        (1200, 0, 1, "int64", (600, 2)),
        (2400, 0.001, 0.01, "float64", (10, 12, 20)),
        (4096, 0, 1, "float64", (8, 8, 8, 8)),
        (1024, 1, 0, "bool", (32, 32)),
        (2048, 0, 1e6, "float64", (2048,)),
        (1400, 0, 0.125, "float32", (2, 7, 100)),
        (1024, 0, 1, "int64", (2,) * 10),
        (1050, 0, 1, "int64", (7, 6, 25)),
        (1050, 0, 1, "int64", (150, 7)),
    ]:
        t, how = progression(count, start, step, dtype, shape)
        add(t, how)
        add(t, how, default="float64")
        if t.is_floating_point():
            add(t, how, leaf=True)
    base = torch.tensor([[0.123456789, 123.456], [7.0, 1e-7]], dtype=torch.float64)
    for options in [
        {"precision": 2},
        {"precision": 8},
        {"sci_mode": True},
        {"sci_mode": False},
        {"linewidth": 20},
        {"linewidth": 40, "precision": 10},
    ]:
        add(base, **options)
        add(base.reshape(-1), leaf=True, **options)
        add(torch.arange(12.0), **options)
    for options in [{"threshold": 5}, {"threshold": 5, "edgeitems": 1}, {"threshold": 11, "edgeitems": 2}]:
        for shape in [(12,), (4, 3), (2, 6), (12, 1)]:
            t, how = progression(12, 0, 1.5, "float64", shape)
            add(t, how, **options)
    with open(sys.argv[1], "w") as out:
        out.write('{"pytorch":%s,\n"cases":[\n' % json.dumps(torch.__version__.split("+")[0]))
        out.write(",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]}\n")
    print(len(cases))


main()
