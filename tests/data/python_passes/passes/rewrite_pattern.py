import torch
from torch.fx.subgraph_rewriter import replace_pattern


def pattern(x, y):
    return torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, y))


def replacement(x, y):
    return torch.ops.aten.clamp_min.default(torch.ops.aten.add.Tensor(y, x), 0)


def rewrite(gm):
    matches = replace_pattern(gm, pattern, replacement)
    print(len(matches), [match.anchor.name for match in matches])
    return gm
