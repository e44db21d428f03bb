"""`torch.fx.passes.graph_transform_observer`: the lines of a `with` in which a graph is edited."""

from __future__ import annotations

from typing import Any, Callable

from torch.fx.graph_module import GraphModule

__all__ = ["GraphTransformObserver"]


class GraphTransformObserver:
    """In PyTorch it draws graphs for whoever asked for logs; nobody does here."""

    def __init__(
        self, gm: GraphModule, passname: str, subsystem: str | None = None, log_url: str | None = None
    ) -> None:
        self.gm = gm
        self.passname = passname
        self.subsystem = subsystem
        self.log_url = log_url
        self.erased_nodes: set[str] = set()
        self.created_nodes: set[str] = set()

    def apply_gm_pass(self, pass_fn: Callable[[GraphModule], Any]) -> Any:
        with self:
            return pass_fn(self.gm)

    def apply_graph_pass(self, pass_fn: Callable[[Any], Any]) -> Any:
        with self:
            return pass_fn(self.gm.graph)

    def on_node_creation(self, node: Any) -> None:
        self.created_nodes.add(node.name)

    def on_node_erase(self, node: Any) -> None:
        self.erased_nodes.add(node.name)

    def __enter__(self) -> "GraphTransformObserver":
        return self

    def __exit__(self, *_: Any) -> None:
        return None
