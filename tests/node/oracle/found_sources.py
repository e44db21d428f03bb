"""Sources with one cause each that was found on other people's code, written here, not copied: attributes that forward
sets, classes, what torch.nn and torch.distributions have beside layers.

found_sources.py OUT.jsonl.gz: data/found_sources.jsonl.gz, recorded with PyTorch 2.14.1 by record_exports.py as
data/found_2.14.jsonl.gz (the texts of the programs, without decompositions). foreign_sources.py has CAUSES, too, for
2.6.0."""

import gzip
import json
import sys

SHORT = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
HEAD = "import math\nimport string\nfrom abc import *\n\nimport numpy as np\nimport torch\nimport torch.backends.cudnn as cudnn\nimport torch.nn.functional as F\nfrom torch import nn\n"


def indented(text):
    return "".join("\n        " + line for line in text.split("\n"))


def sets(init, forward, head=""):
    """A module M behind the classes in front."""
    return (
        f"{SHORT}{head}class M(nn.Module):\n    def __init__(self):\n        super().__init__(){indented(init)}\n\n    def forward(self, x):{indented(forward)}\n\n\n"
        "torch.export.export(M(), (torch.randn(2, 3),))\n"
    )


def module(init, fwd, head="", ex="torch.randn(2, 3)", sig="x", base="nn.Module"):
    return (
        f"{HEAD}{head}\n\nclass M({base}):\n    def __init__(self):\n        super().__init__(){indented(init)}\n\n    def forward(self, {sig}):{indented(fwd)}\n\n\n"
        f"torch.export.export(M(), ({ex},))\n"
    )


def child(forward, init=""):
    return (
        "class C(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(3, 3)\n        self.p = nn.Parameter(torch.ones(3))\n"
        f"        self.k = None{indented(init) if init else ''}\n\n    def forward(self, x):{indented(forward)}\n\n\n"
    )


# A class whose forward begins with a statement.
BUFFERED = "class C(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(3, 3)\n        self.register_buffer('n', torch.zeros(3))\n        self.k = None\n\n    def forward(self, x):\n        %s\n        return self.l(x) + self.n\n\n\n"
# What forward sets: __init__, forward, the classes in front.
ATTRIBUTES = {
    "set_new": ("pass", "self.m = x.mean(1, keepdim=True)\nreturn x - self.m"),
    "set_none": ("self.m = None", "self.m = x.mean(1, keepdim=True)\nreturn x - self.m"),
    "set_unused": ("self.m = None", "y = x + 1\nself.m = y * 2\nreturn y"),
    "set_const": ("self.m = torch.ones(3)", "y = x + self.m\nself.m = x.sum(0)\nreturn y + self.m"),
    "set_buf": ("self.register_buffer('n', torch.zeros(3))", "self.n = self.n + 1\nreturn x + self.n"),
    "set_buf2": (
        "self.register_buffer('n', torch.zeros(3))\nself.register_buffer('k', torch.zeros(3))",
        "y = x + self.k\nself.k = x.sum(0)\nself.n = self.n * 2\nreturn y + self.n",
    ),
    "set_buf_np": (
        "self.register_buffer('n', torch.zeros(3), persistent=False)",
        "self.n = self.n + 1\nreturn x + self.n",
    ),
    "set_buf_none": ("self.register_buffer('n', None)", "self.n = x.sum(0)\nreturn x + self.n"),
    "set_buf_input": ("self.register_buffer('n', torch.zeros(3))", "self.n = x[0]\nreturn x + self.n"),
    "set_buf_in": ("self.register_buffer('n', torch.zeros(2, 3))", "self.n = x\nreturn x + 1"),
    "set_child_buf": ("self.c = C()", "return self.c(x)", BUFFERED % "self.n = self.n + 1"),
    "set_child_plain": ("self.c = C()", "y = self.c(x)\nreturn y + self.c.k", BUFFERED % "self.k = x * 2"),
    "set_list": ("self.o = []", "self.o = [x + 1, x + 2]\nreturn self.o[0] * self.o[1]"),
    "set_tuple": ("self.o = None", "a, self.o = torch.split(x, (1, 2), 1)\nreturn a + self.o"),
    "append": ("self.o = []", "self.o.append(x + 1)\nreturn self.o[0]"),
    "setitem": ("self.o = {}", "self.o['a'] = x + 1\nreturn self.o['a'] * 2"),
    "set_dict": ("pass", "self.o = {}\nself.o['a'] = x + 1\nreturn self.o['a'] * 2"),
    "set_int": ("self.i = 0", "self.i += 1\nreturn x + self.i"),
    "set_size": ("pass", "self.s = x.shape\nreturn x.reshape(self.s[0], -1)"),
    "set_param": ("self.p = nn.Parameter(torch.ones(3))", "self.p = nn.Parameter(x.sum(0))\nreturn x + self.p"),
    "set_param_t": ("self.p = nn.Parameter(torch.ones(3))", "self.p = x.sum(0)\nreturn x + self.p"),
    "set_module": ("self.l = nn.Linear(3, 3)", "self.l = nn.ReLU()\nreturn self.l(x)"),
    "set_str": ("self.register_buffer('n', torch.zeros(3))", "self.n = 'a'\nreturn x"),
    "set_const_int": ("self.m = torch.ones(3)", "self.m = 3\nreturn x + self.m"),
    "set_twice": ("pass", "self.m = x + 1\nself.m = self.m * 2\nreturn self.m"),
    "set_returned": ("pass", "self.m = x + 1\nreturn self.m"),
    "set_param_attr": ("self.p = nn.Parameter(torch.ones(3))\nself.m = None", "self.m = self.p\nreturn x + self.m"),
    "set_with_grad": ("self.m = None", "with torch.no_grad():\n    self.m = x * 2\nreturn x + self.m"),
    "set_with_buffer": (
        "self.register_buffer('n', torch.zeros(3))\nself.m = None",
        "self.n.add_(1)\nself.m = self.n * 2\nreturn x + self.m",
    ),
    "set_lstm": ("self.r = nn.LSTM(3, 4)\nself.h = None", "y, self.h = self.r(x.unsqueeze(0))\nreturn y"),
    "flatten_params": ("self.r = nn.GRU(3, 4)", "self.r.flatten_parameters()\nreturn self.r(x.unsqueeze(0))[0]"),
    "del_attr": ("self.m = torch.ones(3)", "y = x + self.m\ndel self.m\nreturn y"),
    "mean_type": ("self.mean = torch.zeros(1, 3)", "self.mean = self.mean.type_as(x)\nreturn x - self.mean"),
    "generic_alias": ("pass", "y: dict[str, int] = {}\nt = list[int]\nreturn x + len(y)"),
}
CHILDREN = {
    "after": ("self.c = C()", "return self.c(x)", child("y = self.l(x) * self.p\nself.k = y\nreturn y + 1")),
    "between": ("self.c = C()", "return self.c(x)", child("y = self.l(x)\nself.k = y\nreturn y * self.p")),
    "other": (
        "self.c = C()\nself.d = C()",
        "x = self.c(x)\nself.c.k = x\nreturn self.d(x)",
        child("return self.l(x) * self.p"),
    ),
    "both": (
        "self.c = C()\nself.d = C()",
        "return self.d(self.c(x))",
        child("self.k = x * 2\nreturn self.l(x) * self.p"),
    ),
    "deep": (
        "self.c = D()",
        "return self.c(x)",
        child("self.k = x * 2\nreturn self.l(x) * self.p")
        + "class D(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.c = C()\n        self.q = nn.Parameter(torch.ones(3))\n\n    def forward(self, x):\n        return self.c(x) * self.q\n\n\n",
    ),
    "root": (
        "self.l = nn.Linear(3, 3)\nself.p = nn.Parameter(torch.ones(3))\nself.k = None",
        "self.k = x * 2\nreturn self.l(x) * self.p",
        "",
    ),
    "int": ("self.c = C()", "return self.c(x)", child("self.k = 3\nreturn self.l(x) * self.p + self.k")),
    "same": ("self.c = C()", "return self.c(x)", child("self.k = None\nreturn self.l(x) * self.p")),
    "seq": (
        "self.c = C()",
        "return self.c(x)",
        child(
            "self.z = x * 2\nreturn self.s(x) * self.p",
            "self.s = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))\nself.ls = nn.ModuleList([nn.Linear(3, 3)])",
        ),
    ),
    "mlist": (
        "self.c = C()",
        "return self.c(x)",
        child(
            "self.z = x * 2\nfor l in self.ls:\n    x = l(x)\nreturn x * self.p",
            "self.ls = nn.ModuleList([nn.Linear(3, 3)])",
        ),
    ),
    "inlist": (
        "self.cs = nn.ModuleList([C(), C()])",
        "for c in self.cs:\n    x = c(x)\nreturn x",
        child("self.k = x * 2\nreturn self.l(x) * self.p"),
    ),
    "inseq": (
        "self.cs = nn.Sequential(C(), nn.ReLU())",
        "return self.cs(x)",
        child("self.k = x * 2\nreturn self.l(x) * self.p"),
    ),
    "rootset": ("self.c = C()", "self.c.k = x\nreturn self.c(x)", child("return self.l(x) * self.p + self.k")),
    "rnn": (
        "self.r = nn.LSTM(3, 4, batch_first=True)\nself.l = nn.Linear(4, 2)",
        "self.r.flatten_parameters()\ny, (h, c) = self.r(x.unsqueeze(0))\nreturn self.l(y) + h.sum()",
        "",
    ),
    "rnnchild": (
        "self.c = R()",
        "return self.c(x)",
        "class R(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.r = nn.GRU(3, 4, bidirectional=True)\n        self.l = nn.Linear(8, 2)\n\n    def forward(self, x):\n        self.r.flatten_parameters()\n        return self.l(self.r(x.unsqueeze(0))[0])\n\n\n",
    ),
    "buf": (
        "self.c = C()",
        "return self.c(x)",
        child(
            "self.n = self.n * 2\nself.k = x\nreturn self.l(x) * self.p + self.n",
            'self.register_buffer("n", torch.ones(3))',
        ),
    ),
    "const": (
        "self.c = C()",
        "return self.c(x)",
        child(
            "self.m = self.m * 2\nreturn self.l(x) * self.p + self.m + self.t",
            "self.m = torch.ones(3)\nself.t = torch.ones(3)",
        ),
    ),
}
SUP = "\n\nclass A(nn.Module):\n    def __init__(self, d):\n        super().__init__()\n        self.l = nn.Linear(d, d)\n\n    def forward(self, x):\n        return self.l(x) + 1\n\n\nclass B(A):\n    def __init__(self, a, b):\n        super().__init__(a)\n        self.b = b\n\n    def forward(self, x):\n        return super().forward(x) * self.b\n\n\nclass C(B):\n    def __init__(self):\n        super(B, self).__init__(3)\n\n    def forward(self, x):\n        return super(B, self).forward(x) - 3\n"
CAUSES = {
    "super_named": dict(init="self.c = C()", fwd="return self.c(x)", head=SUP),
    "super_other": dict(init="self.l = nn.Linear(3, 3)", fwd="return super(A, self).forward(x)", head=SUP),
    "super_of_class": dict(
        init="self.c = D()",
        fwd="return self.c(x)",
        head=SUP + "\n\nclass D(A):\n    def __init__(self):\n        super(self.__class__, self).__init__(3)\n",
    ),
    "static_value": dict(
        init="pass",
        fwd="return Tools.double(x) + self.t.half(x) + Tools().half(x)",
        head="\n\ndef double(x):\n    return x * 2\n\n\nclass Tools:\n    double = staticmethod(double)\n    half = staticmethod(lambda x: x / 2)\n\n\nclass Base(nn.Module):\n    t = Tools()\n",
        base="Base",
    ),
    "class_lambda": dict(
        init="self.k = 3",
        fwd="return self.act(x) + self.other(x)",
        head="\n\nclass Base(nn.Module):\n    act = lambda self, x: x * self.k\n    other = staticmethod(F.relu)\n",
        base="Base",
    ),
    "class_function": dict(
        init="self.k = 3",
        fwd="return self.act(x)",
        head="\n\ndef times(self, x):\n    return x * self.k\n\n\nclass Base(nn.Module):\n    act = times\n",
        base="Base",
    ),
    "class_builtin": dict(
        init="pass", fwd="return self.act(x)", head="\n\nclass Base(nn.Module):\n    act = torch.relu\n", base="Base"
    ),
    "class_python_f": dict(
        init="pass", fwd="return self.act(x)", head="\n\nclass Base(nn.Module):\n    act = F.relu\n", base="Base"
    ),
    "letters": dict(
        init="pass",
        fwd="a, b, c = string.ascii_lowercase[:3]\nreturn torch.einsum(a + b + ',' + a + c + '->' + b + c, x, x) * len(string.ascii_uppercase + string.digits + string.ascii_letters)",
    ),
    "sdp_kernel": dict(
        init="pass",
        fwd="with torch.backends.cuda.sdp_kernel():\n    y = F.scaled_dot_product_attention(x, x, x)\nreturn y + 1",
        ex="torch.randn(1, 2, 4, 8)",
    ),
    "sdp_kernel_flags": dict(
        init="pass",
        fwd="with torch.backends.cuda.sdp_kernel(enable_flash=False, enable_math=True):\n    return F.scaled_dot_product_attention(x, x, x)",
        ex="torch.randn(1, 2, 4, 8)",
    ),
    "sdpa_kernel": dict(
        init="pass",
        fwd="with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):\n    y = F.scaled_dot_product_attention(x, x, x)\nreturn y + 1",
        ex="torch.randn(1, 2, 4, 8)",
    ),
    "sdpa_kernels": dict(
        init="self.b = [SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION]",
        fwd="with sdpa_kernel(self.b):\n    y = F.scaled_dot_product_attention(x, x, x)\nreturn y + 1",
        ex="torch.randn(1, 2, 4, 8)",
        head="from torch.nn.attention import SDPBackend, sdpa_kernel\n",
    ),
    "float_functional": dict(
        init="self.f = nn.quantized.FloatFunctional()\nself.g = nn.quantized.FloatFunctional()",
        fwd="y = self.f.add(x, x)\ny = self.f.mul(y, x)\ny = self.g.cat([y, x], dim=1)\ny = self.g.add_relu(y, y)\ny = self.g.add_scalar(y, 2)\nreturn self.g.mul_scalar(y, 3)",
    ),
    "ntuple": dict(
        init="self.k = _pair(3)\nself.t = nn.modules.utils._triple((1, 2, 3))\nself.c = nn.Conv2d(2, 3, nn.modules.utils._pair(3), padding=_pair(1))",
        fwd="s = nn.modules.utils._single(2)\nreturn self.c(x) * (sum(self.k) + sum(self.t)) + s[0]",
        ex="torch.randn(1, 2, 5, 5)",
        head="from torch.nn.modules.utils import _pair\n",
    ),
    "np_einsum": dict(
        init="w = np.einsum('m,d->md', np.arange(2), np.arange(3) / 2.0)\nself.w = nn.Parameter(torch.from_numpy(w).float(), requires_grad=False)",
        fwd="return x * self.w",
    ),
    "cudnn_flag": dict(
        init="cudnn.benchmark = True\ntorch.backends.cudnn.deterministic = False\nself.l = nn.Linear(3, 3)",
        fwd="return self.l(x)",
    ),
    "cudnn_flag_forward": dict(
        init="self.l = nn.Linear(3, 3)", fwd="torch.backends.cudnn.benchmark = True\nreturn self.l(x)"
    ),
    "abc_star": dict(
        init="pass",
        fwd="return self.f(x)",
        head="\n\nclass Base(nn.Module, metaclass=ABCMeta):\n    @abstractmethod\n    def g(self):\n        pass\n\n    def f(self, x):\n        return x + 1\n\n\nclass Own(Base):\n    def g(self):\n        return 1\n",
        base="Own",
    ),
    "spectral_train": dict(
        init="self.l = nn.utils.spectral_norm(nn.Linear(3, 4))\nself.c = nn.utils.spectral_norm(nn.Conv2d(1, 2, 3), n_power_iterations=2)",
        fwd="return self.l(x) + self.c(x.reshape(1, 1, 4, 3)).sum()",
        ex="torch.randn(4, 3)",
    ),
    "spectral_train_new": dict(
        init="self.l = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 4))", fwd="return self.l(x)"
    ),
    "normalize_out": dict(
        init='self.register_buffer("o", torch.zeros(2, 3))',
        fwd="with torch.no_grad():\n    y = F.normalize(x, dim=0, eps=1e-6, out=self.o)\nreturn y + x",
    ),
    "default_tensor": dict(
        init="self.l = nn.Linear(3, 3)",
        fwd="if mask.size(1) > 0:\n    x = x * mask\nreturn self.l(x), cache[0]",
        sig="x, mask=torch.ones((0, 0)), cache=(torch.zeros(1, 2), torch.zeros(0))",
    ),
    "default_tensor_used": dict(init="pass", fwd="return x + bias", sig="x, bias=torch.ones(3)"),
    "param_copy": dict(
        init="self.w = nn.Parameter(torch.randn(4, 3))",
        fwd="with torch.no_grad():\n    self.w.copy_(F.normalize(self.w, dim=1))\nreturn F.linear(x, self.w)",
    ),
    "tanh_transform": dict(
        init="self.l = nn.Linear(3, 4)",
        fwd="mean, log_std = self.l(x).chunk(2, dim=-1)\nd = TransformedDistribution(Normal(mean, log_std.exp()), TanhTransform(cache_size=1))\na = d.rsample()\nreturn a, d.log_prob(a).sum(-1)",
        head="from torch.distributions import Normal, TransformedDistribution\nfrom torch.distributions.transforms import TanhTransform\n",
    ),
    "tanh_transform_given": dict(
        init="self.l = nn.Linear(3, 4)",
        fwd="mean, log_std = self.l(x).chunk(2, dim=-1)\nd = torch.distributions.TransformedDistribution(torch.distributions.Normal(mean, log_std.exp()), [torch.distributions.TanhTransform()])\nreturn d.log_prob(x[:, :2].tanh()).sum(-1)",
    ),
    "set_attr_counts": dict(
        init="self.l = nn.Linear(3, 3)\nself.n = 0", fwd="self.n = self.n + 1\nreturn self.l(x) * self.n"
    ),
}

AGAIN = """

class Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, length, *args):
        ctx.run, ctx.given = run, list(args[:length])
        with torch.no_grad():
            return ctx.run(*ctx.given)

    @staticmethod
    def backward(ctx, *grads):
        given = [x.detach() for x in ctx.given]
        with torch.enable_grad():
            out = ctx.run(*[x.view_as(x) for x in given])
        return (None, None) + torch.autograd.grad(out, given, grads, allow_unused=True)
"""
STAR = """from math import *
from typing import *


class Base(nn.Module, metaclass=ABCMeta):
    @abstractmethod
    def g(self):
        pass

    def f(self, x: Optional[int]):
        return x + sqrt(4) * pi


class Own(Base):
    def g(self):
        return 1
"""
COUNTED = (
    "\n\ndef count(value):\n    try:\n        return len(list(iter(value)))\n    except TypeError:\n        return 7\n"
)
OWN_TANH = """

class Tanh(torch.distributions.transforms.Transform):
    domain = torch.distributions.constraints.real
    codomain = torch.distributions.constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self, cache_size=1):
        super().__init__(cache_size=cache_size)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return 0.5 * (y.log1p() - (-y).log1p())

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))
"""
SQUASHED = "mean, log_std = self.l(x).chunk(2, dim=-1)\nd = torch.distributions.TransformedDistribution("
CAUSES.update(
    {
        "backward_asks_for_gradients": dict(
            init="self.l = nn.Linear(3, 3)",
            fwd="return Again.apply(self.l, 1, x, *self.l.parameters())",
            head=AGAIN.replace("x.detach()", "x.detach().requires_grad_(True)"),
        ),
        "backward_calls_grad": dict(
            init="self.l = nn.Linear(3, 3)", fwd="return Again.apply(self.l, 1, x, *self.l.parameters())", head=AGAIN
        ),
        "names_of_modules": dict(init="pass", fwd="return self.f(x)", head=STAR, base="Own"),
        "default_tensor_in_a_list": dict(
            init="self.cs = nn.ModuleList([C(), C()])",
            fwd="for c in self.cs:\n    x = c(x, self.cs[0].w)\nreturn x",
            head="\n\nclass C(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(torch.ones(3))\n\n"
            "    def forward(self, x, w, bias=torch.ones(3), more=(torch.ones(3), 2)):\n        return x * w + bias * more[0]\n",
        ),
        "param_written_with_grad": dict(
            init="self.w = nn.Parameter(torch.randn(4, 3))", fwd="self.w.mul_(2)\nreturn F.linear(x, self.w)"
        ),
        "param_view_written": dict(
            init="self.w = nn.Parameter(torch.randn(4, 3))",
            fwd="with torch.no_grad():\n    self.w[0].zero_()\nreturn F.linear(x, self.w)",
        ),
        "signature": dict(
            init="self.a, self.b = ('dim' in inspect.signature(f).parameters for f in (nn.Softmax, own))",
            fwd="return x + self.a * 2 + self.b",
            head="import inspect\n\n\ndef own(x, dim=2, *rest):\n    pass\n",
        ),
        "transform_of_ones_own": dict(
            init="self.l = nn.Linear(3, 4)",
            fwd=SQUASHED
            + "torch.distributions.Normal(mean, log_std.exp()), [Tanh()])\na = d.rsample()\nreturn a, d.log_prob(a)",
            head=OWN_TANH,
        ),
        "transforms_unchecked": dict(
            init="self.l = nn.Linear(3, 4)",
            fwd=SQUASHED
            + "torch.distributions.Normal(mean, log_std.exp(), validate_args=False), [torch.distributions.TanhTransform(), torch.distributions.ExpTransform()], "
            "validate_args=False)\nreturn d.sample(), d.log_prob(d.rsample())",
        ),
    }
)

CAUSES.update(
    {
        "iter_of_a_number": dict(
            init="self.n = (count(3), count([1, 2]), count(None), count(2.5), count('ab'))",
            fwd="return x * sum(self.n)",
            head=COUNTED,
        ),
        "iter_of_a_number_inside": dict(init="self.n = 3", fwd="return x * count(self.n)", head=COUNTED),
        "isfunction": dict(
            init="self.own = [inspect.isfunction(f) for f in (own, lambda: 1, M, 3, self.forward)]\n"
            "self.more = (inspect.isclass(M), inspect.isclass(3), inspect.ismethod(self.forward), inspect.ismethod(own))",
            fwd="return x + sum(self.own) + 2 * sum(self.more)",
            head="import inspect\n\n\ndef own():\n    pass\n",
        ),
        "assert_function": dict(
            init="self.n = 3", fwd="torch._assert(x.shape[1] == self.n, f'{x.shape} is not {self.n}')\nreturn x + 1"
        ),
        "assert_function_fails": dict(init="self.n = 4", fwd="torch._assert(x.shape[1] == self.n, 'no')\nreturn x + 1"),
        "attribute_of_parameter": dict(
            init="self.w = nn.Parameter(torch.ones(3))\nself.w.fast = None",
            fwd="if self.w.fast is not None:\n    return x * self.w.fast\nreturn x * self.w",
        ),
        "attribute_of_parameter_asked": dict(
            init="self.w = nn.Parameter(torch.ones(3))\nself.w.fast = 2",
            fwd="return x * self.w * getattr(self.w, 'fast', 5) + hasattr(self.w, 'fast')",
        ),
        "attribute_of_buffer": dict(
            init="self.register_buffer('b', torch.ones(3))\nself.b.scale = 2", fwd="return x * self.b * self.b.scale"
        ),
        "attribute_of_constant": dict(
            init="self.t = torch.ones(3)\nself.t.scale = 2", fwd="return x * self.t * self.t.scale"
        ),
        "class_of_a_hook": dict(
            init="self.a = nn.Linear(3, 4)\nself.p = nn.PReLU()\nself.b = nn.Linear(4, 5)\nself.c = nn.utils.weight_norm(nn.Linear(5, 2))\nself.d = nn.Linear(2, 2)",
            fwd="return self.d(self.c(self.b(self.p(self.a(x)))))",
        ),
        "class_without_a_hook": dict(
            init="self.a = nn.Conv1d(2, 4, 1)\nself.c = nn.utils.weight_norm(nn.Linear(3, 2))",
            fwd="return self.c(self.a(x[None]))",
        ),
        "reduction_enum": dict(
            init="self.n = F._Reduction.get_enum('sum')", fwd="return x * (self.n + F._Reduction.get_enum('mean'))"
        ),
        "constant_with_capitals": dict(
            init="self.maskUpdater = torch.ones(3)\nself.mask_updater = torch.ones(3)\nself.W = torch.ones(3)",
            fwd="return x * self.maskUpdater + self.mask_updater + self.W",
        ),
    }
)


def rows():
    for name, row in ATTRIBUTES.items():
        yield "attr14_" + name, sets(*row)
    for name, row in CHILDREN.items():
        yield "child14_" + name, sets(*row)
    yield from causes()


def causes():
    for name, row in CAUSES.items():
        yield "cause_" + name, module(**row)


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
        for name, source in rows():
            f.write((json.dumps({"name": name, "source": source}) + "\n").encode())
