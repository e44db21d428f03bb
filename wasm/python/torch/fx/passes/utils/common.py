"""`torch.fx.passes.utils.common`: a part of a graph as a module of its own."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.nn import Module

__all__ = ["HolderModule", "lift_subgraph_as_module"]


class HolderModule(Module):
    """A module that only holds others."""

    def __init__(self, d: dict[str, Module]) -> None:
        super().__init__()
        for name, module in d.items():
            self.add_module(name, module)


def lift_subgraph_as_module(
    gm: GraphModule, subgraph: Graph, comp_name: str = "", class_name: str = "GraphModule"
) -> tuple[GraphModule, dict[str, str]]:
    """The graph with what it reads and calls of the whole module, at the same paths; and where each is."""
    holder = HolderModule({})
    moved: dict[str, str] = {}
    for node in subgraph.nodes:
        if node.op not in ("call_module", "get_attr"):
            continue
        *parents, leaf = node.target.split(".")
        into: Any = holder
        of: Any = gm
        for name in parents:
            if not hasattr(into, name):
                into.add_module(name, HolderModule({}))
            into, of = getattr(into, name), getattr(of, name)
        setattr(into, leaf, getattr(of, leaf))
        moved[node.target] = f"{comp_name}.{node.target}"
    return GraphModule(holder, subgraph, class_name), moved


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.utils.common", name, __all__)
