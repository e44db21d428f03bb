"""Functions and layers that PyTorch has, in a table of a file and in a graph."""

import torch
import torch.nn.functional as F
from torch import nn

TABLE = {
    F.dropout3d: "dropout",
    F.fold: "fold",
    F.avg_pool2d: "pool",
    torch.einsum: "einsum",
    torch.fft.rfft: "fft",
    torch.special.erf: "erf",
    torch.linalg.norm: "norm",
    nn.LazyLinear: "lazy",
    nn.FractionalMaxPool3d: "fractional",
}
assert F.avg_pool2d is torch._C._nn.avg_pool2d
assert isinstance(nn.CTCLoss, type) and issubclass(nn.LazyConv1d, nn.Module)


def named(gm):
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    for function in (
        F.avg_pool2d,
        F.threshold,
        F.one_hot,
        torch.linalg.norm,
        torch.special.erf,
        F.dropout3d,
        F.pixel_shuffle,
    ):
        x = graph.call_function(function, (x,))
    for function in (torch.einsum, torch.split, torch.norm, torch.meshgrid, torch.fft.rfft, F.gelu, torch.unique):
        x = graph.call_function(function, (x,))
    graph.output(x)
    print(graph)
    print([TABLE.get(node.target) for node in graph.nodes])
    print(any(isinstance(module, (nn.LazyLinear, nn.CTCLoss)) for module in gm.modules()))
    return gm
