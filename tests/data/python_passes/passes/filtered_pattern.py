import torch
from torch.fx.subgraph_rewriter import replace_pattern_with_filters


def pattern(x):
    return torch.ops.aten.mul.Tensor(x, 2)


def replacement(x):
    return torch.ops.aten.add.Tensor(x, x)


def wide(match, original, pattern_graph):
    node = next(node for node in match.returning_nodes)
    return node.meta["val"].dim() == 2


def rewrite(gm):
    done = replace_pattern_with_filters(gm, pattern, replacement, [wide], ignore_literals=True)
    for one in done:
        print(one.anchor.name, [node.name for node in one.replacements])
    gm.recompile()
    return gm
