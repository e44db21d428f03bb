"""Sources for record_exports.py: operators that PyTorch 2.14 takes apart in other ways than 2.6, calls of operators by
their names, symbols of strict capture.

decomposed_sources.py OUT.jsonl.gz. Recorded as data/decomposed_2.6.jsonl.gz and decomposed_2.14.jsonl.gz."""

import gzip
import json
import sys

X = ["f32[2, 3]"]
QKV = ["f32[2, 4, 5, 8]", "f32[2, 4, 6, 8]", "f32[2, 4, 6, 8]"]
ATTEND = "F.scaled_dot_product_attention(q, k, v{})"
# Name: the arguments of forward, their values, what it returns.
CASES = {
    "selu": ("x", X, "F.selu(x)"),
    "elu": ("x", X, "F.elu(x, 0.5)"),
    "selu_layer": ("x", X, "F.alpha_dropout(F.selu(x * 2), 0.5, False)"),
    "one_hot": ("x", ["i64[4]"], "F.one_hot(x, 5)"),
    "one_hot_rows": ("x", ["i64[2, 3]"], "F.one_hot(x, num_classes=4).float().sum(1)"),
    "attend_rows": ("q, k, v", ["f32[5, 8]", "f32[6, 8]", "f32[6, 8]"], ATTEND.format("")),
    "attend_three": ("q, k, v", ["f32[2, 5, 8]", "f32[2, 6, 8]", "f32[2, 6, 8]"], ATTEND.format("")),
    "attend_three_causal": (
        "q, k, v",
        ["f32[2, 5, 8]", "f32[2, 6, 8]", "f32[2, 6, 8]"],
        ATTEND.format(", is_causal=True"),
    ),
    "attend_three_masked": (
        "q, k, v, m",
        ["f32[2, 5, 8]", "f32[2, 6, 8]", "f32[2, 6, 8]", "b8[5, 6]"],
        ATTEND.format(", attn_mask=m"),
    ),
    "attend_five": ("q, k, v", ["f32[2, 2, 4, 5, 8]", "f32[2, 2, 4, 6, 8]", "f32[2, 2, 4, 6, 8]"], ATTEND.format("")),
    "attend": ("q, k, v", QKV, ATTEND.format("")),
    "attend_causal": ("q, k, v", QKV, ATTEND.format(", is_causal=True")),
    "attend_scaled": ("q, k, v", QKV, ATTEND.format(", scale=0.5")),
    "attend_other_width": ("q, k, v", [*QKV[:2], "f32[2, 4, 6, 7]"], ATTEND.format("")),
    "attend_other_width_causal": ("q, k, v", [*QKV[:2], "f32[2, 4, 6, 7]"], ATTEND.format(", is_causal=True")),
    "attend_other_width_masked": (
        "q, k, v, m",
        [*QKV[:2], "f32[2, 4, 6, 7]", "b8[5, 6]"],
        ATTEND.format(", attn_mask=m"),
    ),
    "attend_grouped": (
        "q, k, v",
        ["f32[2, 4, 5, 8]", "f32[2, 2, 5, 8]", "f32[2, 2, 5, 8]"],
        ATTEND.format(", enable_gqa=True"),
    ),
    "attend_grouped_causal": (
        "q, k, v",
        ["f32[2, 4, 5, 8]", "f32[2, 2, 5, 8]", "f32[2, 2, 5, 8]"],
        ATTEND.format(", is_causal=True, enable_gqa=True"),
    ),
    "eye": ("x", X, "torch.eye(3) + x[0]"),
    "eye_integers": ("x", X, "torch.eye(3, dtype=torch.int32)"),
    "eye_booleans": ("x", X, "torch.eye(3, 4, dtype=torch.bool)"),
    "eye_wide": ("x", X, "torch.eye(2, 300)"),
    "norm_of_all": ("x", X, "torch.linalg.vector_norm(x)"),
    "norm_of_one": ("x", ["f32[2, 1]"], "torch.linalg.vector_norm(x, dim=1)"),
    "norm_of_one_kept": ("x", ["f32[2, 1]"], "torch.linalg.vector_norm(x, dim=1, keepdim=True)"),
    "norm_of_single": ("x", ["f32[1, 1]"], "torch.linalg.vector_norm(x)"),
    "normalized_one": ("x", ["f32[2, 1]"], "F.normalize(x, dim=1)"),
    "counted": ("x", X, "torch.count_nonzero(x, dim=1)"),
    "counted_pair": ("x", X, "torch.count_nonzero(x, (0, 1))"),
    "pooled_with_places": ("x", ["f32[2, 3, 8]"], "F.max_pool1d(x, 2, return_indices=True)"),
    "pooled_with_places_wide": ("x", ["f32[3, 9]"], "F.max_pool1d(x, 3, 2, 1, 1, True, return_indices=True)"),
    "shuffled_one": ("x", ["f32[2, 4, 3, 3]"], "F.channel_shuffle(x, 1)"),
    "shuffled": ("x", ["f32[2, 4, 3, 3]"], "F.channel_shuffle(x, 2)"),
    "by_name_full": ("x", X, "torch.ops.aten.full([2, 3], 1.5) + x"),
    "by_name_full_placed": ("x", X, "torch.ops.aten.full([2, 3], 2, dtype=torch.float32, pin_memory=False) + x"),
    "by_name_zeros": ("x", X, "torch.ops.aten.zeros([3]) + torch.ops.aten.ones_like(x)"),
    "by_name_new": ("x", X, "torch.ops.aten.new_full(x, (3,), 2) + torch.ops.aten.new_ones(x, [3])"),
    "by_name_arange": ("x", X, "torch.ops.aten.arange(3) + x"),
    "by_name_scalar": ("x", X, "torch.ops.aten.scalar_tensor(1, dtype=torch.int32) + x"),
    "by_name_norm": ("x", X, "torch.ops.aten.norm(x, 3.0, [0]) + torch.ops.aten.norm(x)"),
    "by_name_triangle": ("x", X, "torch.ops.aten.triu_indices(4, 3, 1)"),
    "by_name_split": ("x", X, "torch.ops.aten.split(x, 1)[0] + torch.ops.aten.chunk(x, 2)[1]"),
    "by_name_reduced": ("x", X, "torch.ops.aten.max(x, 0)[0] + torch.ops.aten.std(x) + torch.ops.aten.squeeze(x, 0)"),
    "pinned_arange": ("x", X, "torch.arange(3, pin_memory=False) + x"),
    "pinned_full": ("x", X, "torch.full((3,), 2.0, pin_memory=False, dtype=torch.float64)"),
    "mish": ("x", X, "F.mish(x)"),
    "softplus": ("x", X, "F.softplus(x, 2)"),
    "nan_to_num": ("x", X, "torch.nan_to_num(x, 0.5, 2.0, -2.0)"),
    "kl_div": ("x, y", [*X, *X], "F.kl_div(x, y, reduction='batchmean')"),
    "step": ("x, y", [*X, "f32[3]"], "torch.heaviside(x, y)"),
    "cosine": ("x, y", [*X, *X], "F.cosine_similarity(x, y)"),
    "cosine_narrow": ("x, y", ["f64[2, 3]", "f64[3]"], "F.cosine_similarity(x, y, dim=-1, eps=1e-4)"),
    "swapped_with_itself": ("x", X, "x.swapaxes(0, 0) + x.transpose(1, -1)"),
    "places_by_axis": ("x", X, "torch.nonzero(x, as_tuple=True)[1] * 2"),
    "places_where": ("x", X, "torch.where(x > 0)"),
    "told_number": ("x", ["i64[]"], "torch.zeros(3) + x.item()"),
    "told_numbers": ("x", ["i64[2]"], "torch.zeros(3) + x[0].item() * x[1].item()"),
    "found_places": ("x", X, "torch.nonzero(x)"),
    "found_values": ("x", X, "x[x > 0], torch.nonzero(x > 1)"),
    "counted_values": ("x", ["i64[4]"], "torch.bincount(x)"),
}

SOURCE = """\
import torch
from torch import nn
import torch.nn.functional as F


class M(nn.Module):
    def forward(self, {}):
        return {}
"""

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, (arguments, inputs, value) in CASES.items():
        row = {"name": "decomposed_" + name, "source": SOURCE.format(arguments, value), "inputs": inputs}
        f.write((json.dumps(row) + "\n").encode())
