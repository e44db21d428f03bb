"""A node that is erased keeps its arguments, without the nodes in them."""

import torch


def apply(gm):
    for node in list(gm.graph.nodes):
        if node.op == "call_function" and len(node.users) > 0 and isinstance(node.args[0], torch.fx.Node):
            with gm.graph.inserting_after(node):
                made = gm.graph.call_function(torch.ops.aten.clone.default, (node.args[0],))
            made.meta = node.meta.copy()
            node.replace_all_uses_with(made)
            gm.graph.erase_node(node)
            print(node, node.args, node.kwargs, len(node.users))
            break
    return gm
