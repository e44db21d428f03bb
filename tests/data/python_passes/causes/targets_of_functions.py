"""Names that files compare: functions of torch.nn.functional for its own use, classes of operators, types of sizes."""

import threading

import torch
from torch._higher_order_ops.wrap import WrapWithAutocast, WrapWithSetGradEnabled
from torch.fx.tensor_type import Dyn, TensorType, is_consistent, is_more_precise

OWN = (torch.nn.functional._in_projection_packed, torch.nn.functional._canonical_mask)


def look(gm):
    for node in gm.graph.nodes:
        if node.target in OWN or isinstance(node.target, (WrapWithAutocast, WrapWithSetGradEnabled)):
            gm.graph.erase_node(node)
    one, other = TensorType((1, Dyn, 3)), TensorType((1, 2, 3))
    print(one, is_consistent(one, other), is_more_precise(one, other), is_more_precise(other, one), one == other)
    print(is_consistent(TensorType([1]), Dyn), Dyn, TensorType[1, 2], TensorType[Dyn].__args__)
    print(isinstance(torch.ops.higher_order.wrap_with_set_grad_enabled, WrapWithSetGradEnabled))
    print([one.__name__ for one in OWN], isinstance(threading.get_native_id(), int))
    print(torch.nn.utils.fusion.fuse_conv_bn_weights.__name__)
    return gm
