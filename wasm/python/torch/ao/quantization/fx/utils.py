"""`torch.ao.quantization.fx.utils`: helpers of passes."""

from __future__ import annotations

import itertools
from typing import Any, Callable

from torch._missing import missing

__all__ = ["get_new_attr_name_with_prefix"]


def get_new_attr_name_with_prefix(prefix: str) -> Callable[[Any], str]:
    """Gives the first name of this beginning that a module does not have."""
    stem = prefix.replace(".", "_")
    return lambda module: next(f"{stem}{at}" for at in itertools.count() if not hasattr(module, f"{stem}{at}"))


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.fx.utils", name, __all__)
