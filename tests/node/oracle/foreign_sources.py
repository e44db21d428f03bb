"""Files with one cause each that was found on other people's code and that PyTorch captures: written here, not copied. Recorded by record_more_scripts.py
OUT SOURCES into data/foreign_scripts.jsonl.gz (`foreign_sources.py` prints them as JSON lines). einops is 0.8.1, whose folder stands beside the recorder;
its path in the recording is that of Debian's packages."""
import json

HEAD = """import argparse
import math
import operator
import types

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
"""
EINOPS = """from einops import einsum, pack, parse_shape, rearrange, reduce, repeat, unpack
from einops.layers.torch import Rearrange, Reduce
"""


def forward(body, example="torch.randn(2, 3, 8, 8)", init="pass", head=HEAD):
    indented = "\n        ".join(body.split("\n"))
    made = "\n        ".join(init.split("\n"))
    return f"""{head}

class M(nn.Module):
    def __init__(self):
        super().__init__()
        {made}

    def forward(self, x):
        {indented}


M()({example})
"""


def einops(body, example="torch.randn(2, 3, 8, 8)", init="pass"):
    return forward(body, example, init, HEAD + EINOPS)


SOURCES = {
    "einops_rearrange": einops("return rearrange(x, 'b c h w -> b (h w) c')"),
    "einops_split_axes": einops("return rearrange(x, 'b c (h p1) (w p2) -> b (h w) (p1 p2 c)', p1=4, p2=2)"),
    "einops_dots": einops("return rearrange(x, 'b ... -> b (...)'), rearrange(x, '... h w -> ... w h')"),
    "einops_ones": einops("return rearrange(x, 'b c h w -> b 1 c h w 1'), rearrange(x[:1], '1 c h w -> c h w')"),
    "einops_same": einops("return rearrange(x, 'b c h w -> b c h w') + 1"),
    "einops_list": einops("return rearrange([x, x + 1], 'n b c h w -> b (n c) h w')"),
    "einops_map": einops("q, k = map(lambda t: rearrange(t, 'b c h w -> b h w c'), x.chunk(2, dim=2))\nreturn q @ k.transpose(-1, -2)"),
    "einops_reduce": einops(
        "return tuple(reduce(x, 'b c (h 2) w -> b h w', kind) for kind in ('max', 'min', 'sum', 'mean', 'prod')), reduce(x, 'b c h w -> ', 'sum')"
    ),
    "einops_reduce_keep": einops("return reduce(x, 'b c h w -> b c 1 1', 'mean')"),
    "einops_reduce_function": einops("return reduce(x, 'b c h w -> b c', lambda t, axes: t.std(axes))"),
    "einops_repeat": einops("return repeat(x, 'b c h w -> b c (h 2) (w k)', k=3), repeat(x[0, 0, 0], 'd -> b n d', b=2, n=3)"),
    "einops_pack": einops("t, shapes = pack([x, x[:, 0]], 'b * w')\na, b = unpack(t + 1, shapes, 'b * w')\nreturn a, b"),
    "einops_unpack_rest": einops("a, b = unpack(x, [[1], [-1]], 'b * h w')\nreturn a * 2, b"),
    "einops_einsum": einops("return einsum(x, x, 'batch c h w, batch c h other -> batch w other')"),
    "einops_parse_shape": einops("return x.reshape(x.shape[0], -1) * parse_shape(x, 'b _ h w')['h']"),
    "einops_layers": einops(
        "return self.net(x)",
        init="self.net = nn.Sequential(Rearrange('b c (h p) (w q) -> b (h w) (p q c)', p=4, q=4), nn.Linear(48, 8), Reduce('b n d -> b d', 'mean'))",
    ),
    "einops_layer_max": einops("return self.pool(x), self.swap(x)", init="self.pool = Reduce('b c (h 2) (w 2) -> b c h w', 'max')\nself.swap = Rearrange('b c h w -> b (c h) w')"),
    "einops_wrong": einops("return rearrange(x, 'b c h -> b (c h)')"),
    "einops_names": einops("return rearrange(x, 'b c h w -> b c h')"),
    "einops_indivisible": einops("return rearrange(x, 'b c (h p) w -> b c h p w', p=3)"),
    "data_sizes": forward("b, c, h, w = x.data.size()\nreturn x.view(b, c * h, w)"),
    "data_shape": forward("return x.view(x.data.shape[0], -1) + x.data.dim()"),
    "data_order": forward("y = x + 1\na, b = y.data, y.data\nreturn b * a.sin()"),
    "list_slices": forward("shape = list(x.shape)\nshape[1:] = [1] * (len(shape) - 1)\nshape[-1:] = [1, 1]\nreturn x.sum(dim=(1, 2, 3)).view(shape)"),
    "text_items": forward("return x * (2 if self.mode[0] == 'a' and self.mode[1:] == 'bc' else 3)", init="self.mode = 'abc'"),
    "namespace": forward("return self.lin(x)", init="c = types.SimpleNamespace(d=8, k=4)\na = argparse.Namespace(bias=False)\nself.lin = nn.Linear(c.d, c.k, bias=a.bias)"),
    "itemgetter": forward("return operator.itemgetter(1)(x.chunk(2, 1)) + operator.attrgetter('s')(self)", init="self.s = 2.0"),
    "numpy_ceil": forward("return self.lin(x)", init="self.lin = nn.Linear(8, int(np.ceil(10 / 4)) + int(np.floor(2.5)))"),
    "own_attributes": forward(
        "return self.w * x + self.t",
        init=(
            "self.w = nn.Parameter(torch.ones(8))\nself.w._no_decay = True\nt = torch.zeros(8)\nt.require_grad = False\nself.register_buffer('t', t)\n"
            "if getattr(self.w, '_no_decay', False) and not hasattr(t, '_other'):\n    self.w = nn.Parameter(torch.zeros(1))"
        ),
    ),
    "variable": forward("return torch.autograd.Variable(x + 1) * 2"),
    "spmm": forward("return torch.spmm(x, x)", "torch.randn(4, 4)"),
    "getattr_of_module": forward("return self.__getattr__('part_%d' % 1)(x)", init="self.part_1 = nn.ReLU()"),
    "instance_norm_statistics": forward("return self.n(x)", init="self.n = nn.InstanceNorm2d(3, affine=True, track_running_stats=True)"),
    "instance_norm_eval": "{}".format(forward("return self.n(x)", init="self.n = nn.InstanceNorm2d(3, track_running_stats=True).eval()")),
    "imported_values": forward("return x * pi + inf", head=HEAD + "from math import inf, pi\n"),
    "locals_of_init": """import torch
from torch import nn


class M(nn.Module):
    def __init__(self, a_in=8, a_out=4, b=2):
        super().__init__()
        given = {name[2:]: value for name, value in dict(locals()).items() if name.startswith("a_")}
        self.lin = nn.Linear(given["in"], given["out"])

    def forward(self, x):
        return self.lin(x)


M()(torch.randn(2, 8))
""",
    "ellipsis_name": forward("return x[Ellipsis, 0]"),
    "torch_version": forward("return F.relu(x) if torch.__version__.startswith('2') else x"),
}

if __name__ == "__main__":
    for name, source in SOURCES.items():
        print(json.dumps({"name": name, "source": source}))
