"""`torch.tensor` and functions like it in a pass: what they make has a shape, and no elements."""

from __future__ import annotations

from typing import Any, Callable


def _shape(data: Any) -> list[int]:
    """Sizes of lists in lists; each level is as long everywhere."""
    shape: list[int] = []
    level = [data]
    while level and isinstance(level[0], (list, tuple)):
        shape.append(len(level[0]))
        for one in level:
            if not isinstance(one, (list, tuple)):
                raise TypeError(f"not a sequence: {type(one).__name__}")
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
    from torch._types import FakeTensor, Tensor

    if isinstance(data, Tensor):
        shape, found = list(data.shape), data.dtype
    else:
        shape, found = _shape(data), _dtype(_leaves(data))
    json = {"dtype": (dtype or found)._name, "shape": shape, "device": str(device or "cpu")}
    return FakeTensor({**json, "requires_grad": requires_grad})


MAKERS: dict[str, Callable[..., Any]] = {"torch.tensor": tensor}
