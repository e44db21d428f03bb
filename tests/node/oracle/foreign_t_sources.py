"""Sources for record_exports.py: what set t of foreign_modules.json showed, one cause each: calls with out=, functions
that torch.jit.script made, attributes of functions, a __call__ of a module's own, modules in plain lists, numbers of
NumPy.

foreign_t_sources.py OUT.jsonl.gz. Recorded as data/foreign_t_2.6.jsonl.gz and data/foreign_t_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns, unless it says what it exports.
CASES = {
    "normalize_out": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('u', torch.ones(3))
    def forward(self, x):
        with torch.no_grad():
            u = F.normalize(x.sum(0), dim=0, out=self.u)
        return x * u
""",
    "normalize_out_eps": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        F.normalize(x, p=1, dim=1, eps=1e-5, out=y)
        return x * y
""",
    "div_out": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        torch.div(x, 2.0, out=y)
        torch.div(x, x + 3, out=y)
        return x * y
""",
    "spectral": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.utils.spectral_norm(nn.Linear(3, 4))
    def forward(self, x):
        return self.conv(x)
""",
    "spectral_transposed": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.utils.spectral_norm(nn.ConvTranspose1d(3, 4, 2), n_power_iterations=2)
    def forward(self, x):
        return self.conv(x.unsqueeze(-1))
""",
    "spectral_eval": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.utils.spectral_norm(nn.Linear(3, 4))
    def forward(self, x):
        return self.conv(x)
net = Net().eval()
torch.export.export(net, (torch.randn(2, 3),))
""",
    "script_numbers": r"""@torch.jit.script
def f(x, k: float):
    y = x * k + 1.0 - 2
    y = y / k
    y = 2.0 * y
    y = 1 - y
    y = 3.0 / y
    y = y ** 2
    z = -y
    z *= 2
    return z + (y > 0) + torch.add(y, 2) + torch.mul(y, 3.0)
class Net(nn.Module):
    def forward(self, x):
        return f(x, 0.5)
""",
    "script_factories": r"""@torch.jit.script
def f(x):
    a = torch.arange(3, dtype=x.dtype, device=x.device)
    b = torch.zeros([3], dtype=torch.float32)
    c = torch.ones_like(x)
    d = torch.full([3], 2.0)
    g = torch.zeros_like(x)
    h = torch.empty_like(x).normal_(0., 1.)
    return x * a + b + c + d + g + h
class Net(nn.Module):
    def forward(self, x):
        return f(x)
""",
    "script_functional": r"""@torch.jit.script
def f(x):
    y = F.softmax(x, dim=-1)
    y = F.gelu(y)
    y = F.relu(y)
    a, b = y.chunk(2, dim=1)
    c = y.sum(dim=1, keepdim=True).mean()
    m = y.max(dim=1)[0]
    d = x.view(x.size(0), -1).transpose(0, 1).contiguous()
    return a * c, b, m, d[0], d[:, None], x.shape[0] * y
class Net(nn.Module):
    def forward(self, x):
        return f(x)
""",
    "script_kl": r"""@torch.jit.script
def kl(mu1, mu2, logsigma1, logsigma2):
    return -0.5 + logsigma2 - logsigma1 + 0.5 * (logsigma1.exp() ** 2 + (mu1 - mu2) ** 2) / (logsigma2.exp() ** 2)
class Net(nn.Module):
    def forward(self, x):
        return kl(x, x * 2, x + 1, x - 1)
""",
    "script_silu": r"""@torch.jit.script
def swish(x):
    return x * torch.sigmoid(x)
class Act(nn.Module):
    def forward(self, x):
        return swish(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = Act()
    def forward(self, x):
        return self.act(x)
""",
    "script_none_default": r"""@torch.jit.script
def f(x, scale: float = 2.0, flag: bool = True):
    if flag:
        x = x * scale
    else:
        x = x + scale
    for i in range(2):
        x = x + i
    return torch.clamp(x, 0.0, 1.0), torch.where(x > 0, x, torch.zeros_like(x))
class Net(nn.Module):
    def forward(self, x):
        return f(x)
""",
    "name_of_function": r"""def made(n, name='parse'):
    def parse(x):
        return tuple(x for _ in range(n))
    parse.__name__ = name
    parse.__qualname__ = name
    parse.__doc__ = 'it'
    return parse
pair = made(2, 'pair')
class Net(nn.Module):
    def forward(self, x):
        assert pair.__name__ == 'pair'
        return x * pair(3)[1]
""",
    "name_of_function_forward": r"""class Net(nn.Module):
    def forward(self, x):
        def g(y):
            return y + 1
        g.__name__ = 'other'
        if g.__name__ == 'other':
            return g(x)
        return x
""",
    "old_style_function": r"""from torch.autograd.function import Function, InplaceFunction
class Bin(InplaceFunction):
    def forward(ctx, x, scale=1):
        return x.sign() * scale
    def backward(ctx, g):
        return g, None
class Net(nn.Module):
    def forward(self, x):
        return Bin.apply(x)
""",
    "call_of_loss": r"""class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('one', torch.tensor(1.0))
        self.criterion = nn.MSELoss()
    def __call__(self, x, real):
        labels = (self.one if real else self.one * 0).expand_as(x)
        return self.criterion(x, labels)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = Loss()
    def forward(self, x):
        return self.loss(x, True)
""",
    "call_super": r"""class Part(nn.Linear):
    def __call__(self, *args, **kwargs):
        return super().__call__(*args, **kwargs)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part(3, 4)
    def forward(self, x):
        return self.part(x)
""",
    "try_item_of_number": r"""class Net(nn.Module):
    def forward(self, x, t=0.5):
        try:
            k = t[0]
        except TypeError:
            k = t
        return x * k
""",
    "try_item_of_none": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = None
    def forward(self, x):
        try:
            y = self.k[0]
        except TypeError:
            y = x
        try:
            y = y * len(3)
        except TypeError:
            y = y + 1
        return y
""",
    "resize_method": r"""class Net(nn.Module):
    def forward(self, x):
        return x.resize(3, 2) + 1
""",
    "np_prod": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        n = np.prod(x.shape[1:])
        y = torch.zeros(2)
        y += x.sum(1)
        y /= n
        return y
""",
    "np_prod_view": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x.view(-1, int(np.prod(x.shape[1:])))
""",
    "np_prod_mul": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x * np.prod(x.size()) + np.sum(x.shape)
""",
    "out_pointwise": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        torch.add(x, x, alpha=2, out=y)
        torch.sub(x, 1, out=y)
        torch.mul(x, 2.0, out=y)
        torch.exp(x, out=y)
        torch.sigmoid(x, out=y)
        torch.neg(x, out=y)
        torch.maximum(x, y, out=y)
        torch.clamp(x, 0, 1, out=y)
        torch.clamp(x, min=0, out=y)
        torch.pow(x, 2, out=y)
        torch.pow(2, x, out=y)
        torch.pow(x, x, out=y)
        torch.abs(x, out=y)
        torch.atan2(x, x, out=y)
        torch.sqrt(x, out=y)
        return y
""",
    "out_reductions": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty(2)
        torch.sum(x, 1, out=y)
        torch.mean(x, 1, out=y)
        z = torch.empty_like(x)
        torch.cumsum(x, 1, out=z)
        torch.cumprod(x, dim=0, out=z)
        w = torch.empty(2)
        torch.prod(x, 1, out=w)
        torch.std(x, 1, out=w)
        torch.logsumexp(x, 1, out=w)
        return y, z, w
""",
    "out_products": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty(2, 2)
        torch.matmul(x, x.t(), out=y)
        torch.mm(x, x.t(), out=y)
        torch.addmm(y, x, x.t(), out=y)
        v = torch.empty(2)
        torch.mv(x, x[0], out=v)
        b = torch.empty(1, 2, 2)
        torch.bmm(x[None], x.t()[None], out=b)
        return y, v, b
""",
    "out_joined": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty(4, 3)
        torch.cat([x, x], out=y)
        torch.cat((x, x), dim=0, out=y)
        z = torch.empty(2, 2, 3)
        torch.stack([x, x], out=z)
        return y, z
""",
    "out_compared": r"""class Net(nn.Module):
    def forward(self, x):
        m = torch.empty(2, 3, dtype=torch.bool)
        torch.eq(x, 0, out=m)
        torch.gt(x, x, out=m)
        torch.logical_not(m, out=m)
        torch.logical_and(m, m, out=m)
        return m
""",
    "out_of_buffer": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('total', torch.zeros(3))
    def forward(self, x):
        torch.add(self.total, x.sum(0), out=self.total)
        return x * self.total
""",
    "out_of_input": r"""class Net(nn.Module):
    def forward(self, x):
        torch.mul(x, 2, out=x)
        return x + 1
""",
    "out_of_other_shape": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty(0)
        torch.mul(x, 2, out=y)
        return y + 1
""",
    "out_of_other_dtype": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty(2, 3, dtype=torch.float64)
        torch.mul(x, 2, out=y)
        return y
""",
    "out_in_place_of_view": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.zeros(2, 3)
        torch.mul(x[0], 2, out=y[0])
        return y
""",
    "out_returned": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        z = torch.add(x, 1, out=y)
        return z * y
""",
    "out_wrong": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        return torch.clone(x, out=y)
""",
    "out_wrong_relu": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        return torch.relu(x, out=y)
""",
    "out_with_grad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        y = torch.empty_like(x)
        torch.mul(x, self.w, out=y)
        return y
""",
    "out_more": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        torch.sin(x, out=y)
        torch.tanh(y, out=y)
        torch.log(y, out=y)
        torch.lerp(x, y, 0.5, out=y)
        torch.addcmul(x, x, y, value=2, out=y)
        torch.addcdiv(x, x, y, out=y)
        torch.floor(y, out=y)
        torch.round(y, out=y)
        torch.reciprocal(y, out=y)
        torch.rsqrt(y, out=y)
        torch.minimum(x, y, out=y)
        torch.where(x > 0, x, y, out=y)
        torch.square(y, out=y)
        torch.div(x, y, rounding_mode='floor', out=y)
        torch.max(x, y, out=y)
        torch.outer(x[0], x[0])
        return y
""",
    "out_functional": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        F.normalize(x, p=1, dim=1, out=y)
        torch.softmax(x, -1, out=y)
        return y
""",
    "call_with_constant": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
    def __call__(self, x, k=1):
        return self.fc(x) * torch.tensor([1.0, 2.0, 3.0]) + k
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part(), Part()])
    def forward(self, x):
        for part in self.parts:
            x = part(x, k=2)
        return x
""",
    "call_with_hook_state": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.register_buffer('n', torch.zeros(1))
    def __call__(self, x):
        self.n += 1
        return super().__call__(x)
    def forward(self, x):
        return F.relu(self.fc(x)) + self.n
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = nn.Sequential(Part())
    def forward(self, x):
        return self.part(x)
""",
    "cell_self": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.register_buffer('shift', torch.ones(3))
        self.fn = lambda x: x * self.gain + self.shift
    def forward(self, x):
        return self.fn(x)
""",
    "cell_self_nested": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.fn = lambda x: x * self.gain
    def forward(self, x):
        return self.fn(x) + self.gain
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    def forward(self, x):
        return self.part(x)
""",
    "cell_self_first": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.fc = nn.Linear(3, 3)
        self.fn = lambda x: self.fc(x) * self.gain
    def forward(self, x):
        return self.fn(x + self.gain)
""",
    "tuple_of_modules": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = []
        keep = []
        for k in range(2):
            a, b = nn.Sequential(nn.Linear(3, 3), nn.ReLU()), nn.Linear(3, 3)
            keep += list(a.parameters()) + list(b.parameters())
            self.flows.append((a, b))
        self.keep = nn.ParameterList(keep)
    def forward(self, x):
        for flow in self.flows:
            x = flow[1](flow[0](x))
        return x
""",
    "list_of_modules": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = [nn.Sequential(nn.Linear(3, 3), nn.ReLU()), nn.Linear(3, 3)]
        self.keep = nn.ParameterList([p for f in self.flows for p in f.parameters()])
    def forward(self, x):
        for flow in self.flows:
            x = flow(x)
        return x
""",
    "tuple_of_buffers": r"""class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3, 3))
        self.register_buffer('mask', torch.ones(3, 3))
    def forward(self, x):
        return x @ (self.mask * self.w)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = [(Masked(), nn.Sequential(Masked()))]
        self.keep = nn.ParameterList([p for t in self.flows for f in t for p in f.parameters()])
    def forward(self, x):
        for a, b in self.flows:
            x = b(a(x))
        return x
""",
    "apply_of_input": r"""class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, q):
        return q.give(x)
    @staticmethod
    def backward(ctx, g):
        return g, None
class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('s', torch.ones(3))
    def give(self, x):
        return x * self.s
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = Q()
    def forward(self, x):
        return Fake.apply(x, self.q)
""",
    "apply_of_input_plain": r"""class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, s):
        return x * s
    @staticmethod
    def backward(ctx, g):
        return g, None
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('s', torch.ones(3))
    def forward(self, x):
        return Fake.apply(x, self.s)
""",
    "weight_norm_names": r"""class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.wx = nn.utils.weight_norm(nn.Linear(3, 3), dim=None)
        self.wh = nn.utils.weight_norm(nn.Linear(3, 3))
    def forward(self, x):
        h = x
        for _ in range(2):
            h = torch.tanh(self.wx(x) + self.wh(h))
        return h
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = Cell()
    def forward(self, x):
        return self.cell(x)
""",
    "weight_norm_once": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.utils.weight_norm(nn.Linear(3, 3)), nn.ReLU())
    def forward(self, x):
        return self.body(x)
""",
    "constant_under_sequential": r"""class Scale(nn.Module):
    def forward(self, x):
        return x / torch.sqrt(torch.tensor(3))
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = Scale()
    def forward(self, x):
        return self.scale(x) + 1
net = nn.Sequential(nn.Linear(3, 3), Part())
torch.export.export(net, (torch.randn(2, 3),))
""",
    "constant_under_sequential_twice": r"""class Scale(nn.Module):
    def forward(self, x):
        return x / torch.sqrt(torch.tensor(3)) + torch.tensor([1.0, 2.0, 3.0])
net = nn.Sequential(Scale(), nn.Sequential(Scale()))
torch.export.export(net, (torch.randn(2, 3),))
""",
    "script_slices": r"""@torch.jit.script
def f(x):
    a = x[1:]
    b = x[:, :2]
    c = x[..., 0]
    d = x[0, 1]
    g = x[:, 1:2]
    h, w = x.size(0), x.shape[1]
    return a.sum() + b.sum() + c.sum() + d + g.sum(), x.view(h * w), x.reshape(w, h)
class Net(nn.Module):
    def forward(self, x):
        return f(x)
""",
    "script_random": r"""@torch.jit.script
def draw(mu, logsigma):
    eps = torch.empty_like(mu).normal_(0., 1.)
    return torch.exp(logsigma) * eps + mu
class Net(nn.Module):
    def forward(self, x):
        return draw(x, x)
""",
    "script_factory_arange": r"""@torch.jit.script
def embed(t, dim: int):
    half = dim // 2
    f = torch.exp(-torch.arange(half, dtype=torch.float32, device=t.device) * 0.5)
    e = torch.outer(t, f)
    return torch.cat([torch.sin(e), torch.cos(e)], dim=1)
class Net(nn.Module):
    def forward(self, x):
        return embed(x[:, 0], 4)
""",
    "script_inner_call": r"""@torch.jit.script
def gate(x):
    return x * 2.0 + 1
def helper(x):
    return x * 3.0
class Net(nn.Module):
    def forward(self, x):
        return helper(gate(x)) * 4.0
""",
    "script_as_activation": r"""@torch.jit.script
def swish(x):
    return x * torch.sigmoid(1.7 * x)
class Block(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.act = act
    def forward(self, x):
        return self.act(self.fc(x))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Block(swish)
        self.b = Block(torch.tanh)
    def forward(self, x):
        return self.b(self.a(x))
""",
    "script_called_form": r"""def kernel(x, s: float):
    return x / s - 0.5
fused = torch.jit.script(kernel)
class Net(nn.Module):
    def forward(self, x):
        return fused(x, 2.0) + fused(x, s=4.0)
""",
    "function_attribute_counts": r"""def act(x):
    act.calls += 1
    return x * act.scale
act.calls = 0
act.scale = 2.0
class Net(nn.Module):
    def forward(self, x):
        return act(x) + act(x)
""",
    "function_doc": r"""def act(x):
    return x * 2
act.__doc__ = 'twice'
act.__name__ = 'twice'
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.names = {act.__name__: nn.Linear(3, 3)}
        self.fc = self.names['twice']
    def forward(self, x):
        return act(self.fc(x))
""",
    "out_rounding": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        torch.div(x, 2, rounding_mode='floor', out=y)
        torch.add(x, y, alpha=2, out=y)
        torch.addcmul(x, x, y, value=2, out=y)
        return y
""",
    "out_no_grad_buffer": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 3))
        self.register_buffer('u', torch.randn(4))
        self.register_buffer('v', torch.randn(3))
    def forward(self, x):
        with torch.no_grad():
            v = F.normalize(self.w.t() @ self.u, dim=0, out=self.v)
            u = F.normalize(self.w @ v, dim=0, out=self.u)
            sigma = torch.dot(u, self.w @ v)
        return x @ self.w.t() / sigma
""",
    "out_twice_read": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('m', torch.zeros(3))
    def forward(self, x):
        before = self.m * 2
        torch.mul(self.m, 0.9, out=self.m)
        self.m.add_(x.mean(0))
        return x - self.m + before
""",
    "np_sum_shape": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        n = np.prod(list(x.shape))
        return x / n - n
""",
    "np_prod_one": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x.sum() / np.prod(x.shape[1:]), x.reshape(x.shape[0], np.prod(x.shape[1:]))
""",
    "np_prod_init": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = np.prod((2, 3))
        self.fc = nn.Linear(int(np.prod([1, 3])), 2)
    def forward(self, x):
        return self.fc(x) * self.n
""",
    "subscript_of_int": r"""class Net(nn.Module):
    def forward(self, x, size=3):
        try:
            h, w = size[0], size[1]
        except TypeError:
            h = w = size
        return x * h + w
""",
    "subscript_of_bool": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            k = True[0]
        except Exception as e:
            k = len(str(e))
        return x * 2
""",
    "call_nested_linear": r"""class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.register_buffer('w', torch.ones(2))
    def __call__(self, x):
        with torch.no_grad():
            t = torch.zeros(2, 2)
        return F.mse_loss(self.fc(x) * self.w, t)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = nn.ModuleDict({'a': Loss()})
        self.fc = nn.Linear(3, 3)
    def forward(self, x):
        return self.loss['a'](self.fc(x)) + self.loss['a'](x)
""",
    "inplace_function_dirty": r"""from torch.autograd.function import InplaceFunction
class Q(InplaceFunction):
    @classmethod
    def forward(cls, ctx, x, bits=4, inplace=False):
        ctx.inplace = inplace
        if ctx.inplace:
            ctx.mark_dirty(x)
            out = x
        else:
            out = x.clone()
        return out.mul_(2 ** bits - 1).round_().div_(2 ** bits - 1)
    @staticmethod
    def backward(ctx, g):
        return g, None, None
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return Q.apply(x, 2) + self.w
""",
    "inplace_function_of_weight": r"""from torch.autograd.function import InplaceFunction
class Sign(InplaceFunction):
    @staticmethod
    def forward(ctx, x):
        return x.sign()
    @staticmethod
    def backward(ctx, g):
        return g
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
    def forward(self, x):
        return F.linear(Sign.apply(x), Sign.apply(self.fc.weight), self.fc.bias)
""",
    "list_with_modules_nested": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [nn.Linear(3, 3), nn.Linear(3, 3)]
        self.keep = nn.ParameterList([p for s in self.steps for p in s.parameters()])
    def forward(self, x):
        for s in self.steps:
            x = s(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    def forward(self, x):
        return self.part(x)
""",
    "stft_centered": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('window', torch.hann_window(8))
    def forward(self, x):
        s = torch.stft(x, 8, 2, window=self.window, return_complex=True)
        return torch.abs(s), s.real
torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_plain": r"""class Net(nn.Module):
    def forward(self, x):
        s = torch.stft(x, n_fft=8, hop_length=4, win_length=8, center=False, normalized=True, onesided=False, return_complex=True)
        return torch.view_as_real(s).transpose(1, 2)
torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_real": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.stft(x, 8, return_complex=False).pow(2).sum(-1)
torch.export.export(Net(), (torch.randn(32),))
""",
    "stft_unsaid": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.stft(x, 8)
torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_method": r"""class Net(nn.Module):
    def forward(self, x):
        return x.stft(8, 2, return_complex=True, pad_mode='constant').abs()
torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_inverse": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('window', torch.hann_window(8))
    def forward(self, x):
        s = torch.stft(x, 8, 2, window=self.window, return_complex=True)
        return torch.istft(s, 8, 2, window=self.window, length=x.shape[-1]), torch.istft(s * 2, 8, 2, window=self.window)
torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_inverse_uncentered": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.istft(torch.complex(x, x), 8, 4, center=False).view(-1)
torch.export.export(Net(), (torch.randn(5, 6),))
""",
    "apply_with_eval_module": r"""class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, q):
        return x * q.s
    @staticmethod
    def backward(ctx, g):
        return g, None
class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('s', torch.ones(3))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = Q()
    def forward(self, x):
        return Fake.apply(x, self.q) + 1
torch.export.export(Net().eval(), (torch.randn(2, 3),))
""",
    "apply_with_layer": r"""class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, fc):
        return fc(x)
    @staticmethod
    def backward(ctx, g):
        return g, None
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
    def forward(self, x):
        return Fake.apply(x, self.fc)
""",
    "sequential_root_buffers": r"""class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('k', torch.ones(3))
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return x * self.k + self.w - torch.tensor(2.0)
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), Scale(), nn.Sequential(Scale(), nn.Tanh()))
torch.export.export(net, (torch.randn(2, 3),))
""",
    "sequential_root_named": r"""from collections import OrderedDict
class Scale(nn.Module):
    def forward(self, x):
        return x + torch.tensor([1.0, 2.0, 3.0])
net = nn.Sequential(OrderedDict([('first', nn.Linear(3, 3)), ('second', Scale())]))
torch.export.export(net, (torch.randn(2, 3),))
""",
    "parameter_attribute": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        self.w.kept = x * 2
        return self.w.kept + self.w
""",
    "parameter_attribute_plain": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
    def forward(self, x):
        self.fc.weight.scale = 3
        return self.fc(x) * self.fc.weight.scale
""",
    "parameter_attribute_asked": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer('b', torch.ones(3))
    def forward(self, x):
        if not hasattr(self.w, 'org'):
            self.w.org = self.w.clone()
        self.b.name_of_it = 'b'
        return x * self.w.org + len(self.b.name_of_it)
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        end = "" if "torch.export.export" in body else "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": name, "source": HEAD + body + end}) + "\n").encode())
