"""Records what PyTorch says of operators on integers and booleans without elements (fake tensors), as a capture asks it:
dtype and sizes of the results, or the error.

  python3 record_fake_integers.py ../../data/ops/recorded.json OUT.jsonl.gz          (with both versions)

Each sample of the operators runs with its floating tensors in int64 and bool. A sample has a process of its own: some of
these calls end PyTorch."""

import gzip
import json
import logging
import os
import signal
import sys

import record_integer_kernels as kernels
import record_ops as ops
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv

SHORT = kernels.SHORT


def faked(mode, value):
    if isinstance(value, torch.Tensor):
        return mode.from_tensor(value)
    return [faked(mode, v) for v in value] if isinstance(value, list) else value


def told(value):
    if isinstance(value, (list, tuple)):
        return [told(v) for v in value]
    if not isinstance(value, torch.Tensor):
        return str(value)
    sizes = [int(v) if isinstance(v, int) else "?" for v in value.shape]
    return {"dtype": SHORT.get(str(value.dtype).removeprefix("torch."), str(value.dtype)), "shape": sizes}


def record(sample, schema, out):
    path, seen = sample["path"], set()
    op = ops.overload(path)
    given = kernels.plain(sample["args"])
    for dtype in ("int64", "bool"):
        args = kernels.changed(given, dtype)
        call, inputs = kernels.call_of(op, path, ops.arg_names(schema), args)
        if args == given or call + json.dumps(inputs) in seen:
            continue
        seen.add(call + json.dumps(inputs))
        positional, named = ops.bound(op, schema, [ops.decode(a) for a in args])
        mode = FakeTensorMode(shape_env=ShapeEnv(), static_shapes=True)
        try:
            with mode:
                results = op(*faked(mode, list(positional)), **{k: faked(mode, v) for k, v in named.items()})
            result = [told(one) for one in ops.outputs(results)]
        except Exception as e:
            result = {"error": str(e).split("\n")[0][:300]}
        inputs = [{"dtype": one["dtype"], "shape": one["shape"]} for one in inputs]
        row = json.dumps({"call": call, "inputs": inputs, "out": result}, default=str)
        if len(row) < 3000:
            out.write(row + "\n")


def main():
    logging.disable(logging.CRITICAL)
    data, rows = json.load(open(sys.argv[1])), "fake_rows.tmp"
    with FakeTensorMode() as mode:  # what its first use imports is there in each process
        torch.ops.aten.add.Tensor(mode.from_tensor(torch.ones(2)), mode.from_tensor(torch.ones(2)))
    open(rows, "w").close()
    for sample in data["samples"]:
        if (child := os.fork()) != 0:
            os.waitpid(child, 0)
            continue
        signal.alarm(20)
        try:
            with open(rows, "a") as out:
                record(sample, data["schemas"][sample["path"]], out)
        finally:
            os._exit(0)
    lines = sorted({line for line in open(rows) if line.endswith("}\n")})
    with gzip.GzipFile(sys.argv[2], "wb", mtime=0) as out:
        out.write("".join(lines).encode())
    os.remove(rows)


main()
