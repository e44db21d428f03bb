"""`torch.fx.passes.shape_prop`: what is known of a tensor, as a tuple."""

from __future__ import annotations

from typing import Any, NamedTuple

from torch._missing import missing
from torch._types import MEMORY_FORMATS, Tensor

__all__ = ["TensorMetadata", "_extract_tensor_metadata"]


class TensorMetadata(NamedTuple):
    """Form and kind of a tensor."""

    shape: Any
    dtype: Any
    requires_grad: bool
    stride: tuple[Any, ...]
    memory_format: Any
    is_quantized: bool
    qparams: dict[str, Any]


def _extract_tensor_metadata(result: Tensor, include_contiguity: bool = True) -> TensorMetadata:
    order = None
    fitting = [
        MEMORY_FORMATS[name]
        for name in ("contiguous_format", "channels_last", "channels_last_3d")
        if include_contiguity and result.is_contiguous(memory_format=MEMORY_FORMATS[name])
    ]
    if len(fitting) > 1:
        # PyTorch takes whichever a set gives first.
        raise NotImplementedError(f"which memory format {result} has is not decided: {', '.join(map(str, fitting))}")
    order = fitting[0] if fitting else None
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), order, False, {})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.shape_prop", name, __all__)
