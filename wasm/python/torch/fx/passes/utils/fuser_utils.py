"""`torch.fx.passes.utils.fuser_utils`: parts of a graph become modules that the graph calls."""

from __future__ import annotations

import copy
import heapq
from typing import Any, Mapping, Sequence

from torch import _core
from torch._missing import missing
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.tools_common import legalize_graph, stable_topological_sort
from torch.fx.passes.utils.common import lift_subgraph_as_module
from torch.fx.proxy import Proxy

__all__ = [
    "erase_nodes",
    "fuse_as_graphmodule",
    "fuse_by_partitions",
    "insert_subgm",
    "topo_sort",
    "validate_partition",
]


def _is_newest() -> bool:
    return _core.VERSION[0] != _core.OLDEST


def topo_sort(nodes: Sequence[Node]) -> list[Node]:
    """Nodes behind what they take: as they are given, and before 2.14 as they become ready."""
    waits = {node: 0 for node in nodes}
    place = {node: at for at, node in enumerate(nodes)}
    for node in nodes:
        waits[node] = sum(one in waits for one in node.all_input_nodes)
    ready = [(place[node], node) for node in nodes if waits[node] == 0]
    heapq.heapify(ready)
    count, done = len(ready), []
    if not _is_newest():
        ready = [(at, node) for at, (_, node) in enumerate(ready)]
    while ready:
        _, node = heapq.heappop(ready)
        done.append(node)
        for user in node.users:
            if user in waits:
                waits[user] -= 1
                if waits[user] == 0:
                    heapq.heappush(ready, (place[user] if _is_newest() else count, user))
                    count += 1
    assert len(done) == len(nodes), "topological sorted nodes doesn't have same length as input nodes"
    return done


def validate_partition(partition: Sequence[Node]) -> bool:
    """Whether no node outside of a part stands between two of its nodes."""
    inside = set(partition)
    stack = [user for node in inside for user in node.users if user not in inside]
    seen: set[Node] = set()
    while stack:
        node = stack.pop()
        if node in inside:
            return False
        if node not in seen:
            seen.add(node)
            stack.extend(user for user in node.users if user not in seen)
    return True


def _inputs(gm: GraphModule, nodes: Sequence[Node], inside: Any) -> list[Node]:
    """What a part takes from outside, in the order of its nodes; inputs of the graph alone as the graph has them."""
    found = dict.fromkeys(one for node in nodes for one in node.all_input_nodes if one not in inside)
    if _is_newest() and all(node.op == "placeholder" for node in found):
        return [node for node in gm.graph.nodes if node in found]
    return list(found)


def fuse_as_graphmodule(
    gm: GraphModule,
    nodes: Sequence[Node],
    module_name: str,
    partition_lookup_table: Mapping[Node, Any] | None = None,
    *,
    always_return_tuple: bool = False,
) -> tuple[GraphModule, tuple[Node, ...], tuple[Node, ...]]:
    """A part as a module; the nodes that it takes, and those that others take from it."""
    for node in nodes:
        if node.graph.owning_module is not gm:
            raise AssertionError(f"{node} doesn't belong to passed in graph module {gm._get_name()}")
        assert not node._erased, f"{node} has been removed from owning graph"
    assert validate_partition(nodes), "Invalid partition, found dependency cycles"
    inside = dict.fromkeys(nodes) if partition_lookup_table is None else partition_lookup_table
    part = Graph()
    made: dict[Node, Node] = {}
    outside = {} if not _is_newest() else dict.fromkeys(_inputs(gm, nodes, inside))

    def take(node: Node) -> Node:
        made[node] = part.placeholder(node.name, type_expr=node.type)
        made[node].meta = copy.copy(node.meta)
        outside[node] = None
        return made[node]

    for node in list(outside):
        take(node)
    for node in nodes:
        made[node] = part.node_copy(node, lambda one: made[one] if one in made else take(one))
    given = [node for node in nodes if any(user not in inside for user in node.users)]
    results = tuple(made[node] for node in given)
    part.output(results if always_return_tuple or len(results) != 1 else results[0])
    part.lint()
    fused, _ = lift_subgraph_as_module(gm, part, comp_name="", class_name=module_name)
    return fused, tuple(outside), tuple(given)


def insert_subgm(
    gm: GraphModule,
    sub_gm: GraphModule,
    orig_inputs: tuple[Node, ...],
    orig_outputs: tuple[Node, ...],
    insertion_point: Node | None = None,
) -> GraphModule:
    """Puts the module into the whole, and a call of it in place of what it does."""
    name = type(sub_gm).__name__
    output = sub_gm.graph.output_node().args[0]
    gm.add_submodule(name, sub_gm)
    if not _is_newest():
        _replace(gm, gm.graph.call_module(name, args=orig_inputs, kwargs=None), output, orig_outputs)
        return gm
    point = insertion_point or next((one for one in reversed(gm.graph.nodes) if one in orig_outputs), None)
    if point is None:
        raise AssertionError(
            "Cannot determine insertion point: no insertion_point provided and orig_outputs is empty. "
            "Pass the last partition node as insertion_point."
        )
    with gm.graph.inserting_after(point):
        called = gm.graph.call_module(name, args=orig_inputs, kwargs=None)
    if orig_outputs:
        with gm.graph.inserting_before(called.next):
            _replace(gm, called, output, orig_outputs)
    return gm


def _replace(gm: GraphModule, called: Node, output: Any, given: tuple[Node, ...]) -> None:
    if len(given) == 1 and not isinstance(output, tuple):
        given[0].replace_all_uses_with(called, propagate_meta=True)
        return
    for at, node in enumerate(given):
        node.replace_all_uses_with(Proxy(called)[at].node, propagate_meta=True)
    called.meta["val"] = tuple(node.meta.get("val", None) for node in given)


def erase_nodes(gm: GraphModule, nodes: Sequence[Node]) -> None:
    for node in reversed(nodes):
        gm.graph.erase_node(node)


def fuse_by_partitions(
    gm: GraphModule, partitions: Sequence[Mapping[Node, Any]], prefix: str = "fused_", always_return_tuple: bool = False
) -> GraphModule:
    """Each part becomes a module `prefix` and its number."""
    for at, partition in enumerate(partitions):
        nodes = topo_sort(list(partition))
        fused, inputs, outputs = fuse_as_graphmodule(
            gm, nodes, f"{prefix}{at}", partition, always_return_tuple=always_return_tuple
        )
        insert_subgm(gm, fused, inputs, outputs, nodes[-1])
        erase_nodes(gm, nodes)
    if not _is_newest():
        return legalize_graph(gm)
    stable_topological_sort(gm)
    gm.graph.lint()
    return gm


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.utils.fuser_utils", name, __all__)
