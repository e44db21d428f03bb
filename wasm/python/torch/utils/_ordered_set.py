"""`torch.utils._ordered_set`: a set that keeps the order in which it was filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from typing import Any

__all__ = ["OrderedSet"]


class OrderedSet(MutableSet):
    """A set in order."""

    def __init__(self, iterable: Iterable[Any] | None = None) -> None:
        self._dict: dict[Any, None] = dict.fromkeys(iterable or ())

    @staticmethod
    def _from_dict(dict_inp: dict[Any, None]) -> "OrderedSet":
        return OrderedSet(dict_inp)

    def __contains__(self, elem: object) -> bool:
        return elem in self._dict

    def __iter__(self) -> Iterator[Any]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._dict)

    def add(self, elem: Any) -> None:
        self._dict[elem] = None

    def discard(self, elem: Any) -> None:
        self._dict.pop(elem, None)

    def clear(self) -> None:
        self._dict.clear()

    def pop(self) -> Any:
        if not self._dict:
            raise KeyError("pop from an empty set")
        return self._dict.popitem()[0]

    def copy(self) -> "OrderedSet":
        return OrderedSet(self)

    def update(self, *others: Iterable[Any]) -> None:
        for other in others:
            self._dict.update(dict.fromkeys(other))

    def union(self, *others: Iterable[Any]) -> "OrderedSet":
        made = self.copy()
        made.update(*others)
        return made

    def difference(self, *others: Iterable[Any]) -> "OrderedSet":
        gone = {one for other in others for one in other}
        return OrderedSet(one for one in self if one not in gone)

    def difference_update(self, *others: Iterable[Any]) -> None:
        for other in others:
            for one in list(other):
                self._dict.pop(one, None)

    def intersection(self, *others: Iterable[Any]) -> "OrderedSet":
        kept = [set(other) for other in others]
        return OrderedSet(one for one in self if all(one in other for other in kept))

    def intersection_update(self, *others: Iterable[Any]) -> None:
        self._dict = self.intersection(*others)._dict

    def symmetric_difference(self, other: Iterable[Any]) -> "OrderedSet":
        two = OrderedSet(other)
        return self.difference(two).union(two.difference(self))

    def issubset(self, other: Iterable[Any]) -> bool:
        two = set(other)
        return all(one in two for one in self)

    def issuperset(self, other: Iterable[Any]) -> bool:
        return all(one in self for one in other)

    def __or__(self, other: Any) -> "OrderedSet":
        return self.union(other)

    def __and__(self, other: Any) -> "OrderedSet":
        return self.intersection(other)

    def __sub__(self, other: Any) -> "OrderedSet":
        return self.difference(other)

    def __xor__(self, other: Any) -> "OrderedSet":
        return self.symmetric_difference(other)

    def __ior__(self, other: Any) -> "OrderedSet":
        self.update(other)
        return self

    def __isub__(self, other: Any) -> "OrderedSet":
        self.difference_update(other)
        return self

    def __iand__(self, other: Any) -> "OrderedSet":
        self.intersection_update(other)
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"
