"""Classes that are made of names of a package that nobody has, and a module that leads out: none of them is used."""

import ctypes
from enum import Enum

import torch
from a_package_of_a_backend import Base, kinds


class Kind(Enum):
    WIDE = kinds.WIDE
    NARROW = kinds.NARROW

    @staticmethod
    def key():
        return "kind"


def kept(kind):
    return kind


@kept
class Settings(Base):
    width: int = 3


def pointer(value):
    return ctypes.pointer(value)


def doubled(gm):
    for node in list(gm.graph.nodes):
        if node.target == torch.ops.aten.relu.default:
            with gm.graph.inserting_after(node):
                twice = gm.graph.call_function(torch.ops.aten.mul.Tensor, (node, 2))
            node.replace_all_uses_with(twice, delete_user_cb=lambda user, twice=twice: user is not twice)
    return gm
