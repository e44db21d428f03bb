"""`executorch.exir.passes`: what files of passes use of it."""

from __future__ import annotations

from typing import Any

import torch
from executorch.exir import memory
from torch._missing import missing
from torch._ops import OpOverload
from torch._schema import UnknownSchema
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.infra.pass_base import PassBase, PassResult

__all__ = ["ToOutVarPass", "dead_code_elimination_pass", "make_alloc_node"]


def dead_code_elimination_pass(graph_module: GraphModule) -> PassResult:
    """Takes out what nobody uses, here and in the graphs below."""
    for module in graph_module.modules():
        if isinstance(module, GraphModule):
            module.graph.eliminate_dead_code()
            module.recompile()
    return PassResult(graph_module, True)


def _place(value: Any) -> Any:
    """Sizes and type of a value, as the call of `alloc` has them."""
    if any(not isinstance(size, int) for size in value.shape):
        raise NotImplementedError(f"memory for the sizes {tuple(value.shape)} is not in Seesaw: bounds are not known")
    return tuple(value.shape), value.dtype


def make_alloc_node(graph_module: GraphModule, val: Any, tensor_meta: Any) -> Node:
    """A node that makes room for a value, or for each of several."""
    if isinstance(val, (list, tuple)):
        known = [one if one is not None else other for one, other in zip(val, tensor_meta)]
        spec: Any = [_place(one) for one in known]
    else:
        spec = _place(tensor_meta if val is None else val)
    made = graph_module.graph.call_function(memory.alloc, (spec,))
    made.meta["val"] = val
    made.meta["tensor_meta"] = tensor_meta
    return made


def _in_and_out(schema: Any) -> tuple[list[tuple[str, str]], list[str]]:
    """Arguments that a call reads, by name and type without aliases, and the names of those that it only writes."""
    read, written = [], []
    for one in schema.arguments:
        if one.kwarg_only and one.alias_info is not None and one.alias_info.is_write:
            written.append(one.name)
        else:
            read.append((one.name, str(one.type)))
    return read, written


def _out_variant(target: Any) -> tuple[Any, list[str]] | None:
    """The overload that takes the same and writes what it gives to arguments, and the names of those."""
    op = getattr(target, "_op", target)
    read = _without_options(_in_and_out(op._schema)[0])
    packet = op.overloadpacket
    for name in packet.overloads():
        other = getattr(packet, name)
        if isinstance(other._schema, UnknownSchema):
            continue
        other_read, written = _in_and_out(other._schema)
        if written and other_read == read:
            return other, written
    return None


# What a call that makes a tensor says of it, and the same call that writes to one does not.
_OPTIONS = {"dtype", "layout", "device", "pin_memory"}


def _without_options(read: list[tuple[str, str]]) -> list[tuple[str, str]]:
    names = {name for name, _ in read}
    return [one for one in read if one[0] not in _OPTIONS] if names >= _OPTIONS else read


# Operators that have the graphs of what they call among their arguments, and where.
_REGIONS = {"cond": (1, 2), "map_impl": (0,), "while_loop": (0, 1), "scan": (0,)}


class ToOutVarPass(PassBase):
    """Each operator writes to memory that is made for it."""

    def __init__(self, ignore_to_out_var_failure: bool = False) -> None:
        self.ignore_to_out_var_failure = ignore_to_out_var_failure

    def call(self, graph_module: GraphModule) -> PassResult:
        lost: set[str] = set()
        for node in graph_module.graph.nodes:
            if node.op != "call_function":
                continue
            regions = self._regions(node)
            if regions is not None:
                for at in regions:
                    self.call(getattr(graph_module, node.args[at].target))
            elif self._has_variant(node.target) and not self._convert(graph_module, node):
                lost.add(node.target._schema.name)
        if lost and not self.ignore_to_out_var_failure:
            raise RuntimeError(f"Missing out variants: {lost}")
        return PassResult(graph_module, True)

    @staticmethod
    def _regions(node: Node) -> tuple[int, ...] | None:
        return next((at for name, at in _REGIONS.items() if node.target == getattr(torch.ops.higher_order, name)), None)

    @staticmethod
    def _has_variant(target: Any) -> bool:
        """Whether an operator is to be converted: numbers, memory and what writes to an operand are not."""
        if getattr(target, "__module__", None) in ("builtins", "_operator", "operator") or target is memory.alloc:
            return False
        op = getattr(target, "_op", target)
        if not isinstance(op, OpOverload):
            raise RuntimeError(f"Require an op overload for target: {target}")
        return op.namespace != "executorch_prim" and not op.name().startswith("aten::sym_") and not _writes_first(op)

    def _convert(self, graph_module: GraphModule, node: Node) -> bool:
        op = getattr(node.target, "_op", node.target)
        if _in_and_out(op._schema)[1]:
            self._give_memory(graph_module, node)
            return True
        found = _out_variant(node.target)
        if found is None:
            return False
        variant, names = found
        taken = [one.name for one in variant._schema.arguments if one.name not in names]
        kwargs = {name: node.kwargs[name] for name in taken if name in node.kwargs}
        with graph_module.graph.inserting_before(node):
            if len(names) == 1:
                kwargs[names[0]] = make_alloc_node(graph_module, node.meta["val"], node.meta["tensor_meta"])
                if not variant._schema.returns:
                    node.replace_all_uses_with(kwargs[names[0]])
            else:
                for name, value in zip(names, node.meta["val"], strict=True):
                    kwargs[name] = None if value is None else make_alloc_node(graph_module, value, None)
        node.target = variant
        node.kwargs = kwargs
        return True

    @staticmethod
    def _give_memory(graph_module: GraphModule, node: Node) -> None:
        """A call that writes to an argument already: what only it uses is made as memory."""
        out = node.kwargs.get("out")
        if isinstance(out, Node) and out.target is not memory.alloc and len(out.users) == 1:
            with graph_module.graph.inserting_before(node):
                made = make_alloc_node(graph_module, node.meta["val"], node.meta["tensor_meta"])
            out.replace_all_uses_with(made)
            graph_module.graph.erase_node(out)


def _writes_first(op: Any) -> bool:
    """Whether an operator writes to its first argument, as those whose names end in `_` do."""
    first = next(iter(op._schema.arguments), None)
    return first is not None and first.alias_info is not None and first.alias_info.is_write and not first.kwarg_only


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("executorch.exir.passes", name, __all__)
