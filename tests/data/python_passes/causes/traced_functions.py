"""Functions that make_fx traces, and the nodes of one that a pass puts in a graph."""

import torch
from torch.fx.experimental.proxy_tensor import make_fx

aten = torch.ops.aten


@torch.library.custom_op("causes::shifted", mutates_args=())
def shifted(x: torch.Tensor, by: float) -> torch.Tensor:
    return x + by


@shifted.register_fake
def _(x, by):
    return torch.empty_like(x)


def plain(a, b):
    first, second = a.split(2, dim=1)
    made = torch.nn.functional.linear(first, b) + second.sum()
    return made.t(), torch.ops.causes.shifted(made, 2.0).softmax(-1)


def many(*values):
    return values[0] * values[1].flatten()


def apply(gm):
    print(make_fx(plain)(torch.empty(3, 4), torch.empty(5, 2)).graph)
    print(make_fx(many, tracing_mode="fake")(torch.empty(6), torch.empty(2, 3)).code)
    print(make_fx(aten.einsum.default)("ij,jk->ik", [torch.empty(2, 3), torch.empty(3, 4)]).graph)
    for node in list(gm.graph.nodes):
        if node.target is not aten.silu.default:
            continue
        traced = make_fx(lambda x: torch.sigmoid(x) * x)(node.args[0].meta["val"])
        values = dict(zip(traced.graph.find_nodes(op="placeholder"), node.args))
        with gm.graph.inserting_before(node):
            (out,) = [gm.graph.graph_copy(traced.graph, values)]
        node.replace_all_uses_with(out)
        gm.graph.erase_node(node)
    return gm
