def order(gm):
    """Comparisons of nodes, and walks that change what they walk."""
    nodes = list(gm.graph.nodes)
    print(nodes[0] < nodes[-1], nodes[-1] > nodes[1], sorted(reversed(nodes)) == nodes, nodes[2] <= nodes[2])
    walked = []
    for node in gm.graph.nodes:
        walked.append(node.name)
        if node.op == "call_function" and len(walked) < 12:
            with gm.graph.inserting_after(node):
                gm.graph.call_function(node.target, node.args, dict(node.kwargs))
    print(walked)
    gm.graph.eliminate_dead_code()
    print(len(gm.graph.nodes))
    return gm
