"""`torch.ao.quantization.fx._decomposed`: the library of `torch.ops.quantized_decomposed`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.library import Library

__all__ = ["quantized_decomposed_lib"]

quantized_decomposed_lib = Library("quantized_decomposed", "DEF")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.fx._decomposed", name, __all__)
