"""Edge operators are found by their object and by their name."""

from executorch.exir.dialects._ops import ops as exir_ops
from torch.fx import GraphModule


def swap(gm: GraphModule) -> None:
    for node in gm.graph.nodes:
        if node.target == exir_ops.edge.aten.relu.default:
            node.target = exir_ops.edge.aten.sigmoid.default
        elif node.op == "call_function":
            print(node.target.__name__, node.name)
    gm.recompile()
