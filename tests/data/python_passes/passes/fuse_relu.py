import torch
from torch.fx import GraphModule


def fuse_relu(gm: GraphModule) -> GraphModule:
    """relu(relu(x)) is relu(x)."""
    for node in list(gm.graph.find_nodes(op="call_function", target=torch.ops.aten.relu.default)):
        inner = node.args[0]
        if isinstance(inner, torch.fx.Node) and inner.target == torch.ops.aten.relu.default:
            node.replace_all_uses_with(inner)
    gm.graph.eliminate_dead_code()
    gm.recompile()
    return gm
