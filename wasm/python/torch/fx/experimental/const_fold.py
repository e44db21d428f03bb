"""`torch.fx.experimental.const_fold`: what follows from attributes alone becomes one attribute.

The attribute has no elements, as no tensor of a graph has: `run_folding` has nothing to run.
"""

from __future__ import annotations

import operator
import re
from typing import Any, Callable

from torch import _core
from torch._missing import missing
from torch._types import Parameter
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg
from torch.fx.passes.split_module import split_module

__all__ = ["FoldedGraphModule", "get_unique_attr_name_in_module", "split_const_subgraphs"]

_CONSTANT, _REST = "submod_0", "submod_1"


class FoldedGraphModule(GraphModule):
    """A graph module, and the graph of what was folded."""

    def __init__(
        self,
        root: Any,
        graph: Any,
        const_subgraph: Any = None,
        fx_const_folded_attrs_name: str | None = None,
        device_for_folded_attrs: str = "cuda",
    ) -> None:
        super().__init__(root, graph)
        write = object.__setattr__
        made = None if const_subgraph is None else GraphModule(root, const_subgraph)
        if made is None:
            write(self, "const_subgraph_module", None)
        else:
            self.const_subgraph_module = made
        write(self, "has_folding_been_run", False)
        write(self, "fx_const_folded_attrs_name", fx_const_folded_attrs_name)
        write(self, "device_for_folded_attrs", device_for_folded_attrs)

    def run_folding(self) -> None:
        if self.const_subgraph_module is not None and self.fx_const_folded_attrs_name is not None:
            assert not self.has_folding_been_run
            self.has_folding_been_run = True


def get_unique_attr_name_in_module(mod_traced: Any, name: str) -> str:
    """A name for an attribute that the module does not have yet."""
    name = re.sub("[^0-9a-zA-Z_]+", "_", name)
    name = f"_{name}" if name[0].isdigit() else name
    while hasattr(mod_traced, name):
        stem, number = re.fullmatch(r"(.*?)(?:_(\d+))?", name).groups()  # type: ignore[union-attr]
        name = f"{stem}_{1 if number is None else int(number) + 1}"
    return name


def _constants(module: GraphModule, skips: Callable[[Node], Any] | None) -> dict[Node, None]:
    """Attributes, and calls on nothing but constants."""
    found: dict[Node, None] = {}
    for node in module.graph.nodes:
        if node.op in ("placeholder", "output"):
            continue
        if node.op != "get_attr" and any(one not in found for one in node.all_input_nodes):
            continue
        if not (skips is not None and skips(node)) and not node.is_impure():
            found[node] = None
    return found


def split_const_subgraphs(
    module: GraphModule,
    skip_folding_node_fn: Callable[[Node], Any] | None = None,
    device_for_folded_attrs: str = "cpu",
) -> FoldedGraphModule:
    if not isinstance(module, GraphModule):
        raise NotImplementedError("split_const_subgraphs of a module without a graph is not in Seesaw: trace it first")
    constants = _constants(module, skip_folding_node_fn)
    if all(node.op == "get_attr" for node in constants):
        return FoldedGraphModule(module, module.graph)
    if any(node.op == "call_module" for node in module.graph.nodes):
        raise NotImplementedError("split_const_subgraphs of a graph that calls modules is not in Seesaw")
    split = split_module(module, module, lambda node: 0 if node in constants else 1)
    folded = split.get_submodule(_CONSTANT)
    call = next(node for node in split.graph.nodes if node.op == "call_module" and node.target == _CONSTANT)
    several = isinstance(folded.graph.output_node().args[0], tuple)
    _read_attributes(folded, call)
    name = get_unique_attr_name_in_module(module, "_FX_CONST_FOLDED_ATTRS")
    if several:
        from torch.nn import ParameterList

        setattr(split, name, ParameterList())
    else:
        setattr(split, name, Parameter())
    with split.graph.inserting_before(call):
        read = split.graph.get_attr(name)
    read.meta = call.meta.copy()
    call.replace_all_uses_with(read)
    if any(node.op == "call_module" and node.target == _REST for node in split.graph.nodes):
        _inline_module(split, _REST)
    split.graph.eliminate_dead_code()
    return FoldedGraphModule(split, split.graph, folded.graph, name, device_for_folded_attrs)


def _read_attributes(folded: GraphModule, call: Node) -> None:
    """What the folded part takes as arguments it reads itself."""
    given = {node.name: node for node in call.args if isinstance(node, Node)}
    for node in list(folded.graph.nodes):
        if node.op != "placeholder":
            continue
        with folded.graph.inserting_before(node):
            read = folded.graph.create_node("get_attr", given[node.target].target)
        read.meta = node.meta.copy()
        node.replace_all_uses_with(read)
        folded.graph.erase_node(node)


def _inline_module(gm: GraphModule, inline_mod_name: str) -> None:
    """Puts the nodes of a module's graph where the module is called."""
    inner = gm.get_submodule(inline_mod_name)
    call = next(node for node in gm.graph.nodes if node.op == "call_module" and node.target == inline_mod_name)
    given = list(call.args)
    made: dict[Node, Any] = {}

    def placed(node: Node) -> Any:
        found = made[node]
        found.meta = node.meta.copy()
        return found

    for node in inner.graph.nodes:
        if node.op == "placeholder":
            made[node] = call.kwargs[node.name] if node.name in call.kwargs else given.pop(0)
        elif node.op == "output":
            _replace(call, map_arg(node.args[0], placed))
        else:
            with gm.graph.inserting_before(call):
                made[node] = gm.graph.node_copy(node, placed)
    gm.graph.eliminate_dead_code()


def _replace(call: Node, outputs: Any) -> None:
    """What a call gave is what the graph in its place gives; 2.14 takes elements of it apart."""
    taken = []
    if isinstance(outputs, (list, tuple)) and _core.VERSION[0] != _core.OLDEST:
        taken = [one for one in call.users if one.target is operator.getitem and isinstance(one.args[1], int)]
    call.replace_all_uses_with(outputs)
    for one in taken:
        one.replace_all_uses_with(outputs[one.args[1]])
        one.graph.erase_node(one)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.experimental.const_fold", name, __all__)
