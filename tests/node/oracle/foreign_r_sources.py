"""Sources for record_exports.py: what set r of foreign_modules.json showed, one cause each: lists of arrays,
custom_fwd, names by cells of functions and by getattr(), tables of a module that are written, optimizers in __init__,
NumPy in strict capture.

foreign_r_sources.py OUT.jsonl.gz. Recorded as data/foreign_r_2.6.jsonl.gz and data/foreign_r_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns, unless it says what it exports.
CASES = {
    "tt": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.Tensor(x) + 1
""",
    "tf": r"""class Net(nn.Module):
    def forward(self, x):
        y = x * 2
        return torch.FloatTensor(y) + 1, torch.Tensor(torch.zeros(2, 3)).type(x.type())
""",
    "tl": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.long()
        return torch.LongTensor(y) + 1
""",
    "tnew": r"""class Net(nn.Module):
    def forward(self, x):
        return x.new(x * 2) + 1
""",
    "cf": r"""class Fn(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd
    def forward(ctx, x, a):
        ctx.a = a
        return x * a
    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        return g * ctx.a, None
class Net(nn.Module):
    def forward(self, x):
        return Fn.apply(x, 2.0) + 1
""",
    "cf32": r"""class Fn(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)
    def forward(ctx, x, a):
        ctx.save_for_backward(x)
        return torch.sigmoid(x) * a
    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        return g, None
class Net(nn.Module):
    def forward(self, x):
        return Fn.apply(x, 2.0) + 1
""",
    "cfnew": r"""class Fn(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type='cuda')
    def forward(ctx, x, a):
        return x * a
    @staticmethod
    @torch.amp.custom_bwd(device_type='cuda')
    def backward(ctx, g):
        return g * 2, None
class Net(nn.Module):
    def forward(self, x):
        return Fn.apply(x, 2.0) + 1
""",
    "cfgrad": r"""class Fn(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd
    def forward(ctx, x, w):
        y = x @ w
        ctx.save_for_backward(x, w)
        return y
    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w.t(), x.t() @ g
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 4))
    def forward(self, x):
        return Fn.apply(x, self.w).relu()
""",
    "names_seq": r"""class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x) + x
torch.export.export(nn.Sequential(Block(), Block()), (torch.randn(2, 3),))
""",
    "names_seq_mixed": r"""class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.inner = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
        self.w = nn.Parameter(torch.randn(3))
    def forward(self, x):
        return self.inner(self.lin(x)) * self.w
torch.export.export(nn.Sequential(nn.Linear(3, 3), Block(), nn.Sequential(Block())), (torch.randn(2, 3),))
""",
    "names_ordered": r"""from collections import OrderedDict
class Unit(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.Sequential(OrderedDict([('0_norm', nn.BatchNorm1d(3)), ('1_act', nn.ReLU())]))
        self.block = nn.Sequential(OrderedDict([('0_lin', nn.Linear(3, 3)), ('last', nn.Linear(3, 3))]))
    def forward(self, x):
        return self.block(self.act(x))
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(Unit(), Unit())
    def forward(self, x):
        return self.block(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(OrderedDict([('0_lin', nn.Linear(3, 3)), ('1_block', Block()), ('two', Block())]))
    def forward(self, x):
        return self.f(x)
""",
    "names_setattr": r"""class Unit(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2):
            self.add_module(f'{i}_unit', Unit())
    def forward(self, x):
        for i in range(2):
            x = getattr(self, f'{i}_unit')(x)
        return x
""",
    "arrays": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.FloatTensor([np.eye(3)[0], np.ones(3)]))
        self.register_buffer('i', torch.LongTensor([np.asarray([1, 2]), np.asarray([0, 1])]))
        self.t = torch.tensor([np.zeros(3), np.ones(3)])
        self.u = torch.tensor([np.arange(3), np.arange(3)])
    def forward(self, x):
        return x * self.w + self.t, self.i, self.u
""",
    "arrays_forward": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x + torch.FloatTensor([np.eye(3)[0], np.ones(3)])
""",
    "ldam": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = 1.0 / np.sqrt(np.sqrt([10, 20, 5]))
        m *= 0.5 / max(m)
        self.m = torch.tensor(m, dtype=torch.float32)
        self.q = np.linalg.qr(np.random.randn(3, 3))[0].astype(np.float32)
        self.register_buffer('r', torch.from_numpy(self.q))
        self.s = (np.arange(0, 3) * 1.5).round()[::-1].copy().astype(np.int64)
        self.t = torch.from_numpy(self.s)
    def forward(self, x):
        return x * self.m + self.t, x @ self.r
""",
    "optim_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.opt = torch.optim.Adam(self.parameters(), lr=1e-3)
        self.sched = torch.optim.lr_scheduler.StepLR(self.opt, 10)
    def forward(self, x):
        return self.lin(x)
""",
    "optim_two": r"""class Net(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.out = nn.Linear(3, 3)
        self.a, self.b = list(self.lin.parameters()), list(self.out.parameters())
        self.opt = make(self.a + self.b)
    def forward(self, x):
        return self.out(self.lin(x))
torch.export.export(Net(lambda p: torch.optim.SGD(p, lr=0.1)), (torch.randn(2, 3),))
""",
    "closure_mlp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(3, 6), c_proj=nn.Linear(6, 3), act=nn.GELU()))
        m = self.mlp
        self.mlpf = lambda x: m.c_proj(m.act(m.c_fc(x)))
    def forward(self, x):
        return x + self.mlpf(x)
""",
    "closure_layer": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        lin = self.lin
        def run(x):
            return lin(x)
        self.run = run
    def forward(self, x):
        return self.run(x)
""",
    "closure_blocks": r"""class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln = nn.LayerNorm(3)
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(3, 6), c_proj=nn.Linear(6, 3), act=nn.GELU()))
        m = self.mlp
        self.mlpf = lambda x: m.c_proj(m.act(m.c_fc(x)))
    def forward(self, x):
        return x + self.mlpf(self.ln(x))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.ModuleDict(dict(h=nn.ModuleList([Block(), Block()]), out=nn.Linear(3, 2)))
    def forward(self, x):
        for b in self.t.h:
            x = b(x)
        return self.t.out(x)
""",
    "sn_old": r"""class SN(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        w = module.weight
        self.module.register_parameter('weight_bar', nn.Parameter(w.data))
        self.module.register_parameter('weight_u', nn.Parameter(torch.randn(w.shape[0]), requires_grad=False))
        del self.module._parameters['weight']
    def forward(self, x):
        w = self.module.weight_bar
        u = self.module.weight_u
        setattr(self.module, 'weight', w / (u.norm() + 1e-12))
        return self.module(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = SN(nn.Linear(3, 3))
    def forward(self, x):
        return self.l(x)
""",
    "list_index": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.clone()
        y[[torch.tensor([0, 1]), torch.tensor([1, 2])]] = 0
        return y
""",
    "np_strict": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        assert 16 % np.power(2, 2) == 0
        k = 4
        return x / np.sqrt(k) - np.log(k) * np.prod(x.size()) + np.log(2 * np.pi)
""",
    "np_mask": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        m = np.triu(np.ones([x.size(0), 3]), k=1)
        return x + torch.from_numpy(m).float()
""",
    "moe_rg": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros_like(x, requires_grad=True)
        return z.scatter(1, x.topk(1, dim=1).indices, 1.0)
""",
    "bn_forward": r"""class Net(nn.Module):
    def forward(self, x):
        return nn.BatchNorm1d(x.size(1))(x)
""",
    "dist_strict": r"""class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.Normal(x, F.softplus(x))
        return d.log_prob(x), d.entropy()
""",
    "dist_cat": r"""class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.Categorical(logits=x)
        return d.entropy()
""",
    "dist_mvn": r"""class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.MultivariateNormal(x, torch.eye(3))
        return d.log_prob(x)
""",
    "dist_unchecked": r"""class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.Normal(x, F.softplus(x), validate_args=False)
        return d.log_prob(x), d.entropy()
""",
    "enc_layer": r"""class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(4, 2)
        self.lin = nn.Linear(4, 4)
    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=None):
        y = self.self_attn(src, src, src)[0]
        return src + self.lin(y)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.TransformerEncoder(Layer(), 2)
    def forward(self, x):
        return self.enc(x.repeat(5, 1, 1)[..., :2].repeat(1, 1, 2))
""",
    "tensor_long": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.Tensor(x.long()) + 1
""",
    "max_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = 1.0 / torch.FloatTensor([10, 20, 5]).sqrt_().sqrt_()
        m *= 0.5 / max(m)
        self.m = m.unsqueeze(0) * min(m)
    def forward(self, x):
        return x * self.m
""",
    "max_forward": r"""class Net(nn.Module):
    def forward(self, x):
        return x * max(x[0])
""",
    "removed_cholesky": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.cholesky(x @ x.t() + torch.eye(2))
""",
    "removed_qr": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.qr(x)[1]
""",
    "parameters_pop": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        w = self.l._parameters.pop('weight')
        self.l.register_parameter('raw', nn.Parameter(w.data))
        self.l.weight = self.l.raw * 2
    def forward(self, x):
        self.l.weight = self.l.raw * 2
        return self.l(x)
""",
    "parameters_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.l._parameters['weight'] = nn.Parameter(torch.zeros(2, 3))
        self.l._parameters['bias'] = None
    def forward(self, x):
        return self.l(x)
""",
    "buffers_del": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(3)
        del self.bn._buffers['num_batches_tracked']
        self.bn.num_batches_tracked = None
    def forward(self, x):
        return self.bn(x)
""",
    "dict_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.__dict__['k'] = 3
        vars(self)['j'] = 2
    def forward(self, x):
        return x * self.k
""",
    "dist_init_log_prob": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.distributions.Normal(0.0, 1.0)
    def forward(self, x):
        return self.n.log_prob(x)
""",
    "dist_independent": r"""class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.Normal(x, F.softplus(x), validate_args=False)
        return torch.distributions.Independent(d, 1).log_prob(x)
""",
    "closure_two": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 3)
        up, down = self.a, self.b
        self.f = lambda x: up(x)
        def back(x):
            return down(x)
        self.g = back
    def forward(self, x):
        return self.g(self.f(x))
""",
    "closure_after": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        a = self.a
        self.f = lambda x: a(x)
    def forward(self, x):
        return self.f(self.a(x))
""",
    "closure_self": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.f = lambda x: self.a(x)
    def forward(self, x):
        return self.f(x)
""",
    "arrays_mixed": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        rows = [np.eye(3)[[0, 1]], np.eye(3)[[2, 2]]]
        self.a = torch.FloatTensor(rows)
        self.b = torch.tensor([np.arange(3), np.arange(3) + 1], dtype=torch.float32)
        self.c = torch.as_tensor([np.ones(3, dtype=np.float32), np.zeros(3, dtype=np.float32)])
    def forward(self, x):
        return x + self.a[0] + self.b + self.c
""",
    "arrays_tensor_forward": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        return x + torch.tensor([np.ones(3), np.zeros(3)]) + torch.as_tensor([np.ones(3), np.zeros(3)])
""",
    "seq_setattr": r"""class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Sequential(Block()), nn.Sequential(Block(), nn.ReLU())])
        setattr(self, '0', Block())
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return getattr(self, '0')(x)
""",
    "once": r"""from torch.autograd.function import once_differentiable
class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]
class Net(nn.Module):
    def forward(self, x):
        return Fn.apply(x) + 1
""",
    "optim_step_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.opt = torch.optim.AdamW(self.lin.parameters(), lr=1e-3, weight_decay=0.1)
        for g in self.opt.param_groups:
            g['lr'] = 0.5
        self.opt.zero_grad()
        self.k = self.opt.param_groups[0]['lr'] + len(self.opt.param_groups)
    def forward(self, x):
        return self.lin(x) * self.k
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        end = "" if "torch.export.export" in body else "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": "fr_" + name, "source": HEAD + body + end}) + "\n").encode())
