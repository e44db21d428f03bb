"""`executorch.exir.dim_order_utils`: memory formats as orders of dimensions."""

from __future__ import annotations

from typing import Any

from torch._types import MEMORY_FORMATS, Tensor

__all__ = ["get_dim_order", "get_memory_format", "is_channel_last_dim_order", "is_contiguous_dim_order"]

_LAST = [0, 2, 3, 1]


def get_memory_format(dim_order: list[int] | None) -> Any:
    if dim_order is None:
        return MEMORY_FORMATS["preserve_format"]
    if dim_order == list(range(len(dim_order))):
        return MEMORY_FORMATS["contiguous_format"]
    if dim_order == _LAST:
        return MEMORY_FORMATS["channels_last"]
    raise AssertionError(f"Failed to map a given dim_order: {dim_order} to a torch.memory_format")


def get_dim_order(memory_format: Any, ndim: int) -> list[int] | None:
    if memory_format in (None, MEMORY_FORMATS["preserve_format"]):
        return None
    if memory_format is MEMORY_FORMATS["contiguous_format"]:
        return list(range(ndim))
    if memory_format is MEMORY_FORMATS["channels_last"] and ndim == 4:
        return list(_LAST)
    raise AssertionError(f"Failed to generate dim_order for a given memory format: {memory_format}")


def is_channel_last_dim_order(tensor: Tensor) -> bool:
    return tensor.dim() == 4 and tensor.dim_order() == tuple(_LAST)


def is_contiguous_dim_order(tensor: Tensor) -> bool:
    return tensor.dim() == 4 and tensor.dim_order() == tuple(range(4))
