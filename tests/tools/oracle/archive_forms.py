"""Programs that stretch the format of saved models, saved by the PyTorch that runs this.   python3 -B archive_forms.py
OUT_FOLDER

Regions in regions, closures, buffers that change, tied and shared weights, every common dtype, sizes of zero and none,
constraints between sizes, module call signatures. OUT_FOLDER gains NAME.pt2 and recorded.json: the text of the graph
after torch.export.load, and inputs, weights and results as numbers. Where this PyTorch cannot export, save or load a
program, recorded.json has the error."""

import json
import linecache
import os
import sys
import types
import warnings

import torch
from torch.export import Dim

warnings.simplefilter("ignore")
SOURCE = r"""
import torch
from torch import nn
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.map import map as map_op
from torch._higher_order_ops.scan import scan


class CondInCond(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        def inner_true(t):
            return t.sin() + 1

        def inner_false(t):
            return t.cos() * 2

        def outer_true(t):
            return torch.cond(t.sum() > 1, inner_true, inner_false, (t,)) * t

        def outer_false(t):
            return torch.cond(t.max() > 0, inner_false, inner_true, (t.neg(),))

        return torch.cond(x.sum() > 0, outer_true, outer_false, (self.lin(x),))


class CondWithParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 2)
        self.b = nn.Linear(3, 2, bias=False)
        self.register_buffer("scale", torch.tensor([2.0, -1.0]))

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda t: self.a(t) * self.scale, lambda t: self.b(t) + self.scale, (x,))


class ThreeDeep(nn.Module):
    def forward(self, x, flag):
        def deepest(t):
            return torch.cond(t.numel() > 3, lambda v: v + 1, lambda v: v - 1, (t,))

        def middle(t):
            return torch.cond(t.min() < 0, deepest, lambda v: v.exp() + 0, (t,))

        return (torch.cond(flag, middle, lambda v: v * 3, (x,)),)


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.register_buffer("step", torch.tensor(1))

    def forward(self, i, x):
        def cond_fn(it, y):
            return it.sum() < 4

        def body_fn(it, y):
            return it + self.step, self.lin(y) + y

        return while_loop(cond_fn, body_fn, (i, x))


class LoopInCond(nn.Module):
    def forward(self, i, x):
        def looped(i, x):
            return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (i, x))[1]

        return torch.cond(x.sum() > 0, looped, lambda i, x: x.clone(), (i, x))


class Map(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3) / 4)

    def forward(self, xs, y):
        return map_op(lambda x, y: x.sin() * y + y.sum(), xs, y) * self.w


class Scan(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.ones(3) / 4)

    def forward(self, start, xs):
        last, all_ = scan(lambda carry, x: (carry * self.w + x, carry.sin()), start, xs, dim=0)
        return last, all_ + 1


class NoGradInCond(nn.Module):
    def forward(self, x):
        def branch(t):
            with torch.no_grad():
                s = t.sum()
            return t * s

        return torch.cond(x.sum() > 0, branch, lambda t: t - 1, (x,))


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros((), dtype=torch.int64))
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("hidden", torch.arange(3.0), persistent=False)

    def forward(self, x):
        self.n.add_(1)
        self.mean.mul_(0.5).add_(x.mean(0) * 0.5)
        return x * self.mean + self.hidden, self.n * 2


class MutatedInput(nn.Module):
    def forward(self, x, y):
        x.add_(y)
        y[0] = 7
        return x.sum() + y


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 4)
        self.head = nn.Linear(4, 5, bias=False)
        self.head.weight = self.emb.weight
        self.register_buffer("b", torch.arange(5.0))
        self.register_buffer("b2", self.b)

    def forward(self, ids):
        return self.head(self.emb(ids)) + self.b + self.b2


class SharedStorage(nn.Module):
    def __init__(self):
        super().__init__()
        whole = torch.arange(24.0)
        self.register_buffer("front", whole[:12].view(3, 4))
        self.register_buffer("back", whole[12:].view(4, 3))
        self.register_buffer("every", whole[1::5])

    def forward(self, x):
        return (x @ self.front) @ self.back + self.every.sum()


class Noncontiguous(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.arange(6.0).reshape(3, 2).t())
        self.register_buffer("e", torch.tensor([[1.0], [2.0]]).expand(2, 3))
        self.k = torch.arange(12.0).reshape(3, 4)[:, ::2].t()

    def forward(self, x):
        return x * self.w + self.e - self.k


class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = nn.Parameter(torch.tensor([0.5, 1.25, -3.0], dtype=torch.float16))
        self.register_buffer("bf", torch.tensor([1.5, 2.0, -0.125], dtype=torch.bfloat16))

    def forward(self, x, y):
        return x * self.h, y + self.bf, (x.float() + y.float()).sum()


class Integers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("i8", torch.tensor([-128, 0, 127], dtype=torch.int8))
        self.register_buffer("u8", torch.tensor([0, 1, 255], dtype=torch.uint8))
        self.register_buffer("i16", torch.tensor([-300, 0, 300], dtype=torch.int16))
        self.register_buffer("i32", torch.tensor([-70000, 0, 70000], dtype=torch.int32))
        self.register_buffer("mask", torch.tensor([True, False, True]))
        self.f64 = nn.Parameter(torch.tensor([0.1, 0.2, 0.3], dtype=torch.float64))

    def forward(self, x):
        return x + self.i8 + self.i16, self.i32 * 2, torch.where(self.mask, self.f64, 0.0), self.u8 + self.u8, self.mask & (x > 0)


class Complex(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("z", torch.tensor([1 + 2j, -0.5j], dtype=torch.complex64))

    def forward(self, x):
        return x * self.z, self.z.conj()


class Empty(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("none", torch.zeros(0, 3))
        self.w = nn.Parameter(torch.zeros(2, 0))

    def forward(self, x):
        return torch.cat([x, self.none]), self.w.sum(1), x[:0]


class Scalars(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.tensor(2.5))
        self.register_buffer("b", torch.tensor(3, dtype=torch.int32))
        self.c = torch.tensor(True)

    def forward(self, x, n):
        return x * self.a + self.b, torch.where(self.c, x, 0.0), x.sum() + n


class Constraints(nn.Module):
    def forward(self, x, y):
        return torch.cat([x, y]).unsqueeze(1) + x.shape[0], y.shape[0] * 2, x.new_zeros(x.shape[0] + 1)


class Unbacked(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check_is_size(k)
        torch._check(k <= 8)
        return torch.zeros(k, 2) + x, torch.nonzero(x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.act = nn.GELU()

    def forward(self, x, *, scale):
        return self.act(self.norm(x)) * scale


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])
        self.last = self.blocks[0]

    def forward(self, x):
        for block in self.blocks:
            x = block(x, scale=0.5)
        return {"out": self.last(x, scale=2.0), "parts": [x, (x.sum(), None)]}


class Pytree(nn.Module):
    def forward(self, x, d, *, k=None):
        return {"s": x + d["a"][0], "t": (d["b"], [k["z"]])}, x.shape[1], 2.5, None


class Names(nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module("0", nn.Linear(2, 2))
        self.register_buffer("class_", torch.ones(2))
        self.lambda_ = nn.Parameter(torch.zeros(2))

    def forward(self, input, self_, mul):
        add = getattr(self, "0")(input) + self_
        return add.mul(mul) + self.class_ + self.lambda_


class Lists(nn.Module):
    def forward(self, x):
        a, b, c = torch.split(x, [1, 2, 1], 1)
        values, places = torch.topk(x, 2, 1)
        return [t.sum() for t in torch.unbind(x)], torch.index_put(x, (places[:, 0] % 2, places[:, 1]), values[0, 0]), torch.stack([a[:, 0], c[:, 0]]), b


class Infinite(nn.Module):
    def forward(self, x):
        return torch.clamp(x, min=float("-inf"), max=1e38), torch.full_like(x, float("nan")), x.masked_fill(x > 0, float("inf")), x + 1e-45


class Autocast(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = self.lin(x)
            y = y.relu()
        return y.float(), x @ x.t()


class Random(nn.Module):
    def forward(self, x):
        return torch.nn.functional.dropout(x, 0.0, True), torch.rand(2, 3) * 0 + x.sum()
"""


def rows(scope):
    """Name -> (module, args, kwargs, dynamic_shapes, other arguments of export)."""
    line = torch.linspace(-1, 1, 6).reshape(2, 3)
    four = torch.linspace(-2, 2, 8).reshape(2, 4)
    n = Dim("n", min=2, max=64)
    return {
        "cond_in_cond": (scope["CondInCond"](), (line,), {}, None, {}),
        "cond_with_parameters": (scope["CondWithParameters"](), (line,), {}, ({0: n},), {}),
        "three_deep": (scope["ThreeDeep"](), (line, torch.tensor(True)), {}, None, {}),
        "loop": (scope["Loop"](), (torch.tensor(0), torch.ones(2, 2)), {}, None, {}),
        "loop_in_cond": (scope["LoopInCond"](), (torch.tensor(0), torch.ones(2, 2)), {}, None, {}),
        "map": (scope["Map"](), (torch.linspace(0, 1, 6).reshape(2, 3), torch.ones(3)), {}, None, {}),
        "scan": (scope["Scan"](), (torch.zeros(3), line), {}, None, {}),
        "no_grad_in_cond": (scope["NoGradInCond"](), (line,), {}, None, {}),
        "counter": (scope["Counter"](), (line,), {}, ({0: n},), {}),
        "mutated_input": (scope["MutatedInput"](), (torch.ones(3), torch.arange(3.0)), {}, None, {}),
        "tied": (scope["Tied"](), (torch.tensor([0, 4, 2]),), {}, ({0: n},), {}),
        "shared_storage": (scope["SharedStorage"](), (line,), {}, None, {}),
        "noncontiguous": (scope["Noncontiguous"](), (line,), {}, None, {}),
        "half": (
            scope["Half"](),
            (torch.ones(3, dtype=torch.float16), torch.ones(3, dtype=torch.bfloat16)),
            {},
            None,
            {},
        ),
        "integers": (scope["Integers"](), (torch.tensor([1, -2, 3], dtype=torch.int8),), {}, None, {}),
        "complex": (scope["Complex"](), (torch.tensor([2.0, 3.0]),), {}, None, {}),
        "empty": (scope["Empty"](), (line,), {}, None, {}),
        "scalars": (scope["Scalars"](), (torch.tensor(0.5), 3), {}, None, {}),
        "constraints": (scope["Constraints"](), (torch.ones(4), torch.ones(8)), {}, ({0: n}, {0: 2 * n}), {}),
        "unbacked": (scope["Unbacked"](), (torch.tensor([1.0, 0.0]), torch.tensor(3)), {}, None, {}),
        "kept": (scope["Kept"](), (four,), {}, None, {"preserve_module_call_signature": ("blocks.0", "blocks.1")}),
        "pytree": (scope["Pytree"](), (line, {"a": [line], "b": line * 2}), {"k": {"z": line + 1}}, None, {}),
        "names": (scope["Names"](), (torch.ones(2, 2), torch.ones(2), torch.ones(2)), {}, None, {}),
        "lists": (scope["Lists"](), (four,), {}, None, {}),
        "infinite": (scope["Infinite"](), (line,), {}, None, {}),
        "autocast": (scope["Autocast"](), (four,), {}, None, {}),
        "random": (scope["Random"](), (line,), {}, None, {}),
    }


SHORT = {
    torch.float32: "f32",
    torch.float64: "f64",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "u8",
    torch.bool: "b8",
    torch.bfloat16: "bf16",
    torch.float16: "f16",
    torch.complex64: "c64",
}


def datum(value):
    if not isinstance(value, torch.Tensor):
        return value
    flat = torch.view_as_real(value.detach().resolve_conj()) if value.is_complex() else value.detach()
    data = [str(x) if isinstance(x, float) and x - x != 0 else x for x in flat.flatten().tolist()]
    return {"dtype": SHORT[value.dtype], "shape": list(value.shape), "data": data}


def record(name, row, out):
    module, args, kwargs, dynamic, more = row
    newest = not torch.__version__.startswith("2.6")
    export = torch.export.export if newest else torch.export.export_for_training
    copies = torch.utils._pytree.tree_map(lambda x: x.clone() if isinstance(x, torch.Tensor) else x, (args, kwargs))
    program = export(module, args, kwargs, dynamic_shapes=dynamic, strict=False, **more)
    file = "%s/%s.pt2" % (out, name)
    torch.export.save(program, file)
    loaded = torch.export.load(file)
    inputs = [datum(x) for x in torch.utils._pytree.tree_leaves(copies)]
    state = {
        key: datum(x) for key, x in {**loaded.state_dict, **loaded.constants}.items() if isinstance(x, torch.Tensor)
    }
    given, named = copies
    results = torch.utils._pytree.tree_leaves(loaded.module()(*given, **named), is_leaf=lambda x: x is None)
    return {
        "graph": str(loaded.graph),
        "ranges": str(loaded.range_constraints),
        "inputs": inputs,
        "state": state,
        "outputs": [datum(x) for x in results],
        "kept": [entry.fqn for entry in loaded.module_call_graph if entry.signature is not None],
    }


def main(out, *names):
    os.makedirs(out, exist_ok=True)
    # Guards look functions up in their module.
    module = types.ModuleType("archive_forms")
    sys.modules["archive_forms"] = module
    scope = module.__dict__
    path = "/models/archive_forms.py"
    linecache.cache[path] = (len(SOURCE), None, SOURCE.splitlines(True), path)
    exec(compile(SOURCE, path, "exec"), scope)
    torch.manual_seed(0)
    file = out + "/recorded.json"
    programs = json.load(open(file))["programs"] if names else {}
    for name, row in rows(scope).items():
        if names and name not in names:
            continue
        try:
            programs[name] = record(name, row, out)
        except Exception as error:
            programs[name] = {"error": "%s: %s" % (type(error).__name__, str(error).strip().split("\n")[0][:200])}
            print(name, programs[name]["error"])
    json.dump({"torch": torch.__version__, "programs": programs}, open(file, "w"), indent=0)
    print(sum("error" not in row for row in programs.values()), "programs of", len(programs))


if __name__ == "__main__":
    main(*sys.argv[1:])
