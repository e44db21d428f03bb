"""Records what PyTorch gives for the samples of all operators.

  SEESAW_WRITE_SAMPLES=samples.json seesaw_tests -tc="write samples" --no-skip
  python3 record_ops.py samples.json recorded.json            (PyTorch 2.6.0)

For each sample: results, the name of grad_fn and of its saved tensors, gradients for the seeds that stand beside them,
gradients of those gradients, the result of the in-place form; then error texts, result dtypes of mixed arguments.
"""

import json
import re
import sys
import warnings

import torch

warnings.simplefilter("ignore")
aten = torch.ops.aten


def number(v):
    return v if v == v and abs(v) != float("inf") else repr(v)


def row_major(shape):
    out, step = [], 1
    for size in reversed(shape):
        out.insert(0, step)
        step *= max(size, 1)
    return out


def encode(t, strides=False):
    t = t.detach()
    if t._is_zerotensor():
        t = torch.zeros(t.shape, dtype=t.dtype)
    out = {"dtype": str(t.dtype)[6:], "shape": list(t.shape)}
    if strides and list(t.stride()) != row_major(t.shape):
        out["strides"] = list(t.stride())
    return out | {"data": [number(v) for v in t.to(torch.float64).reshape(-1).tolist()]}


def tensor(d):
    out = (
        torch.tensor([float(v) for v in d["data"]], dtype=torch.float64)
        .to(getattr(torch, d["dtype"]))
        .reshape(d["shape"])
    )
    if "strides" in d:
        out = torch.empty_strided(d["shape"], d["strides"], dtype=out.dtype).copy_(out)
    return out


def decode(v):
    if v is None:
        return None
    ((kind, value),) = v.items()
    if kind == "t":
        return tensor(value)
    if kind == "ts":
        return [t if t is None else tensor(t) for t in value]
    if kind == "dtype":
        return getattr(torch, value)
    return float(value) if kind == "f" else value


def overload(path):
    packet, name = path.removeprefix("torch.ops.aten.").rsplit(".", 1)
    return getattr(getattr(aten, packet), name)


def arg_names(schema):
    inside = schema[schema.index("(") + 1 : schema.rindex(") ->")]
    parts = re.split(r",\s*(?![^\[]*\])", inside) if inside else []
    return [p.split("=")[0].split()[-1] for p in parts if p.strip() != "*"]


def bound(op, schema, args):
    """Positional and keyword arguments, as PyTorch's own schema wants them."""
    keyword = {a.name: a.has_default_value() for a in op._schema.arguments if a.kwarg_only}
    positional, named = [], {}
    for name, value in zip(arg_names(schema), args):
        if name in keyword or named:
            if value is not None or not keyword.get(name, True):
                named[name] = value
        else:
            positional.append(value)
    return positional, named


def flat(values):
    out = []
    for v in values:
        out += v if isinstance(v, list) and any(isinstance(t, torch.Tensor) for t in v) else [v]
    return [v for v in out if isinstance(v, torch.Tensor)]


def outputs(result):
    return list(result) if isinstance(result, (tuple, list)) else [result]


def weights(t, salt):
    return torch.tensor([0.5 + 0.25 * ((i * 7 + salt * 3) % 5) for i in range(t.numel())], dtype=t.dtype).reshape(
        t.shape
    )


FIRST_ONLY = {
    "NativeLayerNormBackward0",
    "NativeBatchNormBackward0",
    "NativeGroupNormBackward0",
    "NllLossBackward0",
    "NllLoss2DBackward0",
}


def prepared(case, excluded):
    args = [decode(a) for a in case["args"]]
    names = arg_names(case["schema"])
    for name, value in zip(names, args):
        if name in excluded:
            continue
        for t in flat([value]):
            if t.is_floating_point():
                t.requires_grad_()
    return args


def run(op, case, args):
    torch.manual_seed(0)
    positional, named = bound(op, case["schema"], args)
    try:
        results = outputs(op(*positional, **named))
        # What such a tensor holds is nobody's business; Seesaw has zeros there.
        return [t.zero_() for t in results] if case["schema"].startswith(("empty", "new_empty")) else results
    except RuntimeError as e:
        # Comparisons take numbers in an overload of their own.
        if "Expected a value of type 'Tensor'" not in str(e):
            raise
        packet = op._schema.name.removeprefix("aten::")
        return outputs(getattr(aten, packet).Scalar(*positional, **named))


def derivatives(op, case, excluded, record):
    args = prepared(case, excluded)
    results = run(op, case, args)
    record["out"] = [encode(t, strides=True) for t in results]
    inputs = [t for t in flat(args) if t.is_floating_point()]
    fn = results[0].grad_fn if results else None
    record["grad_fn"] = fn.name() if fn is not None else None
    if fn is None:
        return
    if not case["path"].startswith("torch.ops.aten.matmul"):
        record["saved"] = sorted(
            a[7:] for a in dir(fn) if a.startswith("_saved_") and isinstance(getattr(fn, a), torch.Tensor)
        )
    used = [
        t
        for i, t in enumerate(results)
        if t.is_floating_point() and t.requires_grad and (i == 0 or fn.name() not in FIRST_ONLY)
    ]
    wanted = [t for t in inputs if t.requires_grad]
    try:
        grads = torch.autograd.grad(used, wanted, [weights(t, 0) for t in used], create_graph=True, allow_unused=True)
    except RuntimeError as e:
        # Functional forms that only exist for tracing, such as copy: there the derivative is that of the in-place form.
        # And what has no derivative.
        if not re.search(r"derivative for aten::\w+ is not implemented|the derivative for '_pdist_backward'", str(e)):
            raise
        del record["grad_fn"]
        record.pop("saved", None)
        return
    by_id = {id(t): g for t, g in zip(wanted, grads)}
    record["grads"] = [None if by_id.get(id(t)) is None else encode(by_id[id(t)]) for t in inputs]
    record["grad_fns"] = [
        None if by_id.get(id(t)) is None or by_id[id(t)].grad_fn is None else by_id[id(t)].grad_fn.name()
        for t in inputs
    ]
    again = [g for g in grads if g is not None and g.requires_grad]
    if not again:
        return
    try:
        second = torch.autograd.grad(again, wanted, [weights(g, 1) for g in again], allow_unused=True)
    except RuntimeError:
        return
    by_id = {id(t): g for t, g in zip(wanted, second)}
    record["second"] = [None if by_id.get(id(t)) is None else encode(by_id[id(t)]) for t in inputs]


def inplace(op, case, record):
    packet = op._schema.name.removeprefix("aten::")
    if packet.endswith("_") or not hasattr(aten, packet + "_"):
        return
    form = getattr(aten, packet + "_")
    name = {
        "pow.Tensor_Scalar": "Scalar",
        "pow.Tensor_Tensor": "Tensor",
        "pow.Scalar": "",
        "floor_divide.": "Tensor",
        "floor_divide.default": "Tensor",
    }.get(packet + "." + op._overloadname, op._overloadname)
    if name not in form.overloads():
        return
    args = [decode(a) for a in case["args"]]
    if not isinstance(args[0], torch.Tensor):  # polygamma_(n, self)
        return
    record["has_inplace"] = True
    form = getattr(form, name)
    try:
        record["inplace"] = encode(run(form, case, args)[0])
    except (RuntimeError, IndexError, ValueError) as e:
        record["inplace_error"] = [type(e).__name__, str(e)]
        return
    args = [decode(a) for a in case["args"]]
    if args[0].is_floating_point():
        args[0] = args[0].requires_grad_().clone()
        record["inplace_grad_fn"] = run(form, case, args)[0].grad_fn.name()


def record(case):
    op = overload(case["path"])
    out = {"path": case["path"], "args": case["args"]}
    excluded = set()
    while True:
        try:
            derivatives(op, case, excluded, out)
            break
        except (RuntimeError, NotImplementedError) as e:
            missing = re.search(
                r"the derivative for '(?:\w+ )?(\w+)' is not implemented|"
                r"not differentiable with respect to argument '(\w+)'",
                str(e),
            )
            if "isDifferentiableType" in str(e) and not excluded:  # what only runs without gradients asserts that
                excluded.update(("weight", "per_sample_weights"))
                continue
            if not missing:
                raise
            excluded.add(missing.group(1) or missing.group(2))
    inplace(op, case, out)
    return out


T = lambda *shape, dtype="float64", value=1.0: {
    "t": {"dtype": dtype, "shape": list(shape), "data": [value] * int(torch.Size(shape).numel())}
}
I = lambda *values: {"t": {"dtype": "int64", "shape": [len(values)], "data": list(values)}}

i = lambda v: {"i": v}
f = lambda v: {"f": v}
b = lambda v: {"b": v}
l = lambda *v: {"l": list(v)}
s = lambda v: {"s": v}
X, LONG, BOOL, EMPTY, ZERO = T(2, 3), T(2, 3, dtype="int64"), T(2, 3, dtype="bool"), T(0, 3), T(value=2.0)
F32 = T(2, 3, dtype="float32")
IMAGE, KERNEL = T(1, 2, 5, 5), T(3, 2, 3, 3)
BN = [b(True), f(0.1), f(1e-5), b(False)]
VOLUME, PLACES = T(1, 1, 1, 1, 1), T(1, 1, 1, 1, 1, dtype="int64")

# Calls that PyTorch refuses.
WRONG = [
    ("gelu.default", LONG),
    ("gelu.default", BOOL),
    ("gelu.default", X, s("x")),
    ("silu.default", LONG),
    ("softplus.default", LONG),
    ("leaky_relu.default", LONG),
    ("relu.default", BOOL),
    ("neg.default", BOOL),
    ("abs.default", BOOL),
    ("sub.Tensor", BOOL, BOOL),
    ("sub.Tensor", X, BOOL),
    ("rsub.Scalar", BOOL, i(1)),
    ("add.Tensor", LONG, LONG, f(1.5)),
    ("add.Tensor", X, X, b(True)),
    ("add.Tensor", X, T(2)),
    ("mul.Tensor", X, T(4, 3)),
    ("pow.Tensor_Tensor", BOOL, BOOL),
    ("pow.Tensor_Scalar", LONG, i(-1)),
    ("where.self", X, X, X),
    ("clamp.default", X),
    ("clamp.Tensor", X),
    ("clamp.default", BOOL, b(False), b(True)),
    ("amax.default", EMPTY),
    ("amax.default", EMPTY, l(0)),
    ("amax.default", X, l(0, 0)),
    ("amax.default", X, l(2)),
    ("amin.default", EMPTY),
    ("amin.default", EMPTY, l(0)),
    ("max.default", EMPTY),
    ("max.dim", EMPTY, i(0)),
    ("min.default", EMPTY),
    ("min.dim", EMPTY, i(0)),
    ("max.dim", X, i(2)),
    ("prod.dim_int", X, i(2)),
    ("var.correction", LONG),
    ("std.correction", BOOL),
    ("var_mean.correction", LONG),
    ("mean.default", LONG),
    ("mean.dim", BOOL, l(0)),
    ("sum.dim_IntList", X, l(0, 0)),
    ("sum.dim_IntList", X, l(3)),
    ("cumsum.default", X, i(2)),
    ("flip.default", X, l(0, 0)),
    ("softmax.int", LONG, i(0)),
    ("softmax.int", X, i(2)),
    ("softmax.int", LONG, i(1)),
    ("log_softmax.int", LONG, i(0)),
    ("log_softmax.int", LONG, i(1)),
    ("softmax.int", BOOL, i(0)),
    ("mm.default", ZERO, X),
    ("mm.default", X, ZERO),
    ("mm.default", X, X),
    ("mm.default", X, T(3, 2, dtype="float32")),
    ("mm.default", BOOL, T(3, 2, dtype="bool")),
    ("mv.default", X, X),
    ("mv.default", X, T(2)),
    ("mv.default", X, T(3, dtype="float32")),
    ("dot.default", X, X),
    ("dot.default", T(3), T(2)),
    ("dot.default", T(3), T(3, dtype="float32")),
    ("bmm.default", X, X),
    ("bmm.default", T(1, 2, 3), X),
    ("bmm.default", T(1, 2, 3), T(1, 2, 3)),
    ("bmm.default", T(2, 2, 3), T(3, 3, 2)),
    ("bmm.default", T(1, 2, 3), T(1, 3, 2, dtype="float32")),
    ("matmul.default", ZERO, X),
    ("matmul.default", X, X),
    ("matmul.default", T(2, 2, 3), T(3, 3, 2)),
    ("matmul.default", T(2, 2, 3), T(2, 2, 2)),
    ("matmul.default", T(3, 2, 3), T(2, 2)),
    ("matmul.default", T(2), T(4, 3)),
    ("matmul.default", T(4, 3), T(2)),
    ("matmul.default", T(3), T(2)),
    ("addmm.default", T(4), X, T(3, 2)),
    ("addmm.default", T(4), X, X),
    ("addmm.default", T(2), T(3), X),
    ("addmm.default", T(2), X, T(3)),
    ("addmm.default", T(2), X, T(3, 2, dtype="float32")),
    ("addmm.default", T(2, dtype="float32"), X, T(3, 2)),
    ("addmm.default", T(1, 2, 2), X, T(3, 2)),
    ("linear.default", X, T(3, 2)),
    ("linear.default", X, X, T(3)),
    ("linear.default", T(1, 2, 3), X, T(3)),
    ("linear.default", X, T(3), T(1)),
    ("linear.default", X, T(1, 2, 3)),
    ("linear.default", ZERO, X),
    ("view.default", X, l(4)),
    ("view.default", X, l(-1, -1)),
    ("view.default", X, l(-2, 3)),
    ("reshape.default", X, l(-1, 4)),
    ("transpose.int", X, i(0), i(2)),
    ("t.default", T(1, 2, 3)),
    ("permute.default", X, l(0)),
    ("permute.default", X, l(0, 0)),
    ("expand.default", X, l(3)),
    ("expand.default", LONG, l(3)),
    ("expand.default", BOOL, l(4, 2, 7)),
    ("unsqueeze.default", X, i(3)),
    ("squeeze.dim", X, i(2)),
    ("select.int", X, i(0), i(2)),
    ("select.int", ZERO, i(0), i(0)),
    ("slice.Tensor", X, i(0), i(0), i(2), i(0)),
    ("narrow.default", X, i(0), i(1), i(2)),
    ("narrow.default", X, i(0), i(3), i(0)),
    ("flatten.using_ints", X, i(1), i(0)),
    ("flatten.using_ints", X, i(0), i(5)),
    ("chunk.default", X, i(0)),
    ("chunk.default", ZERO, i(1)),
    ("split.Tensor", X, i(0)),
    ("split.Tensor", X, i(-1)),
    ("split.Tensor", ZERO, i(1)),
    ("unbind.int", ZERO),
    ("cat.default", {"ts": []}),
    ("cat.default", {"ts": [ZERO["t"], ZERO["t"]]}),
    ("cat.default", {"ts": [X["t"], ZERO["t"]]}),
    ("cat.default", {"ts": [X["t"], T(3)["t"]]}),
    ("cat.default", {"ts": [X["t"], T(2, 4)["t"]]}),
    ("stack.default", {"ts": [X["t"], T(3)["t"]]}),
    ("stack.default", {"ts": []}),
    ("index_select.default", X, i(1), I(0, 5)),
    ("index_select.default", X, i(1), T(3)),
    ("index_select.default", X, i(1), LONG),
    ("index_select.default", X, i(1), I(-1)),
    ("index_select.default", ZERO, i(0), I(1)),
    ("gather.default", X, i(1), T(1, 1, dtype="int64", value=5)),
    ("gather.default", X, i(1), X),
    ("gather.default", X, i(1), I(0, 5)),
    ("gather.default", X, i(1), T(3, 1, dtype="int64", value=0)),
    ("scatter_add.default", X, i(1), T(1, 1, dtype="int64", value=5), X),
    ("scatter_add.default", X, i(1), T(1, 1, dtype="int64"), F32),
    ("scatter_add.default", X, i(1), I(0, 1), X),
    ("scatter_add.default", X, i(1), T(3, 1, dtype="int64", value=0), X),
    ("scatter_add.default", X, i(1), X, X),
    ("index_add.default", X, i(1), I(0, 5), T(2, 2)),
    ("index_add.default", X, i(1), I(0, 1), X),
    ("index_add.default", X, i(1), I(0, 1), T(2, 2, dtype="float32")),
    ("index_add.default", X, i(1), T(3), X),
    ("index_add.default", X, i(1), LONG, X),
    ("index_add.default", X, i(1), I(0, 1), T(3, 2)),
    ("index_add.default", X, i(1), I(0, 1), T(2)),
    ("embedding.default", X, X),
    ("embedding.default", X, BOOL),
    ("embedding.default", X, I(0, 5)),
    ("embedding.default", X, I(-1)),
    ("embedding.default", T(3), I(0)),
    ("layer_norm.default", X, l(2)),
    ("layer_norm.default", X, l(3), T(2)),
    ("layer_norm.default", X, l(3), None, T(2)),
    ("layer_norm.default", X, l()),
    ("layer_norm.default", LONG, l(3)),
    ("layer_norm.default", X, l(1, 2, 3)),
    ("layer_norm.default", X, l(3), T(3, dtype="float32")),
    ("mse_loss.default", X, T(2)),
    ("mse_loss.default", LONG, LONG),
    ("mse_loss.default", BOOL, BOOL),
    ("nll_loss.default", X, I(0, 3)),
    ("nll_loss.default", X, I(0, -1)),
    ("nll_loss.default", X, I(0)),
    ("nll_loss.default", X, T(2)),
    ("nll_loss.default", X, I(0, 1), T(2)),
    ("nll_loss.default", X, LONG),
    ("nll_loss.default", ZERO, T(dtype="int64")),
    ("nll_loss.default", LONG, I(0, 1)),
    ("nll_loss.default", T(3), I(1)),
    ("nll_loss.default", X, I(0, 1), T(3, dtype="float32")),
    ("nll_loss_nd.default", ZERO, T(dtype="int64")),
    ("nll_loss_nd.default", X, I(0)),
    ("cross_entropy_loss.default", X, I(0)),
    ("cross_entropy_loss.default", X, T(2)),
    ("cross_entropy_loss.default", LONG, I(0, 1)),
    ("cross_entropy_loss.default", X, I(0, 1), None, i(1), i(-100), f(1.5)),
    ("cross_entropy_loss.default", X, X, T(2)),
    ("cross_entropy_loss.default", X, X, None, i(1), i(0)),
    ("cross_entropy_loss.default", X, LONG),
    ("dropout.default", X, f(1.5), b(True)),
    ("dropout.default", X, f(-0.5), b(True)),
    ("dropout.default", LONG, f(0.5), b(True)),
    ("conv2d.default", T(1, 4, 5, 5), KERNEL),
    ("conv2d.default", T(1, 2, 2, 2), KERNEL),
    ("conv2d.default", T(2, 2), KERNEL),
    ("conv2d.default", T(1, 1, 2, 5, 5), KERNEL),
    ("conv2d.default", IMAGE, KERNEL, T(2)),
    ("conv2d.default", IMAGE, KERNEL, T(3, 1)),
    ("conv2d.default", IMAGE, KERNEL, None, l(0)),
    ("conv2d.default", IMAGE, KERNEL, None, l(1), l(-1)),
    ("conv2d.default", IMAGE, KERNEL, None, l(1), l(0), l(0)),
    ("conv2d.default", IMAGE, KERNEL, None, l(1), l(0), l(1), i(2)),
    ("conv2d.default", IMAGE, KERNEL, None, l(1), l(0), l(1), i(0)),
    ("conv2d.default", IMAGE, KERNEL, None, l(1, 1, 1)),
    ("conv2d.default", IMAGE, T(3, 2, 3, 3, dtype="float32")),
    ("conv2d.default", IMAGE, KERNEL, T(3, dtype="float32")),
    ("conv2d.default", T(1, 2, 5, 5, dtype="bool"), T(3, 2, 3, 3, dtype="bool")),
    ("max_pool2d.default", X, l(2)),
    ("max_pool2d.default", IMAGE, l(7)),
    ("max_pool2d.default", IMAGE, l(2), l(2), l(2)),
    ("max_pool2d.default", IMAGE, l(0)),
    ("max_pool2d.default", IMAGE, l(2), l(0)),
    ("max_pool2d.default", T(1, 2, 5, 5, dtype="bool"), l(2)),
    ("max_pool2d.default", IMAGE, l(2, 2, 2)),
    ("max_pool2d.default", IMAGE, l(2), l(1, 1, 1)),
    ("max_pool2d.default", T(1, 0, 5, 5), l(2)),
    ("max_pool2d.default", IMAGE, l(2), l(2), l(0), l(0)),
    ("avg_pool2d.default", X, l(2)),
    ("avg_pool2d.default", IMAGE, l(7)),
    ("avg_pool2d.default", IMAGE, l(2), l(2), l(2)),
    ("avg_pool2d.default", IMAGE, l(2), l(0)),
    ("avg_pool2d.default", IMAGE, l(2), l(2), l(0), b(False), b(True), i(0)),
    ("avg_pool2d.default", IMAGE, l(2, 2, 2)),
    ("avg_pool2d.default", T(1, 0, 5, 5), l(2)),
    ("im2col.default", IMAGE, l(0, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("im2col.default", IMAGE, l(2, 2), l(0, 1), l(0, 0), l(1, 1)),
    ("im2col.default", IMAGE, l(2, 2), l(1, 1), l(0, 0), l(0, 1)),
    ("im2col.default", IMAGE, l(2, 2), l(1, 1), l(-1, 0), l(1, 1)),
    ("im2col.default", IMAGE, l(6, 6), l(1, 1), l(0, 0), l(1, 1)),
    ("col2im.default", T(1, 8, 9), l(4, 4), l(0, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("col2im.default", T(1, 8, 9), l(5, 4), l(2, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("col2im.default", T(1, 7, 9), l(4, 4), l(2, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("col2im.default", T(7), l(4, 4), l(2, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("col2im.default", T(1, 8, 9), l(0, 4), l(2, 2), l(1, 1), l(0, 0), l(1, 1)),
    ("max_pool2d.default", IMAGE, l(0, 2), l(1, 1)),
    ("max_pool2d.default", IMAGE, l(2, 2), l(-1, 1)),
    ("max_pool2d.default", IMAGE, l(2, 2), l(1, 1), l(-1, 0)),
    ("avg_pool2d.default", IMAGE, l(-1, 2), l(1, 1)),
    ("conv2d.default", IMAGE, T(1, 2, 0, 2)),
    ("avg_pool2d_backward.default", T(1, 2, 3, 3), T(1, 2, 4, 4), l(2, 2), l(2, 2), l(0, 0), b(False), b(True), None),
    ("batch_norm.default", IMAGE, T(3), None, None, None, *BN),
    ("batch_norm.default", IMAGE, None, T(3), None, None, *BN),
    ("batch_norm.default", IMAGE, None, None, T(3), T(3), *BN),
    ("batch_norm.default", IMAGE, None, None, None, None, b(False), *BN[1:]),
    ("batch_norm.default", T(1, 2, 5, 5, dtype="int64"), None, None, None, None, *BN),
    ("batch_norm.default", T(3), None, None, None, None, *BN),
    ("batch_norm.default", IMAGE, T(2, dtype="float32"), None, None, None, *BN),
    ("argmax.default", EMPTY),
    ("argmax.default", EMPTY, i(0)),
    ("argmin.default", BOOL),
    ("argmin.default", X, i(2)),
    ("bitwise_and.Tensor", X, X),
    ("bitwise_or.Scalar", X, i(1)),
    ("bitwise_xor.Tensor", LONG, X),
    ("bitwise_not.default", X),
    ("remainder.Tensor", BOOL, BOOL),
    ("div.Tensor_mode", X, X, {"s": "ceil"}),
    ("div.Tensor_mode", BOOL, BOOL, {"s": "floor"}),
    ("div.Tensor_mode", BOOL, BOOL, {"s": "trunc"}),
    ("any.dim", X, i(2)),
    ("all.dim", X, i(-3)),
    ("triu.default", T(3)),
    ("tril.default", ZERO),
    ("arange.default", i(-1)),
    ("arange.start_step", i(0), i(3), i(0)),
    ("arange.start_step", i(0), i(3), i(-1)),
    ("zeros.default", l(-1)),
    ("ones.default", l(2, -1)),
    ("full.default", l(-2), i(1)),
    ("new_zeros.default", X, l(-3)),
    ("eye.default", i(-1)),
    ("eye.m", i(2), i(-1)),
    ("constant_pad_nd.default", X, l(1)),
    ("constant_pad_nd.default", X, l(1, 1, 1, 1, 1, 1)),
    ("constant_pad_nd.default", X, l(-2, -2)),
    ("repeat.default", X, l(2)),
    ("repeat.default", X, l(2, -1)),
    ("split_with_sizes.default", X, l(1, 1), i(1)),
    ("split_with_sizes.default", X, l(-1, 4), i(1)),
    ("split_with_sizes.default", ZERO, l(1)),
    ("linalg_vector_norm.default", LONG),
    ("linalg_vector_norm.default", X, i(2), l(2)),
    ("binary_cross_entropy.default", X, T(2)),
    ("binary_cross_entropy.default", LONG, LONG),
    ("binary_cross_entropy.default", T(2, value=2), T(2)),
    ("adaptive_avg_pool2d.default", T(3), l(2, 2)),
    ("adaptive_avg_pool2d.default", IMAGE, l(-1, 2)),
    ("group_norm.default", IMAGE, i(3)),
    ("group_norm.default", T(3), i(1)),
    ("group_norm.default", IMAGE, i(0)),
    ("rms_norm.default", X, l(2)),
    ("rms_norm.default", X, l(3), T(2)),
    ("rms_norm.default", X, l()),
    ("take_along_dim.default", X, X, i(0)),
    ("scatter.src", X, i(1), I(0, 1), X),
    ("scatter.src", X, i(1), T(1, 1, dtype="int64", value=5), X),
    ("scatter.value", X, i(1), X, f(1.0)),
    ("einsum.default", {"s": "ij->ik"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->ii"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij,jk"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij"}, {"ts": [X["t"], X["t"]]}),
    ("einsum.default", {"s": "i"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij,jk"}, {"ts": [X["t"], X["t"]]}),
    ("sort.default", X, i(2)),
    ("topk.default", X, i(4)),
    ("topk.default", X, i(-1)),
    ("topk.default", BOOL, i(1)),
    ("one_hot.default", X),
    ("one_hot.default", LONG, i(0)),
    ("one_hot.default", I(0, 5), i(3)),
    ("one_hot.default", I(-1), i(3)),
    ("index.Tensor", X, {"ts": [I(0, 5)["t"]]}),
    ("index.Tensor", X, {"ts": [None, I(-4)["t"]]}),
    ("index.Tensor", X, {"ts": [T(2)["t"]]}),
    ("index.Tensor", X, {"ts": [I(0)["t"], I(0)["t"], I(0)["t"]]}),
    ("index.Tensor", X, {"ts": [I(0, 1)["t"], I(0, 1, 2)["t"]]}),
    ("index.Tensor", X, {"ts": [T(3, dtype="bool")["t"]]}),
    ("index.Tensor", X, {"ts": [None, T(2, dtype="bool")["t"]]}),
    ("index_put.default", X, {"ts": [I(0)["t"]]}, F32),
    ("index_put.default", X, {"ts": [I(0)["t"]]}, T(2)),
    ("roll.default", X, l()),
    ("roll.default", X, l(1, 2)),
    ("roll.default", X, l(1), l(2)),
    ("linspace.default", i(0), i(1), i(-1)),
    ("scatter.value", X, i(1), T(3, 1, dtype="int64", value=0), f(1.0)),
    ("scatter.src", X, i(1), T(1, 1, dtype="int64"), F32),
    ("einsum.default", {"s": "i-j"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij>ij"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "i."}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->i-j"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "i..j"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "i1"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ijk"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "...ijk"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ii"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->i.."}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->i......"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": ""}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->i,j"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "ij->i1"}, {"ts": [X["t"]]}),
    ("einsum.default", {"s": "...i..."}, {"ts": [IMAGE["t"]]}),
    ("einsum.default", {"s": "...ij,...jk->...ik"}, {"ts": [IMAGE["t"], T(3, 4, 2)["t"]]}),
    ("einsum.default", {"s": "ij"}, {"ts": []}),
    ("einsum.default", {"s": "ij,jk->ik"}, {"ts": [X["t"], T(3, 2)["t"]]}, l(0, 1, 2)),
    ("einsum.default", {"s": "ij,jk->ik"}, {"ts": [X["t"], T(3, 2)["t"]]}, l(0, 0)),
    ("max_unpool2d.default", T(1, 1, 2, 2), T(1, 1, 2, 2), l(3, 3)),
    ("max_unpool2d.default", T(1, 1, 2, 2), T(1, 1, 2, 2, dtype="int64"), l(3)),
    ("max_unpool2d.default", T(2, 2), T(2, 2, dtype="int64"), l(3, 3)),
    ("max_unpool2d.default", T(1, 1, 2, 2), T(1, 2, 2, dtype="int64"), l(3, 3)),
    ("max_unpool2d.default", T(1, 0, 2, 2), T(1, 0, 2, 2, dtype="int64"), l(3, 3)),
    ("max_unpool2d.default", T(1, 1, 1, 1), T(1, 1, 1, 1, dtype="int64", value=9), l(3, 3)),
    ("max_unpool2d.default", T(1, 1, 1, 1), T(1, 1, 1, 1, dtype="int64", value=-1), l(3, 3)),
    ("max_unpool2d.default", T(1, 1, 2, 2, dtype="int64"), T(1, 1, 2, 2, dtype="int64"), l(3, 3)),
    ("max_unpool3d.default", VOLUME, VOLUME, l(3, 3, 3), l(1, 1, 1), l(0, 0, 0)),
    ("max_unpool3d.default", T(2, 2, 2), T(2, 2, 2, dtype="int64"), l(3, 3, 3), l(1, 1, 1), l(0, 0, 0)),
    ("max_unpool3d.default", VOLUME, PLACES, l(3, 3), l(1, 1, 1), l(0, 0, 0)),
    ("max_unpool3d.default", VOLUME, PLACES, l(3, 3, 3), l(1), l(0, 0, 0)),
    ("max_unpool3d.default", VOLUME, PLACES, l(3, 3, 3), l(1, 1, 1), l()),
    ("max_unpool3d.default", VOLUME, PLACES, l(3, 3, 3), l(1, 0, 1), l(0, 0, 0)),
    ("max_unpool3d.default", VOLUME, T(1, 1, 1, 1, 2, dtype="int64"), l(3, 3, 3), l(1, 1, 1), l(0, 0, 0)),
    ("max_unpool3d.default", T(1, 1, 0, 1, 1), T(1, 1, 0, 1, 1, dtype="int64"), l(3, 3, 3), l(1, 1, 1), l(0, 0, 0)),
    ("max_unpool3d.default", VOLUME, T(1, 1, 1, 1, 1, dtype="int64", value=27), l(3, 3, 3), l(1, 1, 1), l(0, 0, 0)),
]


def errors():
    for name, *args in WRONG:
        op = overload("torch.ops.aten." + name)
        case = {"schema": str(op._schema).removeprefix("aten::"), "path": "torch.ops.aten." + name, "args": args}
        try:
            run(op, case, [decode(a) for a in args])
        except (RuntimeError, IndexError, ValueError) as e:
            yield {
                "path": case["path"],
                "args": args,
                "type": type(e).__name__,
                "message": str(e).split("\nException raised")[0],
            }
        else:
            print("not refused:", name, args, file=sys.stderr)


def promotion():
    """Result dtypes for pairs of a tensor with dimensions, one of rank 0, or a number."""
    kinds = ["float64", "float32", "int64", "bool"]
    operands = [T(2, dtype=d) for d in kinds] + [T(dtype=d) for d in kinds] + [f(1.0), i(1), b(True)]
    for name in [
        "add.Tensor",
        "mul.Tensor",
        "sub.Tensor",
        "div.Tensor",
        "pow.Tensor_Tensor",
        "maximum.default",
        "eq.Tensor",
        "logical_and.default",
        "clamp.Tensor",
        "mse_loss.default",
    ]:
        for left in operands[:8]:
            for right in operands:
                if "t" not in right and name not in (
                    "add.Tensor",
                    "mul.Tensor",
                    "sub.Tensor",
                    "div.Tensor",
                    "eq.Tensor",
                ):
                    continue
                op = overload("torch.ops.aten." + name)
                try:
                    case = {"schema": str(op._schema).removeprefix("aten::")}
                    result = str(run(op, case, [decode(left), decode(right)])[0].dtype)[6:]
                except RuntimeError:
                    result = None
                yield {"path": "torch.ops.aten." + name, "args": [left, right], "dtype": result}


def lines(items):
    return "[\n" + ",\n".join(json.dumps(item, separators=(",", ":")) for item in items) + "\n]"


def main():
    cases = [
        c for c in json.load(open(sys.argv[1])) if c["path"].startswith("torch.ops.aten.") and "_." not in c["path"]
    ]
    schemas = {c["path"]: str(overload(c["path"])._schema).removeprefix("aten::") for c in cases}
    with open(sys.argv[2], "w") as out:
        out.write(
            '{"pytorch":%s,\n"schemas":%s,\n'
            % (json.dumps(torch.__version__.split("+")[0]), json.dumps(schemas, indent=0))
        )
        out.write(
            '"samples":%s,\n"errors":%s,\n"promotion":%s}\n'
            % (lines(map(record, cases)), lines(errors()), lines(promotion()))
        )


if __name__ == "__main__":
    main()
