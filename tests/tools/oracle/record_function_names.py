"""Writes wasm/python/torch/_function_names.py from PyTorch: record_function_names.py OUT.py"""

import importlib
import inspect
import sys

import torch
import torch.nn.functional
from torch.fx.node import _get_qualified_name

HEAD = '''"""Functions and layers that PyTorch 2.6 has, by module (tests/tools/oracle/record_function_names.py).

A function is named as code of a graph names it: by its module's prefix and its name, else as name=path.
"""

'''
PREFIXES = {
    "torch": "torch.",
    "torch.nn.functional": "torch.nn.functional.",
    "torch._C._nn": "torch._C._nn.",
    "torch.functional": "torch.functional.",
    "torch.linalg": "torch._C._linalg.linalg_",
    "torch.fft": "torch._C._fft.fft_",
    "torch.special": "torch._C._special.special_",
}


def functions(module, prefix):
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or not inspect.isroutine(value) or "torch_function" in name:
            continue
        path = _get_qualified_name(value)
        yield name if path == prefix + name else f"{name}={path}"


# Modules of layers that Seesaw has none of.
QUANTIZED = ("torch.nn.intrinsic", "torch.nn.intrinsic.quantized", "torch.nn.qat", "torch.nn.quantized")


def layers(module):
    return [
        name
        for name, value in sorted(vars(module).items())
        if inspect.isclass(value) and issubclass(value, torch.nn.Module)
    ]


def lines(words):
    line = ""
    for word in words:
        if len(line) + len(word) >= 100:
            yield line + " "
            line = ""
        line = f"{line} {word}".strip()
    yield line


def write(out, indent, words):
    out.writelines(f'{indent}"{line}"\n' for line in lines(words))


with open(sys.argv[1], "w") as out:
    out.write(HEAD + "PREFIXES = {\n")
    out.writelines(f'    "{name}": "{prefix}",\n' for name, prefix in PREFIXES.items())
    out.write("}\n\nFUNCTIONS = {\n")
    for name, prefix in PREFIXES.items():
        module = torch._C._nn if name == "torch._C._nn" else eval(name)
        out.write(f'    "{name}": (\n')
        write(out, "        ", functions(module, prefix))
        out.write("    ),\n")
    out.write("}\n\nLAYERS = {\n")
    for name in ("torch.nn", *QUANTIZED):
        out.write(f'    "{name}": (\n')
        write(out, "        ", layers(importlib.import_module(name)))
        out.write("    ),\n")
    out.write("}\n")
