"""`executorch.exir.pass_base`: ExecuTorch's ExportPass, with the callbacks of PyTorch's."""

from __future__ import annotations

import abc
import dataclasses
from typing import Any, Callable

import torch
from executorch.exir.dialects._ops import EdgeOpOverload  # noqa: F401
from torch._export import pass_base
from torch._export.pass_base import PROTECTED_KEYS, ExportPassBaseError, NodeMetadata, ProxyValue
from torch.fx.passes.infra.pass_base import PassBase, PassResult

Argument = object


class ExportPass(pass_base.ExportPass):
    """ExecuTorch's, which has sizes of values as arguments besides."""

    def call_size_operator(
        self, tensor_proxy: ProxyValue, dim: int, meta: NodeMetadata, *, edge_dialect: bool = False
    ) -> Any:
        """The size of a dimension: a number, or the value of a call that asks for it."""
        size = tensor_proxy.data.shape[dim]
        if isinstance(size, int):
            return size
        from executorch.exir.dialects._ops import ops

        dialect = ops.edge if edge_dialect else torch.ops
        return self.call_operator(dialect.aten.sym_size.int, (tensor_proxy, dim), {}, meta)

    def call_size_operator_all(
        self, tensor_proxy: ProxyValue, meta: NodeMetadata, *, edge_dialect: bool = False
    ) -> list[Any]:
        return [
            self.call_size_operator(tensor_proxy, dim, meta, edge_dialect=edge_dialect)
            for dim in range(len(tensor_proxy.data.shape))
        ]


_ExportPassBase = pass_base.ExportPass


@dataclasses.dataclass(frozen=True)
class ExportedProgramPassResult:
    """What a pass over a program gives: the program, and whether it was changed."""

    exported_program: Any
    modified: bool


class ExportedProgramPassBase(abc.ABC):
    """A pass over a program and its signature: `call` does the work between two checks."""

    def __call__(self, exported_program: Any) -> ExportedProgramPassResult:
        self.requires(exported_program)
        result = self.call(exported_program)
        self.ensures(exported_program)
        return result

    @abc.abstractmethod
    def call(self, exported_program: Any) -> ExportedProgramPassResult:
        """The work."""

    def requires(self, exported_program: Any) -> None:
        """What must hold before."""

    def ensures(self, exported_program: Any) -> None:
        """What must hold behind."""


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
    "ExportedProgramPassBase",
    "ExportedProgramPassResult",
    "NodeMetadata",
    "PassBase",
    "PassResult",
    "ProxyValue",
    "map_args",
]
