"""`torch._C`: the few functions of it that graphs call."""

from __future__ import annotations

from typing import Any

from torch._live import current
from torch._missing import missing
from torch._modes import is_grad_enabled
from torch._types import Tensor

# A package to those who import a module of it: there is none.
__path__: list[str] = []

_FUNCTIONS = ("_set_grad_enabled", "_enter_autocast", "_exit_autocast")


class _DisableTorchDispatch:
    """Nothing is dispatched to modes while a pass runs."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: Any) -> None:
        return None


def _has_storage(value: Any) -> bool:
    return isinstance(value, Tensor)


class _Functions:
    """`torch._C._nn`."""

    def __getattr__(self, name: str) -> Any:
        from torch._functions import named, names_in

        found = None if name.startswith("__") else named("torch._C._nn", name)
        if found is None:
            raise missing("torch._C._nn", name, names_in("torch._C._nn"))
        return found


_NN = _Functions()


def __getattr__(name: str) -> Any:
    from torch import _targets

    live = current()
    if live is not None and not name.startswith("__"):
        return live.name_in("torch._C", name)
    if name in _FUNCTIONS:
        return _targets.resolve(f"torch._C.{name}")
    if name == "_nn":
        return _NN
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._C", name, (*_FUNCTIONS, "_DisableTorchDispatch", "is_grad_enabled"))


__all__ = ["Tensor", "is_grad_enabled"]
