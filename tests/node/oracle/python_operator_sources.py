"""Sources for record_exports.py: every operator of Python on tensors of each kind, with a tensor or a number beside
them, as a statement that writes (x &= y), as a method (x.__iand__(y)) and as a function of operator; containers that
change while a loop goes through them; one list under two names.

python_operator_sources.py OUT.jsonl.gz. Recorded as data/python_operators_2.6.jsonl.gz and
python_operators_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import math, operator
import torch


class M(torch.nn.Module):
    def forward(self, x):
"""
TENSORS = {
    "f": "torch.randn(2, 3)",
    "i": "torch.tensor([[1, 2, 3], [4, 5, 6]])",
    "b": "torch.tensor([[True, False, True], [False, False, True]])",
}
ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "/", "fdiv": "//", "mod": "%", "pow": "**"}
BITS = {"and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>"}
# What a statement, a number at the left and a truth value at the right do.
FORMS = {
    "reversed": "return 3 {0} x",
    "truth": "return x {0} True",
    "aug": "y = x.clone()\ny {0}= 2\nreturn y",
    "aug_tensor": "y = x.clone()\nz = y\ny {0}= x\nreturn z",
    "aug_number": "y = 2\ny {0}= x\nreturn y",
}
# Bodies of forward by name; x is a tensor [2, 3].
BODIES = {
    "neg": "return -x",
    "pos": "return +x",
    "inv": "return ~(x > 0)",
    "abs": "return abs(x)",
    "round": "return round(x)",
    "round2": "return round(x, 2)",
    "pow3": "return pow(x, 2)",
    "divmod": "q, r = divmod(x, 2)\nreturn q, r",
    "len": "return x + len(x)",
    "iter": "a, b = x\nreturn a + b",
    "star": "a, *r = x\nreturn a + r[0]",
    "reversed": "return torch.stack(list(reversed(x)))",
    "sumlist": "return sum([x, x, x])",
    "sumt": "return sum(x)",
    "maxlist": "return x + max([1, 2])",
    "in": 'return x + (1 if "a" in {"a": 1} else 0)',
    "is": "y = x\nreturn x + (1 if y is x else 0)",
    "isnot": "return x + (1 if x is not None else 0)",
    "chain": "return x + (1 if 0 < x.shape[0] < 5 else 0)",
    "walrus": "if (n := x.shape[0]) > 1:\n    return x * n\nreturn x",
    "zip": "return torch.stack([a * b for a, b in zip(x, x)])",
    "enum": "return torch.stack([a * i for i, a in enumerate(x)])",
    "map": "return torch.stack(list(map(torch.sin, x)))",
    "tuplemul": "return torch.cat((x,) * 2)",
    "listmul": "l = [x]\nm = l\nl *= 2\nreturn torch.cat(m)",
    "listadd": "l = [x]\nm = l\nl += [x + 1]\nreturn torch.cat(m)",
    "fstr": 'return x * len(f"{x.shape}")',
    "bool": "return x + bool(x.shape)",
    "int": "return x + int(x.shape[0] / 2)",
    "slice": "return x[0:1, ::2]",
    "neg_index": "return x[-1, -2:]",
    "none": "return x[:, None]",
    "ell": "return x[..., 1]",
    "boolidx": "return x[True]",
    "listidx": "return x[[0, 1]]",
    "maskidx": "y = x.clone()\ny[y > 0] = 0\nreturn y",
    "setslice": "y = x.clone()\ny[:, 0] = 1\ny[0] += 2\ny[..., 1] *= 3\nreturn y",
    "setidx": "y = x.clone()\ny[torch.tensor([0])] = 5\nreturn y",
    "tupidx": "return x[(0, 1)]",
    "tensidx": "return x[torch.tensor([1, 0])]",
    "contains": "return x + 1 if 2 in x.shape else x",
    "ternary": "return x if x.dim() == 2 else -x",
    "andor": "return (x.shape[0] > 5 and x) or x + 1",
    "not": "return x + (not x.shape)",
    "matmul": "return x @ x.T",
    "matmula": "y = x\ny @= x.T\nreturn y",
    "rmat": "return operator.matmul(x, x.T)",
    "opadd": "return operator.add(x, 1) + operator.neg(x) + operator.mul(2, x)",
    "opget": "return operator.getitem(x, 0)",
    "opiadd": "y = x.clone()\noperator.iadd(y, 1)\noperator.imul(y, 2)\nreturn y",
    "opitem": "return operator.itemgetter(1)(x)",
    "opattr": 'return x * len(operator.attrgetter("shape")(x))',
    "optruth": "return x + operator.truth(x.shape) + operator.not_(0) + operator.index(3)",
    "opcmp": "return operator.lt(x, 0), operator.ge(x, 0), operator.eq(x, 1)",
    "opcontains": "return x + operator.contains([1], 1) + operator.countOf([1, 1], 1)",
    "opset": "y = x.clone()\noperator.setitem(y, 0, 2)\nreturn y",
    "dunder": "return x.__add__(1).__mul__(2).__sub__(x).__truediv__(3)",
    "rdunder": "return x.__radd__(1).__rsub__(2).__rmul__(3).__rpow__(2).__rtruediv__(1)",
    "idunder": "y = x.clone()\ny.__iadd__(1)\ny.__imul__(2)\ny.__isub__(3)\ny.__itruediv__(2)\nreturn y",
    "cdunder": "return x.__lt__(0), x.__eq__(1), x.__ne__(1), x.__ge__(2)",
    "udunder": "return x.__neg__(), x.__abs__(), x.__pos__()",
    "getdunder": "return x.__getitem__(0), x.__len__() + x",
    "setdunder": "y = x.clone()\ny.__setitem__(0, 1.0)\nreturn y",
    "matdunder": "return x.__matmul__(x.T)",
    "fddunder": 'return x.__floordiv__(2), x.__mod__(2), x.__rfloordiv__(2), x.__rmod__(3) if hasattr(x, "__rmod__") else x',
    "powdunder": "return x.__pow__(2), x.__ipow__(2)",
    "del": "y = [x, x + 1]\ndel y[0]\nreturn y[0]",
    "attr_aug": "self.k = x.clone()\nself.k += 1\nself.k *= 2\nreturn self.k",
    "dict_aug": 'd = {"a": x.clone()}\ne = d["a"]\nd["a"] += 1\nreturn e',
    "list_aug": "l = [x.clone()]\ne = l[0]\nl[0] *= 2\nreturn e",
    "nested_aug": "l = [[x.clone()]]\ne = l[0][0]\nl[0][0] -= 2\nreturn e",
    "tuple_aug": "t = (x.clone(),)\na = t[0]\na += 1\nreturn t[0]",
    "aug_view": "y = x.clone()\nv = y[0]\nv += 1\nreturn y",
    "aug_t": "y = x.clone()\ny.T[0] += 1\nreturn y",
    "aug_data": "y = x.clone()\ny.data.add_(1)\nreturn y",
    "aug_cond": "y = x.clone()\nz = y if y.dim() == 2 else x\nz += 1\nreturn y",
    "aug_loop": "y = x.clone()\nfor i in range(2):\n    y[i] += i\nreturn y",
    "aug_neg": "y = x.clone()\ny[-1] -= 1\ny[:, -1] /= 2\nreturn y",
    "aug_mask": "y = x.clone()\ny[y > 0] *= 2\nreturn y",
    "aug_list": "y = x.clone()\ny[[0, 1]] += 1\nreturn y",
    "swap": "y = x.clone()\ny[0], y[1] = y[1].clone(), y[0].clone()\nreturn y",
    "max3": "return max(x[0, 0], x[0, 1])",
    "sorted": "return x + sorted([3, 1])[0]",
    "any": "return x + any([0, 1]) + all([1])",
    "filter": "return sum(filter(lambda a: a.dim() == 1, x))",
    "str": "return x * len(str(x.dtype))",
    "type": "return x + (type(x) is torch.Tensor) + isinstance(x, torch.Tensor)",
    "hash": "d = {x: 1}\nreturn x + d[x]",
    "complexn": "return x * (1 + 2j)",
    "mathsqrt": "return x * math.sqrt(x.shape[0]) + math.floor(2.5) + math.ceil(x.shape[1] / 2)",
    "mathprod": "return x * math.prod(x.shape)",
    "mathlog": "return x * math.log(x.shape[0]) + math.inf",
    "range": "return sum(x[i] for i in range(x.size(0)))",
    "range3": "return torch.stack([x[:, i] for i in range(0, x.shape[1], 2)])",
    "whiles": "i = 0\nwhile i < x.shape[0]:\n    x = x + i\n    i += 1\nreturn x",
    "rshape": "b, c = x.shape\nreturn x.reshape(b * c)",
    "rsize": "return x.view(x.size(0), -1, 1)",
    "sizeidx": "return x.new_zeros(x.size()[1:])",
    "sizeadd": "return x.new_zeros(x.shape + (2,))",
    "sizelist": "s = list(x.shape)\ns[0] = 1\nreturn x[:1].reshape(s)",
    "sizeeq": "return x + (x.shape == (2, 3)) + (x.shape == torch.Size([2, 3]))",
    "numel": "return x / x.numel() / x.shape.numel() / x.ndim",
}
# Whole programs.
PROGRAMS = {
    "chg_dict_grows": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x}
        for k in d:
            d[k + "b"] = x + 1
            if len(d) > 3:
                break
        return x * len(d)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_shrinks": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x + 1}
        for k in d:
            d.pop("b", None)
        return x * len(d)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_same_size": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x + 1}
        for k in d:
            d[k] = d[k] * 2
        return d["a"] + d["b"]
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_items": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x + 1}
        for k, v in d.items():
            d["c"] = v
        return d["c"]
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_set_grows": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        s = {1, 2}
        for k in s:
            s.add(k + 10)
            if len(s) > 5:
                break
        return x * len(s)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_set_comprehension": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        s = {1, 2}
        y = [s.discard(k) for k in s]
        return x * len(y)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_last": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x}
        for k in d:
            d["z"] = x + 1
        return d["z"]
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_break": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x}
        for k in d:
            d["z"] = x + 1
            break
        return d["z"]
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_iter_keys": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x}
        it = iter(d.keys())
        k = next(it)
        d["c"] = x * 2
        try:
            j = next(it)
        except RuntimeError:
            j = "c"
        return d[j] + 1
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_iter_dict": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x}
        it = iter(d)
        k = next(it)
        d["c"] = x * 2
        j = next(it)
        return d[j] + 1
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_iter_dict_before": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x}
        it = iter(d.items())
        d["c"] = x * 2
        return x + len(list(it))
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_dict_replaced_same_size": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": x, "b": x + 1}
        n = 0
        for k in d:
            d.pop("b", None)
            d["c"] = x
            n += 1
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_any": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 0, "b": 1}
        r = any(d.pop(k) > 5 for k in d)
        return x + 1 if r else x
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_deque": """import torch
from collections import deque
class M(torch.nn.Module):
    def forward(self, x):
        q = deque([1, 2])
        for a in q:
            q.append(a)
            if len(q) > 6:
                break
        return x * len(q)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_ordered": """import torch
from collections import OrderedDict
class M(torch.nn.Module):
    def forward(self, x):
        d = OrderedDict(a=x)
        for k in d:
            d[k + "b"] = x + 1
        return x * len(d)
torch.export.export(M(), (torch.randn(3),))
""",
    "chg_init": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        d = {"a": 1}
        for k in d:
            d[k + "b"] = 2
        self.n = len(d)
    def forward(self, x):
        return x * self.n
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_tensordot_range": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.tensordot(x, x, dims=(range(1), range(1)))
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_tensordot_lists": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.tensordot(x, x, dims=([0], [1]))
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_tensordot_tuple": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.tensordot(x, x, dims=((0,), (1,)))
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_tensordot_ints": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.tensordot(x, x, dims=(0, 1))
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_tensordot_range_one": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return torch.tensordot(x, x, dims=range(2))
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_permute_range": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        return x.permute(range(2)) + x.sum(range(1)) 
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "sil_iand_plain": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        mask = torch.ones(3, dtype=torch.bool)
        m2 = x > 0
        mask &= ~m2
        return x.masked_fill(mask, 0)
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_iand_full": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        mask = x.new_full((3,), True, dtype=torch.bool)
        nan = ~x.isnan()
        mask &= nan
        x = x.clone()
        x[~mask] = 0
        return x
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_sort_hasattr": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        r = x.sort()
        if hasattr(r, "values"):
            return r.values + 1
        return r[0]
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_cudnn_enabled": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        if torch.backends.cudnn.enabled:
            return x + 1
        return x - 1
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_cudnn_more": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        n = 0
        n += torch.backends.cudnn.is_available() * 1
        n += torch.backends.cudnn.benchmark * 2
        n += torch.backends.cudnn.deterministic * 4
        n += torch.backends.cudnn.allow_tf32 * 8
        n += torch.backends.mkldnn.is_available() * 16
        n += torch.backends.mkl.is_available() * 32
        n += torch.backends.openmp.is_available() * 64
        n += torch.backends.cuda.matmul.allow_tf32 * 128
        return x + n
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_paramdict_values": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.ParameterDict({"a": torch.nn.Parameter(torch.ones(3)), "b": torch.nn.Parameter(torch.ones(3))})
    def forward(self, x):
        v = self.p.values()
        return x + sum(v) + len(list(v))
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_paramdict_len": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.ParameterDict({"a": torch.nn.Parameter(torch.ones(3)), "b": torch.nn.Parameter(torch.ones(3))})
    def forward(self, x):
        return x + len(self.p.values())
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_frozen": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        s = frozenset([1, 2]) | {3}
        return x * len(s) * (2 if isinstance(s, frozenset) else 1) * (2 if isinstance(s, set) else 1)
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_type_name": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 3)
    def forward(self, x):
        return x * len(type(self.l).__name__) + len(type(self).__name__) + len(self.l.__class__.__name__)
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_range_key": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {range(3): 2}
        return x * d[range(3)]
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_isdisjoint": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        d = {"a": 1}
        return x * (2 if d.keys().isdisjoint(["b"]) else 3)
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_function_type": """import torch, types
class M(torch.nn.Module):
    def forward(self, x):
        return x * (2 if isinstance(torch.relu, types.FunctionType) else 3) * (5 if isinstance(torch.nn.functional.relu, types.FunctionType) else 7) * (11 if isinstance(torch.relu, types.BuiltinFunctionType) else 13)
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_abc": """import torch
from collections.abc import Sequence, Mapping, Iterable, Callable
class M(torch.nn.Module):
    def forward(self, x):
        n = 1
        n *= 2 if issubclass(list, Sequence) else 1
        n *= 3 if issubclass(dict, Mapping) else 1
        n *= 5 if isinstance([1], Iterable) else 1
        n *= 7 if isinstance(torch.relu, Callable) else 1
        n *= 11 if isinstance("a", Sequence) else 1
        return x * n
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_register_parameter": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        if not hasattr(self, "w"):
            self.register_parameter("w", torch.nn.Parameter(torch.ones(3)))
        return x * self.w
torch.export.export(M(), (torch.randn(3),))
""",
    "sil_np_ceil": """import torch
import numpy as np
class M(torch.nn.Module):
    def forward(self, x):
        n = int(np.ceil(x.shape[0] / 2))
        return x[:n]
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_iand": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        mask = x > 0
        other = mask
        mask &= x < 2
        return other.float() + x
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_ior": """import torch
class M(torch.nn.Module):
    def forward(self, x, y):
        m = x > 0
        m |= y
        m |= True
        return m
torch.export.export(M(), (torch.randn(3), torch.zeros(3, dtype=torch.bool)))
""",
    "aug_ixor": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y ^= 5
        y ^= x
        return y
torch.export.export(M(), (torch.tensor([1, 2, 3]),))
""",
    "aug_shift": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y <<= 2
        y >>= 1
        y <<= x
        y >>= x
        return y
torch.export.export(M(), (torch.tensor([1, 2, 3]),))
""",
    "aug_input": """import torch
class M(torch.nn.Module):
    def forward(self, x, m):
        m &= x > 0
        return x.masked_fill(m, 0)
torch.export.export(M(), (torch.randn(3), torch.ones(3, dtype=torch.bool)))
""",
    "aug_buffer": """import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(3, dtype=torch.bool))
    def forward(self, x):
        self.seen |= x > 0
        return x * self.seen
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_subscript": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = torch.ones(2, 3, dtype=torch.bool)
        m[0] &= x > 0
        m[:, 1:] |= False
        return m
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_method": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = x > 0
        m.__iand__(x < 1)
        m.__ior__(x < -1)
        return m
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_operator": """import torch, operator
class M(torch.nn.Module):
    def forward(self, x):
        m = x > 0
        m = operator.iand(m, x < 1)
        m = operator.ior(m, x < -1)
        y = operator.iadd(x.clone(), 1)
        return m, y
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_broadcast": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = x > 0
        m &= (x.sum(0, keepdim=True) > 0)
        return m
torch.export.export(M(), (torch.randn(3, 4),))
""",
    "aug_dtype_error": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = x > 0
        m &= torch.ones(3, dtype=torch.int64)
        return m
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_float_error": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y &= x
        return y
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_shape_error": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = x[:1] > 0
        m &= x > 0
        return m
torch.export.export(M(), (torch.randn(3),))
""",
    "aug_matmul": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y @= x
        return y
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "aug_others": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y %= 2
        y //= 2
        y **= 2
        y /= 3
        return y
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "aug_others_tensors": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y %= x
        y //= x
        y **= x
        y /= x
        y -= x
        return y
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "aug_dynamic": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = x > 0
        m &= x < 1
        return m
torch.export.export(M(), (torch.randn(3, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "aug_attribute": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        self.m = x > 0
        self.m &= x < 1
        return self.m
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "aug_no_grad": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        with torch.no_grad():
            m = x > 0
            m |= x < -1
        return x * m
torch.export.export(M(), (torch.randn(3, 3),))
""",
    "aug_and_bool_first": """import torch
class M(torch.nn.Module):
    def forward(self, x):
        m = True
        m &= x > 0
        k = 7
        k |= (x > 1).long()
        return m, k
torch.export.export(M(), (torch.randn(3, 3),))
""",
}


def program(body, inputs):
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    return f"{HEAD}{lines}\n\ntorch.export.export(M(), ({inputs},))\n"


def programs():
    """Names and sources."""
    for kind, inputs in TENSORS.items():
        for name, token in (ARITHMETIC if kind == "f" else ARITHMETIC | BITS).items():
            for form, body in FORMS.items():
                yield f"op_{kind}_{name}_{form}", program(body.format(token), inputs)
    for name, body in BODIES.items():
        yield "py_" + name, program(body, TENSORS["f"])
    yield from PROGRAMS.items()


with gzip.open(sys.argv[1], "wt") as out:
    for one, source in programs():
        out.write(json.dumps({"name": one, "source": source}) + "\n")
