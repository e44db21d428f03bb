"""Files as people paste them, in more forms: scripts of many shapes, sizes that are compared, and what was found on
other people's code."""

NET = """import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, features, classes, hidden=6):
        super().__init__()
        self.first = nn.Linear(features, hidden)
        self.second = nn.Linear(hidden, classes)

    def forward(self, x, scale=1.0, *, bias=None):
        x = F.relu(self.first(x))
        x = self.second(x) * scale
        return x if bias is None else x + bias

"""
TWO = """import torch
from torch import nn
from torch.export import Dim, export


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(n, n)

    def forward(self, x):
        return self.lin(x).tanh()


class Wide(nn.Module):
    def __init__(self, n=4, depth=2):
        super().__init__()
        self.blocks = nn.ModuleList(Block(n) for _ in range(depth))

    def forward(self, x, y):
        for block in self.blocks:
            x = block(x)
        return x + y

"""
SCRIPTS = {
    "ends_in_model": NET + "model = Net(4, 2)\nmodel(torch.randn(3, 4))\n",
    "export_shape3": NET + "model = Net(16, 2)\ntorch.export.export(model, (torch.randn(2, 5, 16),))\n",
    "dyn_auto": TWO
    + "ep = export(Wide(), (torch.randn(3, 4), torch.randn(3, 4)), dynamic_shapes={'x': {0: Dim.AUTO}, 'y': {0: Dim.AUTO}})\n",
    "dyn_dyn": TWO
    + "ep = export(Wide(), (torch.randn(3, 4), torch.randn(4)), dynamic_shapes={'x': {0: Dim.DYNAMIC}, 'y': None}, strict=False)\n",
    "dyn_tuple": TWO
    + "b = Dim('b', min=2, max=32)\nep = export(Wide(), (torch.randn(3, 4), torch.randn(3, 4)), dynamic_shapes=({0: b}, {0: b}))\n",
    "dyn_list": TWO
    + "b = Dim('b')\nep = export(Wide(), (torch.randn(3, 4), torch.randn(3, 4)), dynamic_shapes=[{0: b, 1: None}, [b, None]])\n",
    "dyn_derived": TWO
    + "n = Dim('n', max=50)\n\nclass Cut(nn.Module):\n    def forward(self, x, y):\n        return x[1:] + y\n\nep = export(Cut(), (torch.randn(4, 2), torch.randn(3, 2)), dynamic_shapes=({0: n + 1}, {0: n}))\n",
    "dyn_derived2": TWO
    + "n = Dim('n', max=50)\n\nclass Cut(nn.Module):\n    def forward(self, x):\n        return x.reshape(-1, 2)\n\nep = export(Cut(), (torch.randn(4, 3),), dynamic_shapes=({0: 2 * n},))\n",
    "dyn_kwargs": NET
    + "model = Net(4, 2)\nn = torch.export.Dim('n')\nep = torch.export.export(model, (torch.randn(3, 4),), {'bias': torch.randn(3, 2)}, dynamic_shapes={'x': {0: n}, 'bias': {0: n}})\n",
    "dyn_two": TWO
    + "b, s = torch.export.dims('b', 's')\n\nclass Seq(nn.Module):\n    def forward(self, x):\n        B, T, C = x.shape\n        return x.view(B * T, C).sum(-1).view(B, T)\n\nexport(Seq(), (torch.randn(3, 5, 4),), dynamic_shapes=({0: b, 1: s},))\n",
    "dyn_violates": TWO
    + "b = Dim('b', max=10)\n\nclass Fixed(nn.Module):\n    def forward(self, x):\n        return x.view(3, 4) + 1\n\nexport(Fixed(), (torch.randn(3, 4),), dynamic_shapes=({0: b},))\n",
    "main_guard": NET
    + 'def build_model():\n    torch.manual_seed(3)\n    net = Net(4, 2)\n    net.eval()\n    return net\n\n\nif __name__ == "__main__":\n    net = build_model()\n    sample = torch.zeros(5, 4)\n    program = torch.export.export(net, args=(sample,), kwargs={"scale": 3.0})\n    print(program)\n',
    "main_func_args": NET
    + "def main(features=4, classes=2):\n    net = Net(features, classes)\n    net.train(False)\n    with torch.no_grad():\n        program = torch.export.export(net, (torch.ones(2, features),), strict=True)\n    return program\n\n\nif __name__ == '__main__':\n    main(features=3)\n",
    "class_runner": NET
    + "class Runner:\n    def __init__(self, net):\n        self.net = net\n\n    def run(self, x):\n        return torch.export.export(self.net, (x,))\n\n\nrunner = Runner(Net(4, 2))\nrunner.run(torch.randn(2, 4))\n",
    "helper_export": NET
    + "def to_graph(model, *args, **options):\n    return torch.export.export(model, args, **options)\n\nto_graph(Net(4, 2), torch.randn(2, 4), strict=False)\n",
    "several_exports": TWO
    + "small = Wide(4, 1)\nbig = Wide(4, 3)\nfor m in (small, big):\n    export(m, (torch.randn(2, 4), torch.randn(2, 4)))\n",
    "models_in_dict": TWO
    + "models = {'small': Wide(4, 1), 'big': Wide(4, 2)}\nexport(models['small'], (torch.randn(2, 4), torch.randn(2, 4)))\n",
    "models_list_comp": TWO
    + "models = [Wide(4, d) for d in (1, 2)]\nprograms = [export(m, (torch.randn(2, 4), torch.randn(2, 4))) for m in models]\n",
    "sequential_of_own": TWO
    + "model = nn.Sequential(Block(4), nn.Dropout(0.2), Block(4))\nexport(model, (torch.randn(2, 4),))\n",
    "seq_ordered": "import torch\nfrom collections import OrderedDict\nfrom torch import nn\n\nmodel = nn.Sequential(OrderedDict([('conv', nn.Conv2d(1, 2, 3)), ('act', nn.ReLU()), ('flat', nn.Flatten()), ('fc', nn.Linear(72, 5))]))\ntorch.export.export(model.eval(), (torch.randn(1, 1, 8, 8),))\n",
    "config_class": NET
    + "class Config:\n    features = 4\n    classes = 3\n    batch = 2\n\ncfg = Config()\nmodel = Net(cfg.features, cfg.classes)\ntorch.export.export(model, (torch.randn(cfg.batch, cfg.features),))\n",
    "dataclass_cfg": "from dataclasses import dataclass\n"
    + NET
    + "@dataclass\nclass Config:\n    features: int = 4\n    classes: int = 3\n    batch: int = 2\n\ncfg = Config(batch=5)\nmodel = Net(cfg.features, cfg.classes)\ntorch.export.export(model, (torch.randn(cfg.batch, cfg.features),))\n",
    "dict_cfg": NET
    + "cfg = dict(features=4, classes=3)\nmodel = Net(**cfg)\nx = {'x': torch.randn(2, 4)}\ntorch.export.export(model, (), x)\n",
    "consts": NET
    + "BATCH, FEATURES = 3, 4\nSHAPE = (BATCH, FEATURES)\nmodel = Net(FEATURES, 2)\ntorch.export.export(model, (torch.rand(*SHAPE),))\n",
    "half": NET
    + "model = Net(4, 2).to(torch.float64)\ntorch.export.export(model, (torch.randn(2, 4, dtype=torch.float64),))\n",
    "half2": NET + "model = Net(4, 2).half()\ntorch.export.export(model, (torch.randn(2, 4).half(),))\n",
    "device": NET
    + "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nmodel = Net(4, 2).to(device)\ntorch.export.export(model, (torch.randn(2, 4, device=device),))\n",
    "frozen": NET
    + "model = Net(4, 2)\nfor p in model.parameters():\n    p.requires_grad = False\nmodel.second.weight.requires_grad_(True)\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "replaced_layer": NET
    + "model = Net(4, 2)\nmodel.second = nn.Identity()\nmodel.first = nn.Linear(4, 5, bias=False)\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "init_after": NET
    + "def init(m):\n    if isinstance(m, nn.Linear):\n        nn.init.xavier_uniform_(m.weight)\n        nn.init.zeros_(m.bias)\n\nmodel = Net(4, 2)\nmodel.apply(init)\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "try_except": NET
    + "try:\n    import missing_library\nexcept ImportError:\n    missing_library = None\n\nmodel = Net(4, 2) if missing_library is None else None\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "lambda_factory": NET
    + "make = lambda n: Net(n, n)\nmodel = make(4)\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "partial_factory": "from functools import partial\n"
    + NET
    + "make = partial(Net, classes=3)\ntorch.export.export(make(4), (torch.randn(2, 4),))\n",
    "training_loop": NET
    + "model = Net(4, 2)\nopt = torch.optim.Adam(model.parameters(), lr=1e-3)\nlossf = nn.CrossEntropyLoss()\nfor epoch in range(2):\n    x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))\n    opt.zero_grad()\n    loss = lossf(model(x), y)\n    loss.backward()\n    opt.step()\n    print(f'{epoch}: {loss.item():.3f}')\nmodel.eval()\nep = torch.export.export(model, (torch.randn(1, 4),))\n",
    "no_export_called_kw": NET + "model = Net(4, 2)\ny = model(x=torch.randn(2, 4), bias=torch.zeros(2))\n",
    "scripted_save": NET
    + "model = Net(4, 2).eval()\nep = torch.export.export(model, (torch.randn(2, 4),))\ntorch.export.save(ep, 'program.pt2')\n",
    "nested_inputs": "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def forward(self, batch, pair, flag=True):\n        a, b = pair\n        out = batch['x'] @ batch['w'] + a\n        return {'out': out, 'b': [b, out.sum()]} if flag else out\n\nbatch = {'x': torch.randn(2, 3), 'w': torch.randn(3, 4)}\ntorch.export.export(Net(), (batch, (torch.randn(4), torch.randn(1))), {'flag': True})\n",
    "dyn_nested": "import torch\nfrom torch import nn\nfrom torch.export import Dim\n\nclass Net(nn.Module):\n    def forward(self, batch, pair):\n        a, b = pair\n        return batch['x'] + a, b * 2\n\nn = Dim('n', min=2, max=64)\nbatch = {'x': torch.randn(5, 3)}\ntorch.export.export(Net(), (batch, [torch.randn(5, 3), torch.randn(1)]), dynamic_shapes={'batch': {'x': {0: n}}, 'pair': [{0: n}, None]})\n",
    "none_arg": NET + "model = Net(4, 2)\ntorch.export.export(model, (torch.randn(2, 4), 2, ), {'bias': None})\n",
    "int_arg_dyn": NET
    + "model = Net(4, 2)\nd = torch.export.Dim('d', max=8)\ntorch.export.export(model, (torch.randn(2, 4), 0.5), dynamic_shapes={'x': {0: d}, 'scale': None})\n",
    "randn_like_chain": NET
    + "x = torch.arange(12, dtype=torch.float32).reshape(3, 4)\nx = (x - x.mean()) / x.std()\nmodel = Net(x.size(-1), 2)\ntorch.export.export(model, (x,))\n",
    "forward_alias": NET
    + "class Child(Net):\n    def __init__(self):\n        super().__init__(4, 2)\n        self.extra = nn.Parameter(torch.ones(2))\n\n    def forward(self, x):\n        return super().forward(x) * self.extra\n\ntorch.export.export(Child(), (torch.randn(2, 4),))\n",
    "only_function": "import torch\n\ndef f(x, y):\n    return torch.cat([x, y], dim=1).relu()\n\nprint(f(torch.randn(2, 3), torch.randn(2, 4)).shape)\n",
    "function_wrapped": "import torch\nfrom torch import nn\n\ndef f(x, y):\n    return torch.cat([x, y], dim=1).relu()\n\nclass Wrap(nn.Module):\n    def __init__(self, fn):\n        super().__init__()\n        self.fn = fn\n\n    def forward(self, *args):\n        return self.fn(*args)\n\ntorch.export.export(Wrap(f), (torch.randn(2, 3), torch.randn(2, 4)))\n",
    "function_wrapped_inner": "import torch\n\ndef export_fn(fn, *args):\n    class Wrapper(torch.nn.Module):\n        def forward(self, *inputs):\n            return fn(*inputs)\n    return torch.export.export(Wrapper(), args)\n\ndef g(x):\n    return x.sin() + x.cos()\n\nep = export_fn(g, torch.randn(3))\n",
    "function_export_refused": "import torch\n\ndef f(x):\n    return x + 1\n\nep = torch.export.export(f, (torch.randn(3),))\n",
    "wrong_shape": NET + "model = Net(4, 2)\ntorch.export.export(model, (torch.randn(2, 5),))\n",
    "missing_arg": TWO + "export(Wide(), (torch.randn(2, 4),))\n",
    "too_many": TWO + "export(Block(4), (torch.randn(2, 4), torch.randn(2, 4)))\n",
    "bad_kw": NET + "torch.export.export(Net(4, 2), (torch.randn(2, 4),), {'wrong': 1})\n",
    "bad_ctor": NET + "torch.export.export(Net(4), (torch.randn(2, 4),))\n",
    "raises": NET
    + "class Bad(Net):\n    def forward(self, x):\n        if x.sum() > 0:\n            return x\n        return -x\n\ntorch.export.export(Bad(4, 2), (torch.randn(2, 4),))\n",
    "walrus": NET
    + "if (n := 4) > 3:\n    model = Net(n, 2)\nelse:\n    model = Net(2, 2)\ntorch.export.export(model, (torch.randn(2, n),))\n",
    "while_loop": NET
    + "width = 1\nwhile width < 10:\n    width *= 2\nmodel = Net(width, 2)\ntorch.export.export(model, (torch.randn(2, width),))\n",
    "assert_before": NET
    + "model = Net(4, 2)\nx = torch.randn(2, 4)\nassert model(x).shape == (2, 2)\ntorch.export.export(model, (x,))\n",
    "out_to_input": TWO
    + "enc = Block(4)\nx = torch.randn(2, 4)\nz = enc(x)\nz = z.unsqueeze(0).expand(3, -1, -1)\nexport(Wide(4, 1), (z, z * 2))\n",
    "import_style": "import torch as th\nimport torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(3, 3)\n\n    def forward(self, x):\n        return th.sigmoid(self.l(x))\n\nth.export.export(Net(), (th.randn(2, 3),))\n",
    "export_import_as": "import torch\nfrom torch import nn\nfrom torch.export import export as make_graph\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return x.exp()\n\nmake_graph(Net(), (torch.randn(2, 3),))\n",
    "export_module_alias": "import torch\nfrom torch import nn, export\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return x.exp()\n\nexport.export(Net(), (torch.randn(2, 3),))\n",
    "docstring_comments": '"""A model."""\n# comment\n'
    + NET
    + "# make it\nmodel = Net(\n    features=4,\n    classes=2,\n    hidden=3,\n)\n\nexample = (\n    torch.randn(\n        2, 4\n    ),\n)\nprogram = torch.export.export(\n    model,\n    example,\n    strict=False,\n)\nprint(program.graph_module.code)\nfor node in program.graph.nodes:\n    print(node.op, node.name)\n",
    "decomp_chain": NET
    + "model = Net(4, 2)\nprogram = torch.export.export(model, (torch.randn(2, 4),)).run_decompositions({})\nprint(program)\n",
    "deepcopy": "import copy\n"
    + NET
    + "base = Net(4, 2)\nmodel = copy.deepcopy(base)\nmodel.eval()\ntorch.export.export(model, (torch.randn(2, 4),))\n",
    "star_args": NET + "inputs = [torch.randn(2, 4), 0.5]\nmodel = Net(4, 2)\nmodel(*inputs)\n",
    "seeded_rng": NET
    + "g = torch.Generator().manual_seed(0)\nx = torch.randn(2, 4, generator=g)\nmodel = Net(4, 2)\ntorch.export.export(model, (x,))\n",
    "numpy_in": "import numpy as np\n"
    + NET
    + "x = torch.from_numpy(np.zeros((2, 4), dtype=np.float32))\nmodel = Net(4, 2)\ntorch.export.export(model, (x,))\n",
    "global_used": NET
    + "DEPTH = 3\n\nclass Deep(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(DEPTH)])\n\n    def forward(self, x):\n        for i in range(DEPTH):\n            x = self.layers[i](x)\n        return x\n\nDEPTH = 2\ntorch.export.export(Deep(), (torch.randn(2, 4),))\n",
    "jit_trace": NET + "model = Net(4, 2)\ntraced = torch.jit.trace(model, torch.randn(2, 4))\n",
    "compiled": NET + "model = torch.compile(Net(4, 2))\nmodel(torch.randn(2, 4))\n",
    "dataparallel": NET
    + "model = Net(4, 2)\nstate = model.state_dict()\nmodel.load_state_dict(state)\ntorch.export.export(model, (torch.randn(2, 4),))\n",
}

DIMS = {
    "free": 'Dim("t")',
    "lo4": 'Dim("t", min=4)',
    "r2_8": 'Dim("t", min=2, max=8)',
    "r4_64": 'Dim("t", min=4, max=64)',
    "hi16": 'Dim("t", max=16)',
}
BODIES = {
    "max_ones": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn torch.ones(k)",
    "max_ones3": "n = x.size(1)\nk = torch.sym_max(n, 3)\nreturn torch.ones(k) * 2",
    "max_big": "n = x.size(1)\nk = torch.sym_max(n, 100)\nreturn torch.ones(k)",
    "min_ones": "n = x.size(1)\nk = torch.sym_min(n, 4)\nreturn torch.ones(k)",
    "min_slice": "n = x.size(1)\nk = torch.sym_min(n, 4)\nreturn x[:, :k]",
    "min_slice_big": "n = x.size(1)\nk = torch.sym_min(n, 100)\nreturn x[:, :k]",
    "max_slice": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn x[:, :k]",
    "max_slice_from": "n = x.size(1)\nk = torch.sym_max(n - 3, 0)\nreturn x[:, k:]",
    "max_add": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn x + k",
    "max_1": "n = x.size(1)\nk = torch.sym_max(n, 1)\nreturn torch.ones(k) + 1, x.view(2, k, 4)",
    "max_mul": "n = x.size(1)\nk = torch.sym_max(2 * n, n + 1)\nreturn torch.ones(k)",
    "bmax": "n = x.size(1)\nk = max(n, 4)\nreturn torch.ones(k)",
    "bmin": "n = x.size(1)\nk = min(n, 4)\nreturn x[:, :k]",
    "bmax_1": "n = x.size(1)\nk = max(n, 1)\nreturn torch.ones(k)",
    "bmin_big": "n = x.size(1)\nk = min(n, 100)\nreturn x[:, :k]",
    "max_pad": "n = x.size(1)\nk = torch.sym_max(8 - n, 0)\nreturn torch.nn.functional.pad(x, (0, 0, 0, k))",
    "max_arange": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn torch.arange(k)",
    "max_view": "n = x.size(1)\nk = torch.sym_max(n, 2)\nreturn x.reshape(2, k * 4)",
    "max_float": "n = x.size(1)\nk = torch.sym_max(n, 2.5)\nreturn x * k",
    "max_expand": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn torch.zeros(2, 1, 4).expand(2, k, 4)",
    "max_same": "n = x.size(1)\nk = torch.sym_max(n, n)\nreturn torch.ones(k)",
    "min_zero": "n = x.size(1)\nk = torch.sym_min(n, 0)\nreturn x * k",
    "max_unused": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn x * 2",
    "max_ones_add": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn torch.ones(2, k, 4) + x",
    "max_cat": "n = x.size(1)\nk = torch.sym_max(n, 4)\nreturn torch.cat([x, torch.ones(2, k, 4)], 1)",
    "if_gt": "n = x.size(1)\nif n > 3:\n    return x * 2\nreturn x",
    "if_ge2": "n = x.size(1)\nif n >= 2:\n    return x * 2\nreturn x",
    "if_eq": "n = x.size(1)\nif n == 5:\n    return x * 2\nreturn x",
    "if_even": "n = x.size(1)\nif n % 2 == 1:\n    return x * 2\nreturn x",
    "assert_gt": "n = x.size(1)\nassert n > 3\nreturn x * 2",
    "assert_le": "n = x.size(1)\nassert n <= 16\nreturn x * 2",
    "check_le": "n = x.size(1)\ntorch._check(n <= 16)\nreturn x * 2",
}
HEAD = "import torch\nfrom torch import nn\nfrom torch.export import Dim\n\nclass Net(nn.Module):\n    def forward(self, x):\n"


def sizes():
    out = {}
    for number, (name, body) in enumerate(BODIES.items()):
        for dim, text in DIMS.items():
            if (number + len(dim)) % 2 and name not in ("max_ones", "min_slice"):
                continue
            lines = "".join(f"        {line}\n" for line in body.split("\n"))
            out[f"sym_{name}_{dim}"] = (
                HEAD
                + lines
                + f"\nmodel = Net()\nep = torch.export.export(model, (torch.randn(2, 5, 4),), dynamic_shapes=({{1: {text}}},))\n"
            )
    return out


MODULE = "import math\nimport numpy as np\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nfrom torch.nn.utils import weight_norm, remove_weight_norm\n\n"
PAIR = (
    MODULE
    + """class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)

    def forward(self, a, b, c=None):
        return self.l(a) @ b.transpose(-2, -1) if c is None else a + b + c

"""
)
FOUND = {
    "same_twice": PAIR + "x = torch.randn(3, 4)\ntorch.export.export(Pair(), (x, x))\n",
    "same_thrice_called": PAIR + "x = torch.randn(3, 4)\nprint(Pair()(x, x, x).shape)\n",
    "same_by_keyword": PAIR
    + "x = torch.randn(3, 4)\ny = x\ntorch.export.export(Pair(), (x, torch.randn(3, 4)), {'c': y})\n",
    "same_in_a_list": MODULE
    + "class Sum(nn.Module):\n    def forward(self, items, y):\n        return items[0] * 2 + items[1] - y\n\nx = torch.randn(3)\ntorch.export.export(Sum(), ([x, torch.randn(3)], x))\n",
    "same_dynamic": PAIR
    + "x = torch.randn(3, 4)\nn = torch.export.Dim('n', min=2, max=9)\ntorch.export.export(Pair(), (x, x), dynamic_shapes={'a': {0: n}, 'b': {0: n}})\n",
    "views_are_others": PAIR + "x = torch.randn(3, 4)\ntorch.export.export(Pair(), (x, x.view(3, 4)))\n",
    "numpy_sqrt": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.s = float(np.sqrt(16))\n\n    def forward(self, x):\n        return x / np.sqrt(4) * self.s\n\ntorch.export.export(Net(), (torch.randn(3),), strict=False)\n",
    "numpy_newaxis": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('b', torch.arange(3.0)[:, np.newaxis] * torch.arange(2.0)[np.newaxis, :])\n\n    def forward(self, x):\n        return x + self.b\n\ntorch.export.export(Net(), (torch.randn(3, 2),))\n",
    "names_of_a_config": MODULE
    + "class Config:\n    def __init__(self, **kw):\n        self.__dict__.update(kw)\n\nclass Net(nn.Module):\n    def __init__(self, c):\n        super().__init__()\n        self.l = nn.Linear(c.width, c.out)\n\n    def forward(self, x):\n        return self.l(x)\n\nc = Config(width=4, out=2)\ntorch.export.export(Net(c), (torch.randn(1, c.width),))\n",
    "no_grad_table": MODULE
    + "class Table(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.t = torch.zeros(5, 4)\n        self.t.requires_grad = False\n        self.t[:, 0::2] = 1.0\n\n    def forward(self, x):\n        return x + self.t[: x.size(0)]\n\ntorch.export.export(Table(), (torch.randn(3, 4),))\n",
    "export_not_followed": PAIR
    + "import json\nx = torch.randn(3, 4)\nPair()(x, x)\ntorch.export.export(Pair(), (x, torch.tensor(json.loads('[[1.0]]'))))\n",
    "result_into_export": PAIR
    + "enc = nn.Linear(4, 4)\nz = enc(torch.randn(3, 4)).unsqueeze(0).expand(2, -1, -1)\ntorch.export.export(Pair(), (z, z * 2, torch.cat([z[:, :1], z[:, 1:]], 1)))\n",
    "weight_norm_conv": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = weight_norm(nn.Conv1d(3, 4, 3))\n\n    def forward(self, x):\n        return self.c(x).relu()\n\ntorch.export.export(Net(), (torch.randn(2, 3, 8),))\n",
    "weight_norm_dims": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = weight_norm(nn.Linear(3, 4), dim=None)\n        self.b = nn.Sequential(weight_norm(nn.Linear(4, 4), name='weight', dim=1), nn.ReLU())\n\n    def forward(self, x):\n        return self.b(self.a(x))\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n",
    "weight_norm_removed": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = weight_norm(nn.Conv1d(3, 4, 3))\n\n    def forward(self, x):\n        return self.c(x)\n\nmodel = Net().eval()\nremove_weight_norm(model.c)\ntorch.export.export(model, (torch.randn(2, 3, 8),))\n",
    "channels_last_net": MODULE
    + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(4, 8, 3, padding=1)\n        self.n = nn.GroupNorm(2, 8)\n        self.u = nn.Upsample(scale_factor=2)\n        self.p = nn.AdaptiveAvgPool2d(2)\n\n    def forward(self, x):\n        y = self.u(F.pad(self.n(self.c(x)), (1, 1, 1, 1)))\n        y = torch.cat([y, y * 2], 1)\n        return y.contiguous(), self.p(y).contiguous(), y.masked_fill(y > 0, 0.0).contiguous(), y.contiguous(memory_format=torch.channels_last)\n\nmodel = Net().to(memory_format=torch.channels_last)\ntorch.export.export(model, (torch.randn(2, 4, 6, 6).to(memory_format=torch.channels_last),))\n",
    "wanted_format": MODULE
    + "class Net(nn.Module):\n    def forward(self, x):\n        y = x.to(memory_format=torch.channels_last)\n        z = torch.zeros_like(y, memory_format=torch.contiguous_format)\n        return y.contiguous(), z.contiguous(), F.interpolate(y, scale_factor=2, mode='bilinear').contiguous()\n\ntorch.export.export(Net(), (torch.randn(2, 4, 6, 6),))\n",
}
SOURCES = {**{f"scr_{name}": source for name, source in SCRIPTS.items()}, **sizes(), **FOUND}
