"""`torch.fx.passes.split_module`: the core splits."""

from __future__ import annotations

from typing import Any, Callable

from torch import _core
from torch.fx.graph import Program
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node


def split_module(
    m: GraphModule,
    root_m: Any,
    split_callback: Callable[[Node], int],
    qualname_map: dict[str, str] | None = None,
    keep_original_order: bool | None = False,
    keep_original_node_name: bool | None = False,
    keep_original_input_name: bool = True,
) -> GraphModule:
    if qualname_map is not None or not keep_original_input_name:
        raise NotImplementedError("qualname_map and keep_original_input_name=False of split_module are not in Seesaw")
    whole = m.__deepcopy__()
    parts = {node.name: split_callback(node) for node in m.graph.nodes if node.op not in ("placeholder", "output")}
    value, _ = _core.call(
        "split",
        {
            "handle": whole.graph._handle,
            "partition": parts,
            "keepOriginalOrder": bool(keep_original_order),
            "keepOriginalNodeName": bool(keep_original_node_name),
        },
    )
    _core.call("close", {"handle": whole.graph._handle})
    return GraphModule._of(Program(value["handle"]))
