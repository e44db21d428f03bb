"""Names that a module cannot give to another, names of operators taken apart, and kernels of a library with a key."""

import torch
from torch.library import Library, impl
from torchgen.model import BaseOperatorName, OperatorName

space = Library("a_space_of_keys", "DEF")
space.define("kept(Tensor x) -> Tensor")
kernels = Library("a_space_of_keys", "IMPL", "Meta")


@impl(kernels, "kept")
def kept(x):
    return torch.empty_like(x)


class Held(torch.nn.Module):
    pass


def told(name, gm):
    try:
        gm.add_module(name, Held())
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)


def apply(gm):
    for name in (3, None, "code", "graph", "meta", "training", "forward", "a.b", "", "print_readable"):
        told(name, gm)
    for text in ("__ilshift__", "__and__", "__rsub__", "add_", "_native_batch_norm_legit_functional", "add"):
        name = BaseOperatorName.parse(text)
        print(name, name.base, name.inplace, name.dunder_method, name.functional_overload)
    print(repr(OperatorName.parse("__ilshift__.Scalar").overload_name), OperatorName.parse("add.Tensor"))
    node = next(one for one in gm.graph.nodes if one.op == "call_function")
    with gm.graph.inserting_before(node):
        gm.graph.call_function(torch.ops.a_space_of_keys.kept.default, (node.args[0],))
    return gm
