"""Records where PyTorch has the operators that Seesaw knows, under their own names: in torch, as a method, as a method
in place alone ("method_"), in torch.nn.functional, and there in place ("functional_").

  python3 record_surfaces.py names.txt ../../data/ops/surfaces.json       (PyTorch 2.6.0)

names.txt has the names of `seesaw ops --json`, without overloads, a line each."""

import json
import sys

import torch
import torch.nn.functional as F


def has(owner, name):
    return callable(getattr(owner, name, None))


def surfaces(name):
    method = has(torch.Tensor, name)
    found = [
        ("torch", has(torch, name)),
        ("method", method),
        ("method_", not method and not name.endswith("_") and has(torch.Tensor, name + "_")),
        ("functional", has(F, name)),
        ("functional_", has(F, name + "_")),
    ]
    return " ".join(word for word, there in found if there)


if __name__ == "__main__":
    names = sorted(open(sys.argv[1]).read().split())
    with open(sys.argv[2], "w") as f:
        f.write("{\n" + ",\n".join(f"{json.dumps(n)}: {json.dumps(surfaces(n))}" for n in names) + "\n}\n")
