import torch


def hoist(gm):
    """Constructors before everything else."""
    graph = gm.graph
    first = next(node for node in graph.nodes if node.op != "placeholder")
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target in (torch.ops.aten.full.default, torch.ops.aten.zeros.default):
            if node is not first:
                first.prepend(node)
    out = graph.output_node()
    print(out.prev, out.args, [node.name for node in graph.nodes])
    last = out.prev
    first.append(last) if len(last.all_input_nodes) == 0 else None
    graph.lint()
    return gm
