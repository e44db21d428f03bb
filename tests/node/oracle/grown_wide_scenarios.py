"""Grown programs over more of PyTorch: python3 grown_wide_scenarios.py SEED COUNT OUT.jsonl

grown_scenarios.py grows programs of few operators in depth. Those here have other dtypes (float32, float16, bfloat16,
integers, bool), dimensions of size 0, elements that are NaN, infinite and -0.0, operands that are broadcast or
expanded, operators of many families, seeds in batches (`is_grads_batched`), and calls that PyTorch refuses."""

import torch

import grown_scenarios as grown
import record_scenarios as record

# Operators, which torch.nn.functional hides behind checks and broadcasts of its own.
for _name in (
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "binary_cross_entropy_with_logits",
    "kl_div",
    "glu",
    "cosine_similarity",
):
    record.SPECIAL[_name] = getattr(torch.ops.aten, _name)

UNARY = [
    "neg",
    "exp",
    "sin",
    "cos",
    "tan",
    "tanh",
    "relu",
    "sigmoid",
    "abs",
    "clone",
    "reciprocal",
    "sqrt",
    "rsqrt",
    "log",
    "log1p",
    "log2",
    "log10",
    "expm1",
    "exp2",
    "sign",
    "square",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "lgamma",
    "digamma",
    "floor",
    "ceil",
    "trunc",
    "round",
    "frac",
    "deg2rad",
    "nan_to_num",
    "logit",
    "sgn",
    "gelu",
    "silu",
    "softplus",
    "elu",
    "hardtanh",
    "hardswish",
    "hardsigmoid",
    "mish",
    "celu",
    "selu",
    "relu6",
    "leaky_relu",
    "isnan",
    "isinf",
    "logical_not",
]
BINARY = [
    "add",
    "sub",
    "mul",
    "div",
    "maximum",
    "minimum",
    "pow",
    "atan2",
    "fmod",
    "remainder",
    "hypot",
    "logaddexp",
    "xlogy",
    "copysign",
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "gt",
    "eq",
    "ne",
    "le",
    "floor_divide",
    "logical_and",
    "cosine_similarity",
]
INPLACE = grown.INPLACE + [
    "cos_",
    "reciprocal_",
    "log_",
    "floor_",
    "square_",
    "rsqrt_",
    "sign_",
    "trunc_",
    "erf_",
    "atan_",
    "expm1_",
    "sinh_",
    "nan_to_num_",
    "frac_",
    "logit_",
    "leaky_relu_",
    "elu_",
]
REDUCE = [
    "sum",
    "mean",
    "prod",
    "amax",
    "amin",
    "max",
    "min",
    "var",
    "std",
    "logsumexp",
    "softmax",
    "log_softmax",
    "cumsum",
    "cumprod",
    "median",
    "argmax",
    "argmin",
    "any",
    "all",
    "cummax",
    "cummin",
    "logcumsumexp",
    "sort",
    "count_nonzero",
    "mode",
]
SHAPES = [[], [1], [2], [3], [0], [2, 2], [2, 3], [3, 2], [1, 3], [2, 0], [0, 3], [2, 1, 3], [1, 1, 2], [2, 2, 2]]
DATA = [0.5, 1, 2, -1, 3, 0.25, -2, 1.5, 0, -0.0, 0.125]
ODD = ["nan", "inf", "-inf"]
DTYPES = ["float32", "float32", "float16", "bfloat16", "int64", "bool", "int32"]
PAIRS = ("sort", "cummax", "cummin", "mode")


class Wide(grown.Grower):
    def leaf(self):
        shape = self.r.choice(SHAPES)
        count = 1
        for s in shape:
            count *= s
        dtype = self.r.choice(DTYPES) if self.chance(0.35) else "float64"
        whole = dtype in ("int64", "int32", "bool")
        data = [
            self.r.choice(
                [0, 1, 1] if dtype == "bool" else [0, 1, 2, -1, 3] if whole else ODD if self.chance(0.03) else DATA
            )
            for _ in range(count)
        ]
        step = {
            "op": "leaf",
            "out": self.name(),
            "shape": shape,
            "data": data,
            "requires_grad": self.chance(0.7) and not whole,
        }
        return [step if dtype == "float64" else {**step, "dtype": dtype}]

    def fitting(self, name):
        shape = list(self.look(name).shape)

        def fits(t):
            other = list(t.shape)
            return all(a == b or 1 in (a, b) for a, b in zip(shape[::-1], other[::-1]))

        return self.tensor(fits) if self.chance(0.95) else self.tensor()

    def compute(self):
        kind = self.r.randint(0, 9)
        if kind == 0:
            return super().compute()
        t = self.floating() if self.chance(0.9) else self.tensor()
        if kind <= 3:
            return self.call(self.r.choice(UNARY), [t])
        if kind <= 6:
            fn = self.r.choice(BINARY)
            other = (
                self.fitting(t)
                if self.chance(0.75) or fn.endswith(("loss", "2", "hypot", "similarity", "exp", "and"))
                else self.number()
            )
            return self.call(fn, [t, other])
        if kind <= 8:
            return self.reduce(t)
        return self.other(t)

    def reduce(self, t):
        fn, dims = self.r.choice(REDUCE), len(self.look(t).shape)
        d = (
            self.r.randrange(dims)
            if dims and self.chance(0.95)
            else self.r.choice([0, -1, 5] if self.chance(0.1) else [0])
        )
        if fn in PAIRS:
            return self.call(fn, [t, d], 2)
        if fn in ("max", "min", "median") and self.chance(0.5):
            return self.call(fn, [t, d] + ([True] if self.chance(0.3) else []), 2)
        needs = fn in ("logsumexp", "softmax", "log_softmax", "cumsum", "cumprod", "logcumsumexp")
        if fn in ("var", "std"):
            return self.call(fn, [t, d])
        extra = [d] if needs or self.chance(0.6) else []
        return self.call(
            fn,
            [t]
            + extra
            + (
                [True]
                if extra and fn in ("sum", "mean", "amax", "amin", "logsumexp", "any", "all") and self.chance(0.3)
                else []
            ),
        )

    def other(self, t):
        shape = list(self.look(t).shape)
        d = self.r.randrange(len(shape)) if shape else 0
        u = self.fitting(t)
        fn, extra = self.r.choice(
            [
                ("matmul", [self.tensor(lambda x: x.dim() > 0)]),
                ("linear", [self.tensor(lambda x: x.dim() == 2)]),
                ("outer", [self.tensor(lambda x: x.dim() == 1)]),
                ("roll", [1, d]),
                ("flip", [[d]]),
                ("repeat", [[2] + shape]),
                ("addcmul", [u, u]),
                ("addcdiv", [u, u]),
                ("lerp", [u, 0.25]),
                ("clamp", [0, 1]),
                ("clamp", [-1]),
                ("clamp", [None, 1]),
                ("masked_fill", [self.tensor(lambda x: str(x.dtype) == "torch.bool"), 2]),
                ("triu", []),
                ("tril", []),
                ("diagonal", []),
                ("flatten", []),
                ("reshape", [[-1]]),
                ("unfold", [d, 1, 1]),
                ("movedim", [0, -1]),
                ("index_select", [d, self.tensor(lambda x: str(x.dtype) == "torch.int64")]),
                ("gather", [d, self.tensor(lambda x: str(x.dtype) == "torch.int64")]),
                ("where", None),
                ("layer_norm", [shape[-1:]]),
                ("glu", [d]),
                ("expand", [[3] + shape]),
                ("expand_as", [u]),
                ("type_as", [u]),
                ("kl_div", [u]),
                ("binary_cross_entropy_with_logits", [u]),
                ("diag_embed", []),
                ("ravel", []),
                ("tile", [[2]]),
                ("detach", []),
                ("dot", [self.tensor(lambda x: x.dim() == 1)]),
                ("mv", [self.tensor(lambda x: x.dim() == 1)]),
                ("mm", [self.tensor(lambda x: x.dim() == 2)]),
                ("to", [{"dtype": self.r.choice(["float32", "float64", "float16", "bfloat16", "int64"])}]),
            ]
        )
        if fn == "where":
            made = self.call("gt", [t, self.number()])
            return made + self.call("where", [made[-1]["out"], t, u])
        return self.call(fn, [t] + extra)

    def write(self):
        if self.chance(0.3):
            return super().write()
        t = self.tensor(lambda x: x._is_view()) if self.chance(0.45) else self.tensor()
        if self.chance(0.4):
            return [{"op": "call", "fn": self.r.choice(INPLACE), "args": [t], "catch": self.label()}]
        u = self.fitting(t)
        fn, args = self.r.choice(
            [
                ("add_", [u]),
                ("sub_", [u]),
                ("mul_", [u]),
                ("div_", [u]),
                ("copy_", [u]),
                ("copy_", [u]),
                ("pow_", [2]),
                ("clamp_", [0, 1]),
                ("fill_", [self.number()]),
                ("fill_", [u]),
                ("addcmul_", [u, u]),
                ("lerp_", [u, 0.5]),
                ("masked_fill_", [self.tensor(lambda x: str(x.dtype) == "torch.bool"), 1]),
                ("zero_", []),
                ("fmod_", [2]),
                ("remainder_", [2]),
                ("t_", []),
                ("transpose_", [0, -1]),
                ("add_", [self.number()]),
                ("mul_", [self.number()]),
            ]
        )
        return [{"op": "call", "fn": fn, "args": [t] + args, "catch": self.label()}]

    def batched(self):
        root = self.tensor(lambda t: t.requires_grad and t.dim() > 0)
        shape = list(self.look(root).shape)
        count = self.r.choice([1, 2, 3])
        total = count
        for s in shape:
            total *= s
        seeds, inputs = self.name(), [self.wanted() for _ in range(self.r.choice([1, 2]))]
        leaf = {
            "op": "leaf",
            "out": seeds,
            "shape": [count] + shape,
            "data": [self.r.choice(DATA) for _ in range(total)],
        }
        dtype = str(self.look(root).dtype)[6:]
        step = {
            "op": "grad",
            "outputs": [root],
            "inputs": inputs,
            "grad_outputs": [seeds],
            "out": [self.name() for _ in inputs],
            "is_grads_batched": True,
            "allow_unused": True,
            "retain_graph": True,
            "catch": self.label(),
        }
        return [leaf if dtype == "float64" else {**leaf, "dtype": dtype}] + self.bound(step)

    def step(self):
        # A hook that looks at its gradients sees the batch in PyTorch, so a batch is for programs without hooks.
        if self.hookless and self.chance(0.05):
            return self.batched()
        return super().step()

    def hook(self):
        return self.compute() if self.hookless else super().hook()

    def block(self):
        return self.compute() if self.hookless else super().block()

    def custom(self):
        return self.view() if self.hookless else super().custom()

    def slot(self):
        return self.view() if self.hookless else super().slot()

    def __init__(self, rng):
        super().__init__(rng)
        self.hookless = rng.random() < 0.3


if __name__ == "__main__":
    grown.Grower = Wide
    grown.main("wide")
