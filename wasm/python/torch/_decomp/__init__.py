"""`torch._decomp`: tables of functions by operator, as files fill them. PyTorch's own decompositions are the core's."""

from __future__ import annotations

from typing import Any, Callable

from torch._ops import OpOverload, OpOverloadPacket
from torch._unsaid import unsaid
from torch.utils._pytree import tree_flatten

__all__ = ["CoreTable", "get_decompositions", "register_decomposition"]


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


def _refusing(op: Any) -> Callable[..., Any]:
    def run(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"PyTorch's decomposition of {op} as a function is not in Seesaw")

    return run


def get_decompositions(aten_ops: Any, type: str = "post_autograd") -> dict[Any, Callable[..., Any]]:
    """A table of PyTorch's decompositions; a call of one is refused."""
    assert type in {"post_autograd", "pre_autograd", "meta"}
    return {one: _refusing(one) for op in aten_ops for one in _overloads(op)}


class CoreTable:
    """PyTorch's table of core operators, as `run_decompositions` takes it: what is in it is not said."""

    _is_core = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise unsaid("what is in PyTorch's table of decompositions")

    def _refused(self, *_: Any) -> Any:
        raise unsaid("what is in PyTorch's table of decompositions")

    __iter__ = __len__ = __contains__ = __getitem__ = __setitem__ = __delitem__ = __or__ = __ror__ = _refused
