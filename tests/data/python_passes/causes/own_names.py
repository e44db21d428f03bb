"""Nodes that are named anew, out of a namespace that a file makes; a placeholder whose default is said to be none."""

import inspect

import torch
from torch.fx.graph import Graph, _Namespace


def rename(gm):
    names = _Namespace()
    for at, node in enumerate(gm.graph.nodes):
        candidate = gm.graph._target_to_str(node.target) if at % 2 else "valueOf"
        node.name = names.create_name(candidate, node)
        print(node.name == names.create_name("other", node))
    gm.graph._graph_namespace = names
    output = gm.graph.output_node()
    with gm.graph.inserting_before(output):
        made = gm.graph.call_function(torch.ops.aten.neg.default, (output.all_input_nodes[0],))
        gm.graph.call_function(torch.ops.aten.neg.default, (made,))
    graph = Graph()
    graph.output(graph.placeholder("x", default_value=inspect.Signature.empty))
    print(graph)
    return gm
