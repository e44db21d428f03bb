"""Modules, parameters and functions of torch.nn.functional that torch.fx traces in a pass."""

import torch
import torch.nn.functional as F
from torch import fx, nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size))
        self.register_buffer("shift", torch.zeros(size))
        self.body = nn.Sequential(nn.Linear(size, size), nn.ReLU(), nn.Linear(size, 2, bias=False))

    def forward(self, x, y=1.0):
        return self.body(x * self.weight) + self.weight.sum() * y + self.shift * x + self.shift.mean() + torch.ones(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Block(3)
        self.second = Block(3)
        self.norm = nn.LayerNorm(2)

    def forward(self, x):
        return self.norm(self.first(x) - self.second(x, 2.0))


class Blocks(fx.Tracer):
    def is_leaf_module(self, m, module_qualified_name):
        return isinstance(m, Block)


class Read(fx.Tracer):
    def getattr(self, attr, attr_val, parameter_proxy_cache):
        return attr_val


FIXED = torch.ones(2)


def functions(x, y):
    a = F.softmax(x, -1) + F.layer_norm(x, (2,)) + F.relu6(y, True) + F.dropout(x, 0.1) + F.gelu(y, approximate="tanh")
    b = F.max_pool2d(a, 2), F.max_pool2d(a, 2, return_indices=True), F.pad(a, (1, 1)), F.interpolate(a, scale_factor=2)
    c = F.linear(a, x, y), F.sigmoid(a), F.threshold(a, 1, 2), F.embedding(x, weight=y), F.cross_entropy(x, y)
    d = torch.split(a, 2), torch.norm(a), torch.einsum("ij,jk->ik", [x, y]), torch.meshgrid(x, y), torch.unique(a)
    return b, c, d, FIXED / x, FIXED @ x, FIXED // x, FIXED & y, FIXED < y, FIXED.add(x, alpha=2), F.normalize(x)


def fixed(x: torch.Tensor, size: int, mask=None, *more: int, by: float = 1.0, **others) -> torch.Tensor:
    if mask is not None:
        x = x + mask
    return x * by + more[0] if size > 2 else others["y"] / by


def apply(gm):
    print(fx.symbolic_trace(Net()).code)
    net = Net()
    print(Blocks().trace(net))
    print(Read().trace(net))
    print(fx.Tracer().trace(functions))
    print(fx.symbolic_trace(fixed, concrete_args={"size": 3, "mask": None}).code)
    try:
        fx.Tracer().trace(lambda x: F.relu(x, 1, 2, 3))
    except TypeError as error:
        print(type(error).__name__)
    return fx.symbolic_trace(gm) if type(gm.graph._codegen).__name__ == "CodeGen" else gm
