"""`torch._subclasses.fake_tensor`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import FakeTensor

__all__ = ["FakeTensor", "FakeTensorMode"]


class FakeTensorMode:
    """Tensors have no elements in any mode."""

    def __init__(self, *_: Any, shape_env: Any = None, **__: Any) -> None:
        self.shape_env = shape_env

    def __enter__(self) -> "FakeTensorMode":
        return self

    def __exit__(self, *_: Any) -> None:
        return None

    def from_tensor(self, tensor: Any, **_: Any) -> FakeTensor:
        return FakeTensor(dict(tensor._json))


MODE = FakeTensorMode()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._subclasses.fake_tensor", name, __all__)
