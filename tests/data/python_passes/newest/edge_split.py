"""A graph of edge operators that is divided: the nodes of the parts are called as edge operators are."""

from torch.fx.passes.split_module import split_module


def divide(graph_module):
    calls = [node for node in graph_module.graph.nodes if node.op == "call_function"]
    first = set(calls[: len(calls) // 2])
    return split_module(graph_module, graph_module, lambda node: 0 if node in first else 1)
