"""Models of learning problems, of sequences and of images: what __init__ makes, parameters and body of forward,
results, inputs. Of record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "gan",
    """self.g = nn.Sequential(nn.Linear(3, 6), nn.LeakyReLU(0.2), nn.Linear(6, 4), nn.Tanh())
self.d = nn.Sequential(nn.Linear(4, 5), nn.LeakyReLU(0.2, inplace=True), nn.Linear(5, 1))""",
    "z, x",
    """
fake = self.g(z)
dr = self.d(x)
df = self.d(fake.detach())
one = torch.ones_like(dr)
zero = torch.zeros_like(df)
dl = F.binary_cross_entropy_with_logits(dr, one) + F.binary_cross_entropy_with_logits(df, zero)
gl = F.binary_cross_entropy_with_logits(self.d(fake), one)
acc = ((dr > 0).float().mean() + (df < 0).float().mean()) / 2
eps = 0.3
mix = eps * x + (1 - eps) * fake
gp = (mix.norm(2, dim=1) - 1).pow(2).mean()""",
    "dl, gl, acc, gp",
    "(r(4, 3), r(4, 4))",
)

fam(
    "convae",
    """self.e1 = nn.Conv2d(1, 3, 3, stride=2, padding=1)
self.e2 = nn.Conv2d(3, 4, 3, stride=2, padding=1)
self.d1 = nn.ConvTranspose2d(4, 3, 3, stride=2, padding=1, output_padding=1)
self.d2 = nn.ConvTranspose2d(3, 1, 3, stride=2, padding=1, output_padding=1)""",
    "x",
    """
h = F.relu(self.e1(x))
z = F.relu(self.e2(h))
flat = z.flatten(1)
y = F.relu(self.d1(z))
y = torch.sigmoid(self.d2(y))
loss = F.binary_cross_entropy(y, x, reduction='mean')
psnr = -10 * torch.log10(F.mse_loss(y, x))
tv = (y[:, :, 1:] - y[:, :, :-1]).abs().mean() + (y[..., 1:] - y[..., :-1]).abs().mean()""",
    "loss, psnr, tv, flat",
    "(u(2, 1, 4, 4),)",
)

fam(
    "mixer",
    """self.n1 = nn.LayerNorm(4)
self.n2 = nn.LayerNorm(4)
self.t = nn.Sequential(nn.Linear(3, 5), nn.GELU(), nn.Linear(5, 3))
self.c = nn.Sequential(nn.Linear(4, 6), nn.GELU(approximate='tanh'), nn.Linear(6, 4))
self.head = nn.Linear(4, 2)""",
    "x",
    """
y = self.n1(x).transpose(1, 2)
x = x + self.t(y).transpose(1, 2)
x = x + self.c(self.n2(x))
p = x.mean(dim=1)
o = self.head(p)
c = o.argmax(dim=-1)""",
    "o, c",
    "(r(2, 3, 4),)",
)

fam(
    "inception",
    """self.b1 = nn.Conv2d(2, 2, 1)
self.b3 = nn.Sequential(nn.Conv2d(2, 2, 1), nn.ReLU(), nn.Conv2d(2, 3, 3, padding=1))
self.b5 = nn.Conv2d(2, 2, 5, padding=2)
self.bp = nn.Conv2d(2, 1, 1)
self.bn = nn.BatchNorm2d(8)""",
    "x",
    """
a = self.b1(x)
b = self.b3(x)
c = self.b5(x)
d = self.bp(F.avg_pool2d(x, 3, stride=1, padding=1))
y = F.relu(self.bn(torch.cat([a, b, c, d], dim=1)))
m, i = F.max_pool2d(y, 2, return_indices=True)
g = F.adaptive_avg_pool2d(y, (1, 1)).view(y.size(0), -1)
l = F.local_response_norm(y, 2)""",
    "m, g, l",
    "(r(2, 2, 4, 4),)",
)

fam(
    "mobilenet",
    """self.ex = nn.Conv2d(3, 6, 1, bias=False)
self.b1 = nn.BatchNorm2d(6)
self.dw = nn.Conv2d(6, 6, 3, padding=1, groups=6, bias=False)
self.b2 = nn.BatchNorm2d(6, momentum=0.01, eps=0.001)
self.pr = nn.Conv2d(6, 3, 1, bias=False)
self.s1 = nn.Conv2d(6, 2, 1)
self.s2 = nn.Conv2d(2, 6, 1)
self.act = nn.Hardswish()""",
    "x",
    """
h = self.act(self.b1(self.ex(x)))
h = F.relu6(self.b2(self.dw(h)))
s = F.adaptive_avg_pool2d(h, 1)
s = F.hardsigmoid(self.s2(F.relu(self.s1(s))))
h = h * s
y = self.pr(h) + x
o = F.hardswish(y).mean([2, 3])""",
    "y, o",
    "(r(2, 3, 4, 4),)",
)

fam(
    "simclr",
    """self.f = nn.Linear(4, 6)
self.p = nn.Sequential(nn.Linear(6, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 3, bias=False))""",
    "a, b",
    """
z = torch.cat([self.p(self.f(a)), self.p(self.f(b))], dim=0)
z = F.normalize(z, p=2.0, dim=1)
sim = z @ z.T / 0.5
mask = torch.eye(6, dtype=torch.bool)
sim = sim.masked_fill(mask, float('-inf'))
t = (torch.arange(6) + 3) % 6
loss = F.cross_entropy(sim, t)
hit = (sim.argmax(1) == t).sum()
lse = torch.logsumexp(sim, dim=1)
un = torch.pdist(z, p=2).pow(2).mul(-2).exp().mean().log()""",
    "loss, hit, lse, un",
    "(r(3, 4), r(3, 4))",
)

fam(
    "distill",
    """self.s = nn.Linear(4, 3)
self.t = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
self.T = 3.0
self.w = 0.7""",
    "x, y",
    """
s = self.s(x)
with torch.no_grad():
    t = self.t(x)
    conf = t.softmax(-1).max(-1).values
kd = F.kl_div(F.log_softmax(s / self.T, dim=1), F.softmax(t / self.T, dim=1), reduction='batchmean') * (self.T ** 2)
ce = F.cross_entropy(s, y, reduction='none')
loss = self.w * kd + (1 - self.w) * (ce * conf).mean()
agree = (s.argmax(1) == t.argmax(1)).float().mean()
js = F.kl_div(s.log_softmax(1), t.log_softmax(1), log_target=True, reduction='sum')""",
    "loss, agree, js",
    "(r(4, 4), ri(3, 4))",
)

fam(
    "kmeans",
    """self.c = nn.Parameter(torch.randn(3, 2))""",
    "x",
    """
c = self.c
for _ in range(2):
    d = torch.cdist(x, c)
    a = d.argmin(dim=1)
    oh = F.one_hot(a, num_classes=3).float()
    n = oh.sum(0).clamp(min=1.0)
    c = (oh.t() @ x) / n.unsqueeze(1)
dist = (x.unsqueeze(1) - c.unsqueeze(0)).pow(2).sum(-1)
inertia = dist.min(dim=1)[0].sum()
soft = torch.softmax(-dist, dim=1)""",
    "c, inertia, soft",
    "(r(6, 2),)",
)

fam(
    "power_iter",
    """self.w = nn.Parameter(torch.randn(3, 4))
self.register_buffer('u', F.normalize(torch.randn(3), dim=0))""",
    "x",
    """
with torch.no_grad():
    v = F.normalize(torch.mv(self.w.t(), self.u), dim=0, eps=1e-12)
    u = F.normalize(torch.mv(self.w, v), dim=0, eps=1e-12)
    self.u.copy_(u)
sigma = torch.dot(u, torch.mv(self.w, v))
w = self.w / sigma
y = F.linear(x, w)
cov = y.t().mm(y).div(x.size(0) - 1)
e = torch.diagonal(cov).sum()
q = torch.outer(u, v).abs().max()""",
    "y, e, q",
    "(r(5, 4),)",
)

fam(
    "rnn_loop",
    """self.i = nn.Linear(3, 4)
self.h = nn.Linear(4, 4, bias=False)
self.o = nn.Linear(4, 2)""",
    "x, h0",
    """
h = h0
outs = []
for t in range(x.size(1)):
    h = torch.tanh(self.i(x[:, t]) + self.h(h))
    outs.append(self.o(h))
y = torch.stack(outs, dim=1)
last = outs[-1]
p = F.log_softmax(y, dim=-1)
n = F.nll_loss(p.reshape(-1, 2), torch.zeros(6, dtype=torch.long))""",
    "y, last, h, n",
    "(r(2, 3, 3), torch.zeros(2, 4))",
)

fam(
    "bahdanau",
    """self.enc = nn.GRU(3, 4, batch_first=True)
self.wa = nn.Linear(4, 4, bias=False)
self.ua = nn.Linear(4, 4, bias=False)
self.va = nn.Parameter(torch.randn(4))
self.cell = nn.GRUCell(7, 4)""",
    "x, y, m",
    """
o, h = self.enc(x)
s = h.squeeze(0)
e = torch.tanh(self.wa(s).unsqueeze(1) + self.ua(o)) @ self.va
e = e.masked_fill(m == 0, -1e9)
a = F.softmax(e, dim=1)
ctx = torch.bmm(a.unsqueeze(1), o).squeeze(1)
s = self.cell(torch.cat([y, ctx], dim=-1), s)
cov = torch.minimum(a, 1 - a).sum()""",
    "s, a, cov",
    "(r(2, 3, 3), r(2, 3), torch.tensor([[1, 1, 1], [1, 1, 0]]))",
)

fam(
    "lora",
    """self.w = nn.Linear(4, 5)
self.w.weight.requires_grad_(False)
self.w.bias.requires_grad = False
self.a = nn.Parameter(torch.randn(2, 4) * 0.02)
self.b = nn.Parameter(torch.zeros(5, 2) + 0.1)
self.scale = 16 / 2""",
    "x",
    """
base = self.w(x)
d = (x @ self.a.t()) @ self.b.t() * self.scale
y = base + d
merged = self.w.weight + self.scale * (self.b @ self.a)
z = F.linear(x, merged, self.w.bias)
err = (y - z).abs().max()
reg = self.a.square().sum() + self.b.square().sum()""",
    "y, err, reg",
    "(r(3, 4),)",
)

fam(
    "fakequant",
    """self.fc = nn.Linear(4, 3)
self.register_buffer('lo', torch.tensor(0.0))
self.register_buffer('hi', torch.tensor(0.0))
self.s = nn.Parameter(torch.tensor(0.05))""",
    "x",
    """
with torch.no_grad():
    self.lo.copy_(torch.min(self.lo, x.min()))
    self.hi.copy_(torch.max(self.hi, x.max()))
    scale = (self.hi - self.lo).clamp(min=1e-05) / 255
    zp = (-self.lo / scale).round().clamp(0, 255)
q = torch.clamp(torch.round(x / scale) + zp, 0, 255)
dq = (q - zp) * scale
xq = x + (dq - x).detach()
w = self.fc.weight
ws = w.detach().abs().amax(dim=1, keepdim=True) / 127
wq = w + ((w / ws).round() * ws - w).detach()
y = F.linear(xq, wq, self.fc.bias)
i8 = (x / self.s).round().clamp(-128, 127).to(torch.int8)""",
    "y, i8",
    "(r(3, 4),)",
)

fam(
    "seg_loss",
    """self.c = nn.Conv2d(1, 2, 3, padding=1)""",
    "x, t",
    """
l = self.c(x)
p = F.softmax(l, dim=1)
oh = F.one_hot(t, 2).permute(0, 3, 1, 2).float()
inter = (p * oh).sum(dim=(2, 3))
union = p.sum(dim=(2, 3)) + oh.sum(dim=(2, 3))
dice = 1 - ((2 * inter + 1) / (union + 1)).mean()
ce = F.cross_entropy(l, t, weight=torch.tensor([0.3, 0.7]))
pt = (p * oh).sum(1)
focal = -((1 - pt) ** 2 * torch.log(pt.clamp_min(1e-07))).mean()
iou = ((l.argmax(1) == t) & (t == 1)).sum() / (t == 1).sum()
bce = F.binary_cross_entropy_with_logits(l[:, 1], t.float(), pos_weight=torch.tensor(2.0))""",
    "dice + ce, focal, iou, bce",
    "(r(2, 1, 3, 3), ri(2, 2, 3, 3))",
)

fam(
    "metric",
    """self.f = nn.Linear(4, 3)""",
    "a, p, n",
    """
a = self.f(a)
p = self.f(p)
n = self.f(n)
t = F.triplet_margin_loss(a, p, n, margin=0.5)
c = F.cosine_embedding_loss(a, p, torch.ones(4), margin=0.1)
m = F.margin_ranking_loss(a[:, 0], n[:, 0], torch.ones(4))
h = F.hinge_embedding_loss((a - p).norm(dim=1), torch.tensor([1, -1, 1, -1]))
d = F.pairwise_distance(a, n)
q = F.poisson_nll_loss(a, p.exp())
s = F.soft_margin_loss(a, torch.ones_like(a))""",
    "t + c, m + h, d, q, s",
    "(r(4, 4), r(4, 4), r(4, 4))",
)

fam(
    "nerf",
    """self.l1 = nn.Linear(15, 6)
self.sig = nn.Linear(6, 1)
self.rgb = nn.Linear(6, 3)
self.register_buffer('f', 2.0 ** torch.arange(2))""",
    "o, d",
    """
t = torch.linspace(0.5, 2.0, 4)
p = o[:, None, :] + d[:, None, :] * t[None, :, None]
e = (p[..., None] * self.f).flatten(-2)
h = torch.cat([p, e.sin(), e.cos()], dim=-1)
h = F.softplus(self.l1(h))
s = F.relu(self.sig(h)).squeeze(-1)
c = torch.sigmoid(self.rgb(h))
dt = torch.cat([t[1:] - t[:-1], torch.tensor([10.0])])
al = 1 - torch.exp(-s * dt)
tr = torch.cumprod(torch.cat([torch.ones(2, 1), 1 - al + 1e-10], dim=-1), dim=-1)[:, :-1]
w = al * tr
img = (w.unsqueeze(-1) * c).sum(dim=-2)
dep = torch.sum(w * t, dim=-1)
dis = 1.0 / torch.max(1e-10 * torch.ones_like(dep), dep / w.sum(-1))""",
    "img, dep, dis",
    "(r(2, 3), r(2, 3))",
)

fam(
    "ode_rk4",
    """self.f = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
self.dt = 0.1""",
    "y",
    """
def f(t, y):
    return self.f(torch.cat([y, torch.full_like(y[:, :1], t)], dim=1))
t = 0.0
path = [y]
for i in range(2):
    k1 = f(t, y)
    k2 = f(t + self.dt / 2, y + self.dt / 2 * k1)
    k3 = f(t + self.dt / 2, y + self.dt / 2 * k2)
    k4 = f(t + self.dt, y + self.dt * k3)
    y = y + self.dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    t = t + self.dt
    path.append(y)
tr = torch.stack(path)
e = (tr[1:] - tr[:-1]).pow(2).mean()""",
    "tr, e",
    "(r(3, 2),)",
)

fam(
    "graphsage",
    """self.s = nn.Linear(3, 4)
self.n = nn.Linear(3, 4, bias=False)
self.o = nn.Linear(4, 2)""",
    "x, e",
    """
src, dst = e[0], e[1]
m = x[src]
agg = torch.zeros_like(x).index_add_(0, dst, m)
deg = torch.zeros(5).scatter_add_(0, dst, torch.ones(6))
mean = agg / deg.clamp(min=1).unsqueeze(-1)
h = F.relu(self.s(x) + self.n(mean))
h = F.normalize(h, dim=-1)
mx = torch.full((5, 4), -1e9).scatter_reduce(0, dst.unsqueeze(1).expand(-1, 4), h[src], reduce='amax', include_self=True)
y = self.o(h).index_select(0, torch.tensor([0, 2]))
pool = h.new_zeros(2, 4).index_add(0, torch.tensor([0, 0, 0, 1, 1]), h)""",
    "y, mx, pool",
    "(r(5, 3), ri(5, 2, 6))",
)

fam(
    "t5_bias",
    """self.q = nn.Linear(4, 4, bias=False)
self.k = nn.Linear(4, 4, bias=False)
self.v = nn.Linear(4, 4, bias=False)
self.rel = nn.Embedding(8, 2)""",
    "x",
    """
pos = torch.arange(4)
rel = pos[None, :] - pos[:, None]
b = (rel > 0).to(torch.long) * 4
n = torch.abs(rel)
small = n < 2
big = 2 + (torch.log(n.float() / 2) / math.log(8 / 2) * 2).to(torch.long)
big = torch.min(big, torch.full_like(big, 3))
b = b + torch.where(small, n, big)
bias = self.rel(b).permute(2, 0, 1).unsqueeze(0)
q = self.q(x).view(2, -1, 2, 2).transpose(1, 2)
k = self.k(x).view(2, -1, 2, 2).transpose(1, 2)
v = self.v(x).view(2, -1, 2, 2).transpose(1, 2)
s = torch.matmul(q, k.transpose(3, 2)) + bias
w = F.softmax(s.float(), dim=-1).type_as(s)
o = torch.matmul(w, v).transpose(1, 2).contiguous().view(2, -1, 4)
r_ = o * torch.rsqrt(o.pow(2).mean(-1, keepdim=True) + 1e-06)""",
    "r_, w",
    "(r(2, 4, 4),)",
    pre="import math",
)

fam(
    "alibi_gqa",
    """self.q = nn.Linear(8, 8)
self.kv = nn.Linear(8, 4)
self.register_buffer('slopes', torch.tensor([0.5, 0.25, 0.125, 0.0625]))""",
    "x",
    """
b, t, c = x.shape
q = self.q(x).view(b, t, 4, 2).transpose(1, 2)
k, v = self.kv(x).split(2, dim=-1)
k = k.unsqueeze(1).expand(b, 4, t, 2)
v = v.view(b, t, 1, 2).transpose(1, 2).repeat_interleave(4, dim=1)
i = torch.arange(t)
dist = (i[None, :] - i[:, None]).clamp(max=0)
al = self.slopes[:, None, None] * dist
win = (i[:, None] - i[None, :] < 2) & (i[:, None] >= i[None, :])
s = (q @ k.transpose(-1, -2)) / (2 ** 0.5) + al
s = s.masked_fill(torch.logical_not(win), torch.finfo(s.dtype).min)
o = (s.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c)
z = F.scaled_dot_product_attention(q, k, v, attn_mask=win)""",
    "o, z",
    "(r(2, 3, 8),)",
)

fam(
    "llama",
    """self.n1 = nn.RMSNorm(4, eps=1e-05)
self.w1 = nn.Linear(4, 6, bias=False)
self.w2 = nn.Linear(6, 4, bias=False)
self.w3 = nn.Linear(4, 6, bias=False)
self.g = nn.Parameter(torch.ones(4))
self.wo = nn.Linear(4, 4, bias=False)""",
    "x, cos, sin",
    """
def rot(q):
    a, b = q.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)
h = self.n1(x)
q = h * cos + rot(h) * sin
k = h * cos + rot(h) * sin
a = F.scaled_dot_product_attention(q[:, None], k[:, None], h[:, None], is_causal=True)
x = x + self.wo(a.squeeze(1))
v = x.to(torch.float32).pow(2).mean(-1, keepdim=True)
n = self.g * (x * torch.rsqrt(v + 1e-05)).to(x.dtype)
x = x + self.w2(F.silu(self.w1(n)) * self.w3(n))""",
    "x",
    "(r(2, 3, 4), r(3, 4), r(3, 4))",
)

fam(
    "dlrm",
    """self.e1 = nn.EmbeddingBag(6, 3, mode='sum')
self.e2 = nn.Embedding(5, 3)
self.bot = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
self.top = nn.Linear(6, 1)""",
    "d, i, j",
    """
b = self.bot(d)
v = torch.stack([b, self.e1(i), self.e2(j)], dim=1)
z = torch.bmm(v, v.transpose(1, 2))
li = torch.tensor([1, 2, 2])
lj = torch.tensor([0, 0, 1])
f = z[:, li, lj]
y = self.top(torch.cat([b, f], dim=1)).squeeze(1)
p = torch.sigmoid(y)
ctr = p.clamp(1e-06, 1 - 1e-06).logit()
fm = 0.5 * (v.sum(1).pow(2) - v.pow(2).sum(1)).sum(1)""",
    "p, ctr, fm",
    "(r(3, 2), ri(6, 3, 2), ri(5, 3))",
)

fam(
    "decoder",
    """self.sa = nn.MultiheadAttention(4, 2, batch_first=True)
self.ca = nn.MultiheadAttention(4, 2, dropout=0.0)
self.n1 = nn.LayerNorm(4)
self.n2 = nn.LayerNorm(4)
self.ff = nn.Linear(4, 4)""",
    "x, mem",
    """
m = torch.triu(torch.full((3, 3), float('-inf')), diagonal=1)
a, _ = self.sa(x, x, x, attn_mask=m, need_weights=False)
x = self.n1(x + a)
xt = x.transpose(0, 1)
c, w = self.ca(xt, mem, mem)
x = self.n2(x + c.transpose(0, 1))
y = F.gelu(self.ff(x))""",
    "y, w",
    "(r(2, 3, 4), r(5, 2, 4))",
)

fam(
    "deeplab",
    """self.a = nn.Conv2d(2, 2, 3, padding=2, dilation=2)
self.b = nn.Conv2d(2, 2, 1)
self.c = nn.Conv2d(2, 2, 1)
self.p = nn.Conv2d(6, 2, 1)
self.d = nn.Dropout(0.1)
self.eval()""",
    "x",
    """
a = F.relu(self.a(x))
b = F.relu(self.b(x))
g = F.adaptive_avg_pool2d(x, 1)
g = F.relu(self.c(g))
g = F.interpolate(g, size=x.shape[-2:], mode='bilinear', align_corners=False)
y = self.p(torch.cat([a, b, g], dim=1))
y = self.d(y)
u = F.interpolate(y, scale_factor=2.0, mode='bilinear', align_corners=True)
n = F.upsample(y, scale_factor=2, mode='nearest')
s = u.log_softmax(1)""",
    "s, n",
    "(r(1, 2, 4, 4),)",
)

fam(
    "stn",
    """self.loc = nn.Linear(16, 6)
self.c = nn.Conv2d(1, 2, 3)""",
    "x",
    """
th = self.loc(x.view(-1, 16)) * 0.1
th = th.view(-1, 2, 3) + torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
g = F.affine_grid(th, x.size(), align_corners=False)
y = F.grid_sample(x, g, align_corners=False)
h = self.c(y)
o = F.log_softmax(h.flatten(1), dim=1)""",
    "o, y",
    "(r(2, 1, 4, 4),)",
)

fam(
    "perceiver",
    """self.lat = nn.Parameter(torch.randn(2, 4) * 0.02)
self.k = nn.Linear(3, 4)
self.v = nn.Linear(3, 4)
self.q = nn.Linear(4, 4)
self.o = nn.Linear(4, 4)""",
    "x",
    """
l = self.lat.unsqueeze(0).repeat(x.shape[0], 1, 1)
q = self.q(l)
k = self.k(x)
v = self.v(x)
s = torch.einsum('bqd,bkd->bqk', q, k) / math.sqrt(q.shape[-1])
a = s.softmax(dim=-1)
z = l + self.o(torch.einsum('bqk,bkd->bqd', a, v))
h = torch.einsum('bqd->bd', z)
t = torch.einsum('i,j->ij', h[0], h[1])""",
    "z, h, t",
    "(r(2, 5, 3),)",
    pre="import math",
)

fam(
    "linattn",
    """self.q = nn.Linear(4, 4)
self.k = nn.Linear(4, 4)
self.v = nn.Linear(4, 4)""",
    "x",
    """
q = F.elu(self.q(x)) + 1
k = F.elu(self.k(x)) + 1
v = self.v(x)
kv = torch.einsum('btd,bte->bde', k, v)
z = 1 / (torch.einsum('btd,bd->bt', q, k.sum(dim=1)) + 1e-06)
y = torch.einsum('btd,bde,bt->bte', q, kv, z)
c = torch.cumsum(k.unsqueeze(-1) * v.unsqueeze(-2), dim=1)
n = torch.cumsum(k, 1)
yc = (q.unsqueeze(-2) @ c).squeeze(-2) / (q * n).sum(-1, keepdim=True)""",
    "y, yc",
    "(r(2, 3, 4),)",
)

fam(
    "qrnn",
    """self.c = nn.Conv1d(2, 9, 2)""",
    "x",
    """
p = F.pad(x.transpose(1, 2), (1, 0))
z, f, o = self.c(p).chunk(3, dim=1)
z = z.tanh()
f = f.sigmoid()
o = o.sigmoid()
c = torch.zeros(2, 3)
hs = []
for t in range(3):
    c = f[:, :, t] * c + (1 - f[:, :, t]) * z[:, :, t]
    hs += [o[:, :, t] * c]
h = torch.stack(hs, 2)
mx = h.amax(dim=(1, 2))""",
    "h, mx",
    "(r(2, 3, 2),)",
)

fam(
    "reservoir",
    """self.register_buffer('win', torch.randn(5, 2))
self.register_buffer('w', torch.randn(5, 5) * 0.2)
self.out = nn.Linear(5, 1)""",
    "x",
    """
h = torch.zeros(5)
hs = []
with torch.no_grad():
    for t in range(3):
        h = 0.7 * h + 0.3 * torch.tanh(self.win @ x[t] + self.w @ h)
        hs.append(h)
s = torch.stack(hs)
y = self.out(s).squeeze(-1)
g = s.t() @ s + 0.1 * torch.eye(5)
b = torch.linalg.solve(g, s.t() @ x[:, :1])""",
    "y, b",
    "(r(3, 2),)",
)

fam(
    "a2c",
    """self.body = nn.Linear(3, 4)
self.pi = nn.Linear(4, 2)
self.v = nn.Linear(4, 1)""",
    "s, a, rew, done",
    """
h = torch.tanh(self.body(s))
logits = self.pi(h)
v = self.v(h).squeeze(-1)
ret = []
g = torch.zeros(())
for t in reversed(range(4)):
    g = rew[t] + 0.9 * g * (1.0 - done[t])
    ret.insert(0, g)
ret = torch.stack(ret)
adv = ret - v
lp = F.log_softmax(logits, dim=-1)
pg = -(lp[torch.arange(4), a] * adv.detach()).mean()
vl = adv.pow(2).mean()
p = lp.exp()
ent = -(p * lp).sum(-1).mean()
loss = pg + 0.5 * vl - 0.01 * ent""",
    "loss, adv, ent",
    "(r(4, 3), ri(2, 4), r(4), (u(4) > 0.8).float())",
)

fam(
    "sac",
    """self.mu = nn.Linear(3, 2)
self.ls = nn.Linear(3, 2)
self.q1 = nn.Linear(5, 1)
self.q2 = nn.Linear(5, 1)
self.la = nn.Parameter(torch.zeros(1))""",
    "s, e",
    """
mu = self.mu(s)
ls = torch.clamp(self.ls(s), -20, 2)
std = ls.exp()
u_ = mu + std * e
a = torch.tanh(u_)
lp = (-0.5 * ((u_ - mu) / std).pow(2) - ls - 0.5 * math.log(2 * math.pi)).sum(-1)
lp = lp - torch.log(1 - a.pow(2) + 1e-06).sum(-1)
sa = torch.cat([s, a], -1)
q = torch.min(self.q1(sa), self.q2(sa)).squeeze(-1)
al = self.la.exp()
pl = (al.detach() * lp - q).mean()
ll = -(self.la * (lp + 2).detach()).mean()""",
    "pl, ll, a",
    "(r(4, 3), r(4, 2))",
    pre="import math",
)
