"""`torch._prims_common`: how types of arguments make the type of a result."""

from __future__ import annotations

from enum import Enum
from typing import Any, Sequence

from torch._missing import missing
from torch._types import DTYPES, Tensor, dtype

__all__ = [
    "ELEMENTWISE_TYPE_PROMOTION_KIND",
    "elementwise_dtypes",
    "is_expandable_to",
    "is_float_dtype",
    "is_integer_dtype",
    "is_non_overlapping_and_dense",
]


class ELEMENTWISE_TYPE_PROMOTION_KIND(Enum):
    DEFAULT = (0,)
    NO_OPMATH = (1,)
    INT_TO_FLOAT = (2,)
    ALWAYS_BOOL = (3,)
    COMPLEX_TO_FLOAT = (4,)
    BOOL_TO_LONG = (5,)


# Kinds of numbers, from the lowest to the highest; within a kind, what two types have in common.
_INTEGERS = ("uint8", "int8", "int16", "int32", "int64")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_COMPLEX = ("complex32", "complex64", "complex128")
_COMPLEX_OF = {"float16": "complex32", "bfloat16": "complex64", "float32": "complex64", "float64": "complex128"}
_FLOAT_OF = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
_OP_MATH = {"float16": "float32", "bfloat16": "float32", "complex32": "complex64"}


def is_float_dtype(kind: dtype) -> bool:
    return kind.is_floating_point


def is_integer_dtype(kind: dtype) -> bool:
    return kind._name in _INTEGERS


def _level(value: Any) -> int:
    if isinstance(value, Tensor):
        name = value.dtype._name
        for level, names in enumerate((("bool",), _INTEGERS, _FLOATS, _COMPLEX)):
            if name in names:
                return level
        raise RuntimeError(f"Unexpected dtype torch.{name} in Seesaw's type promotion")
    for level, kind in enumerate((bool, int, float, complex)):
        if type(value) is kind:
            return level
    raise ValueError(f"Unexpected type {type(value)} when computing elementwise type promotion!")


def _higher(a: str | None, b: str) -> str:
    """The type that both can be written in."""
    if a is None or a == b:
        return b
    for names in (_INTEGERS, _FLOATS, _COMPLEX):
        if a in names and b in names:
            if {a, b} == {"uint8", "int8"}:
                return "int16"
            if {a, b} == {"float16", "bfloat16"}:
                return "float32"
            return max(a, b, key=names.index)
    return a if a != "bool" else b


def _result_name(args: list[Any], highest: int) -> str:
    import torch

    allowed = {0: ("bool",), 1: _INTEGERS, 2: _FLOATS, 3: (*_FLOATS, *_COMPLEX)}[highest]
    scalar = wide = None
    for one in args:
        if not isinstance(one, Tensor) or one.dtype._name not in allowed:
            continue
        name = one.dtype._name
        if highest == 3:
            name = _COMPLEX_OF.get(name, name)
        if one.ndim == 0:
            scalar = _higher(scalar, name)
        else:
            wide = _higher(wide, name)
    found = wide or scalar
    default = torch.get_default_dtype()._name
    return found or {0: "bool", 1: "int64", 2: default, 3: _COMPLEX_OF[default]}[highest]


def elementwise_dtypes(*given: Any, type_promotion_kind: ELEMENTWISE_TYPE_PROMOTION_KIND) -> tuple[dtype, dtype]:
    """The types to compute in, and of the result."""
    import torch

    args = [one for one in given if one is not None]
    result = _result_name(args, max(map(_level, args), default=0))
    kind, kinds = type_promotion_kind, ELEMENTWISE_TYPE_PROMOTION_KIND
    if kind is kinds.BOOL_TO_LONG and result == "bool":
        result = "int64"
    if kind is kinds.INT_TO_FLOAT and result in ("bool", *_INTEGERS):
        result = torch.get_default_dtype()._name
    computed = result if kind is kinds.NO_OPMATH else _OP_MATH.get(result, result)
    if kind is kinds.COMPLEX_TO_FLOAT:
        result = _FLOAT_OF.get(result, result)
    if kind is kinds.ALWAYS_BOOL:
        result = "bool"
    return DTYPES[computed], DTYPES[result]


def is_expandable_to(shape: Sequence[Any], desired: Sequence[Any]) -> bool:
    """Whether a value of one shape can be expanded to another."""
    if len(shape) > len(desired):
        return False
    return all(one == other or one == 1 for one, other in zip(reversed(shape), reversed(desired)))


def is_non_overlapping_and_dense(a: Tensor) -> bool:
    """Whether some order of its dimensions lies in memory without gaps."""
    if a.numel() == 0 or (a.ndim == 1 and a.shape[0] < 2):
        return True
    step = 1
    for stride, size in sorted((stride, size) for size, stride in zip(a.shape, a.stride()) if size != 1):
        if stride != step:
            return False
        step *= size
    return True


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._prims_common", name, __all__)
