"""`torch._export.utils`: helpers of passes."""

from __future__ import annotations

import contextlib
import operator
from typing import Any, Callable, Iterable, Iterator

from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg


def nodes_filter(nodes: Iterable[Node], node_call_back: Callable[[Node], Any]) -> list[Node]:
    return [node for node in nodes if node_call_back(node)]


def nodes_first(nodes: Iterable[Node], node_call_back: Callable[[Node], Any] | None = None) -> Node | None:
    return next((node for node in nodes if node_call_back is None or node_call_back(node)), None)


def nodes_count(nodes: Iterable[Node], node_call_back: Callable[[Node], Any]) -> int:
    return len(nodes_filter(nodes, node_call_back))


def nodes_map(nodes: Any, node_call_back: Callable[[Node], Any]) -> Any:
    for node in nodes:
        node_call_back(node)
    return nodes


def node_replace_(old_node: Node, new_node: Node) -> None:
    """Puts a node in the place of another, which goes."""
    old_node.replace_all_uses_with(new_node)
    old_node.graph.erase_node(old_node)


def sequential_split(gm: GraphModule, node_call_back: Callable[[Node], Any]) -> GraphModule:
    """Parts that begin at each node for which the function is true."""
    from torch.fx.passes.split_module import split_module

    parts, number = {}, 0
    for node in gm.graph.nodes:
        if node_call_back(node):
            number += 1
        parts[node] = number
    made = split_module(gm, gm, lambda node: parts[node], keep_original_order=True, keep_original_node_name=True)
    made.graph._codegen = gm.graph._codegen
    return made


def _free_name(gm: GraphModule, name: str) -> str:
    if gm._find(name) is None:
        return name
    number = 1
    while gm._find(f"submod_{number}") is not None:
        number += 1
    return f"submod_{number}"


def node_inline_(call_mod_node: Node) -> GraphModule | None:
    """The nodes of a submodule in the place of its call."""
    assert call_mod_node.op == "call_module"
    gm = call_mod_node.graph.owning_module
    assert gm is not None
    sub_gm = getattr(gm, call_mod_node.target)
    values: dict[Node, Any] = {}
    inputs = iter(call_mod_node.args)
    output = None
    with gm.graph.inserting_before(call_mod_node):
        for node in list(sub_gm.graph.nodes):
            if node.op == "placeholder":
                values[node] = next(inputs)
                assert isinstance(values[node], Node)
            elif node.op == "output":
                output = node
            else:
                copied = gm.graph.node_copy(node, lambda one: values[one])
                if node.op == "get_attr":
                    name = _free_name(gm, node.target)
                    copied.target = name
                    setattr(gm, name, getattr(sub_gm, node.target))
                values[node] = copied
    if output is None:
        call_mod_node.graph.erase_node(call_mod_node)
    else:
        result = map_arg(output.args[0], lambda one: values[one])
        if isinstance(result, Node):
            node_replace_(call_mod_node, result)
        elif isinstance(result, (list, tuple)):
            users = nodes_filter(
                list(call_mod_node.users), lambda one: one.op == "call_function" and one.target is operator.getitem
            )
            for one in users:
                node_replace_(one, result[one.args[1]])
            call_mod_node.graph.erase_node(call_mod_node)
        else:
            raise NotImplementedError(
                f"Unsupported output type {type(result)}. Expect it to be a Node or a list/tuple of Nodes."
            )
    gm.delete_all_unused_submodules()
    gm.recompile()
    return gm


def is_param(program: Any, node: Node) -> bool:
    return node.name in program.graph_signature.inputs_to_parameters


def get_param(program: Any, node: Node) -> Any:
    if not is_param(program, node):
        return None
    return program.state_dict[program.graph_signature.inputs_to_parameters[node.name]]


def get_buffer(program: Any, node: Node) -> Any:
    if not is_buffer(program, node):
        return None
    name = program.graph_signature.inputs_to_buffers[node.name]
    lost = program.graph_signature.non_persistent_buffers
    return (program.constants if name in lost else program.state_dict)[name]


def get_lifted_tensor_constant(program: Any, node: Node) -> Any:
    if not is_lifted_tensor_constant(program, node):
        return None
    return program.constants[program.graph_signature.inputs_to_lifted_tensor_constants[node.name]]


def is_buffer(program: Any, node: Node) -> bool:
    return node.name in program.graph_signature.inputs_to_buffers


def is_lifted_tensor_constant(program: Any, node: Node) -> bool:
    return node.name in program.graph_signature.inputs_to_lifted_tensor_constants


@contextlib.contextmanager
def _disable_aten_to_metadata_assertions() -> Iterator[None]:
    """No program of a pass has such assertions."""
    yield
