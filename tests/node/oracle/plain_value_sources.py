"""Sources for record_exports.py: what values of Python's own types and tensors are and have (hasattr, type, isinstance), and
what iterators, ranges and frozen sets do.

plain_value_sources.py OUT.jsonl.gz. Recorded as data/plain_values_2.6.jsonl.gz and plain_values_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F


"""
TAIL = """

torch.export.export(Net(), (torch.randn(2, 3),))
"""
# Names that hasattr() is asked for, of values that are written so.
NAMES = """
__iter__ __len__ __getitem__ __call__ __next__ __dict__ __name__ __class__ __add__ append keys index add real
shape start weight forward __enter__ numpy __hash__ __setitem__ __contains__ __index__ bit_length nope
"""
VALUES = {
    "list": "[1, 2]",
    "tuple": "(1, 2)",
    "dict": "{'a': 1}",
    "set": "{1}",
    "str": "'ab'",
    "int": "3",
    "float": "2.5",
    "bool": "True",
    "none": "None",
    "range": "range(3)",
    "func": "helper",
    "lam": "(lambda a: a)",
    "gen": "(i for i in [1])",
    "zipv": "zip([1], [2])",
    "slicev": "slice(0, 2)",
    "obj": "C()",
    "cls": "C",
    "tensor": "x",
    "module": "self",
    "layer": "self.l",
    "param": "self.l.weight",
    "method": "self.run",
    "size": "x.shape",
    "dtype": "x.dtype",
    "device": "x.device",
    "mlist": "self.ml",
    "frozen": "frozenset([1])",
    "mod": "math",
    "torchfn": "torch.sin",
    "npm": "x.sin",
    "builtin": "len",
    "itype": "int",
    "enumv": "enumerate([1])",
    "partial": "functools.partial(helper, 1)",
    "nt": "P(1, 2)",
    "od": "collections.OrderedDict()",
    "dq": "collections.deque([1])",
}
HAS = """import math, functools, collections
P = collections.namedtuple("P", ["a", "b"])
def helper(a):
    return a
class C:
    def __init__(self):
        self.weight = 1
    def get(self):
        return 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.ml = nn.ModuleList([nn.Linear(3, 3)])
    def run(self, x):
        return x
    def forward(self, x):
        v = {value}
{tests}        return x.sin()
"""
# Of a tensor.
TENSOR_NAMES = """
dim numel size shape __len__ __iter__ __getitem__ __float__ numpy tolist is_contiguous data_ptr new_tensor
storage backward register_hook _base _version nope index volatile grad_fn grad is_leaf __array__
__torch_function__ requires_grad_ allclose item sin add_ unique __dict__ __class__ __hash__ layout itemsize
names is_cuda nbytes output_nr retains_grad H __add__ __setitem__
"""
CASES = {
    "padded_c_right": """class Net(nn.Module):
    def forward(self, x, y):
        return torch._C._nn.pad_sequence([x, y], batch_first=True, padding_value=2.5)
torch.export.export(Net(), (torch.randn(5, 2), torch.randn(3, 2)))
""",
    "padded_rnn_kw": """from torch.nn.utils.rnn import pad_sequence
class Net(nn.Module):
    def forward(self, x, y, z):
        return pad_sequence([x, y, z], batch_first=True).sum()
torch.export.export(Net(), (torch.randn(5, 2), torch.randn(3, 2), torch.randn(7, 2)))
""",
    "padded_rnn_left": """from torch.nn.utils.rnn import pad_sequence
class Net(nn.Module):
    def forward(self, x, y):
        return pad_sequence([x, y], padding_side="left", padding_value=-1)
torch.export.export(Net(), (torch.randn(5), torch.randn(3)))
""",
    "padded_rnn_int": """import torch.nn.utils.rnn as rnn
class Net(nn.Module):
    def forward(self, x, y):
        return rnn.pad_sequence((x, y), True, 7)
torch.export.export(Net(), (torch.arange(5), torch.arange(3)))
""",
    "padded_rnn_tensor": """class Net(nn.Module):
    def forward(self, x):
        return nn.utils.rnn.pad_sequence(x)
torch.export.export(Net(), (torch.randn(5, 3),))
""",
    "padded_rnn_split": """class Net(nn.Module):
    def forward(self, x):
        return nn.utils.rnn.pad_sequence(x.split([1, 3, 2]), batch_first=True, padding_value=0.5)
torch.export.export(Net(), (torch.randn(6, 3),))
""",
    "padded_rnn_generator": """class Net(nn.Module):
    def forward(self, x):
        return nn.utils.rnn.pad_sequence(x[:i] for i in range(1, 4))
torch.export.export(Net(), (torch.randn(6, 3),))
""",
    "padded_rnn_mismatch": """class Net(nn.Module):
    def forward(self, x, y):
        return nn.utils.rnn.pad_sequence([x, y])
torch.export.export(Net(), (torch.randn(6, 3), torch.randn(6, 4)))
""",
    "padded_rnn_empty": """class Net(nn.Module):
    def forward(self, x):
        return nn.utils.rnn.pad_sequence([]) + x
torch.export.export(Net(), (torch.randn(6, 3),))
""",
    "padded_rnn_none": """class Net(nn.Module):
    def forward(self, x):
        return nn.utils.rnn.pad_sequence(5) + x
torch.export.export(Net(), (torch.randn(6, 3),))
""",
    "padded_unpad": """class Net(nn.Module):
    def forward(self, x):
        a, b = nn.utils.rnn.unpad_sequence(x, torch.tensor([3, 2]), batch_first=True)
        return a.sum() + b.sum()
torch.export.export(Net(), (torch.randn(2, 3, 4),))
""",
    "padded_pack": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(4, 5, batch_first=True)
    def forward(self, x, n):
        p = nn.utils.rnn.pack_padded_sequence(x, n, batch_first=True, enforce_sorted=False)
        o, _ = self.l(p)
        o, _ = nn.utils.rnn.pad_packed_sequence(o, batch_first=True)
        return o
torch.export.export(Net(), (torch.randn(2, 3, 4), torch.tensor([3, 2])))
""",
    "padded_dyn": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return nn.utils.rnn.pad_sequence([x, y], batch_first=True)
torch.export.export(Net(), (torch.randn(6, 3), torch.randn(4, 3)), dynamic_shapes={"x": {0: Dim("a")}, "y": {0: Dim("b")}})
""",
    "padded_nzs": """class Net(nn.Module):
    def forward(self, x):
        return torch.nonzero_static(x > 0, size=4)
torch.export.export(Net(), (torch.randn(6, 3),))
""",
    "padded_nzs_fill": """class Net(nn.Module):
    def forward(self, x):
        i = (x > 0).nonzero_static(size=4, fill_value=0)
        return x[i[:, 0]]
torch.export.export(Net(), (torch.randn(6),))
""",
    "padded_nzs_dyn": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.nonzero_static(x, size=y.shape[0], fill_value=2)
torch.export.export(Net(), (torch.randn(6, 3), torch.randn(4)), dynamic_shapes={"x": None, "y": {0: Dim("b")}})
""",
    "padded_ssqrt": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x / torch.sym_sqrt(x.shape[0]) + torch.sym_sqrt(4)
torch.export.export(Net(), (torch.ones(16, 4),), dynamic_shapes={"x": {0: Dim("dim")}})
""",
    "padded_site": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b = x.shape[0] == 5
        return x * torch.sym_ite(b, x.shape[0], 3)
torch.export.export(Net(), (torch.ones(16, 4),), dynamic_shapes={"x": {0: Dim("dim")}})
""",
    "padded_site2": """class Net(nn.Module):
    def forward(self, x, y):
        b = y.item() == 5
        return torch.sym_ite(b, 2, 3) + x
torch.export.export(Net(), (torch.ones(16, 4), torch.tensor(5)))
""",
    "padded_unpad_first": """class Net(nn.Module):
    def forward(self, x):
        a, b = nn.utils.rnn.unpad_sequence(x.sin(), torch.tensor([3, 2]))
        return a.sum() + b.sum()
torch.export.export(Net(), (torch.randn(3, 2, 4),))
""",
    "padded_unpad_own": """class Net(nn.Module):
    def forward(self, x, n):
        return nn.utils.rnn.unpad_sequence(x, n, batch_first=True)
torch.export.export(Net(), (torch.randn(2, 3, 4),torch.tensor([3, 2])))
""",
    "value_zip_twice": """class Net(nn.Module):
    def forward(self, x):
        z = zip([1, 2], [3, 4])
        a = [p + q for p, q in z]
        b = [p + q for p, q in z]
        return x + sum(a) * 10 + len(b)
""",
    "value_enumerate_twice": """class Net(nn.Module):
    def forward(self, x):
        z = enumerate([5, 6])
        a = list(z)
        b = list(z)
        return x + len(a) * 10 + len(b)
""",
    "value_reversed_twice": """class Net(nn.Module):
    def forward(self, x):
        z = reversed([5, 6])
        a = list(z)
        b = list(z)
        return x + a[0] * 10 + len(b)
""",
    "value_next_zip": """class Net(nn.Module):
    def forward(self, x):
        z = zip([1, 2], [3, 4])
        p, q = next(z)
        return x + p * 10 + q + len(list(z))
""",
    "value_next_enumerate": """class Net(nn.Module):
    def forward(self, x):
        z = enumerate([5, 6], 3)
        i, v = next(z)
        return x + i * 10 + v + len(list(z))
""",
    "value_range_is_no_list": """class Net(nn.Module):
    def forward(self, x):
        r = range(1, 7, 2)
        n = (isinstance(r, list), isinstance(r, tuple), isinstance(r, range))
        return x + sum(2 ** i for i, b in enumerate(n) if b)
""",
    "value_range_bounds": """class Net(nn.Module):
    def forward(self, x):
        r = range(1, 7, 2)
        return x + r.start + 10 * r.stop + 100 * r.step + 1000 * len(r) + r[-1]
""",
    "value_range_index": """class Net(nn.Module):
    def forward(self, x):
        r = range(1, 9)
        return x + r.index(4) + 10 * (3 in r) + sum(r[2:5])
""",
    "value_frozen": """class Net(nn.Module):
    def forward(self, x):
        s = frozenset([1, 2])
        n = (isinstance(s, set), isinstance(s, frozenset), 2 in s, len(s | {3}) == 3)
        return x + sum(2 ** i for i, b in enumerate(n) if b)
""",
    "value_frozen_add": """class Net(nn.Module):
    def forward(self, x):
        s = frozenset([1, 2])
        s.add(3)
        return x + len(s)
""",
    "value_range_append": """class Net(nn.Module):
    def forward(self, x):
        r = range(3)
        r.append(3)
        return x + len(r)
""",
    "value_zip_len": """class Net(nn.Module):
    def forward(self, x):
        return x + len(zip([1], [2]))
""",
    "value_zip_item": """class Net(nn.Module):
    def forward(self, x):
        return x + zip([1], [2])[0][0]
""",
    "value_deque_methods": """import collections
class Net(nn.Module):
    def forward(self, x):
        d = collections.deque([1, 2, 3])
        d.insert(1, 7)
        d.reverse()
        e = d.copy()
        e += [5]
        return x + d.index(7) + 10 * d.count(2) + 100 * len(e) + (3 in d)
""",
    "value_zip_layers": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.b = nn.ModuleList([nn.ReLU(), nn.Tanh()])
    def forward(self, x):
        pairs = zip(self.a, self.b)
        for lin, act in pairs:
            x = act(lin(x))
        for lin, act in pairs:
            x = x + 1
        return x
""",
    "value_enumerate_rows": """class Net(nn.Module):
    def forward(self, x):
        rows = enumerate(x)
        for i, row in rows:
            if i == 1:
                break
        return row + sum(1 for _ in rows)
""",
    "value_zip_star": """class Net(nn.Module):
    def forward(self, x):
        a, b = zip(*[(1, 2), (3, 4)])
        return x + sum(a) * 10 + sum(b) + list(zip(a, b))[1][0]
""",
    "value_zip_dict": """class Net(nn.Module):
    def forward(self, x):
        d = dict(zip("abc", range(3)))
        return x + d["c"] + len(d) + sorted(zip([2, 1], [3, 4]))[0][1]
""",
    "value_zip_init": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = [3, 5, 3]
        self.pairs = zip(sizes, sizes[1:])
        self.layers = nn.Sequential(*[nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
    def forward(self, x):
        return self.layers(x) + len(list(self.pairs))
""",
    "value_range_init": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = range(3)
        self.names = enumerate(["a"])
    def forward(self, x):
        for i in self.steps:
            x = x + i
        return x
""",
    "value_range_tensor": """class Net(nn.Module):
    def forward(self, x):
        return x.permute(*range(2)) + torch.tensor(range(3)) + torch.tensor(list(range(3)))
""",
    "value_range_index_tensor": """class Net(nn.Module):
    def forward(self, x):
        return x[range(1)], x[:, list(range(2))]
""",
    "value_range_sum_dim": """class Net(nn.Module):
    def forward(self, x):
        return x.sum(dim=tuple(range(x.dim()))), x.flatten()[range(2)[1]]
""",
    "value_range_equal": """class Net(nn.Module):
    def forward(self, x):
        n = (range(3) == range(0, 3), range(3) == [0, 1, 2], list(range(2)) == [0, 1], range(0) == range(2, 1))
        return x + sum(2 ** i for i, b in enumerate(n) if b)
""",
    "value_range_text": """class Net(nn.Module):
    def forward(self, x):
        return x + len(str(range(3))) + len(f"{range(1, 5, 2)}") + len(str(list(range(3))))
""",
    "value_range_in_dict": """class Net(nn.Module):
    def forward(self, x):
        d = {"r": range(2), "s": (range(1), 2)}
        return x + sum(d["r"]) + d["s"][1]
""",
    "value_type_names": """class Net(nn.Module):
    def forward(self, x):
        vs = [range(2), zip([1]), enumerate([1]), frozenset(), {1}, (i for i in [1]), slice(1), map(str, [1])]
        return x + sum(len(type(v).__name__) for v in vs)
""",
    "value_getattr_default": """class Net(nn.Module):
    def forward(self, x):
        f = getattr(x, "nope", None)
        g = getattr([1, 2], "append", None)
        h = getattr((1, 2), "append", 5)
        k = getattr(3, "real", 7)
        return x + (f is None) + 2 * (g is None) + h * 10 + k * 100
""",
    "value_transpose_in_place": """class Net(nn.Module):
    def forward(self, x):
        y = x.sin()
        y.transpose_(0, 1)
        y.swapaxes_(0, 1)
        y.t_()
        y.unsqueeze_(0)
        y.squeeze_(0)
        return y * 2
""",
    "value_names_of": """class Net(nn.Module):
    def forward(self, x):
        n = (type(x).__name__, type([]).__name__, len.__name__, torch.sin.__name__, F.relu.__name__, type(self).__name__, nn.Linear.__name__)
        return x + sum(len(one) * (i + 1) for i, one in enumerate(n))
""",
    "value_name_in_error": """class Net(nn.Module):
    def forward(self, x):
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"expected a tensor, got {type(x).__name__}")
        return x * 2
""",
    "value_name_of_layer": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.a = nn.ReLU()
    def forward(self, x):
        for m in self.children():
            if type(m).__name__ == "Linear":
                x = m(x)
            elif m.__class__.__name__ == "ReLU":
                x = m(x) + 1
        return x
""",
    "type_a": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.register_buffer("b", torch.ones(3))
    def forward(self, x):
        return x + len(type(x).__name__)
""",
    "type_b": """class Net(nn.Module):
    def forward(self, x):
        y = x.sin()
        return y + len(type(y).__name__)
""",
    "type_c": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        return x + len(type(self.l.weight).__name__)
""",
    "type_d": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(3))
    def forward(self, x):
        return x + len(type(self.b).__name__)
""",
    "type_e": """class Net(nn.Module):
    def forward(self, x):
        return x + (2 if type(x) is torch.Tensor else 3) + (2 if type(x) == torch.Tensor else 3) + (2 if x.__class__ is torch.Tensor else 3)
""",
    "type_f": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        return x + (2 if type(self.l.weight) is nn.Parameter else 3) + (2 if type(self.l.weight) is torch.Tensor else 3)
""",
    "type_g": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(3)
        self.n = len(type(self.t).__name__)
    def forward(self, x):
        return x + self.n + len(type(self.t).__name__)
""",
    "type_h": """class Net(nn.Module):
    def forward(self, x):
        return x + len(x.__class__.__name__) + len(type(x.shape).__name__) + len(type(x.dtype).__name__) + len(type(x.device).__name__)
""",
}


def tests_of(names, value):
    lines = []
    for i, name in enumerate(names):
        lines.append(f'        if hasattr({value}, "{name}"):\n            x = x + {i}\n')
    return "".join(lines)


def programs():
    for key, value in VALUES.items():
        yield "has_" + key, HAS.format(value=value, tests=tests_of(NAMES.split(), "v"))
    names = TENSOR_NAMES.split()
    for at in range(0, len(names), 3):
        tests = tests_of(names[at : at + 3], "x")
        yield f"has_tensor_{at}", f"class Net(nn.Module):\n    def forward(self, x):\n{tests}        return x.sin()\n"
    yield from CASES.items()


with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in programs():
        source = HEAD + body + ("" if "torch.export.export" in body else TAIL)
        f.write((json.dumps({"name": name, "source": source}) + "\n").encode())
