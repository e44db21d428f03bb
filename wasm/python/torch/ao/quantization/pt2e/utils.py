"""`torch.ao.quantization.pt2e.utils`: numbers in a graph as inputs of it."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.fx.graph_module import GraphModule

__all__ = ["_is_literal", "_replace_literals_with_existing_placeholders"]


def _is_literal(arg: Any) -> bool:
    if isinstance(arg, (tuple, list)):
        return all(map(_is_literal, arg))
    return isinstance(arg, (int, float))


def _replace_literals_with_existing_placeholders(
    gm: GraphModule,
    exclude_literals: list[Any] | None = None,
    literal_to_ph_idx: dict[Any, int] | None = None,
) -> GraphModule:
    """Puts the input of this index wherever a number stands that has one."""
    places, left = literal_to_ph_idx or {}, exclude_literals or []
    inputs = gm.graph.find_nodes(op="placeholder")

    def placed(arg: Any) -> Any:
        known = _is_literal(arg) and arg not in left and arg in places
        return inputs[places[arg]] if known else arg

    for node in gm.graph.nodes:
        if node.op == "call_function":
            node.args = tuple(placed(arg) for arg in node.args)
    return gm


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.pt2e.utils", name, __all__)
