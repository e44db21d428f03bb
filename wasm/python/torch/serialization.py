"""`torch.serialization`: the classes that a file lets `torch.load` make. Nothing is loaded or saved here."""

from __future__ import annotations

from typing import Any, NoReturn

from torch._missing import missing

__all__ = ["add_safe_globals", "clear_safe_globals", "get_safe_globals", "safe_globals"]

_SAFE: list[Any] = []


def add_safe_globals(safe_globals: list[Any]) -> None:
    _SAFE.extend(one for one in safe_globals if one not in _SAFE)


def get_safe_globals() -> list[Any]:
    return list(_SAFE)


def clear_safe_globals() -> None:
    _SAFE.clear()


class safe_globals:
    """Classes that may be made within a `with`."""

    def __init__(self, safe_globals: list[Any]) -> None:
        self.safe_globals = safe_globals
        self._before: list[Any] = []

    def __enter__(self) -> None:
        self._before = list(_SAFE)
        add_safe_globals(self.safe_globals)

    def __exit__(self, *_: Any) -> None:
        _SAFE[:] = self._before


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise NotImplementedError("a pass in Seesaw has no files: nothing can be loaded or saved")


load = save = _refuse


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.serialization", name, __all__)
