"""An enumeration of names of a package that nobody has: its members are there, and what they stand for is not."""

from enum import Enum

import torch
from a_package_of_a_backend import kinds


class Kind(Enum):
    WIDE = kinds.WIDE
    NARROW = kinds.NARROW

    def key(self):
        return f"kind_{self.name.lower()}"


def marked(gm):
    wanted = {Kind.WIDE: 2, Kind.NARROW: 3}
    for node in list(gm.graph.nodes):
        if node.target == torch.ops.aten.relu.default:
            with gm.graph.inserting_after(node):
                made = gm.graph.call_function(torch.ops.aten.mul.Tensor, (node, wanted[Kind.NARROW]))
            node.replace_all_uses_with(made, delete_user_cb=lambda user, made=made: user is not made)
            made.meta[Kind.WIDE.key()] = True
    print(Kind.WIDE is Kind.NARROW, [one.key() for one in Kind])
    return gm
