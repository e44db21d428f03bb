"""`torch._export.passes.constant_folding`: what follows from attributes alone becomes an attribute.

What: the graph is walked with the values of its attributes; a call whose inputs are all known is a known value. Why:
values have no elements here, so what is folded is a tensor of which sizes and dtype are known.
"""

from __future__ import annotations

import collections
from typing import Any, Callable, Iterator

from torch._missing import missing
from torch._ops import OpOverload, ops
from torch._tags import Tag
from torch._types import Tensor
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter
from torch.fx.node import Node
from torch.utils import _pytree as pytree

__all__ = [
    "CONST_MODULE_TAG",
    "ConstantFolder",
    "META_TAG",
    "MODULE_TAG",
    "constant_fold",
    "constant_graph_tag",
    "replace_node_with_constant",
    "run_and_get_constant_graph",
]

META_TAG = "MODULE_TYPE"
MODULE_TAG = "_MAIN_MODULE"
CONST_MODULE_TAG = "_CONST_MODULE"

_DEQUANTIZE = ("dequantize_per_channel.default", "dequantize_per_tensor.default", "dequantize_per_tensor.tensor")


def _free_name(gm: Any) -> str:
    count = getattr(gm, "_frozen_param_count", 0)
    while hasattr(gm, f"_frozen_param{count}"):
        count += 1
    gm._frozen_param_count = count + 1
    return f"_frozen_param{count}"


def replace_node_with_constant(gm: Any, node: Node, constant: Any, name: str | None = None) -> None:
    """Puts an attribute in place of a call."""
    path = name or _free_name(gm)
    with gm.graph.inserting_before(node):
        made = gm.graph.create_node("get_attr", path, (), {})
        node.replace_all_uses_with(made)
        made.meta.update(node.meta)
        gm.graph.erase_node(node)
    gm.register_buffer(path, constant)
    setattr(gm, path, constant)


def _nodes_in(node: Node) -> Iterator[Node]:
    return (one for one in pytree.arg_tree_leaves(*node.args, **node.kwargs) if isinstance(one, Node))


def is_known_to_stay(node: Node) -> bool:
    """Calls that later passes look for: the reading of a quantized weight."""
    if node.target is ops.prims.convert_element_type.default:
        import torch

        weight = node.args[0]
        is_weight = weight.op == "get_attr" and weight.meta["val"].dtype == torch.int8
        return is_weight and node.args[1] == torch.bfloat16
    is_quantized = getattr(node.target, "namespace", None) == "quantized_decomposed"
    return is_quantized and node.target.__name__ in _DEQUANTIZE


class ConstantFolder(Interpreter):
    """Finds what can be folded: `node_replacements` has the value of each call that goes."""

    def __init__(self, gm: Any, skip_constructors: bool = False) -> None:
        super().__init__(gm)
        self.node_replacements: dict[Node, Any] = {}
        self.replaced_uses: dict[Node, int] = collections.Counter()
        self.unknown_value = object()
        self.skip_constructors = skip_constructors
        self.user_to_last_uses = self.node_to_last_non_output_use()

    def is_impure(self, node: Node) -> bool:
        return is_known_to_stay(node)

    def node_to_last_non_output_use(self) -> dict[Node, list[Node]]:
        """What a node uses last; what only the output uses goes right away."""
        last: dict[Node, list[Node]] = collections.defaultdict(list)
        seen: set[Node] = set()
        output = next(iter(reversed(self.module.graph.nodes)))
        for node in reversed(self.module.graph.nodes):
            if node.target == "output":
                continue
            for one in _nodes_in(node):
                if one not in seen:
                    seen.add(one)
                    last[node].append(one)
            if len(node.users) == 1 and output in node.users:
                last[node].append(node)
        return last

    def is_source(self, node: Node) -> bool:
        return node.op == "get_attr"

    def _stays_unknown(self, node: Node, given: list[Any]) -> bool:
        if any(one is self.unknown_value for one in given):
            return True
        if node.op == "call_function" and (
            node.target is ops.aten._efficientzerotensor.default
            or node.name == "triton_kernel_wrapper_functional_proxy"
        ):
            return True
        makes = not self.is_source(node) and not any(isinstance(one, Tensor) for one in given)
        if self.skip_constructors and makes:
            return True
        return isinstance(node.target, OpOverload) and Tag.nondeterministic_seeded in node.target.tags

    def _deduce_value(self, node: Node) -> Any:
        return super().run_node(node)

    def run_node(self, node: Node) -> Any:
        if node.target == "output":
            for one in _nodes_in(node):
                self.env[one] = self.unknown_value
            return super().run_node(node)
        args, kwargs = self.fetch_args_kwargs_from_env(node)
        if self._stays_unknown(node, pytree.arg_tree_leaves(*args, **kwargs)):
            return self.unknown_value
        out = self._deduce_value(node)
        if out is self.unknown_value or self.is_source(node) or not self._is_value(out):
            return out
        if isinstance(out, Tensor) and (out.device.type == "meta" or not self.insertable_tensor_check(out)):
            return out
        if self.is_impure(node):
            return self.unknown_value
        self._note(node, out)
        return out

    def _is_value(self, out: Any) -> bool:
        return isinstance(out, Tensor)

    def _note(self, node: Node, out: Any) -> None:
        """A call that goes; what only such calls use goes with them."""
        self.add_node_replacement(node, out)
        for one in _nodes_in(node):
            self.replaced_uses[one] += 1
        for one in self.user_to_last_uses.get(node, ()):
            if self.replaced_uses[one] == len(one.users):
                self.node_replacements.pop(one, None)

    def insertable_tensor_check(self, tensor: Any) -> bool:
        return True

    def add_node_replacement(self, node: Node, tensor: Any) -> None:
        self.node_replacements[node] = tensor

    def insert_placerholder_values(self, env: dict[Node, Any]) -> None:
        for node in self.module.graph.find_nodes(op="placeholder"):
            env[node] = self.unknown_value

    def run(self) -> Any:  # type: ignore[override]
        env: dict[Node, Any] = {}
        self.insert_placerholder_values(env)
        return super().run(initial_env=env)


def fold(gm: Any, folder: ConstantFolder, wanted: Callable[[Node], bool] | None) -> None:
    """Replaces what was found, and takes away the attributes that nobody reads any more."""
    folder.run()
    for node, constant in folder.node_replacements.items():
        if wanted is None or wanted(node):
            replace_node_with_constant(gm, node, constant)


def tidy(gm: Any, unused: list[Node]) -> None:
    for node in unused:
        if hasattr(gm, node.target):
            delattr(gm, node.target)
    for node in unused:
        gm.graph.erase_node(node)
    gm.graph.eliminate_dead_code()
    gm.graph.lint()
    gm.recompile()


def constant_fold(gm: Any, constraint_fn: Callable[[Node], bool] | None = None) -> None:
    fold(gm, ConstantFolder(gm, skip_constructors=True), constraint_fn)
    # Two nodes may read one attribute.
    users: dict[str, int] = collections.Counter()
    reads = list(gm.graph.find_nodes(op="get_attr"))
    for node in reads:
        users[node.target] += len(node.users)
    tidy(gm, [node for node in reads if users[node.target] == 0])


def tag(gm: Any, folder: ConstantFolder, stays: Callable[[Node], bool] | None = None) -> None:
    """Notes of each node whether it belongs to what can be folded."""
    folder.run()
    for node in gm.graph.nodes:
        known = folder.is_source(node) or node in folder.node_replacements or node in folder.replaced_uses
        if stays is not None and stays(node):
            known = False
        node.meta[META_TAG] = CONST_MODULE_TAG if known else MODULE_TAG


def constant_graph_tag(gm: Any) -> None:
    tag(gm, ConstantFolder(gm, skip_constructors=True))


def untag(node: Node) -> bool:
    """An attribute that the rest reads stays with the rest."""
    used = any(user.meta[META_TAG] == CONST_MODULE_TAG for user in node.users)
    if not used:
        node.meta[META_TAG] = MODULE_TAG
    return used


def constant_graph(gm: Any) -> GraphModule:
    """The part that was tagged as a module of its own, which gives what the rest takes."""
    graph = Graph()
    made: dict[Node, Node] = {}
    given = []
    for node in gm.graph.nodes:
        if node.meta[META_TAG] == MODULE_TAG:
            continue
        made[node] = graph.node_copy(node, lambda one: made[one])
        if any(user.meta[META_TAG] == MODULE_TAG for user in node.users):
            given.append(made[node])
    graph.output(tuple(given))
    return GraphModule(gm, graph)


def run_and_get_constant_graph(gm: Any) -> GraphModule:
    constant_graph_tag(gm)
    for node in gm.graph.find_nodes(op="get_attr"):
        untag(node)
    return constant_graph(gm)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._export.passes.constant_folding", name, __all__)
