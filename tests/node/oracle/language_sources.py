"""Modules that use Python itself: generators, texts, classes, loops; recorded by record_attributes.py OUT.json
language_sources.

Each row: name, source, inputs as annotations."""

from attribute_sources import HEAD, INPUT, module

TWO = "self.a = nn.Linear(3, 3)\nself.b = nn.Linear(3, 3)"
FORWARDS = {
    "sum_start": "return sum((t * 2 for t in [x.sin()]), x.cos())",
    "lazy_list": "g = (x.sin() for _ in range(2))\ny = x.cos()\nreturn y + list(g)[0]",
    "lazy_sum": "g = (x.sin() * i for i in range(2))\ny = x.cos()\nreturn y + sum(g)",
    "lazy_loop": "g = (x * i for i in range(3))\nfor t in g:\n    x = x + t.sin()\nreturn x",
    "lazy_break": "for t in (x * i for i in range(9)):\n    x = x + t\n    if t.shape[0] == 2:\n        break\nreturn x",
    "lazy_rest": "g = (x * i for i in range(4))\na = next(g)\nfor b in g:\n    a = a + b\nreturn a, list(g)",
    "next": "g = (l for l in [self.a, self.b])\nreturn next(g)(x)",
    "next_default": "return next((l for l in [self.a] if l is self.b), self.b)(x)",
    "next_named": "n, p = next(iter(self.named_parameters()))\nreturn x @ p, n == 'a.weight'",
    "next_parameter": "return x.to(next(self.parameters()).dtype)",
    "any_stops": "return x if any(i / (i - 1) > 0 for i in [2, 3]) else x + 1",
    "all_stops": "return x if all(i < 3 for i in range(5)) else x + 1",
    "in_text": "t = 0\nfor n, p in self.named_parameters():\n    if 'weight' in n:\n        t = t + p.sum()\nreturn x + t",
    "not_in_text": "return x + sum(p.sum() for n, p in self.named_parameters() if 'bias' not in n)",
    "lengths": "t = 0\nfor i, (n, m) in enumerate(self.named_modules()):\n    if n:\n        t = t + i * len(n)\nreturn x + t",
    "fstring": "y = x\nfor i in 'ab':\n    y = getattr(self, f'{i}')(y)\nreturn y",
    "fstring_keys": "out = {}\nfor i in range(2):\n    out[f'layer_{i:02d}'] = x * i\nreturn out",
    "fstring_parts": "k = f\"{x.shape[0]}x{x.shape[1]} {'a'!r} {{}} {1.5:.2f} {x.ndim=}\"\nreturn {k: x}",
    "join": "names = ['a', 'b']\nreturn {'_'.join(names): x, ','.join(str(i) for i in range(3)): x}",
    "split": "i, o = 'ij->ji'.split('->')\nreturn {i: x, o: x.t()}",
    "replace": "return {'a.weight'.replace('.', '_'): x, ' a '.strip().upper(): x}",
    "print": "print(f'x is {x.shape}', x)\nreturn x",
    "walrus": "if (n := x.shape[0]) > 1:\n    x = x * n\nreturn x",
    "walrus_sum": "y = sum((z := x * i) for i in range(3))\nreturn y + z",
    "type_is": "return x * sum(1 for m in self.modules() if type(m) == nn.Linear)",
    "isinstance": "for m in self.children():\n    if isinstance(m, nn.Linear):\n        x = m(x)\nreturn x",
    "reversed": "for m in reversed([self.a, self.b]):\n    x = m(x)\nreturn x",
    "zip": "for m, s in zip((self.a, self.b), (1.0, 2.0)):\n    x = m(x) * s\nreturn x",
    "math": "return x * math.atan2(1, 2) + math.factorial(5) + math.prod([1, 2, 3]) + math.prod(x.shape)",
    "setattr_new": "setattr(self, 'k', 2)\nreturn x * self.k",
    "dict_loop": "d = {'a': x, 'b': x + 1}\nreturn {k: v * 2 for k, v in d.items() if k != 'c'}",
    "nested": "return [[x * i + j for j in range(2)] for i in range(2)]",
    "unpacked": "a, *rest = [x * i for i in range(3)]\nreturn a, rest",
    "lambda_key": "f = lambda t, k=2: t * k\nreturn f(x), f(x, k=3)",
    "closure": "def scaled(k):\n    def run(t):\n        return t * k\n    return run\nreturn scaled(2)(x) + scaled(3)(x)",
    "early": "if x.shape[0] > 5:\n    return x\nelif x.ndim == 2:\n    return x + 1\nreturn x + 2",
    "while": "i = 0\nwhile i < 3:\n    x = x + i\n    i += 1\n    if i == 2:\n        continue\n    x = x * 2\nreturn x",
    "star": "def f(*args, **kw):\n    return sum(args) * kw['k']\nreturn f(x, x + 1, k=2)",
    "none_default": "def f(t, mask=None):\n    return t if mask is None else t * mask\nreturn f(x), f(x, x)",
    "chained": "return x if 1 < x.shape[0] <= 2 else x + 1",
    "conditional": "return (x + 1 if self.training else x - 1) * (2 if x.dtype == torch.float32 else 3)",
    "slices": "return x[..., ::2], x[:, -1], x[None], x[:, None, :], x[1:, :2], x[-1:]",
    "no_grad": "with torch.no_grad():\n    y = x * 2\nreturn y + x",
    "modes": "for i in range(2):\n    with torch.set_grad_enabled(i == 0):\n        x = x * i\nreturn x",
    "try_dict": "d = dict(a=x, b=2)\nd.update({'c': x + d['b']}) if False else None\nreturn d['a'] * d.get('z', 3)",
    "assert_shape": "assert x.shape[-1] == 3, f'wrong {x.shape}'\nreturn x",
    "enumerate_start": "for i, m in enumerate([self.a, self.b], start=1):\n    x = m(x) * i\nreturn x",
    "max_min": "return x * max(x.shape) + min(2, 3) + abs(-2) + round(2.6)",
}
INITS = {
    "cast_double": ("self.l = nn.Linear(3, 3)\nself.double()", "return self.l(x.double())"),
    "cast_half": ("self.l = nn.Linear(3, 3).half()", "return self.l(x.half())"),
    "cast_back": ("self.l = nn.Linear(3, 3).double().float()", "return self.l(x)"),
    "cast_to": ("self.l = nn.BatchNorm1d(3).to(torch.float64)", "return self.l(x.double())"),
    "zero_grad": ("self.l = nn.Linear(3, 3)\nself.zero_grad()", "return self.l(x)"),
    "frozen_bias": (
        TWO + "\nfor n, p in self.named_parameters():\n    if 'bias' in n:\n        p.requires_grad_(False)",
        "return self.b(self.a(x))",
    ),
    "endswith": (
        TWO
        + "\nself.k = 0\nfor n, p in self.named_parameters():\n    if n.endswith(('bias', 'weight')):\n        self.k += 1",
        "return x * self.k",
    ),
    "type_init": (
        TWO + "\nfor m in self.modules():\n    if type(m) is nn.Linear:\n        nn.init.ones_(m.weight)",
        "return self.b(self.a(x))",
    ),
    "setattr_init": (
        "for i in range(3):\n    setattr(self, f'layer{i}', nn.Linear(3, 3))",
        "for i in range(3):\n    x = getattr(self, f'layer{i}')(x)\nreturn x",
    ),
    "add_module": (
        "for i in range(2):\n    self.add_module('l' + str(i), nn.Linear(3, 3))",
        "return self.l1(self.l0(x))",
    ),
    "deleted": (
        "self.l = nn.Linear(3, 3)\ndel self.l.bias\nself.l.register_parameter('bias', None)",
        "return self.l(x)",
    ),
    "module_dict": (
        "self.d = nn.ModuleDict({f'k{i}': nn.Linear(3, 3) for i in range(2)})",
        "for k in self.d:\n    x = self.d[k](x)\nreturn x",
    ),
}


def rows():
    out = [(name, module(TWO, forward), INPUT) for name, forward in FORWARDS.items()]
    out += [(name, module(init, forward), INPUT) for name, (init, forward) in INITS.items()]
    base = (
        HEAD
        + "class Base(nn.Module):\n    def forward(self, x):\n        return self.step(x)\n\n\nclass M(Base):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(3, 3)\n\n    def step(self, x):\n        return self.l(x)\n"
    )
    return out + [("inherited_forward", base, INPUT)]
