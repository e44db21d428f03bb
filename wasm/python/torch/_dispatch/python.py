"""`torch._dispatch.python`: which functions of Python the dispatcher asks. Values without elements need none."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from torch._missing import missing

__all__ = ["enable_python_dispatcher"]


@contextlib.contextmanager
def enable_python_dispatcher() -> Iterator[None]:
    yield


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._dispatch.python", name, __all__)
