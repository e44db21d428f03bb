import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass


class ReluToClamp(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op != torch.ops.aten.relu.default:
            return super().call_operator(op, args, kwargs, meta)
        return super().call_operator(torch.ops.aten.clamp_min.default, (args[0], 0), {}, meta)
