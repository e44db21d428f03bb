"""Operators with capitals beside edge operators, traced again; a value that a pass puts together."""

import torch
from executorch.exir.dialects._ops import ops as exir_ops
from executorch.exir.pass_base import ExportPass
from torch._subclasses.fake_tensor import FakeTensor


class Capitals(ExportPass):
    def call(self, graph_module):
        graph = graph_module.graph
        node = next(node for node in graph.nodes if node.target is torch.ops.aten.relu.default)
        val = node.meta["val"]
        with graph.inserting_after(node):
            turned = graph.call_function(torch.ops.aten.mT.default, (node,))
        with graph.inserting_after(turned):
            back = graph.call_function(exir_ops.edge.aten.mT.default, (turned,))
        shape = (*val.shape[:-2], val.shape[-1], val.shape[-2])
        turned.meta["val"] = FakeTensor(
            val.fake_mode, torch.empty(shape, dtype=val.dtype, device="meta"), val.fake_device
        )
        back.meta["val"] = val
        print(tuple(turned.meta["val"].shape), turned.meta["val"].device)
        node.replace_all_uses_with(back, delete_user_cb=lambda user: user is not turned)
        graph_module.recompile()
        return super().call(graph_module)
