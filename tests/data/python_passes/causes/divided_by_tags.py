"""A module divided by tags, and values that are worked out again."""

import torch
from torch.fx.passes.fake_tensor_prop import FakeTensorProp
from torch.fx.passes.split_utils import getattr_recursive, setattr_recursive, split_by_tags


def apply(gm):
    values = [node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder"]
    calls = [node for node in gm.graph.nodes if node.op not in ("placeholder", "get_attr", "output")]
    for node in calls:
        node.meta.pop("val")
    FakeTensorProp(gm).propagate(*values)
    for number, node in enumerate(calls):
        val = node.meta["val"]
        print(node.name, tuple(val.shape) if isinstance(val, torch.Tensor) else type(val).__name__)
        node.tag = ("head", "body", "tail")[min(number * 3 // len(calls), 2)]
    split, moved = split_by_tags(gm, ["head", "body", "tail"], return_fqn_mapping=True)
    print(moved, getattr_recursive(split, "head.nothing"))
    for name in ("head", "body", "tail"):
        print(getattr_recursive(split, name).code)
    print(split_by_tags(gm, ["head", "body", "tail"], return_tuple=True).code)
    setattr_recursive(split, "head.left", torch.nn.ReLU())
    return split
