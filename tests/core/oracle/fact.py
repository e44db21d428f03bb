"""What the scripts of facts share: the table of facts, and small helpers."""

import operator

import torch
from torch import fx
import torch._higher_order_ops.wrap  # noqa: F401
import torch.export  # noqa: F401

facts = {"torch": torch.__version__}
aten = torch.ops.aten


def fact(title, value):
    facts[title] = value


def names(nodes):
    return [n.name for n in nodes]


def error(f):
    try:
        f()
    except Exception as e:  # noqa: BLE001
        return {"type": type(e).__name__, "message": str(e)}
    return None


def small():
    g = fx.Graph()
    x = g.placeholder("x")
    a = g.call_function(operator.add, (x, 1))
    b = g.call_function(operator.mul, (a, x))
    return g, x, a, b
