"""Parameters of layers that a graph reads by their path."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.seq = nn.Sequential(nn.Linear(4, 3), nn.ReLU())

    def forward(self, x):
        y = F.layer_norm(self.first(x), (4,), self.norm.weight, self.norm.bias)
        z = F.linear(y, self.seq[0].weight)
        x.sum()
        return self.seq(y) + z


def model():
    return Model()


def apply(gm):
    gm.graph.lint()
    gm.graph.eliminate_dead_code()
    for node in gm.graph.nodes:
        if node.op == "call_module" and isinstance(gm.get_submodule(node.target), nn.Linear):
            with gm.graph.inserting_after(node):
                added = gm.graph.call_function(torch.sigmoid, (node,))
            node.replace_all_uses_with(added)
            added.args = (node,)
    gm.graph.lint()
    return gm
