"""Two modules of one graph: what it does not name stays with the older."""

import torch
from torch.fx import GraphModule


def names(gm):
    modules = [name for name, _ in gm.named_modules()]
    return modules, [name for name, _ in gm.named_buffers()], [name for name, _ in gm.named_children()]


def shared(gm):
    inner = torch.fx.Graph()
    inner.output(inner.call_function(torch.ops.aten.sin.default, (inner.placeholder("x"),)))
    gm.add_submodule("spare", GraphModule({}, inner))
    gm.register_buffer("left", torch.ones(2))
    other = GraphModule(gm, gm.graph)
    print(names(gm), names(other))
    print(other.graph is gm.graph, hasattr(gm, "spare"), hasattr(other, "spare"), hasattr(other, "left"))
    other.add_submodule("added", GraphModule({}, inner))
    print(names(other), hasattr(other, "added"))
    return gm
