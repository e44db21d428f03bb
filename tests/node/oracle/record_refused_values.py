"""Records what PyTorch does with numbers that a dtype does not hold, and with calls that are refused late.

    PYTHON record_refused_values.py > ../../data/refused_values.json

Each body is run on the inputs below: its result, or the first line of its error.
"""

import json
import sys

import torch
from torch._higher_order_ops.map import map_impl

INPUTS = {
    "x": torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
    "d": torch.tensor([1.0, 2.0], dtype=torch.float64),
    "l": torch.tensor([1, 2]),
    "i": torch.tensor([1, 2], dtype=torch.int32),
    "u": torch.tensor([1, 2], dtype=torch.uint8),
    "b": torch.tensor([True, False]),
    "r": torch.tensor([0]),
    "v": torch.tensor([1.0, 2.0]),
}
NUMBERS = ["1e40", "3.4028234e38", "300", "-1", "-300", "-2.5", "127.9", "1099511627776", "1e19", "True"]
WRITTEN = [
    "fill.Scalar({t}, {n})",
    "masked_fill.Scalar({t}, b, {n})",
    "full.default([1], {n}, dtype={dtype})",
    "full_like.default({t}, {n})",
    "new_full.default({t}, [1], {n})",
    "constant_pad_nd.default({t}, [1, 0], {n})",
    "scatter.value({t}, 0, r, {n})",
    "clamp_max.default({t}, {n})",
    "pow.Tensor_Scalar({t}, {n})",
]
OTHERS = [
    "arange.default(3, dtype=torch.bool)",
    "arange.start_step(0, 1, 0.1, dtype=torch.int64)",
    "arange.start_step(0, 3, 0.5, dtype=torch.uint8)",
    "arange.start_step(0.9, 5.1, 1.9, dtype=torch.int64)",
    "arange.start_step(0.9, 5.1, 1.9, dtype=torch.int32)",
    "arange.start_step(0.9, 5.9, 2, dtype=torch.int64)",
    "arange.start_step(5.9, 0.1, -1.9, dtype=torch.int64)",
    "arange.start_step(5.9, 0.1, -1.9, dtype=torch.int32)",
    "arange.default(2.9, dtype=torch.int64)",
    "arange.default(2.9, dtype=torch.int16)",
    "arange.start(-0.9, 1.1, dtype=torch.int64)",
    "arange.start(-0.9, 1.1, dtype=torch.int32)",
    "arange.start_step(0, -5.5, -1, dtype=torch.int8)",
    "div.Tensor_mode(v, 2)",
    "div.Tensor_mode(v, 2, rounding_mode=None)",
    "_softmax.default(v, 0, True)",
    "_log_softmax.default(v, 0, True)",
    "tril_indices.default(-1, 2)",
    "triu_indices.default(2, -1)",
    "bernoulli.p(v, 2.0)",
    "bernoulli.p(v, 1.5)",
    "bernoulli.p(v, -1.0)",
    "scalar_tensor.default(1e40)",
    "native_layer_norm.default(x, [3], None)",
    "convolution.default(x, x)",
]
DTYPES = {"v": "torch.float32", "d": "torch.float64", "l": "torch.int64", "i": "torch.int32", "u": "torch.uint8"}


def answer(run):
    try:
        out = run()
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error).split("\n")[0]}
    out = out[0] if isinstance(out, (tuple, list)) else out
    values = out.double() if out.dtype != torch.bool else out
    text = json.loads(json.dumps(values.reshape(-1).tolist()).replace("Infinity", '"inf"').replace('-"inf"', '"-inf"'))
    return {"dtype": str(out.dtype), "sizes": list(out.shape), "values": text}


def bodies():
    for t, dtype in DTYPES.items():
        for n in NUMBERS:
            for form in WRITTEN:
                yield form.format(t=t, n=n, dtype=dtype)
    yield from OTHERS


def graph(code):
    return torch.fx.symbolic_trace(eval(code))


ADD, ONE = "lambda p, q: (p + q,)", "lambda p: (p + 1,)"
# operator, the function of its graph, arguments; in Seesaw's test they are the same.
REGIONS = [
    ("map_impl", ADD, ["[x, v]", "[]"]),
    ("map_impl", ADD, ["[x, x]", "[]"]),
    ("map_impl", ADD, ["[x, torch.ops.aten.unsqueeze.default(x, 0)]", "[]"]),
    ("map_impl", ONE, ["[torch.ops.aten.select.int(v, 0, 0)]", "[]"]),
    ("map_impl", ONE, ["[torch.ops.aten.slice.Tensor(x, 0, 0, 0)]", "[]"]),
    ("map_impl", ONE, ["[x]", "[x]"]),
    ("map_impl", ADD, ["[x]", "[]"]),
    ("map_impl", "lambda p, q, r: (p + q + r,)", ["[x]", "[]"]),
    ("map_impl", "lambda p, q, r, s: (p + q + r + s,)", ["[x]", "[]"]),
]


def main():
    calls = []
    for body in bodies():
        result = answer(
            lambda: eval("torch.ops.aten." + body, {"torch": torch}, {k: v.clone() for k, v in INPUTS.items()})
        )
        calls.append({"call": body, **result})
    regions = []
    for operator, function, args in REGIONS:
        scope = {"torch": torch, **INPUTS}
        result = answer(lambda: map_impl(graph(function), *[eval(a, scope) for a in args]))
        regions.append({"operator": operator, "function": function, "args": args, **result})
    json.dump({"torch": torch.__version__, "calls": calls, "regions": regions}, sys.stdout, indent=0)


main()
