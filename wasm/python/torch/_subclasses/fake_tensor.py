"""`torch._subclasses.fake_tensor`."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from torch._missing import missing
from torch._types import FakeTensor, Tensor

__all__ = [
    "FakeTensor",
    "FakeTensorConverter",
    "FakeTensorMode",
    "UnsupportedFakeTensorException",
    "is_fake",
    "is_fake_tensor",
    "maybe_get_fake_constant",
    "maybe_get_fake_mode",
    "unset_fake_temporarily",
]


class UnsupportedFakeTensorException(RuntimeError):
    """What has no fake tensor."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


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


class FakeTensorConverter:
    """Makes tensors without elements of others; each tensor is made one of once."""

    def __init__(self, **_: Any) -> None:
        self._made: dict[int, tuple[Any, FakeTensor]] = {}

    def from_real_tensor(self, fake_mode: Any, t: Any, *_: Any, **__: Any) -> FakeTensor:
        if id(t) not in self._made:
            self._made[id(t)] = t, FakeTensor(dict(t._json))
        return self._made[id(t)][1]


MODE = FakeTensorMode()


@contextlib.contextmanager
def unset_fake_temporarily() -> Iterator[None]:
    """No mode runs in a pass: what is made within has no elements either."""
    yield None


def is_fake(x: Any) -> bool:
    return isinstance(x, FakeTensor)


def maybe_get_fake_mode(t: Any) -> FakeTensorMode | None:
    return MODE if is_fake(t) else None


def is_fake_tensor(x: Any) -> bool:
    return isinstance(x, FakeTensor)


def maybe_get_fake_constant(t: Any) -> Tensor | None:
    return t.constant if is_fake_tensor(t) else None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._subclasses.fake_tensor", name, __all__)
