"""Files as people paste them: classes, and the lines that make a model and export or call it. record_scripts.py asks
PyTorch what is captured."""

NET = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.linear = nn.Linear(features, classes)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, scale=1.0):
        return self.drop(self.linear(x).relu()) * scale

"""
PAIR = """import torch
import torch.nn as nn
from torch.export import Dim, export

class Pair(nn.Module):
    def forward(self, x, y):
        return x * 2 + y

"""
SOURCES = {
    "made_and_exported": NET
    + "model = Net(16, 2)\nep = torch.export.export(model, (torch.randn(2, 5, 16),))\nprint(ep)\n",
    "example_beforehand": NET
    + "example_inputs = (torch.randn(3, 4),)\nmodel = Net(4, 2).eval()\nexported = torch.export.export(model, example_inputs, strict=False)\nprint(exported.graph)\n",
    "under_main": NET
    + "if __name__ == '__main__':\n    x = torch.randn(3, 4)\n    model = Net(4, 2)\n    model.eval()\n    torch.export.export(model, args=(x, 2.0), strict=True)\n",
    "in_a_function": NET
    + "def main():\n    net = Net(features=4, classes=3)\n    torch.export.export(net, (torch.zeros(2, 4),), {'scale': 0.5})\n\nmain()\n",
    "in_one_line": NET
    + "torch.export.export_for_training(Net(4, 2).eval(), (torch.ones(1, 4),)).run_decompositions()\n",
    "without_grad": NET
    + "model = Net(4, 2)\nwith torch.no_grad():\n    ep = torch.export.export(model, (torch.randn(1, 4),), strict=False)\n",
    "called": NET + "model = Net(4, 2)\nout = model(torch.randn(6, 4))\nprint(out.shape)\n",
    "called_for_a_loss": NET
    + "model = Net(4, 2)\ncriterion = nn.MSELoss()\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor step in range(3):\n    optimizer.zero_grad()\n    loss = criterion(model(torch.randn(8, 4)), torch.randn(8, 2))\n    loss.backward()\n    optimizer.step()\n",
    "of_layers_alone": "import torch\nimport torch.nn as nn\n\nmodel = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))\ntorch.export.export(model, (torch.randn(3, 4),))\n",
    "two_models": NET
    + "first = Net(4, 2)\nsecond = Net(2, 3)\nhidden = first(torch.randn(5, 4))\ntorch.export.export(second, (hidden,))\n",
    "unknown_lines": "import argparse\nimport numpy as np\n"
    + NET
    + "parser = argparse.ArgumentParser()\nargs = parser.parse_args([])\nnp.random.seed(0)\nmodel = Net(4, 2)\ntorch.export.export(model, (torch.randn(1, 4),))\n",
    "dynamic": PAIR
    + "batch = Dim('batch')\nexport(Pair(), (torch.randn(3, 4), torch.randn(4)), dynamic_shapes={'x': {0: batch}, 'y': None})\n",
    "dynamic_bounds": PAIR
    + "export(Pair(), (torch.randn(3, 4), torch.randn(3, 1)), dynamic_shapes=({0: Dim('n', min=2, max=10)}, {0: Dim('n', min=2, max=10)}))\n",
    "dynamic_hints": PAIR
    + "export(Pair(), (torch.randn(3, 4), torch.randn(4)), dynamic_shapes={'x': (Dim.DYNAMIC, Dim.STATIC), 'y': None}, strict=False)\n",
    "dtypes": PAIR
    + "export(Pair(), (torch.arange(4), torch.ones(2, 4, dtype=torch.float64).t().contiguous().t()), strict=False)\n",
    "containers": "import torch\nfrom torch import nn\n\nclass Mixed(nn.Module):\n    def forward(self, items, options, *, bias=None):\n        out = items[0] + items[1][0]\n        return out * options['w'] if bias is None else out * options['w'] + bias\n\nexamples = ([torch.randn(2, 3), (torch.randn(3),)], {'w': torch.tensor([[1.0], [2.0]])})\ntorch.export.export(Mixed(), examples, {'bias': torch.zeros(3)}, strict=False)\n",
    "channels_last": "import torch\nfrom torch import nn\n\nmodel = nn.Conv2d(3, 4, 3)\nimage = torch.randn(2, 8, 8, 3).permute(0, 3, 1, 2)\ntorch.export.export(model, (image,))\n",
}
CALLS = {"called": "(model, (torch.randn(6, 4),))", "called_for_a_loss": "(model, (torch.randn(8, 4),))"}

REFUSED = {
    "no_tuple": PAIR + "export(Pair(), torch.randn(3))\n",
    "a_list": PAIR + "export(Pair(), [torch.randn(3), torch.randn(3)])\n",
    "a_function": "import torch\n\ndef f(x):\n    return x + 1\n\ntorch.export.export(f, (torch.randn(3),))\n",
    "names": PAIR + "export(Pair(), (torch.randn(3, 4), torch.randn(4)), dynamic_shapes={'z': {0: Dim('n')}})\n",
    "one": PAIR
    + "export(Pair(), (torch.randn(1, 4), torch.randn(4)), dynamic_shapes={'x': {0: Dim('n')}, 'y': None}, strict=False)\n",
}

# Layouts in memory, layers in plain lists, names that are set again, checkpoints, sizes.
SOURCES |= {
    "sdpa_split": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 24)\n    def forward(self, x):\n        q, k, v = self.a(x).split(8, dim=2)\n        b, t, c = q.size()\n        q = q.view(b, t, 2, 4).transpose(1, 2)\n        k = k.view(b, t, 2, 4).transpose(1, 2)\n        v = v.view(b, t, 2, 4).transpose(1, 2)\n        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n        return y.transpose(1, 2).contiguous().view(b, t, c)\ntorch.export.export(M(), (torch.randn(2, 5, 8),))\n",
    "sdpa_chunk": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 24)\n    def forward(self, x):\n        q, k, v = self.a(x).chunk(3, dim=-1)\n        q, k, v = (t.reshape(2, 5, 2, 4).transpose(1, 2) for t in (q, k, v))\n        y = F.scaled_dot_product_attention(q, k, v)\n        return y.transpose(1, 2).reshape(2, 5, 8), y.contiguous()\ntorch.export.export(M(), (torch.randn(2, 5, 8),))\n",
    "sdpa_plain": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = F.scaled_dot_product_attention(x, x, x)\n        return y.contiguous(), y.transpose(1, 2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 3, 5, 4),))\n",
    "sdpa_mask": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 24)\n    def forward(self, x, m):\n        q, k, v = self.a(x).split(8, dim=2)\n        q, k, v = [t.view(2, 5, 2, 4).transpose(1, 2) for t in (q, k, v)]\n        y = F.scaled_dot_product_attention(q, k, v, attn_mask=m)\n        return y.transpose(1, 2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 5, 8), torch.zeros(5, 5)))\n",
    "conv_cl": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 6, 3)\n    def forward(self, x):\n        y = self.c(x)\n        return y.contiguous(), y.contiguous(memory_format=torch.channels_last)\ntorch.export.export(M(), (torch.randn(2, 3, 8, 8).contiguous(memory_format=torch.channels_last),))\n",
    "conv_cl_in": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 6, 3)\n        self.p = nn.MaxPool2d(2)\n    def forward(self, x):\n        x = x.contiguous(memory_format=torch.channels_last)\n        y = self.c(x)\n        return y.contiguous(), self.p(y).contiguous(memory_format=torch.channels_last)\ntorch.export.export(M(), (torch.randn(2, 3, 8, 8),))\n",
    "conv_perm": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 6, 3)\n    def forward(self, x):\n        y = self.c(x.permute(0, 3, 1, 2))\n        z = y.permute(0, 2, 3, 1)\n        return z.contiguous(), y.contiguous()\ntorch.export.export(M(), (torch.randn(2, 8, 8, 3),))\n",
    "conv1_t": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv1d(3, 6, 3)\n    def forward(self, x):\n        y = self.c(x.transpose(1, 2))\n        return y.transpose(1, 2).contiguous(), y.contiguous()\ntorch.export.export(M(), (torch.randn(2, 8, 3),))\n",
    "conv1x1_perm": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 6, 1)\n    def forward(self, x):\n        y = self.c(x.permute(0, 3, 1, 2))\n        return y.permute(0, 2, 3, 1).contiguous(), y.flatten(2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 8, 8, 3),))\n",
    "convnext": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.d = nn.Conv2d(4, 4, 7, padding=3, groups=4)\n        self.n = nn.LayerNorm(4)\n        self.p = nn.Linear(4, 4)\n        self.g = nn.Parameter(torch.ones(4))\n    def forward(self, x):\n        i = x\n        x = self.d(x)\n        x = x.permute(0, 2, 3, 1)\n        x = self.n(x)\n        x = self.p(x)\n        x = self.g * x\n        x = x.permute(0, 3, 1, 2)\n        x = i + x\n        return x.contiguous()\ntorch.export.export(M(), (torch.randn(2, 4, 8, 8),))\n",
    "bn_cl": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.b = nn.BatchNorm2d(3)\n    def forward(self, x):\n        y = self.b(x.permute(0, 3, 1, 2))\n        return y.contiguous()\ntorch.export.export(M(), (torch.randn(2, 8, 8, 3),))\n",
    "list_layers": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.ls = [nn.Linear(4, 4), nn.Linear(4, 4)]\n    def forward(self, x):\n        for l in self.ls:\n            x = l(x)\n        return x\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "list_layers2": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.ls = [nn.Linear(4, 4), nn.Linear(4, 4)]\n        self.o = nn.Linear(4, 2)\n    def forward(self, x):\n        for l in self.ls:\n            x = l(x)\n        return self.o(x)\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "dict_layers": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.ls = {'a': nn.Linear(4, 4)}\n    def forward(self, x):\n        return self.ls['a'](x)\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n        self.b = nn.Linear(4, 4)\n        self.a = nn.Linear(4, 4, bias=False)\n    def forward(self, x):\n        return self.b(self.a(x))\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign_p": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.p = nn.Parameter(torch.ones(4))\n        self.q = nn.Parameter(torch.ones(4))\n        self.p = nn.Parameter(torch.zeros(4))\n    def forward(self, x):\n        return x * self.p + self.q\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign_none": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.p = None\n        self.q = nn.Parameter(torch.ones(4))\n        self.p = nn.Parameter(torch.zeros(4))\n    def forward(self, x):\n        return x * self.p + self.q\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign_del": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.p = nn.Parameter(torch.ones(4))\n        self.q = nn.Parameter(torch.ones(4))\n        del self.p\n        self.p = nn.Parameter(torch.zeros(4))\n    def forward(self, x):\n        return x * self.p + self.q\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign_bufp": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_parameter('p', None)\n        self.q = nn.Parameter(torch.ones(4))\n        self.p = nn.Parameter(torch.zeros(4))\n    def forward(self, x):\n        return x * self.p + self.q\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "reassign_mod_none": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = None\n        self.b = nn.Linear(4, 4)\n        self.a = nn.Linear(4, 4)\n    def forward(self, x):\n        return self.b(self.a(x))\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "ckpt_mod": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.utils.checkpoint import checkpoint\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(4, 4)\n    def forward(self, x):\n        y = checkpoint(self.l, x, use_reentrant=False)\n        return y.relu()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "ckpt_re": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.utils.checkpoint import checkpoint\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(4, 4)\n    def forward(self, x):\n        y = checkpoint(self.l, x, use_reentrant=True)\n        return y.relu()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "ckpt_lambda": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.utils.checkpoint import checkpoint\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = checkpoint(lambda f, t: f(t) * 2, torch.sin, x, use_reentrant=False)\n        return y.relu()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "sym_nums": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x, y):\n        n = x.size(1)\n        m = y.size(1)\n        a = x.view(x.size(0), n * 4)\n        b = y[:, : m - 1]\n        return a.sum(0), b, torch.arange(n), torch.arange(y.shape[1])\ntorch.export.export(M(), (torch.randn(2, 3, 4), torch.randn(2, 5)), dynamic_shapes={'x': {1: torch.export.Dim('n', max=64)}, 'y': {1: torch.export.Dim('m', min=3, max=64)}})\n",
    "shared_dim": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x, y):\n        return x + y\ntorch.export.export(M(), (torch.randn(4, 7), torch.randn(4, 7)), dynamic_shapes={'x': {0: torch.export.Dim('n', max=64)}, 'y': {0: torch.export.Dim('n', max=64)}})\n",
    "cont_cl": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = x.contiguous(memory_format=torch.channels_last)\n        return y + 1, y.contiguous(), y.view(2, -1) if y.is_contiguous() else y.reshape(2, -1)\ntorch.export.export(M(), (torch.randn(2, 3, 4, 4),))\n",
    "t_mul": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = x.t().mul(3)\n        return y.contiguous(), y.view(-1) if y.is_contiguous() else y.t().view(-1)\ntorch.export.export(M(), (torch.randn(3, 4),))\n",
    "perm_add": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = x.permute(2, 0, 1) + 1\n        z = torch.where(y > 0, y, 0.0)\n        return y.contiguous(), z.permute(1, 2, 0).view(-1), (y.exp() * y).permute(1, 2, 0).contiguous()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "perm_add2": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x, b):\n        y = x.transpose(1, 2) + b\n        return y.contiguous(), y.transpose(1, 2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 3, 4), torch.randn(3)))\n",
    "perm_soft": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = x.transpose(1, 2).softmax(-1)\n        return y.contiguous(), y.transpose(1, 2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
    "perm_ln": "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        pass\n    def forward(self, x):\n        y = F.layer_norm(x.transpose(1, 2), (3,))\n        z = F.gelu(x.transpose(1, 2))\n        return y.contiguous(), z.contiguous(), z.transpose(1, 2).contiguous()\ntorch.export.export(M(), (torch.randn(2, 3, 4),))\n",
}
