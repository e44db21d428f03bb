"""Modules with a size that is a symbol, which record_captures.py asks PyTorch about: where numbers that Python computes
of it stand."""

from torch import randn
from torch.export import Dim

BODIES = {
    "computed_early": "n = x.size(1)\nk = n + 1\ny = x * 2\nreturn y, torch.ones(k)",
    "computed_twice": "n = x.size(1)\nk = (n + 1) - 1\nreturn torch.ones(k), torch.zeros(n + 1)",
    "computed_for_nothing": "n = x.size(1)\nm = n * 2\ny = x * 2\nreturn y",
    "added_to_a_tensor": "n = x.size(1)\nk = n + 1\ny = x + 1\nreturn y, x + k",
    "neighbours": "n = x.size(1)\nreturn x[:, : n - 1] + x[:, 1:]",
    "windows": "n = x.shape[1]\nout = []\nfor i in range(2):\n    out.append(x[:, i: n - 2 + i])\nreturn out",
    "compared_slices": "y = x[:, None, :, :]\nreturn y == 1, x[:, :, 0] == 1",
    "compared_places": "n = x.shape[1]\nreturn x.masked_fill(torch.arange(n)[:, None] > 2, -1.0)",
    "whole_by_number": "n = x.size(1)\nk = n * 2 // 2\nreturn x[:, :k]",
    "heads": "B, T, C = x.size()\nq = x.view(B, T, 2, C // 2).transpose(1, 2)\natt = q @ q.transpose(-2, -1)\nreturn (att @ q).transpose(1, 2).contiguous().view(B, T, C * 1)",
    "longer": "n = x.size(1)\ny = torch.ones(n + 1)\nreturn y[:-1] + y[1:], y.shape[0] * x",
}


def rows():
    out = []
    for name, body in BODIES.items():
        source = "class M(nn.Module):\n    def forward(self, x):\n" + "".join(
            f"        {line}\n" for line in body.split("\n")
        )
        out.append((f"size_{name}", source, (randn(2, 5, 4),), ({1: Dim("t", min=4, max=64)},)))
    return out
