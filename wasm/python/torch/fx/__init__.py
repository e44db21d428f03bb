"""`torch.fx`: graphs, as views of what the core owns."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.fx import _compatibility, immutable_collections
from torch.fx._symbolic_trace import PH, Tracer, symbolic_trace, wrap
from torch.fx.graph import CodeGen, Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.proxy import Proxy
from torch.fx.subgraph_rewriter import replace_pattern
from torch.fx import node, passes, subgraph_rewriter
from torch.fx import experimental

__all__ = [
    "CodeGen",
    "_compatibility",
    "Graph",
    "GraphModule",
    "Interpreter",
    "Node",
    "PH",
    "Proxy",
    "Tracer",
    "Transformer",
    "experimental",
    "has_side_effect",
    "immutable_collections",
    "map_arg",
    "node",
    "passes",
    "replace_pattern",
    "subgraph_rewriter",
    "symbolic_trace",
    "wrap",
]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx", name, __all__)
