"""Gives new nodes the values that a mode of its own makes."""

import torch
from torch._subclasses import FakeTensor, FakeTensorMode


def value_of(function, node, *others):
    with FakeTensorMode() as mode:
        was = node.meta["val"]
        given = FakeTensor.from_tensor(torch.empty(was.shape, dtype=was.dtype), mode)
        made = function(given, *others)
        return FakeTensor.from_tensor(torch.empty(made.shape, dtype=made.dtype), mode)


def halved(gm):
    slice_ = torch.ops.aten.slice.Tensor
    for node in list(gm.graph.nodes):
        if node.target not in (torch.ops.aten.relu.default, torch.ops.aten.sin.default):
            continue
        with gm.graph.inserting_after(node):
            first = gm.graph.call_function(slice_, (node, 0, 0, 2))
        first.meta["val"] = value_of(slice_, node, 0, 0, 2)
        with gm.graph.inserting_after(first):
            whole = gm.graph.call_function(torch.ops.aten.sum.dim_IntList, (first, [0], True))
        whole.meta["val"] = value_of(torch.ops.aten.sum.dim_IntList, first, [0], True)
        print(first.meta["val"], whole.meta["val"].shape)
        node.replace_all_uses_with(whole, lambda user, kept=first: user is not kept)
    return gm
