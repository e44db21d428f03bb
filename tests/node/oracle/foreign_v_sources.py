"""Sources for record_exports.py: what set v of foreign_modules.json showed, one cause each, most of them with sizes of
dynamic_shapes: writes into tensors of symbolic strides, names that attention and views use up, guards of 2.6 on windows,
parameters() in forward, how many parts split() gives, torch.distributed without a group.

foreign_v_sources.py OUT.jsonl.gz. Recorded as data/foreign_v_2.6.jsonl.gz and data/foreign_v_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch.export import Dim\n\n\n"
# Each has a class Net, and what it is exported with.
CASES = {
    "masked_scores": r"""class Net(nn.Module):
    def forward(self, q, k):
        scores = torch.einsum('bghnd,bhsd->bghns', q, k)
        mask = torch.ones((scores.shape[-2], scores.shape[-1]), dtype=torch.bool).tril()
        return scores.masked_fill_(~mask, -1e4)
""",
    "norm_in_place": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(4)
        self.act = nn.ReLU(inplace=True)
    def forward(self, x):
        return self.act(self.norm(x.transpose(2, 3)))
""",
    "added_in_place": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(1, 2, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose3d(2, 2, 2, stride=2)
    def forward(self, x):
        y = self.conv(x)
        y += y.mean(1, keepdim=True)
        return F.relu(self.up(y), inplace=True)
""",
    "instance_norm_in_place": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(5, 4, 3, padding=1)
        self.norm = nn.InstanceNorm2d(4, affine=True, track_running_stats=True)
    def forward(self, x, c):
        c = c.view(c.size(0), c.size(1), 1, 1).repeat(1, 1, x.size(2), x.size(3))
        return F.relu_(self.norm(self.conv(torch.cat([x, c], 1))))
""",
    "sizes_of_three": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(8, 8)
    def forward(self, q, k, v):
        q, k, v = self.proj(q), self.proj(k), self.proj(v)
        q = q.view(q.size()[:-1] + (2, 4)).transpose(-3, -2)
        k = k.view(k.size()[:-1] + (2, 4)).transpose(-3, -2)
        v = v.view(v.size()[:-1] + (2, 4)).transpose(-3, -2)
        x = torch.matmul(torch.matmul(q, k.transpose(-2, -1)).softmax(-1), v)
        return x.transpose(-3, -2).contiguous().view(q.size()[:-3] + (q.size(-2), 8))
""",
    "size_to_view": r"""class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        return x.view(x.size()[:-1] + (2, 4))
""",
    "scale_and_shift": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.GroupNorm(2, 8)
    def forward(self, x, e):
        while len(e.shape) < len(x.shape):
            e = e[..., None]
        scale, shift = torch.chunk(e, 2, dim=1)
        return self.norm(x) * (1 + scale) + shift
""",
    "parameters_in_forward": r"""class Norm(nn.GroupNorm):
    def forward(self, x):
        return super().forward(x.float()).type(x.dtype)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.Sequential(Norm(2, 8), nn.SiLU(), nn.Conv2d(8, 8, 1))
        self.last = nn.Sequential(Norm(2, 8), nn.Conv2d(8, 8, 1))
    def run(self, function, x, parameters):
        return function(x)
    def body(self, x):
        return self.last[1](self.last[0](self.steps(x)))
    def forward(self, x):
        return self.run(self.body, x, self.parameters())
""",
    "unfolded": r"""class Net(nn.Module):
    def forward(self, x):
        x = F.unfold(x.unsqueeze(1), (5, 4), stride=(1, 4), dilation=(1, 1))
        return x.transpose(1, 2)
""",
    "windows_then_norm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 8, 3, stride=2, padding=1)
        self.norm = nn.GroupNorm(2, 8)
    def forward(self, x):
        return F.leaky_relu(self.norm(self.conv(x)), 0.2, inplace=True)
""",
    "heads_split_again": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        x = torch.cat(torch.split(x, 4, dim=-1), dim=0)
        x = x.softmax(-1)
        return torch.cat(torch.split(x, n, dim=0), dim=-1)
""",
    "part_of_mask": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('bias', torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16))
    def forward(self, w):
        nd, ns = w.size(-2), w.size(-1)
        b = self.bias[:, :, ns - nd:ns, :ns]
        return w * b - 1e10 * (1 - b)
""",
    "future_mask": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.size(-1)
        future = torch.ones((n, n + 0), dtype=torch.bool, device=x.device).triu(1)
        shape = x.size()[:-1] + (n, n)
        return future.view((1,) * (x.ndim - 1) + (n, n)).expand(shape)
""",
    "distributed_asked": r"""import torch.distributed as dist
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.world = dist.get_world_size() if dist.is_initialized() else 1
    def forward(self, x):
        x = x * self.world
        if dist.is_initialized():
            dist.all_reduce(x)
        return x
""",
}
EXPORTS = {
    "masked_scores": "(torch.randn(2, 1, 2, 10, 8), torch.randn(2, 2, 10, 8)), "
    "dynamic_shapes=({0: Dim.AUTO, 3: Dim.AUTO}, {0: Dim.AUTO, 2: Dim.AUTO})",
    "norm_in_place": "(torch.randn(2, 4, 8, 6),), dynamic_shapes=({0: Dim('b'), 2: Dim('h'), 3: Dim('w')},)",
    "added_in_place": "(torch.randn(2, 1, 8, 8, 6),), dynamic_shapes=({0: Dim.AUTO, 3: Dim.AUTO, 4: Dim.AUTO},)",
    "instance_norm_in_place": "(torch.randn(2, 3, 8, 6), torch.randn(2, 2)), "
    "dynamic_shapes=({0: Dim('b'), 3: Dim('s')}, {0: Dim('b')})",
    "sizes_of_three": "tuple(torch.randn(2, 10, 8) for _ in range(3)), "
    "dynamic_shapes=({0: Dim('b'), 1: Dim('s')},) * 3",
    "size_to_view": "(torch.randn(2, 10, 8),), dynamic_shapes=({0: Dim('b'), 1: Dim('s')},)",
    "scale_and_shift": "(torch.randn(2, 8, 4, 4), torch.randn(2, 16)), dynamic_shapes=({0: Dim('b')}, {0: Dim('b')})",
    "parameters_in_forward": "(torch.randn(2, 8, 4, 4),)",
    "unfolded": "(torch.randn(2, 20, 4),), dynamic_shapes=({0: Dim('b')},)",
    "windows_then_norm": "(torch.randn(2, 4, 16, 16),), dynamic_shapes=({0: Dim('b'), 2: Dim('h', max=1024), "
    "3: Dim('w')},)",
    "heads_split_again": "(torch.randn(2, 5, 16),), dynamic_shapes=({0: Dim('b')},)",
    "part_of_mask": "(torch.randn(2, 4, 10, 10),), dynamic_shapes=({0: Dim('b'), 2: Dim.AUTO, 3: Dim.AUTO},)",
    "future_mask": "(torch.randint(0, 9, (2, 10)),), dynamic_shapes=({0: Dim('b'), 1: Dim('s')},)",
    "distributed_asked": "(torch.randn(2, 3),)",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            export = f"torch.export.export(Net(), {EXPORTS[name]})\n"
            f.write((json.dumps({"name": "fv_" + name, "source": HEAD + source + export}) + "\n").encode())


if __name__ == "__main__":
    main()
