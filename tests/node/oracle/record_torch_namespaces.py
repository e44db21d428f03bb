"""Which names modules have: what hasattr(torch, "compile") says. Run it with each PyTorch.

record_torch_namespaces.py OUT.json VERSION. OUT.json is data/torch_namespaces.json: its entry of VERSION is rewritten.
core/engine/capture/torch/torch_namespaces.inc is made from it by `node wasm/torch_namespaces.mjs --write`."""

import functools
import importlib
import inspect
import json
import pkgutil
import re
import sys
import types

MODULES = """
collections functools itertools math operator
torch torch.amp torch.autograd torch.backends torch.backends.cuda torch.backends.cudnn torch.backends.mps
torch.compiler torch.cpu torch.cuda torch.distributed torch.fft torch.func torch.jit torch.linalg torch.mps torch.nn
torch.nn.attention torch.nn.functional torch.nn.init torch.nn.utils torch.nn.utils.rnn torch.special torch.utils
torch.version torch.xpu
""".split()


def names_in(value):
    """What dir() lists without the names that every object has; of a module that wraps one, what that and its class have."""
    wrapped = getattr(value, "m", None)
    handed_on = dir(wrapped) + dir(type(value)) if isinstance(wrapped, types.ModuleType) else []
    return " ".join(sorted({*dir(value), *handed_on} - set(dir(object()))))


def found(module):
    """What a program sees by that name, which need not be what sys.modules holds."""
    first, *rest = module.split(".")
    return functools.reduce(getattr, rest, sys.modules[first])


def private_names_of_layers():
    """What classes of torch.nn have under a private name, and what their methods set."""
    import torch

    classes = [one for one in vars(torch.nn).values() if isinstance(one, type) and issubclass(one, torch.nn.Module)]
    names = {name for one in classes for name in dir(one)}
    for file in {inspect.getsourcefile(one) for one in classes}:
        with open(file, encoding="utf-8") as source:
            names.update(re.findall(r"self\.(_\w+)", source.read()))
    private = {name for name in names if name.startswith("_") and not (name.startswith("__") and name.endswith("__"))}
    return " ".join(sorted(private | {"__constants__", "__annotations__"}))


def submodules_of(module):
    """Modules in the folder of a package that nothing has imported: an import adds their names."""
    inside = {one.name for one in pkgutil.iter_modules(getattr(found(module), "__path__", []))}
    return " ".join(sorted(inside - set(dir(found(module)))))


def all_names():
    """Names of the modules, of the class torch.nn.Module, of a module that is made from it, and of layers.

    A capture imports more of PyTorch than `import torch`, and forward runs within one."""
    import torch
    import torch.export

    for strict in (False, True):
        torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),), strict=strict)
    for module in MODULES:
        importlib.import_module(module)
    record = {module: names_in(found(module)) for module in MODULES}
    record["layers of torch.nn"] = private_names_of_layers()
    record["importable"] = {module: names for module in MODULES if (names := submodules_of(module))}
    record["torch.nn.Module"] = names_in(torch.nn.Module)
    record["torch.nn.Module()"] = " ".join(sorted(vars(torch.nn.Module())))
    return record


def main():
    """Rewrites the entry of one version."""
    path, version = sys.argv[1:]
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
    except FileNotFoundError:
        record = {}
    record[version] = all_names()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1, sort_keys=True)
        file.write("\n")


main()
