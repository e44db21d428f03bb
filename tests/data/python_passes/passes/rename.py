def rename(gm):
    """Names stay apart."""
    graph = gm.graph
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    for node in nodes:
        node._rename("value")
    print([node.name for node in nodes])
    with graph.inserting_after(nodes[-1]):
        one = graph.create_node(
            "call_function", nodes[-1].target, nodes[-1].args, dict(nodes[-1].kwargs), name="value_1"
        )
        two = graph.call_function(nodes[-1].target, nodes[-1].args, dict(nodes[-1].kwargs))
    print(one, two, one.next is nodes[-1], two.prev, two.next)
    graph.eliminate_dead_code()
    return gm
