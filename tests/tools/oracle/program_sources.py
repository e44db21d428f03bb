"""Programs to export: hand-made ones, and random ones from a seed. Each is (id, source of a class M, source of its
inputs)."""

import random

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom torch._higher_order_ops.map import map as hop_map\nfrom torch._higher_order_ops.while_loop import while_loop\nfrom torch._higher_order_ops.scan import scan\n\n"

# name: (body of the class, inputs, dynamic shapes or None)
HAND = {
    "c_h4_cond3": (
        """
    def forward(self, x):
        def c(v):
            return v.sin()
        def d(v):
            with torch.no_grad():
                return v.cos() + 1
        def a(v):
            return torch.cond(v.sum() > 1, c, d, (v,))
        def b(v):
            return torch.cond(v.sum() > 2, d, c, (v,)) * 2
        with torch.no_grad():
            y = x * 2
        return torch.cond(x.sum() > 0, a, b, (y,)) + x
""",
        "(torch.randn(3),)",
        None,
    ),
    "c_h4_while_region": (
        """
    def forward(self, x, i):
        def cond(i, x):
            return i < 3
        def body(i, x):
            with torch.no_grad():
                z = x.sin()
            return i + 1, z * x
        with torch.no_grad():
            y = x + 1
        _, r = while_loop(cond, body, (i, y))
        return r * 2, y
""",
        "(torch.randn(3), torch.tensor(0))",
        None,
    ),
    "c_h4_map_nested": (
        """
    def forward(self, xs, y):
        def inner(z, w):
            with torch.enable_grad():
                return z + w
        def f(x, y):
            return hop_map(inner, x, y).sum(0) * y
        with torch.no_grad():
            a = xs * 2
        return hop_map(f, a, y), a
""",
        "(torch.randn(3, 2, 4), torch.randn(4))",
        None,
    ),
    "c_h4_scan_region": (
        """
    def forward(self, init, xs):
        def combine(c, x):
            with torch.no_grad():
                n = c + x
            return n.clone(), n.sin()
        with torch.no_grad():
            a = xs.cos()
        c, ys = scan(combine, init, a, dim=0)
        return c, ys
""",
        "(torch.randn(4), torch.randn(3, 4))",
        None,
    ),
    "c_h4_cond_closure": (
        """
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 3))
        self.register_buffer("b", torch.zeros(3))
    def forward(self, x):
        k = x @ self.w
        with torch.no_grad():
            k2 = k.detach() + self.b
        return torch.cond(x.sum() > 0, lambda v: v + k, lambda v: v - k2, (x,))
""",
        "(torch.randn(3, 3),)",
        None,
    ),
    "d_h4_ranges": (
        """
    def forward(self, x, y):
        with torch.no_grad():
            z = torch.cat([x, y])
        return z.reshape(z.shape[0], -1)[: x.shape[0]], z.sum(0)
""",
        "(torch.randn(4, 6), torch.randn(5, 6))",
        "({0: torch.export.Dim('a', min=3, max=64)}, {0: torch.export.Dim('b', min=2)})",
    ),
    "d_h4_product": (
        """
    def forward(self, x):
        b, s, h = x.shape
        y = x.view(b * s, h)
        with torch.no_grad():
            m = y.mean(dim=0, keepdim=True)
        return (y - m).view(b, s, h), b * s, (s + 1) // 2
""",
        "(torch.randn(4, 6, 8),)",
        "({0: torch.export.Dim('b', max=1024), 1: torch.export.Dim('s', min=2, max=4096)},)",
    ),
    "d_h4_item": (
        """
    def forward(self, x, n):
        k = n.item()
        torch._check_is_size(k)
        torch._check(k <= 5)
        with torch.no_grad():
            y = torch.zeros(k, 3)
        return y + 1, x.narrow(0, 0, 2), k
""",
        "(torch.randn(4, 3), torch.tensor(3))",
        None,
    ),
    "d_h4_nonzero_region": (
        """
    def forward(self, x):
        with torch.no_grad():
            i = torch.nonzero(x > 0)
            n = i.shape[0]
        return x.sum() * n, i + 1
""",
        "(torch.randn(4, 3),)",
        None,
    ),
    "d_h4_item_float": (
        """
    def forward(self, x, s):
        f = s.item()
        with torch.no_grad():
            y = x * f
        return y + f, f
""",
        "(torch.randn(4, 3), torch.tensor(0.5))",
        None,
    ),
    "h_h4_dict_io": (
        """
    def forward(self, d, *, flag=None, scale=2.0):
        with torch.no_grad():
            y = d["a"] * scale
        return {"y": y, "none": None, "pair": (d["b"][0], [d["b"][1] + 1]), "k": 3, "s": "text", "f": 0.5, "t": True}
""",
        "({'a': torch.randn(2), 'b': [torch.randn(2), torch.randn(3)]},), {'flag': None, 'scale': 2.5}",
        None,
    ),
    "h_h4_none_out": (
        """
    def forward(self, x, y=None):
        with torch.no_grad():
            z = x * 2
        return None, z, None
""",
        "(torch.randn(2), None)",
        None,
    ),
    "h_h4_buffers": (
        """
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("hist", torch.zeros(4), persistent=False)
        self.w = nn.Parameter(torch.ones(4))
        self.frozen = nn.Parameter(torch.ones(4), requires_grad=False)
        self.const = torch.arange(4.0)
    def forward(self, x):
        self.count.add_(1)
        with torch.no_grad():
            self.hist.mul_(0.9).add_(x.mean(0))
        x.mul_(2)
        return x * self.w + self.frozen + self.const + torch.tensor([1.0, 2.0, 3.0, 4.0]), self.count
""",
        "(torch.randn(3, 4),)",
        None,
    ),
    "h_h4_shared": (
        """
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = self.a
        self.layers = nn.ModuleList([nn.Sequential(nn.Linear(4, 4), nn.ReLU()), nn.LayerNorm(4)])
        self.head = nn.Linear(4, 4)
        self.head.weight = self.a.weight
        self.d = nn.ModuleDict({"k-1": nn.Linear(4, 2), "k.2".replace(".", "_"): nn.Tanh()})
    def forward(self, x):
        y = self.a(x)
        with torch.no_grad():
            for l in self.layers:
                y = l(y)
            z = self.b(y)
        return self.d["k_2"](self.d["k-1"](self.head(z)))
""",
        "(torch.randn(3, 4),)",
        None,
    ),
    "h_h4_names": (
        """
    def forward(self, self_, add, mul_1, sum, input, for_, add_1, getitem, submod_1, p_w, output, **kwargs):
        with torch.no_grad():
            a = self_ + add
            b = sum * input
        with torch.set_grad_enabled(False):
            c = mul_1 + add_1 + kwargs["max"]
        return a, b, c, getitem + submod_1, p_w + output, for_ + 1
""",
        "tuple(torch.randn(2) for _ in range(11)), {'max': torch.randn(2), 'type': torch.randn(2)}",
        None,
    ),
    "h_h4_inplace": (
        """
    def forward(self, x, y):
        x = x.clone()
        x[0] = 1
        x[:, 1] = y
        x[..., None].add_(1)
        with torch.no_grad():
            x += 2
            x[y > 0] = 3.5
        x.index_put_((torch.tensor([0]),), torch.tensor(4.0))
        return x.masked_fill(x > 1, float("-inf")), x.relu_()
""",
        "(torch.randn(3, 3), torch.randn(3))",
        None,
    ),
    "h_h4_dtypes": (
        """
    def forward(self, x, i, b):
        with torch.no_grad():
            h = x.half().to(torch.bfloat16).double()
            c = torch.complex(x, x) * 2j
            u = i.to(torch.uint8)
            e = torch.empty(2, 3, dtype=torch.float64, device="cpu", layout=torch.strided, pin_memory=False, memory_format=torch.contiguous_format)
        f = torch.full((2,), float("inf")) + torch.full((2,), -float("inf")) * 1e-08
        return h, c.real, u << 1, b & (i > 2), torch.full((), float("nan")), x.to(memory_format=torch.channels_last), f, torch.zeros_like(e), ~b, i // 2, i % 3, -x ** 2
""",
        "(torch.randn(1, 2, 3, 4), torch.arange(4), torch.tensor([True, False, True, False]))",
        None,
    ),
    "h_h4_regions": (
        """
    def forward(self, x):
        with torch.no_grad():
            with torch.enable_grad():
                with torch.no_grad():
                    a = x + 1
                b = a * 2
            c = b - a
        with torch.set_grad_enabled(True):
            d = c.relu()
            torch._C._set_grad_enabled(False)
            e = d.exp()
        with torch.inference_mode(False):
            f = e.neg()
        with torch.no_grad():
            pass
        return a, (b, [c]), d, e, f
""",
        "(torch.randn(3),)",
        None,
    ),
    "h_h4_lists": (
        """
    def forward(self, xs, t):
        a, *rest = torch.split(t, [1, 2, 1])
        with torch.no_grad():
            u = torch.unbind(t)
            v, i = torch.max(t, dim=1)
            q, r = torch.linalg.qr(t)
        o = torch.stack([a[0], rest[0][0], u[2]])
        return [o, (v, i)], {"q": q, "r": r}, torch.chunk(xs[0], 3), torch.meshgrid(xs[1], xs[1], indexing="ij")
""",
        "([torch.randn(6), torch.randn(2)], torch.randn(4, 4))",
        None,
    ),
    "a_h4_nested": (
        """
    def forward(self, x, y):
        with torch.no_grad():
            with torch.autocast("cpu", dtype=torch.bfloat16):
                a = x @ y
                with torch.enable_grad():
                    b = a @ y
            c = b + 1
        with torch.autocast("cpu", enabled=False):
            d = c.float() @ x
            with torch.autocast("cpu", dtype=torch.float16, cache_enabled=False):
                e = d @ x
        with torch.autocast("cpu", dtype=torch.bfloat16):
            with torch.no_grad():
                f = e.float().sin()
            g = f @ f
        return a, b, c, d, e, g
""",
        "(torch.randn(3, 3), torch.randn(3, 3))",
        None,
    ),
    "a_h4_cond": (
        """
    def forward(self, x):
        def t(v):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                return (v @ v).float()
        def f(v):
            with torch.no_grad():
                return v.sin()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ x
        return torch.cond(y.sum() > 0, t, f, (x,)), y
""",
        "(torch.randn(3, 3),)",
        None,
    ),
    "h_h4_checkpoint": (
        """
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        def f(v):
            with torch.no_grad():
                s = v.mean()
            return self.l(v).relu() - s
        y = torch.utils.checkpoint.checkpoint(f, x, use_reentrant=False)
        with torch.no_grad():
            return y.sum(), y
""",
        "(torch.randn(3, 3),)",
        None,
    ),
    "h_h4_custom": (
        """
    @staticmethod
    def op():
        try:
            return torch.ops.h4lib.weird_op
        except AttributeError:
            return None
    def forward(self, x):
        with torch.no_grad():
            y = torch.ops.aten._foreach_add.List([x, x], [x, x], alpha=2)
            z = torch.ops.aten.__and__.Tensor(x > 0, x < 1)
        return y[0], z, torch.searchsorted(x, 0.5), torch.bucketize(x, x), torch.histc(x, 4, 0.0, 1.0)
""",
        "(torch.randn(4),)",
        None,
    ),
    "m_h4_rnn": (
        """
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(4, 5, 2, batch_first=True, bidirectional=True)
        self.emb = nn.Embedding(10, 4, padding_idx=0)
        self.bn = nn.BatchNorm1d(10)
        self.drop = nn.Dropout(0.3)
    def forward(self, i):
        with torch.no_grad():
            e = self.emb(i)
        o, h = self.gru(e)
        return self.drop(self.bn(o.transpose(1, 2))).argmax(-1), h
""",
        "(torch.randint(0, 10, (2, 3)),)",
        None,
    ),
    "m_h4_mha": (
        """
    def __init__(self):
        super().__init__()
        self.mha = nn.MultiheadAttention(8, 2, batch_first=True)
        self.enc = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True)
        self.conv = nn.ConvTranspose2d(1, 2, 3, stride=2, padding=1, output_padding=1)
    def forward(self, x):
        with torch.no_grad():
            a, w = self.mha(x, x, x, need_weights=True, average_attn_weights=False)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = self.enc(a.float())
        c = self.conv(y.float()[:, None])
        return F.interpolate(c, scale_factor=0.5, mode="bilinear", align_corners=False), F.scaled_dot_product_attention(x, x, x, dropout_p=0.1, is_causal=True), w, F.pad(x, (1, 2), value=-0.5)
""",
        "(torch.randn(2, 3, 8),)",
        None,
    ),
}

UNARY = [
    "{0}.sin()",
    "torch.cos({0})",
    "{0} * 2",
    "{0} + 1.5",
    "-{0}",
    "F.relu({0})",
    "{0}.exp()",
    "{0} - 1e-05",
    "{0} / 3",
    "{0}.clone()",
    "{0}.detach()",
    "F.dropout({0}, 0.1)",
    "{0}.clamp(min=0.0)",
    "torch.where({0} > 0, {0}, 0.5)",
    "F.softmax({0}, dim=-1)",
    "{0}.t().contiguous()",
    "{0}.to(torch.float64).to(torch.float32)",
    "{0}.abs().sqrt()",
    "F.layer_norm({0}, (3,))",
    "{0}.sum(dim=0, keepdim=True) + {0}",
    "torch.zeros_like({0}) + {0}",
    "{0}.view(-1).view(3, 3)",
    "{0} ** 2",
    "{0}[0:2].repeat(2, 1)[:3]",
    "{0}.unbind(1)[1][:, None] + {0}",
    "{0} @ self.w",
    "self.lin({0})",
    "{0} + self.b",
    "{0} + self.c",
    "{0} * torch.tensor(3.0)",
    "torch.max({0}, dim=1)[0] + {0}",
    "{0}.cumsum(0)",
    "{0} + torch.arange(3)",
    "{0}.mean()",
    "{0}.mean() + {0}",
]
BINARY = [
    "{0} + {1}",
    "{0} * {1}",
    "torch.matmul({0}, {1})",
    "{0} - {1}",
    "torch.maximum({0}, {1})",
    "torch.cat([{0}, {1}])[:3]",
    "torch.stack([{0}, {1}]).sum(0)",
    "torch.addmm({0}, {1}, {0})",
    "torch.where({0} > {1}, {0}, {1})",
]
WITHS = [
    "torch.no_grad()",
    "torch.no_grad()",
    "torch.no_grad()",
    "torch.enable_grad()",
    "torch.enable_grad()",
    "torch.set_grad_enabled(False)",
    "torch.set_grad_enabled(True)",
    'torch.autocast("cpu", dtype=torch.bfloat16)',
    'torch.autocast("cpu", enabled=False)',
]


class Writer:
    def __init__(self, seed):
        self.rng, self.lines, self.count, self.fn = random.Random(seed), [], 0, 0

    def fresh(self):
        self.count += 1
        return (
            self.rng.choice(["a", "b", "t", "x", "y", "out", "add", "sum_"]) + str(self.count)
            if self.rng.random() < 0.9
            else f"v_{self.count}"
        )

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    def block(self, depth, names, size, nested, closures=True):
        rng = self.rng
        for _ in range(rng.randint(1, size)):
            r = rng.random()
            if r < 0.22 and nested > 0:
                self.line(depth, f"with {rng.choice(WITHS)}:")
                self.block(depth + 1, names, max(1, size // 2 + 1), nested - 1, closures)
            elif r < 0.28 and nested > 0:
                self.cond(depth, names, nested)
            elif r < 0.31:
                self.line(depth, f"torch._C._set_grad_enabled({rng.random() < 0.5})")
            elif r < 0.35 and closures:
                self.line(
                    depth,
                    rng.choice(
                        [
                            "self.n.add_(1)",
                            "self.b.copy_(self.b * 0.5)",
                            "{0} = {0}.clone(); {0}.mul_(2)".format(rng.choice(names)),
                            "{0} = {0}.clone(); {0}[0] = 1".format(rng.choice(names)),
                        ]
                    ),
                )
            else:
                form = rng.choice(
                    BINARY
                    if rng.random() < 0.35
                    else UNARY
                    if closures
                    else [u for u in UNARY if "self." not in u and "tensor(" not in u and "dropout" not in u]
                )
                if form == "{0}.mean()":
                    form = "{0}.mean() * {0}"
                if form == "{0}.detach()" and not closures:
                    form = "{0}.neg()"
                name = self.fresh()
                self.line(
                    depth,
                    f"{name} = "
                    + form.format(rng.choice(names), rng.choice(names))
                    + rng.choice(["", "", "", "", "  # note: x"]),
                )
                names.append(name)

    def cond(self, depth, names, nested):
        rng = self.rng
        self.fn += 1
        n = self.fn
        picks = [rng.choice(names) for _ in range(rng.randint(1, 2))]
        picks = list(dict.fromkeys(picks))
        params = [f"p{i}" for i in range(len(picks))]
        for side in "tf":
            self.line(depth, f"def {side}{n}({', '.join(params)}):")
            inner = list(params)
            self.block(depth + 1, inner, 3, nested - 1, closures=False)
            self.line(depth + 1, f"return ({rng.choice(inner)} + 1).float().contiguous().view(3, 3)")
        name = self.fresh()
        self.line(
            depth,
            f"{name} = torch.cond({rng.choice(names)}.sum() > 0, t{n}, f{n}, ({', '.join(f'{p}.float().contiguous().view(3, 3)' for p in picks)},))",
        )
        names.append(name)


def random_program(seed):
    w = Writer(seed)
    rng = w.rng
    names = ["x", "y"]
    w.block(2, names, 7, 3)
    outs = [rng.choice(names) for _ in range(rng.randint(1, 4))]
    ret = rng.choice(
        [
            ", ".join(outs) + ",",
            "(" + ", ".join(outs) + ",)",
            "{" + ", ".join(f"'k{i}': {o}" for i, o in enumerate(outs)) + "}",
            "[" + ", ".join(outs) + "], None",
            outs[0],
        ]
    )
    body = (
        """
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 3))
        self.lin = nn.Linear(3, 3)
        self.register_buffer("b", torch.ones(3, 3))
        self.register_buffer("n", torch.zeros(()))
        self.c = torch.ones(3)
    def forward(self, x, y):
"""
        + "\n".join(w.lines)
        + f"\n        return {ret}\n"
    )
    return body, "(torch.randn(3, 3), torch.randn(3, 3))", None


def programs(count, seed):
    for name, (body, inputs, dynamic) in HAND.items():
        yield name, HEAD + "class M(nn.Module):" + body, inputs, dynamic
    for i in range(count):
        body, inputs, dynamic = random_program(seed + i)
        yield f"r_h4_{seed + i}", HEAD + "class M(nn.Module):" + body, inputs, dynamic
