"""Texts that PyTorch prints of programs made by chance.   printed_at_random.py SEED COUNT OUT.jsonl, with the newest
PyTorch

A program is a module whose forward is put together of random steps: layers, operators, regions, branches, loops, custom
operators, writes. Each is exported (strict or not, with sizes that are symbols or not), decomposed, compiled (by
backends that print, and by Inductor), and traced; what print(ep), print_readable() in all its forms, code, str(graph),
print_tabular(), str(ep.graph_signature), str(module) and the logs of TORCH_LOGS say is kept. A line of OUT is [form,
text, program], as record_printed_texts.py writes it."""

import contextlib, hashlib, io, json, logging, os, random, re, sys, warnings

warnings.simplefilter("ignore")
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
import torch, torch.nn as nn, torch.nn.functional as F
import torch.fx.traceback
import torch.utils.checkpoint
from torch.export import Dim, export
from torch.fx.experimental.proxy_tensor import make_fx
from torch._higher_order_ops import associative_scan, scan, while_loop

torch.set_num_threads(1)
seen, current = set(), ["?"]
out = open(sys.argv[3], "a")


def keep(form, text):
    if not isinstance(text, str) or not 40 <= len(text) <= 20000 or "\x1b" in text:
        return
    text = re.sub(r"/w\.[A-Za-z0-9]{6}/", "/w/", text)
    key = hashlib.sha1((form + text).encode("utf-8", "replace")).digest()
    if key not in seen:
        seen.add(key)
        out.write(json.dumps([form, text, current[0]]) + "\n")
        out.flush()


@torch.library.custom_op("chance::twice", mutates_args=())
def twice(x: torch.Tensor, by: float = 2.0, name: str = "a b") -> torch.Tensor:
    return x * by


@twice.register_fake
def _(x, by=2.0, name="a b"):
    return torch.empty_like(x)


@torch.library.custom_op("chance::split_", mutates_args=("into",))
def split_(into: torch.Tensor, at: list[int]) -> None:
    into.add_(at[0])


@split_.register_fake
def _(into, at):
    return None


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x * x * g


# A step takes the module and a value f32[n, 6], and gives one of that shape.
def grouped(m, x):
    with torch.fx.traceback.annotate({"stage": m.rng.randint(0, 3), "name": m.rng.choice(["a", "b's", 'c"d'])}):
        return x.sin() + 1


def no_grad(m, x):
    with torch.no_grad():
        y = x.cos()
    return y + x


def autocast(m, x):
    with torch.autocast("cpu", dtype=m.rng.choice([torch.bfloat16, torch.float16])):
        y = x @ m.square
    return y.float()


def branched(m, x):
    return torch.cond(x.sum() > m.rng.randint(0, 2), lambda x: x.sin() * 2, lambda x: x.cos() - 1, (x,))


def looped(m, x):
    return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 0.5), (torch.tensor(0), x))[1]


def scanned(m, x):
    return scan(lambda c, v: (c + v, c * v), x[0], x)[1]


def mapped(m, x):
    from functorch.experimental.control_flow import map as over

    return over(lambda row, y: row + y, x, x[0])


def prefix(m, x):
    return associative_scan(lambda a, b: a + b, x, 0, combine_mode="generic")


def masked(m, x):
    return x.masked_fill(x > 0.5, float(m.rng.choice(["inf", "-inf", "nan", "0.25"]))).nan_to_num()


def complex_part(m, x):
    return torch.view_as_real(torch.complex(x, x * 2) * (1 + 2j)).sum(-1)


def spectrum(m, x):
    return torch.fft.irfft(torch.fft.rfft(x), n=6)


def written(m, x):
    y = x.clone()
    y[:, m.rng.randint(0, 3)] = 1.5
    y[1:3].mul_(2)
    return y


def counted(m, x):
    m.count.add_(1)
    return x + m.count


def many(m, x):
    a, b, c = x.split(2, dim=1)
    return torch.cat([c, a.relu(), torch.stack([b, b]).amax(0)], dim=1)


def sorted_(m, x):
    v, i = x.sort(dim=-1, descending=m.rng.choice([True, False]))
    return v.gather(1, i)


def sized(m, x):
    n = x.shape[0]
    return x + torch.arange(n, dtype=torch.float32)[:, None] * (n * 2 + 1) / max(n, 4)


def attention(m, x):
    q = x.reshape(1, -1, 2, 3).transpose(1, 2)
    return F.scaled_dot_product_attention(q, q, q, is_causal=m.rng.choice([True, False])).transpose(1, 2).reshape(-1, 6)


def remade(m, x):
    return torch.utils.checkpoint.checkpoint(lambda y: y.sin().cos(), x, use_reentrant=False)


def drawn(m, x):
    return x + torch.rand_like(x) * 0.1 + F.dropout(x, 0.3, m.training)


def typed(m, x):
    t = m.rng.choice(
        [
            torch.float64,
            torch.bfloat16,
            torch.int32,
            torch.uint8,
            torch.int8,
            torch.bool,
            torch.complex64,
            torch.float8_e4m3fn,
            torch.float8_e5m2,
        ]
    )
    y = x.to(t)
    return y.real.float() if t.is_complex else y.to(torch.float32)


def checked(m, x):
    k = (x > 0).sum().item()
    torch._check(k >= 0)
    torch._check(k <= 1000)
    return x + k


def found(m, x):
    at = torch.nonzero(x[:, 0] > -100).squeeze(-1)
    return x + at.shape[0]


def per_sample(m, x):
    return torch.vmap(lambda row: row / row.norm().clamp(min=1e-6))(x)


def differentiated(m, x):
    return torch.func.grad(lambda y: (y**3).sum())(x)


def chosen(m, x):
    return torch.where(x > 0, x, torch.tensor([1.0, -2.0, 3.0, 0.5, 1e-8, float("inf")]))


def summed(m, x):
    return torch.einsum("ij,kj->ik", x, m.square[:, :6]).softmax(-1) @ m.square


STEPS = [
    grouped,
    no_grad,
    autocast,
    branched,
    looped,
    scanned,
    mapped,
    prefix,
    masked,
    complex_part,
    spectrum,
    written,
    counted,
    many,
    sorted_,
    sized,
    attention,
    remade,
    drawn,
    typed,
    checked,
    found,
    per_sample,
    differentiated,
    chosen,
    summed,
    lambda m, x: m.linear(x),
    lambda m, x: m.norm(x),
    lambda m, x: m.batch(x),
    lambda m, x: m.seq(x),
    lambda m, x: m.table(x.abs().long().clamp(max=6)).sum(1),
    lambda m, x: m.conv(x[:, None]).squeeze(1),
    lambda m, x: m.gru(x[None])[0][0],
    lambda m, x: m.names["a b"](x),
    lambda m, x: m.parts[m.rng.randint(0, 1)](x),
    lambda m, x: twice(x, by=m.rng.choice([0.5, 1e-5, 3.0]), name=m.rng.choice(["x", "it's", 'say "hi"\n'])),
    lambda m, x: Cube.apply(x),
    lambda m, x: F.gelu(x, approximate="tanh"),
    lambda m, x: F.layer_norm(x, (6,)),
    lambda m, x: x.std(dim=1, keepdim=True) + x,
    lambda m, x: x.flip([0, 1]),
    lambda m, x: torch.roll(x, (1, -1), (0, 1)),
    lambda m, x: x.permute(1, 0).contiguous().t(),
    lambda m, x: x.unfold(1, 2, 1).mean(-1).repeat(1, 2)[:, :6],
    lambda m, x: x.index_select(1, torch.tensor([5, 4, 3, 2, 1, 0])),
    lambda m, x: torch.addmm(x[0], x, m.square, beta=0.5, alpha=2),
    lambda m, x: x.pow(2).add(1).rsqrt(),
    lambda m, x: torch.tril(m.square) @ x.t() @ x @ m.square if False else x @ torch.tril(m.square),
    lambda m, x: x // 2 + x % 3,
    lambda m, x: (x.clamp(-1, 1), x)[m.rng.randint(0, 1)],
    lambda m, x: x.expand(2, -1, -1).mean(0),
    lambda m, x: x.topk(3)[0].repeat_interleave(2, dim=1),
]


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight_ = nn.Parameter(torch.ones(6))
        self.l = nn.Linear(6, 6)

    def forward(self, x):
        return self.l(x) * self.weight_


class Net(nn.Module):
    def __init__(self, seed):
        super().__init__()
        rng = self.rng = random.Random(seed)
        self.linear, self.norm, self.batch, self.table, self.conv, self.gru = (
            nn.Linear(6, 6),
            nn.LayerNorm(6),
            nn.BatchNorm1d(6),
            nn.EmbeddingBag(7, 6) if rng.random() < 0.2 else nn.Embedding(7, 6),
            nn.Conv1d(1, 1, 3, padding=1),
            nn.GRU(6, 6),
        )
        self.seq = nn.Sequential(nn.Linear(6, 6), rng.choice([nn.ReLU(), nn.SiLU(), nn.Hardtanh(), nn.ELU()]), Inner())
        self.names = nn.ModuleDict({"a b": nn.Linear(6, 6), "c": nn.Tanh()})
        self.parts = nn.ModuleList([Inner(), nn.PReLU()])
        self.square = nn.Parameter(torch.randn(6, 6))
        self.register_buffer("count", torch.zeros(6), persistent=rng.random() < 0.5)
        self.steps = [rng.choice(STEPS) for _ in range(rng.randint(1, 6))]
        self.shape = rng.randint(0, 4)
        self.seed = seed

    def forward(self, x, y=None):
        self.rng.seed(self.seed)
        z = x
        for step in self.steps:
            z = step(self, z)
        if y is not None:
            z = z + y
        return [z, (z, x), {"out": z, "k": [z.sum(), 3]}, (z, None, 2.5), [z, z * 1]][self.shape]


def readable(gm, **options):
    keep("readable", gm.print_readable(print_output=False, **options))


def module(gm, rng):
    readable(gm)
    if rng.random() < 0.3:
        readable(gm, include_stride=True, include_device=rng.random() < 0.5)
    if rng.random() < 0.2:
        readable(gm, expanded_def=True)
    if rng.random() < 0.2:
        readable(gm, additional_meta=["seq_nr", "nn_module_stack"])
    keep("code", gm.code)
    keep("graph", str(gm.graph))
    if rng.random() < 0.3:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            gm.graph.print_tabular()
        keep("tabular", said.getvalue())
    if rng.random() < 0.3:
        keep("module", str(gm))


def program(ep, rng):
    keep("program", str(ep))
    keep("signature", str(ep.graph_signature))
    readable(ep.graph_module)
    if rng.random() < 0.4:
        module(ep.graph_module, rng)


class Heard(logging.Handler):
    def emit(self, record):
        name = record.name.rsplit(".", 1)[-1]
        try:
            keep("log", record.getMessage())
        except Exception:
            pass


ARTIFACTS = [
    "graph_code",
    "aot_graphs",
    "aot_joint_graph",
    "graph",
    "post_grad_graphs",
    "pre_grad_graphs",
    "output_code",
    "inductor_metrics",
]


def listen():
    torch._logging.set_logs(**{name: True for name in ARTIFACTS if name != "inductor_metrics"})
    heard = Heard()
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        if name.startswith("torch") and logger.handlers:
            logger.handlers[:] = [heard]


def hush():
    torch._logging.set_logs()


def one(seed):
    rng = random.Random(seed * 7 + 1)
    current[0] = f"chance.{seed}"
    size = rng.choice([3, 4, 5])
    args = (torch.randn(size, 6),) if rng.random() < 0.8 else (torch.randn(size, 6), torch.randn(size, 6))

    def net():
        torch.manual_seed(seed)
        m = Net(seed)
        return m.eval() if rng.random() < 0.6 else m

    def exported():
        dynamic = rng.random() < 0.4
        shapes = tuple({0: rng.choice([Dim.DYNAMIC, Dim.AUTO])} for _ in args) if dynamic else None
        ep = export(net(), args, strict=rng.random() < 0.5, dynamic_shapes=shapes)
        program(ep, rng)
        if rng.random() < 0.6:
            program(ep.run_decompositions(), rng)
        if rng.random() < 0.4:
            module(ep.module(), rng)

    def dynamo():
        def backend(gm, inputs):
            module(gm, rng)
            return gm

        torch._dynamo.reset()
        torch.compile(net(), backend=backend, dynamic=rng.choice([None, True]))(*args)

    def logged():
        torch._dynamo.reset()
        listen()
        try:
            given = tuple(a.clone().requires_grad_() for a in args) if rng.random() < 0.5 else args
            r = torch.compile(
                net(),
                backend=rng.choice(["aot_eager_decomp_partition", "inductor", "inductor"]),
                dynamic=rng.choice([None, True]),
            )(*given)
            leaves = [v for v in torch.utils._pytree.tree_leaves(r) if isinstance(v, torch.Tensor) and v.requires_grad]
            if leaves:
                sum(v.sum() for v in leaves).backward()
        finally:
            hush()

    def traced():
        m = net()
        module(
            make_fx(
                lambda *a: torch.utils._pytree.tree_leaves(m(*a)), tracing_mode=rng.choice(["real", "fake", "symbolic"])
            )(*args),
            rng,
        )

    for way in rng.sample([exported, dynamo, logged, traced], rng.choice([2, 3])):
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                way()
        except Exception:
            pass


first, count = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + count):
    one(seed)
    print(seed, len(seen), flush=True)
