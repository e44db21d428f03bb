"""Records what run_decompositions makes of regions and of graphs that operators take.

    torch record_regions.py > tests/data/decompositions_regions.json

Each row: the exported program as str() prints it, and str(graph) of each of its graphs, by path, after
run_decompositions() ("core") and run_decompositions({}) ("empty")."""

import json
import re
import warnings

import torch
import torch.nn.functional as F
from functorch.experimental.control_flow import map as hop_map
from torch._higher_order_ops.scan import scan

warnings.simplefilter("ignore")
torch.manual_seed(0)


def autocast():
    return torch.autocast("cpu", dtype=torch.bfloat16)


class ScanInAutocast(torch.nn.Module):
    def forward(self, x, w):
        def f(c, v):
            with autocast():
                u = c @ v
            return c + 1, u.float().softmax(-1)

        return scan(f, x, torch.stack([w, w, x]), dim=0)


class MapOfCond(torch.nn.Module):
    def forward(self, x, w):
        def f(v, w):
            with autocast():
                u = torch.outer(v, v) @ w
            v = v.clone()
            v.add_(1)
            return torch.cond(v.sum() > 0, lambda a: a @ w, lambda a: a * 2, (u.float(),))

        return hop_map(f, x, w)


class CondInCond(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(4, 4)
        self.register_buffer("n", torch.zeros(4))

    def forward(self, x, w):
        self.n.add_(1)

        def t(a, b):
            def tt(a):
                return self.l(a) + b

            return torch.cond(a.sum() > 0, tt, lambda a: a * 2, (a,))

        return torch.cond(x.sum() > 1, t, lambda a, b: a @ b, (x, w))


class HalfActivations(torch.nn.Module):
    def forward(self, x, w):
        with autocast():
            h = x @ w
            a = F.silu(h)
            b = F.hardswish(h)
            c = F.elu(h)
            d = F.leaky_relu(h)
            e = F.softplus(h)
            f = F.mish(h)
            g = F.selu(h)
            h2 = F.celu(h)
            i = torch.lerp(h, h, 0.5)
            j = F.relu6(h)
            k = F.hardsigmoid(h)
            l = F.logsigmoid(h)
            m = torch.logit(h)
            n = F.glu(h)
            o = F.hardtanh(h)
            p = F.gelu(h)
        return a, b, c, d, e, f, g, h2, i, j, k, l, m, n, o, p


class HalfRules(torch.nn.Module):
    def forward(self, x, w):
        with autocast():
            h = x @ w
            a = F.log_softmax(h, -1)
            b = F.cosine_similarity(h, h)
            c = torch.addcdiv(h, h, h)
            d = h.var()
            e = h.std(0)
            j = torch.addmm(h, x, w)
            l = h.masked_fill(h > 0, 1.0)
            m = F.layer_norm(h, (4,))
            n = torch.addmv(h[0], h, h[0])
            o = torch.rsub(h, 1)
            p = F.huber_loss(h, h)
            q = torch.xlogy(h, h)
            s = torch.cumsum(h, 0)
            t = h.sum()
            u = h.norm(dim=1)
        return a, b, c, d, e, j, l, m, n, o, p, q, s, t, u


class CastRules(torch.nn.Module):
    def forward(self, x, w):
        with autocast():
            y = F.mse_loss(x, w)  # fp32 policy, table rule
            u = torch.cosine_similarity(x, w)
            v = F.layer_norm(x @ w, [4])
        return y, u, v


class CastPromotes(torch.nn.Module):
    def forward(self, x, w):
        with autocast():
            h = x @ w
            a = torch.cat([h, x])
            b = torch.stack([x, h])
            c = F.softmax(h, -1)
            d = F.gelu(h)
            e = torch.addcmul(h, h, h)
            f = torch.norm(h)
        return a, b, c, d, e, f


class CondOperands(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(4, 4)
        self.register_buffer("n", torch.zeros(4))

    def forward(self, x, w):
        h = self.l(x)
        a = torch.cond(x.sum() > 0, lambda a: a * 2, lambda a: a + 1, (h,))
        b = torch.cond(x.sum() > 0, lambda a: a * self.n, lambda a: a + 1, (x,))
        with torch.no_grad():
            k = self.l(w)
            c = torch.cond(x.sum() > 0, lambda a: a * 2, lambda a: a + 1, (k,))

        def t(a):
            u = self.l(a)
            return torch.cond(a.sum() > 0, lambda a: a * 2, lambda a: a + 1, (u,))

        d = torch.cond(x.sum() > 0, t, lambda a: a + 1, (x,))

        def t2(a):
            return torch.cond(a.sum() > 0, lambda a: a * 2, lambda a: a + 1, (a,))

        e = torch.cond(x.sum() > 0, t2, lambda a: self.l(a), (x,))
        f = torch.cond(x.sum() > 0, lambda a, b: a * 2 + b, lambda a, b: a + b, (d, w))
        g = torch.cond(x.sum() > 0, lambda a, b: a * 2 + b, lambda a, b: a + b, (a.detach(), w))
        return a, b, c, d, e, f


def graphs(ep):
    return {path: str(module.graph) for path, module in ep.graph_module.named_modules() if hasattr(module, "graph")}


rows = []
for module in (
    ScanInAutocast,
    MapOfCond,
    CondInCond,
    HalfActivations,
    HalfRules,
    CastRules,
    CastPromotes,
    CondOperands,
):
    ep = torch.export.export(module().eval(), (torch.randn(4, 4), torch.randn(4, 4)), strict=False)
    program = re.sub(r"/\S*/(\w+\.py)", r"/models/\1", str(ep))
    rows.append(
        {
            "name": module.__name__,
            "program": program,
            "core": graphs(ep.run_decompositions()),
            "empty": graphs(ep.run_decompositions({})),
        }
    )
print("[" + ",\n".join(json.dumps(row) for row in rows) + "]")
