"""`executorch.exir.passes`: what files of passes use of it."""

from __future__ import annotations

from torch.fx.graph_module import GraphModule
from torch.fx.passes.infra.pass_base import PassResult

__all__ = ["dead_code_elimination_pass"]


def dead_code_elimination_pass(graph_module: GraphModule) -> PassResult:
    """Takes out what nobody uses, here and in the graphs below."""
    for module in graph_module.modules():
        if isinstance(module, GraphModule):
            module.graph.eliminate_dead_code()
            module.recompile()
    return PassResult(graph_module, True)
