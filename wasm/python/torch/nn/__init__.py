"""`torch.nn`: modules and functions that passes name."""

from __future__ import annotations

import functools
from typing import Any

from torch._function_names import LAYERS
from torch._live import current
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
    if name in LAYERS.split() and current() is None:
        return _layer(name)
    raise missing("torch.nn", name, [*__all__, *layers])


@functools.cache
def _layer(name: str) -> type:
    """The class of a layer that Seesaw does not have: no module is one."""

    def __new__(cls: type, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"torch.nn.{name} is not in Seesaw: it can be named, and no module of it made")

    return type(name, (Module,), {"__new__": __new__, "__module__": "torch.nn"})
