"""`torch.nn.modules`."""

from __future__ import annotations

import sys
import types
from typing import Any

from torch._missing import missing
from torch.nn.modules.module import Module

__all__ = ["Module"]

_FILES = (
    "activation batchnorm channelshuffle conv distance dropout flatten fold instancenorm linear loss normalization "
    "padding pixelshuffle pooling rnn sparse transformer upsampling"
).split()


class _File(types.ModuleType):
    """A file of layers, read when somebody asks for one."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from torch._live import library

        layers = library.modules().get(self.__name__, {})
        if name in layers:
            return layers[name]
        raise missing(self.__name__, name, layers)


for _name in _FILES:
    globals()[_name] = sys.modules[f"{__name__}.{_name}"] = _File(f"{__name__}.{_name}")


def __getattr__(name: str) -> Any:
    if name.startswith("__") or name.islower():  # no layer; a file of ours is imported by the name
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    from torch._live import library

    layers = library.modules()["torch.nn.modules"]
    if name in layers:
        return layers[name]
    raise missing("torch.nn.modules", name, [*__all__, *_FILES, *layers])
