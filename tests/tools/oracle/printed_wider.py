"""Texts that PyTorch prints where printed_kinds.py does not look.   printed_wider.py OUT.jsonl [KIND...], with the
newest PyTorch

Logs of TORCH_LOGS (aot_graphs, aot_joint_graph, graph_code, graph, post_grad_graphs, pre_grad_graphs,
compiled_autograd_verbose), flex_attention, distributed tensors and collectives on a group that is no group, sparse
layouts, fake tensors of other devices, selective checkpoints, hooks, optimizers, torch.fx alone (annotations, concrete
arguments, wrapped functions, splits, partitions, constants of every kind), freezing, functional random numbers,
unflattened programs. A line of OUT is [form, text, program], as printed_kinds.py writes it."""

import collections
import contextlib
import enum
import io
import logging
import operator
import re
import sys
import typing

import printed_kinds as kinds
import torch
import torch.nn as nn
import torch.nn.functional as F
from printed_kinds import Net, exported, keep, keeper, module, program, readable, x
from torch.export import Dim, export
from torch.fx.experimental.proxy_tensor import make_fx

PROGRAMS = collections.defaultdict(dict)


def of(kind):
    def add(f):
        PROGRAMS[kind][f.__name__.strip("_")] = f
        return f

    return add


def rows(kind, texts, run):
    for at, text in enumerate(re.split(r" \| |\n", texts.strip())):
        PROGRAMS[kind][str(at)] = lambda text=text, at=at: run(text, at)


def backward(value):
    kinds.backward(value)


class Kept(logging.Handler):
    """What a line of a log says, behind its prefix."""

    def emit(self, record):
        text = record.getMessage()
        if "def forward(" in text or "class GraphModule" in text:
            keep("log", text)


def logged(f):
    names = [
        "aot_graphs",
        "aot_joint_graph",
        "graph_code",
        "post_grad_graphs",
        "pre_grad_graphs",
        "compiled_autograd_verbose",
    ]
    torch._logging.set_logs(**{name: True for name in names})
    handler, changed = Kept(), []
    for name, logger in logging.root.manager.loggerDict.items():
        if name.startswith("torch") and isinstance(logger, logging.Logger):
            changed.append((logger, logger.handlers, logger.propagate))
            logger.handlers, logger.propagate = [handler], False
    try:
        f()
    finally:
        for logger, handlers, propagate in changed:
            logger.handlers, logger.propagate = handlers, propagate
        torch._logging.set_logs()


def compiled(f, *args, grad=True, **options):
    torch._dynamo.reset()
    with (
        torch._dynamo.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True),
        torch._inductor.config.patch(fx_graph_cache=False),
    ):
        value = torch.compile(f, **options)(*args)
        if grad:
            backward(value)


def wanting(*args):
    return kinds.wanting(args)


# Logs.
LOGS = """m.lin(a).relu() | m.ln(m.lin(a)) * m.w[0] | m.layers['0'](a) @ m.w | m.drop(a).sum(-1) | F.cross_entropy(m.lin(a), torch.tensor([0, 1, 2])) | torch.cond(a.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (a,)) | a[a > 0].sum() * m.w | m.mha(a[None], a[None], a[None])[0]
m.conv(a).relu() | F.softmax(a @ a.mT, -1) @ m.lin(a) | a.view(2, 2, 3).transpose(0, 1).reshape(-1) | m.emb(torch.tensor([1, 2])) | a.sum().item() * a | m.count.add_(a[0]) * a | kinds.remat(lambda v: m.lin(v).sin(), a) | kinds.Cube.apply(a) | kinds.region(lambda v: m.lin(v).sin())(a) | (a * 1j).real + a | kinds.scale(a) + 1 | kinds.cast(lambda: m.lin(a))"""


def log_of(text, at):
    f = eval(f"lambda m, a: {text}", globals())
    backend = ["inductor", "aot_eager", "aot_eager_decomp_partition"][at % 3]
    logged(lambda: compiled(Net(f), x().requires_grad_(), backend=backend, dynamic=at % 2 == 0))


rows("logs", LOGS, log_of)


@of("logs")
def compiled_autograd():
    def run():
        torch._dynamo.reset()
        net = Net(lambda m, a: m.lin(a).relu().sum())
        with torch._dynamo.compiled_autograd._enable(lambda gm: gm):
            net(x().requires_grad_()).backward()
            net(x(5, 4)).backward()

    logged(run)


# flex_attention.
def flexible(text, at):
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    space = {
        "flex": flex_attention,
        "mask": create_block_mask,
        "torch": torch,
        "bias": x(2, 8, 8),
        "w": x(2).requires_grad_(),
    }
    f = eval(f"lambda q, k, v: {text}", space)
    shapes = [x(1, 2, 8, 16), x(1, 2, 8, 16), x(1, 2, 8, 16)]
    for inputs in (shapes, [one.clone().requires_grad_() for one in shapes]):
        torch._dynamo.reset()
        with contextlib.suppress(Exception):
            backward(torch.compile(f, backend=keeper, fullgraph=True, dynamic=at % 2 == 0)(*inputs))
        with contextlib.suppress(Exception):
            kinds.partitioned(f, inputs)
    with contextlib.suppress(Exception):
        exported(Net(lambda m, q, k, v: f(q, k, v)), shapes, strict=True)


FLEX = """flex(q, k, v) | flex(q, k, v, score_mod=lambda s, b, h, i, j: s + (i - j)) | flex(q, k, v, score_mod=lambda s, b, h, i, j: torch.where(i >= j, s, -float('inf')), scale=0.5) | flex(q, k, v, score_mod=lambda s, b, h, i, j: s * w[h]) | flex(q, k, v, score_mod=lambda s, b, h, i, j: s + bias[h, i, j]) | flex(q, k, v, block_mask=mask(lambda b, h, i, j: i >= j, None, None, 8, 8, device='cpu'))
flex(q, k, v, return_lse=True)[1] | flex(q, k, v, score_mod=lambda s, b, h, i, j: torch.tanh(s / 20) * 20, block_mask=mask(lambda b, h, i, j: (i - j).abs() < 3, None, None, 8, 8, device='cpu')) | flex(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)) * 2 | flex(q, k[:, :1], v[:, :1], enable_gqa=True)"""
rows("flex", FLEX, flexible)


# Distributed.
@contextlib.contextmanager
def group(size=4):
    import torch.distributed as dist
    from torch.testing._internal.distributed.fake_pg import FakeStore

    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=size)
    try:
        yield
    finally:
        dist.destroy_process_group()


DTENSOR = """d + d | d @ d.t() | d.sin().redistribute(mesh, [Replicate()]) | d.redistribute(mesh, [Shard(1)]) * 2 | d.sum() | d.to_local() + 1 | (d * 2).full_tensor() | DTensor.from_local(d.to_local().relu(), mesh, [Shard(0)]) | d.sum(0).redistribute(mesh, [Replicate()]) + 1 | (d, d.cos())"""


def spread(text, at):
    from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, init_device_mesh

    with group():
        mesh = init_device_mesh(
            "cpu", (4,) if at % 2 == 0 else (2, 2), mesh_dim_names=("dp",) if at % 2 == 0 else ("dp", "tp")
        )
        if at % 2:
            mesh = mesh["tp"]
        space = {
            **globals(),
            "mesh": mesh,
            "DTensor": DTensor,
            "Replicate": Replicate,
            "Shard": Shard,
            "Partial": Partial,
        }
        f = eval(f"lambda d: {text}", space)
        for grad in (False, True):
            d = DTensor.from_local(x(2, 8).requires_grad_(grad), mesh, [Shard(0)], run_check=False)
            with contextlib.suppress(Exception):
                torch._dynamo.reset()
                torch.compile(f, backend=keeper, fullgraph=True)(d)
            with contextlib.suppress(Exception):
                from torch._dynamo.backends.common import aot_autograd

                torch._dynamo.reset()
                backward(
                    torch.compile(f, backend=aot_autograd(fw_compiler=keeper, bw_compiler=keeper), fullgraph=True)(d)
                )
            with contextlib.suppress(Exception):
                logged(lambda: compiled(f, d, backend="aot_eager"))


rows("dtensor", DTENSOR, spread)

COLLECTIVES = """c.all_reduce(a, 'sum', g) * 2 | c.all_gather_tensor(a, 0, g).sin() | c.reduce_scatter_tensor(a.repeat(4, 1), 'avg', 0, g) | c.all_to_all_single(a.repeat(4, 1), [3] * 4, [3] * 4, g) | c.all_reduce_coalesced([a, a + 1], 'max', g)[1] | c.broadcast(a, 0, g) | c.all_gather_into_tensor_coalesced([a, a * 2], g)[0] | c.wait_tensor(torch.ops._c10d_functional.all_reduce_(a.clone(), 'sum', 'default')) + 1 | m.lin(c.all_reduce(a, 'sum', g))"""


def collective(text, at):
    import torch.distributed as dist
    import torch.distributed._functional_collectives as functional

    with group():
        f = eval(f"lambda m, a: {text}", {**globals(), "c": functional, "g": dist.group.WORLD})
        for run in (kinds.dynamo, kinds.partitioned, kinds.traced, kinds.post_grad, kinds.exported):
            with contextlib.suppress(Exception):
                run(Net(f).eval(), (x(),))


rows("collectives", COLLECTIVES, collective)

# Sparse layouts, and devices that are not here.
SPARSE = """a.to_sparse() | a.to_sparse().to_dense() * 2 | a.to_sparse_csr() | torch.sparse.mm(s, a.mT) | s @ a.mT | s.coalesce().values() | s + s | a.to_sparse_csr().values() | torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), a[0, :2], (2, 2)) | s.to_dense().sin() | a.to_sparse(1) | torch.sparse.sum(s) | s.t() | a.to_sparse_csc().ccol_indices()"""


def sparse(text, at):
    f = eval(f"lambda m, a, s: {text}", globals())
    args = (x(), x().relu().to_sparse())
    for run in (
        kinds.dynamo,
        kinds.traced,
        kinds.exported,
        kinds.partitioned,
        lambda m, args: kinds.traced(m, args, "fake"),
        lambda m, args: kinds.traced(m, args, "real"),
    ):
        with contextlib.suppress(Exception):
            run(Net(f).eval(), args)


rows("sparse", SPARSE, sparse)

DEVICES = """m.lin(a).relu() | a.to('cpu') + 1 | a.cpu().sin().cuda() | a + torch.ones(4, device=a.device) | torch.randn(3, 4, device='cuda:1').to(a.device) + a | m.conv(a) | F.scaled_dot_product_attention(a[None, None], a[None, None], a[None, None]) | a.half() @ a.half().mT | a.to('meta') | torch.zeros_like(a, device='cpu', dtype=torch.int8, pin_memory=False) | m.ln(a) | a.to('cuda:0', non_blocking=True, copy=True)"""


def elsewhere(text, at):
    from torch._subclasses import FakeTensorMode

    for device in ("cuda", "cuda:1", "xpu", "mps", "meta"):
        if device == "meta" and at % 2:
            continue
        with contextlib.suppress(Exception), FakeTensorMode(allow_non_fake_inputs=True):
            f = eval(f"lambda m, a: {text}", globals())
            with torch.device(device):
                net, a = Net(f).eval(), torch.empty(3, 4)
            gm = make_fx(lambda a: net(a), tracing_mode="real" if at % 2 else "fake", pre_dispatch=at % 3 == 0)(a)
            module(gm)
            readable(gm, include_stride=True, include_device=True)
            keep("verbose", gm.graph.python_code("self", verbose=True, include_stride=True, include_device=True).src)


rows("devices", DEVICES, elsewhere)


# Checkpoints with policies, hooks, optimizers, saved tensors.
@of("training")
def selective():
    from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts

    def policy(ctx, op, *args, **kwargs):
        return CheckpointPolicy.MUST_SAVE if op == torch.ops.aten.mm.default else CheckpointPolicy.PREFER_RECOMPUTE

    def contexts():
        return create_selective_checkpoint_contexts(policy)

    f = Net(
        lambda m, a: checkpoint(lambda v: (m.lin(v).sin() @ m.w).relu(), a, use_reentrant=False, context_fn=contexts)
    )
    kinds.dynamo(f, (x(),))
    kinds.partitioned(f, (x(),))
    logged(lambda: compiled(f, x().requires_grad_(), backend="aot_eager_decomp_partition"))


def stepping(text, at):
    net = Net(lambda m, a: m.lin(a).relu().sum())
    optimizer = eval(f"torch.optim.{text}", {"torch": torch, "p": list(net.lin.parameters())})
    net(x()).backward()
    torch._dynamo.reset()
    torch.compile(optimizer.step, backend=keeper)()
    torch._dynamo.reset()
    logged(lambda: compiled(optimizer.step, backend="aot_eager", grad=False))


OPTIMIZERS = "SGD(p, lr=0.1) | SGD(p, lr=torch.tensor(0.1), momentum=0.9, nesterov=True) | Adam(p, lr=1e-3, foreach=True) | AdamW(p, lr=1e-3, capturable=False) | Adagrad(p) | RMSprop(p, momentum=0.5) | Adadelta(p, foreach=False) | NAdam(p) | Rprop(p, foreach=False) | Adam(p, lr=1e-3, foreach=False, amsgrad=True) | Adafactor(p) | LBFGS(p, max_iter=1) | SGD(p, lr=1e-2, weight_decay=0.1, maximize=True)"
rows("optimizers", OPTIMIZERS, stepping)

HOOKED = """[a.register_hook(lambda g: g * 2), m.lin(a)][1] | [v := m.lin(a), v.register_hook(lambda g: g.clamp(-1, 1)), v.sin()][2] | [m.lin.register_forward_hook(lambda mod, args, out: out * 2), m.lin(a)][1] | torch.autograd.grad(m.lin(a).sum(), [a])[0] | torch.autograd.graph.saved_tensors_hooks(lambda t: t + 1, lambda t: t - 1).__enter__() or m.lin(a).sin() | a.clone().requires_grad_().mul(2).sum() | [t := torch.zeros(4), t.requires_grad_(), (t * a).sum()][2] | torch.autograd.functional.jacobian(lambda v: v.sin(), a[0]) | a.retain_grad() or a * 2"""


def hooked(text, at):
    f = Net(eval(f"lambda m, a: {text}", globals()))
    for run in (kinds.dynamo, kinds.partitioned, kinds.compiled_backward):
        with contextlib.suppress(Exception):
            run(f, (x().requires_grad_(),))
    with contextlib.suppress(Exception):
        logged(lambda: compiled(f, x().requires_grad_(), backend="aot_eager"))


rows("hooks", HOOKED, hooked)


# torch.fx alone.
class Color(enum.Enum):
    RED = 1
    BLUE = "b"


class Point(typing.NamedTuple):
    a: torch.Tensor
    b: typing.Optional[torch.Tensor] = None


@torch.fx.wrap
def wrapped(a, by=2, *more, name="n", **others):
    return a * by


class Leaf(nn.Module):
    def forward(self, a: torch.Tensor, scale: float = 1.0) -> typing.Tuple[torch.Tensor, torch.Tensor]:
        return a * scale, a


class Traced(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf, self.lin = Leaf(), nn.Linear(4, 4)
        self.list = nn.ModuleList([nn.ReLU(), nn.Sequential(nn.Linear(4, 4), nn.Tanh())])
        self.w = nn.Parameter(torch.ones(4))
        self.register_buffer("b_1", torch.ones(4))


CONSTANTS = """a[1:, ..., None] | a[::2] + a[-1:] | a[slice(None, None, None)] | a.to(torch.float16, copy=True) | a.to(device=torch.device('cpu', 0)) | a.contiguous(memory_format=torch.channels_last) if False else a.contiguous(memory_format=torch.contiguous_format) | torch.zeros(3, layout=torch.strided, dtype=torch.bfloat16) + a[0, 0] | torch.full((2,), math.inf) + a[0, 0] | a * float('nan') | a - math.inf | a * (1 + 2j) | a * complex(0, -1) | a * -0.0 | a * 1e100 | a * 10**30
wrapped(a) | wrapped(a, 3, 'x', None, name="it's", other=[1, (2, {'k': a})]) | wrapped(a, Color.RED, kind=Color.BLUE) | wrapped(a, range(3), s=slice(1, None, 2)) | wrapped(a, Point(a, None)) | wrapped(a, {'a b': 1, 3: [a], None: True}) | wrapped(a, torch.float32, torch.Size([1, 2]), torch.device('cuda:1')) | wrapped(a, Ellipsis, int, torch.nn.functional.relu) | wrapped(a, 'line\\nbreak "quoted" \\\\ \\t') | wrapped(a, b'bytes', ()) | wrapped(a, (1,), [], {}) | wrapped(a, math.pi, math.sqrt, operator.add)
m.leaf(a, scale=0.5)[0] | m.list[1](m.list[0](a)) | m.lin(a) + m.w * m.b_1 | a @ a.t() if a is not None else a | getattr(a, 'shape')[0] * a | a.size(0) // 2 + a | -a ** 2 | ~(a > 0) & (a < 1) | a // 2 % 3 << 1 if False else a // 2 % 3 | (a == 1) | (a != a) | abs(a) | round(a) if False else a.round() | a[a > 0] | a[[0, 1], [1, 0]] | a[torch.tensor([0])]
torch.cat((a, a), dim=-1) | torch.stack([a, a.t().t()]).sum((0, 1), keepdim=True) | torch.einsum('ij,jk->ik', a, a.t()) | F.pad(a, (1, 1), value=float('-inf')) | F.interpolate(a[None, None], size=[6, 8], mode='bilinear', align_corners=False) | a.split(2, 1)[0] | a.chunk(2)[0].unbind()[0] | a.view(-1).__getitem__(0) | a.__add__(1) | operator.itemgetter(0)(a) | a.masked_fill_(a > 0, 0) | a.unsqueeze(0).expand(-1, -1, 4) | torch.where(a > 0, a, 0.0) | a.type(torch.int64).bool() | a.data.requires_grad_(False) | [a, {'z': (a, 1)}] | {'x': a, 'y': {'z': [a, None]}} | (a,) | Point(a, a + 1)"""


def fx_of(text, at):
    class Model(Traced):
        def forward(self, a):
            return f(self, a)

    f = eval(f"lambda m, a: {text}", globals())

    class Leaves(torch.fx.Tracer):
        def is_leaf_module(self, m, name):
            return isinstance(m, Leaf) or super().is_leaf_module(m, name)

    m = Model()
    gm = torch.fx.GraphModule(m, Leaves().trace(m))
    module(gm)
    keep("module", str(gm))
    keep("verbose", gm.graph.python_code("self", verbose=True).src)
    with contextlib.suppress(Exception):
        torch.fx.passes.shape_prop.ShapeProp(gm).propagate(x())
        module(gm)


rows("fx", CONSTANTS, fx_of)

SIGNATURES = """(a: torch.Tensor, b: typing.Optional[torch.Tensor] = None) -> torch.Tensor: a + 1
(a, *args): a + args[0]
(a, **kwargs): a * kwargs['k']
(a, k: int = 2, f: float = -0.5, s: str = 'x', *, flag: bool = True): a * k * f
(a: 'torch.Tensor', l: typing.List[torch.Tensor]) -> typing.Tuple[torch.Tensor, int]: (a + l[0], 1)
(a, d: typing.Dict[str, torch.Tensor]) -> typing.Dict[str, torch.Tensor]: {'o': a * d['k']}
(a: torch.Tensor, u: typing.Union[int, float, None] = 3, t: typing.Tuple[int, ...] = (1, 2)): a * 2
(a: typing.Any, p: Point = Point(1, 2)): a - 1
(a, e: Color = Color.RED, dtype: torch.dtype = torch.float32, device: torch.device = torch.device('cpu')): a.to(dtype)
(a, b: list[int] = [1, 2], c: dict[str, int] | None = None): a * 2
(a, n: float = float('nan'), i: float = float('inf'), c: complex = 1j): a + 1
(input, lambda_, class_name, _x, self_1): input + lambda_ - class_name * _x / self_1"""


def signed(text, at):
    header, body = re.match(r"(\(.*\)(?: -> .*?)?): (.*)$", text).groups()
    space = dict(globals())
    exec(f"def forward(self, {header[1:]}:\n    return {body}", space)
    m = type("Model", (Traced,), {"forward": space["forward"]})()
    gm = torch.fx.symbolic_trace(m)
    module(gm)
    keep("verbose", gm.graph.python_code("self", verbose=True).src)
    for concrete in ({"l": [torch.fx.PH]}, {"d": {"k": torch.fx.PH}}, {"k": 3}, {"b": None}, {"flag": False}):
        if next(iter(concrete)) in header:
            with contextlib.suppress(Exception):
                module(torch.fx.symbolic_trace(m, concrete_args=concrete))


rows("signatures", SIGNATURES, signed)


@of("split")
def split_module():
    from torch.fx.passes.split_module import split_module as split

    m = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 2))
    gm, count = torch.fx.symbolic_trace(m), [0]

    def part(node):
        count[0] += 1
        return count[0] // 3

    cut = split(gm, m, part)
    module(cut)
    for child in cut.children():
        module(child)
    module(split(gm, m, lambda node: 0 if "0" in node.name else 1, keep_original_order=True))


@of("split")
def partitions():
    from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
    from torch.fx.passes.operator_support import create_op_support

    gm = export(Net(lambda m, a: (m.lin(a).sin() + a.cos(), m.w.exp() @ a.mT)), (x(),)).module()
    support = create_op_support(
        lambda mods, node: (
            node.op == "call_function"
            and "sin" in str(node.target)
            or "exp" in str(node.target)
            or "add" in str(node.target)
        )
    )
    fused = CapabilityBasedPartitioner(gm, support, allows_single_node_partition=True).partition_and_fuse()
    module(fused)


@of("split")
def constants():
    from torch.fx.experimental.const_fold import split_const_subgraphs

    class Model(Traced):
        def forward(self, a):
            return a * (self.w + self.b_1).sin()

    folded = split_const_subgraphs(torch.fx.symbolic_trace(Model()))
    module(folded)
    module(folded.const_subgraph_module) if folded.const_subgraph_module is not None else None


@of("split")
def sequential():
    from torch._export.utils import sequential_split

    gm = export(Net(lambda m, a: kinds.no_grad(lambda: m.lin(a)) + a), (x(),)).module()
    module(sequential_split(gm, lambda node: "linear" in node.name))


@of("split")
def rewritten():
    def pattern(a, b):
        return torch.relu(a + b)

    def replacement(a, b):
        return torch.clamp(a.add(b, alpha=2), min=0, max=6.0)

    gm = torch.fx.symbolic_trace(Net(lambda m, a: torch.relu(a + m.w[0]) * torch.relu(a + a)))
    torch.fx.subgraph_rewriter.replace_pattern(gm, pattern, replacement)
    module(gm)
    module(torch.fx.Transformer(gm).transform())


@of("split")
def edited():
    graph = torch.fx.Graph()
    a, b = graph.placeholder("x", type_expr=torch.Tensor), graph.placeholder("x", default_value=None)
    c = graph.call_function(torch.add, (a, 1), {"alpha": 2})
    with graph.inserting_before(c):
        d = graph.call_method("mul_", (a, b))
    e = graph.create_node("call_function", operator.getitem, (d, (slice(None), 0)), name="class_")
    graph.output({"o": (c, [e, None])})
    gm = torch.fx.GraphModule({}, graph)
    module(gm)
    keep("graph", str(graph))


@of("split")
def unflattened():
    for m in (
        nn.Sequential(nn.Linear(4, 4), nn.Sequential(nn.ReLU(), nn.Linear(4, 2))),
        Net(lambda m, a: m.layers["0"](m.lin(a)) + m.lin(a)),
        nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval(),
        nn.LSTM(4, 4),
    ):
        with contextlib.suppress(Exception):
            flat = torch.export.unflatten(
                export(m, (x(1, 3, 4) if isinstance(m, nn.TransformerEncoderLayer) else x(),))
            )
            for name, child in [("", flat), *flat.named_modules()]:
                if hasattr(child, "graph"):
                    keep("graph", str(child.graph))
                if hasattr(child, "graph_module"):
                    module(child.graph_module)


# Freezing, fused operators, functional random numbers, other configurations.
FROZEN = """m.lin(a).relu() | m.conv(a) | m.bn(m.lin(a)) | m.layers['0'](a).tanh() | F.gelu(m.lin(a)) | m.lin(a) + a | m.lstm(a[None])[0] | m.ln(a).softmax(-1) | torch.bmm(a[None], a.mT[None]) + 1 | a.sum() * m.w | m.conv(a).relu().sum(1)"""


def frozen(text, at):
    f = eval(f"lambda m, a: {text}", globals())
    with torch._inductor.config.patch(freezing=True, fx_graph_cache=False), torch.no_grad():
        logged(lambda: compiled(Net(f).eval(), x(), grad=False))
    with torch._functorch.config.patch(functionalize_rng_ops=True), contextlib.suppress(Exception):
        kinds.partitioned(Net(lambda m, a: f(m, F.dropout(a, 0.5))), (x(),))
    with (
        torch._inductor.config.patch(fallback_random=at % 2 == 0, cpp_wrapper=False, decompose_mem_bound_mm=True),
        contextlib.suppress(Exception),
    ):
        kinds.post_grad(Net(f), (x(),))


rows("frozen", FROZEN, frozen)

# What Dynamo says of Python.
PYTHON = """sum([a * i for i in range(3)]) | dict(x=a, y=[a.sin()])['y'][0] | (lambda q: q + m.w[0])(a) | next(iter([a, m.w])) + 1 | [a.sin(), print('x')][0] | a if m.training else a.cos() | torch.autograd.forward_ad.make_dual(a, a) if False else a.sin() | torch.profiler.record_function('here').__enter__() and a * 2 | torch._dynamo.graph_break() or a.sin() | torch.get_default_dtype() and a.exp() | torch.is_grad_enabled() and a + 1
torch.manual_seed(0) and torch.rand(3) + a[0, 0] | torch.random.get_rng_state().sum() * a | a.numpy().sum() + 1 if False else a.tolist()[0][0] * a | int(a.shape[0]) * a | a.item() if a.numel() == 1 else a | (torch.zeros(3) if a.dtype == torch.float32 else a) + 1 | torch.set_num_threads(1) or a * 2 | torch.nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))(a) | torch.vmap(lambda r: m.ln(r))(a) | torch.func.grad(lambda v: m.lin(v).sum())(a) | torch.stack(torch.jit.annotate(typing.List[torch.Tensor], [a, a]))
torch.inference_mode()(lambda: m.lin(a))() | torch.enable_grad()(lambda: a * 2)() | torch.autograd.set_detect_anomaly(True) and a | torch.backends.cuda.matmul.allow_tf32 and a or a + 2 | m.count.mul_(2) + a | setattr(m, 'flag', a.sum()) or m.flag * 2 | m.emb.weight[0] + a | math.sqrt(a.shape[1]) * a | a.shape.numel() * a | torch.Size([*a.shape, 1]).numel() + a | torch.utils._pytree.tree_map(torch.sin, {'k': [a]})['k'][0]"""


def python(text, at):
    f = Net(eval(f"lambda m, a: {text}", globals()))
    for run in (kinds.dynamo, kinds.partitioned):
        with contextlib.suppress(Exception):
            run(f, (x(),))
    with contextlib.suppress(Exception):
        logged(lambda: compiled(f, x().requires_grad_(), backend="aot_eager"))


rows("python", PYTHON, python)


# Programs of several inputs with sizes that depend on each other; programs for training; drafts.
@of("export")
def sizes_related():
    n, k = Dim("n", min=3, max=1024), Dim("k")
    for f, shapes, inputs in (
        (lambda m, a, b: a[1:] + b, ({0: n}, {0: n - 1}), (x(5, 4), x(4, 4))),
        (lambda m, a, b: a.reshape(-1) + b, ({0: 2 * k}, {0: 8 * k}), (x(6, 4), x(24))),
        (lambda m, a, b: torch.cat([a, b]) * a.shape[0], ({0: Dim.AUTO}, {0: Dim.AUTO}), (x(5, 4), x(3, 4))),
        (lambda m, a, b: a @ b, ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC}, {0: Dim.DYNAMIC}), (x(5, 4), x(4, 3))),
        (
            lambda m, a, b: a.view(a.shape[0] // 2, 2, -1).sum() + b.shape[0],
            ({0: Dim.AUTO}, {0: Dim.DYNAMIC}),
            (x(6, 4), x(3, 4)),
        ),
        (
            lambda m, a, b: (a.unfold(0, 2, 1), F.max_pool1d(b[None], 2)),
            ({0: Dim.DYNAMIC(min=2, max=9)}, {1: Dim.AUTO}),
            (x(6, 4), x(3, 8)),
        ),
    ):
        for strict in (False, True):
            for deferred in (False, True):
                with contextlib.suppress(Exception):
                    program(
                        export(
                            Net(f),
                            inputs,
                            dynamic_shapes=(shapes,),
                            strict=strict,
                            prefer_deferred_runtime_asserts_over_guards=deferred,
                        )
                    )
                with contextlib.suppress(Exception):
                    ep = export(Net(f), inputs, dynamic_shapes=(shapes,), strict=strict)
                    module(ep.module())
                    module(ep.module(check_guards=False))
                    program(ep.run_decompositions())


@of("export")
def drafts():
    for f, inputs in (
        (lambda m, a: a[: a[0, 0].long().item()], (x().abs(),)),
        (lambda m, a: kinds.scale(a) if a.sum() > 0 else a, (x(),)),
        (lambda m, a: torch.ops.aten.nonzero(a).view(-1), (x(),)),
    ):
        with contextlib.suppress(Exception):
            ep = torch.export.draft_export(Net(f), inputs)
            program(ep)
            keep("program", str(ep))


@of("export")
def kept_signatures():
    class Inner(nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = nn.Linear(4, 4)

        def forward(self, a, *, k=None):
            return {"o": self.lin(a), "k": k}

    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def forward(self, a):
            return self.inner(a, k=a.sin())["o"] + self.inner(a + 1)["o"]

    for strict in (False, True):
        with contextlib.suppress(Exception):
            ep = export(Outer(), (x(),), preserve_module_call_signature=("inner",), strict=strict)
            program(ep)
            flat = torch.export.unflatten(ep)
            keep("graph", str(flat.graph))
            readable(flat) if hasattr(flat, "print_readable") else None
            for child in flat.children():
                keep("graph", str(child.graph)) if hasattr(child, "graph") else None


@of("export")
def models():
    for m, inputs in (
        (nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), (x(1, 3, 4),)),
        (nn.TransformerDecoderLayer(4, 2, 8, batch_first=True).eval(), (x(1, 3, 4), x(1, 3, 4))),
        (nn.GRU(4, 4, num_layers=2, bidirectional=True), (x(),)),
        (nn.LSTMCell(4, 4), (x(),)),
        (nn.Bilinear(4, 4, 2), (x(), x())),
        (nn.EmbeddingBag(5, 4, mode="sum"), (torch.tensor([[1, 2], [0, 4]]),)),
        (
            nn.Sequential(
                nn.Conv2d(1, 2, 3, padding="same", padding_mode="reflect"),
                nn.BatchNorm2d(2),
                nn.MaxPool2d(2),
                nn.Flatten(),
            ),
            (x(1, 1, 6, 6),),
        ),
        (
            nn.Sequential(
                nn.ConvTranspose2d(1, 2, 3, stride=2, output_padding=1),
                nn.InstanceNorm2d(2, affine=True),
                nn.AdaptiveAvgPool2d((1, None)),
            ),
            (x(1, 1, 4, 4),),
        ),
        (nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4]), (x(), torch.tensor([0, 3, 5]))),
        (nn.PixelUnshuffle(2), (x(1, 1, 4, 4),)),
        (nn.MultiheadAttention(4, 2, add_bias_kv=True, kdim=4, vdim=4), (x(3, 1, 4), x(3, 1, 4), x(3, 1, 4))),
        (torch.nn.utils.parametrizations.spectral_norm(nn.Linear(4, 4)), (x(),)),
    ):
        for run in (exported, kinds.joint, kinds.dynamo, kinds.partitioned, kinds.training, kinds.stacked):
            kinds.current[0] = f"export.models.{type(m).__name__}.{run.__name__}"
            with contextlib.suppress(Exception):
                run(m, inputs)


def main():
    for kind, programs in PROGRAMS.items():
        if sys.argv[2:] and kind not in sys.argv[2:]:
            continue
        for name, run in programs.items():
            kinds.current[0] = f"{kind}.{name}"
            torch.manual_seed(len(name))
            try:
                with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
                    run()
            except Exception as error:
                print(kinds.current[0], type(error).__name__, str(error)[:100].replace("\n", " "), flush=True)
        print(kind, len(kinds.seen), flush=True)


if __name__ == "__main__":
    main()
