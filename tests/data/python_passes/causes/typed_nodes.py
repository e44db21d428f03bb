"""Types of nodes are read and written; whether a node is of a graph is asked of its table."""

import torch


def typed(gm):
    table = gm.graph._find_nodes_lookup_table
    print(all(node in table for node in gm.graph.nodes))
    for node in list(gm.graph.nodes):
        if node.op == "call_function":
            print(node.type)
            node.type = torch.Tensor
            with gm.graph.inserting_after(node):
                other = gm.graph.call_function(torch.ops.aten.neg.default, (node,), type_expr=int)
            print(node.type is torch.Tensor, other.type is int)
            first = other
            break
    for node in gm.graph.nodes:
        if node.op == "placeholder":
            node.type = float
            print(node.format_node())
            node.type = None
            print(node.format_node())
            node.type = bool
    gm.graph.erase_node(first)
    print(first in table, node in table)
    return gm
