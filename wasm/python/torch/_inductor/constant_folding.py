"""`torch._inductor.constant_folding`: that of export, where names of lifted constants may stand for values as well."""

from __future__ import annotations

from typing import Any, Callable

from torch._export.passes import constant_folding as _export
from torch._export.passes.constant_folding import (
    CONST_MODULE_TAG,
    META_TAG,
    MODULE_TAG,
    constant_graph,
    replace_node_with_constant,
    untag,
)
from torch._missing import missing
from torch._ops import ops
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

__all__ = [
    "CONST_MODULE_TAG",
    "ConstantFolder",
    "META_TAG",
    "MODULE_TAG",
    "constant_fold",
    "constant_graph_tag",
    "is_const_source",
    "replace_node_with_constant",
    "run_and_get_constant_graph",
]


def is_const_source(node: Node, lifted_constant_names: list[str] | None) -> bool:
    return node.op == "get_attr" or node.name in (lifted_constant_names or ())


def _reads_weight(node: Node) -> bool:
    """bfloat16 of an int8 weight."""
    import torch

    if node.target is not ops.prims.convert_element_type.default or not isinstance(node.args[0], Node):
        return False
    value = node.args[0].meta.get("val")
    return value is not None and value.dtype == torch.int8 and node.args[1] == torch.bfloat16


class ConstantFolder(_export.ConstantFolder):
    def __init__(
        self, gm: Any, skip_constructors: bool = False, lifted_constant_names: list[str] | None = None, **_: Any
    ) -> None:
        super().__init__(gm, skip_constructors)
        self.lifted_constant_names = lifted_constant_names
        self.deferred_value = object()

    def _support_dynamic_shape(self) -> bool:
        return False

    def is_source(self, node: Node) -> bool:
        return is_const_source(node, self.lifted_constant_names)

    def is_impure(self, node: Node) -> bool:
        is_turned = (
            node.target is ops.aten.permute.default and len(node.users) == 1 and _reads_weight(next(iter(node.users)))
        )
        if (_reads_weight(node) or is_turned) and self.is_source(node.args[0]):
            return True
        if getattr(node.target, "namespace", None) != "quantized_decomposed":
            return False
        return node.target.__name__ in (*_export._DEQUANTIZE, "convert_element_type.no_fuse")

    def _deduce_value(self, node: Node) -> Any:
        if self.lifted_constant_names is None:
            return super()._deduce_value(node)
        for one in _export._nodes_in(node):
            if one.name not in self.lifted_constant_names and self.env[one] is not self.deferred_value:
                return self.unknown_value
        return self.deferred_value

    def _is_value(self, out: Any) -> bool:
        return out is self.deferred_value or super()._is_value(out)

    def insert_placerholder_values(self, env: dict[Node, Any]) -> None:
        super().insert_placerholder_values(env)
        for node in self.module.graph.nodes if self.lifted_constant_names is not None else ():
            if node.name in self.lifted_constant_names:
                env[node] = self.deferred_value


def constant_fold(gm: Any, constraint_fn: Callable[[Node], bool] | None = None) -> None:
    _export.fold(gm, ConstantFolder(gm, skip_constructors=True), constraint_fn)
    _export.tidy(gm, [node for node in gm.graph.find_nodes(op="get_attr") if len(node.users) == 0])


def constant_graph_tag(
    gm: Any,
    skip_constructors: bool = True,
    lifted_constant_names: list[str] | None = None,
    skip_folding_node_fn: Callable[[Node], bool] | None = None,
) -> None:
    _export.tag(gm, ConstantFolder(gm, skip_constructors, lifted_constant_names), skip_folding_node_fn)


def run_and_get_constant_graph(
    gm: Any,
    skip_constructors: bool = True,
    lifted_constant_names: list[str] | None = None,
    skip_folding_node_fn: Callable[[Node], bool] | None = None,
) -> GraphModule:
    constant_graph_tag(gm, skip_constructors, lifted_constant_names, skip_folding_node_fn)
    for node in gm.graph.nodes:
        if node.name in (lifted_constant_names or ()):
            untag(node)
    return constant_graph(gm)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.constant_folding", name, __all__)
