"""Sources for record_exports.py: sizes that torch.export finds by itself (Dim.AUTO, Dim.DYNAMIC), and sizes that are
told.

found_size_sources.py OUT.jsonl.gz. Recorded as data/found_sizes_2.6.jsonl.gz and found_sizes_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F
from torch.export import Dim


"""
CASES = {
    "n_check_le": """class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] <= 10)
        return x + 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("b")}})
""",
    "n_if_gt": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 3:
            return x + 1
        return x
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("b")}})
""",
    "n_auto_named_meet": """class Net(nn.Module):
    def forward(self, x, y):
        return x + y
torch.export.export(Net(), (torch.randn(4),torch.randn(4)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim("b", max=20)}})
""",
    "n_auto_named_derived": """class Net(nn.Module):
    def forward(self, x, y):
        return x[1:] + y
torch.export.export(Net(), (torch.randn(5),torch.randn(4)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim("b", max=20)}})
""",
    "n_named_auto_derived": """class Net(nn.Module):
    def forward(self, x, y):
        return x[1:] + y
torch.export.export(Net(), (torch.randn(5),torch.randn(4)), dynamic_shapes={"x": {0: Dim("b")}, "y": {0: Dim.AUTO}})
""",
    "a_int": """class Net(nn.Module):
    def forward(self, x):
        n = int(x.shape[0])
        return x * n, torch.zeros(n)
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "a_range": """class Net(nn.Module):
    def forward(self, x):
        out = []
        for i in range(x.shape[0]):
            out.append(x[i] * i)
        return torch.stack(out)
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "a_dyn_static": """class Net(nn.Module):
    def forward(self, x):
        return x + torch.ones(5, 3)
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes={"x": {0: Dim.DYNAMIC, 1: Dim.AUTO}})
""",
    "a_sum3": """class Net(nn.Module):
    def forward(self, x, y, z):
        return torch.cat([x, y]) + z
torch.export.export(Net(), (torch.randn(5), torch.randn(3), torch.randn(8)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}, "z": {0: Dim.AUTO}})
""",
    "a_times": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.cat([x, x]) + y, y.sum()
torch.export.export(Net(), (torch.randn(5), torch.randn(10)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "a_chain": """class Net(nn.Module):
    def forward(self, x, y, z):
        return x[1:] + y, y[2:] + z, x[3:] * z
torch.export.export(Net(), (torch.randn(8), torch.randn(7), torch.randn(5)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}, "z": {0: Dim.AUTO}})
""",
    "a_linear": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 4)
        self.e = nn.Embedding(10, 3)
        self.n = nn.LayerNorm(3)
    def forward(self, x, t):
        return self.n(self.l(x) @ torch.ones(4, 3)), self.e(t)
torch.export.export(Net(), (torch.randn(2, 5, 3), torch.zeros(2, 5, dtype=torch.long)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}, "t": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "a_attn": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).split(C, dim=2)
        q = q.view(B, T, 2, C // 2).transpose(1, 2)
        k = k.view(B, T, 2, C // 2).transpose(1, 2)
        v = v.view(B, T, 2, C // 2).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return y.transpose(1, 2).contiguous().view(B, T, C)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "a_cnn": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 4, 3, padding=1)
        self.b = nn.BatchNorm2d(4)
        self.f = nn.Linear(4 * 4 * 4, 5)
    def forward(self, x):
        y = F.max_pool2d(F.relu(self.b(self.c(x))), 2)
        y = F.adaptive_avg_pool2d(y, 4)
        return self.f(y.flatten(1))
torch.export.export(Net(), (torch.randn(2, 3, 16, 16),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO, 3: Dim.AUTO}})
""",
    "a_pos": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos = nn.Parameter(torch.zeros(1, 16, 8))
        self.register_buffer("mask", torch.tril(torch.ones(16, 16)))
    def forward(self, x):
        t = x.size(1)
        assert t <= 16, "too long"
        a = x @ x.transpose(1, 2)
        return a.masked_fill(self.mask[:t, :t] == 0, float("-inf")), x + self.pos[:, :t]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "n_pos": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos = nn.Parameter(torch.zeros(1, 16, 8))
    def forward(self, x):
        return x + self.pos[:, :x.size(1)]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim("t", max=16)}})
""",
    "named_auto_meet": """class Net(nn.Module):
    def forward(self, x, y):
        return x + y
torch.export.export(Net(), (torch.randn(4),torch.randn(4)), dynamic_shapes={"x": {0: Dim("b", max=20)}, "y": {0: Dim.AUTO}})
""",
    "named_auto_meet_min": """class Net(nn.Module):
    def forward(self, x, y):
        return x * y
torch.export.export(Net(), (torch.randn(4),torch.randn(4)), dynamic_shapes={"x": {0: Dim.DYNAMIC}, "y": {0: Dim("b", min=3)}})
""",
    "unused_size": """class Net(nn.Module):
    def forward(self, x):
        B, T, C = x.shape
        return x.reshape(B * T, C) + torch.ones(8)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "unused_size2": """class Net(nn.Module):
    def forward(self, x):
        B, T, C = x.shape
        y = x + torch.ones(8)
        return y.reshape(B, T * C)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "if_even": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        if n % 2 == 1:
            x = F.pad(x, (0, 0, 0, 1))
        return x.view(-1, 2, 3).sum(1)
torch.export.export(Net(), (torch.randn(6, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "pad_to": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[1]
        if n < 16:
            x = F.pad(x, (0, 16 - n))
        else:
            x = x[:, :16]
        return x * 2
torch.export.export(Net(), (torch.randn(2, 10),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "interp": """class Net(nn.Module):
    def forward(self, x, y):
        x = F.interpolate(x, size=y.shape[2:], mode="nearest")
        return torch.cat([x, y], 1)
torch.export.export(Net(), (torch.randn(2, 3, 8, 8), torch.randn(2, 4, 16, 16)), dynamic_shapes={"x": {0: Dim.AUTO, 2: Dim.AUTO, 3: Dim.AUTO}, "y": {0: Dim.AUTO, 2: Dim.AUTO, 3: Dim.AUTO}})
""",
    "skip_cnn": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(3, 4, 3, padding=1)
        self.b = nn.Conv2d(4, 4, 3, stride=2, padding=1)
        self.u = nn.ConvTranspose2d(4, 4, 2, stride=2)
    def forward(self, x):
        y = F.relu(self.a(x))
        z = self.u(self.b(y))
        return torch.cat([y, z], 1)
torch.export.export(Net(), (torch.randn(2, 3, 16, 16),), dynamic_shapes={"x": {0: Dim.AUTO, 2: Dim.AUTO, 3: Dim.AUTO}})
""",
    "rnnlike": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.GRUCell(3, 4)
    def forward(self, x, h):
        for t in range(x.shape[1]):
            h = self.c(x[:, t], h)
        return h
torch.export.export(Net(), (torch.randn(2, 3, 3), torch.randn(2, 4)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "h": {0: Dim.AUTO}})
""",
    "all_auto": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.enc.train()
    def forward(self, x):
        return self.enc(x)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": (Dim.AUTO, Dim.AUTO, Dim.AUTO)})
""",
    "mask_meet": """class Net(nn.Module):
    def forward(self, q, k, m):
        a = q @ k.transpose(-1, -2)
        a = a.masked_fill(m[:, None] == 0, -1e9).softmax(-1)
        return a @ k
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.randn(2, 7, 8), torch.ones(2, 7)), dynamic_shapes=((Dim.AUTO,)*3, (Dim.AUTO,)*3, (Dim.AUTO,)*2))
""",
    "len_list": """class Net(nn.Module):
    def forward(self, xs):
        return torch.stack(xs).sum(0) / len(xs)
torch.export.export(Net(), ([torch.randn(4), torch.randn(4)],), dynamic_shapes=([(Dim.AUTO,), (Dim.AUTO,)],))
""",
    "try_catch": """class Net(nn.Module):
    def forward(self, x, y):
        try:
            z = x + y
        except RuntimeError:
            z = x
        return z * 2
torch.export.export(Net(), (torch.randn(4), torch.randn(5)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "chunk_auto": """class Net(nn.Module):
    def forward(self, x):
        a, b = x.chunk(2, 1)
        return a * b.sigmoid()
torch.export.export(Net(), (torch.randn(4, 6),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "unfold": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        k = n // 2
        return x[:k] + x[k : 2 * k], x.shape[0] - k
torch.export.export(Net(), (torch.randn(6, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "while_size": """class Net(nn.Module):
    def forward(self, x):
        while x.shape[0] > 2:
            x = x[::2]
        return x
torch.export.export(Net(), (torch.randn(9, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "sl_auto": """class Net(nn.Module):
    def forward(self, x):
        return x[:, 0] + 1, x[:], x[:, None]
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "sl_dyn": """class Net(nn.Module):
    def forward(self, x):
        return x[:, 0] + 1, x[:], x[:, None]
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.DYNAMIC}})
""",
    "sl_named": """class Net(nn.Module):
    def forward(self, x):
        return x[:, 0] + 1, x[:], x[:, None]
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim("b")}})
""",
    "sl_named_max": """class Net(nn.Module):
    def forward(self, x):
        return x[:, 0] + 1, x[:], x[:, None]
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim("b", max=10)}})
""",
    "sl_meet_before": """class Net(nn.Module):
    def forward(self, x, y):
        z = x + y
        return z, x[:, 0], y[:, 0], z[:, 0]
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "sl_meet_after": """class Net(nn.Module):
    def forward(self, x, y):
        a = x[:, 0]
        b = y[:, 0]
        return x + y, a, b
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "sl_meet_none": """class Net(nn.Module):
    def forward(self, x, y):
        return x[:, 0], y[:, 0]
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "sl_named_two": """class Net(nn.Module):
    def forward(self, x, y):
        return x[:, 0], y[:, 0]
B = Dim("b")
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: B}, "y": {0: B}})
""",
    "sl_fixed": """class Net(nn.Module):
    def forward(self, x):
        y = x + torch.ones(4, 1)
        return y[:, 0], x[:, 0]
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "sl_fixed_after": """class Net(nn.Module):
    def forward(self, x):
        z = x[:, 0]
        y = x + torch.ones(4, 1)
        return y[:, 0], z
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "asked_then_fixed": """class Net(nn.Module):
    def forward(self, x):
        B, T, C = x.shape
        y = x @ torch.ones(8, 4)
        return y.view(B, T, C // 2), y.sum() * C, y + B
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "asked_after_fixed": """class Net(nn.Module):
    def forward(self, x):
        y = x @ torch.ones(8, 4)
        B, T, C = x.shape
        return y.view(B, T, C // 2), y.sum() * C, T * C
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "check_false": """class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] > 10)
        return x + 1
torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "derived_minus": """class Net(nn.Module):
    def forward(self, x, y):
        return x[1:] + y
B = Dim("b", max=9)
torch.export.export(Net(), (torch.randn(5), torch.randn(4)), dynamic_shapes={"x": {0: B}, "y": {0: B - 1}})
""",
    "derived_plus_first": """class Net(nn.Module):
    def forward(self, x, y):
        return x[1:] + y
B = Dim("b", max=9)
torch.export.export(Net(), (torch.randn(5), torch.randn(4)), dynamic_shapes={"x": {0: B + 1}, "y": {0: B}})
""",
    "derived_three": """class Net(nn.Module):
    def forward(self, x, y, z):
        return x[1:] + y, z[2:] + y, z.sum()
B = Dim("b", min=4, max=9)
torch.export.export(Net(), (torch.randn(6), torch.randn(5), torch.randn(7)), dynamic_shapes={"x": {0: B}, "y": {0: B - 1}, "z": {0: B + 1}})
""",
    "cut3_auto": """class Net(nn.Module):
    def forward(self, x):
        return x[:3]
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "cut3_merged": """class Net(nn.Module):
    def forward(self, x, y):
        return (x + y)[:3]
torch.export.export(Net(), (torch.randn(4),torch.randn(4)), dynamic_shapes={"x": {0: Dim.AUTO},"y": {0: Dim.AUTO}})
""",
    "from2_auto": """class Net(nn.Module):
    def forward(self, x):
        return x[2:], x[-2:]
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "last_named": """class Net(nn.Module):
    def forward(self, x):
        return x[:, -1], x[:, :2], x[..., 0]
torch.export.export(Net(), (torch.randn(4, 5, 3),), dynamic_shapes={"x": {0: Dim("b"), 1: Dim("t", min=2, max=64)}})
""",
    "emb_named": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(20, 8)
        self.p = nn.Embedding(64, 8)
        self.l = nn.LSTM(8, 8, batch_first=True)
        self.o = nn.Linear(8, 2)
    def forward(self, t):
        pos = torch.arange(t.shape[1], device=t.device)
        x = self.e(t) + self.p(pos)[None]
        y, _ = self.l(x)
        return self.o(y[:, -1])
torch.export.export(Net(), (torch.zeros(2, 5, dtype=torch.long),), dynamic_shapes={"t": {0: Dim("b"), 1: Dim("s", max=64)}})
""",
    "mha_named": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
        self.n = nn.LayerNorm(8)
    def forward(self, x):
        y, w = self.a(x, x, x)
        return self.n(x + y), w
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b"), 1: Dim("s")}})
""",
    "causal_named": """class Net(nn.Module):
    def forward(self, x):
        T = x.size(1)
        m = torch.tril(torch.ones(T, T)).view(1, T, T)
        a = (x @ x.transpose(-2, -1)).masked_fill(m == 0, float("-inf"))
        return F.softmax(a, -1) @ x
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b"), 1: Dim("s", max=32)}})
""",
    "pool_named": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 4, 3, padding=1)
        self.f = nn.Linear(4, 5)
    def forward(self, x):
        y = F.max_pool2d(self.c(x).relu(), 2)
        return self.f(F.adaptive_avg_pool2d(y, 1).flatten(1)), y.mean((2, 3))
torch.export.export(Net(), (torch.randn(2, 3, 16, 16),), dynamic_shapes={"x": {0: Dim("b"), 2: Dim("h", min=8, max=64), 3: Dim("w", min=8, max=64)}})
""",
    "stack_named": """class Net(nn.Module):
    def forward(self, a, b):
        x = torch.stack([a, b], 1)
        return x.flatten(1), x.reshape(x.shape[0] * 2, -1), torch.cat([a, b]).unsqueeze(1).expand(-1, 4, -1)
B = Dim("b", max=128)
torch.export.export(Net(), (torch.randn(3, 4), torch.randn(3, 4)), dynamic_shapes={"a": {0: B}, "b": {0: B}})
""",
    "interp_named": """class Net(nn.Module):
    def forward(self, x):
        y = F.interpolate(x, scale_factor=2.0, mode="nearest")
        z = F.interpolate(y, size=x.shape[-2:], mode="bilinear", align_corners=False)
        return x + z
torch.export.export(Net(), (torch.randn(2, 3, 8, 8),), dynamic_shapes={"x": {0: Dim("b"), 2: Dim("h", max=64)}})
""",
    "loss_named": """class Net(nn.Module):
    def forward(self, x, y):
        return F.cross_entropy(x, y), (x.argmax(1) == y).float().mean(), x.topk(2, 1)
B = Dim("b", max=1000)
torch.export.export(Net(), (torch.randn(3, 4), torch.zeros(3, dtype=torch.long)), dynamic_shapes={"x": {0: B}, "y": {0: B}})
""",
    "norm_named": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.BatchNorm1d(4)
        self.g = nn.GroupNorm(2, 4)
        self.d = nn.Dropout(0.1)
    def forward(self, x):
        return self.d(self.g(self.b(x)))
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes={"x": {0: Dim("b"), 2: Dim("t")}})
""",
    "roll_named": """class Net(nn.Module):
    def forward(self, x):
        return torch.roll(x, 1, 0), x.flip(0), x.cumsum(0), x.sort(0)[0], torch.cdist(x, x), x.T @ x, torch.where(x > 0, x, 0)
torch.export.export(Net(), (torch.randn(3, 4),), dynamic_shapes={"x": {0: Dim("b", max=50)}})
""",
    "tri_auto": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[-1]
        i = torch.arange(n)
        m = (i[None, :] <= i[:, None])
        return x.masked_fill(~m, 0), torch.eye(n) + x, torch.full((n,), 2.0)
torch.export.export(Net(), (torch.randn(3, 4, 4),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "pad_auto": """class Net(nn.Module):
    def forward(self, x, n):
        y = F.pad(x, (1, 2), value=1.0)
        return y, y.unfold(1, 3, 1).sum(-1), x.view(x.shape[0], -1, 1) * n
torch.export.export(Net(), (torch.randn(3, 6), 2), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "n": None})
""",
    "branch_auto": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] * x.shape[1] >= 12 and x.shape[0] <= x.shape[1] + 2:
            return x.sum(0)
        return x.mean(1)
torch.export.export(Net(), (torch.randn(3, 6),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "min_auto": """class Net(nn.Module):
    def forward(self, x, y):
        n = min(x.shape[0], y.shape[0])
        return x[:n] + y[:n]
torch.export.export(Net(), (torch.randn(3), torch.randn(6)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "half_auto": """class Net(nn.Module):
    def forward(self, x):
        h = x.shape[-1] // 2
        a, b = x[..., :h], x[..., h:]
        return torch.cat([-b, a], -1)
torch.export.export(Net(), (torch.randn(3, 6),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "win_auto": """class Net(nn.Module):
    def forward(self, x):
        B, H, W, C = x.shape
        x = x.view(B, H // 4, 4, W // 4, 4, C)
        return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, 4, 4, C)
torch.export.export(Net(), (torch.randn(2, 8, 8, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "mha_b_only": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b", max=50)}})
""",
    "mha_s_only": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {1: Dim("s", max=50)}})
""",
    "mha_first_both": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2)
    def forward(self, x):
        return self.a(x, x, x, need_weights=False)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b", max=50), 1: Dim("s", max=50)}})
""",
    "mha_bf_both": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x, need_weights=False)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b", max=50), 1: Dim("s", max=50)}})
""",
    "mha_bf_unb": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x, need_weights=False)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes={"x": {0: Dim("b"), 1: Dim("s")}})
""",
    "cond_auto": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a, b: a + b, lambda a, b: a * b, (x, y))
torch.export.export(Net(), (torch.tensor(True), torch.randn(4), torch.randn(4)), dynamic_shapes={"p": None, "x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "try_auto": """class Net(nn.Module):
    def forward(self, x, y):
        try:
            return x @ y
        except Exception:
            return x
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(3, 4)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "gen_auto": """class Net(nn.Module):
    def forward(self, x, y):
        return sum(a for a in [x, y, x * y])
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "ctx_auto": """class Net(nn.Module):
    def forward(self, x, y):
        with torch.no_grad():
            z = x + y
        return z * x
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "fn_auto": """class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        return x * y
    @staticmethod
    def backward(ctx, g):
        return g, g
class Net(nn.Module):
    def forward(self, x, y):
        return Sq.apply(x, y)
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "vmap_auto": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.vmap(lambda a, b: a + b)(x, y)
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "loop_auto": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
    def forward(self, x, y):
        for l in self.ls:
            x = l(x) + y
        return x
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "none_auto": """class Net(nn.Module):
    def forward(self, x, y=None):
        if y is not None:
            x = x + y
        return x.mean()
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "bcast_auto": """class Net(nn.Module):
    def forward(self, x, y):
        return x + y, x * y[:, :1], x.sum(1, keepdim=True) * y
torch.export.export(Net(), (torch.randn(4, 1), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "einsum_auto": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.einsum("bij,bjk->bik", x, y), torch.einsum("bij->bi", x)
torch.export.export(Net(), (torch.randn(2, 4, 3), torch.randn(2, 3, 5)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "idx_auto": """class Net(nn.Module):
    def forward(self, x, i):
        return x.gather(1, i), x[i[:, 0]], x.index_select(0, i[:, 1]), torch.where(i > 0, x, -x), x.scatter(1, i, 1.0)
torch.export.export(Net(), (torch.randn(4, 3), torch.zeros(4, 3, dtype=torch.long)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "i": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "pair_auto": """class Net(nn.Module):
    def forward(self, d):
        return d["a"] + d["b"], d["c"][0] - d["c"][1]
torch.export.export(Net(), ({"a": torch.randn(4, 3), "b": torch.randn(4, 3), "c": [torch.randn(5), torch.randn(5)]},), dynamic_shapes={"d": {"a": (Dim.AUTO, Dim.AUTO), "b": (Dim.AUTO, Dim.AUTO), "c": [(Dim.AUTO,), (Dim.AUTO,)]}})
""",
    "groups_auto": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv1d(4, 8, 3, padding=1, groups=2)
        self.n = nn.GroupNorm(2, 8)
        self.b = nn.BatchNorm1d(8)
    def forward(self, x):
        return self.b(self.n(self.c(x))).transpose(1, 2)
torch.export.export(Net(), (torch.randn(2, 4, 9),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "lstm_auto": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(3, 4, batch_first=True)
        self.o = nn.Linear(4, 2)
    def forward(self, x):
        y, (h, c) = self.l(x)
        return self.o(h[-1]), y
torch.export.export(Net(), (torch.randn(2, 5, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO, 2: Dim.AUTO}})
""",
    "losses_auto": """class Net(nn.Module):
    def forward(self, x, y, t):
        return F.mse_loss(x, y), F.cross_entropy(x, t), F.binary_cross_entropy_with_logits(x, y), F.cosine_similarity(x, y)
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3), torch.zeros(4, dtype=torch.long)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}, "t": {0: Dim.AUTO}})
""",
    "in_tuple": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] in (3, 4):
            return x + 1
        return x - 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "in_range": """class Net(nn.Module):
    def forward(self, x):
        return x + 1 if x.shape[0] in range(1, 5) else x - 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "eq_shape": """class Net(nn.Module):
    def forward(self, x):
        return x + 1 if x.shape == (4,) else x - 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "eq_tuples": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        return x + 1 if (n, 1) == (4, 1) else x - 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "eq_shapes": """class Net(nn.Module):
    def forward(self, x, y):
        return x + 1 if x.shape == y.shape else x - 1
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "ne_shapes": """class Net(nn.Module):
    def forward(self, x, y):
        return x + 1 if x.shape != y.shape else x - 1
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(5, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "assert_sizes": """class Net(nn.Module):
    def forward(self, x, y):
        assert x.size() == y.size()
        assert list(x.shape)[1] == 3
        return x * y
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "index_of": """class Net(nn.Module):
    def forward(self, x):
        return x * [3, 4].index(x.shape[0])
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "named_in": """class Net(nn.Module):
    def forward(self, x):
        return x + 1 if x.shape[0] in (3, 7) else x - 1
torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("b", max=20)}})
""",
    "named_shapes": """B = Dim("b", max=20)
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape != y.shape:
            raise ValueError("shapes")
        return x + y if x.shape[1:] == (3,) else x
torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: B}, "y": {0: B}})
""",
    "slice_neg": """class Net(nn.Module):
    def forward(self, x, y):
        return x[-y.shape[0]:] + y
torch.export.export(Net(), (torch.randn(6), torch.randn(4)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "slice_over": """class Net(nn.Module):
    def forward(self, x, y):
        return x[:y.shape[0]] * 2
torch.export.export(Net(), (torch.randn(4), torch.randn(6)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "slice_under": """class Net(nn.Module):
    def forward(self, x, y):
        n = y.shape[0]
        return x[:n] * y, x[n:] * 2, x[n - 2 : n + 1]
torch.export.export(Net(), (torch.randn(7), torch.randn(4)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "half_eq": """class Net(nn.Module):
    def forward(self, x):
        return x + 1 if x.shape[0] // 2 == 3 else x - 1
torch.export.export(Net(), (torch.randn(6),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "dim_twice": """D = Dim("d", max=10)
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y + z
torch.export.export(Net(), (torch.randn(4), torch.randn(4), torch.randn(4)), dynamic_shapes={"x": {0: D}, "y": {0: Dim.AUTO}, "z": {0: D}})
""",
    "first_of_pair": """class Net(nn.Module):
    def forward(self, x, y):
        if x.shape == y.shape:
            return x + y
        return x.sum() + y.sum()
torch.export.export(Net(), (torch.randn(5, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}, "y": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
}

# What is written into a part of a tensor, and sizes of what is made with them.
WRITES = {
    "a": """x = torch.reshape(x, (-1, 16))
return torch.ones(x.shape[0], 16) + x
""",
    "b": """c = torch.ones(x.shape[0], 16, 4)
c[:, :, 1] = x
return c
""",
    "c": """c = torch.ones(x.shape[0], 16, 4)
return c[:, :, 1]
""",
    "d": """c = torch.ones(x.shape[0], 16, 4)
c[:, :, 1] = x
c[:, :, 2] = x
return c
""",
    "e": """c = torch.ones(x.shape[0], 16, 4)
c[:, :, 2] = c[:, :, 1].clone()
return c
""",
    "f": """c = torch.ones(x.shape[0], 16)
return torch.einsum("bi,io->bo", c, torch.ones(16, 3))
""",
    "g": """c = torch.ones(x.shape[0], 16, 4)
return torch.einsum("bid,iod->bo", c, torch.ones(16, 3, 4))
""",
    "h": """c = torch.ones(x.shape[0], 16)
return c.view(-1, 16)
""",
    "i": """x = torch.reshape(x, (-1, 16))
return x.view(-1, 4)
""",
    "j": """c = torch.zeros(x.size(0), 9, 16)
c[:, 2:5] = x[:, None]
return c
""",
    "k": """c = torch.zeros(x.shape[0], 9, 16)
c[:, 2] = x
return c
""",
    "l": """c = torch.zeros(x.shape[0], 9, 16)
c[:, :, 2] = 1
return c
""",
    "m": """c = torch.zeros(x.shape[0], 9, 16)
c[..., 2] = 1
return c
""",
    "n": """c = torch.zeros(x.shape[0], 9, 16)
c[1:, :, 2] = 1
return c
""",
    "o": """x = torch.reshape(x, (-1, 16))
c = torch.ones(x.shape[0], 16, 4)
c[:, :, 1] = x
return c
""",
    "p": """x = torch.tanh(x)
c = torch.ones(x.shape[0], 16, 4)
return c
""",
    "q": """x = torch.reshape(x, (-1, 16))
x = torch.tanh(x)
c = torch.ones(x.shape[0], 16, 4)
return c
""",
    "r": """x = torch.reshape(x, (-1, 16))
return x + 1
""",
    "s": """x = x.view(-1, 16)
c = torch.ones(x.shape[0], 16, 4)
return c
""",
    "t": """x = x.reshape(-1, 8)
c = torch.ones(x.shape[0], 16, 4)
return c
""",
    "u": """x = x.flatten(1)
c = torch.ones(x.shape[0], 16, 4)
return c
""",
    "v": """x = x.reshape(-1, 16)
y = x.reshape(-1, 16)
return torch.ones(x.shape[0], 4) + torch.ones(y.shape[0], 4)
""",
    "w": """b, n, _, h = *x[None].shape, 3
q, k = x.chunk(2, dim=-1)
return q.reshape(n, 8) + b
""",
}
WRITE_TAIL = """
torch.export.export(Net(), (torch.randn(2, 16),), dynamic_shapes=({0: Dim("batch")},))
"""


def writing(body):
    """A program with those lines."""
    lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
    return f"{HEAD}class Net(nn.Module):\n    def forward(self, x):\n{lines}{WRITE_TAIL}"


with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        f.write((json.dumps({"name": "size_found_" + name, "source": HEAD + body}) + "\n").encode())
    for name, body in WRITES.items():
        f.write((json.dumps({"name": "size_written_" + name, "source": writing(body)}) + "\n").encode())
