"""Models of sets, graphs, probabilities and control flow: what __init__ makes, parameters and body of forward, results,
inputs. Of record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "lion",
    "",
    "p, g, m",
    """
c = torch.lerp(m, g, 0.1)
u_ = torch.sign(c)
n = p * (1 - 0.01 * 0.1) - 0.01 * u_
m2 = m * 0.99 + g * (1 - 0.99)
gn = torch.linalg.norm(g)
cl = g * (1.0 / (gn + 1e-06)).clamp(max=1.0)
sq = torch.zeros_like(p).addcdiv(cl, m.abs() + 1, value=-0.1)
nes = g.add(m, alpha=0.9)
rms = g / (g.pow(2).mean().sqrt().add(1e-08))
tn = torch.addcmul(p, g, g, value=-0.5)
mx = torch.maximum(m2.abs(), g.abs())""",
    "n, m2, cl, sq, nes, rms, tn, mx",
    "(r(3, 2), r(3, 2), r(3, 2))",
)

fam(
    "target_net",
    """self.q = nn.Linear(3, 2)
self.register_buffer('tw', torch.zeros(2, 3))
self.register_buffer('n', torch.tensor(0, dtype=torch.long))""",
    "x",
    """
q = self.q(x)
with torch.no_grad():
    self.tw.mul_(0.99).add_(self.q.weight, alpha=0.01)
    self.n += 1
t = F.linear(x, self.tw)
td = q - t.detach()
loss = torch.where(td.abs() < 1, 0.5 * td ** 2, td.abs() - 0.5).mean()
warm = torch.clamp(self.n.float() / 10, max=1.0)""",
    "loss, warm",
    "(r(4, 3),)",
)

fam(
    "bn_manual",
    """self.w = nn.Parameter(torch.ones(3))
self.b = nn.Parameter(torch.zeros(3))
self.register_buffer('rm', torch.zeros(3))
self.register_buffer('rv', torch.ones(3))
self.register_buffer('nb', torch.tensor(0))""",
    "x",
    """
m = x.mean(dim=(0, 2, 3))
v = x.var(dim=(0, 2, 3), unbiased=False)
with torch.no_grad():
    self.nb.add_(1)
    self.rm.lerp_(m, 0.1)
    self.rv.copy_(0.9 * self.rv + 0.1 * v)
y = (x - m[None, :, None, None]) / torch.sqrt(v[None, :, None, None] + 1e-05)
y = y * self.w.view(1, -1, 1, 1) + self.b.view(1, -1, 1, 1)
z = F.batch_norm(x, self.rm, self.rv, self.w, self.b, training=False)
s = F.instance_norm(x)
l = F.layer_norm(x, x.shape[1:])
std, mean = torch.std_mean(x, dim=[1, 2, 3], keepdim=True)""",
    "y, z, s, l, (x - mean) / std",
    "(r(2, 3, 2, 2),)",
)

fam(
    "shuffle",
    """self.g1 = nn.Conv2d(4, 4, 1, groups=2)
self.dw = nn.Conv2d(2, 2, 3, padding=1, groups=2)
self.bn = nn.BatchNorm2d(2)""",
    "x",
    """
n, c, h, w = x.size()
y = self.g1(x)
y = y.view(n, 2, c // 2, h, w).transpose(1, 2).contiguous().view(n, -1, h, w)
a, b = y.chunk(2, dim=1)
b = F.relu(self.bn(self.dw(b)))
o = torch.cat((a, b), 1)
p = F.pixel_shuffle(o, 2)
q = F.pixel_unshuffle(p, 2)
s = F.channel_shuffle(q, 2)
m = F.max_pool2d(o, kernel_size=(2, 1), stride=(2, 1))""",
    "p, s, m",
    "(r(2, 4, 2, 2),)",
)

fam(
    "yolo",
    """self.c = nn.Conv2d(2, 6, 1)
self.register_buffer('anchor', torch.tensor([1.0, 2.0]))""",
    "x",
    """
o = self.c(x).permute(0, 2, 3, 1)
gy, gx = torch.meshgrid(torch.arange(3), torch.arange(3), indexing='ij')
xy = torch.sigmoid(o[..., 0:2])
cx = xy[..., 0] + gx
cy = xy[..., 1] + gy.to(xy.dtype)
wh = torch.exp(o[..., 2:4]) * self.anchor
conf = o[..., 4:5].sigmoid()
box = torch.cat([cx.unsqueeze(-1) - wh[..., :1] / 2, cy.unsqueeze(-1) - wh[..., 1:] / 2, wh, conf], dim=-1)
flat = box.reshape(box.shape[0], -1, 5)
sc, idx = flat[..., 4].topk(3, dim=1, largest=True, sorted=True)
best = flat.gather(1, idx.unsqueeze(-1).expand(-1, -1, 5))
keep = sc > 0.5""",
    "best, keep",
    "(r(2, 2, 3, 3),)",
)

fam(
    "bert",
    """self.w = nn.Embedding(9, 4, padding_idx=0)
self.p = nn.Embedding(5, 4)
self.t = nn.Embedding(2, 4)
self.ln = nn.LayerNorm(4, eps=1e-12)
self.qkv = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
self.o = nn.Linear(4, 4)
self.pool = nn.Linear(4, 4)
self.bias = nn.Parameter(torch.zeros(9))
self.register_buffer('ids', torch.arange(5).expand((1, -1)), persistent=False)""",
    "i, s, m",
    """
x = self.w(i) + self.p(self.ids[:, :3]) + self.t(s)
x = self.ln(x)
ext = (1.0 - m[:, None, None, :].to(dtype=x.dtype)) * -10000.0
q, k, v = [l(x).view(2, 3, 2, 2).permute(0, 2, 1, 3) for l in self.qkv]
a = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(2)
a = nn.functional.softmax(a + ext, dim=-1)
c = torch.matmul(a, v).permute(0, 2, 1, 3).contiguous()
c = c.view(c.size()[:-2] + (4,))
x = self.ln(self.o(c) + x)
pooled = torch.tanh(self.pool(x[:, 0]))
lg = F.linear(x, self.w.weight, self.bias)
loss = F.cross_entropy(lg.view(-1, 9), i.view(-1), ignore_index=0)""",
    "loss, pooled, lg",
    "(ri(9, 2, 3), ri(2, 2, 3), torch.tensor([[1, 1, 1], [1, 1, 0]]))",
    pre="import math",
)

fam(
    "nanogpt",
    """self.tok = nn.Embedding(7, 4)
self.pos = nn.Embedding(3, 4)
self.blocks = nn.ModuleList([Block(4) for _ in range(2)])
self.ln = nn.LayerNorm(4)
self.head = nn.Linear(4, 7, bias=False)
self.head.weight = self.tok.weight""",
    "i, t",
    """
b, n = i.size()
pos = torch.arange(0, n, dtype=torch.long)
x = self.tok(i) + self.pos(pos)
for blk in self.blocks:
    x = blk(x)
x = self.ln(x)
lg = self.head(x)
loss = F.cross_entropy(lg.view(-1, lg.size(-1)), t.view(-1), ignore_index=-1)
nxt = F.softmax(lg[:, [-1], :] / 0.8, dim=-1)""",
    "loss, nxt",
    "(ri(7, 2, 3), ri(7, 2, 3))",
    pre="""

class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.n1 = nn.LayerNorm(d)
        self.qkv = nn.Linear(d, 3 * d)
        self.mlp = nn.ModuleDict({'up': nn.Linear(d, 2 * d), 'down': nn.Linear(2 * d, d)})
        self.n2 = nn.LayerNorm(d)

    def forward(self, x):
        q, k, v = self.qkv(self.n1(x)).chunk(3, dim=-1)
        x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.mlp['down'](F.gelu(self.mlp['up'](self.n2(x))))
""",
)

fam(
    "cells",
    """self.l = nn.LSTMCell(2, 3)
self.g = nn.GRUCell(3, 3)
self.r = nn.RNNCell(3, 2, nonlinearity='relu')""",
    "x",
    """
h = torch.zeros(2, 3)
c = x.new_zeros(2, 3)
g = torch.zeros(2, 3)
for t in range(2):
    h, c = self.l(x[t], (h, c))
    g = self.g(h, g)
r_ = self.r(g)""",
    "h, c, g, r_",
    "(r(2, 2, 2),)",
)

fam(
    "rnns",
    """self.bi = nn.GRU(2, 3, bidirectional=True)
self.l2 = nn.LSTM(6, 2, num_layers=2)
self.rn = nn.RNN(2, 2, batch_first=True)""",
    "x",
    """
o, h = self.bi(x)
y, (hn, cn) = self.l2(o)
z, s = self.rn(y.transpose(0, 1))
f = torch.cat([h[0], h[1]], dim=-1)""",
    "z, f, hn, cn, s",
    "(r(3, 2, 2),)",
)

fam(
    "dict_io",
    """self.a = nn.Linear(3, 2)
self.b = nn.Linear(2, 2)""",
    "batch, scale",
    """
x = batch['x']
y, z = batch['pair']
h = self.a(x) * scale
g = torch.sigmoid(self.b(y)) * z
out = {'h': h, 'g': [g, h.sum()]}""",
    "out",
    "({'x': r(2, 3), 'pair': (r(2, 2), r(2, 2))}, 2.0)",
)

fam(
    "ntm",
    """self.k = nn.Linear(3, 4)
self.b = nn.Linear(3, 1)
self.s = nn.Linear(3, 3)
self.register_buffer('mem', torch.randn(5, 4))""",
    "x",
    """
k = torch.tanh(self.k(x))
beta = F.softplus(self.b(x))
cs = F.cosine_similarity(self.mem.unsqueeze(0), k.unsqueeze(1), dim=-1)
w = torch.softmax(beta * cs, dim=1)
sh = self.s(x).softmax(-1)
w = sh[:, 0:1] * torch.roll(w, 1, 1) + sh[:, 1:2] * w + sh[:, 2:3] * torch.roll(w, shifts=-1, dims=1)
w = w ** 2
w = w / w.sum(1, keepdim=True)
rd = w @ self.mem
er = torch.sigmoid(k)
new = self.mem * (1 - torch.einsum('bn,bm->nm', w, er)) + w.t() @ k""",
    "rd, new, w",
    "(r(2, 3),)",
)

fam(
    "sinkhorn",
    """self.c = nn.Linear(3, 3)""",
    "x, y",
    """
C = torch.cdist(self.c(x), y).pow(2)
la = torch.full((3,), -math.log(3.0))
lb = torch.log(torch.ones(4) / 4)
f = torch.zeros(3)
g = torch.zeros(4)
for _ in range(3):
    f = 0.5 * (la - torch.logsumexp((g[None, :] - C) / 0.5, dim=1))
    g = 0.5 * (lb - torch.logsumexp((f[:, None] - C) / 0.5, dim=0))
P = torch.exp((f[:, None] + g[None, :] - C) / 0.5)
cost = (P * C).sum()
m = P.argmax(dim=1, keepdim=True)
inv = torch.argsort(P.sum(0), descending=True)""",
    "cost, P, m, inv",
    "(r(3, 3), r(4, 3))",
    pre="import math",
)

fam(
    "sparsemax",
    """self.w = nn.Linear(4, 5)""",
    "x",
    """
z = self.w(x)
s, _ = torch.sort(z, dim=-1, descending=True)
k = torch.arange(1, 6, dtype=z.dtype)
c = s.cumsum(-1) - 1
sup = k * s > c
n = sup.sum(dim=-1, keepdim=True)
tau = c.gather(-1, n - 1) / n.to(z.dtype)
p = torch.clamp(z - tau, min=0)
t = torch.relu(z).pow(1.5)
kth = z.kthvalue(2, dim=-1)[0]
med = z.median(dim=-1).values
h = torch.heaviside(z, torch.tensor(0.5))
mo = torch.fmod(z, 0.7) + torch.remainder(z, 0.3)""",
    "p, n, t, kth, med, h, mo",
    "(r(3, 4),)",
)

fam(
    "gumbel",
    """self.e = nn.Linear(4, 6)
self.book = nn.Parameter(torch.randn(6, 2))""",
    "x, n",
    """
l = self.e(x)
g = -torch.log(-torch.log(n.clamp(1e-06, 1 - 1e-06)))
y = F.softmax((l + g) / 0.5, dim=-1)
i = y.max(dim=-1, keepdim=True)[1]
hard = torch.zeros_like(y).scatter_(-1, i, 1.0)
st = hard - y.detach() + y
z = st @ self.book
kl = (y * (torch.log(y + 1e-20) - math.log(1.0 / 6))).sum(-1).mean()
perp = torch.exp(-torch.sum(y.mean(0) * torch.log(y.mean(0) + 1e-10)))""",
    "z, kl, perp",
    "(r(3, 4), u(3, 6))",
    pre="import math",
)

fam(
    "beam",
    """self.o = nn.Linear(3, 5)""",
    "h, sc",
    """
lp = F.log_softmax(self.o(h), dim=-1)
tot = lp + sc.unsqueeze(-1)
top, idx = torch.topk(tot.view(2, -1), 3, dim=-1)
beam = idx // 5
tok = idx % 5
beam2 = torch.div(idx, 5, rounding_mode='floor')
nh = torch.gather(h, 1, beam.unsqueeze(-1).expand(2, 3, 3))
done = tok.eq(0)
pen = ((5 + torch.arange(3).float()) / 6).pow(0.6)
fs = torch.where(done, top / pen, top)
order = fs.argsort(dim=-1)
any_ = done.any(dim=-1)
all_ = torch.all(done)""",
    "nh, tok, fs, order, any_, all_, beam2",
    "(r(2, 2, 3), r(2, 2))",
)

fam(
    "pointer",
    """self.w = nn.Linear(2, 4)
self.q = nn.Linear(4, 4)""",
    "x",
    """
e = self.w(x)
q = e.mean(1)
mask = torch.zeros(2, 4, dtype=torch.bool)
tour = []
lp = torch.zeros(2)
for _ in range(3):
    s = torch.bmm(e, self.q(q).unsqueeze(-1)).squeeze(-1)
    s = s.masked_fill(mask, -1e8)
    p = F.log_softmax(s, dim=1)
    i = p.argmax(1)
    lp = lp + p.gather(1, i[:, None]).squeeze(1)
    mask = mask.scatter(1, i.unsqueeze(1), True)
    q = e[torch.arange(2), i]
    tour.append(i)
t = torch.stack(tour, dim=1)
d = x.gather(1, t.unsqueeze(-1).expand(-1, -1, 2))
ln = (d - d.roll(-1, dims=1)).norm(p=2, dim=-1).sum(1)""",
    "lp, t, ln",
    "(u(2, 4, 2),)",
)

fam(
    "swin",
    """self.qkv = nn.Linear(4, 12)
self.proj = nn.Linear(4, 4)
self.bias = nn.Parameter(torch.zeros(9, 2))
self.register_buffer('idx', torch.randint(0, 9, (4, 4)))""",
    "x",
    """
B, H, W, C = x.shape
s = torch.roll(x, shifts=(-1, -1), dims=(1, 2))
w = s.view(B, H // 2, 2, W // 2, 2, C).permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, 4, C)
qkv = self.qkv(w).reshape(-1, 4, 3, 2, C // 2).permute(2, 0, 3, 1, 4)
q, k, v = qkv[0], qkv[1], qkv[2]
a = (q * (C // 2) ** -0.5) @ k.transpose(-2, -1)
b = self.bias[self.idx.view(-1)].view(4, 4, -1).permute(2, 0, 1).contiguous()
a = (a + b.unsqueeze(0)).softmax(-1)
y = self.proj((a @ v).transpose(1, 2).reshape(-1, 4, C))
y = y.view(B, H // 2, W // 2, 2, 2, C).permute(0, 1, 3, 2, 4, 5).contiguous().view(B, H, W, C)
y = torch.roll(y, (1, 1), (1, 2))
m = torch.cat([y[:, 0::2, 0::2], y[:, 1::2, 0::2], y[:, 0::2, 1::2], y[:, 1::2, 1::2]], -1)""",
    "y, m",
    "(r(1, 4, 4, 4),)",
)

fam(
    "mae",
    """self.e = nn.Linear(4, 4)
self.mt = nn.Parameter(torch.zeros(1, 1, 4))
self.d = nn.Linear(4, 4)""",
    "x, n",
    """
N, L, D = x.shape
ids = torch.argsort(n, dim=1)
res = torch.argsort(ids, dim=1)
keep = ids[:, :2]
v = torch.gather(x, dim=1, index=keep.unsqueeze(-1).repeat(1, 1, D))
h = self.e(v)
mk = self.mt.repeat(N, L - 2, 1)
f = torch.cat([h, mk], dim=1)
f = torch.gather(f, 1, res.unsqueeze(-1).repeat(1, 1, 4))
p = self.d(f)
mask = torch.ones([N, L])
mask[:, :2] = 0
mask = torch.gather(mask, dim=1, index=res)
loss = ((p - x) ** 2).mean(dim=-1)
loss = (loss * mask).sum() / mask.sum()""",
    "loss, p, mask",
    "(r(2, 4, 4), u(2, 4))",
)

fam(
    "proto",
    """self.f = nn.Sequential(nn.Linear(3, 4), nn.ReLU())""",
    "s, q, y",
    """
zs = self.f(s).view(2, 2, -1).mean(1)
zq = self.f(q)
d = -((zq[:, None] - zs[None]) ** 2).sum(2)
lp = F.log_softmax(d, dim=1)
loss = F.nll_loss(lp, y)
acc = lp.max(1)[1].eq(y).float().mean()
w = torch.softmax(F.cosine_similarity(zq.unsqueeze(1), zs.unsqueeze(0), dim=2), dim=1)
att = w @ F.one_hot(torch.tensor([0, 1]), 2).float()""",
    "loss, acc, att",
    "(r(4, 3), r(3, 3), ri(2, 3))",
)

fam(
    "arcface",
    """self.w = nn.Parameter(torch.randn(5, 3))""",
    "x, y",
    """
c = F.linear(F.normalize(x), F.normalize(self.w)).clamp(-0.999, 0.999)
s = torch.sqrt(1.0 - c * c)
phi = c * math.cos(0.5) - s * math.sin(0.5)
phi = torch.where(c > math.cos(math.pi - 0.5), phi, c - 0.2)
oh = torch.zeros(c.size()).scatter_(1, y.view(-1, 1).long(), 1)
o = (oh * phi + (1.0 - oh) * c) * 8.0
th = torch.acos(c) + 0.5 * oh
o2 = torch.cos(th) * 8
loss = F.cross_entropy(o, y) + F.multi_margin_loss(o2, y)
t = torch.tan(c) + torch.asin(c) + torch.atan(c) + torch.sinh(c) + torch.cosh(c)""",
    "loss, t",
    "(r(4, 3), ri(5, 4))",
    pre="import math",
)

fam(
    "glow",
    """self.ls = nn.Parameter(torch.zeros(1, 4, 1, 1))
self.b = nn.Parameter(torch.zeros(1, 4, 1, 1))
self.w = nn.Parameter(torch.linalg.qr(torch.randn(4, 4))[0])
self.n = nn.Conv2d(2, 4, 3, padding=1)""",
    "x",
    """
y = (x + self.b) * self.ls.exp()
ld = self.ls.sum() * x.size(2) * x.size(3)
y = F.conv2d(y, self.w.unsqueeze(-1).unsqueeze(-1))
ld = ld + torch.slogdet(self.w)[1] * 4
a, b = y.split(2, 1)
t, s = self.n(a).chunk(2, 1)
s = torch.sigmoid(s + 2)
b = (b + t) * s
ld = ld + s.log().flatten(1).sum(-1)
z = torch.cat([a, b], 1)
sq = z.view(2, 4, 1, 2, 1, 2).permute(0, 1, 3, 5, 2, 4).reshape(2, 16, 1, 1)
lp = (-0.5 * (z ** 2 + math.log(2 * math.pi))).sum(dim=[1, 2, 3])
bpd = -(lp + ld) / (math.log(2) * 16)""",
    "bpd, sq",
    "(r(2, 4, 2, 2),)",
    pre="import math",
)

fam(
    "gp",
    """self.ls = nn.Parameter(torch.tensor(0.1))
self.ln = nn.Parameter(torch.tensor(-1.0))""",
    "x, y, xs",
    """
d = (x.unsqueeze(1) - x.unsqueeze(0)).pow(2).sum(-1)
K = torch.exp(-0.5 * d / self.ls.exp()) + self.ln.exp() * torch.eye(4)
L = torch.linalg.cholesky(K)
al = torch.cholesky_solve(y.unsqueeze(1), L)
Ks = torch.exp(-0.5 * torch.cdist(xs, x).square() / self.ls.exp())
mu = (Ks @ al).squeeze(1)
v = torch.linalg.solve_triangular(L, Ks.t(), upper=False)
var = 1 - v.pow(2).sum(0)
nll = 0.5 * y @ al.squeeze(1) + L.diagonal().log().sum()
inv = torch.linalg.inv(K)""",
    "mu, var, nll, inv",
    "(r(4, 2), r(4), r(2, 2))",
)

fam(
    "wnorm",
    """self.v = nn.Parameter(torch.randn(3, 4))
self.g = nn.Parameter(torch.ones(3, 1))
self.c = nn.Conv2d(2, 4, 3, padding=1, groups=2)
self.gn = nn.GroupNorm(2, 4)
self.cw = nn.Parameter(torch.randn(4, 2, 3, 3))""",
    "x, im",
    """
w = self.g * self.v / self.v.norm(dim=1, keepdim=True)
y = F.linear(x, w)
h = self.gn(self.c(im))
m = self.cw.mean(dim=[1, 2, 3], keepdim=True)
s = self.cw.view(4, -1).std(dim=1).view(-1, 1, 1, 1) + 1e-05
z = F.conv2d(im, (self.cw - m) / s, padding=1)
o = F.relu(z + h)
dp = o / 0.9 * 1.0
b = F.group_norm(o, 4)""",
    "y, dp, b",
    "(r(2, 4), r(1, 2, 3, 3))",
)

fam(
    "ssim",
    """self.register_buffer('k', torch.tensor([[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]) / 16)
self.register_buffer('sx', torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]]).view(1, 1, 3, 3))""",
    "a, b",
    """
k = self.k.view(1, 1, 3, 3).repeat(2, 1, 1, 1)
f = lambda t: F.conv2d(t, k, padding=1, groups=2)
ma = f(a)
mb = f(b)
va = f(a * a) - ma ** 2
vb = f(b * b) - mb.pow(2)
cv = f(a * b) - ma * mb
num = (2 * ma * mb + 1e-4) * (2 * cv + 9e-4)
den = (ma.square() + mb.square() + 1e-4) * (va + vb + 9e-4)
s = (num / den).mean()
gx = F.conv2d(a[:, :1], self.sx)
gy = F.conv2d(a[:, :1], self.sx.transpose(2, 3))
mag = torch.sqrt(gx ** 2 + gy ** 2 + 1e-06)
ang = torch.atan2(gy, gx)
ch = torch.sqrt((a - b) ** 2 + 1e-06).mean()
pd = F.pad(a, (1, 1, 1, 1), mode='circular')
rp = F.pad(a, (1, 1, 1, 1), mode='replicate')""",
    "s, mag, ang, ch, pd, rp",
    "(u(1, 2, 4, 4), u(1, 2, 4, 4))",
)

fam(
    "mel",
    """self.register_buffer('fb', torch.rand(5, 3))
self.register_buffer('win', torch.hann_window(8))
self.c = nn.Conv1d(3, 2, 3, stride=2)
self.t = nn.ConvTranspose1d(2, 1, 4, stride=2)""",
    "x",
    """
fr = x.unfold(1, 8, 4) * self.win
p = fr.pow(2)[..., :5]
m = p @ self.fb
db = 10 * torch.log10(torch.clamp(m, min=1e-10))
db = torch.maximum(db, db.amax() - 80.0)
z = (db - db.mean(1, keepdim=True)) / (db.std(1, keepdim=True) + 1e-05)
h = self.c(z.transpose(1, 2))
y = self.t(h)
e = F.max_pool1d(y, 2, ceil_mode=True)
q = torch.sign(x) * torch.log1p(255 * x.abs().clamp(max=1)) / math.log1p(255)
i = ((q + 1) / 2 * 255 + 0.5).to(torch.int64)
pe = torch.cat([x[:, :1], x[:, 1:] - 0.97 * x[:, :-1]], dim=1)""",
    "e, q, i, pe",
    "(r(2, 16),)",
    pre="import math",
)

fam(
    "fnet",
    """self.f = nn.Linear(4, 4)""",
    "x",
    """
z = torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real
y = x + z
o = self.f(y)
a = torch.fft.rfft(x, dim=1)
m = a.abs()
b = torch.fft.irfft(a, n=4, dim=1)""",
    "o, m, b",
    "(r(2, 4, 4),)",
)

fam(
    "particle",
    """self.f = nn.Linear(2, 2)
self.h = nn.Linear(2, 1)""",
    "p, e, z, u0",
    """
p = torch.tanh(self.f(p)) + 0.1 * e
ll = -0.5 * ((z - self.h(p)).squeeze(-1) / 0.5) ** 2
w = F.softmax(ll, dim=0)
ess = 1.0 / w.pow(2).sum()
c = torch.cumsum(w, 0)
pos = (torch.arange(4) + u0) / 4
i = torch.searchsorted(c, pos).clamp(max=3)
n = p[i]
m = (w.unsqueeze(1) * p).sum(0)
d = p - m
cov = (w[:, None] * d).t() @ d
bk = torch.bucketize(pos, torch.tensor([0.25, 0.5, 0.75]))""",
    "m, cov, ess, n, bk",
    "(r(4, 2), r(4, 2), r(1), u(1))",
)

fam(
    "mil",
    """self.v = nn.Linear(3, 4)
self.u = nn.Linear(3, 4)
self.w = nn.Linear(4, 1)
self.c = nn.Linear(3, 1)""",
    "x, m",
    """
a = self.w(torch.tanh(self.v(x)) * torch.sigmoid(self.u(x)))
a = a.squeeze(-1).masked_fill(~m, float('-inf'))
a = torch.softmax(a, dim=1)
a = torch.nan_to_num(a, nan=0.0)
z = torch.sum(a.unsqueeze(-1) * x, dim=1)
y = self.c(z).sigmoid()
yh = torch.ge(y, 0.5).float()
mx = x.masked_fill(~m.unsqueeze(-1), -1e9).max(dim=1).values
ln = m.sum(1, keepdim=True).float()
av = (x * m[..., None]).sum(1) / ln""",
    "y, yh, mx, av",
    "(r(2, 3, 3), torch.tensor([[True, True, False], [True, False, True]]))",
)

fam(
    "deepfm",
    """self.e = nn.Embedding(10, 3)
self.l = nn.Embedding(10, 1)
self.b = nn.Parameter(torch.zeros(1))
self.mlp = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.0), nn.Linear(4, 1))
self.register_buffer('off', torch.tensor([0, 5]))""",
    "i",
    """
x = i + self.off.unsqueeze(0)
e = self.e(x)
sq = torch.sum(e, dim=1) ** 2
ss = torch.sum(e ** 2, dim=1)
fm = 0.5 * torch.sum(sq - ss, dim=1, keepdim=True)
li = torch.sum(self.l(x), dim=1) + self.b
d = self.mlp(e.view(-1, 6))
y = torch.sigmoid((fm + li + d).squeeze(1))
cr = e[:, 0] * e[:, 1]""",
    "y, cr",
    "(ri(5, 3, 2),)",
)

fam(
    "ranking",
    """self.s = nn.Linear(3, 1)""",
    "x, rel",
    """
s = self.s(x).squeeze(-1)
d = s.unsqueeze(2) - s.unsqueeze(1)
t = (rel.unsqueeze(2) > rel.unsqueeze(1)).float()
pw = (F.binary_cross_entropy_with_logits(d, t, reduction='none') * t).sum() / t.sum().clamp(min=1)
ln = -(F.softmax(rel.float(), dim=1) * F.log_softmax(s, dim=1)).sum(1).mean()
o = s.argsort(dim=1, descending=True)
g = torch.gather(rel, 1, o)
dcg = ((2.0 ** g - 1) / torch.log2(torch.arange(2, 6).float())).sum(1)
ide = ((2 ** rel.sort(dim=1, descending=True).values - 1) / torch.log2(torch.arange(4) + 2.0)).sum(1)
nd = dcg / ide.clamp(min=1e-06)
bpr = -F.logsigmoid(d).mean()""",
    "pw, ln, nd, bpr",
    "(r(2, 4, 3), ri(3, 2, 4))",
)
