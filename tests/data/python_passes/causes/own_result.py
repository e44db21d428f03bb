"""A pass whose result is of a class of its own."""

from dataclasses import dataclass

import torch


@dataclass
class Result:
    modified: bool


class Plain:
    def __call__(self, gm):
        changed = False
        for node in list(gm.graph.nodes):
            if node.target == torch.ops.aten.relu.default:
                node.replace_all_uses_with(node.args[0])
                gm.graph.erase_node(node)
                changed = True
        gm.recompile()
        return Result(changed)
