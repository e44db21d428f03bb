"""Models whose saved programs hold every kind of thing that an archive can hold.   Used by record_archives.py.

`MODELS` maps a name to (module, args, kwargs, dynamic shapes).
"""

import torch
import torch.nn.functional as F
from torch.export import Dim


def x(*shape):
    return torch.arange(1, 1 + torch.Size(shape).numel(), dtype=torch.float32).reshape(shape) / 7


MODELS = {}


def model(*args, dynamic=None, state=None, kwargs=None):
    def add(fn):
        cls = type("M", (torch.nn.Module,), {"forward": fn})
        module = cls()
        for name, value in (state() if state else {}).items():
            module.register_buffer(name[2:], value) if name.startswith("b_") else setattr(module, name, value)
        MODELS[fn.__name__] = (module, args, kwargs or {}, dynamic)
        return fn

    return add


@model(x(6, 4))
def lists(self, x):
    a, b, c = torch.split(x, 2)
    d, e = x.chunk(2, 1)
    first, *_ = torch.unbind(x, 1)
    return a + b, d, first, torch.cat([c, a])


@model(x(5), x(5))
def several_results(self, x, y):
    values, indices = torch.topk(x, 2)
    ordered, _ = torch.sort(y)
    mean, var = torch.var_mean(x)
    return values, indices, ordered, mean


@model(x(3, 4), torch.tensor([0, 2]))
def none_among_arguments(self, x, i):
    y = x.clone()
    y[:, i] = 0.0
    return x[:, i], y, torch.clamp(x, None, 1.0)


@model(x(4))
def infinite(self, x):
    return x.masked_fill(x > 0.3, float("-inf")), torch.clamp(x, max=float("inf")), x.nan_to_num(nan=float("nan"))


@model(x(2, 3, 4, 4))
def formats(self, x):
    a = x.to(memory_format=torch.channels_last)
    b = torch.zeros(2, 3, dtype=torch.float64, device="cpu")
    return (
        a.to(torch.bfloat16),
        b,
        torch.zeros_like(a, memory_format=torch.contiguous_format),
        F.pad(x, [1, 1, 1, 1], mode="reflect"),
    )


@model(x(3))
def words(self, x):
    return F.gelu(x, approximate="tanh"), torch.einsum("i,i->", x, x), torch.div(x, 2, rounding_mode="floor")


@model(x(3, 4), 2, None, True, 0.5, "sum")
def constants_as_inputs(self, x, n, nothing, flag, f, how):
    return x.sum(n - 1) if flag else x * f


@model(x(3), kwargs={"scale": x(3), "more": {"a": x(3), "b": (x(3),)}})
def nested_inputs(self, x, *, scale, more):
    return {"sum": x + scale, "pair": [more["a"], more["b"][0] * 2]}


@model(x(4))
def constant_results(self, x):
    return x + 1, 3, None, 2.5, x


@model(x(4, 4), state=lambda: {"b_seen": torch.zeros(()), "lin": torch.nn.Linear(4, 4)})
def mutated_buffer(self, x):
    self.seen.add_(1)
    return self.lin(x) * self.seen


@model(x(4))
def regions(self, x):
    with torch.no_grad():
        y = x.sin()
        with torch.enable_grad():
            z = y.cos() + 1
        y = y + z
    with torch.no_grad():
        a, b = torch.split(y, 2)
    return a, b.exp()


@model(x(3, 3))
def autocast_region(self, x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
    return y + 1


@model(x(4))
def branches(self, x):
    def inner(x):
        return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))

    return torch.cond(x.sum() > 1, lambda x: (inner(x), x), lambda x: (x.cos(), x * 2), (x,))


@model(x(3))
def loop(self, x):
    return torch._higher_order_ops.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (torch.tensor(0), x))


@model(x(6, 4), dynamic=({0: Dim("n", min=2, max=60) * 2, 1: Dim("m")},))
def dynamic_sizes(self, x):
    n, m = x.shape
    y = x.reshape(n * m // 2, 2) + n
    return y, x.reshape(-1), x[: n // 2], x.new_zeros(n + m), torch.cat([x, x, x])


@model(x(4), x(4), dynamic=({0: Dim("n", min=4)}, {0: Dim("n", min=4)}))
def symbolic_results(self, x, y):
    n = x.shape[0]
    return n, n * 2 + 1, torch.sym_max(n, 3), n % 2, x + y, x.sum() / n


@model(torch.tensor(3))
def unbacked(self, x):
    n = x.item()
    torch._check_is_size(n)
    torch._check(n <= 8)
    return torch.zeros(n) + 1, torch.ones(n + 2, 3)


@model(torch.tensor([1, 0, 2]))
def data_dependent(self, x):
    return torch.nonzero(x), x[x > 0]


@model(x(2, 3), x(2, 3))
def awkward_names(self, input, lambda_):
    print_1 = input + lambda_
    getitem = print_1 * 2
    add = getitem.max(1)
    return add.values, add[1], getitem


@model(
    x(2, 4),
    state=lambda: {"layers": torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))},
)
def sliced_layers(self, x):
    return self.layers[1:](self.layers[:1](x))


@model(torch.tensor([[1, 2], [0, 3]]), state=lambda: {"emb": torch.nn.Embedding(5, 4), "norm": torch.nn.LayerNorm(4)})
def layers(self, i):
    return self.norm(self.emb(i)), F.embedding_bag(i, self.emb.weight)


@model(x(1, 2, 6, 6), state=lambda: {"conv": torch.nn.Conv2d(2, 3, 3), "bn": torch.nn.BatchNorm2d(3).eval()})
def convolutions(self, x):
    y = self.bn(self.conv(x))
    return F.max_pool2d(y, 2, return_indices=True), F.adaptive_avg_pool2d(y, 1), F.interpolate(x, scale_factor=2.0)


@model(
    x(1, 3, 4),
    state=lambda: {
        "lstm": torch.nn.LSTM(4, 5, batch_first=True),
        "att": torch.nn.MultiheadAttention(4, 2, batch_first=True),
    },
)
def recurrent(self, x):
    out, (h, c) = self.lstm(x)
    return out, h, self.att(x, x, x)[0]


@model(x(4))
def alone(self, x):
    return x.relu()


@model(x(2, 2))
def bare(self, x):
    return x


@model(torch.tensor([1 + 2j, 3 - 1j]))
def complex_values(self, z):
    return z.real + z.imag, torch.view_as_real(z * 2)
