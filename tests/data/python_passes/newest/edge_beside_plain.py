"""Edge operators among plain ones: each counts its names by itself when the graph is traced again."""

import torch
from executorch.exir.dialects._ops import ops as exir_ops
from executorch.exir.pass_base import ExportPass


class Beside(ExportPass):
    def call(self, graph_module):
        graph = graph_module.graph
        for node in list(graph.nodes):
            if node.op == "call_function" and isinstance(node.meta.get("val"), torch.Tensor):
                if not node.meta["val"].is_floating_point():
                    continue
                with graph.inserting_after(node):
                    made = graph.call_function(exir_ops.edge.aten.mul.Tensor, (node, node))
                made.meta = dict(node.meta)
                node.replace_all_uses_with(made, delete_user_cb=lambda user: user is not made)  # noqa: B023
        graph_module.recompile()
        return super().call(graph_module)
