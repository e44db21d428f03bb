"""Names of all operators of aten and prims, for core/engine/ops/table/torch_names.inc.

    torch record_operator_names.py torch_names.inc

Each entry is `library.name overload overload ...;`, in order; a call without an overload's name is `default`.
"""

import sys

import torch
import torch._inductor.inductor_prims  # noqa: F401  (each registers operators of prims)
import torch._prims  # noqa: F401
import torch._prims.rng_prims  # noqa: F401

WIDTH = 170


def entries():
    found = {}
    for full in torch._C._dispatch_get_all_op_names():
        library, rest = full.split("::")
        if library in ("aten", "prims"):
            name, _, overload = rest.partition(".")
            found.setdefault(f"{library}.{name}", set()).add(overload or "default")
    return [" ".join([name, *sorted(found[name])]) + ";" for name in sorted(found)]


def main():
    lines, line = [], ""
    for entry in entries():
        if line and len(line) + len(entry) > WIDTH:
            lines.append(line)
            line = ""
        line += entry
    lines.append(line)
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.writelines(f'"{one}"\n' for one in lines)


main()
