from torch.fx import Graph, GraphModule


def twice(gm):
    """The whole graph two times in one."""
    graph = Graph()
    inputs = [node for node in gm.graph.nodes if node.op == "placeholder"]
    shared = {node: graph.placeholder(node.name) for node in inputs}
    for node, made in shared.items():
        made.meta = dict(node.meta)
    first = graph.graph_copy(gm.graph, dict(shared))
    second = graph.graph_copy(gm.graph, dict(shared))
    graph.output((first, second))
    print(graph)
    return GraphModule(gm, graph)
