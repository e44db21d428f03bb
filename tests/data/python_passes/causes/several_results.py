"""Operators of a file that give two tensors, or nothing, in a graph that is traced again."""

import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass
from torch.library import Library, register_fake

space = Library("a_space_of_results", "DEF")
space.define("both(Tensor x) -> (Tensor, Tensor)")
space.define("nothing(Tensor x) -> ()")


@register_fake("a_space_of_results::both", lib=space)
def both(x):
    return torch.empty_like(x), torch.empty_like(x, dtype=torch.int64)


@register_fake("a_space_of_results::nothing", lib=space)
def nothing(x):
    return None


class Same(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        value = super().call_operator(op, args, kwargs, meta)
        if op.namespace == "a_space_of_results":
            print(op, [one.dtype for one in value.data or ()])
        return value


class Empty(ExportPass):
    pass


def traced(gm):
    first = next(node for node in gm.graph.nodes if node.op == "placeholder")
    call = next(node for node in gm.graph.nodes if node.op == "call_function")
    value = first.meta["val"]
    with gm.graph.inserting_before(call):
        two = gm.graph.call_function(torch.ops.a_space_of_results.both.default, (first,))
        two.meta["val"] = (torch.empty_like(value), torch.empty_like(value, dtype=torch.int64))
        none = gm.graph.call_function(torch.ops.a_space_of_results.nothing.default, (first,))
        none.meta["val"] = None
    return Empty()(Same()(gm).graph_module).graph_module
