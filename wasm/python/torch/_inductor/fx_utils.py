"""`torch._inductor.fx_utils`: the values of nodes, and which of them share memory."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import Tensor
from torch.fx.node import Node
from torch.utils import _pytree as pytree

__all__ = ["get_fake", "get_fake_args_kwargs", "get_node_storage", "get_storage"]


def get_storage(t: Tensor) -> int:
    return t.untyped_storage()._cdata


def get_node_storage(node: Node) -> int | None:
    value = node.meta.get("val")
    return get_storage(value) if isinstance(value, Tensor) else None


def get_fake(x: Any) -> Any:
    return x.meta.get("val", x) if isinstance(x, Node) else x


def get_fake_args_kwargs(x: Node) -> tuple[bool, tuple[Any, ...], dict[str, Any]]:
    """The values of a node's arguments, and whether all are known."""
    args, kwargs = pytree.tree_map(get_fake, (tuple(map(_plain, x.args)), dict(x.kwargs)))
    known = not any(isinstance(one, Node) for one in pytree.arg_tree_leaves(*args, **kwargs))
    return known, args, kwargs


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


def matches_module_function_pattern(pattern: Any, node: Any, modules: dict[str, Any]) -> bool:
    """Whether a node is a call of a function on what a module of a class gives."""
    if len(node.args) == 0 or not isinstance(node.args[0], Node) or not isinstance(node, Node):
        return False
    source = node.args[0]
    if source.op != "call_module" or not isinstance(source.target, str) or source.target not in modules:
        return False
    if type(modules[source.target]) is not pattern[0] or node.op not in ("call_function", "call_method"):
        return False
    return node.target == pattern[1] and len(source.users) == 1


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.fx_utils", name, __all__)
