"""`torch.tensor` and functions like it in a pass: what they make has a shape, and the numbers that they were given."""

from __future__ import annotations

import struct
from typing import Any, Callable

from torch._type_functions import FUNCTIONS


def _shape(data: Any) -> list[int]:
    """Sizes of lists in lists; each level is as long everywhere."""
    shape: list[int] = []
    level = [data]
    while level and isinstance(level[0], (list, tuple)):
        shape.append(len(level[0]))
        for one in level:
            if not isinstance(one, (list, tuple)):
                raise TypeError("not a sequence")
            if len(one) != shape[-1]:
                raise ValueError(f"expected sequence of length {shape[-1]} at dim {len(shape) - 1} (got {len(one)})")
        level = [item for one in level for item in one]
    return shape


def _leaves(data: Any) -> list[Any]:
    level = [data]
    while level and isinstance(level[0], (list, tuple)):
        level = [item for one in level for item in one]
    return level


def _dtype(leaves: list[Any]) -> Any:
    import torch

    kinds = {type(one) for one in leaves}
    nested = next((one for one in leaves if isinstance(one, (list, tuple))), None)
    if nested is not None:
        name = type(nested).__name__
        wants_real = isinstance(leaves[0], float)
        said = (
            f"must be real number, not {name}" if wants_real else f"'{name}' object cannot be interpreted as an integer"
        )
        raise TypeError(said)
    if not kinds <= {bool, int, float, complex}:
        names = ", ".join(sorted(one.__name__ for one in kinds - {bool, int, float, complex}))
        raise TypeError(f"torch.tensor of {names} is not known in a pass of Seesaw: give it numbers")
    if complex in kinds:
        return torch.complex64
    if float in kinds or not kinds:
        return torch.get_default_dtype()
    return torch.int64 if int in kinds else torch.bool


def tensor(
    data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False
) -> Any:
    from torch._types import Tensor

    if isinstance(data, Tensor):
        if dtype not in (None, data.dtype):
            raise NotImplementedError("torch.tensor of a tensor with another dtype is not in Seesaw: use to()")
        shape, found = list(data.shape), data.dtype
    else:
        shape, found = _shape(data), _dtype(_leaves(data))
    json = {"dtype": (dtype or found)._name, "shape": shape, "device": str(device or "cpu")}
    made = Tensor({**json, "requires_grad": requires_grad})
    made._numbers = data._numbers if isinstance(data, Tensor) else _converted(_leaves(data), made.dtype)
    return made


def constructed(args: tuple[Any, ...]) -> Any:
    """`torch.Tensor(...)`: of numbers, of another tensor, or of sizes, when nobody knows its numbers."""
    import torch
    from torch._types import Tensor

    kind = torch.get_default_dtype()
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not kind:
            raise TypeError(f"expected {kind._name} (got {args[0].dtype._name})")
        return args[0]
    if len(args) == 1 and isinstance(args[0], (list, tuple)) and not isinstance(args[0], torch.Size):
        return tensor(args[0], dtype=kind)
    sizes = args[0] if args and isinstance(args[0], torch.Size) else args or (0,)
    return Tensor({"dtype": kind._name, "shape": list(sizes), "device": "cpu"})


def _converted(numbers: list[Any], kind: Any) -> list[Any] | None:
    """Numbers as a type holds them; None where Python has no such type."""
    if kind._name == "bool":
        return [bool(one) for one in numbers]
    if kind._name == "int64":
        return [int(one) for one in numbers]
    if kind._name == "float64":
        return [float(one) for one in numbers]
    if kind._name == "float32" and all(abs(one) < 1e38 for one in numbers):
        return [struct.unpack("f", struct.pack("f", one))[0] for one in numbers]
    return None


def arange(*args: Any, **kwargs: Any) -> Any:
    import torch
    from torch._functions import propagate

    if args and not kwargs and all(type(one) is int for one in args):
        return tensor(list(range(*args)), dtype=torch.int64)
    return propagate(torch.arange, args, kwargs)


MAKERS: dict[str, Callable[..., Any]] = {"torch.tensor": tensor, "torch.arange": arange, **FUNCTIONS}
