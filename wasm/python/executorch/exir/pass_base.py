"""`executorch.exir.pass_base`: ExecuTorch's ExportPass, with the callbacks of PyTorch's."""

from torch._export.pass_base import ExportPass, ExportPassBaseError, NodeMetadata, ProxyValue
from torch.fx.passes.infra.pass_base import PassBase, PassResult

Argument = object

__all__ = [
    "Argument",
    "ExportPass",
    "ExportPassBaseError",
    "NodeMetadata",
    "PassBase",
    "PassResult",
    "ProxyValue",
]
