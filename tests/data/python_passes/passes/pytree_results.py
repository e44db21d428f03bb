import torch.utils._pytree as pytree


def results(gm):
    """Arguments as trees."""
    for node in gm.graph.nodes:
        leaves, spec = pytree.tree_flatten((node.args, dict(node.kwargs)))
        print(node.name, leaves, spec.num_leaves)
        doubled = pytree.tree_map(
            lambda one: one * 2 if isinstance(one, int) else str(one), (node.args, dict(node.kwargs))
        )
        print(doubled)
        assert pytree.tree_unflatten(leaves, spec) == (node.args, dict(node.kwargs))
    return gm
