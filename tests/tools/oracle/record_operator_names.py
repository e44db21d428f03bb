"""Writes NAMES of wasm/python/torch/_operator_names.py from PyTorch: record_operator_names.py OUT.py"""

import sys

import torch
import torch.ao.quantization.fx._decomposed  # registers quantized_decomposed

# Where the core has records of some operators: a pass compares with the others as well.
NAMESPACES = ("_c10d_functional", "aten", "inductor", "prims", "profiler", "quantized_decomposed")

HEAD = '''"""Names of operators that PyTorch 2.6 has, with their overloads (tests/tools/oracle/record_operator_names.py).

Graphs keep operators that the core has no record of; a pass may compare with them. Name:overload,overload; `default`
alone is left out.
"""

NAMES = {
'''


def names(namespace):
    found = {}
    for schema in torch._C._jit_get_all_schemas():
        owner, name = schema.name.split("::")
        if owner == namespace and hasattr(getattr(torch.ops, namespace), name):
            found.setdefault(name, set()).add(schema.overload_name or "default")
    return [name if sets == {"default"} else f"{name}:{','.join(sorted(sets))}" for name, sets in sorted(found.items())]


def lines(words):
    line = ""
    for word in words:
        if len(line) + len(word) >= 100:
            yield line + " "
            line = ""
        line = f"{line} {word}".strip()
        while len(line) > 100:
            cut = line.rfind(",", 0, 100) + 1
            yield line[:cut]
            line = line[cut:]
    yield line


with open(sys.argv[1], "w") as out:
    out.write(HEAD)
    for one in NAMESPACES:
        out.write(f'    "{one}": (\n')
        out.writelines(f'        "{line}"\n' for line in lines(names(one)))
        out.write("    ),\n")
    out.write("}\n")
