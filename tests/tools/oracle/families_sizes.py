"""Models of symbolic sizes, of pairs of networks and of states: what __init__ makes, parameters and body of forward,
results, inputs. Of record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "segpool",
    """self.w = nn.Linear(2, 3)""",
    "x, b",
    """
h = self.w(x)
i = b.unsqueeze(-1).expand_as(h)
sm = torch.zeros(3, 3).scatter_add(0, i, h)
ct = torch.zeros(3).index_add(0, b, torch.ones(6))
mn = sm / ct.clamp(min=1)[:, None]
mx = torch.zeros(3, 3).scatter_reduce(0, i, h, reduce='amax', include_self=False)
av = torch.zeros(3, 3).scatter_reduce(0, i, h, 'mean', include_self=False)
mb = torch.index_select(mx, 0, b)
ex = torch.exp(h - mb)
at = ex / torch.zeros(3, 3).scatter_add(0, i, ex)[b]
pu = torch.zeros(3, 3).index_put((b,), h, accumulate=True)
cp = h.index_copy(0, torch.tensor([1, 0]), torch.zeros(2, 3))
fl = h.index_fill(0, torch.tensor([2]), -1.0)
tk = torch.take(h, torch.tensor([0, 4, 7]))
ta = torch.take_along_dim(h, torch.argsort(h, dim=1), dim=1)""",
    "mn, mx, av, at, pu, cp, fl, tk, ta",
    "(r(6, 2), ri(3, 6))",
)

fam(
    "nca",
    """self.register_buffer('k', torch.stack([torch.tensor([[0.0, 0, 0], [0, 1, 0], [0, 0, 0]]), torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 8]).unsqueeze(1))
self.w1 = nn.Conv2d(4, 5, 1)
self.w2 = nn.Conv2d(5, 2, 1, bias=False)""",
    "x",
    """
for _ in range(2):
    p = F.conv2d(F.pad(x, (1, 1, 1, 1), mode='circular').repeat(1, 1, 1, 1), self.k.repeat(2, 1, 1, 1), groups=2)
    d = self.w2(F.relu(self.w1(p)))
    pre = F.max_pool2d(x[:, 1:2], 3, stride=1, padding=1) > 0.1
    x = x + d
    post = F.max_pool2d(x[:, 1:2], 3, stride=1, padding=1) > 0.1
    x = x * (pre & post).float()
al = x[:, 1].clamp(0.0, 1.0).sum()""",
    "x, al",
    "(r(1, 2, 4, 4),)",
)

fam(
    "mod_cond",
    """self.a = nn.Linear(3, 3)
self.b = nn.Linear(3, 3)""",
    "x",
    """
def deep(v):
    return torch.relu(self.a(v)) + v
def skip(v):
    with torch.no_grad():
        g = torch.sigmoid(v)
    return self.b(v) * g
h = self.a(x)
y = torch.cond(h.sum() > 0, deep, skip, (h,))
z = y * 2""",
    "y, z",
    "(r(2, 3),)",
)

fam(
    "map_time",
    """self.w = nn.Linear(3, 3)""",
    "xs, y",
    """
def step(x, y):
    return torch.tanh(x) * y
h = self.w(xs)
z = hop_map(step, h, y)
o = z.sum(0)""",
    "z, o",
    "(r(4, 2, 3), r(2, 3))",
    pre="from torch._higher_order_ops.map import map as hop_map",
)

fam(
    "deq",
    """self.w = nn.Linear(3, 3)""",
    "x, n",
    """
def go(i, z):
    return i < 3
def body(i, z):
    return i + 1, torch.tanh(z * 0.5 + 1)
u_ = self.w(x)
i, z = while_loop(go, body, (n, u_))
o = z + x""",
    "o, i",
    "(r(2, 3), torch.tensor(0))",
    pre="from torch._higher_order_ops.while_loop import while_loop",
)

fam(
    "dyn_attn",
    """self.qkv = nn.Linear(4, 12)
self.o = nn.Linear(4, 4)""",
    "x",
    """
b, t, c = x.shape
q, k, v = self.qkv(x).split(c, dim=2)
q = q.view(b, t, 2, c // 2).transpose(1, 2)
k = k.view(b, t, 2, c // 2).transpose(1, 2)
v = v.view(b, t, 2, c // 2).transpose(1, 2)
m = torch.ones(t, t, dtype=torch.bool).tril()
s = (q @ k.transpose(-2, -1)) * (c // 2) ** -0.5
s = s.masked_fill(~m, float('-inf')).softmax(dim=-1)
y = (s @ v).transpose(1, 2).reshape(b, t, c)
z = self.o(y).mean(dim=1)""",
    "y, z",
    "(r(3, 5, 4),)",
    dynamic="{'x': {0: torch.export.Dim('b', min=2), 1: torch.export.Dim('t', min=2, max=64)}}",
)

fam(
    "dyn_vit",
    """self.p = nn.Conv2d(1, 4, 2, stride=2)
self.cls = nn.Parameter(torch.zeros(1, 1, 4))
self.pos = nn.Parameter(torch.randn(1, 5, 4))
self.att = nn.MultiheadAttention(4, 2, batch_first=True)
self.head = nn.Linear(4, 3)""",
    "x",
    """
n = x.shape[0]
h = self.p(x).reshape(n, 4, -1).permute(0, 2, 1)
h = torch.cat([self.cls.expand(n, -1, -1), h], dim=1) + self.pos
a, _ = self.att(h, h, h, need_weights=False)
o = self.head((h + a)[:, 0])""",
    "o",
    "(r(3, 1, 4, 4),)",
    dynamic="{'x': {0: torch.export.Dim('n', min=2, max=32)}}",
)

fam(
    "dyn_rec",
    """self.e = nn.Embedding(9, 4)
self.w = nn.Linear(8, 2)
self.pos = nn.Parameter(torch.randn(16, 4))""",
    "i",
    """
h = self.e(i)
n = i.size(1)
h = h + self.pos[:n]
m = (i != 0).unsqueeze(-1).float()
av = (h * m).sum(1) / m.sum(1).clamp(min=1)
mx = h.max(1)[0]
o = self.w(torch.cat([av, mx], dim=-1))
idx = torch.arange(n, device=i.device).unsqueeze(0).expand(i.shape[0], n)
s = torch.zeros(i.size(0), n * 2)
f = h.flatten(1).sum(-1) / (n + 1)""",
    "o, idx, s, f",
    "(ri(9, 3, 5),)",
    dynamic="{'i': {0: torch.export.Dim('b', min=2), 1: torch.export.Dim('n', min=3, max=16)}}",
)

fam(
    "dyn_conv",
    """self.c1 = nn.Conv2d(1, 2, 3, padding=1)
self.bn = nn.BatchNorm2d(2)
self.fc = nn.Linear(2, 3)""",
    "x",
    """
h = F.relu(self.bn(self.c1(x)))
h = F.max_pool2d(h, 2)
p = F.adaptive_avg_pool2d(h, 1).flatten(1)
y = self.fc(p)
l = F.log_softmax(y, dim=1)
v = h.view(x.size(0), -1)
g = x.shape[0] * 2""",
    "l, v",
    "(r(3, 1, 4, 4),)",
    dynamic="{'x': {0: torch.export.Dim('b', min=2)}}",
)

fam(
    "gradrev",
    """self.f = nn.Linear(3, 4)
self.y = nn.Linear(4, 2)
self.d = nn.Linear(4, 2)""",
    "x, t",
    """
h = F.relu(self.f(x))
y = self.y(h)
r_ = h.detach() * 2 - h
d = self.d(r_)
ly = F.cross_entropy(y, t)
ld = F.cross_entropy(d, 1 - t)
mm = (h[:2].mean(0) - h[2:].mean(0)).pow(2).sum()
cor = (h - h.mean(0)).t() @ (h - h.mean(0)) / (h.shape[0] - 1)""",
    "ly - 0.1 * ld, mm, cor",
    "(r(4, 3), ri(2, 4))",
)

fam(
    "custom_model",
    """self.w = nn.Linear(3, 3)""",
    "x",
    """
h = self.w(x)
y = torch.ops.famlib.scale(h, 2.0)
z = torch.relu(y) + h""",
    "z",
    "(r(2, 3),)",
    pre="""

@torch.library.custom_op("famlib::scale", mutates_args=())
def scale(x: torch.Tensor, s: float) -> torch.Tensor:
    return x * s


@scale.register_fake
def _(x, s):
    return torch.empty_like(x)
""",
)

fam(
    "barlow",
    """self.e = nn.Linear(4, 3)
self.bn = nn.BatchNorm1d(3, affine=False)""",
    "a, b",
    """
za = self.bn(self.e(a))
zb = self.bn(self.e(b))
c = za.T @ zb / a.shape[0]
on = torch.diagonal(c).add_(-1).pow_(2).sum()
off = c.flatten()[:-1].view(2, 4)[:, 1:].flatten().pow(2).sum()
va = torch.sqrt(za.var(dim=0) + 1e-04)
st = torch.mean(F.relu(1 - va))
loss = on + 0.005 * off + st""",
    "loss, c",
    "(r(4, 4), r(4, 4))",
)

fam(
    "moco",
    """self.q = nn.Linear(4, 3)
self.k = nn.Linear(4, 3)
self.register_buffer('queue', F.normalize(torch.randn(3, 6), dim=0))
self.register_buffer('ptr', torch.zeros(1, dtype=torch.long))""",
    "a, b",
    """
q = F.normalize(self.q(a), dim=1)
with torch.no_grad():
    k = F.normalize(self.k(b), dim=1)
lp = torch.einsum('nc,nc->n', [q, k]).unsqueeze(-1)
ln = torch.einsum('nc,ck->nk', [q, self.queue.clone().detach()])
lg = torch.cat([lp, ln], dim=1) / 0.07
loss = F.cross_entropy(lg, torch.zeros(lg.shape[0], dtype=torch.long))
self.queue[:, 0:2] = k.T
self.ptr[0] = 2""",
    "loss, lg",
    "(r(2, 4), r(2, 4))",
)

fam(
    "efficient",
    """self.se = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(4, 1, 1), nn.SiLU(), nn.Conv2d(1, 4, 1), nn.Sigmoid())
self.dw = nn.Sequential(nn.Conv2d(4, 4, 3, stride=2, padding=1, groups=4, bias=False), nn.BatchNorm2d(4), nn.SiLU())
self.cbam = nn.Conv2d(2, 1, 3, padding=1, bias=False)""",
    "x",
    """
h = self.dw(x)
h = h * self.se(h)
mx, _ = torch.max(h, dim=1, keepdim=True)
av = torch.mean(h, dim=1, keepdim=True)
h = h * torch.sigmoid(self.cbam(torch.cat([av, mx], dim=1)))
g = F.lp_pool2d(h, 2, 2)
o = h.flatten(2).softmax(-1).view_as(h)""",
    "h, g, o",
    "(r(1, 4, 4, 4),)",
)

fam(
    "mamba",
    """self.inp = nn.Linear(3, 8)
self.conv = nn.Conv1d(4, 4, 2, groups=4, padding=1)
self.xp = nn.Linear(4, 5)
self.dtp = nn.Linear(1, 4)
self.al = nn.Parameter(torch.log(torch.arange(1.0, 3.0)).repeat(4, 1))
self.D = nn.Parameter(torch.ones(4))
self.out = nn.Linear(4, 3)""",
    "x",
    """
b, l, _ = x.shape
xi, z = self.inp(x).chunk(2, dim=-1)
xi = F.silu(self.conv(xi.transpose(1, 2))[:, :, :l].transpose(1, 2))
dt, B, C = torch.split(self.xp(xi), [1, 2, 2], dim=-1)
dt = F.softplus(self.dtp(dt))
A = -torch.exp(self.al.float())
dA = torch.exp(torch.einsum('bld,dn->bldn', dt, A))
dBx = torch.einsum('bld,bln,bld->bldn', dt, B, xi)
h = torch.zeros(b, 4, 2)
ys = []
for i in range(l):
    h = dA[:, i] * h + dBx[:, i]
    ys.append(torch.einsum('bdn,bn->bd', h, C[:, i]))
y = torch.stack(ys, dim=1) + xi * self.D
o = self.out(y * F.silu(z))""",
    "o, h",
    "(r(2, 3, 3),)",
)

fam(
    "retnet",
    """self.q = nn.Linear(4, 4)
self.register_buffer('gamma', 1 - 2.0 ** (-5 - torch.arange(2)))""",
    "x",
    """
q, k = self.q(x).view(2, 3, 2, 2).transpose(1, 2).unbind(-1)
n = torch.arange(3).unsqueeze(1)
m = torch.arange(3).unsqueeze(0)
D = (self.gamma.view(-1, 1, 1) ** (n - m)) * (n >= m).float()
D[D != D] = 0
s = q.unsqueeze(-1) * k.unsqueeze(-2) * D
y = s.sum(-1) / s.abs().sum(-1).clamp(min=1)
o = F.group_norm(y.reshape(6, 2), 1)
sw = o * F.silu(o)""",
    "sw",
    "(r(2, 3, 4),)",
)

fam(
    "vqgan_loss",
    """self.d = nn.Conv2d(1, 2, 3, padding=1)""",
    "x, y",
    """
fr = self.d(x)
ff = self.d(y)
dl = 0.5 * (torch.mean(F.relu(1.0 - fr)) + torch.mean(F.relu(1.0 + ff)))
gl = -ff.mean()
fm = sum((a - b).abs().mean() for a, b in zip(fr.unbind(0), ff.unbind(0)))
pl = F.l1_loss(F.normalize(fr, dim=1), F.normalize(ff, dim=1))
sp = F.softplus(-fr).mean() + F.softplus(ff).mean()
gm = torch.einsum('bchw,bdhw->bcd', fr, fr) / (4 * 4)
st = F.mse_loss(gm, torch.einsum('bchw,bdhw->bcd', ff, ff) / 16)""",
    "dl, gl, fm, pl, sp, st",
    "(r(2, 1, 4, 4), r(2, 1, 4, 4))",
)

fam(
    "gmm",
    """self.mu = nn.Parameter(torch.randn(3, 2))
self.ls = nn.Parameter(torch.zeros(3, 2))
self.pi = nn.Parameter(torch.zeros(3))""",
    "x",
    """
d = (x[:, None, :] - self.mu[None]) / self.ls.exp()
lp = -0.5 * d.pow(2).sum(-1) - self.ls.sum(-1) - math.log(2 * math.pi)
lj = lp + F.log_softmax(self.pi, dim=0)
ll = torch.logsumexp(lj, dim=1)
with torch.no_grad():
    g = torch.exp(lj - ll.unsqueeze(1))
    nk = g.sum(0) + 1e-08
    mu = (g.t() @ x) / nk[:, None]
    va = (g.t() @ (x * x)) / nk.unsqueeze(-1) - mu * mu
q = -(g * lj).sum(1).mean()
s, c = torch.mode(lj.argmax(1))
nl = -ll.mean()""",
    "q, nl, mu, va",
    "(r(5, 2),)",
    pre="import math",
)

fam(
    "hmm",
    """self.tr = nn.Parameter(torch.randn(3, 3))
self.em = nn.Parameter(torch.randn(3, 4))
self.pi = nn.Parameter(torch.randn(3))""",
    "o",
    """
T = self.tr.log_softmax(1)
E = F.log_softmax(self.em, dim=1)
a = self.pi.log_softmax(0) + E[:, o[:1]].squeeze(1)
v = a
bp = []
for t in range(1, 3):
    a = torch.logsumexp(a.unsqueeze(1) + T, 0) + E[:, o[t : t + 1]].squeeze(1)
    v, i = torch.max(v.unsqueeze(1) + T, dim=0)
    v = v + E[:, o[t : t + 1]].squeeze(1)
    bp.append(i)
ll = a.logsumexp(0)
pt = torch.stack(bp)
bs = v.argmax()""",
    "ll, pt, bs",
    "(ri(4, 3),)",
)

fam(
    "tft",
    """self.g = nn.Linear(3, 6)
self.n = nn.LayerNorm(3)
self.f1 = nn.Linear(3, 4)
self.f2 = nn.Linear(4, 3)
self.o = nn.Linear(3, 3)""",
    "x, y",
    """
h = F.elu(self.f1(x))
h = self.f2(h)
h = F.glu(self.g(h), dim=-1)
h = self.n(x + h)
w = F.softmax(h, dim=-1).unsqueeze(-1)
s = (w * h.unsqueeze(-2)).sum(-1)
o = self.o(s)
e = y.unsqueeze(-1) - o
q = torch.tensor([0.1, 0.5, 0.9])
l = torch.maximum(q * e, (q - 1) * e).mean()
sm = torch.mean(2 * e.abs() / (y.unsqueeze(-1).abs() + o.abs() + 1e-08))
lag = torch.cat([y[:, 1:], y[:, :1]], dim=1) - y
cm = torch.cummax(y, dim=1).values""",
    "l, sm, lag, cm",
    "(r(2, 4, 3), r(2, 4))",
)

fam(
    "autocast_net",
    """self.l1 = nn.Linear(4, 8)
self.l2 = nn.Linear(8, 3)""",
    "x, y",
    """
with torch.autocast('cpu', dtype=torch.bfloat16):
    h = F.relu(self.l1(x))
    o = self.l2(h)
l = F.cross_entropy(o.float(), y)
with torch.no_grad():
    p = o.float().softmax(-1)
c = p.max(-1).values""",
    "l, c",
    "(r(3, 4), ri(3, 3))",
)

fam(
    "drop_train",
    """self.l = nn.Linear(4, 4)
self.d = nn.Dropout(0.5)""",
    "x",
    """
h = self.d(F.relu(self.l(x)))
g = F.dropout(h, p=0.3, training=True)
n = torch.randn_like(g) * 0.1
m = torch.bernoulli(torch.full_like(g, 0.5))
y = (g + n) * m
a = F.alpha_dropout(y, 0.1, training=False)""",
    "a",
    "(r(2, 4),)",
)

fam(
    "init_apply",
    """self.e = nn.Embedding(7, 4)
self.f = nn.ModuleList([nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4)) for _ in range(2)])
self.frozen = nn.Parameter(torch.linspace(0.5, 1.5, 4), requires_grad=False)
self.teacher = nn.Linear(4, 3)
self.teacher.requires_grad_(False)
self.late = nn.Linear(4, 3)
for p in self.late.parameters():
    p.requires_grad = False
self.head = nn.Linear(4, 7, bias=False)
self.head.weight = self.e.weight
def start(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, mean=0.0, std=0.2)
        if m.bias is not None:
            nn.init.zeros_(m.bias)
    elif isinstance(m, nn.Embedding):
        nn.init.normal_(m.weight, std=0.5)
self.apply(start)
for name, p in self.named_parameters():
    if name.endswith('2.weight'):
        nn.init.uniform_(p, -0.3, 0.3)""",
    "i",
    """
x = self.e(i) * self.frozen
for f in self.f:
    x = x + f(x)
lg = self.head(x)
tt = self.teacher(x)
lt = self.late(x.detach())
so = sum(v.pow(2).mean() for v in (lg, tt))""",
    "lg, tt, lt, so",
    "(ri(7, 2, 3),)",
)

fam(
    "running",
    """self.w = nn.Linear(3, 3)
self.register_buffer('mean', torch.zeros(3))
self.register_buffer('var', torch.ones(3))
self.register_buffer('steps', torch.tensor(0))""",
    "x",
    """
h = self.w(x)
self.steps += 1
self.mean = self.mean * 0.9 + h.detach().mean(0) * 0.1
self.var = torch.lerp(self.var, h.detach().var(0), 0.1)
y = (h - self.mean) / (self.var + 1e-05).sqrt()
z = y.sum() + self.steps""",
    "y, z",
    "(r(4, 3),)",
)
