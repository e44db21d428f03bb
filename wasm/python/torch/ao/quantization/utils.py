"""`torch.ao.quantization.utils`: helpers of passes."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import device as _device

__all__ = ["_assert_and_get_unique_device", "get_new_attr_name_with_prefix"]


def _assert_and_get_unique_device(module: Any) -> Any:
    """Where the state of a module is; None of one without state."""
    found = {one.device for one in (*module.parameters(), *module.buffers())}
    if found == {_device("cpu"), _device("meta")}:
        found = {_device("cpu")}
    assert len(found) <= 1, f"the tensors of a module that is prepared lie on one device, not on {found}"
    return next(iter(found), None)


def get_new_attr_name_with_prefix(prefix: str) -> Any:
    from torch.ao.quantization.fx.utils import get_new_attr_name_with_prefix

    return get_new_attr_name_with_prefix(prefix)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.utils", name, __all__)
