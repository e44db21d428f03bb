"""`torch._guards`: the mode of fake tensors."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._subclasses.fake_tensor import MODE
from torch._types import FakeTensor
from torch.utils._pytree import tree_any

__all__ = ["detect_fake_mode"]


def detect_fake_mode(inputs: Any = None) -> Any:
    """The mode of fake tensors among values, if there is one."""
    return MODE if tree_any(lambda one: isinstance(one, FakeTensor), inputs) else None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._guards", name, __all__)
