"""What torch.fx.symbolic_trace records of Python's own functions and operators on a traced value, or what it says.
python3 record_python_calls.py OUT.json"""

import json
import sys
import warnings

import torch
import torch.fx

warnings.simplefilter("ignore")
EXPRESSIONS = """abs(x); pow(x, 2); pow(2, x); pow(x, 2, 3); x ** 2; 2 ** x; round(x); +x; ~x; -x; divmod(x, 2); divmod(2, x); divmod(x, 2.5); x // 2; x % 2; 7 % x; x & y; 1 & x; x << 1;
1 << x; x == y; 1 == x; 2 != x; 1 < x; 2.5 > x; 1 <= x; 1 >= x; x < 1; True == x; min(x, y); max(x, 1); max([x, 2]); sum([x, y]); sum([x], 3); sum((x, y, 2)); sum(x); len(x); int(x);
float(x); bool(x); complex(x); not x; any([x]); all([x]); list(x); iter(x); enumerate(x); reversed(x); x.__add__(y); x.__radd__(2); x.__rpow__(2); x.__getitem__(0); x.__lt__(2);
x.__abs__(); x.__neg__(); x.__invert__(); x.__and__(y); x.__matmul__(y); x.__eq__(2); x.__pos__(); x.__iadd__(2); x.__contains__(2); x.__len__(); x.__bool__(); x @ y.T;
abs(abs(x) - y); float('inf') + x; x.shape[0] + 1; getattr(x, 'T')""".replace("\n", " ").split("; ")
ATTRIBUTES = """class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.register_buffer('b', torch.ones(2))
        self.inner = torch.nn.Module()
        self.inner.w = torch.nn.Parameter(torch.ones(2))
        self.lin = torch.nn.Linear(2, 2)

    def forward(self, x):
        b = self.b
        u = self.w
        y = x + b
        z = torch.cat([x, b, b])
        return self.lin(y) + self.w + u + z + self.inner.w * self.inner.w, self.b, self.w
"""
SEQUENTIAL = """class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Sequential(torch.nn.Tanh(), torch.nn.Linear(3, 3, bias=False)), torch.nn.ReLU())
        self.empty = torch.nn.Sequential()

    def forward(self, x):
        return self.empty(self.seq(x)) + self.seq(x)
"""


def traced(source, name):
    scope = {"torch": torch}
    exec(source, scope)
    value = scope[name]
    try:
        return {
            "source": source,
            "graph": str(torch.fx.symbolic_trace(value() if isinstance(value, type) else value).graph),
        }
    except Exception as error:
        return {"source": source, "error": "%s: %s" % (type(error).__name__, error)}


rows = [traced("def f(x, y):\n    return %s\n" % expression.strip(), "f") for expression in EXPRESSIONS] + [
    traced(ATTRIBUTES, "M"),
    traced(SEQUENTIAL, "M"),
]
json.dump({"torch": torch.__version__, "rows": rows}, open(sys.argv[1], "w"), indent=0)
