"""Rows of the recordings of operators on one kind of dtype: a call, and its results or PyTorch's error; and the file
that they make.

rows.main(lambda recorded: {"samples": samples(recorded), "numbers": numbers()})      # SCRIPT recorded.json OUT.json
"""

import json
import sys
import warnings

import torch
import record_ops as ops

warnings.simplefilter("ignore")


def encode(t):
    return {
        "dtype": str(t.dtype)[6:],
        "shape": list(t.shape),
        "data": [ops.number(v) for v in t.to(torch.float64).reshape(-1).tolist()],
    }


def outcome(call):
    try:
        torch.manual_seed(0)
        return {"out": [encode(t) for t in call()]}
    except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError) as e:
        return {"error": [type(e).__name__, str(e).split("\nException raised")[0]]}


def case_of(path, schema, args):
    return {"path": path, "schema": schema, "args": args}


def recorded(case, inplace=False):
    op = ops.overload(case["path"])
    args = [ops.decode(a) for a in case["args"]]
    row = {"path": case["path"], "args": case["args"]}
    if not inplace:
        return row | outcome(lambda: ops.run(op, case, args))
    return row | {"inplace": True} | outcome(lambda: [ops.run(form_of(op), case, args)[0]])


def form_of(op):
    packet = op._schema.name.removeprefix("aten::")
    names = {"pow.Tensor_Scalar": "Scalar", "pow.Tensor_Tensor": "Tensor", "floor_divide.default": "Tensor"}
    return getattr(
        getattr(ops.aten, packet + "_"),
        names.get(f"{packet}.{op._overloadname or 'default'}", op._overloadname or "default"),
    )


def main(lists_of):
    file = json.load(open(sys.argv[1]))
    with open(sys.argv[2], "w") as out:
        out.write('{"pytorch":%s' % json.dumps(torch.__version__.split("+")[0]))
        for name, items in lists_of(file).items():
            out.write(',\n"%s":%s' % (name, ops.lines(items)))
        out.write("}\n")
