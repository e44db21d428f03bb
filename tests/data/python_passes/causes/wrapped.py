"""Functions that a trace records and does not go into."""

import math

import torch
import torch.fx
from torch import fx


@fx.wrap
def scaled(x, by=2.0):
    return x * by if x.shape[0] > 2 else x


def sized(x):
    return math.floor(x.shape[0])


torch.fx.wrap("sized")
torch.fx.wrap("len")


def network(x, y):
    return scaled(x, by=3.0) + sized(y) * len(x) + scaled(2.0 if False else y)


def trace(gm):
    traced = torch.fx.symbolic_trace(network)
    print([(node.op, node.name, node.meta.get("is_wrapped", False)) for node in traced.graph.nodes])
    print(traced.graph)
    print(sized(next(iter(gm.graph.nodes)).meta["val"]), len([1, 2]))
    return gm
