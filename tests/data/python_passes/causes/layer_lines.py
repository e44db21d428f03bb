"""The layers that a graph calls: their classes, what their lines say, what they hold; others in their place."""

import torch
from torch import nn
from torch.fx.experimental.optimization import replace_node_module


def model():
    class Layers(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Conv2d(3, 4, 3, padding=1, bias=False)
            self.norm = nn.BatchNorm2d(4)
            self.plain = nn.InstanceNorm2d(4)
            self.same = nn.Conv2d(4, 4, 3, padding="same", dilation=2, groups=2)
            self.back = nn.ConvTranspose2d(4, 2, 2, stride=2, output_padding=1)
            self.bent = nn.LeakyReLU(0.2)
            self.cut = nn.ReLU6(inplace=True)
            self.pool = nn.AdaptiveAvgPool2d((1, 2))
            self.flat = nn.Flatten()
            self.left = nn.Linear(4, 6)
            self.right = nn.Linear(4, 6, bias=False)
            self.soft = nn.Softmax(dim=-1)
            self.drop = nn.Dropout(0.25)
            self.eval()

        def forward(self, x):
            x = self.same(self.plain(self.norm(self.first(x))))
            x = self.flat(self.pool(self.cut(self.bent(self.back(x)))))
            return self.soft(self.left(x)), self.drop(self.right(x))

    return Layers()


def swapped(gm):
    modules = dict(gm.named_modules())
    for node in gm.graph.nodes:
        if node.op != "call_module":
            continue
        one = modules[node.target]
        kinds = [kind.__name__ for kind in (nn.Conv2d, nn.Linear, nn.BatchNorm2d, nn.ReLU6) if isinstance(one, kind)]
        shapes = {key: tuple(value.shape) for key, value in one.named_parameters()}
        print(node.target, type(one).__name__, kinds, shapes)
    first, norm, left = modules["first"], modules["norm"], modules["left"]
    print(first.kernel_size, first.padding, first.stride, first.groups, first.bias)
    print(first.transposed, first.padding_mode)
    print(norm.eps, norm.momentum, norm.affine, tuple(norm.running_mean.shape), norm.num_batches_tracked.dtype)
    print(modules["same"].padding, modules["same"].dilation, modules["back"].output_padding)
    print(modules["bent"].negative_slope)
    print(modules["pool"].output_size, modules["drop"].p, modules["soft"].dim, modules["cut"].inplace)
    print(type(left) is nn.Linear, left.in_features, left.bias.shape, left.weight.dtype, left.weight.requires_grad)
    gm.eval()
    print(norm.training, left.training, first)
    print(sorted(name for name, _ in gm.named_parameters()), [name for name, _ in gm.named_buffers()])
    for node in list(gm.graph.nodes):
        if node.op == "call_module" and node.target == "left":
            wide = nn.Linear(left.in_features, left.out_features + modules["right"].out_features, bias=True)
            wide.weight = nn.Parameter(torch.cat([left.weight, modules["right"].weight], dim=0))
            replace_node_module(node, modules, wide)
            with gm.graph.inserting_after(node):
                half = gm.graph.call_function(torch.narrow, (node, 1, 0, left.out_features))
            node.replace_all_uses_with(half)
            half.update_arg(0, node)
        elif node.op == "call_module" and node.target == "bent":
            gm.bent = nn.Sequential(nn.Hardtanh(0, 6), nn.ELU(0.5))
    left.bias = None
    print(left, gm.bent)
    print(str(gm).split("def forward")[0])
    return gm
