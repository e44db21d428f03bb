"""Sources for record_exports.py: ways in which other people's modules write state and reach it, one cause each: writes
through `.data` in forward, registered tensors that forward reaches through a list, an object or a closure, local
decorators, loggers, hasattr() of methods, detach() that nothing uses.

foreign_q_sources.py OUT.jsonl.gz. Recorded as data/foreign_q_2.6.jsonl.gz and data/foreign_q_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns.
CASES = {
    "d_buf_from_x": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data = x.sum(0)
        return x * self.w
""",
    "d_par_from_x": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        self.w.data = x.sum(0)
        return x * self.w
""",
    "d_par_from_x_ng": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        with torch.no_grad():
            self.w.data = x.sum(0)
        return x * self.w
""",
    "d_input": r"""class Net(nn.Module):
    def forward(self, x):
        x.data = x * 2
        return x + 1
""",
    "d_inter": r"""class Net(nn.Module):
    def forward(self, x):
        y = x + 1
        y.data = x * 2
        return y + 1
""",
    "d_inter_isub": r"""class Net(nn.Module):
    def forward(self, x):
        y = x + 1
        y.data -= x
        return y + 1
""",
    "d_frozen": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3), requires_grad=False)
    def forward(self, x):
        self.w.data = self.w * 0.9 + x.mean(0)
        return x * self.w
""",
    "d_other_shape": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data = x
        return x * self.w
""",
    "d_const": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        self.w.data = torch.zeros(3)
        return x * self.w
""",
    "d_local": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', torch.ones(3))
    def forward(self, x):
        w = self.w
        w.data = w + 1
        return x * w + self.w
""",
    "d_subscript": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        self.w.data[0] = 0
        self.w.data[1:] += 2
        return x * self.w
""",
    "d_linear": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.register_buffer('mask', torch.eye(3))
    def forward(self, x):
        self.l.weight.data.mul_(self.mask)
        return self.l(x)
""",
    "d_linear_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.register_buffer('mask', torch.eye(3))
    def forward(self, x):
        self.l.weight.data = self.l.weight.data * self.mask
        return self.l(x)
""",
    "d_detach_no_data": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        self.w.data = (self.w.detach() * 0.9)
        return x * self.w
""",
    "s_list": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.ones(3))
        self.ls = [self.mu]
    def forward(self, x):
        return x * self.ls[0] + self.mu
""",
    "s_dict_buf": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('mu', torch.ones(3))
        self.d = {'a': self.mu}
    def forward(self, x):
        return x * self.d['a'] + self.d['a']
""",
    "s_obj_buf": r"""class P:
    def __init__(self, m): self.m = m
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('mu', torch.ones(3))
        self.p = P(self.mu)
    def forward(self, x):
        return x * self.p.m + self.p.m + self.mu
""",
    "s_obj_first_own": r"""class P:
    def __init__(self, m): self.m = m
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.ones(3))
        self.p = P(self.mu)
    def forward(self, x):
        return x * self.mu + self.p.m
""",
    "s_obj_layer": r"""class P:
    def __init__(self, m): self.m = m
    def go(self, x): return self.m(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.p = P(self.l)
    def forward(self, x):
        return self.p.go(x)
""",
    "s_closure": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.ones(3))
        m = self.mu
        self.f = lambda x: x * m
    def forward(self, x):
        return self.f(x)
""",
    "s_child_obj": r"""class P:
    def __init__(self, m): self.m = m
class Lay(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.post = P(self.w)
        self.q = P(1)
        self.q.post = self.post
    def forward(self, x):
        return x * self.q.post.m
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lay = Lay()
    def forward(self, x):
        return self.lay(x)
""",
    "s_tuple": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(3))
        self.b = nn.Parameter(torch.ones(3))
        self.t = (self.a, self.b)
    def forward(self, x):
        for p in self.t:
            x = x * p
        return x
""",
    "o_deco_local": r"""class Net(nn.Module):
    def forward(self, x):
        def twice(f):
            def g(y):
                return f(f(y))
            return g
        @twice
        def step(y):
            return y * 2
        return step(x)
""",
    "o_deco_local_wraps": r"""import functools
class Net(nn.Module):
    def forward(self, x):
        def plus(f):
            @functools.wraps(f)
            def g(y):
                return f(y) + 1
            return g
        @plus
        def step(y):
            return y * 2
        return step(x)
""",
    "o_detach_no_grad": r"""class Net(nn.Module):
    def forward(self, x):
        with torch.no_grad():
            y = x * 2
            z = y.detach()
        return x + y
""",
    "o_detach_no_grad2": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        with torch.no_grad():
            self.w.detach()
            y = self.w * 2
        return x + y
""",
    "o_logger": r"""import logging
log = logging.getLogger(__name__)
class Net(nn.Module):
    def forward(self, x):
        log.info('shape %s', x.shape)
        return x * 2
""",
    "o_logger_debug": r"""import logging
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.log = logging.getLogger('net')
    def forward(self, x):
        self.log.debug('go')
        logging.warning('warn')
        return x * 2
""",
    "o_sum_map": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(map(lambda y: y * 2, [x, x + 1]))
""",
    "o_sum_map_list": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(list(map(torch.sin, [x, x])))
""",
    "o_sum_map_start": r"""class Net(nn.Module):
    def forward(self, x):
        return x + sum(map(int, [1, 2]))
""",
    "o_hasattr_method": r"""class Net(nn.Module):
    def forward(self, x):
        return x * 2 if hasattr(x, 'cos') else x
""",
    "o_hasattr_method2": r"""class Net(nn.Module):
    def forward(self, x):
        y = x + 1
        return y * 2 if hasattr(y, 'size') and not hasattr(y, 'nothing') else y
""",
    "o_hasattr_attr": r"""class Net(nn.Module):
    def forward(self, x):
        return x * 2 if hasattr(x, 'shape') and hasattr(x, 'dtype') else x
""",
    "o_fn_no_grad": r"""class Sq(torch.autograd.Function):
    @staticmethod
    @torch.no_grad()
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        return g * 2
class Net(nn.Module):
    def forward(self, x):
        return Sq.apply(x)
""",
    "o_fn_no_grad_grad": r"""class Sq(torch.autograd.Function):
    @staticmethod
    @torch.no_grad()
    def forward(ctx, x):
        return x * x
    @staticmethod
    def backward(ctx, g):
        return g * 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        return Sq.apply(self.l(x))
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        source = HEAD + body + "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": "fq_" + name, "source": source}) + "\n").encode())
