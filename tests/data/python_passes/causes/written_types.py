"""Types of nodes that are classes of PyTorch."""

import torch

TYPES = (torch.Size, torch.dtype, torch.SymInt, torch.nn.parameter.Parameter, torch.layout, torch.Tensor)


def typed(gm):
    calls = [node for node in gm.graph.nodes if node.op == "call_function"]
    for kind in TYPES:
        calls[0].type = kind
        print(str(gm.graph).split("\n")[3].split(" [num_users")[0], calls[0].format_node().split(" [num_users")[0])
    for at, node in enumerate(calls):
        node.type = TYPES[at % len(TYPES)]
    gm.recompile()
    return gm
