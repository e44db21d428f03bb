"""Records what PyTorch computes with integers and booleans where the samples of the operators have floating tensors, and
with other numbers in the places of numbers: which kernels take them, which numbers fit, and what comes of it.

  python3 record_integer_kernels.py ../../data/ops/recorded.json OUT.jsonl.gz          (with both versions)

Each sample runs with its tensors in each integer dtype; then, in float64, uint8 and int64, with each of its numbers
replaced by 300, -1, 2**40, 2.5, 1e10 and True. A sample has a process of its own: some of these calls end PyTorch."""

import gzip
import json
import math
import os
import signal
import sys

import record_ops as ops
import torch

torch.backends.mkldnn.enabled = False
DTYPES = {"uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "b8"}
SHORT = DTYPES | {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
SHORT |= {"complex64": "c64", "complex128": "c128"}
NUMBERS = [("i", 300), ("i", -1), ("i", 2**40), ("f", 2.5), ("f", 1e10), ("b", True)]
# Their results depend on chance, or on memory that nobody wrote.
LEFT_OUT = """rand dropout bernoulli multinomial normal uniform exponential cauchy geometric log_normal poisson binomial
empty new_empty native_dropout alpha_dropout feature_ random rrelu scaled_dot _scaled_dot _fused_sdp""".split()
# A size of 2**40 there would only say how much memory the machine has.
SIZED = """pad unfold repeat expand tril_indices triu_indices arange linspace logspace eye full zeros ones conv pool
upsample one_hot grid fold unflatten split chunk vander combin window stft roll narrow slice bucketize histc bincount
pixel new_ nonzero_static embedding_dense""".split()


def in_dtype(t, dtype):
    if t is None or t["dtype"] not in ("float64", "float32", "int64"):
        return t
    floats = t["dtype"] != "int64"

    def element(v):
        v = float(v)
        if not math.isfinite(v):
            return 3 % 2 if dtype == "bool" else 3
        out = int(round(abs(v) * 3)) if floats else int(v)
        return out % 2 if dtype == "bool" else abs(out) % 256 if dtype == "uint8" else out

    return {"dtype": dtype, "shape": t["shape"], "data": [element(v) for v in t["data"]]}


def changed(args, dtype):
    def one(arg):
        if arg and "t" in arg:
            return {"t": in_dtype(arg["t"], dtype)}
        return {"ts": [in_dtype(t, dtype) for t in arg["ts"]]} if arg and "ts" in arg else arg

    return [one(arg) for arg in args]


def plain(args):
    """Without strides: tensors that lie in rows."""

    def rows(t):
        return t and {k: v for k, v in t.items() if k != "strides"}

    def one(arg):
        if arg and "t" in arg:
            return {"t": rows(arg["t"])}
        return {"ts": [rows(t) for t in arg["ts"]]} if arg and "ts" in arg else arg

    return [one(arg) for arg in args]


def variants(args):
    for dtype in DTYPES:
        if (other := changed(args, dtype)) != args:
            yield other
    for base in (args, changed(args, "uint8"), changed(args, "int64")):
        for i, arg in enumerate(base):
            if not arg or next(iter(arg)) not in ("i", "f", "b"):
                continue
            for kind, value in NUMBERS:
                if arg != {kind: value}:
                    yield base[:i] + [{kind: value}] + base[i + 1 :]


def call_of(op, path, names, args):
    """The call as text, and its tensors as inputs."""
    inputs, parts, named = [], [], False
    schema = {a.name: a for a in op._schema.arguments}

    def tensor(t):
        if t is None:
            return "None"
        inputs.append({"dtype": SHORT[t["dtype"]], "shape": t["shape"], "data": t["data"]})
        return f"t{len(inputs) - 1}"

    for name, arg in zip(names, args):
        ((kind, value),) = arg.items() if arg else (("none", None),)
        named = named or schema[name].kwarg_only
        if kind == "none" and named and schema[name].has_default_value():
            continue
        text = {"t": tensor, "ts": lambda v: f"[{', '.join(map(tensor, v))}]", "dtype": lambda v: f"torch.{v}"}
        text |= {"f": lambda v: repr(float(v)) if math.isfinite(float(v)) else f"float('{v}')"}
        parts.append((f"{name}=" if named else "") + text.get(kind, repr)(value))
    return f"{path.removeprefix('torch.ops.aten.')}({', '.join(parts)})", inputs


def encoded(value):
    if isinstance(value, (list, tuple)):
        return [encoded(v) for v in value]
    if not isinstance(value, torch.Tensor):
        return {"value": value}
    whole = not (value.is_floating_point() or value.is_complex() or value.dtype == torch.bool)
    return [str(v) for v in value.reshape(-1).tolist()] if whole else ops.encode(value)["data"]


def record(sample, schema, out):
    path = sample["path"]
    op, seen = ops.overload(path), set()
    for args in variants(plain(sample["args"])):
        if any(a and "i" in a and a["i"] == 2**40 for a in args) and any(part in path for part in SIZED):
            continue
        call, inputs = call_of(op, path, ops.arg_names(schema), args)
        if (key := call + json.dumps(inputs)) in seen:
            continue
        seen.add(key)
        positional, named = ops.bound(op, schema, [ops.decode(a) for a in args])
        try:
            result = [encoded(r) for r in ops.outputs(op(*positional, **named))]
        except Exception as e:
            result = {"error": str(e).split("\n")[0]}
        row = json.dumps({"call": call, "inputs": inputs, "out": result}, default=str)
        if len(row) < 4000:
            out.write(row + "\n")


def main():
    data, rows = json.load(open(sys.argv[1])), "rows.tmp"
    open(rows, "w").close()
    for sample in data["samples"]:
        name = sample["path"].removeprefix("torch.ops.aten.")
        if name.startswith(tuple(LEFT_OUT)):
            continue
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
