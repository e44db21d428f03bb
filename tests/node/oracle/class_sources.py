"""Files whose classes, modules' modes and names are made in the order in which Python runs a file. Written here.
Recorded by record_more_scripts.py OUT SOURCES into data/python_scripts.jsonl.gz (`class_sources.py` prints them as JSON
lines)."""

import json

HEAD = """import torch
from torch import nn
import torch.nn.functional as F
"""
TAIL = """
model = Net()
model(torch.randn(2, 3))
"""
PLAIN = "class Net(nn.Module):\n    def forward(self, x):\n        return "

SOURCES = {
    "method_registered": """REG = {}
def reg(name):
    def put(f):
        REG[name] = f
        return f
    return put
class Net(nn.Module):
    @reg("twice")
    def twice(self, x): return x * 2
    @reg("thrice")
    def thrice(self, x): return x * 3
    def forward(self, x):
        for k in REG:
            x = REG[k](self, x)
        return x""",
    "method_wrapped": """def scaled(f):
    def inner(self, x, *, k=5):
        return f(self, x) * k
    return inner
class Net(nn.Module):
    @scaled
    def h(self, x): return x + 1
    @scaled
    def forward(self, x): return self.h(x) + self.h(x, k=2)""",
    "classes_of_a_loop": """made = []
for i in range(3):
    class C:
        K = i
        def g(self, n=i * 10): return n + self.K
    made.append(C)
"""
    + PLAIN
    + "x * made[1]().g() + made[2]().g()",
    "classes_of_a_factory": """def make(k):
    class C:
        class D:
            K = k
        def h(self, n=k): return n + self.D.K
    return C
A, B = make(2), make(5)
"""
    + PLAIN
    + "x * A().h() + B().h()",
    "class_name_deleted": """class Net(nn.Module):
    K = 3
    J = K + 1
    del K
    def forward(self, x): return x * self.J + (1 if hasattr(self, "K") else 2)""",
    "class_scope": """K = 5
class Net(nn.Module):
    K = 3
    xs = tuple(K for _ in range(2))
    ys = [k for k in range(K)]
    fn = lambda self, x: x * K
    def forward(self, x): return self.fn(x) + self.xs[0] * len(self.ys)""",
    "class_aliases": """class Net(nn.Module):
    def a(self, x): return x * 2
    b = a
    def _k(self): return 4
    k = property(_k)
    def plain(x): return x + 1
    s = staticmethod(plain)
    r = staticmethod(F.relu)
    def forward(self, x): return self.b(x) * self.k + self.s(x)""",
    "class_branches": """class Net(nn.Module):
    if torch.__version__ > "1":
        def helper(self, x): return x * 2
    else:
        def helper(self, x): return x * 3
    n = 0
    while n < 4:
        n += 3
    else:
        n *= 10
    try:
        m = missing
    except NameError:
        m = 7
    def forward(self, x): return self.helper(x) * self.n + self.m""",
    "enum_in_order": """import enum
L = []
def mk(n):
    L.append(n)
    return n
class E(enum.Enum):
    A = mk(1)
    B = A + mk(2)
"""
    + PLAIN
    + "x * len(L) + E.B.value",
    "init_subclass_called": """REG = []
class Base:
    def __init_subclass__(cls, k=1, **rest):
        super().__init_subclass__(**rest)
        cls.K = k
        REG.append(cls.__name__)
class P(Base): pass
class Q(Base, k=5): pass
"""
    + PLAIN
    + "x * len(REG) + Q.K * P.K",
    "method_replaced": """class M(nn.Module):
    def forward(self, x): return x * 2
class H:
    def f(self, x): return x + 1
def new(self, x): return x * 3
M.forward = new
H.f = lambda self, x: x - 4
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, x): return H().f(self.m(x))""",
    "global_deleted": """K = 1
del K
try:
    K
    Q = 1
except NameError:
    Q = 2
"""
    + PLAIN
    + "x * Q",
    "function_names": """REG = []
def reg(f):
    REG.append(f.__name__)
    return f
@reg
def b(x): return x * 2
@reg
def a(x): return x * 3
"""
    + PLAIN
    + 'a(x) if REG == ["b", "a"] else b(x)',
    "grad_mode_off": """torch.set_grad_enabled(False)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        with torch.enable_grad():
            y = x * self.w
        return y + 1""",
    "grad_mode_in_body": """class Net(nn.Module):
    with torch.no_grad():
        K = torch.is_grad_enabled()
    def forward(self, x): return x * 2 if self.K else x * 3""",
    "functional_call_names": """from torch.func import functional_call
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer("b", torch.ones(3))
    def forward(self, x):
        for n, p in self.named_parameters(): x = x * p
        extra = self.extra if hasattr(self, "extra") else 9
        return x * extra + len(list(self.parameters())) + len(list(self.buffers())) * 10
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, x):
        y = functional_call(self.m, {"w": x[0], "extra": x[1]}, (x,))
        return y + functional_call(module=self.m, parameter_and_buffer_dicts={"b": x[0]}, args=(x,))""",
    "functional_call_tied": """from torch.func import functional_call
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.v = self.w
        self.k = 3
    def forward(self, x): return x * self.w + self.v
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, x):
        said = []
        for given in ({"w": x[0], "v": x[1]}, {"k": x[0]}, {"w": 3}, {"a.w": x[0]}):
            try:
                functional_call(self.m, given, (x,))
            except (ValueError, TypeError, AttributeError) as e:
                said.append(len(str(e)))
        return functional_call(self.m, {"v": x[0]}, (x,)) * said[0] * said[1] * said[2] * said[3]""",
    "subscripts_out_of_bounds": """class Net(nn.Module):
    def forward(self, x):
        y = x
        try: y = x[7]
        except IndexError: y = x + 1
        try: y = x[:, 9]
        except IndexError: y = y + 2
        try: y = x[0, 1, 2, 3]
        except IndexError: y = y + 3
        try: y = x.select(0, 9)
        except IndexError: y = y + 4
        return y""",
    "plain_objects_with_tensors": """from types import SimpleNamespace
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = SimpleNamespace(w=torch.zeros(3), v=torch.ones(3))
        self.register_buffer("w", torch.ones(3))
    def forward(self, x): return x + self.d.w * self.w * self.d.v""",
    "default_raises": """class Net(nn.Module):
    def helper(self, x, n=UNDEFINED): return x
    def forward(self, x): return x + 1""",
    "used_before_definition": """A = f(2)
def f(n): return n
"""
    + PLAIN
    + "x * A",
    "exception_leaves_mode": """class Net(nn.Module):
    def f(self, x):
        with torch.no_grad():
            raise ValueError("q")
    def forward(self, x):
        try: self.f(x)
        except ValueError: pass
        return x * 2""",
    "own_exception": """class E(Exception):
    def __init__(self, k): self.k = k
class Net(nn.Module):
    def forward(self, x):
        try: raise E(4)
        except E as e: return x * e.k""",
    "suppressed": """import contextlib
class Net(nn.Module):
    def forward(self, x):
        with contextlib.suppress(ValueError):
            raise ValueError("no")
        return x + 1""",
    "torch_function_in_class": "class Net(nn.Module):\n    h = torch.relu\n    def forward(self, x): return self.h(x)",
    "root_hooks": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_forward_hook(lambda m, a, o: o * 5)
        self.register_forward_pre_hook(lambda m, a: (a[0] + 7,))
    def forward(self, x): return x * 3""",
    "root_call": """class Net(nn.Module):
    def __call__(self, x): return super().__call__(x * 2) + 1
    def forward(self, x): return x * 3""",
    "gradient_wanted": """class Net(nn.Module):
    def forward(self, x): return x * torch.ones(3, requires_grad=True)""",
    "assertion_caught": """class Net(nn.Module):
    def forward(self, x):
        try:
            assert x.shape[0] == 5, "bad"
            return x
        except AssertionError:
            return x + 1""",
    "property_parts": """class A:
    def __init__(self): self._s = 1.0
    @property
    def s(self): return self._s
    @s.setter
    def s(self, v): self._s = v * 2
class B(A):
    @A.s.getter
    def s(self): return self._s + 100
class C:
    def get(self): return self._s
    def put(self, v): self._s = v * 3
    s = property(get, put)
class Net(nn.Module):
    def forward(self, x):
        a, b, c = A(), B(), C()
        a.s, b.s, c.s = 4, 5, 6
        return x * a.s + b.s * c.s""",
    "property_without_setter": """class A:
    def __init__(self): self._s = 1.0
    @property
    def s(self): return self._s
    @s.setter
    def s(self, v): self._s = v * 2
class B(A):
    @property
    def s(self): return self._s + 100
class Net(nn.Module):
    def forward(self, x):
        b = B()
        try: b.s = 7
        except AttributeError: return x * b.s
        return x + b.s""",
    "property_of_module": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self._s = 1
    @property
    def s(self): return self._s
    @s.setter
    def s(self, v): self._s = v * 2
    def forward(self, x):
        self.s = 4
        return x * self.s""",
    "context_that_writes": """from contextlib import contextmanager
@contextmanager
def held(o, n):
    old = o.k
    o.k = n
    try: yield o
    finally: o.k = old
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1
    def forward(self, x):
        with held(self, 5) as s: y = x * s.k
        return y + self.k""",
    "forward_as_attribute": """class G(nn.Module):
    def __init__(self):
        super().__init__()
        self.forward = self._b
    def _b(self, x): return x * 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = G()
    def forward(self, x): return self.g(x) + 1""",
    "root_forward_as_attribute": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.forward = self._b
    def _b(self, x): return x * 2""",
    "module_in_class": "class Net(nn.Module):\n    import math\n    def forward(self, x): return x * self.math.floor(2.5)",
}

if __name__ == "__main__":
    for name, source in SOURCES.items():
        print(json.dumps({"name": f"cls_{name}", "source": HEAD + source + TAIL}))
