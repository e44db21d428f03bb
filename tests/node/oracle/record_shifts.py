"""What PyTorch gives for shifts of integers, in all their forms and dtypes.

python3 -B tests/node/oracle/record_shifts.py OUT.json
"""

import json
import sys

import torch

DTYPES = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool, torch.float32, torch.float16]
VALUES = [0, 1, 3, 100, 127, 255, -1, -7, -128, 32767, -32768, 2**31 - 1, -(2**31), 2**53 - 1]
DISTANCES = [0, 1, 2, 7, 8, 15, 31, 33, 63, 64, -1, 5, 3, 4]
CALLS = [
    "torch.ops.aten.__lshift__.Tensor(x, y)",
    "torch.ops.aten.__rshift__.Tensor(x, y)",
    "torch.ops.aten.bitwise_left_shift.Tensor(x, y)",
    "torch.ops.aten.bitwise_right_shift.Tensor(x, y)",
    "torch.ops.aten.bitwise_left_shift_.Tensor(x, y)",
]
for n in (0, 1, 5, 40, 70, -2):
    CALLS += [
        f"torch.ops.aten.__lshift__.Scalar(x, {n})",
        f"torch.ops.aten.__rshift__.Scalar(x, {n})",
        f"torch.ops.aten.bitwise_left_shift.Tensor_Scalar(x, {n})",
        f"torch.ops.aten.bitwise_right_shift.Tensor_Scalar(x, {n})",
        f"torch.ops.aten.bitwise_left_shift.Scalar_Tensor({n}, y)",
        f"torch.ops.aten.bitwise_right_shift.Scalar_Tensor({n}, y)",
        f"torch.ops.aten.bitwise_right_shift_.Tensor_Scalar(x, {n})",
    ]


def fitting(values, dtype):
    if dtype == torch.bool:
        return [v % 2 for v in values]
    if dtype.is_floating_point:
        return [float(v % 50) for v in values]
    info = torch.iinfo(dtype)
    return [v if info.min <= v <= info.max else v % 100 for v in values]


def row(call, left, right):
    x, y = fitting(VALUES, left), fitting(DISTANCES, right)
    out = {"call": call, "x": [str(left)[6:], x], "y": [str(right)[6:], y]}
    try:
        got = eval(call, {"torch": torch, "x": torch.tensor(x, dtype=left), "y": torch.tensor(y, dtype=right)})
        out["result"] = [str(got.dtype)[6:], [str(int(v)) for v in got.tolist()]]
    except Exception as error:
        out["error"] = str(error)
    return out


pairs = [(d, d) for d in DTYPES] + [
    (torch.int32, torch.int64),
    (torch.uint8, torch.int8),
    (torch.int64, torch.int16),
    (torch.int32, torch.float32),
    (torch.bool, torch.int64),
]
rows = [row(call, left, right) for left, right in pairs for call in CALLS]
with open(sys.argv[1], "w") as file:
    file.write('{"pytorch": "%s", "rows": [\n' % torch.__version__.split("+")[0])
    file.write(",\n".join(json.dumps(r) for r in rows))
    file.write("\n]}\n")
