"""Random forward functions in the Python subset, captured and run by PyTorch.

    random_forwards.py FIRST COUNT OUT.jsonl        # programs of the seeds FIRST, FIRST + 1, ...; every 20th captured
      strictly
    random_forwards.py --again IN.jsonl OUT.jsonl   # the same sources, captured and run again

A line for each: source, inputs, the graph as torch.export has it before its passes (print_readable), and what this
graph gives on the inputs: results, which of them require grad, gradients of their sum. A statement that does not run in
eager mode is not taken, so that nearly all programs run. PyTorch 2.6.0; one program depends on its seed only."""

import json
import linecache
import random
import sys
import types
import warnings

import torch
import torch.nn.functional as F
from forward_runs import FLOATS, before_passes, plain, run, tensor_of

warnings.simplefilter("ignore")
SMALL = (torch.int32, torch.int16, torch.int8, torch.uint8)
SCALARS = ["2", "3", "-1", "0.5", "1.5", "-0.25", "1", "10", "2.0"]

UNARY = """sin cos tanh sigmoid relu exp neg abs sqrt square log1p expm1 rsqrt reciprocal floor ceil round sign erf sinh cosh atan asinh tan trunc clone
detach contiguous exp2 log2 log10 frac logit deg2rad lgamma isnan isinf erfc positive""".split()
TORCH_UNARY = "sin cos tanh sigmoid relu exp neg abs sqrt square log1p erf sinh atan floor ceil sign zeros_like ones_like logical_not flatten t ravel".split()
F_UNARY = """relu gelu silu softplus mish elu leaky_relu hardtanh hardsigmoid hardswish sigmoid tanh relu6 selu celu logsigmoid softsign tanhshrink
hardshrink softshrink""".split()
REDUCE = "sum mean amax amin var std max min prod logsumexp argmax argmin any all norm cumsum median std_mean var_mean cumprod count_nonzero".split()
BINARY = "+ - * / + - * ** // %".split()
COMPARE = "> < >= <= == !=".split()
BINARY_METHODS = (
    "add sub mul div pow maximum minimum atan2 fmod remainder copysign hypot logaddexp xlogy floor_divide".split()
)
INPLACE = "add_ sub_ mul_ div_ zero_ relu_ sigmoid_ tanh_ exp_ neg_ abs_ clamp_ fill_ copy_ sin_ cos_ sqrt_ floor_ t_ unsqueeze_ masked_fill_ pow_".split()


class Eager:
    """torch, but for cond, which runs the branch at once instead of compiling both."""

    def __getattr__(self, name):
        return (
            (lambda test, yes, no, operands: (yes if test else no)(*operands))
            if name == "cond"
            else getattr(torch, name)
        )


EAGER = Eager()


class Program:
    """Statements and what their names are, executed as they are made."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.scope, self.lines, self.indent, self.fresh = {}, [], 1, set()
        self.inputs = []
        self.count = 0
        for i in range(self.r.choice([1, 1, 2, 2, 2, 3])):
            shape = self.shape()
            t = self.values(
                shape,
                self.r.choice(
                    [torch.float32] * 16 + [torch.float64] * 2 + [torch.int64] * 2 + [torch.bool, self.r.choice(SMALL)]
                ),
            )
            self.inputs.append((f"{'xyz'[i]}", t))
        self.scope = {name: t.clone().requires_grad_(t.dtype in FLOATS) for name, t in self.inputs}

    def shape(self):
        return [self.r.choice([1, 2, 2, 3, 3, 4]) for _ in range(self.r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]

    def values(self, shape, dtype):
        n = 1
        for s in shape:
            n *= s
        if dtype is torch.bool:
            return torch.tensor([self.r.random() < 0.5 for _ in range(n)], dtype=dtype).reshape(shape)
        if not dtype.is_floating_point:
            return torch.tensor(
                [self.r.randrange(0 if dtype is torch.uint8 else -3, 7) for _ in range(n)], dtype=dtype
            ).reshape(shape)
        return torch.tensor([round(self.r.uniform(-2, 2), 3) for _ in range(n)], dtype=dtype).reshape(shape)

    # --- choosing ---

    def tensors(self, test=lambda t: True):
        return [n for n, v in self.scope.items() if isinstance(v, torch.Tensor) and v.numel() <= 400 and test(v)]

    def tensor(self, test=lambda t: True):
        names = self.tensors(test)
        # Later names more often: programs become deep.
        return names[max(self.r.randrange(len(names)), self.r.randrange(len(names)))] if names else None

    def floating(self):
        return self.tensor(lambda t: t.dtype in FLOATS)

    def dim(self, t):
        return self.r.randrange(-t.dim(), t.dim()) if t.dim() else 0

    def dims(self, t):
        k = self.r.randrange(1, t.dim() + 1) if t.dim() else 0
        return self.r.choice(["({})", "[{}]"]).format(
            ", ".join(str(d) for d in self.r.sample(range(t.dim()), k)) + ("," if k == 1 else "")
        )

    def operand(self):
        return self.tensor() if self.r.random() < 0.7 else self.r.choice(SCALARS)

    # --- expressions ---

    def expression(self):
        kinds = [
            self.unary,
            self.binary,
            self.binary,
            self.functional,
            self.reduction,
            self.reduction,
            self.view,
            self.view,
            self.index,
            self.method2,
            self.matrix,
            self.factory,
            self.joined,
            self.compared,
            self.cast,
            self.literal,
            self.layer,
            self.loss,
        ]
        return self.r.choice(kinds)()

    def unary(self):
        x = self.tensor()
        return (
            f"{x}.{self.r.choice(UNARY)}()"
            if self.r.random() < 0.6
            else f"torch.{self.r.choice(TORCH_UNARY)}({x})"
            if self.r.random() < 0.8
            else f"{self.r.choice(['-', 'abs(', '~'])}{x}".replace(f"abs({x}", f"abs({x})")
        )

    def binary(self):
        a, b = (self.tensor(), self.operand()) if self.r.random() < 0.7 else (self.operand(), self.tensor())
        if self.r.random() < 0.25:
            return f"({a} {self.r.choice(BINARY)} {b}) {self.r.choice('+-*')} {self.operand()}"
        return f"{a} {self.r.choice(BINARY)} {b}"

    def method2(self):
        m, x, y = self.r.choice(BINARY_METHODS), self.tensor(), self.operand()
        k = self.r.random()
        if m in ("add", "sub") and k < 0.3:
            return f"torch.{m}({x}, {y}, alpha={self.r.choice(SCALARS)})"
        if m == "div" and k < 0.3:
            return f"torch.div({x}, {y}, rounding_mode={self.r.choice(['None', repr('floor'), repr('trunc')])})"
        return f"torch.{m}({x}, {y})" if k < 0.6 else f"{x}.{m}({y})"

    def functional(self):
        x = self.floating() or self.tensor()
        t = self.scope[x]
        k = self.r.randrange(9)
        if k < 4:
            return f"F.{self.r.choice(F_UNARY)}({x})"
        if k == 4:
            return f"{self.r.choice(['F.softmax', 'F.log_softmax', 'torch.softmax'])}({x}, dim={self.dim(t)})"
        if k == 5:
            return (
                f"{x}.{self.r.choice(['softmax', 'log_softmax', 'cumsum', 'cumprod', 'logcumsumexp'])}({self.dim(t)})"
            )
        if k == 6:
            return f"F.leaky_relu({x}, {self.r.choice(['0.1', '0.2'])})"
        if k == 7:
            return self.r.choice(
                [
                    f"F.dropout({x}, 0.5, training=False)",
                    f"F.gelu({x}, approximate='tanh')",
                    f"F.elu({x}, alpha=0.5)",
                    f"F.softplus({x}, beta=2)",
                    f"F.hardtanh({x}, -0.5, 0.5)",
                    f"F.normalize({x}, dim={self.dim(t)})",
                    f"F.glu({x}, dim={self.dim(t)})",
                    f"F.threshold({x}, 0.1, 0.0)",
                    f"F.layer_norm({x}, {list(t.shape[-1:])})",
                    f"F.pad({x}, (1, 1))",
                    f"F.pad({x}, (0, 1), value=2.0)",
                ]
            )
        low, high = self.r.choice(["-1", "-0.5", "0"]), self.r.choice(["1", "0.5"])
        return self.r.choice(
            [
                f"{x}.clamp({low}, {high})",
                f"torch.clamp({x}, min={low})",
                f"{x}.clamp(max={high})",
                f"{x}.clamp_min({low})",
                f"torch.nan_to_num({x})",
                f"torch.lerp({x}, {self.floating() or x}, 0.3)",
                f"torch.addcmul({x}, {x}, {x}, value=0.5)",
            ]
        )

    def reduction(self):
        m, x = self.r.choice(REDUCE), self.floating() if self.r.random() < 0.8 else self.tensor()
        x = x or self.tensor()
        t = self.scope[x]
        form = self.r.randrange(5)
        call = (
            (lambda args: f"{x}.{m}({args})")
            if self.r.random() < 0.6
            else (lambda args: f"torch.{m}({', '.join(filter(None, [x, args]))})")
        )
        if form == 0:
            return call("")
        if form == 1:
            return call(f"{self.dim(t)}")
        if form == 2:
            return call(f"dim={self.dim(t)}, keepdim={self.r.choice(['True', 'False'])}")
        if form == 3:
            return call(f"dim={self.dims(t)}")
        return call(f"{self.dims(t)}, keepdim=True")

    def view(self):
        x = self.tensor()
        t = self.scope[x]
        n = t.numel()
        d = self.dim(t)
        sizes = self.factor(n)
        order = list(range(t.dim()))
        self.r.shuffle(order)
        options = [
            f"{x}.view({', '.join(map(str, sizes))})",
            f"{x}.reshape({', '.join(map(str, sizes))})",
            f"{x}.reshape({self.r.choice(['-1', '(-1, 1)', '[1, -1]'])})",
            f"{x}.view(-1)",
            f"{x}.transpose({d}, {self.dim(t)})",
            f"torch.transpose({x}, {d}, {self.dim(t)})",
            f"{x}.t()",
            f"{x}.T",
            f"{x}.mT",
            f"{x}.permute({', '.join(map(str, order)) or '()'})",
            f"torch.permute({x}, {tuple(order)})",
            f"{x}.unsqueeze({d})",
            f"{x}.squeeze()",
            f"{x}.squeeze({d})",
            f"torch.unsqueeze({x}, 0)",
            f"{x}.flatten()",
            f"{x}.flatten({self.r.choice([0, 1, -2])})",
            f"{x}.expand({', '.join(['2'] + [str(s) for s in t.shape])})",
            f"{x}.select({d}, 0)",
            f"{x}.narrow({d}, 0, 1)",
            f"torch.flip({x}, [{d}])",
            f"{x}.flip({d})",
            f"torch.roll({x}, 1, {d})",
            f"{x}.repeat({', '.join(['2'] + ['1'] * t.dim())})",
            f"{x}.movedim({d}, 0)",
            f"{x}.swapaxes({d}, 0)",
            f"{x}.diagonal()",
            f"{x}.unfold({d}, 1, 1)",
            f"{x}.expand_as({self.tensor()})",
            f"{x}.view_as({x})",
            f"{x}.broadcast_to({tuple([2] + list(t.shape))})",
            f"{x}.view({x}.shape)",
            f"{x}.reshape({x}.size(0), -1)",
            f"{x}.tile(2)",
            f"torch.tril({x})",
            f"torch.triu({x}, 1)",
            f"{x}.unflatten({d}, (1, -1))",
            f"{x}.contiguous()",
            f"torch.swapdims({x}, {d}, 0)",
            f"torch.atleast_2d({x})",
        ]
        return self.r.choice(options)

    def factor(self, n):
        out = []
        while n > 1 and self.r.random() < 0.8:
            divisors = [k for k in range(2, n + 1) if n % k == 0]
            k = self.r.choice(divisors)
            out.append(k)
            n //= k
        return out + [n]

    def place(self, size):
        i, j = self.r.randrange(max(1, size)), self.r.randrange(max(1, size))
        return self.r.choice(
            [
                str(i),
                "-1",
                ":",
                f":{i + 1}",
                f"{i}:",
                f"{min(i, j)}:{max(i, j) + 1}",
                "::2",
                "None",
                f"{-1}:",
                f"{i}",
                "1:",
            ]
        )

    def places(self, t):
        if t.dim() == 0:
            return self.r.choice(["...", "None"])
        k = self.r.randrange(1, t.dim() + 1)
        parts = [self.place(t.shape[i]) for i in range(k)]
        if self.r.random() < 0.2:
            parts = ["..."] + [self.place(t.shape[-1])]
        if self.r.random() < 0.15:
            parts[0] = self.r.choice(["[0, 0]", "torch.tensor([0])", f"[0, {t.shape[0] - 1}]"])
        return ", ".join(parts)

    def index(self):
        x = self.tensor()
        t = self.scope[x]
        k = self.r.random()
        if k < 0.75:
            return f"{x}[{self.places(t)}]"
        d = self.dim(t)
        return self.r.choice(
            [
                f"{x}.index_select({d}, torch.tensor([0, 0]))",
                f"torch.gather({x}, {d}, torch.zeros_like({x}, dtype=torch.long))",
                f"{x}.masked_fill({x} > 0, 1.5)",
                f"{x}.select({d}, -1)",
                f"{x}.take_along_dim(torch.zeros_like({x}, dtype=torch.int64), {d})",
                f"{x}.index_add({d}, torch.tensor([0]), {x}.narrow({d}, 0, 1))",
                f"{x}.scatter({d}, torch.zeros_like({x}, dtype=torch.long), 1.0)",
                f"{x}.topk(1, dim={d})[0]",
                f"{x}.sort(dim={d})[0]",
            ]
        )

    def matrix(self):
        x, y = self.floating() or self.tensor(), self.floating() or self.tensor()
        return self.r.choice(
            [
                f"{x} @ {y}",
                f"torch.matmul({x}, {y})",
                f"{x} @ {x}.t()",
                f"{x}.matmul({x}.transpose(-1, -2))",
                f"torch.mm({x}, {y})",
                f"torch.bmm({x}, {x}.transpose(1, 2))",
                f"F.linear({x}, {y})",
                f"torch.einsum('ij,kj->ik', {x}, {x})",
                f"torch.outer({x}, {y})",
                f"torch.dot({x}, {x})",
                f"torch.addmm({y}, {x}, {x}.t())",
                f"torch.mv({x}, {y})",
                f"F.linear({x}, {x}, {y})",
                f"torch.baddbmm({x}, {x}, {y})",
                f"torch.einsum('i,i->', {x}, {y})",
            ]
        )

    def factory(self):
        x = self.tensor()
        t = self.scope[x]
        s = ", ".join(map(str, self.shape()))
        return self.r.choice(
            [
                f"torch.zeros({s or '2'})",
                f"torch.ones({s or '3'})",
                f"torch.full(({s or '2'},), 0.5)",
                f"torch.arange({self.r.randrange(1, 5)})",
                "torch.arange(0, 6, 2)",
                "torch.arange(3.0)",
                f"torch.zeros_like({x})",
                f"torch.full_like({x}, 2)",
                f"{x}.new_zeros({s or '2'})",
                f"{x}.new_ones({s or '2'})",
                f"torch.eye({self.r.randrange(1, 4)})",
                "torch.linspace(0, 1, 3)",
                f"torch.ones_like({x}) * {self.r.choice(SCALARS)}",
                f"torch.zeros({x}.shape)",
                f"{x}.new_full(({t.dim() + 1},), 3.0)",
                "torch.ones(2, dtype=torch.float64)",
            ]
        )

    def literal(self):
        return self.r.choice(
            [
                "torch.tensor([1.0, 2.0])",
                "torch.tensor(2.5)",
                "torch.tensor([[1, 2], [3, 4]])",
                "torch.tensor([True, False])",
                "torch.tensor(3)",
                f"{self.tensor()} * torch.tensor(2.0)",
                f"{self.tensor()}.shape[0]",
                f"{self.tensor()}.dim()",
                f"{self.tensor()}.numel()",
                f"{self.tensor()}.size(-1)",
            ]
        )

    def joined(self):
        x, y = self.tensor(), self.tensor()
        d = self.dim(self.scope[x])
        return self.r.choice(
            [
                f"torch.cat([{x}, {y}])",
                f"torch.cat(({x}, {x}), dim={d})",
                f"torch.stack([{x}, {x}])",
                f"torch.stack(({x}, {y}), dim={d})",
                f"torch.cat([{x}, {x}, {x}], {d})",
                f"torch.hstack(({x}, {x}))",
                f"torch.vstack(({x}, {x}))",
                f"torch.concat([{x}, {x}])",
            ]
        )

    def compared(self):
        x, y = self.tensor(), self.operand()
        c = f"{x} {self.r.choice(COMPARE)} {y}"
        return self.r.choice(
            [
                c,
                f"torch.where({c}, {x}, {self.operand()})",
                f"({c}).float()",
                f"({c}) & ({x} > 0)",
                f"torch.where({x} > 0, {x}, {x} * 0.1)",
                f"({c}).sum()",
                f"torch.{self.r.choice(['gt', 'lt', 'eq', 'ge'])}({x}, {y})",
                f"~({c})",
                f"torch.logical_and({c}, {x} < 1)",
                f"{x} * ({c})",
            ]
        )

    def cast(self):
        return f"{self.tensor()}.{self.r.choice(['double()', 'float()', 'to(torch.float64)', 'to(torch.float32)', 'long()', 'int()', 'bool()', self.r.choice(['short()', 'char()', 'byte()', 'to(torch.int32)', 'to(torch.uint8)', 'to(dtype=torch.int8)', 'to(torch.int16)']), 'type_as(' + self.tensor() + ')', 'to(' + self.tensor() + '.dtype)', 'to(dtype=torch.float32)'])}"

    def layer(self):
        x = self.tensor(lambda t: t.dtype in FLOATS and t.dim() >= 2)
        if x is None:
            return self.unary()
        t = self.scope[x]
        last = t.shape[-1]
        return self.r.choice(
            [
                f"F.linear({x}, torch.ones(3, {last}), torch.zeros(3))",
                f"F.layer_norm({x}, ({last},), torch.ones({last}), None)",
                f"F.avg_pool2d({x}, 1)",
                f"F.max_pool2d({x}, 2)",
                f"F.conv2d({x}, torch.ones(2, {t.shape[1]}, 1, 1))",
                f"F.conv1d({x}, torch.ones(2, {t.shape[1]}, 1))",
                f"F.scaled_dot_product_attention({x}, {x}, {x})",
                f"F.group_norm({x}, 1)",
                f"F.adaptive_avg_pool2d({x}, 1)",
                f"F.batch_norm({x}, None, None, training=True)",
                f"F.embedding(torch.tensor([0, 1]), {x})",
                f"F.instance_norm({x})",
                f"F.rms_norm({x}, ({last},))",
                f"F.interpolate({x}, scale_factor=2)",
                f"F.cosine_similarity({x}, {x}, dim=0)",
            ]
        )

    def loss(self):
        x = self.floating() or self.tensor()
        t = self.scope[x]
        y = self.tensor(lambda o: o.shape == t.shape) or x
        r = self.r.choice(["", ", reduction='sum'", ", reduction='none'"])
        return self.r.choice(
            [
                f"F.mse_loss({x}, {y}{r})",
                f"F.l1_loss({x}, {y}{r})",
                f"F.smooth_l1_loss({x}, {y}{r})",
                f"F.binary_cross_entropy(torch.sigmoid({x}), torch.ones_like({x}){r})",
                f"F.binary_cross_entropy_with_logits({x}, torch.ones_like({x}){r})",
                f"F.cross_entropy({x}, torch.zeros({x}.size(0), dtype=torch.long){r})",
                f"F.kl_div({x}, {y}{r})",
                f"F.huber_loss({x}, {y}{r})",
            ]
        )

    # --- statements ---

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def some_statement(self):
        while True:
            try:
                return self.statement()
            except (IndexError, TypeError, ValueError):  # nothing of that kind can be made of what there is
                pass

    def statement(self):
        k = self.r.random()
        if k < 0.62:
            return f"{self.name()} = {self.expression()}"
        if k < 0.70:
            return self.unpacking()
        if k < 0.84:
            return self.mutation()
        if k < 0.88:
            x = self.tensor()
            return f"{x} = {x} {self.r.choice('+-*')} {self.operand()}"
        if k < 0.92:
            return f"{self.name()} = {self.r.choice(['({}, {})', '[{}, {}]', '({}, {}, 2)']).format(self.tensor(), self.tensor())}"
        if k < 0.95:
            pairs = [n for n, v in self.scope.items() if isinstance(v, (tuple, list)) and len(v) >= 2]
            if pairs:
                pair = self.r.choice(pairs)
                targets = ", ".join(self.name() for _ in self.scope[pair])
                return self.r.choice(
                    [
                        f"{self.name()} = {pair}[{self.r.choice([0, 1, -1])}]",
                        f"{targets} = {pair}",
                        f"({targets}) = {pair}",
                    ]
                )
        if k < 0.96:
            return self.nested()
        if k < 0.965:
            return self.branches()
        return f"{self.name()} = {self.tensor()}"

    def nested(self):
        """A function in the function, and its call; half of them see a name from outside."""
        f, x, y = self.name(), self.tensor(), self.tensor()
        inner = self.r.choice(UNARY)
        body = self.r.choice(
            [
                f"return a.{inner}() {self.r.choice('+-*')} {self.r.choice([y, '2', '0.5'])}",
                f"b = a.{inner}()\n    return b, a * {self.r.choice([y, '2'])}",
                f"return a {self.r.choice('+-*')} b",
            ]
        )
        if body.endswith(" b"):
            return f"def {f}(a, b={self.r.choice(SCALARS)}):\n    {body}\n{self.name()} = {f}({self.r.choice([x, f'{x}, {y}', f'a={x}', f'{x}, b={y}'])})"
        return f"def {f}(a):\n    {body}\n{self.name()} = {f}({x})"

    def branches(self):
        """torch.cond on a value."""
        x = self.floating() or self.tensor()
        first, second = self.r.sample(
            [u for u in UNARY if u not in ("isnan", "isinf", "detach", "contiguous", "clone", "positive")], 2
        )
        return f"{self.name()} = torch.cond({x}.sum() {self.r.choice('<>')} {self.r.choice(['0', '1', '0.5'])}, lambda a: a.{first}(), lambda a: a.{second}(), ({x},))"

    def unpacking(self):
        x = self.tensor()
        t = self.scope[x]
        d = self.dim(t)
        size = t.shape[d] if t.dim() else 1
        a, b = self.name(), self.name()
        return self.r.choice(
            [
                f"{a}, {b} = {x}.max(dim={d})",
                f"{a}, {b} = torch.min({x}, {d})",
                f"{a}, {b} = {x}.chunk(2, dim={d})",
                f"{a}, {b} = torch.chunk({x}, 2, {d})",
                f"{a}, {b} = {x}.split({max(1, (size + 1) // 2)}, dim={d})",
                f"{a} = {x}.split([1, {max(0, size - 1)}], {d})",
                f"{a} = torch.unbind({x}, {d})",
                f"{a}, {b} = {x}.unbind({d})",
                f"{a}, {b} = {x}.topk(1, dim={d})",
                f"{a}, {b} = {x}.sort(dim={d})",
                f"{a}, {b} = {x}.sin(), {x} * 2",
                f"{a}, {b} = torch.var_mean({x}, dim={d})",
                f"{a}, {b} = {x}.shape[0], {x}.size({d})",
                f"{a}, {b} = {x}, {self.tensor()}",
            ]
        )

    def mutation(self):
        # What is written to: mostly something made for it.
        if not self.fresh or self.r.random() < 0.3:
            v = self.name()
            self.fresh.add(v)
            return f"{v} = {self.tensor()}.clone()"
        y = self.r.choice(sorted(self.fresh)) if self.r.random() < 0.85 else self.tensor()
        if y not in self.scope:
            return self.statement()
        t, o = self.scope[y], self.operand()
        k = self.r.random()
        if k < 0.35:
            return f"{y} {self.r.choice(['+=', '-=', '*=', '/='])} {o}"
        if k < 0.6:
            return f"{y}[{self.places(t)}] {self.r.choice(['=', '=', '=', '+=', '*='])} {o}"
        m = self.r.choice(INPLACE)
        args = {"clamp_": "-1, 1", "fill_": "0.5", "unsqueeze_": "0", "masked_fill_": f"{y} > 0, 0.5"}.get(
            m, o if m in ("add_", "sub_", "mul_", "div_", "copy_", "pow_") else ""
        )
        if m == "add_" and self.r.random() < 0.3:
            args += ", alpha=2"
        base = y if self.r.random() < 0.7 else f"{y}[{self.places(t)}]"
        return f"{base}.{m}({args})" if self.r.random() < 0.7 else f"{self.name()} = {base}.{m}({args})"

    def run_line(self, line):
        """Takes a statement if it runs."""
        before = dict(self.scope)
        try:
            space = {**self.scope, "torch": EAGER, "F": F}
            exec(line, space)
            self.scope = {name: value for name, value in space.items() if name not in ("torch", "F", "__builtins__")}
            for value in self.scope.values():
                for t in value if isinstance(value, (tuple, list)) else [value]:
                    if isinstance(t, torch.Tensor) and (t.numel() > 600 or t.is_complex()):
                        raise ValueError("too large")
                    if not isinstance(t, (torch.Tensor, int, float, torch.Size, types.FunctionType)):
                        raise ValueError("not a value")
        except Exception:
            self.scope = before
            return False
        self.lines += ["    " * self.indent + one for one in line.split("\n")]
        return True

    def block(self, statements, depth):
        made = 0
        for _ in range(statements * 4):
            if made >= statements:
                break
            if depth < 3 and self.r.random() < 0.12:
                mode = self.r.choice(
                    ["no_grad()", "no_grad()", "enable_grad()", "set_grad_enabled(False)", "set_grad_enabled(True)"]
                )
                at = len(self.lines)
                self.lines.append("    " * self.indent + f"with torch.{mode}:")
                self.indent += 1
                with eval(f"torch.{mode}"):
                    self.block(self.r.randrange(1, 4), depth + 1)
                self.indent -= 1
                if len(self.lines) == at + 1:
                    self.lines.pop()
            else:
                made += self.run_line(self.some_statement())
        return made

    def source(self):
        self.block(self.r.choice([2, 3, 4, 5, 6, 8, 10, 14, 20]), 0)
        names = [
            n for n, v in self.scope.items() if n not in dict(self.inputs) and not isinstance(v, types.FunctionType)
        ] or [self.inputs[0][0]]
        chosen = self.r.sample(names, min(len(names), self.r.choice([1, 1, 2, 2, 3, 4])))
        if names[-1] not in chosen:
            chosen.append(names[-1])
        result = (
            chosen[0]
            if len(chosen) == 1
            else self.r.choice(
                [
                    ", ".join(chosen),
                    f"({', '.join(chosen)})",
                    f"[{', '.join(chosen)}]",
                    f"{chosen[0]}, ({', '.join(chosen[1:])},)",
                ]
            )
        )
        arguments = ", ".join(name for name, _ in self.inputs)
        return f"def forward(self, {arguments}):\n" + "\n".join(self.lines) + f"\n    return {result}\n"


def made(seed):
    """A program of a seed."""
    program = Program(seed)
    source = program.source()
    return {"seed": seed, "strict": seed % 20 == 0, "source": source, "inputs": [plain(t) for _, t in program.inputs]}


def record(row):
    """A program with PyTorch's answers."""
    seed, source = row["seed"], row["source"]
    torch._C._set_grad_enabled(True)
    file = f"/models/r{seed}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope = {"torch": torch, "F": F}
    exec(compile(source, file, "exec"), scope)
    module = type("M", (torch.nn.Module,), {"forward": scope["forward"]})()
    inputs = tuple(tensor_of(t) for t in row["inputs"])
    row = {key: row[key] for key in ("seed", "strict", "source", "inputs")}
    try:
        if row["strict"]:
            torch._dynamo.reset()
        gm, constants = before_passes(module, tuple(t.clone() for t in inputs), row["strict"])
    except Exception as error:
        row["export_error"] = {"type": type(error).__name__, "message": str(error).split("\n")[0][:300]}
        return row
    finally:
        torch._C._set_grad_enabled(True)
        del linecache.cache[file]
    gm.recompile()
    if constants:
        row["constants"] = [plain(c) for c in constants]
    row["readable"] = gm.print_readable(print_output=False)
    try:
        row.update(run(lambda *given: gm(*constants, *given), inputs))
    except Exception as error:
        row["run_error"] = {"type": type(error).__name__, "message": str(error).split("\n")[0][:300]}
    finally:
        torch._C._set_grad_enabled(True)
    return row


def main():
    torch.set_num_threads(1)
    if sys.argv[1] == "--again":
        rows = map(json.loads, open(sys.argv[2]))
    else:
        rows = (made(seed) for seed in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])))
    with open(sys.argv[3], "a") as out:
        for row in rows:
            out.write(json.dumps(record(row), separators=(",", ":")) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
