import torch


def selective(gm):
    """Only some of the users are moved."""
    node = next(node for node in gm.graph.nodes if len(node.users) > 1)
    with gm.graph.inserting_after(node):
        copy = gm.graph.call_function(torch.ops.aten.clone.default, (node,))
    changed = node.replace_all_uses_with(
        copy, lambda user: user is not copy and user.target != torch.ops.aten.add.Tensor
    )
    print(changed, list(node.users), list(copy.users))
    copy.meta["val"] = node.meta["val"]
    return gm
