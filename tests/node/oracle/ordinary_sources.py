"""Sources for record_exports.py: what ordinary models do in forward, one thing each: items and sizes that depend on
data, operators that give their input back, arithmetic of symbolic numbers, sum() and reduce(), conversions, methods by
name, containers, subscripts, attributes that forward sets, tensors that ask for gradients.

ordinary_sources.py OUT.jsonl.gz. Recorded as data/ordinary_2.6.jsonl.gz and data/ordinary_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
CASES = {
    "ck1": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def forward(self, x):
        return checkpoint(torch.sin, x, use_reentrant=False)
""",
    "ck2": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def f(self, x):
        return x.sin() * 2
    def forward(self, x):
        return checkpoint(self.f, x, use_reentrant=False).cos()
""",
    "ck3": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x):
        return checkpoint(self.l, x, use_reentrant=False).cos()
""",
    "ck4": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x):
        return checkpoint(self.l, x, use_reentrant=True).cos()
""",
    "ck5": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.no_grad():
            return checkpoint(self.l, x, use_reentrant=False).cos()
""",
    "ck6": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def forward(self, x):
        with torch.no_grad():
            y = checkpoint(torch.sin, x, use_reentrant=False)
        return y
""",
    "ck7": r"""from torch.utils.checkpoint import checkpoint_sequential
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
    def forward(self, x):
        return checkpoint_sequential(self.l, 2, x, use_reentrant=False).cos()
""",
    "it_int": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.sum().long().item()
        return x * n
""",
    "it_int_used": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.sum().long().item()
        torch._check(n >= 0)
        return torch.zeros(n) , x
""",
    "it_unused": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.sum().item()
        return x * 2
""",
    "it_two": r"""class Net(nn.Module):
    def forward(self, x):
        return x * x.sum().item() + x.mean().item()
""",
    "it_both": r"""class Net(nn.Module):
    def forward(self, x):
        return x * x.sum().item() + x.long().sum().item()
""",
    "it_expr": r"""class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item()
        return x * (s * 2 + 1)
""",
    "it_expr2": r"""class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item() / 3
        return x * s
""",
    "it_cmp": r"""class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item()
        torch._check(s > 0)
        return x * s
""",
    "it_bool": r"""class Net(nn.Module):
    def forward(self, x):
        s = (x.sum() > 0).item()
        return x * s
""",
    "it_full": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.full((2, 3), x.sum().item()) + x
""",
    "it_f64": r"""class Net(nn.Module):
    def forward(self, x):
        return x * x.double().sum().item()
""",
    "it_ret": r"""class Net(nn.Module):
    def forward(self, x):
        return x.sum().item(), x.long().sum().item()
""",
    "it_clamp": r"""class Net(nn.Module):
    def forward(self, x):
        return x.clamp(max=x.mean().item())
""",
    "nz": r"""class Net(nn.Module):
    def forward(self, x):
        return x.nonzero()
""",
    "nz_shape": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.nonzero()
        return n.shape[0] + x
""",
    "wh_shape": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.where(x > 0)[0].shape[0] + x
""",
    "wh_both": r"""class Net(nn.Module):
    def forward(self, x):
        a, b = torch.where(x > 0)
        return a.shape[0] + x, b.shape[0]
""",
    "wh_1": r"""class Net(nn.Module):
    def forward(self, x):
        a, b = torch.where(x > 0)
        return b.shape[0] + x
""",
    "msel": r"""class Net(nn.Module):
    def forward(self, x):
        return x[x > 0], x.masked_select(x > 1)
""",
    "bidx": r"""class Net(nn.Module):
    def forward(self, x):
        return x[torch.tensor([True, False])]
""",
    "bidx2": r"""class Net(nn.Module):
    def forward(self, x):
        m = torch.tensor([True, False])
        return x[m] * 2, x[m]
""",
    "bidxbuf": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.register_buffer("m", torch.tensor([True, False]))
    def forward(self, x):
        return x[self.m] * 2
""",
    "uniq": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.unique(x), x.unique(return_inverse=True)
""",
    "dr_f": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.dropout(x, 0.5, False)
        return x + y
""",
    "dr_m": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.d = nn.Dropout(0.1).eval()
    def forward(self, x):
        y = self.d(x)
        return x + y
""",
    "dr_0": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.dropout(x, 0.0, True)
        return x + y
""",
    "dr_train": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.dropout(x, 0.3, self.training)
        return x + y
""",
    "dr_kw": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.dropout(x * 2, p=0.3, training=False)
        return x + y
""",
    "dr_mid": r"""class Net(nn.Module):
    def forward(self, x):
        h = x * 2
        y = F.dropout(h, p=0.3, training=False)
        z = h + 1
        return z + y + h
""",
    "dr_torch": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.dropout(x, 0.3, False)
        return x + y
""",
    "dr_alpha": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.alpha_dropout(x, 0.3, False)
        z = F.feature_alpha_dropout(x, 0.3, False)
        return x + y + z
""",
    "dr_2d": r"""class Net(nn.Module):
    def forward(self, x):
        x = x[None, :, :, None]
        y = F.dropout2d(x, 0.3, False)
        return x + y
""",
    "ident": r"""class Net(nn.Module):
    def forward(self, x):
        a = x.contiguous(); b = x.float(); c = x.to(torch.float32); d = x.type_as(x); e = x.cpu()
        return x + a + b + c + d + e
""",
    "ident2": r"""class Net(nn.Module):
    def forward(self, x):
        a = x.expand_as(x); b = x.view_as(x); c = x.requires_grad_(False); d = x.reshape(2, 3); e = x.squeeze()
        return x + a + b + c + d + e
""",
    "ident3": r"""class Net(nn.Module):
    def forward(self, x):
        a = x.data; b = x.resolve_conj(); c = x.real; d = x.conj(); e = torch.positive(x); f = x.resolve_neg()
        return x + a + b + c + d + e + f
""",
    "ident4": r"""class Net(nn.Module):
    def forward(self, x):
        h = x * 2
        a = h.contiguous(); b = h.float(); c = h.to(torch.float32); d = h.type_as(x); e = h.cpu()
        return h + a + b + c + d + e
""",
    "ident5": r"""class Net(nn.Module):
    def forward(self, x):
        h = x * 2
        a = torch.atleast_1d(h); b = torch.atleast_2d(h); c = torch.real(h); d = +h; e = h.expand(2, 3); f = h.expand(-1, -1); g = h.contiguous(memory_format=torch.contiguous_format)
        return h + a + b + c + d + e + f + g
""",
    "adjoint": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = x.sum().adjoint()
        return torch.neg(h), y
""",
    "alpha_dropout": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.alpha_dropout(h, 0.3, False)
        return torch.neg(h), y
""",
    "alpha0": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.alpha_dropout(h, 0.0, True)
        return torch.neg(h), y
""",
    "at1": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.atleast_1d(h)
        return torch.neg(h), y
""",
    "at3": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.atleast_3d(h[None])
        return torch.neg(h), y
""",
    "conj": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.conj()
        return torch.neg(h), y
""",
    "conjp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.conj_physical(h)
        return torch.neg(h), y
""",
    "contig": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.contiguous()
        return torch.neg(h), y
""",
    "cpu": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.cpu()
        return torch.neg(h), y
""",
    "dropout": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout(h, 0.3, False)
        return torch.neg(h), y
""",
    "dropout0": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout(h, 0.0, True)
        return torch.neg(h), y
""",
    "dropoutm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.dropout(h, 0.3, False)
        return torch.neg(h), y
""",
    "fad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.feature_alpha_dropout(h[None], 0.3, False)
        return torch.neg(h), y
""",
    "fd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout2d(h[None, None], 0.3, False)
        return torch.neg(h), y
""",
    "fd1": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout1d(h[None], 0.3, False)
        return torch.neg(h), y
""",
    "fd3": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout3d(h[None, None, None], 0.3, False)
        return torch.neg(h), y
""",
    "flat": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.flatten(1, 1)
        return torch.neg(h), y
""",
    "mH": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum().mH
        return torch.neg(h), y
""",
    "mT": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum().mT
        return torch.neg(h), y
""",
    "H": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.H
        return torch.neg(h), y
""",
    "pos": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.positive(h)
        return torch.neg(h), y
""",
    "real": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.real(h)
        return torch.neg(h), y
""",
    "realattr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.real
        return torch.neg(h), y
""",
    "rconj": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.resolve_conj()
        return torch.neg(h), y
""",
    "rneg": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.resolve_neg()
        return torch.neg(h), y
""",
    "sts": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum_to_size(2, 3)
        return torch.neg(h), y
""",
    "sts2": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum_to_size(1, 3)
        return torch.neg(h), y
""",
    "todense": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.to_dense()
        return torch.neg(h), y
""",
    "ta": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.type_as(x)
        return torch.neg(h), y
""",
    "asT": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.as_tensor(h)
        return torch.neg(h), y
""",
    "float": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.float()
        return torch.neg(h), y
""",
    "dbl": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.double().double()
        return torch.neg(h), y
""",
    "typ": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.type(torch.float32)
        return torch.neg(h), y
""",
    "tod": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.to("cpu")
        return torch.neg(h), y
""",
    "tox": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.to(x)
        return torch.neg(h), y
""",
    "tod2": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.to(device="cpu", dtype=torch.float32)
        return torch.neg(h), y
""",
    "nn_id": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = nn.Identity()(h)
        return torch.neg(h), y
""",
    "drop_in": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.dropout(h, 0.3, False, True)
        return torch.neg(h), y
""",
    "idm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = self.i(h)
        return torch.neg(h), y
""",
    "dm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = self.d(h)
        return torch.neg(h), y
""",
    "sq": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.squeeze(0)
        return torch.neg(h), y
""",
    "exp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.expand_as(x)
        return torch.neg(h), y
""",
    "rq": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.requires_grad_(False)
        return torch.neg(h), y
""",
    "det": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.detach()
        return torch.neg(h), y
""",
    "T": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum().T
        return torch.neg(h), y
""",
    "tt": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.sum(1).t()
        return torch.neg(h), y
""",
    "real_i": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.view_as_real(torch.view_as_complex(h[:, :2].contiguous()))
        return torch.neg(h), y
""",
    "brd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.broadcast_to(h, (2, 3))
        return torch.neg(h), y
""",
    "unf": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.unflatten(1, (3,))
        return torch.neg(h), y
""",
    "ceil": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.long().ceil()
        return torch.neg(h), y
""",
    "rnd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.long().round()
        return torch.neg(h), y
""",
    "flr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.long().floor()
        return torch.neg(h), y
""",
    "tr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.long().trunc()
        return torch.neg(h), y
""",
    "abs": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.abs_()
        return torch.neg(h), y
""",
    "nan": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.nan_to_num()
        return torch.neg(h), y
""",
    "sym": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.narrow(1, 0, 3)
        return torch.neg(h), y
""",
    "chk": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.chunk(1)[0]
        return torch.neg(h), y
""",
    "rep": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.repeat(1, 1)
        return torch.neg(h), y
""",
    "ri": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.repeat_interleave(1)
        return torch.neg(h), y
""",
    "rsh": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.reshape(2, 3)
        return torch.neg(h), y
""",
    "vw": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.view(2, 3)
        return torch.neg(h), y
""",
    "bool": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = (h > 0).bool()
        return torch.neg(h), y
""",
    "pad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.pad(h, (0, 0))
        return torch.neg(h), y
""",
    "cat": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.cat([h])
        return torch.neg(h), y
""",
    "roll": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.roll(0, 0)
        return torch.neg(h), y
""",
    "ip": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.interpolate(h[None], size=3)
        return torch.neg(h), y
""",
    "hs": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = torch.hstack([h])
        return torch.neg(h), y
""",
    "dq": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.dequantize()
        return torch.neg(h), y
""",
    "mvd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.movedim(0, 0)
        return torch.neg(h), y
""",
    "sw": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.swapaxes(0, 0)
        return torch.neg(h), y
""",
    "pm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.permute(0, 1)
        return torch.neg(h), y
""",
    "clo": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.clone()
        return torch.neg(h), y
""",
    "dg": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.deg2rad()
        return torch.neg(h), y
""",
    "cp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.copy_(x)
        return torch.neg(h), y
""",
    "lin": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.linear(h, torch.eye(3))
        return torch.neg(h), y
""",
    "rel": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.relu(h, inplace=True)
        return torch.neg(h), y
""",
    "bn": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = F.batch_norm(h, torch.zeros(3), torch.ones(3))
        return torch.neg(h), y
""",
    "ac": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity(); self.d = nn.Dropout(0.3).eval()
    def forward(self, x):
        h = x * 2
        y = h.half().float()
        return torch.neg(h), y
""",
    "e1": r"""import math
class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item()
        return s * 2, s * 2 + 1, 3 - s, s / 2, s * s, s + s, -s, s ** 2, 2 ** s
""",
    "e2": r"""import math
class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item(); t = x.mean().item()
        return s + t, s * t, s - t, t + s, s * 2.5 * t, (s + t) * 2, (s + 1) * (t - 2), s / t
""",
    "e3": r"""import math
class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item()
        return max(s, 1.0), min(s, 2), abs(s), round(s), int(s), s // 2, s % 2, math.sqrt(s), math.floor(s)
""",
    "e4": r"""import math
class Net(nn.Module):
    def forward(self, x):
        s = x.sum().long().item(); f = x.mean().item()
        return s + f, s * f, f * s * 2, s * 2.0, s / 2, s / 3.0 + f
""",
    "e5": r"""import math
class Net(nn.Module):
    def forward(self, x):
        s = x.sum().item()
        return x * (1 - s) + (1.5 + s) * 2, 0.5 * s, s * 0.5, s * 1.0, s + 0.0, s * 0
""",
    "at_list": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.as_tensor([1.0, 2.0, 3.0])
""",
    "at_num": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.as_tensor(2.0) + torch.asarray([1, 2, 3])
""",
    "at_dt": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.as_tensor([1, 2, 3], dtype=torch.float32, device=x.device)
""",
    "at_self": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.as_tensor(x) * torch.as_tensor(x, dtype=torch.float64)
""",
    "sum_list": r"""class Net(nn.Module):
    def forward(self, x):
        return sum([x, x * 2, x * 3])
""",
    "sum_gen": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(x * i for i in range(3))
""",
    "sum_start": r"""class Net(nn.Module):
    def forward(self, x):
        return sum([x * 2, x * 3], x)
""",
    "sum_start_gen": r"""class Net(nn.Module):
    def forward(self, x):
        return sum((x * i for i in range(2)), x)
""",
    "sum_tuple": r"""class Net(nn.Module):
    def forward(self, x):
        return sum((x * 2, x * 3), start=x)
""",
    "sum_map": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(map(torch.sin, [x, x * 2]))
""",
    "sum_dict": r"""class Net(nn.Module):
    def forward(self, x):
        return sum({"a": x, "b": x * 2}.values())
""",
    "sum_unbind": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(x.unbind(0)) + sum(x)
""",
    "sum_ints": r"""class Net(nn.Module):
    def forward(self, x):
        return x * sum([1, 2, 3]) + sum(i for i in range(4)) + sum(len(y) for y in [[1], [2, 3]])
""",
    "sum_zip": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(a * b for a, b in zip([x, x * 2], [1, 2]))
""",
    "sum_mods": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.ls = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
    def forward(self, x):
        return sum(l(x) for l in self.ls)
""",
    "sum_modlist": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.ls = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
    def forward(self, x):
        return sum([l(x) for l in self.ls])
""",
    "red_add": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(torch.add, [x, x * 2, x * 3])
""",
    "red_lambda": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(lambda a, b: a * b, [x, x * 2, x * 3])
""",
    "red_op": r"""from functools import reduce
import operator
class Net(nn.Module):
    def forward(self, x):
        return reduce(operator.add, [x, x * 2, x * 3]) + reduce(operator.mul, [1, 2, 3]) 
""",
    "red_init": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(torch.mul, [x, x * 2], x + 1)
""",
    "red_gen": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(torch.mul, (x * i for i in range(2)))
""",
    "ga_meth": r"""class Net(nn.Module):
    def forward(self, x):
        f = x.sin
        return f() + getattr(x, "cos")() + getattr(x, "add")(x, alpha=2)
""",
    "ga_map": r"""class Net(nn.Module):
    def forward(self, x):
        return list(map(x.add, [1, 2]))
""",
    "ga_has": r"""class Net(nn.Module):
    def forward(self, x):
        return x * (2 if hasattr(x, "cos") else 3) * (2 if hasattr(x, "nope") else 3)
""",
    "ga_cls": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.Tensor.add(x, 1) + getattr(torch.Tensor, "mul")(x, 2) + getattr(F, "relu")(x) + getattr(nn.functional, "gelu")(x)
""",
    "lg": r"""import logging
logger = logging.getLogger(__name__)
class Net(nn.Module):
    def forward(self, x):
        logger.info("a %s", 1)
        return x + 1
""",
    "lg2": r"""import logging
class Net(nn.Module):
    def forward(self, x):
        logging.getLogger(__name__).warning("a")
        logging.debug("b")
        return x + 1
""",
    "nm": r"""class Net(nn.Module):
    def forward(self, x):
        return x * len(self.__class__.__name__) * (2 if __name__ == "__main__" else 3)
""",
    "wn": r"""import warnings
class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 1: warnings.warn("many")
        return x + 1
""",
    "tl": r"""class Net(nn.Module):
    def forward(self, x):
        a = x.long().sum(1).tolist()
        return x * a[0] + len(a)
""",
    "tl2": r"""class Net(nn.Module):
    def forward(self, x):
        s = torch.tensor([1, 2]).tolist()
        return x * s[1]
""",
    "nv": r"""class Net(nn.Module):
    def forward(self, x):
        return x * float(x.mean()) + int(x.long().sum())
""",
    "inp_mut": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        x.add_(1)
        return x * 2
""",
    "inp_mut_view": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        x[0].mul_(2)
        return x.sum()
""",
    "ret_input": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x
""",
    "ret_input_twice": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x, x
""",
    "ret_param": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return self.w
""",
    "ret_const": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + 1, 3, None, "a", 2.5, True
""",
    "ret_dict": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return {"a": x + 1, "b": [x * 2, (x * 3,)]}
""",
    "ret_nt": r"""from collections import namedtuple
P = namedtuple('P', 'a b')
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return P(x + 1, x * 2)
""",
    "ret_od": r"""from collections import OrderedDict
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return OrderedDict([("z", x + 1), ("a", x * 2)])
""",
    "ret_dd": r"""from collections import defaultdict
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        d = defaultdict(list)
        d["a"].append(x + 1)
        return d
""",
    "ret_none": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        x + 1
""",
    "ret_buf": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(3))
    def forward(self, x):
        self.b.add_(1)
        return self.b
""",
    "ret_buf_view": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(3))
    def forward(self, x):
        self.b.add_(1)
        return self.b[0], self.b
""",
    "ret_size": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.shape, x.size(0), x
""",
    "ret_len": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return len(x), x.ndim, x.numel(), x + 1
""",
    "slice_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = torch.zeros(2, 3)
        y[:, 1] = x[:, 0]
        y[0] = 5
        return y
""",
    "mask_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x.clone()
        y[y > 0] = 0
        return y
""",
    "mask_set_t": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x.clone()
        y[y > 0] = y.sum()
        return y
""",
    "idx_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x.clone()
        y[torch.tensor([0, 1]), torch.tensor([1, 2])] = 7.0
        return y
""",
    "idx_list": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x[[0, 1]], x[:, [2, 0]]
""",
    "idx_none": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x[None, :, None], x[..., 0], x[-1:], x[:, ::2]
""",
    "idx_bool": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x[torch.tensor([True, False])]
""",
    "idx_pair": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x[0, 1], x[(0, 1)], x[0][1]
""",
    "aug_sub": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x.clone()
        y[0] += 1
        y[:, 1] *= 2
        return y
""",
    "aug_name": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x
        y += 1
        return y, x
""",
    "aug_attr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(3))
    def forward(self, x):
        self.b += 1
        return x + self.b
""",
    "del_name": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x + 1
        z = y * 2
        del y
        return z
""",
    "star": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        a, *b = x.unbind(1)
        return a, b
""",
    "swap": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        a, b = x[0], x[1]
        a, b = b, a
        return a - b
""",
    "comp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.stack([x * i for i in range(3) if i != 1])
""",
    "dictcomp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        d = {k: x * i for i, k in enumerate("ab")}
        return d["a"] + d["b"]
""",
    "genexp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return sum(x * i for i in range(3))
""",
    "walrus": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        if (n := x.shape[0]) > 1:
            x = x * n
        return x
""",
    "ternary": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * 2 if self.training else x * 3
""",
    "chain_cmp": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        n = x.shape[1]
        return x + 1 if 1 < n <= 3 else x
""",
    "while": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        i = 0
        while i < 3:
            x = x + i
            i += 1
        else:
            x = x * 2
        return x
""",
    "for_else": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        for i in range(3):
            if i == 5: break
        else:
            x = x * 2
        return x
""",
    "try_fin": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        try:
            y = x + 1
        finally:
            z = x * 2
        return y + z
""",
    "lambda": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        f = lambda t, k=2: t * k
        return f(x) + f(x, k=3)
""",
    "nonlocal": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        n = 0
        def f():
            nonlocal n
            n += 1
            return x * n
        return f() + f()
""",
    "kwonly": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        def f(t, *, k=2, **kw):
            return t * k + kw["z"]
        return f(x, k=3, z=1)
""",
    "partial": r"""from functools import partial
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return partial(torch.add, alpha=2)(x, x)
""",
    "reduce": r"""from functools import reduce
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return reduce(torch.add, [x, x * 2, x * 3])
""",
    "map": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.cat(list(map(torch.relu, [x, -x])))
""",
    "zip": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return [a + b for a, b in zip(x, x.flip(0))]
""",
    "sorted": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        l = sorted([("b", x), ("a", x * 2)], key=lambda p: p[0])
        return l[0][1]
""",
    "isinst": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + (1 if isinstance(x, torch.Tensor) else 2)
""",
    "hasattr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * (2 if hasattr(self, "w") else 3)
""",
    "getattr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return getattr(torch, "sin")(x) + getattr(x, "cos")()
""",
    "fstr": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        d = {f"k{i}": x * i for i in range(2)}
        return d["k1"]
""",
    "assert": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        assert x.dim() == 2, f"got {x.dim()}"
        return x * 2
""",
    "assert_shape": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        assert x.shape == (2, 3)
        return x * 2
""",
    "item": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * x.sum().item()
""",
    "tolist": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        a = x.sum(1).tolist()
        return x * a[0]
""",
    "int_t": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * int(x.sum())
""",
    "float_t": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * float(x.sum())
""",
    "bool_t": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        if x.sum() > 0:
            return x
        return -x
""",
    "print": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        print("a", x.shape)
        return x + 1
""",
    "warn": r"""import warnings
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        warnings.warn("a")
        return x + 1
""",
    "log": r"""import logging
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        logging.getLogger(__name__).info("a")
        return x + 1
""",
    "dev": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.arange(x.shape[1], device=x.device, dtype=x.dtype) + x
""",
    "newz": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.new_zeros(2, 3) + x.new_tensor([1.0]) + x.new_full((1,), 2)
""",
    "like": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.zeros_like(x) + torch.ones_like(x, dtype=torch.float64) + torch.full_like(x, 3)
""",
    "tensor": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + torch.tensor(3.0) + torch.tensor([1, 2, 3])
""",
    "as_t": r"""import numpy as np
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + torch.as_tensor([1.0, 2.0, 3.0]) + torch.from_numpy(np.ones(3, dtype=np.float32))
""",
    "detach": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = x.detach()
        return y * 2 + x.data
""",
    "clone": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.clone().contiguous().view(-1)
""",
    "reshape": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.reshape(3, -1), x.view(x.size(1), x.size(0)), x.flatten(), x.T, x.mT
""",
    "perm": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.permute(1, 0), x.transpose(0, -1), x.unsqueeze(-1).squeeze(-1), x.expand(4, 2, 3), x.repeat(2, 1)
""",
    "chunk": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        a, b, c = x.chunk(3, dim=1)
        return torch.cat([c, a, b], dim=-1), torch.split(x, [1, 2], 1)[1]
""",
    "where": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.where(x > 0, x, 0.0), torch.where(x > 0)[0].shape[0] + x
""",
    "masked": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.masked_fill(x > 0, float("-inf")), x.clamp(min=0), x.clamp(0, 1), x.clip(max=torch.ones(3))
""",
    "topk": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        v, i = x.topk(2, dim=-1)
        return v, i, x.argmax(-1), x.max(dim=1).values, x.sort(descending=True)[1]
""",
    "gather": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.gather(1, torch.zeros(2, 1, dtype=torch.long)), x.index_select(1, torch.tensor([0])), x.scatter(1, torch.zeros(2, 1, dtype=torch.long), 1.0)
""",
    "cumsum": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.cumsum(-1), x.cumprod(dim=0), x.logsumexp(1), x.std(), x.var(1, unbiased=False), x.norm(), x.norm(dim=1, p=2)
""",
    "einsum": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.einsum("ij,kj->ik", x, x), torch.einsum("...i->...", x), x @ x.t(), torch.matmul(x, x.T)
""",
    "rand": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return torch.rand(2, 3) + torch.randn_like(x) + torch.randint(0, 5, (2, 3)) + torch.randperm(3) + torch.bernoulli(x.sigmoid())
""",
    "drop": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.Dropout(0.1)
    def forward(self, x):
        return F.dropout(x, 0.5, self.training), F.dropout(x, 0.5, False), self.d(x)
""",
    "z1": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros(3)
        z.requires_grad_()
        return x + z + (1 if z.requires_grad else 2)
""",
    "z2": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros(3)
        z.requires_grad = True
        y = z * x
        return y + (1 if y.requires_grad else 2)
""",
    "z3": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros(3, dtype=torch.long)
        z.requires_grad_()
        return x + z
""",
    "z4": r"""class Net(nn.Module):
    def forward(self, x):
        x.requires_grad_(True)
        y = x * 2
        return y + (1 if y.requires_grad else 2)
""",
    "z5": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x):
        y = self.l(x)
        y.requires_grad_(False)
        return y
""",
    "z6": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros(3)
        z.requires_grad_()
        z.add_(1)
        return x + z
""",
    "z7": r"""class Net(nn.Module):
    def forward(self, x):
        z = x.clone().detach().requires_grad_(True)
        return z * 2
""",
    "z8": r"""class Net(nn.Module):
    def forward(self, x):
        x.requires_grad = True
        return x * 2
""",
    "z9": r"""class Net(nn.Module):
    def forward(self, x):
        z = torch.zeros(3)
        z.requires_grad_()
        z.requires_grad_(False)
        return x * z + (1 if z.requires_grad else 2)
""",
    "inf1": r"""class Net(nn.Module):
    def forward(self, x):
        with torch.inference_mode():
            a = x * (2 if torch.is_grad_enabled() else 3)
        return a + (5 if torch.is_grad_enabled() else 7)
""",
    "inf2": r"""class Net(nn.Module):
    @torch.inference_mode()
    def forward(self, x):
        with torch.no_grad():
            x = x + 1
        return x * 2
""",
    "inf3": r"""class Net(nn.Module):
    def forward(self, x):
        with torch.inference_mode(False):
            with torch.no_grad():
                x = x + 1
            x = x * 3
        return x * 2
""",
    "reduce_add": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(lambda a, b: a + b, [x, x * 2, x * 3])
""",
    "reduce_init_none": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(lambda a, b: b if a is None else a * b, [x, x + 1], None)
""",
    "reduce_tensor": r"""from functools import reduce
class Net(nn.Module):
    def forward(self, x):
        return reduce(torch.add, x)
""",
    "reduce_gen": r"""from functools import reduce
import operator
class Net(nn.Module):
    def forward(self, x):
        return reduce(operator.mul, (x + i for i in range(3)))
""",
    "reduce_raise": r"""from functools import reduce
class Net(nn.Module):
    def f(self, a, b):
        raise ValueError('q')
    def forward(self, x):
        try:
            return reduce(self.f, [x, x])
        except ValueError:
            return x + 1
""",
    "nograd_raise": r"""class Net(nn.Module):
    def forward(self, x):
        w = x * 2
        try:
            with torch.no_grad():
                y = x + 1
                raise ValueError('q')
        except ValueError:
            pass
        return w * torch.is_grad_enabled() + y
""",
    "ckpt_raise": r"""from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def g(self, x):
        raise ValueError('q')
    def forward(self, x):
        try:
            x = checkpoint(self.g, x, use_reentrant=True)
        except ValueError:
            pass
        return self.l(x) * torch.is_grad_enabled()
""",
    "fn_raise": r"""class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        raise ValueError('q')
    @staticmethod
    def backward(ctx, g):
        return g
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        try:
            x = Fn.apply(x)
        except ValueError:
            pass
        y = self.l(x)
        return y * (2 if torch.is_grad_enabled() else 3) + (1 if y.requires_grad else 5)
""",
    "nested_modes": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.no_grad():
            a = self.l(x)
            with torch.enable_grad():
                b = self.l(x)
            c = self.l(x)
        return a + b + c + (1 if a.requires_grad else 2) + (10 if b.requires_grad else 20) + (100 if c.requires_grad else 200)
""",
    "memo_grad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        a = self.l.weight * 2
        with torch.no_grad():
            b = self.l.weight * 2
        c = self.l.weight * 2
        return x @ (a + b + c) + (1 if a.requires_grad else 2) + (10 if b.requires_grad else 20) + (100 if c.requires_grad else 200)
""",
    "nograd_view": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.no_grad():
            b = self.l.weight.t()
            d = self.l.weight.detach()
            e = self.l.weight.view(9)
        return x @ b + (10 if b.requires_grad else 20) + (1 if d.requires_grad else 2) + (100 if e.requires_grad else 200)
""",
    "nograd_inplace": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        a = self.l(x)
        with torch.no_grad():
            a.add_(1)
            z = torch.zeros(3)
        z.requires_grad_()
        with torch.no_grad():
            z.add_(1)
        return a + z + (10 if a.requires_grad else 20)+ (1 if z.requires_grad else 2)
""",
    "nograd_cond": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.no_grad():
            a = torch.cond(x.sum() > 0, lambda x: self.l(x), lambda x: x + 1, (x,))
        return a * 2 + (10 if a.requires_grad else 20)
""",
    "inference": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.inference_mode():
            a = self.l(x)
            with torch.enable_grad():
                b = self.l(x)
        return a * 2 + (10 if a.requires_grad else 20) + b
""",
    "sge_mid": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        torch.set_grad_enabled(False)
        a = self.l(x)
        with torch.enable_grad():
            b = self.l(x)
        torch.set_grad_enabled(True)
        c = self.l(x)
        return a + b + c + (10 if a.requires_grad else 20) + (100 if b.requires_grad else 200)
""",
    "zuf_neg": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        w = x.mean().item()
        return x * (2.5 * v - 1.5 * v + 3) + (0.1 + v + 0.2) * w
""",
    "zuf_cancel": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + (1.5 * v - 1.5 * v)
""",
    "zuf_sq": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + (v + 0.5) * (v - 0.5) * 2.0 + 1e20 * v * 1e-20
""",
    "zuf_zero": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + 0.0 * v + v * 0 + (v + 0.0)
""",
    "zuf_one": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + 1.0 * v - (-1.0) * v + v / 2.0
""",
    "sym_float": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.argmax().item()
        torch._check(n >= 0)
        return x + (n * 0.5 + 0.1) * 3 + n * 1.0 - 0.5 * n
""",
    "zuf_inf": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + v * float('inf') + (v + 1.0) * float('nan')
""",
    "zuf_big": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + 1e308 * v * 1e308 + 3 * v * 0.1
""",
    "later_nonzero": r"""class Net(nn.Module):
    def forward(self, x):
        a = torch.nonzero(x)
        b = torch.nonzero(x + 1)
        return a.sum() + b.sum() + x[x > 0].sum()
""",
    "later_cond": r"""class Net(nn.Module):
    def forward(self, x):
        def t(x):
            return x + x.sum().item()
        return torch.cond(x.sum() > 0, t, lambda x: x * 2, (x,)) + x.mean().item()
""",
    "later_dead": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.argmax().item()
        k = torch.nonzero(x)
        return x + 1
""",
    "later_item2": r"""class Net(nn.Module):
    def forward(self, x):
        a = x[0, 0].item(); b = x[0, 0].item(); c = x.argmax().item()
        return x * a + b + c
""",
    "also_as_t": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.as_tensor(x) + torch.as_tensor(x, dtype=torch.float64) + torch.as_tensor([1., 2., 3.]) + torch.asarray([1, 2, 3])
""",
    "as_t_pos": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.as_tensor(x, torch.float64)
""",
    "as_t_copy": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.asarray(x, copy=True)
        y.add_(1)
        return y + torch.asarray(x)
""",
    "as_t_data": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.as_tensor(data=x) + 1
""",
    "as_t_lit_kw": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.as_tensor(data=[1., 2., 3.], dtype=torch.float64) + x
""",
    "as_t_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        w = torch.ones(3)
        self.register_buffer('w', torch.as_tensor(w, dtype=torch.float64))
        self.register_buffer('u', torch.asarray(w, copy=True))
        w.add_(1)
    def forward(self, x):
        return x * self.w + self.u
""",
    "as_t_req": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.asarray([1., 2., 3.], requires_grad=True) + x
""",
    "as_t_scalar_item": r"""class Net(nn.Module):
    def forward(self, x):
        return torch.as_tensor(x.sum().item()) + torch.as_tensor(x.shape) .sum()
""",
    "real_noop": r"""class Net(nn.Module):
    def forward(self, x):
        y = torch.real(x)
        z = x.conj()
        return y + z, x.conj_physical(), x.resolve_conj(), x.resolve_neg()
""",
    "sum_to": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.sum_to_size(2, 3)
        y.add_(1)
        return y, x.sum_to_size(1, 3)
""",
    "contig_in": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.contiguous(); z = x.reshape(2, 3); w = x.view_as(x); u = x.expand(2, 3); v = x.to(x)
        return y + 1, z, w, u, v
""",
    "drop_eval": r"""class Net(nn.Module):
    def forward(self, x):
        y = F.dropout(x, 0.5, training=False)
        y.add_(1)
        return F.dropout(y, 0.0, True), y, x
""",
    "methodname": r"""class Net(nn.Module):
    def forward(self, x):
        f = x.add
        g = torch.Tensor.mul
        return f(1) + g(x, 2) + getattr(x, 'sub')(3)
""",
    "meth_map": r"""class Net(nn.Module):
    def forward(self, x):
        return sum(map(torch.Tensor.sum, [x, x + 1])) + x
""",
    "genclose": r"""class Net(nn.Module):
    def forward(self, x):
        log = []
        def g():
            for i in range(3):
                log.append(i)
                yield x * i
        it = g()
        a = next(it)
        b = len(log)
        return a + b + sum(it) + len(log)
""",
    "gen_any": r"""class Net(nn.Module):
    def forward(self, x):
        seen = []
        def g():
            for i in range(5):
                seen.append(i)
                yield i > 1
        any(g())
        return x + len(seen)
""",
    "gen_nograd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        def g():
            with torch.no_grad():
                yield self.l(x)
                yield self.l(x) * 2
        it = g()
        a = next(it)
        m = torch.is_grad_enabled()
        b = self.l(x)
        return a + b + next(it) + (1 if m else 7)
""",
    "setattr_214": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.register_buffer('b', torch.ones(3))
    def forward(self, x):
        self.n = 3
        y = self.l(x) + self.b
        self.k = y
        return y + self.l.weight.sum()
""",
    "setattr_sub": r"""class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        self.c = 1
        return self.l(x) * self.w
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Sub(); self.d = Sub(); self.m = nn.ModuleList([Sub()])
    def forward(self, x):
        return self.m[0](self.d(self.a(x)))
""",
    "setattr_alias": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.k = self.l
    def forward(self, x):
        self.n = 1
        return self.k(x) + self.l(x)
""",
    "setattr_delete": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        self.n = 1
        del self.n
        return self.l(x)
""",
    "sdpa_kernel": r"""from torch.nn.attention import sdpa_kernel, SDPBackend
class Net(nn.Module):
    def forward(self, x):
        with sdpa_kernel(SDPBackend.MATH):
            return F.scaled_dot_product_attention(x[None], x[None], x[None])
""",
    "sdpa_list": r"""from torch.nn.attention import sdpa_kernel, SDPBackend
class Net(nn.Module):
    def forward(self, x):
        with sdpa_kernel([SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION], set_priority=True), torch.no_grad():
            return F.scaled_dot_product_attention(x[None], x[None], x[None])
""",
    "kept_nograd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ng = torch.no_grad()
    def forward(self, x):
        with self.ng:
            return x + 1
""",
    "kept_fwd": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        c = torch.no_grad()
        with torch.no_grad():
            d = torch.enable_grad()
            with c:
                y = self.l(x)
            z = self.l(x)
        with d:
            u = self.l(x)
        with c:
            v = self.l(x)
        return y + z + u + v + self.l(x)
""",
    "also_assert": r"""class Net(nn.Module):
    def forward(self, x):
        torch._assert(x.shape[0] == 2, 'm')
        torch._assert(x.sum() > 0, 'n')
        return x + 1
""",
    "snake": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.myConst = torch.ones(3)
        self.MyBuf = nn.Buffer(torch.ones(3))
        self.my_const = torch.ones(3)
    def forward(self, x):
        return x + self.myConst + self.MyBuf + self.my_const
""",
    "partial_meth": r"""class Net(nn.Module):
    def forward(self, x):
        f = x.softmax
        h = x.__add__
        return f(dim=-1) + h(1) + f(0)
""",
    "none_iter": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            for i in None:
                x = x + 1
        except TypeError as e:
            x = x * 2
        return x
""",
    "name_main": r"""class Net(nn.Module):
    def forward(self, x):
        return x + len(__name__) + (1 if Net.__module__ == '__main__' else 2)
""",
    "neg1": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + 1.0 * v, x + (-1.0) * v
""",
    "neg2": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + 2.0 * v, x + (-2.0) * v, x + v * -2.0
""",
    "neg3": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + (-1.0) * v
""",
    "add1": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + (v + 1.0), x + (v - 1.0), x + (v + -1.0)
""",
    "n1": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + v * -3.5
""",
    "n2": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        return x + (-v), x + v * -2
""",
    "n3": r"""class Net(nn.Module):
    def forward(self, x):
        n = x.argmax().item()
        return x + n * -0.5, x + n * 0.5
""",
    "n4": r"""class Net(nn.Module):
    def forward(self, x):
        v = x.sum().item()
        a = 2.0 * v
        b = v - 3.0 * v
        return x + a, x + b
""",
    "v1": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        with torch.no_grad():
            w = self.l.weight[0]
            d = self.l.weight.unsqueeze(0)
        return x + w + (10 if w.requires_grad else 20), d.requires_grad
""",
    "v2": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        z = torch.zeros(3)
        z.requires_grad_()
        return x + (1 if z.requires_grad else 2)
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        source = HEAD + body + "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": "ord_" + name, "source": source}) + "\n").encode())
