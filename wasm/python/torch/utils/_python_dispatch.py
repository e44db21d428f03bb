"""`torch.utils._python_dispatch`: modes of dispatch, of which there are none while a pass runs."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from torch._missing import missing

__all__ = ["_disable_current_modes", "_get_current_dispatch_mode"]


@contextlib.contextmanager
def _disable_current_modes() -> Iterator[list[Any]]:
    yield []


def _get_current_dispatch_mode() -> None:
    return None


def is_traceable_wrapper_subclass(value: object) -> bool:
    """Seesaw has no subclasses of tensors that hold others."""
    return False


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.utils._python_dispatch", name, __all__)
