"""An operator whose function a file registers for all devices, in a graph that is traced again."""

import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass
from torch.library import Library, impl

space = Library("a_space_of_kernels", "DEF")
space.define("scaled(Tensor x, float by) -> Tensor")
space.define("shifted(Tensor x, int by) -> Tensor")


@impl(space, "scaled", "CompositeExplicitAutograd")
def scaled(x, by):
    return torch.mul(x, by)


@impl("a_space_of_kernels::shifted", "CompositeExplicitAutograd", lib=space)
def shifted(x, by):
    return torch.add(x, by).to(torch.float64)


class Scaled(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op == torch.ops.aten.relu.default:
            value = super().call_operator(torch.ops.a_space_of_kernels.scaled.default, (args[0], 2.0), {}, meta)
            wide = super().call_operator(torch.ops.a_space_of_kernels.shifted.default, (value, 1), {}, meta)
            print(wide.node.meta["val"].dtype, tuple(wide.node.meta["val"].shape))
            return super().call_operator(torch.ops.aten._to_copy.default, (wide,), {"dtype": torch.float32}, meta)
        return super().call_operator(op, args, kwargs, meta)


def rewritten(gm):
    once = Scaled()(gm).graph_module
    return Scaled()(once).graph_module
