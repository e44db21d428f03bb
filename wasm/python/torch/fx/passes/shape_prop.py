"""`torch.fx.passes.shape_prop`: the form of the values of a graph."""

from __future__ import annotations

from typing import Any, NamedTuple

from torch._missing import missing
from torch._types import MEMORY_FORMATS, Tensor
from torch.fx.interpreter import Interpreter
from torch.fx.node import Node, map_aggregate

__all__ = ["ShapeProp", "TensorMetadata", "_extract_tensor_metadata"]


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
    for name in ("contiguous_format", "channels_last", "channels_last_3d") if include_contiguity else ():
        if order is None and result.is_contiguous(memory_format=MEMORY_FORMATS[name]):
            order = MEMORY_FORMATS[name]
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), order, False, {})


class ShapeProp(Interpreter):
    """Runs a graph on values, and notes the form of what each node gives."""

    def __init__(self, gm: Any, fake_mode: Any = None) -> None:
        super().__init__(gm)
        self.real_module = self.module
        self.fake_mode = fake_mode

    def run_node(self, n: Node) -> Any:
        result = super().run_node(n)
        seen: list[Tensor] = []

        def form(value: Any) -> Any:
            if isinstance(value, Tensor):
                seen.append(value)
                return _extract_tensor_metadata(value)
            return value

        meta = map_aggregate(result, form)
        if seen:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args: Any) -> Any:
        return self.run(*args)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.shape_prop", name, __all__)
