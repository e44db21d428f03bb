"""`torch.fx.passes.operator_support`: which nodes a backend takes."""

from __future__ import annotations

import abc
from typing import Any, Callable, Mapping

from torch._missing import missing
from torch.fx.node import Node
from torch.fx.passes.shape_prop import TensorMetadata
from torch.fx.passes.tools_common import CALLABLE_NODE_OPS, get_node_target

__all__ = ["OpSupports", "OperatorSupport", "OperatorSupportBase", "any_chain", "chain", "create_op_support"]


class OperatorSupportBase(abc.ABC):
    """Says of a node whether it is taken."""

    @abc.abstractmethod
    def is_node_supported(self, submodules: Mapping[str, Any], node: Node) -> bool:
        """Whether the node is taken; `submodules` are those of the module by name."""


def _dtype_of(node: Node) -> Any:
    about = node.meta.get("tensor_meta")
    return about.dtype if isinstance(about, TensorMetadata) else node.meta["type"]


def _fits(given: Any, allowed: Any) -> bool:
    """An argument that is no node, or about which nothing is said, fits."""
    return allowed is None or not isinstance(given, Node) or _dtype_of(given) in allowed


class OperatorSupport(OperatorSupportBase):
    """By a table: the name of a target, and the types of its arguments, or None for all."""

    def __init__(self, support_dict: Mapping[str, Any] | None = None) -> None:
        self._support_dict = support_dict or {}

    def is_node_supported(self, submodules: Mapping[str, Any], node: Node) -> bool:
        if node.op not in CALLABLE_NODE_OPS:
            return True
        target = get_node_target(submodules, node)
        if target not in self._support_dict:
            return False
        types = self._support_dict[target]
        if types is None:
            return True
        by_place, by_name = types
        return all(_fits(given, allowed) for given, allowed in zip(node.args, by_place)) and all(
            _fits(node.kwargs[name], allowed) for name, allowed in by_name.items() if name in node.kwargs
        )


class _ByFunction(OperatorSupportBase):
    def __init__(self, function: Callable[[Mapping[str, Any], Node], bool]) -> None:
        self._function = function

    def is_node_supported(self, submodules: Mapping[str, Any], node: Node) -> bool:
        return self._function(submodules, node)


def create_op_support(is_node_supported: Callable[[Mapping[str, Any], Node], bool]) -> OperatorSupportBase:
    return _ByFunction(is_node_supported)


def chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """What all take."""
    return _ByFunction(lambda modules, node: all(one.is_node_supported(modules, node) for one in op_support))


def any_chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """What any takes."""
    return _ByFunction(lambda modules, node: any(one.is_node_supported(modules, node) for one in op_support))


class OpSupports:
    """Rules to be put together."""

    @classmethod
    def decline_if_input_dtype(cls, dtype: Any) -> OperatorSupportBase:
        return _ByFunction(lambda _, node: all(_dtype_of(one) != dtype for one in node.all_input_nodes))

    @classmethod
    def decline_if_node_in_names(cls, disallow_set: set[str]) -> OperatorSupportBase:
        return _ByFunction(lambda _, node: node.name not in disallow_set)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.operator_support", name, __all__)
