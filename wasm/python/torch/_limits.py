"""`torch.finfo` and `torch.iinfo`."""

from __future__ import annotations

from typing import Any

import torch
from torch import _types


class finfo:
    """Limits of a floating-point type."""

    def __init__(self, type: Any = None) -> None:
        kind = torch.get_default_dtype() if type is None else type
        if not kind.is_floating_point and not kind.is_complex:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        kind = kind.to_real()
        if kind._name not in _types.FLOATS:
            raise NotImplementedError(f"the limits of {kind} are not known in Seesaw")
        self.dtype = kind._name
        self.bits = kind.itemsize * 8
        digits, least = _types.FLOATS[kind._name]
        self.eps = 2.0 ** (1 - digits)
        self.tiny = self.smallest_normal = 2.0**least
        self.max = (2.0 - 2.0 ** (1 - digits)) * 2.0 ** (1 - least)
        self.min = -self.max
        self.resolution = 10.0 ** -int((digits - 1) * 0.30103)


class iinfo:
    """Limits of an integer type."""

    def __init__(self, type: Any) -> None:
        if type is _types.DTYPES["bool"]:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if type.is_floating_point or type.is_complex:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.dtype = type._name
        self.bits = type.itemsize * 8
        self.max = 2 ** (self.bits - type.is_signed) - 1
        self.min = -(2 ** (self.bits - 1)) if type.is_signed else 0
