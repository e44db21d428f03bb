"""`torch.fx.passes.tools_common`: names for annotations, and the order of a graph."""

from __future__ import annotations

import collections
import heapq
import operator
from typing import Any, Union

from torch._missing import missing
from torch._types import Tensor
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, _get_qualified_name

__all__ = [
    "CALLABLE_NODE_OPS",
    "Names",
    "NodeList",
    "NodeSet",
    "TensorOrTensors",
    "Tensors",
    "get_acc_ops_name",
    "get_node_target",
    "is_node_output_tensor",
    "legalize_graph",
    "stable_topological_sort",
]

Tensors = Union[tuple[Tensor], list[Tensor]]
TensorOrTensors = Union[Tensor, Tensors]
NodeList = list[Node]
NodeSet = set[Node]
Names = list[str]
CALLABLE_NODE_OPS = {"call_module", "call_function", "call_method"}


def get_acc_ops_name(k: Any) -> str:
    if isinstance(k, str):
        return k
    if k.__module__ and "acc_ops" in k.__module__:
        return f"acc_ops.{k.__name__}"
    return f"{(k.__module__ or '').replace('torch._ops', 'torch.ops')}.{k.__name__}"


def get_node_target(submodules: Any, node: Node) -> str:
    """What a node calls, as a name: of a module its class."""
    assert node.op in CALLABLE_NODE_OPS, f"Expect op types of {', '.join(CALLABLE_NODE_OPS)}, but found {node.op}"
    if node.op == "call_module":
        called = submodules[node.target]
        return get_acc_ops_name(getattr(called, "_base_class_origin", type(called)))
    if node.op == "call_method":
        return node.target
    target = node.target
    is_acc = target.__module__ is not None and "acc_ops" in target.__module__
    return f"acc_ops.{target.__name__}" if is_acc else _get_qualified_name(target)


def is_node_output_tensor(node: Node) -> bool:
    kind = node.meta.get("type")
    return kind is not None and issubclass(kind, Tensor)


def _first() -> set[Any]:
    """Calls of assertions and what they are made of: they come before what they guard."""
    import torch

    aten = torch.ops.aten
    names = "add mul sub floordiv truediv mod le lt ge gt eq ne".split()
    return {
        *(getattr(operator, name) for name in names),
        aten.sym_constrain_range.default,
        aten.sym_constrain_range_for_size.default,
        aten._assert_async.msg,
        aten.scalar_tensor.default,
        aten._assert_scalar.default,
    }


def legalize_graph(gm: GraphModule) -> GraphModule:
    """The same nodes in an order in which each comes after what it takes."""
    first, nodes = _first(), list(gm.graph.nodes)
    waits = dict.fromkeys(nodes, 0)
    for node in nodes:
        for user in node.users:
            waits[user] += 1
    ready = collections.deque(node for node in nodes if waits[node] == 0)
    made = Graph()
    env: dict[Node, Node] = {}
    while ready:
        node = ready.popleft()
        env[node] = made.node_copy(node, env.__getitem__)
        for user in node.users:
            waits[user] -= 1
            if waits[user] == 0 and user.op == "call_function" and user.target in first:
                ready.appendleft(user)
            elif waits[user] == 0:
                ready.append(user)
    if len(env) < len(nodes):
        left = [node for node in nodes if waits[node] != 0]
        raise RuntimeError(f"Input graph has cycles, unable to add {left}")
    made._codegen = gm.graph._codegen
    gm.graph = made
    return gm


def stable_topological_sort(gm: GraphModule) -> GraphModule:
    """The same nodes, each behind what it takes, and else as they were."""
    nodes = list(gm.graph.nodes)
    place = {node: at for at, node in enumerate(nodes)}
    waits = dict.fromkeys(nodes, 0)
    for node in nodes:
        for user in node.users:
            waits[user] += 1
    ready = [at for at, node in enumerate(nodes) if waits[node] == 0]
    made = Graph()
    env: dict[Node, Node] = {}
    while ready:
        node = nodes[heapq.heappop(ready)]
        env[node] = made.node_copy(node, env.__getitem__)
        for user in node.users:
            waits[user] -= 1
            if waits[user] == 0:
                heapq.heappush(ready, place[user])
    if len(env) < len(nodes):
        raise RuntimeError(f"Input graph has cycles, unable to add {[one for one in nodes if waits[one] != 0]}")
    made._codegen = gm.graph._codegen
    gm.graph = made
    return gm


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.tools_common", name, __all__)
