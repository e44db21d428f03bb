"""Programs for record_printed_texts.py: what 2.14 prints and 2.6 does not, in the forms in which people paste it."""

import contextlib
import torch, torch.nn as nn, torch.fx as fx, torch.nn.functional as F
import torch.fx.traceback as traceback
import torch.utils.checkpoint as checkpoint
from torch.export import Dim, export
from torch.fx.experimental.proxy_tensor import make_fx

PROGRAMS = []


def one(f):
    PROGRAMS.append(f)
    return f


class Net(nn.Module):
    def __init__(self, f, *shapes):
        super().__init__()
        self.f = f
        self.lin = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.register_buffer("b", torch.ones(4))
        self.register_buffer("t", torch.ones(4), persistent=False)
        self.c = torch.ones(4)

    def forward(self, *args):
        return self.f(self, *args)


def x(*shape):
    return torch.randn(*(shape or (3, 4)))


FUNCTIONS = {
    "lin": lambda m, a: m.lin(a).relu(),
    "norm": lambda m, a: m.norm(m.lin(a)) + m.b * m.c,
    "grad": lambda m, a: no_grad(m, a),
    "cast": lambda m, a: autocast(m, a),
    "tree": lambda m, a: {"a": m.lin(a), "b": [a, (a.sin(), 1)]},
    "item": lambda m, a: a[: a.sum().item().__int__() if False else 2].cos(),
    "inplace": lambda m, a: m.b.add_(1) + a,
    "cond": lambda m, a: torch.cond(a.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (a,)),
    "slices": lambda m, a: a[:, 1:3] * a[0, 0] + a[..., None].squeeze(-1)[:, 1:3],
    "dtype": lambda m, a: a.to(torch.float64).sum(dtype=torch.float32) + a.half().float().mean(),
    "attention": lambda m, a: F.scaled_dot_product_attention(a[None], a[None], a[None]),
    "dropout": lambda m, a: F.dropout(m.lin(a), 0.3, m.training),
    "embedding": lambda m, a: F.embedding(a.long().abs() % 3, m.lin.weight),
    "split": lambda m, a: sum(a.split(2, dim=1)) + a.chunk(2, 1)[0],
    "complex": lambda m, a: (torch.view_as_complex(a.reshape(3, 2, 2)) * (1 - 2j)).abs(),
    "inf": lambda m, a: a.masked_fill(a > 0, float("-inf")).clamp(min=-1e30, max=float("inf")),
    "factory": lambda m, a: (
        torch.arange(4, device=a.device) + torch.zeros(3, 4, dtype=torch.int64) + torch.full((4,), True).to(a.dtype)
    ),
    "einsum": lambda m, a: torch.einsum("ij,kj->ik", a, m.lin.weight),
    "loop": lambda m, a: [m.lin(a * i) for i in range(3)],
    "names": lambda m, a: (a.sum(), a.sum(), torch.max(a, 1), a.max()),
    "sort": lambda m, a: torch.topk(a, 2).values + torch.sort(a).values[:, :2],
    "where": lambda m, a: torch.where(a > 0, a, a.new_zeros(())),
    "softmax": lambda m, a: F.cross_entropy(a, torch.tensor([0, 1, 2])),
    "conv": lambda m, a: F.conv1d(a[None], a[None].transpose(0, 1)[:, :, :2], padding=1),
    "var": lambda m, a: a.var(0, correction=0) + a.std() + torch.linalg.norm(a),
}


def no_grad(m, a):
    with torch.no_grad():
        b = m.lin(a)
        with torch.enable_grad():
            c = b.sin()
    return b + c.cos()


def autocast(m, a):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        b = m.lin(a)
    with torch.autocast("cpu", enabled=False):
        c = m.lin(a)
    return b + c


def annotated(m, a):
    with traceback.annotate({"stage": 0}):
        b = m.lin(a)
        with traceback.annotate(
            {"name": "a text that is longer than the forty characters that are shown", "n": [1, 2]}
        ):
            c = b.sin()
    with traceback.annotate({"it's": None, "f": 0.5, "t": (1, "x"), "flag": True}):
        d = c.cos()
    return d + a


def checkpointed(m, a):
    b = checkpoint.checkpoint(lambda v: m.lin(v).sin().cos(), a, use_reentrant=False)
    return checkpoint.checkpoint(lambda v: m.lin(v).relu(), b, use_reentrant=False)


def policy(m, a):
    from functools import partial
    from torch.utils.checkpoint import CheckpointPolicy, create_selective_checkpoint_contexts

    def choose(ctx, op, *args, **kwargs):
        return CheckpointPolicy.MUST_SAVE if op == torch.ops.aten.addmm.default else CheckpointPolicy.PREFER_RECOMPUTE

    return checkpoint.checkpoint(
        lambda v: m.lin(v).sin().cos(),
        a,
        use_reentrant=False,
        context_fn=partial(create_selective_checkpoint_contexts, choose),
    )


def annotated_grad(m, a):
    with traceback.annotate({"fwd": 1}):
        b = no_grad(m, a)
    return b * 2


FUNCTIONS.update(annotated=annotated, checkpointed=checkpointed, policy=policy, annotated_grad=annotated_grad)


def run(keep, module, program, current):
    def attempt(name, f):
        current[0] = "programs." + name
        try:
            f()
        except Exception as error:
            print(name, type(error).__name__, str(error)[:200].replace("\n", " "))

    def readable(gm, **kw):
        keep("readable", gm.print_readable(print_output=False, **kw))

    def forms(gm):
        readable(gm)
        readable(gm, include_stride=True, include_device=True)
        keep("code", gm.code)
        keep("graph", str(gm.graph))

    for name, f in FUNCTIONS.items():
        for strict in (False, True):
            for dynamic in (False, True):

                def exported():
                    ep = export(Net(f), (x(),), strict=strict, dynamic_shapes=({0: Dim.DYNAMIC},) if dynamic else None)
                    program(ep)
                    forms(ep.module())
                    program(ep.run_decompositions())

                attempt(
                    "%s_export%d%d" % (name, strict, dynamic),
                    (lambda: exported()) if not dynamic else (lambda: exported_vararg(f, strict, program)),
                )

        def compiled():
            def backend(gm, inputs):
                module(gm)
                forms(gm)
                return gm

            torch._dynamo.reset()
            torch.compile(Net(f), backend=backend)(x())

        attempt(name + "_dynamo", compiled)

        def joint():
            from torch._dynamo.backends.common import aot_autograd

            def keeper(gm, inputs):
                forms(gm)
                readable(gm, expanded_def=True)
                readable(gm, additional_meta=["seq_nr", "nn_module_stack"])
                return gm

            torch._dynamo.reset()
            from torch._functorch.partitioners import min_cut_rematerialization_partition

            out = torch.compile(
                Net(f),
                backend=aot_autograd(
                    fw_compiler=keeper, bw_compiler=keeper, partition_fn=min_cut_rematerialization_partition
                ),
            )(x().requires_grad_())

            def total(v):
                return (
                    v.sum()
                    if isinstance(v, torch.Tensor)
                    else sum(
                        total(i)
                        for i in (v.values() if isinstance(v, dict) else v if isinstance(v, (list, tuple)) else [])
                    )
                )

            value = total(out)
            if isinstance(value, torch.Tensor) and value.requires_grad:
                value.backward()

        attempt(name + "_aot", joint)
        attempt(name + "_make_fx", lambda: forms(make_fx(lambda a: f(Net(f), a), tracing_mode="symbolic")(x())))

        def described():
            from torch._functorch.aot_autograd import aot_export_joint_with_descriptors

            with contextlib.ExitStack() as stack:
                gm = aot_export_joint_with_descriptors(stack, Net(f), (x(),)).graph_module
                readable(gm)
                readable(gm, expanded_def=True)
                keep("code", gm.code)

        attempt(name + "_joint", described)
    attempt("subclass", lambda: subclasses(forms))
    attempt("loops", lambda: loops(program))


def exported_vararg(f, strict, program):
    class One(Net):
        def forward(self, inp):
            return self.f(self, inp)

    ep = export(One(f), (x(),), strict=strict, dynamic_shapes={"inp": {0: Dim.DYNAMIC}})
    program(ep)
    program(ep.run_decompositions())


def subclasses(forms):
    from torch.testing._internal.two_tensor import TwoTensor

    def backend(gm, inputs):
        forms(gm)
        return gm

    torch.compile(lambda a, b: a.sin() + b, backend=backend)(TwoTensor(x(), x()), x())
    torch.compile(lambda a: a * a.t(), backend=backend)(
        torch.nested.nested_tensor([x(2, 4), x(3, 4)], layout=torch.jagged).values()[:4].to(torch.complex64)
    )


def loops(program):
    from torch._higher_order_ops import scan, while_loop

    class W(nn.Module):
        def forward(self, n, a):
            return while_loop(lambda n, a: n < 3, lambda n, a: (n + 1, a.sin()), (n, a))

    program(export(W(), (torch.tensor(0), x())))

    class S(nn.Module):
        def forward(self, a):
            return scan(lambda c, v: (c + v, c * v), a[0], a)

    program(export(S(), (x(),)))
