"""Writes which overload with out= belongs to which without, from the schemas of PyTorch: record_out_forms.py OUT.json

{"sum": {"python": true, "forms": {"dim_IntList": "IntList_out"}}}: both take the same arguments but for `out`, and give
one tensor; `python` says whether the function in Python has `out`, which its words about a wrong one show. Overloads of
named dimensions are left out. Recorded with 2.6 as data/ops/out_forms.json."""

import json
import sys

import torch


def arguments(schema):
    return [(one.name, str(one.type), one.kwarg_only) for one in schema.arguments if not one.is_out]


def outs(schema):
    return [(one.name, str(one.type)) for one in schema.arguments if one.is_out]


# Functions that look at what they are given before they look at `out`, and take it.
LATE = {"index_reduce", "linalg_multi_dot", "linalg_solve_triangular", "scatter_reduce", "special_polygamma"}
LATE |= {"add", "chain_matmul", "column_stack", "dstack", "hstack", "mul", "polygamma", "row_stack", "stack", "sub"}
LATE |= {"tensordot", "vstack"}


def function(packet):
    for front in ("linalg_", "fft_", "special_"):
        if packet.startswith(front):
            return getattr(getattr(torch._C, f"_{front[:-1]}"), packet, None)
    return getattr(torch._C._nn, packet, None) or getattr(torch._C._VariableFunctions, packet, None)


def in_python(packet):
    call, x = function(packet), torch.ones(2)
    for count in range(7) if call else ():
        for other in (x, 1):
            try:
                call(*[x][:count], *[other] * (count - 1), out=3)
            except Exception as error:
                text = str(error)
                if "unexpected" not in text and ("argument 'out'" in text or "Tensor out" in text):
                    return True
    return packet in LATE


by_packet = {}
for schema in torch._C._jit_get_all_schemas():
    space, packet = schema.name.split("::")
    if space == "aten" and "names" not in schema.overload_name and "Dimname" not in str(schema):
        by_packet.setdefault(packet, []).append(schema)
found = {}
for packet, schemas in sorted(by_packet.items()):
    for one in schemas:
        for other in schemas if outs(one) == [("out", "Tensor")] else ():
            if not outs(other) and arguments(one) == arguments(other):
                found.setdefault(packet, {})[other.overload_name or "default"] = one.overload_name
with open(sys.argv[1], "w") as file:
    file.write(
        "{\n"
        + ",\n".join(
            f'"{packet}": {json.dumps({"python": in_python(packet), "forms": forms})}'
            for packet, forms in found.items()
        )
        + "\n}\n"
    )
