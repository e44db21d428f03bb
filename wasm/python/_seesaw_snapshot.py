"""What a request changes in Python is put back before the next one.

What: `keep` remembers what modules, our classes, and the builtins of given files hold, before anybody's code runs;
`restore` puts it back: names that were added go, names that changed get their value, modules that were imported
meanwhile are forgotten. Why: a script that sets `torch.sin = torch.cos` means itself, not whoever asks next.

Held are references, one level deep: what is changed inside of a list, a dict or a function stays.
"""

from __future__ import annotations

import os
import sys
import warnings
from operator import is_
from typing import Any

from _seesaw_absent import BUILTINS

_PACKAGES = ("torch", "executorch")


class Snapshot:
    """References to what was there."""

    def __init__(self) -> None:
        own = [value for name, value in sys.modules.items() if _ours(name) and name != "torch.ops"]
        # Operators are made when they are asked for, and stay the same objects.
        modules = [one for name, one in sys.modules.items() if name != "torch.ops" and hasattr(one, "__dict__")]
        spaces = [BUILTINS, *map(vars, modules)]
        library = sys.modules.get("torch._live.library")
        if library is not None:
            spaces.append(library._SPACE)
        # The builtins are the first: what follows needs them.
        spaces.sort(key=lambda one: one is not sys.modules["builtins"].__dict__)
        self.spaces = [(one, dict(one)) for one in [*spaces, sys.modules, os.environ._data]]
        kinds = {value for one in [*map(vars, own), *spaces[-1:]] for value in one.values() if _is_class(value)}
        self.kinds = [(one, dict(vars(one))) for one in kinds]
        self.lists = [(one, list(one)) for one in (sys.path, sys.path_hooks, sys.meta_path, warnings.filters)]
        self.depth = sys.getrecursionlimit()

    def restore_builtins(self) -> None:
        """Whoever reached the builtins of all files has changed what Seesaw's own files need."""
        space, held = self.spaces[0]
        space.clear()
        space.update(held)

    def restore(self) -> None:
        self.restore_builtins()
        for space, held in self.spaces:
            if not _same(space, held):
                space.clear()
                space.update(held)
        for kind, held in self.kinds:
            if not _same(vars(kind), held):
                _put_back(kind, held)
        for one, values in self.lists:
            one[:] = values
        warnings._filters_mutated()  # type: ignore[attr-defined]
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(self.depth)


def _ours(name: str) -> bool:
    return name.split(".")[0] in _PACKAGES or name.startswith("_seesaw")


def _is_class(value: Any) -> bool:
    return isinstance(value, type) and _ours(str(value.__module__))


def _same(now: Any, held: dict[str, Any]) -> bool:
    """Whether the names and the objects are the same ones; no object is asked, since it may be anybody's."""
    return len(now) == len(held) and list(now) == list(held) and all(map(is_, now.values(), held.values()))


def _put_back(kind: type, held: dict[str, Any]) -> None:
    now = dict(vars(kind))
    for name in now.keys() - held.keys():
        _try(type.__delattr__, kind, name)
    for name, value in held.items():
        if now.get(name, now) is not value:
            _try(type.__setattr__, kind, name, value)


def _try(change: Any, *args: Any) -> None:
    try:
        change(*args)
    except (AttributeError, TypeError):
        pass  # Python makes these itself


_KEPT: dict[bool, Snapshot] = {}


def keep(traces: bool) -> None:
    """Before a request; those that capture need more of torch, which is loaded with the first of them."""
    from torch._live import names

    if traces:
        names.install()
    whole = names.is_installed()
    if whole not in _KEPT:
        _KEPT[whole] = Snapshot()
        _KEPT.pop(not whole, None)


def restore_builtins() -> None:
    for one in _KEPT.values():
        one.restore_builtins()


def restore() -> None:
    next(iter(_KEPT.values())).restore()
