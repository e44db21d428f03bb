"""Parts of parts of packages that nobody has, what a class of theirs passes on, and names of unions."""

from typing import Tuple, Union

import a_package_of_a_backend as backend
import torch
from a_package_of_a_backend import kernels
from a_package_of_a_backend.kernels import fused
from torch.fx import Node

Edge = Union[Tuple[Node, Node], Node]
Edge.__module__ = "a_module"


class Rounded(backend.Function):
    @staticmethod
    def forward(ctx, x):
        return x


rounded = Rounded.apply


@torch.compile
def fast(x):
    return x + 1


slow = torch.compile(fast, mode="max-autotune")


def use(x):
    from a_package_of_a_backend.kernels.inner import run

    return run(fused(kernels, rounded(slow(x))))


def skip(gm):
    print([node.name for node in gm.graph.nodes if node.target is use])
    return gm
