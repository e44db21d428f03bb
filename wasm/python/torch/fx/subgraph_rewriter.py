"""`torch.fx.subgraph_rewriter`: patterns found and replaced by the core."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, NamedTuple

from torch import _core
from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

__all__ = ["Match", "ReplacedPatterns", "replace_pattern", "replace_pattern_with_filters"]


class Match(NamedTuple):
    """A place that was replaced."""

    anchor: Node
    nodes_map: dict[Node, Node]


@dataclasses.dataclass
class ReplacedPatterns:
    """A place that was replaced, and the nodes that are there now."""

    anchor: Node
    nodes_map: dict[Node, Node]
    replacements: list[Node]


@dataclasses.dataclass
class InternalMatch:
    """A place where the pattern occurs."""

    anchors: list[Node]
    nodes_map: dict[Node, Any] = dataclasses.field(default_factory=dict)
    placeholder_nodes: list[Any] = dataclasses.field(default_factory=list)
    returning_nodes: list[Node] = dataclasses.field(default_factory=list)
    name_node_map: dict[str, Node] = dataclasses.field(default_factory=dict)


def _graph_of(pattern: Any) -> Graph:
    if isinstance(pattern, GraphModule):
        return pattern.graph
    return pattern if isinstance(pattern, Graph) else symbolic_trace(pattern).graph


def _matches(graph: Graph, pattern: Graph, ignore_literals: bool) -> list[InternalMatch]:
    value, _ = _core.call(
        "match_pattern",
        {
            "handle": graph._handle,
            "path": graph._path,
            "pattern": pattern._handle,
            "ignoreLiterals": ignore_literals,
        },
    )
    here = {node.name: node for node in graph.nodes}
    there = {node.name: node for node in pattern.nodes}

    def found(one: dict[str, Any]) -> Any:
        return here[one["node"]["name"]] if "node" in one else _core.decode(one["value"], graph._by_id)

    return [
        InternalMatch(
            [there[name] for name in match["anchors"]],
            {there[node["name"]]: found(one) for node, one in match["nodesMap"]},
            [found(one) for one in match["placeholderNodes"]],
            [here[one["name"]] for one in match["returningNodes"]],
        )
        for match in value["matches"]
    ]


def replace_pattern(gm: GraphModule, pattern: Any, replacement: Any) -> list[Match]:
    return [Match(one.anchor, one.nodes_map) for one in _replace(gm, pattern, replacement, [], False, None)]


def replace_pattern_with_filters(
    gm: GraphModule,
    pattern: Any,
    replacement: Any = None,
    match_filters: list[Callable[[InternalMatch, Graph, Graph], bool]] | None = None,
    ignore_literals: bool = False,
    replacement_callback: Callable[[InternalMatch, Graph, Graph], Graph] | None = None,
) -> list[ReplacedPatterns]:
    return _replace(gm, pattern, replacement, match_filters or [], ignore_literals, replacement_callback)


def _replace(
    gm: GraphModule,
    pattern: Any,
    replacement: Any,
    filters: list[Callable[..., bool]],
    ignore_literals: bool,
    callback: Callable[..., Graph] | None,
) -> list[ReplacedPatterns]:
    graph, wanted = gm.graph, _graph_of(pattern)
    gm._flush()
    matches = _matches(graph, wanted, ignore_literals)
    accepted = [all(keep(match, graph, wanted) for keep in filters) for match in matches]
    args: dict[str, Any] = {"handle": graph._handle, "path": graph._path, "ignoreLiterals": ignore_literals}
    args["pattern"] = wanted._handle
    args["accepted"] = accepted
    if callback is None:
        args["replacement"] = _graph_of(replacement)._handle
    else:
        made = [callback(match, graph, wanted) if ok else None for match, ok in zip(matches, accepted)]
        args["replacements"] = [None if one is None else _graph_of(one)._handle for one in made]
    value, _ = _core.call("replace_pattern", args)
    there = {node.name: node for node in wanted.nodes}
    by_anchor: dict[str, list[InternalMatch]] = {}
    for match, ok in zip(matches, accepted):
        if ok:
            by_anchor.setdefault(match.anchors[0].name, []).append(match)
    old = graph._handle
    graph._program.handle = value["handle"]
    _core.call("close", {"handle": old})
    graph._load()
    graph._metas_loaded = False
    here = {node.name: node for node in graph.nodes}
    done = []
    for row in value["replaced"]:
        match = by_anchor[row["anchor"]].pop(0) if by_anchor.get(row["anchor"]) else None
        nodes_map = {} if match is None else match.nodes_map
        new = [here[one["name"]] for one in row["replacements"] if one["name"] in here]
        done.append(ReplacedPatterns(there[row["anchor"]], nodes_map, new))
    return done
