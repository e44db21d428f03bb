"""Sources for record_exports.py: models of symbolic sizes in which a tensor is asked whether it is contiguous, and in
which a size of a result is a number of its own: attention, channel shuffles, windows.

contiguity_sources.py OUT.jsonl.gz. Recorded as data/contiguity_2.6.jsonl.gz and contiguity_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
CASES = {
    "mha_b": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: torch.export.Dim('b')},))
""",
    "mha_s": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        return self.a(x, x, x, need_weights=False)[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: torch.export.Dim('b'), 1: torch.export.Dim('s')},))
""",
    "enc": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    def forward(self, x):
        return self.a(x)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: torch.export.Dim('b'), 1: torch.export.Dim('s')},))
""",
    "enc2": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2)
    def forward(self, x):
        return self.a(x)
torch.export.export(Net().eval(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: torch.export.Dim.AUTO, 1: torch.export.Dim.AUTO},))
""",
    "dec": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
    def forward(self, x, m):
        return self.a(x, m)
A = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.randn(2, 6, 8)), dynamic_shapes=({0: A, 1: A}, {0: A, 1: A}))
""",
    "dec_told": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
    def forward(self, x, m):
        return self.a(x, m)
b = torch.export.Dim('b')
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.randn(2, 6, 8)), dynamic_shapes=({0: b, 1: torch.export.Dim('s')}, {0: b, 1: torch.export.Dim('t')}))
""",
    "mha_kv": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, kdim=4, vdim=6)
    def forward(self, x, k, v):
        return self.a(x, k, v)
b = torch.export.Dim('b')
torch.export.export(Net(), (torch.randn(5, 2, 8), torch.randn(6, 2, 4), torch.randn(6, 2, 6)), dynamic_shapes=({1: b}, {1: b}, {1: b}))
""",
    "mha_mask": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x, m):
        return self.a(x, x, x, key_padding_mask=m, need_weights=False)[0]
b = torch.export.Dim('b'); s = torch.export.Dim('s')
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.zeros(2, 5, dtype=torch.bool)), dynamic_shapes=({0: b, 1: s}, {0: b, 1: s}))
""",
    "mha_causal": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        n = x.shape[1]
        m = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
        return self.a(x, x, x, attn_mask=m, need_weights=False)[0]
b = torch.export.Dim('b'); s = torch.export.Dim('s')
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: b, 1: s},))
""",
    "handmade": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 24)
    def forward(self, x):
        B, N, C = x.shape
        qkv = self.q(x).reshape(B, N, 3, 2, C // 2).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        a = (q @ k.transpose(-2, -1)) * 0.5
        a = a.softmax(dim=-1)
        return (a @ v).transpose(1, 2).reshape(B, N, C)
b = torch.export.Dim('b'); s = torch.export.Dim('s')
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: b, 1: s},))
""",
    "rope": """\
class Net(nn.Module):
    def forward(self, x):
        B, H, N, D = x.shape
        t = torch.arange(N, device=x.device).float()
        f = 1.0 / (10000 ** (torch.arange(0, D, 2).float() / D))
        a = torch.outer(t, f)
        c, s = a.cos(), a.sin()
        x1, x2 = x[..., ::2], x[..., 1::2]
        return torch.stack([x1 * c - x2 * s, x1 * s + x2 * c], -1).flatten(-2)
b = torch.export.Dim('b'); s = torch.export.Dim('s')
torch.export.export(Net(), (torch.randn(2, 3, 5, 8),), dynamic_shapes=({0: b, 2: s},))
""",
    "gru": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.GRU(8, 4, batch_first=True)
        self.f = nn.Linear(4, 2)
    def forward(self, x):
        o, h = self.a(x)
        return self.f(o[:, -1])
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: torch.export.Dim('b')},))
""",
    "up": """\
class Net(nn.Module):
    def forward(self, x):
        return F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)
torch.export.export(Net(), (torch.randn(2, 3, 8, 9),), dynamic_shapes=({0: torch.export.Dim.AUTO, 2: torch.export.Dim.AUTO, 3: torch.export.Dim.AUTO},))
""",
    "unet": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.Conv2d(3, 4, 3, padding=1); self.p = nn.MaxPool2d(2)
        self.e = nn.Conv2d(4, 8, 3, padding=1); self.u = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.o = nn.Conv2d(8, 1, 1)
    def forward(self, x):
        a = self.d(x).relu(); b = self.e(self.p(a)).relu()
        c = self.u(b)
        return self.o(torch.cat([a, c], 1))
h = torch.export.Dim('h')
torch.export.export(Net(), (torch.randn(2, 3, 8, 8),), dynamic_shapes=({0: torch.export.Dim('b'), 2: 2*h, 3: 2*h},))
""",
    "lin_shape": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x):
        a = x.shape[0] * 2
        y = self.l(x)
        return y.view(y.shape[0], -1), y.new_zeros(a)
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 5, 6),), dynamic_shapes=({0: D},))
""",
    "lin_shape2": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x):
        y = self.l(x)
        b, n, c = y.shape
        return y.view(b * n, -1), x.reshape(x.shape[0] * n, 6)
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 5, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "add_shape": """\
class Net(nn.Module):
    def forward(self, x):
        y = x * 2
        z = torch.relu(y)
        return z.view(z.shape[0], -1), x.view(x.shape[0], 1, -1), y.reshape(y.size(0) * 5, 6)
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 5, 6),), dynamic_shapes=({0: D},))
""",
    "cont_a": """\
class Net(nn.Module):
    def forward(self, x):
        y = x.contiguous()
        return y.view(y.shape[0] * 2, -1), x * 2 == 1
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "cont_b": """\
class Net(nn.Module):
    def forward(self, x):
        m = x != 0
        y = x.transpose(1, 2).contiguous()
        return y.view(y.shape[0] * 2, -1), (x == 1) & (x != 2) | m
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "cont_c": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x):
        y = self.l(x).permute(1, 0, 2).contiguous()
        return y.view(-1, y.shape[1] * 4), x.new_zeros(x.shape[0] * 3) != 0
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "cont_d": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Conv1d(6, 4, 3)
    def forward(self, x):
        y = self.l(x).transpose(1, 2).contiguous()
        return y.view(x.shape[0], -1), y * 2
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 6, 9),), dynamic_shapes=({0: D, 2: D},))
""",
    "cont_e": """\
class Net(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        y = x.view(b, 2, c // 2, h, w).transpose(1, 2).contiguous().view(b, -1, h, w)
        return y * 2
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 6, 5, 7),), dynamic_shapes=({0: D, 2: D, 3: D},))
""",
    "cont_told": """\
class Net(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        y = x.view(b, 2, c // 2, h, w).transpose(1, 2).contiguous().view(b, -1, h, w)
        return y * 2 * b
torch.export.export(Net(), (torch.randn(3, 6, 5, 7),), dynamic_shapes=({0: torch.export.Dim('b')},))
""",
    "cont_2nd": """\
class Net(nn.Module):
    def forward(self, x):
        y = x.transpose(1, 2)
        a = y.contiguous() * x.shape[0]
        b = y.contiguous() * x.shape[1]
        return a * b
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "reshape_only": """\
class Net(nn.Module):
    def forward(self, x):
        y = x.transpose(1, 2).reshape(x.shape[0], -1)
        return y * x.shape[0], x != 1
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "is_contig": """\
class Net(nn.Module):
    def forward(self, x):
        y = x.transpose(1, 2)
        if y.is_contiguous(): return y * x.shape[0] * 2
        return y.contiguous() * x.shape[0], x != 1
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6),), dynamic_shapes=({0: D, 1: D},))
""",
    "chan_last": """\
class Net(nn.Module):
    def forward(self, x):
        y = x.contiguous(memory_format=torch.channels_last) * x.shape[0]
        return y * 2, x != 1
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(3, 4, 6, 7),), dynamic_shapes=({0: D, 2: D},))
""",
    "shuffle": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(4, 8, 3, padding=1)
    def forward(self, x):
        x = self.c(x)
        b, c, h, w = x.size()
        x = x.view(b, 2, c // 2, h, w)
        x = torch.transpose(x, 1, 2).contiguous()
        x = x.view(b, -1, h, w)
        return F.relu(x) * 2
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(2, 4, 6, 7),), dynamic_shapes=({0: D, 2: D, 3: D},))
""",
    "window": """\
class Net(nn.Module):
    def forward(self, x):
        B, H, W, C = x.shape
        x = x.view(B, H // 4, 4, W // 4, 4, C)
        windows = x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, 4, 4, C)
        return windows * 2
D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(2, 8, 8, 3),), dynamic_shapes=({0: D},))
""",
    "attn": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8); self.k = nn.Linear(8, 8); self.v = nn.Linear(8, 8); self.o = nn.Linear(8, 8)
    def split(self, x):
        b, n, d = x.size()
        return x.view(b, n, 2, 4).transpose(1, 2).contiguous()
    def forward(self, x, mask):
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        s = torch.matmul(q, k.transpose(-2, -1)) / 2.0
        s = s.masked_fill(mask == 0, -1e9)
        a = torch.softmax(s, -1)
        b, h, n, d = q.size()
        y = torch.matmul(a, v).transpose(1, 2).contiguous().view(b, n, h * d)
        return self.o(y)
D = torch.export.Dim
b = D('b'); n = D('n')
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.ones(2, 1, 1, 5)), dynamic_shapes=({0: b, 1: n}, {0: b, 3: n}))
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, source in CASES.items():
        f.write((json.dumps({"name": "contiguity_" + name, "source": HEAD + source}) + "\n").encode())
