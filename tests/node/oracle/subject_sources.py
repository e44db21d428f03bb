"""Scripts with one subject each: sizes that are symbols, weights that are computed, statements of Python, examples with
strides."""

HEAD = """import torch
from torch import nn
import torch.nn.functional as F
from torch.export import Dim, export

"""


def module(body, init=""):
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    made = "".join(f"        {line}\n" for line in init.split("\n")) if init else ""
    constructor = f"    def __init__(self):\n        super().__init__()\n{made}\n" if init else ""
    return constructor, lines


def script(signature, body, call, init="", before=""):
    constructor, lines = module(body, init)
    return f"{HEAD}{before}\nclass M(nn.Module):\n{constructor}    def forward(self, {signature}):\n{lines}\n{call}\n"


B = "b = Dim('b', max=64)\n"
BT = "b, t = Dim('b', max=64), Dim('t', max=128)\n"


def sized(signature, body, args, shapes, init="", before=BT):
    return script(signature, body, f"{before}export(M(), {args}, dynamic_shapes={shapes})", init)


ONE, TWO = "({0: b, 1: t},)", "({0: b, 1: t}, {0: b})"
X = "(torch.randn(3, 5, 4),)"
SIZES = {
    "view_flat": sized("x", "B, T, C = x.shape\nreturn x.view(B * T, C)", X, ONE),
    "view_minus": sized("x", "return x.view(x.size(0), -1)", X, "({0: b},)"),
    "reshape_heads": sized(
        "x",
        "B, T, C = x.size()\nq = x.view(B, T, 2, C // 2).transpose(1, 2)\nreturn q.contiguous().view(B, -1, T)",
        X,
        ONE,
    ),
    "arange_mask": sized(
        "x, n",
        "T = x.shape[1]\nplaces = torch.arange(T)\nmask = places[None, :] < n[:, None]\nreturn x * mask.unsqueeze(-1)",
        "(torch.randn(3, 5, 4), torch.tensor([1, 2, 3]))",
        TWO,
    ),
    "arange_two": sized(
        "x", "T = x.shape[1]\na = torch.arange(T)\nb_ = torch.arange(T)\nreturn x + (a - b_)[None, :, None]", X, ONE
    ),
    "arange_float": sized(
        "x", "T = x.size(1)\na = torch.arange(T, dtype=x.dtype)\nreturn x * a.unsqueeze(0).unsqueeze(-1)", X, ONE
    ),
    "arange_step": sized("x", "T = x.size(1)\na = torch.arange(0, T, 2)\nreturn x[:, a]", X, ONE),
    "arange_more": sized("x", "T = x.size(1)\na = torch.arange(T + 1)\nreturn a, x", X, ONE),
    "causal": sized(
        "x",
        'T = x.shape[1]\nmask = torch.triu(torch.ones(T, T), diagonal=1).bool()\nscores = x @ x.transpose(1, 2)\nreturn scores.masked_fill(mask, float("-inf")).softmax(-1)',
        X,
        ONE,
    ),
    "causal_full": sized(
        "x",
        'T = x.shape[1]\nmask = torch.full((T, T), float("-inf")).triu(1)\nscores = x @ x.transpose(1, 2) + mask\nreturn scores.softmax(-1) @ x',
        X,
        ONE,
    ),
    "causal_buffer": sized(
        "x",
        "T = x.shape[1]\nscores = x @ x.transpose(1, 2)\nreturn scores.masked_fill(self.mask[:T, :T] == 0, 0.0)",
        X,
        "({0: b, 1: t2},)",
        'self.register_buffer("mask", torch.ones(16, 16).tril())',
        "b, t2 = Dim('b', max=64), Dim('t2', max=16)\n",
    ),
    "positions": sized(
        "x",
        "B, T = x.shape\nreturn self.tok(x) + self.pos(torch.arange(T, device=x.device))",
        "(torch.zeros(3, 5, dtype=torch.long),)",
        "({0: b, 1: t},)",
        "self.tok, self.pos = nn.Embedding(7, 4), nn.Embedding(200, 4)",
    ),
    "positions_expand": sized(
        "x",
        "B, T = x.shape\nplace = torch.arange(T).unsqueeze(0).expand(B, T)\nreturn self.tok(x) + self.pos(place)",
        "(torch.zeros(3, 5, dtype=torch.long),)",
        "({0: b, 1: t},)",
        "self.tok, self.pos = nn.Embedding(7, 4), nn.Embedding(200, 4)",
    ),
    "zeros_cat": sized(
        "x", "first = torch.zeros(x.size(0), 1, x.size(2))\nreturn torch.cat([first, x], dim=1)", X, ONE
    ),
    "zeros_cat_cut": sized(
        "x", "first = x.new_zeros(x.size(0), 1, 4)\nreturn torch.cat([first, x], 1)[:, :-1] + x", X, ONE
    ),
    "expand_token": sized(
        "x",
        "cls = self.cls.expand(x.shape[0], -1, -1)\nx = torch.cat((cls, x), dim=1)\nreturn x[:, 0], x.shape[1]",
        X,
        ONE,
        "self.cls = nn.Parameter(torch.zeros(1, 1, 4))",
    ),
    "cat_self": sized("x", "y = torch.cat([x, x], 1)\nreturn y.view(y.size(0), -1, 2, 4), y.size(1)", X, ONE),
    "slice_half": sized("x", "T = x.size(1)\nreturn x[:, : T // 2] + 1", X, ONE),
    "slice_last": sized("x", "return x[:, -1], x[:, 1:], x[:, :-1]", X, ONE),
    "mean_by_size": sized("x", "return x.sum(1) / x.size(1), x.sum() / x.numel()", X, ONE),
    "float_size": sized("x", "return x * (x.size(1) ** -0.5)", X, ONE),
    "sqrt_size": sized("x", "import math\nreturn x / math.sqrt(x.size(-1))", X, ONE),
    "interpolate": sized(
        "x", 'return F.interpolate(x, size=(8, 8), mode="nearest")', "(torch.randn(2, 3, 4, 4),)", "({0: b},)"
    ),
    "interpolate_like": sized(
        "x, y",
        'return F.interpolate(x, size=y.shape[-2:], mode="nearest") + y',
        "(torch.randn(2, 3, 4, 4), torch.randn(2, 3, 8, 6))",
        "({0: b}, {0: b})",
    ),
    "interpolate_twice": sized(
        "x", 'return F.interpolate(x, scale_factor=2.0, mode="nearest")', "(torch.randn(2, 3, 4, 4),)", "({0: b},)"
    ),
    "pad_one": sized("x", "y = F.pad(x, (0, 0, 1, 0))\nreturn y[:, : x.size(1)] + x", X, ONE),
    "roll": sized("x", "return torch.roll(x, 1, dims=1) + x.flip(1)", X, ONE),
    "chunk": sized("x", "a, b_ = x.chunk(2, dim=-1)\nreturn a.reshape(a.size(0), -1), b_", X, ONE),
    "einsum": sized(
        "x, y",
        'return torch.einsum("btc,bsc->bts", x, y).reshape(x.size(0), -1)',
        "(torch.randn(3, 5, 4), torch.randn(3, 6, 4))",
        "({0: b, 1: t}, {0: b})",
    ),
    "unfold": sized(
        "x",
        "B, C, H, W = x.shape\ny = x.reshape(B, C, H // 2, 2, W // 2, 2).permute(0, 2, 4, 1, 3, 5)\nreturn y.reshape(B, (H // 2) * (W // 2), -1)",
        "(torch.randn(2, 3, 4, 4),)",
        "({0: b},)",
    ),
    "conv_flat": sized(
        "x",
        "y = self.c(x)\nreturn y.flatten(2).transpose(1, 2), y.shape[0]",
        "(torch.randn(2, 3, 8, 8),)",
        "({0: b},)",
        "self.c = nn.Conv2d(3, 4, 4, stride=4)",
    ),
    "conv1d_len": sized(
        "x",
        "y = self.c(x)\nreturn y + torch.zeros(y.size(0), 4, y.size(2))",
        "(torch.randn(3, 4, 9),)",
        "({0: b, 2: t},)",
        "self.c = nn.Conv1d(4, 4, 3)",
    ),
    "two_of_one": sized(
        "x, y",
        "n = x.size(0)\nm = y.size(0)\nreturn x.reshape(n, -1).sum(-1) + y.reshape(m, -1).sum(-1)",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "second_first": sized(
        "x, y",
        "m = y.size(0)\nreturn x.reshape(m, -1), y.reshape(x.size(0), 2)",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "ones_like": sized("x", "m = torch.ones_like(x)\nreturn m.view(m.size(0), -1) * x.view(x.size(0), -1)", X, ONE),
    "rand_size": sized("x", "noise = torch.randn(x.size(0), 1)\nreturn x + noise.unsqueeze(-1)", X, ONE),
    "rand_shape": sized("x", "return x + torch.randn(x.shape) + torch.zeros(x.size())", X, ONE),
    "loop_heads": sized(
        "x",
        "B, T, C = x.shape\nout = []\nfor i in range(2):\n    out.append(self.l[i](x).view(B, T, 2, 2).sum(2))\nreturn torch.cat(out, -1)",
        X,
        ONE,
        "self.l = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])",
    ),
    "helper": sized(
        "x",
        "B = x.size(0)\nflat = lambda z: z.reshape(z.size(0), -1)\nh = flat(x)\nreturn flat(h.unsqueeze(1)) + B",
        X,
        "({0: b},)",
    ),
    "submodule": sized(
        "x", "return self.f(x).view(x.shape[0], 2, -1)", X, ONE, "self.f = nn.Sequential(nn.Linear(4, 4), nn.Flatten())"
    ),
    "flatten": sized("x", "return self.l(torch.flatten(x, 1))", X, "({0: b},)", "self.l = nn.Linear(20, 3)"),
    "attention": sized(
        "x",
        "B, T, C = x.shape\nq, k, v = self.qkv(x).reshape(B, T, 3, 2, 2).permute(2, 0, 3, 1, 4)\na = (q @ k.transpose(-2, -1)).softmax(-1)\nreturn (a @ v).transpose(1, 2).reshape(B, T, C)",
        X,
        ONE,
        "self.qkv = nn.Linear(4, 12)",
    ),
    "attention_sdpa": sized(
        "x",
        "B, T, C = x.shape\nq, k, v = [z.view(B, T, 2, 2).transpose(1, 2) for z in self.qkv(x).split(4, dim=2)]\ny = F.scaled_dot_product_attention(q, k, v, is_causal=True)\nreturn y.transpose(1, 2).contiguous().view(B, T, C)",
        X,
        ONE,
        "self.qkv = nn.Linear(4, 12)",
    ),
    "mha": sized(
        "x",
        "return self.a(x, x, x, need_weights=False)[0]",
        X,
        ONE,
        "self.a = nn.MultiheadAttention(4, 2, batch_first=True)",
    ),
    "encoder": sized("x", "return self.a(x)", X, ONE, "self.a = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)"),
    "lstm": sized("x", "return self.a(x)[0]", X, ONE, "self.a = nn.LSTM(4, 3, batch_first=True)"),
    "gru_first": sized(
        "x",
        "h = torch.zeros(1, x.size(0), 3)\nreturn self.a(x, h)[0][:, -1]",
        X,
        "({0: b},)",
        "self.a = nn.GRU(4, 3, batch_first=True)",
    ),
    "norms": sized(
        "x", "B, T, C = x.shape\nreturn self.n(x.reshape(-1, C)).view(B, T, C)", X, ONE, "self.n = nn.BatchNorm1d(4)"
    ),
    "group_norm": sized(
        "x", "return self.n(x.transpose(1, 2)).mean(-1).view(x.size(0), 2, 2)", X, ONE, "self.n = nn.GroupNorm(2, 4)"
    ),
    "assert_size": sized(
        "x", "assert x.size(-1) == 4\nassert x.shape[0] <= 64\nreturn x.reshape(x.shape[0], -1)", X, "({0: b},)"
    ),
    "check_size": sized("x", "torch._check(x.size(0) >= 2)\nreturn x.reshape(x.size(0), -1)", X, "({0: b},)"),
    "branch": sized("x", "if x.size(1) > 1000:\n    return x.sum(1)\nreturn x.reshape(x.size(0), -1)", X, ONE),
    "branch_same": sized(
        "x, y",
        "if x.size(0) == y.size(0):\n    return x.reshape(x.size(0), -1).sum(1) + y.sum(1)\nreturn x",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "index_grid": sized(
        "x",
        "B, T, C = x.shape\ni = torch.arange(B).view(B, 1)\nj = torch.arange(T).view(1, T)\nreturn x[i, j] + i.unsqueeze(-1) * j.unsqueeze(-1)",
        X,
        ONE,
    ),
    "meshgrid": sized(
        "x",
        'B, T, C = x.shape\na, c = torch.meshgrid(torch.arange(B), torch.arange(T), indexing="ij")\nreturn x + (a + c).unsqueeze(-1)',
        X,
        ONE,
    ),
    "relative": sized(
        "x",
        "T = x.size(1)\np = torch.arange(T)\nd = p[None, :] - p[:, None]\nreturn (x @ x.transpose(1, 2)) + d",
        X,
        ONE,
    ),
    "rope": sized(
        "x",
        "T = x.size(1)\nf = 1.0 / (10000 ** (torch.arange(0, 4, 2).float() / 4))\nt_ = torch.arange(T).float()\nf = torch.outer(t_, f)\nreturn x * torch.cat((f, f), -1).cos()",
        X,
        ONE,
    ),
    "cumsum": sized("x", "n = torch.ones(x.size(1)).cumsum(0)\nreturn x.cumsum(1) / n[:, None]", X, ONE),
    "one_hot_mask": sized("x", "T = x.size(1)\nreturn torch.eye(T)[None] @ x", X, ONE),
    "linspace": sized("x", "T = x.size(1)\nreturn torch.linspace(0, 1, T)[:, None] * x", X, ONE),
    "repeat": sized(
        "x, y",
        "return torch.cat([x, y.unsqueeze(1).repeat(1, x.size(1), 1)], -1)",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "expand_as": sized(
        "x, y",
        "return y.unsqueeze(1).expand(-1, x.size(1), -1), y.unsqueeze(1).expand_as(x[:, :, :2])",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "gather": sized(
        "x, y",
        "i = y.argmax(-1)\nreturn x[torch.arange(x.size(0)), i]",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "mask_key": sized(
        "x, y",
        "B, T, C = x.shape\nm = (y > 0).view(B, 1, 2).expand(B, T, 2)\nreturn torch.cat([x, m.to(x.dtype)], -1).view(B, T, 2, 3)",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "stack_sizes": sized("x", "y = torch.stack([x, x + 1], 1)\nreturn y.view(-1, y.size(2), y.size(3))", X, ONE),
    "return_sizes": sized("x", "return x.size(0), x.size(1) * 2, x.sin()", X, ONE),
    "max_size": sized("x", "return x.sin().view(max(x.size(0), 1), -1)", X, "({0: b},)"),
    "minus_size": sized("x", "T = x.size(1)\nreturn x.narrow(1, 0, T - 1), x.narrow(1, 1, T - 1)", X, ONE),
    "split_size": sized("x", "a, c = x.split([1, x.size(1) - 1], dim=1)\nreturn a + c", X, ONE),
    "scatter": sized(
        "x, y",
        "out = torch.zeros(x.size(0), 6)\nreturn out.scatter(1, y.long().abs().clamp(max=5), 1.0)",
        "(torch.randn(3, 5, 4), torch.randn(3, 2))",
        TWO,
    ),
    "windows": sized(
        "x",
        "B, T, C = x.shape\nx = F.pad(x, (0, 0, 1, 1))\nreturn torch.stack([x[:, i:i + T] for i in range(3)], -1)",
        X,
        ONE,
    ),
    "unflatten": sized("x", "return x.unflatten(-1, (2, 2)).transpose(1, 2).flatten(0, 1)", X, ONE),
    "div_sizes": sized("x", "return x.sum((1, 2)) / (x.shape[1] * x.shape[2])", X, ONE),
    "squeeze": sized("x", "return x.mean(1, keepdim=True).expand_as(x).reshape(-1, 4)", X, ONE),
}

ARITHMETIC = {
    "mul_float": "T * 0.5",
    "rmul_float": "0.5 * T",
    "div_float": "T / 2.0",
    "rdiv_float": "2.0 / T",
    "add_float": "T + 0.5",
    "sub_float": "T - 0.5",
    "rsub_float": "0.5 - T",
    "mod_float": "T % 2.5",
    "pow_float": "T ** 0.5",
    "pow_negative": "T ** -1",
    "pow_two": "T ** 2",
    "rpow_float": "2.0 ** T",
    "div_int": "T / 2",
    "rdiv_int": "3 / T",
    "div_sizes": "B / T",
    "pow_sizes": "(T * 1.5) ** 2",
    "float_of": "float(T) * 2",
    "mul_then": "(T * 0.5) * B",
    "numel": "x.numel()",
    "numel_part": "x[:, 0].numel()",
    "nelement": "x.nelement() * 2",
    "sqrt": "math.sqrt(T)",
    "rsqrt": "1 / math.sqrt(T)",
    "int_of": "int(T * 0.5)",
    "neg": "-T",
    "mul_neg": "B * -T",
    "len": "len(x) * 2",
    "floor": "T // 2 + B // 3",
    "shape_prod": "x.shape.numel()",
}
SIZES.update(
    {
        f"of_{k}": sized("x", f"import math\nB, T = x.size(0), x.size(1)\nreturn x * ({v})", X, ONE)
        for k, v in ARITHMETIC.items()
    }
)

COMPUTED = {
    "sn_linear": ("nn.utils.spectral_norm(nn.Linear(4, 3))", "3, 4"),
    "sn_conv": ("nn.utils.spectral_norm(nn.Conv2d(3, 4, 3), n_power_iterations=2)", "1, 3, 5, 5"),
    "sn_transposed": ("nn.utils.spectral_norm(nn.ConvTranspose2d(3, 4, 3))", "1, 3, 5, 5"),
    "sn_embedding": (
        "nn.Sequential(nn.utils.spectral_norm(nn.Linear(4, 4)), nn.ReLU(), nn.utils.spectral_norm(nn.Linear(4, 4)))",
        "3, 4",
    ),
    "sn_name": ('nn.utils.spectral_norm(nn.LSTMCell(4, 4), "weight_hh")', "3, 4"),
    "p_sn_linear": ("P.spectral_norm(nn.Linear(4, 3))", "3, 4"),
    "p_sn_conv": ("P.spectral_norm(nn.Conv2d(3, 4, 3), n_power_iterations=2)", "1, 3, 5, 5"),
    "p_sn_transposed": ("P.spectral_norm(nn.ConvTranspose2d(3, 4, 3))", "1, 3, 5, 5"),
    "p_sn_bias": ('P.spectral_norm(nn.Linear(4, 3), "bias")', "3, 4"),
    "p_wn_linear": ("P.weight_norm(nn.Linear(4, 3))", "3, 4"),
    "p_wn_dim": ("P.weight_norm(nn.Linear(4, 3), dim=None)", "3, 4"),
    "p_wn_conv": ("P.weight_norm(nn.Conv1d(3, 4, 3), dim=1)", "1, 3, 5"),
    "p_wn_two": ("nn.Sequential(P.weight_norm(nn.Linear(4, 4)), nn.ReLU(), P.weight_norm(nn.Linear(4, 4)))", "3, 4"),
    "p_wn_twice": ('P.weight_norm(P.weight_norm(nn.Linear(4, 4)), "bias")', "3, 4"),
    "p_orthogonal": ("P.orthogonal(nn.Linear(4, 4))", "3, 4"),
    "p_orthogonal_wide": ("P.orthogonal(nn.Linear(4, 3))", "3, 4"),
    "p_orthogonal_cayley": ('P.orthogonal(nn.Linear(4, 4), orthogonal_map="cayley")', "3, 4"),
    "pz_symmetric": ("with_parametrization(nn.Linear(4, 4), Symmetric())", "3, 4"),
    "pz_two": ("with_parametrization(with_parametrization(nn.Linear(4, 4), Symmetric()), Scale(2.0))", "3, 4"),
    "pz_removed": (
        'PZ.remove_parametrizations(with_parametrization(nn.Linear(4, 4), Symmetric()), "weight", leave_parametrized=True)',
        "3, 4",
    ),
    "pz_removed_original": (
        'PZ.remove_parametrizations(with_parametrization(nn.Linear(4, 4), Symmetric()), "weight", leave_parametrized=False)',
        "3, 4",
    ),
    "pz_buffer": ("on_buffer(nn.BatchNorm1d(4))", "3, 4"),
    "pz_weight_read": ("Reads()", "3, 4"),
    "pz_is": ("Asks()", "3, 4"),
}
WITH = """import torch.nn.utils.parametrizations as P
import torch.nn.utils.parametrize as PZ


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = nn.Parameter(torch.tensor(by))

    def forward(self, X):
        return X * self.by

    def right_inverse(self, A):
        return A / self.by


def with_parametrization(layer, part):
    PZ.register_parametrization(layer, "weight", part)
    return layer


def on_buffer(layer):
    PZ.register_parametrization(layer, "running_var", Squares())
    return layer


class Squares(nn.Module):
    def forward(self, X):
        return X * X


class Reads(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = with_parametrization(nn.Linear(4, 4), Symmetric())

    def forward(self, x):
        return x @ self.layer.weight + self.layer.bias + self.layer.weight.sum()


class Asks(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = P.weight_norm(nn.Linear(4, 4))

    def forward(self, x):
        if PZ.is_parametrized(self.layer, "weight"):
            x = x + 1
        with PZ.cached():
            return x @ self.layer.weight

"""
WEIGHTS = {
    name: script(
        "x",
        "return self.layer(x)",
        f"model = M().eval()\nexport(model, (torch.randn({shape}),))",
        f"self.layer = {made}",
        WITH,
    )
    for name, (made, shape) in COMPUTED.items()
}

V = "export(M(), (torch.randn(3, 4),))"
LANGUAGE = {
    "global_read": script("x", "global SCALE\nreturn x * SCALE", V, before="SCALE = 2.5\n"),
    "global_write": script("x", "global COUNT\nCOUNT = COUNT + 1\nreturn x * COUNT", V, before="COUNT = 1\n"),
    "global_write_list": script(
        "x",
        "global SEEN\nSEEN = []\nnote(x)\nnote(x + 1)\nreturn SEEN[0] + SEEN[1]",
        V,
        before="SEEN = None\n\n\ndef note(x):\n    SEEN.append(x)\n",
    ),
    "global_new": script("x", "global FRESH\nFRESH = 3\nreturn x * use()", V, before="def use():\n    return FRESH\n"),
    "global_two": script("x", "global A, C\nA, C = 2, 3\nreturn x * A + C", V, before="A = 1\nC = 1\n"),
    "global_augmented": script("x", "global A\nA += 2\nreturn x * A", V, before="A = 1\n"),
    "global_helper": script(
        "x", "bump()\nbump()\nreturn x * A", V, before="A = 1\n\n\ndef bump():\n    global A\n    A *= 3\n"
    ),
    "global_for": script(
        "x",
        "global I\nfor I in range(3):\n    x = x + I\nreturn x * last()",
        V,
        before="I = 0\n\n\ndef last():\n    return I\n",
    ),
    "nonlocal": script(
        "x", "n = 0\n\ndef bump():\n    nonlocal n\n    n += 2\n    return n\n\nbump()\nreturn x * bump() + n", V
    ),
    "nonlocal_new": script(
        "x", "seen = None\n\ndef keep(v):\n    nonlocal seen\n    seen = v.sin()\n\nkeep(x)\nreturn seen + x", V
    ),
    "divmod": script("x", "a, c = divmod(x.size(0) * 10, x.size(1))\nreturn x * a + c", V),
    "divmod_negative": script("x", "a, c = divmod(-7, 2)\nd, e = divmod(7.5, -2)\nreturn x * a + c + d + e", V),
    "divmod_bool": script("x", "a, c = divmod(True, 2)\nreturn x * a + c", V),
    "divmod_symbol": script(
        "x",
        "a, c = divmod(x.size(0), 2)\nreturn x.sum() * a + c",
        "b = Dim('b', max=64)\nexport(M(), (torch.randn(5, 4),), dynamic_shapes=({0: b},))",
    ),
    "divmod_tensor": script("x", "a, c = divmod(x, 2)\nreturn a, c", V),
    "match_number": script(
        "x",
        "match x.dim():\n    case 1:\n        return x\n    case 2:\n        return x.sin()\n    case _:\n        return x.cos()",
        V,
    ),
    "match_text": script(
        "x",
        'match self.mode:\n    case "sum":\n        return x.sum(0)\n    case "mean" | "avg":\n        return x.mean(0)\n    case other:\n        raise ValueError(other)',
        V,
        'self.mode = "avg"',
    ),
    "match_none": script(
        "x, y=None", "match y:\n    case None:\n        return x.sin()\n    case _:\n        return x + y", V
    ),
    "match_tuple": script(
        "x",
        "match tuple(x.shape):\n    case (n,):\n        return x\n    case (3, n):\n        return x * n\n    case (a, n):\n        return x + a",
        V,
    ),
    "match_star": script("x", "match [1, 2, 3, 4]:\n    case [a, *rest, z]:\n        return x * a + z + len(rest)", V),
    "match_guard": script(
        "x",
        "match x.size(0):\n    case n if n > 5:\n        return x\n    case n if n == 3:\n        return x * n\n    case _:\n        return -x",
        V,
    ),
    "match_class": script(
        "x",
        "match self.eps:\n    case float():\n        return x + self.eps\n    case int(n):\n        return x * n",
        V,
        "self.eps = 3",
    ),
    "match_class_of": script(
        "x",
        "for layer in self.layers:\n    match layer:\n        case nn.Linear():\n            x = layer(x)\n        case nn.ReLU(inplace=False):\n            x = layer(x) + 1\n        case nn.Module():\n            x = layer(x) * 2\nreturn x",
        V,
        "self.layers = nn.ModuleList([nn.Linear(4, 4), nn.ReLU(), nn.Tanh()])",
    ),
    "match_dict": script(
        "x",
        'match self.config:\n    case {"kind": "scale", "by": by}:\n        return x * by\n    case {"kind": kind, **rest}:\n        return x + len(rest)',
        V,
        'self.config = {"kind": "scale", "by": 3.0, "more": 1}',
    ),
    "match_dict_rest": script(
        "x",
        'match self.config:\n    case {"by": int(by)}:\n        return x * by\n    case {"kind": "scale" as kind, **rest}:\n        return x * rest["by"] + len(rest)',
        V,
        'self.config = {"kind": "scale", "by": 3.0, "more": 1}',
    ),
    "match_value": script(
        "x",
        "match self.kind:\n    case Kind.SIN:\n        return x.sin()\n    case Kind.COS:\n        return x.cos()",
        V,
        "self.kind = Kind.COS",
        "class Kind:\n    SIN = 1\n    COS = 2\n",
    ),
    "match_nested": script(
        "x",
        'match ("op", [1, (2, 3)]):\n    case ("op", [1, (a, c)]) if a > 5:\n        return x\n    case ("op", [1, (2, c)] as whole):\n        return x * c + len(whole)',
        V,
    ),
    "match_none_of_them": script(
        "x", "y = x\nmatch 7:\n    case 1 | 2:\n        y = x + 1\n    case -7:\n        y = x + 2\nreturn y", V
    ),
    "match_loop": script(
        "x",
        'for step in ["sin", "skip", "cos", "stop", "sin"]:\n    match step:\n        case "skip":\n            continue\n        case "stop":\n            break\n        case "sin":\n            x = x.sin()\n        case "cos":\n            x = x.cos()\nreturn x',
        V,
    ),
    "match_name": script("x", "match = x.sin()\ncase = 2\nmatch[0] = 1.0\ntype = match * case\nreturn type", V),
    "match_call_name": script("x", "match = lambda a: a + 1\nreturn match(x)", V),
    "match_bools": script(
        "x",
        "match (True, False):\n    case (True, True):\n        return x\n    case (True, False):\n        return x + 1",
        V,
    ),
    "match_enum": script(
        "x",
        "match self.kind:\n    case Kind.SIN:\n        return x.sin()\n    case Kind.COS:\n        return x.cos()",
        V,
        "self.kind = Kind.COS",
        "from enum import Enum\n\n\nclass Kind(Enum):\n    SIN = 1\n    COS = 2\n",
    ),
    "match_dataclass": script(
        "x",
        "match self.cfg:\n    case Cfg(width=4, depth=d):\n        return x * d\n    case _:\n        return x",
        V,
        "self.cfg = Cfg(4, 3)",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Cfg:\n    width: int\n    depth: int\n",
    ),
    "match_dataclass_places": script(
        "x",
        "match self.cfg:\n    case Cfg(5, d):\n        return x\n    case Cfg(4, d):\n        return x * d",
        V,
        "self.cfg = Cfg(4, 3)",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Cfg:\n    width: int\n    depth: int\n",
    ),
    "match_on_types": script(
        "x",
        'out = x\nfor v in [1, 2.0, "a", None, [1], {"k": 1}, (1, 2), True]:\n    match v:\n        case bool():\n            out = out + 1\n        case int() | float():\n            out = out * 2\n        case str():\n            out = out.sin()\n        case None:\n            out = out.cos()\n        case {"k": k}:\n            out = out + k\n        case [a]:\n            out = out - a\n        case [a, c]:\n            out = out + a + c\nreturn out',
        V,
    ),
    "compiling": script(
        "x",
        "if torch.compiler.is_compiling():\n    x = x + 1\nif torch._dynamo.is_compiling():\n    x = x * 2\nif torch.compiler.is_dynamo_compiling():\n    x = x.sin()\nreturn x",
        V,
    ),
    "compiling_outside": script(
        "x", "return x + (1 if self.made else 2)", V, "self.made = torch.compiler.is_compiling()"
    ),
    "data_argument": script("x", "return x.data + 1", V),
    "data_computed": script("x", "y = x.sin()\nreturn y.data + y", V),
    "data_computed_in": script("x", "y = x * 2\ny.data.add_(1)\nreturn y.cos()", V),
    "data_parameter": script("x", "return x + self.w.data", V, "self.w = nn.Parameter(torch.ones(4))"),
    "data_grad": script("x", "y = (x * self.w).data\nreturn y + self.w", V, "self.w = nn.Parameter(torch.ones(4))"),
    "data_layer": script("x", "y = self.l(x)\nreturn (y.data > 0) * y", V, "self.l = nn.Linear(4, 4)"),
    "data_view": script("x", "y = x.t()\nreturn y.data.contiguous()", V),
    "data_twice": script("x", "y = x + 1\nreturn y.data * y.data.sin()", V),
}

D = "b = Dim('b', max=64)\n"
STRIDED = {
    "strided_t": script(
        "x",
        "return x.contiguous().view(-1), x.reshape(-1)",
        D + "export(M(), (torch.randn(4, 3).t(),), dynamic_shapes=({0: b},))",
    ),
    "strided_t1": script(
        "x", "return x.reshape(-1), x.sin()", D + "export(M(), (torch.randn(4, 3).t(),), dynamic_shapes=({1: b},))"
    ),
    "strided_t_both": script(
        "x",
        "return x.reshape(-1), x.t().view(-1)",
        "b, t = Dim('b', max=64), Dim('t', max=64)\nexport(M(), (torch.randn(4, 3).t(),), dynamic_shapes=({0: b, 1: t},))",
    ),
    "strided_permute": script(
        "x",
        "B, T, C = x.shape\nreturn x.reshape(B * T, C), x.permute(0, 2, 1).reshape(B, -1)",
        D + "export(M(), (torch.randn(3, 5, 4).permute(0, 2, 1),), dynamic_shapes=({0: b},))",
    ),
    "strided_permute1": script(
        "x",
        "B, T, C = x.shape\nreturn x.reshape(B * T, C), x.permute(0, 2, 1).reshape(B, -1)",
        D + "export(M(), (torch.randn(3, 5, 4).permute(0, 2, 1),), dynamic_shapes=({1: b},))",
    ),
    "strided_channels_last": script(
        "x",
        "return self.c(x).flatten(1), x.contiguous()",
        D + "export(M(), (torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last),), dynamic_shapes=({0: b},))",
        "self.c = nn.Conv2d(3, 4, 3)",
    ),
    "strided_channels_last_h": script(
        "x",
        "return self.c(x).relu(), x.contiguous()",
        D + "export(M(), (torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last),), dynamic_shapes=({2: b},))",
        "self.c = nn.Conv2d(3, 4, 3, padding=1)",
    ),
    "strided_expand": script(
        "x",
        "return x + 1, x.reshape(-1)",
        D + "export(M(), (torch.randn(1, 4).expand(3, 4),), dynamic_shapes=({0: b},))",
    ),
    "strided_expand_one": script(
        "x",
        "return x.sin(), x.reshape(-1)",
        D + "export(M(), (torch.randn(3, 1).expand(3, 4),), dynamic_shapes=({0: b},))",
    ),
    "strided_slice": script(
        "x", "return x.sin(), x.reshape(-1)", D + "export(M(), (torch.randn(3, 8)[:, ::2],), dynamic_shapes=({0: b},))"
    ),
    "strided_slice_cut": script(
        "x", "return x.sin(), x.reshape(-1)", D + "export(M(), (torch.randn(3, 8)[:, 2:6],), dynamic_shapes=({0: b},))"
    ),
    "strided_slice_rows": script(
        "x", "return x.sin(), x.reshape(-1)", D + "export(M(), (torch.randn(9, 4)[::3],), dynamic_shapes=({0: b},))"
    ),
    "strided_slice_dyn1": script(
        "x", "return x.sin(), x.reshape(-1)", D + "export(M(), (torch.randn(3, 8)[:, 2:6],), dynamic_shapes=({1: b},))"
    ),
    "strided_two": script(
        "x, y",
        "return x @ y, (x + y.t()).reshape(-1)",
        D + "export(M(), (torch.randn(4, 3).t(), torch.randn(4, 3)), dynamic_shapes=({0: b}, {1: b}))",
    ),
    "strided_dict": script(
        "x",
        'return x["a"].reshape(-1), x["b"][0].reshape(-1)',
        D
        + "export(M(), ({'a': torch.randn(4, 3).t(), 'b': [torch.randn(2, 4, 3).transpose(0, 1)]},), dynamic_shapes=({'a': {0: b}, 'b': [None]},))",
    ),
    "strided_static": script("x", "return x.reshape(-1), x.contiguous()", "export(M(), (torch.randn(4, 3).t(),))"),
    "strided_auto": script(
        "x",
        "return x.reshape(-1), x.contiguous()",
        "export(M(), (torch.randn(4, 3).t(),), dynamic_shapes=({0: Dim.AUTO},), strict=False)",
    ),
}

# What was found on other people's code, a cause each.
FOUND = {
    "set_difference": script(
        "x",
        "last = [2, -1]\nall_ = set(range(0, x.dim())) - set(d % x.dim() for d in last)\nboth = {0, 1} & {1, 2}\nmore = {0} | {3}\nodd = {0, 1} ^ {1, 2}\nreturn x.permute(*sorted(all_), 2) * len(both) + len(more) + len(odd)",
        "export(M(), (torch.randn(2, 3, 4),))",
    ),
    "list_equals_number": script(
        "x",
        "if self.stage == 2 or self.stage != 3:\n    x = x.sin()\nif (1, 2) == [1, 2]:\n    x = x.cos()\nreturn x",
        V,
        "self.stage = [nn.ReLU(), nn.Linear(2, 2)]",
    ),
    "parameter_in_forward": script(
        "x",
        "self.w = nn.Parameter(self.w.softmax(-1))\nreturn x * self.w[0] + self.w[1]",
        V,
        "self.w = nn.Parameter(torch.ones(3))",
    ),
    "init_old_names": script(
        "x",
        "return self.a(x)",
        V,
        "self.a = nn.Linear(4, 2)\nnn.init.kaiming_normal(self.a.weight)\nnn.init.constant(self.a.bias, 0)",
    ),
    "dropout_sizes": sized(
        "x",
        "return self.d(x).view(x.size(0), -1), F.dropout(x, 0.2), self.c(x), F.alpha_dropout(x, 0.1, training=True)",
        X,
        ONE,
        "self.d, self.c = nn.Dropout(0.1), nn.Dropout1d(0.1)",
    ),
    "encoder_sizes": sized(
        "x",
        "return self.e(self.p(x))",
        X,
        ONE,
        "self.p = nn.Linear(4, 4)\nself.e = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2)",
    ),
}

SOURCES = {
    **{f"size_{k}": v for k, v in SIZES.items()},
    **{f"weight_{k}": v for k, v in WEIGHTS.items()},
    **{f"python_{k}": v for k, v in LANGUAGE.items()},
    **STRIDED,
    **{f"found_{k}": v for k, v in FOUND.items()},
}
# python3 subject_sources.py > LIST; torch record_more_scripts.py OUT LIST
if __name__ == "__main__":
    import json

    for name, source in SOURCES.items():
        print(json.dumps({"name": name, "source": source}))
