"""The newer of two modules of one graph is the result."""

import torch
from torch.fx import GraphModule


def shared(gm):
    inner = torch.fx.Graph()
    inner.output(inner.call_function(torch.ops.aten.sin.default, (inner.placeholder("x"),)))
    gm.add_submodule("spare", GraphModule({}, inner))
    last = [node for node in gm.graph.nodes if node.op == "call_function"][-1]
    with gm.graph.inserting_after(last):
        read = gm.graph.call_module("spare", (last,))
    other = GraphModule(gm, gm.graph)
    print([name for name, _ in other.named_modules()])
    gm.graph.erase_node(read)
    other = GraphModule(gm, gm.graph)
    print([name for name, _ in other.named_modules()], [name for name, _ in gm.named_modules()])
    print(other.print_readable(print_output=False))
    return other
