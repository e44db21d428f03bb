"""`torch.fx.experimental.optimization`: one module in the place of another."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.fx.node import Node

__all__ = ["matches_module_pattern", "replace_node_module"]


def matches_module_pattern(pattern: Any, node: Node, modules: dict[str, Any]) -> bool:
    """Whether a module of the second class is called on what one of the first class gives."""
    if len(node.args) == 0:
        return False
    for kind, one in zip(pattern, (node.args[0], node)):
        if not isinstance(one, Node) or one.op != "call_module" or one.target not in modules:
            return False
        if type(modules[one.target]) is not kind:
            return False
    return True


def replace_node_module(node: Node, modules: dict[str, Any], new_module: Any) -> None:
    assert isinstance(node.target, str)
    path, _, name = node.target.rpartition(".")
    modules[node.target] = new_module
    setattr(modules[path], name, new_module)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.experimental.optimization", name, __all__)
