"""Modules that record_captures.py asks PyTorch about, beside layers alone (layer_sources.py): containers, classes,
closures, control flow."""

import torch

import dynamic_sources
from layer_sources import LAYERS, PAIRS, layer
from model_sources import MODELS

HEAD = "import math\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n"


def r(*shape):
    return torch.randn(*shape)


def i(high, *shape):
    return torch.randint(0, high, shape)


MODULES = {
    "embedding": (layer("nn.Embedding(5, 3)"), lambda: (i(5, 2, 2),)),
    "embedding_bag": (layer("nn.EmbeddingBag(5, 3, mode='sum')"), lambda: (i(5, 2, 2),)),
    "embedding_bag_offsets": (
        layer("nn.EmbeddingBag(5, 3, padding_idx=1)", "self.layer(x, torch.tensor([0, 2]))"),
        lambda: (i(5, 4),),
    ),
    "unfold_and_fold": (
        layer(
            "nn.Unfold((2, 3), padding=1)",
            "self.fold(F.unfold(self.layer(x).view(1, 12, 4, 5), 2))",
            "        self.fold = nn.Fold(5, (2, 3), stride=1)\n",
        ),
        lambda: (r(1, 2, 3, 5),),
    ),
    "prelu_channels": (layer("nn.PReLU(3)"), lambda: (r(2, 3, 4),)),
    "named_results": (
        """class M(nn.Module):
    def forward(self, x):
        top = x.max(dim=1)
        middle = torch.median(x, 0)
        return top.values, top.indices, middle.values, x.sort(descending=True).indices, x.topk(2).values, x.std(), x.var(unbiased=False), torch.std(x, 1), torch.cdist(x, x, p=1)
""",
        lambda: (r(3, 4),),
    ),
    "embedding_padding": (layer("nn.Embedding(5, 3, padding_idx=0)"), lambda: (i(5, 2, 2),)),
    "cross_entropy": (layer("nn.CrossEntropyLoss()", "self.layer(x, x.argmax(1))"), lambda: (r(3, 4),)),
    "nll_loss": (layer("nn.NLLLoss(reduction='none')", "self.layer(x, x.argmax(1))"), lambda: (r(3, 4),)),
    "attention": (
        layer("nn.MultiheadAttention(4, 2, batch_first=True)", "self.layer(x, x, x)[0]"),
        lambda: (r(2, 3, 4),),
    ),
    "encoder_layer": (
        layer("nn.TransformerEncoderLayer(4, 2, dim_feedforward=8, batch_first=True)"),
        lambda: (r(2, 3, 4),),
    ),
    "gru_cell": (layer("nn.GRUCell(3, 4)", "self.layer(x, x.new_zeros(2, 4))"), lambda: (r(2, 3),)),
    "lstm_cell": (layer("nn.LSTMCell(3, 4)"), lambda: (r(2, 3),)),
    "lstm_unbatched": (layer("nn.LSTM(3, 4, batch_first=True)"), lambda: (r(5, 3),)),
    "lstm_unbatched_state": (
        layer("nn.LSTM(3, 4, 2)", "self.layer(x, (x.new_zeros(2, 4), x.new_ones(2, 4)))"),
        lambda: (r(5, 3),),
    ),
    "gru_unbatched": (layer("nn.GRU(3, 4)", "self.layer(x, x.new_zeros(1, 4))"), lambda: (r(5, 3),)),
    "rnn_unbatched": (
        layer("nn.RNN(3, 4, nonlinearity='relu', bidirectional=True)", "self.layer(x, x.new_zeros(2, 4))"),
        lambda: (r(5, 3),),
    ),
    "cells_unbatched": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain, self.gru, self.lstm = nn.RNNCell(3, 3), nn.GRUCell(3, 3), nn.LSTMCell(3, 3)

    def forward(self, x):
        h = self.gru(self.plain(x), x)
        return self.lstm(h, (x, h))[1] + self.lstm(x)[0] + self.plain(h, x)
""",
        lambda: (r(3),),
    ),
    "conv_same_even": (layer("nn.Conv2d(2, 2, (2, 4), padding='same', dilation=(1, 3))"), lambda: (r(1, 2, 5, 5),)),
    "conjugates": (
        """class M(nn.Module):
    def forward(self, x):
        return x.H, x.mH, x.T, x.mT, x.copy_(other=x)
""",
        lambda: (r(2, 3),),
    ),
    "module_list": (
        """class M(nn.Module):
    def __init__(self, width=4, depth=3):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.norms = nn.ModuleList()
        for k in range(depth):
            self.norms.append(nn.LayerNorm(width))
        self.scale = nn.Parameter(torch.ones(width) * 0.5)

    def forward(self, x):
        for i, (layer, norm) in enumerate(zip(self.layers, self.norms)):
            with torch.no_grad():
                h = norm(x)
            x = x + layer(h) * self.scale if i % 2 == 0 else x - layer(h)
        return x, len(self.layers)
""",
        lambda: (r(2, 4),),
    ),
    "module_dict": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.paths = nn.ModuleDict({"a": nn.Linear(3, 3), "b": nn.Linear(3, 3, bias=False)})

    def forward(self, x):
        out = {}
        for name, path in self.paths.items():
            out[name] = path(x)
        return out["a"] + out["b"], self.paths["a"](x)
""",
        lambda: (r(2, 3),),
    ),
    "subclasses": (
        """class Base(nn.Module):
    eps = 1e-3

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.inner = nn.Linear(width, width)

    def act(self, x):
        return torch.relu(x) + self.eps

    def forward(self, x):
        return self.act(self.inner(x))


class Wide(Base):
    def __init__(self, width):
        super().__init__(width)
        self.outer = nn.Linear(width, 2 * width)

    def act(self, x):
        return super().act(x) * 2

    def forward(self, x):
        return self.outer(super().forward(x))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Wide(3)
        self.b = Base(6)

    def forward(self, x):
        return self.b(self.a(x))
""",
        lambda: (r(2, 3),),
    ),
    "state": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, 4) * 0.1)
        self.register_buffer("mask", torch.tril(torch.ones(3, 3)))
        self.register_buffer("count", torch.tensor(0), persistent=False)
        self.k = torch.tensor([1.0, 2.0, 3.0])
        self.register_parameter("none", None)

    def forward(self, x):
        if self.none is not None:
            x = x + self.none
        self.count.add_(1)
        return (x * self.mask + self.k) @ self.w
""",
        lambda: (r(3, 3),),
    ),
    "initialised": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        nn.init.xavier_uniform_(self.lin.weight)
        nn.init.zeros_(self.lin.bias)
        self.emb = nn.Parameter(torch.empty(2, 4))
        nn.init.normal_(self.emb, std=0.02)
        nn.init.constant_(self.lin.bias, 0.5)
        self.t = nn.Parameter(torch.empty(3, 4))
        nn.init.trunc_normal_(self.t, std=0.5)
        self.big = nn.Parameter(torch.rand(5, 5))

    def forward(self, x):
        return self.lin(x) + self.emb.sum(0) + self.t.mean(0) + self.big.sum()
""",
        lambda: (r(2, 4),),
    ),
    "heads": (
        """class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        b, t, c = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q = q.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        k = k.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        v = v.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        if mask is not None:
            att = att.masked_fill(mask == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().view(b, t, c)
        return self.proj(y)


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = Attention(dim, heads)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim), nn.Dropout(0.1))

    def forward(self, x, mask):
        x = x + self.attn(self.ln1(x), mask=mask)
        return x + self.mlp(self.ln2(x))


class M(nn.Module):
    def __init__(self, vocab=11, dim=8, heads=2, depth=2, length=5):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Parameter(torch.zeros(1, length, dim))
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(depth)])
        self.ln = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.register_buffer("mask", torch.tril(torch.ones(length, length)))

    def forward(self, ids):
        t = ids.shape[1]
        x = self.tok(ids) + self.pos[:, :t]
        for block in self.blocks:
            x = block(x, self.mask[:t, :t])
        return self.head(self.ln(x))
""",
        lambda: (i(11, 2, 5),),
    ),
    "unet": (
        """def block(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.down2 = block(1, 2), block(2, 4)
        self.pool = nn.MaxPool2d(2)
        self.up = nn.ConvTranspose2d(4, 2, 2, stride=2)
        self.last = block(4, 2)
        self.out = nn.Conv2d(2, 1, kernel_size=1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        return torch.sigmoid(self.out(self.last(torch.cat([a, self.up(b)], dim=1))))
""",
        lambda: (r(1, 1, 4, 4),),
    ),
    "cond": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.w = nn.Parameter(torch.randn(3))

    def forward(self, x):
        def yes(v):
            return self.lin(v) + self.w, v.sum()

        def no(v):
            with torch.no_grad():
                h = v * 2
            return h * self.w, h.mean()

        a, b = torch.cond(x.sum() > 0, yes, no, (x,))
        return a + b
""",
        lambda: (r(3, 3),),
    ),
    "autocast": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            h = self.lin(x)
            with torch.no_grad():
                g = h @ h.t()
        with torch.autocast("cpu", enabled=False):
            h = h.float() + 1
        return h, g
""",
        lambda: (r(3, 3),),
    ),
    "autocast_elsewhere": (
        """class M(nn.Module):
    def forward(self, x):
        with torch.autocast("cuda"):
            a = x @ x
        with torch.autocast("cpu"):
            b = x + 1
            with torch.autocast("cuda"):
                c = b @ b
        return a, c
""",
        lambda: (r(3, 3),),
    ),
    "autocast_dtypes": (
        """class M(nn.Module):
    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.float32):
            a = x @ x
        with torch.autocast("cpu", dtype=torch.float16):
            b = x + 1
            with torch.autocast("cpu"):
                c = b @ b
            with torch.autocast("cpu", enabled=False):
                d = x @ x
        return a, c, d
""",
        lambda: (r(3, 3),),
    ),
    "autocast_composed": (
        """class M(nn.Module):
    def forward(self, x):
        with torch.autocast("cpu"):
            a = torch.inner(x, x)
            b = torch.ops.aten.tensordot.default(x, x, [1], [0])
            c = torch.einsum("i,i->i", x[0], x[1])
            d = torch.einsum("ij,jk->ik", x, x)
            e = torch.cat([x, x.half()])
            f = F.nll_loss(x.bfloat16(), torch.tensor([0, 1, 2]))
        return a, b, c, d, e, f
""",
        lambda: (r(3, 3),),
    ),
    "writes_of_numbers": (
        """class M(nn.Module):
    def forward(self, x, s):
        a = x.clone()
        a[0] = 1.0
        a[0, 1] = 2
        a[:] = True
        a[1:3, ::2] = 3.5
        a[None] = 1
        a[True] = 0.5
        a[..., 0] = 7
        a[0:4, :] = -1
        a[0][1] = 4
        b = a
        b[0:4] = 2
        b[...] = 1.5
        a[-1] = torch.tensor(3)
        c = s.clone()
        c[...] = 2
        return a, b, c
""",
        lambda: (r(4, 5), torch.randn(())),
    ),
    "writes_of_tensors": (
        """class M(nn.Module):
    def forward(self, x, y, s, one):
        a = x.clone()
        a[0] = y
        a[1:3] = y
        a[1:3] = s
        a[1, 2] = s
        a[1, 2] = one
        a[1] = one
        a[1] = y[None, None]
        a[:] = x
        a[:] = y[None]
        a[None] = x
        a[0, None] = x[1:2]
        a[...] = y[None]
        b = x.long()
        b[0] = y
        return a, b
""",
        lambda: (r(4, 5), r(5), torch.randn(()), r(1)),
    ),
    "writes_at_tensors": (
        """class M(nn.Module):
    def forward(self, x, y, at, mask):
        a = x.clone()
        a[at] = 1.0
        a[at] = y
        a[at] = y[None]
        a[at, 1:3] = 2
        a[:, at] = 2
        a[mask] = 2
        a[a > 0] = 0.5
        a[[0, 1]] = y
        a[..., a[0] > 0] = 3
        return a
""",
        lambda: (r(4, 5), r(5), i(3, 3), r(4) > 0),
    ),
    "writes_in_place": (
        """class M(nn.Module):
    def forward(self, x, y, at):
        a = x.clone()
        a[0] += 2
        a[0] *= y
        a[0:2] -= y
        a[a.argmax(1)] /= 2
        a[at] += 1
        a[:][1:2] *= 3
        rows = [a, y]
        rows[0] += 1
        rows[1] = rows[0] - y
        return rows
""",
        lambda: (r(4, 5), r(5), i(3, 3)),
    ),
    "given_back": (
        """class M(nn.Module):
    def forward(self, x, y, s):
        a = y.flatten(), +y, y.positive(), torch.atleast_1d(y), x.flatten(1), s.mT
        b = torch.atleast_2d(x), torch.atleast_3d(x), x.type_as(y), x.ravel(), y.reshape(5), x.to(x.dtype)
        c = F.dropout(x, 0.5, False), x.mT, x.contiguous(), s.flatten(), torch.atleast_1d(s)
        d, e = torch.broadcast_tensors(x, y)
        f, g = torch.broadcast_tensors(y, y)
        return a, b, c, d, e, f, g, x, y, s, F.mse_loss(x, x), F.l1_loss(x, y, reduction="sum"), F.huber_loss(y, y)
""",
        lambda: (r(4, 5), r(5), torch.randn(())),
    ),
    "numbers_first": (
        """class M(nn.Module):
    def forward(self, x):
        i = x.to(torch.long)
        a = 2 // x, 2 % x, 2.5 // x, True % x, 5 ** x, 2 & i, 2 | i, 2 ^ i, 2 << i, 2 >> i
        b = x.to(torch.float), x.to(torch.double), x.to(torch.int), x.to(torch.short), x.type(torch.long), x.short(), x.char(), x.byte()
        c = torch.zeros(2, dtype=torch.long), x.new_zeros(2, dtype=torch.double), torch.tensor([1, 2], dtype=torch.float), x.sum(dtype=torch.double)
        d = x.clone()
        d.pow_(2)
        d **= x
        d //= 2
        d %= 3
        return a, b, c, d
""",
        lambda: (r(4, 5),),
    ),
    "tied": (
        """class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3, bias=False)

    def forward(self, x):
        with torch.no_grad():
            h = self.l(x)
        return h.sin()


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 3)
        self.out = nn.Linear(3, 5, bias=False)
        self.out.weight = self.emb.weight
        self.inner = Inner()

    def forward(self, i):
        return self.out(self.inner(self.inner(self.emb(i))))
""",
        lambda: (i(5, 2, 2),),
    ),
    "checks": (
        """class M(nn.Module):
    def forward(self, x, n):
        at = x.nonzero()
        count = at.shape[0]
        torch._check(count > 0)
        k = n.item()
        torch._check_is_size(k)
        torch._check(k <= 7)
        return torch.zeros(count).sum() * x, torch.ones(k)
""",
        lambda: (r(4, 5), torch.tensor(3)),
    ),
    "other_names": (
        """class M(nn.Module):
    def forward(self, x, y, s):
        a = torch.multiply(x, y), torch.multiply(x, 2), x.subtract(y, alpha=2), torch.subtract(x, 1.5), torch.divide(x, y), x.divide(2), torch.true_divide(x, y)
        b = torch.divide(x, y, rounding_mode="floor"), torch.greater(x, y), x.greater_equal(1), torch.less(x, y), x.less_equal(0.5), torch.not_equal(x, y), torch.not_equal(x, 1)
        c = torch.absolute(x), x.negative(), torch.fix(x), torch.arccos(x), x.arcsin(), torch.arctan(x), torch.arctan2(x, y), torch.arcsinh(x), torch.arccosh(x), torch.arctanh(x)
        d = torch.clip(x, 0, 1), torch.row_stack([x, y]), torch.ger(s, s), torch.special.expit(x), torch.special.erf(x), torch.special.xlogy(x, y), torch.special.softmax(x, 1)
        e = torch.vdot(s, s), torch.addr(x, y[0][:4], s), torch.addmv(y[0][:4], x, s), torch.linalg.matmul(x, x.mT), torch.sum(x).clone(), x.sum_to_size(5)
        f = torch.isfinite(x), torch.isreal(x), torch.signbit(x), torch.float_power(x, y), torch.std_mean(x), torch.var_mean(x, dim=0), torch.linalg.diagonal(x)
        z = x.clone()
        z.multiply_(2)
        z.subtract_(y)
        z.absolute_()
        return a, b, c, d, e, f, z
""",
        lambda: (r(4, 5), r(4, 5), r(5)),
    ),
    "repeated": (
        """class M(nn.Module):
    def forward(self, x):
        return torch.repeat_interleave(x, 2), x.repeat_interleave(3, dim=1), torch.linalg.vander(x[0]), torch.where(x > 0, x, 0.0)
""",
        lambda: (r(4, 5),),
    ),
    "factors": (
        """class M(nn.Module):
    def forward(self, x, b):
        q, t = torch.linalg.qr(x)
        u, s, v = torch.linalg.svd(x, full_matrices=False)
        w, e = torch.linalg.eigh(x @ x.mT)
        return q, t, u, s, v, w, e, torch.linalg.solve(x, b), torch.linalg.inv(x), torch.linalg.det(x), torch.linalg.slogdet(x), torch.linalg.cholesky(x), torch.inverse(x), torch.det(x), torch.logdet(x)
""",
        lambda: (r(3, 3), r(3, 2)),
    ),
    "reductions": (
        """class M(nn.Module):
    def forward(self, x, y, k):
        a = F.kl_div(x, y, reduction="batchmean"), F.kl_div(x, y, reduction="sum", log_target=True), F.smooth_l1_loss(x, y, beta=0.5), F.huber_loss(x, y, "none", 2.0)
        b = F.binary_cross_entropy_with_logits(x, y, pos_weight=y[0]), F.l1_loss(x, y, reduction="none"), F.mse_loss(x, y), F.nll_loss(x, k, ignore_index=1), F.cross_entropy(x, k, label_smoothing=0.1)
        c = F.embedding(k, x, padding_idx=-1), F.elu(x), F.elu(x, 0.5), F.leaky_relu(x, 0.2), F.softmin(x, dim=1), F.log_softmax(x, 1, dtype=torch.double), F.logsigmoid(x)
        h = F.relu(x.clone(), inplace=True), F.hardtanh(x.clone(), -2.0, 2.0, True), F.silu(x.clone(), True), F.selu(x.clone(), inplace=True), F.celu(x, 1.5), F.relu6(x)
        return a, b, c, h
""",
        lambda: (r(4, 5), r(4, 5), i(4, 4)),
    ),
    "three_inputs": (
        """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.triplet = nn.TripletMarginLoss(margin=0.5, swap=True)
        self.far = nn.TripletMarginWithDistanceLoss(distance_function=F.cosine_similarity, reduction="none")
        self.near = nn.TripletMarginWithDistanceLoss(swap=True)
        self.cosine = nn.CosineEmbeddingLoss(margin=0.1)
        self.rank = nn.MarginRankingLoss(reduction="sum")
        self.gauss = nn.GaussianNLLLoss(full=True)

    def forward(self, x, y, z):
        s = x[:, 0].sign()
        return self.triplet(x, y, z), self.far(x, y, z), self.near(x, y, z), self.cosine(x, y, s), self.rank(x, y, z.sign()), self.gauss(x, y, 0.5)
""",
        lambda: (r(4, 5), r(4, 5), r(4, 5)),
    ),
    "spread_lists": (
        """class M(nn.Module):
    def forward(self, x, y):
        n, *rest = x.shape
        *first, last = x, y, x + y
        z = x.view(*rest, n).reshape((n, *rest)) + sum([*first, last])
        return [z, *first], *rest, (last, *[y] * 2)
""",
        lambda: (r(4, 5), r(4, 5)),
    ),
    "subscripts": (
        """class M(nn.Module):
    def forward(self, x, y):
        a = torch.einsum("...ij,...jk->...ik", y, y), torch.einsum("bii->bi", y), torch.einsum(" ij , kj -> i k", x, x), torch.einsum("bij,bjk", y, y)
        return a, torch.einsum(x, [0, 1], x, [2, 1], [2, 0]), torch.einsum(x, [0, 1], y[0], [..., 1]), torch.einsum("ij,bkl,bl->bi", x, y, y[:, 0]), torch.einsum("...i->...", y)
""",
        lambda: (r(4, 3), r(2, 3, 3)),
    ),
}


def rows():
    out = [(name, layer(declaration), (r(*shape),), None) for name, declaration, shape in LAYERS]
    pair = "\n    def forward(self, x, y):\n        return self.layer(x, y)\n"
    for name, declaration in PAIRS:
        out.append((name, layer(declaration).split("\n    def forward")[0] + pair, (r(2, 3), r(2, 3)), None))
    out += [(name, source, inputs(), None) for name, (source, inputs) in {**MODULES, **MODELS}.items()]
    return out + dynamic_sources.rows()
