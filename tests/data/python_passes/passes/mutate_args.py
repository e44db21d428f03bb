import torch


def mutate(gm):
    """Lists of arguments cannot be changed."""
    cat = next(node for node in gm.graph.nodes if node.target == torch.ops.aten.cat.default)
    print(type(cat.args[0]).__name__, isinstance(cat.args[0], list), cat.args[0][1:])
    cat.args[0].append(cat.args[0][0])
