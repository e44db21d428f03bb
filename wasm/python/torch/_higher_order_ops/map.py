"""`torch._higher_order_ops.map`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import Tensor
from torch.utils import _pytree as pytree

__all__ = ["_unstack_pytree"]


def _unstack_pytree(xs: Any) -> list[Any]:
    """The slices of tensors along their first dimension, each in the structure that the tensors have."""
    leaves, spec = pytree.tree_flatten(xs)
    if not all(isinstance(one, Tensor) for one in leaves):
        raise RuntimeError(f"Leaves of xs must be Tensor {leaves}")
    if any(one.shape[0] != leaves[0].shape[0] for one in leaves):
        sizes = [one.shape for one in leaves]
        raise RuntimeError(f"Leaves of xs must have same leading dimension size {sizes}")
    length = leaves[0].shape[0] if leaves else 0
    return [pytree.tree_unflatten([one[at] for one in leaves], spec) for at in range(length)]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._higher_order_ops.map", name, __all__)
