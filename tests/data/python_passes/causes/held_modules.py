"""Modules that get their attributes after they were put into a module with a graph."""

import torch


def hold(gm):
    gm.holder = torch.nn.Module()
    gm.holder.below = torch.nn.Module()
    gm.holder.shift = torch.nn.Parameter(torch.ones(3, 4))
    gm.holder.below.scale = torch.nn.Parameter(torch.ones(3, 4))
    first = next(node for node in gm.graph.nodes if node.op == "call_function")
    with gm.graph.inserting_before(first):
        shift = gm.graph.get_attr("holder.shift")
        scale = gm.graph.get_attr("holder.below.scale")
        both = gm.graph.call_function(torch.ops.aten.mul.Tensor, (shift, scale))
        gm.graph.call_function(torch.ops.aten.add.Tensor, (both, 1))
    return gm
