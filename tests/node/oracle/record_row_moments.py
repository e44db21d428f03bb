"""Means, scales and largest places that layer_norm and group_norm give in PyTorch, to the last bit.

    python3 -B tests/node/oracle/record_row_moments.py OUT.json

Rows of so many elements are ((i * 7919 + row * 104729) % 2003 - 1001) / 256, or 1.5 + ((i * 31 + row * 17) % 5) *
2**-20 (nearly equal)."""

import json
import sys

import torch

ROWS = 6


def rows(n, near, dtype):
    if near:
        return torch.tensor(
            [[1.5 + ((i * 31 + r * 17) % 5) * 2.0**-20 for i in range(n)] for r in range(ROWS)], dtype=dtype
        )
    return torch.tensor(
        [[((i * 7919 + r * 104729) % 2003 - 1001) / 256 for i in range(n)] for r in range(ROWS)], dtype=dtype
    )


def case(n, near, dtype):
    x = rows(n, near, dtype)
    out = {"n": n, "near": near, "dtype": str(dtype)[6:]}
    y, mean, scale = torch.native_layer_norm(x, (n,), None, None, 1e-5)
    out["layer"] = {
        "mean": mean.reshape(-1).tolist(),
        "scale": scale.reshape(-1).tolist(),
        "places": y.argmax(0).tolist(),
        "largest": int(y.argmax()),
    }
    y, mean, scale = torch.native_group_norm(x.reshape(1, ROWS, n), None, None, 1, ROWS, n, ROWS, 1e-5)
    out["group"] = {
        "mean": mean.reshape(-1).tolist(),
        "scale": scale.reshape(-1).tolist(),
        "places": y[0].argmax(0).tolist(),
        "largest": int(y.argmax()),
    }
    return out


cases = [
    case(n, near, dtype)
    for dtype in (torch.float32, torch.float64)
    for near in (False, True)
    for n in (1, 2, 3, 5, 7, 8, 9, 16, 20, 33, 130, 300, 1000)
]
with open(sys.argv[1], "w") as file:
    file.write(
        '{"pytorch": "%s", "cpu": "%s", "cases": [\n'
        % (torch.__version__.split("+")[0], torch.backends.cpu.get_cpu_capability())
    )
    file.write(",\n".join(json.dumps(c) for c in cases))
    file.write("\n]}\n")
