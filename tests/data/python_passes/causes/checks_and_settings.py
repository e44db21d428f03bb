"""torch._check and its kin, sizes that are the same, and settings that are tables."""

import torch
import torch._inductor.config as config
from torch._prims_common import is_expandable_to
from torch.fx.experimental.symbolic_shapes import _guard_sizes_oblivious


def said(check, *args):
    try:
        return check(*args)
    except Exception as error:
        return type(error).__name__, str(error)


def checked(gm):
    for check in (torch._check, torch._check_value, torch._check_index, torch._check_type):
        print(said(check, True), said(check, False), said(check, False, lambda: "why"), said(check, 1))
    print(is_expandable_to((1, 3), (2, 3)), is_expandable_to((3,), (2, 4)), is_expandable_to((1, 1, 1), (1, 1)))
    print([_guard_sizes_oblivious((2, 3), other) for other in ((2, 3), (2, 4), (2,), ())])
    print(config.post_grad_fusion_options, config.pre_grad_fusion_options)
    with config.patch(post_grad_fusion_options={"batch_linear": {}}):
        print("batch_linear" in config.post_grad_fusion_options)
    config.pre_grad_fusion_options["filled"] = {}
    print(config.pre_grad_fusion_options)
    config.pre_grad_fusion_options.clear()
    return gm
