"""`torch.nn`: modules and functions that passes name."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import Parameter
from torch.nn import functional, modules
from torch.nn.modules.module import Module

__all__ = ["Module", "Parameter", "functional", "modules"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from torch._live import library

    layers = library.modules()["torch.nn"]
    if name in layers:
        return layers[name]
    raise missing("torch.nn", name, [*__all__, *layers])
