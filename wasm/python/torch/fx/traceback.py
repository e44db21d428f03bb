"""`torch.fx.traceback`: metadata that nodes get while other nodes are run."""

from __future__ import annotations

import contextlib
import copy
import enum
from typing import Any, Iterator

from torch._missing import missing
from torch.fx.proxy import _CURRENT

__all__ = [
    "NodeSource",
    "NodeSourceAction",
    "format_stack",
    "get_current_meta",
    "has_preserved_node_meta",
    "preserve_node_meta",
    "set_current_meta",
    "set_stack_trace",
]

_PRESERVING = [False]


class NodeSourceAction(str, enum.Enum):
    """What a pass did to a node."""

    CREATE = "create"
    REPLACE = "replace"


class NodeSource:
    """The node that another one came from."""

    class NodeInfo:
        def __init__(self, name: str, target: str, graph_id: int) -> None:
            self.name = name
            self.target = target
            self.graph_id = graph_id

    def __init__(self, node: Any, pass_name: str = "", action: Any = None) -> None:
        self.pass_name = pass_name
        self.action = action
        self.node_info = None if node is None else self.NodeInfo(node.name, str(node.target), id(node.graph))
        self.from_node = [] if node is None else copy.copy(dict.get(node.meta, "from_node", []))

    @property
    def name(self) -> str:
        return self.node_info.name if self.node_info else ""

    @property
    def target(self) -> str:
        return self.node_info.target if self.node_info else ""

    @property
    def graph_id(self) -> int:
        return self.node_info.graph_id if self.node_info else -1


@contextlib.contextmanager
def preserve_node_meta() -> Iterator[None]:
    before, _PRESERVING[0] = _PRESERVING[0], True
    _CURRENT.append(dict(_CURRENT[-1] or {}))
    try:
        yield
    finally:
        _PRESERVING[0] = before
        _CURRENT.pop()


@contextlib.contextmanager
def set_current_meta(node: Any, pass_name: str = "") -> Iterator[None]:
    """What is made within has the metadata of this node."""
    if not (_PRESERVING[0] and node.meta):
        yield
        return
    _CURRENT.append({**node.meta, "from_node": [NodeSource(node, pass_name, NodeSourceAction.CREATE)]})
    try:
        yield
    finally:
        _CURRENT.pop()


def get_current_meta() -> dict[str, Any]:
    return _CURRENT[-1] or {}


def set_stack_trace(stack: list[str]) -> None:
    if _PRESERVING[0] and stack and _CURRENT[-1] is not None:
        _CURRENT[-1]["stack_trace"] = "".join(stack)


def has_preserved_node_meta() -> bool:
    return _PRESERVING[0]


def format_stack() -> list[str]:
    trace = get_current_meta().get("stack_trace", "") if _PRESERVING[0] else ""
    return [trace]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.traceback", name, __all__)
