"""Types of packages that nobody has, in unions; defaults that are tensors; nodes of modules that are put in later."""

import a_package_of_a_backend.numbers as numbers
import torch
from a_package_of_a_backend import types
from torch import fx, nn

Number = int | float | numbers.Number
Kind = types.Kind | None
LIMIT = torch.Tensor([1.0, 2.0])


class Shift(nn.Module):
    def __init__(self, by: torch.Tensor = torch.Tensor((2**16,)), size=torch.Tensor(2, 3)):  # noqa: B008
        super().__init__()
        self.register_buffer("by", by.clone().detach())
        self.size = tuple(size.shape)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.by


def apply(gm):
    print(tuple(LIMIT.shape), LIMIT.dtype, Shift().size, tuple(Shift().by.shape))
    graph = fx.Graph()
    x = graph.placeholder("x")
    called = graph.call_module("shift.inner", (x,))
    graph.output(called)
    holder = nn.Module()
    holder.shift = nn.Module()
    holder.shift.inner = nn.ReLU()
    print(fx.GraphModule(holder, graph).code)
    print(fx.symbolic_trace(Shift()).code)
    node = next(one for one in gm.graph.nodes if one.op == "call_function")
    with gm.graph.inserting_after(node):
        made = gm.graph.create_node("call_module", "later", (node,), {})
    node.replace_all_uses_with(made)
    made.args = (node,)
    gm.add_submodule("later", nn.Sigmoid())
    return gm
