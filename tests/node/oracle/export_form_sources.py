"""Sources for record_exports.py: what stands beside the export tests of PyTorch: forwards that are decorated, bound by hand
or partial, modules whose self has another name, tensors made of symbols, ranges that are told of symbols, attributes of
tensors, operands of branches in the order of their cells, while_loop, and what PyTorch asks of numbers that only a run
tells.

export_form_sources.py OUT.jsonl.gz. Recorded as data/export_forms_2.6.jsonl.gz and data/export_forms_2.14.jsonl.gz."""

import gzip
import json
import sys

CASES = {
    "dec_wraps_args": """import torch, functools
from torch import nn
def plus(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 1
    return inner
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    @plus
    def forward(self, x, scale=2.0, *, bias=None):
        out = self.lin(x) * scale
        return out if bias is None else out + bias
ep = torch.export.export(Net(), (torch.randn(2, 3),), {"bias": torch.randn(3)})
""",
    "dec_wraps_self_args": """import torch, functools
from torch import nn
def twice(f):
    @functools.wraps(f)
    def inner(self, *args, **kwargs):
        return f(self, *args, **kwargs) * self.factor
    return inner
class Net(nn.Module):
    factor = 3
    @twice
    def forward(self, a, b):
        return a - b
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)), dynamic_shapes={"a": {0: torch.export.Dim("n")}, "b": {0: torch.export.Dim("n")}})
""",
    "dec_plain_args": """import torch
from torch import nn
def plus(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 1
    return inner
class Net(nn.Module):
    @plus
    def forward(self, x, y):
        return x * y
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "dec_plain_self_args": """import torch
from torch import nn
def plus(f):
    def inner(self, *args, **kwargs):
        return f(self, *args, **kwargs) + 1
    return inner
class Net(nn.Module):
    @plus
    def forward(self, x, y):
        return x * y
ep = torch.export.export(Net(), (torch.randn(2, 3),), {"y": torch.randn(2, 3)})
""",
    "dec_two_wraps": """import torch
from functools import wraps
from torch import nn
def add(n):
    def outer(f):
        @wraps(f)
        def inner(*args, **kw):
            return f(*args, **kw) + n
        return inner
    return outer
class Net(nn.Module):
    @add(1)
    @add(2)
    def forward(self, x):
        return x.relu()
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "dec_wraps_no_grad": """import torch
from functools import wraps
from torch import nn
def quiet(f):
    @wraps(f)
    def inner(*args, **kw):
        with torch.no_grad():
            return f(*args, **kw)
    return inner
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    @quiet
    def forward(self, x):
        return self.lin(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "dec_sub_wraps": """import torch
from functools import wraps
from torch import nn
def add(f):
    @wraps(f)
    def inner(*args, **kw):
        return f(*args, **kw) + 1
    return inner
class Sub(nn.Module):
    @add
    def forward(self, x):
        return x.relu()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
    def forward(self, x):
        return self.sub(x) * 2
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "get_bound_other": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
def other(this, first, second):
    return first - second
net = Net()
net.forward = other.__get__(net)
ep = torch.export.export(net, (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "method_type_bound": """import torch, types
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return x
def other(module, x, scale=2):
    return x * module.w * scale
net = Net()
net.forward = types.MethodType(other, net)
ep = torch.export.export(net, (torch.randn(2, 3),))
""",
    "function_set_forward": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
net = Net()
net.forward = lambda a, b: a * b
ep = torch.export.export(net, (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "class_forward_set": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
def swapped(me, p, q):
    return p / q
Net.forward = swapped
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "partial_forward_pos": """import torch, functools
from torch import nn
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y * z
net = Net()
net.forward = functools.partial(net.forward, z=2)
ep = torch.export.export(net, (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "partial_forward_first": """import torch, functools
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return x + y * 2
net = Net()
net.forward = functools.partial(net.forward, 3)
ep = torch.export.export(net, (torch.randn(2, 3),))
""",
    "partialmethod_forward": """import torch, functools
from torch import nn
class Net(nn.Module):
    def run(self, x, mode):
        return x + 1 if mode == "a" else x - 1
    forward = functools.partialmethod(run, mode="a")
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "tt_backed": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x.sum() + torch.tensor(x.shape[0])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_backed_list": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x + torch.tensor([x.shape[0], 2, 3])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_backed_list_dtype": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x + torch.tensor([x.shape[0], 2, 3], dtype=torch.float32)
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_backed_nested": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return torch.tensor([[x.shape[0], x.shape[1]], [1, 2]])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n"), 1: torch.export.Dim("m")}})
""",
    "tt_backed_mixed_float": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return torch.tensor([x.shape[0], 0.5])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_unbacked_plain": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return torch.tensor(x.item()) + 1
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "tt_unbacked_dtype": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        return torch.tensor([n, 2], dtype=torch.int32), torch.tensor(n, dtype=torch.float32)
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "tt_unbacked_nested": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        return torch.tensor([[n, 2], [3, n + 1]])
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "tt_size_float": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x * torch.tensor(x.shape[0] / 2)
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_as_tensor": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x * torch.as_tensor(x.shape[0])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_new_tensor": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x * x.new_tensor(x.shape[0])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "tt_auto": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x * torch.tensor([x.shape[0]])
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO}})
""",
    "tt_of_tensors": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return torch.tensor([x[0], x[1]])
ep = torch.export.export(Net(), (torch.randn(4),))
""",
    "cas_size": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        torch._constrain_as_size(n, min=2, max=9)
        return torch.ones(n)
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "cas_size_plain": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        torch._constrain_as_size(n)
        return torch.ones(n, 2)
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "scrs_size": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        torch.sym_constrain_range_for_size(n, min=2, max=9)
        return torch.ones(n)
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "scr": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        n = x.item()
        torch.sym_constrain_range(n, min=2, max=9)
        return x + n
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "setattr_tensor": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        x.scale = 3
        y = x + 1
        y.other = x * 2
        return y * x.scale + y.other
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "setattr_tensor_mid": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        y = x.cos()
        y.tag = "a"
        if getattr(y, "tag", "b") == "a":
            return y + 1
        return y - 1
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "nonzero_kw": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return torch.nonzero(x, as_tuple=False)
ep = torch.export.export(Net(), (torch.ones(3, 2),))
""",
    "nonzero_kw_tuple": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        a, b = torch.nonzero(x, as_tuple=True)
        return a + b
ep = torch.export.export(Net(), (torch.ones(3, 2),))
""",
    "sym_min_plain": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x + torch.sym_max(x.shape[0], 2)
ep = torch.export.export(Net(), (torch.ones(3, 2),))
""",
    "self_named_me": """import torch
from torch import nn
class Net(nn.Module):
    def __init__(me):
        super().__init__()
        me.lin = nn.Linear(3, 3)
        me.register_buffer("b", torch.ones(3))
        me.c = torch.ones(3)
    def forward(me, x):
        return me.lin(x) + me.b + me.c
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "self_args_only": """import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
        self.register_buffer("b", torch.ones(3))
        self.w = nn.Parameter(torch.ones(3))
        self.c = torch.ones(3)
    def forward(*args):
        self, x = args
        return self.seq(x) + self.b + self.c + self.w
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "wraps_args_state": """import torch, functools
from torch import nn
def plus(f):
    @functools.wraps(f)
    def inner(*a, **kwargs):
        return f(*a, **kwargs) + 1
    return inner
class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x).relu()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
        self.subs = nn.ModuleList([Sub(), Sub()])
        self.register_buffer("b", torch.ones(3))
        self.w = nn.Parameter(torch.ones(3))
        self.c = torch.ones(3)
    @plus
    def forward(self, x):
        x = self.sub(x)
        for one in self.subs:
            x = one(x)
        return x + self.b + self.c + self.w
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "wraps_me_state": """import torch, functools
from torch import nn
def plus(f):
    @functools.wraps(f)
    def inner(module, *a, **kwargs):
        return f(module, *a, **kwargs) + module.w
    return inner
class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x).relu()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
        self.register_buffer("b", torch.ones(3))
        self.w = nn.Parameter(torch.ones(3))
        self.c = torch.ones(3)
    @plus
    def forward(self, x):
        x = self.sub(x)
        return x + self.b + self.c + self.w
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "partial_tensor": """import torch, functools
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x, y, z=1):
        return self.lin(x) + y * z
net = Net()
net.forward = functools.partial(net.forward, y=torch.randn(3))
ep = torch.export.export(net, (torch.randn(2, 3),))
""",
    "partial_kw_given": """import torch, functools
from torch import nn
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y * z
net = Net()
net.forward = functools.partial(net.forward, y=2)
ep = torch.export.export(net, (torch.randn(2, 3),), {"z": torch.randn(3)})
""",
    "instance_forward_sub": """import torch, types
from torch import nn
class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return x * self.w
def other(this, x):
    return x + this.w
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
        self.sub.forward = types.MethodType(other, self.sub)
    def forward(self, x):
        return self.sub(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "wraps_with_dynamic": """import torch, functools
from torch import nn
def plus(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 1
    return inner
class Net(nn.Module):
    @plus
    def forward(self, x, y):
        return x + y
d = torch.export.Dim("d")
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)), dynamic_shapes={"x": {0: d}, "y": {0: d}})
""",
    "wraps_with_dynamic_tuple": """import torch, functools
from torch import nn
def plus(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 1
    return inner
class Net(nn.Module):
    @plus
    def forward(self, x, y):
        return x + y
d = torch.export.Dim("d")
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)), dynamic_shapes=({0: d}, {0: d}))
""",
    "plain_with_dynamic": """import torch
from torch import nn
def plus(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 1
    return inner
class Net(nn.Module):
    @plus
    def forward(self, x, y):
        return x + y
d = torch.export.Dim("d")
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)), dynamic_shapes={"args": ({0: d}, {0: d})})
""",
    "cl_two_vars": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, p, x, y, z):
        b = y * 2
        a = z + 1
        return torch.cond(p, lambda t: t * b + a, lambda t: t - a, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "cl_inputs_reversed": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, p, x, y, z):
        def yes(t):
            return t + z * y
        def no(t):
            return t + y - z
        return torch.cond(p, yes, no, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "cl_self_and_var": """import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3))
        self.register_buffer("b", torch.randn(3))
    def forward(self, p, x, y):
        q = y.sin()
        def yes(t):
            return t * self.w + q
        def no(t):
            return t * self.b - q
        return torch.cond(p, yes, no, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "cl_self_linear": """import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, p, x, y):
        aa = y.sin()
        return torch.cond(p, lambda: self.lin(x) + aa, lambda: x - aa, ())
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "wl_closure": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, n, x, y):
        k = y * 2
        def go(i, t):
            return i < 3
        def body(i, t):
            return i + 1, t * k
        return while_loop(go, body, (n, x))
ep = torch.export.export(Net(), (torch.tensor(0), torch.randn(3), torch.randn(3)))
""",
    "wl_state": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.register_buffer("dec", torch.tensor(1))
    def forward(self, n, x):
        def go(i, t):
            return i - self.dec > 0
        def body(i, t):
            return i - self.dec, self.lin(t)
        return while_loop(go, body, (n, x))
ep = torch.export.export(Net(), (torch.tensor(3), torch.randn(3)))
""",
    "wl_plain": """import torch
from torch import nn
class Net(nn.Module):
    def forward(self, n, x):
        a, b = torch._higher_order_ops.while_loop(lambda i, t: i.sum() < 4, lambda i, t: (i + 1, t.cos()), (n, x))
        return a + 1, b * 2
ep = torch.export.export(Net(), (torch.tensor(0), torch.randn(2, 3)))
""",
    "wl_dict": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, n, x):
        def go(c):
            return c["i"] < 4
        def body(c):
            return {"i": c["i"] + 1, "x": c["x"].sin()},
        return while_loop(go, body, ({"i": n, "x": x},))
ep = torch.export.export(Net(), (torch.tensor(0), torch.randn(2, 3)))
""",
    "wl_dynamic": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, n, x):
        def go(i, t):
            return i < 4
        def body(i, t):
            return i + 1, t.sin()
        return while_loop(go, body, (n, x))
ep = torch.export.export(Net(), (torch.tensor(0), torch.randn(2, 3)), dynamic_shapes={"n": None, "x": {0: torch.export.Dim("d")}})
""",
    "wl_other_shape": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, n, x):
        def go(i, t):
            return i < 4
        def body(i, t):
            return i + 1, t[1:]
        return while_loop(go, body, (n, x))
ep = torch.export.export(Net(), (torch.tensor(0), torch.randn(2, 3)))
""",
    "wl_int_carry": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, x):
        def go(i, t):
            return i < 4
        def body(i, t):
            return i + 1, t.sin()
        return while_loop(go, body, (0, x))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "wl_tensor_cond": """import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
class Net(nn.Module):
    def forward(self, x):
        def go(t):
            return t.sum() < 10
        def body(t):
            return (t + 1,)
        return while_loop(go, body, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "hw_plain": """import torch
from torch import nn
from torch._higher_order_ops.hints_wrap import hints_wrapper
class Net(nn.Module):
    def forward(self, x, y):
        def body(a, b):
            return a.relu() + b
        return hints_wrapper(body, (x, y), {}, hints={"k": 1}) * 2
ep = torch.export.export(Net(), (torch.randn(2, 4), torch.ones(4)))
""",
    "map_two": """import torch
from torch import nn
from torch._higher_order_ops.map import map
class Net(nn.Module):
    def forward(self, xs, y):
        def f(a, b):
            return a + b, a * b
        p, q = map(f, xs, y)
        return p - q
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(3)))
""",
    "scan_plain": """import torch
from torch import nn
from torch._higher_order_ops.scan import scan
class Net(nn.Module):
    def forward(self, init, xs):
        def f(c, x):
            n = c + x
            return n, n.clone()
        return scan(f, init, xs)
ep = torch.export.export(Net(), (torch.randn(3), torch.randn(4, 3)))
""",
    "ub_index_b": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_b0": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[b, 0]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_zb": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[0, b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_colon_b": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[:, b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_b_colon": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[b, :]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_none_b": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[None, b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_slice_0": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[:b, 0]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_b_ell": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[b, ...]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_index_neg": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[-1, b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_plain": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b <= y.size(1))
        return y.narrow(1, 0, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_nocheck": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        return y.narrow(1, 0, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_start": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b < 3)
        return y.narrow(0, b, 2)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_strict_lt": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b < y.size(1))
        return y.narrow(1, 0, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_func": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b <= 5)
        return torch.narrow(y, 0, 0, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_both": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b <= 2)
        return y.narrow(0, b, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_sl": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b <= y.size(1))
        return y[:, :b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_narrow_sl2": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b <= y.size(0))
        return y[b:]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5, 5),))
""",
    "ub_pow": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y ** x.item()
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "ub_pow_float": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y ** x.item()
ep = torch.export.export(Net(), (torch.tensor(2.5), torch.ones(5),))
""",
    "ub_pow_size": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        return torch.pow(y, b)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "ub_rpow": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return x.item() ** y
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "ub_expand_nosize": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y.expand(x.item(), 5)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(1, 5),))
""",
    "ub_expand_size": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        return y.expand(b, 5)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(1, 5),))
""",
    "ub_expand_front": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y.expand(x.item(), 1, 5)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(1, 5),))
""",
    "ub_expand_ge": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 2)
        return y.expand(b, 5)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(1, 5),))
""",
    "mp_item": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y * math.pow(x.item(), 2)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "mp_min": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        return y * math.pow(min(x.item(), 10), 2)
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "mp_size": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x * math.pow(x.shape[0], 2)
ep = torch.export.export(Net(), (torch.ones(5),), dynamic_shapes={'x': {0: torch.export.Dim('n')}})
""",
    "as_item": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert x.item() > 0
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_item_used": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        assert b > 0
        return y + b
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_max": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        z = x + y
        assert z.max().item() > 0
        return z
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_eq": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        assert b == 2
        return y + b
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_and": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        assert b > 0 and b < 9
        return y + b
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_size": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        assert b >= 0
        assert b <= 5
        return y[:b]
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_tensor_all": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert (y > 0).all()
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_tensor_msg": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert (y > 0).any(), 'none'
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "as_float": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        assert b > 0.5
        return y + b
ep = torch.export.export(Net(), (torch.tensor(2.0), torch.ones(5),))
""",
    "as_bool_item": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert x.item()
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(True), torch.ones(5),))
""",
    "as_nonzero": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = torch.nonzero(y).shape[0]
        assert n > 0
        return torch.ones(n)
ep = torch.export.export(Net(), (torch.tensor(True), torch.ones(5),))
""",
    "un_item": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_item_check": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        torch._check(x.item() > 0)
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_item_add": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = x.item() + 1
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_item_assert_add": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = x.item() + 1
        assert n > 3
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(5), torch.ones(5),))
""",
    "un_item_two": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        assert n > 1
        assert n < 9
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_two_items": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        m = y.sum().item()
        assert n > 1
        return y + m
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_tensor_assert": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert (y.sum() > 0)
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
    "un_nonzero": """import torch, math
from torch import nn
class Net(nn.Module):
    def forward(self, x, y):
        assert torch.nonzero(y).shape[0] > 0
        return y + 1
ep = torch.export.export(Net(), (torch.tensor(2), torch.ones(5),))
""",
}

with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as out:
    for name, source in CASES.items():
        out.write((json.dumps({"name": name, "source": source}) + "\n").encode())
