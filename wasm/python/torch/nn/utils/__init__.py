"""`torch.nn.utils`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.nn.utils import fusion

__all__ = ["fusion"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.utils", name, __all__)
