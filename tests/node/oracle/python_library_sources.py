"""Sources for record_exports.py: what models use of Python and its library, in forward and in __init__: containers
that change, copies, iterators, functions of operator and math, named tuples, dataclasses, enums, match statements,
generators, decorators, errors that a program catches, texts, and questions that PyTorch answers without a tensor.

python_library_sources.py OUT.jsonl.gz. Recorded as data/python_library_2.6.jsonl.gz and
python_library_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
"""
# Bodies of forward by name; x is a tensor [3].
BODIES = {
    "o_n_neg": "return x * int(operator.neg(3))",
    "o_n_pos": "return x * int(operator.pos(3))",
    "o_n_invert": "return x * int(operator.invert(3))",
    "o_n_inv": "return x * int(operator.inv(3))",
    "o_n_abs": "return x * int(operator.abs(3))",
    "o_n_not_": "return x * int(operator.not_(3))",
    "o_n_truth": "return x * int(operator.truth(3))",
    "o_n_index": "return x * int(operator.index(3))",
    "o_setitem_list": "l = [1, 2]\noperator.setitem(l, 0, 5)\nreturn x * l[0]",
    "o_setitem_dict": 'l = {"a": 2}\noperator.setitem(l, "a", 5)\nreturn x * l["a"]',
    "o_setitem_tensor": "y = x.clone()\noperator.setitem(y, 0, 5)\nreturn y",
    "o_delitem_list": "l = [1, 2]\noperator.delitem(l, 0)\nreturn x * l[0]",
    "o_delitem_dict": 'l = {"a": 1, "b": 2}\noperator.delitem(l, "a")\nreturn x * len(l)',
    "o_countof": "return x * operator.countOf([1, 1, 2], 1)",
    "o_indexof": "return x * operator.indexOf([1, 1, 2], 2)",
    "o_contains": "return x * int(operator.contains([1, 1, 2], 1))",
    "o_getitem": "return x * operator.getitem([4, 5], 1) + operator.getitem(x, 0)",
    "o_concat": "return x * len(operator.concat([1], [2]))",
    "o_iconcat": "return x * len(operator.iconcat([1], [2]))",
    "o_length_hint": "return x * operator.length_hint([1, 2])",
    "o_methodcaller": 'return operator.methodcaller("add", 2)(x)',
    "o_methodcaller_text": 'return x * operator.methodcaller("count", "a")("aba")',
    "o_is": "return x * int(operator.is_(x, x)) + int(operator.is_not(x, None))",
    "o_call": "return operator.call(torch.add, x, 2)",
    "o_list_add": "return x * len([1].__add__([2]))",
    "o_list_iadd": "return x * len([1].__iadd__([2]))",
    "o_list_mul": "return x * len([1].__mul__(3))",
    "o_list_contains": "return x * int([1].__contains__(1)) + [1].__len__()",
    "o_list_getitem": "return x * [1, 4].__getitem__(1)",
    "o_dict_or": "return x * len({1: 2}.__or__({2: 3}))",
    "o_set_and": "return x * len({1, 2}.__and__({2, 3}))",
    "o_int_add": "n = 3\nreturn x * n.__add__(4) + n.__mul__(2)",
    "o_str_add": 'return x * len("a".__add__("b"))',
    "m_number_vec": "return max(x, 1.0) + min(2, x)",
    "m_rows": "return max(x) + min(x)",
    "m_key": "return max([1, 3, 2], key=lambda v: -v) * x",
    "av_0": "return x + 1 if torch.backends.mps.is_available() else x - 1",
    "av_1": "return x + 1 if torch.backends.mps.is_built() else x - 1",
    "av_2": "return x + 1 if torch.backends.cudnn.is_available() else x - 1",
    "av_3": "return x + 1 if torch.backends.mkldnn.is_available() else x - 1",
    "av_4": "return x + 1 if torch.backends.mkl.is_available() else x - 1",
    "av_5": "return x + 1 if torch.backends.openmp.is_available() else x - 1",
    "av_6": "return x + 1 if torch.backends.cuda.is_built() else x - 1",
    "av_7": "return x + 1 if torch.xpu.is_available() else x - 1",
    "av_8": "return x + 1 if torch.distributed.is_available() else x - 1",
    "av_9": "return x + 1 if torch.backends.cudnn.version() is None else x - 1",
    "av_10": "return x + 1 if torch.cuda.is_bf16_supported() else x - 1",
    "av_11": "return x + 1 if torch.version.cuda is None else x - 1",
    "av_12": "return x + 1 if torch.mps.is_available() else x - 1",
    "av_13": "return x + 1 if torch.backends.cudnn.enabled else x - 1",
    "av_14": "return x + 1 if torch.backends.cudnn.deterministic else x - 1",
    "av_15": "return x + 1 if torch.backends.cuda.matmul.allow_tf32 else x - 1",
    "av_16": 'return x + 1 if torch.backends.quantized.engine == "none" else x - 1',
    "av_17": "return x + 1 if torch.are_deterministic_algorithms_enabled() else x - 1",
    "av_18": "return x + 1 if torch.is_autocast_enabled() else x - 1",
    "av_19": "return x + 1 if torch.is_inference_mode_enabled() else x - 1",
    "av_20": "return x + 1 if torch.get_num_threads() > 0 else x - 1",
    "av_22": "return x + 1 if torch.backends.mha.get_fastpath_enabled() else x - 1",
    "av_23": "return x + 1 if torch.jit.is_scripting() else x - 1",
    "av_24": "return x + 1 if torch.overrides.has_torch_function((x,)) else x - 1",
    "av_26": "return x + 1 if torch.backends.cuda.flash_sdp_enabled() else x - 1",
    "p_tee": "a, b = itertools.tee([1, 2, 3])\nnext(a)\nreturn x * sum(i * j for i, j in zip(a, b))",
    "p_filterfalse": "return x * sum(itertools.filterfalse(lambda v: v % 2, range(5)))",
    "p_batched": "return x * sum(len(b) * b[0] for b in itertools.batched(range(1, 6), 2))",
    "p_cwr": "return x * sum(a * b for a, b in itertools.combinations_with_replacement([1, 2], 2))",
    "p_islice": "return x * sum(itertools.islice(range(10), 1, None, 3))",
    "p_nt": 'P = collections.namedtuple("P", "a b", defaults=(4,))\nreturn x * P(1).b',
    "p_indices": "a, b, c = slice(1, None, 2).indices(9)\nreturn x * a + b * c",
    "p_del": "l = list(range(6))\ndel l[1:3]\ndel l[::2]\nreturn x * sum(l)",
    "p_class1": "match 5:\n    case int(n) if n > 3: return x * n\n    case _: return x",
    "p_class4": "match x:\n    case torch.Tensor(): return x * 2\n    case _: return x",
    "p_class5": 'match {"a": 1}:\n    case {"a": n, **rest}: return x * n + len(rest)\n    case _: return x',
    "p_class6": 'match "abc":\n    case str() as s: return x * len(s)\n    case _: return x',
    "p_counter": 'c = collections.Counter("abca")\nreturn x * c["a"] + c["z"] + c.most_common(1)[0][1]',
    "p_deque": "q = collections.deque([1, 2, 3], maxlen=3)\nq.append(4)\nq.rotate(1)\nreturn x * q[0] + len(q)",
    "p_dd": 'd = collections.defaultdict(int)\nd["a"] += 2\nreturn x * d["a"] + len(d)',
    "p_kwargs_list": "l = [3, 1]\nl.sort(reverse=True)\nreturn x * l[0]",
    "p_close": "def g():\n    yield 1\n    yield 2\ni = g()\nnext(i)\ni.close()\nreturn x * (1 + len(list(i)))",
    "p_copy_dict": 'd = {"a": 1}\ne = copy.copy(d)\ne["a"] = 2\nreturn x * d["a"] + e["a"]',
    "p_reversed": "l = [1, 2, 3]\nr = reversed(l)\nnext(r)\nl.append(9)\nl[0] = 7\nreturn x * sum(r)",
    "p_complex": "c = complex(1, 2)\nreturn x * c.real + c.imag",
    "p_complex2": "c = 1 + 2j\nreturn x * c.real + abs(c) + c.conjugate().imag",
    "p_attr_error": 'n = 3\nreturn x * (2 if not hasattr(n, "foo") else 3) + getattr(n, "foo", 5)',
    "p_attr_try": "try: n = (3).foo\nexcept AttributeError: n = 4\nreturn x * n",
    "p_attr_try_str": 'try: n = "a".foo\nexcept AttributeError: n = 4\nreturn x * n',
    "p_attr_try_none": "n = None\ntry: n = n.foo\nexcept AttributeError: n = 4\nreturn x * n",
    "p_type_try": 'try: n = "a" + 1\nexcept TypeError: n = 4\nreturn x * n',
    "p_type_try2": "try: n = [1] + 1\nexcept TypeError: n = 4\nreturn x * n",
    "p_type_try3": "try: n = None + 1\nexcept TypeError: n = 4\nreturn x * n",
    "p_type_try4": "try: n = len(3)\nexcept TypeError: n = 4\nreturn x * n",
    "p_unpack": "try: a, b = [1, 2, 3]\nexcept ValueError: a = 4\nreturn x * a",
    "p_unpack2": "try: a, *b, c = [1]\nexcept ValueError: a = 4\nreturn x * a",
    "p_zero": "try: a = 1 / 0\nexcept ZeroDivisionError: a = 4\nreturn x * a",
    "p_zero2": "try: a = 1 % 0\nexcept ZeroDivisionError: a = 4\nreturn x * a",
    "p_name": "try: a = zzz\nexcept NameError: a = 4\nreturn x * a",
    "p_gamma": "return x * math.gamma(5) + math.lgamma(3.5)",
    "p_disjoint": 'd = {"a": 1}\nreturn x + 1 if d.keys().isdisjoint(["c"]) else x',
    "p_prod": 'd = {"a": 2, "b": 3}\nreturn x * math.prod(d.values())',
    "p_prod2": "return x * math.prod([2, 3], start=2) + math.prod(v for v in (1, 2)) + math.prod(x.shape)",
    "p_sumvalues": 'd = {"a": 2, "b": 3}\nreturn x * sum(d.values()) + max(d.values()) + len(d.values())',
    "p_fsum_values": 'd = {"a": 2, "b": 3}\nreturn x * math.hypot(*d.values()) + math.fsum(d.values())',
}
# Whole programs by name.
PROGRAMS = {
    "l_copy_list": """import copy, torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.base = [1, 2, [3]]
        self.cfg = {"a": 2.0, "b": [1]}
    def forward(self, x):
        sizes = copy.copy(self.base)
        sizes.append(4)
        cfg = copy.copy(self.cfg)
        cfg["a"] = 3.0
        return x * len(self.base) + len(sizes) + cfg["a"] * self.cfg["a"]
torch.export.export(M(), (torch.randn(3),))
""",
    "l_copy_object": """import copy, torch
class Cfg:
    def __init__(self, a):
        self.a = a
        self.l = [a]
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        one = Cfg(2)
        two = copy.copy(one)
        two.a = 5
        two.l.append(1)
        self.one, self.two = one, two
    def forward(self, x):
        return x * self.one.a + self.two.a + len(self.one.l)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_copy_object_forward": """import copy, torch
class Cfg:
    def __init__(self, a):
        self.a = a
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one = Cfg(2)
    def forward(self, x):
        two = copy.copy(self.one)
        two.a = 5
        return x * self.one.a + two.a
torch.export.export(M(), (torch.randn(3),))
""",
    "l_copy_module": """import copy, torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(3, 3)
        self.b = copy.copy(self.a)
    def forward(self, x):
        return self.a(x) + self.b(x)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_copy_tensor": """import copy, torch
class M(torch.nn.Module):
    def forward(self, x):
        y = copy.copy(x)
        z = copy.copy((x, 1))
        return y + z[0] + copy.copy(3)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_random": """import random, torch
class M(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p
    def forward(self, x):
        if self.training and random.random() < 0:
            return x
        return x + 1
torch.export.export(M(), (torch.randn(3),))
""",
    "l_range_key": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {range(3): 2, range(2, 5): 4}
        return x * d[range(0, 3)]
torch.export.export(M(), (torch.randn(3),))
""",
    "l_disjoint": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 1, "b": 2}
        if d.keys().isdisjoint({"c"}) and not d.keys().isdisjoint(["a"]):
            return x + 1
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "l_function_type": """import torch, types
def f(x): return x + 1
class M(torch.nn.Module):
    def forward(self, x):
        y = x
        if isinstance(f, types.FunctionType): y = f(y)
        if isinstance(self.forward, types.MethodType): y = y * 2
        if isinstance(lambda: 1, types.LambdaType): y = y - 2
        return y
torch.export.export(M(), (torch.randn(3),))
""",
    "l_regparam": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        self.register_parameter("w", torch.nn.Parameter(torch.ones(3)))
        return x * self.w
torch.export.export(M(), (torch.randn(3),))
""",
    "l_np_strict": """import numpy as np, torch
class M(torch.nn.Module):
    def forward(self, x):
        n = int(np.ceil(x.shape[0] / 2))
        s = np.prod(x.shape[1:])
        return x.reshape(-1, int(s)) * n + np.sqrt(4)
torch.export.export(M(), (torch.randn(3, 4),))
""",
    "l_np_pi": """import numpy as np, torch
class M(torch.nn.Module):
    def forward(self, x):
        return x * np.pi + np.log(2.0) + float(np.sqrt(x.shape[-1]))
torch.export.export(M(), (torch.randn(3, 4),))
""",
    "l_np_equal": """import numpy as np, torch
class M(torch.nn.Module):
    def forward(self, x, y):
        if np.array_equal(x.shape, y.shape):
            x = x + y
        assert np.all(np.equal(x.shape, y.shape))
        return x
torch.export.export(M(), (torch.randn(3, 4), torch.randn(3, 4)))
""",
    "l_avail": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        if torch.backends.mps.is_available(): x = x + 1
        if torch.backends.cudnn.is_available(): x = x + 2
        if torch.backends.mkldnn.is_available(): x = x + 4
        if torch.backends.cuda.is_built(): x = x + 8
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "l_boolidx": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return x[True] + x[False].sum() + x[None, True]
torch.export.export(M(), (torch.randn(3),))
""",
    "l_max_tensors": """import torch
class M(torch.nn.Module):
    def forward(self, x, y):
        return max(x, y) + min(x, y)
torch.export.export(M(), (torch.tensor(3.), torch.tensor(2.)))
""",
    "l_hash": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        if hash("a") == hash("a") and hash(3) == 3 and hash((1, 2)) == hash((1, 2)):
            return x + 1
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "l_complex": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        c = complex(1, 2)
        return x * c.real + c.imag + abs(complex(3, 4)) + (1j * 1j).real
torch.export.export(M(), (torch.randn(3),))
""",
    "l_math_more": """import math, torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x
        if math.isclose(0.1 + 0.2, 0.3): y = y + 1
        if math.isclose(1.0, 1.1, rel_tol=0.2): y = y + 2
        y = y * math.fmod(7.5, 2) + math.remainder(7.5, 2) + math.modf(2.5)[0] + math.frexp(8.0)[1]
        return y + math.fsum([0.1] * 10) + math.cbrt(27.0) + math.exp2(3) + math.ldexp(1.0, 3) +\
 math.gamma(5) + math.tau
torch.export.export(M(), (torch.randn(3),))
""",
    "l_math_more2": """import math, torch
class M(torch.nn.Module):
    def forward(self, x):
        return x * math.fmod(7.5, 2) + math.tau + math.erfc(0.5) + math.lgamma(3.5) + math.acosh(2.0) +\
 math.asinh(1.0) + math.atanh(.5)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_gensend": """import torch
def acc():
    total = 0
    while True:
        got = yield total
        if got is None: return
        total += got
class M(torch.nn.Module):
    def forward(self, x):
        g = acc()
        next(g)
        g.send(1)
        n = g.send(4)
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "l_json": """import json, torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cfg = json.loads('{"a": [1, 2.5, true, null], "b": {"c": "d"}}')
        self.text = json.dumps({"a": 1, "b": [1.5, None, True]})
    def forward(self, x):
        return x * self.cfg["a"][1] + len(self.text)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_re": """import re, torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        for name in ["layer1.conv", "layer2.conv", "fc"]:
            if re.match(r"layer\\d+", name): self.n += 1
        self.k = re.sub(r"[^a-z]", "", "a1b2")
    def forward(self, x):
        return x * self.n + len(self.k)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_storage_offset": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return x.as_strided((2,), (1,), x.storage_offset() + 1) * x[1:].storage_offset()
torch.export.export(M(), (torch.randn(4),))
""",
    "l_caught_errors": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        try: (3).foo
        except AttributeError: x = x + 1
        try: "a" + 1
        except TypeError: x = x + 2
        try: a, b = [1, 2, 3]
        except ValueError: x = x + 3
        try: int("b")
        except ValueError: x = x + 4
        try: [1][3]
        except IndexError: x = x + 5
        try: {}["a"]
        except KeyError: x = x + 6
        return x
torch.export.export(M(), (torch.randn(4),))
""",
    "l_iadd_methods": """import operator, torch
class M(torch.nn.Module):
    def forward(self, x):
        a = [1].__iadd__([2])
        b = operator.iconcat([1], [2, 3])
        c = operator.concat([1], [2])
        return x * len(a) + len(b) + len(c)
torch.export.export(M(), (torch.randn(4),))
""",
    "l_parameters_forward": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = torch.nn.ModuleList([torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)])
    def forward(self, x):
        reg = sum(p.pow(2).sum() for p in self.parameters())
        return self.steps[0](x) + reg
torch.export.export(M(), (torch.randn(3),))
""",
    "l_named_parameters_forward": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
        self.w = torch.nn.Parameter(torch.ones(3))
    def forward(self, x):
        reg = 0
        for name, p in self.named_parameters():
            if "bias" not in name:
                reg = reg + p.abs().sum()
        return self.fc(x) + reg
torch.export.export(M(), (torch.randn(3),))
""",
    "l_parameters_first": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
    def forward(self, x):
        p = next(self.parameters())
        return self.fc(x.to(p.dtype).to(p.device)) * p.sum()
torch.export.export(M(), (torch.randn(3),))
""",
    "l_mdict_keys": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.d = torch.nn.ModuleDict({"a": torch.nn.ReLU()})
        keys = self.d.keys()
        self.d["b"] = torch.nn.Tanh()
        self.n = len(keys)
        self.k = list(keys)
    def forward(self, x):
        return x * self.n + len(self.k)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_reversed_live": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        l = [1, 2, 3]
        r = reversed(l)
        l[0] = 10
        l.append(5)
        out = 0
        for v in r: out = out * 10 + v
        return x * out
torch.export.export(M(), (torch.randn(3),))
""",
    "l_masked_fill": """import torch
class M(torch.nn.Module):
    def forward(self, x, m):
        m &= x > 0
        return x.masked_fill(m, 0)
torch.export.export(M(), (torch.randn(3), torch.ones(3, dtype=torch.bool)))
""",
    "l_grown_modules": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        try:
            for n, m in self._modules.items():
                self.add_module(n + "x", torch.nn.Tanh())
            self.n = 1
        except RuntimeError:
            self.n = 2
    def forward(self, x):
        return x * self.n + len(self._modules)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_grown_children": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        self.l = torch.nn.ModuleList([torch.nn.ReLU()])
        self.n = 0
        try:
            for n, m in self.named_children():
                self.n += 1
                self.add_module(n + "x", torch.nn.Tanh())
        except RuntimeError:
            self.n += 20
        try:
            for m in self.l:
                self.n += 100
                self.l.append(torch.nn.Tanh())
        except RuntimeError:
            self.n += 1000
    def forward(self, x):
        return x * self.n + len(self._modules)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_dict_last": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 1, "b": 2}
        out = 0
        for k in d:
            out = out * 10 + d[k]
            if k == "b" and out < 100:
                v = d.pop("b"); d["b"] = v
        return x * out
torch.export.export(M(), (torch.randn(3),))
""",
    "l_setitem": """import operator, torch
class M(torch.nn.Module):
    def forward(self, x):
        l = [1, 2]
        operator.setitem(l, 0, 5)
        n = operator.countOf([1, 1, 2], 1)
        return x * l[0] + n
torch.export.export(M(), (torch.randn(3),))
""",
    "l_opneg": """import operator, torch
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
class M(torch.nn.Module):
    def forward(self, x):
        return x * operator.neg(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "l_frozen": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.names = frozenset({"a", "b"})
    def forward(self, x):
        f = frozenset([1, 2])
        if "a" in self.names and 1 in f: x = x + 1
        if isinstance(self.names, frozenset): x = x + 2
        return x * len(f | {3}) + len(self.names)
torch.export.export(M(), (torch.randn(3),))
""",
    "l_prodvalues": """import math, torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 2, "b": 3}
        return x * math.prod(d.values())
torch.export.export(M(), (torch.randn(3),))
""",
    "l_fft": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.rfft(x).abs()
torch.export.export(M(), (torch.randn(3, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "l_fft_dyn": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.rfft(x, norm="ortho").abs()
torch.export.export(M(), (torch.randn(3, 8),), dynamic_shapes={"x": {1: torch.export.Dim("b", min=4)}})
""",
    "l_unfold": """import torch, torch.nn.functional as F
class M(torch.nn.Module):
    def forward(self, x):
        return F.unfold(x, 3, padding=1)
torch.export.export(M(), (torch.randn(3, 2, 8, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "l_groupnorm_window": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.g = torch.nn.GroupNorm(2, 4)
    def forward(self, x):
        n = x.shape[-1] // 2
        return self.g(x[..., :n])
torch.export.export(M(), (torch.randn(3, 4, 8),), dynamic_shapes={"x": {2: torch.export.Dim("t", min=4)}})
""",
    "l_issub_abc": """import collections.abc, numbers, torch
class M(torch.nn.Module):
    def forward(self, x):
        if issubclass(list, collections.abc.Sequence): x = x + 1
        if issubclass(dict, collections.abc.Mapping): x = x + 2
        if issubclass(int, numbers.Number): x = x + 4
        if issubclass(set, collections.abc.Iterable): x = x + 8
        if isinstance(3, numbers.Number): x = x + 16
        if isinstance([], collections.abc.Iterable): x = x + 32
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "l_range_text": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return x * len(str(range(3))) + len(str(range(10)[2:5])) + len(repr(range(0, 10, 2)))
torch.export.export(M(), (torch.randn(3),))
""",
    "l_len_iter": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        try:
            n = len(iter([1, 2]))
        except TypeError:
            n = 7
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_dataclass_full": """import torch
from dataclasses import dataclass, field, replace, asdict
@dataclass(frozen=True)
class Cfg:
    dim: int = 4
    scale: float = 0.5
    sizes: list = field(default_factory=lambda: [1, 2])
    @property
    def half(self): return self.dim // 2
    @classmethod
    def tiny(cls, **kw): return cls(dim=2, **kw)
    def __post_init__(self):
        assert self.dim > 0, f"bad {self.dim=}"
class M(torch.nn.Module):
    def __init__(self, cfg=None):
        super().__init__()
        self.cfg = replace(cfg or Cfg(), scale=2.0)
        self.t = Cfg.tiny(scale=3.0)
        self.n = len(asdict(self.cfg))
    def forward(self, x):
        return x * self.cfg.scale + self.cfg.half + self.t.scale + self.n + sum(self.cfg.sizes)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_dataclass_forward": """import torch
from dataclasses import dataclass
@dataclass
class Out:
    a: torch.Tensor
    b: int = 3
    def total(self): return self.a * self.b
class M(torch.nn.Module):
    def forward(self, x):
        o = Out(x + 1)
        o.b += 1
        p = Out(a=x, b=2)
        return o.total() + p.total() if o != p or True else x
torch.export.export(M(), (torch.randn(3),))
""",
    "s_enum_match": """import enum, torch
class Mode(enum.Enum):
    A = "a"
    B = "b"
    @classmethod
    def parse(cls, s): return cls(s)
    def __str__(self): return self.value
class Level(enum.IntEnum):
    LOW = 1
    HIGH = enum.auto()
class F(enum.Flag):
    R = enum.auto()
    W = enum.auto()
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mode = Mode.parse("b")
        self.flags = F.R | F.W
    def forward(self, x):
        match self.mode:
            case Mode.A: x = x + 1
            case Mode.B: x = x * 2
        if self.mode is Mode.B and self.mode.name == "B": x = x + Level.HIGH
        if Level.HIGH > Level.LOW: x = x - 1
        if F.R in self.flags: x = x * 3
        return x * len(Mode) + len(list(Level))
torch.export.export(M(), (torch.randn(3),))
""",
    "s_namedtuple": """import torch
from typing import NamedTuple, Optional
from collections import namedtuple
P = namedtuple("P", ["h", "w"], defaults=[2])
class Out(NamedTuple):
    logits: torch.Tensor
    loss: Optional[torch.Tensor] = None
    def both(self): return self.logits + 1
class M(torch.nn.Module):
    def forward(self, x):
        p = P(3)
        h, w = p
        o = Out(x * h)
        o = o._replace(loss=x.sum())
        assert p._fields == ("h", "w") and p.w == p[1]
        return o.both() * w + o.loss
torch.export.export(M(), (torch.randn(3),))
""",
    "s_singledispatch": """import torch, functools
@functools.singledispatch
def conv(v): return 0
@conv.register
def _(v: int): return v + 1
@conv.register(str)
def _(v): return len(v)
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n = conv(3) + conv("abc") + conv([1])
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_partial": """import torch, functools
def f(a, b, *, c=1): return a * b + c
class M(torch.nn.Module):
    def __init__(self, act=functools.partial(torch.nn.functional.leaky_relu, negative_slope=0.1)):
        super().__init__()
        self.act = act
        self.norm = functools.partial(torch.nn.LayerNorm, eps=1e-6)(3)
        self.p = functools.partial(f, b=3)
    def forward(self, x):
        y = self.act(x)
        g = functools.partial(self.p, c=5)
        return g(self.norm(y)) + len(self.p.keywords) + g.keywords["c"]
torch.export.export(M(), (torch.randn(2, 3),))
""",
    "s_cached_property": """import torch, functools
class M(torch.nn.Module):
    @functools.cached_property
    def scale(self): return 2.0
    @property
    def device(self): return next(self.parameters()).device
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
    def forward(self, x):
        y = torch.arange(3, device=self.device)
        return self.fc(x) * self.scale + y
torch.export.export(M(), (torch.randn(3),))
""",
    "s_itertools": """import torch, itertools
class M(torch.nn.Module):
    def forward(self, x):
        out = x
        for a, b in itertools.product(range(2), "ab"): out = out + a
        for a, b in itertools.combinations([1, 2, 3], 2): out = out * b
        for i in itertools.chain([1], (2,)): out = out + i
        for i in itertools.islice(itertools.count(3), 2): out = out - i
        for a, b in itertools.zip_longest([1, 2], [3], fillvalue=0): out = out + a * b
        for k, g in itertools.groupby([1, 1, 2], key=lambda v: v % 2): out = out + k * len(list(g))
        for a, b in itertools.pairwise([1, 2, 3]): out = out + a * b
        acc = list(itertools.accumulate([1, 2, 3]))
        return out + acc[-1]
torch.export.export(M(), (torch.randn(3),))
""",
    "s_itertools2": """import torch, itertools
class M(torch.nn.Module):
    def forward(self, x):
        r = list(itertools.repeat(2, 3)) + list(itertools.starmap(pow, [(2, 3), (3, 2)]))
        a, b = itertools.tee([1, 2, 3])
        next(a)
        n = sum(i * j for i, j in zip(a, b))
        t = list(itertools.takewhile(lambda v: v < 3, [1, 2, 3, 1]))
        d = list(itertools.dropwhile(lambda v: v < 3, [1, 2, 3, 1]))
        f = list(itertools.filterfalse(lambda v: v % 2, range(5)))
        bt = list(itertools.batched(range(5), 2))
        p = list(itertools.permutations([1, 2, 3]))
        cw = list(itertools.combinations_with_replacement([1, 2], 2))
        return x * sum(r) + n + len(t) + len(d) + sum(f) + len(bt) + len(p) + len(cw)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_collections": """import torch
from collections import OrderedDict, defaultdict, Counter, deque, ChainMap
class M(torch.nn.Module):
    def forward(self, x):
        d = defaultdict(list)
        d["a"].append(x); d["a"].append(x * 2); d["b"].append(x)
        c = Counter("abca")
        q = deque([1, 2, 3], maxlen=3)
        q.append(4); q.rotate(1)
        o = OrderedDict(a=1, b=2)
        o.move_to_end("a")
        k, v = o.popitem(last=False)
        return sum(torch.stack(t).sum() for t in d.values()) + c["a"] + q[0] + len(q) + v + len(k) +\
 c.most_common(1)[0][1]
torch.export.export(M(), (torch.randn(3),))
""",
    "s_collections_init": """import torch
from collections import OrderedDict, Counter, ChainMap, UserDict
class Reg(UserDict):
    def twice(self): return 2 * len(self)
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        c = Counter([1, 1, 2]); c.update([2, 2]); c.subtract([1])
        self.n = c[2] + c.most_common(1)[0][0]
        m = ChainMap({"a": 1}, {"a": 2, "b": 3})
        self.m = m["a"] + m["b"]
        self.t = sum((Counter(a=1) + Counter(a=2, b=3)).values())
        r = Reg(a=1); r["c"] = 2
        self.r = r.twice()
    def forward(self, x):
        return x * self.n + self.m + self.t + self.r
torch.export.export(M(), (torch.randn(3),))
""",
    "s_super_chain": """import torch
class A(torch.nn.Module):
    def __init__(self, d, **kw):
        super().__init__()
        self.a = torch.nn.Linear(d, d)
        self.log = ["A"]
    def forward(self, x): return self.a(x)
    def name(self): return "A"
class Mix:
    def forward(self, x): return super().forward(x) + 1
    def name(self): return "Mix" + super().name()
class B(Mix, A):
    def __init__(self, d, extra=1, **kw):
        super().__init__(d, **kw)
        self.extra = extra
    def forward(self, x): return super().forward(x) * self.extra
    def name(self): return "B" + super(B, self).name()
class M(B):
    def forward(self, x):
        y = super().forward(x)
        return y * len(self.name()) + len([c.__name__ for c in type(self).__mro__])
torch.export.export(M(3, extra=4), (torch.randn(3),))
""",
    "s_contextlib": """import torch, contextlib
@contextlib.contextmanager
def scaled(m, s):
    old = m.s
    m.s = s
    try:
        yield m
    finally:
        m.s = old
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.s = 1.0
    def forward(self, x):
        with scaled(self, 3.0) as m:
            y = x * m.s
        with contextlib.nullcontext(), torch.no_grad():
            z = x * self.s
        with contextlib.suppress(KeyError):
            {}["a"]
        return y + z
torch.export.export(M(), (torch.randn(3),))
""",
    "s_closure_nonlocal": """import torch
G = 1
class M(torch.nn.Module):
    def forward(self, x):
        n = 0
        def bump(k=2):
            nonlocal n
            n += k
            return n
        fs = [lambda v, i=i: v + i for i in range(3)]
        gs = [lambda v: v + i for i in range(3)]
        bump(); bump(k=5)
        for f in fs: x = f(x)
        for g in gs: x = g(x)
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_global": """import torch
COUNT = 0
def tick():
    global COUNT
    COUNT += 1
    return COUNT
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.k = tick() + tick()
    def forward(self, x):
        return x * self.k + COUNT
torch.export.export(M(), (torch.randn(3),))
""",
    "s_walrus": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        if (n := x.shape[0]) > 2 and (m := n * 2):
            x = x + m
        ys = [y for i in range(4) if (y := i * n) > 3]
        while (n := n - 1) > 0: x = x * 2
        return x + sum(ys) + y
torch.export.export(M(), (torch.randn(3),))
""",
    "s_star": """import torch
def f(a, *rest, k=1, **kw): return a + sum(rest) * k + sum(kw.values())
class M(torch.nn.Module):
    def forward(self, x, *ys, scale=1.0):
        first, *mid, last = [1, 2, 3, 4]
        (a, b), c = (1, 2), 3
        d = {**{"k": 2}, **dict(z=4)}
        t = (*mid, *range(2))
        return f(x, *ys, **d) * scale + first + last + a * b * c + len(t)
torch.export.export(M(), (torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "s_match": """import torch
class Pt:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def kind(v):
    match v:
        case 0 | 1: return 1
        case int(n) if n > 5: return n
        case [a, b]: return a + b
        case [a, *rest]: return len(rest)
        case {"k": k, **rest}: return k + len(rest)
        case Pt(x=0, y=y): return y
        case Pt(a, b): return a * b
        case str() as s: return len(s)
        case None: return 9
        case _: return -1
class M(torch.nn.Module):
    def forward(self, x):
        for v in [0, 7, [1, 2], [1, 2, 3, 4], {"k": 3, "z": 1}, Pt(0, 4), Pt(3, 4), "abc", None, 3.5]:
            x = x + kind(v)
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "s_try_finally": """import torch
class Bad(Exception):
    def __init__(self, code): self.code = code; super().__init__(f"code {code}")
class M(torch.nn.Module):
    def check(self, n):
        if n > 2: raise Bad(n)
        return n
    def forward(self, x):
        n = 0
        for i in range(5):
            try:
                n += self.check(i)
            except Bad as e:
                n += 10 * e.code
                continue
            else:
                n += 1
            finally:
                n += 100
        try:
            raise ValueError("a") from None
        except (TypeError, ValueError) as e:
            n += len(e.args[0])
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_fstrings": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2): setattr(self, f"conv{i:02d}", torch.nn.Linear(3, 3))
        self.add_module("x_%d" % 3, torch.nn.Linear(3, 3))
        self.add_module("{}_{name}".format("y", name=1), torch.nn.Linear(3, 3))
    def forward(self, x):
        for i in range(2): x = getattr(self, f"conv{i:0>2}")(x)
        n = len(f"{3.14159:.2f}|{1000:,}|{'a':>5}|{True!r:^7}|{[1, 2]}|{x.shape}|{255:#x}|{0.5:.1%}|{1e6:g}")
        return self.x_3(x) + self.y_1(x) * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_strings": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        s = "Layer_1.conv.Weight"
        n = 0
        if s.lower().startswith(("layer", "x")) and s.endswith("Weight"): n += 1
        if s.split(".")[-1].lower() in {"weight", "bias"}: n += 2
        parts = s.replace("_", ".").split(".", 2)
        n += len(parts) + s.count("e") + s.find("conv") + s.rfind("e") + len(s.strip("Lt")) +\
 len("-".join(parts))
        n += ord("a") + len("ab" * 3) + len("a\\tb".expandtabs(4)) + len(s.partition(".")[2]) + int("42") +\
 len("x".zfill(4))
        n += sum(c.isupper() for c in s) + len(s[::-1][:3]) + ("b" > "a") + len("a b  c".split()) +\
 len(s.title()) + len("abc".center(9, "*"))
        n += len("%s-%03d-%.2f" % ("a", 5, 2.5)) + len("{:>10}".format("hi")) + len(str(None)) +\
 len(repr("q'")) + len("é".encode())
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_comprehensions": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(3, 3) for _ in range(2))
        self.table = {k: i for i, k in enumerate("abc")}
    def forward(self, x):
        outs = [l(x) for l in self.layers if isinstance(l, torch.nn.Linear)]
        sq = {i: i ** 2 for i in range(3)}
        st = {i % 2 for i in range(4)}
        nested = [[j for j in range(i)] for i in range(3)]
        flat = [v for row in nested for v in row]
        inv = {v: k for k, v in self.table.items()}
        g = (o * 2 for o in outs)
        return sum(g) + sq[2] + len(st) + len(flat) + len(inv[1]) + any(v > 1 for v in flat)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_slices": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        l = list(range(10))
        l[2:4] = [0]
        del l[0], l[-2:]
        l[::2] = [7] * len(l[::2])
        s = slice(1, None, 2)
        i = s.indices(9)
        return x[..., s] * sum(l) + x[:, None, -1:].squeeze(1) + i[1] + x[(0,)].sum() + l.index(7) + x[[0,\
 1]].sum()
torch.export.export(M(), (torch.randn(3, 4),))
""",
    "s_swap": """import torch
class M(torch.nn.Module):
    def forward(self, x, y):
        x, y = y, x + y
        a = b = [1]
        b += [2]
        x, *_ = (x, 1, 2)
        z = x if len(a) == 2 else y
        return z if not (1 > 2 or x is None) else y, {"y": y, "n": len(a)}
torch.export.export(M(), (torch.randn(3), torch.randn(3)))
""",
    "s_typing": """import torch
from typing import List, Dict, Tuple, Union, Callable, Any, TypeVar, Generic, Protocol, ClassVar, Final,\
 Literal, overload, TYPE_CHECKING, cast
T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
class Act(Protocol):
    def __call__(self, x: torch.Tensor) -> torch.Tensor: ...
class M(torch.nn.Module):
    size: ClassVar[int] = 3
    kind: Final = "a"
    @overload
    def pick(self, x: int) -> int: ...
    def pick(self, x): return x
    def forward(self, x: torch.Tensor, acts: "list[Act] | None" = None) -> Tuple[torch.Tensor, Dict[str, int]]:
        b: Box[int] = Box[int](2)
        out: List[torch.Tensor] = []
        out.append(cast(torch.Tensor, x) * b.v)
        if TYPE_CHECKING: x = x + 1
        return out[0] + self.size + self.pick(3), {"n": len(self.kind)}
torch.export.export(M(), (torch.randn(3),))
""",
    "s_special_methods": """import torch
class Vec:
    def __init__(self, *v): self.v = list(v)
    def __len__(self): return len(self.v)
    def __getitem__(self, i): return self.v[i]
    def __iter__(self): return iter(self.v)
    def __contains__(self, a): return a in self.v
    def __add__(self, o): return Vec(*[a + b for a, b in zip(self, o)])
    def __radd__(self, o): return self if o == 0 else self + o
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __bool__(self): return bool(self.v)
    def __call__(self, k): return self.v[0] * k
    def __repr__(self): return f"Vec{self.v}"
class M(torch.nn.Module):
    def forward(self, x):
        a = Vec(1, 2) + Vec(3, 4)
        n = len(a) + a[1] + sum(a) + (4 in a) + a(3)
        if a == Vec(4, 6) and not Vec() and Vec(1) < Vec(2): n += 50
        s = sum([Vec(1, 1), Vec(2, 2)])
        return x * n + s[0] + max([Vec(1), Vec(3)])[0]
torch.export.export(M(), (torch.randn(3),))
""",
    "s_registry": """import torch
REG = {}
def register(name=None):
    def deco(cls):
        REG[name or cls.__name__.lower()] = cls
        return cls
    return deco
@register()
class Small(torch.nn.Module):
    def forward(self, x): return x + 1
@register("big")
class Big(torch.nn.Module):
    def forward(self, x): return x * 2
class M(torch.nn.Module):
    def __init__(self, kinds=("small", "big")):
        super().__init__()
        self.net = torch.nn.Sequential(*[REG[k]() for k in kinds])
    def forward(self, x):
        return self.net(x)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_init_subclass": """import torch
class Base(torch.nn.Module):
    kinds = {}
    def __init_subclass__(cls, kind=None, **kw):
        super().__init_subclass__(**kw)
        Base.kinds[kind] = cls
    @classmethod
    def make(cls, kind, *a): return cls.kinds[kind](*a)
class A(Base, kind="a"):
    def forward(self, x): return x + 1
class B(Base, kind="b"):
    def __init__(self, n): super().__init__(); self.n = n
    def forward(self, x): return x * self.n
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Base.make("a"), Base.make("b", 3)
    def forward(self, x): return self.b(self.a(x)) + len(Base.kinds)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_abc": """import abc, torch
class Base(torch.nn.Module, abc.ABC):
    @abc.abstractmethod
    def step(self, x): ...
    @property
    @abc.abstractmethod
    def k(self): ...
    def forward(self, x): return self.step(x) * self.k
class M(Base):
    def step(self, x): return x + 1
    @property
    def k(self): return 3
torch.export.export(M(), (torch.randn(3),))
""",
    "s_getattr": """import torch
class Wrap(torch.nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m
        self.extra = 2
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.m, name)
    def forward(self, x):
        return self.m(x) * self.in_features + self.weight.sum() + self.extra
torch.export.export(Wrap(torch.nn.Linear(3, 3)), (torch.randn(3),))
""",
    "s_descriptor": """import torch
class Positive:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, obj, owner=None): return getattr(obj, self.name)
    def __set__(self, obj, v):
        if v <= 0: raise ValueError("no")
        obj.__dict__[self.name] = v
class Cfg:
    k = Positive()
    def __init__(self, k): self.k = k
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c = Cfg(3)
    def forward(self, x): return x * self.c.k
torch.export.export(M(), (torch.randn(3),))
""",
    "s_decorator": """import torch, functools
def twice(f):
    @functools.wraps(f)
    def inner(self, *a, **k):
        return f(self, f(self, *a, **k), **k)
    return inner
def scale(k):
    def deco(f):
        def inner(*a, **kw): return f(*a, **kw) * k
        inner.k = k
        return inner
    return deco
class M(torch.nn.Module):
    @twice
    @scale(3)
    def step(self, x): return x + 1
    @staticmethod
    @scale(2)
    def s(x): return x - 1
    def forward(self, x): return self.s(self.step(x)) + len(self.step.__name__)
torch.export.export(M(), (torch.randn(3),))
""",
    "s_generators": """import torch
def blocks(n):
    for i in range(n):
        if i == 2: return
        yield i, i * 2
def chain(*its):
    for it in its:
        yield from it
class M(torch.nn.Module):
    def pieces(self, x):
        for c in x.chunk(2, -1):
            yield c * 2
    def forward(self, x):
        out = 0
        for a, b in blocks(5): out += a + b
        y = torch.cat([*self.pieces(x)], -1)
        z = next((p for p in self.pieces(x) if p.shape[-1] > 1), None)
        w = list(chain([1], (2, 3), {4: 5}))
        d = dict(zip("ab", self.pieces(x)))
        return y * out + z.sum() + sum(w) + d["b"].mean()
torch.export.export(M(), (torch.randn(3, 4),))
""",
    "s_functional": """import torch, torch.nn.functional as F
class M(torch.nn.Module):
    def forward(self, q, k, v):
        B, T, C = q.size()
        q, k, v = (t.view(B, T, 2, C // 2).transpose(1, 2) for t in (q, k, v))
        a = (q @ k.mT) * (1.0 / (k.size(-1) ** 0.5))
        m = torch.tril(torch.ones(T, T)).view(1, 1, T, T)
        a = a.masked_fill(m[:, :, :T, :T] == 0, float("-inf"))
        a = F.softmax(a, dim=-1)
        y = (a @ v).transpose(1, 2).contiguous().view(B, T, C)
        return F.layer_norm(y, y.shape[-1:]) + F.normalize(y, dim=-1) + F.one_hot(torch.zeros(B, T,\
 dtype=torch.long), C)
torch.export.export(M(), (torch.randn(2, 3, 4), torch.randn(2, 3, 4), torch.randn(2, 3, 4)))
""",
    "s_window": """import torch
class M(torch.nn.Module):
    def window(self, x, ws):
        B, H, W, C = x.shape
        x = x.view(B, H // ws, ws, W // ws, ws, C)
        return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, ws, ws, C)
    def forward(self, x):
        w = self.window(x, ws := 2)
        cl = torch.roll(x, shifts=(-1, -1), dims=(1, 2))
        g = torch.stack(torch.meshgrid(torch.arange(2), torch.arange(2), indexing="ij"))
        rel = (g.flatten(1)[:, :, None] - g.flatten(1)[:, None, :]).permute(1, 2, 0).contiguous()
        rel[:, :, 0] += ws - 1
        rel[:, :, 0] *= 2 * ws - 1
        return w + self.window(cl, ws), rel.sum(-1)
torch.export.export(M(), (torch.randn(2, 4, 4, 3),))
""",
    "s_rope": """import torch
class M(torch.nn.Module):
    def __init__(self, dim=8, base=10000):
        super().__init__()
        inv = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
        self.register_buffer("inv", inv, persistent=False)
        self.cache: dict = {}
    def rot(self, x):
        a, b = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]
        return torch.cat((-b, a), dim=-1)
    def forward(self, x, offset: int = 0):
        t = torch.arange(offset, offset + x.shape[-2], device=x.device, dtype=self.inv.dtype)
        f = torch.einsum("i,j->ij", t, self.inv)
        e = torch.cat([f, f], -1)[None, None]
        if (key := x.shape[-2]) not in self.cache:
            cos, sin = e.cos(), e.sin()
        return x * cos.to(x.dtype) + self.rot(x) * sin
torch.export.export(M(), (torch.randn(2, 2, 5, 8),))
""",
    "s_local_class": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        class Inner(torch.nn.Module):
            k = 3
            def forward(s, x): return x * s.k
        self.inner = Inner()
        self.make = type("Obj", (), {"a": 5, "f": lambda self, v: v + self.a})()
    def forward(self, x):
        return self.make.f(self.inner(x))
torch.export.export(M(), (torch.randn(3),))
""",
    "s_module_walk": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3),\
 torch.nn.ReLU(inplace=True))
        for m in self.modules():
            if isinstance(m, torch.nn.Linear):
                torch.nn.init.constant_(m.weight, 0.5)
                m.bias.data.zero_()
            elif hasattr(m, "eps"): m.eps = 1e-3
        self.apply(self._init)
        self.count = sum(p.numel() for p in self.parameters() if p.requires_grad)
        self.names = [n for n, _ in self.named_modules()]
    def _init(self, m):
        if type(m) in (torch.nn.Linear, torch.nn.Conv2d): m.tag = 7
    def forward(self, x):
        for i, l in enumerate(self.net):
            x = l(x)
            if i == len(self.net) - 1: break
        else:
            x = x * 1000
        return x + self.count + len(self.names) + self.net[0].tag + len(self.net[1:])
torch.export.export(M().eval(), (torch.randn(2, 3),))
""",
    "s_asserts": """import torch
class M(torch.nn.Module):
    def forward(self, x, mask=None):
        assert x.dim() == 2, f"expected 2D, got {x.dim()}D"
        assert isinstance(x, torch.Tensor) and mask is None
        assert x.shape[-1] in (3, 4), "bad"
        torch._assert(x.shape[0] == 2, "two")
        if not torch.is_tensor(x): raise TypeError("no")
        if x.size(0) != 2: raise ValueError("Bad %s" % x.size(0))
        return x.type_as(x) * (x.ndim if x.is_floating_point() else 1)
torch.export.export(M(), (torch.randn(2, 3),))
""",
    "s_inputs_kw": """import torch
class M(torch.nn.Module):
    def forward(self, batch, *, flag=True, opts=None):
        x = batch["x"]
        (a, b), rest = batch["pair"], batch.get("other", 3)
        out = {k: v * 2 for k, v in batch.items() if torch.is_tensor(v)}
        if flag and opts: x = x * opts["k"]
        out["sum"] = x + a + b + rest
        return out
torch.export.export(M(), ({"x": torch.randn(3), "pair": [torch.randn(3), torch.randn(3)]},), {"flag": True,\
 "opts": {"k": 2}})
""",
    "s_numbers": """import torch, math
class M(torch.nn.Module):
    def forward(self, x):
        n = 7
        a = n // 2 + n % 3 + (-n) // 2 + (-n) % 3 + 2 ** 3 + (n << 1) + (n >> 1) + (n & 3) + (n | 8) + (n ^\
 1) + ~n
        b = divmod(17, 5)[1] + round(2.5) + round(3.14159, 2) + abs(-3) + int(3.9) + float("1e3") + int("ff",\
 16) + pow(2, 5, 7)
        c = (0.1 + 0.2).as_integer_ratio()[1] % 5 + (255).bit_length() + (2.0).is_integer() + math.ceil(1.2)\
 + math.floor(-1.2) + math.trunc(-1.5)
        d = 10**20 % 7 + 1_000 + 0b11 + 0o17 + 0xF + (3 < 4 < 5) + (True + True) + bool([]) + min(3, 1, 2) +\
 max([1, 5], default=0)
        return x * a + b + c + d + math.inf * 0.0 if math.isnan(math.nan) and math.isinf(math.inf) and False\
 else x * a + b + c + d
torch.export.export(M(), (torch.randn(3),))
""",
    "s_sets_dicts": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 1, "b": 2} | {"c": 3}
        d |= {"a": 5}
        s = {1, 2} & {2, 3} | {4}
        n = len(s) + sum(sorted(s - {4})) + d.pop("b") + d.setdefault("z", 9) + len(d.keys() & {"a"})
        for i, (k, v) in enumerate(sorted(d.items(), key=lambda kv: -kv[1])): n += i * v
        del d["a"]
        n += len(list(reversed(d))) + len(dict.fromkeys([1, 2], 0)) + ("a" in d) + (s <= {2, 4, 5}) + len({1:\
 2, **d})
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "s_sort": """import torch, operator
class M(torch.nn.Module):
    def forward(self, x):
        l = sorted([("b", 2), ("a", 3)], key=operator.itemgetter(1), reverse=True)
        m = sorted({"x": 1, "y": 0}, key={"x": 1, "y": 0}.get)
        k = [3, 1, 2]
        k.sort(key=lambda v: -v)
        w = min([("b", 2), ("a", 3)], key=lambda t: t[1])
        return x * l[0][1] + k[0] + len(m[0]) + w[1] + list(map(lambda v: v * 2, filter(None, [0, 1, 2])))[0]
torch.export.export(M(), (torch.randn(3),))
""",
    "s_checkpoint_list": """import torch
class Block(torch.nn.Module):
    def __init__(self, d, act="relu"):
        super().__init__()
        self.fc = torch.nn.Linear(d, d)
        self.act = getattr(torch.nn.functional, act)
        self.gamma = torch.nn.Parameter(1e-5 * torch.ones(d)) if act == "gelu" else None
    def forward(self, x, **kw):
        y = self.act(self.fc(x))
        return x + (y if self.gamma is None else self.gamma * y), kw.get("n", 0) + 1
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleDict({f"b{i}": Block(3, a) for i, a in enumerate(["relu", "gelu"])})
        self.skip = torch.nn.Identity() if True else None
    def forward(self, x):
        feats, n = [], 0
        for name, blk in self.blocks.items():
            x, n = blk(x, n=n)
            if name.endswith("1"): feats.append(x)
        return feats[-1] * n + self.skip(x)
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_neg": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * operator.neg(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_pos": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * operator.pos(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_invert": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * operator.invert(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_inv": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * operator.inv(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_abs": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * operator.abs(V(3)).a
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_not_": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * int(operator.not_(V(3)))
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_truth": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * int(operator.truth(V(3)))
torch.export.export(M(), (torch.randn(3),))
""",
    "o_v_index": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * int(operator.index(V(3)))
torch.export.export(M(), (torch.randn(3),))
""",
    "o_contains_v": """import torch, operator, math, itertools, functools, collections, copy
class V:
    def __init__(self, a): self.a = a
    def __neg__(self): return V(-self.a)
    def __pos__(self): return V(self.a)
    def __invert__(self): return V(~self.a)
    def __abs__(self): return V(abs(self.a))
    def __bool__(self): return self.a > 0
    def __index__(self): return self.a
    def __len__(self): return self.a
    def __contains__(self, i): return i == self.a
    def __getitem__(self, i): return i + self.a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * int(operator.contains(V(3), 3))
torch.export.export(M(), (torch.randn(3),))
""",
    "m_two": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return max(x, ys[0])
torch.export.export(M(), (torch.randn(3), torch.randn(3)))
""",
    "m_number": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return max(x, 1.0) + min(2, x)
torch.export.export(M(), (torch.tensor(3.),))
""",
    "m_three": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return max(x, ys[0], ys[1])
torch.export.export(M(), (torch.tensor(3.), torch.tensor(1.), torch.tensor(2.)))
""",
    "m_list": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return max([x, ys[0]])
torch.export.export(M(), (torch.tensor(3.), torch.tensor(1.)))
""",
    "m_int": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return max(x, ys[0])
torch.export.export(M(), (torch.tensor([3, 1]), torch.randn(2)))
""",
    "fft_0": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fft(x).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_1": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.irfft(x)
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_2": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fft2(x).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_3": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.rfft2(x).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_4": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.hfft(x)
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_5": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.stft(x, 4, window=torch.ones(4), return_complex=True).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_6": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fft(torch.complex(x, x)).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_7": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.ifft(torch.complex(x, x)).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_8": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.irfft(torch.complex(x, x))
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_9": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fftshift(x)
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "fft_10": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.fft.rfft(x, dim=0).abs()
torch.export.export(M(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "u_unfold_max": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.unfold(x, 3, padding=1)
torch.export.export(M(), (torch.randn(3, 2, 8, 8),), dynamic_shapes={"x": {0: torch.export.Dim("b", max=64)}})
""",
    "u_fold": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.fold(x, (4, 4), 2, stride=2)
torch.export.export(M(), (torch.randn(3, 8, 4),), dynamic_shapes={"x": {0: torch.export.Dim("b")}})
""",
    "u_unfold_auto": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.unfold(x, 3, padding=1)
torch.export.export(M(), (torch.randn(3, 2, 8, 8),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO}})
""",
    "p_partial": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        p = functools.partial(torch.add, x, alpha=2)
        return p(p.args[0]) + p.keywords["alpha"] + p.func(x, 1)
torch.export.export(M(), (torch.randn(3),))
""",
    "p_popitem": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        o = collections.OrderedDict(a=1, b=2)
        o.move_to_end("b", last=False)
        k, v = o.popitem(last=False)
        return x * v + len(o)
torch.export.export(M(), (torch.randn(3),))
""",
    "p_nt_out": """import torch, operator, math, itertools, functools, collections, copy
P = collections.namedtuple("P", "a b", defaults=(4,))
class M(torch.nn.Module):
    def forward(self, x, *ys):
        p = P._make([1, 2])
        return x * p.b + len(P._fields) + P._field_defaults["b"]
torch.export.export(M(), (torch.randn(3),))
""",
    "p_class2": """import torch, operator, math, itertools, functools, collections, copy
class C:
    __match_args__ = ("a", "b")
    def __init__(self, a, b): self.a, self.b = a, b
class M(torch.nn.Module):
    def forward(self, x, *ys):
        match C(1, 2):
            case C(a=1, b=b): return x * b
            case _: return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_class3": """import torch, operator, math, itertools, functools, collections, copy
class C:
    __match_args__ = ("a", "b")
    def __init__(self, a, b): self.a, self.b = a, b
class M(torch.nn.Module):
    def forward(self, x, *ys):
        match C(1, 2):
            case C(1, b): return x * b
            case _: return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_exc1": """import torch, operator, math, itertools, functools, collections, copy
class Bad(Exception):
    def __init__(self, code):
        super().__init__(f"c{code}")
        self.code = code
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try: raise Bad(3)
        except Bad as e: return x * e.code
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_exc2": """import torch, operator, math, itertools, functools, collections, copy
class Bad(Exception):
    pass
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try: raise Bad("a")
        except Bad as e: return x * 2
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_exc3": """import torch, operator, math, itertools, functools, collections, copy
class Bad(ValueError):
    code = 4
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try: raise Bad("a")
        except ValueError as e: return x * len(e.args)
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_exc4": """import torch, operator, math, itertools, functools, collections, copy
class Bad(Exception):
    def __init__(self, code):
        self.code = code
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try: raise Bad(3)
        except Bad as e: return x * e.code
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_cached": """import torch, operator, math, itertools, functools, collections, copy
class B(torch.nn.Module):
    @functools.cached_property
    def scale(self): return 2.0
class M(B):
    def forward(self, x, *ys):
        return x * self.scale + self.scale
torch.export.export(M(), (torch.randn(3),))
""",
    "p_cached_obj": """import torch, operator, math, itertools, functools, collections, copy
class C:
    @functools.cached_property
    def scale(self): return 2.0
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c = C()
    def forward(self, x, *ys):
        return x * self.c.scale + self.c.scale
torch.export.export(M(), (torch.randn(3),))
""",
    "p_cached_init": """import torch, operator, math, itertools, functools, collections, copy
class B(torch.nn.Module):
    @functools.cached_property
    def scale(self): return 2.0
class M(B):
    def __init__(self):
        super().__init__()
        self.k = self.scale
    def forward(self, x, *ys):
        return x * self.scale
torch.export.export(M(), (torch.randn(3),))
""",
    "p_counter_init": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        c = collections.Counter(a=2); c.update("ab"); c.subtract({"a": 1}); d = c + collections.Counter("b");\
 e = c - collections.Counter("a"); f = c & d; g = c | d
        self.n = c["a"] * 10000 + d["b"] * 1000 + len(e) * 100 + f["b"] * 10 + g["b"]
    def forward(self, x, *ys):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "p_str": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        s = "a,b c"
        n = len(s.expandtabs()) + len(s.casefold()) + s.rindex("b") +\
 len("a-b_c".translate(str.maketrans("-_", "  ")))
        return x * n + len(s.encode()) + len("{a}".format_map({"a": 3})) + int(s.isascii()) +\
 int("3".isnumeric())
torch.export.export(M(), (torch.randn(3),))
""",
    "p_send": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        def g():
            t = 0
            while True:
                v = yield t
                if v is None: return
                t += v
        i = g()
        next(i)
        i.send(2)
        return x * i.send(3)
torch.export.export(M(), (torch.randn(3),))
""",
    "p_copy_init": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.d = {"a": 1}
        self.e = copy.copy(self.d)
        self.e["a"] = 2
        self.s = copy.copy({1, 2})
    def forward(self, x, *ys):
        return x * self.d["a"] + self.e["a"] + len(self.s)
torch.export.export(M(), (torch.randn(3),))
""",
    "p_range_slice": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        r = range(10)[2:8:3]
        return x * r.start + r.stop + r.step + len(r) + range(5)[::-1].start
torch.export.export(M(), (torch.randn(3),))
""",
    "p_reversed_dict": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        d = {"a": 1, "b": 2}
        return x * d[next(reversed(d))] + list(reversed(d.values()))[0] + list(reversed(d.items()))[0][1]
torch.export.export(M(), (torch.randn(3),))
""",
    "p_reversed_mods": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.ModuleList([torch.nn.ReLU(), torch.nn.Tanh()])
    def forward(self, x, *ys):
        for m in reversed(self.l): x = m(x)
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_type_try5": """import torch, operator, math, itertools, functools, collections, copy
def f(a): return a
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try: n = f(1, 2)
        except TypeError: n = 4
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "p_assert_try": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        try:
            assert 1 > 2, "m"
        except AssertionError as e: return x * len(str(e))
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "p_math": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * math.fmod(7.5, 2) + math.remainder(7.5, 2) + math.erfc(0.5) + math.asinh(1.0) +\
 math.acosh(2.0) + math.atanh(0.5) + math.copysign(2, -1)
torch.export.export(M(), (torch.randn(3),))
""",
    "p_isclose": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * int(math.isclose(0.1 + 0.2, 0.3)) + int(math.isclose(1, 1.1, rel_tol=0.2)) +\
 int(math.isclose(0, 1e-9, abs_tol=1e-8))
torch.export.export(M(), (torch.randn(3),))
""",
    "p_math2": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x, *ys):
        return x * math.modf(2.5)[1] + math.frexp(8.0)[1] + math.ldexp(1.0, 3) + math.fsum([0.1] * 10) +\
 math.cbrt(27.0) + math.exp2(3) + math.degrees(math.pi) + math.nextafter(1.0, 2.0)
torch.export.export(M(), (torch.randn(3),))
""",
    "k_children": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        self.n = 0
        try:
            for m in self.children():
                self.n += 1
                self.b = torch.nn.Tanh()
        except RuntimeError:
            self.n += 20
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_replace": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        self.b = torch.nn.ReLU()
        self.n = 0
        for name, m in self.named_children():
            setattr(self, name, torch.nn.Tanh())
            self.b = torch.nn.Sigmoid()
            self.n += isinstance(m, torch.nn.Sigmoid)
    def forward(self, x):
        return self.b(self.a(x)) * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_table": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        t = self._modules
        v = t.values()
        self.b = torch.nn.Tanh()
        self.n = len(t) * 10 + len(list(v))
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_list": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.ModuleList([torch.nn.ReLU()])
        self.n = 0
        it = iter(self.l)
        next(it)
        self.l.append(torch.nn.Tanh())
        try: next(it)
        except RuntimeError: self.n = 3
        except StopIteration: self.n = 4
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_dict": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.d = torch.nn.ModuleDict({"a": torch.nn.ReLU()})
        items, vals = self.d.items(), self.d.values()
        self.d["b"] = torch.nn.Tanh()
        del self.d["a"]
        self.n = len(items) * 100 + len(list(vals)) * 10 + ("b" in self.d.keys())
        try:
            for k in self.d:
                self.d.pop(k)
        except RuntimeError: self.n = -self.n
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_params": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.n = 1
        try:
            for k, p in self._parameters.items():
                self.register_parameter(k + "2", None)
        except RuntimeError: self.n = 5
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_seq": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        s = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
        self.n = 1
        try:
            for i, m in enumerate(s):
                s.append(torch.nn.ReLU())
                if i > 5: break
        except RuntimeError: self.n = 7
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "k_lora": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Sequential(torch.nn.Linear(2, 2))
        self.n = 0
        for name, m in self.named_modules():
            self.n += 1
            if isinstance(m, torch.nn.Linear) and m.out_features == 2:
                m.lora = torch.nn.Linear(2, 1)
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "w_wraps_method": """import torch, operator, math, itertools, functools, collections, copy
def d(g):
    @functools.wraps(g)
    def inner(self, *a): return g(self, *a) + 1
    return inner
class B(torch.nn.Module):
    @d
    def run(self, v): return v * 2
class M(B):
    def forward(self, x):
        return self.run(x) * len(self.run.__name__)
torch.export.export(M(), (torch.randn(3),))
""",
    "w_name": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        return x * len(self.forward.__name__) * len(type(self).__name__)
torch.export.export(M(), (torch.randn(3),))
""",
    "g_send_assign": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        def g():
            total = 0
            while True:
                total += (yield total) or 0
        i = g()
        next(i)
        i.send(2)
        return x * i.send(3)
torch.export.export(M(), (torch.randn(3),))
""",
    "g_pipe": """import torch, operator, math, itertools, functools, collections, copy
class M(torch.nn.Module):
    def forward(self, x):
        def avg():
            n, t = 0, 0.0
            v = yield None
            while v is not None:
                n, t = n + 1, t + v
                v = yield t / n
        a = avg()
        next(a)
        for k in (1, 2, 6): r = a.send(k)
        return x * r
torch.export.export(M(), (torch.randn(3),))
""",
}


def program(body):
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    return f"{HEAD}{lines}torch.export.export(M(), (torch.randn(3),))\n"


with gzip.open(sys.argv[1], "wt") as out:
    for name, source in [*((name, program(body)) for name, body in BODIES.items()), *PROGRAMS.items()]:
        out.write(json.dumps({"name": name, "source": source}) + "\n")
