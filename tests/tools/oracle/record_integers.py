"""Records what PyTorch computes with integers beyond 2**53, which a float64 does not hold, and at both ends of int64.

record_integers.py OUT.json: run with both versions. Each case is a call of torch.ops.aten and its inputs (dtype, shape,
elements); A, B, C are 2**53 + 0, 1, 2, and M the largest int64. Integers are written as texts.
"""

import json
import re
import sys

import torch

NAMED = {"A": 2**53, "B": 2**53 + 1, "C": 2**53 + 2, "M": 2**63 - 1, "-B": -(2**53) - 1, "-M": -(2**63)}
DTYPES = {"i64": torch.int64, "f64": torch.float64, "f32": torch.float32, "b8": torch.bool}
CASES = [
    ("add.Tensor(t0, 1)", [("i64", [1], ["B"])]),
    ("add.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("add.Scalar(t0, 9007199254740993)", [("i64", [1], [0])]),
    ("sub.Tensor(t0, 9007199254740993)", [("i64", [1], ["B"])]),
    ("sub.Tensor(t0, t1, alpha=3)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("rsub.Scalar(t0, 9007199254740993)", [("i64", [1], [0])]),
    ("mul.Tensor(t0, 1)", [("i64", [1], ["B"])]),
    ("mul.Tensor(t0, 9007199254740993)", [("i64", [1], [1])]),
    ("div.Tensor_mode(t0, 3, rounding_mode='floor')", [("i64", [1], ["B"])]),
    ("div.Tensor_mode(t0, 3, rounding_mode='trunc')", [("i64", [1], ["B"])]),
    ("floor_divide.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("remainder.Scalar(t0, 10)", [("i64", [1], ["B"])]),
    ("remainder.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [10])]),
    ("fmod.Scalar(t0, 10)", [("i64", [1], ["B"])]),
    ("eq.Scalar(t0, 9007199254740992)", [("i64", [2], ["B", "A"])]),
    ("lt.Scalar(t0, 9007199254740993)", [("i64", [2], ["B", "A"])]),
    ("ge.Scalar(t0, 9007199254740993)", [("i64", [2], ["B", "A"])]),
    ("eq.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["A"])]),
    ("gt.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["A"])]),
    ("maximum.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["A"])]),
    ("minimum.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["C"])]),
    ("clamp.default(t0, 9007199254740993)", [("i64", [2], ["A", "C"])]),
    ("clamp.default(t0, None, 9007199254740993)", [("i64", [2], ["A", "C"])]),
    ("clamp_min.default(t0, 9007199254740993)", [("i64", [2], ["A", "C"])]),
    ("clamp_max.default(t0, 9007199254740993)", [("i64", [2], ["A", "C"])]),
    ("clamp.Tensor(t0, t1)", [("i64", [2], ["A", "C"]), ("i64", [1], ["B"])]),
    ("sum.default(t0)", [("i64", [2], ["A", 1])]),
    ("sum.dim_IntList(t0, [0])", [("i64", [2], ["A", 1])]),
    ("prod.default(t0)", [("i64", [2], ["B", 1])]),
    ("prod.dim_int(t0, 0)", [("i64", [2], ["B", 1])]),
    ("max.default(t0)", [("i64", [2], ["A", "B"])]),
    ("min.default(t0)", [("i64", [2], ["C", "B"])]),
    ("max.dim(t0, 0)", [("i64", [2], ["A", "B"])]),
    ("min.dim(t0, 0)", [("i64", [2], ["C", "B"])]),
    ("amax.default(t0)", [("i64", [2], ["A", "B"])]),
    ("amin.default(t0)", [("i64", [2], ["C", "B"])]),
    ("aminmax.default(t0)", [("i64", [2], ["C", "B"])]),
    ("argmax.default(t0)", [("i64", [2], ["A", "B"])]),
    ("argmin.default(t0)", [("i64", [2], ["C", "B"])]),
    ("cumsum.default(t0, 0)", [("i64", [2], ["A", 1])]),
    ("cumprod.default(t0, 0)", [("i64", [2], ["B", 1])]),
    ("cummax.default(t0, 0)", [("i64", [3], ["A", "B", "A"])]),
    ("cummin.default(t0, 0)", [("i64", [3], ["C", "B", "C"])]),
    ("sort.default(t0)", [("i64", [3], ["C", "B", "A"])]),
    ("sort.stable(t0, stable=True, dim=0, descending=True)", [("i64", [3], ["A", "B", "C"])]),
    ("argsort.default(t0)", [("i64", [3], ["C", "B", "A"])]),
    ("topk.default(t0, 2)", [("i64", [3], ["A", "B", "C"])]),
    ("kthvalue.default(t0, 2)", [("i64", [3], ["A", "B", "C"])]),
    ("median.default(t0)", [("i64", [3], ["A", "B", "C"])]),
    ("median.dim(t0, 0)", [("i64", [3], ["A", "B", "C"])]),
    ("mode.default(t0)", [("i64", [3], ["A", "B", "B"])]),
    ("_unique2.default(t0)", [("i64", [3], ["A", "B", "C"])]),
    ("unique_consecutive.default(t0)", [("i64", [3], ["A", "B", "C"])]),
    ("unique_dim.default(t0, 0)", [("i64", [3], ["A", "B", "C"])]),
    ("where.self(t0, t1, t2)", [("b8", [1], [True]), ("i64", [1], ["B"]), ("i64", [1], ["A"])]),
    ("where.ScalarOther(t0, t1, 9007199254740993)", [("b8", [1], [False]), ("i64", [1], ["A"])]),
    ("where.Scalar(t0, 9007199254740993, 0)", [("b8", [1], [True])]),
    ("masked_fill.Scalar(t0, t1, 9007199254740993)", [("i64", [1], [0]), ("b8", [1], [True])]),
    ("masked_fill.Tensor(t0, t1, t2)", [("i64", [1], [0]), ("b8", [1], [True]), ("i64", [], ["B"])]),
    ("fill.Scalar(t0, 9007199254740993)", [("i64", [1], [0])]),
    ("fill.Tensor(t0, t1)", [("i64", [1], [0]), ("i64", [], ["B"])]),
    ("full.default([1], 9007199254740993)", []),
    ("full_like.default(t0, 9007199254740993)", [("i64", [1], [0])]),
    ("new_full.default(t0, [1], 9007199254740993)", [("i64", [1], [0])]),
    ("scalar_tensor.default(9007199254740993)", []),
    ("arange.default(9007199254740993, 9007199254740996)", []),
    ("arange.start(9007199254740993, 9007199254740996)", []),
    ("arange.start_step(9007199254740993, 9007199254740999, 2)", []),
    ("scatter.value(t0, 0, t1, 9007199254740993)", [("i64", [1], [0]), ("i64", [1], [0])]),
    ("scatter.src(t0, 0, t1, t2)", [("i64", [1], [0]), ("i64", [1], [0]), ("i64", [1], ["B"])]),
    ("scatter_add.default(t0, 0, t1, t2)", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["A"])]),
    ("scatter_reduce.two(t0, 0, t1, t2, 'amax')", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["B"])]),
    ("scatter_reduce.two(t0, 0, t1, t2, 'sum')", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["A"])]),
    ("scatter_reduce.two(t0, 0, t1, t2, 'prod')", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["B"])]),
    ("scatter_reduce.two(t0, 0, t1, t2, 'mean')", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["B"])]),
    ("index_fill.int_Scalar(t0, 0, t1, 9007199254740993)", [("i64", [1], [1]), ("i64", [1], [0])]),
    ("index_add.default(t0, 0, t1, t2)", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["A"])]),
    ("index_copy.default(t0, 0, t1, t2)", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["B"])]),
    ("index_put.default(t0, [t1], t2, True)", [("i64", [1], [1]), ("i64", [1], [0]), ("i64", [1], ["A"])]),
    ("index_select.default(t0, 0, t1)", [("i64", [1], ["B"]), ("i64", [1], [0])]),
    ("gather.default(t0, 0, t1)", [("i64", [1], ["B"]), ("i64", [1], [0])]),
    ("take.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [0])]),
    ("constant_pad_nd.default(t0, [1, 1], 9007199254740993)", [("i64", [1], ["B"])]),
    ("mm.default(t0, t1)", [("i64", [1, 1], ["B"]), ("i64", [1, 1], [1])]),
    ("bmm.default(t0, t1)", [("i64", [1, 1, 1], ["B"]), ("i64", [1, 1, 1], [1])]),
    ("mv.default(t0, t1)", [("i64", [1, 1], ["B"]), ("i64", [1], [1])]),
    ("dot.default(t0, t1)", [("i64", [2], ["A", 1]), ("i64", [2], [1, 1])]),
    ("addmm.default(t0, t1, t2)", [("i64", [1, 1], [1]), ("i64", [1, 1], ["A"]), ("i64", [1, 1], [1])]),
    ("abs.default(t0)", [("i64", [2], ["B", "-B"])]),
    ("neg.default(t0)", [("i64", [1], ["B"])]),
    ("sign.default(t0)", [("i64", [1], ["-B"])]),
    ("square.default(t0)", [("i64", [1], [94906267])]),
    ("pow.Tensor_Scalar(t0, 1)", [("i64", [1], ["B"])]),
    ("pow.Tensor_Scalar(t0, 34)", [("i64", [1], [3])]),
    ("pow.Tensor_Scalar(t0, 2)", [("i64", [1], [94906267])]),
    ("pow.Tensor_Scalar(t0, 3)", [("i64", [1], [208065])]),
    ("pow.Tensor_Tensor(t0, t1)", [("i64", [1], [3]), ("i64", [1], [34])]),
    ("pow.Scalar(3, t0)", [("i64", [1], [34])]),
    ("addcmul.default(t0, t1, t2)", [("i64", [1], ["B"]), ("i64", [1], [1]), ("i64", [1], [2])]),
    ("addcmul.default(t0, t1, t2, value=3)", [("i64", [1], ["B"]), ("i64", [1], [1]), ("i64", [1], [2])]),
    ("bitwise_and.Scalar(t0, 3)", [("i64", [1], ["B"])]),
    ("bitwise_or.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [2])]),
    ("bitwise_xor.Scalar(t0, 2)", [("i64", [1], ["B"])]),
    ("bitwise_not.default(t0)", [("i64", [1], ["B"])]),
    ("bitwise_left_shift.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [3])]),
    ("bitwise_right_shift.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("__lshift__.Scalar(t0, 2)", [("i64", [1], ["B"])]),
    ("__rshift__.Scalar(t0, 1)", [("i64", [1], ["B"])]),
    ("gcd.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["B"])]),
    ("item.default(t0)", [("i64", [1], ["B"])]),
    ("_local_scalar_dense.default(t0)", [("i64", [1], ["B"])]),
    ("searchsorted.Tensor(t0, t1)", [("i64", [3], ["A", "B", "C"]), ("i64", [1], ["B"])]),
    ("searchsorted.Scalar(t0, 9007199254740993)", [("i64", [3], ["A", "B", "C"])]),
    ("bucketize.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [3], ["A", "B", "C"])]),
    ("bucketize.Tensor(t0, t1, right=True)", [("i64", [1], ["B"]), ("i64", [3], ["A", "B", "C"])]),
    ("isin.Tensor_Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["A"])]),
    ("isin.Tensor_Scalar(t0, 9007199254740992)", [("i64", [1], ["B"])]),
    ("isin.Scalar_Tensor(9007199254740993, t0)", [("i64", [1], ["A"])]),
    ("diff.default(t0)", [("i64", [2], ["A", "B"])]),
    ("nonzero.default(t0)", [("i64", [2], ["A", 0])]),
    ("count_nonzero.default(t0)", [("i64", [2], ["A", 0])]),
    ("any.default(t0)", [("i64", [2], ["A", 0])]),
    ("_to_copy.default(t0, dtype=torch.float64)", [("i64", [1], ["B"])]),
    ("_to_copy.default(t0, dtype=torch.float32)", [("i64", [1], ["B"])]),
    ("_to_copy.default(t0, dtype=torch.int32)", [("i64", [1], ["B"])]),
    ("_to_copy.default(t0, dtype=torch.int64)", [("f64", [2], [1e300, -1e300])]),
    ("true_divide.Tensor(t0, 1)", [("i64", [1], ["B"])]),
    ("div.Tensor(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["B"])]),
    ("mean.default(t0, dtype=torch.float64)", [("i64", [2], ["B", "B"])]),
    ("add.Tensor(t0, 9007199254740993)", [("f64", [1], [0])]),
    ("mul.Tensor(t0, 9007199254740993)", [("f64", [1], [1])]),
    ("linspace.default(0, 9007199254740994, 3, dtype=torch.int64)", []),
    ("tril.default(t0)", [("i64", [1, 1], ["B"])]),
    ("roll.default(t0, [1])", [("i64", [1], ["B"])]),
    ("flip.default(t0, [0])", [("i64", [1], ["B"])]),
    ("repeat.default(t0, [2])", [("i64", [1], ["B"])]),
    ("repeat_interleave.self_int(t0, 2)", [("i64", [1], ["B"])]),
    ("cat.default([t0, t1])", [("i64", [1], ["B"]), ("i64", [1], ["C"])]),
    ("stack.default([t0, t1])", [("i64", [1], ["B"]), ("i64", [1], ["C"])]),
    ("logical_not.default(t0)", [("i64", [1], ["B"])]),
    ("trace.default(t0)", [("i64", [1, 1], ["B"])]),
    ("outer.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("kron.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], [1])]),
    ("cross.default(t0, t1)", [("i64", [3], ["B", 0, 0]), ("i64", [3], [0, 1, 0])]),
    ("max_pool1d.default(t0, [1])", [("i64", [1, 1], ["B"])]),
    ("max_pool2d_with_indices.default(t0, [1, 1])", [("i64", [1, 1, 1], ["B"])]),
    ("embedding.default(t0, t1)", [("i64", [1, 1], ["B"]), ("i64", [1], [0])]),
    ("bincount.default(t0)", [("i64", [1], ["M"])]),
    ("histc.default(t0, 2)", [("i64", [2], [1, 2])]),
    ("one_hot.default(t0)", [("i64", [1], ["M"])]),
    ("one_hot.default(t0, 3)", [("i64", [1], ["M"])]),
    ("nll_loss.default(t0, t1)", [("f32", [1, 3], [0, 1, 2]), ("i64", [1], ["M"])]),
    (
        "nll_loss2d_forward.default(t0, t1, None, 1, -100)",
        [("f32", [1, 3, 1, 1], [0, 1, 2]), ("i64", [1, 1, 1], ["M"])],
    ),
    ("repeat_interleave.Tensor(t0)", [("i64", [1], ["M"])]),
    (
        "embedding_bag.default(t0, t1, t2)",
        [("f32", [2, 3], [0, 0, 0, 0, 0, 0]), ("i64", [2], [0, 1]), ("i64", [2], [0, "M"])],
    ),
    ("index_add.default(t0, 0, t1, t2)", [("f32", [3], [0, 0, 0]), ("i64", [1], ["M"]), ("f32", [1], [1])]),
    ("index.Tensor(t0, [t1])", [("f32", [3], [0, 0, 0]), ("i64", [1], ["-M"])]),
    ("index_select.default(t0, 0, t1)", [("f32", [3], [0, 0, 0]), ("i64", [1], ["M"])]),
    ("gather.default(t0, 0, t1)", [("f32", [3], [0, 0, 0]), ("i64", [1], ["M"])]),
    ("scatter.value(t0, 0, t1, 1)", [("f32", [3], [0, 0, 0]), ("i64", [1], ["M"])]),
    ("take.default(t0, t1)", [("f32", [3], [0, 0, 0]), ("i64", [1], ["M"])]),
    ("embedding.default(t0, t1)", [("f32", [3, 1], [0, 0, 0]), ("i64", [1], ["M"])]),
    ("multi_margin_loss.default(t0, t1)", [("f32", [1, 3], [0, 1, 2]), ("i64", [1], ["M"])]),
    ("cross_entropy_loss.default(t0, t1)", [("f32", [1, 3], [0, 1, 2]), ("i64", [1], ["-M"])]),
    ("full.default([2], 1e300, dtype=torch.int64)", []),
    ("fill.Scalar(t0, 1e300)", [("i64", [1], [0])]),
    ("masked_fill.Scalar(t0, t1, 1e300)", [("i64", [1], [0]), ("b8", [1], [True])]),
    ("abs.default(t0)", [("i64", [1], ["-M"])]),
    ("neg.default(t0)", [("i64", [1], ["-M"])]),
    ("floor_divide.default(t0, t1)", [("i64", [1], ["-M"]), ("i64", [1], [-1])]),
    ("remainder.Tensor(t0, t1)", [("i64", [1], ["-M"]), ("i64", [1], [-1])]),
    ("add.Tensor(t0, 1)", [("i64", [1], ["M"])]),
    ("mul.Tensor(t0, 3)", [("i64", [1], ["M"])]),
    ("sum.default(t0)", [("i64", [2], ["M", "M"])]),
    ("cumsum.default(t0, 0)", [("i64", [2], ["M", "M"])]),
    ("diff.default(t0)", [("i64", [2], ["-M", "M"])]),
    ("bitwise_left_shift.Tensor(t0, t1)", [("i64", [1], ["M"]), ("i64", [1], [64])]),
    ("bitwise_right_shift.Tensor(t0, t1)", [("i64", [1], ["-M"]), ("i64", [1], [70])]),
    ("bitwise_left_shift.Tensor(t0, t1)", [("i64", [1], ["M"]), ("i64", [1], [-1])]),
    ("lcm.default(t0, t1)", [("i64", [1], ["B"]), ("i64", [1], ["C"])]),
    ("gcd.default(t0, t1)", [("i64", [1], ["-M"]), ("i64", [1], ["-M"])]),
    ("arange.start(9007199254740993, 9007199254740996, dtype=torch.float64)", []),
    ("arange.start(9007199254740993, 9007199254740996, dtype=torch.int64)", []),
    ("arange.start_step(9007199254740996, 9007199254740993, -1)", []),
    ("sum.dim_IntList(t0, [0], True)", [("i64", [2], ["A", 1])]),
    ("sort.default(t0, 0)", [("i64", [2, 2], ["C", "A", "B", "B"])]),
]


def shown(value):
    if isinstance(value, torch.Tensor):
        return {"dtype": str(value.dtype)[6:], "data": [shown(one) for one in value.reshape(-1).tolist()]}
    if isinstance(value, (tuple, list)):
        return [shown(one) for one in value]
    return str(value) if type(value) is int else value


def result(call, inputs):
    names = {f"t{i}": one for i, one in enumerate(inputs)}
    name, overload, arguments = re.fullmatch(r"(\w+)\.(\w+)\((.*)\)", call).groups()
    function = getattr(getattr(torch.ops.aten, name), overload)
    try:
        return shown(eval(f"f({arguments})", {"f": function, "torch": torch, **names}))
    except Exception as error:
        return {"error": str(error).split("\n")[0]}


def main():
    rows = []
    for call, inputs in CASES:
        # PyTorch 2.6 ends with SIGFPE at INT64_MIN / -1.
        traps = call.startswith(("floor_divide", "remainder")) and inputs[0][2] == ["-M"]
        if traps and torch.__version__.startswith("2.6"):
            continue
        values = [(dtype, shape, [NAMED.get(one, one) for one in data]) for dtype, shape, data in inputs]
        tensors = [torch.tensor(data, dtype=DTYPES[dtype]).reshape(shape) for dtype, shape, data in values]
        written = [{"dtype": d, "shape": s, "data": [str(x) if d == "i64" else x for x in v]} for d, s, v in values]
        rows.append({"call": call, "inputs": written, "result": result(call, tensors)})
    with open(sys.argv[1], "w") as file:
        lines = ",\n".join(json.dumps(row) for row in rows)
        file.write(f'{{"torch": "{torch.__version__}", "rows": [\n{lines}\n]}}\n')


main()
