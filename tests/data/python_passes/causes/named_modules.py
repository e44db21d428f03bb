"""A part of a graph as a module whose class is called as its file says."""

import torch
from torch.fx.passes.utils.common import HolderModule, lift_subgraph_as_module


def lifted(gm):
    part = torch.fx.Graph()
    known = {}
    for node in gm.graph.nodes:
        if node.op == "placeholder":
            known[node] = part.placeholder(node.name)
        elif node.op == "call_function":
            known[node] = part.node_copy(node, lambda one: known[one])
            break
    part.output(known[node])
    made, moved = lift_subgraph_as_module(gm, part, comp_name="part", class_name="Part")
    print(type(made).__name__, isinstance(made, torch.fx.GraphModule), moved, type(HolderModule({})).__name__)
    gm.add_module(type(made).__name__, made)
    inputs = tuple(one for one in gm.graph.nodes if one.op == "placeholder")
    with gm.graph.inserting_before(node):
        call = gm.graph.call_module(type(made).__name__, inputs)
    node.replace_all_uses_with(call)
    gm.graph.erase_node(node)
    gm.recompile()
    return gm
