"""`torch._decomp`: tables of functions by operator, as files fill them. PyTorch's own decompositions are the core's."""

from __future__ import annotations

from typing import Any, Callable

from torch._ops import OpOverload, OpOverloadPacket
from torch.utils._pytree import tree_flatten

__all__ = ["register_decomposition"]


def _overloads(op: Any) -> list[Any]:
    if isinstance(op, OpOverloadPacket):
        return [getattr(op, name) for name in op.overloads()]
    if not isinstance(op, OpOverload):
        raise NotImplementedError(f"a decomposition of {op!r}, which is no operator, is not in Seesaw")
    return [op]


def register_decomposition(
    aten_op: Any, registry: dict[Any, Any] | None = None, *, type: str = "post_autograd", unsafe: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Puts a function into a table, for each overload of each operator."""
    assert type in {"post_autograd", "pre_autograd", "meta"}
    if registry is None:
        raise NotImplementedError("in Seesaw PyTorch's tables of decompositions are the core's: give a registry")

    def register(fn: Callable[..., Any]) -> Callable[..., Any]:
        for op in tree_flatten(aten_op)[0]:
            for one in _overloads(op):
                if one in registry:
                    raise RuntimeError(f"duplicate registrations for {one}")
                registry[one] = fn
        return fn

    return register
