"""Sources for record_exports.py: what was found on other people's modules in set p, written here, not copied, one cause
each: writes through `.data`, Tensor.new and the tensor types of a dtype, NumPy in __init__, generators, attention and
encoder layers, hasattr() of methods, objects that hold parameters, modules spread with **, training loops in a script.

foreign_p_sources.py OUT.jsonl.gz. Recorded as data/foreign_p_2.6.jsonl.gz and data/foreign_p_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
X = "(torch.randn(2, 3),)"
ATTENTION = "(torch.randn(2, 5, 16),)"
# Name: example arguments, text. A text that makes no `model` has a class Net.
CASES = {
    "data_isub": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        y = x * self.w
        self.w.data -= 0.1 * x.sum(0)
        return y
""",
    ),
    "data_isub_no_grad": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        y = x * self.w
        with torch.no_grad():
            d = (x * self.w).sum(0)
            self.w.data -= d
        return y
""",
    ),
    "data_isub_before": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        self.w.data -= 0.1
        return x * self.w
""",
    ),
    "data_imul_buffer": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data *= 0.9
        return x * self.w
""",
    ),
    "data_set_buffer": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data = self.w.data * 0.9
        return x * self.w
""",
    ),
    "data_add_in": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data.add_(x.mean(0))
        return x * self.w
""",
    ),
    "data_new": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return x + x.data.new(x.size()).normal_()
""",
    ),
    "new_size": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return x + x.new(2, 3).zero_()
""",
    ),
    "new_list": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return x + x.new([1.0, 2.0, 3.0])
""",
    ),
    "new_empty_call": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return x + x.new().resize_(x.size()).fill_(1)
""",
    ),
    "np_sinc": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.tensor(np.sinc(np.linspace(-1, 1, 3)), dtype=torch.float32))
        self.k = float(np.sinc(0.25))
    def forward(self, x):
        return x * self.w + self.k
""",
    ),
    "np_full_like": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.from_numpy(np.full_like(np.arange(3), 2.5, dtype=float)).float()
    def forward(self, x):
        return x * self.w
""",
    ),
    "np_full_like_plain": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.from_numpy(np.full_like(np.arange(3), 2.5)).float()
        self.z = torch.from_numpy(np.zeros_like(np.arange(3), dtype=np.float32))
        self.o = torch.from_numpy(np.ones_like(np.arange(3.0), dtype=np.float32))
    def forward(self, x):
        return x * self.w + self.z + self.o
""",
    ),
    "moduledict_spread": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleDict({'p': nn.Linear(3, 3), 'q': nn.ReLU()})
        self.all = {**self.a}
    def forward(self, x):
        for k, v in {**self.a, **{'r': nn.Identity()}}.items():
            x = v(x)
        return x
""",
    ),
    "moduledict_spread_init": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleDict({'p': nn.Linear(3, 3), 'q': nn.ReLU()})
        self.b = nn.ModuleDict({'s': nn.Linear(3, 3)})
        self.n = len({**self.a, **self.b})
    def forward(self, x):
        return self.b['s'](x) * self.n
""",
    ),
    "generator": (
        "ARGS",
        r"""gen = torch.Generator().manual_seed(3)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, generator=gen))
    def forward(self, x):
        return x * self.w
model = Net()
ARGS = (torch.randn(2, 3, generator=gen),)
""",
    ),
    "generator2": (
        X,
        r"""gen = torch.Generator()
gen.manual_seed(3)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3))
        self.i = torch.randint(low=0, high=3, size=(2,), generator=gen)
        self.p = torch.randperm(3, generator=gen)
        self.u = torch.rand(3, generator=torch.Generator(device='cpu').manual_seed(1))
    def forward(self, x):
        return x * self.w * self.u + self.p + self.i[0]
""",
    ),
    "int_np_sqrt": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        h = int(np.sqrt(x.shape[0] * 2))
        return x.reshape(h, -1)
""",
    ),
    "int_np_sqrt2": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        b, n = x.size()
        h, w = int(np.sqrt(n + 1)), int(np.ceil(n / 2))
        return x.view(b * h, -1)[:w] if h == 1 else x[:w] * h
""",
    ),
    "float_tensor_size": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        e = torch.FloatTensor(x.size()).normal_()
        return e.mul(x).add_(x)
""",
    ),
    "tensor_size": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return torch.Tensor(x.size()).fill_(1) + x
""",
    ),
    "tensor_shape_int": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return torch.Tensor(x.size(0), 3).uniform_() + x
""",
    ),
    "long_tensor_size": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return torch.LongTensor(x.size()).fill_(2) * x + torch.ByteTensor(x.shape).zero_()
""",
    ),
    "float_tensor_list": (
        X,
        r"""class Net(nn.Module):
    def forward(self, x):
        return torch.FloatTensor([1, 2, 3]) * x
""",
    ),
    "mha_weights": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln = nn.LayerNorm(16)
        self.mha = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x):
        x = self.ln(x)
        y, _ = self.mha(x, x, x)
        return y
""",
    ),
    "mha_plain": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(16, 4)
    def forward(self, x):
        y, _ = self.mha(x, x, x)
        return y
""",
    ),
    "mha_none": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x):
        x = x * 2
        return self.mha(x, x, x, need_weights=False)[0]
""",
    ),
    "mha_named": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(16, 4, batch_first=False)
    def forward(self, x):
        x = x * 2
        y, _ = self.mha(query=x, key=x, value=x)
        return y
""",
    ),
    "mha_eval": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x):
        x = x * 2
        return self.mha(x, x, x)
model = Net().eval()
""",
    ),
    "mha_cross": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 16))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x, y):
        return self.mha(x, y, y)[0]
""",
    ),
    "has_call": (
        X,
        r"""class Net(nn.Module):
    def __init__(self, f=lambda: nn.ReLU()):
        super().__init__()
        self.a = f() if hasattr(f, "__call__") else None
        self.b = [hasattr(g, '__call__') for g in (nn.ReLU, nn.ReLU(), len, torch.relu, F.relu, 3, 'a',
            self.forward, torch.float32, x_f)]
    def forward(self, x):
        return self.a(x) * sum(self.b) if hasattr(self.a, '__call__') else x
def x_f(x): return x
""",
    ),
    "plain_holds_param": (
        X,
        r"""class Post:
    def __init__(self, mu, rho):
        self.mu = mu
        self.rho = rho
    def sample(self):
        return self.mu + torch.log1p(torch.exp(self.rho))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.ones(3))
        self.rho = nn.Parameter(torch.ones(3))
        self.p = Post(self.mu, self.rho)
    def forward(self, x):
        return x * self.p.sample()
""",
    ),
    "plain_holds_param2": (
        X,
        r"""class Post:
    def __init__(self, mu):
        self.mu = mu
    def sample(self):
        return self.mu * 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.ones(3))
        self.p = Post(self.mu)
    def forward(self, x):
        return x * self.p.sample() + self.mu
""",
    ),
    "normal_log_prob": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.distributions.Normal(0, 0.5)
        self.lp = 0.0
    def forward(self, x):
        self.lp = torch.exp(self.n.log_prob(x)).sum()
        return x
""",
    ),
    "linspace_tensors": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.x0 = nn.Parameter(torch.tensor([2.0]), requires_grad=False)
        self.y0 = nn.Parameter(torch.tensor(1.0))
    def forward(self, x):
        return x * torch.linspace(-self.x0[0] + 1, self.x0[0] + 0, 3)
""",
    ),
    "linspace_param": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.x0 = nn.Parameter(torch.tensor(2.0), requires_grad=False)
    def forward(self, x):
        a, b = torch.meshgrid([torch.linspace(-self.x0 + 1, self.x0 + 0, 2), torch.linspace(-self.x0 + 1, 3,
            3)])
        return x * a + b
""",
    ),
    "checkpoint_twice": (
        X,
        r"""from torch.utils import checkpoint
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.bn = nn.BatchNorm1d(3)
    def forward(self, x, y):
        return self.bn(self.l(x)), y + self.l.weight.sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bs = nn.ModuleList([B(), B()])
    def forward(self, x):
        y = x
        for b in self.bs:
            x, y = checkpoint.checkpoint(b, x, y)
        return x, y
""",
    ),
    "order_dtype": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 3))
        self.b = nn.Parameter(torch.randn(3))
    def forward(self, x):
        if self.b is not None and self.b.dtype != x.dtype:
            return x
        return F.linear(x, self.w, self.b)
""",
    ),
    "unused_dtype": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 3))
        self.b = nn.Parameter(torch.randn(3))
        self.u = nn.Parameter(torch.randn(3))
    def forward(self, x):
        if self.u.dtype != x.dtype:
            return x
        return F.linear(x, self.w, self.b)
""",
    ),
    "enc_layer": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
    def forward(self, x):
        return self.e(x)
""",
    ),
    "enc_layer_eval": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_eval": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 2)
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_plain": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, norm_first=True), 2)
    def forward(self, x):
        return self.e(x)
""",
    ),
    "dec": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 16))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerDecoder(nn.TransformerDecoderLayer(16, 4, 32, batch_first=True), 1)
    def forward(self, x, y):
        return self.e(x, y)
""",
    ),
    "mha_mask": (
        "(torch.randn(2, 5, 16), torch.zeros(2, 5, dtype=torch.bool), torch.zeros(5, 5, dtype=torch.bool))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x, k, a):
        return self.m(x, x, x, key_padding_mask=k, attn_mask=a)
""",
    ),
    "mha_nobias": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, bias=False)
    def forward(self, x):
        return self.m(x, x, x)
""",
    ),
    "mha_unbatched": (
        "(torch.randn(5, 16),)",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4)
    def forward(self, x):
        return self.m(x, x, x)
""",
    ),
    "mha_kdim": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 8))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, kdim=8, vdim=8)
    def forward(self, x, y):
        return self.m(x, y, y)
""",
    ),
    "mha_kv_cross3": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 16), torch.randn(2, 5, 16))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4)
    def forward(self, x, y, z):
        return self.m(x, y, z)
""",
    ),
    "transformer": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 16))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Transformer(16, 4, 1, 1, 32, batch_first=True)
    def forward(self, x, y):
        return self.t(x, y)
""",
    ),
    "transformer_eval": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 16))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Transformer(16, 4, 1, 1, 32, batch_first=True)
    def forward(self, x, y):
        return self.t(x, y)
model = Net().eval()
""",
    ),
    "has_call2": (
        X,
        r"""import functools
def f(x): return x
class C:
    def __call__(self, x): return x
class D: pass
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = [hasattr(g, '__call__') for g in (C(), D(), C, functools.partial(f, 1), [1], {}, None,
            f.__name__, torch.nn.functional, torch.float32)]
    def forward(self, x):
        return x * sum(2 ** i for i, a in enumerate(self.a) if a)
""",
    ),
    "has_call_forward": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()
        self.g = torch.relu
    def forward(self, x):
        x = self.act(x) if hasattr(self.act, '__call__') else x
        return self.g(x) if hasattr(self.g, '__call__') else x
""",
    ),
    "dict_of_moduledict": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleDict({'p': nn.Linear(3, 3)})
        self.d = dict(self.a)
        self.e = {**self.d, 'z': 2}
    def forward(self, x):
        return self.d['p'](x) * self.e['z']
""",
    ),
    "spread_call": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleDict({'p': nn.Linear(3, 3)})
        self.s = self.pick(**self.a)
    def pick(self, p):
        return p
    def forward(self, x):
        return self.s(x)
""",
    ),
    "spread_own": (
        X,
        r"""class M:
    def __init__(self): self.d = {'a': 2.0, 'b': 3.0}
    def keys(self): return self.d.keys()
    def __getitem__(self, k): return self.d[k]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = {**M(), 'c': 1.0}
    def forward(self, x):
        return x * self.a['a'] + self.a['b']
""",
    ),
    "spread_list": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = {**nn.ModuleList([nn.ReLU()])}
    def forward(self, x):
        return x
""",
    ),
    "param_dict_spread": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ParameterDict({'p': nn.Parameter(torch.ones(3))})
        self.n = len({**self.a})
    def forward(self, x):
        return x * self.a['p'] * self.n
""",
    ),
    "mha_kdim_nobias": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 8))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, kdim=8, vdim=8, bias=False, batch_first=True)
    def forward(self, x, y):
        return self.m(x, y, y, need_weights=False)[0]
""",
    ),
    "mha_vdim": (
        "(torch.randn(2, 5, 16), torch.randn(2, 5, 8))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, vdim=8)
    def forward(self, x, y):
        return self.m(x, x, y)[0]
""",
    ),
    "enc_eval_gelu_odd": (
        "(torch.randn(2, 5, 15),)",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(15, 3, 32, batch_first=True, activation='gelu')
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_eval_module_act": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, activation=nn.GELU(), norm_first=True)
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_eval_tanh": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, activation=torch.tanh)
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_eval_nobias": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, bias=False)
    def forward(self, x):
        return self.e(x)
model = Net().eval()
""",
    ),
    "enc_eval_pad": (
        "(torch.randn(2, 5, 16), torch.zeros(2, 5, dtype=torch.bool))",
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 1)
    def forward(self, x, p):
        return self.e(x, src_key_padding_mask=p)
model = Net().eval()
""",
    ),
    "enc_eval_frozen": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
    def forward(self, x):
        return self.e(x)
model = Net().eval().requires_grad_(False)
""",
    ),
    "mha_eval_frozen": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x):
        return self.m(x, x, x, need_weights=False)[0]
model = Net().eval().requires_grad_(False)
""",
    ),
    "mha_eval_no_grad": (
        ATTENTION,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(16, 4, batch_first=True)
    def forward(self, x):
        with torch.no_grad():
            return self.m(x, x, x)
model = Net().eval()
""",
    ),
    "np_more": (
        X,
        r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.arange(1, 4, dtype=np.float32)
        self.a = torch.from_numpy(np.sinc(a) + np.full_like(a, 2) + np.full_like(a, 1.5, dtype=np.float32))
        self.b = torch.tensor(np.full_like([1, 2, 3], 2.7))
        self.k = float(np.sinc(0)) + np.sinc(0.5).item()
    def forward(self, x):
        return x * self.a + self.b * self.k
""",
    ),
    "has_methods": (
        X,
        r"""NAMES = ['state_dict', 'train', 'to', 'eval', 'named_parameters', 'extra_repr', 'modules', 'zero_grad',
    'reset_parameters', 'weight', 'keys', 'append', 'items', 'get', 'insert', 'training', 'nothing', 'forward',
    '_apply', 'pop', 'update', 'copy', 'extend', 'children', 'half']
MS = [nn.Linear(2, 2), nn.ModuleList(), nn.ModuleDict(), nn.Sequential(), nn.ParameterDict(),
    nn.ParameterList(), nn.ReLU()]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = [sum(2 ** i for i, n in enumerate(NAMES) if hasattr(m, n)) for m in MS]
    def forward(self, x):
        for n in self.n:
            x = x + n
        return x
""",
    ),
    "has_methods_forward": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        if hasattr(self.l, 'reset_parameters') and hasattr(self, 'state_dict') and not hasattr(self.l, 'bogus'):
            return self.l(x)
        return x
""",
    ),
    "has_own": (
        X,
        r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def helper(self): return 1
    def forward(self, x):
        return self.l(x) if hasattr(self, 'helper') and hasattr(self, 'train') else x
""",
    ),
}

# Files that call no export: the last call of a module of the file counts.
SCRIPTS = {
    "loader_script": r"""from torch.utils.data import DataLoader, TensorDataset
class Double(nn.Module):
    def forward(self, x):
        return x * 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 1)
    def forward(self, x):
        return self.l(x)
y = Double()(torch.randn(2, 3))
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss_of = nn.MSELoss()
def epoch(loader):
    total = 0.0
    for data, target in loader:
        loss = loss_of(model(data), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)
loader = DataLoader(TensorDataset(torch.randn(8, 3), torch.randn(8, 1)), batch_size=4, shuffle=True)
print(epoch(loader))
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, (args, body) in CASES.items():
        model = "model" if "\nmodel = " in body else "Net()"
        source = HEAD + body + f"\n\ntorch.export.export({model}, {args})\n"
        f.write((json.dumps({"name": "fp_" + name, "source": source}) + "\n").encode())
    for name, body in SCRIPTS.items():
        f.write((json.dumps({"name": "fp_" + name, "source": HEAD + body}) + "\n").encode())
