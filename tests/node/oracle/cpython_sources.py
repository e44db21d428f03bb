"""Files whose Python or library our own evaluator does not know, which CPython captures: metaclasses, descriptors,
regular expressions, JSON and more of Python's own modules. Written here. Recorded by record_more_scripts.py OUT SOURCES
into data/cpython_scripts.jsonl.gz (`cpython_sources.py` prints them as JSON lines)."""

import json

HEAD = """import torch
import torch.nn.functional as F
from torch import nn
{imports}

{before}
class Net(nn.Module):
    def __init__(self):
        super().__init__()
{init}

    def forward(self, x):
{forward}


model = Net()
torch.export.export(model, (torch.randn(2, 4),), strict=False)
"""


def source(imports="", before="", init="pass", forward="return x"):
    indented = lambda text: "\n".join("        " + line for line in text.strip("\n").split("\n"))
    return HEAD.format(
        imports=imports,
        before=before.strip("\n") + "\n\n" if before else "",
        init=indented(init),
        forward=indented(forward),
    )


INNER = """
class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)
        self.b.weight = self.a.weight
        self.offset = torch.ones(4)

    def forward(self, x):
        y = self.b(self.a(x)) + self.offset
        return y if getattr(self, "scale", None) is None else y * self.scale
"""

SOURCES = {
    "regex": source(
        "import re",
        init='self.widths = [int(n) for n in re.findall(r"(\\d+)x", "4x8x2x")]',
        forward="for w in self.widths:\n    x = x * w\nreturn x",
    ),
    "json_config": source(
        "import json",
        init='config = json.loads(\'{"hidden": 6, "act": "gelu"}\')\nself.lin = nn.Linear(4, config["hidden"])\nself.act = getattr(F, config["act"])',
        forward="return self.act(self.lin(x))",
    ),
    "metaclass": source(
        before="""
class Registry(type):
    known = {}

    def __new__(mcs, name, bases, space):
        made = super().__new__(mcs, name, bases, space)
        mcs.known[name] = made
        return made


class Double(metaclass=Registry):
    def __call__(self, x):
        return x * 2


class Half(metaclass=Registry):
    def __call__(self, x):
        return x / 2
""",
        init="self.steps = [Registry.known[name]() for name in sorted(Registry.known)]",
        forward="for step in self.steps:\n    x = step(x) + 1\nreturn x",
    ),
    "init_subclass": source(
        before="""
class Op:
    all = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Op.all.append(cls)


class Sin(Op):
    def run(self, x):
        return x.sin()


class Cos(Op):
    def run(self, x):
        return x.cos()
""",
        forward="return sum(op().run(x) for op in Op.all)",
    ),
    "descriptor": source(
        before="""
class Scaled:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, kind=None):
        return getattr(obj, self.name) * 3

    def __set__(self, obj, value):
        object.__setattr__(obj, self.name, value)


class Config:
    width = Scaled()

    def __init__(self):
        self.width = 2
""",
        init="self.config = Config()",
        forward="return x * self.config.width",
    ),
    "singledispatch": source(
        "import functools",
        before="""
@functools.singledispatch
def apply(how, x):
    return x


@apply.register
def _(how: int, x):
    return x + how


@apply.register
def _(how: str, x):
    return getattr(torch, how)(x)
""",
        forward='for how in (2, "sin", None):\n    x = apply(how, x)\nreturn x',
    ),
    "exit_stack": source(
        "import contextlib",
        forward="with contextlib.ExitStack() as stack:\n    stack.enter_context(torch.no_grad())\n    y = x.sin()\nreturn y + x",
    ),
    "groupby": source(
        "import itertools, operator",
        forward="for key, group in itertools.groupby([1, 1, 2, 3, 3], key=lambda v: v % 2):\n    x = x * sum(group) + key\nreturn operator.methodcaller('relu')(x)",
    ),
    "heap": source(
        "import heapq, bisect",
        forward="order = [5, 1, 4]\nheapq.heapify(order)\nwhile order:\n    x = x - heapq.heappop(order)\nreturn x * bisect.bisect([1, 3, 5], 4)",
    ),
    "template": source(
        "import string, textwrap",
        init='code = textwrap.dedent(string.Template("""\n    def run(x):\n        return x.$name() * 2\n""").substitute(name="tanh"))\nspace = {}\nexec(code, space)\nself.run = space["run"]',
        forward="return self.run(x)",
    ),
    "fractions": source(
        "import fractions, statistics",
        forward="half = fractions.Fraction(1, 2) + fractions.Fraction(1, 4)\nreturn x * float(half) + statistics.mean([1, 2, 6])",
    ),
    "weak_keys": source(
        "import weakref",
        init="self.lin = nn.Linear(4, 4)\nself.scale = weakref.WeakKeyDictionary({self.lin: 3})",
        forward="return self.lin(x) * self.scale[self.lin]",
    ),
    "star_expression": source(
        forward="first, *rest = [x.sin(), x.cos(), x]\ntable = {**{'a': first}, **dict(zip('bc', rest))}\nreturn torch.stack([*table.values()])"
    ),
    "inspect_names": source(
        "import inspect",
        before="""
def shift(x, by=3, *, times=2):
    return x * times + by
""",
        forward="given = {n: p.default for n, p in inspect.signature(shift).parameters.items() if p.default is not p.empty}\nreturn shift(x, **given)",
    ),
    **{
        f"functional_call_{name}": source(
            "from torch.func import functional_call", before=INNER, init="self.inner = Inner()", forward=forward
        )
        for name, forward in {
            "tied_twice": 'w = torch.sin(self.inner.a.weight)\nreturn functional_call(self.inner, {"a.weight": w, "b.weight": w}, (x,))',
            "tied_once": 'return functional_call(self.inner, {"b.weight": torch.sin(self.inner.a.weight)}, (x,))',
            "untied": 'w = self.inner.a.weight\nreturn functional_call(self.inner, {"a.weight": w + 1, "b.weight": w * 2}, (x,), tie_weights=False)',
            "plain": 'return functional_call(self.inner, {"offset": x[0]}, (x,)) + self.inner(x)',
            "lacking": 'y = functional_call(self.inner, {"scale": x[0], "a.none": x}, x)\nreturn y + self.inner(x) if not hasattr(self.inner, "scale") else y',
            "two_dicts": 'return functional_call(self.inner, ({"a.bias": x[0]}, {"b.bias": x[1]}), (x,))',
            "strict": "names = dict(self.inner.named_parameters())\nreturn functional_call(self.inner, {name: value * 2 for name, value in names.items()}, (x,), strict=True)",
            "refused": """
said = []
w = self.inner.a.weight
for given in ({"a.weight": w, "b.weight": w * 2}, {"no.weight": w}, {"a": w}, {"offset.x": w}, {"": w}, {"a.bias": 3}, ({"a.bias": w}, {"a.bias": w})):
    try:
        functional_call(self.inner, given, (x,))
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        said.append(type(error).__name__ + str(error).split(":")[0])
try:
    functional_call(self.inner, {"a.weight": w, "zip": w}, (x,), strict=True)
except RuntimeError as error:
    said.append(str(error))
return x * len("".join(said)) + len(said)
""",
        }.items()
    },
}

if __name__ == "__main__":
    for name, text in SOURCES.items():
        print(json.dumps({"name": f"cpy_{name}", "source": text}))
