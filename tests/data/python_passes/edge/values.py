"""Values of edge graphs: of several results, of the output, of a call, and orders in memory."""

from executorch.exir.dialects._ops import ops as exir_ops


def values(gm):
    for node in gm.graph.nodes:
        if node.op != "call_function":
            continue
        value = node.meta["val"]
        kinds = value if isinstance(value, (tuple, list)) else [value]
        print(node.name, [(tuple(map(str, one.shape)), str(one.dtype)) for one in kinds if hasattr(one, "dtype")])
        if node.target == exir_ops.edge.aten.permute_copy.default:
            with gm.graph.inserting_after(node):
                made = gm.graph.call_function(exir_ops.edge.aten.relu.default, (node,))
            node.replace_all_uses_with(made)
            made.args = (node,)
            made.meta["val"] = made.target(value)
            print(tuple(made.meta["val"].shape))
    gm.recompile()
