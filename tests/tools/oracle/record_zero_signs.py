"""Records the sign of results for zeros of both signs: python3 record_zero_signs.py OUT.json

Each entry: function, dtype, number of elements (0: rank 0), zeros that are all negative or in turns, and the signs
(PyTorch 2.6.0). Functions are as tests/node/zero_signs.test.js names them. Few elements: of many, PyTorch's vector
registers decide which of two equal zeros maximum takes."""

import json
import sys

import torch
import torch.nn.functional as F

FUNCTIONS = {
    "relu": torch.relu,
    "relu_": lambda x: x.clone().relu_(),
    "clamp(0)": lambda x: x.clamp(0.0),
    "clamp(0, 0)": lambda x: x.clamp(0.0, 0.0),
    "clamp(-1, 0)": lambda x: x.clamp(-1.0, 0.0),
    "clamp_max(0)": lambda x: torch.clamp_max(x, 0.0),
    "relu6": F.relu6,
    "maximum(x, 0)": lambda x: torch.maximum(x, torch.zeros_like(x)),
    "maximum(0, x)": lambda x: torch.maximum(torch.zeros_like(x), x),
    "minimum(x, 0)": lambda x: torch.minimum(x, torch.zeros_like(x)),
    "minimum(0, x)": lambda x: torch.minimum(torch.zeros_like(x), x),
    "leaky_relu": F.leaky_relu,
    "elu": F.elu,
    "selu": F.selu,
    "celu": F.celu,
    "threshold": lambda x: F.threshold(x, 0.0, 0.0),
    "hardswish": F.hardswish,
    "hardsigmoid": F.hardsigmoid,
    "softshrink": F.softshrink,
    "hardshrink": F.hardshrink,
    "sign": torch.sign,
    "sgn": torch.sgn,
    "round": torch.round,
    "trunc": torch.trunc,
    "frac": torch.frac,
    "abs": torch.abs,
    "neg": torch.neg,
    "sum": lambda x: x.sum(0, keepdim=True),
    "mean": lambda x: x.mean(0, keepdim=True),
    "cumsum": lambda x: x.cumsum(0),
    "prod": lambda x: x.prod(0, keepdim=True),
    "amax": lambda x: x.amax(0, keepdim=True),
    "silu": F.silu,
    "gelu": F.gelu,
    "nan_to_num": torch.nan_to_num,
    "logsigmoid": F.logsigmoid,
    "fmod": lambda x: torch.fmod(x, 2.0),
    "remainder": lambda x: torch.remainder(x, 2.0),
    "floor_divide": lambda x: torch.floor_divide(x, 2.0),
    "square": torch.square,
    "lerp": lambda x: torch.lerp(x, x, 0.3),
    "addcmul": lambda x: torch.addcmul(x, x, x),
}


def main():
    out = []
    for name, function in FUNCTIONS.items():
        for dtype in ("float32", "float64", "float16", "bfloat16"):
            for count in (0, 1, 3):
                for turns in [False] + [True] * (count > 1):
                    x = torch.full((count,) if count else (), -0.0, dtype=getattr(torch, dtype))
                    if turns:
                        x[::2] = 0.0
                    signs = "".join("-" if bit else "+" for bit in torch.signbit(function(x)).reshape(-1).tolist())
                    out.append([name, dtype, count, turns, signs])
    with open(sys.argv[1], "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in out) + "\n]\n")


main()
