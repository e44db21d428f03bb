"""Numbers become attributes, by the helper that torchao has of PyTorch."""

import torch
from torchao.quantization.pt2e.utils import get_new_attr_name_with_prefix


def lift_numbers(graph_module):
    graph = graph_module.graph
    for node in list(graph.nodes):
        if node.target is not torch.ops.aten.mul.Tensor or isinstance(node.args[1], torch.fx.Node):
            continue
        name = get_new_attr_name_with_prefix("_tensor_constant_")(graph_module)
        graph_module.register_buffer(name, torch.tensor(float(node.args[1])))
        with graph.inserting_before(node):
            read = graph.get_attr(name)
        node.args = (node.args[0], read)
    graph_module.recompile()
    return graph_module
