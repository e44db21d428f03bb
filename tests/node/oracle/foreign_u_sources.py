"""Sources for record_exports.py: what set u of foreign_modules.json showed, one cause each: imports that replace names,
results that a script prints before it exports, modules in tuples, next() with a default, the environment, SyncBatchNorm,
comparisons and random numbers of NumPy, buffers that forward registers.

foreign_u_sources.py OUT.jsonl.gz. Recorded as data/foreign_u_2.6.jsonl.gz and data/foreign_u_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns, unless it says what it exports.
CASES = {
    "import_for_function": r"""def layer(n):
    return nn.Linear(n, n, bias=False)
class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = layer(3)
    def forward(self, x):
        return self.lin(x)
first = First()
from torch.nn import LayerNorm as layer
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = layer(3)
    def forward(self, x):
        return self.norm(first(x))
""",
    "import_for_class": r"""class Act(nn.Module):
    def forward(self, x):
        return x + 1
from torch.nn import ReLU as Act
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = Act()
    def forward(self, x):
        return self.act(x)
""",
    "import_for_value": r"""gelu = 'none'
kind = gelu
from torch.nn.functional import gelu
class Net(nn.Module):
    def forward(self, x):
        return gelu(x) if kind == 'none' else x
""",
    "import_for_import": r"""from torch import relu as act
kept = act
from torch.nn.functional import silu as act
class Net(nn.Module):
    def forward(self, x):
        return act(kept(x))
""",
    "import_star_for_function": r"""def sqrt(x):
    return x + 1
from math import *
class Net(nn.Module):
    def forward(self, x):
        return x / sqrt(x.shape[0])
""",
    "printed_shape_shared": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.Sequential(nn.ReLU(), nn.Linear(3, 3))
    def forward(self, x):
        return x + self.steps(x)
class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part()] * 2)
    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), Stack())
    def forward(self, x):
        return self.body(x)
net = Net()
x = torch.randn(2, 3)
out = net(x)
print('shape', out.shape)
torch.export.export(net, (x,))
""",
    "printed_shape_called": r"""class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(3, 3)] * 2)
    def forward(self, x):
        for part in self.parts[:1]:
            x = part(x)
        return self.parts[1](x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), Stack())
    def forward(self, x):
        return self.body(x)
if __name__ == '__main__':
    net = Net()
    out = net(torch.randn(2, 3))
    print(out.size())
""",
    "printed_shape_fails": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), nn.Sequential(nn.Tanh(), nn.Linear(3, 3)))
    def forward(self, x, wide=True):
        y = self.body(x)
        if wide:
            raise ValueError('too wide')
        return y
net = Net()
x = torch.randn(2, 3)
try:
    print(net(x).shape)
except ValueError:
    pass
torch.export.export(net, (x, False))
""",
    "modules_in_tuples": r"""class Masked(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n, n))
        self.mask = torch.ones(n, n)
    def forward(self, x):
        return x.mm(self.mask * self.weight)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = []
        kept = []
        for _ in range(2):
            first = Masked(3)
            last = Masked(3)
            kept += list(first.parameters()) + list(last.parameters())
            self.flows.append((nn.Sequential(first, nn.ELU()), last))
        self.kept = nn.ParameterList(kept)
    def forward(self, x):
        for front, last in self.flows:
            x = last(front(x))
        return x
""",
    "modules_in_tuples_nested": r"""class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return x * self.scale
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        steps = nn.Sequential(nn.Tanh(), nn.Sequential(nn.ReLU(), Scale()))
        self.held = (steps,)
        self.kept = nn.ParameterList(list(steps.parameters()))
    def forward(self, x):
        return self.held[0](x)
""",
    "next_default": r"""class Net(nn.Module):
    def forward(self, x):
        items = iter([x, x + 1])
        a = next(items, None)
        b = next(items, None)
        c = next(items, None)
        return a * b if c is None else c
""",
    "next_default_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        items = iter([3])
        self.a, self.b = next(items, None), next(items, 4)
    def forward(self, x):
        return x * self.a + self.b
""",
    "environ_asked": r"""import os
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.large = 'SEESAW_LARGE_KERNEL' in os.environ
        self.size = int(os.environ.get('SEESAW_SIZE', 3))
        self.debug = os.getenv('SEESAW_DEBUG')
        self.name = os.getenv('SEESAW_NAME', 'plain')
    def forward(self, x):
        if self.large or self.debug:
            return x
        return x + self.size + len(self.name)
""",
    "environ_set": r"""import os
os.environ['SEESAW_SIZE'] = '5'
os.environ.setdefault('SEESAW_SIZE', '6')
os.environ.setdefault('SEESAW_OTHER', '7')
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = int(os.environ['SEESAW_SIZE']) + int(os.getenv('SEESAW_OTHER'))
    def forward(self, x):
        return x + self.size
""",
    "environ_missing": r"""import os
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = int(os.environ['SEESAW_SIZE'])
    def forward(self, x):
        return x + self.size
""",
    "percent_of_tensor": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('count', torch.tensor(0))
        self.count += 1
        self.register_buffer('mean_%d' % self.count, torch.zeros(3))
        self.register_buffer('mean_%03d' % (self.count + 1), torch.ones(3))
        self.name = 'rate %.2f %s %d%%' % (torch.tensor(0.25), 'a', torch.tensor(2.75))
    def forward(self, x):
        return x - self.mean_1 + self.mean_002 + len(self.name)
""",
    "numpy_sample": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x + 1
net = Net()
x = torch.tensor(np.random.random_sample((2, 3))).float()
net(x + torch.from_numpy(np.random.standard_normal((2, 3))).float())
""",
    "numpy_compares": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.array([1, 2, 3])
        b = np.array([1.0, 2.5, np.nan])
        rows = [np.equal(a, b), np.not_equal(a, 2), np.less(a, 2), np.less_equal(a, [1, 2, 2]), np.greater(b, a)]
        rows += [np.greater_equal(a, b), np.logical_and(a > 1, a < 3), np.logical_or(a, b), np.logical_xor(a, 1)]
        rows += [np.logical_not(a), np.isnan(b), np.isinf(b), np.isfinite(b)]
        self.register_buffer('rows', torch.from_numpy(np.stack(rows)))
        self.all = bool(np.all(np.equal((2, 3), [2, 3])))
    def forward(self, x):
        return (x if self.all else -x).unsqueeze(1) * self.rows
""",
    "numpy_equal_shape": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        assert np.all(np.equal(x.shape, [2, 3]))
        return x + 1
""",
    "numpy_ceil_unused": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        rows = np.ceil(float(x.size(0)) / 3.0)
        return x + 1
""",
    "sync_batchnorm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        body = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Sequential(nn.BatchNorm1d(3, affine=False)))
        self.body = nn.SyncBatchNorm.convert_sync_batchnorm(body)
    def forward(self, x):
        return self.body(x)
""",
    "sync_batchnorm_eval": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3).eval()
    def forward(self, x):
        return self.norm(x)
net = nn.SyncBatchNorm.convert_sync_batchnorm(Net())
print(isinstance(net.norm, nn.SyncBatchNorm), isinstance(net.norm, nn.modules.batchnorm._BatchNorm))
torch.export.export(net, (torch.randn(2, 3),))
""",
    "buffer_cached": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('mask', None, persistent=False)
    def mask_of(self, n):
        if self.mask is not None and self.mask.shape[-1] >= n:
            return self.mask[:n, :n]
        mask = torch.ones((n, n), dtype=torch.bool).triu(1)
        self.register_buffer('mask', mask, persistent=False)
        return mask
    def forward(self, x):
        y = (x.T @ x).masked_fill(self.mask_of(3), 0.0)
        return y + self.mask_of(3)
""",
    "buffer_cached_below": r"""class Causal(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('mask', None)
    def forward(self, x):
        if self.mask is None:
            self.register_buffer('mask', torch.ones(3, 3).tril())
        return x @ self.mask
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.causal = Causal()
    def forward(self, x):
        return self.causal(x) + 1
""",
    "buffer_new": r"""class Net(nn.Module):
    def forward(self, x):
        self.register_buffer('table', torch.arange(3.0))
        return x + self.table
""",
    "buffer_replaced": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('table', torch.ones(3))
    def forward(self, x):
        y = x + self.table
        self.register_buffer('table', x.sum(0))
        return y + self.table
""",
    "parameter_in_forward": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter('scale', None)
    def forward(self, x):
        if self.scale is None:
            self.register_parameter('scale', nn.Parameter(torch.ones(3)))
        return x * self.scale
""",
}

EXPORT = "torch.export.export(Net(), (torch.randn(2, 3),))\n"


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            exports = "torch.export.export(" in source or "net(" in source.replace("Net(", "")
            row = {"name": "fu_" + name, "source": HEAD + source + ("" if exports else EXPORT)}
            f.write((json.dumps(row) + "\n").encode())


if __name__ == "__main__":
    main()
