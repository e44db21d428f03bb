"""Makes edge operators of those of ATen, where the graph has none."""

from executorch.exir.dialects._ops import ops as exir_ops
from executorch.exir.pass_base import ExportPass
from torch._ops import OpOverload


class ToEdge(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if isinstance(op, OpOverload) and op.namespace == "aten" and op._opname in ("relu", "add"):
            op = getattr(getattr(exir_ops.edge.aten, op._opname), op._overloadname)
        return super().call_operator(op, args, kwargs, meta)
