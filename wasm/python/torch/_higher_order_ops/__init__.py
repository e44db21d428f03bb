"""`torch._higher_order_ops`: operators that take graphs."""

from __future__ import annotations

from typing import Any

from torch import _ops


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(_ops.ops.higher_order, name)
