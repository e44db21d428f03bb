"""What becomes of types and sizes together, and what a value tells of itself."""

import torch


def run(gm):
    value = next(node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder")
    kinds = (torch.bool, torch.uint8, torch.int8, torch.int64, torch.float16, torch.bfloat16, torch.float64)
    for one in kinds:
        print([torch.promote_types(one, other) for other in kinds], [torch.can_cast(one, other) for other in kinds])
    inside, alone = torch.empty(2, dtype=torch.float16), torch.empty((), dtype=torch.complex128)
    print(torch.result_type(inside, alone), torch.result_type(inside, 2), torch.result_type(alone, inside.int()))
    print(torch.result_type(torch.ones(2, dtype=torch.int8), 1.5), torch.broadcast_shapes((2, 1), (1, 3), 3))
    try:
        torch.broadcast_shapes((2,), (3,))
    except RuntimeError as error:
        print(error)
    print(value.constant, value.nbytes, value.get_device(), value.half().dtype, value.float() is value)
    for node in list(gm.graph.nodes):
        if node.target == torch.ops.aten.relu.default:
            with gm.graph.inserting_after(node):
                kind = torch.promote_types(node.meta["val"].dtype, torch.float64)
                made = gm.graph.call_function(torch.ops.aten._to_copy.default, (node,), {"dtype": kind})
            node.replace_all_uses_with(made, delete_user_cb=lambda user, made=made: user is not made)
            print(gm.graph._graph_namespace.create_name("relu", None))
    return gm
