"""`torch.fx.passes.infra.partitioner`: nodes that a backend takes, in parts that do not wait for each other.

What: nodes are walked from the last to the first. One that is taken begins a part, which is joined with each other part
where no node between two of its nodes is left outside. Sets of nodes are numbers with a bit for each node.
"""

from __future__ import annotations

import itertools
import operator
from typing import Any, Callable, Iterable, Sequence

from torch import _core
from torch._missing import missing
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, _get_qualified_name
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions

__all__ = ["CapabilityBasedPartitioner", "Partition"]

_NO_WORK = ("torch.ops.aten.view", "_operator.getitem")


def _name(node: Node) -> str:
    return "_operator.getitem" if node.target is operator.getitem else _get_qualified_name(node.target)


class Partition:
    """Nodes of one part, with their places from the last."""

    def __init__(
        self, id: int | None = None, nodes: Iterable[Node] | None = None, node_orders: Iterable[int] | None = None
    ) -> None:
        self.id = id
        places = itertools.repeat(None) if node_orders is None else node_orders
        self.nodes: dict[Node, int | None] = dict(zip(nodes or (), places))

    def __repr__(self) -> str:
        return str(self.nodes)

    def add_node(self, node: Node, node_order: int | None = None) -> None:
        self.nodes[node] = node_order

    def remove_node(self, node: Node) -> None:
        del self.nodes[node]

    def size(self) -> int:
        return len(self.nodes)


class _Parts:
    """The parts while they grow: their nodes, what they reach, and their places."""

    def __init__(self, nodes: list[Node]) -> None:
        self.is_newest = _core.VERSION[0] != _core.OLDEST
        self.bit = {node: 1 << at for at, node in enumerate(nodes)}
        # What comes behind a node.
        self.behind: dict[Node, int] = {}
        for node in reversed(nodes):
            found = 0
            for user in node.users:
                found |= self.bit[user] | self.behind[user]
            self.behind[node] = found
        self.part_of: dict[Node, int] = {}
        self.parts: dict[int, Partition] = {}
        self.mask: dict[int, int] = {}
        self.users: dict[int, int] = {}
        self.reached: dict[int, set[int]] = {}
        self.order: dict[int, int] = {}

    def _users_of(self, node: Node) -> int:
        found = 0
        for user in node.users:
            found |= self.bit[user]
        return found

    def begin(self, node: Node, id: int, place: int) -> None:
        self.part_of[node] = id
        self.parts[id] = Partition(id, [node], [place])
        self.mask[id], self.order[id] = self.bit[node], id
        self.users[id] = self._users_of(node)
        if self.is_newest:
            self.reached[id] = self._parts_in(self.users[id] | self._behind_users([node]), (id,))
            return
        self.reached[id] = set()
        for user in node.users:
            target = self.part_of.get(user)
            if target is not None:
                self.reached[id] |= {target, *self.reached[target]}

    def _behind_users(self, nodes: Iterable[Node], inside: int = 0) -> int:
        found = 0
        for node in nodes:
            for user in node.users:
                if not self.bit[user] & inside:
                    found |= self.behind[user]
        return found

    def _parts_in(self, nodes: int, but: tuple[int, ...]) -> set[int]:
        found: set[int] = set()
        for id, mask in self.mask.items():
            if mask & nodes:
                found |= {id, *self.reached[id]}
        return found.difference(but)

    def join(self, one: int, other: int) -> int:
        """Joins two parts, unless something between them is outside; the number of the part that goes on."""
        merged = self.mask[one] | self.mask[other]
        both = [*self.parts[one].nodes, *self.parts[other].nodes]
        users = (self.users[one] | self.users[other]) & ~merged
        below = self._behind_users(both, merged)
        seen = below | users if self.is_newest else below
        if seen & merged or any(
            mask & seen and not self.reached[id].isdisjoint((one, other)) for id, mask in self.mask.items()
        ):
            return one
        keep, gone = one, other
        if self.is_newest and self.parts[one].size() < self.parts[other].size():
            keep, gone = gone, keep
        self.parts[keep].nodes.update(self.parts[gone].nodes)
        self.part_of.update(dict.fromkeys(self.parts[gone].nodes, keep))
        self.order[keep] = min(self.order[keep], self.order[gone])
        self.mask[keep], self.users[keep] = merged, users
        self.reached[keep] |= self.reached[gone]
        for held in (self.parts, self.order, self.mask, self.users, self.reached):
            del held[gone]  # type: ignore[attr-defined]
        if self.is_newest:
            self.reached[keep] |= self._parts_in(users | below, (keep, gone))
            self.reached[keep] -= {keep, gone}
        return keep

    def move(self, node: Node, id: int | None) -> None:
        if node in self.part_of:
            self.parts[self.part_of[node]].remove_node(node)
        if id is None:
            self.part_of.pop(node)
            return
        self.part_of[node] = id
        if id in self.parts:
            self.parts[id].add_node(node)
        else:
            self.parts[id] = Partition(id, [node])


class CapabilityBasedPartitioner:
    """Parts of a graph that a backend takes."""

    def __init__(
        self,
        graph_module: GraphModule,
        operator_support: OperatorSupportBase,
        allows_single_node_partition: bool = False,
        non_compute_ops: Sequence[str] | None = None,
        allowed_single_node_partition_ops: Sequence[str] | None = None,
        skip_horizontal_fusion: bool = False,
    ) -> None:
        self.graph_module = graph_module
        self.operator_support = operator_support
        self.allows_single_node_partition = allows_single_node_partition
        self.non_compute_ops = [] if non_compute_ops is None else non_compute_ops
        self.allowed_single_node_partition_ops = allowed_single_node_partition_ops or []
        self.skip_horizontal_fusion = skip_horizontal_fusion

    def _is_node_supported(self, node: Node) -> bool:
        return self.operator_support.is_node_supported(dict(self.graph_module.named_modules()), node)

    def propose_partitions(self) -> list[Partition]:
        nodes = list(self.graph_module.graph.nodes)
        parts = _Parts(nodes)
        number = itertools.count()
        for place, node in enumerate(reversed(nodes)):
            begun = node not in parts.part_of and self._is_node_supported(node)
            candidates: dict[int, None] = {}
            if begun:
                id = next(number)
                parts.begin(node, id, place)
                candidates[id] = None
            if not self.skip_horizontal_fusion:
                candidates.update(dict.fromkeys(sorted(parts.order, key=parts.order.__getitem__)))
            elif begun:
                candidates.update(dict.fromkeys(parts.part_of[user] for user in node.users if user in parts.part_of))
            first, *rest = candidates or (None,)
            for other in rest:
                first = parts.join(first, other)  # type: ignore[arg-type]
        if parts.is_newest:
            for part in parts.parts.values():
                part.nodes = dict(sorted(part.nodes.items(), key=lambda one: one[1], reverse=True))  # type: ignore
        self._follow(parts, nodes)
        if not self.allows_single_node_partition:
            for id in [id for id, part in parts.parts.items() if self._work(part) <= 1]:
                del parts.parts[id]
        return [part for part in parts.parts.values() if part.size() > 0]

    @staticmethod
    def _follow(parts: _Parts, nodes: list[Node]) -> None:
        """Elements that are taken out of what a node gives go where the node is."""
        while True:
            moved: dict[Node, int | None] = {}
            for node in nodes:
                if all(user.op == "call_function" and user.target is operator.getitem for user in node.users):
                    id = parts.part_of.get(node)
                    moved.update({user: id for user in node.users if parts.part_of.get(user) != id})
            for node, id in moved.items():
                parts.move(node, id)
            if not moved or not parts.is_newest:
                return

    def _work(self, part: Partition) -> int:
        """How many nodes of a part compute something; one that may be alone counts as two."""
        names = [_name(node) for node in part.nodes if node.op == "call_function"]
        idle = {*_NO_WORK, *self.non_compute_ops}
        alone = self.allowed_single_node_partition_ops
        return sum((name not in idle) + (name in alone) for name in names)

    def fuse_partitions(self, partitions: list[Partition], prefix: str = "fused_") -> GraphModule:
        return fuse_by_partitions(self.graph_module, [one.nodes for one in partitions], prefix=prefix)

    def remove_bookend_non_compute_ops(self, partitions: list[Partition]) -> None:
        """Takes out what computes nothing and stands at the border of a part."""
        idle = set(self.non_compute_ops)

        def is_idle(node: Node) -> bool:
            return node.op == "call_function" and _name(node) in idle

        into: dict[Node, bool] = {}
        out: dict[Node, bool] = {}
        for part in partitions:
            inside, removed = set(part.nodes), set[Node]()
            for node in part.nodes:
                if is_idle(node) and (
                    _is_border(node, lambda one: one.all_input_nodes, is_idle, inside, removed, into)
                    or _is_border(node, lambda one: list(one.users), is_idle, inside, removed, out)
                ):
                    removed.add(node)
            for node in removed:
                part.nodes.pop(node, None)

    def partition_and_fuse(self, prefix: str = "fused_") -> GraphModule:
        return self.fuse_partitions(self.propose_partitions(), prefix=prefix)


def _is_border(
    node: Node,
    beside: Callable[[Node], list[Node]],
    is_idle: Callable[[Node], bool],
    inside: set[Node],
    removed: set[Node],
    known: dict[Node, bool],
) -> bool:
    """Whether only nodes that compute nothing stand between a node and what is outside of its part."""

    def is_outside(one: Node) -> bool:
        return one.op == "placeholder" or one not in inside or one in removed

    stack = [node]
    while stack:
        one = stack[-1]
        if is_outside(one) or one in known:
            stack.pop()
            continue
        if not is_idle(one):
            known[one] = False
            continue
        for other in beside(one):
            if not is_outside(other) and known.get(other) is not True:
                if known.get(other) is False:
                    known[one] = False
                else:
                    stack.append(other)
                break
        else:
            known[one] = True
    return is_outside(node) or known[node]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.infra.partitioner", name, __all__)
