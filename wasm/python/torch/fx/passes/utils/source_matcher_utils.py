"""`torch.fx.passes.utils.source_matcher_utils`: nodes by the function or module of the source that they came from."""

from __future__ import annotations

import dataclasses
import fnmatch
import operator
from typing import Any, Callable

from torch.fx.graph import Graph
from torch.fx.node import Node

__all__ = ["SourcePartition", "check_subgraphs_connected", "get_source_partitions"]


@dataclasses.dataclass
class SourcePartition:
    """Nodes of one call in the source."""

    nodes: list[Node]
    source: Any
    input_nodes: list[Node] = dataclasses.field(default_factory=list)
    output_nodes: list[Node] = dataclasses.field(default_factory=list)
    params: list[Node] = dataclasses.field(default_factory=list)


def _partition(nodes: list[Node], source: Any) -> SourcePartition:
    inside = set(nodes)
    given = [one for node in nodes for one in node.args if isinstance(one, Node) and one not in inside]
    used = [node for node in nodes if any(user not in inside for user in node.users)]
    read = [node for node in nodes if node.op == "get_attr"]
    return SourcePartition(nodes, source, list(dict.fromkeys(given)), used, read)


def _source_of(node: Node) -> tuple[Any, Any] | None:
    """The name of the call in the source, and what was called."""
    stack, function = dict.get(node.meta, "source_fn_stack"), dict.get(node.meta, "torch_fn")
    if stack is not None:
        return stack[-1][0], stack[-1][1]
    return None if function is None else (function[0], function[1].split(".")[1])


# Where a layer of torch.nn calls a function: strict export names the line that calls the layer instead.
_INSIDE_LAYER = "/torch/nn/modules/"


# Operators of which a call of a function or layer leaves at least one, whatever table of PyTorch decomposes it.
_PRODUCTS = ("addmm", "baddbmm", "bmm", "dot", "linear", "matmul", "mm", "mv")
_LEFT = {
    "add": ("add", "add_"),
    "conv1d": ("conv1d", "convolution"),
    "conv2d": ("conv2d", "convolution"),
    "div": ("div", "div_", "mul", "reciprocal"),
    "layernorm": ("layer_norm", "native_layer_norm"),
    "linear": _PRODUCTS,
    "matmul": (*_PRODUCTS, "einsum", "mul"),
    "mul": ("mul", "mul_"),
    "prelu": ("prelu", "_prelu_kernel", "where"),
    "rmsnorm": ("rms_norm", "_fused_rms_norm", "rsqrt"),
    "scaleddotproductattention": ("scaled_dot_product*", "_scaled_dot_product*", *_PRODUCTS),
    "softmax": ("softmax", "_softmax"),
    "sub": ("sub", "sub_", "rsub"),
    "truediv": ("div", "div_", "mul", "reciprocal"),
}


def _may_be_in(names: set[str], wanted: Any) -> bool:
    """Whether a call of this function or layer may be what these operators came from."""
    name = wanted if isinstance(wanted, str) else getattr(wanted, "__name__", "")
    left = _LEFT.get(name.lower().replace("_", ""))
    return left is None or any(fnmatch.fnmatchcase(one, known) for one in names for known in left)


def _is_of_aten(target: Any) -> bool:
    own = getattr(target, "_op", target)
    return getattr(own, "namespace", "aten" if own is operator.getitem else None) == "aten"


def _refuse_unknown(graph: Graph, wanted_sources: list[Any]) -> None:
    """Refuses, unless nothing can match: non-strict export records the names of functions, and no function itself."""
    is_non_strict = any(_INSIDE_LAYER in (node.stack_trace or "") for node in graph.nodes)
    if is_non_strict and not any(isinstance(one, (str, type)) for one in wanted_sources):
        return
    calls = [node.target for node in graph.nodes if node.op == "call_function"]
    # What a pass or a table of the user's own put there may have come from anything.
    if all(_is_of_aten(one) for one in calls):
        names = {getattr(getattr(one, "_op", one), "_opname", one.__name__).removesuffix("_copy") for one in calls}
        if not any(_may_be_in(names, one) for one in wanted_sources):
            return
    raise NotImplementedError(
        "the text of this graph does not say from which functions of the source its nodes came "
        "(source_fn_stack, torch_fn): get_source_partitions() cannot be answered in Seesaw"
    )


def get_source_partitions(
    graph: Graph, wanted_sources: list[Any], filter_fn: Callable[[Node], bool] | None = None
) -> dict[Any, list[SourcePartition]]:
    sources = {node: _source_of(node) for node in graph.nodes if node.op in ("call_function", "get_attr")}
    if sources and not any(sources.values()):
        _refuse_unknown(graph, wanted_sources)
    found: dict[Any, dict[Any, list[Node]]] = {}
    for node, source in sources.items():
        if source is not None and source[1] in wanted_sources:
            found.setdefault(source[1], {}).setdefault(source[0], []).append(node)
    return {
        source: [
            _partition(nodes, source) for nodes in calls.values() if filter_fn is None or all(map(filter_fn, nodes))
        ]
        for source, calls in found.items()
    }


def check_subgraphs_connected(subgraph1: SourcePartition, subgraph2: SourcePartition) -> bool:
    inside = set(subgraph2.nodes)
    return any(user in inside for node in subgraph1.nodes for user in node.users)
