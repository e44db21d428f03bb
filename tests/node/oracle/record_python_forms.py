"""What PyTorch gives for functions that it writes in Python around an operator, Python's own functions of numbers, and
refusals of exec's edges.

python3 -B tests/node/oracle/record_python_forms.py OUT.json"""

import json
import sys

import torch
import torch.nn.functional as F  # noqa: F401

aten = torch.ops.aten
INPUTS = {
    "x": [1.0, 1.0, 2.0, 3.0, 3.0],
    "m": [[float((7 * i + 3 * j) % 11) for j in range(4)] for i in range(4)],
    "a": [[1.0, 2.0], [3.0, -4.0]],
    "i": [0, 2, 1],
}


def inputs():
    given = {k: torch.tensor(v) for k, v in INPUTS.items()}
    given["p"] = given["m"].reshape(1, 1, 4, 4)
    return given


CALLS = """
torch.unique_consecutive(x)
torch.unique_consecutive(x, True)
torch.unique_consecutive(x, return_counts=True)
torch.unique_consecutive(x, True, True)
x.unique_consecutive()
torch.unique(x)
torch.unique(x, True, True)
torch.unique(x, return_counts=True)
torch.unique(x, return_inverse=True, return_counts=True)
x.unique()
F.adaptive_max_pool2d(p, 2)
F.adaptive_max_pool2d(p, 2, True)
F.adaptive_max_pool2d(p, 2, return_indices=True)
F.adaptive_max_pool1d(m, 2)
F.max_pool2d(p, 2)
F.max_pool2d(p, 2, return_indices=False)
F.max_pool2d(p, 2, return_indices=True)
F.max_pool1d(m, 2)
torch.std_mean(x)
torch.var_mean(a, 1)
torch.max(a, 1)
torch.min(a, 0)
torch.median(a, 1)
torch.sort(x)
torch.topk(x, 2)
torch.kthvalue(x, 2)
torch.mode(x)
torch.cummax(x, 0)
torch.aminmax(x)
torch.einsum('ij,jk->ik', a, a)
torch.einsum('ii', a)
torch.einsum('ij,jk', [a, a])
torch.einsum('ij,jk->ik', a, m)
torch.block_diag(a, a)
torch.broadcast_tensors(a, a[0])
torch.cartesian_prod(i, i)
torch.meshgrid(i, i, indexing='ij')
a.T
a.mT
a.H
a.real
a.shape
a.ndim
a.is_complex()
torch.is_floating_point(a)
i.is_floating_point()
i[0].item()
x.item()
a[0, 1].item() * 2
math.sqrt(2)
math.sqrt(-1)
math.exp(1)
math.log(2)
math.log(0)
math.pow(2, 3)
builtins.min([3, 1])
builtins.max([1, 2.5])
builtins.min([])
builtins.max(3, 1, 2)
builtins.round(2.5)
builtins.round(2.567, 2)
builtins.round(x)
aten.item.default(x)
aten._local_scalar_dense.default(i)
aten.zeros.default([4611686018427387904, 4])
aten.full.default([4611686018427387904, 4], 1.0)
""".strip().split("\n")


def recorded(value):
    if isinstance(value, torch.Tensor):
        return {
            "dtype": str(value.dtype)[6:],
            "shape": list(value.shape),
            "data": [str(v) for v in value.flatten().tolist()],
        }
    if isinstance(value, (list, tuple)):
        return [recorded(v) for v in value]
    return repr(value)


rows = []
for call in CALLS:
    try:
        rows.append({"call": call, "result": recorded(eval(call, globals(), inputs()))})
    except Exception as error:  # noqa: BLE001
        rows.append({"call": call, "error": [type(error).__name__, str(error)]})
with open(sys.argv[1], "w") as out:
    json.dump({"inputs": {k: recorded(v) for k, v in inputs().items()}, "rows": rows}, out, indent=0)
