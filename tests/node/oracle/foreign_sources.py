"""Files with one cause each that was found on other people's code and that PyTorch captures: written here, not copied.
Recorded by record_more_scripts.py OUT SOURCES into data/foreign_scripts.jsonl.gz (`foreign_sources.py` prints them as
JSON lines). einops is 0.8.1, whose folder stands beside the recorder; its path in the recording is that of Debian's
packages."""

import json

from found_sources import causes

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
    "einops_map": einops(
        "q, k = map(lambda t: rearrange(t, 'b c h w -> b h w c'), x.chunk(2, dim=2))\nreturn q @ k.transpose(-1, -2)"
    ),
    "einops_reduce": einops(
        "return tuple(reduce(x, 'b c (h 2) w -> b h w', kind) for kind in ('max', 'min', 'sum', 'mean', 'prod')), reduce(x, 'b c h w -> ', 'sum')"
    ),
    "einops_reduce_keep": einops("return reduce(x, 'b c h w -> b c 1 1', 'mean')"),
    "einops_reduce_function": einops("return reduce(x, 'b c h w -> b c', lambda t, axes: t.std(axes))"),
    "einops_repeat": einops(
        "return repeat(x, 'b c h w -> b c (h 2) (w k)', k=3), repeat(x[0, 0, 0], 'd -> b n d', b=2, n=3)"
    ),
    "einops_pack": einops(
        "t, shapes = pack([x, x[:, 0]], 'b * w')\na, b = unpack(t + 1, shapes, 'b * w')\nreturn a, b"
    ),
    "einops_unpack_rest": einops("a, b = unpack(x, [[1], [-1]], 'b * h w')\nreturn a * 2, b"),
    "einops_einsum": einops("return einsum(x, x, 'batch c h w, batch c h other -> batch w other')"),
    "einops_parse_shape": einops("return x.reshape(x.shape[0], -1) * parse_shape(x, 'b _ h w')['h']"),
    "einops_layers": einops(
        "return self.net(x)",
        init="self.net = nn.Sequential(Rearrange('b c (h p) (w q) -> b (h w) (p q c)', p=4, q=4), nn.Linear(48, 8), Reduce('b n d -> b d', 'mean'))",
    ),
    "einops_layer_max": einops(
        "return self.pool(x), self.swap(x)",
        init="self.pool = Reduce('b c (h 2) (w 2) -> b c h w', 'max')\nself.swap = Rearrange('b c h w -> b (c h) w')",
    ),
    "einops_wrong": einops("return rearrange(x, 'b c h -> b (c h)')"),
    "einops_names": einops("return rearrange(x, 'b c h w -> b c h')"),
    "einops_indivisible": einops("return rearrange(x, 'b c (h p) w -> b c h p w', p=3)"),
    "data_sizes": forward("b, c, h, w = x.data.size()\nreturn x.view(b, c * h, w)"),
    "data_shape": forward("return x.view(x.data.shape[0], -1) + x.data.dim()"),
    "data_order": forward("y = x + 1\na, b = y.data, y.data\nreturn b * a.sin()"),
    "list_slices": forward(
        "shape = list(x.shape)\nshape[1:] = [1] * (len(shape) - 1)\nshape[-1:] = [1, 1]\nreturn x.sum(dim=(1, 2, 3)).view(shape)"
    ),
    "text_items": forward(
        "return x * (2 if self.mode[0] == 'a' and self.mode[1:] == 'bc' else 3)", init="self.mode = 'abc'"
    ),
    "namespace": forward(
        "return self.lin(x)",
        init="c = types.SimpleNamespace(d=8, k=4)\na = argparse.Namespace(bias=False)\nself.lin = nn.Linear(c.d, c.k, bias=a.bias)",
    ),
    "itemgetter": forward(
        "return operator.itemgetter(1)(x.chunk(2, 1)) + operator.attrgetter('s')(self)", init="self.s = 2.0"
    ),
    "numpy_ceil": forward(
        "return self.lin(x)", init="self.lin = nn.Linear(8, int(np.ceil(10 / 4)) + int(np.floor(2.5)))"
    ),
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
    "instance_norm_statistics": forward(
        "return self.n(x)", init="self.n = nn.InstanceNorm2d(3, affine=True, track_running_stats=True)"
    ),
    "instance_norm_eval": "{}".format(
        forward("return self.n(x)", init="self.n = nn.InstanceNorm2d(3, track_running_stats=True).eval()")
    ),
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
    # --- set m: modules of 2024 to 2026 ---
    "parameters_of_lists": """import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain, self.shift = nn.Parameter(torch.ones(8)), nn.Parameter(torch.zeros(8))

    def forward(self, x):
        return x * self.gain + self.shift


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(8))
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(8, 8)) for _ in range(3)])
        self.named = nn.ParameterDict({"a": nn.Parameter(torch.ones(8)), "b": nn.Parameter(torch.ones(8))})

    def forward(self, x):
        for i, weight in enumerate(self.weights):
            x = x @ weight * self.scale if i < 2 else x
        for one in self.named.values():
            x = x * one
        return x


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.steps = Norm(), Steps()

    def forward(self, x):
        return self.norm(self.steps(x))


M()(torch.randn(2, 8))
""",
    "parameter_of_list_by_index": forward(
        "y = x @ self.w[1]\nfor a, b in zip(self.w, self.v):\n    y = y * self.g @ a + b\nreturn y @ self.w[-1]",
        "torch.randn(2, 4)",
        "self.g = nn.Parameter(torch.ones(4))\nself.v = nn.ParameterList([torch.ones(4), torch.ones(4)])\n"
        "self.w = nn.ParameterList([torch.randn(4, 4) for _ in range(3)])",
    ),
    "types_as_dtypes": forward(
        "m = x.new_ones(3, dtype=bool)\nn = torch.zeros(2, dtype=int) + torch.tensor([1], dtype=int)\n"
        "return m, n, x.to(float), x.sum(dtype=float), x.softmax(-1, dtype=float), torch.arange(3, dtype=float), m.to(int)"
    ),
    "reset_parameters": """import torch
from torch import nn


class Zero(nn.Linear):
    def reset_parameters(self):
        nn.init.constant_(self.weight, 0.5)
        nn.init.zeros_(self.bias)
        self.done = 3


class Gain(nn.LayerNorm):
    def reset_parameters(self):
        super().reset_parameters()
        self.started = 2


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.zero, self.gain = nn.Conv1d(4, 4, 1), nn.BatchNorm1d(4), Zero(8, 8), Gain(8)
        self.rows, self.gru, self.group = nn.Embedding(5, 8, padding_idx=0), nn.GRU(8, 8), nn.GroupNorm(2, 4)
        for layer in (self.conv, self.norm, self.rows, self.gru, self.group):
            layer.reset_parameters()
        fan_in, fan_out = nn.init._calculate_fan_in_and_fan_out(self.conv.weight)
        self.fans = fan_in * 10 + fan_out + nn.init._calculate_correct_fan(self.zero.weight, "fan_out")

    def forward(self, x):
        x = self.group(self.norm(self.conv(x))) * self.fans
        return self.gain(self.zero(x)) * self.zero.done + self.gain.started, self.rows(torch.tensor([1, 2])) + self.gru(x)[0].sum()


M()(torch.randn(2, 4, 8))
""",
    "numpy_number_times": forward("return x * (np.log(2.0) * 2), x * (2 * np.log(3.0)), x * (0.5 * np.sqrt(2))"),
    "numpy_number_plus": forward("return x + (np.log(2.0) + 2), x + (2 + np.log(2.0)), x + (1.5 + np.log(2.0))"),
    "numpy_number_minus": forward("return x + (2 - np.log(2.0)), x - (np.log(2.0) - 1.5), x + -np.exp(1.0)"),
    "numpy_number_over": forward(
        "return x + 2 / np.log(2.0), x + np.log(2.0) / 2, x + np.log(2.0) / 1.5, x + 7 // np.log(2.0)"
    ),
    "numpy_number_power": forward(
        "return x + np.log(2.0) ** 2, x + 2 ** np.log(2.0), x + np.log(2.0) ** 1.5, x + 1.5 ** np.log(2.0)"
    ),
    "numpy_number_modulo": forward("return x + np.log(2.0) % 2, x + np.log(2.0) % 1.5"),
    "numpy_numbers_both": forward("return x + np.log(2.0) * np.log(3.0), np.log(2.0) * x, x - np.log(2.0)"),
    "debug_flag": forward("return x + 1 if __debug__ else x"),
    "generic_alias": forward("return cast(list[int], x) + 1", head="from typing import cast\n\n" + HEAD),
    "generic_alias_outside": forward("return x + len(self.made)", init="kind = list[int]\nself.made = kind([1, 2])"),
    "nonzero_no_tuple": forward("return torch.nonzero(x[0, 0], as_tuple=False), x[0].nonzero(as_tuple=False)"),
    "nonzero_outside": forward(
        "return x * self.n, torch.nonzero(x[0, 0])",
        init="self.n = torch.nonzero(torch.tensor([1, 0, 2]), as_tuple=False).dim()",
    ),
    "tensor_contains": forward(
        "return x * len(self.without) + self.has",
        init="self.register_buffer('ind', torch.tensor([0, 2]))\nself.without = [i for i in range(4) if i not in self.ind]\n"
        "self.has = 2 in torch.tensor([1, 2])",
    ),
    "tensor_contains_forward": forward("return x + 1 if 2 in x else x"),
    "tensor_in_list": forward("return x * self.n", init="t = torch.tensor(2)\nself.n = 3 if t in [1, 2] else 4"),
    "tensor_in_list_forward": forward("a = x + 1\nreturn x if a in [x, a] else a"),
    "tensor_in_itself_list": forward("a = x + 1\nreturn x if a in [a, x] else a"),
    "tree_map": forward(
        "y = tree_map(lambda t: t * 2, {'a': x, 'b': [x + 1, (x + 2,)]})\nz = tree_map(lambda a, b: a + b, [x, x], [x * 3, x * 4])\n"
        "return y['b'][1][0], z",
        head="from torch.utils._pytree import tree_map\n\n" + HEAD,
    ),
    "hook_of_load_state": forward(
        "return self.lin(x)", init="self.lin = nn.Linear(8, 4)\nself._register_load_state_dict_pre_hook(self.renamed)"
    ).replace("    def forward", "    def renamed(self, state, prefix, *rest):\n        pass\n\n    def forward"),
    "grad_flag_off": forward("y = x * 2\ny.requires_grad = False\nreturn y + 1"),
    "grad_flag_of_result": forward(
        "y = self.lin(x)\ny.requires_grad = False\nreturn y", init="self.lin = nn.Linear(8, 4)"
    ),
    "size_of_a_run_outside": forward(
        "return x * self.n", init="self.n = torch.nonzero(torch.tensor([1, 0, 2])).shape[0]"
    ),
    "constant_moved": forward("self.t = self.t.to(x.device)\nreturn x + self.t", init="self.t = torch.ones(8)"),
    "known_item_as_index": forward(
        "return x[..., self.inv]",
        init="p = torch.tensor([2, 0, 1])\nself.inv = torch.zeros_like(p)\nfor i in range(3):\n    self.inv[p[i]] = i",
    ),
    "masks_written": forward("x = x.clone()\nfor i in range(3):\n    x[x > i] += 1\nreturn x == 1"),
    "masks_written_once": forward("x = x.clone()\nm = x > 0\ny = x[m]\nx[m] = y\nx[m] = y * 3\nreturn x == 1"),
    "masks_read": forward("y = x[x > 0]\nz = x[x > 1]\nreturn y + 1, z + 1"),
    "tril_indices": forward(
        "return x * self.n", init="rows, columns = np.tril_indices(3, k=-1)\nself.n = len(rows) + int(columns[1])"
    ),
}
SOURCES.update(causes())

if __name__ == "__main__":
    for name, source in SOURCES.items():
        print(json.dumps({"name": name, "source": source}))
