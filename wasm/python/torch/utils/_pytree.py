"""`torch.utils._pytree`: values in tuples, lists, dicts and named tuples, flattened and put back."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, namedtuple
from typing import Any, Callable, Iterable

PyTree = Any
Context = Any


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


@dataclasses.dataclass
class TreeSpec:
    """The form of a tree."""

    type: Any
    context: Any
    children_specs: list["TreeSpec"]

    def __post_init__(self) -> None:
        self.num_nodes = 1 + sum(one.num_nodes for one in self.children_specs)
        self.num_leaves = sum(one.num_leaves for one in self.children_specs) if self.type is not None else 1
        self.num_children = len(self.children_specs)

    def is_leaf(self) -> bool:
        return self.type is None

    def unflatten(self, leaves: Iterable[Any]) -> PyTree:
        return tree_unflatten(leaves, self)

    def flatten_up_to(self, tree: PyTree) -> list[Any]:
        return tree_flatten(tree)[0]


class LeafSpec(TreeSpec):
    """The form of a leaf."""

    def __init__(self) -> None:
        super().__init__(None, None, [])

    def __repr__(self) -> str:
        return "*"


_REGISTERED: dict[type, tuple[Callable[[Any], Any], Callable[..., Any]]] = {}


def register_pytree_node(cls: type, flatten_fn: Any, unflatten_fn: Any, **_: Any) -> None:
    _REGISTERED[cls] = (flatten_fn, unflatten_fn)


_register_pytree_node = register_pytree_node


def register_constant(cls: type) -> None:
    """Values of a class that hold no leaf, and are their own form."""
    register_pytree_node(cls, lambda one: ([], one), lambda _, one: one)


def treespec_leaf() -> LeafSpec:
    return LeafSpec()


def treespec_tuple(iterable: Iterable[TreeSpec] = (), /) -> TreeSpec:
    return TreeSpec(tuple, None, list(iterable))


def _children(tree: PyTree) -> tuple[Any, Any, list[Any]] | None:
    kind = type(tree)
    if kind in _REGISTERED:
        children, context = _REGISTERED[kind][0](tree)
        return kind, context, list(children)
    if _is_named_tuple(tree):
        return namedtuple, kind, list(tree)
    if isinstance(tree, (dict, OrderedDict)):
        return (OrderedDict if isinstance(tree, OrderedDict) else dict), list(tree), list(tree.values())
    if isinstance(tree, tuple):
        return tuple, None, list(tree)
    if isinstance(tree, list):
        return list, None, list(tree)
    return None


def tree_flatten(tree: PyTree, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], TreeSpec]:
    leaves: list[Any] = []

    def walk(one: Any) -> TreeSpec:
        found = None if is_leaf is not None and is_leaf(one) else _children(one)
        if found is None:
            leaves.append(one)
            return LeafSpec()
        kind, context, children = found
        return TreeSpec(kind, context, [walk(child) for child in children])

    spec = walk(tree)
    return leaves, spec


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> PyTree:
    given = list(leaves)
    if len(given) != treespec.num_leaves:
        raise ValueError(
            f"tree_unflatten(leaves, treespec): `leaves` has length {len(given)} but the spec refers to a pytree that "
            f"holds {treespec.num_leaves} items ({treespec})."
        )
    rest = iter(given)

    def build(spec: TreeSpec) -> Any:
        if spec.is_leaf():
            return next(rest)
        children = [build(one) for one in spec.children_specs]
        if spec.type in _REGISTERED:
            return _REGISTERED[spec.type][1](children, spec.context)
        if spec.type is namedtuple:
            return spec.context(*children)
        if spec.type in (dict, OrderedDict):
            return spec.type(zip(spec.context, children))
        return spec.type(children)

    return build(treespec)


def tree_leaves(tree: PyTree, is_leaf: Any = None) -> list[Any]:
    return tree_flatten(tree, is_leaf)[0]


def arg_tree_leaves(*args: PyTree, **kwargs: PyTree) -> list[Any]:
    return tree_leaves((args, kwargs))


def tree_iter(tree: PyTree, is_leaf: Any = None) -> Any:
    return iter(tree_leaves(tree, is_leaf))


def tree_structure(tree: PyTree, is_leaf: Any = None) -> TreeSpec:
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: Any = None) -> PyTree:
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_leaves(one, is_leaf) for one in rests]
    return tree_unflatten([func(*values) for values in zip(leaves, *others)], spec)


def tree_map_(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: Any = None) -> PyTree:
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kinds: Any, func: Callable[..., Any], tree: PyTree, is_leaf: Any = None) -> PyTree:
    chosen = kinds if callable(kinds) and not isinstance(kinds, type) else lambda one: isinstance(one, kinds)
    return tree_map(lambda one: func(one) if chosen(one) else one, tree, is_leaf=is_leaf)


def tree_map_only_(kinds: Any, func: Callable[..., Any], tree: PyTree, is_leaf: Any = None) -> PyTree:
    for leaf in tree_leaves(tree, is_leaf):
        if isinstance(leaf, kinds):
            func(leaf)
    return tree


def tree_any(pred: Callable[[Any], bool], tree: PyTree, is_leaf: Any = None) -> bool:
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all(pred: Callable[[Any], bool], tree: PyTree, is_leaf: Any = None) -> bool:
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any_only(kinds: Any, pred: Callable[[Any], bool], tree: PyTree, is_leaf: Any = None) -> bool:
    return any(isinstance(one, kinds) and pred(one) for one in tree_leaves(tree, is_leaf))


def tree_all_only(kinds: Any, pred: Callable[[Any], bool], tree: PyTree, is_leaf: Any = None) -> bool:
    return all(pred(one) for one in tree_leaves(tree, is_leaf) if isinstance(one, kinds))
