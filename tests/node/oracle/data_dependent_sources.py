"""Sources for record_exports.py: numbers and sizes that only a run tells, what torch._check says of them, and what asks
for them.

data_dependent_sources.py OUT.jsonl.gz. Recorded as data/data_dependent_2.6.jsonl.gz and
data_dependent_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F


"""
CASES = {
    "item_twice": """class Net(nn.Module):
    def forward(self, x):
        m = x.long().sum()
        return x * m.item() + m.item()
""",
    "item_between_write": """class Net(nn.Module):
    def forward(self, x):
        m = x.long().sum()
        a = m.item()
        m.add_(1)
        return x * a + m.item()
""",
    "nz_twice": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        a = m.nonzero()
        b = m.nonzero()
        return a + b
""",
    "nz_mask": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        a = x[m]
        b = (x + 1)[m]
        return a + b
""",
    "mask_sel": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        return x.masked_select(m), x[m]
""",
    "mask_nz": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        return m.nonzero(), x[m]
""",
    "where1": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        i, j = torch.where(m)
        return x[i, j], x[m]
""",
    "uniq1": """class Net(nn.Module):
    def forward(self, x):
        return torch.unique(x)
""",
    "uniq_inv": """class Net(nn.Module):
    def forward(self, x):
        u, i, c = torch.unique(x.long(), return_inverse=True, return_counts=True)
        return u + 1, i, c * 2
""",
    "uniq_dim": """class Net(nn.Module):
    def forward(self, x):
        return torch.unique(x, dim=0)
""",
    "uniq_cons": """class Net(nn.Module):
    def forward(self, x):
        return torch.unique_consecutive(x)
""",
    "tl1": """class Net(nn.Module):
    def forward(self, x):
        a = x.long().sum(1).tolist()
        return x * a[0] + a[1]
""",
    "tl_2d": """class Net(nn.Module):
    def forward(self, x):
        a = x.long().tolist()
        return x * a[0][1] + len(a)
""",
    "tl_0d": """class Net(nn.Module):
    def forward(self, x):
        a = x.long().sum().tolist()
        return x * a
""",
    "tl_split": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor([1, 1]).tolist()
        return x.split(n)
""",
    "tl_for": """class Net(nn.Module):
    def forward(self, x):
        out = []
        for v in x.long().sum(1).tolist():
            torch._check_is_size(v)
            out.append(x.new_zeros(v + 1))
        return torch.cat(out)
""",
    "tl_bool": """class Net(nn.Module):
    def forward(self, x):
        a = (x.sum(1) > 0).tolist()
        return x * 2
""",
    "int1": """class Net(nn.Module):
    def forward(self, x):
        n = int(x.long().sum())
        torch._check_is_size(n)
        return x.new_zeros(n)
""",
    "int2": """class Net(nn.Module):
    def forward(self, x):
        n = int(x.sum())
        return x * n
""",
    "float1": """class Net(nn.Module):
    def forward(self, x):
        return x * float(x.sum())
""",
    "float2": """class Net(nn.Module):
    def forward(self, x):
        return x * float(x.long().sum())
""",
    "bool1": """class Net(nn.Module):
    def forward(self, x):
        if bool(x.sum() > 0): return x
        return x + 1
""",
    "int_of_const": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('n', torch.tensor(3))
    def forward(self, x):
        return x[:, :int(self.n)]
""",
    "int_range": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.tensor(3)
    def forward(self, x):
        return x * int(self.n)
""",
    "const_shape": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor(x.shape).prod().item()
        return x.reshape(n)
""",
    "int_max": """class Net(nn.Module):
    def forward(self, x):
        n = int(x.long().max()) + 1
        return F.one_hot(x.long(), n)
""",
    "lens_mask": """class Net(nn.Module):
    def forward(self, x):
        l = x.long().sum(1)
        m = torch.arange(int(l.max()))
        return m[None] < l[:, None]
""",
    "item_alias_write": """class Net(nn.Module):
    def forward(self, x):
        m = x.long().sum()
        a = m.item()
        m.view(1).add_(1)
        return x * a + m.item()
""",
    "msel2": """class Net(nn.Module):
    def forward(self, x):
        m = x > 0
        a = x[m]
        b = x.masked_select(m)
        return a, b, m.nonzero()
""",
    "item_view": """class Net(nn.Module):
    def forward(self, x):
        m = x.long().sum()
        a = m.item()
        return x * a + m.view(1).item()
""",
    "bool_item2": """class Net(nn.Module):
    def forward(self, x):
        m = (x > 0).any()
        a = m.item()
        b = m.item()
        torch._check(a)
        return x + 1
""",
    "uniq_m": """class Net(nn.Module):
    def forward(self, x):
        u, c = x.unique(return_counts=True)
        return u, c.sum()
""",
    "uniq_m2": """class Net(nn.Module):
    def forward(self, x):
        u = x.unique(sorted=False)
        return u.sum(), x.unique().shape[0]
""",
    "nz_shape_chk": """class Net(nn.Module):
    def forward(self, x):
        n = x.nonzero()
        torch._check(n.shape[0] <= 4)
        k = x.nonzero()
        return n + k
""",
    "is_size": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        return x.new_zeros(n)
""",
    "is_size_unused": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        return x * n
""",
    "f_zeros": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.zeros(n)
""",
    "f_new_zeros": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x.new_zeros(n, 2)
""",
    "f_arange": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.arange(n)
""",
    "f_arange2": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.arange(0, n) + 1
""",
    "f_full": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.full((n,), 2.0)
""",
    "f_ones_mul": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.ones(n, 3) * 2
""",
    "f_expand": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x.expand(n, 2, 3)
""",
    "f_repeat": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x.repeat(n, 1)
""",
    "f_view": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x.view(n, -1)
""",
    "f_view_is": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n == 6)
        return x.view(n)
""",
    "f_narrow": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n <= 2)
        return x.narrow(0, 0, n)
""",
    "f_slice_end": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x[:n]
""",
    "f_slice_end_is": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        return x[:n]
""",
    "f_slice_end_chk": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n <= 2)
        return x[:n]
""",
    "f_slice_end_lt": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n < x.shape[0])
        return x[:n] + 1
""",
    "f_slice_start": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n <= x.shape[0])
        return x[n:]
""",
    "f_slice_start0": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x[n:] + 1
""",
    "f_slice_both": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x[:, n:n + 1]
""",
    "f_select": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return x[n]
""",
    "f_select_chk": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n >= 0)
        torch._check(n < x.shape[0])
        return x[n]
""",
    "f_if": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        if n > 3: return x
        return x + 1
""",
    "f_if_chk": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n > 3)
        if n > 3: return x * 2
        return x + 1
""",
    "f_if_chk2": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n > 3)
        if n > 2: return x * n
        return x + 1
""",
    "f_nz_if": """class Net(nn.Module):
    def forward(self, x):
        n = x.nonzero()
        if n.shape[0] == 0: return x
        return x + 1
""",
    "f_mask_sum": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y.sum() / y.numel(), y.mean()
""",
    "f_range_loop": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        for i in range(n): x = x + 1
        return x
""",
    "f_split": """class Net(nn.Module):
    def forward(self, x):
        a = torch.tensor([1, 1])
        n, m = a.tolist()
        return x.split([n, m])
""",
    "f_cat": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return torch.cat([y, y])
""",
    "f_pad": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        return F.pad(x, (0, n))
""",
    "f_check_msg": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n >= 2, lambda: "too few")
        torch._check(n <= 8, lambda: "too many")
        return torch.ones(n).sum() + x
""",
    "f_check_tensor": """class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] == 2)
        torch._check_value(x.dim() == 2)
        return x
""",
    "f_assert_item": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        assert n >= 0
        return x * n
""",
    "r1": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check_is_size(n)
        torch._check(n < 2)
        return x * n
""",
    "r2": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n >= 0)
        torch._check(n < 2)
        return x[:n]
""",
    "r3": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n < 5)
        return x * n
""",
    "r4": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n < 2)
        return x.new_zeros(n)
""",
    "r5": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n >= 0)
        torch._check(n < 2)
        return x.new_zeros(n)
""",
    "r6": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n > 3)
        torch._check(n < 20)
        return x.new_zeros(n)
""",
    "r7": """class Net(nn.Module):
    def forward(self, x):
        n, m = x.long().sum().item(), x.long().max().item()
        torch._check(n >= 0)
        torch._check(m >= n)
        torch._check(m <= 5)
        return x * n * m
""",
    "r8": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n * 2 <= 7)
        torch._check(n + 1 >= 3)
        return x * n
""",
    "r9": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        torch._check(n % 2 == 0)
        torch._check(n != 4)
        return x * n
""",
    "r10": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        return torch.zeros(n + 1), torch.zeros(2 * n)
""",
    "r11": """class Net(nn.Module):
    def forward(self, x):
        n = x.long().sum().item()
        assert n > 0
        assert n < 9, "no"
        return x[:, :n] if False else x * n
""",
    "num1": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y * y.numel()
""",
    "num2": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y * y.shape[0]
""",
    "num3": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y.sum() / len(y)
""",
    "num4": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y.view(-1, 1) * y.size(0), y.unsqueeze(0), y.reshape(1, -1)
""",
    "num5": """class Net(nn.Module):
    def forward(self, x):
        y = x[x[:, 0] > 0]
        return y @ y.t(), F.linear(y, torch.ones(4, 3)), y.sum(0), y.mean(1), y.softmax(0), y.flatten()
""",
    "num6": """class Net(nn.Module):
    def forward(self, x):
        i = (x > 0).nonzero(as_tuple=True)
        return x[i], i[0]
""",
    "num7": """class Net(nn.Module):
    def forward(self, x):
        i = torch.nonzero(x > 0, as_tuple=True)[0]
        j = torch.nonzero(x > 0).squeeze(-1)
        return x.index_select(0, i), j, i.numel()
""",
    "num8": """class Net(nn.Module):
    def forward(self, x):
        i = torch.argwhere(x > 0)
        return i[:, 0]
""",
    "num9": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        z = torch.cat([y, torch.ones(2)])
        return z, torch.stack([y, y]), y.repeat(2), y.expand(3, -1)
""",
    "num10": """class Net(nn.Module):
    def forward(self, x):
        y = x.clone()
        y[y > 0] = 1.0
        y[y < 0] = y[y < 0] * 2
        return y
""",
    "num11": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y[:2], y[1:], y[-1], y[0]
""",
    "num12": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        o = torch.zeros(y.shape[0], 4, dtype=x.dtype)
        o[:, 0] = y
        return o
""",
    "num13": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
    def forward(self, x):
        y = x[x[:, 0] > 0]
        return self.l(y).relu()
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        source = HEAD + body + "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": "data_" + name, "source": source}) + "\n").encode())
