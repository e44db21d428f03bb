"""`torch._functorch.compile_utils`: calls that occur twice, and operators without their overloads."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._ops import OpOverload, ops
from torch._types import Tensor, _Symbolic
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.utils import _pytree as pytree

__all__ = ["fx_graph_cse", "get_aten_target", "get_outputs", "get_placeholders", "strip_overloads"]


def get_aten_target(node: Node) -> Any:
    return getattr(node.target, "overloadpacket", node.target)


_RANDOM = """
dropout _fused_dropout _standard_gamma bernoulli multinomial native_dropout normal poisson binomial rrelu rand_like rand
randint randn randperm
"""
rand_ops = [getattr(ops.aten, name) for name in _RANDOM.split()]


def _returned(graph: Graph) -> set[Node]:
    """Nodes whose memory the graph gives back: each of them stays a value of its own."""

    def storage(node: Node) -> Any:
        value = node.meta.get("val")
        return value.untyped_storage()._cdata if isinstance(value, Tensor) else None

    given = {storage(node) for node in graph.output_node().all_input_nodes} - {None}
    return {node for node in graph.nodes if storage(node) in given}


def _flat(value: Any, env: dict[Node, Node]) -> tuple[tuple[Any, ...], Any]:
    leaves, spec = pytree.tree_flatten(_plain(value))
    if any(isinstance(one, _Symbolic) for one in leaves):
        raise NotImplementedError("fx_graph_cse of a graph with sizes that are symbols in calls is not in Seesaw")
    return tuple(env.get(one, one) if isinstance(one, Node) else one for one in leaves), spec


def _plain(value: Any) -> Any:
    """Containers of the graph as Python's."""
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return (list if isinstance(value, list) else tuple)(_plain(one) for one in value)
    return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def fx_graph_cse(fx_g: Graph) -> Graph:
    """The graph with each call once; calls between which something is written are others."""
    from torch._inductor.pattern_matcher import compute_mutation_region_ids, same_mutation_regions

    compute_mutation_region_ids(fx_g)
    single = {*rand_ops, ops.aten.empty}
    returned = _returned(fx_g)
    made = Graph()
    env: dict[Node, Node] = {}
    # The call, and the node that is made for it; the first of a kind has its place.
    known: dict[Any, tuple[Any, Node]] = {}
    for node in fx_g.nodes:
        if node.op in ("placeholder", "output", "get_attr") or node in returned or get_aten_target(node) in single:
            env[node] = made.node_copy(node, env.__getitem__)
            continue
        (args, form), (kwargs, names) = _flat(node.args, env), _flat(node.kwargs, env)
        place = node.target, hash((tuple((one, type(one)) for one in args), tuple((one, type(one)) for one in kwargs)))
        call = node.target, args, form, kwargs, names
        before = known.get(place)
        same = before is not None and before[0] == call
        if same and same_mutation_regions(node, before[1]):
            env[node] = before[1]
            continue
        env[node] = made.node_copy(node, env.__getitem__)
        if same or before is None:
            known[place] = call, env[node]
    return made


def strip_overloads(gm: GraphModule) -> None:
    for node in gm.graph.nodes:
        if isinstance(node.target, OpOverload):
            node.target = node.target.overloadpacket
    gm.recompile()


def get_placeholders(graph: Graph) -> list[Node]:
    return graph.find_nodes(op="placeholder")


def get_outputs(graph: Graph) -> list[Any]:
    return pytree.tree_leaves(_plain(graph.output_node().args[0]))


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._functorch.compile_utils", name, __all__)
