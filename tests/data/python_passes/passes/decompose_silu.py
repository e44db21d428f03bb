import torch
from torch.fx.passes.infra.pass_base import PassBase, PassResult


class DecomposeSilu(PassBase):
    """silu(x) as x * sigmoid(x)."""

    def call(self, graph_module):
        changed = False
        for node in graph_module.graph.nodes:
            if node.op != "call_function" or node.target != torch.ops.aten.silu.default:
                continue
            with graph_module.graph.inserting_before(node):
                gate = graph_module.graph.call_function(torch.ops.aten.sigmoid.default, node.args)
                product = graph_module.graph.call_function(torch.ops.aten.mul.Tensor, (node.args[0], gate))
            gate.meta["val"] = node.meta["val"]
            product.meta = dict(node.meta)
            node.replace_all_uses_with(product)
            graph_module.graph.erase_node(node)
            changed = True
        graph_module.graph.lint()
        graph_module.recompile()
        return PassResult(graph_module, changed)
