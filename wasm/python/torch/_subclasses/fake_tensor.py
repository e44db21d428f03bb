"""`torch._subclasses.fake_tensor`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import FakeTensor

__all__ = ["FakeTensor"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._subclasses.fake_tensor", name, __all__)
