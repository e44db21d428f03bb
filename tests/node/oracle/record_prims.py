"""What PyTorch makes of calls of its prims: result, shape without elements, or the refusal.

    python3 -B tests/node/oracle/record_prims.py OUT.json

Rows: code, inputs of the call (dtype, shape, stride, data), `real` and `fake` (a list of tensors, a number, or an
error), `grad` (what backward says of a call whose first input requires grad)."""

import json
import sys
import warnings

import torch
import torch._inductor.inductor_prims  # noqa: F401
import torch._prims  # noqa: F401
from torch._subclasses.fake_tensor import FakeTensorMode

warnings.simplefilter("ignore")
UNARY = """abs acos acosh asin asinh atan atanh bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bitwise_not cbrt ceil
conj_physical cos cosh digamma erf erf_inv erfc erfcx exp exp2 expm1 floor isfinite lgamma log log10 log1p log2 ndtri neg real reciprocal
round rsqrt sign signbit sin sinh spherical_bessel_j0 sqrt tan tanh trunc clone view_of""".split()
BINARY = """add atan2 bitwise_and bitwise_or bitwise_xor div eq fmax fmin fmod gcd ge gt hypot igamma igammac le lt maximum minimum mul ne
nextafter pow remainder shift_left shift_right_arithmetic sub zeta""".split()
REDUCE = "amax amin prod sum xor_sum".split()
TENSORS = {
    "x": "torch.tensor([[0.25, -0.5, 0.75], [-1.5, 2.0, 0.125]])",
    "y": "torch.tensor([[0.5, 1.25, -2.0], [1.5, 0.0625, 3.0]])",
    "d": "torch.tensor([[0.3, 0.7, 0.9], [0.1, 0.2, 0.6]], dtype=torch.float64)",
    "i": "torch.tensor([[3, -2, 5], [7, 0, 1]])",
    "j": "torch.tensor([[1, 2, 3], [2, 1, 4]])",
    "b": "torch.tensor([[True, False, True], [False, False, True]])",
    "c": "torch.tensor([[True, True, False], [False, True, True]])",
    "t": "torch.tensor([[0.25, -0.5], [0.75, 1.5], [-2.0, 0.125]]).t()",
    "h": "torch.tensor([[0.25, -0.5, 0.75], [1.5, 2.0, 0.125]], dtype=torch.float16)",
    "n": "torch.tensor([[3, -2, 5], [7, 0, 1]], dtype=torch.int32)",
    "u": "torch.tensor([3, 200, 7], dtype=torch.uint8)",
    "v": "torch.tensor([1.5, -2.5, 4.0])",
    "s": "torch.tensor(2.5)",
    "z": "torch.tensor([[[1.5], [2.5], [-0.5]]])",
    "m": "torch.tensor([[[[1., 5., 2., 0.], [3., 4., 8., 7.], [0.5, 9., 6., 2.], [1., 2., 3., 4.]]]])",
    "o": "torch.tensor([[[[1, 2], [3, 0]]]], dtype=torch.int8)",
    "w": "torch.tensor([[2., 1.], [0.5, 3.]])",
    "e": "torch.tensor([1, 2, 3, 4])",
}
CPU = "torch.device('cpu')"
CALLS = []
for name in UNARY:
    for a in "x d i b t h n u s".split():
        CALLS.append(f"{name}.default({a})")
for name in BINARY:
    for pair in "x,y d,d i,j b,c h,h n,n x,v x,i x,s s,s x,t t,t x,2 2.5,x".split():
        CALLS.append(f"{name}.default({pair.replace(',', ', ')})")
for name in REDUCE:
    for a in "x i b h t".split():
        for dims in ["[0]", "[1]", "[0, 1]", "[]", "None", "[-1]", "[2]", "[0, 0]"]:
            CALLS.append(f"{name}.default({a}, {dims})")
    CALLS.append(f"{name}.default(x, [0], output_dtype=torch.float64)")
    CALLS.append(f"{name}.default(i, [0], output_dtype=torch.float32)")
    CALLS.append(f"{name}.default(s, [])")
for dims in ["[0]", "[1]", "[0, 1]", "[]", "None", "[2]"]:
    for rest in ["", ", 0.0", ", 1.0", ", correction=2", ", output_dtype=torch.float64"]:
        CALLS.append(f"var.default(x, {dims}{rest})")
CALLS += ["var.default(i, [0])", "var.default(h, [0])", "var.default(t, [1], 1)"]
CALLS += [
    f"convert_element_type.default({a}, torch.{d})"
    for a in "x t i b h s".split()
    for d in "float64 float32 float16 bfloat16 int64 int32 uint8 bool".split()
]
CALLS += [f"convert_element_type.default({a}, torch.complex64)" for a in "xs"]
CALLS += [
    "convert_element_type.default(2, torch.float32)",
    "convert_element_type.default(x, 6)",
    "convert_element_type.default(x)",
    "broadcast_in_dim.default(v, [2, 3], [1])",
    "broadcast_in_dim.default(v, [3, 2], [0])",
    "broadcast_in_dim.default(z, [1, 3, 4], [0, 1, 2])",
    "broadcast_in_dim.default(s, [2, 2], [])",
    "broadcast_in_dim.default(v, [2, 4], [1])",
    "broadcast_in_dim.default(v, [2, 3], [2])",
    "broadcast_in_dim.default(x, [2, 3], [1, 0])",
    "broadcast_in_dim.default(x, [3], [0, 1])",
    "broadcast_in_dim.default(x, [2, 3], [1])",
    "broadcast_in_dim.default(t, [4, 2, 3], [1, 2])",
    "broadcast_in_dim.default(x, [2, 3], [1, 1])",
    f"iota.default(5, start=0, step=1, dtype=torch.int64, device={CPU}, requires_grad=False)",
    f"iota.default(4, start=3, step=-2, dtype=torch.int64, device={CPU}, requires_grad=False)",
    f"iota.default(0, start=0, step=1, dtype=torch.int32, device={CPU}, requires_grad=False)",
    f"iota.default(4, start=1, step=2, dtype=torch.int32, device={CPU}, requires_grad=False)",
    f"iota.default(4, start=1, step=2, dtype=torch.float32, device={CPU}, requires_grad=False)",
    f"iota.default(4, start=1, step=0, dtype=torch.int64, device={CPU}, requires_grad=False)",
    f"iota.default(-1, start=1, step=1, dtype=torch.int64, device={CPU}, requires_grad=False)",
    "iota.default(4)",
    "fma.default(x, y, y)",
    "fma.default(x, v, s)",
    "fma.default(i, j, j)",
    "fma.default(x, i, 2)",
    "fma.default(t, t, x)",
    "fma.default(h, h, h)",
    f"device_put.default(x, {CPU})",
    f"device_put.default(t, {CPU}, True)",
    "squeeze.default(z, [0])",
    "squeeze.default(z, [2])",
    "squeeze.default(z, [0, 2])",
    "squeeze.default(z, [1])",
    "squeeze.default(z, [])",
    "squeeze.default(z, [-1])",
    "squeeze.default(z, [3])",
    "squeeze.default(z, [0, 0])",
    "rev.default(x, [0])",
    "rev.default(x, [0, 1])",
    "rev.default(t, [1])",
    "rev.default(x, [])",
    "rev.default(x, [2])",
    "rev.default(x, [-1])",
    "rev.default(x, [0, 0])",
    "transpose.default(x, [1, 0])",
    "transpose.default(x, [0, 1])",
    "transpose.default(m, [3, 1, 0, 2])",
    "transpose.default(x, [0])",
    "transpose.default(x, [0, 0])",
    "transpose.default(x, [0, 2])",
    "transpose.default(x, [-1, 0])",
    "reshape.default(x, [3, 2])",
    "reshape.default(x, [6])",
    "reshape.default(t, [6])",
    "reshape.default(t, [3, 2])",
    "reshape.default(x, [4])",
    "reshape.default(x, [-1])",
    "reshape.default(x, [2, 3])",
    "split_dim.default(e, 0, 2)",
    "split_dim.default(e, 0, 4)",
    "split_dim.default(x, 1, 3)",
    "split_dim.default(t, 1, 1)",
    "split_dim.default(e, 0, 3)",
    "split_dim.default(e, 1, 2)",
    "split_dim.default(e, -1, 2)",
    "split_dim.default(e, 0, -1)",
    "collapse_view.default(x, 0, 1)",
    "collapse_view.default(x, 0, 0)",
    "collapse_view.default(t, 0, 1)",
    "collapse_view.default(m, 1, 3)",
    "collapse_view.default(x, 1, 0)",
    "collapse_view.default(x, 0, 2)",
    "collapse.default(x, 0, 1)",
    "collapse.default(t, 0, 1)",
    "collapse.default(m, 1, 3)",
    "collapse.default(m, 2, 2)",
    "collapse.default(x, 0, 2)",
    "cat.default([x, y], 0)",
    "cat.default([x, y], 1)",
    "cat.default([x], 0)",
    "cat.default([x, v], 0)",
    "cat.default([], 0)",
    "cat.default([x, i], 0)",
    "cat.default([x, w], 0)",
    "cat.default([x, w], 1)",
    "cat.default([t, t], 0)",
    "cat.default([x, y], -1)",
    "cat.default([x, y], 2)",
    "where.default(b, x, y)",
    "where.default(b, i, j)",
    "where.default(b, x, i)",
    "where.default(b, x, v)",
    "where.default(x, x, y)",
    "where.default(b, x, s)",
    "where.default(b, t, t)",
    "as_strided.default(x, [3, 2], [1, 3], 0)",
    "as_strided.default(x, [2], [2], 1)",
    "as_strided_scatter.default(x, v, [3], [2], 0)",
    "view_of_dtype.default(x, torch.int32)",
    "view_of_dtype.default(x, torch.float32)",
    "view_of_dtype.default(d, torch.int64)",
    "fill.default(x, 2)",
    "fill.default(t, 1.5)",
    "fill.default(i, 3)",
    "fill.default(b, True)",
    f"full.default([2, 3], 1.5, dtype=torch.float32, device={CPU}, requires_grad=False)",
    f"full.default([], 3, dtype=torch.int64, device={CPU}, requires_grad=False)",
    f"full.default([2], 1, dtype=torch.bool, device={CPU}, requires_grad=False)",
    f"full.default([2], 2.5, dtype=torch.int64, device={CPU}, requires_grad=False)",
    f"full_like.default(t, 2, dtype=torch.float64, device={CPU}, requires_grad=False)",
    f"empty.default([2, 3], dtype=torch.float32, device={CPU}, requires_grad=False)",
    f"empty_strided.default([2, 3], [1, 2], dtype=torch.float32, device={CPU}, requires_grad=False)",
    f"empty_permuted.default([2, 3, 4], [1, 2, 0], dtype=torch.float32, device={CPU}, requires_grad=False)",
    f"empty_permuted.default([2, 3], [0, 0], dtype=torch.float32, device={CPU}, requires_grad=False)",
    "scalar_tensor.default(2)",
    "scalar_tensor.default(2.5)",
    "scalar_tensor.default(True)",
    "scalar_tensor.default(2, dtype=torch.float32)",
    f"scalar_tensor.default(2, dtype=torch.int32, device={CPU})",
    "item.default(s)",
    "item.default(x)",
    "maximum_value.default(torch.float32)",
    "maximum_value.default(torch.int32)",
    "maximum_value.default(torch.bool)",
    "minimum_value.default(torch.float32)",
    "minimum_value.default(torch.int64)",
    "minimum_value.default(torch.bool)",
    "copy_to.default(x, y)",
    "copy_to.default(x, v)",
    "copy_to.default(x, i)",
    "copy_strided.default(x, [1, 2])",
    "copy_strided.default(x, [3, 1])",
    "resize.default(x, [2, 2])",
    "frexp.default(x)",
    "frexp.default(i)",
    "imag.default(x)",
    "conj.default(x)",
    "real.default(x)",
    "svd.default(w, full_matrices=False)",
    "fft_r2c.default(x, dim=[1], onesided=True)",
    f"inductor_seed.default({CPU})",
    f"inductor_seeds.default(3, {CPU})",
    "inductor_lookup_seed.default(e, 1)",
    "inductor_lookup_seed.default(e, 4)",
    "inductor_random.default([2, 3], s, 'rand')",
    "inductor_random.default([2, 3], s, 'randn')",
    "inductor_random.default([], s, 'rand')",
    "inductor_random.default([2], s, 'randperm')",
    "inductor_randint.default(0, 10, [2, 3], s)",
    "inductor_randint.default(3, 3, [2], s)",
    "inductor_force_stride_order.default(x, [1, 2])",
    "inductor_force_stride_order.default(x, [3, 1])",
    "inductor_force_stride_order.default(t, [3, 1])",
    "_unsafe_index_put_.default(v, [j], s)",
    "_unsafe_index_put_.default(x, [None, e], s)",
    "_low_memory_max_pool2d_with_offsets.default(m, [2, 2], [2, 2], [0, 0], [1, 1], False)",
    "_low_memory_max_pool2d_with_offsets.default(m, [3, 3], [2, 2], [1, 1], [1, 1], True)",
    "_low_memory_max_pool2d_with_offsets.default(m, [3, 3], [1, 1], [1, 1], [1, 1], False)",
    "_low_memory_max_pool2d_offsets_to_indices.default(o, 2, 4, [2, 2], [0, 0])",
    "_low_memory_max_pool_with_offsets.default(m, [2, 2], [2, 2], [0, 0], [1, 1], False)",
    "_low_memory_max_pool_with_offsets.default(m, [3, 3], [2, 2], [1, 1], [1, 1], True)",
    "_low_memory_max_pool_offsets_to_indices.default(o, [2, 2], [4, 4], [2, 2], [0, 0], [1, 1])",
    "prepare_softmax_online.default(x, 1)",
    "prepare_softmax_online.default(t, 0)",
    f"uniform.default([2, 3], low=0.0, high=2.0, dtype=torch.float32, device={CPU})",
    f"normal.default([2, 3], mean=0.0, std=1.0, dtype=torch.float32, device={CPU}, requires_grad=False)",
    "_make_token.default()",
    "_sink_tokens.default([s])",
]


def tensor(t):
    strided = t.layout == torch.strided
    out = {
        "dtype": str(t.dtype)[6:],
        "shape": [int(n) for n in t.shape],
        "stride": [int(n) for n in t.stride()] if strided else None,
    }
    return out


def with_data(t):
    out = tensor(t)
    flat = t.detach().reshape(-1)
    out["data"] = [str(v) for v in flat.tolist()] if t.is_complex() else [repr(v) for v in flat.tolist()]
    return out


def outcome(run, shown):
    try:
        got = run()
    except Exception as error:  # every refusal is data
        return {
            "error": type(error).__name__,
            "message": str(error).split("\n\nSet TORCH")[0].split("\n\nWhile executing")[0],
        }
    if isinstance(got, torch.Tensor):
        return {"tensors": [shown(got)]}
    if isinstance(got, (tuple, list)):
        return {"tensors": [shown(t) for t in got], "several": True}
    return {"value": repr(got)}


def call(code, values):
    return eval("torch.ops.prims." + code, {"torch": torch, **values})


def row(code):
    names = [n for n in TENSORS if n in set(eval_names(code))]
    real = {n: eval(TENSORS[n], {"torch": torch}) for n in names}
    out = {"code": code, "inputs": {n: with_data(t) for n, t in real.items()}}
    out["real"] = outcome(lambda: call(code, real), with_data)
    with FakeTensorMode() as mode:
        fake = {n: mode.from_tensor(eval(TENSORS[n], {"torch": torch})) for n in names}
        out["fake"] = outcome(lambda: call(code, fake), tensor)
    grads = {n: eval(TENSORS[n], {"torch": torch}) for n in names}
    for t in grads.values():
        if t.is_floating_point():
            t.requires_grad_()

    def backward():
        got = call(code, grads)
        got = got[0] if isinstance(got, (tuple, list)) else got
        if not isinstance(got, torch.Tensor) or not got.requires_grad:
            return "none"
        name = got.grad_fn.name()
        try:
            got.sum().backward()
        except Exception as error:
            return [name, str(error)]
        return [name, "ran"]

    try:
        out["grad"] = backward()
    except Exception:
        out["grad"] = "refused"
    return out


def eval_names(code):
    import ast

    return [node.id for node in ast.walk(ast.parse("f." + code)) if isinstance(node, ast.Name)]


def known(code):
    return hasattr(torch.ops.prims, code.split(".")[0])


rows = [row(code) for code in CALLS if known(code)]
with open(sys.argv[1], "w") as file:
    file.write('{"pytorch": "%s", "rows": [\n' % torch.__version__.split("+")[0])
    file.write(",\n".join(json.dumps(r) for r in rows))
    file.write("\n]}\n")
