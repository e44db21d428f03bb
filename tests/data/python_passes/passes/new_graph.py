import torch
from torch.fx import Graph, GraphModule


def copy_with_scale(gm, scale: int = 3):
    """A graph of its own: all nodes copied, results scaled."""
    graph = Graph()
    env = {}
    for node in gm.graph.nodes:
        if node.op == "output":
            scaled = [graph.call_function(torch.ops.aten.mul.Tensor, (env[one], scale)) for one in node.args[0]]
            graph.output(tuple(scaled))
        else:
            env[node] = graph.node_copy(node, lambda one: env[one])
    graph.lint()
    return GraphModule(gm, graph)
