"""A graph traced by `symbolic_trace`, in which a tensor of numbers becomes an attribute."""

from torch.fx import symbolic_trace


def traced(gm):
    made = symbolic_trace(gm)
    for node in made.graph.nodes:
        print(node.op, node.name, sorted(node.meta))
    gm.graph = made.graph
    for name, value in list(made.named_buffers()):
        print(name, tuple(value.shape))
    gm.recompile()
