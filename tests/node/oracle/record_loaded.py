"""What a program that was saved and loaded again is decomposed to, and its module.   record_loaded.py OUT.jsonl.gz

With each PyTorch. A row has name, torch, archive (the JSON of the saved file), program (str of what was loaded), core
and empty (run_decompositions with the default table and with none) and module (print_readable of
ExportedProgram.module())."""

import gzip
import io
import json
import sys
import warnings
import zipfile

import torch
import torch.nn.functional as F
from torch import nn
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim, export, load, save

warnings.simplefilter("ignore")
OLD = torch.__version__.startswith("2.6")
x, n, m = torch.arange(12.0).view(4, 3), torch.tensor(2), torch.tensor(3)
ROWS = {0: Dim("a", min=2, max=64)}

# name: (forward, inputs, dynamic shapes)
PROGRAMS = {
    "item_computed": (
        "k = (x > 0).sum().item(); torch._check(k >= 0); torch._check(k <= 12); return x * k",
        (x,),
        None,
    ),
    "item_twice": (
        "a = n.item(); torch._check(a >= 0); torch._check(a <= 4); b = n.item(); return x[:a].sum() + torch.ones(a).sum() + b",
        (x, n),
        None,
    ),
    "items": (
        "a = n.item(); torch._check_is_size(a); torch._check(a <= 4); b = m.item(); torch._check_is_size(b); torch._check(b <= 9); return torch.zeros(a, b) + torch.ones(b), x * a",
        (x, n, m),
        None,
    ),
    "nonzero_twice": ("return x.nonzero(), x.nonzero() + 1", (x,), None),
    "nonzero_computed": ("return (x > 0).nonzero().sum(0), x[x > 0]", (x,), None),
    "nonzero_and_mask": ("return x.nonzero(), torch.masked_select(x, x > 0)", (x,), None),
    "float_item": ("return x * n.float().item()", (x, n), None),
    "unique": ("return torch.unique(x.long().flatten()).shape[0] * x", (x,), None),
    "region_item": (
        "\n  with torch.no_grad():\n    k = n.item(); torch._check_is_size(k); torch._check(k <= 4); y = torch.ones(k, 3).sum(0)\n  return x + y",
        (x, n),
        None,
    ),
    "mixed": (
        "k = n.item(); torch._check_is_size(k); torch._check(k <= x.shape[0]); return x[:k] * 2, torch.zeros(x.shape[0] + k)",
        (x, n),
        (ROWS, None),
    ),
    "cond_item": (
        "k = n.item(); torch._check_is_size(k); torch._check(k <= 4); y = torch.ones(k).sum(); return torch.cond(x.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (x,)) + y",
        (x, n),
        None,
    ),
    "cat_sizes": (
        "z = torch.cat([x, n], 0); return z.reshape(z.shape[0] * z.shape[1]), z.shape[0]",
        (x, torch.ones(5, 3)),
        (ROWS, {0: Dim("b", min=2)}),
    ),
    "one_size": ("return x.view(x.shape[0] * 3), x + x.shape[0], x.t().contiguous()", (x,), (ROWS,)),
    "two_sizes": (
        "return x.view(x.shape[0], 1, x.shape[1]).sum(0), x * x.shape[1]",
        (x,),
        ({0: Dim("a", min=2, max=64), 1: Dim("b", min=2, max=64)},),
    ),
    "nearest": (
        "return F.interpolate(x[None, None, 0], scale_factor=2.0), F.interpolate(x[None], scale_factor=1.5, mode='linear')",
        (x,),
        None,
    ),
    "scan": ("return scan(lambda c, v: (c + v, c * v), torch.zeros(3), x)", (x,), None),
    "scan_back": ("return scan(lambda c, v: (c + v, (c * v).sin()), x[0], x, reverse=True)", (x,), None),
    "loop": ("return while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2), (n, x))", (x, n), None),
    "linear": ("return self.lin(x).relu() + self.count", (x,), None),
    "norm": ("self.count.add_(1); return self.bn(x)", (x,), None),
    "dead": ("a, b = torch.max(x, 1); c = x.sin(); return a * 2", (x,), None),
    "branches": ("return torch.cond(x.sum() > 0, lambda v: v.sin(), lambda v: v.cos() + 1, (x,))", (x,), None),
}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.lin, self.bn = nn.Linear(3, 3), nn.BatchNorm1d(3)
        self.register_buffer("count", torch.zeros(3))


def made(body, arguments):
    space = {"torch": torch, "F": F, "scan": scan, "while_loop": while_loop}
    line = body if body.startswith("\n") else f" {body}"
    exec(f"def forward(self, {', '.join('xnm'[:arguments])}):{line}", space)
    return type("Model", (Net,), {"forward": space["forward"]})().eval()


def program_of(saved):
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        name = next(
            name
            for name in archive.namelist()
            if name.endswith(("serialized_exported_program.json", "models/model.json"))
        )
        return archive.read(name).decode()


def row_of(name, body, inputs, dynamic, decomposed):
    ep = export(made(body, len(inputs)), inputs, dynamic_shapes=dynamic, strict=OLD)
    if decomposed:
        ep = ep.run_decompositions()
    file = io.BytesIO()
    save(ep, file)

    def fresh():
        return load(io.BytesIO(file.getvalue()))

    def text(make):
        try:
            return make()
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:300]

    return {
        "name": name + (".decomposed" if decomposed else ""),
        "torch": "2.6" if OLD else "2.14",
        "archive": program_of(file.getvalue()),
        "program": str(fresh()),
        "core": text(lambda: str(fresh().run_decompositions())),
        "empty": text(lambda: str(fresh().run_decompositions({}))),
        "module": text(lambda: fresh().module().print_readable(print_output=False)),
    }


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as out:
        for name, (body, inputs, dynamic) in PROGRAMS.items():
            for decomposed in (False, True):
                try:
                    row = row_of(name, body, inputs, dynamic, decomposed)
                except Exception as error:
                    print(name, decomposed, type(error).__name__, str(error)[:120].replace("\n", " "), flush=True)
                    continue
                out.write((json.dumps(row, separators=(",", ":")) + "\n").encode())


if __name__ == "__main__":
    main()
