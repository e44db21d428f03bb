"""Sources for record_exports.py: what PyTorch asks of sizes as it captures, of sizes that dynamic_shapes tells and of
those that it finds by itself.

told_size_sources.py OUT.jsonl.gz. Recorded as data/told_sizes_2.6.jsonl.gz and told_sizes_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F
from torch.export import Dim


"""
CASES = {
    "check_sub": """class Net(nn.Module):
    def forward(self, x, y, z):
        torch._check(x.shape[0] == y.shape[0] + z.shape[0] - x.shape[1])
        return x.sum() + y.sum() + z.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(6, 3), torch.randn(4), torch.randn(5)),
                    dynamic_shapes=({0: D, 1: D}, {0: D}, {0: D}))
""",
    "check_sub2": """class Net(nn.Module):
    def forward(self, x, y, z):
        torch._check(x.shape[0] + 1 == y.shape[0] + z.shape[0])
        return x.sum() + y.sum() + z.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(8), torch.randn(4), torch.randn(5)), dynamic_shapes=({0: D}, {0: D}, {0: D}))
""",
    "eq_minus": """class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] == y.shape[0] - 3:
            return x.sum() + y.sum()
        return x.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5), torch.randn(8)), dynamic_shapes=({0: D}, {0: D}))
""",
    "eq_plus": """class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] == y.shape[0] + 3:
            return x.sum() + y.sum()
        return x.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(8), torch.randn(5)), dynamic_shapes=({0: D}, {0: D}))
""",
    "eq_half": """class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] * 2 == y.shape[0]:
            return x.sum() + y.sum()
        return x.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5), torch.randn(10)), dynamic_shapes=({0: D}, {0: D}))
""",
    "eq_half2": """class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] == 2 * y.shape[0]:
            return x.sum() + y.sum()
        return x.sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(10), torch.randn(5)), dynamic_shapes=({0: D}, {0: D}))
""",
    "min_three": """class Net(nn.Module):
    def forward(self, x, y):
        n = min(x.shape[0], y.shape[0], 100)
        return x[:n] + n


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5), torch.randn(7)), dynamic_shapes=({0: D}, {0: D}))
""",
    "max_three": """class Net(nn.Module):
    def forward(self, x, y):
        n = max(x.shape[0], 3, y.shape[0])
        return x + y.sum() + n


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5), torch.randn(7)), dynamic_shapes=({0: D}, {0: D}))
""",
    "min_dim": """class Net(nn.Module):
    def forward(self, x):
        n = min(x.shape[0], 10)
        return x[:n] * n


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "key_dict": """class Net(nn.Module):
    def forward(self, x):
        table = {5: 1.0, 6: 2.0}
        return x * table[x.shape[0]]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: D},))
""",
    "key_set": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] in {5, 6}:
            return x * 2
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: D},))
""",
    "key_store": """class Net(nn.Module):
    def forward(self, x):
        table = {}
        table[x.shape[0]] = 3.0
        return x * table[x.shape[0]]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: D},))
""",
    "key_get": """class Net(nn.Module):
    def forward(self, x):
        return x * {5: 2.0}.get(x.shape[0], 1.0)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: D},))
""",
    "key_tuple": """class Net(nn.Module):
    def forward(self, x):
        return x * {(5, 2): 2.0}.get(tuple(x.shape), 1.0)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 2),), dynamic_shapes=({0: D},))
""",
    "callable_cuda": """class Net(nn.Module):
    def forward(self, x):
        if callable(torch.cuda) or callable(torch.nn.functional) or callable(torch.linalg):
            return x * 2
        return x + 1


torch.export.export(Net(), (torch.randn(5),))
""",
    "keys_half": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0.5: torch.export.Dim.AUTO},))
""",
    "keys_text": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({"q": torch.export.Dim.AUTO},))
""",
    "keys_neg": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5, 4),), dynamic_shapes=({-1: torch.export.Dim.AUTO},))
""",
    "keys_big": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5, 4),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "keys_named": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5, 4),), dynamic_shapes=({2: torch.export.Dim("a")},))
""",
    "dim_min_float": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n", min=1.5)},))
""",
    "dim_max_text": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n", max="30")},))
""",
    "dim_auto_range": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim.AUTO(min=3, max=9)},))
""",
    "dim_dynamic_range": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim.DYNAMIC(max=9)},))
""",
    "dim_auto_range_out": """class Net(nn.Module):
    def forward(self, x):
        return x * 2


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim.AUTO(min=6)},))
""",
    "dim_auto_range_guard": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 4:
            return x * 2
        return x


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim.AUTO(min=3, max=9)},))
""",
    "truth_and": """class Net(nn.Module):
    def forward(self, x):
        y = x.shape[0] and x.shape[1]
        return x * y


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "truth_or": """class Net(nn.Module):
    def forward(self, x):
        y = (x.shape[0] - 5) or x.shape[1]
        return x * y


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "truth_bool": """class Net(nn.Module):
    def forward(self, x):
        return x * (2 if bool(x.shape[0] - 4) else 3)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "truth_not": """class Net(nn.Module):
    def forward(self, x):
        return x * (2 if not (x.shape[0] - 5) else 3)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "truth_while": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        while n - 2:
            x = x + n
            n = n - 1
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "list_index": """class Net(nn.Module):
    def forward(self, x):
        return x * [1.0, 2.0, 3.0][x.shape[0] - 4]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "list_slice": """class Net(nn.Module):
    def forward(self, x):
        out = x
        for f in [1.0, 2.0, 3.0][:x.shape[1] - 1]:
            out = out * f
        return out


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "list_times": """class Net(nn.Module):
    def forward(self, x):
        return torch.stack([x] * x.shape[1]).sum()


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "range_loop": """class Net(nn.Module):
    def forward(self, x):
        for i in range(x.shape[1]):
            x = x + i
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "range_any": """class Net(nn.Module):
    def forward(self, x):
        return x * any([x.shape[0] > 4, x.shape[1] > 4]) + all((x.shape[0] > 2, x.shape[1] > 2))


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "args_nested": """class Net(nn.Module):
    def forward(self, *args):
        return args[0] + args[1][0]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5), (torch.randn(5),)), dynamic_shapes=(({0: D}, ({0: D},)),))
""",
    "args_flat": """class Net(nn.Module):
    def forward(self, *args):
        return args[0] + args[1]


D = torch.export.Dim("b")
torch.export.export(Net(), (torch.randn(5), torch.randn(5)), dynamic_shapes={"args": ({0: D}, {0: D})})
""",
    "kwargs_spec": """class Net(nn.Module):
    def forward(self, x, **kwargs):
        return x + kwargs["y"]


D = torch.export.Dim("b")
torch.export.export(Net(), (torch.randn(5),), {"y": torch.randn(5)},
                    dynamic_shapes={"x": {0: D}, "kwargs": {"y": {0: D}}})
""",
    "kwargs_flat": """class Net(nn.Module):
    def forward(self, x, **kwargs):
        return x + kwargs["y"]


D = torch.export.Dim("b")
torch.export.export(Net(), (torch.randn(5),), {"y": torch.randn(5)}, dynamic_shapes={"x": {0: D}, "y": {0: D}})
""",
    "sum_mixed": """class Net(nn.Module):
    def forward(self, x, y, z):
        return torch.cat([x, y]) + z


torch.export.export(Net(), (torch.randn(3), torch.randn(4), torch.randn(7)),
                    dynamic_shapes=(
                        {0: torch.export.Dim("a")}, {0: torch.export.Dim.AUTO}, {0: torch.export.Dim.DYNAMIC}))
""",
    "sum_named": """class Net(nn.Module):
    def forward(self, x, y, z):
        return torch.cat([x, y]) + z


torch.export.export(Net(), (torch.randn(3), torch.randn(4), torch.randn(7)),
                    dynamic_shapes=(
                        {0: torch.export.Dim("a")}, {0: torch.export.Dim("b")}, {0: torch.export.Dim.DYNAMIC}))
""",
    "in_strict": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] in (5, 6, 7):
            return x * 2
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "in_strict2": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] not in [6, 7]:
            return x * 2
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "slice_bounds": """class Net(nn.Module):
    def forward(self, x):
        return x[3:], x[:4], x[:-2]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(7, 3),), dynamic_shapes=({0: D},))
""",
    "slice_bounds2": """class Net(nn.Module):
    def forward(self, x):
        return x[10:], x[:9], x[-9:]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(7, 3),), dynamic_shapes=({0: D},))
""",
    "str_size": """class Net(nn.Module):
    def forward(self, x):
        name = f"{x.shape[0]}"
        return x * (2 if name == "5" else 3)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D},))
""",
    "isinstance_size": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        return x * (2 if isinstance(n, int) else 3) + (1 if type(n) is int else 5)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D},))
""",
    "ask_n1": """class Net(nn.Module):
    def forward(self, x):
        return x * x.shape[1]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n2": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        return x * x.shape[1]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n3": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0]:
            return x * x.shape[1]
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n4": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 3:
            return x * x.shape[1]
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n5": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] - 5:
            return x
        return x * x.shape[1]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n6": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] == 5:
            return x * x.shape[1]
        return x


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n7": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0]:
            return x * x.shape[1]
        return x


D = torch.export.Dim("n")
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D},))
""",
    "ask_n8": """class Net(nn.Module):
    def forward(self, x):
        n = min(x.shape[0], 10)
        return x[:n] * n


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "ask_n9": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0] // 2
        return x[:n] * n


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "ask_n10": """class Net(nn.Module):
    def forward(self, x):
        n = max(x.shape[0] - 3, 1)
        return x[n:] * n


torch.export.export(Net(), (torch.randn(5),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "ask_n11": """class Net(nn.Module):
    def forward(self, x):
        return x[:-3], x[-3:], x[2:-2]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "ask_n12": """class Net(nn.Module):
    def forward(self, x):
        return x[:-9], x[-9:], x[2:-5], x[-8:-2]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "ask_n13": """class Net(nn.Module):
    def forward(self, x):
        return x[:-9], x[-9:], x[2:-5], x[-8:-2]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "ask_n14": """class Net(nn.Module):
    def forward(self, x):
        return x[3:], x[:4], x[:-2], x[-3:]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim("n", min=5, max=64)},))
""",
    "ask_n15": """class Net(nn.Module):
    def forward(self, x):
        out = []
        for f in [x] * x.shape[1]:
            out.append(f.sum())
        return torch.stack(out)


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n16": """class Net(nn.Module):
    def forward(self, x):
        return x.new_zeros([x.shape[1]] * 2) + (2,) * x.shape[1] == 0 if False else x * len("ab" * x.shape[1])


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n17": """class Net(nn.Module):
    def forward(self, x):
        return x * {"a": x.shape[0]}["a"] + [x.shape[0], 3][0]


D = torch.export.Dim.AUTO
torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes=({0: D, 1: D},))
""",
    "ask_n18": """class Net(nn.Module):
    def forward(self, x):
        d = {}
        d[[1]] = 2
        return x


torch.export.export(Net(), (torch.randn(5, 3),))
""",
    "ask_n19": """class Net(nn.Module):
    def forward(self, x):
        s = {(1, 2), (3, 4)}
        return x * len(s) + (2 if (1, 2) in s else 3)


torch.export.export(Net(), (torch.randn(5, 3),))
""",
    "ask_n20": """class Net(nn.Module):
    def forward(self, x):
        cache = {x: 2.0}
        return x * cache[x]


torch.export.export(Net(), (torch.randn(5, 3),))
""",
    "ask_n21": """class Net(nn.Module):
    def forward(self, x):
        a = isinstance(x.shape[0], int)
        b = isinstance(x.shape[0], torch.SymInt)
        c = isinstance(x.shape[0] / 2, float)
        d = isinstance(x.shape[0] > 2, bool)
        return x * (1 + a + 2 * b + 4 * c + 8 * d)


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim("n", min=5, max=64)},))
""",
    "cut_a1": """class Net(nn.Module):
    def forward(self, x):
        return x[3:]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a2": """class Net(nn.Module):
    def forward(self, x):
        return x[:-3]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a3": """class Net(nn.Module):
    def forward(self, x):
        return x[-3:]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a4": """class Net(nn.Module):
    def forward(self, x):
        return x[2:-2]


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a5": """class Net(nn.Module):
    def forward(self, x):
        return x[2:-2] + 1


torch.export.export(Net(), (torch.randn(7),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a6": """class Net(nn.Module):
    def forward(self, x):
        return x[:, 2:-2].sum()


torch.export.export(Net(), (torch.randn(3, 7),), dynamic_shapes=({1: torch.export.Dim.AUTO},))
""",
    "cut_a7": """class Net(nn.Module):
    def forward(self, x):
        return x[3:]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a8": """class Net(nn.Module):
    def forward(self, x):
        return x[3:]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=4)},))
""",
    "cut_a9": """class Net(nn.Module):
    def forward(self, x):
        return x[:3]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "cut_a10": """class Net(nn.Module):
    def forward(self, x):
        return x[:3]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a11": """class Net(nn.Module):
    def forward(self, x):
        return x[: x.shape[0] // 2]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a12": """class Net(nn.Module):
    def forward(self, x):
        return x[x.shape[0] // 2 :]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a13": """class Net(nn.Module):
    def forward(self, x):
        return x[: x.shape[0] - 1]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a14": """class Net(nn.Module):
    def forward(self, x):
        return x[1:-1]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a15": """class Net(nn.Module):
    def forward(self, x):
        return x[1:-1]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a16": """class Net(nn.Module):
    def forward(self, x):
        return x[::2], x[1::2]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a17": """class Net(nn.Module):
    def forward(self, x, y):
        return x[: y.shape[0]]


torch.export.export(Net(), (torch.randn(7, 2), torch.randn(5)),
                    dynamic_shapes=(
                        {0: torch.export.Dim("n", min=3, max=64)}, {0: torch.export.Dim("m", min=3, max=64)}))
""",
    "cut_a18": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("pe", torch.zeros(100, 2))

    def forward(self, x):
        return x + self.pe[: x.shape[0]]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "cut_a19": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("pe", torch.zeros(100, 2))

    def forward(self, x):
        return x + self.pe[: x.shape[0]]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", max=100)},))
""",
    "cut_a20": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("pe", torch.zeros(100, 2))

    def forward(self, x):
        return x + self.pe[: x.shape[0]]


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "cut_a21": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16))

    def forward(self, x):
        t = x.shape[-1]
        return x.masked_fill(self.mask[:, :, :t, :t] == 0, 0.0)


torch.export.export(Net(), (torch.randn(2, 3, 7, 7),),
                    dynamic_shapes=({2: torch.export.Dim("t", max=16), 3: torch.export.Dim("t", max=16)},))
""",
    "cut_a22": """class Net(nn.Module):
    def forward(self, x):
        a, b = x.chunk(2, dim=0)
        return a, b


torch.export.export(Net(), (torch.randn(8, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a23": """class Net(nn.Module):
    def forward(self, x):
        return x.narrow(0, 1, x.shape[0] - 2)


torch.export.export(Net(), (torch.randn(8, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a24": """class Net(nn.Module):
    def forward(self, x):
        return x[-1], x[0], x.select(0, 1)


torch.export.export(Net(), (torch.randn(8, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=1, max=64)},))
""",
    "cut_a25": """class Net(nn.Module):
    def forward(self, x):
        return x[-1], x[3]


torch.export.export(Net(), (torch.randn(8, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=1, max=64)},))
""",
    "cut_a26": """class Net(nn.Module):
    def forward(self, x):
        return x[: x.shape[0] // 2] * 2


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "cut_a27": """class Net(nn.Module):
    def forward(self, x):
        return torch.roll(x, 1, 0)


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a28": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 5:
            return x + 1
        return x


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "cut_a29": """class Net(nn.Module):
    def forward(self, x):
        return F.pad(x, (0, 0, 0, 10 - x.shape[0]))


torch.export.export(Net(), (torch.randn(7, 2),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=8)},))
""",
    "cut_a30": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 2), F.unfold(x, 3), F.avg_pool2d(x, 3)


torch.export.export(Net(), (torch.randn(1, 2, 8, 9),), dynamic_shapes=({2: torch.export.Dim("n", min=3, max=64)},))
""",
    "pool_p1": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 2, ceil_mode=True)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({2: torch.export.Dim("n", min=3, max=64)},))
""",
    "pool_p2": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 2, ceil_mode=True)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p3": """class Net(nn.Module):
    def forward(self, x):
        return F.avg_pool2d(x, 3, 2, 1, ceil_mode=True)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p4": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 3, 1, 1)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({2: torch.export.Dim("n", min=3, max=64)},))
""",
    "pool_p5": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 2)


torch.export.export(Net(), (torch.randn(1, 2, 8, 9),),
                    dynamic_shapes=({2: torch.export.Dim.AUTO, 3: torch.export.Dim.AUTO},))
""",
    "pool_p6": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool1d(x, 2), F.max_pool3d(x[:, :, None, None], (1, 1, 2)), F.avg_pool1d(x, 3)


torch.export.export(Net(), (torch.randn(1, 2, 9),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p7": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool1d(x, 2)


torch.export.export(Net(), (torch.randn(1, 2, 9),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p8": """class Net(nn.Module):
    def forward(self, x):
        return F.avg_pool3d(x, 2, ceil_mode=True), F.max_pool3d(x, 2, ceil_mode=True)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9, 8),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p9": """class Net(nn.Module):
    def forward(self, x):
        return F.max_pool2d(x, 2, stride=2, padding=1, dilation=2), F.lp_pool2d(x, 2, 2)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "pool_p10": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1)

    def forward(self, x):
        return F.max_pool2d(self.conv(x).relu(), 2)


torch.export.export(Net(), (torch.randn(1, 2, 8, 8),),
                    dynamic_shapes=(
                        {2: torch.export.Dim("h", min=4, max=64), 3: torch.export.Dim("w", min=4, max=64)},))
""",
    "pool_p11": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1)

    def forward(self, x):
        return F.max_pool2d(self.conv(x).relu(), 2)


H = torch.export.Dim("h", min=4, max=64)
torch.export.export(Net(), (torch.randn(1, 2, 8, 8),), dynamic_shapes=({2: 2 * H, 3: 2 * H},))
""",
    "pool_p12": """class Net(nn.Module):
    def forward(self, x):
        return torch.cdist(x, x)


torch.export.export(Net(), (torch.randn(9, 8),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "pool_p13": """class Net(nn.Module):
    def forward(self, x):
        return torch.cdist(x, x), torch.cdist(x, x, 1.0), torch.cdist(x, x, compute_mode="donot_use_mm_for_euclid_dist")


torch.export.export(Net(), (torch.randn(30, 8),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "pool_p14": """class Net(nn.Module):
    def forward(self, x):
        return F.conv_transpose2d(x, torch.ones(2, 3, 2, 2), stride=2), F.fold(F.unfold(x, 2), (9, 9), 2)


torch.export.export(Net(), (torch.randn(1, 2, 9, 9),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
""",
    "again_d1": """class Net(nn.Module):
    def forward(self, x):
        a = x.view(x.shape[0] * 2, 4)
        b = x.view(x.shape[0] * 2, 4)
        return a * b * 0.5


torch.export.export(Net(), (torch.randn(5, 8),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "again_d2": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        a = x.view(n * 2, 4)
        b = x.view(n * 2, 4)
        c = x.view(n * 2, 4)
        return a * b * 0.5 * c


torch.export.export(Net(), (torch.randn(5, 8),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "again_d3": """class Net(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        m = n * 2
        a = x.view(m, 4)
        b = x.view(m, 4)
        return a * b * 0.5


torch.export.export(Net(), (torch.randn(5, 8),), dynamic_shapes=({0: torch.export.Dim("n", min=3, max=64)},))
""",
    "again_d4": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 24)

    def forward(self, x):
        q, k, v = self.l(x).chunk(3, -1)
        q = q.reshape(q.shape[0], q.shape[1], 2, 4)
        k = k.reshape(k.shape[0], k.shape[1], 2, 4)
        return (q * k * 0.5).reshape(x.shape[0], -1)


torch.export.export(Net(), (torch.randn(2, 5, 8),),
                    dynamic_shapes=({0: torch.export.Dim("b", max=64), 1: torch.export.Dim("t", min=3, max=64)},))
""",
    "again_d5": """class Net(nn.Module):
    def forward(self, x):
        q = x.transpose(0, 1)
        a = q.reshape(q.shape[0], q.shape[1] * 2, 4)
        b = q.reshape(q.shape[0], q.shape[1] * 2, 4)
        return a * b * 0.5


torch.export.export(Net(), (torch.randn(2, 5, 8),),
                    dynamic_shapes=({0: torch.export.Dim("b", max=64), 1: torch.export.Dim("t", min=3, max=64)},))
""",
    "again_d6": """class Net(nn.Module):
    def forward(self, x):
        y = torch.cat([x, x])
        return y.view(y.shape[0], 8) * y.shape[0] + x.shape[0] * 2


torch.export.export(Net(), (torch.randn(5, 8),), dynamic_shapes=({0: torch.export.Dim("b", max=64)},))
""",
    "again_d7": """class Net(nn.Module):
    def forward(self, x):
        y = x[1:]
        return y.view(y.shape[0], 8) * y.shape[0] + (x.shape[0] - 1)


torch.export.export(Net(), (torch.randn(5, 8),), dynamic_shapes=({0: torch.export.Dim("b", min=3, max=64)},))
""",
    "number_i1": """class Net(nn.Module):
    def forward(self, x, y):
        return F.max_pool2d(x, 2, stride=y.shape[0])


torch.export.export(Net(), (torch.randn(2, 12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i2": """class Net(nn.Module):
    def forward(self, x, y):
        return F.max_pool2d(x, 2, stride=y.shape[0])


torch.export.export(Net(), (torch.randn(2, 12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim("n")}))
""",
    "number_i3": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.stack(x.chunk(y.shape[0]))


torch.export.export(Net(), (torch.randn(12, 2), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i4": """class Net(nn.Module):
    def forward(self, x, y):
        return x.unfold(0, y.shape[0], 1), torch.tril(x, y.shape[0]), x.diagonal(y.shape[0] - 1)


torch.export.export(Net(), (torch.randn(12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i5": """class Net(nn.Module):
    def forward(self, x, y):
        return x.softmax(y.shape[0] - 2), x.sum(y.shape[0] - 2)


torch.export.export(Net(), (torch.randn(12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i6": """class Net(nn.Module):
    def forward(self, x, y):
        return x.kthvalue(y.shape[0])[0], x.topk(y.shape[0])[0]


torch.export.export(Net(), (torch.randn(12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i7": """class Net(nn.Module):
    def forward(self, x):
        return F.conv1d(x, torch.ones(2, 2, 3), padding=x.shape[2] - 1)


torch.export.export(Net(), (torch.randn(1, 2, 6),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "number_i8": """class Net(nn.Module):
    def forward(self, x):
        return F.pixel_shuffle(x, 4294967296)


torch.export.export(Net(), (torch.randn(1, 4, 2, 2),))
""",
    "number_i9": """class Net(nn.Module):
    def forward(self, x):
        return x.repeat_interleave(torch.tensor([1, 2, 3]), dim=0)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "number_i10": """class Net(nn.Module):
    def forward(self, x, y):
        return F.adaptive_avg_pool2d(x, y.shape[0]), F.one_hot(torch.zeros(2, dtype=torch.int64), y.shape[0])


torch.export.export(Net(), (torch.randn(1, 2, 12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "number_i11": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.cat([x, x], y.shape[0] - 3), x.transpose(y.shape[0] - 3, 1), x.unsqueeze(y.shape[0] - 3)


torch.export.export(Net(), (torch.randn(12, 12), torch.randn(3, 2)),
                    dynamic_shapes=(None, {0: torch.export.Dim.AUTO}))
""",
    "tryguard": """class Net(nn.Module):
    def forward(self, x):
        try:
            y = x[1:]
        except Exception:
            return x * 5
        return y + 1


torch.export.export(Net(), (torch.randn(5, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "later_error": """class Net(nn.Module):
    def forward(self, x):
        y = x[1:]
        return y @ torch.ones(5, 5)


torch.export.export(Net(), (torch.randn(5, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
""",
    "adagrad": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        opt = torch.optim.Adagrad(self.parameters())
        self.lr = opt.defaults["lr"]
        o2 = torch.optim.SGD(self.parameters(), lr=0.5)
        torch.optim.lr_scheduler.LambdaLR(o2, lambda e: 0.25)
        self.lr2 = o2.param_groups[0]["lr"]

    def forward(self, x):
        return self.l(x) * self.lr + self.lr2


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "popitem": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self._modules.popitem()

    def forward(self, x):
        for m in self.children():
            x = m(x)
        return x


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "clear": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self._modules.clear()
        self._modules.setdefault("fc", nn.Linear(3, 2))

    def forward(self, x):
        return self.fc(x)


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "bufset": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self._buffers["b"] = torch.ones(3)
        self._parameters["w"] = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return x * self.b * self.w


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "stale": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor(3)

    def forward(self, x):
        self.t.add_(1)
        return x * self.t.item()


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "fresh_item": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.tensor(3)

    def forward(self, x):
        y = x * self.t
        return y * self.t.item()


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "nested_index": """class Net(nn.Module):
    def forward(self, x):
        return x[[[0, 1], [1, 0]]], x[[[0, 1]]], x[[0, 1]]


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "eqkey": """class K:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v


class Net(nn.Module):
    def forward(self, x):
        try:
            d = {K(1): 2}
        except TypeError:
            return x * 3
        return x * d[K(1)]


torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "foldsym": """class Net(nn.Module):
    def forward(self, x):
        return F.fold(F.unfold(x, 2), (x.shape[2], x.shape[3]), 2)


torch.export.export(Net(), (torch.randn(1, 2, 6, 5),),
                    dynamic_shapes=({2: torch.export.Dim.AUTO, 3: torch.export.Dim.AUTO},))
""",
    "convt": """class Net(nn.Module):
    def forward(self, x):
        return F.conv_transpose1d(x, torch.ones(2, 2, 3), stride=2, padding=x.shape[2] - 5, output_padding=1)


torch.export.export(Net(), (torch.randn(1, 2, 6),), dynamic_shapes=({2: torch.export.Dim.AUTO},))
""",
    "negrange": """class Net(nn.Module):
    def forward(self, x, y):
        return torch.cat([x, x])[1:] + y


torch.export.export(Net(), (torch.randn(4), torch.randn(7)),
                    dynamic_shapes=({0: torch.export.Dim.AUTO}, {0: torch.export.Dim("n", min=4, max=64)}))
""",
    "toldnum": """class Net(nn.Module):
    def forward(self, x):
        for i in range(x.shape[0]):
            x = x + i
        return x


torch.export.export(Net(), (torch.randn(4),), dynamic_shapes=({0: torch.export.Dim("n", max=64)},))
""",
    "dynnum": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] == 4:
            return x + 1
        return x


torch.export.export(Net(), (torch.randn(4),), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},))
""",
}

# One expression of x, which is f32[n, 2] for an n from 3 to 64, and for one of at most 64.
EXPRESSIONS = {
    "add1": "x[1:] + 1",
    "mulxx": "x[1:] * x[1:]",
    "mulxy": "x[1:] * x[:-1]",
    "relu": "x[1:].relu()",
    "gelu": "F.gelu(x[1:])",
    "sum": "x[1:].sum()",
    "softmax": "x[1:].softmax(-1)",
    "linear": "F.linear(x[1:], torch.ones(3, 2))",
    "cat": "torch.cat([x[1:], x])",
    "layernorm": "F.layer_norm(x[1:], (2,))",
    "contig": "x[1:].contiguous()",
    "clone": "x[1:].clone()",
    "reshape": "x[1:].reshape(-1)",
    "view": "x[1:].view(-1)",
    "t": "x[1:].t() + 1",
    "tt": "x.t() + 1",
    "mm": "x[1:] @ torch.ones(2, 4)",
    "where": "torch.where(x[1:] > 0, x[1:], 0.0)",
    "cumsum": "x[1:].cumsum(0)",
    "flip": "x[1:].flip(0)",
    "expand": "x[1:].unsqueeze(1).expand(-1, 3, -1)",
    "eqs": "x[1:] == 0",
    "neg": "-x[1:]",
    "exp": "x[1:].exp()",
    "to": "x[1:].to(torch.float64)",
    "floatt": "x[1:].double().float()",
    "pow": "x[1:] ** 2",
    "addout": "x[1:].add_(1)",
    "dropout": "F.dropout(x[1:], 0.1, False)",
    "embed": "F.embedding(x[1:].long().abs() % 3, torch.ones(4, 5))",
    "stack": "torch.stack([x[1:], x[:-1]])",
    "mean": "x[1:].mean(0)",
    "col": "x[:, 1:] + 1",
    "diff": "x[1:] - x[:-1]",
    "pad": "F.pad(x, (0, 0, 1, 0))[1:]",
    "roll": "torch.roll(x, 1, 0)",
    "chunk": "x.chunk(2)[0] + 1",
    "split": "x.split(3)[0] + 1",
    "unfold": "x.unfold(0, 2, 1) + 1",
    "repeat": "x.repeat(2, 1) + 1",
    "tril": "torch.tril(x @ x.t())",
    "outer": "(x @ x.t()) + 1",
    "half": "x[: x.shape[0] // 2 + 1]",
    "idx": "x[torch.arange(x.shape[0] - 1)] + 1",
    "sel": "x[-1] + x[0]",
    "arange": "torch.arange(x.shape[0] - 1) + 1",
    "zeros": "torch.zeros(x.shape[0] - 1, 2) + 1",
    "newz": "x.new_zeros(x.shape[0] // 2, 2)",
    "pool": "F.max_pool1d(x.t()[None], 2)",
    "apool": "F.avg_pool1d(x.t()[None], 3)",
    "aapool": "F.adaptive_avg_pool1d(x.t()[None], 2)",
    "interp": "F.interpolate(x.t()[None], scale_factor=2.0)",
    "conv": "F.conv1d(x.t()[None], torch.ones(1, 2, 3))",
    "convs": "F.conv1d(x.t()[None], torch.ones(1, 2, 3), stride=2)",
    "viewsplit": "x.reshape(x.shape[0], 1, 2) + 1",
    "flat": "x.flatten() + 1",
    "resh2": "x.reshape(-1, 1)",
    "mul2": "x.view(-1)",
    "sdpa": "F.scaled_dot_product_attention(x[None, None], x[None, None], x[None, None])",
    "bmm": "torch.bmm(x[None], x.t()[None])",
    "ein": 'torch.einsum("ij,kj->ik", x, x)',
    "argmax": "x[1:].argmax(0)",
    "topk": "x.topk(2, 0)[0]",
    "sort": "x.sort(0)[0]",
    "gather": "x.gather(0, torch.zeros(1, 2, dtype=torch.int64))",
    "norm": "x[1:].norm()",
    "var": "x.var(0)",
    "std": "x[1:].std(0)",
    "bn": "F.batch_norm(x, torch.zeros(2), torch.ones(2), training=True)",
    "bn0": "F.batch_norm(x, torch.zeros(2), torch.ones(2))",
    "gn": "F.group_norm(x.t()[None], 2)",
    "ce": "F.cross_entropy(x, torch.zeros(x.shape[0], dtype=torch.int64))",
    "mse": "F.mse_loss(x[1:], x[:-1])",
    "lstm": "x.mean() + x.shape[0]",
    "cdist": "torch.cdist(x, x)",
    "triu": "torch.triu(torch.ones(x.shape[0], x.shape[0]), 1)",
    "maskfill": "(x @ x.t()).masked_fill(torch.tril(torch.ones(16, 16))[: x.shape[0], : x.shape[0]] == 0, 0.0)",
    "pe": "x + torch.ones(64, 2)[: x.shape[0]]",
    "pe2": "x + torch.ones(1, 64, 2)[:, : x.shape[0]]",
    "maskfill2": (
        "(x @ x.t()).masked_fill(torch.tril(torch.ones(1, 1, 64, 64))[:, :, : x.shape[0], : x.shape[0]] == 0, 0.0)"
    ),
}

# A module, an expression of x and self.m, the shape of x, and its dimensions.
MODULES = {
    "conv": ("nn.Conv2d(3, 4, 3, padding=1)", "self.m(x)", "1, 3, 8, 8", "{2: H, 3: W}"),
    "convs": ("nn.Conv2d(3, 4, 3, stride=2, padding=1)", "self.m(x)", "1, 3, 8, 8", "{2: H, 3: W}"),
    "convbn": (
        "nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU())",
        "self.m(x)",
        "1, 3, 8, 8",
        "{0: B, 2: H, 3: W}",
    ),
    "pool": (
        "nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.MaxPool2d(2))",
        "self.m(x)",
        "1, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "gap": (
        "nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 2))",
        "self.m(x)",
        "2, 3, 8, 8",
        "{0: B, 2: H, 3: W}",
    ),
    "gap2": ("nn.AdaptiveAvgPool2d((2, 3))", "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "up": ("nn.Upsample(scale_factor=2)", "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "upb": ('nn.Upsample(scale_factor=2, mode="bilinear")', "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "interp": (
        "nn.Identity()",
        'F.interpolate(x, size=x.shape[-2:], mode="bilinear", align_corners=False)',
        "2, 3, 8, 8",
        "{0: B, 2: H, 3: W}",
    ),
    "convt": ("nn.ConvTranspose2d(3, 4, 2, stride=2)", "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "unet": (
        "nn.Conv2d(3, 3, 3, stride=2, padding=1)",
        "x + F.interpolate(self.m(x), scale_factor=2.0)",
        "2, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "unet2": (
        "nn.ModuleList([nn.Conv2d(3, 3, 3, stride=2, padding=1), nn.ConvTranspose2d(3, 3, 2, stride=2)])",
        "torch.cat([x, self.m[1](self.m[0](x))], 1)",
        "2, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "padto": (
        "nn.Identity()",
        "F.pad(x, (0, 16 - x.shape[3], 0, 16 - x.shape[2]))",
        "2, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "padm": ("nn.Identity()", "F.pad(x, (0, (4 - x.shape[3] % 4) % 4))", "2, 3, 8, 7", "{3: W}"),
    "unshuf": ("nn.PixelUnshuffle(2)", "self.m(x)", "2, 3, 8, 8", "{2: H, 3: W}"),
    "shuf": ("nn.PixelShuffle(2)", "self.m(x)", "2, 4, 8, 8", "{2: H, 3: W}"),
    "patch": (
        "nn.Identity()",
        "x.reshape(x.shape[0], 3, x.shape[2] // 2, 2, x.shape[3] // 2, 2).permute(0, 2, 4, 1, 3, 5).flatten(1, 2)",
        "2, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "flat2": ("nn.Identity()", "x.flatten(2).transpose(1, 2)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "flatv": ("nn.Identity()", "x.view(x.size(0), -1)", "2, 3, 8", "{0: B, 2: W}"),
    "viewn": ("nn.Identity()", "x.view(-1, 3)", "2, 5, 3", "{0: B, 1: T}"),
    "linear": ("nn.Linear(8, 4)", "self.m(x)", "2, 5, 8", "{0: B, 1: T}"),
    "ln": ("nn.LayerNorm(8)", "self.m(x)", "2, 5, 8", "{0: B, 1: T}"),
    "lnchunk": ("nn.Linear(8, 24)", "sum(self.m(x).chunk(3, -1))", "2, 5, 8", "{0: B, 1: T}"),
    "mha": ("nn.MultiheadAttention(8, 2, batch_first=True)", "self.m(x, x, x)[0]", "2, 5, 8", "{0: B, 1: T}"),
    "mha2": (
        "nn.MultiheadAttention(8, 2)",
        "self.m(x, x, x, need_weights=False)[0]",
        "5, 2, 8",
        "{0: T, 1: B}",
    ),
    "tel": ("nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)", "self.m(x)", "2, 5, 8", "{0: B, 1: T}"),
    "lstm": ("nn.LSTM(8, 4, batch_first=True)", "self.m(x)[0]", "2, 5, 8", "{0: B}"),
    "gru": ("nn.GRU(8, 4)", "self.m(x)[0]", "5, 2, 8", "{1: B}"),
    "causal": (
        "nn.Linear(8, 8)",
        (
            "(self.m(x) @ x.transpose(1, 2)).masked_fill(torch.triu(torch.ones(x.shape[1], x.shape[1]), "
            '1).bool(), float("-inf")).softmax(-1) @ x'
        ),
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "causalbuf": (
        "nn.Linear(8, 8)",
        (
            "(self.m(x) @ x.transpose(1, 2)).masked_fill(torch.tril(torch.ones(16, 16))[: x.shape[1], : "
            'x.shape[1]] == 0, float("-inf")).softmax(-1) @ x'
        ),
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "heads": (
        "nn.Linear(8, 24)",
        "(lambda q: q.view(q.shape[0], q.shape[1], 3, 2, 4).permute(2, 0, 3, 1, 4))(self.m(x)).unbind(0)[0]",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "headsback": (
        "nn.Linear(8, 8)",
        "self.m(x).view(x.shape[0], -1, 2, 4).transpose(1, 2).contiguous().view(x.shape[0], x.shape[1], 8)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "headsresh": (
        "nn.Linear(8, 8)",
        "self.m(x).reshape(x.shape[0] * x.shape[1], 8).reshape(x.shape)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "sdpa": (
        "nn.Linear(8, 8)",
        "F.scaled_dot_product_attention(self.m(x)[:, None], x[:, None], x[:, None], is_causal=True)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "posemb": ("nn.Embedding(16, 8)", "x + self.m(torch.arange(x.shape[1]))", "2, 5, 8", "{0: B, 1: T}"),
    "posbuf": ("nn.Identity()", "x + torch.ones(1, 64, 8)[:, : x.size(1)]", "2, 5, 8", "{0: B, 1: T}"),
    "cls": (
        "nn.Identity()",
        "torch.cat([torch.zeros(1, 1, 8).expand(x.shape[0], -1, -1), x], 1)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "clspos": (
        "nn.Identity()",
        (
            "(torch.cat([torch.zeros(1, 1, 8).expand(x.shape[0], -1, -1), x], 1) + torch.ones(1, 64, 8)[:, : "
            "x.shape[1] + 1])[:, 0]"
        ),
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "last": ("nn.Identity()", "x[:, -1]", "2, 5, 8", "{0: B, 1: T}"),
    "first": ("nn.Identity()", "x[:, 0] + x.mean(1)", "2, 5, 8", "{0: B, 1: T}"),
    "shift": ("nn.Identity()", "F.pad(x[:, :-1], (0, 0, 1, 0))", "2, 5, 8", "{0: B, 1: T}"),
    "lossshift": (
        "nn.Identity()",
        (
            "F.cross_entropy(x[:, :-1].reshape(-1, 8), torch.zeros(x.shape[0], x.shape[1], "
            "dtype=torch.int64)[:, 1:].reshape(-1))"
        ),
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "rope": (
        "nn.Identity()",
        "torch.cat([-x[..., 4:], x[..., :4]], -1) * torch.arange(x.shape[1])[:, None].float().sin()",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "ropeo": (
        "nn.Identity()",
        "torch.outer(torch.arange(x.shape[1]).float(), torch.ones(4)).cos()[None] * x[..., ::2]",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "conv1": ("nn.Conv1d(8, 8, 3, padding=2)", "self.m(x)[:, :, : x.shape[-1]]", "2, 8, 5", "{0: B, 2: T}"),
    "conv1c": ("nn.Conv1d(8, 8, 3, padding=2)", "self.m(x)[:, :, :-2]", "2, 8, 5", "{0: B, 2: T}"),
    "conv1d2": ("nn.Conv1d(8, 8, 3, padding=2, dilation=2)", "x + self.m(x)", "2, 8, 5", "{0: B, 2: T}"),
    "glu": ("nn.Conv1d(8, 16, 1)", "F.glu(self.m(x), 1)", "2, 8, 5", "{0: B, 2: T}"),
    "normd": (
        "nn.Identity()",
        "F.normalize(x, dim=-1) @ F.normalize(x, dim=-1).transpose(1, 2)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "expandb": (
        "nn.Identity()",
        "x.unsqueeze(2).expand(-1, -1, 3, -1).reshape(x.shape[0], -1, 8)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "repint": ("nn.Identity()", "x.repeat_interleave(2, dim=1)", "2, 5, 8", "{0: B, 1: T}"),
    "repeat": ("nn.Identity()", "x.repeat(1, 2, 1)", "2, 5, 8", "{0: B, 1: T}"),
    "pairs": (
        "nn.Identity()",
        "torch.cat([x.unsqueeze(1).expand(-1, x.shape[1], -1, -1), x.unsqueeze(2).expand(-1, -1, x.shape[1], -1)], -1)",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "cumsum": (
        "nn.Identity()",
        "x.cumsum(1) / torch.arange(1, x.shape[1] + 1)[None, :, None]",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "topk": ("nn.Identity()", "x.topk(2, dim=1)[0]", "2, 5, 8", "{0: B, 1: T}"),
    "meanmask": (
        "nn.Identity()",
        "(x * (torch.arange(x.shape[1])[None, :, None] < 3)).sum(1) / x.shape[1]",
        "2, 5, 8",
        "{0: B, 1: T}",
    ),
    "gather": ("nn.Identity()", "x[torch.arange(x.shape[0]), x.sum(-1).argmax(1)]", "2, 5, 8", "{0: B, 1: T}"),
    "einsum": ("nn.Identity()", 'torch.einsum("btd,bsd->bts", x, x)', "2, 5, 8", "{0: B, 1: T}"),
    "scalef": ("nn.Identity()", "x / (x.shape[1] ** 0.5) + x.shape[0] * 2", "2, 5, 8", "{0: B, 1: T}"),
    "fold": ("nn.Unfold(2, stride=2)", "self.m(x)", "2, 3, 8, 8", "{2: H, 3: W}"),
    "gn": ("nn.GroupNorm(1, 3)", "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "inorm": ("nn.InstanceNorm2d(3)", "self.m(x)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "grid": (
        "nn.Identity()",
        'torch.stack(torch.meshgrid(torch.arange(x.shape[2]), torch.arange(x.shape[3]), indexing="ij"), -1)',
        "2, 3, 8, 8",
        "{2: H, 3: W}",
    ),
    "chan": ("nn.Identity()", "x.permute(0, 2, 3, 1).reshape(-1, 3)", "2, 3, 8, 8", "{0: B, 2: H, 3: W}"),
    "win": (
        "nn.Identity()",
        (
            "x.view(x.shape[0], x.shape[1] // 4, 4, x.shape[2] // 4, 4, 3).permute(0, 1, 3, 2, 4, "
            "5).contiguous().view(-1, 4, 4, 3)"
        ),
        "2, 8, 8, 3",
        "{1: H, 2: W}",
    ),
    "rollw": ("nn.Identity()", "torch.roll(x, (-1, -1), (1, 2))", "2, 8, 8, 3", "{1: H, 2: W}"),
    "even": (
        "nn.Identity()",
        "torch.cat([x[:, 0::2, 0::2], x[:, 1::2, 1::2]], -1)",
        "2, 8, 8, 3",
        "{1: H, 2: W}",
    ),
}
DIMENSIONS = {
    "n": 'B, T, H, W = (Dim(n, min=2, max=64) for n in "bthw")',
    "u": 'B, T, H, W = Dim("b"), Dim("t"), Dim("h"), Dim("w")',
    "a": "B = T = H = W = Dim.AUTO",
}

# Sizes that meet: an expression, the sizes of the examples, and what they are in turn.
MEETINGS = {
    "minus": ("x[1:] + y", (6, 5)),
    "minus2": ("x + y[1:]", (5, 6)),
    "twice": ("torch.cat([x, x]) + y", (3, 6)),
    "twice1": ("torch.cat([x, x, x[:1]]) + y", (3, 7)),
    "same": ("x + y", (5, 5)),
    "halves": ("x.view(2, -1)[0] + y", (8, 4)),
    "sum": ("torch.cat([x, y]) + z", (3, 4, 7)),
    "sumhead": ("torch.cat([x, y])[1:] + z", (3, 4, 6)),
}
NAMES = {
    "n": 'Dim("n")',
    "m": 'Dim("m")',
    "k": 'Dim("k")',
    "n3": 'Dim("n", min=3)',
    "n9": 'Dim("n", min=3, max=64)',
    "A": "Dim.AUTO",
    "D": "Dim.DYNAMIC",
}
PAIRS = [("n", "A"), ("A", "n"), ("n", "m"), ("n3", "A"), ("n9", "D"), ("D", "n9"), ("A", "D")]
TRIPLES = [
    ("n", "A", "A"),
    ("A", "n", "m"),
    ("n", "m", "k"),
    ("A", "A", "n"),
    ("n", "A", "k"),
    ("n9", "D", "A"),
    ("D", "A", "n9"),
]


def net(parameters, body, before=""):
    init = f"    def __init__(self):\n        super().__init__()\n        {before}\n\n" if before else ""
    return f"class Net(nn.Module):\n{init}    def forward(self, {parameters}):\n        return {body}\n\n\n"


def all_cases():
    yield from CASES.items()
    for name, body in EXPRESSIONS.items():
        for front, least in (("of_", "min=3, "), ("wide_", "")):
            dim = f'Dim("n", {least}max=64)'
            call = f"torch.export.export(Net(), (torch.randn(8, 2),), dynamic_shapes=({{0: {dim}}},))\n"
            yield front + name, net("x", body) + call
    for name, (module, body, shape, dims) in MODULES.items():
        for kind, made in DIMENSIONS.items():
            call = f"{made}\ntorch.export.export(Net(), (torch.randn({shape}),), dynamic_shapes=({dims},))\n"
            yield f"in_{name}_{kind}", net("x", body, f"self.m = {module}") + call
    for name, (body, sizes) in MEETINGS.items():
        examples = ", ".join(f"torch.randn({size})" for size in sizes)
        for told in PAIRS if len(sizes) == 2 else TRIPLES:
            dims = ", ".join("{0: %s}" % NAMES[one] for one in told)
            call = f"torch.export.export(Net(), ({examples},), dynamic_shapes=({dims},))\n"
            yield f"meet_{name}_{'_'.join(told)}", net(", ".join("xyz"[: len(sizes)]), body) + call


with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in all_cases():
        f.write((json.dumps({"name": "told_" + name, "source": HEAD + body}) + "\n").encode())
