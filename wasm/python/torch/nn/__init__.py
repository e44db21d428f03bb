"""`torch.nn`: modules and functions that passes name."""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
from typing import Any

from torch._function_names import LAYERS
from torch._live import current
from torch._missing import missing
from torch._types import Parameter
from torch.nn import functional, modules, parameter
from torch.nn.modules.module import Module

__all__ = ["Module", "Parameter", "functional", "modules", "parameter"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from torch._live import library

    layers = library.modules()["torch.nn"]
    if name in layers:
        return layers[name]
    if current() is None and name in LAYERS["torch.nn"].split():
        return _layer("torch.nn", name)
    if current() is None and f"torch.nn.{name}" in LAYERS:
        return _Layers(f"torch.nn.{name}")
    if importlib.machinery.PathFinder.find_spec(f"torch.nn.{name}", globals()["__path__"]) is not None:
        return importlib.import_module(f"torch.nn.{name}")
    raise missing("torch.nn", name, [*__all__, *layers])


@functools.cache
def _layer(module: str, name: str) -> type:
    """The class of a layer that Seesaw does not have: no module is one."""

    def __new__(cls: type, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"{module}.{name} is not in Seesaw: it can be named, and no module of it made")

    return type(name, (Module,), {"__new__": __new__, "__module__": module})


class _Layers:
    """`torch.nn.quantized` and its like."""

    def __init__(self, path: str) -> None:
        self.__name__ = path

    def __getattr__(self, name: str) -> Any:
        if name in LAYERS[self.__name__].split():
            return _layer(self.__name__, name)
        if f"{self.__name__}.{name}" in LAYERS:
            return _Layers(f"{self.__name__}.{name}")
        raise missing(self.__name__, name, LAYERS[self.__name__].split())
