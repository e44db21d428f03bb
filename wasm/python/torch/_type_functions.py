"""Functions of types and sizes, which give no tensor: `torch.promote_types`, `torch.result_type`, `torch.can_cast`,
`torch.broadcast_shapes`."""

from __future__ import annotations

from typing import Any

# Kinds of numbers, each of which holds those before it.
_BOOL, _INTEGER, _FLOAT, _COMPLEX = range(4)
_COMPLEX_OF = {"float16": "complex32", "bfloat16": "complex64", "float32": "complex64", "float64": "complex128"}
_WIDER = {"uint8": 16, "int8": 8, "int16": 16, "int32": 32, "int64": 64}


def _kind(dtype: Any) -> int:
    if dtype.is_complex:
        return _COMPLEX
    if dtype.is_floating_point:
        return _FLOAT
    return _BOOL if dtype._name == "bool" else _INTEGER


def _known(dtype: Any) -> None:
    name = getattr(dtype, "_name", None)
    if name is None:
        raise TypeError(f"a dtype of torch is expected, not {type(dtype).__name__}")
    known = ("bool", *_WIDER, "float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128")
    if name not in known:
        raise NotImplementedError(f"what torch.{name} becomes beside another type is not known in Seesaw")


def _named(name: str) -> Any:
    from torch._types import DTYPES

    return DTYPES[name]


def _of_kind(first: Any, second: Any, kind: int) -> Any:
    """Two types of one kind."""
    names = {first._name, second._name}
    if kind == _INTEGER:
        if "uint8" in names and "int8" in names:
            return _named("int16")
        return max(first, second, key=lambda one: (_WIDER[one._name] if one._name != "uint8" else 8, one._name))
    if kind == _FLOAT and names == {"float16", "bfloat16"}:
        return _named("float32")
    return first if first.itemsize >= second.itemsize else second


def promote_types(type1: Any, type2: Any) -> Any:
    """The smallest type that holds both."""
    _known(type1)
    _known(type2)
    if type1 is type2:
        return type1
    one, other = _kind(type1), _kind(type2)
    if one == other:
        return _of_kind(type1, type2, one)
    low, high = (type1, type2) if one < other else (type2, type1)
    if _kind(high) != _COMPLEX or _kind(low) != _FLOAT:
        return high
    made = _named(_COMPLEX_OF[low._name])
    return made if made.itemsize > high.itemsize else high


def can_cast(from_: Any = None, to: Any = None, **named: Any) -> bool:
    """Whether a value of a type may be written to one of another kind."""
    source = named.get("from", from_)
    return _kind(source) <= _kind(to) and not (_kind(to) == _BOOL and _kind(source) != _BOOL)


def _of_number(value: Any) -> Any:
    """The type that arithmetic takes a number for."""
    import torch

    of_number = ((bool, torch.bool), (int, torch.int64), (float, torch.get_default_dtype()))
    made = next((dtype for kind, dtype in of_number if isinstance(value, kind)), None)
    if made is None and isinstance(value, complex):
        made = _named(_COMPLEX_OF[torch.get_default_dtype()._name])
    if made is None:
        raise TypeError(f"result_type() takes tensors and numbers, not {type(value).__name__}")
    return made


def result_type(tensor: Any, other: Any) -> Any:
    """What arithmetic of two gives: a tensor without dimensions or a number counts less than one with dimensions."""
    from torch._types import Tensor

    found: list[Any] = [None, None, None]
    for one in (tensor, other):
        if isinstance(one, Tensor):
            level, dtype = (0 if one.ndim else 1), one.dtype
        else:
            level, dtype = 2, _of_number(one)
        found[level] = dtype if found[level] is None else promote_types(found[level], dtype)
    made = None
    for dtype in found:
        if made is None:
            made = dtype
        elif dtype is not None and _kind(dtype) > _kind(made):
            made = _named(_COMPLEX_OF[made._name]) if _kind(made) == _FLOAT else dtype
    return made


def broadcast_shapes(*shapes: Any) -> Any:
    """The sizes that hold all of these."""
    from torch._types import Size

    wide = [(one,) if isinstance(one, int) else tuple(one) for one in shapes]
    for size in (size for one in wide for size in one):
        if isinstance(size, float) or isinstance(size, str) or (isinstance(size, int) and size < 0):
            raise RuntimeError(f"broadcast_shapes() takes sizes, which are integers from 0 on, not {size!r}")
    count = max((len(one) for one in wide), default=0)
    made: list[Any] = [1] * count
    for one in wide:
        for at, size in enumerate(one, count - len(one)):
            if size == 1 or size is made[at]:
                continue
            if made[at] == 1:
                made[at] = size
            elif made[at] != size:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
    return Size(made)


FUNCTIONS = {
    "torch.promote_types": promote_types,
    "torch.can_cast": can_cast,
    "torch.result_type": result_type,
    "torch.functional.broadcast_shapes": broadcast_shapes,
}
