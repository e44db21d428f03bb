"""Which values share their memory: `tensor.untyped_storage()`.

What: a storage is the memory of the value that a node made; a view has that of its input. Why: passes ask it to know
what may be dropped or joined. What follows from schemas is known; an operator that gives a view or a copy is decided by
sizes and strides where they are numbers, and refused where they are symbols.
"""

from __future__ import annotations

import itertools
import operator
from typing import Any

from torch import _core
from torch._schema import FunctionSchema

_COUNT = itertools.count(1)


class UntypedStorage:
    """The memory of a value, and of all its views."""

    def __init__(self, device: Any, nbytes: Any) -> None:
        self._cdata = next(_COUNT)
        self.device = device
        self._nbytes = nbytes

    def nbytes(self) -> Any:
        return self._nbytes

    size = nbytes

    def __deepcopy__(self, memo: Any) -> "UntypedStorage":
        return self


# Operators without an alias in their schema that give their input, or a view of it, at times.
_SILENT = {
    "dropout": lambda given: given["p"] == 0 or not given["train"],
    "feature_dropout": lambda given: given["p"] == 0 or not given["train"],
    "alpha_dropout": lambda given: given["p"] == 0 or not given["train"],
    "feature_alpha_dropout": lambda given: given["p"] == 0 or not given["train"],
}
_UNKNOWN = {"atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors", "cartesian_prod", "einsum", "meshgrid"}
# Operators that give a view of their input, or a copy.
_PERHAPS = {"contiguous", "flatten", "ravel", "reshape", "reshape_as", "to", "type_as"}


def _new(value: Any) -> UntypedStorage:
    return UntypedStorage(value.device, value.numel() * value.element_size())


def _can_view(old: Any, strides: Any, new: Any) -> bool:
    """Whether sizes can become others without a copy: each run of sizes that lies together is split anew."""
    if any(size == 0 for size in old):
        return True
    runs: list[tuple[int, int]] = []  # elements, and the stride of the last
    for size, stride in zip(old, strides):
        if size == 1:
            continue
        if runs and runs[-1][1] == size * stride:
            runs[-1] = (runs[-1][0] * size, stride)
        else:
            runs.append((size, stride))
    sizes = [size for size in new if size != 1]
    for elements, _ in runs:
        made = 1
        while made < elements and sizes:
            made *= sizes.pop(0)
        if made != elements:
            return False
    return not sizes


def _is_view(name: str, given: dict[str, Any], first: Any, made: Any) -> bool:
    """Whether an operator that gives a view or a copy gave a view."""
    if name in ("to", "type_as"):
        kept = made.dtype is first.dtype and made.device == first.device
        return kept and not given.get("copy") and (not given.get("memory_format") or made.stride() == first.stride())
    if any(type(size) is not int for one in (first.shape, first.stride(), made.shape) for size in one):
        raise NotImplementedError(f"whether aten.{name} gives a view of sizes that are symbols is not known in Seesaw")
    if name == "contiguous":
        return first.is_contiguous(given.get("memory_format"))
    return _can_view(first.shape, first.stride(), made.shape)


def _named(schema: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    given = {one.name: one.default_value for one in schema.arguments}
    given.update(zip([one.name for one in schema.arguments], args))
    return {**given, **kwargs}


def shared_with(op: Any, args: Any, kwargs: Any, values: Any) -> list[Any]:
    """For each value that a call gave the argument whose memory it has, or None: it has memory of its own."""
    op = getattr(op, "_op", op)
    schema = getattr(op, "_schema", None)
    schema = schema if isinstance(schema, FunctionSchema) else None
    if schema is None:
        raise NotImplementedError(f"whether {op} gives views of its inputs is not known in Seesaw")
    given = _named(schema, args, kwargs)
    name = op._opname
    if name == "einsum" and op.namespace == "aten" and len(args[1] if len(args) > 1 else kwargs["tensors"]) > 1:
        return [None]  # a product of several
    if op.namespace == "aten" and name in _UNKNOWN:
        raise NotImplementedError(f"whether {op} gives views of its inputs is not known in Seesaw")
    if op.namespace == "aten" and name in _SILENT:
        return [given["input"] if _SILENT[name](given) else None]
    of: list[Any] = []
    listed = len(schema.returns) == 1 and str(schema.returns[0].type).startswith("List")
    for at in range(len(values)):
        alias = schema.returns[0 if listed else min(at, len(schema.returns) - 1)].alias_info
        found = None
        for one in schema.arguments if alias is not None else ():
            if one.alias_info is not None and one.alias_info.before_set == alias.before_set:
                found = given[one.name]
        of.append(found)
    if op.namespace == "aten" and name in _PERHAPS and of[0] is not None:
        return [of[0] if _is_view(name, given, _value_of(of[0]), values[0]) else None]
    return of


def _value_of(one: Any) -> Any:
    """The value of a node or of a row; a tensor is its own."""
    return getattr(one, "value", one)


class _Given:
    """A node of the program as it was, by number."""

    _is_fx_node = True

    def __init__(self, number: int, value: Any) -> None:
        self.number = number
        self.value = value


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def fill(graph: Any) -> None:
    """Gives the values of a graph's nodes their memory, as it was when the graph was traced."""
    from torch._types import Tensor

    rows, given, read = _rows(graph), {}, {}
    for row in rows:
        node = graph._nodes.get(row[0])
        known = node._meta_before[0] if node is not None and node._meta_before else {}
        given[row[0]] = _Given(row[0], known.get("val"))
    for row in rows:
        one = given[row[0]]
        values = [value for value in _flat(one.value)]
        tensors = [value for value in values if isinstance(value, Tensor)]
        if not tensors or all(value._storage is not None for value in tensors):
            continue
        if row[1] == "get_attr":
            same = read.setdefault(row[3], _new(tensors[0]))
            tensors[0]._storage = same
        elif row[1] != "call_function":
            for value in tensors:
                value._storage = _new(value)
        else:
            _fill_call(row, given, values)


def _fill_call(row: list[Any], given: dict[int, _Given], values: list[Any]) -> None:
    from torch import _targets
    from torch._types import Tensor

    target = _targets.resolve(row[3])
    args = tuple(_core.decode(one, given.__getitem__) for one in row[4])
    kwargs = {key: _core.decode(one, given.__getitem__) for key, one in row[5].items()}
    if target is operator.getitem:
        element = args[0].value[args[1]]
        values[0]._storage = element._storage
        return
    try:
        shared = shared_with(target, args, kwargs, values)
    except NotImplementedError as error:
        for value in values:
            if isinstance(value, Tensor):
                value._storage = error
        return
    for value, of in zip(values, shared):
        if isinstance(value, Tensor):
            value._storage = _new(value) if of is None else _value_of(of)._storage


def _rows(graph: Any) -> list[Any]:
    """The nodes of the program before it was edited, if that is known."""
    source = graph._program.source
    if source is None:
        return [[node._id, node.op, *node._row[2:]] for node in graph.nodes]
    handle = _core.call("open", {}, source)[0]["handle"]
    try:
        (rows,) = _core.edit(handle, graph._path, [{"do": "read_nodes"}])[1]
    finally:
        _core.call("close", {"handle": handle})
    return rows


def made_by(value: Any, function: Any, args: Any, kwargs: Any) -> None:
    """Notes what gave a value that no node has."""
    from torch._types import Tensor

    values = _flat(value)
    for at, one in enumerate(values):
        if isinstance(one, Tensor):
            one._made_by = (function, args, kwargs, values, at)


def storage_of(value: Any) -> UntypedStorage:
    if value._storage is None and value._graph is not None:
        fill(value._graph)
    if value._storage is None and value._made_by is not None:
        *call, at = value._made_by
        shared = shared_with(*call)[at]
        value._storage = None if shared is None else storage_of(shared)
    if value._storage is None:
        value._storage = _new(value)
    if isinstance(value._storage, NotImplementedError):
        raise value._storage
    return value._storage
