from collections import Counter


def count_ops(gm):
    """Prints and changes nothing."""
    counts = Counter(str(node.target) for node in gm.graph.nodes if node.op == "call_function")
    for name, count in sorted(counts.items()):
        print(name, count)
    print(len(gm.graph.nodes), [node.name for node in reversed(gm.graph.nodes)])
