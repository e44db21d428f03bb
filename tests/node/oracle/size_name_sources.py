"""Sources for record_exports.py: models whose sizes are symbols, each of which PyTorch gives names of its own: of
attention, of layers that ask sizes, of views, of contiguous.

size_name_sources.py OUT.jsonl.gz. Recorded as data/size_names_2.6.jsonl.gz and data/size_names_2.14.jsonl.gz."""

import gzip
import json
import sys

CASES = {
    "fsz_ch_shuffle": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        return x.reshape(b, 2, c // 2, h, w).transpose(1, 2).contiguous().reshape(b, c, h, w) * 2
torch.export.export(Net(), (torch.randn(2, 4, 5, 6),), dynamic_shapes=({0: Dim("b"), 2: Dim("h"), 3: Dim("w")},))
""",
    "fsz_perm_contig_twice": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 6)
    def forward(self, x):
        y = self.l(x).permute(1, 0, 2).contiguous()
        z = y.permute(1, 0, 2).contiguous()
        return z + x, y.sum() * 3
torch.export.export(Net(), (torch.randn(3, 5, 6),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_contig_of_contig": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = (x + 1).contiguous()
        return y.view(y.size(0), -1) * 2
torch.export.export(Net(), (torch.randn(3, 5, 6),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_mha_self": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(8, 2)
        self.n = nn.LayerNorm(8)
    def forward(self, x):
        a, w = self.m(x, x, x)
        return self.n(x + a), w * 2
torch.export.export(Net(), (torch.randn(5, 2, 8),), dynamic_shapes=({0: Dim("t"), 1: Dim("b")},))
""",
    "fsz_mha_noweights": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        a, _ = self.m(x, x, x, need_weights=False)
        return a * x.shape[1]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_mha_cross": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, q, kv):
        return self.m(q, kv, kv)[0] + q * q.shape[1]
b = Dim("b")
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.randn(2, 7, 8)),
                    dynamic_shapes=({0: b, 1: Dim("t")}, {0: b, 1: Dim("s")}))
""",
    "fsz_enc_layer": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    def forward(self, x):
        return self.m(x) * x.shape[0]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_mha_proj_in": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Linear(4, 8)
        self.m = nn.MultiheadAttention(8, 2, batch_first=True)
    def forward(self, x):
        h = self.p(x)
        return self.m(h, h, h)[0].mean(1) / x.shape[1]
torch.export.export(Net(), (torch.randn(2, 5, 4),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_gn_scale": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = nn.GroupNorm(2, 4)
        self.c = nn.Conv2d(4, 4, 3, padding=1)
    def forward(self, x, s):
        a, b = s.chunk(2, 1)
        return self.n(self.c(x)) * (1 + a[:, :, None, None]) + b[:, :, None, None] * x.shape[0]
b = Dim("b")
torch.export.export(Net(), (torch.randn(2, 4, 6, 6), torch.randn(2, 8)), dynamic_shapes=({0: b}, {0: b}))
""",
    "fsz_gn_functional": r"""import torch
from torch import nn
import torch.nn.functional as F
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return F.group_norm(x, 2) * x.size(2) + x.size(3)
torch.export.export(Net(), (torch.randn(2, 4, 6, 7),), dynamic_shapes=({0: Dim("b"), 2: Dim("h"), 3: Dim("w")},))
""",
    "fsz_in_norm": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = nn.InstanceNorm2d(4)
    def forward(self, x):
        return self.n(x) * x.size(2) * 2
torch.export.export(Net(), (torch.randn(2, 4, 6, 7),), dynamic_shapes=({0: Dim("b"), 2: Dim("h"), 3: Dim("w")},))
""",
    "fsz_batch_norm": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = nn.BatchNorm2d(4)
    def forward(self, x):
        y = self.n(x)
        return y.reshape(y.size(0), 4, -1) * x.size(2)
torch.export.export(Net(), (torch.randn(2, 4, 6, 7),), dynamic_shapes=({0: Dim("b"), 2: Dim("h"), 3: Dim("w")},))
""",
    "fsz_view_same": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = x.view(x.shape[0], -1, 4)
        z = y.view(-1, x.shape[1], 4)
        return torch.ones(y.shape[1]) * 2, torch.zeros(z.shape[0], z.shape[1]), y * z.shape[0]
torch.export.export(Net(), (torch.randn(2, 5, 4),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_view_split_merge": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b, t, d = x.shape
        y = x.view(b, t, 2, d // 2)
        z = y.reshape(b, -1, d // 2)
        w = z.view(b, t, -1)
        return w.shape[1] * w, z * z.shape[1] + z.shape[0]
torch.export.export(Net(), (torch.randn(2, 5, 4),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_flatten_linear": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 3)
    def forward(self, x):
        b, t, d = x.shape
        y = self.l(x.reshape(b * t, d)).reshape(b, t, 3)
        return y.transpose(1, 2).contiguous().view(b, 3 * t)
torch.export.export(Net(), (torch.randn(2, 5, 4),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_size_tuple": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Linear(8, 24)
    def heads(self, x):
        return x.view(x.size()[:-1] + (2, 4)).permute(0, 2, 1, 3)
    def forward(self, x):
        q, k, v = self.c(x).split(8, dim=2)
        q, k, v = self.heads(q), self.heads(k), self.heads(v)
        w = torch.matmul(q, k.transpose(-1, -2)).softmax(-1)
        y = torch.matmul(w, v).permute(0, 2, 1, 3).contiguous()
        return y.view(y.size()[:-2] + (8,))
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_causal_buffer": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 24)
        self.register_buffer("bias", torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16))
    def forward(self, x):
        b, t, c = x.size()
        q, k, v = self.l(x).split(c, dim=2)
        k = k.view(b, t, 2, c // 2).transpose(1, 2)
        q = q.view(b, t, 2, c // 2).transpose(1, 2)
        v = v.view(b, t, 2, c // 2).transpose(1, 2)
        a = (q @ k.transpose(-2, -1)) * 0.5
        a = a.masked_fill(self.bias[:, :, :t, :t] == 0, float("-inf")).softmax(-1)
        return (a @ v).transpose(1, 2).contiguous().view(b, t, c)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t", max=16)},))
""",
    "fsz_contig_memfmt": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = x.permute(0, 2, 3, 1).contiguous()
        return y.permute(0, 3, 1, 2) * x.shape[0]
torch.export.export(Net(), (torch.randn(2, 4, 6, 7),), dynamic_shapes=({0: Dim("b"), 2: Dim("h"), 3: Dim("w")},))
""",
    "fsz_contig_unused": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = x.transpose(0, 1).contiguous()
        n = y.shape[0] * 2
        m = n + 1
        return x * 2 + n
torch.export.export(Net(), (torch.randn(3, 5),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_contig_static": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 6))
    def forward(self, x):
        return x @ self.w.t().contiguous().t() * x.shape[0]
torch.export.export(Net(), (torch.randn(3, 4),), dynamic_shapes=({0: Dim("b")},))
""",
    "fsz_lstm_hidden": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.r = nn.GRU(4, 8, batch_first=True)
        self.l = nn.Linear(8, 2)
    def forward(self, x):
        y, h = self.r(x)
        return self.l(y[:, -1].contiguous()) * x.shape[1]
torch.export.export(Net(), (torch.randn(2, 5, 4),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_conv_patches": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 8, 2, stride=2)
    def forward(self, x):
        y = self.c(x)
        b, c, h, w = y.shape
        return y.flatten(2).transpose(1, 2).contiguous(), torch.zeros(h * w)
torch.export.export(Net(), (torch.randn(2, 3, 8, 12),),
                    dynamic_shapes=({0: Dim("b"), 2: 2 * Dim("h"), 3: 2 * Dim("w")},))
""",
    "fsz_sdpa": r"""import torch
from torch import nn
import torch.nn.functional as F
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8); self.kv = nn.Linear(8, 16)
    def forward(self, x):
        b, t, c = x.shape
        q = self.q(x).view(b, t, 2, 4).transpose(1, 2)
        k, v = self.kv(x).chunk(2, dim=-1)
        k = k.reshape(b, -1, 2, 4).transpose(1, 2)
        v = v.reshape(b, -1, 2, 4).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v)
        return y.transpose(1, 2).contiguous().view(b, t, c)
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_auto_attn": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8); self.k = nn.Linear(8, 8)
    def forward(self, x):
        q = self.q(x).view(*x.shape[:2], 2, 4).transpose(1, 2).contiguous()
        k = self.k(x).view(*x.shape[:2], 2, 4).transpose(1, 2).contiguous()
        return (q @ k.mT).softmax(-1) * x.shape[1]
A = Dim.AUTO
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: A, 1: A},))
""",
    "fsz_dynamic_attn": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.MultiheadAttention(8, 4, batch_first=True, bias=False)
    def forward(self, x, mask):
        y, w = self.m(x, x, x, attn_mask=mask)
        return y.contiguous() + x.size(1), w
torch.export.export(Net(), (torch.randn(2, 5, 8), torch.zeros(5, 5)),
                    dynamic_shapes=({0: Dim("b"), 1: Dim("t")}, {0: Dim("t"), 1: Dim("t")}))
""",
    "fsz_expand_contig": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Parameter(torch.randn(1, 1, 8))
    def forward(self, x):
        t = self.t.expand(x.shape[0], -1, -1).contiguous()
        y = torch.cat([t, x], dim=1)
        return y * y.shape[1]
torch.export.export(Net(), (torch.randn(2, 5, 8),), dynamic_shapes=({0: Dim("b"), 1: Dim("t")},))
""",
    "fsz_rev_view": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        n = x.shape[0]
        a = x.view(n, 4).repeat(2, 1)
        b = y.reshape(y.shape[0], -1)
        return a * a.shape[0], b * b.shape[0] + b.shape[1]
torch.export.export(Net(), (torch.randn(3, 4), torch.randn(5, 6)),
                    dynamic_shapes=({0: Dim("n")}, {0: Dim("m"), 1: Dim("k")}))
""",
    "fsz_pixel_unshuffle_by_hand": r"""import torch
from torch import nn
from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        x = x.view(b, c, h // 2, 2, w // 2, 2)
        x = x.permute(0, 1, 3, 5, 2, 4).contiguous()
        return x.view(b, c * 4, h // 2, w // 2)
torch.export.export(Net(), (torch.randn(2, 3, 8, 12),),
                    dynamic_shapes=({0: Dim("b"), 2: 2 * Dim("h"), 3: 2 * Dim("w")},))
""",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": name, "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
