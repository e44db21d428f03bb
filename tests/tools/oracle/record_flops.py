"""What torch.utils.flop_counter counts for calls of operators.

python3 record_flops.py OUT.json
"""

import json
import sys

import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode

CASES = [
    ("torch.ops.aten.mm.default", torch.mm, [(3, 4), (4, 5)], {}),
    ("torch.ops.aten.bmm.default", torch.bmm, [(2, 3, 4), (2, 4, 5)], {}),
    ("torch.ops.aten.linear.default", F.linear, [(2, 7, 4), (5, 4), (5,)], {}),
    ("torch.ops.aten.linear.default", F.linear, [(4,), (5, 4)], {}),
    ("torch.ops.aten.addmm.default", torch.addmm, [(5,), (3, 4), (4, 5)], {}),
    ("torch.ops.aten.baddbmm.default", torch.baddbmm, [(2, 3, 5), (2, 3, 4), (2, 4, 5)], {}),
    ("torch.ops.aten.matmul.default", torch.matmul, [(2, 6, 3, 4), (2, 6, 4, 5)], {}),
    ("torch.ops.aten.matmul.default", torch.matmul, [(2, 3, 4), (4, 5)], {}),
    ("torch.ops.aten.matmul.default", torch.matmul, [(3, 4), (2, 4, 5)], {}),
    ("torch.ops.aten.matmul.default", torch.matmul, [(2, 3, 4), (4,)], {}),
    ("torch.ops.aten.matmul.default", torch.matmul, [(4,), (2, 4, 5)], {}),
    ("torch.ops.aten.dot.default", torch.dot, [(4,), (4,)], {}),
    ("torch.ops.aten.mv.default", torch.mv, [(3, 4), (4,)], {}),
    ("torch.ops.aten.conv1d.default", F.conv1d, [(2, 3, 10), (5, 3, 3)], {}),
    (
        "torch.ops.aten.conv2d.default",
        F.conv2d,
        [(2, 4, 8, 8), (6, 2, 3, 3), (6,)],
        {"groups": 2, "padding": 1, "stride": 2},
    ),
    ("torch.ops.aten.conv2d.default", F.conv2d, [(4, 8, 8), (6, 4, 3, 3)], {}),
    ("torch.ops.aten.conv3d.default", F.conv3d, [(1, 2, 4, 5, 6), (3, 2, 2, 2, 2)], {}),
    ("torch.ops.aten.conv_transpose2d.input", F.conv_transpose2d, [(2, 4, 5, 5), (4, 3, 3, 3)], {"stride": 2}),
    (
        "torch.ops.aten.conv_transpose2d.input",
        F.conv_transpose2d,
        [(2, 4, 5, 5), (4, 3, 3, 3)],
        {"stride": 2, "groups": 2},
    ),
    (
        "torch.ops.aten.scaled_dot_product_attention.default",
        F.scaled_dot_product_attention,
        [(2, 3, 7, 4), (2, 3, 9, 4), (2, 3, 9, 5)],
        {},
    ),
    ("torch.ops.aten.add.Tensor", torch.add, [(3, 4), (3, 4)], {}),
    ("torch.ops.aten.softmax.int", lambda x: F.softmax(x, 1), [(3, 4)], {}),
]

rows = []
for target, call, shapes, options in CASES:
    with FlopCounterMode(display=False) as counter:
        out = call(*[torch.randn(shape) for shape in shapes], **options)
    rows.append({"target": target, "shapes": shapes, "out": list(out.shape), "flops": counter.get_total_flops()})
with open(sys.argv[1], "w") as file:
    json.dump({"torch": torch.__version__.split("+")[0], "rows": rows}, file, indent=1)
    file.write("\n")
