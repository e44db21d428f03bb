"""Functions with writes, views and conversions, whose functional form record_captures.py records."""

import torch

torch.manual_seed(7)
BODIES = {
    "views_of_one_memory": """        y = x.clone()
        row, turned = y[0], y.t()
        row.mul_(2)
        return turned + 1, y.sum()
""",
    "every_view": """        y = x.clone()
        y.view(-1).add_(1)
        y.unsqueeze(0).mul_(2)
        y.t().add_(3)
        y.permute(1, 0).add_(4)
        y.transpose(0, 1).add_(5)
        y.unsqueeze(0).squeeze(0).add_(6)
        a, b = y.split(2, 1)
        b.add_(7)
        y.unbind(0)[1].add_(8)
        y.detach().add_(10)
        return y
""",
    "pieces": """        y = x.clone()
        a, b = y.chunk(2, 1)
        a.add_(1)
        y.reshape(12).add_(2)
        y.flatten().add_(3)
        y.narrow(1, 1, 2).add_(4)
        y.contiguous().add_(5)
        y.movedim(0, 1).add_(6)
        c, d = y.split([1, 3], 1)
        d[0].mul_(2)
        y.view(2, 6)[0].zero_()
        return y
""",
    "state_written": """        x.add_(1)
        self.b[1:].mul_(2)
        self.b.copy_(x[0])
        return x + self.b
""",
    "stale_results": """        y = x.clone()
        a = y[0]
        y.add_(1)
        part = self.b[0:2]
        self.b.add_(1)
        return a, y.t(), part, self.b
""",
    "in_place": """        y = torch.zeros(3, 4, dtype=torch.float64)
        y.copy_(x)
        y.zero_()
        z = x.clone()
        z.fill_(2.0)
        z.clamp_(0, 1)
        z.masked_fill_(z > 0, 3.0)
        return y, z, x, z.relu_(), z.add_(1).mul_(2)
""",
    "assigned": """        y = x.clone()
        y[1:, ::2] += 1
        y[..., 0] = x[..., 1]
        y[1] = y[0] * 2
        return y
""",
    "turned_in_place": """        y = x.clone()
        y.unsqueeze_(0)
        y.add_(1)
        y.squeeze_(0)
        y.t_()
        return y * 2
""",
    "conversions": """        y = x.to(torch.float32) + x.float()
        return y, x.expand(2, 3, 4), x.view_as(y), x.T, x.unflatten(1, (2, 2)), x.reshape(4, 3), x.t().reshape(12), x.t().contiguous(), x.swapaxes(0, 1), x.squeeze()
""",
    "dead_code": """        with torch.no_grad():
            y = x + 1
        dead = x * 3
        values, indices = x.topk(2, 1)
        r = torch.nn.functional.dropout(x, 0.5, True)
        return y * 2 + self.b, values
""",
    "autocast": """        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ x.t()
            z = y.float()
        return z + 1
""",
}
MODULES = {
    "statistics": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)

    def forward(self, x):
        return self.norm(self.conv(x)).relu()
""",
        (1, 1, 4, 4),
    ),
    "channels": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.drop = nn.BatchNorm2d(2, affine=False, track_running_stats=False), nn.Dropout2d(0.2)

    def forward(self, x):
        return self.drop(self.norm(x))
""",
        (1, 2, 3, 3),
    ),
    "branches": (
        """class M(nn.Module):
    def forward(self, x):
        def yes(v):
            y = v.clone()
            y[0] = v[1]
            return y.flatten()

        def no(v):
            return v.flatten().sin()

        return torch.cond(x.sum() > 0, yes, no, (x,))
""",
        (3, 4),
    ),
}


def rows():
    head = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('b', torch.zeros(4))\n\n    def forward(self, x):\n"
    out = [(name, head + body, (torch.randn(3, 4),), None) for name, body in BODIES.items()]
    return out + [(name, source, (torch.randn(*shape),), None) for name, (source, shape) in MODULES.items()]
