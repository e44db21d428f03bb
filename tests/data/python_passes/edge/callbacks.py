"""An ExportPass whose callbacks call operators on values, and give tensors that are none of the graph."""

import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass


class Callbacks(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op in (torch.ops.aten.relu.default, torch.ops.aten.add.Tensor):
            value = args[0].data
            print(op, tuple(torch.ops.aten.unsqueeze.default(value, 0).shape), value.sum(0).dtype)
            half = torch.tensor(0.5)
            once = super().call_operator(torch.ops.aten.mul.Tensor, (args[0], half), {}, meta)
            return super().call_operator(op, (once, *([half] if len(args) > 1 else [])), kwargs, meta)
        return super().call_operator(op, args, kwargs, meta)
