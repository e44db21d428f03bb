import torch
from torch.fx.node import map_arg


def widen(gm):
    """Arguments in lists, replaced by a map."""
    seen = []
    for node in gm.graph.nodes:
        if node.target == torch.ops.aten.cat.default:
            node.args = ([*node.args[0], node.args[0][0]], *node.args[1:])
        map_arg((node.args, node.kwargs), lambda one: seen.append(one.name) or one)
    print(seen)
    gm.graph.lint()
    return gm
