"""Which nodes a backend takes, by tables, by functions, and by both; convolutions and what is beside them."""

import torch
from torch.ao.quantization.pt2e import utils
from torch.fx.passes.operator_support import OperatorSupport, OpSupports, any_chain, chain, create_op_support
from torch.fx.passes.tools_common import get_node_target


def run(gm):
    modules = dict(gm.named_modules())
    calls = [node for node in gm.graph.nodes if node.op == "call_function"]
    names = [get_node_target(modules, node) for node in calls]
    table = OperatorSupport({names[0]: None, names[-1]: (([torch.float32],), {})})
    for node in gm.graph.nodes:
        node.meta["type"] = node.meta["val"].dtype if hasattr(node.meta.get("val"), "dtype") else None
    first = create_op_support(lambda _, node: node.name == calls[0].name)
    rules = {
        "table": table,
        "both": chain(table, first),
        "any": any_chain(first, create_op_support(lambda _, node: "relu" in node.name)),
        "type": OpSupports.decline_if_input_dtype(torch.int64),
        "names": OpSupports.decline_if_node_in_names({calls[-1].name}),
    }
    for name, rule in rules.items():
        print(name, [rule.is_node_supported(modules, node) for node in gm.graph.nodes])
    print([utils._is_conv_node(node) or utils._is_bn_node(node) for node in calls])
    print(len(utils._conv2d_bn_example_inputs), utils._conv1d_bn_example_inputs[0].shape)
    print(utils._get_all_arguments(calls[0].args, calls[0].kwargs, calls[0].target._schema.arguments)[2:])
    print(utils._is_connected(calls[0], calls[0]), utils._find_q_dq_node_for_user(calls[0], calls[-1]))
    for node in calls:
        if rules["any"].is_node_supported(modules, node):
            with gm.graph.inserting_after(node):
                made = gm.graph.call_function(torch.ops.aten.neg.default, (node,))
            node.replace_all_uses_with(made, delete_user_cb=lambda user, made=made: user is not made)
    return gm
