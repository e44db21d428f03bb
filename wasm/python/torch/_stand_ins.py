"""Operators of other libraries that graphs of ExecuTorch and of quantization have, and the core has no record of.

What: `SCHEMAS` declares them; `stand_in(op, args, kwargs)` is a call of ATen whose value has the same shape, dtype and
layout. Why: a pass that traces a graph with them again needs their values; the node keeps its own operator.
"""

from __future__ import annotations

from typing import Any

from torch._schema import FunctionSchema

_OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
_RANGE = "int quant_min, int quant_max, ScalarType dtype"
_WEIGHT = "Tensor weight, Tensor weight_scales, Tensor? weight_zero_points"
_OF = "float {0}_scale, int {0}_zero_point, int {0}_quant_min, int {0}_quant_max"


def _embeddings(kind: str) -> tuple[str, ...]:
    given = f"{_WEIGHT}, int weight_quant_min, int weight_quant_max, Tensor indices"
    return (
        f"embedding_{kind}({given}) -> Tensor",
        f"embedding_{kind}.dtype({given}, *, ScalarType? dtype=None) -> Tensor",
        f"embedding_{kind}.out({given}, *, Tensor(a!) out) -> Tensor(a!)",
        f"embedding_{kind}.dtype_out({given}, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
    )


def _sum(name: str) -> str:
    a, b, out = (_OF.format(one) for one in ("a", "b", "out"))
    return f"{name}(Tensor a, {a}, Tensor b, {b}, {out}) -> Tensor qc"


SCHEMAS = {
    "dim_order_ops": (
        f"_to_dim_order_copy(Tensor self, *, {_OPTIONS}, bool non_blocking=False, int[]? dim_order=None) -> Tensor",
        f"_empty_dim_order(int[] size, *, {_OPTIONS}, int[]? dim_order=None) -> Tensor",
        "_empty_dim_order.out(int[] size, *, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)",
        "_to_dim_order_copy.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> "
        "Tensor(a!)",
        "_clone_dim_order(Tensor self, *, bool non_blocking=False, int[]? dim_order=None) -> Tensor",
        "_clone_dim_order.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> "
        "Tensor(a!)",
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
        f"quantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {_RANGE}) -> Tensor",
        f"dequantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {_RANGE}, "
        "ScalarType output_dtype) -> Tensor",
        f"quantize_per_channel_group(Tensor input, Tensor scales, Tensor zero_points, {_RANGE}, int group_size) -> "
        "Tensor",
        f"dequantize_per_channel_group(Tensor input, Tensor scales, Tensor? zero_points, {_RANGE}, int group_size, "
        "ScalarType output_dtype) -> Tensor",
        "fake_quant_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, int quant_min, "
        "int quant_max) -> Tensor",
        "convert_element_type.no_fuse(Tensor input, ScalarType dtype) -> Tensor",
        *(
            f"{name}(Tensor input, int quant_min, int quant_max, float eps, ScalarType dtype) -> (Tensor, Tensor)"
            for name in ("choose_qparams.tensor", "choose_qparams_symmetric.tensor")
        ),
        *(
            f"{name}(Tensor input, ScalarType dtype) -> (Tensor, Tensor)"
            for name in (
                "choose_qparams_per_token",
                "choose_qparams_per_token_asymmetric",
                "_choose_qparams_per_token_asymmetric_impl",
            )
        ),
        # Those of ExecuTorch.
        *_embeddings("byte"),
        *_embeddings("4bit"),
        *_embeddings("2bit"),
        _sum("add"),
        _sum("add_relu"),
        f"add.scalar(Tensor qa, {_OF.format('a')}, ScalarType a_dtype, Scalar b, {_OF.format('out')}, "
        "ScalarType out_dtype) -> Tensor",
        f"mixed_mm(Tensor input, {_WEIGHT}) -> Tensor",
        f"mixed_linear(Tensor input, {_WEIGHT}, ScalarType? dtype=None) -> Tensor",
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

    if op._opname == "fake_quant_per_channel":
        return torch.ops.aten.clone.default, args[:1], {}
    if not op._opname.startswith(("quantize_", "dequantize_", "convert_element_type")):
        return None
    names = [one.name for one in op._schema.arguments]
    given = {**dict(zip(names, args)), **kwargs}
    if op._opname.startswith("dequantize"):
        dtype = given.get("output_dtype") or given.get("out_dtype") or torch.float32
    else:
        dtype = given["dtype"]
    return torch.ops.aten._to_copy.default, args[:1], {"dtype": dtype}


def stand_in(
    op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]] | None:
    """The call of ATen, or None: the core knows the operator, or nobody does."""
    schema = getattr(op, "_schema", None)
    if not isinstance(schema, FunctionSchema) or op.namespace not in SCHEMAS:
        return None
    out = next((one.name for one in schema.arguments if one.is_out), None)
    if out is not None:
        import torch

        return torch.ops.aten.alias.default, (kwargs[out],), {}
    if op.namespace == "dim_order_ops":
        return _dim_order(op, args, kwargs)
    if op.namespace == "quantized_decomposed":
        return _quantized(op, args, kwargs)
    return None
