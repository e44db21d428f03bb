"""Sources for record_exports.py: which names modules, types, functions and results have (hasattr), and what ranges, sets,
views of a dict, iterators and outputs of each type do.

names_and_views_sources.py OUT.jsonl.gz. Recorded as data/names_and_views_2.6.jsonl.gz and names_and_views_2.14.jsonl.gz."""

import gzip
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEAD = """import collections, functools, itertools, math, operator
import torch
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from torch import nn
import torch.nn.functional as F


def two(*a):
    return len(a)


def kw(*a, k=0):
    return len(a) + k


class S:
    __slots__ = ("a",)

    def __init__(self):
        self.a = 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.names = frozenset(["a", "b"])
        self.d = {"a": 1, "b": 2}
        self.ml = nn.ModuleDict({"a": nn.Linear(3, 3)})

    def many(self, *a):
        return len(a)

    def forward(self, x):
        d = {"a": 1, "b": 2}
"""
TAIL = """

torch.export.export(Net(), (torch.randn(2, 3),))
"""
NO_NAMES = "npu musa foo_bar nope hpu set_default forward_ad2 __name__ __dict__ __file__ __call__ _dynamo".split()
NAMES = """
__name__ __module__ __dict__ __call__ __init__ nope shape append real __len__ __iter__ forward weight bit_length numel
itemsize index type is_complex keys count __add__ __doc__ from_bytes
""".split()
VALUES = {
    "list": "list",
    "int": "int",
    "dict": "dict",
    "str": "str",
    "tuple": "tuple",
    "float": "float",
    "tensor": "torch.Tensor",
    "linear": "nn.Linear",
    "relu": "nn.ReLU",
    "module": "nn.Module",
    "mlist": "nn.ModuleList",
    "parameter": "nn.Parameter",
    "size": "x.shape",
    "dtype": "x.dtype",
    "bfloat16": "torch.bfloat16",
    "device": "x.device",
    "layout": "x.layout",
    "method": "nn.Linear.forward",
    "sin": "torch.sin",
    "functional": "F.gelu",
    "dtypes": "torch.dtype",
    "sizes": "torch.Size",
    "ordered": "collections.OrderedDict",
    "partial": "functools.partial",
    "sqrt": "math.sqrt",
    "set": "set",
    "frozenset": "frozenset",
    "range": "range",
    "object": "object",
    "types": "type",
    "max": "torch.max(x, 0)",
    "sort": "x.sort()",
    "topk": "x.topk(1)",
}
RESULTS = {
    "max": ("torch.max(x, 0)", "values indices nope count index __len__ shape _fields"),
    "svd": ("torch.linalg.svd(x)", "U S Vh V nope"),
    "tensor": ("x", "is_leaf data mT values indices mH"),
    "imag": ("x", "imag"),
    "layer": (
        "self.l",
        "_parameters _forward_hooks _version _buffers _modules training _backward_hooks in_features "
        "_non_persistent_buffers_set _state_dict_hooks call_super_init dump_patches T_destination",
    ),
}
OF_TYPES = {
    "fz_ops": """
return (x + 1,
        type((frozenset([1]) | {2})).__name__,
        type(({2} | frozenset([1]))).__name__,
        type((frozenset([1]) & {1})).__name__,
        type((frozenset([1]) - {1})).__name__,
        type((frozenset([1]) ^ {1})).__name__,
        type(frozenset([1]).union([2])).__name__,
        type(frozenset([1]).copy()).__name__,
        type(frozenset([1]).intersection({1})).__name__,
        type(frozenset([1]).difference([2])).__name__,
        type(frozenset([1]).symmetric_difference([2])).__name__,
        type({1}.union(frozenset([2]))).__name__,
        type(set(frozenset([2]))).__name__,
        type(frozenset({2})).__name__,
        len(frozenset([1, 2]) | {3}),
)
""",
    "fz_aug": """
a = frozenset([1])
b = a
a |= {2}
c = self.names
c -= {"a"}
return x + 1, type(a).__name__, len(a), len(b), type(c).__name__, len(c), len(self.names)
""",
    "fz_eq": "return x + 1, frozenset([1]) == {1}, {1} == frozenset([1]), frozenset([1]) < {1, 2}, {1: 2}.keys() == {1}, frozenset([1]) in {frozenset([1]): 3}",
    "cmp_lt": "return x + 1, range(2) < range(3)",
    "cmp_le": "return x + 1, [1] <= (1,)",
    "cmp_tl": "return x + 1, (1,) < [2]",
    "cmp_sl": "return x + 1, {1} < [1]",
    "cmp_nn": "return x + 1, None < 1",
    "cmp_sn": 'return x + 1, "a" < 1',
    "cmp_dl": "return x + 1, {} < {}",
    "en_true": "return [a * i for i, a in enumerate([x], True)]",
    "en_neg": "return [a * i for i, a in enumerate([x, x], -3)]",
    "en_sym": "return [a * i for i, a in enumerate([x, x], x.shape[0])]",
    "en_float": "return [a * i for i, a in enumerate([x, x], 1.5)]",
    "en_str": 'return [a * i for i, a in enumerate([x, x], start="a")]',
    "arg_sum": "return x.sum(range(1))",
    "arg_zeros": "return torch.zeros(range(2, 4))",
    "arg_view": "return x.view(range(2, 4))",
    "arg_perm": "return x.permute(range(2))",
    "arg_perm2": "return x.permute(*range(2))",
    "arg_tensor": "return torch.tensor(range(3))",
    "arg_idx": "return x[range(2)]",
    "arg_stack": "return torch.stack([x * i for i in range(2)])",
    "arg_cat": "return torch.cat(range(2))",
    "arg_mean": "return x.mean(dim=range(2))",
    "arg_flip": "return x.flip(range(2))",
    "arg_ones": "return torch.ones(list(range(2, 4)))",
    "arg_pad": "return F.pad(x, range(2))",
    "arg_interp": "return F.interpolate(x[None, None], size=range(2, 4))",
    "arg_roll": "return x.roll(range(1), range(1))",
    "arg_asten": "return torch.as_tensor(range(2))",
    "arg_set": "return x.sum({0})",
    "arg_setl": "return torch.tensor({1})",
    "arg_dict": "return x.sum({0: 1})",
    "arg_fl": "return x.flatten(*range(2))",
    "arg_norm": "return torch.linalg.norm(x, dim=range(1))",
    "arg_split": "return x.split(range(1, 3), 1)",
    "arg_layer_norm": "return F.layer_norm(x, range(3, 4))",
    "arg_newz": "return x.new_zeros(range(1, 3))",
    "arg_rep": "return x.repeat(range(1, 3))",
    "arg_exp": "return x.expand(range(2, 4))",
    "arg_gen": "return x.sum(i for i in [0])",
    "arg_ins": 'return torch.einsum("ij->j", range(2))',
    "arg_zipa": "return x.sum(zip([0]))",
    "arg_rand": "return torch.rand(range(1, 3))",
    "arg_setx": "return x[{0}]",
    "arg_dq": "return x.sum(collections.deque([0]))",
    "arg_od": "return x.sum(collections.OrderedDict())",
    "arg_keys": "return x.sum({0: 1}.keys())",
    "arg_keysv": "return x.view({2: 1, 3: 1}.keys())",
    "arg_mapv": "return x.view(map(int, [2, 3]))",
    "out_range": "return x + 1, range(2)",
    "out_set": "return x + 1, {2}",
    "out_frozen": "return x + 1, frozenset([2])",
    "out_keys": 'return x + 1, {"a": x}.keys()',
    "out_values": 'return x + 1, {"a": x}.values()',
    "out_gen": "return x + 1, (i for i in [1])",
    "out_map": "return x + 1, map(int, [1])",
    "out_func": "return x + 1, len",
    "out_cls": "return x + 1, S",
    "out_obj": "return x + 1, S()",
    "out_dtype": "return x + 1, x.dtype",
    "out_device": "return x + 1, x.device",
    "out_size": "return x + 1, x.shape",
    "out_slice": "return x + 1, slice(0, 1)",
    "out_complex": "return x + 1, 1j",
    "out_ell": "return x + 1, ...",
    "out_mod": "return x + 1, self.l",
    "out_deque": "return x + 1, collections.deque([1])",
    "out_od": "return x + 1, collections.OrderedDict(a=x)",
    "out_dd": "return x + 1, collections.defaultdict(list)",
    "ty_names": """
return (x + 1,
        type(1j).__name__,
        type(...).__name__,
        type(slice(1)).__name__,
        type(None).__name__,
        type(True).__name__,
        type(x.dtype).__name__,
        type(x.device).__name__,
        type(torch).__name__,
        type(len).__name__,
        type(S).__name__,
        type(S()).__name__,
        type(x.shape).__name__,
)
""",
    "q_tj": "return x + 1, type(1j).__name__",
    "q_te": "return x + 1, type(...).__name__",
    "q_isz": "return x + 1, isinstance(zip([1], [2]), zip)",
    "q_ise": "return x + 1, isinstance(enumerate([1]), enumerate)",
    "q_ism": "return x + 1, isinstance(map(int, [1]), map)",
    "q_isit": "return x + 1, isinstance(zip([1], [2]), Iterator)",
    "q_isit2": "return x + 1, isinstance(iter([1]), Iterator)",
    "q_isit3": "return x + 1, isinstance([1], Iterator)",
    "q_ismu": "return x + 1, isinstance(range(2), MutableSequence)",
    "q_iseq": "return x + 1, isinstance(range(2), Sequence)",
    "q_issub": "return x + 1, issubclass(type(x), torch.Tensor)",
    "q_issub2": "return x + 1, issubclass(type(self.l), nn.Module)",
    "q_issub3": "return x + 1, issubclass(bool, int)",
    "q_issub4": "return x + 1, issubclass(nn.Linear, nn.Module)",
    "q_issub5": "return x + 1, issubclass(list, (tuple, list))",
    "q_hashr": "return x + 1, {range(2): 3}[range(2)]",
    "q_strr": "return x + 1, str(range(3)[1:])",
    "q_strr2": "return x + 1, repr(range(0, 9, 2)[::2])",
    "q_slotd": 'return x + 1, hasattr(S(), "__dict__")',
    "q_slota": 'return x + 1, hasattr(S(), "a")',
    "q_slotb": 'return x + 1, hasattr(S(), "b")',
    "q_lenz": "return x + 1, len(zip([1], [2]))",
    "q_hash": "return x + 1, isinstance([1], Hashable)",
    "q_hasht": "return x + 1, isinstance((1,), Hashable)",
    "q_isdq": "return x + 1, isinstance(collections.deque(), Sequence)",
    "q_isdqm": "return x + 1, isinstance(collections.deque(), MutableSequence)",
    "q_isdk": "return x + 1, isinstance({}.keys(), Iterable)",
    "q_isg": "return x + 1, isinstance((i for i in [1]), Iterator)",
    "q_ismapping": "return x + 1, isinstance(collections.OrderedDict(), Mapping)",
    "q_isdict": "return x + 1, isinstance(collections.defaultdict(list), dict)",
    "dqplus": """
a = collections.deque([1]) + [2]
return x + len(a)
""",
    "dqplus2": """
a = collections.deque([1]) + collections.deque([2])
return x + len(a)
""",
    "listplus": """
a = [1] + (2,)
return x + len(a)
""",
    "symsqrt": "return x * torch.sym_sqrt(a=4)",
    "sym_float": "return x * torch.sym_float(a=4)",
    "rnnlib": "return torch.nn.utils.rnn.Linear(3, 3)(x)",
    "flib": "return F.Linear(3, 3)(x)",
    "initlib": "return torch.nn.init.relu(x)",
    "linlib": "return torch.linalg.relu(x)",
    "zipcopy": """
a = [1, 2]
z = zip(a, [x, x])
a.append(3)
a[0] = 5
return [k * v for k, v in z]
""",
    "encopy": """
a = [x]
out = []
for i, v in enumerate(a):
    if i < 2:
        a.append(x * 2)
    out.append(v)
return out
""",
    "sl_has": 'return x + 1, hasattr(slice(0, 2), "start"), hasattr(zip([1]), "__next__"), hasattr(collections.OrderedDict(), "keys")',
    "sl_has2": 'return x + 1, hasattr(slice(0, 2), "nope")',
    "sl_has3": 'return x + 1, hasattr(zip([1]), "nope")',
    "sl_has4": 'return x + 1, hasattr(collections.OrderedDict(), "nope")',
    "nzs": "return torch.nonzero_static(x, size=-1)",
    "nzs2": "return torch.nonzero_static(x, size=x.shape[0] - 4)",
    "pads": "return torch.nn.utils.rnn.pad_sequence([x, x[0]])",
    "pads2": "return torch.nn.utils.rnn.pad_sequence([x[0], x])",
    "lay": "return x + 1, x.layout, x.layout == torch.strided",
    "lay2": "return x + (1 if x.layout is torch.strided else 2)",
}
OF_ANSWERS = {
    "rv_issub_abstract": "return x + 1, issubclass(dict, Mapping)",
    "rv_issub_size": "return x + 1, issubclass(torch.Size, tuple)",
    "rv_layout_text": "return x + 1, str(x.layout)",
    "rv_cudnn": 'return x + 1, hasattr(torch.backends.cudnn, "enabled"), hasattr(torch.backends.cudnn, "is_available")',
    "rv_contrib": 'return x + 1, hasattr(torch, "contrib")',
    "rv_version": "return x + 1, torch.version.cuda is None",
    "rv_tensor": "return x + torch.tensor(d.values())",
    "rv_index": "return x[:, d.keys()]",
    "rv_tensordot": "return torch.tensordot(x, x, (range(1), range(1)))",
    "rv_views": """
views = [d.keys(), d.values()]
d["c"] = 3
return x + 1, len(views[0]), len(views[1]), [len(v) for v in views]
""",
    "rv_match": """
match d.keys():
    case [a, b]:
        return x + 1
return x + 2
""",
}
OF_VIEWS = {
    "vw_type": "return x + 1, type(d.keys()).__name__, type(d.values()).__name__, type(d.items()).__name__",
    "vw_isl": "return x + 1, isinstance(d.keys(), list), isinstance(d.values(), (list, tuple)), isinstance(d.keys(), collections.abc.Sequence), isinstance(d.keys(), collections.abc.Set), isinstance(d.values(), collections.abc.Set)",
    "vw_str": "return x + 1, str(d.keys()), str(d.values()), repr(d.items())",
    "vw_eq": 'return x + 1, d.keys() == {"a", "b"}, d.keys() == ["a", "b"], d.keys() == {"a": 3, "b": 4}.keys(), d.values() == d.values(), d.items() == {"a": 1, "b": 2}.items()',
    "vw_sub": 'return x + 1, len(d.keys() - {"a"}), len(d.keys() & {"a"}), len(d.keys() | {"c"}), len(d.keys() ^ {"c"}), type(d.keys() - {"a"}).__name__',
    "vw_sublist": 'return x + 1, len(d.keys() - ["a"])',
    "vw_subkeys": 'return x + 1, len(d.keys() & {"b": 3}.keys())',
    "vw_rsub": 'return x + 1, len({"a", "q"} - d.keys())',
    "vw_le": 'return x + 1, d.keys() <= {"a", "b", "c"}, {"a"} < d.keys()',
    "vw_in": 'return x + 1, "a" in d.keys(), 1 in d.values(), ("a", 1) in d.items()',
    "vw_len": "return x + 1, len(d.keys()), len(d.values())",
    "vw_list": "return x + 1, list(d.keys())[0], tuple(d.values())[1], sorted(d.keys())[1], max(d.values()), sum(d.values())",
    "vw_hasv": 'return x + 1, hasattr(d.keys(), "isdisjoint"), hasattr(d.keys(), "append"), hasattr(d.values(), "mapping"), hasattr(d.values(), "isdisjoint"), hasattr(d.items(), "__len__")',
    "vw_isdis": 'return x + 1, d.keys().isdisjoint({"q"})',
    "vw_prod": "return x + 1, math.prod(d.values())",
    "vw_rev": "return x + 1, list(reversed(d.keys()))[0], list(reversed(d))[0]",
    "vw_any": "return x + 1, any(d.values()), all(d.keys())",
    "vw_zip": "return x + 1, [k + str(v) for k, v in zip(d.keys(), d.values())][1]",
    "vw_mk": "return x + 1, str(self.ml.keys()), type(self.ml.keys()).__name__, len(self.ml.keys())",
    "vw_set": "return x + 1, len(set(d.keys())), len(frozenset(d.values()))",
    "vw_join": 'return x + 1, "".join(d.keys())',
    "vw_dictk": 'return x + 1, dict.fromkeys(d.keys(), 0)["a"]',
    "vw_iter": "return x + 1, next(iter(d.keys())), next(iter(d.values()))",
    "vw_star": "return x + 1, max(*d.values()), two(*d.keys())",
    "vw_bool": "return x + 1, bool({}.keys()), bool(d.values())",
    "vw_selfd": "return x + 1, len(self.d.keys() & d.keys())",
    "vw_od": 'return x + 1, len(collections.OrderedDict(d).keys() & {"a"})',
    "vw_enum": "return x + 1, list(enumerate(d.values()))[1][1]",
    "vx_idx": "return x + 1, len(d.keys()[0])",
    "vx_add": "return x + 1, len(d.keys() + d.keys())",
    "vx_addl": "return x + 1, len([1] + d.values())",
    "vx_mul": "return x + 1, len(d.keys() * 2)",
    "vx_app": "return x + 1, len(d.keys().append(1))",
    "vx_ind": 'return x + 1, len(d.keys().index("a"))',
    "vx_vsub": "return x + 1, len(d.values() - {1})",
    "vx_ltup": "return x + 1, len([1] + (2,))",
    "vx_tlist": "return x + 1, len((1,) + [2])",
    "vx_ladd": 'return x + 1, len([1] + "a")',
    "vx_iaddr": "return x + 1, len([1] + range(2))",
    "vl_live": """
k = d.keys()
v = d.values()
d["c"] = 3
return x + 1, len(k), len(v), sum(v), "c" in k
""",
    "vl_change": """
for k in d.keys():
    d[k + "x"] = 1
return x + len(d)
""",
    "vl_list": """
out = [x]
for i, t in enumerate(out):
    if len(out) < 4:
        out.append(t * 2)
return out
""",
    "vl_list2": """
out = [x]
for t in out:
    if len(out) < 4:
        out.append(t * 2)
return out
""",
    "vl_list3": """
out = [x]
for t, _ in zip(out, range(9)):
    if len(out) < 4:
        out.append(t * 2)
return out
""",
    "vl_remove": """
a = [1, 2, 3, 4]
for v in a:
    if v % 2:
        a.remove(v)
    x = x + v
return x
""",
    "vl_iter": """
a = [1, 2]
it = iter(a)
next(it)
a.append(7)
return x * next(it) + next(it)
""",
    "vl_iteradd": """
a = [1]
a += d.keys()
a.extend(d.values())
return x + len(a)
""",
    "vl_iaddr": """
a = [1]
a += range(3)
a += (5,)
return x + sum(a)
""",
    "rg_two": "return x + two(*range(4))",
    "rg_two1": "return x + two(1, *range(4))",
    "rg_two2": "return x + two(*range(2), *range(2))",
    "rg_kw": "return x + kw(*range(4), k=1)",
    "rg_many": "return x + self.many(*range(4))",
    "rg_max": "return x + max(*range(4))",
    "rg_zeros": "return torch.zeros(*range(2, 4))",
    "rg_perm": "return x[None].permute(*range(3))",
    "rg_view": "return x.reshape(*range(2, 4))",
    "rg_lam": "return x + (lambda *a: sum(a))(*range(4))",
    "rg_lst": "return x + sum([*range(4)])",
    "rg_print": 'return x + len("{} {} {} {}".format(*range(4)))',
    "rg_tup": "return x + two(*tuple(range(4)))",
    "rg_sumd": "return x[None].sum(dim=[*range(1, 3)])",
    "rg_mod": "return x + len(nn.Sequential(*[nn.ReLU() for _ in range(3)]))",
    "rg_transpose": "return x[None].transpose(*range(1, 3))",
    "rg_flat": "return x[None].flatten(*range(1, 3))",
    "rg_zip": "return x + len(list(zip(*range(0))))",
    "rg_step": "return x + two(*range(0, 10, 3))",
}


def asks(value, names):
    """A program that gives back which of the names a value has."""
    lines = "".join(f"            hasattr({value}, {name!r}),\n" for name in names)
    return f"{HEAD}        return (\n            x + 1,\n{lines}        )\n{TAIL}"


def some_names(record, module):
    """Some that both versions have, some that only one has, and some that neither has."""
    before, since = (record[version][module].split() for version in ("2.6", "2.14"))
    both = [name for name in before if name in since]
    every = max(1, len(both) // 14)
    only = [[n for n in a if n not in b and not n.startswith("__")] for a, b in ((before, since), (since, before))]
    return both[::every] + only[0][:4] + only[1][:4] + NO_NAMES


def programs():
    """Names and sources."""
    with open(os.path.join(HERE, "../../data/torch_namespaces.json"), encoding="utf-8") as file:
        record = json.load(file)
    modules = [name for name in record["2.6"] if name.islower() and name != "importable"]
    for module in modules:
        yield "names_" + module.replace(".", "_"), asks(module, some_names(record, module))
    for name, value in VALUES.items():
        yield "names_of_" + name, asks(value, NAMES)
    for name, (value, names) in RESULTS.items():
        yield "names_in_" + name, asks(value, names.split())
    for name, body in (OF_TYPES | OF_ANSWERS | OF_VIEWS).items():
        lines = "".join(f"        {line}\n" for line in body.strip("\n").split("\n"))
        yield name, HEAD + lines + TAIL


with gzip.open(sys.argv[1], "wt") as out:
    for one, source in programs():
        out.write(json.dumps({"name": one, "source": source}) + "\n")
