"""`torch.export.unflatten`: attributes by their paths."""

from __future__ import annotations

import enum
from typing import Any

from torch._missing import missing

__all__ = ["_AttrKind", "_assign_attr"]


class _AttrKind(enum.Enum):
    """What an attribute is."""

    PARAMETER = "parameter"
    BUFFER = "buffer"
    CONSTANT = "constant"
    MODULE = "module"


def _assign_attr(from_obj: Any, to_module: Any, target: str, attr_kind: _AttrKind, persistent: bool = True) -> None:
    """Puts a value at a path of a module; modules on the way are made."""
    from torch.fx.graph_module import GraphModule
    from torch.nn.modules.module import Module

    *prefix, field = target.split(".")
    if isinstance(to_module, GraphModule):
        to_module._put(target, from_obj)
        return
    for name in prefix:
        if not hasattr(to_module, name):
            setattr(to_module, name, Module())
        to_module = getattr(to_module, name)
    if attr_kind is _AttrKind.PARAMETER:
        to_module.register_parameter(field, from_obj)
    elif attr_kind is _AttrKind.BUFFER:
        to_module.register_buffer(field, from_obj, persistent=persistent)
    else:
        setattr(to_module, field, from_obj)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.export.unflatten", name, __all__)
