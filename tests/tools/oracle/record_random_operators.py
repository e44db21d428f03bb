"""Records what operators draw, one after the other, from the seed that PyTorch begins with.

record_random_operators.py OUT.json, with PyTorch 2.6.0 and 2.14.1: data/random_operators.json; both draw the same. With
`half` behind it, data/random_half_2.6.json and data/random_half_2.14.json: these draw half precision otherwise.
A row has dtype, shape, call and out: the elements of the result. `u` in a call is the transpose of `t0`, `v` is `t0` without its last
column."""

import json
import sys

import torch

CALLS = """bernoulli.default(t0)
bernoulli.p(t0, 0.4)
bernoulli_.Tensor(t0, t0)
bernoulli_.float(t0, 0.4)
bernoulli_.float(u)
uniform_.default(t0, 2.0, 5.0)
uniform_.default(u, 2.0, 5.0)
uniform.default(t0)
normal_.default(t0, 2.0, 5.0)
normal_.default(u, 2.0, 5.0)
normal_.default(v, 2.0, 5.0)
uniform_.default(v)
normal_functional.default(t0)
exponential_.default(t0, 2.0)
exponential_.default(u)
exponential.default(t0)
cauchy_.default(t0, 2.0, 3.0)
log_normal_.default(t0, 2.0, 0.5)
geometric_.default(t0, 0.3)
randint_like.default(t0, 10)
randint_like.low_dtype(t0, -5, 10)
normal.float_float(2.0, 3.0, [4, 5])
normal.Tensor_Tensor(t0, t0)
normal.Tensor_float(t0, 2.0)
normal.float_Tensor(2.0, t0)
multinomial.default(t0, 1)
multinomial.default(t0, 2)
multinomial.default(t0, 5, True)
native_dropout.default(t0, 0.5, True)
rand_like.default(t0)
randn_like.default(t0)
randint.low(-3, 100, [6])
randperm.default(7)""".split("\n")
LONG = {"f32": torch.float32, "f64": torch.float64}
HALF = {"f16": torch.float16, "bf16": torch.bfloat16}
# Of the dtype that `t0` has.
OF_HALF = """rand.default([20], dtype=DTYPE)
randn.default([37], dtype=DTYPE)
randn.default([32], dtype=DTYPE)
randint.low(-3, 100, [6], dtype=DTYPE)
randint.low(0, 5000, [6], dtype=DTYPE)
randperm.default(200, dtype=DTYPE)
randint.default(2, [9], dtype=torch.bool)
uniform_.default(t0, 0.1, 0.7)
uniform_.default(t0, 1.0, 1.01)
normal_.default(t0, 0.1, 0.3)
dropout.default(t0, 0.3, True)""".split("\n")


def drawn(dtype, shape, call):
    element = LONG.get(dtype) or HALF[dtype]
    call = call.replace("DTYPE", str(element))
    # In float32 first: the versions step differently in half precision.
    wide = torch.float32 if dtype in HALF else element
    t0 = torch.linspace(0.1, 0.9, torch.Size(shape).numel(), dtype=wide).reshape(shape).to(element)
    given = t0.flatten().tolist()
    out = eval("torch.ops.aten." + call, {"torch": torch, "t0": t0, "u": t0.t(), "v": t0[:, :-1]})
    out = out[0] if isinstance(out, tuple) else out
    return {"dtype": dtype, "shape": shape, "data": given, "call": call, "out": out.flatten().tolist()}


if __name__ == "__main__":
    torch.manual_seed(67280421310721)
    if sys.argv[2:] == ["half"]:
        rows = [drawn(d, s, c) for d in HALF for s in ([2, 3], [4, 6], [5, 9]) for c in CALLS + OF_HALF]
    else:
        rows = [drawn(d, s, c) for d in LONG for s in ([2, 3], [4, 6]) for c in CALLS]
    with open(sys.argv[1], "w") as f:
        f.write("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")
