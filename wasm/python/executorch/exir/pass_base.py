"""`executorch.exir.pass_base`: ExecuTorch's ExportPass, with the callbacks of PyTorch's."""

from __future__ import annotations

from typing import Any, Callable

from torch._export.pass_base import ExportPass, ExportPassBaseError, NodeMetadata, ProxyValue
from torch.fx.passes.infra.pass_base import PassBase, PassResult

Argument = object
PROTECTED_KEYS = {"val", "stack_trace", "nn_module_stack", "debug_handle", "tensor_meta"}


def map_args(
    op: Any, fn: Callable[[Any, Any], Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Each argument with what the schema says of it, through `fn`."""
    values, named = list(args), dict(kwargs)
    for at, one in enumerate(op._schema.arguments):
        if one.name in named:
            named[one.name] = fn(named[one.name], one)
        elif not one.kwarg_only and at < len(values):
            values[at] = fn(values[at], one)
    return tuple(values), named


__all__ = [
    "PROTECTED_KEYS",
    "Argument",
    "ExportPass",
    "ExportPassBaseError",
    "NodeMetadata",
    "PassBase",
    "PassResult",
    "ProxyValue",
    "map_args",
]
