"""`torch._higher_order_ops`: operators that take graphs."""

from __future__ import annotations

import importlib
import importlib.machinery
from typing import Any

from torch import _ops


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if importlib.machinery.PathFinder.find_spec(f"{__name__}.{name}", globals()["__path__"]) is not None:
        return importlib.import_module(f"{__name__}.{name}")
    return getattr(_ops.ops.higher_order, name)
