"""`torch._dynamo`: what files of passes use of it."""

from __future__ import annotations

from typing import Any

from torch._dynamo import config

__all__ = ["allow_in_graph", "assume_constant_result", "config", "disable", "disallow_in_graph", "is_compiling"]


def _marked(fn: Any = None, *_: Any, **__: Any) -> Any:
    """A mark for Dynamo, which never looks at a pass."""
    return _marked if fn is None else fn


allow_in_graph = assume_constant_result = disable = disallow_in_graph = _marked


def is_compiling() -> bool:
    return False


def __getattr__(name: str) -> Any:
    from torch._missing import missing

    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._dynamo", name, __all__)
