"""What follows from constants alone is folded; the rest, which gives several values, is put in its place."""

import torch
from torch.fx.experimental.const_fold import split_const_subgraphs


def fold(graph_module):
    graph = graph_module.graph
    first = next(node for node in graph.nodes if node.op == "call_function")
    with graph.inserting_before(first):
        made = graph.call_function(torch.ops.aten.full.default, ([1], 2.0))
        made = graph.call_function(torch.ops.aten.exp.default, (made,))
    last = first.args[0]
    with graph.inserting_before(first):
        scaled = graph.call_function(torch.ops.aten.mul.Tensor, (last, made))
    last.replace_all_uses_with(scaled, delete_user_cb=lambda user: user is not scaled)
    return split_const_subgraphs(graph_module)
