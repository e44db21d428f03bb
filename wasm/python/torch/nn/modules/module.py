"""`torch.nn.Module`: what a PassBase or a Transformer derives from, and what modules of a graph are."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

_KNOWN = ("forward", "graph", "code", "get_submodule", "named_modules", "named_children", "named_parameters")


class Module:
    """A module."""

    training = True

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        forward = getattr(type(self), "forward", None)
        if forward is None:
            raise NotImplementedError(
                "this module cannot be run in Python in Seesaw; seesaw exec runs programs on values"
            )
        return forward(self, *args, **kwargs)

    def eval(self) -> "Module":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(type(self).__name__, name, (*_KNOWN, *vars(self)))
