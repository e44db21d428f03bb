"""Models that stand on layers, the second half: recurrence, graphs, recommendation, generation. Of
record_families.py."""

from families import registry

FAM, fam = registry()


fam(
    "rwkv_time",
    """self.mk = nn.Parameter(torch.rand(1, 1, 4))
self.mv = nn.Parameter(torch.rand(1, 1, 4))
self.mr = nn.Parameter(torch.rand(1, 1, 4))
self.decay = nn.Parameter(torch.randn(4))
self.first = nn.Parameter(torch.randn(4))
self.shift = nn.ZeroPad2d((0, 0, 1, -1))
self.k = nn.Linear(4, 4, bias=False)
self.v = nn.Linear(4, 4, bias=False)
self.r = nn.Linear(4, 4, bias=False)
self.o = nn.Linear(4, 4, bias=False)
self.ln = nn.LayerNorm(4)""",
    "x",
    """
x = self.ln(x)
xx = self.shift(x)
k = self.k(x * self.mk + xx * (1 - self.mk))
v = self.v(x * self.mv + xx * (1 - self.mv))
r_ = torch.sigmoid(self.r(x * self.mr + xx * (1 - self.mr)))
w = -torch.exp(self.decay)
aa = torch.zeros_like(k[:, 0])
bb = torch.zeros_like(k[:, 0])
pp = torch.full_like(k[:, 0], -1e38)
outs = []
for t in range(x.shape[1]):
    kt, vt = k[:, t], v[:, t]
    ww = self.first + kt
    p = torch.maximum(pp, ww)
    e1, e2 = torch.exp(pp - p), torch.exp(ww - p)
    outs.append((e1 * aa + e2 * vt) / (e1 * bb + e2))
    ww = pp + w
    p = torch.max(ww, kt)
    e1, e2 = torch.exp(ww - p), torch.exp(kt - p)
    aa = e1 * aa + e2 * vt
    bb = e1 * bb + e2
    pp = p
y = self.o(r_ * torch.stack(outs, dim=1))
kk = torch.square(torch.relu(self.k(x)))""",
    "y, kk",
    "(r(2, 4, 4),)",
)

fam(
    "mamba_scan",
    """self.inp = nn.Linear(3, 8, bias=False)
self.conv = nn.Conv1d(4, 4, 3, groups=4, padding=2)
self.xp = nn.Linear(4, 1 + 4, bias=False)
self.dt = nn.Linear(1, 4)
self.a_log = nn.Parameter(torch.log(torch.arange(1, 3, dtype=torch.float32).repeat(4, 1)))
self.d = nn.Parameter(torch.ones(4))
self.out = nn.Linear(4, 3, bias=False)""",
    "u",
    """
b, l, _ = u.shape
x, z = self.inp(u).split([4, 4], dim=-1)
x = self.conv(x.transpose(1, 2))[:, :, :l].transpose(1, 2)
x = F.silu(x)
dl, bm, cm = self.xp(x).split(split_size=[1, 2, 2], dim=-1)
dl = F.softplus(self.dt(dl))
a = -torch.exp(self.a_log.float())
da = torch.exp(torch.einsum('bld,dn->bldn', dl, a))
db = torch.einsum('bld,bln,bld->bldn', dl, bm, x)
h = torch.zeros((b, 4, 2))
ys = []
for i in range(l):
    h = da[:, i] * h + db[:, i]
    ys.append(torch.einsum('bdn,bn->bd', h, cm[:, i, :]))
y = torch.stack(ys, dim=1) + x * self.d
y = y * F.silu(z)
o = self.out(y)""",
    "o, h",
    "(r(2, 4, 3),)",
)

fam(
    "gcn_norm",
    """self.w1 = nn.Linear(3, 4, bias=False)
self.w2 = nn.Linear(4, 2, bias=False)
self.b = nn.Parameter(torch.zeros(2))""",
    "x, ei",
    """
n = x.size(0)
loop = torch.arange(n).unsqueeze(0).repeat(2, 1)
e = torch.cat([ei, loop], dim=1)
row, col = e[0], e[1]
w = torch.ones(e.size(1))
deg = torch.zeros(n).scatter_add_(0, col, w)
di = deg.pow(-0.5)
di = di.masked_fill(di == float('inf'), 0.0)
nm = di[row] * w * di[col]
h = self.w1(x)
h = torch.zeros_like(h).index_add_(0, col, h.index_select(0, row) * nm.view(-1, 1))
h = F.relu(h)
h = self.w2(h)
h = h.new_zeros(n, 2).scatter_add(0, col.unsqueeze(-1).expand(-1, 2), h[row] * nm.unsqueeze(-1)) + self.b
adj = torch.zeros(n, n)
adj[row, col] = 1.0
hist = torch.histc(deg, bins=3, min=0.0, max=6.0)
mx = torch.full((n, 2), -1e9).scatter_reduce(0, col[:, None].expand(-1, 2), h[row], reduce='amax')
o = F.log_softmax(h, dim=1)""",
    "o, adj, mx, hist",
    "(r(5, 3), ri(5, 2, 7))",
)

fam(
    "gat_multi",
    """self.lin = nn.Linear(3, 4, bias=False)
self.al = nn.Parameter(torch.randn(1, 2, 2))
self.ar = nn.Parameter(torch.randn(1, 2, 2))""",
    "x, ei",
    """
n = x.shape[0]
h = self.lin(x).view(-1, 2, 2)
l = (h * self.al).sum(dim=-1)
r_ = (h * self.ar).sum(dim=-1)
src, dst = ei
e = F.leaky_relu(l[src] + r_[dst], negative_slope=0.2)
idx = dst.unsqueeze(-1).expand_as(e)
m = torch.zeros(n, 2).scatter_reduce(0, idx, e, 'amax', include_self=False)
a = (e - m[dst]).exp()
s = torch.zeros(n, 2).scatter_add(0, idx, a)
a = a / (s[dst] + 1e-16)
out = torch.zeros(n, 2, 2)
out.index_add_(0, dst, h[src] * a.unsqueeze(-1))
o = F.elu(out.flatten(1))
mean = torch.zeros(n, 4).index_reduce(0, dst, o[src], 'mean', include_self=False)
u = torch.zeros(n, 2).index_put([dst], e, accumulate=True)""",
    "o, a, u, mean",
    "(r(4, 3), ri(4, 2, 6))",
)

fam(
    "dlrm_bags",
    """self.bag = nn.ModuleList([nn.EmbeddingBag(7, 3, mode=m) for m in ('sum', 'mean', 'max')])
self.bot = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3), nn.ReLU())
self.top = nn.Sequential(nn.Linear(9, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())""",
    "dense, idx, off, w",
    """
x = self.bot(dense)
ly = [bag(idx, off) for bag in self.bag]
ws = F.embedding_bag(idx, self.bag[0].weight, off, mode='sum', per_sample_weights=w)
t = torch.cat([x] + ly, dim=1).view((x.shape[0], -1, 3))
z = torch.bmm(t, torch.transpose(t, 1, 2))
li = torch.tensor([i for i in range(4) for j in range(i)])
lj = torch.tensor([j for i in range(4) for j in range(i)])
flat = z[:, li, lj]
p = self.top(torch.cat([x, flat], dim=1))
two = F.embedding_bag(idx[:6].view(3, 2), self.bag[1].weight)
loss = F.binary_cross_entropy(p, torch.ones_like(p) * 0.5)""",
    "loss, p, ws, two",
    "(r(3, 4), ri(7, 8), torch.tensor([0, 2, 5]), u(8))",
)

fam(
    "deepfm_cross",
    """self.emb = nn.Embedding(10, 3)
self.lin = nn.Embedding(10, 1)
self.register_buffer('offs', torch.tensor([0, 4, 7]))
self.cw = nn.ParameterList([nn.Parameter(torch.randn(9)) for _ in range(2)])
self.cb = nn.ParameterList([nn.Parameter(torch.zeros(9)) for _ in range(2)])
self.mlp = nn.Sequential(nn.Linear(9, 4), nn.BatchNorm1d(4), nn.PReLU(), nn.Dropout(0.0), nn.Linear(4, 1))
self.att = nn.MultiheadAttention(3, 1, batch_first=True)""",
    "x",
    """
i = x + self.offs.unsqueeze(0)
e = self.emb(i)
s2 = e.sum(1).pow(2)
ss = e.pow(2).sum(1)
fm = 0.5 * (s2 - ss).sum(1, keepdim=True)
f = e.flatten(start_dim=1)
x0 = xl = f
for w, b in zip(self.cw, self.cb):
    xl = x0 * (xl @ w).unsqueeze(1) + b + xl
at, aw = self.att(e, e, e)
y = self.lin(i).sum(dim=1) + fm + self.mlp(f)
p = torch.sigmoid(y.squeeze(1))
inner = [e[:, a] * e[:, b] for a in range(3) for b in range(a + 1, 3)]
o = torch.stack(inner, 1).sum(-1)""",
    "p, xl, aw, o",
    "(ri(3, 4, 3),)",
)

fam(
    "dueling_dqn",
    """self.conv = nn.Sequential(nn.Conv2d(2, 4, 3, stride=2), nn.ReLU(), nn.Flatten())
self.adv = nn.Linear(16, 3)
self.val = nn.Linear(16, 1)
self.register_buffer('supp', torch.linspace(-2, 2, 5))
self.dist = nn.Linear(16, 15)""",
    "s, a, rw, d",
    """
f = self.conv(s / 255.0 if s.dtype == torch.uint8 else s)
v, ad = self.val(f), self.adv(f)
q = v + ad - ad.mean(dim=1, keepdim=True)
qa = q.gather(1, a.unsqueeze(1)).squeeze(1)
with torch.no_grad():
    nq = q.max(1)[0]
    y = rw + 0.99 * (1 - d) * nq
loss = F.smooth_l1_loss(qa, y)
p = F.softmax(self.dist(f).view(-1, 3, 5), dim=-1)
ev = (p * self.supp).sum(-1)
best = ev.argmax(1)
pb = p[torch.arange(2), best]
tz = (rw.unsqueeze(1) + 0.9 * self.supp.unsqueeze(0)).clamp(-2, 2)
bj = (tz + 2) / 1.0
lo, up = bj.floor().long(), bj.ceil().long()
m = torch.zeros(2, 5)
ofs = torch.linspace(0, 5, 2).long().unsqueeze(1).expand(2, 5)
m.view(-1).index_add_(0, (lo + ofs).view(-1), (pb.detach() * (up.float() - bj)).view(-1))
pri = (qa - y).abs().detach().pow(0.6)
prob = pri / pri.sum()
cum = prob.cumsum(0)""",
    "loss, ev, m, cum",
    "(r(2, 2, 5, 5), ri(3, 2), r(2), torch.tensor([0.0, 1.0]))",
)

fam(
    "capsnet_routing",
    """self.prim = nn.Conv2d(2, 8, 3, stride=2)
self.w = nn.Parameter(torch.randn(1, 8, 3, 4, 4) * 0.2)
self.dec = nn.Linear(12, 6)""",
    "x, y",
    """
def squash(t, dim=-1):
    n = (t ** 2).sum(dim, keepdim=True)
    return n / (1 + n) * t / torch.sqrt(n + 1e-8)
u_ = self.prim(x).view(x.size(0), 8, -1)[:, :, :4]
u_ = squash(u_)
uh = (self.w @ u_[:, :, None, :, None]).squeeze(-1)
b = torch.zeros(*uh.shape[:3], 1)
ud = uh.detach()
for i in range(2):
    c = b.softmax(dim=2)
    v = squash((c * ud).sum(1, keepdim=True))
    b = b + (ud * v).sum(dim=-1, keepdim=True)
c = F.softmax(b, 2)
v = squash((c * uh).sum(dim=1))
n = v.norm(dim=-1)
t = F.one_hot(y, num_classes=3).float()
loss = t * F.relu(0.9 - n) ** 2 + 0.5 * (1 - t) * F.relu(n - 0.1) ** 2
loss = loss.sum(1).mean()
rec = torch.sigmoid(self.dec((v * t[:, :, None]).reshape(x.size(0), -1)))
mm = F.multi_margin_loss(n, y)""",
    "loss, rec, n, mm",
    "(r(2, 2, 6, 6), ri(3, 2))",
)

fam(
    "hopfield_modern",
    """self.mem = nn.Parameter(torch.randn(5, 4))
self.beta = nn.Parameter(torch.tensor(1.5))
self.ln = nn.LayerNorm(4, elementwise_affine=False)""",
    "x, bits",
    """
s = self.ln(x)
for _ in range(3):
    s = F.softmax(self.beta * s @ F.normalize(self.mem, dim=-1).t(), dim=-1) @ self.mem
e = -torch.logsumexp(self.beta * x @ self.mem.t(), dim=1) / self.beta + 0.5 * (x * x).sum(1)
pat = torch.sign(bits)
w = torch.einsum('pi,pj->ij', pat, pat) / pat.shape[0]
w = w - torch.diag(torch.diagonal(w))
st = pat[0].clone()
for i in range(4):
    st[i] = torch.where(w[i] @ st >= 0, 1.0, -1.0)
en = -0.5 * st @ w @ st
ov = torch.nn.functional.cosine_similarity(st.unsqueeze(0), pat)
md = torch.mode(pat, dim=0)[0]""",
    "s, e, st, en, ov",
    "(r(2, 4), r(3, 4))",
)

fam(
    "kan_spline",
    """self.register_buffer('grid', torch.linspace(-2.2, 2.2, 9).expand(3, 9).contiguous())
self.base = nn.Parameter(torch.randn(2, 3) * 0.3)
self.coef = nn.Parameter(torch.randn(2, 3, 5) * 0.3)
self.scale = nn.Parameter(torch.ones(2, 3))""",
    "x",
    """
g = self.grid
xe = x.clamp(-1.0, 1.0).unsqueeze(-1)
b = ((xe >= g[:, :-1]) & (xe < g[:, 1:])).to(x.dtype)
for k in range(1, 4):
    b = (xe - g[:, :-(k + 1)]) / (g[:, k:-1] - g[:, :-(k + 1)]) * b[:, :, :-1] + (g[:, k + 1:] - xe) / (g[:, k + 1:] - g[:, 1:(-k)]) * b[:, :, 1:]
bs = b.contiguous()
y = F.linear(F.silu(x), self.base) + F.linear(bs.view(x.size(0), -1), (self.coef * self.scale.unsqueeze(-1)).view(2, -1))
a = bs.transpose(0, 1)
ls = torch.linalg.solve(a.transpose(1, 2) @ a + 0.1 * torch.eye(5), a.transpose(1, 2) @ y.unsqueeze(0).expand(3, -1, -1))
l1 = self.coef.abs().mean(-1)
p = l1 / l1.sum()
ent = -torch.sum(p * p.log())""",
    "y, ls, ent",
    "(r(6, 3),)",
)

fam(
    "moe_topk",
    """self.gate = nn.Linear(4, 3, bias=False)
self.noise = nn.Linear(4, 3, bias=False)
self.ex = nn.ModuleList([nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.Linear(6, 4)) for _ in range(3)])
self.w1 = nn.Parameter(torch.randn(3, 4, 5) * 0.3)
self.w2 = nn.Parameter(torch.randn(3, 5, 4) * 0.3)""",
    "x",
    """
b, t, d = x.shape
f = x.view(-1, d)
lg = self.gate(f)
w, sel = torch.topk(F.softmax(lg, dim=1, dtype=torch.float), 2, dim=-1)
w = w / w.sum(dim=-1, keepdim=True)
mask = F.one_hot(sel, num_classes=3).permute(2, 1, 0)
out = torch.zeros_like(f)
for i, ex in enumerate(self.ex):
    wi = (w * (sel == i)).sum(-1, keepdim=True)
    out = out + wi * ex(f)
pos = torch.cumsum(mask.reshape(3, -1).t(), dim=0) - 1
keep = (pos < 3) & (mask.reshape(3, -1).t() > 0)
disp = F.one_hot(sel[:, 0], 3).to(f.dtype)
eh = torch.einsum('te,td->etd', disp, f)
eo = torch.bmm(F.relu(torch.bmm(eh, self.w1)), self.w2)
y = torch.einsum('etd,te->td', eo, disp)
me = F.softmax(lg, 1).mean(0)
ce = mask.float().mean(dim=(1, 2))
aux = 3 * torch.sum(me * ce)
z = torch.logsumexp(lg, dim=-1).square().mean()
order = sel.flatten().argsort(stable=True)
cnt = torch.zeros(3).scatter_add(0, sel.flatten(), torch.ones(12))""",
    "out.view(b, t, d), y, aux, z, keep, order, cnt",
    "(r(2, 3, 4),)",
)

fam(
    "siamese_triplet",
    """self.net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
self.tm = nn.TripletMarginLoss(margin=0.5, p=2.0, swap=True)
self.ce = nn.CosineEmbeddingLoss(margin=0.1)
self.pd = nn.PairwiseDistance(p=1.0, keepdim=True)
self.mr = nn.MarginRankingLoss(0.2)
self.he = nn.HingeEmbeddingLoss()
self.mm = nn.MultiMarginLoss()
self.ml = nn.MultiLabelMarginLoss()
self.ms = nn.MultiLabelSoftMarginLoss()
self.sm = nn.SoftMarginLoss()
self.pn = nn.PoissonNLLLoss()
self.kl = nn.KLDivLoss(reduction='batchmean')""",
    "a, p, n, y",
    """
ea, ep, en = self.net(a), self.net(p), self.net(n)
t = self.tm(ea, ep, en)
s = y.float() * 2 - 1
c = self.ce(ea, ep, s)
d = self.pd(ea, ep)
m = self.mr(d, self.pd(ea, en), s.unsqueeze(1))
h = self.he(d, s.unsqueeze(1))
mm = self.mm(ea, y)
ml = self.ml(ea, torch.tensor([[0, -1], [1, 0], [-1, 1], [1, -1]]))
ms = self.ms(ea, F.one_hot(y, 2).float())
sm = self.sm(ea[:, 0], s)
g = F.nll_loss(F.log_softmax(ea, 1), y, weight=torch.tensor([0.3, 0.7]))
po = self.pn(ea, ep.abs())
kl = self.kl(F.log_softmax(ea, 1), F.softmax(ep, 1))
pw = F.pdist(ea)
tw = F.triplet_margin_with_distance_loss(ea, ep, en, distance_function=F.pairwise_distance)""",
    "t, c, d, m, h, mm, ml, ms, sm, g, po, kl, pw, tw",
    "(r(4, 3), r(4, 3), r(4, 3), ri(2, 4))",
)

fam(
    "patch_fold",
    """self.un = nn.Unfold(kernel_size=2, stride=2)
self.fo = nn.Fold(output_size=(4, 4), kernel_size=2, stride=2)
self.lin = nn.Linear(8, 8)
self.rp = nn.ReflectionPad2d(1)
self.rl = nn.ReplicationPad1d((1, 2))
self.cp = nn.ConstantPad1d(1, 0.5)
self.ci = nn.CircularPad2d(1)
self.u2 = nn.UpsamplingNearest2d(scale_factor=2)
self.th = nn.Threshold(0.1, 0.0)""",
    "x",
    """
p = self.un(x)
q = self.lin(p.transpose(1, 2)).transpose(1, 2)
y = self.fo(q)
d = F.fold(F.unfold(torch.ones_like(x), 3, padding=1), (4, 4), 3, padding=1)
w = x.unfold(2, 2, 1).unfold(3, 2, 1)
rr = torch.roll(x, shifts=(1, -1), dims=(2, 3))
wp = x.view(2, 2, 2, 2, 2, 2).permute(0, 2, 4, 1, 3, 5).reshape(-1, 2, 2, 2)
a = self.rp(y)
b = self.ci(a)
s = self.cp(self.rl(q))
u_ = self.u2(y)
t = self.th(u_)
bi = F.interpolate(y, size=(6, 6), mode='bicubic', align_corners=False)
un = F.pixel_unshuffle(F.pixel_shuffle(torch.cat([x, y], 1), 2), 2)""",
    "y, d, w, rr, wp, b, s, t, bi, un",
    "(r(2, 2, 4, 4),)",
)

fam(
    "spatial_transform",
    """self.loc = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.MaxPool2d(2, stride=2), nn.ReLU(True))
self.fc = nn.Linear(8, 6)""",
    "x",
    """
t = self.fc(self.loc(x).view(-1, 8))
th = t.view(-1, 2, 3) * 0.1 + torch.tensor([[1.0, 0, 0], [0, 1, 0]])
g = F.affine_grid(th, x.size(), align_corners=False)
y = F.grid_sample(x, g, align_corners=False)
z = F.grid_sample(x, g * 1.3, mode='nearest', padding_mode='border', align_corners=True)
w = F.grid_sample(x, g * 1.3, mode='bilinear', padding_mode='reflection', align_corners=False)
ys, xs = torch.meshgrid(torch.linspace(-1, 1, 4), torch.linspace(-1, 1, 4), indexing='ij')
fl = torch.stack([xs, ys], dim=-1).unsqueeze(0).expand(2, -1, -1, -1) + 0.1 * t[:, None, None, :2]
v = F.grid_sample(x, fl, padding_mode='zeros', align_corners=True)""",
    "y, z, w, v",
    "(r(2, 1, 4, 4),)",
)

fam(
    "gp_cholesky",
    """self.ls = nn.Parameter(torch.tensor(0.3))
self.sf = nn.Parameter(torch.tensor(0.1))
self.noise = nn.Parameter(torch.tensor(-1.0))""",
    "x, y, xs",
    """
def rbf(a, b):
    d = torch.cdist(a, b) ** 2
    return torch.exp(self.sf) * torch.exp(-0.5 * d / torch.exp(2 * self.ls))
k = rbf(x, x) + torch.exp(self.noise) * torch.eye(x.shape[0])
l = torch.linalg.cholesky(k)
al = torch.cholesky_solve(y.unsqueeze(1), l)
ll = -0.5 * (y @ al.squeeze(1)) - torch.log(torch.diagonal(l)).sum() - 0.5 * x.shape[0] * math.log(2 * math.pi)
ks = rbf(x, xs)
mean = (ks.t() @ al).squeeze(1)
v = torch.linalg.solve_triangular(l, ks, upper=False)
var = torch.exp(self.sf) - (v ** 2).sum(0)
ld = torch.logdet(k)
iv = torch.inverse(k)
q = torch.linalg.lstsq(k, y.unsqueeze(1)).solution if False else torch.linalg.solve(k, y)""",
    "ll, mean, var, ld, iv, q",
    "(r(5, 2), r(5), r(3, 2))",
    pre="import math",
)

fam(
    "perceptual_style",
    """self.f = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.AvgPool2d(2))
self.inorm = nn.InstanceNorm2d(3, affine=True)
self.style = nn.Linear(2, 8)
self.blur = nn.Parameter(torch.tensor([1.0, 2.0, 1.0]), requires_grad=False)""",
    "x, c",
    """
a = self.f(self.inorm(x))
b, ch, h, w = a.size()
g = torch.bmm(a.view(b, ch, h * w), a.view(b, ch, h * w).transpose(1, 2)).div(ch * h * w)
s = self.style(c).view(-1, 2, 4, 1, 1)
m, sd = a.mean(dim=[2, 3], keepdim=True), a.std(dim=[2, 3], keepdim=True)
ad = (s[:, 0] + 1) * (a - m) / (sd + 1e-05) + s[:, 1]
k = self.blur[None, :] * self.blur[:, None]
k = (k / k.sum()).expand(4, 1, 3, 3)
bl = F.conv2d(ad, k, padding=1, groups=4)
wt = self.f[0].weight.unsqueeze(0) * s[:, 0, :, :, :].unsqueeze(2)
dm = torch.rsqrt(wt.pow(2).sum([2, 3, 4]) + 1e-8)
wt = (wt * dm.view(b, 4, 1, 1, 1)).view(b * 4, 3, 3, 3)
y = F.conv2d(x.reshape(1, b * 3, 4, 4), wt, padding=1, groups=b).view(b, 4, 4, 4)
tv = torch.sum(torch.abs(x[:, :, :, :-1] - x[:, :, :, 1:])) + torch.sum(torch.abs(x[:, :, :-1, :] - x[:, :, 1:, :]))
mb = torch.cat([a, a.std(0, keepdim=True).mean([1, 2, 3], keepdim=True).expand(b, 1, h, w)], 1)""",
    "g, bl, y, tv, mb",
    "(r(2, 3, 4, 4), r(2, 2))",
)

fam(
    "speech_frames",
    """self.register_buffer('win', torch.hann_window(6))
n = torch.arange(6).float()
k = torch.arange(4).float()
self.register_buffer('cosm', torch.cos(2 * math.pi * k[:, None] * n[None] / 6))
self.register_buffer('sinm', torch.sin(2 * math.pi * k[:, None] * n[None] / 6))
self.fb = nn.Linear(4, 3, bias=False)
self.gru = nn.GRU(3, 4, batch_first=True, bidirectional=True)
self.out = nn.Linear(8, 4)""",
    "x",
    """
p = F.pad(x.unsqueeze(1), (3, 3), mode='reflect').squeeze(1)
fr = p.unfold(-1, 6, 3) * self.win
re = fr @ self.cosm.t()
im = fr @ self.sinm.t()
pw = re.pow(2) + im.pow(2)
mel = torch.log(self.fb(pw).abs().clamp_min(1e-5))
mel = (mel - mel.mean(1, keepdim=True)) / mel.std(1, keepdim=True)
h, _ = self.gru(mel)
lp = F.log_softmax(self.out(h), dim=-1).transpose(0, 1)
h2 = torch.hamming_window(4, periodic=False)
pre = torch.cat([x[:, :1], x[:, 1:] - 0.97 * x[:, :-1]], dim=1)""",
    "lp, pre, h2",
    "(r(2, 12),)",
    pre="import math",
)

fam(
    "pointnet_knn",
    """self.m1 = nn.Sequential(nn.Conv2d(6, 4, 1, bias=False), nn.BatchNorm2d(4), nn.LeakyReLU(0.2))
self.tn = nn.Linear(4, 9)
self.fc = nn.Linear(4, 2)""",
    "x",
    """
xt = x.transpose(2, 1)
inner = -2 * torch.matmul(xt, x)
xx = torch.sum(x ** 2, dim=1, keepdim=True)
d = -xx - inner - xx.transpose(2, 1)
idx = d.topk(k=3, dim=-1)[1]
b, c, n = x.shape
base = torch.arange(0, b).view(-1, 1, 1) * n
flat = (idx + base).view(-1)
f = xt.contiguous().view(b * n, -1)[flat, :].view(b, n, 3, c)
ctr = xt.view(b, n, 1, c).repeat(1, 1, 3, 1)
e = torch.cat((f - ctr, ctr), dim=3).permute(0, 3, 1, 2).contiguous()
h = self.m1(e).max(dim=-1, keepdim=False)[0]
g = torch.cat([F.adaptive_max_pool1d(h, 1).view(b, -1)], 1)
tr = self.tn(g).view(-1, 3, 3) + torch.eye(3)
y = torch.bmm(xt, tr)
o = self.fc(g)
reg = torch.mean(torch.norm(torch.eye(3) - torch.bmm(tr, tr.transpose(2, 1)), dim=(1, 2)))
cd = torch.cdist(xt, y).min(dim=2)[0].mean()
nb = torch.gather(xt, 1, idx[:, :, 0].unsqueeze(-1).expand(-1, -1, 3))""",
    "y, o, reg, cd, nb",
    "(r(2, 3, 5),)",
)
