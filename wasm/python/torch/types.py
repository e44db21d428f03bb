"""`torch.types`: names for annotations, and the types of sizes."""

from __future__ import annotations

import builtins
from typing import Any, Sequence, Union

from torch._types import Size, SymBool, SymFloat, SymInt, Tensor
from torch._types import device as _device, dtype as _dtype, layout as _layout

_TensorOrTensors = Union[Tensor, Sequence[Tensor]]
_bool = builtins.bool
_int = builtins.int
_float = builtins.float
_complex = builtins.complex
_size = Union[Size, list[builtins.int], tuple[builtins.int, ...]]
_symsize = Union[Size, Sequence[Any]]
Device = Union[_device, str, builtins.int, None]
Number = Union[builtins.int, builtins.float, builtins.bool]
BoolLikeType = Union[builtins.bool, SymBool]
FloatLikeType = Union[builtins.float, SymFloat]
IntLikeType = Union[builtins.int, SymInt]
py_sym_types = (SymInt, SymFloat, SymBool)
PySymType = Union[SymInt, SymFloat, SymBool]

__all__ = ["BoolLikeType", "Device", "FloatLikeType", "IntLikeType", "Number", "_dtype", "_layout", "py_sym_types"]
