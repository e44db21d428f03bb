"""What PyTorch says of operators, and the kinds of numbers that files name."""

import torch

OWN = torch.library.Library("causes_tags", "FRAGMENT")
try:
    OWN.define("first(Tensor x) -> Tensor", tags=[torch.Tag.pointwise, torch.Tag.core])
    OWN.define("second(Tensor x) -> Tensor")
except RuntimeError:
    pass  # a file that is imported again
SCHEMES = {torch.per_tensor_affine: 1, torch.per_channel_symmetric: 2}
SMALL = {torch.uint1: (0, 1), torch.int4: (-8, 7)}


def apply(gm):
    for node in gm.graph.nodes:
        if isinstance(node.target, torch._ops.OpOverload):
            print(node, [tag.name for tag in node.target.tags], torch.Tag.pointwise in node.target.tags)
    print(torch.ops.causes_tags.first.default.tags, torch.ops.causes_tags.second.default.tags)
    print(torch.ops.aten.bernoulli.default.tags, torch.ops.aten.squeeze_.dim.tags, SCHEMES, SMALL)
    return gm
