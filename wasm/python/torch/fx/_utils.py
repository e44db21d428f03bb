"""`torch.fx._utils`: texts of graphs for logs."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

__all__ = ["first_call_function_nn_module_stack", "lazy_format_graph_code"]


class _Text:
    """The text of a graph, made when somebody reads it."""

    def __init__(self, name: str, gm: Any) -> None:
        self.name = name
        self.gm = gm

    def __str__(self) -> str:
        return f"{self.name}\n{self.gm.print_readable(print_output=False)}\n"


def lazy_format_graph_code(name: str, gm: Any, maybe_id: int | None = None, **_: Any) -> Any:
    return _Text(name, gm)


def first_call_function_nn_module_stack(graph: Any) -> dict[str, Any] | None:
    """Of the first call that has one."""
    for node in graph.nodes:
        if node.op == "call_function" and "nn_module_stack" in node.meta:
            return node.meta["nn_module_stack"]
    return None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx._utils", name, __all__)
