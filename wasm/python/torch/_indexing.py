"""`tensor[...]` in a pass: numbers, slices, None and `...` are calls of ATen on a value without elements."""

from __future__ import annotations

from typing import Any


def is_plain(key: Any) -> bool:
    """Whether an index needs no element of any tensor."""

    def one(item: Any) -> bool:
        if isinstance(item, slice):
            return all(part is None or type(part) is int for part in (item.start, item.stop, item.step))
        return item is None or item is Ellipsis or type(item) is int

    return all(map(one, key)) if type(key) is tuple else one(key)


def indexed(value: Any, key: Any) -> Any:
    """What an index gives, one item after the other."""
    from torch import ops
    from torch._functions import propagate

    items = list(key) if type(key) is tuple else [key]
    taken = sum(item is not None and item is not Ellipsis for item in items)
    if taken > value.ndim:
        raise IndexError(f"too many indices for tensor of dimension {value.ndim}")
    if Ellipsis in items:
        at = items.index(Ellipsis)
        items[at : at + 1] = [slice(None)] * (value.ndim - taken)
    numbers = _numbers(value, items)
    held, dim = value._numbers, 0
    result = value
    for item in items:
        if item is None:
            result = propagate(ops.aten.unsqueeze.default, (result, dim), {})
        elif type(item) is int:
            size = result.shape[dim]
            if type(size) is int and not -size <= item < size:
                raise IndexError(f"index {item} is out of bounds for dimension {dim} with size {size}")
            result = propagate(ops.aten.select.int, (result, dim, item), {})
            continue
        elif item != slice(None):
            step = 1 if item.step is None else item.step
            if step <= 0:
                raise ValueError("step must be greater than zero")
            start, end = item.start or 0, 2**63 - 1 if item.stop is None else item.stop
            result = propagate(ops.aten.slice.Tensor, (result, dim, start, end, step), {})
        dim += 1
    if result is value:
        result = propagate(ops.aten.alias.default, (value,), {})
    value._numbers, result._numbers = held, numbers
    return result


def _numbers(value: Any, items: list[Any]) -> list[Any] | None:
    """The numbers of a row of which they are known."""
    if value._numbers is None or value.ndim != 1 or len(items) != 1 or items[0] is None:
        return None
    found = value._numbers[items[0]] if -len(value._numbers) <= _first(items[0]) < len(value._numbers) else None
    return found if isinstance(found, list) or found is None else [found]


def _first(item: Any) -> int:
    return item if type(item) is int else 0
