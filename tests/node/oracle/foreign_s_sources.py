"""Sources for record_exports.py: what set s of foreign_modules.json showed, one cause each: parts of containers, layers
with hooks, cells that hold self, .data that is only asked, einsum's order, arrays and texts of numbers in __init__,
drawn indices.

foreign_s_sources.py OUT.jsonl.gz. Recorded as data/foreign_s_2.6.jsonl.gz and data/foreign_s_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns, unless it says what it exports.
CASES = {
    "slice_seq_root": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    def forward(self, x):
        head, tail = self.body[:-1], self.body[-1]
        return tail(head(x))
""",
    "slice_seq_nested": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    def forward(self, x):
        head, tail = self.body[:-1], self.body[-1]
        return tail(head(x))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    def forward(self, x):
        return self.part(x)
""",
    "slice_list_nested": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.ModuleList([nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3)])
    def forward(self, x):
        for one in self.body[1:]:
            x = one(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    def forward(self, x):
        return self.part(x)
""",
    "slice_in_seq_subclass": r"""class Both(nn.Sequential):
    def forward(self, x, k):
        for one in self:
            x = one(x, k)
        return x
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    def forward(self, x, k):
        return self.body[:1](x) * k
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Both(Part(), Part())])
    def forward(self, x):
        for one in self.steps:
            x = one(x, 2.0)
        return x
""",
    "slice_spread": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.ModuleList([nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3)])
    def forward(self, x):
        return nn.Sequential(*self.body[:2])(x)
""",
    "slice_each": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
    def forward(self, x):
        for one in self.body[:2]:
            x = one(x)
        return x
""",
    "slice_twice": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3), nn.Tanh())
    def forward(self, x):
        return self.body[1:](self.body[:2](x)) + self.body[:3][1:](x)
""",
    "type_of_layer": r"""class Part(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.n = n
        self.lin = nn.Linear(3, n)
    def forward(self, x):
        return self.lin(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    def forward(self, x):
        return self.part(x) * self.part.n if type(self.part) is Part else self.part(x)
""",
    "data_type_read": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.Tensor([0.2, 0.3, 0.5])
    def forward(self, x):
        y = x * 2
        if self.w.type() != y.data.type():
            self.w = self.w.type_as(y.data)
        return x * self.w * y.data.size(0) + y.data
""",
    "data_shape_read": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.data.dim() + x.data.numel() + x.data.shape[1]
        c = x.data.is_contiguous()
        return x.data.exp() * n if c and x.data.dtype == torch.float32 else x
""",
    "data_in_function": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.relu()
        z = y.new_zeros(y.data.size(1)).type(y.data.type())
        return y + z + torch.zeros_like(y.data)
""",
    "wn_frozen": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.utils.weight_norm(nn.Linear(3, 2))
        self.lin.weight_g.data = torch.ones_like(self.lin.weight_g.data)
        self.lin.weight_g.requires_grad = False
    def forward(self, x):
        return self.lin(x)
""",
    "wn_frozen_only": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.utils.weight_norm(nn.Linear(3, 2))
        self.lin.weight_g.requires_grad = False
    def forward(self, x):
        return self.lin(x)
""",
    "wn_plain": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.utils.weight_norm(nn.Linear(3, 2))
    def forward(self, x):
        return self.lin(x)
""",
    "wn_conv": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.utils.weight_norm(nn.Conv1d(3, 2, 1))
    def forward(self, x):
        return self.conv(x.t()[None])
""",
    "wn_conv_nested": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.utils.weight_norm(nn.Conv2d(3, 2, 1))
    def forward(self, x):
        return self.conv(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(nn.ReLU(), Part())
    def forward(self, x):
        return self.block(x.t()[None, :, :, None])
""",
    "cell_self_lambda": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.other = nn.Linear(3, 3)
        self.mix = lambda z, rev: self.lin(z)
    def forward(self, x):
        return self.mix(x, False) + self.other(x)
""",
    "cell_self_inner": r"""class Step(nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind == 'lin':
            self.lin = nn.Linear(3, 3)
            self.mix = lambda z, rev: self.lin(z)
        else:
            self.perm = Perm()
            self.mix = lambda z, rev: (self.perm(z, rev))
    def forward(self, x):
        return self.mix(x, False)
class Perm(nn.Module):
    def __init__(self):
        super().__init__()
        self.indices = torch.arange(2, -1, -1, dtype=torch.long)
    def forward(self, z, rev):
        return z[:, self.indices]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Step('lin'), Step('perm'), Step('lin')])
    def forward(self, x):
        for one in self.steps:
            x = one(x)
        return x
""",
    "unpool": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(2, return_indices=True)
        self.up = nn.MaxUnpool2d(kernel_size=2)
    def forward(self, x):
        y, i = self.pool(x)
        return self.up(y, i, output_size=x.size()), self.up(y, i)
torch.export.export(Net(), (torch.randn(1, 2, 5, 6),))
""",
    "unpool_1d": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool1d(2, stride=2, return_indices=True)
        self.up = nn.MaxUnpool1d(2, stride=2)
    def forward(self, x):
        y, i = self.pool(x)
        return self.up(y, i)
torch.export.export(Net(), (torch.randn(1, 2, 6),))
""",
    "unpool_3d": r"""class Net(nn.Module):
    def forward(self, x):
        y, i = F.max_pool3d(x, 2, return_indices=True)
        return F.max_unpool3d(y, i, 2)
torch.export.export(Net(), (torch.randn(1, 2, 4, 4, 4),))
""",
    "unpool_fn": r"""class Net(nn.Module):
    def forward(self, x):
        y, i = F.max_pool2d(x, 2, stride=2, return_indices=True)
        return F.max_unpool2d(y, i, 2, stride=2, output_size=(5, 4)), F.max_unpool2d(y, i, [2, 2], padding=0)
torch.export.export(Net(), (torch.randn(1, 2, 4, 4),))
""",
    "int_of_text": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = [int(one) for one in '3, 4,5 '.split(',')]
        rate = float(' 0.5\n')
        self.a = nn.Linear(sizes[0], sizes[1])
        self.b = nn.Linear(sizes[1], sizes[2])
        self.rate = rate + int(' -1_0 ') + int('0x1f', 16) + int(' 101 ', 2) + float('1_0.5') + float(' -inf ') * 0
    def forward(self, x):
        return self.b(self.a(x)) * (self.rate if self.rate == self.rate else 2.5)
""",
    "np_empty": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        t = np.empty((2, 3))
        t.fill(1.5)
        self.t = torch.from_numpy(t).float()
        self.m = torch.tensor(np.full((2, 3), 2.0), dtype=torch.float32)
    def forward(self, x):
        k = np.empty(3)
        for i in range(3):
            k[i] = i
        return x * self.t + self.m + torch.from_numpy(k)
""",
    "np_ogrid": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        g = np.ogrid[:2, :3]
        w = (1 - abs(g[0] - 0.5) / 2) * (1 - abs(g[1] - 1) / 3)
        self.register_buffer('w', torch.from_numpy(w).float())
        self.m = torch.from_numpy(np.mgrid[0:2, 0:3]).float()
        self.s = torch.from_numpy(np.ogrid[0:1:3j])
    def forward(self, x):
        return x * self.w + self.m.sum(0) + self.s
""",
    "cuda_calls": r"""class Net(nn.Module):
    def forward(self, x):
        y = x * 2
        torch.cuda.empty_cache()
        return y + 1
""",
    "cuda_calls_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.cuda.empty_cache()
        torch.cuda.manual_seed_all(3)
        torch.cuda.manual_seed(3)
        self.n = torch.cuda.device_count()
    def forward(self, x):
        return x * 2 + self.n
""",
    "table_in_python": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        t = np.array([[p / np.power(10000, 2 * i / 8) for i in range(8)] if p != 0 else np.zeros(8) for p in range(1024)])
        t[1:, 0::2] = np.sin(t[1:, 0::2])
        t[1:, 1::2] = np.cos(t[1:, 1::2])
        self.emb = nn.Embedding.from_pretrained(torch.from_numpy(t).type(torch.FloatTensor), freeze=True)
    def forward(self, x):
        return self.emb((x > 0).long())
""",
    "lu_weights": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        w = torch.linalg.qr(torch.randn(3, 3))[0]
        p, lower, upper = torch.lu_unpack(*torch.lu(w))
        s = torch.diag(upper)
        self.register_buffer('p', p)
        self.register_buffer('sign', torch.sign(s))
        self.log_s = nn.Parameter(torch.log(torch.abs(s)))
        self.lower = nn.Parameter(lower)
        self.upper = nn.Parameter(torch.triu(upper, 1))
        self.l_mask = torch.tril(torch.ones(3, 3), -1)
        self.eye = torch.eye(3)
    def forward(self, x):
        low = self.lower * self.l_mask + self.eye
        up = self.upper * self.l_mask.transpose(0, 1).contiguous() + torch.diag(self.sign * torch.exp(self.log_s))
        return x @ (self.p @ (low @ up))
""",
    "lu_method": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        f, piv = torch.randn(3, 3).lu()
        self.w = nn.Parameter(f)
        f2, piv2 = torch.linalg.lu_factor(torch.randn(3, 3))
        self.v = nn.Parameter(f2)
    def forward(self, x):
        return x @ self.w @ self.v
""",
    "index_by_random": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.order = torch.randperm(3)
        self.back = torch.zeros(3, dtype=torch.long)
        for i in range(3):
            self.back[self.order[i]] = i
    def forward(self, x):
        return x[:, self.order][:, self.back]
""",
    "index_by_random_read": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.randn(4, 3)
        self.row = t[torch.randint(0, 4, (1,))[0]]
        t[torch.randint(0, 4, ())] += 1
        self.t = nn.Parameter(t)
    def forward(self, x):
        return x + self.row + self.t[0]
""",
    "np_eig": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = np.diag(np.arange(1.0, 4.0)) + 0.1 * np.ones((3, 3))
        val, vec = np.linalg.eig(m)
        self.val = torch.from_numpy(val)
        self.vec = torch.from_numpy(vec)
    def forward(self, x):
        return x.double() @ self.vec * self.val
""",
    "np_linalg": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = np.random.randn(3, 3)
        q, r = np.linalg.qr(m)
        u, s, vt = np.linalg.svd(m)
        w, v = np.linalg.eigh(m + m.T)
        self.q = nn.Parameter(torch.from_numpy(q.astype(np.float32)))
        self.r = torch.tensor(r @ np.linalg.inv(m), dtype=torch.float32)
        self.s = torch.from_numpy(s).float() + torch.tensor(w).float()
        self.n = np.linalg.det(m) * 0
    def forward(self, x):
        return x @ self.q @ self.r + self.s
""",
    "eig_complex": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        m = np.array([[0.0, 1.0], [-1.0, 0.0]])
        val, vec = np.linalg.eig(m - np.eye(2) * 0.5)
        self.register_buffer('val', torch.from_numpy(val))
    def forward(self, x):
        return (x[:, :2] * self.val).real
""",
    "hook_pre_plain": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 2)
        self.lin.register_forward_pre_hook(lambda m, a: None)
    def forward(self, x):
        return self.lin(x)
""",
    "hook_post_plain": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 2)
        self.other = nn.Linear(3, 2)
        self.lin.register_forward_hook(lambda m, a, o: o * 2)
    def forward(self, x):
        return self.lin(x) + self.other(x)
""",
    "wn_in_sequential": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.utils.weight_norm(nn.Linear(3, 4)), nn.ReLU(), nn.Linear(4, 2))
    def forward(self, x):
        return self.body(x)
""",
    "wn_in_list": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.utils.weight_norm(nn.Conv1d(3, 3, 1, bias=False)) for _ in range(2)])
    def forward(self, x):
        x = x.t()[None]
        for one in self.convs:
            x = one(x)
        return x
""",
    "wn_deep": r"""class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin_a = nn.utils.weight_norm(nn.Linear(3, 3))
        self.norm = nn.BatchNorm1d(3)
        self.norm.register_forward_hook(lambda m, a, o: None)
    def forward(self, x):
        return self.norm(self.lin_a(x))
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def forward(self, x):
        return self.inner(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.outer = Outer()
    def forward(self, x):
        return self.outer(x)
""",
    "wn_seq_of_own": r"""class Part(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv = nn.utils.weight_norm(nn.Conv1d(3, 3, n, padding=n // 2))
        self.skip = nn.utils.weight_norm(nn.Conv1d(3, 3, 1))
    def forward(self, x):
        return self.conv(x) + self.skip(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*[Part(n) for n in (1, 3)])
        self.lists = nn.ModuleList([Part(3)])
    def forward(self, x):
        x = self.body(x.t()[None])
        for one in self.lists:
            x = one(x)
        return x
""",
    "wn_twice": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.utils.weight_norm(nn.Linear(3, 3), dim=None)
    def forward(self, x):
        return self.lin(self.lin(x)) + self.lin.bias
""",
    "sn_layer": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.utils.spectral_norm(nn.Linear(3, 3))
    def forward(self, x):
        return self.lin(x)
torch.export.export(Net().eval(), (torch.randn(2, 3),))
""",
    "einsum_order": r"""class Net(nn.Module):
    def forward(self, x):
        q = x.view(1, 1, 2, 3)
        a = torch.einsum('bnhw,bnyw->bnhy', q, q)
        out = torch.einsum('bnhy,bncy->bnch', a, q.expand(1, 1, 2, 3).transpose(2, 3))
        return out.contiguous().view(1, 3, 2)
""",
    "einsum_attention": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Conv2d(4, 12, 1, bias=False)
        self.out = nn.Conv2d(4, 4, 1)
    def forward(self, x):
        q, k, v = self.qkv(x).view(1, 2, 6, 3, 5).chunk(3, dim=2)
        a = torch.einsum('bnchw, bncyx -> bnhwyx', q, k).contiguous()
        a = a.view(1, 2, 3, 5, -1).softmax(-1).view(1, 2, 3, 5, 3, 5)
        o = torch.einsum('bnhwyx, bncyx -> bnchw', a, v).contiguous()
        return self.out(o.view(1, 4, 3, 5))
torch.export.export(Net(), (torch.randn(1, 4, 3, 5),))
""",
    "einsum_one_head": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.view(1, 1, 4, 3, 5)
        a = torch.einsum('bnchw, bncyx -> bnhwyx', v, v).contiguous()
        o = torch.einsum('bnhwyx, bncyx -> bnchw', a, v).contiguous()
        p = torch.einsum('bij,bkj->bki', x, x * 2).contiguous()
        r = torch.einsum('bij,bjk->bki', x, x.transpose(1, 2)).contiguous()
        return o, p, r, torch.einsum('ij,jk->ki', x[0], x[1].t()).contiguous()
torch.export.export(Net(), (torch.randn(4, 5, 3),))
""",
    "interp_nearest": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Upsample(scale_factor=2, mode='nearest')
    def forward(self, a, b):
        c = self.up(b)
        d = self.up(a + c)
        return F.interpolate(d, scale_factor=2) + self.up(d)
torch.export.export(Net(), (torch.randn(1, 3, 4, 4), torch.randn(1, 3, 2, 2)))
""",
    "transposed_output_size": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ConvTranspose1d(3, 2, 3, stride=2)
        self.b = nn.ConvTranspose2d(3, 2, 3, stride=2, padding=1)
    def forward(self, x, y):
        return self.a(x), self.a(x, output_size=[2, 2, 10]), self.b(y, output_size=(10, 9))
torch.export.export(Net(), (torch.randn(2, 3, 4), torch.randn(2, 3, 5, 5)))
""",
    "transposed_output_size_bad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ConvTranspose1d(3, 2, 3, stride=2)
    def forward(self, x):
        return self.a(x, output_size=[20])
torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "np_pad": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        s = np.concatenate([np.ones((2, 2)), np.zeros((2, 1))], axis=1)
        s = np.pad(s, [[0, 0], [0, 1]], 'constant', constant_values=[0.0, 0.0])
        self.t = torch.from_numpy(s).type(torch.FloatTensor)
        self.u = torch.from_numpy(np.pad(np.arange(3), (1, 2)))
        self.v = torch.from_numpy(np.pad(np.arange(3.0), 1, mode='edge'))
    def forward(self, x):
        return x @ self.t[:, :3].t() + self.u.sum() + self.v[0] + self.t[0, 3]
""",
    "np_pad_forward": r"""import numpy as np
class Net(nn.Module):
    def forward(self, x):
        s = np.pad(np.ones((2, 2)), [[0, 0], [0, 1]], 'constant', constant_values=[0.0, 0.0])
        return x + torch.from_numpy(s).type(torch.FloatTensor)
""",
    "re_split": r"""import re
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        opts = {}
        for op in 'r1_k3_s22_e6_i3_o8_se0.25'.split('_'):
            parts = re.split(r'(\d.*)', op)
            if len(parts) >= 2:
                opts[parts[0]] = parts[1]
        self.lin = nn.Linear(int(opts['i']), int(opts['o']))
        self.k = float(opts['se']) + len(re.split(',', 'a,b,,c'))
    def forward(self, x):
        return self.lin(x) * self.k
""",
    "swapaxes": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        xv, yv = np.meshgrid(np.arange(1, 6, 2), np.arange(0, 4, 2))
        b = np.vstack((yv.reshape(-1), xv.reshape(-1)))
        b = np.swapaxes(b, 0, 1)
        self.b = torch.from_numpy(np.expand_dims(b.astype(np.float32), 0))
        self.c = torch.from_numpy(np.moveaxis(np.ones((2, 3, 4)), 0, -1)).float()
    def forward(self, x):
        return x.sum() + self.b * self.c.sum()
""",
    "grad_in_forward": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 1)
    def forward(self, x):
        u = self.lin(x).tanh()
        return u, torch.autograd.grad(u, x, grad_outputs=torch.ones_like(u), retain_graph=True, create_graph=True)[0]
torch.export.export(Net(), (torch.randn(2, 3, requires_grad=True),))
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        end = "" if "torch.export.export" in body else "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": name, "source": HEAD + body + end}) + "\n").encode())
