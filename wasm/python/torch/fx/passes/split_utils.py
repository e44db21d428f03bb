"""`torch.fx.passes.split_utils`: a module divided by the tags of its nodes."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

from torch._missing import missing
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg
from torch.fx.passes.utils.common import HolderModule, lift_subgraph_as_module
from torch.fx.proxy import Proxy

__all__ = ["Component", "getattr_recursive", "setattr_recursive", "split_by_tags"]


def getattr_recursive(obj: Any, name: str) -> Any:
    """What is at a dotted path; None where a part of it is missing."""
    for part in name.split("."):
        if not hasattr(obj, part):
            return None
        obj = getattr(obj, part)
    return obj


def setattr_recursive(obj: Any, attr: str, value: Any) -> None:
    *parents, leaf = attr.split(".")
    for name in parents:
        obj = getattr(obj, name)
    setattr(obj, leaf, value)


@dataclasses.dataclass
class Component:
    """The part of one tag: its graph, and which nodes of the whole are its inputs and outputs."""

    graph: Graph
    order: int
    name: str
    input_placeholders: list[Node] = dataclasses.field(default_factory=list)
    orig_inputs: list[Node] = dataclasses.field(default_factory=list)
    orig_outputs: list[Node] = dataclasses.field(default_factory=list)
    getattr_maps: dict[Node, Node] = dataclasses.field(default_factory=dict)
    constructor_args: list[str] = dataclasses.field(default_factory=list)
    gm: GraphModule | None = None


def _nodes_in(value: Any) -> list[Node]:
    found: list[Node] = []
    map_arg(value, found.append)
    return found


class _Split:
    """One division of a module."""

    def __init__(self, gm: GraphModule, tags: list[str]) -> None:
        self.gm = gm
        self.parts = {tag: Component(Graph(), order, f"{tag}") for order, tag in enumerate(tags)}
        self.of: dict[Node, Component] = {}
        self.copies: dict[Node, Node] = {}
        self.main = Graph()
        self.in_main: dict[Node, Node] = {}
        # Nodes whose values leave a part, in the order in which that is seen.
        self.leaving: dict[Node, None] = {}
        self.inputs: dict[tuple[str, Node], Node] = {}
        self.moved: dict[str, str] = {}

    def input_of(self, part: Component, node: Node) -> Node:
        """What stands for a node of the whole in a part."""
        if node.op == "get_attr":
            if node not in part.getattr_maps:
                part.getattr_maps[node] = part.graph.get_attr(node.target, type_expr=node.type)
            return part.getattr_maps[node]
        if node.op != "placeholder" and self.of[node] is part:
            return self.copies[node]
        made = self.inputs.get((part.name, node))
        if made is None:
            made = self.inputs[part.name, node] = part.graph.placeholder(node.name, type_expr=node.type)
            made.meta = copy.copy(node.meta)
            part.orig_inputs.append(node)
            part.input_placeholders.append(made)
            self.leaving[node] = None
        return made

    def take(self, node: Node) -> None:
        """Copies a node that calls into the part of its tag."""
        assert hasattr(node, "tag")
        inputs = _nodes_in(node.args) + _nodes_in(node.kwargs)
        before = [one for one in inputs if one.op not in ("placeholder", "get_attr")]
        part = self.parts[node.tag]
        self.of[node] = part
        assert part.order >= max((self.of[one].order for one in before), default=0)
        made = part.graph.node_copy(node, lambda one: self.input_of(part, one))
        made.tag = node.tag  # type: ignore[attr-defined]
        self.copies[node] = made

    def read(self) -> Node:
        """Copies all nodes; gives that of the output."""
        output = None
        for node in self.gm.graph.nodes:
            if node.op == "output":
                output = node
            elif node.op == "placeholder":
                self.in_main[node] = self.main.placeholder(node.name, type_expr=node.type)
                self.in_main[node].meta = copy.copy(node.meta)
            elif node.op != "get_attr":
                self.take(node)
        if output is None:
            raise RuntimeError("Graph had no output node!")
        for node in _nodes_in(output.args[0]):
            if node.op == "get_attr":
                self.in_main[node] = self.main.get_attr(node.name, type_expr=node.type)
            else:
                self.leaving[node] = None
        for node in self.leaving:
            if node.op != "placeholder":
                self.of[node].orig_outputs.append(node)
        return output

    def close(self, part: Component, return_tuple: bool) -> None:
        """Ends the graph of a part, and calls it in the main graph."""
        outs = tuple(self.copies[node] for node in part.orig_outputs)
        is_one = len(outs) == 1 and not return_tuple
        part.graph.output(outs[0] if is_one else outs)
        part.gm, moved = lift_subgraph_as_module(self.gm, subgraph=part.graph, comp_name=part.name)
        self.moved.update(moved)
        call = self.main.call_module(part.name, args=tuple(self.in_main[node] for node in part.orig_inputs))
        for index, node in enumerate(part.orig_outputs):
            self.in_main[node] = call if is_one else Proxy(call)[index].node

    def whole(self, output: Node, kind: type[GraphModule]) -> GraphModule:
        self.main.output(map_arg(output.args[0], self.in_main.__getitem__))
        root = HolderModule({part.name: part.gm for part in self.parts.values()})
        self.main._codegen = self.gm.graph._codegen
        for node in _nodes_in(output.args[0]):
            if node.op == "get_attr":
                setattr(root, node.name, getattr_recursive(self.gm, node.target))
        return kind(root, self.main)


def split_by_tags(
    gm: GraphModule,
    tags: list[str],
    return_fqn_mapping: bool = False,
    return_tuple: bool = False,
    GraphModuleCls: type[GraphModule] = GraphModule,
) -> Any:
    """A module for each tag, in their order, and a main module that calls them."""
    split = _Split(gm, tags)
    output = split.read()
    for part in split.parts.values():
        split.close(part, return_tuple)
    made = split.whole(output, GraphModuleCls)
    return (made, split.moved) if return_fqn_mapping else made


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.split_utils", name, __all__)
