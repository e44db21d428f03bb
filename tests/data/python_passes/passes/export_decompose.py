import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass


class Decompose(ExportPass):
    """silu and sub by other operators; a note in the metadata."""

    def call_operator(self, op, args, kwargs, meta):
        if op == torch.ops.aten.silu.default:
            gate = super().call_operator(torch.ops.aten.sigmoid.default, (args[0],), {}, meta)
            return super().call_operator(torch.ops.aten.mul.Tensor, (args[0], gate), {}, meta)
        if op == torch.ops.aten.sub.Tensor and not kwargs:
            other = super().call_operator(torch.ops.aten.neg.default, (args[1],), {}, meta)
            return super().call_operator(torch.ops.aten.add.Tensor, (args[0], other), {}, meta)
        return super().call_operator(op, args, kwargs, meta)

    def placeholder(self, name, arg, meta):
        print("placeholder", name, tuple(arg.shape))
        return super().placeholder(name, arg, meta)

    def output(self, results, meta):
        print("output", len(results))
        return super().output(results, meta)
