"""Files that use Python as people do: operators and items of their own classes, contexts, generators, enums, sets,
formats, arrays of NumPy, classes in functions. Written here. Recorded by record_more_scripts.py OUT SOURCES into
data/python_scripts.jsonl.gz (`python_sources.py` prints them as JSON lines)."""

import json

SOURCES = {
    "yield": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def gen(n):
    for i in range(n):
        yield i + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        for k in gen(3):
            x = x * k
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "yield_from": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def inner():
    yield 1
    yield 2
def gen():
    yield from inner()
    yield 3

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * sum(gen())

model = Net()
model(torch.randn(2, 3))
""",
    "contextmanager": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
@contextlib.contextmanager
def scaled(k):
    yield k * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        with scaled(3) as k:
            x = x * k
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "ctx_class": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Ctx:
    def __init__(self, k):
        self.k = k
    def __enter__(self):
        return self.k
    def __exit__(self, *args):
        self.k = 0
        return False

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        c = Ctx(4)
        with c as k:
            x = x * k
        return x + c.k

model = Net()
model(torch.randn(2, 3))
""",
    "op_add": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class V:
    def __init__(self, a):
        self.a = a
    def __add__(self, o):
        return V(self.a + o.a)
    def __radd__(self, o):
        return o + self.a
    def __mul__(self, k):
        return V(self.a * k)
    def __neg__(self):
        return V(-self.a)
    def __lt__(self, o):
        return self.a < o.a
    def __eq__(self, o):
        return self.a == o.a

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        v = V(x) + V(x * 2)
        v = -(v * 3)
        if V(1) < V(2) and V(1) == V(1) and V(2) > V(1) and V(1) != V(2):
            return v.a
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "op_radd": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class V:
    def __init__(self, a):
        self.a = a
    def __radd__(self, o):
        return o + self.a

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x + V(3)

model = Net()
model(torch.randn(2, 3))
""",
    "op_iadd": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class V:
    def __init__(self, a):
        self.a = a
    def __iadd__(self, o):
        self.a = self.a + o
        return self

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        v = V(x)
        v += 2
        return v.a

model = Net()
model(torch.randn(2, 3))
""",
    "items": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Bag:
    def __init__(self):
        self.d = {}
    def __setitem__(self, k, v):
        self.d[k] = v
    def __getitem__(self, k):
        return self.d[k]
    def __len__(self):
        return len(self.d)
    def __contains__(self, k):
        return k in self.d
    def __iter__(self):
        return iter(self.d.values())
    def __delitem__(self, k):
        del self.d[k]

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        b = Bag()
        b['a'] = x
        b['b'] = x * 2
        b['c'] = x * 5
        del b['c']
        if 'a' in b and len(b) == 2 and b:
            for v in b:
                x = x + v
        return x + b['b']

model = Net()
model(torch.randn(2, 3))
""",
    "iter_next": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Count:
    def __init__(self, n):
        self.n = n
        self.i = 0
    def __iter__(self):
        return self
    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        for k in Count(3):
            x = x * k
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "getitem_iter": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Seq:
    def __len__(self):
        return 3
    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return i + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        for k in Seq():
            x = x * k
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "getattr": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Box:
    def __init__(self):
        self.a = 2
    def __getattr__(self, name):
        return len(name)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        b = Box()
        return x * b.a + b.hello

model = Net()
model(torch.randn(2, 3))
""",
    "setattr": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Box:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        b = Box()
        b.k = 3
        return x * b.k

model = Net()
model(torch.randn(2, 3))
""",
    "dict_sub": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class AttrDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = AttrDict(a=2, b=3)

    def forward(self, x):
        return x * self.c.a + self.c['b']

model = Net()
model(torch.randn(2, 3))
""",
    "dict_sub2": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Cfg(dict):
    def __getattr__(self, k):
        return self[k]
    def __setattr__(self, k, v):
        self[k] = v

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = Cfg(a=2, b=3)
        self.c.z = 5

    def forward(self, x):
        return x * self.c.a + self.c['z']

model = Net()
model(torch.randn(2, 3))
""",
    "list_sub": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class L(list):
    def total(self):
        return sum(self)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        l = L([1, 2, 3])
        l.append(4)
        return x * l.total()

model = Net()
model(torch.randn(2, 3))
""",
    "enum": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Kind(enum.Enum):
    A = 1
    B = 'b'

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = Kind.B

    def forward(self, x):
        if self.k == Kind.B:
            return x * len(self.k.value)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "enum2": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Kind(str, enum.Enum):
    A = 'a'
    B = 'b'

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = Kind('b')

    def forward(self, x):
        if self.k is Kind.B and self.k == 'b':
            return x * 2
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "enum3": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Kind(enum.IntEnum):
    A = 1
    B = 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = Kind.B

    def forward(self, x):
        if self.k > Kind.A:
            return x * int(self.k)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "enum_auto": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Kind(enum.Enum):
    A = enum.auto()
    B = enum.auto()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = Kind['B']

    def forward(self, x):
        for k in Kind:
            x = x + k.value
        return x * self.k.value if self.k.name == 'B' else x

model = Net()
model(torch.randn(2, 3))
""",
    "deque": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        q = collections.deque(maxlen=2)
        for i in range(4):
            q.append(x * i)
        q.appendleft(x)
        return sum(q)

model = Net()
model(torch.randn(2, 3))
""",
    "defaultdict": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = collections.defaultdict(list)
        d['a'].append(x)
        d['a'].append(x * 2)
        return torch.cat(d['a'])

model = Net()
model(torch.randn(2, 3))
""",
    "counter": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        c = collections.Counter('hello')
        return x * c['l']

model = Net()
model(torch.randn(2, 3))
""",
    "reduce": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return functools.reduce(lambda a, b: a * b, [x, x, 2])

model = Net()
model(torch.randn(2, 3))
""",
    "itertools": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        for a, b in itertools.product([1, 2], [3]):
            x = x * a + b
        for a in itertools.chain([1], [2]):
            x = x + a
        for a in itertools.accumulate([1, 2, 3]):
            x = x * a
        for a, b in itertools.combinations([1, 2, 3], 2):
            x = x + a * b
        for a in itertools.islice(itertools.count(5), 2):
            x = x + a
        for a, b in itertools.zip_longest([1, 2], [3], fillvalue=7):
            x = x + a * b
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "type_new": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
Sub = type('Sub', (nn.Linear,), {})

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = Sub(3, 4)

    def forward(self, x):
        return self.l(x)

model = Net()
model(torch.randn(2, 3))
""",
    "init_subclass": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
REG = {}
def register(cls):
    REG[cls.__name__] = cls
    return cls
@register
class A(nn.Module):
    def forward(self, x):
        return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = REG['A']()

    def forward(self, x):
        return self.a(x)

model = Net()
model(torch.randn(2, 3))
""",
    "user_decorator": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def twice(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) * 2
    return inner
@twice
def h(x):
    return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return h(x)

model = Net()
model(torch.randn(2, 3))
""",
    "deco_args": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def times(k):
    def deco(f):
        def inner(x):
            return f(x) * k
        return inner
    return deco
@times(3)
def h(x):
    return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return h(x)

model = Net()
model(torch.randn(2, 3))
""",
    "while_else": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        i = 0
        while i < 3:
            i += 1
            if i == 9:
                break
        else:
            x = x + i
        for k in range(2):
            pass
        else:
            x = x * 2
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "custom_exc": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Oops(Exception):
    def __init__(self, k):
        super().__init__(f'bad {k}')
        self.k = k

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        try:
            raise Oops(3)
        except Oops as e:
            x = x * e.k
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "classmethod": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * self.k() + Net.s(2)
    K = 5
    @classmethod
    def k(cls):
        return cls.K
    @staticmethod
    def s(a):
        return a * a

model = Net()
model(torch.randn(2, 3))
""",
    "starred": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        a, *b = x.unbind(1)
        *c, d = [1, 2, 3]
        m = {**{'k': 1}, 'j': 2}
        return torch.stack([a, *b]) * d * m['j'] + max(*c, 4)

model = Net()
model(torch.randn(2, 3))
""",
    "walrus": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        if (n := x.shape[0]) > 1:
            x = x * n
        return [y := x * 2, y ** 2][1]

model = Net()
model(torch.randn(2, 3))
""",
    "dictcomp": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = {k: x * k for k in range(3) if k}
        s = {k % 2 for k in range(5)}
        return sum(v for v in d.values()) + len(s)

model = Net()
model(torch.randn(2, 3))
""",
    "sort": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        l = [3, 1, 2]
        l.sort(reverse=True)
        l.insert(0, 9)
        l.remove(1)
        l.reverse()
        l.extend(range(2))
        i = l.index(3) + l.count(9)
        return x * i + sorted([('a', 2), ('b', 1)], key=lambda t: t[1])[0][1]

model = Net()
model(torch.randn(2, 3))
""",
    "sets": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        s = set()
        s.add(1)
        s |= {2, 3}
        s.discard(2)
        s.update([7])
        t = s & {1, 7}
        if {1} <= s and s.issuperset({1}) and not s.isdisjoint({1}):
            x = x * len(t) + len(s.union({8})) + len(s - {1}) + len(frozenset([1,1]))
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "dicts": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = dict(a=1)
        d.setdefault('b', 5)
        v = d.pop('a') + d.get('z', 3)
        d.update({'c': 7}, e=8)
        k, w = d.popitem()
        d2 = dict(zip('ab', [1, 2]))
        d3 = dict.fromkeys(['u', 'v'], 4)
        for k, (i, j) in {'q': (1, 2)}.items():
            x = x + i * j
        return x * v + w + d2['b'] + d3['v'] + len(list(d.keys())) + (d | d2)['a']

model = Net()
model(torch.randn(2, 3))
""",
    "strings": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        s = 'a_b-c'.replace('-', '_').split('_')
        n = len('-'.join(s)) + 'abc'.find('c') + int('12') + len('%d-%s' % (3, 'x')) + len('{:>5}'.format('a')) + len(f'{3.14159:.2f}{x.shape[0]!r:>4}')
        if 'Abc'.lower().startswith(('a', 'z')) and 'x'.isalpha() and '12'.isdigit() and 'ab'.upper() == 'AB' and 'a b'.title() == 'A B' and ' x '.strip() == 'x' and 'abc'[::-1] == 'cba':
            n += len('x'.zfill(4)) + len('a,b,c'.rsplit(',', 1)) + 'abca'.count('a') + len('abc'.partition('b')) + ord('a') + len(chr(98))
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "lambda_default": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        fs = [lambda t, k=k: t * k for k in range(1, 4)]
        for f in fs:
            x = f(x)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "kwonly": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def f(a, /, b, *, c=3, **rest):
    return a * b + c + rest.get('d', 0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return f(x, 2, c=4, d=5)

model = Net()
model(torch.randn(2, 3))
""",
    "nonlocal": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = 0
        def inc(k=1):
            nonlocal n
            n += k
            return n
        inc()
        inc(4)
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "recursion": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * fact(5)

model = Net()
model(torch.randn(2, 3))
""",
    "deepcopy": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        l = nn.Linear(3, 3)
        self.ls = nn.ModuleList([copy.deepcopy(l) for _ in range(3)])

    def forward(self, x):
        for l in self.ls:
            x = l(x)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "math": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * (math.log2(8) + math.gcd(12, 18) + math.comb(5, 2) + math.prod([2, 3]) + math.isqrt(17) + math.hypot(3, 4) + math.degrees(math.pi) + math.copysign(1, -2) + math.fmod(7, 3) + math.trunc(2.7) + math.factorial(4) + math.fsum([.1, .2]) + math.log(8, 2) + math.erf(0.5) + math.inf * 0 if False else math.tau)

model = Net()
model(torch.randn(2, 3))
""",
    "nums": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = round(2.567, 1) + abs(-3) + pow(2, 5) + divmod(17, 5)[1] + (7 // 2) + (-7 % 3) + (5 & 3) + (5 ^ 1) + (1 << 4) + int(3.9) + float('2.5') + min([3, 1]) + max(2, 5, key=lambda v: -v) + sum([1, 2], 10) + bool(3) + hash(3) + 0x1f + 1_000 + round(2.5)
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "isinst": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = 0
        if isinstance(x, torch.Tensor) and not isinstance(3, (str, list)) and isinstance(True, int) and issubclass(nn.Linear, nn.Module) and callable(self.forward) and hasattr(self, 'training') and type(3) is int and isinstance([1], collections.abc.Sequence if hasattr(collections, 'abc') else list):
            n = 2
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "slots": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class P:
    __slots__ = ('a', 'b')
    def __init__(self, a, b):
        self.a, self.b = a, b
    def __repr__(self):
        return f'P({self.a})'

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        p = P(x, 2)
        if str(P(1, 2)) == 'P(1)':
            return p.a * p.b
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "mro": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class A:
    def f(self):
        return ['A']
class B(A):
    def f(self):
        return ['B'] + super().f()
class C(A):
    def f(self):
        return ['C'] + super().f()
class D(B, C):
    pass

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * len(D().f()) + len(D.__mro__)

model = Net()
model(torch.randn(2, 3))
""",
    "abc": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
from abc import ABC, abstractmethod
class Base(ABC, nn.Module):
    @abstractmethod
    def go(self, x): ...
    def forward(self, x):
        return self.go(x) * 2
class Impl(Base):
    def go(self, x):
        return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = Impl()

    def forward(self, x):
        return self.b(x)

model = Net()
model(torch.randn(2, 3))
""",
    "int_float": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class S:
    def __int__(self):
        return 3
    def __float__(self):
        return 2.5
    def __bool__(self):
        return False
    def __abs__(self):
        return 4
    def __index__(self):
        return 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        s = S()
        return x * int(s) + float(s) + (0 if s else 5) + abs(s) + [7, 8][s]

model = Net()
model(torch.randn(2, 3))
""",
    "match": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        match x.shape:
            case (a, b) if a == 2:
                x = x * b
            case _:
                pass
        match {'k': 1}:
            case {'k': v}:
                x = x + v
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "dataclass": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
from dataclasses import dataclass, field, replace, asdict
@dataclass
class C:
    a: int = 2
    b: list = field(default_factory=lambda: [1, 2])
    @property
    def c(self):
        return self.a * 3

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        c = replace(C(), a=5)
        return x * c.a + c.c + len(c.b) + asdict(c)['a'] + (C() == C())

model = Net()
model(torch.randn(2, 3))
""",
    "namespace": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import types
from argparse import Namespace

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = types.SimpleNamespace(a=1, b=2)
        m = Namespace(k=3)
        n.c = 4
        return x * n.a + m.k + n.c + vars(m)['k']

model = Net()
model(torch.randn(2, 3))
""",
    "format": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        names = [f'layer_{i:02d}' for i in range(3)]
        d = {n: i for i, n in enumerate(names, start=1)}
        return x * d['layer_01']

model = Net()
model(torch.randn(2, 3))
""",
    "genexp_next": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        g = (k for k in [5, 6] if k > 5)
        v = next(g)
        w = next(iter([]), 9)
        return x * v + w

model = Net()
model(torch.randn(2, 3))
""",
    "zip_star": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        a, b = zip(*[(1, 2), (3, 4)])
        m = list(map(lambda p, q: p * q, a, b))
        f = list(filter(None, [0, 1, 2]))
        return x * m[1] + f[0] + list(reversed([1, 2]))[0]

model = Net()
model(torch.randn(2, 3))
""",
    "partialmethod": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        f = functools.partial(torch.add, alpha=2)
        g = operator.itemgetter(1)
        h = operator.attrgetter('shape')
        return f(x, x) * g([1, 5]) + h(x)[0]

model = Net()
model(torch.randn(2, 3))
""",
    "setattr_loop": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2):
            setattr(self, f'fc{i}', nn.Linear(3, 3))
        self.add_module('last', nn.Linear(3, 2))

    def forward(self, x):
        for i in range(2):
            x = getattr(self, f'fc{i}')(x)
        return self.last(x)

model = Net()
model(torch.randn(2, 3))
""",
    "delattr": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        del self.a

    def forward(self, x):
        return self.b(x) if not hasattr(self, 'a') else x

model = Net()
model(torch.randn(2, 3))
""",
    "assert_msg": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        assert x.dim() == 2, f'bad {x.shape}'
        assert isinstance(x.size(0), int)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "nested_cls": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = Net.Inner(2)

    def forward(self, x):
        return x * self.i.k
    class Inner:
        def __init__(self, k):
            self.k = k

model = Net()
model(torch.randn(2, 3))
""",
    "class_in_fn": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def make(k):
    class L(nn.Module):
        def forward(self, x):
            return x * k
    return L()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = make(4)

    def forward(self, x):
        return self.l(x)

model = Net()
model(torch.randn(2, 3))
""",
    "chain_cmp": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = 3
        return x * (1 if 0 < n <= 3 != 5 else 2)

model = Net()
model(torch.randn(2, 3))
""",
    "in_tuple": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mode = 'b'

    def forward(self, x):
        if self.mode in ('a', 'b') and self.mode not in ['c']:
            return {'a': x, 'b': x * 2}[self.mode]
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "tensor_in": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        l = [x, x * 2]
        out = 0
        for i, t in enumerate(l):
            out = out + t * i
        return out

model = Net()
model(torch.randn(2, 3))
""",
    "ternary_fn": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        act = {'relu': torch.relu, 'tanh': torch.tanh}.get('relu', None)
        return (act if act is not None else torch.sin)(x)

model = Net()
model(torch.randn(2, 3))
""",
    "ordered": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = nn.Sequential(collections.OrderedDict([('a', nn.Linear(3, 3)), ('r', nn.ReLU())]))

    def forward(self, x):
        return self.s(x)

model = Net()
model(torch.randn(2, 3))
""",
    "multi_ret": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = {'out': x * 2, 'aux': [x, (x + 1, None)]}
        return d

model = Net()
model(torch.randn(2, 3))
""",
    "str_eval": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = eval('nn.ReLU')()

    def forward(self, x):
        return self.act(x)

model = Net()
model(torch.randn(2, 3))
""",
    "getattr_nn": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = getattr(nn, 'GELU')()
        self.c = getattr(torch.nn, f'Conv{1}d')(3, 3, 1)

    def forward(self, x):
        return self.c(self.act(x).unsqueeze(-1))

model = Net()
model(torch.randn(2, 3))
""",
    "globals_fn": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def helper(x):
    return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return globals()['helper'](x)

model = Net()
model(torch.randn(2, 3))
""",
    "singledispatch": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x.__mul__(2).__add__(1)

model = Net()
model(torch.randn(2, 3))
""",
    "lru": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
@functools.lru_cache(maxsize=None)
def f(n):
    return n * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * f(3)

model = Net()
model(torch.randn(2, 3))
""",
    "star_args": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def f(*args, **kw):
    return sum(args) * kw['k']

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return f(*[x, x], **{'k': 3})

model = Net()
model(torch.randn(2, 3))
""",
    "cond_import": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
try:
    import flash_attn
    HAS = True
except ImportError:
    HAS = False

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * (2 if HAS else 3)

model = Net()
model(torch.randn(2, 3))
""",
    "property_setter": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Box:
    def __init__(self):
        self._s = 1
    @property
    def scale(self):
        return self._s
    @scale.setter
    def scale(self, v):
        self._s = v * 2
    @property
    def half(self):
        return self._s / 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = Box()

    def forward(self, x):
        self.box.scale = 4
        return x * self.box.half

model = Net()
model(torch.randn(2, 3))
""",
    "cached_property": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * self.depth
    @functools.cached_property
    def depth(self):
        return 3

model = Net()
model(torch.randn(2, 3))
""",
    "lambda_late": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        fs = [lambda t: t * k for k in range(1, 4)]
        for f in fs:
            x = f(x)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "def_default": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        fs = []
        for k in range(1, 4):
            def f(t, k=k):
                return t * k
            fs.append(f)
        for f in fs:
            x = f(x)
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "generator_order": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def parts(x):
    for i in range(3):
        yield torch.sin(x) * i

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        out = x
        for p in parts(x):
            out = torch.cos(out) + p
        return out

model = Net()
model(torch.randn(2, 3))
""",
    "generator_break": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def parts(x):
    try:
        for i in range(9):
            yield x * i
    finally:
        pass

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        out = x
        for i, p in enumerate(parts(x)):
            out = out + p
            if i == 2:
                break
        return out

model = Net()
model(torch.randn(2, 3))
""",
    "generator_next": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def parts(x):
    y = torch.sin(x)
    yield y
    y = torch.cos(y)
    yield y

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        g = parts(x)
        a = next(g)
        b = torch.tanh(a)
        return b + next(g)

model = Net()
model(torch.randn(2, 3))
""",
    "generator_while": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def halves(n):
    while n > 1:
        yield n
        n //= 2
    if n:
        yield -1
    return

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        for n in halves(8):
            x = x + n
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "generator_with": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
@contextlib.contextmanager
def scaled(x, k):
    y = x * k
    yield y

def parts(x):
    with scaled(x, 3) as y:
        yield y
        yield y + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return sum(parts(x))

model = Net()
model(torch.randn(2, 3))
""",
    "generator_zip": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def names():
    yield 'a'
    yield 'b'

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = dict(zip(names(), (x, x * 2)))
        return d['a'] + d['b']

model = Net()
model(torch.randn(2, 3))
""",
    "ctx_nested": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Ctx:
    def __init__(self, log):
        self.log = log
    def __enter__(self):
        self.log.append(1)
        return self
    def __exit__(self, *args):
        self.log.append(5)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        log = []
        with Ctx(log) as a, Ctx(log):
            x = x * len(log)
        return x + len(log)

model = Net()
model(torch.randn(2, 3))
""",
    "ctx_suppress": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        with contextlib.suppress(KeyError):
            x = x * {}['a']
        return x + 1

model = Net()
model(torch.randn(2, 3))
""",
    "ctx_null": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        cm = torch.no_grad() if self.training is None else contextlib.nullcontext()
        with cm:
            x = x * 2
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "ctx_no_grad_var": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        cm = torch.no_grad()
        with cm:
            y = x * 2
        return x + y

model = Net()
model(torch.randn(2, 3))
""",
    "tuple_keys": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = {(1, 2): 3, ('a', 4): 5}

    def forward(self, x):
        k = (1, 2)
        if k in self.d and (9, 9) not in [(1, 2)]:
            x = x * self.d[k]
        return x + self.d['a', 4]

model = Net()
model(torch.randn(2, 3))
""",
    "set_comp": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * len({k % 2 for k in range(5)}) + len({1, 1, 2})

model = Net()
model(torch.randn(2, 3))
""",
    "key_error": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = {}

    def forward(self, x):
        try:
            k = self.d['a']
        except KeyError:
            k = 7
        try:
            k = k + [1][3]
        except IndexError:
            k = k + 1
        return x * k

model = Net()
model(torch.randn(2, 3))
""",
    "getattr_module": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Wrap(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)
    def forward(self, x):
        return self.inner(x) * self.in_features

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = Wrap(nn.Linear(3, 3))

    def forward(self, x):
        return self.w(x)

model = Net()
model(torch.randn(2, 3))
""",
    "len_module": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
    def __len__(self):
        return len(self.a)
    def __getitem__(self, i):
        return self.a[i]
    def forward(self, x):
        for i in range(len(self)):
            x = self[i](x)
        return x

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = Stack()

    def forward(self, x):
        return self.s(x) * len(self.s)

model = Net()
model(torch.randn(2, 3))
""",
    "formats": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        s = f'{3:>5}|{2.5:<8.2f}|{"a":^5}|{1234567:,}|{0.256:.1%}|{7:+d}|{255:#x}|{5:08b}|{1e-5:.3e}|{12:03}|{True:d}'
        t = '%5.1f|%-4s|%03d' % (2.25, 'ab', 7)
        w = 6
        u = '{:>{w}}'.format('z', w=w) if False else f'{"z":>{w}}'
        return x * len(s) + len(t) + len(u)

model = Net()
model(torch.randn(2, 3))
""",
    "texts": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        n = 0
        for a, b in (('a b'.title(), 'A B'), ('abc'.capitalize(), 'Abc'), ('7'.zfill(3), '007'), ('x'.center(4, '-'), '-x--'), ('a.b.c'.rsplit('.', 1)[0], 'a.b'), ('a=b=c'.split('=', 1)[1], 'b=c'), ('layer.0.w'.rpartition('.')[0], 'layer.0'), ('prefix_x'.removeprefix('prefix_'), 'x'), ('ab' * 2, 'abab')):
            n += a == b
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "np_eye_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        i = torch.from_numpy(np.eye(3).flatten().astype(np.float32)).view(3, 3)
        return x @ i

model = Net()
model(torch.randn(2, 3))
""",
    "np_array_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        c = torch.tensor(np.array([1, 2, 3]))
        return x * c + torch.from_numpy(np.array([0.5, 1.0, 2.0]))

model = Net()
model(torch.randn(2, 3))
""",
    "np_table": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np
def table(n, d):
    t = np.array([[pos / np.power(10000, 2 * (j // 2) / d) for j in range(d)] for pos in range(n)])
    t[:, 0::2] = np.sin(t[:, 0::2])
    t[:, 1::2] = np.cos(t[:, 1::2])
    return torch.FloatTensor(t).unsqueeze(0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('t', table(2, 3))

    def forward(self, x):
        return x + self.t[:, : x.size(0)].clone().detach().squeeze(0)

model = Net()
model(torch.randn(2, 3))
""",
    "np_offsets": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.offsets = np.array((0, *np.cumsum([3, 4, 5])[:-1]), dtype=np.int64)
        self.total = int(np.sum([3, 4, 5]))
        self.e = nn.Embedding(self.total, 2)

    def forward(self, x):
        i = torch.arange(3).unsqueeze(0) + torch.tensor(self.offsets).unsqueeze(0)
        return self.e(i)

model = Net()
model(torch.randn(2, 3))
""",
    "np_weights": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        k = np.zeros((3, 3), dtype=np.float32)
        for i in range(3):
            k[i, i] = 1
        self.w = nn.Parameter(torch.from_numpy(k))
        self.b = nn.Parameter(torch.tensor(np.linspace(0, 1, 3), dtype=torch.float32))

    def forward(self, x):
        return x @ self.w + self.b

model = Net()
model(torch.randn(2, 3))
""",
    "np_numbers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = int(np.prod([2, 3])) + int(np.ceil(2.1)) + len(np.arange(0, 6, 2))
        self.s = float(np.sqrt(16.0)) + float(np.log(1.0))
        self.m = max(np.array([3, 1, 2]))

    def forward(self, x):
        return x * self.k + self.s + int(self.m)

model = Net()
model(torch.randn(2, 3))
""",
    "np_sqrt_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x / np.sqrt(x.size(-1)) + np.sqrt(2.0)

model = Net()
model(torch.randn(2, 3))
""",
    "np_exp_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * np.exp(2) + np.log(3.0)

model = Net()
model(torch.randn(2, 3))
""",
    "conv_dilated_later": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 4, 3, padding=1)
        self.c.padding, self.c.dilation = (2, 2), (2, 2)
        self.d = nn.Conv1d(4, 4, 3, padding=1)
        self.d.padding_mode = 'circular'

    def forward(self, x):
        y = self.c(x.reshape(1, 3, 2, 1).expand(1, 3, 5, 5))
        return self.d(y.flatten(2))

model = Net()
model(torch.randn(2, 3))
""",
    "pad_bool": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import torch.nn.functional as F

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return F.pad(x > 0, (1, 0), value=True), torch.dropout(x, True, False)

model = Net()
model(torch.randn(2, 3))
""",
    "dunder_call": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x.__mul__(2).__add__(1).__rsub__(3) + (2).__add__(1)

model = Net()
model(torch.randn(2, 3))
""",
    "star_list_lines": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        rows = [
            torch.sin(x),
            *(torch.cos(t) for t in (x, x * 2)),
        ]
        return torch.stack(rows)

model = Net()
model(torch.randn(2, 3))
""",
    "registry_call": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
REG = {}
def register(name):
    def deco(cls):
        REG[name] = cls
        return cls
    return deco
@register('double')
class A(nn.Module):
    def forward(self, x):
        return x * 2
@register('inc')
def inc(x):
    return x + 1

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = REG['double']()

    def forward(self, x):
        return REG['inc'](self.a(x))

model = Net()
model(torch.randn(2, 3))
""",
    "generic_class": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
from typing import Generic, TypeVar
T = TypeVar('T')
class Box(Generic[T]):
    def __init__(self, v: T):
        self.v = v

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * Box[int](3).v

model = Net()
model(torch.randn(2, 3))
""",
    "asdict": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import dataclasses
@dataclasses.dataclass
class A:
    a: int = 2
    b: tuple = (1, 2)
@dataclasses.dataclass
class B:
    inner: A = dataclasses.field(default_factory=A)
    k: int = 3

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = dataclasses.asdict(B())
        n = len(dataclasses.fields(B())) + len(dataclasses.astuple(A()))
        return x * d['inner']['a'] * d['k'] + n

model = Net()
model(torch.randn(2, 3))
""",
    "dict_equal": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cfg = {'act': 'relu', 'n': [1, (2, 3)]}

    def forward(self, x):
        if self.cfg == {'n': [1, (2, 3)], 'act': 'relu'} and {'a': 1} != {'a': 2} and [1, 2] == [1.0, 2.0]:
            return x.relu()
        return x.tanh()

model = Net()
model(torch.randn(2, 3))
""",
    "number_keys": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = {1: 'a'}
        d[1.0] = 'b'
        d[True] = 'c'
        n = len(d) + len({1, True, 1.0}) + (1.0 in [1]) + [3, 1].index(1.0)
        return x * n

model = Net()
model(torch.randn(2, 3))
""",
    "equal_objects": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
from dataclasses import dataclass
@dataclass
class Out:
    k: int

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        l = [Out(2), Out(1), Out(1)]
        n = (Out(1) in l) + l.index(Out(1)) + l.count(Out(1))
        l.remove(Out(2))
        return x + n + len(l) + (collections.deque([1]) == collections.deque([1]))

model = Net()
model(torch.randn(2, 3))
""",
    "zip_itself": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        it = iter([1, 2, 3, 4])
        for a, b in zip(it, it):
            x = x * a + b
        for a, b in zip(*[iter([5, 6, 7, 8])] * 2):
            x = x * a + b
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "iterator_left": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        it = iter([1, 2, 3, 4, 5])
        found = any(v > 1 for v in it)
        rest = list(it)
        letters = iter('xaybzc')
        n = all(c in letters for c in 'abc')
        return x * len(rest) + found + n

model = Net()
model(torch.randn(2, 3))
""",
    "reversed_once": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        r = reversed([1, 2, 3])
        a = next(r)
        b = sum(r) + sum(r)
        return x * a + b

model = Net()
model(torch.randn(2, 3))
""",
    "list_grows": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        todo = [3]
        for s in todo:
            x = x + s
            if s > 0:
                todo.append(s - 1)
        kept = [1, 2, 3, 4]
        for s in kept:
            kept.remove(s)
        return x * len(kept)

model = Net()
model(torch.randn(2, 3))
""",
    "chain_once": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    def forward(self, x):
        def size(t):
            return self.l(t).shape[1]
        if 0 < size(x) < 10 and 1 <= x.dim() <= 2 != 3:
            x = x * 2
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "manager_catches": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
@contextlib.contextmanager
def guarded(log):
    try:
        yield 1
    except ValueError:
        log.append('caught')
    finally:
        log.append('left')

@contextlib.contextmanager
def bare(log):
    yield
    log.append('after')

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        log = []
        with guarded(log):
            raise ValueError('a')
        try:
            with bare(log):
                raise KeyError('b')
        except KeyError:
            log.append('outside')
        return x * len(log)

model = Net()
model(torch.randn(2, 3))
""",
    "generator_closed": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        log = []
        def parts():
            try:
                yield 1
                yield 2
            finally:
                log.append(1)
        for p in parts():
            break
        return x * (len(log) + 1)

model = Net()
model(torch.randn(2, 3))
""",
    "yield_from_value": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
def inner():
    yield 1
    return 7
def outer():
    v = yield from inner()
    yield v

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * sum(outer())

model = Net()
model(torch.randn(2, 3))
""",
    "cache_kept": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        @functools.lru_cache
        def table(n):
            return torch.arange(n)
        @functools.lru_cache(maxsize=2)
        def twice(n):
            return torch.ones(n)
        return x + table(3) + table(3) + twice(3) + twice(3)

model = Net()
model(torch.randn(2, 3))
""",
    "cached_once": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class Box:
    def __init__(self, x):
        self.x = x
    @functools.cached_property
    def y(self):
        return torch.sin(self.x)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        b = Box(x)
        return b.y + b.y

model = Net()
model(torch.randn(2, 3))
""",
    "enum_alias": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
class K(enum.Enum):
    A = 1
    B = 1
    C = 7
    D = 3
    E = enum.auto()
class S(enum.StrEnum):
    AB = enum.auto()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        return x * len(list(K)) + (K.A is K.B) + K.E.value + len(S.AB)

model = Net()
model(torch.randn(2, 3))
""",
    "number_texts": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        d = dict([('a', 1), ('a', 5)])
        e = {k: i for i, k in enumerate('aba')}
        c = collections.Counter({'a': 2})
        c.update({'a': 5})
        return x * int('10', 2) + d['a'] + int('ff', 16) + e['a'] + len(e) + dict({'a': 1}, a=2)['a'] + c['a'] + len('a.b.c'.split('.', maxsplit=1))

model = Net()
model(torch.randn(2, 3))
""",
    "far_step": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        l = [1, 2, 3][1::9223372036854775807]
        return x * l[0] + [1, 2, 3][::-9223372036854775807][0]

model = Net()
model(torch.randn(2, 3))
""",
    "np_views": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.zeros((2, 3))
        b = a[0]
        b[:] = 9
        a[1][2] = 4
        a += 1
        for row in a:
            row[0] = 5
        a.T[1, 1] = 8
        c = a.flatten()
        c[0] = 100
        self.w = nn.Parameter(torch.tensor(a))
        self.k = float(a.sum())

    def forward(self, x):
        return x * self.k + self.w

model = Net()
model(torch.randn(2, 3))
""",
    "np_ranges": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.r = [float(v) for v in np.linspace(0, 0.1, 12)]
        self.s = [float(v) for v in np.arange(1, 2, 0.3)]

    def forward(self, x):
        for v in self.r[5:8] + self.s:
            x = x * v
        return x

model = Net()
model(torch.randn(2, 3))
""",
    "np_dtypes": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
from torch import nn
import numpy as np

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.array([True, False]) + 1
        self.k = int(a.sum()) + (np.array([1]).dtype == np.int64) + (np.zeros(2, dtype=np.float32).dtype == np.float32) + int(np.full(2, True).sum())

    def forward(self, x):
        return x * self.k

model = Net()
model(torch.randn(2, 3))
""",
    "order_of_sequences": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 2 if (1, 2, 3) < (1, 3) and [2, 1] >= [2] and "abc" < "abd" else 5

    def forward(self, x):
        if tuple(x.shape) > (1, 9):
            x = x + 1
        if x.shape[0:] <= (2, 3):
            x = x * self.k
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "torch_version": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pad = 1 if torch.__version__ >= "1.5.0" else 2

    def forward(self, x):
        if torch.__version__ >= "1.13":
            x = x + self.pad
        if torch.__version__ < (2, 20):
            x = x * 2
        return x * int(torch.__version__.split(".")[0])


model = Net()
model(torch.randn(2, 3))
""",
    "packaging_version": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
from packaging import version
NEW = version.parse(torch.__version__) >= version.parse("1.10.1")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = version.parse("1.10.0rc1").minor

    def forward(self, x):
        if NEW and version.parse("1.9") < version.parse("1.10.0rc1") < version.parse("1.10") <= version.parse("1.10.0+cpu"):
            x = x * self.k
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "max_key": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.big = max(["ab", "abc", "xyz"], key=len)
        self.low = min([(2, "b"), (1, "z"), (1, "a")])
        self.none = max([], default=7)
        self.pair = max({"a": 1, "b": 3}.items(), key=lambda kv: kv[1])

    def forward(self, x):
        return x * len(self.big) + self.low[0] + self.none + self.pair[1]


model = Net()
model(torch.randn(2, 3))
""",
    "zip_strict": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = list(zip([1, 2], (3, 4), strict=True))

    def forward(self, x):
        for a, b in self.p:
            x = x * a + b
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "zip_strict_wrong": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            self.p = list(zip([1, 2], (3,), strict=True))
        except ValueError as error:
            self.p = str(error)

    def forward(self, x):
        return x * len(self.p)


model = Net()
model(torch.randn(2, 3))
""",
    "delete_slice": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        l = list(range(10))
        del l[1:3]
        del l[::2]
        l[1:] = [4, 4]
        l[0:3:2] = [9, 8]
        self.l = l

    def forward(self, x):
        for v in self.l:
            x = x + v
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "number_literals": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 0xFF + 0b101 + 0o17 + 1_000
        self.t = "\\x41\\u00e9\\n\\\\ \\q" + r"\\n"

    def forward(self, x):
        return x * self.k + len(self.t.encode() if False else self.t.replace("\\u00e9", "e"))


model = Net()
model(torch.randn(2, 3))
""",
    "hex_and_bin": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = hex(255) + bin(5) + oct(-8) + format(3.14159, ".2f") + format(7)

    def forward(self, x):
        return x * len(self.t)


model = Net()
model(torch.randn(2, 3))
""",
    "isinstance_abstract": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = lambda v: v
        self.d = {"a": 1}

    def forward(self, x):
        k = 0
        if isinstance(self.d, Mapping):
            k += 1
        if isinstance([1], Iterable) and isinstance("a", Sequence) and not isinstance(1, Iterable):
            k += 2
        if isinstance(self.f, Callable):
            k += 4
        if isinstance(2.5, numbers.Number):
            k += 8
        if isinstance(None, type(None)):
            k += 16
        return x * k


model = Net()
model(torch.randn(2, 3))
""",
    "isinstance_size": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        if isinstance(x.shape, torch.Size):
            x = x + 1
        if isinstance((2, 3), torch.Size):
            x = x + 10
        if isinstance(x.size()[1:], torch.Size):
            x = x + 100
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "logger": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import logging
logger = logging.getLogger(__name__)
logger.setLevel(logging.ERROR)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        logger.info("made %s", "net")
        if logger.isEnabledFor(10):
            self.k = 3
        else:
            self.k = 2

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "identity": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = self.a
        self.c = nn.Linear(3, 3)
        seen = set()
        self.n = 0
        for m in (self.a, self.b, self.c):
            if id(m) not in seen:
                seen.add(id(m))
                self.n += 1
        self.same = id(self.a.weight) == id(self.b.weight)

    def forward(self, x):
        return self.c(self.b(self.a(x))) * self.n + (1 if self.same else 2)


model = Net()
model(torch.randn(2, 3))
""",
    "sequential_in_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3)])

    def forward(self, x):
        x = nn.Sequential(*self.layers)(x)
        return nn.Sequential(*list(self.layers)[:2])(x)


model = Net()
model(torch.randn(2, 3))
""",
    "moduledict_in_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x):
        return nn.Sequential(collections.OrderedDict([("one", self.a), ("two", self.b)]))(x)


model = Net()
model(torch.randn(2, 3))
""",
    "autocast_decorator": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    @torch.autocast("cuda", enabled=False)
    def forward(self, x):
        return self.l(x.float())


model = Net()
model(torch.randn(2, 3))
""",
    "autocast_inner": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Inner(nn.Module):
    @torch.amp.autocast("cpu", dtype=torch.bfloat16)
    def forward(self, x):
        return x @ x.t()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = Inner()

    def forward(self, x):
        return self.l(x) * 2


model = Net()
model(torch.randn(2, 3))
""",
    "autocast_kept": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.cast = torch.autocast("cpu", enabled=False)

    def forward(self, x):
        with self.cast:
            return self.l(x)


model = Net()
model(torch.randn(2, 3))
""",
    "pads_of_two_lines": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        x = F.pad(x, (1, 0), value=0)
        y = F.pad(x, (1, 0), value=False)
        for _ in range(2):
            y = F.pad(y, (0, 1))
        return x, y


model = Net()
model(torch.randn(2, 3))
""",
    "line_goes_on_in_text": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        if x.dim() == 9:
            raise ValueError(f"a {x.dim()} b, \\
                c")
        y = x + 1
        return y * 2


model = Net()
model(torch.randn(2, 3))
""",
    "constants_then_tensors": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = None
        self.cache = None
        self.register_buffer("f", torch.ones(3))

    def forward(self, x):
        if x.shape[0] != self.n:
            self.n = x.shape[0]
            self.cache = torch.arange(3) * self.f
        return x * self.cache


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "inner_constants_then_tensors": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Rotary(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("f", torch.ones(3))
        self.n = None
        self.cache = None

    def forward(self, x):
        n = x.shape[0]
        if n != self.n:
            self.n = n
            self.cache = torch.arange(3) * self.f
        return x * self.cache


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Rotary()
        self.b = Rotary()

    def forward(self, x):
        return self.a(x) + self.b(x)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "data_is_set": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.l.weight.data = torch.eye(3)
        self.l.bias.data = self.l.bias.data * 0

    def forward(self, x):
        return self.l(x)


model = Net()
model(torch.randn(2, 3))
""",
    "delattr_method": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.k = 3
        self.__delattr__("k")

    def forward(self, x):
        return self.l(x) * (2 if hasattr(self, "k") else 5)


model = Net()
model(torch.randn(2, 3))
""",
    "decoder_layer": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
        self.eval()

    def forward(self, x):
        return self.d(x, x * 2)


model = Net()
model(torch.randn(2, 3, 8))
""",
    "decoder": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, norm_first=True, activation="gelu"), 2, nn.LayerNorm(8))
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(3))

    def forward(self, x):
        return self.d(x, x * 2, tgt_mask=self.mask, tgt_is_causal=True)


model = Net()
model(torch.randn(3, 2, 8))
""",
    "transformer": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
        self.t.eval()

    def forward(self, x):
        return self.t(x, x + 1)


model = Net()
model(torch.randn(2, 3, 8))
""",
    "transformer_train": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Transformer(8, 2, 1, 2, 16)

    def forward(self, x):
        return self.t(x, x + 1, src_key_padding_mask=torch.zeros(2, 3, dtype=torch.bool))


model = Net()
model(torch.randn(3, 2, 8))
""",
    "complex_constants": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = 1 + 2j
        self.v = self.w * 1j

    def forward(self, x):
        return x * 2j + complex(0, 1)


model = Net()
model(torch.randn(2, 3))
""",
    "np_scalars": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        z = np.uint64(0)
        for p in range(4):
            z = z | ((np.uint64(3) & (np.uint64(1) << np.uint64(p))) << np.uint64(p))
        self.k = int(z) + int(np.float32(2.5)) + int(np.uint8(200) // np.uint8(3))
        a = np.arange(6).reshape(2, 3)
        a[1, :] = a[1, ::-1]
        self.register_buffer("a", torch.tensor(a.ravel()[np.argsort(a.flatten())]))

    def forward(self, x):
        return x * self.k, self.a


model = Net()
model(torch.randn(2, 3))
""",
    "np_windows": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.from_numpy(np.hanning(5)).float())
        self.register_buffer("s", torch.from_numpy(np.sign(np.array([-1.5, 0, 2]))))
        self.k = int(np.array_equal(np.unique([3, 1, 3]), np.array([1, 3])))

    def forward(self, x):
        return x * self.k, self.w, self.s


model = Net()
model(torch.randn(2, 3))
""",
    "exception_args": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            raise ValueError("bad", 3)
        except ValueError as e:
            self.k = e.args[1] + len(e.args[0])
            self.n = type(e).__name__

    def forward(self, x):
        return x * self.k + len(self.n)


model = Net()
model(torch.randn(2, 3))
""",
    "namedtuple_in_forward": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        P = collections.namedtuple("P", ["a", "b"])
        p = P(x, x + 1)
        q = p._replace(a=p.b)
        return q.a * p._asdict()["b"]


model = Net()
model(torch.randn(2, 3))
""",
    "sets_of_numbers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = sorted({5, 3, 9, 3})
        self.t = list({3, 1, 2})

    def forward(self, x):
        for v in self.s:
            x = x + v
        for v in self.t:
            x = x * v
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "string_methods": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = len("a,b,,c".split(",")) + "abcabc".rfind("b") + len("  x ".strip()) + int("12".zfill(4)) + "x=1".partition("=")[2].count("1")

    def forward(self, x):
        return x * self.n


model = Net()
model(torch.randn(2, 3))
""",
    "dict_methods": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        d = {"a": 1}
        d |= {"b": 2}
        d.setdefault("c", 5)
        self.k = sum(d.values()) + d.pop("a") + len(dict.fromkeys([1, 2, 2])) + len({**d, "z": 1})

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "star_calls": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        def f(a, /, b, *rest, c=3, **more):
            return a + b * 10 + sum(rest) * 100 + c * 1000 + len(more)
        self.k = f(1, *[2, 3, 4], **{"c": 2, "q": 1})

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "closures": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        def counter():
            n = 0
            def add(k=1):
                nonlocal n
                n += k
                return n
            return add
        c = counter()
        c()
        self.k = c(5)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "typed_sizes": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        b = x.size(0)
        z = torch.FloatTensor(b, 3).fill_(0)
        k = torch.LongTensor(b).zero_()
        w = torch.Tensor(2, 3).zero_()
        return x + z + w, k


model = Net()
model(torch.randn(2, 3))
""",
    "typed_sizes_dynamic": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        z = torch.FloatTensor(x.size(0), 3).fill_(0)
        return x + z


model = Net()
torch.export.export(model, (torch.randn(4, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "flatten_parameters": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4, batch_first=True)

    def forward(self, x):
        self.rnn.flatten_parameters()
        out, _ = self.rnn(x)
        return out


model = Net()
model(torch.randn(2, 5, 3))
""",
    "init_gives_parameter": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.l.weight = nn.init.kaiming_normal_(self.l.weight, mode="fan_out")
        for m in self.modules():
            if isinstance(m, nn.Linear):
                m.bias = nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.l(x)


model = Net()
model(torch.randn(2, 3))
""",
    "isinstance_typed": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    def forward(self, x):
        k = 1
        if isinstance(x, torch.FloatTensor):
            k += 1
        if isinstance(x, torch.cuda.FloatTensor) or isinstance(x, torch.LongTensor):
            k += 10
        return x * k


model = Net()
model(torch.randn(2, 3))
""",
    "np_grid": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.zeros((3, 3))
        np.fill_diagonal(a, 2)
        n = np.linalg.norm(a, axis=1, keepdims=True)
        self.register_buffer("a", torch.tensor(np.linalg.inv(a) * n).float())

    def forward(self, x):
        return x @ self.a


model = Net()
model(torch.randn(2, 3))
""",
    "nllloss2d": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.NLLLoss2d()

    def forward(self, x):
        return self.l(F.log_softmax(x, 1), torch.zeros(2, 4, 4, dtype=torch.long))


model = Net()
model(torch.randn(2, 3, 4, 4))
""",
    "reentrant_checkpoint": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    def forward(self, x):
        def inner(a, b):
            return self.l(a) * b.sin()
        return checkpoint(inner, x, x + 1, use_reentrant=True)


model = Net()
model(torch.randn(2, 3))
""",
    "call_before_export": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = None
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        if self.cache is None:
            self.cache = torch.arange(3.0)
        return x * self.cache + self.calls


model = Net()
model(torch.randn(2, 3))
model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "call_in_no_grad": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = None

    def forward(self, x):
        if self.seen is None:
            self.seen = x.shape[0]
            return x
        return x + self.seen


model = Net()
with torch.no_grad():
    y = model(torch.randn(2, 3))
print(y.shape)
torch.export.export(model, (torch.randn(2, 3),))
""",
    "exceptions_twice": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = []
        for v in (1, 2):
            try:
                try:
                    raise ValueError("first", v)
                except ValueError as e:
                    self.t.append(e.args[1])
                    raise KeyError("again") from e
            except (KeyError, TypeError) as e:
                self.t.append(len(str(e)))
                self.t.append(isinstance(e, LookupError) + 2 * isinstance(e, KeyError))

    def forward(self, x):
        for v in self.t:
            x = x + v
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "set_operations": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = {30, 2, 17, 9}
        a.add(5)
        b = set(range(40, 20, -3))
        self.a = list(a)
        self.b = list(b)
        self.c = [v for v in {-1, -2, 100, 64, 7}]
        self.d = sorted(a | b)[:3]

    def forward(self, x):
        for v in self.a + self.b + self.c + self.d:
            x = x + v
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "attribute_that_is_not": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.k = 1
        for name in ("nope", "weight", "append"):
            try:
                getattr(self.l, name)
                self.k += 1
            except AttributeError:
                self.k += 10

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "hasattr_of_containers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = hasattr({}, "items") + 2 * hasattr([], "append") + 4 * hasattr({}, "append") + 8 * hasattr((), "keys")

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "attribute_dict": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        class D(dict):
            def __getattr__(self, name):
                return self[name]

        d = D(add=3, union=5)
        self.k = d.add + d.union

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "stacked_modes": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Inner(nn.Module):
    @torch.no_grad()
    @torch.autocast("cpu", dtype=torch.bfloat16)
    def forward(self, x):
        return x @ x.t()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = Inner()

    def forward(self, x):
        return self.l(x) * 2


model = Net()
model(torch.randn(2, 3))
""",
    "exception_of_own_text": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Bad(Exception):
    def __init__(self, code):
        super().__init__("code %d" % code, code)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            raise Bad(3)
        except Bad as e:
            self.k = len(str(e)) + len(e.args)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "exception_without_text": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            raise ValueError
        except ValueError as e:
            self.k = len(str(e)) + 3 * len(e.args) + 1

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "complex_digits": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = (3 - 7j) / (2 + 9j)
        b = (1 + 2j) ** 3
        c = 1j ** 2
        self.v = a + b + c

    def forward(self, x):
        return x * self.v, x == 1j


model = Net()
model(torch.randn(2, 3))
""",
    "sum_of_reals": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = sum([0.1] * 10) + sum([1, 2, 0.1, 1e16, -1e16])

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "set_pop": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        s = {2, 0, 1}
        s2 = set([3, 1])
        self.k = s.pop() * 100 + s2.pop() * 10 + len(s)

    def forward(self, x):
        for v in set([3, 1, 2]):
            x = x + v
        s = set()
        s.add(9)
        s.add(8)
        for v in s:
            x = x * v
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "size_sum": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pass

    def forward(self, x):
        k = 1
        if isinstance(x.shape + (1,), torch.Size):
            k += 1
        if isinstance(torch.Size([4, 3]), torch.Size):
            k += 10
        return x.reshape(x.shape + (1,)) * k


model = Net()
model(torch.randn(2, 3))
""",
    "large_whole_numbers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = sorted([9007199254740993, 9007199254740992])[0] % 10

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "np_nonzero": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = np.array([[0, 3], [4, 0]])
        r, c = np.nonzero(a)
        self.k = int(r.sum() * 10 + c.sum()) + int(np.flatnonzero(a)[1])
        try:
            np.uint8(300)
        except OverflowError:
            self.k += 100

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "calls_of_base": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 1

    def bump(self):
        self.n += 1


class Net(Base):
    def __init__(self):
        super().__init__()
        self.state = {"n": 0}

    def forward(self, x):
        self.bump()
        return x * self.n


model = Net()
model(torch.randn(2, 3))
model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "isinstance_unclear": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import numbers
from collections.abc import Iterable, Sequence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = isinstance(torch.ones(2), Iterable) + 2 * isinstance(torch.ones(2), Sequence) + 4 * isinstance(1j, numbers.Number)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "set_order_literal": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        for i in {31, 7, 63, 15}:
            x = x + i
        for i in [n for n in {40, 3, 17, 9, 33}]:
            x = x * i
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "set_order_taken": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = set([12, 3, 40]) - {3}
        self.rest = {9, 2, 17}
        self.rest.discard(2)

    def forward(self, x):
        for i in self.heads:
            x = x + i
        for i in self.rest:
            x = x * i
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "set_order_shared": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = {33, 1, 65} & {65, 2, 33}
        self.b = set({40, 8, 16})
        self.c = set(n for n in [90, 8, 16])

    def forward(self, x):
        for i in list(self.a) + list(self.b) + list(self.c):
            x = x + i
        return x


model = Net()
model(torch.randn(2, 3))
""",
    "default_kept": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
def count(seen=[]):
    seen.append(1)
    return len(seen)


class Cfg:
    def __init__(self, cfg={"k": 1}):
        cfg["k"] += 1
        self.k = cfg["k"]


Cfg()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = count() + 10 * count() + 100 * Cfg().k

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "raise_again": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
def risky():
    try:
        raise ValueError("a", 5)
    except ValueError:
        try:
            raise KeyError("b")
        except KeyError:
            pass
        raise


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        try:
            risky()
        except ValueError as e:
            self.k = e.args[1] + len(e.args)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "callable_objects": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
class Plain:
    pass


class Called:
    def __call__(self):
        return 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1 + callable(Plain()) + 2 * callable(Called()) + 4 * callable(len) + 8 * callable(Plain) + 16 * callable(3) + 32 * callable(self)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "hasattr_of_values": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1 + hasattr([], "append") + 2 * hasattr("a", "split") + 4 * hasattr("a", "shape") + 8 * hasattr({}, "keys") + 16 * hasattr((1,), "index") + 32 * hasattr(torch.ones(1), "is_xpu")

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "abstract_containers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import types
from collections.abc import Iterable, Mapping, Sized


class Table(Mapping):
    def __getitem__(self, key):
        return key

    def __iter__(self):
        return iter([])

    def __len__(self):
        return 0


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3)])
        self.k = 1 + isinstance(self.layers, Iterable) + 2 * isinstance(nn.Linear(1, 1), Iterable) + 4 * isinstance(Table(), Mapping) + 8 * isinstance((i for i in [1]), types.GeneratorType) + 16 * isinstance(iter([1]), types.GeneratorType) + 32 * isinstance(self.layers, Sized)

    def forward(self, x):
        return self.layers[0](x) * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "logger_set_up_by_nobody": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
import logging

logger = logging.getLogger(__name__)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1 + (logger.level <= logging.INFO) + 2 * logger.isEnabledFor(logging.WARNING) + 4 * logger.isEnabledFor(logging.DEBUG) + 8 * logger.propagate + 16 * bool(logger.handlers) + 32 * (logger.getEffectiveLevel() == logging.WARNING)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "type_of_sizes": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        n = torch.Size([2, 3])
        return x + (1 if type(n) is torch.Size else 2) + (10 if type(x.shape) == torch.Size else 20) + (100 if type(x.shape) is tuple else 200)


model = Net()
model(torch.randn(2, 3))
""",
    "device_flags": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        if x.is_cuda or x.is_xpu or x.is_mps or x.is_meta or x.is_sparse or x.is_quantized:
            return x
        if torch.is_complex(x) or x.is_nested:
            return x + 1
        if x.is_cpu and torch.is_floating_point(x) and torch.is_tensor(x):
            return x * torch.numel(x)
        return x - 1


model = Net()
model(torch.randn(2, 3))
""",
    "device_around_init": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        with torch.device(torch.device("cpu")):
            self.scale = nn.Parameter(torch.full((3,), 2.0))

    def forward(self, x):
        return x * self.scale


model = Net()
model(torch.randn(2, 3))
""",
    "conjugates": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        y = torch.fft.rfft(x)
        z = y * torch.conj(y) + y.conj()
        return torch.view_as_real(z), torch.conj(x), x.conj()


model = Net()
model(torch.randn(2, 3))
""",
    "bits_with_numbers": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        n = x.to(torch.int64)
        return (n & 255) | 5, n ^ 3, 7 & n, (n << 1) >> 1


model = Net()
model(torch.randn(2, 3))
""",
    "class_counts": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        Net.calls += 1
        return x * Net.calls


Net.calls = 4
model = Net()
model(torch.randn(2, 3))
model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "calls_count_in_file": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
CALLS = [0]


class Net(nn.Module):
    def forward(self, x):
        CALLS[0] += 1
        return x * CALLS[0]


model = Net()
model(torch.randn(2, 3))
model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "call_changes_by_another_name": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn
def bump(module):
    module.log.append(1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1
        self.log = []

    def forward(self, x):
        me = self
        me.k = me.k + 1
        bump(self)
        return x * me.k * len(self.log)


model = Net()
model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "call_ends_attempt": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 1.0

    def forward(self, x):
        if x.shape[0] == 7:
            raise ValueError("seven")
        return x * self.k


model = Net()
try:
    model(torch.ones(7, 3))
    model.k = 5.0
except ValueError:
    model.k = 3.0
torch.export.export(model, (torch.randn(2, 3),))
""",
    "hook_of_call": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.seen = {}
        self.inner.register_forward_hook(self.hook)

    def hook(self, module, args, out):
        self.seen["inner"] = 1

    def forward(self, x):
        y = self.inner(x)
        return y * (2 if "inner" in self.seen else 1)


model = Net()
model(torch.ones(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "many_calls": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 0

    def forward(self, x):
        self.k = self.k + 1
        return x * self.k


model = Net()
for _ in range(12):
    model(torch.randn(2, 3))
torch.export.export(model, (torch.randn(2, 3),))
""",
    "amp_of_device": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x):
        with torch.cuda.amp.autocast():
            y = self.inner(x)
        with torch.cpu.amp.autocast(True, torch.bfloat16):
            return self.inner(y)


model = Net()
model(torch.randn(2, 3))
""",
    "encoder_padded": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 1)

    def forward(self, x, mask):
        return self.layers(x, src_key_padding_mask=mask)


model = Net()
model.eval()
model(torch.randn(2, 5, 8), torch.zeros(2, 5, dtype=torch.bool))
""",
    "encoder_padded_odd": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(9, 3, 16, batch_first=True, norm_first=True), 1)

    def forward(self, x, mask):
        return self.layers(x, src_key_padding_mask=mask)


model = Net()
model.eval()
model(torch.randn(2, 5, 9), torch.zeros(2, 5, dtype=torch.bool))
""",
    "linear_of_nothing": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 0)
        self.outer = nn.Linear(0, 2)

    def forward(self, x):
        return self.outer(self.inner(x))


model = Net()
model(torch.randn(2, 3))
""",
    "int_of_base": """import torch, math, functools, itertools, collections, contextlib, enum, copy, operator
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = int("0x1f", 16) + int("0b11", 2) + int("12", 0) + int("-0x10", 0)

    def forward(self, x):
        return x * self.k


model = Net()
model(torch.randn(2, 3))
""",
    "torch_not_imported": """from torch import nn, randn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x):
        return torch.relu(self.inner(x))


model = Net()
model(randn(2, 3))
""",
    "dynamo_max_key": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def forward(self, x):
        return x + max([1, 5, 3], key=lambda v: -v)
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_exception_text": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def forward(self, x):
        try:
            raise ValueError("a")
        except ValueError as e:
            k = len(str(e))
        return x + k
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_delete_slice": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def forward(self, x):
        a = [1, 2, 3, 4]
        del a[1:3]
        a[::2] = [9]
        return x + sum(a)
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_tuple_replace": """import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import NamedTuple
class P(NamedTuple):
    a: torch.Tensor
    b: int = 2
class M(nn.Module):
    def forward(self, x):
        p = P(x)._replace(b=5)
        return p.a + p.b, p._asdict()["a"]
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_tuple_asdict": """import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import NamedTuple
class P(NamedTuple):
    a: torch.Tensor
    b: torch.Tensor
class M(nn.Module):
    def forward(self, x):
        return P(x + 1, x * 2)._asdict()
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_complex": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def forward(self, x):
        return x * complex(1, -0.0), x * complex(0.5), x + complex(2, 3)
torch.export.export(M(), (torch.randn(2),))
""",
    "dynamo_zip_strict": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def forward(self, x):
        y = 0
        try:
            for a, b in zip(x, [1, 2, 3], strict=True):
                y = y + a * b
        except ValueError as e:
            y = y + 100
        return y
torch.export.export(M(), (torch.randn(4, 3),))
""",
    "bytes_length": """import torch
import torch.nn as nn
import torch.nn.functional as F
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = len(b"\\xff\\xfe") + b"a"[0] if isinstance(b"a"[0], int) else 1000
    def forward(self, x):
        return x * self.k
torch.export.export(M(), (torch.randn(2, 3),))
""",
    "forward_none": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        y = x.relu()
        if y.dim() > 1:
            return


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "none_of_layer": """import torch


class Part(torch.nn.Module):
    def forward(self, x):
        x + 1


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x):
        return self.part(x)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "slice_step": """import torch


class Net(torch.nn.Module):
    def __init__(self, step=1):
        super().__init__()
        self.step = step

    def forward(self, x):
        return x[:, ::self.step] + x[::1, 0:3:1], x[1:2:1], x[::2]


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "legacy_values": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        w = torch.FloatTensor([0.25, 0.5, 0.25]).to(x.device)
        i = torch.LongTensor([2, 0]).to(x.device)
        t = torch.Tensor([1.0, 2.0, 3.0])
        d = torch.DoubleTensor([[1, 2, 3]])
        b = torch.BoolTensor([True, False, True])
        return (x * w)[:, i], x + t, x + d, x[:, b], torch.IntTensor([3]) + 1


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "type_text": """import torch


class Net(torch.nn.Module):
    def forward(self, x, i):
        m = (x > 0).type(x.type())
        n = i.type('torch.DoubleTensor')
        return m, n, i.type(torch.float16), i.type(torch.FloatTensor), x * len(i.type()), x.type_as(i)


torch.export.export(Net(), (torch.randn(2, 3), torch.arange(4)))
""",
    "windows": """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('a', torch.kaiser_window(12, beta=2.5, periodic=False))
        self.register_buffer('b', torch.kaiser_window(12, periodic=False))
        self.c = torch.kaiser_window(12)
        self.d = torch.hann_window(12, False) + torch.hamming_window(12, False, 0.5) + torch.blackman_window(12)

    def forward(self, x):
        return x * self.a * self.b, x * self.c + self.d


torch.export.export(Net(), (torch.randn(2, 12),))
""",
    "bare_annotation": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, wide=True):
        super().__init__()
        self.norm: nn.Module
        if wide:
            self.norm = nn.LayerNorm(4)
        else:
            self.norm = nn.Identity()
        parts = {}
        parts['a']: nn.Module
        scale: float
        parts['a'] = 2
        self.scale = parts['a']

    def forward(self, x):
        y: torch.Tensor
        y = self.norm(x)
        (z): int = 3
        return y * self.scale + z


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "np_finfo": """import numpy as np
import torch


class Net(torch.nn.Module):
    def forward(self, x, mask):
        low = np.finfo(np.float16 if x.dtype == torch.float16 else np.float32).min
        y = x.masked_fill(mask, low)
        z = x.masked_fill(mask, float(np.finfo('float32').eps))
        return y, z, x + np.iinfo(np.int16).max, x.clamp(max=np.finfo(np.float64).max)


torch.export.export(Net(), (torch.randn(2, 4), torch.ones(2, 4) > 0))
""",
    "object_init": """import torch


class Mixin:
    def twice(self, x):
        return x * 2


class Net(Mixin, torch.nn.Module):
    def __init__(self):
        Mixin.__init__(self)
        torch.nn.Module.__init__(self)
        self.lin = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.twice(self.lin(x))


class Plain:
    def __init__(self):
        object.__init__(self)
        self.a = 3


class Local(Mixin, Plain):
    def __init__(self):
        super().__init__()
        self.a += 1


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self.k = Local().a

    def forward(self, x):
        return self.net(x) + self.k


torch.export.export(Whole(), (torch.randn(2, 4),))
""",
    "layer_numbers": """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = torch.nn.Embedding(10, 4, padding_idx=0)
        self.lin = torch.nn.Linear(4, 6)
        self.conv = torch.nn.Conv1d(6, 2, 3, padding=1)

    def forward(self, i):
        y = self.emb(i) * self.emb.embedding_dim**0.5
        y = self.lin(y) / self.lin.out_features + self.emb.num_embeddings
        return self.conv(y.transpose(1, 2)) * self.conv.kernel_size[0] - self.conv.out_channels


torch.export.export(Net(), (torch.randint(0, 10, (2, 5)),))
""",
    "np_scalar_methods": """import numpy as np
import torch


class Net(torch.nn.Module):
    def forward(self, x):
        n = x.shape[1]
        u = 2 * np.ceil(np.log(n)).astype('int').item()
        v = int(np.floor(np.sqrt(n)))
        w = np.log2(n).item() + np.float32(0.5).item()
        return x[:, :u], x[:, :v] * w


torch.export.export(Net(), (torch.randn(2, 12),))
""",
    "lstsq": """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        a, b = torch.rand(2, 6, 4), torch.rand(2, 6, 3)
        found = torch.linalg.lstsq(a, b).solution
        self.weight = torch.nn.Parameter(found.permute(2, 0, 1).contiguous())

    def forward(self, x):
        return x @ self.weight.flatten(1).t()


torch.export.export(Net(), (torch.randn(2, 8),))
""",
    "re_split": """import re
import torch


def decode(text):
    options = {}
    for op in text.split('_'):
        parts = re.split(r'(\\d.*)', op)
        if len(parts) >= 2:
            key, value = parts[:2]
            options[key] = value
    return options


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        o = decode('r1_k3_s22_e1_i32_o16_se0.25_noskip')
        self.conv = torch.nn.Conv2d(int(o['k']), int(o['o']), int(o['k']))
        self.ratio = float(o['se']) + len(re.findall(r'[a-z]+', 'ab1cd2'))
        self.found = re.match(r'(\\w+)-b(\\d)', 'net-b3').group(2)
        self.name = re.sub(r'\\.', '_', 'a.b')

    def forward(self, x):
        return self.conv(x) * self.ratio + int(self.found) + len(self.name)


torch.export.export(Net(), (torch.randn(1, 3, 8, 8),))
""",
    "semicolons": """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n=3;self.m = 4
        self.w=0.5-0.25*torch.arange(4.0)/self.m;

    def forward(self, x):
        y = x * 2; z = y + self.n;
        return z * self.w;


torch.export.export(Net(), (torch.randn(2, 4),));
""",
    "numbers_abc": """import numbers
import torch


class Norm(torch.nn.Module):
    def __init__(self, shape, eps=1e-5):
        super().__init__()
        if isinstance(shape, numbers.Integral):
            shape = (shape,)
        self.shape = tuple(shape)
        self.eps = eps if isinstance(eps, numbers.Number) and not isinstance(eps, numbers.Integral) else 0.0
        self.real = isinstance(True, numbers.Integral) + isinstance(1.5, numbers.Real) + isinstance('a', numbers.Number)

    def forward(self, x):
        return torch.nn.functional.layer_norm(x, self.shape, eps=self.eps) * self.real


torch.export.export(Norm(4), (torch.randn(2, 4),))
""",
    "module_list_iadd": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.ops = nn.ModuleList()
        for i in range(2):
            self.ops += [nn.Linear(4, 4)]
        self.ops += (nn.ReLU(), nn.Linear(4, 4, bias=False))
        self.more = nn.ModuleList([nn.Tanh()]) + self.ops

    def forward(self, x):
        for op in self.ops:
            x = op(x)
        return self.more[0](x) * len(self.more)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "instance_norm": """import torch
import torch.nn as nn


class Norm(nn.InstanceNorm1d):
    def forward(self, x, mask=None):
        self._check_input_dim(x)
        if mask is None:
            return super().forward(x)
        return (x * mask).mean(-1) * self.weight


class Batch(nn.BatchNorm2d):
    def forward(self, x):
        self._check_input_dim(x)
        return super().forward(x) + self.num_features


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm(4, affine=True)
        self.batch = Batch(3)

    def forward(self, x, mask, y):
        return self.norm(x), self.norm(x, mask), self.batch(y)


torch.export.export(Net(), (torch.randn(2, 4, 5), torch.ones(2, 1, 5), torch.randn(2, 3, 4, 4)))
""",
    "np_append": """import numpy as np
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        f = np.append(np.zeros(1, dtype=np.float32), np.arange(2, 6, dtype=np.float32) / 2)[None, :]
        grid = 2 * np.pi * (np.arange(3, dtype=np.float32)[:, None] / 3) * f
        self.cos = torch.nn.Parameter(torch.tensor(np.transpose(np.cos(grid)), dtype=torch.float32), requires_grad=False)
        self.n = np.append([1, 2], 3).sum()

    def forward(self, x):
        return x @ self.cos


torch.export.export(Net(), (torch.randn(2, 5),))
""",
    "parameter_list_none": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.projs = nn.ParameterList()
        self.projs.append(None)
        self.projs.append(nn.Parameter(torch.ones(4, 4)))
        self.projs.append(2.5)

    def forward(self, x):
        for p in self.projs:
            if p is None:
                x = x + len(self.projs)
            elif isinstance(p, float):
                x = x * p
            else:
                x = x @ p
        return x if self.projs[0] is None else -x


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "get_device": """import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        device = self.w.get_device()
        if device < 0:
            device = None
        return x + torch.ones(4, device=device) + self.w


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "saved_variables": """import torch


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_variables
        return g * 2 + x * 0


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        return Twice.apply(x + self.w)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "assert_tensor": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        assert (x == y).all()
        assert x.dim() == 2, 'two'
        return y + 1


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "assert_tensor_text": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        assert (x == y).all(), 'the same'
        assert y.sum()
        return y + 1


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "named_parameters": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.parameters = nn.ParameterList(list(self.a.parameters()))

    def forward(self, x):
        return self.a(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "derived_instance_norm": """import torch
import torch.nn as nn


class Mine(nn.InstanceNorm1d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4, 5),))
""",
    "derived_batch_norm": """import torch
import torch.nn as nn


class Mine(nn.BatchNorm2d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4, 5, 5),))
""",
    "derived_lstm": """import torch
import torch.nn as nn


class Mine(nn.LSTM):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 5)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "derived_gru": """import torch
import torch.nn as nn


class Mine(nn.GRU):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 5)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "derived_rnn": """import torch
import torch.nn as nn


class Mine(nn.RNN):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 5)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "derived_rnn_cell": """import torch
import torch.nn as nn


class Mine(nn.RNNCell):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 5)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "derived_lstm_cell": """import torch
import torch.nn as nn


class Mine(nn.LSTMCell):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 5)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "derived_attention": """import torch
import torch.nn as nn


class Mine(nn.MultiheadAttention):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 2)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(3, 2, 4), torch.randn(3, 2, 4), torch.randn(3, 2, 4),))
""",
    "derived_encoder_layer": """import torch
import torch.nn as nn


class Mine(nn.TransformerEncoderLayer):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 2, 8)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(3, 2, 4),))
""",
    "derived_decoder_layer": """import torch
import torch.nn as nn


class Mine(nn.TransformerDecoderLayer):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 2, 8)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(3, 2, 4), torch.randn(3, 2, 4),))
""",
    "derived_encoder": """import torch
import torch.nn as nn


class Mine(nn.TransformerEncoder):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(nn.TransformerEncoderLayer(4, 2, 8), 1)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(3, 2, 4),))
""",
    "derived_conv": """import torch
import torch.nn as nn


class Mine(nn.Conv2d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(3, 4, 3)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 3, 5, 5),))
""",
    "derived_conv_padded": """import torch
import torch.nn as nn


class Mine(nn.Conv1d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(3, 4, 3, padding=1, padding_mode="circular")

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 3, 5),))
""",
    "derived_conv_transpose": """import torch
import torch.nn as nn


class Mine(nn.ConvTranspose2d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(3, 4, 3)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 3, 5, 5),))
""",
    "derived_embedding": """import torch
import torch.nn as nn


class Mine(nn.Embedding):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(9, 4)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randint(0, 9, (2, 3)),))
""",
    "derived_layer_norm": """import torch
import torch.nn as nn


class Mine(nn.LayerNorm):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "derived_sequential": """import torch
import torch.nn as nn


class Mine(nn.Sequential):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(nn.Linear(4, 4), nn.ReLU())

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "derived_pool": """import torch
import torch.nn as nn


class Mine(nn.MaxPool2d):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(2)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 2, 4, 4),))
""",
    "derived_upsample": """import torch
import torch.nn as nn


class Mine(nn.Upsample):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(scale_factor=2)

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 2, 4, 4),))
""",
    "derived_prelu": """import torch
import torch.nn as nn


class Mine(nn.PReLU):
    def forward(self, *args):
        return super().forward(*args)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine()

    def forward(self, *args):
        return self.part(*args)


torch.export.export(Net(), (torch.randn(1, 2),))
""",
    "derived_private": """import torch
import torch.nn as nn


class Mine(nn.TransformerEncoderLayer):
    def forward(self, x):
        return self.norm1(x + self._ff_block(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(4, 2, 8)

    def forward(self, x):
        return self.part(x)


torch.export.export(Net(), (torch.randn(3, 2, 4),))
""",
    "derived_conv_forward": """import torch
import torch.nn as nn


class Mine(nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(x, self.weight * 2, self.bias)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Mine(3, 4, 3)

    def forward(self, x):
        return self.part(x)


torch.export.export(Net(), (torch.randn(1, 3, 5, 5),))
""",
    "hooked_then_leaf": """import torch
import torch.nn as nn
from torch.nn.utils import weight_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = weight_norm(nn.Conv1d(4, 4, 3, padding=1))
        self.lin = nn.Linear(4, 4)
        self.lstm = nn.LSTM(4, 4)
        self.b = weight_norm(nn.Conv1d(4, 4, 3, padding=1))
        self.scale = nn.Parameter(torch.ones(4))
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        y = self.lin(self.a(x).transpose(1, 2))
        y, _ = self.lstm(y)
        y = self.norm(self.b(y.transpose(1, 2)))
        return y.transpose(1, 2) * self.scale


torch.export.export(Net(), (torch.randn(2, 4, 6),))
""",
    "masked_buffer": """import torch
import torch.nn as nn


class Net(nn.InstanceNorm1d):
    def forward(self, x):
        return x * self.weight[None, :, None] if self.running_mean is None else x


torch.export.export(Net(4, affine=True), (torch.randn(2, 4, 6),))
""",
    "empty_buffer": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('a', None)
        self.w = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return x * self.w if self.a is None else x


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "top_batch_norm": """import torch

torch.export.export(torch.nn.BatchNorm1d(4, track_running_stats=False), (torch.randn(2, 4),))
""",
    "named_half": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.half = nn.ReLU()
        self.type = nn.Linear(4, 4)

    def forward(self, x):
        return x + 1


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "np_promotion": """import numpy as np
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        flags = np.arange(4) > 1
        self.register_buffer('a', torch.from_numpy(flags * np.ones(4, dtype=np.float32)))
        self.register_buffer('b', torch.from_numpy(np.concatenate([np.ones(2, dtype=np.float32), np.arange(2)])))
        self.register_buffer('c', torch.from_numpy(np.arange(4, dtype=np.int16) + np.ones(4, dtype=np.float32)))
        self.register_buffer('d', torch.from_numpy(np.arange(4, dtype=np.int16) + np.ones(4, dtype=np.float16)))
        self.register_buffer('e', torch.from_numpy(np.stack([np.arange(4, dtype=np.uint8), np.arange(4, dtype=np.int8)])))
        self.register_buffer('f', torch.from_numpy(np.append(np.ones(2, dtype=np.float16), flags[:2])))
        self.register_buffer('g', torch.from_numpy(np.diff(np.arange(5) ** 2)))

    def forward(self, x):
        return x * self.a, x * self.b, x * self.c, x * self.d, x * self.e, x * self.f, x * self.g


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "layer_attributes": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bi = nn.Bilinear(2, 3, 4)
        self.conv = nn.Conv2d(2, 4, 3)
        self.up = nn.ConvTranspose1d(2, 4, 3)
        self.norm = nn.BatchNorm2d(4, affine=False)
        self.inst = nn.InstanceNorm1d(4)
        self.layer = nn.LayerNorm([4], elementwise_affine=False)
        self.group = nn.GroupNorm(2, 4)
        self.lstm = nn.LSTM(3, 4)
        self.rnn = nn.RNN(3, 4, nonlinearity='relu')
        self.cell = nn.GRUCell(3, 4)
        self.att = nn.MultiheadAttention(4, 2, kdim=3)
        self.enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2)
        self.relu6 = nn.ReLU6()
        self.prelu = nn.PReLU(3)
        self.pad = nn.ReflectionPad2d(2)
        self.bag = nn.EmbeddingBag(7, 4)

    def forward(self, x):
        n = self.bi.in1_features + self.bi.in2_features + self.conv.output_padding[0] + self.up.output_padding[0]
        n = n + self.norm.num_features + self.inst.num_features + self.group.num_channels + self.cell.input_size
        n = n + self.att.head_dim + self.att.kdim + self.att.vdim + self.enc.num_layers + self.prelu.num_parameters
        n = n + sum(self.pad.padding) + self.bag.num_embeddings + self.bag.embedding_dim + self.lstm.proj_size
        flags = [self.conv.transposed, self.up.transposed, self.norm.affine, self.inst.affine, self.group.affine]
        flags += [self.layer.elementwise_affine, self.lstm.mode == 'LSTM', self.rnn.mode == 'RNN_RELU', self.cell.bias]
        flags += [self.att.in_proj_weight is None, self.att.bias_k is None, self.att.add_zero_attn]
        flags += [self.att._qkv_same_embed_dim, self.layer.normalized_shape == (4,)]
        return self.pad(x) * n + self.relu6.max_val * sum([2**i for i, flag in enumerate(flags) if flag])


torch.export.export(Net(), (torch.randn(1, 3, 4),))
""",
    "lstm_projected": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, proj_size=2)

    def forward(self, x):
        return self.lstm(x)[0]


torch.export.export(Net(), (torch.randn(5, 2, 3),))
""",
    "attention_extras": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.att = nn.MultiheadAttention(4, 2, add_bias_kv=True, add_zero_attn=True)

    def forward(self, x):
        return self.att(x, x, x)[0]


torch.export.export(Net(), (torch.randn(5, 2, 4),))
""",
    "instance_norm_alone": """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.InstanceNorm1d(4)

    def forward(self, x):
        return self.norm(x)


torch.export.export(Net(), (torch.randn(4, 6),))
""",
    "drawn_dtypes": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        a = torch.randint(2, (3, 1), dtype=torch.float32, device=x.device)
        b = torch.randint(1, 5, (3,), dtype=torch.int32)
        c = torch.randint(4, (2,)), torch.randint(0, 4, (2,), dtype=torch.uint8)
        d = torch.randperm(3, dtype=torch.int32), torch.randint_like(x, 3, dtype=torch.int16), torch.randint_like(x, 1, 3)
        e = torch.bernoulli(x), torch.eye(2, dtype=torch.float64), torch.full((2,), 1.5, dtype=torch.float16)
        return x * a, b, c, d, e, torch.arange(0, 4, 2, dtype=torch.float32), torch.linspace(0, 1, 3, dtype=torch.float64)


torch.export.export(Net(), (torch.rand(3, 3),))
""",
    "load_missing": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.load_state_dict({})
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_no_dict": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.load_state_dict([("p", 1)])
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_unexpected": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.load_state_dict({**state, "p": torch.ones(3), "zz": 1, "a.foo": 2, "a.weight.x": 3, "scratch": 4})
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_no_tensor": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.load_state_dict({**state, "p": 3})
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_loose": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
found = model.load_state_dict({"p": torch.full((2,), 5.0), "w": 1}, False)
model.extra = len(found.missing_keys) + 10 * len(found.unexpected_keys)
model.register_buffer("z", torch.zeros(model.extra))
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_assign": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.load_state_dict({**state, "p": torch.full((2,), 7.0, dtype=torch.float64)}, assign=True)
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_whole": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
if str(model.load_state_dict(state)) == "<All keys matched successfully>":
    model.register_buffer("whole", torch.zeros(1))
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_below": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
model.n.load_state_dict({"weight": torch.ones(4)}, False)
torch.export.export(model, (torch.randn(4, 2),))
""",
    "load_in_a_name": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.n = nn.BatchNorm1d(3)
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("k", torch.zeros(2))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)

    def forward(self, x):
        return self.n(self.a(x)) * self.p.sum() + self.k.sum()


model = Net()
state = model.state_dict()
found = model.load_state_dict({**state, "k": torch.ones(1, 2)})
torch.export.export(model, (torch.randn(4, 2),))
""",
    "decorated_by_a_mode": """import torch
from torch import nn


@torch.set_grad_enabled(False)
def halved(x):
    return x * 0.5


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)

    @torch.set_grad_enabled(False)
    def teach(self, x):
        return self.a(x)

    @torch.set_grad_enabled(mode=True)
    def learn(self, x):
        return self.a(x)

    def forward(self, x):
        y = self.teach(x)
        y = self.teach(y) + halved(x)
        return self.learn(y) + self.a(x)


torch.export.export(Net(), (torch.randn(4, 2),))
""",
    "indices_where": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        rows, columns = torch.where(x > 0)
        index = torch.where(x[:, 0] > 0)[0]
        return x + 1, x[index], rows + columns


torch.export.export(Net(), (torch.randn(4, 2),), strict=False)
""",
    "load_a_shared_parameter": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4, bias=False)
        self.b = nn.Linear(4, 4, bias=False)
        self.b.load_state_dict({"weight": self.a.weight}, assign=True)

    def forward(self, x):
        return self.b(self.a(x))


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "number_without_item": """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x * x.shape[0].item()


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "defaults_where_defined": """import torch
from torch import nn

SIZE = 4
SCALES = [1.0, 2.0]


def scaled(x, n=SIZE, *, by=SCALES[-1] * SIZE):
    return x * n + by


class Net(nn.Module):
    WIDTH = SIZE
    names = ["a"] * SIZE

    def __init__(self, n=SIZE, bias=len(SCALES) > 2):
        super().__init__()
        self.l = nn.Linear(n, 3, bias=bias)

    def forward(self, x):
        return scaled(self.l(x)) + self.WIDTH + len(self.names)


SIZE = 8
SCALES.append(3.0)
torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "defaults_of_inner_classes": """import torch
from torch import nn


def make(n):
    class Inner(nn.Module):
        factor = n

        def forward(self, x, k=n):
            return x * k + self.factor

    n = n + 1
    return Inner()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([make(i) for i in range(2)])

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


torch.export.export(Net(), (torch.randn(2),))
""",
    "redefined_function": """import torch
from torch import nn


def act(x, low=0.0):
    return x.clamp(min=low)


LOW = -1.0


def twice(x, f=act, low=LOW):
    return f(f(x, low))


def act(x, low=0.5):
    return x.relu() + low


LOW = -2.0


class Net(nn.Module):
    def __init__(self, f=act):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(twice(x))


torch.export.export(Net(), (torch.randn(2),))
""",
    "functional_call_tied": """import torch
from torch import nn
from torch.func import functional_call


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.m = nn.Linear(2, 2)
        self.m.weight = self.l.weight

    def forward(self, x):
        return self.m(self.l(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = Part()

    def forward(self, x):
        y = functional_call(self.n, {"l.weight": torch.ones(2, 2), "other.weight": x}, (x,))
        z = functional_call(self.n, ({"m.weight": y}, {"m.bias": x[0]}), (x,), tie_weights=False)
        try:
            functional_call(self.n, ({"l.weight": x}, {"l.weight": y}), x)
        except ValueError as error:
            z = z * len(str(error))
        return self.n(y) + z


torch.export.export(Net(), (torch.randn(2, 2),), strict=False)
""",
    "functional_call_restores": """import torch
from torch import nn
from torch.func import functional_call


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x, limit=3):
        self.seen = limit
        if limit > 5:
            raise ValueError("too much")
        return self.l(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = Part()

    def forward(self, x):
        try:
            y = functional_call(self.n, {"l.weight": x}, (x, 6))
        except ValueError:
            y = x + 1
        try:
            y = functional_call(self.n, {"l.weight": 3}, (x,))
        except TypeError as error:
            y = y * len(str(error))
        return self.n(y)


torch.export.export(Net(), (torch.randn(2, 2),), strict=False)
""",
    "class_property_dict": """import torch
from torch import nn


class Part(nn.Module):
    scales = {"low": 2.0}
    names = ("a", 1.5)

    def forward(self, x):
        return x * self.scales["low"] + len(self.names)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.Sequential(Part())

    def forward(self, x):
        return self.parts(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "class_property_nested_tuple": """import torch
from torch import nn


class Net(nn.Module):
    pairs = (["a"], 2)

    def forward(self, x):
        return x * self.pairs[1]


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "class_property_of_class": """import enum

import torch
from torch import nn


class Kind(enum.Enum):
    low = 1
    high = 2


class Options:
    scales = [3.0]


class Net(nn.Module):
    scales = [2.0]
    kind = Kind.high
    options = Options
    shape = (2, (2, "x"))

    def __init__(self):
        super().__init__()
        self.own = self.scales

    @classmethod
    def scale(cls):
        return cls.scales[0]

    def forward(self, x):
        y = x * self.scale() * type(self).scales[0] * Net.scales[0] + self.own[0]
        return y * self.kind.value + self.options.scales[0] + self.shape[1][0]


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "class_property_layer": """import torch
from torch import nn


class Net(nn.Module):
    act = nn.ReLU()

    def forward(self, x):
        return self.act(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "class_property_of_layer": """import torch
from torch import nn


class Net(nn.Linear):
    shifts = [1.0]

    def forward(self, x):
        return super().forward(x) + self.shifts[0]


torch.export.export(Net(4, 3), (torch.randn(2, 4),))
""",
    "exception_left_a_module": """import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)

    def forward(self, x, limit=3):
        if limit > 5:
            raise ValueError("too much")
        return self.l(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = Part()

    def forward(self, x):
        y = self.n(x)
        try:
            return self.n(x, 6)
        except ValueError:
            return self.n(y)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "exception_left_two_modules": """import torch
from torch import nn


class Inner(nn.Module):
    def forward(self, x):
        return x.view(3, 3)


class Mid(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x + 1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mid = Mid()

    def forward(self, x):
        try:
            return self.mid(x)
        except (RuntimeError, AssertionError):
            return x * 2


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "exception_in_its_module": """import torch
from torch import nn


class Part(nn.Module):
    def forward(self, x):
        try:
            return self.missing
        except AttributeError:
            return x + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = Part()

    def forward(self, x):
        for _ in range(2):
            x = self.n(x)
        return x


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "normal_actor": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        mu, log_std = x.chunk(2, -1)
        pi = Normal(mu, log_std.exp())
        a = pi.rsample()
        return a, pi.log_prob(a).sum(-1), pi.entropy(), pi.mean


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "normal_numbers": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        prior = Normal(0.0, 1.0)
        return prior.log_prob(x), prior.cdf(x), prior.stddev + prior.variance


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "normal_mixed": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        d = torch.distributions.Normal(x, 0.5)
        return d.sample(), d.rsample((2,)), d.icdf(torch.rand(3, 4)), d.mode


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "normal_held": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.prior = Normal(torch.zeros(2), torch.ones(2))

    def forward(self, x):
        return self.prior.log_prob(x), self.prior.rsample((2,))


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "normal_derived": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Fixed(torch.distributions.Normal):
    def log_probs(self, actions):
        return super().log_prob(actions).sum(-1, keepdim=True)

    def mode(self):
        return self.mean


class Net(nn.Module):
    def forward(self, x):
        d = Fixed(x, x.exp())
        return d.log_probs(x), d.mode()


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "normal_kl": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        q = Normal(x, x.exp())
        p = Normal(torch.zeros_like(x), torch.ones_like(x))
        return kl_divergence(q, p).sum(1), torch.distributions.kl.kl_divergence(Independent(q, 1), Independent(p, 1))


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "categorical_logits": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x, a):
        pi = Categorical(logits=x)
        return pi.log_prob(a), pi.entropy(), pi.probs, pi.sample(), pi.mode


torch.export.export(Net(), (torch.randn(3, 4), torch.randint(0, 4, (3,))))
""",
    "categorical_probs": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x, a):
        pi = Categorical(F.softmax(x, -1))
        return pi.sample((2,)), pi.log_prob(a), pi.entropy(), pi.logits


torch.export.export(Net(), (torch.randn(3, 4), torch.randint(0, 4, (3,))))
""",
    "bernoulli": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x, a):
        d = Bernoulli(logits=x)
        return d.sample(), d.log_prob(a), d.entropy(), d.mean, d.variance


torch.export.export(Net(), (torch.randn(3, 4), torch.rand(3, 4)))
""",
    "bernoulli_probs": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x, a):
        d = Bernoulli(x.sigmoid())
        return d.log_prob(a), d.entropy()


torch.export.export(Net(), (torch.randn(3, 4), torch.rand(3, 4)))
""",
    "uniform": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        d = Uniform(x, x + 1)
        return d.rsample(), d.log_prob(x + 0.5), d.entropy(), d.mean, d.stddev


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "independent": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        d = Independent(Normal(x, x.exp()), 1)
        return d.rsample(), d.log_prob(x), d.entropy(), d.mean, d.batch_shape, d.event_shape


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "multivariate": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        d = MultivariateNormal(x, torch.diag_embed(x.exp()))
        return d.log_prob(x), d.entropy(), d.rsample(), d.mean


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "multivariate_tril": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = MultivariateNormal(torch.zeros(2), scale_tril=torch.eye(2))

    def forward(self, x):
        return self.d.log_prob(x), self.d.sample((3,))


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "unvalidated": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        return Normal(x, x.exp(), validate_args=False).log_prob(x)


torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "normal_of_tensors": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x, y):
        return torch.normal(x, y.abs()), torch.normal(x, 2.0), torch.normal(0.5, y.abs()), torch.normal(x), torch.normal(mean=x, std=y)


torch.export.export(Net(), (torch.randn(3, 4), torch.randn(1, 4)))
""",
    "starred_in_chain": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x):
        dims = [2, 1]
        return x.reshape(
            2, -1, 4
        ).relu(
        ).permute(0, *dims).add(
            1).sum(**{"dim": 0}).mul(2)


torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "bool_times_list": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(*(True * [nn.ReLU()]), *([nn.Tanh()] * False), *(2 * [nn.Sigmoid()]))

    def forward(self, x):
        return self.a(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "sync_batch_norm": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.SyncBatchNorm(4)

    def forward(self, x):
        return self.a(x)


torch.export.export(Net(), (torch.randn(2, 4, 3, 3),))
""",
    "sync_batch_norm_eval": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.SyncBatchNorm(4, affine=False)
        self.eval()

    def forward(self, x):
        return self.a(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "attention_function": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(8, 8))
        self.b = nn.Parameter(torch.zeros(8))

    def forward(self, x):
        w = self.w
        return F.multi_head_attention_forward(
            query=x[:1], key=x, value=x, embed_dim_to_check=8, num_heads=2,
            q_proj_weight=w, k_proj_weight=w, v_proj_weight=w, in_proj_weight=None,
            in_proj_bias=torch.cat([self.b, self.b, self.b]), bias_k=None, bias_v=None, add_zero_attn=False,
            dropout_p=0, out_proj_weight=w, out_proj_bias=self.b, use_separate_proj_weight=True,
            training=self.training, need_weights=False)[0]


torch.export.export(Net(), (torch.randn(5, 2, 8),))
""",
    "attention_function_mask": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(24, 8))
        self.o = nn.Linear(8, 8)

    def forward(self, x, m):
        return F.multi_head_attention_forward(x, x, x, 8, 2, self.w, None, None, None, False, 0.0, self.o.weight, self.o.bias, key_padding_mask=m)


torch.export.export(Net(), (torch.randn(5, 2, 8), torch.zeros(2, 5, dtype=torch.bool)))
""",
    "weight_norm_apply": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.weight_norm import WeightNorm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 3, bias=False)
        WeightNorm.apply(self.a, "weight", dim=0)

    def forward(self, x):
        return self.a(x)


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "tensor_of_elements": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        base = 1.0 / (10000 ** (torch.arange(0, 6, 2) / 6))
        new = []
        for one in base:
            new.append(one if one > 0.1 else one / 2)
        self.register_buffer("f", torch.tensor(new, dtype=base.dtype))

    def forward(self, x):
        return x * self.f


torch.export.export(Net(), (torch.randn(3),))
""",
    "numpy_drawn": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        rng = np.random.RandomState(3)
        self.w = nn.Parameter(torch.from_numpy(rng.randn(4, 2)).float())
        self.register_buffer("m", torch.tensor(np.random.randint(0, 2, size=(3, 4))))
        self.p = nn.Parameter(torch.from_numpy(np.random.uniform(-1, 1, (2,)).astype(np.float32)))

    def forward(self, x):
        return x @ self.w, x * self.m


torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "numpy_new_tensor": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.offsets = np.array((0, 4), dtype=np.int64)

    def forward(self, i):
        return i + i.new_tensor(self.offsets).unsqueeze(0)


torch.export.export(Net(), (torch.randint(0, 4, (3, 2)),))
""",
    "numpy_strict_product": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def forward(self, x):
        n = np.prod(x.shape)
        return x.reshape(-1)[: int(n / 2)]


torch.export.export(Net(), (torch.randn(4, 2),))
""",
    "numpy_strict_loop": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def forward(self, x):
        y = torch.zeros(2, 3)
        for i in np.arange(2):
            y[:, i] = x[:, 0]
        return y


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "numpy_strict_unique": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def forward(self, x):
        for axis in sorted(np.unique([2, 3]).tolist(), reverse=True):
            x = x.sum(axis)
        return x


torch.export.export(Net(), (torch.randn(2, 3, 4, 5),))
""",
    "numpy_strict_limits": """import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


class Net(nn.Module):
    def forward(self, x):
        return x.clamp(min=float(np.finfo(np.float32).eps)) * np.pi


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "distribution_type": """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform, kl_divergence


class Net(nn.Module):
    def forward(self, x):
        d = Normal(x, x.exp())
        return x * (2 if isinstance(d, torch.distributions.Normal) and type(d).__name__ == "Normal" else 3)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "held_tensor_twice": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Plain:
    def __init__(self):
        self.a = torch.zeros(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = Plain()
        self.q = [torch.ones(2)]

    def forward(self, x):
        return x + self.p.a + self.p.a.sin() + self.q[0] + self.q[0]


torch.export.export(Net(), (torch.randn(2),))
""",
    "held_parameter_twice": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = [nn.Parameter(torch.ones(2))]

    def forward(self, x):
        return x + self.q[0] + self.q[0]


torch.export.export(Net(), (torch.randn(2),))
""",
    "held_buffer_twice": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = [nn.BatchNorm1d(2)]

    def forward(self, x):
        return x + self.q[0].running_mean + self.q[0].running_mean


torch.export.export(Net(), (torch.randn(2),))
""",
    "norm_in_forward": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x):
        return nn.LayerNorm(3)(x)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "norm_in_forward_plain": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x):
        return nn.LayerNorm(3, elementwise_affine=False)(x)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "multinomial": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x):
        return torch.multinomial(x, 2), x[0].multinomial(3, True)


torch.export.export(Net(), (torch.rand(3, 4),))
""",
    "broadcast_shapes": """import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def forward(self, x, y):
        return x.expand(torch.broadcast_shapes(x.shape, y.shape, (1,))) + y


torch.export.export(Net(), (torch.randn(3, 1), torch.randn(4)))
""",
    "class_body_in_order": """import torch
from torch import nn

K = 100


class Part(nn.Module):
    K = 5
    K += 1
    steps = []
    for i in range(3):
        steps.append(i * K)
    if K > 5:
        mode = "high"
    else:
        mode = "low"
    total = sum(steps)

    def first(self, x, k=K):
        return x + k

    K = 8

    def second(self, x, k=K, s=total):
        return x * k - s

    def forward(self, x):
        x = self.second(self.first(x)) + self.K + self.i
        return x if self.mode == "high" else -x


class Net(Part):
    WIDTH = K * 2

    def third(self, x, w=WIDTH):
        return x * w + self.total

    def forward(self, x):
        return self.third(super().forward(x))


torch.export.export(Net(), (torch.randn(2, 4),))
""",
    "class_body_not_exported": """import torch
from torch import nn


class Options:
    width = 2
    width *= 3
    names = {"a": width}
    names["b"] = width + 1

    def get(self, name, otherwise=width):
        return self.names.get(name, otherwise)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.options = Options()

    def forward(self, x):
        return x * self.options.get("b") + self.options.get("c") + Options.width


model = Net()
model(torch.randn(2, 4))
""",
}

if __name__ == "__main__":
    for name, source in SOURCES.items():
        print(json.dumps({"name": f"py_{name}", "source": source}))
