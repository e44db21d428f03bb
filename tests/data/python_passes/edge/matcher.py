"""Where a pattern occurs."""

import torch
from torch.fx import symbolic_trace
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher


def pattern(x):
    return torch.ops.aten.relu.default(x)


def find(gm):
    for match in SubgraphMatcher(symbolic_trace(pattern).graph).match(gm.graph):
        print([node.name for node in match.returning_nodes], [node.name for node in match.placeholder_nodes])
        for node in match.returning_nodes:
            node.target = torch.ops.aten.sigmoid.default
    gm.recompile()
