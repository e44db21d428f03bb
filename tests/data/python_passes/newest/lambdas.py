"""A node that calls a lambda is written by the source of the lambda."""

import torch  # noqa: F401
from torch.ops import aten


def call_lambda(graph_module):
    graph = graph_module.graph
    twice = lambda value, by: aten.mul.Tensor(value, by)  # noqa: E731
    node = next(node for node in graph.nodes if node.target is aten.relu.default)
    with graph.inserting_after(node):
        made = graph.call_function(twice, (node, 2))
    node.replace_all_uses_with(made, delete_user_cb=lambda user: user is not made)
    graph_module.recompile()
    print(graph._len == len(graph.nodes))
    return graph_module
