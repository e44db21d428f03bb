"""Records which overload PyTorch calls of functions of linear algebra that take tolerances or orders, and what it gives.

record_linalg_calls.py OUT.json, with each version: data/linalg_calls_2.6.json and linalg_calls_2.14.json.

A row has call (of a tensor `x` and a number `t` in a tensor), targets (of torch.export.export, non-strict; the same if
strict) or error; of each of the inputs, named by sizes, values or the error."""

import json
import logging
import sys
import warnings

import torch

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

CALLS = """matrix_rank(x)
matrix_rank(x, tol=0.1)
matrix_rank(x, 0.1)
matrix_rank(x, t)
matrix_rank(x, tol=t)
matrix_rank(x, atol=0.1)
matrix_rank(x, rtol=0.1)
matrix_rank(x, atol=0.1, rtol=0.2)
matrix_rank(x, atol=t)
matrix_rank(x, rtol=t)
matrix_rank(x, atol=t, rtol=t)
matrix_rank(x, atol=None)
matrix_rank(x, hermitian=True)
matrix_rank(x, rtol=None, hermitian=True)
pinv(x)
pinv(x, 0.1)
pinv(x, t)
pinv(x, rcond=t)
pinv(x, rcond=0.1)
pinv(x, atol=0.1)
pinv(x, rtol=0.1)
pinv(x, atol=t)
pinv(x, rtol=t)
pinv(x, atol=0.1, rtol=0.2)
pinv(x, atol=t, rtol=t)
pinv(x, rtol=None)
pinv(x, hermitian=True)
pinv(x, t, True)
cond(x)
cond(x, 1)
cond(x, -1)
cond(x, -2)
cond(x, float("inf"))
cond(x, "fro")
cond(x, "nuc")
cond(x, 3)
cond(x, "xx")
matrix_norm(x)
matrix_norm(x, 2)
matrix_norm(x, -2)
matrix_norm(x, 1)
matrix_norm(x, -1)
matrix_norm(x, float("inf"))
matrix_norm(x, "nuc")
norm(x)
norm(x, 2)
norm(x, "nuc")
svdvals(x)""".split("\n")
SIZES = [[3, 3], [2, 4], [2, 3, 3], [0, 0], [0, 3], [3, 0], [2, 0, 3], [0, 3, 3]]


def filled(sizes):
    count = torch.Size(sizes).numel()
    return torch.tensor([((i * i * 5 + 3) % 13 - 6) / 4 for i in range(count)]).reshape(sizes)


def message(error):
    return [type(error).__name__, str(error).split("\n")[0]]


def targets(function, x, t, strict):
    class Call(torch.nn.Module):
        def forward(self, x, t):
            return function(x, t)

    nodes = torch.export.export(Call(), (x, t), strict=strict).graph.nodes
    return [str(node.target) for node in nodes if node.op == "call_function"]


def row(call):
    function, t = eval("lambda x, t: torch.linalg." + call, {"torch": torch}), torch.tensor(0.25)
    out = {"call": call, "values": {}}
    try:
        out["targets"] = targets(function, filled([3, 3]), t, False)
        assert out["targets"] == targets(function, filled([3, 3]), t, True)
    except (RuntimeError, ValueError) as error:
        out["error"] = message(error)
    for sizes in SIZES:
        try:
            value = function(filled(sizes), t)
            data = [v if abs(v) != float("inf") else repr(v) for v in value.flatten().tolist()]
            out["values"][str(sizes)] = {"shape": list(value.shape), "data": data}
        except (RuntimeError, ValueError, IndexError) as error:
            out["values"][str(sizes)] = {"error": message(error)}
    return out


if __name__ == "__main__":
    with open(sys.argv[1], "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(row(call)) for call in CALLS) + "\n]\n")
