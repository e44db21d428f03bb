"""Traces again: edge operators stay, plain ones stay plain, orders of dimensions and quantization have values."""

from executorch.exir.dialects._ops import ops as exir_ops
from executorch.exir.pass_base import ExportPass


class Retrace(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op == exir_ops.edge.aten.relu.default:
            zero = super().call_operator(exir_ops.edge.aten.clamp.default, (args[0], 0.0), {}, meta)
            return super().call_operator(exir_ops.edge.aten.neg.default, (zero,), {}, meta)
        return super().call_operator(op, args, kwargs, meta)
