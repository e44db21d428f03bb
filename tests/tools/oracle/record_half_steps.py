"""Records operators in half precision whose kernels round each of their steps.

record_half_steps.py OUT.json, with each version: data/half_steps_2.6.json and half_steps_2.14.json, which are compared to
the last bit. The inputs are the same for all calls of a dtype; `head` calls are made of their first ten elements, of
which a processor of any width computes one after the other."""

import json
import sys

import torch

CALLS = """xlogy.Tensor(x, p)
special_xlog1py.default(x, p)
logit.default(u)
logit.default(u, 0.1)
pow.Tensor_Scalar(x, 3)
div.Tensor_mode(z, y, rounding_mode='trunc')
sigmoid_backward.default(x, u)
glu_backward.default(h, z, 0)
mse_loss.default(x, y, 0)
mse_loss.default(x, y)
mse_loss_backward.default(g, x, y, 0)
mse_loss_backward.default(s, x, y, 1)
huber_loss.default(x, y, 0, 1.0)
huber_loss.default(x, y, 0, 0.7)
smooth_l1_loss.default(x, y, 0, 0.7)
binary_cross_entropy.default(u, t, None, 0)
binary_cross_entropy.default(u, t, p, 0)
binary_cross_entropy_backward.default(g, u, t, None, 0)
binary_cross_entropy_backward.default(s, u, t, p, 1)
binary_cross_entropy_with_logits.default(x, t, None, None, 0)
binary_cross_entropy_with_logits.default(x, t, p, p, 0)
addr.default(m, x, y)
addr.default(m, x, y, beta=0.6, alpha=0.3)
prod.dim_int(m, 0)
_softmax_backward_data.default(m, q, 1, DTYPE)
_softmax_backward_data.default(m, q, 0, DTYPE)
linspace.default(-2.3, 3.0, 25, dtype=DTYPE)
linspace.Tensor_Scalar(s, 3.0, 25, dtype=DTYPE)
linspace.Tensor_Tensor(s, s, 5, dtype=DTYPE)
lerp.Scalar(x, y, 0.3)
addcmul.default(x, y, g, value=0.3)
addcdiv.default(x, y, p, value=0.3)
logaddexp2.default(x, y)
tanh_backward.default(g, u)
hardswish_backward.default(g, x)
softplus_backward.default(g, x, 1.0, 20.0)
soft_margin_loss.default(z, y, 0)""".split("\n")
# In blocks as wide as the processor's registers these are computed otherwise.
HEAD = """rsqrt.default(p)
pow.Tensor_Scalar(p, -0.5)
pow.Tensor_Scalar(p, -2)
huber_loss_backward.default(g, x, y, 0, 0.7)
huber_loss_backward.default(s, x, y, 1, 0.7)""".split("\n")
SHORT = {"f16": torch.float16, "bf16": torch.bfloat16}


def inputs(dtype, count):
    torch.manual_seed(5)
    wide = {name: torch.rand(24) * 6 - 3 for name in "xyg"}
    wide |= {"u": torch.rand(24) * 0.98 + 0.01, "t": torch.rand(24), "p": torch.rand(24) * 3 + 0.1}
    wide |= {"z": torch.rand(24) * 40 - 20, "h": torch.rand(12), "s": torch.tensor(0.7)}
    wide |= {"m": torch.rand(24, 24) * 2 - 1, "q": torch.rand(24, 24).softmax(-1)}
    cut = {"s": lambda v: v, "h": lambda v: v[: count // 2], "m": lambda v: v[:count, :count]}
    cut["q"] = cut["m"]
    return {name: cut.get(name, lambda v: v[:count])(v).to(dtype).contiguous() for name, v in wide.items()}


def numbers(t):
    return [v if abs(v) < float("inf") else repr(v) for v in t.double().flatten().tolist()]


def row(name, call, count):
    dtype = SHORT[name]
    call = call.replace("DTYPE", str(dtype))
    try:
        out = eval("torch.ops.aten." + call, {"torch": torch}, inputs(dtype, count))
    except RuntimeError as error:
        return {"dtype": name, "count": count, "call": call, "error": str(error).split("\n")[0]}
    return {"dtype": name, "count": count, "call": call, "out": numbers(out)}


if __name__ == "__main__":
    given = {
        f"{name} {count}": {k: {"shape": list(v.shape), "data": numbers(v)} for k, v in inputs(dtype, count).items()}
        for name, dtype in SHORT.items()
        for count in (10, 24)
    }
    rows = [row(d, c, n) for d in SHORT for n in (10, 24) for c in CALLS + (HEAD if n == 10 else [])]
    with open(sys.argv[1], "w") as f:
        f.write('{"inputs": {\n')
        f.write(",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in given.items()))
        f.write('\n},\n"rows": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}\n")
