"""What is taken out as doing nothing follows the PyTorch that wrote the program."""

import torch
from torch._inductor.fx_passes.post_grad import remove_noop_ops


def slim(gm):
    aten = torch.ops.aten
    first = next(node for node in gm.graph.nodes if node.op == "placeholder" and node.name == "x")
    value = first.meta["val"]
    last = gm.graph.output_node()
    with gm.graph.inserting_before(last):
        made = [
            gm.graph.call_function(aten.slice.Tensor, (first, 0, 0, value.shape[0])),
            gm.graph.call_function(aten.slice.Tensor, (first, 1, 0, value.shape[1] - 1)),
            gm.graph.call_function(aten.slice.Tensor, (first, 1, 0, 2**63 - 1)),
            gm.graph.call_function(aten.view.default, (first, list(value.shape))),
            gm.graph.call_function(aten.slice_scatter.default, (first, first, 0, 0, value.shape[0])),
        ]
        for node in made:
            node.meta["val"] = node.target(value, *(value if one is first else one for one in node.args[1:]))
        ends = [gm.graph.call_function(aten.relu.default, (node,)) for node in made]
        for node in ends:
            node.meta["val"] = value
    last.args = ((*last.args[0], *ends),)
    remove_noop_ops(gm.graph)
    print([node.all_input_nodes[0] is first for node in ends])
    return gm
