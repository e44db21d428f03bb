"""`torch._inductor.virtualized`: the mode in which Inductor's passes make values."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from torch._missing import missing
from torch._subclasses.fake_tensor import MODE


class _Virtual:
    """What Inductor sets for a while. Values have no elements in any mode."""

    fake_mode = MODE

    @contextlib.contextmanager
    def set_fake_mode(self, mode: Any) -> Iterator[None]:
        yield

    def __getattr__(self, name: str) -> Any:
        raise missing("torch._inductor.virtualized.V", name, ("fake_mode", "set_fake_mode"))


V = _Virtual()

__all__ = ["V"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.virtualized", name, __all__)
