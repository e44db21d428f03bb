"""Records what PyTorch gives for tensors of half precision.

  python3 record_half.py ../../data/ops/recorded.json ../../data/ops/half.json       (PyTorch 2.6.0)

The first three samples in recorded.json of each operator that takes floating tensors, with these in float16 or
bfloat16: results and gradients, or the error; in place. Then numbers beside a tensor, pairs of dtypes, conversions; and
samples in float32 under torch.autocast."""

import torch
import dtype_rows as rows
import record_ops as ops

HALF = ["float16", "bfloat16"]
FLOATS = ("float64", "float32")


def as_dtype(t, dtype):
    return ops.encode(ops.tensor(t).to(getattr(torch, dtype)), strides=True)


def changed(arg, dtype, kinds=FLOATS):
    if arg is None:
        return None
    ((kind, value),) = arg.items()
    if kind == "t" and value["dtype"] in kinds:
        return {"t": as_dtype(value, dtype)}
    if kind == "ts":
        return {"ts": [as_dtype(t, dtype) if t is not None and t["dtype"] in kinds else t for t in value]}
    return arg


# What is random; the gradient of as_strided_scatter, which is another one there (ops_recorded_test.cpp); an internal
# assertion of PyTorch; rounding after each of many steps, where Seesaw computes in float32 and rounds once.
LEFT_OUT = ("normal", "rand", "dropout", "bernoulli", "as_strided_scatter", "_forward_only", "grid_sampler_3d")
# Under autocast PyTorch rounds between the steps of these, or has no kernel of oneDNN.
LEFT_OUT_OF_AUTOCAST = ("_trilinear", "bilinear", "lstm", "gru", "rnn_")


def left_out(path):
    return any(word in path for word in LEFT_OUT)


def with_gradients(case, around=None):
    """Results and gradients, or the error."""
    row = {"path": case["path"], "args": case["args"]}
    op, excluded = ops.overload(case["path"]), set()
    while True:
        record = {}
        try:
            args = ops.prepared(case, excluded)
            if around is None:
                results = ops.run(op, case, args)
            else:
                with torch.autocast("cpu", dtype=getattr(torch, around)):
                    results = ops.run(op, case, args)
            record["out"] = [ops.encode(t) for t in results]
            used = [
                t
                for i, t in enumerate(results)
                if t.is_floating_point()
                and t.requires_grad
                and (i == 0 or results[0].grad_fn is None or results[0].grad_fn.name() not in ops.FIRST_ONLY)
            ]
            wanted = [t for t in ops.flat(args) if t.is_floating_point()]
            with_grad = [t for t in wanted if t.requires_grad]
            if used and with_grad:
                grads = torch.autograd.grad(used, with_grad, [ops.weights(t, 0) for t in used], allow_unused=True)
                by_id = {id(t): g for t, g in zip(with_grad, grads)}
                record["grads"] = [None if by_id.get(id(t)) is None else ops.encode(by_id[id(t)]) for t in wanted]
            return row | record
        except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError) as e:
            missing = ops.re.search(
                r"the derivative for '(\w+)' is not implemented|not differentiable with respect to argument '(\w+)'",
                str(e),
            )
            if missing and (missing.group(1) or missing.group(2)) not in excluded:
                excluded.add(missing.group(1) or missing.group(2))
                continue
            if "out" in record:
                return row | record
            return row | {"error": [type(e).__name__, str(e).split("\nException raised")[0]]}


def samples(file):
    schemas, seen = file["schemas"], {}
    for i, sample in enumerate(file["samples"]):
        if left_out(sample["path"]):
            continue
        args = [changed(a, HALF[i % 2]) for a in sample["args"]]
        if args == sample["args"] or seen.get(sample["path"], 0) == 3:
            continue
        seen[sample["path"]] = seen.get(sample["path"], 0) + 1
        case = rows.case_of(sample["path"], schemas[sample["path"]], args)
        yield with_gradients(case)
        if sample.get("has_inplace") and "inplace_error" not in sample:
            yield rows.recorded(case, inplace=True)


def autocast(file):
    seen = {}
    for sample in file["samples"]:
        path = sample["path"]
        args = [changed(a, "float32", ("float64",)) for a in sample["args"]]
        has_floats = any(
            a is not None
            and (
                "t" in a
                and a["t"]["dtype"] == "float32"
                or "ts" in a
                and any(t and t["dtype"] == "float32" for t in a["ts"])
            )
            for a in args
        )
        if (
            left_out(path)
            or any(word in path for word in LEFT_OUT_OF_AUTOCAST)
            or not has_floats
            or seen.get(path, 0) == 2
        ):
            continue
        seen[path] = seen.get(path, 0) + 1
        case = rows.case_of(path, file["schemas"][path], args)
        around = HALF[seen[path] % 2]
        yield with_gradients(case, around) | {"autocast": around}
    # Of dtypes that differ.
    for path in ("cat.default", "stack.default"):
        for dtypes in (
            ("float32", "bfloat16"),
            ("bfloat16", "bfloat16"),
            ("float64", "bfloat16"),
            ("float16", "bfloat16"),
            ("int64", "float32"),
        ):
            args = [{"ts": [ops.T(2, dtype=d)["t"] for d in dtypes]}, ops.i(0)]
            path_ = "torch.ops.aten." + path
            yield with_gradients(rows.case_of(path_, file["schemas"][path_], args), "bfloat16") | {
                "autocast": "bfloat16"
            }
    for left in ("float64", "float32", "float16", "bfloat16"):
        for path, other in (("mm.default", "float32"), ("mse_loss.default", "bfloat16"), ("add.Tensor", "bfloat16")):
            args = [ops.T(2, 2, dtype=left), ops.T(2, 2, dtype=other)]
            path_ = "torch.ops.aten." + path
            yield with_gradients(rows.case_of(path_, file["schemas"][path_], args), "bfloat16") | {
                "autocast": "bfloat16"
            }


def numbers():
    """Numbers beside a tensor: some fit, some do not."""
    for name in (
        "add.Tensor",
        "sub.Tensor",
        "mul.Tensor",
        "div.Tensor",
        "eq.Tensor",
        "gt.Tensor",
        "le.Tensor",
        "floor_divide.default",
        "remainder.Scalar",
        "fmod.Scalar",
        "fill.Scalar",
        "masked_fill.Scalar",
        "where.ScalarOther",
        "clamp.default",
        "clamp_min.default",
        "pow.Tensor_Scalar",
        "pow.Scalar",
        "full_like.default",
        "new_full.default",
        "rsub.Scalar",
        "scatter.value",
        "constant_pad_nd.default",
        "leaky_relu.default",
        "maximum.default",
    ):
        op = ops.overload("torch.ops.aten." + name)
        for dtype in HALF:
            x = ops.T(4, dtype=dtype)
            x["t"]["data"] = [0.0999755859375 if dtype == "float16" else 0.10009765625, -1.0, 2.5, 100.0]
            for number in (ops.i(2), ops.i(70000), ops.f(0.1), ops.f(1e39), ops.f(-3.3), ops.b(True)):
                args = {
                    "pow.Scalar": [number, x],
                    "new_full.default": [x, ops.l(2), number],
                    "masked_fill.Scalar": [x, ops.T(4, dtype="bool"), number],
                    "where.ScalarOther": [ops.T(4, dtype="bool", value=0), x, number],
                    "scatter.value": [x, ops.i(0), ops.I(1, 2), number],
                    "constant_pad_nd.default": [x, ops.l(1, 1), number],
                    "maximum.default": [x, {"t": {"dtype": "float32", "shape": [], "data": [0.1]}}],
                }.get(name, [x, number])
                yield rows.recorded(
                    rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), args)
                )


def pairs():
    """Two dtypes."""
    data = {
        "float16": [0.0999755859375, -3.0, 2049.0, 65504.0],
        "bfloat16": [0.10009765625, -3.0, 257.0, 3e38],
        "float32": [0.1, 2.5, 1000.5, 70000.0],
        "float64": [0.1, 2.5, 1000.5, 70000.0],
        "int64": [3, -7, 2049, 100001],
        "int8": [3, -7, 100, 1],
        "bool": [1, 0, 1, 0],
    }
    for name in (
        "add.Tensor",
        "mul.Tensor",
        "sub.Tensor",
        "maximum.default",
        "eq.Tensor",
        "gt.Tensor",
        "div.Tensor",
        "pow.Tensor_Tensor",
        "where.self",
        "mm.default",
    ):
        op = ops.overload("torch.ops.aten." + name)
        for left in HALF:
            for right in data:
                for rank0 in (False, True):
                    a = {"t": ops.encode(torch.tensor(data[left], dtype=torch.float64).to(getattr(torch, left)))}
                    b = (
                        {"t": {"dtype": right, "shape": [4], "data": data[right]}}
                        if not rank0
                        else {"t": {"dtype": right, "shape": [], "data": data[right][:1]}}
                    )
                    b = {"t": as_dtype(b["t"], right)}
                    args = [a, b]
                    if name == "where.self":
                        args = [ops.T(4, dtype="bool", value=0), a, b]
                    if name == "mm.default":
                        args = [{"t": {**v["t"], "shape": [2, 2]}} for v in (a, b if not rank0 else a)]
                    case = rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), args)
                    yield rows.recorded(case)
                    if name in ("mul.Tensor", "add.Tensor"):
                        yield rows.recorded(case, inplace=True)


def conversions():
    op = ops.overload("torch.ops.aten._to_copy.default")
    # Ties to even and what lies beside them; the ends of the ranges; subnormal numbers; a double that two roundings
    # change.
    values = {
        "float64": [
            1.00048828125,
            1.00146484375,
            1.0004882812500002,
            65504.0,
            65519.99,
            65520.0,
            -65520.0,
            6.1e-5,
            6.0975551605224609e-05,
            5.9604644775390625e-08,
            2.98e-08,
            2.9802322387695312e-08,
            3e-08,
            1e-9,
            1e39,
            -1e-46,
            "nan",
            "inf",
            "-inf",
            0.0,
            -0.0,
            1.00390625,
            1.01171875,
            3.4e38,
            1e-40,
            9.2e-41,
        ],
        "float32": [
            1.00048828125,
            1.00390625,
            1.01171875,
            3.3961775292304601e38,
            3.39e38,
            1e-40,
            65520.0,
            0.1,
            "nan",
            "-inf",
        ],
        "int64": [2049, 2051, 257, 259, -65520, 16777217, 9007199254740993],
        "bool": [1, 0],
        "float16": [0.0999755859375, 65504.0, 5.9604644775390625e-08, "inf", "nan", -300.0],
        "bfloat16": [0.10009765625, 3.3895313892515355e38, 9.183549615799121e-41, "-inf", "nan", -300.0],
    }
    for source, data in values.items():
        for target in HALF + (["float32", "float64", "int64", "int8", "bool", "uint8"] if source in HALF else []):
            args = [{"t": {"dtype": source, "shape": [len(data)], "data": data}}, {"dtype": target}]
            yield rows.recorded(
                rows.case_of("torch.ops.aten._to_copy.default", str(op._schema).removeprefix("aten::"), args)
            )
    for name, args in (
        ("sum.default", []),
        ("sum.dim_IntList", [ops.l(0)]),
        ("mean.default", []),
        ("cumsum.default", [ops.i(0)]),
        ("prod.default", []),
        ("softmax.int", [ops.i(0)]),
        ("log_softmax.int", [ops.i(0)]),
    ):
        op = ops.overload("torch.ops.aten." + name)
        for source in HALF + ["float32"]:
            for target in HALF + ["float32"]:
                given = [
                    {"t": as_dtype({"dtype": "float32", "shape": [4], "data": [0.1, 3.3, 2.7, 0.01]}, source)},
                    *args,
                    *([None] if name == "sum.dim_IntList" else []),
                    *([ops.b(False)] if name == "sum.dim_IntList" else []),
                    {"dtype": target},
                ]
                given = [a for a in given if a is not None]
                yield rows.recorded(
                    rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), given)
                )


if __name__ == "__main__":
    rows.main(
        lambda file: {
            "samples": samples(file),
            "numbers": numbers(),
            "pairs": pairs(),
            "conversions": conversions(),
            "autocast": autocast(file),
        }
    )
