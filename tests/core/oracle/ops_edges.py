"""The facts of tests/core/ops_edges_test.cpp, asked of PyTorch 2.6.0: one printed line for each question.

Usage: python3 ops_edges.py
"""

import torch, warnings

warnings.simplefilter("ignore")
torch.set_default_dtype(torch.float64)
F = torch.nn.functional
t = torch.tensor
nan = float("nan")
inf = float("inf")


def r(d, dt=torch.float64):
    return torch.tensor(d, dtype=dt, requires_grad=True)


def I(d):
    return torch.tensor(d, dtype=torch.int64)


def B(d):
    return torch.tensor(d, dtype=torch.bool)


def T(l, f):
    try:
        x = f()
        if isinstance(x, (tuple, list)):
            x = " | ".join(str(y) for y in x)
        print(l, "=>", " ".join(str(x).split()))
    except BaseException as e:
        print(l, "=> !", type(e).__name__ + ": " + str(e)[:330])


def g(f, *d):
    def w():
        xs = [r(x) for x in d]
        y = f(*xs)
        gs = torch.autograd.grad(y.sum(), xs, create_graph=True, allow_unused=True)
        q = [z.sum() for z in gs if z is not None and z.requires_grad]
        names = [z.grad_fn.name() if z is not None and z.grad_fn else None for z in gs]
        h = torch.autograd.grad(sum(q), xs, allow_unused=True) if q else ["-"]
        return [y.grad_fn.name(), *gs, names, "||", *h]

    return w


T("max nan", g(lambda a: a.max(), [nan, 2, nan]))
T("min nan", g(lambda a: a.min(), [nan, 2, nan]))
T("amax nan", g(lambda a: a.amax(), [nan, 2, nan]))
T("amin nan0", g(lambda a: a.amin(0), [nan, 2, nan]))
T("hardtanh nan", g(lambda a: F.hardtanh(a), [nan, 2, 0.5, 1, -1]))
T("relu6 nan", g(lambda a: F.relu6(a), [nan, 2, 7, 0, 6]))
T("hardswish nan", g(lambda a: F.hardswish(a), [nan, 2, 3, -3, 5]))
T("hardswish f", lambda: [F.hardswish(t([-3.0, 3.0, -inf, inf, nan])), F.hardsigmoid(t([nan])), F.hardtanh(t([nan]))])
T("hardsigmoid nan", g(lambda a: F.hardsigmoid(a), [nan, 2, 3, -3, 5]))
T("leaky nan", g(lambda a: F.leaky_relu(a, 0.2), [nan, 0, -1, 1]))
T("softplus", g(lambda a: F.softplus(a), [nan, 25, -50, 0.5]))
T("elu", g(lambda a: F.elu(a), [nan, 0, -1, 1]))
T("mse", g(lambda a, b: F.mse_loss(a, b), [1, 2], [3, 5]))
T(
    "pow -inf .5",
    lambda: [
        t([-inf, -0.0, -4.0]).pow(0.5),
        t([-inf]).pow(-0.5),
        t([-inf]).pow(t([0.5])),
        t([-inf]).pow(t(0.5)),
        (t([-inf]) ** 1.5),
        t([-inf], dtype=torch.float32).pow(0.5),
    ],
)
T("pow grad", g(lambda a: a.pow(0.5), [-inf, 4, 0]))
T("acosh", g(lambda a: a.acosh(), [-inf, inf, nan, 2, 0, -2]))
T("asinh", g(lambda a: a.asinh(), [-inf, inf, nan, 2]))
T("atanh", g(lambda a: a.atanh(), [-inf, inf, nan, 0.5]))
T("asinh", g(lambda a: a.asinh(), [-inf, inf, nan, 2]))
T("acosh f", lambda: t([-inf, -2.0]).acosh())
# bools
T("bool add", lambda: [B([1, 1, 0]) + B([1, 0, 0]), B([1, 1]).add(B([1, 0]), alpha=True), B([1]).add(True), B([1]) + 1])
T("bool add_", lambda: B([1, 1]).add_(B([1, 0])))
T("bool scatter_add", lambda: B([0, 1]).scatter_add(0, I([1, 1]), B([1, 1])).to(torch.int64))
T("bool index_add", lambda: B([0, 1]).index_add(0, I([1, 1]), B([1, 1])).to(torch.int64))
T(
    "bool sum",
    lambda: [
        B([1, 1]).sum(dtype=torch.bool),
        B([[1, 1]]).sum(1, dtype=torch.bool),
        B([1, 1]).prod(dtype=torch.bool),
        I([2, -2]).sum(dtype=torch.bool),
    ],
)
T("bool cumsum", lambda: B([1, 1]).cumsum(0, dtype=torch.bool))
T("mean dtype", lambda: t([1.0, 2.0]).mean(dtype=torch.int64))
T("long sum", lambda: torch.full([10000000], 0.1, dtype=torch.float32).sum().item())
T("bool mul", lambda: [B([1, 1]).mul(B([1, 0])), B([1]).maximum(B([0]))])
T("bool sub", lambda: B([1]).sub(1))
# cat
z = torch.zeros
T(
    "cat e",
    lambda: [
        torch.cat([t([]), t([[1.0, 2]])]).shape,
        torch.cat([t([[1.0, 2]]), t([])], 1).shape,
        torch.cat([t([]), t([])]).shape,
        torch.cat([I([]), t([[1.0]])]).dtype,
        torch.cat([t([], dtype=torch.float64), t([[1.0]], dtype=torch.float32)], -1).dtype,
    ],
)
T("cat e dim", lambda: torch.cat([t([]), t([[1.0, 2]])], 1).shape)
T("cat e dim2", lambda: torch.cat([t([]), t([[1.0, 2]])], 2).shape)
T("cat e 2-d empty", lambda: torch.cat([z(0, 3), t([[1.0, 2]])]).shape)
T("cat ee dim1", lambda: torch.cat([t([]), t([])], 1).shape)
T("cat order", lambda: torch.cat([t([1.0]), t([]), t([[1.0, 2]])]).shape)


def f():
    a = r([])
    b = r([[1.0, 2]])
    y = torch.cat([a, b])
    gg = torch.autograd.grad(y.sum(), [a, b], create_graph=True)
    return gg, y.grad_fn.name()


T("cat bw", f)


def f():
    a = z(0, 3, requires_grad=True)
    y = a.split(2)
    gg = torch.autograd.grad(sum(q.sum() for q in y), [a])
    return len(y), [q.shape for q in y], gg, y[0].grad_fn.name()


T("split bw", f)


def f():
    a = z(0, 3, requires_grad=True)
    y = a.chunk(2)
    gg = torch.autograd.grad(sum(q.sum() for q in y), [a])
    return len(y), [q.shape for q in y], gg, y[0].grad_fn.name()


T("chunk bw", f)


def f():
    a = z(0, 3, requires_grad=True)
    y = a.split([0, 0])
    gg = torch.autograd.grad(sum(q.sum() for q in y), [a])
    return len(y), [q.shape for q in y], gg, y[0].grad_fn.name()


T("splits bw", f)


def f():
    a = z(0, 3, requires_grad=True)
    y = torch.cat([a, a], 1)
    return torch.autograd.grad(y.sum(), [a]), y.shape


T("cat00", f)
T("sum 0d", lambda: t(1.0).sum([0, -1]))
T("sum 0d b", lambda: t(1.0).sum([0, 0]))
T("mean0d", lambda: t(1.0).mean([0, -1]))
T("amax0d", lambda: t(1.0).amax([0, -1]))
T("flip0d", lambda: t(1.0).flip([0, -1]))
T("var0d", lambda: t(1.0).var([0, -1], correction=0))
T("amax(-1) e", lambda: z(2, 0).amax(-1))
T("amax 1", lambda: z(2, 0).amax(1))
T("amax0-1", lambda: z(0, 2).amax((0, 1)))
T("max(-1)", lambda: z(2, 0).max(-1))
T("argmax(-1)", lambda: z(2, 0).argmax(-1))
T("amin(-2)", lambda: z(0, 2).amin(-2))
T("max 0", lambda: z(2, 0).max(1))
T("argmax 1", lambda: z(2, 0).argmax(1))
T("ises", lambda: t([1.0, 2]).index_select(0, I([2])))
T("ises2", lambda: t([[1.0, 2], [3, 4]]).index_select(0, I([2])))
T("ises -1", lambda: t([[1.0, 2], [3, 4]]).index_select(1, I([-1])))
T("ises int", lambda: I([1]).index_select(0, I([2])))
T("ises f32", lambda: t([1.0], dtype=torch.float32).index_select(0, I([2])))
T("ises 3d", lambda: z(2, 2, 2).index_select(2, I([7])))
T("ises bool", lambda: B([1]).index_select(0, I([7])))
T("ises 0d", lambda: t(1.0).index_select(0, I([7])))
T("ises 2d 1", lambda: z(3, 2).index_select(1, I([0, 1, 7])))
T("ises nc", lambda: z(3, 2).t().index_select(0, I([0, 1, 7])))
T("ises nc1d", lambda: z(3, 2)[:, 0].index_select(0, I([0, 1, 7])))
T("index_add oob", lambda: t([1.0, 2]).index_add(0, I([2]), t([1.0])))
T("index_add oob2", lambda: z(2, 2).index_add(0, I([2]), z(1, 2)))
T("scatter oob", lambda: t([1.0, 2]).scatter_add(0, I([2]), t([1.0])))
T("gather", lambda: t([1.0, 2]).gather(0, I([5])))
T("strided", lambda: t([1.0, 2]).as_strided([2], [-1]))
T("strided2", lambda: t([1.0, 2]).as_strided([2, 1], [-1, -2]))
T("strided neg size", lambda: t([1.0, 2]).as_strided([-2], [1]))
T("strided mism", lambda: t([1.0, 2]).as_strided([2], [1, 1]))
T("strided off", lambda: t([1.0, 2]).as_strided([2], [1], -1))
T("view-2", lambda: t([1.0, 2]).view(-2))
T("view-2-1", lambda: t([1.0, 2]).view(-2, -1))
T("view-1-2", lambda: t([1.0, 2]).view(-1, -2))
T("view-1-1", lambda: t([1.0, 2]).view(-1, -1))
T("reshape-2", lambda: t([1.0, 2]).reshape(-2))
T("view e", lambda: z(0, 2).view(-1, 0))
T("view 3", lambda: t([1.0, 2]).view(3))
T("reshape e", lambda: z(0, 2).reshape(-1, 0))
T("nll b", lambda: F.nll_loss(z(3, 2), I([0, 1])))
T("nll 0", lambda: F.nll_loss(z(3, 2), I(0)))
T("nll1", lambda: F.nll_loss(z(2), I([0, 1])))
T("nll1b", lambda: F.nll_loss(z(2), I([0])))
T("ce b", lambda: F.cross_entropy(z(3, 2), I([0, 1])))
T("nll 3", lambda: F.nll_loss(z(3, 2, 4), I([[0, 1]])))
T("nll img", lambda: F.nll_loss(z(3, 2, 4), z(3, 5).long()))
T("nll 2dtarget", lambda: F.nll_loss(z(3, 2), z(3, 1).long()))
T("ce 3", lambda: F.cross_entropy(z(3, 2, 4), z(3, 5).long()))
T("ce0", lambda: F.cross_entropy(z(3, 2), I(1)))
T("nll4", lambda: F.nll_loss(z(3, 2, 4, 5), z(3, 4, 6).long()))
T("nll s", lambda: F.nll_loss(z(()), I(0)))
T("clamp bool T", lambda: B([1, 0]).clamp(B([0, 0]), B([1, 1])))
T("clamp bool min", lambda: B([1, 0]).clamp(B([0, 0])))
T("clamp bool max", lambda: B([1, 0]).clamp(max=B([0, 0])))
T("clamp bool n", lambda: B([1, 0]).clamp(False, True))
T("clamp bool 0", lambda: B([1, 0]).clamp(0, 1))
T("clamp bool T mixed", lambda: B([1, 0]).clamp(I([0, 0])))
T("cos int", lambda: F.cosine_similarity(I([[1, 2]]), I([[3, 4]])))
T("cos bool", lambda: F.cosine_similarity(B([[1, 1]]), B([[1, 1]])))
T("cos mix", lambda: F.cosine_similarity(I([[1, 2]]), t([[3.0, 4]])))
