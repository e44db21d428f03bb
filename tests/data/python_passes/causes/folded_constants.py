"""What follows from attributes alone becomes an attribute; the arguments of calls are asked for by their names."""

import torch
import torch.ao.quantization.fx._decomposed  # the operators that stay
from torch._export.passes.constant_folding import constant_fold
from torch.fx.operator_schemas import get_signature_for_torch_op


def run(gm):
    aten = torch.ops.aten
    first = next(node for node in gm.graph.nodes if node.op != "placeholder")
    gm.register_buffer("scale", torch.ones(1))
    gm.register_buffer("unused", torch.ones(2))
    with gm.graph.inserting_before(first):
        scale = gm.graph.get_attr("scale")
        more = gm.graph.call_function(aten.add.Tensor, (scale, 1))
        more = gm.graph.call_function(aten.mul.Tensor, (more, scale))
        gm.graph.get_attr("unused")
        given = next(node for node in gm.graph.nodes if node.op == "placeholder")
        made = gm.graph.call_function(aten.add.Tensor, (given, more), {"alpha": 2})
    given.replace_all_uses_with(made, delete_user_cb=lambda user: user is not made)
    constant_fold(gm)
    for node in gm.graph.nodes:
        if node.op == "call_function":
            named = node.normalized_arguments(gm)
            print(node, None if named is None else (len(named.args), list(named.kwargs)))
    print(made.normalized_arguments(gm))
    print([list(one.parameters) for one in get_signature_for_torch_op(aten.uniform.default)])
    return gm
