"""Sources for record_exports.py: what set y of foreign_modules.json showed, one cause each: names of modules that others
have taken, tables of modules, classes derived from Sequential that are captured themselves, what an autograd.Function
gives back of its arguments, setattr() in forward, cuDNN's flag, caches, old forms of calls.

foreign_y_sources.py OUT.jsonl.gz. Recorded as data/foreign_y_2.6.jsonl.gz and data/foreign_y_2.14.jsonl.gz."""

import gzip
import json
import sys

CASES = {
    "called_in_init": r"""import torch
import torch.nn as nn


def sizes(layers):
    d = torch.zeros(1, 3, 8, 8)
    with torch.no_grad():
        for layer in layers:
            d = layer(d)
    return d.shape[1:]


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Sequential(nn.Conv2d(3, 3, 3), nn.ReLU()) for _ in range(2)])
        self.n = sizes(self.convs)

    def forward(self, x):
        y = self.convs[0](x)
        for i in range(1, len(self.convs)):
            y = self.convs[i](y)
        return y


torch.export.export(M(), (torch.randn(1, 3, 8, 8),))
""",
    "items_of_sequences": r"""import torch
import torch.nn as nn


def sizes(layers):
    d = torch.zeros(1, 3, 8, 8)
    with torch.no_grad():
        for layer in layers:
            d = layer(d)
    return d.shape[1:]


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Sequential(nn.Conv2d(3, 3, 3), nn.ReLU()) for _ in range(2)])
        pass

    def forward(self, x):
        y = self.convs[0](x)
        for i in range(1, len(self.convs)):
            y = self.convs[i](y)
        return y


torch.export.export(M(), (torch.randn(1, 3, 8, 8),))
""",
    "table_of_sequence_underscore": r"""import torch
import torch.nn as nn


class Two(nn.Sequential):
    def forward(self, *inputs):
        for module in self._modules.values():
            inputs = module(*inputs) if type(inputs) == tuple else module(inputs)
        return inputs


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self._dnn = Two(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3))

    def forward(self, x):
        return self._dnn(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "table_of_sequence": r"""import torch
import torch.nn as nn


class Two(nn.Sequential):
    def forward(self, *inputs):
        for module in self._modules.values():
            inputs = module(*inputs) if type(inputs) == tuple else module(inputs)
        return inputs


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.dnn = Two(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3))

    def forward(self, x):
        return self.dnn(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "sequence_class_itself": r"""import torch
import torch.nn as nn


class MLP(nn.Sequential):
    def __init__(self, sizes):
        super().__init__()
        for i in range(len(sizes) - 1):
            self.add_module(f"layer{i}", nn.Linear(sizes[i], sizes[i + 1]))


torch.export.export(MLP([4, 8, 2]), (torch.randn(2, 4),))
""",
    "linear_class_itself": r"""import torch
import torch.nn as nn


class L(nn.Linear):
    def __init__(self):
        super().__init__(4, 3)


torch.export.export(L(), (torch.randn(2, 4),))
""",
    "tables_of_dict": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"a": nn.Linear(4, 4), "b": nn.Linear(4, 4)})

    def forward(self, x):
        for m in self.layers._modules.values():
            x = m(x)
        for name, m in self.layers._modules.items():
            x = m(x)
        return self._modules["layers"]["a"](x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_gives_input": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        pass
        return x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return Rev.apply(x, 2.0)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_gives_its_input": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        pass
        return x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return Rev.apply(self.l(x), 2.0) * 2


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_saves_constant": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.save_for_backward(x, a)
        out = x
        return out

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return self.l(Rev.apply(self.l(x), self.a))


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_gives_two_one_gradient": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        pass
        return x, x * a

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return Rev.apply(self.l(x), 2.0)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_gives_input_second": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.save_for_backward(x)
        return x.clamp(0), x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        a, b = Rev.apply(x, 2.0)
        return a + b


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_without_gradients": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.save_for_backward(x, a)
        return x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        with torch.no_grad():
            y = Rev.apply(self.l(x), self.a)
        return y + 1


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_dirty": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return Rev.apply(self.l(x) + 1, 2.0)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "function_not_differentiable": r"""import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class Rev(Function):
    @staticmethod
    def forward(ctx, x, a):
        ctx.mark_non_differentiable(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return -g, None


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.a = torch.tensor(0.0)

    def forward(self, x):
        return Rev.apply(self.l(x) + 1, 2.0) * 3


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "stft_in_function": r"""import torch
import torch.nn as nn
import torch.nn.functional as F


def spec(x, w):
    return torch.stft(x, 8, 2, window=w, return_complex=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('window', torch.hann_window(8))

    def forward(self, x):
        return spec(x, self.window).abs()


torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "stft_of_view": r"""import torch
import torch.nn as nn
import torch.nn.functional as F


def spec(x, w):
    return torch.stft(x, 8, 2, window=w, return_complex=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('window', torch.hann_window(8))

    def forward(self, x):
        return spec(x.view(2, 32), self.window).abs()


torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "pad_in_function": r"""import torch
import torch.nn as nn
import torch.nn.functional as F


def f(x):
    return F.pad(x.view(1, 2, 32), [4, 4], mode='reflect').view(2, 40)


class Net(nn.Module):
    def forward(self, x):
        return f(x)


torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "pad_in_module": r"""import torch
import torch.nn as nn
import torch.nn.functional as F


class Sub(nn.Module):
    def forward(self, x):
        return F.pad(x.view(1, 2, 32), [4, 4], mode='reflect').view(2, 40)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = Sub()

    def forward(self, x):
        return self.s(x)


torch.export.export(Net(), (torch.randn(2, 32),))
""",
    "cudnn_flag_in_forward": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        torch.backends.cudnn.enabled = False
        y = self.norm(x)
        torch.backends.cudnn.enabled = True
        return self.norm(y)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "cudnn_flag_of_file": r"""import torch
import torch.nn as nn

torch.backends.cudnn.enabled = False


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "setattr_of_child": r"""import torch
import torch.nn as nn


class Lin(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        w = self.l.weight
        del self.l._parameters["weight"]
        self.l.register_parameter("weight_v", nn.Parameter(w.data))
        self.name = "weight"

    def forward(self, x):
        v = getattr(self.l, self.name + "_v")
        setattr(self.l, self.name, v / v.norm())
        return self.l(x)


torch.export.export(Lin(), (torch.randn(2, 4),))
""",
    "setattr_of_self": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)

    def forward(self, x):
        setattr(self, "kept", self.l(x))
        return self.kept * 2


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "length_of_held": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.ind = torch.tensor([True, False, True])
        self.register_buffer("b", torch.arange(3.0))
        self.w = nn.Parameter(torch.zeros(3, 2))

    def forward(self, x):
        out = x.new_zeros((len(self.ind), 2))
        out[self.ind] = x
        return out * len(self.b) + len(self.w)


torch.export.export(M(), (torch.randn(2, 2),))
""",
    "getattr_called_in_loop": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.names = {"hm": 1, "dim": 2}
        for name in self.names:
            self.__setattr__(name, nn.Sequential(nn.Linear(4, 4), nn.ReLU()))

    def forward(self, x):
        out = {}
        for name in self.names:
            out[name] = self.__getattr__(name)(x)
        return out


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "getattr_called": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.s = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        return self.__getattr__("l")(x) + self.__getattr__("s")(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "method_held": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.ls = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.fn = self.step

    def step(self, x):
        for l in self.ls:
            x = l(x)
        return self.l(x)

    def forward(self, x):
        return self.fn(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "setattr_in_sequence": r"""import torch
import torch.nn as nn


class WeightNorm(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        w = module.weight
        del module._parameters["weight"]
        module.register_parameter("weight_g", nn.Parameter(w.norm(dim=0)))
        module.register_parameter("weight_v", nn.Parameter(w.data))

    def forward(self, x):
        setattr(self.module, "weight", self.module.weight_v * self.module.weight_g)
        return self.module.forward(x)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = nn.Sequential(WeightNorm(nn.Linear(4, 4)), nn.ReLU(), WeightNorm(nn.Linear(4, 4)))
        self.ls = nn.ModuleList([WeightNorm(nn.Linear(4, 4))])

    def forward(self, x):
        x = self.s(x)
        for l in self.ls:
            x = l(x)
        return x


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "names_taken": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU())
        self.conv1_1 = nn.Sequential(nn.Conv2d(2, 2, 3), nn.BatchNorm2d(2), nn.ReLU())
        self.conv1_1_0 = nn.Conv2d(2, 2, 1)
        self.a = nn.ModuleList([nn.ModuleList([nn.Linear(2, 2)])])
        self.a_0 = nn.ModuleList([nn.Linear(2, 2)])

    def forward(self, x):
        y = self.conv1_1_0(self.conv1_1(self.conv1(x)))
        return self.a_0[0](self.a[0][0](y.mean((2, 3))))


torch.export.export(M(), (torch.randn(1, 1, 8, 8),))
""",
    "names_taken_by_class": r"""import torch
import torch.nn as nn


class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        return self.l(x)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.ModuleList([B(), B()])
        self.b_1 = B()
        self.c_1 = nn.Parameter(torch.zeros(2))
        self.c = nn.ModuleList([B(), B()])

    def forward(self, x):
        y = x
        for b in self.b:
            y = b(y)
        y = self.b_1(y) + self.c_1
        for c in self.c:
            y = c(y)
        return y


torch.export.export(M(), (torch.randn(2, 2),))
""",
    "variable_and_packed": r"""import torch
import torch.nn as nn
from torch.autograd import Variable
from torch.nn.utils.rnn import PackedSequence


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)

    def forward(self, x):
        if isinstance(x, PackedSequence) or isinstance(self.l.weight, PackedSequence):
            return x
        if isinstance(x, Variable):
            x = x * 2
        return self.l(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "type_with_members": r"""import torch
import torch.nn as nn

Cfg = type("Cfg", (), {"width": 4, "scale": 0.5})
Act = type("Act", (nn.Module,), {"slope": 0.1, "forward": lambda self, x: torch.where(x > 0, x, x * self.slope)})


class M(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.l = nn.Linear(cfg.width, 3)
        self.act = Act()

    def forward(self, x):
        return self.act(self.l(x)) * self.cfg.scale


torch.export.export(M(Cfg()), (torch.randn(2, 4),))
""",
    "device_of_layers": r"""import torch
import torch.nn as nn
from torch import torch as package


class M(nn.Module):
    def __init__(self, device: package.device):
        super().__init__()
        self.l = nn.Linear(4, 3, device=device, dtype=package.float32)
        self.c = nn.Conv1d(2, 2, 1, device=device)

    def forward(self, x):
        return self.l(self.c(x)) + package.ones(3)


torch.export.export(M(package.device("cpu")), (torch.randn(1, 2, 4),))
""",
    "linspace_of_tensors": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        s = torch.exp(torch.scalar_tensor(-2.0))
        ends = [torch.linspace(s, 1, 4), torch.linspace(0, s + 1, 4), torch.linspace(torch.tensor(1), s, 4)]
        self.register_buffer("b", torch.tensor([float(e[1]) for e in ends] + [1 - s]))
        self.n = int(ends[1].sum() * 10)

    def forward(self, x):
        return x * self.b + self.n


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "old_factors": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x, v):
        y = x.addmm(0.5, 2, x, x.t())
        y.addmm_(1, -2, x, x.t())
        y = y + x.addmm(3, x, x)
        z = v.addmv(2, x, v) + v.addmv_(0.5, 3, x, v)
        return y.addr_(2, v, v), z, x[None].baddbmm(2, x[None], x[None])


torch.export.export(M(), (torch.randn(3, 3), torch.randn(3)))
""",
    "cache_looked_through": r"""import torch
import torch.nn as nn
from functools import cache, lru_cache


@lru_cache(maxsize=None)
def steps(n):
    return torch.arange(n) * 2.0


@cache
def width(n):
    return n * 2


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(width(2), int(steps(3).sum()))

    def forward(self, x):
        return self.l(x)[:, :3] + steps(3) * width(2) + steps(3)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "inspect_function": r"""import inspect
import torch
import torch.nn as nn
from inspect import isfunction


def default(val, d):
    if val is not None:
        return val
    return d() if isfunction(d) else d


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, default(None, lambda: 4))

    def forward(self, x, context=None):
        return self.l(x) + default(context, x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "inspect_class": r"""import inspect
import torch
import torch.nn as nn


def pick(d):
    return d if inspect.isclass(d) or inspect.ismethod(d) else 2 * d


class M(nn.Module):
    def forward(self, x):
        return x + pick(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": f"fy_{name}", "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
