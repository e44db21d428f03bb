import torch


def users_order(gm):
    """Users after arguments are assigned, replaced and put back."""
    nodes = {node.name: node for node in gm.graph.nodes}
    for node in gm.graph.nodes:
        print(node, "<-", node.all_input_nodes, "->", list(node.users), len(node.users))
    add = next(node for node in gm.graph.nodes if node.target == torch.ops.aten.add.Tensor)
    first = add.args[0]
    add.args = tuple(add.args)
    print(first, list(first.users))
    add.update_arg(0, next(iter(nodes.values())))
    print(first, list(first.users), add.args)
    add.update_arg(0, first)
    add.replace_input_with(first, next(iter(nodes.values())))
    print(first, list(first.users), add.all_input_nodes, add.format_node())
    add.replace_input_with(next(iter(nodes.values())), first)
    print(first.next, first.prev, add.next.prev is add)
    return gm
