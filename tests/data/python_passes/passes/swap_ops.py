import torch
from torch.fx import Transformer


class Swap(Transformer):
    def call_function(self, target, args, kwargs):
        if target == torch.ops.aten.sin.default:
            return super().call_function(torch.ops.aten.cos.default, args, kwargs)
        if target == torch.ops.aten.sub.Tensor:
            product = super().call_function(torch.ops.aten.neg.default, (args[1],), {})
            return super().call_function(torch.ops.aten.add.Tensor, (args[0], product), kwargs)
        return super().call_function(target, args, kwargs)


def swap(gm):
    return Swap(gm).transform()
