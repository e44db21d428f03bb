"""`torch.fx.tensor_type`: shapes as types, which may leave sizes open."""

from __future__ import annotations

from typing import Any, Sequence

__all__ = ["Dyn", "TensorType", "is_consistent", "is_more_precise"]


class TensorType:
    """A tensor of these sizes: `TensorType((2, Dyn))`."""

    def __init__(self, dim: Sequence[Any]) -> None:
        self.__origin__ = TensorType
        self.__args__ = dim

    @property
    def dims(self) -> Sequence[Any]:
        return self.__args__

    def __repr__(self) -> str:
        return f"TensorType[{self.__args__}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and list(self.__args__) == list(other.__args__)

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def __class_getitem__(*dims: Any) -> "TensorType":
        return TensorType(dims[0] if len(dims) == 1 and isinstance(dims[0], tuple) else dims)


class _DynType:
    """The type of what no type is known of."""

    def __init__(self) -> None:
        self.__name__ = "_DynType"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Dyn"


Dyn = _DynType()


def _is_variable(one: Any) -> bool:
    """Whether it is a variable of the unification that files of PyTorch bring along."""
    return type(one).__name__ == "Var" and type(one).__module__.startswith("torch.fx.experimental.unification")


def _all_sizes(holds: Any, one: TensorType, other: TensorType) -> bool:
    return len(one.dims) == len(other.dims) and all(map(holds, one.dims, other.dims))


def is_consistent(t1: Any, t2: Any) -> bool:
    """Whether a value may have both types."""
    if t1 == t2 or t1 == Dyn or t2 == Dyn or _is_variable(t1) or _is_variable(t2):
        return True
    both = isinstance(t1, TensorType) and isinstance(t2, TensorType)
    return both and _all_sizes(is_consistent, t1, t2)


def is_more_precise(t1: Any, t2: Any) -> bool:
    """Whether the first type says all that the second does."""
    if t1 == t2 or isinstance(t2, _DynType):
        return True
    both = isinstance(t1, TensorType) and isinstance(t2, TensorType)
    return both and _all_sizes(is_more_precise, t1, t2)
