"""Sources for record_exports.py: what a review of the evaluator and of the rules of operators found, with what stands
next to it: attention whose operands broadcast, tolist() of constants that forward writes to, buffers written into
_buffers, __hash__ of classes with __eq__ and of dataclasses, numbers of texts, output_size of transposed convolutions,
functions of torch.cuda, lists of lists as subscripts, groups of optimizers and schedulers.

review_sources.py OUT.jsonl.gz. Recorded as data/review_found_2.6.jsonl.gz and data/review_found_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
# Each has a class Net, which takes a tensor of two rows and three columns, unless it says what it exports.
CASES = {
    "tolist_plain": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        return x * self.t.tolist()[0]
""",
    "tolist_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.tolist()[0]
""",
    "tolist_of_input": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        self.t.add_(x.sum())
        return x * self.t.tolist()[0]
""",
    "tolist_view": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([[2.0, 3.0], [4.0, 5.0]])

    def forward(self, x):
        self.t[0].mul_(2)
        return x * self.t[0].tolist()[0] + self.t.tolist()[0][1]
""",
    "tolist_scalar": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor(2)

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.tolist()
""",
    "tolist_made": r"""class Net(nn.Module):
    def forward(self, x):
        t = torch.tensor([2.0, 3.0])
        t.add_(1)
        return x * t.tolist()[0]
""",
    "tolist_made_plain": r"""class Net(nn.Module):
    def forward(self, x):
        t = torch.tensor([2.0, 3.0])
        return x * t.tolist()[0]
""",
    "tolist_computed": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        u = self.t + 1
        return x * u.tolist()[0]
""",
    "tolist_buffer": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.tensor([2.0, 3.0]))

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.tolist()[0]
""",
    "tolist_int": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2, 3])

    def forward(self, x):
        self.t += 1
        self.t.mul_(2)
        a, b = self.t.tolist()
        return x * a + b
""",
    "numpy_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        self.t.add_(1)
        return x * float(self.t.numpy()[0])
""",
    "equal_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        self.t.add_(1)
        if torch.equal(self.t, torch.tensor([3.0, 4.0])):
            return x + 1
        return x
""",
    "is_nonzero_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor(2.0)

    def forward(self, x):
        self.t.add_(1)
        if self.t.is_nonzero():
            return x + 1
        return x
""",
    "buf_nonpersist": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(3), persistent=False)
        self._buffers["t"] = torch.ones(3)

    def forward(self, x):
        return x + self.t
""",
    "buf_popped": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(3), persistent=False)
        z = self._buffers.pop("t")
        self._buffers["t"] = z + 1
        self.register_buffer("u", torch.zeros(3), persistent=False)
        del self.u
        self._buffers["u"] = torch.ones(3)

    def forward(self, x):
        return x + self.t + self.u
""",
    "buf_shared": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(3), persistent=False)
        self._buffers["u"] = self.t
        self.register_buffer("v", torch.ones(3))
        self.register_buffer("w", self.v, persistent=False)
        self._buffers.update({"a": torch.ones(3)})
        self._buffers.setdefault("t", torch.ones(3))

    def forward(self, x):
        return x + self.t + self.u + self.v + self.w + self.a
""",
    "buf_outside": r"""class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(3), persistent=False)
        self.register_buffer("u", torch.zeros(3))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = Part()
        for m in self.modules():
            for k in m._buffers:
                m._buffers[k] = m._buffers[k] + 1
        self.p._non_persistent_buffers_set.add("u")

    def forward(self, x):
        return x + self.p.t + self.p.u
""",
    "buf_forward": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(3), persistent=False)

    def forward(self, x):
        self._buffers["t"] = self.t + 1
        return x + self.t
""",
    "eq_hash": r"""class A:
    def __init__(self, k):
        self.k = k
    def __hash__(self):
        return 1
class B(A):
    def __eq__(self, o):
        return self.k == o.k
class Net(nn.Module):
    def forward(self, x):
        try:
            d = {B(1): 2}
            n = 1
        except TypeError:
            n = 2
        return x * n
""",
    "eq_dataclass": r"""from dataclasses import dataclass
@dataclass
class A:
    k: int
@dataclass(frozen=True)
class B:
    k: int
@dataclass(unsafe_hash=True)
class C:
    k: int
@dataclass(eq=False)
class D:
    k: int
class Net(nn.Module):
    def forward(self, x):
        n = 0
        for c in (A, B, C, D):
            try:
                d = {c(1): 2}
                n = n * 2 + 1
            except TypeError:
                n = n * 2
        return x * n
""",
    "eq_none": r"""class A:
    __hash__ = None
class E:
    def __eq__(self, o):
        return True
    __hash__ = object.__hash__
class F_(E):
    pass
class G:
    def __eq__(self, o):
        return True
class H(G):
    def __hash__(self):
        return 3
class Net(nn.Module):
    def forward(self, x):
        n = 0
        for c in (A, E, F_, G, H):
            try:
                d = {c()}
                n = n * 2 + 1
            except TypeError:
                n = n * 2
        return x * n
""",
    "eq_init": r"""from dataclasses import dataclass
import dataclasses
from typing import NamedTuple
import enum
@dataclass
class A:
    k: int
class B(A):
    pass
class C(A):
    def __hash__(self):
        return 3
@dataclasses.dataclass(eq=True, frozen=True)
class D:
    k: int
@dataclass(frozen=True)
class E(D):
    j: int = 2
class P(NamedTuple):
    k: int
@dataclass
class Q:
    k: int
    def __hash__(self):
        return 4
@dataclass
class R:
    k: int
    def __eq__(self, o):
        return True
class S:
    def __init__(self, k):
        self.k = k
class T(S):
    def __eq__(self, o):
        return True
    __hash__ = S.__hash__
class U(Q):
    pass
@dataclass
class V(Q):
    j: int = 1
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        n = 0
        for c in (A, B, C, D, E, P, Q, R, S, T, U, V):
            try:
                d = {c(1): 2}
                n = n * 2 + 1
            except TypeError:
                n = n * 2
        self.n = n
        m = 0
        for c in (A, B, C, D, E, P, Q, R, S, T, U, V):
            try:
                h = hash(c(1))
                m = m * 2 + 1
            except TypeError:
                m = m * 2
        self.m = m
        self.s = 0
        try:
            s = {R(1)}
        except TypeError as e:
            self.s = len(str(e))
        try:
            s = set([B(1)])
        except TypeError as e:
            self.s += 2
    def forward(self, x):
        return x * self.n + self.m + self.s
""",
    "hash_get": r"""class A:
    def __eq__(self, o):
        return True
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        d = {1: 2}
        n = 0
        try:
            n += d.get(A(), 5)
        except TypeError:
            n += 7
        try:
            n += 100 if A() in d else 200
        except TypeError:
            n += 300
        try:
            d.setdefault(A(), 1)
        except TypeError:
            n += 1000
        self.n = n
        self.k = A.__hash__ is None
    def forward(self, x):
        return x * self.n + (1 if self.k else 2)
""",
    "int_bad": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            k = int(" 1a ")
        except ValueError as e:
            k = len(str(e))
        try:
            j = int("1__0")
        except ValueError as e:
            j = len(str(e))
        try:
            l = float(" x ")
        except ValueError as e:
            l = len(str(e))
        return x * k + j + l
""",
    "dict_of_self": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.__dict__.update(k=3, j=4)
        self.__dict__.setdefault("z", 7)
        self.__dict__.pop("j")

    def forward(self, x):
        return x * self.k + self.z + (1 if hasattr(self, "j") else 2)
""",
    "mods_move": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self.n = 1
        try:
            self._modules.move_to_end("b")
        except AttributeError as e:
            self.n = len(str(e))
        try:
            {}.move_to_end("b")
        except AttributeError as e:
            self.n += len(str(e))
        from collections import OrderedDict
        d = OrderedDict(a=1, b=2)
        d.move_to_end("a")
        self.k = list(d)[0]

    def forward(self, x):
        for m in self.children():
            x = m(x)
        return x * self.n if self.k == "b" else x
""",
    "att_param": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Parameter(torch.randn(4, 3))
    def forward(self, x):
        x = F.scaled_dot_product_attention(self.q, x[None].expand(5, 2, 3), x[None].expand(5, 2, 3))
        return x.reshape(5, -1)
""",
    "tolist_two": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(self.u)
        return x * self.t.tolist()[0]
""",
    "tolist_mixed": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(1)
        self.t.add_(x.sum())
        self.t.mul_(2)
        return x * self.t.tolist()[0]
""",
    "tolist_of_sum": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.mul_(self.u + 1)
        return x * self.t.tolist()[0]
""",
    "tolist_alpha": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(self.u, alpha=2)
        self.t.clamp_(max=16.5)
        return x * self.t.tolist()[0] + self.t.tolist()[1]
""",
    "tolist_copied": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.copy_(self.u)
        self.t.zero_()
        self.t.fill_(4)
        self.u.fill_(1)
        return x * self.t.tolist()[0] + self.u.tolist()[1]
""",
    "tolist_result": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        a = self.t.add_(1)
        return x * a.tolist()[0]
""",
    "tolist_set": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t[0] = 9.0
        return x * self.t.tolist()[0]
""",
    "tolist_named": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        t = self.t
        t += 1
        return x * t.tolist()[0]
""",
    "tolist_after_view": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        v = self.t.view(2, 1)
        v.add_(1)
        return x * self.t.tolist()[0] + v.tolist()[0][0]
""",
    "tolist_detached": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        return x * self.t.detach().tolist()[0]
""",
    "tolist_again": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        a = self.t.tolist()[0]
        self.t.add_(1)
        b = self.t.tolist()[0]
        return x * a + b
""",
    "item_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor(2.0)
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.item()
""",
    "tolist_unused": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        a = self.t.tolist()
        return x + a[1]
""",
    "tolist_bool": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([True, False])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        a = self.t.tolist()
        return x + 1 if a[1] else x
""",
    "tolist_branch": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(1)
        if self.t.tolist()[0] > 2.5:
            x = x + 1
        return x
""",
    "tolist_random": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.rand(2)
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        return x * self.t.tolist()[0]
""",
    "tolist_inner": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.arange(4).reshape(2, 2)
        self.u = torch.tensor([5.0, 7.0])

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.tolist()[1][0]
""",
    "cuda_count": r"""class Net(nn.Module):
    def forward(self, x):
        if torch.cuda.device_count() > 1:
            x = x + 1
        return x
""",
    "cuda_count_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = torch.cuda.device_count() + torch.cuda.memory_allocated()
        self.s = torch.cuda.is_initialized()
    def forward(self, x):
        return x * self.k
""",
    "cuda_empty": r"""class Net(nn.Module):
    def forward(self, x):
        torch.cuda.empty_cache()
        return x + 1
""",
    "cuda_seeded": r"""class Net(nn.Module):
    def forward(self, x):
        torch.cuda.manual_seed(0)
        return x + 1
""",
    "cuda_seeded_all": r"""class Net(nn.Module):
    def forward(self, x):
        torch.cuda.manual_seed_all(0)
        return x + 1
""",
    "cuda_initialized": r"""class Net(nn.Module):
    def forward(self, x):
        return x + 1 if torch.cuda.is_initialized() else x
""",
    "cuda_memory": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.cuda.memory_allocated()
""",
    "cuda_available": r"""class Net(nn.Module):
    def forward(self, x):
        return x + 1 if torch.cuda.is_available() else x
""",
    "cuda_kw": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.manual_seed(bogus=0)
            return x + 1
        except TypeError:
            return x + 2
""",
    "cuda_kw_all": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.manual_seed_all(bogus=0)
            return x + 1
        except TypeError:
            return x + 2
""",
    "cuda_kw_count": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.device_count(bogus=0)
            return x + 1
        except TypeError:
            return x + 2
""",
    "cuda_kw_available": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.is_available(bogus=0)
            return x + 1
        except TypeError:
            return x + 2
""",
    "cuda_kw_empty": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.empty_cache(bogus=0)
            return x + 1
        except TypeError:
            return x + 2
""",
    "cuda_no_seed": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            torch.cuda.manual_seed()
            return x + 1
        except TypeError:
            return x + 2
""",
    "full_of_sum": r"""class Net(nn.Module):
    def forward(self, x):
        return x + torch.full(size=(2, 3), fill_value=x.sum())
""",
    "list_one": r"""class Net(nn.Module):
    def forward(self, x):
        return x[[[0, 1]]]
""",
    "list_column": r"""class Net(nn.Module):
    def forward(self, x):
        return x[[[0], [1]]]
""",
    "list_pairs": r"""class Net(nn.Module):
    def forward(self, x):
        return x[[(0, 1), (1, 0)]]
""",
    "list_deep": r"""class Net(nn.Module):
    def forward(self, x):
        return x[[[[0, 1], [1, 0]]]], x[([0, 1], [1, 2])], x[[[0, 1], [1, 2]], None] if False else x
""",
    "list_ragged": r"""class Net(nn.Module):
    def forward(self, x):
        try:
            return x[[[0, 1], [1]]]
        except (ValueError, IndexError, RuntimeError, TypeError):
            return x
""",
    "list_written": r"""class Net(nn.Module):
    def forward(self, x):
        y = x.clone()
        y[[[0, 1]]] = 1.0
        y[[(0, 1), (1, 0)]] = 2.0
        return y
""",
    "constant_stride": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(2, 3).t()
    def forward(self, x):
        if self.t.is_contiguous() or self.t.stride(0) == 3:
            return x + 1
        return x + 2 + self.t.stride()[1] + self.t.stride(-1)
""",
    "constant_all_strides": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(3)
    def forward(self, x):
        y = x.type_as(self.t)
        return y + self.t.stride()[0] + len(self.t) + self.t.size(0) + self.t.nbytes + self.t.get_device()
""",
    "part_added": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        l = nn.Linear(3, 3)
        self.k = l
        self.p = nn.ModuleList([l, nn.Linear(3, 3)])
    def forward(self, x):
        q = self.p + [self.k]
        for m in q:
            x = m(x)
        return x
""",
    "drawn_bool": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        i = torch.rand(()) > 0.5
        t = torch.arange(6.0).reshape(3, 2)
        self.n = t[i].dim()
        self.register_buffer("d", t[torch.randint(0, 3, (), dtype=torch.uint8)])
    def forward(self, x):
        return x + self.n + self.d.sum()
""",
    "int_base": r"""class Net(nn.Module):
    def forward(self, x):
        x = x * int("f_f", 16) + int("0x1_0", 16) + int(" 0b11 ", 0) + int("1_000")
        return x + int("0x_f", 16) + int("-0_7", 8) + int("+z", 36)
""",
    "int_base_bad": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        n = 0
        rows = [("_f", 16), ("f_", 16), ("f__f", 16), ("0x", 16), ("0x__f", 16), ("012", 0), ("0_0", 0), ("9", 8)]
        rows += [("", 10), ("+-1", 10), ("0b12", 0), ("00", 0), ("0_1", 0), ("1 2", 10), ("0xg", 0), ("0x_1", 0)]
        rows += [("0b1", 16), ("1", 1), ("1", 37), ("1", -1), ("12345678901234567890", 10), ("f" * 20, 16)]
        for t, b in rows:
            try:
                n = (n * 3 + int(t, b)) % 1000003
            except ValueError as e:
                n = (n * 3 + len(str(e))) % 1000003
        self.n = n
    def forward(self, x):
        return x * self.n
""",
    "int_bad2": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        n = 0
        for t in ["_1", "1_", "+ 1", "+-1", "", " ", "+", "-", "1.0", "- 1", "1 2", "1\n", "'", "a\tb"]:
            try:
                n = n * 2 + int(t)
            except ValueError as e:
                n = n * 2 + len(str(e))
        texts = ["_1.5", "1_.5", "+1.5", "1_0.5", "1e1_0", "inf", "+infinity", "-NaN ", "1e5", ".5", "5.", "+", "1e"]
        texts += ["0x10", "1e_5", "nan", "INF", "infin", "1e400", "1.5f", "--1", ".", "1__0", "a'b", "\n"]
        for t in texts:
            try:
                v = float(t)
                n = n * 2 + (1 if v == v and v < 1e9 else 3)
            except ValueError as e:
                n = n * 2 + len(str(e))
            n = n % 1000003
        self.n = n
    def forward(self, x):
        return x * self.n
""",
    "float_kinds": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        n = 0
        for v in [None, [1], (2,), {}, "1,5", True, 2]:
            try:
                n = n * 3 + float(v)
            except TypeError as e:
                n = n * 3 + len(str(e))
            except ValueError as e:
                n = n * 3 + 1
        for v in [None, [1], (2,), {}, "1,5", 2.7, -2.7, True, float("inf"), float("nan")]:
            try:
                n = n * 3 + int(v)
            except TypeError as e:
                n = n * 3 + len(str(e))
            except ValueError as e:
                n = n * 3 + len(str(e))
            except OverflowError as e:
                n = n * 3 + len(str(e))
            n = n % 1000003
        self.n = n
    def forward(self, x):
        return x * self.n
""",
    "dict_of_self2": r"""class A:
    def __init__(self, **kw):
        self.__dict__.update(kw)
        self.__dict__["m"] = 5
        self.__dict__ |= {"q": 3}
        del self.__dict__["m"]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = A(b=2, c=3)
        vars(a).update([("d", 4)])
        self.n = a.b + a.c + a.d + a.q + len(a.__dict__) + (10 if "m" in a.__dict__ else 20)
        self.t = a.__dict__.pop("b", 0) + a.__dict__.pop("nothing", 100) + a.__dict__.get("c", 7)
        self.t += a.__dict__.setdefault("c", 9)
        self.u = sorted(a.__dict__.keys())
        self.v = hasattr(a, "b")
        c = a.__dict__.copy()
        c["w"] = 1
        self.w = hasattr(a, "w")
        for k, v in vars(a).items():
            self.n += v
    def forward(self, x):
        return x * self.n + self.t + len(self.u) + (1 if self.v else 0) + (1 if self.w else 0)
""",
    "dict_of_module": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 3
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer("b", torch.ones(3))
        self.m = nn.Linear(3, 3)
        self.n = len(self.__dict__)
        self.p = " ".join(k for k in self.__dict__ if not k.startswith("_"))
        self.q = len(self.__dict__["_modules"]) + len(vars(self)["_parameters"]) * 10
        self.__dict__["h"] = nn.Linear(3, 3)
        self.r = len(list(self.parameters()))

    def forward(self, x):
        x = x * self.n + len(self.p) + self.q + self.r
        return self.m(x) + self.w + self.b
""",
    "dataclass_identity": r"""from dataclasses import dataclass
@dataclass(eq=False)
class D:
    k: int
@dataclass
class E:
    k: int
class Net(nn.Module):
    def forward(self, x):
        x = x + 1 if D(1) == D(1) else x + 2
        x = x + 4 if E(1) == E(1) else x + 8
        return x + 16 if {E(1).k: 1} == {1: 1} else x
""",
    "dict_joined": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a = {"x": 1}
        b = a
        a |= {"y": 2}
        a |= [("z", 3)]
        self.n = len(b)
    def forward(self, x):
        return x * self.n
""",
    "ct_out_dyn": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.ConvTranspose1d(2, 2, 3, stride=2)
        self.d = nn.Conv1d(2, 2, 3, stride=2)
    def forward(self, x):
        return self.c(self.d(x), x.size())
torch.export.export(Net(), (torch.randn(2, 2, 8),), dynamic_shapes={"x": {2: torch.export.Dim.AUTO}})
""",
    "ct_out_two": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.ConvTranspose2d(2, 2, 3, stride=2, dilation=2, padding=1)
        self.d = nn.Conv2d(2, 2, 3, stride=2)
    def forward(self, x):
        y = self.d(x)
        return self.c(y, [y.size(2) * 2 + 1, y.size(3) * 2 + 2])
AUTO = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(2, 2, 8, 9),), dynamic_shapes={"x": {2: AUTO, 3: AUTO}})
""",
    "ct_out_wrong": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.ConvTranspose3d(2, 2, 3, stride=2)
    def forward(self, x):
        try:
            return self.c(x, output_size=[9, 9, 9])
        except ValueError:
            return self.c(x, output_size=[8, 8, 8])
torch.export.export(Net(), (torch.randn(2, 2, 3, 3, 3),))
""",
    "pool_small": r"""class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x[None, None], (2, 20), return_indices=True)
AUTO = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(6, 8),), dynamic_shapes={"x": {0: AUTO}})
""",
    "items_written": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor([2.0, 3.0])

    def forward(self, x):
        self.t.add_(1)
        return x * list(self.t)[0]
""",
    "cuda_kw_init": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        c = torch.cuda
        for f in (c.manual_seed, c.manual_seed_all, c.device_count, c.empty_cache, c.is_available):
            try:
                f(bogus=0)
                self.n = self.n * 2 + 1
            except TypeError:
                self.n = self.n * 2
    def forward(self, x):
        return x + self.n
""",
    "full_of_size": r"""class Net(nn.Module):
    def forward(self, x):
        x = x + torch.full(size=(2, 3), fill_value=x.size(0)) + torch.full((2, 3), fill_value=x.sum())
        return x + torch.full(fill_value=2, size=(3,))


torch.export.export(Net(), (torch.randn(2, 3),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO}})
""",
    "lr_last": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        o = torch.optim.AdamW([{"params": [self.w], "lr": 0.5}], 0.1, (0.8, 0.9))
        s = torch.optim.lr_scheduler.LambdaLR(o, lr_lambda=lambda e: 0.25 + e)
        g = o.param_groups[0]
        self.k = [g["lr"], g["initial_lr"], s.get_last_lr()[0], g["weight_decay"], g["betas"][0]]
    def forward(self, x):
        for k in self.k:
            x = x * k
        return x + self.w
""",
    "constant_offset": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(3)
    def forward(self, x):
        same = self.t.type() == "torch.FloatTensor" and not self.t.requires_grad
        if same and self.t.element_size() == 4 and self.t.storage_offset() == 0:
            return x + 1
        return x + 2
""",
    "constant_type": r"""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.ones(3)
    def forward(self, x):
        return x + self.t.stride(0) + (1 if self.t.type() == "torch.FloatTensor" else 2)
""",
    "input_stride": r"""class Net(nn.Module):
    def forward(self, x):
        return x + x.stride(0) + x.t().stride()[1] + x[:, 1].stride(0)
""",
}


# The sizes of query, key, value and mask; more arguments; the dimensions that are symbols.
def attention(name, sizes, rest="", symbols=()):
    names = "qkvm"[: len(sizes)]
    mask = ", attn_mask=m" if "m" in names else ""
    body = f"class Net(nn.Module):\n    def forward(self, {', '.join(names)}):\n"
    body += f"        return F.scaled_dot_product_attention(q, k, v{mask}{rest})\n\n"
    body += f"torch.export.export(Net(), ({', '.join(f'torch.randn{tuple(one)}' for one in sizes)},)"
    if symbols:
        marks = [", ".join(f"{d}: torch.export.Dim.AUTO" for d in dims) for dims in symbols]
        body += ", dynamic_shapes={" + ", ".join(f'"{n}": {{{m}}}' for n, m in zip(names, marks)) + "}"
    CASES[name] = body + ")\n"


attention("att_wide_keys", [[4, 8], [3, 5, 8], [3, 5, 8]])
attention("att_wide_keys_sizes", [[4, 8], [3, 5, 8], [3, 5, 8]], symbols=[[0, 1], [0, 1, 2], [0, 1, 2]])
attention("att_wide_values", [[3, 4, 8], [5, 8], [2, 3, 5, 8]])
attention("att_wide_values_sizes", [[3, 4, 8], [5, 8], [2, 3, 5, 8]], symbols=[[0, 1], [0], [0, 1, 2]])
attention("att_one_query", [[1, 3, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8]])
attention("att_one_query_sizes", [[1, 3, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8]], symbols=[[2], [0, 2], [0, 2]])
attention("att_one_head", [[2, 1, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8]], symbols=[[0, 2], [0, 1, 2], [0, 1, 2]])
attention("att_wide_mask", [[4, 8], [5, 8], [5, 8], [3, 4, 5]])
attention("att_wide_mask_sizes", [[4, 8], [5, 8], [5, 8], [3, 4, 5]], symbols=[[0], [0], [0], [0, 1, 2]])
attention("att_wide_mask4", [[1, 3, 4, 8], [1, 3, 5, 8], [1, 3, 5, 8], [2, 3, 4, 5]])
attention("att_bad_width", [[2, 3, 4, 8], [2, 3, 5, 7], [2, 3, 5, 8]])
attention("att_bad_count", [[2, 3, 4, 8], [2, 3, 5, 8], [2, 3, 6, 8]])
attention("att_bad_batch", [[2, 4, 8], [3, 5, 8], [3, 5, 8]])
attention("att_bad_flat", [[4, 8], [5, 7], [5, 8]])
attention("att_causal_wide", [[4, 8], [3, 5, 8], [3, 5, 8]], rest=", is_causal=True")
attention("att_dropout_wide", [[4, 8], [3, 5, 8], [3, 5, 8]], rest=", dropout_p=0.5", symbols=[[0], [1], [1]])
attention("att_groups_wide", [[6, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8]], rest=", enable_gqa=True")
attention(
    "att_groups_one",
    [[1, 6, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8]],
    rest=", enable_gqa=True",
    symbols=[[2], [0, 2], [0, 2]],
)
attention(
    "att_groups_mask",
    [[2, 6, 4, 8], [2, 3, 5, 8], [2, 3, 5, 8], [2, 1, 4, 5]],
    rest=", enable_gqa=True",
    symbols=[[0, 2], [0, 2], [0, 2], [0, 2, 3]],
)
attention("att_narrow_values", [[3, 4, 8], [3, 5, 8], [3, 5, 6]], symbols=[[0, 1], [0, 1], [0, 1, 2]])
attention("att_five", [[2, 2, 3, 4, 8], [2, 1, 3, 5, 8], [1, 2, 3, 5, 8]], symbols=[[0, 3], [0, 3], [1, 3]])

PARAMETER = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
"""
FORWARD = "    def forward(self, x):\n        return x * self.k + self.w\n"
GROUP = """        g = o.param_groups[0]
        self.k = 0
        for i, k in enumerate(g):
            v = g[k]
            if k == "params":
                self.k += len(v)
            elif isinstance(v, (bool, int)):
                self.k += i * (int(v) + 1)
            elif isinstance(v, float):
                self.k += i * v
            elif isinstance(v, tuple):
                self.k += i * sum(v)
            elif v is None:
                self.k += i * 17
"""
KEYS = """        self.k = " ".join(o.param_groups[0].keys()) + " ".join(o.defaults.keys())
    def forward(self, x):
        return x * len(self.k)
"""
RATE = """        self.k = o.param_groups[0]["lr"] + len(o.param_groups[0]) + s.get_last_lr()[0]"""
RATE += """ + o.param_groups[0]["momentum"]
"""
OPTIMIZERS = "SGD Rprop LBFGS RAdam NAdam Adagrad Adadelta Adam AdamW RMSprop Adamax ASGD SparseAdam"
for name in OPTIMIZERS.split():
    made = PARAMETER + f"        o = torch.optim.{name}([self.w])\n"
    CASES[f"groups_{name.lower()}"] = made + GROUP + FORWARD
    CASES[f"keys_{name.lower()}"] = made + KEYS
SCHEDULERS = {
    "LinearLR": "",
    "ConstantLR": ", factor=0.5",
    "OneCycleLR": ", max_lr=1.0, total_steps=10",
    "StepLR": ", 3",
    "ExponentialLR": ", 0.9",
    "CosineAnnealingLR": ", 10",
    "MultiStepLR": ", [2, 4]",
    "PolynomialLR": "",
    "CosineAnnealingWarmRestarts": ", 10",
    "CyclicLR": ", 0.01, 0.1",
    "ReduceLROnPlateau": "",
    "MultiplicativeLR": ", lambda e: 0.5",
}
for name, rest in SCHEDULERS.items():
    made = "        o = torch.optim.SGD([self.w], 0.1, momentum=0.9)\n"
    made += f"        s = torch.optim.lr_scheduler.{name}(o{rest})\n"
    CASES[f"lr_{name.lower()}"] = PARAMETER + made + RATE + FORWARD

# Bodies of enums, and a number that tells what they made: members are told from functions and names of one's own.
ENUM = "import enum\nimport functools\nfrom enum import Enum, IntEnum, StrEnum, auto, member, nonmember\n\n\n"
COUNT = "len(list({0})) * 100 + len({0}.__members__) * 10"
ENUMS = {
    "own_auto": ("Enum", "def auto(): return 99\na = auto()\nb = 3", "K.a.value"),
    "own_member": ("Enum", "def member(x): return x + 1\na = member(3)", "K.a.value"),
    "own_lambda": ("Enum", "nonmember = lambda x: x + 1\na = nonmember(3)\nb = 5", "K.a.value"),
    "renamed": ("Enum", "a = other()\nb = kept(7)\nc = enum.auto()", "K.c.value + K.b"),
    "decorated": ("Enum", "@member\ndef f(x): return x * 3\nc = 2", "K.f.value(2)"),
    "inner_class": ("Enum", "class In:\n    size = 4\nc = 2", "K.In.size"),
    "kept_class": ("Enum", "@nonmember\nclass In:\n    size = 4\nc = 2", "K.In.size"),
    "two_targets": ("Enum", "a = b = auto()\nc = auto()", "K.b.value + K.c.value"),
    "pairs": ("Enum", "p, q = 8, 9\nr = auto()", "K.r.value"),
    "annotated": ("Enum", "x: int = 3\ny: int", "K.x.value"),
    "in_branch": ("Enum", "if True: w = 5\nv = auto()", "K.v.value"),
    "of_name": ("Enum", "c = auto()\nc2 = c\nd = auto()", "K.c2.value + K.d.value"),
    "in_tuple": ("Enum", "v = (auto(), 3)\nw = 4", "K.v.value[0]"),
    "floating": ("Enum", "a = 1.5\nb = auto()", "K.b.value"),
    "falling": ("Enum", "a = 3\nb = 1\nc = auto()", "K.c.value"),
    "negative": ("Enum", "a = -5\nb = auto()", "K.b.value"),
    "of_bool": ("Enum", "a = True\nb = auto()", "K.b.value"),
    "member_auto": ("Enum", "a = member(auto())\nb = auto()", "K.b.value"),
    "callables": ("Enum", "a = nonmember\nb = member\nc = auto", "0"),
    "computed": ("Enum", "a = 1\nb = a + 1\nc = auto()", "K.c.value"),
    "lambdas": ("Enum", "a = 1\nf = lambda self: 3", "K.a.f()"),
    "private": ("Enum", "__x = 5\n_y = 6\na = 1", "K._y.value"),
    "equal_kinds": ("Enum", "a = True\nb = 1\nc = 1.0", "0"),
    "generated": (
        "Enum",
        "def _generate_next_value_(name, start, count, last): return count * 10 + start\na = auto()\nb = auto()",
        "K.b.value",
    ),
    "of_float": ("float, Enum", "a = 1\nb = 2", "K.b.value"),
    "of_str": ("str, Enum", "a = auto()\nb = 'x'", "len(K.a.value)"),
    "str_enum": ("StrEnum", "ABC = auto()\nb = 'x'", "len(K.ABC.value)"),
    "int_enum": ("IntEnum", "a = auto()\nb = auto()", "K.b * 2"),
    "library_function": ("Enum", "a = F.relu\nb = F.mse_loss\nc = 2", "0"),
    "library_builtin": ("Enum", "a = torch.relu\nb = F.gelu\nc = max\nd = torch.cat", "0"),
    "library_python": ("Enum", "a = torch.einsum\nb = F.sigmoid\nc = nn.init.zeros_\nd = torch.split", "0"),
    "library_class": ("Enum", "a = nn.ReLU\nb = torch.float32\nc = int", "0"),
    "library_method": ("Enum", "a = torch.Tensor.add\nb = str.upper\nc = 2", "0"),
    "library_operator": ("Enum", "a = torch.ops.aten.add.Tensor\nc = 2", "0"),
    "defined_again": ("Enum", "a = 1\na = 2", "0"),
    "method_again": ("Enum", "a = 1\ndef a(self): pass", "0"),
    "no_increment": ("Enum", "a = 'x'\nb = auto()", "0"),
    "reserved": ("Enum", "_x_ = 5\na = 1", "0"),
}
for name, (base, body, told) in ENUMS.items():
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    made = "from enum import auto as other, nonmember as kept\n\n\n" if name == "renamed" else ""
    text = f"class K({base}):\n{lines}\n\nN = {COUNT.format('K')} + {told}\n\n\n"
    CASES[f"enum_{name}"] = (
        ENUM + made + text + "class Net(nn.Module):\n    def forward(self, x):\n        return x * N\n"
    )

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        end = "" if "torch.export.export" in body else "\n\ntorch.export.export(Net(), (torch.randn(2, 3),))\n"
        f.write((json.dumps({"name": name, "source": HEAD + body + end}) + "\n").encode())
