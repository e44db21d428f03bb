"""`torch._inductor.fx_utils`: the values of nodes, and which of them share memory."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import Tensor
from torch.fx.node import Node
from torch.utils import _pytree as pytree

__all__ = [
    "FakeTensorUpdater",
    "get_fake",
    "get_fake_args_kwargs",
    "get_node_storage",
    "get_storage",
    "matches_module_function_pattern",
]


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


class FakeTensorUpdater:
    """Works out again the values of nodes that changed since it was made, and of those that use them."""

    def __init__(self, given: Any) -> None:
        self.graph = getattr(given, "graph", given)
        self._seen = {self.hash_node(node) for node in self.graph.nodes}

    def hash_node(self, node: Node) -> tuple[Any, ...]:
        return node, node.target, tuple(map(_written, node.args)), tuple(map(_written, node.kwargs.items()))

    def incremental_update(self) -> int:
        changed: dict[Node, None] = {}
        for node in self.graph.nodes:
            is_new = self.hash_node(node) not in self._seen
            if node.op != "call_function" or not (is_new or any(one in changed for one in node.all_input_nodes)):
                continue
            known, args, kwargs = get_fake_args_kwargs(node)
            if not known:
                continue
            value = node.target(*args, **kwargs)
            if not _is_same(value, node.meta.get("val")):
                node.meta["val"] = value
                changed[node] = None
            self._seen.add(self.hash_node(node))
        return len(changed)


def _written(value: Any) -> Any:
    """An argument by which two calls are told apart."""
    return value if isinstance(value, Node) else repr(value)


def _is_same(new: Any, old: Any) -> bool:
    if isinstance(new, (list, tuple)):
        return isinstance(old, (list, tuple)) and len(new) == len(old) and all(map(_is_same, new, old))
    if not isinstance(new, Tensor) or not isinstance(old, Tensor):
        return new == old
    return (new.shape, new.dtype, new.device, new.stride()) == (old.shape, old.dtype, old.device, old.stride())


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.fx_utils", name, __all__)
