"""Settings of PyTorch, regions that are timed, tables of decompositions, and layouts."""

import torch
import torch._dynamo.config
import torch._inductor.config as config
from torch._decomp import register_decomposition
from torch._dynamo.utils import counters, dynamo_timed
from torch._higher_order_ops.auto_functionalize import AutoFunctionalized
from torch._prims_common import is_non_overlapping_and_dense

TABLE = {}


@register_decomposition([torch.ops.aten.relu, torch.ops.aten.add.Tensor], registry=TABLE, unsafe=True)
def same(*args):
    return args[0]


def settings(gm):
    print(config.pattern_matcher, config.trace.log_url_for_graph_xform, config.max_fusion_size, config.cpp.simdlen)
    print(torch._dynamo.config.capture_scalar_outputs, torch.nn.modules.dropout.Dropout is torch.nn.Dropout)
    with config.patch(pattern_matcher=False), config.patch({"trace.enabled": True}):
        print(config.pattern_matcher, config.trace.enabled)
    print(config.pattern_matcher, config.trace.enabled)
    print(sorted(map(str, TABLE)))
    with dynamo_timed("settings"):
        for node in gm.graph.nodes:
            value = node.meta.get("val")
            counters["settings"][node.op] += 1
            if isinstance(value, torch.Tensor) and node.op == "call_function":
                print(node.name, is_non_overlapping_and_dense(value), isinstance(node.target, AutoFunctionalized))
    print(dict(counters["settings"]))
    counters.clear()
    try:
        register_decomposition(torch.ops.aten.relu.default, registry=TABLE)(same)
    except RuntimeError as error:
        print(error)
