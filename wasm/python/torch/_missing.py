"""What is said of names that are not there."""

from __future__ import annotations

import difflib
from typing import Any, Iterable


class _Missing(AttributeError):
    """Looks for what is alike only when somebody reads it: `hasattr` asks each node of a graph, and reads nothing."""

    def __init__(self, owner: str, name: str, known: Iterable[str]) -> None:
        super().__init__(name=name)
        self._owner = owner
        self._known = known

    def __str__(self) -> str:
        name = self.name
        names = sorted({one for one in self._known if not one.startswith("_") or name.startswith("_")})
        close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
        if close:
            there = f"did you mean {' or '.join(close)}?"
        elif len(names) > 40:
            there = f"it has {len(names)} other names, {', '.join(names[:12])}, ..."
        else:
            there = f"there is {', '.join(names)}" if names else "it has no names"
        return f"{self._owner} has no attribute '{name}' in Seesaw; {there}"

    @property
    def args(self) -> tuple[Any, ...]:
        return (str(self),)

    def __repr__(self) -> str:
        return f"AttributeError({str(self)!r})"


# What is read of it is the name of PyTorch's exception.
_Missing.__name__ = _Missing.__qualname__ = "AttributeError"
_Missing.__module__ = "builtins"


def missing(owner: str, name: str, known: Iterable[str]) -> AttributeError:
    """An AttributeError that says what there is instead."""
    return _Missing(owner, name, known)
