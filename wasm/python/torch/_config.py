"""Modules of settings, as `torch._inductor.config`: values by name, in groups, which a `with` can change."""

from __future__ import annotations

import contextlib
import copy
import sys
import types
from typing import Any, Iterator

from _seesaw_absent import Absent
from torch._environment import is_fbcode
from torch._missing import missing


# Settings that are containers, which a file may fill: a request begins with the defaults.
_CONTAINERS: dict[tuple[str, str], tuple[Any, Any]] = {}


def renew() -> None:
    for (_, name), (holder, value) in _CONTAINERS.items():
        vars(holder)[name] = copy.deepcopy(value)


class Settings(types.ModuleType):
    """A module of settings, or a group of them: `config.trace` has those that are called `trace.enabled` and so on.
    Groups are modules, too, so that what a request changes is put back."""

    @staticmethod
    def install(name: str, defaults: dict[str, Any], of_machine: tuple[str, ...] = ()) -> None:
        """Settings with their defaults; what a default depends on the machine for is absent until it is set."""
        module = sys.modules[name]
        module.__class__ = Settings
        for key, value in defaults.items():
            group, _, last = key.rpartition(".")
            holder: Any = module
            for part in group.split(".") if group else ():
                if part not in vars(holder):
                    path = f"{holder.__name__}.{part}"
                    vars(holder)[part] = sys.modules[path] = Settings(path)
                holder = vars(holder)[part]
            vars(holder)[last] = value
            if isinstance(value, (dict, list)):
                _CONTAINERS[holder.__name__, last] = (holder, copy.deepcopy(value))
        vars(module)["is_fbcode"] = is_fbcode
        for key in of_machine:
            vars(module)[key] = Absent(f"{name}.{key}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(self.__name__, name, [one for one in vars(self) if not one.startswith("_")])

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(self, name)
        vars(self)[name] = value

    def _holder(self, key: str) -> tuple[Any, str]:
        *groups, last = key.split(".")
        holder: Any = self
        for part in groups:
            holder = getattr(holder, part)
        getattr(holder, last)
        return holder, last

    @contextlib.contextmanager
    def patch(self, *given: Any, **changes: Any) -> Iterator[None]:
        """Other settings for the lines of a `with`, or for a function."""
        if len(given) == 2:
            changes = {given[0]: given[1]}
        elif given:
            changes = {**given[0], **changes}
        places = [(*self._holder(key), value) for key, value in changes.items()]
        before = [(holder, last, getattr(holder, last)) for holder, last, _ in places]
        try:
            for holder, last, value in places:
                vars(holder)[last] = value
            yield
        finally:
            for holder, last, value in before:
                vars(holder)[last] = value
