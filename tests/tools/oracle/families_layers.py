"""Models that stand on layers, the first half: images, attention, transformers. Of record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "inception_v1",
    """self.c1 = nn.Conv2d(3, 4, 3, stride=2, padding=1, bias=False)
self.n1 = nn.LocalResponseNorm(3, alpha=0.01, beta=0.75, k=1.0)
self.b1 = nn.Conv2d(4, 2, 1)
self.b2 = nn.Sequential(nn.Conv2d(4, 2, 1), nn.ReLU(inplace=True), nn.Conv2d(2, 3, (1, 3), padding=(0, 1)), nn.ReLU(inplace=True), nn.Conv2d(3, 3, (3, 1), padding=(1, 0)))
self.b3 = nn.Sequential(nn.MaxPool2d(3, stride=1, padding=1), nn.Conv2d(4, 2, 1))
self.b4 = nn.Sequential(nn.AvgPool2d(3, stride=1, padding=1, count_include_pad=False), nn.Conv2d(4, 1, 1))
self.lp = nn.LPPool2d(2, 2)
self.pool = nn.MaxPool2d(3, stride=2, ceil_mode=True)
self.fc = nn.Linear(8, 3)""",
    "x",
    """
x = F.relu(self.n1(self.c1(x)))
y = torch.cat([F.relu(self.b1(x)), self.b2(x), self.b3(x), self.b4(x)], 1)
p = self.pool(y)
l = self.lp(y.abs() + 0.1)
a = F.adaptive_avg_pool2d(p, (1, 1))
o = self.fc(torch.flatten(a, 1))
aux = F.avg_pool2d(y, kernel_size=2, stride=1)""",
    "o, l, aux.mean((2, 3))",
    "(r(2, 3, 8, 8),)",
)

fam(
    "densenet_tl",
    """self.c0 = nn.Conv2d(2, 4, 3, padding=1, bias=False)
self.n = nn.ModuleList([nn.BatchNorm2d(4 + 2 * i) for i in range(3)])
self.c = nn.ModuleList([nn.Conv2d(4 + 2 * i, 2, 3, padding=1, bias=False) for i in range(3)])
self.tn = nn.BatchNorm2d(10)
self.tc = nn.Conv2d(10, 5, kernel_size=1, bias=False)
self.head = nn.Linear(5, 2)""",
    "x",
    """
feats = [self.c0(x)]
for n, c in zip(self.n, self.c):
    h = torch.cat(feats, dim=1)
    feats.append(F.dropout(c(F.relu(n(h), inplace=True)), p=0.0, training=self.training))
x = torch.cat(feats, 1)
x = F.avg_pool2d(self.tc(F.relu(self.tn(x))), 2, stride=2)
y = self.head(F.adaptive_avg_pool2d(F.relu(x), 1).flatten(1))""",
    "y, x",
    "(r(2, 2, 4, 4),)",
)

fam(
    "shufflenet_v2",
    """self.b1 = nn.Sequential(nn.Conv2d(4, 4, 3, 2, 1, groups=4, bias=False), nn.BatchNorm2d(4), nn.Conv2d(4, 4, 1, bias=False), nn.BatchNorm2d(4), nn.ReLU(True))
self.b2 = nn.Sequential(nn.Conv2d(4, 4, 1, bias=False), nn.BatchNorm2d(4), nn.ReLU(True), nn.Conv2d(4, 4, 3, 2, 1, groups=4, bias=False), nn.BatchNorm2d(4))
self.cs = nn.ChannelShuffle(2)
self.pu = nn.PixelUnshuffle(2)
self.ps = nn.PixelShuffle(2)
self.fc = nn.Linear(8, 3)""",
    "x",
    """
y = torch.cat((self.b1(x), self.b2(x)), dim=1)
y = self.cs(y)
a, b = y.chunk(2, 1)
z = torch.cat([a, F.hardswish(b)], dim=1)
u = self.pu(z)
v = self.ps(u)
o = self.fc(v.mean([2, 3]))""",
    "o, u",
    "(r(2, 4, 8, 8),)",
)

fam(
    "efficientnet_se",
    """self.expand = nn.Conv2d(3, 6, 1, bias=False)
self.bn0 = nn.BatchNorm2d(6, eps=1e-03, momentum=0.01)
self.pad = nn.ZeroPad2d((0, 1, 0, 1))
self.dw = nn.Conv2d(6, 6, 3, stride=2, groups=6, bias=False)
self.r = nn.Conv2d(6, 2, 1)
self.e = nn.Conv2d(2, 6, 1)
self.proj = nn.Conv2d(6, 3, 1, bias=False)
self.sw = nn.SiLU()
self.up = nn.Upsample(scale_factor=2, mode='bilinear', align_corners=False)""",
    "x",
    """
h = self.sw(self.bn0(self.expand(x)))
h = self.dw(self.pad(h))
s = F.adaptive_avg_pool2d(h, 1)
s = self.e(self.sw(self.r(s)))
h = torch.sigmoid(s) * h
h = self.proj(h)
keep = 0.8
mask = torch.floor(keep + torch.linspace(0, 0.9, 2).view(2, 1, 1, 1))
h = h / keep * mask
y = self.up(h) + x""",
    "y, h",
    "(r(2, 3, 4, 4),)",
)

fam(
    "convnext_c3d",
    """self.c = nn.Conv3d(2, 3, 3, padding=1)
self.bn = nn.BatchNorm3d(3)
self.mp = nn.MaxPool3d(kernel_size=(1, 2, 2), stride=(1, 2, 2))
self.ap = nn.AvgPool3d(2, stride=1)
self.gap = nn.AdaptiveAvgPool3d((1, 1, 1))
self.gmp = nn.AdaptiveMaxPool3d(1)
self.tr = nn.ConvTranspose3d(3, 2, 2, stride=2)
self.fc = nn.Linear(6, 2)""",
    "x",
    """
h = F.relu(self.bn(self.c(x)))
m = self.mp(h)
a = self.ap(m)
g = torch.cat([self.gap(a), self.gmp(a)], 1).flatten(1)
y = self.fc(g)
u = self.tr(m)
t = F.interpolate(m, scale_factor=(1, 2, 2), mode='trilinear', align_corners=False)
n = F.interpolate(m, size=(3, 4, 4), mode='nearest')""",
    "y, u, t, n",
    "(r(2, 2, 3, 4, 4),)",
)

fam(
    "unet_res",
    """self.d1 = nn.Conv2d(2, 4, 3, padding=1)
self.d2 = nn.Conv2d(4, 6, 3, stride=2, padding=1)
self.g1 = nn.GroupNorm(2, 4)
self.g2 = nn.GroupNorm(3, 6)
self.t1 = nn.Sequential(nn.Linear(4, 8), nn.SiLU(), nn.Linear(8, 6))
self.up = nn.ConvTranspose2d(6, 4, 4, 2, 1)
self.q = nn.Conv1d(6, 18, 1)
self.o = nn.Conv2d(8, 2, 1)""",
    "x, t",
    """
half = 2
f = torch.exp(-math.log(10000) * torch.arange(start=0, end=half, dtype=torch.float32) / half)
arg = t[:, None].float() * f[None]
emb = torch.cat([torch.cos(arg), torch.sin(arg)], dim=-1)
te = self.t1(emb)
h1 = F.silu(self.g1(self.d1(x)))
h2 = F.silu(self.g2(self.d2(h1)) + te[:, :, None, None])
b, c, hh, ww = h2.shape
qkv = self.q(h2.reshape(b, c, hh * ww))
q, k, v = qkv.reshape(b * 2, 9, hh * ww).split(3, dim=1)
s = 1 / math.sqrt(math.sqrt(3))
w = torch.einsum('bct,bcs->bts', q * s, k * s)
w = torch.softmax(w.float(), dim=-1).type(w.dtype)
a = torch.einsum('bts,bcs->bct', w, v).reshape(b, c, hh, ww)
u = self.up(h2 + a)
o = self.o(torch.cat([u, h1], dim=1))""",
    "o, w",
    "(r(2, 2, 4, 4), ri(50, 2))",
    pre="import math",
)

fam(
    "ddpm_sched",
    """betas = torch.linspace(1e-4, 0.02, 10)
ac = torch.cumprod(1.0 - betas, dim=0)
self.register_buffer('ac', ac)
self.register_buffer('prev', F.pad(ac[:-1], (1, 0), value=1.0))
self.register_buffer('betas', betas)
self.net = nn.Sequential(nn.Linear(4, 6), nn.Mish(), nn.Linear(6, 3))""",
    "x, t, noise",
    """
a = self.ac.gather(-1, t).reshape(-1, 1)
xt = a.sqrt() * x + (1 - a).sqrt() * noise
e = self.net(torch.cat([xt, t.float().unsqueeze(1) / 10], dim=-1))
x0 = (xt - (1 - a).sqrt() * e) / a.sqrt()
x0 = torch.clamp(x0, -1.0, 1.0)
ap = self.prev[t][:, None]
bt = self.betas[t][:, None]
mean = bt * ap.sqrt() / (1 - a) * x0 + (1 - ap) * (1 - bt).sqrt() / (1 - a) * xt
var = torch.log(torch.clamp(bt * (1 - ap) / (1 - a), min=1e-20))
loss = F.mse_loss(e, noise, reduction='none').mean(dim=list(range(1, 2)))
snr = a / (1 - a)
w = torch.minimum(snr, torch.full_like(snr, 5.0)) / snr
loss = (loss * w.squeeze(1)).mean()""",
    "loss, mean, var",
    "(r(3, 3), ri(10, 3), r(3, 3))",
)

fam(
    "vae_bernoulli",
    """self.e = nn.Sequential(nn.Linear(6, 5), nn.Softplus(), nn.Linear(5, 4))
self.d = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 6))
self.prior = nn.Parameter(torch.zeros(3, 2))""",
    "x, eps",
    """
mu, lv = torch.chunk(self.e(x), 2, dim=-1)
lv = lv.clamp(-8, 8)
z = mu + torch.exp(0.5 * lv) * eps
lg = self.d(z)
bce = F.binary_cross_entropy_with_logits(lg, torch.sigmoid(x), reduction='none').sum(-1)
kl = -0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp(), dim=1)
lp = -0.5 * (z.unsqueeze(1) - self.prior).square().sum(-1) - math.log(2 * math.pi)
mix = torch.logsumexp(lp - math.log(3), dim=1)
k = torch.cdist(z, z).pow(2)
mmd = torch.exp(-k / 2).mean()
elbo = (bce + kl).mean()
cat = F.gumbel_softmax(lg[:, :3] * 0 + 1, tau=1.0).sum() * 0""",
    "elbo, mix, mmd, lg",
    "(r(4, 6), r(4, 2))",
    pre="import math",
)

fam(
    "flow_glow",
    """self.ls = nn.Parameter(torch.zeros(4))
self.b = nn.Parameter(torch.zeros(4))
self.w = nn.Parameter(torch.linalg.qr(torch.randn(4, 4))[0])
self.l = nn.Parameter(torch.randn(4, 4) * 0.1)
self.u = nn.Parameter(torch.randn(4, 4) * 0.1)
self.net = nn.Sequential(nn.Linear(2, 5), nn.ReLU(), nn.Linear(5, 4))""",
    "x",
    """
z = (x + self.b) * torch.exp(self.ls)
ld = self.ls.sum()
lo = torch.tril(self.l, -1) + torch.eye(4)
up = torch.triu(self.u, 1) + torch.diag(torch.exp(self.ls))
z = z @ (self.w @ lo @ up)
sign, lad = torch.linalg.slogdet(self.w)
ld = ld + lad + self.ls.sum()
z1, z2 = z.chunk(2, dim=1)
s, t = self.net(z1).chunk(2, 1)
s = torch.tanh(s)
z2 = z2 * torch.exp(s) + t
y = torch.cat([z1, z2], 1)
lp = -0.5 * (y ** 2 + math.log(2 * math.pi)).sum(1) + ld + s.sum(1)
inv = torch.linalg.inv(self.w)
back = torch.linalg.solve(self.w, z.t()).t()
tri = torch.linalg.solve_triangular(lo, x.t(), upper=False, unitriangular=True)
dt = torch.det(self.w)""",
    "lp, y, inv, back, tri, dt",
    "(r(3, 4),)",
    pre="import math",
)

fam(
    "spline_flow",
    """self.w = nn.Parameter(torch.randn(4, 5))
self.h = nn.Parameter(torch.randn(4, 5))
self.d = nn.Parameter(torch.randn(4, 6))""",
    "x",
    """
w = F.softmax(self.w, dim=-1) * (1 - 0.01 * 5) + 0.01
cw = F.pad(torch.cumsum(w, dim=-1), pad=(1, 0), mode='constant', value=0.0)
cw = 2 * cw - 1
w = cw[..., 1:] - cw[..., :-1]
h = F.softmax(self.h, dim=-1)
ch = 2 * F.pad(h.cumsum(-1), (1, 0)) - 1
h = ch[..., 1:] - ch[..., :-1]
d = 0.001 + F.softplus(self.d)
xc = x.clamp(-0.99, 0.99).t().contiguous()
i = torch.searchsorted(cw.detach().contiguous(), xc.detach(), right=True) - 1
i = i.clamp(0, 4)
xk = cw.gather(1, i)
wk = w.gather(1, i)
yk = ch.gather(1, i)
hk = h.gather(1, i)
d0 = d.gather(1, i)
d1 = d[:, 1:].gather(-1, i)
s = hk / wk
th = (xc - xk) / wk
num = hk * (s * th.pow(2) + d0 * th * (1 - th))
den = s + (d1 + d0 - 2 * s) * th * (1 - th)
y = yk + num / den
ld = torch.log(s.pow(2) * (d1 * th.pow(2) + 2 * s * th * (1 - th) + d0 * (1 - th).pow(2))) - 2 * torch.log(den)
bk = torch.bucketize(x, torch.tensor([-0.5, 0.0, 0.5]))""",
    "y, ld, bk",
    "(r(3, 4),)",
)

fam(
    "wavenet_gated",
    """self.pre = nn.Conv1d(1, 4, 2, padding=1)
self.f = nn.ModuleList([nn.Conv1d(4, 4, 2, dilation=2 ** i) for i in range(3)])
self.g = nn.ModuleList([nn.Conv1d(4, 4, 2, dilation=2 ** i) for i in range(3)])
self.r = nn.ModuleList([nn.Conv1d(4, 4, 1) for _ in range(3)])
self.s = nn.ModuleList([nn.Conv1d(4, 5, 1) for _ in range(3)])
self.o = nn.Conv1d(5, 8, 1)""",
    "x",
    """
mu = 7.0
enc = torch.sign(x) * torch.log1p(mu * x.abs()) / math.log1p(mu)
q = ((enc + 1) / 2 * mu + 0.5).clamp(0, 7).to(torch.int64)
h = self.pre(enc.unsqueeze(1))[..., :-1]
skips = 0
for i, (f, g, r_, s) in enumerate(zip(self.f, self.g, self.r, self.s)):
    p = F.pad(h, (2 ** i, 0))
    z = torch.tanh(f(p)) * torch.sigmoid(g(p))
    skips = skips + s(z)
    h = r_(z) + h
lg = self.o(F.relu(skips))
loss = F.cross_entropy(lg[:, :, :-1], q[:, 1:])
up = F.interpolate(h, scale_factor=2.0, mode='linear', align_corners=True)""",
    "loss, lg, up",
    "(r(2, 9) * 0.3,)",
    pre="import math",
)

fam(
    "tcn_wn",
    """self.c1 = nn.Conv1d(2, 4, 3, padding=2, dilation=1)
self.c2 = nn.Conv1d(4, 4, 3, padding=4, dilation=2)
self.down = nn.Conv1d(2, 4, 1)
self.drop = nn.Dropout(0.0)
self.lin = nn.Linear(4, 2)
self.ln = nn.LayerNorm(4)""",
    "x",
    """
def chomp(t, n):
    return t[:, :, :-n].contiguous()
h = self.drop(F.relu(chomp(self.c1(x), 2)))
h = self.drop(F.relu(chomp(self.c2(h), 4)))
h = F.relu(h + self.down(x))
g = F.glu(torch.cat([h, h.flip(2)], 1), dim=1)
m = F.max_pool1d(h, 2, stride=2)
a = F.avg_pool1d(h, kernel_size=3, stride=1, padding=1)
p = F.lp_pool1d(h + 1.0, 2, 2)
y = self.lin(self.ln(h.transpose(1, 2)))[:, -1, :]
o = F.log_softmax(y, dim=1)""",
    "o, g, m, a, p",
    "(r(2, 2, 6),)",
)

fam(
    "transformer_xl",
    """self.qkv = nn.Linear(4, 12, bias=False)
self.rnet = nn.Linear(4, 4, bias=False)
self.u = nn.Parameter(torch.randn(2, 2))
self.v = nn.Parameter(torch.randn(2, 2))
self.o = nn.Linear(4, 4, bias=False)
self.ln = nn.LayerNorm(4)""",
    "x, mem",
    """
c = torch.cat([mem.detach(), x], dim=0)
qlen, klen, bsz = x.size(0), c.size(0), x.size(1)
pos = torch.arange(klen - 1, -1, -1.0)
inv = 1 / (10000 ** (torch.arange(0.0, 4, 2.0) / 4))
sin = torch.outer(pos, inv)
r_ = torch.cat([sin.sin(), sin.cos()], dim=-1)
q, k, v = torch.chunk(self.qkv(c), 3, dim=-1)
q = q[-qlen:].view(qlen, bsz, 2, 2)
k = k.view(klen, bsz, 2, 2)
v = v.view(klen, bsz, 2, 2)
rk = self.rnet(r_).view(klen, 2, 2)
ac = torch.einsum('ibnd,jbnd->ijbn', (q + self.u, k))
bd = torch.einsum('ibnd,jnd->ijbn', q + self.v, rk)
zp = torch.zeros((bd.size(0), 1, *bd.size()[2:]))
bp = torch.cat([zp, bd], dim=1).view(bd.size(1) + 1, bd.size(0), *bd.size()[2:])
bd = bp[1:].view_as(bd)
s = (ac + bd) * (1 / (2 ** 0.5))
mask = torch.triu(torch.ones(qlen, klen), diagonal=1 + klen - qlen).bool()
s = s.float().masked_fill(mask[:, :, None, None], -float('inf')).type_as(s)
p = F.softmax(s, dim=1)
h = torch.einsum('ijbn,jbnd->ibnd', (p, v)).contiguous().view(qlen, bsz, 4)
y = self.ln(x + self.o(h))""",
    "y, p",
    "(r(3, 2, 4), r(2, 2, 4))",
)

fam(
    "linformer_lp",
    """self.e = nn.Parameter(torch.randn(2, 3, 6))
self.f = nn.Linear(6, 3, bias=False)
self.qkv = nn.Linear(4, 12)
self.ff = nn.Sequential(nn.Linear(4, 8), nn.GELU(approximate='tanh'), nn.Linear(8, 4))
self.n1 = nn.LayerNorm(4)
self.n2 = nn.RMSNorm(4)""",
    "x",
    """
b, n, d = x.shape
q, k, v = self.qkv(self.n1(x)).view(b, n, 3, 2, 2).permute(2, 0, 3, 1, 4).unbind(0)
k = torch.einsum('hkn,bhnd->bhkd', self.e, k)
v = self.f(v.transpose(-1, -2)).transpose(-1, -2)
a = (q @ k.mT) * 2 ** -0.5
a = a.softmax(dim=-1)
y = (a @ v).transpose(1, 2).flatten(2)
x = x + y
x = x + self.ff(self.n2(x))
s = F.scaled_dot_product_attention(q, k, v)""",
    "x, s",
    "(r(2, 6, 4),)",
)

fam(
    "performer_favor",
    """self.register_buffer('proj', torch.linalg.qr(torch.randn(4, 4))[0] * 2.0)
self.q = nn.Linear(6, 4)
self.k = nn.Linear(6, 4)
self.v = nn.Linear(6, 4)""",
    "x",
    """
def feat(t, is_query):
    s = t.shape[-1] ** -0.25
    d = torch.einsum('...id,jd->...ij', t * s, self.proj)
    diag = (t ** 2).sum(-1, keepdim=True) / 2.0 * s ** 2
    if is_query:
        m = torch.amax(d, dim=-1, keepdim=True).detach()
    else:
        m = torch.amax(d, dim=(-1, -2), keepdim=True).detach()
    return 6 ** -0.5 * (torch.exp(d - diag - m) + 1e-4)
q, k, v = feat(self.q(x), True), feat(self.k(x), False), self.v(x)
ks = k.sum(dim=-2)
di = 1.0 / torch.einsum('...nd,...d->...n', q, ks.type_as(q))
ctx = torch.einsum('...nd,...ne->...de', k, v)
o = torch.einsum('...de,...nd,...n->...ne', ctx, q, di)
kc = k.cumsum(dim=-2)
dc = 1.0 / torch.einsum('...nd,...nd->...n', q, kc)
cc = torch.einsum('...nd,...ne->...nde', k, v).cumsum(dim=-3)
oc = torch.einsum('...nde,...nd,...n->...ne', cc, q, dc)
tr = torch.einsum('...ii->...', ctx)
dg = torch.einsum('bii->bi', ctx)""",
    "o, oc, tr, dg",
    "(r(2, 5, 6),)",
)
