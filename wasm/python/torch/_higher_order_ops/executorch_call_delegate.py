"""`torch._higher_order_ops.executorch_call_delegate`: a call of what a backend has compiled."""

from __future__ import annotations

from typing import Any

from torch import _ops
from torch._missing import missing

__all__ = ["LOWERED_BACKEND_MODULE_TYPE", "executorch_call_delegate", "get_lowered_module_name", "is_lowered_module"]

LOWERED_BACKEND_MODULE_TYPE = "LoweredBackendModule"
executorch_call_delegate = _ops.ops.higher_order.executorch_call_delegate


def is_lowered_module(obj: Any) -> bool:
    return type(obj).__name__ == LOWERED_BACKEND_MODULE_TYPE


def get_lowered_module_name(root: Any, lowered_module: Any) -> str:
    """The first name of this kind that the module does not have; it has the compiled module under it from now on."""
    number = 0
    while hasattr(root, f"lowered_module_{number}"):
        number += 1
    setattr(root, f"lowered_module_{number}", lowered_module)
    return f"lowered_module_{number}"


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._higher_order_ops.executorch_call_delegate", name, __all__)
