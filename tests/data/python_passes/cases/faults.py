"""Passes that fail, each in its way."""

import torch


def deeper(node):
    return node.no_such_field


def traceback(gm):
    for node in gm.graph.nodes:
        deeper(node)


def missing(gm):
    return torch.ops.aten.reluu.default


def missing_overload(gm):
    return torch.ops.aten.add.Tensr


def missing_name(gm):
    return torch.utils_of_mine


def no_graph(gm):
    return object()


def options(gm, count: int = 1, name: str = "x", flag: bool = False):
    print(repr(count), repr(name), repr(flag))
