"""Models that many know: what __init__ makes, parameters and body of forward, results, inputs. Of
record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "gpt",
    """self.tok = nn.Embedding(11, 8)
self.pos = nn.Parameter(torch.randn(5, 8) * 0.02)
self.ln1 = nn.LayerNorm(8)
self.qkv = nn.Linear(8, 24)
self.proj = nn.Linear(8, 8)
self.ln2 = nn.LayerNorm(8)
self.fc = nn.Linear(8, 16)
self.out = nn.Linear(16, 8)
self.register_buffer('mask', torch.tril(torch.ones(5, 5)))""",
    "i",
    """
x = self.tok(i) + self.pos
h = self.ln1(x)
q, k, v = self.qkv(h).split(8, dim=-1)
q = q.view(2, 5, 2, 4).transpose(1, 2)
k = k.view(2, 5, 2, 4).transpose(1, 2)
v = v.view(2, 5, 2, 4).transpose(1, 2)
att = q @ k.transpose(-2, -1) * 0.5
att = att.masked_fill(self.mask == 0, float('-inf'))
att = F.softmax(att, dim=-1)
y = (att @ v).transpose(1, 2).contiguous().view(2, 5, 8)
x = x + self.proj(y)
x = x + self.out(F.gelu(self.fc(self.ln2(x)), approximate='tanh'))
logits = x @ self.tok.weight.t()""",
    "logits",
    "(ri(11, 2, 5),)",
)

fam(
    "vit",
    """self.patch = nn.Conv2d(1, 6, 2, stride=2)
self.cls = nn.Parameter(torch.zeros(1, 1, 6))
self.pos = nn.Parameter(torch.randn(1, 5, 6) * 0.1)
self.norm = nn.LayerNorm(6)
self.q = nn.Linear(6, 6)
self.kv = nn.Linear(6, 12)
self.head = nn.Linear(6, 3)""",
    "x",
    """
p = self.patch(x).flatten(2).transpose(1, 2)
c = self.cls.expand(x.shape[0], -1, -1)
t = torch.cat([c, p], dim=1) + self.pos
n = self.norm(t)
q = self.q(n)
k, v = self.kv(n).chunk(2, dim=-1)
a = F.scaled_dot_product_attention(q.unsqueeze(1), k.unsqueeze(1), v.unsqueeze(1)).squeeze(1)
t = t + a
o = self.head(t[:, 0])
p = o.log_softmax(-1)""",
    "o, p",
    "(r(2, 1, 4, 4),)",
)

fam(
    "unet",
    """self.d1 = nn.Conv2d(1, 4, 3, padding=1)
self.gn = nn.GroupNorm(2, 4)
self.d2 = nn.Conv2d(4, 8, 3, stride=2, padding=1)
self.bn = nn.BatchNorm2d(8)
self.u = nn.ConvTranspose2d(8, 4, 2, stride=2)
self.o = nn.Conv2d(8, 1, 1)""",
    "x",
    """
a = F.silu(self.gn(self.d1(x)))
b = F.leaky_relu(self.bn(self.d2(a)), 0.1)
m = F.max_pool2d(a, 2)
u = self.u(b)
c = torch.cat([a, u], 1)
y = torch.sigmoid(self.o(c))
z = F.interpolate(m, scale_factor=2, mode='nearest')
w = F.avg_pool2d(z, 2).mean((2, 3))""",
    "y, w",
    "(r(2, 1, 4, 4),)",
)

fam(
    "gru",
    """self.wi = nn.Linear(3, 12)
self.wh = nn.Linear(4, 12)""",
    "x, h",
    """
gi = self.wi(x[:, 0])
gh = self.wh(h)
ir, iz, inn = gi.chunk(3, 1)
hr, hz, hn = gh.chunk(3, 1)
r = torch.sigmoid(ir + hr)
z = torch.sigmoid(iz + hz)
n = torch.tanh(inn + r * hn)
h = (1 - z) * n + z * h
gi = self.wi(x[:, 1])
gh = self.wh(h)
ir, iz, inn = gi.chunk(3, 1)
hr, hz, hn = gh.chunk(3, 1)
r = torch.sigmoid(ir + hr)
z = torch.sigmoid(iz + hz)
n = torch.tanh(inn + r * hn)
h = torch.lerp(n, h, z)""",
    "h",
    "(r(2, 2, 3), r(2, 4))",
)

fam(
    "moe",
    """self.gate = nn.Linear(4, 3)
self.w1 = nn.Parameter(torch.randn(3, 4, 5) * 0.3)
self.w2 = nn.Parameter(torch.randn(3, 5, 4) * 0.3)""",
    "x",
    """
g = F.softmax(self.gate(x), dim=-1)
top, idx = g.topk(2, dim=-1)
top = top / top.sum(-1, keepdim=True)
oh = F.one_hot(idx, 3).to(x.dtype)
load = oh.sum((0, 1))
disp = (oh * top.unsqueeze(-1)).sum(1)
h = torch.einsum('bi,eij->ebj', x, self.w1).relu()
y = torch.einsum('ebj,eji->ebi', h, self.w2)
out = torch.einsum('be,ebi->bi', disp, y)
aux = (load * g.mean(0)).sum()""",
    "out, aux",
    "(r(4, 4),)",
)

fam(
    "vq",
    """self.enc = nn.Linear(4, 3)
self.book = nn.Parameter(torch.randn(6, 3))
self.dec = nn.Linear(3, 4)""",
    "x",
    """
z = self.enc(x)
d = z.pow(2).sum(1, keepdim=True) - 2 * z @ self.book.t() + self.book.pow(2).sum(1)
i = d.argmin(1)
q = self.book[i]
commit = F.mse_loss(z, q.detach())
code = F.mse_loss(q, z.detach())
s = z + (q - z).detach()
y = self.dec(s)
rec = F.l1_loss(y, x)
loss = rec + code + 0.25 * commit""",
    "loss, i",
    "(r(5, 4),)",
)

fam(
    "rope",
    """self.q = nn.Linear(4, 4, bias=False)
self.k = nn.Linear(4, 4, bias=False)
self.register_buffer('freq', torch.arange(0, 4, 2).float().neg().exp(), persistent=False)""",
    "x",
    """
t = torch.arange(3).float()
f = torch.outer(t, self.freq)
e = torch.cat([f, f], -1)
cos = e.cos()
sin = e.sin()
q = self.q(x)
k = self.k(x)
q1, q2 = q.chunk(2, -1)
rq = q * cos + torch.cat([-q2, q1], -1) * sin
k1 = k[..., :2]
k2 = k[..., 2:]
rk = k * cos + torch.cat((-k2, k1), dim=-1) * sin
s = torch.bmm(rq, rk.transpose(1, 2)) / 2.0
m = torch.triu(torch.ones(3, 3, dtype=torch.bool), 1)
s = s.masked_fill(m, -1e9)
p = s.softmax(-1)
n = torch.rsqrt(p.pow(2).mean(-1, keepdim=True) + 1e-06)""",
    "p * n",
    "(r(2, 3, 4),)",
)

fam(
    "contrastive",
    """self.a = nn.Linear(4, 3)
self.b = nn.Linear(5, 3)
self.scale = nn.Parameter(torch.tensor(1.5))""",
    "x, y",
    """
u = F.normalize(self.a(x), dim=-1)
v = F.normalize(self.b(y), dim=-1)
s = self.scale.exp().clamp(max=100.0)
l = s * u @ v.t()
t = torch.arange(4)
i = F.cross_entropy(l, t)
j = F.cross_entropy(l.t(), t, label_smoothing=0.1)
acc = (l.argmax(1) == t).float().mean()
c = F.cosine_similarity(u, v).mean()""",
    "(i + j) / 2, acc, c",
    "(r(4, 4), r(4, 5))",
)

fam(
    "diffusion",
    """self.net = nn.Sequential(nn.Linear(5, 8), nn.SiLU(), nn.Linear(8, 4))
self.register_buffer('beta', torch.linspace(0.01, 0.2, 6))""",
    "x, t, e",
    """
alpha = 1.0 - self.beta
bar = torch.cumprod(alpha, 0)
ab = bar.gather(0, t).unsqueeze(-1)
xt = ab.sqrt() * x + (1 - ab).sqrt() * e
inp = torch.cat([xt, t.unsqueeze(-1).float() / 6], dim=-1)
eps = self.net(inp)
loss = F.mse_loss(eps, e, reduction='none').mean(-1)
w = (1 / (1 - ab)).squeeze(-1).clamp(max=5)
x0 = (xt - (1 - ab).sqrt() * eps) / ab.sqrt()""",
    "(w * loss).sum(), x0.clamp(-1, 1)",
    "(r(3, 4), ri(6, 3), r(3, 4))",
)

fam(
    "ppo",
    """self.pi = nn.Linear(4, 3)
self.v = nn.Linear(4, 1)""",
    "s, a, old, adv, ret",
    """
logits = self.pi(s)
lp = logits - logits.logsumexp(-1, keepdim=True)
la = lp.gather(1, a.unsqueeze(1)).squeeze(1)
ratio = (la - old).exp()
n = (adv - adv.mean()) / (adv.std() + 1e-08)
s1 = ratio * n
s2 = ratio.clamp(0.8, 1.2) * n
pl = -torch.min(s1, s2).mean()
val = self.v(s).squeeze(-1)
vl = F.smooth_l1_loss(val, ret)
ent = -(lp.exp() * lp).sum(-1).mean()
kl = (old - la).mean()
loss = pl + 0.5 * vl - 0.01 * ent""",
    "loss, kl",
    "(r(5, 4), ri(3, 5), r(5), r(5), r(5))",
)

fam(
    "flow",
    """self.s = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
self.t = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))
self.register_buffer('mask', torch.tensor([1.0, 0.0]))""",
    "x",
    """
m = x * self.mask
s = self.s(m) * (1 - self.mask)
t = self.t(m) * (1 - self.mask)
z = m + (1 - self.mask) * (x * torch.exp(s) + t)
ld = s.sum(1)
lp = -0.5 * (z ** 2).sum(1) - 1.8378770664093453
inv = (z - t) * torch.exp(-s)
nll = -(lp + ld).mean()""",
    "nll, inv",
    "(r(4, 2),)",
)

fam(
    "siren",
    """self.l1 = nn.Linear(2, 5)
self.l2 = nn.Linear(5, 5)
self.l3 = nn.Linear(5, 1)""",
    "c",
    """
h = torch.sin(30 * self.l1(c))
h = torch.sin(self.l2(h) * 30)
h = h.reshape(-1, 5)
g = torch.stack([h[:, 0], h[:, 1]], dim=1).norm(dim=1)
o = self.l3(h).view(2, 3)
t = torch.atan2(o, o.roll(1, 1)) + torch.floor(o) % 2
u = torch.where(o > 0, o, o.neg().sqrt())""",
    "o, g, t, u",
    "(r(2, 3, 2),)",
)

fam(
    "ssm",
    """self.A = nn.Parameter(-torch.rand(3))
self.B = nn.Parameter(torch.randn(3))
self.C = nn.Parameter(torch.randn(3))
self.D = nn.Parameter(torch.ones(()))""",
    "u",
    """
dt = F.softplus(u)
dA = torch.exp(dt.unsqueeze(-1) * self.A)
dB = dt.unsqueeze(-1) * self.B
h = torch.zeros(2, 3)
ys = []
h = dA[:, 0] * h + dB[:, 0] * u[:, 0:1]
ys.append((h * self.C).sum(-1))
h = dA[:, 1] * h + dB[:, 1] * u[:, 1:2]
ys.append((h * self.C).sum(-1))
h = dA[:, 2] * h + dB[:, 2] * u[:, 2:3]
ys.append((h * self.C).sum(-1))
y = torch.stack(ys, dim=1) + u * self.D""",
    "y",
    "(r(2, 3),)",
)

fam(
    "kvcache",
    """self.w = nn.Linear(4, 4)
self.register_buffer('k', torch.zeros(1, 3, 4))
self.register_buffer('n', torch.zeros((), dtype=torch.int64))""",
    "x",
    """
kv = self.w(x)
self.k[:, 1] = kv.detach()
self.n.add_(1)
a = torch.softmax(x.unsqueeze(1) @ self.k.transpose(1, 2), -1)
o = (a @ self.k).squeeze(1)
o = o + self.n""",
    "o",
    "(r(1, 4),)",
)

fam(
    "ema",
    """self.s = nn.Linear(3, 3)
self.t = nn.Linear(3, 3)
self.register_buffer('c', torch.zeros(1, 3))""",
    "x",
    """
ps = F.log_softmax(self.s(x) / 0.1, dim=-1)
pt = F.softmax((self.t(x) - self.c) / 0.04, dim=-1).detach()
loss = -(pt * ps).sum(-1).mean()
self.c.mul_(0.9).add_(self.t(x).mean(0, keepdim=True).detach(), alpha=0.1)
ent = -(pt * torch.log(pt + 1e-12)).sum(-1)""",
    "loss, ent",
    "(r(4, 3),)",
)

fam(
    "gat",
    """self.w = nn.Linear(3, 4, bias=False)
self.a1 = nn.Parameter(torch.randn(4, 1))
self.a2 = nn.Parameter(torch.randn(4, 1))""",
    "x, adj",
    """
h = self.w(x)
e = F.leaky_relu(h @ self.a1 + (h @ self.a2).t(), 0.2)
e = torch.where(adj > 0, e, torch.full_like(e, -9e15))
a = F.softmax(e, dim=1)
a = F.dropout(a, 0.5, training=False)
o = F.elu(a @ h)
deg = adj.sum(1).clamp(min=1)
m = (adj @ x) / deg[:, None]
mx = o.max(dim=0).values
s = torch.zeros(2, 4).index_add(0, torch.tensor([0, 1, 1, 0]), o)""",
    "s, mx, m",
    "(r(4, 3), (u(4, 4) > 0.4).float())",
)

fam(
    "tcn",
    """self.c1 = nn.Conv1d(2, 4, 3, padding=2, dilation=1)
self.c2 = nn.Conv1d(4, 4, 2, dilation=2)
self.bn = nn.BatchNorm1d(4)
self.lin = nn.Linear(4, 2)""",
    "x",
    """
h = self.c1(x)[:, :, :-2]
h = F.relu(self.bn(h))
g = torch.tanh(h) * torch.sigmoid(h)
k = F.pad(g, (2, 0))
k = self.c2(k)
r = F.glu(torch.cat([k, g], 1), dim=1)
p = F.adaptive_avg_pool1d(r, 1).squeeze(-1)
o = self.lin(p)
mx = F.max_pool1d(h, 2)""",
    "o, mx",
    "(r(2, 2, 6),)",
)

fam(
    "prelu",
    """self.c = nn.Conv2d(2, 4, 3, bias=False)
self.a = nn.PReLU(4)
self.i = nn.InstanceNorm2d(4, affine=True)
self.p = nn.PixelShuffle(2)""",
    "x",
    """
h = self.a(self.c(x))
h = self.i(h)
s = self.p(h)
a = F.adaptive_max_pool2d(s, 2)
b = F.hardtanh(s) + F.softsign(s) - F.mish(s)
c = F.unfold(x, 2).sum(1)
d = torch.flip(s, [2]).cumsum(-1)
e = F.logsigmoid(b).mean()""",
    "a, c, d, e",
    "(r(1, 2, 4, 4),)",
)

fam(
    "crf",
    """self.em = nn.Linear(3, 4)
self.tr = nn.Parameter(torch.randn(4, 4))
self.st = nn.Parameter(torch.randn(4))""",
    "x, y",
    """
e = self.em(x)
a = self.st + e[:, 0]
a = torch.logsumexp(a.unsqueeze(2) + self.tr, dim=1) + e[:, 1]
a = torch.logsumexp(a.unsqueeze(2) + self.tr, dim=1) + e[:, 2]
z = a.logsumexp(1)
g = e.gather(2, y.unsqueeze(-1)).squeeze(-1).sum(1)
g = g + self.tr[y[:, 0], y[:, 1]] + self.tr[y[:, 1], y[:, 2]] + self.st[y[:, 0]]
best = a.argmax(1)""",
    "(z - g).mean(), best",
    "(r(2, 3, 3), ri(4, 2, 3))",
)

fam(
    "capsule",
    """self.W = nn.Parameter(torch.randn(1, 3, 2, 4, 3) * 0.1)""",
    "x",
    """
u = (self.W @ x[:, :, None, :, None]).squeeze(-1)
b = torch.zeros(2, 3, 2)
c = F.softmax(b, dim=2)
s = (c.unsqueeze(-1) * u).sum(1)
n2 = (s ** 2).sum(-1, keepdim=True)
v = n2 / (1 + n2) * s / (n2.sqrt() + 1e-08)
b = b + (u.detach() * v.unsqueeze(1)).sum(-1)
c = F.softmax(b, dim=2)
s = (c.unsqueeze(-1) * u).sum(1)
l = s.norm(dim=-1)
q = torch.linalg.vector_norm(v, dim=-1)""",
    "l, q",
    "(r(2, 3, 3),)",
)

fam(
    "detr",
    """self.box = nn.Linear(4, 4)""",
    "x, t",
    """
b = self.box(x).sigmoid()
cx, cy, w, h = b.unbind(-1)
xy = torch.stack([cx - 0.5 * w, cy - 0.5 * h, cx + 0.5 * w, cy + 0.5 * h], dim=-1)
area = (xy[:, 2] - xy[:, 0]) * (xy[:, 3] - xy[:, 1])
lt = torch.max(xy[:, None, :2], t[:, :2])
rb = torch.min(xy[:, None, 2:], t[:, 2:])
wh = (rb - lt).clamp(min=0)
inter = wh[:, :, 0] * wh[:, :, 1]
ta = (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
iou = inter / (area[:, None] + ta - inter)
cost = torch.cdist(xy, t, p=1)
m, i = iou.max(1)
keep = (m > 0.1) & ~(i == 2)
srt = m.sort(descending=True)[0]""",
    "iou, cost, keep, srt",
    "(r(3, 4), torch.tensor([[0.1, 0.1, 0.5, 0.6], [0.2, 0.3, 0.9, 0.8]]))",
)

fam(
    "hyper",
    """self.g = nn.Linear(3, 8)
self.bl = nn.Bilinear(3, 2, 4)
self.rms = nn.RMSNorm(4)
self.emb = nn.EmbeddingBag(7, 3, mode='mean')""",
    "z, x, i",
    """
w = self.g(z).view(-1, 4, 2)
y = torch.baddbmm(torch.ones(2, 4, 1), w, x.unsqueeze(-1)).squeeze(-1)
k = self.bl(z, x)
n = self.rms(y + k)
e = self.emb(i)
o = torch.addcmul(n, y, k, value=0.5)
v, m = torch.var_mean(o, dim=1)
t = torch.tensordot(o, self.g.weight[:4], dims=([1], [0]))""",
    "o, v, m, t, e",
    "(r(2, 3), r(2, 2), ri(7, 2, 3))",
)

fam(
    "bottleneck",
    """self.c1 = nn.Conv2d(4, 2, 1, bias=False)
self.b1 = nn.BatchNorm2d(2)
self.c2 = nn.Conv2d(2, 2, 3, padding=1, bias=False)
self.b2 = nn.BatchNorm2d(2)
self.c3 = nn.Conv2d(2, 4, 1, bias=False)
self.pool = nn.AdaptiveAvgPool2d((1, 1))
self.fc = nn.Linear(4, 3)
self.eval()""",
    "x",
    """
h = F.relu(self.b1(self.c1(x)), inplace=True)
h = F.relu6(self.b2(self.c2(h)))
h = self.c3(h) + x
h = F.relu_(h)
p = torch.flatten(self.pool(h), 1)
o = self.fc(p)
m = F.max_pool2d(h, 3, stride=2, padding=1)""",
    "o, m",
    "(r(1, 4, 4, 4),)",
)

fam(
    "lstmnet",
    """self.emb = nn.Embedding(9, 3, padding_idx=0)
self.rnn = nn.LSTM(3, 4, batch_first=True)
self.fc = nn.Linear(4, 9)""",
    "i",
    """
e = self.emb(i)
o, (h, c) = self.rnn(e)
y = self.fc(o)
l = F.cross_entropy(y.view(-1, 9), i.view(-1), ignore_index=0)
t = y.argmax(-1)
g = h[-1] * c.squeeze(0)""",
    "l, t, g",
    "(ri(9, 2, 3),)",
)

fam(
    "encoder",
    """self.layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
self.att = nn.MultiheadAttention(4, 2, batch_first=True)""",
    "x",
    """
h = self.layer(x)
a, w = self.att(h, h, h)
a = a + h
s = a.transpose(0, 1).reshape(3, -1)""",
    "a, w, s",
    "(r(2, 3, 4),)",
)

fam(
    "dqn",
    """self.q = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
self.t = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))""",
    "s, a, r_, n, d",
    """
q = self.q(s).gather(1, a[:, None])[:, 0]
best = self.q(n).max(1)[1]
v = self.t(n).gather(1, best.unsqueeze(1)).squeeze(1).detach()
y = r_ + 0.99 * v * (1 - d)
loss = F.huber_loss(q, y)
td = (q - y).abs()
p = td.pow(0.6) / td.pow(0.6).sum()""",
    "loss, p",
    "(r(4, 3), ri(2, 4), r(4), r(4, 3), (u(4) > 0.7).float())",
)

fam(
    "word2vec",
    """self.i = nn.Embedding(8, 4)
self.o = nn.Embedding(8, 4)""",
    "c, p, n",
    """
a = self.i(c)
b = self.o(p)
k = self.o(n)
pos = F.logsigmoid((a * b).sum(1))
neg = F.logsigmoid(-torch.bmm(k, a.unsqueeze(2)).squeeze(2)).sum(1)
l = -(pos + neg).mean()""",
    "l",
    "(ri(8, 3), ri(8, 3), ri(8, 3, 2))",
)

fam(
    "factorize",
    """self.u = nn.Parameter(torch.randn(5, 3))
self.v = nn.Parameter(torch.randn(6, 3))
self.bu = nn.Parameter(torch.zeros(5))""",
    "i, j, y",
    """
p = (self.u[i] * self.v[j]).sum(-1) + self.bu[i]
full = self.u @ self.v.T + self.bu[:, None]
top = full.topk(2, dim=1)
e = F.mse_loss(p, y) + 0.01 * (self.u.pow(2).sum() + self.v.norm() ** 2)
s, k = torch.sort(full[0], descending=True)
mask = full > full.mean(1, keepdim=True)
z = full.masked_fill(~mask, 0.0).sum()""",
    "e, top.indices, s, z",
    "(ri(5, 4), ri(6, 4), r(4))",
)

fam(
    "sparse_ae",
    """self.e = nn.Linear(4, 6)
self.d = nn.Linear(6, 4)""",
    "x",
    """
h = torch.sigmoid(self.e(x))
y = self.d(h)
rho = h.mean(0)
kl = (0.05 * torch.log(0.05 / rho) + 0.95 * torch.log(0.95 / (1 - rho))).sum()
l = F.mse_loss(y, x, reduction='sum') / x.size(0) + 3 * kl
act = (h > 0.5).sum()
top = h.amax(1)
c = torch.clamp_min(y, 0.0) - torch.clamp(y, max=0.5)""",
    "l, act, top, c",
    "(r(3, 4),)",
)

fam(
    "wavenet",
    """self.f = nn.Conv1d(2, 2, 2, dilation=2)
self.g = nn.Conv1d(2, 2, 2, dilation=2)
self.r = nn.Conv1d(2, 2, 1)
self.s = nn.Conv1d(2, 3, 1)""",
    "x",
    """
p = F.pad(x, (2, 0))
z = torch.tanh(self.f(p)) * torch.sigmoid(self.g(p))
s = self.s(z)
x = self.r(z) + x
p = F.pad(x, [2, 0])
z = torch.tanh(self.f(p)) * torch.sigmoid(self.g(p))
s = s + self.s(z)
o = F.log_softmax(F.relu(s), dim=1)
m = o.permute(0, 2, 1).contiguous()""",
    "m, o[:, :, -1]",
    "(r(2, 2, 5),)",
)

fam(
    "pointnet",
    """self.m1 = nn.Conv1d(3, 4, 1)
self.t = nn.Linear(4, 9)
self.m2 = nn.Conv1d(3, 5, 1)""",
    "x",
    """
h = F.relu(self.m1(x)).max(2)[0]
t = self.t(h).view(-1, 3, 3) + torch.eye(3).unsqueeze(0)
y = torch.bmm(x.transpose(2, 1), t).transpose(2, 1)
g, i = torch.max(self.m2(y), dim=2, keepdim=False)
reg = torch.norm(torch.bmm(t, t.transpose(1, 2)) - torch.eye(3), dim=(1, 2)).mean()
d = ((y.unsqueeze(3) - y.unsqueeze(2)) ** 2).sum(1).sqrt()""",
    "g, i, reg",
    "(r(2, 3, 4),)",
)

fam(
    "dense",
    """self.b0 = nn.BatchNorm2d(2)
self.c0 = nn.Conv2d(2, 2, 3, padding='same')
self.b1 = nn.BatchNorm2d(4)
self.c1 = nn.Conv2d(4, 2, 1)
self.drop = nn.Dropout2d(0.0)""",
    "x",
    """
f = [x]
h = self.c0(F.relu(self.b0(torch.cat(f, 1))))
f.append(h)
h = self.c1(F.relu(self.b1(torch.cat(f, 1))))
f.append(self.drop(h))
y = torch.cat(f, dim=1)
a = F.avg_pool2d(y, kernel_size=2, stride=2)
b = F.interpolate(a, size=(4, 4), mode='bilinear', align_corners=False)
u = y.unfold(2, 2, 2).sum(-1)""",
    "a, b, u",
    "(r(1, 2, 4, 4),)",
)

fam(
    "mdn",
    """self.pi = nn.Linear(3, 2)
self.mu = nn.Linear(3, 2)
self.ls = nn.Linear(3, 2)""",
    "x, y",
    """
lp = F.log_softmax(self.pi(x), -1)
mu = self.mu(x)
ls = self.ls(x).clamp(-5, 2)
z = (y.unsqueeze(-1) - mu) / ls.exp()
ll = -0.5 * z ** 2 - ls - 0.9189385332046727
nll = -torch.logsumexp(lp + ll, dim=-1).mean()
k = lp.argmax(-1, keepdim=True)
m = torch.gather(mu, 1, k).squeeze(-1)
v = (lp.exp() * (mu - (lp.exp() * mu).sum(-1, keepdim=True)).square()).sum(-1)
e = torch.erf(z / math.sqrt(2.0)).mean()""",
    "nll, m, v, e",
    "(r(4, 3), r(4))",
    pre="import math",
)

fam(
    "film",
    """self.g = nn.Linear(2, 6)
self.c = nn.Conv2d(1, 3, 3, padding=1, padding_mode='zeros')
self.h = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.LayerNorm(4), nn.Dropout(0.0), nn.Linear(4, 1))
self.hw = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])""",
    "x, z",
    """
h = self.c(x)
gamma, beta = self.g(z).chunk(2, dim=1)
h = h * (1 + gamma[:, :, None, None]) + beta[:, :, None, None]
h = F.elu(h)
p = h.mean(dim=[2, 3])
for l in self.hw:
    t = torch.sigmoid(l(p))
    p = t * F.relu(l(p)) + (1 - t) * p
o = self.h(p)
q = F.pad(h, (1, 1, 1, 1), mode='reflect')
w = q[..., ::2, 1:-1]""",
    "o, w",
    "(r(2, 1, 3, 3), r(2, 2))",
)

fam(
    "optim",
    """self.w = nn.Parameter(torch.randn(3))
self.register_buffer('m', torch.zeros(3))
self.register_buffer('v', torch.zeros(3))
self.register_buffer('step', torch.tensor(0))""",
    "g",
    """
self.step.add_(1)
self.m.lerp_(g.detach(), 0.1)
self.v.mul_(0.999).addcmul_(g.detach(), g.detach(), value=0.001)
mh = self.m / (1 - 0.9 ** self.step)
vh = self.v / (1 - 0.999 ** self.step)
u = mh / (vh.sqrt() + 1e-08) + 0.01 * self.w
r1 = self.w.norm()
r2 = u.norm()
trust = torch.where((r1 > 0) & (r2 > 0), r1 / r2, torch.ones_like(r1))
new = self.w - 0.001 * trust * u""",
    "new, trust",
    "(r(3),)",
)

fam(
    "hopfield",
    """self.p = nn.Parameter(torch.randn(4, 3))
self.register_buffer('idx', torch.tensor([[0, 1], [2, 3]]))""",
    "q, n",
    """
a = torch.softmax(2.0 * q @ self.p.t(), dim=-1)
o = a @ self.p
s = torch.sign(o)
en = -torch.logsumexp(q @ self.p.T, -1) + 0.5 * q.pow(2).sum(-1)
sel = self.p[self.idx]
out = torch.zeros(4, 3).scatter_add(0, torch.tensor([[0, 1, 2], [3, 3, 3]]), q[:2])
r_ = torch.repeat_interleave(o, 2, dim=0)
b = torch.bincount(n, minlength=4) if False else n.float().cumsum(0)
f = torch.flip(o, dims=[0]).roll(shifts=1, dims=1).tril()
k = torch.stack(torch.unbind(sel, dim=1), dim=-1)
d = o.diagonal().sum() + torch.trace(o @ o.t())""",
    "s, en, out, r_, b, f, k, d",
    "(r(2, 3), ri(4, 5))",
)
