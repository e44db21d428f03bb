"""Records what PyTorch gives for tensors of narrow integers.

  python3 record_narrow.py ../../data/ops/recorded.json ../../data/ops/narrow.json       (PyTorch 2.6.0)

Every sample of recorded.json whose operator takes tensors, with its floating tensors in a narrow dtype, with its int64
tensors in one, and in place: results, or the error. Then numbers that do not fit, pairs of dtypes, and conversions."""

import dtype_rows as rows
import record_ops as ops

# Refused there for integers with a text of its own, or taken where Seesaw refuses: not told apart yet.
NOT_YET = """_adaptive_avg_pool2d _adaptive_avg_pool3d_backward _embedding_bag _embedding_bag_forward_only _log_softmax_backward_data _pdist_backward
_softmax_backward_data adaptive_avg_pool2d adaptive_max_pool2d affine_grid_generator avg_pool2d_backward avg_pool3d_backward
cholesky_inverse cholesky_solve clamp_max clamp_min col2im convolution cross_entropy_loss embedding_bag gelu_backward group_norm gru
gru_cell hardtanh im2col linalg_solve_triangular logdet lstm lstm_cell multi_margin_loss multilabel_margin_loss
multilabel_margin_loss_forward native_group_norm nll_loss nll_loss2d_forward nll_loss_forward nll_loss_nd rms_norm searchsorted
take_along_dim upsample_nearest1d upsample_nearest2d""".split()
SMALL = ["int32", "int16", "int8", "uint8"]


def as_narrow(t, dtype, spread=3):
    value = lambda v: max(-9, min(9, int(float(v) * spread))) if abs(float(v)) < 1e9 else 0
    data = [value(v) for v in t["data"]]
    return {**t, "dtype": dtype, "data": [abs(v) for v in data] if dtype == "uint8" else data}


def changed(arg, kinds, dtype, spread):
    if arg is None:
        return None
    ((kind, value),) = arg.items()
    if kind == "t":
        return {"t": as_narrow(value, dtype, spread)} if value["dtype"] in kinds else arg
    if kind == "ts":
        return {"ts": [as_narrow(t, dtype, spread) if t is not None and t["dtype"] in kinds else t for t in value]}
    return arg


def samples(file):
    schemas = file["schemas"]
    for i, sample in enumerate(file["samples"]):
        if sample["path"].split(".")[-2] in NOT_YET:
            continue
        if (
            "normal" in sample["path"]
            or "rand" in sample["path"]
            or "dropout" in sample["path"]
            or "bernoulli" in sample["path"]
        ):
            continue
        for kinds, spread in ((("float64", "float32"), 3), (("int64",), 1)):
            dtype = SMALL[(i + (spread == 1)) % 4]
            args = [changed(a, kinds, dtype, spread) for a in sample["args"]]
            if args == sample["args"]:
                continue
            case = rows.case_of(sample["path"], schemas[sample["path"]], args)
            yield rows.recorded(case)
            if sample.get("has_inplace") and spread == 3 and "inplace_error" not in sample:
                yield rows.recorded(case, inplace=True)


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
        "bitwise_and.Scalar",
        "bitwise_or.Scalar",
        "fill.Scalar",
        "masked_fill.Scalar",
        "clamp.default",
        "clamp_min.default",
        "clamp_max.default",
        "pow.Tensor_Scalar",
        "pow.Scalar",
        "full_like.default",
        "new_full.default",
        "rsub.Scalar",
        "scatter.value",
        "constant_pad_nd.default",
    ):
        op = ops.overload("torch.ops.aten." + name)
        for k, dtype in enumerate(SMALL):
            x = ops.T(3, dtype=dtype) | {}
            x["t"]["data"] = [0, 1, 100]
            for number in (
                ops.i(2),
                ops.i(-1),
                ops.i(
                    200 if dtype == "int8" else 300 if dtype == "uint8" else 70000 if dtype == "int16" else 5000000000
                ),
                ops.f(1.5),
                ops.b(True),
            ):
                args = {
                    "pow.Scalar": [number, x],
                    "new_full.default": [x, ops.l(2), number],
                    "masked_fill.Scalar": [x, ops.T(3, dtype="bool"), number],
                    "scatter.value": [x, ops.i(0), ops.I(1, 2), number],
                    "constant_pad_nd.default": [x, ops.l(1, 1), number],
                }.get(name, [x, number])
                case = rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), args)
                yield rows.recorded(case)
                if name in ("add.Tensor", "mul.Tensor", "fill.Scalar", "clamp.default") and k % 2:
                    yield rows.recorded(case, inplace=True)


def pairs():
    """Two dtypes, with values at their ends."""
    ends = {
        "int32": [2147483647, -2147483648, 3, 0],
        "int16": [32767, -32768, 3, 0],
        "int8": [127, -128, 3, 0],
        "uint8": [255, 128, 3, 0],
        "int64": [9, -9, 3, 0],
        "bool": [1, 0, 1, 0],
        "float32": [1.5, -2.5, 3, 0],
    }
    for name in (
        "add.Tensor",
        "mul.Tensor",
        "sub.Tensor",
        "maximum.default",
        "eq.Tensor",
        "gt.Tensor",
        "bitwise_xor.Tensor",
        "div.Tensor",
    ):
        op = ops.overload("torch.ops.aten." + name)
        for left in SMALL:
            for right in ends:
                args = [
                    {"t": {"dtype": left, "shape": [4], "data": ends[left]}},
                    {"t": {"dtype": right, "shape": [4], "data": ends[right]}},
                ]
                case = rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), args)
                yield rows.recorded(case)
                if name == "mul.Tensor":
                    yield rows.recorded(case, inplace=True)


def conversions():
    op = ops.overload("torch.ops.aten._to_copy.default")
    values = {
        "float64": [300.7, -1.5, 3e9, -3e9, 1e10, 1e20, "nan", "inf", "-inf", 128.0, -129.0, 65536.5],
        "float32": [300.5, -1.5, 3e9, -3e9, "nan", "inf", 40000.0, -40000.0],
        "int64": [300, -1, 2147483648, -2147483649, 128, 255, 65535, 32768],
        "bool": [1, 0],
        "int32": [300, -1, 70000, -70000],
        "uint8": [255, 128, 0],
        "int8": [-1, -128, 127],
    }
    for source, data in values.items():
        for target in SMALL + ["float32", "int64", "bool"]:
            args = [{"t": {"dtype": source, "shape": [len(data)], "data": data}}, {"dtype": target}]
            yield rows.recorded(
                rows.case_of("torch.ops.aten._to_copy.default", str(op._schema).removeprefix("aten::"), args)
            )
    for name, args in (
        ("sum.default", [None, "int8"]),
        ("sum.dim_IntList", [ops.l(0), None, "int16"]),
        ("cumsum.default", [ops.i(0), "int8"]),
        ("prod.default", ["int8"]),
    ):
        op = ops.overload("torch.ops.aten." + name)
        for source in SMALL:
            given = [{"t": {"dtype": source, "shape": [4], "data": [100, 100, 27, 2]}}] + [
                {"dtype": a} if isinstance(a, str) else a for a in args if a is not None or name != "sum.default"
            ]
            yield rows.recorded(rows.case_of("torch.ops.aten." + name, str(op._schema).removeprefix("aten::"), given))


if __name__ == "__main__":
    rows.main(
        lambda file: {"samples": samples(file), "numbers": numbers(), "pairs": pairs(), "conversions": conversions()}
    )
