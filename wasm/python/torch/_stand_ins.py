"""Operators of other libraries that graphs of ExecuTorch and of quantization have, and the core has no record of.

What: `SCHEMAS` declares them; `stand_in(op, args, kwargs)` is a call of ATen whose value has the same shape, dtype and
layout. Why: a pass that traces a graph with them again needs their values; the node keeps its own operator.
"""

from __future__ import annotations

from typing import Any

_OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
_RANGE = "int quant_min, int quant_max, ScalarType dtype"

SCHEMAS = {
    "dim_order_ops": (
        f"_to_dim_order_copy(Tensor self, *, {_OPTIONS}, bool non_blocking=False, int[]? dim_order=None) -> Tensor",
        f"_empty_dim_order(int[] size, *, {_OPTIONS}, int[]? dim_order=None) -> Tensor",
        "_clone_dim_order(Tensor self, *, bool non_blocking=False, int[]? dim_order=None) -> Tensor",
    ),
    "quantized_decomposed": (
        f"quantize_per_tensor(Tensor input, float scale, int zero_point, {_RANGE}) -> Tensor",
        f"quantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, {_RANGE}) -> Tensor",
        "quantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, "
        "Tensor quant_max, ScalarType dtype) -> Tensor",
        f"dequantize_per_tensor(Tensor input, float scale, int zero_point, {_RANGE}, *, "
        "ScalarType? out_dtype=None) -> Tensor",
        f"dequantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, {_RANGE}, *, "
        "ScalarType? out_dtype=None) -> Tensor",
        "dequantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, "
        "Tensor quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
        f"quantize_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, {_RANGE}) -> Tensor",
        f"dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, {_RANGE}, *, "
        "ScalarType? out_dtype=None) -> Tensor",
    ),
}


def _format(order: Any) -> Any:
    """The memory format of an order of dimensions."""
    import torch

    if order is None:
        return None
    if list(order) == list(range(len(order))):
        return torch.contiguous_format
    if list(order) in ([0, 2, 3, 1], [0, 2, 3, 4, 1]):
        return torch.channels_last if len(order) == 4 else torch.channels_last_3d
    raise TypeError(f"the order of dimensions {list(order)} is no memory format: its value is not known in Seesaw")


def _dim_order(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    import torch

    options = {key: kwargs[key] for key in ("dtype", "device") if kwargs.get(key) is not None}
    made = _format(kwargs.get("dim_order"))
    if made is not None:
        options["memory_format"] = made
    if op._opname == "_empty_dim_order":
        return torch.ops.aten.empty.memory_format, args, options
    return torch.ops.aten._to_copy.default, args[:1], options


def _quantized(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    import torch

    if op._opname.startswith("dequantize"):
        dtype = kwargs.get("out_dtype") or torch.float32
    else:
        names = [one.name for one in op._schema.arguments]
        dtype = kwargs["dtype"] if "dtype" in kwargs else args[names.index("dtype")]
    return torch.ops.aten._to_copy.default, args[:1], {"dtype": dtype}


def stand_in(
    op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]] | None:
    """The call of ATen, or None: the core knows the operator, or nobody does."""
    if getattr(op, "_schema", None) is None:
        return None
    if op.namespace == "dim_order_ops":
        return _dim_order(op, args, kwargs)
    if op.namespace == "quantized_decomposed":
        return _quantized(op, args, kwargs)
    return None
