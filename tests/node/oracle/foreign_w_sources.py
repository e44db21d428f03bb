"""Sources for record_exports.py: what set w of foreign_modules.json showed, one cause each: modules in lists and dicts
that are registered elsewhere too, __getattr__ of a class of one's own, numbers that torch.div() makes of numbers as
sizes, arrays of tensors, parsers of arguments, what catches warnings, the order of constants, lists of tensors as
indices.

foreign_w_sources.py OUT.jsonl.gz. Recorded as data/foreign_w_2.6.jsonl.gz and data/foreign_w_2.14.jsonl.gz."""

import gzip
import json
import sys

CASES = {
    "list_attr_of_registered": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.fcs = []
        for i in range(2):
            fc = nn.Linear(4, 4)
            setattr(self, f"fc{i}", fc)
            self.fcs.append(fc)
        self.last = nn.Linear(4, 1)

    def forward(self, x):
        for i, fc in enumerate(self.fcs):
            x = fc(x)
        return self.last(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "dict_attr_of_registered": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 4)
        self.two = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
        self.table = {"a": self.one, "b": self.two}
        self.pair = (self.two, self.one)

    def forward(self, x):
        x = self.table["b"](x)
        return self.pair[1](x) + self.one(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "attribute_before_list": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 4)
        self.two = nn.Linear(4, 4)
        self.all = [self.one, self.two]

    def forward(self, x):
        x = self.one(x)
        return self.all[1](self.all[0](x))


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "list_in_submodule": r"""import torch
import torch.nn as nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 2)
        self.b = nn.Linear(4, 3)
        self.heads = [self.a, self.b]

    def forward(self, x):
        return [head(x) for head in self.heads]


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.top = Heads()

    def forward(self, x):
        return self.top(self.body(x))


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "registered_behind_getattr": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner.forward(x).detach()

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)


torch.export.export(M(nn.Sequential(nn.Linear(4, 4), nn.Tanh())), (torch.randn(2, 4),))
""",
    "catch_warnings": r"""import warnings
import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(3, 1, 1)

    def forward(self, x):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            y = self.pool(x)
            return x + y


torch.export.export(M(), (torch.randn(1, 2, 4, 4),))
""",
    "numpy_of_tensor_in_init": r"""import numpy as np
import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self, adj):
        super().__init__()
        self.register_buffer("adj", torch.FloatTensor(adj))
        w = torch.arange(4).float().view(2, 2).numpy()
        self.register_buffer("w", torch.from_numpy(np.concatenate([w, w * 2], axis=0)))
        self.size = adj.shape[0]

    def forward(self, x):
        return (x @ self.adj).view(-1, self.size) @ self.w


torch.export.export(M((torch.eye(4) + 1).numpy()), (torch.randn(3, 4),))
""",
    "parser_of_arguments": r"""import argparse
import torch
import torch.nn as nn

parser = argparse.ArgumentParser(description="sizes")
parser.add_argument("--hidden-dim", type=int, default=8)
parser.add_argument("--rate", default="0.5", type=float)
parser.add_argument("--bias", action="store_true")
parser.add_argument("--sizes", nargs="+", type=int, default=[3, 4])
args = parser.parse_args(["--sizes", "2", "5", "--bias"])


class M(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.a = nn.Linear(args.sizes[1], args.hidden_dim, bias=args.bias)
        self.rate = args.rate

    def forward(self, x):
        return self.a(x) * self.rate


torch.export.export(M(args), (torch.randn(2, 5),))
""",
    "division_of_numbers": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        half = torch.div(x.shape[1], 2, rounding_mode="floor")
        return x.reshape(x.shape[0], 2, half)


torch.export.export(M(), (torch.randn(2, 8),))
""",
    "division_of_numbers_int": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        half = int(torch.div(x.shape[1], 2, rounding_mode="floor"))
        return x[:, :half] + x.view(2, 2, half)[:, 1]


torch.export.export(M(), (torch.randn(2, 8),))
""",
    "size_of_a_tensor_constant": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        n = torch.tensor(2)
        return x.view(2, n, 4).expand(2, n, 4)


torch.export.export(M(), (torch.randn(2, 8),))
""",
    "index_constant_and_complex_number": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.places = torch.tensor([0, 2])

    def forward(self, x):
        f = torch.fft.rfft(x, dim=1)
        mask = torch.ones_like(f)
        mask[:, self.places, :] = 0
        return torch.fft.irfft(f * mask, dim=1)


torch.export.export(M(), (torch.randn(2, 16, 3),))
""",
    "index_constant_and_number": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.places = torch.tensor([0, 2])

    def forward(self, x):
        mask = torch.ones_like(x)
        mask[:, self.places, :] = 0
        return x * mask


torch.export.export(M(), (torch.randn(2, 16, 3),))
""",
    "permutations_of_tensors": r"""import itertools
import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.orders = list(itertools.permutations(torch.arange(2)))

    def forward(self, x):
        return torch.stack([x[:, order, :].sum(-1) for order in self.orders])


torch.export.export(M(), (torch.randn(2, 2, 4),))
""",
    "numpy_patched": r"""import numpy as np
import torch
import torch.nn as nn

np.float = float
np.bool8 = bool


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("g", torch.from_numpy(np.arange(4, dtype=np.float)))

    def forward(self, x):
        return x + self.g


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "permutations_of_lists": r"""import itertools
import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        return torch.stack([x[list(order)].sum() for order in itertools.permutations([0, 1])])


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "simplefilter_alone": r"""import warnings
import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        warnings.simplefilter("ignore")
        return x + 1


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "catch_warnings_alone": r"""import warnings
import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        with warnings.catch_warnings():
            return x + 1


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "filterwarnings_alone": r"""import warnings
import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        warnings.filterwarnings("ignore", category=UserWarning)
        return x + 1


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "getattr_by_its_name": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1d(4)
        self.order = ("one", "norm", "act")

    def forward(self, x):
        for name in self.order:
            x = self.__getattr__(name)(x) if name != "act" else torch.relu(x)
        return x


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "first_parameter_by_a_function": r"""import torch
import torch.nn as nn


def first(m):
    return next(iter(m.parameters()))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.emb = nn.Embedding(3, 4)

    def forward(self, x, y):
        x = x + self.emb(y).to(first(self).device)
        return self.a(x)


torch.export.export(M(), (torch.randn(2, 4), torch.tensor([1, 2])))
""",
    "numpy_number_attribute": r"""import numpy as np
import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = np.sqrt(0.5)

    def forward(self, x):
        return x * self.scale


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "masked_rows_viewed": r"""import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, h, flat):
        rows = h.view(-1, 4)[flat == 1, :]
        return rows.view(-1, 2, 4, 1)


torch.export.export(M(), (torch.randn(2, 3, 4), torch.tensor([0, 0, 1, 0, 0, 1])))
""",
    "constant_in_a_function": r"""import torch
import torch.nn as nn


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.clone()
        out[out == 0] = 1
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad


class M(nn.Module):
    def forward(self, x):
        return Scaled.apply(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "values_of_modules": r"""import torch
import torch.nn as nn


class Steps(nn.Sequential):
    def forward(self, *given):
        for module in self._modules.values():
            given = module(*given) if isinstance(given, tuple) else module(given)
        return given


class Both(nn.Module):
    def forward(self, a, b):
        return torch.cat([a, b], dim=1)


torch.export.export(Steps(Both(), nn.Linear(4, 3)), (torch.randn(2, 2), torch.randn(2, 2)))
""",
    "range_of_numpy": r"""import numpy as np
import torch
import torch.nn as nn


class M(nn.Module):
    def forward(self, x):
        return x * torch.from_numpy(np.arange(4) / 5).float()


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "first_parameter_in_a_method": r"""import torch
import torch.nn as nn


def first(m):
    return next(iter(m.parameters()))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.emb = nn.Embedding(3, 4)

    def encoding(self, t):
        return t * torch.arange(4, device=first(self).device).float()

    def forward(self, x, t, y):
        t = self.encoding(t.unsqueeze(-1))
        return self.a(x + t + self.emb(y))


torch.export.export(M(), (torch.randn(2, 4), torch.ones(2), torch.tensor([1, 2])))
""",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": "fw_" + name, "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
