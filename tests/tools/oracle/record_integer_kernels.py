"""Records what PyTorch computes with integers and booleans where the samples of the operators have floating tensors, and
with other numbers in the places of numbers: which kernels take them, which numbers fit, and what comes of it.

  python3 record_integer_kernels.py ../../data/ops/recorded.json OUT.jsonl.gz [floats]          (with both versions)

Each sample runs with its tensors in each integer dtype; then, in float64, uint8 and int64, with each of its numbers
replaced by 300, -1, 2**40, 2.5, 1e10 and True. With `floats`, in float16, bfloat16 and float32, with each number in the
place of a Scalar or a float replaced by what half precision or float32 does not hold: `float_numbers`. A sample has a
process of its own: some of these calls end PyTorch."""

import gzip
import json
import math
import os
import re
import signal
import sys

import record_ops as ops
import torch

torch.backends.mkldnn.enabled = False
DTYPES = {"uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "b8"}
SHORT = DTYPES | {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
SHORT |= {"complex64": "c64", "complex128": "c128"}
NUMBERS = [("i", 300), ("i", -1), ("i", 2**40), ("f", 2.5), ("f", 1e10), ("b", True)]
FLOATS = ["float16", "bfloat16", "float32"]
LARGE = [("i", 70000), ("f", -70000.5), ("f", 1e10), ("f", 1e39), ("i", 2**61), ("f", math.inf), ("b", True)]
# Places of numbers that no sample has, V: t0 and t1 are vectors, t2 and t3 matrices, i0 two indices, b0 two booleans.
PLACES = """add.Scalar(t0, 2, V)|sub.Scalar(t0, 2, V)|rsub.Scalar(t0, 2, V)|rsub.Scalar(t0, V, 1)|add.Tensor(t0, t1, alpha=V)
sub.Tensor(t0, t1, alpha=V)|rsub.Tensor(t0, t1, alpha=V)|subtract.Scalar(t0, 2, V)|subtract.Tensor(t0, t1, alpha=V)
add.Scalar(t0, 2.5, V)|sub.Scalar(t0, 2.5, V)|renorm.default(t2, 2, 0, V)|index_fill.int_Scalar(t0, 0, i0, V)
scatter.value_reduce(t0, 0, i0, V, reduce='add')|_unsafe_masked_index.default(t0, b0, [i0], V)
threshold.default(t0, V, 0)|threshold.default(t0, 0, V)|hardtanh.default(t0, 0, V)|hardtanh.default(t0, V, 1e300)
celu.default(t0, V)|isin.Tensor_Scalar(t0, V)|isin.Scalar_Tensor(V, t0)|trapezoid.dx(t0, dx=V)
cumulative_trapezoid.dx(t0, dx=V)|special_xlog1py.other_scalar(t0, V)|float_power.Tensor_Scalar(t0, V)
linspace.Tensor_Scalar(s0, V, 3, dtype=torch.float16)|linspace.Scalar_Tensor(V, s0, 3, dtype=torch.float16)
nan_to_num.default(t0, V)|threshold_backward.default(t0, t1, V)|floor_divide.Scalar(t0, V)|remainder.Scalar(t0, V)
remainder.Scalar_Tensor(V, t0)|logit_backward.default(t0, t1, V)|huber_loss.default(t0, t1, 1, V)
_pad_packed_sequence.default(t2, n0, False, V, 2)|where.ScalarOther(b0, t0, V)|where.ScalarSelf(b0, V, t0)
addbmm.default(t2, q0, q1, beta=V)|addbmm.default(t2, q0, q1, alpha=V)|addmv.default(t0, t2, t1, beta=V)
addr.default(t2, t0, t1, beta=V)|addr.default(t2, t0, t1, alpha=V)|baddbmm.default(q0, q0, q1, beta=V)
_addmm_activation.default(t2, t2, t3, beta=V)|addmm.default(t2, t2, t3, beta=V)|addcmul.default(t0, t0, t1, value=V)
elu.default(t0, V, 1, 1)|elu.default(t0, 1, V, 1)|elu.default(t0, 1, 1, V)|leaky_relu.default(t0, V)
softplus.default(t0, V)|softplus.default(t0, 1, V)|mish.default(t0)|hinge_embedding_loss.default(t0, t1, V)
margin_ranking_loss.default(t0, t1, t1, V)|cosine_embedding_loss.default(t2, t3, t0, V)
triplet_margin_loss.default(t2, t3, t2, V)|soft_margin_loss.default(t0, t1)|lerp.Scalar(t0, t1, V)
masked_fill.Scalar(t0, b0, V)|fill.Scalar(t0, V)|clamp_min.default(t0, V)|clamp.default(t0, None, V)
gradient.scalarint(t0, spacing=V)|full_like.default(t0, V, dtype=torch.int32)|full_like.default(t0, V)
new_full.default(t0, [2], V, dtype=torch.int8)|full_like.default(t0, V, dtype=torch.float64)"""
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
    if dtype in FLOATS:
        return t if t["dtype"] == "int64" else ops.encode(ops.tensor(t).to(getattr(torch, dtype)))
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


def large_variants(args, schema):
    """Floating tensors of each dtype, with a number that is too large for some of them."""
    types = [str(one.type) for one in schema.arguments]
    for base in (changed(args, dtype) for dtype in FLOATS):
        for i, arg in enumerate(base):
            if base == args or not any(word in types[i] for word in ("number", "Scalar", "float")):
                continue
            for kind, value in LARGE:
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
        text |= {"f": lambda v: repr(float(v))}
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
    given = plain(sample["args"])
    for args in large_variants(given, op._schema) if sys.argv[3:] == ["floats"] else variants(given):
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


def record_places(out):
    """The calls of PLACES, with tensors of each floating dtype."""
    for dtype in FLOATS:
        one = {name: torch.tensor(data, dtype=getattr(torch, dtype)) for name, data in OPERANDS.items()}
        one |= {"i0": torch.tensor([1, 0]), "b0": torch.tensor([True, False]), "n0": torch.tensor([1, 1])}
        for place in PLACES.replace("\n", "|").split("|"):
            for _, value in LARGE:
                text = re.sub(r"\bV\b", repr(value), place)
                names = list(dict.fromkeys(re.findall(r"\b[a-z]\d\b", text)))
                numbered = re.sub(r"\b[a-z]\d\b", lambda found: f"t{names.index(found[0])}", text)
                inputs = [ops.encode(one[name]) for name in names]
                row = {"call": numbered, "inputs": [x | {"dtype": SHORT[x["dtype"]]} for x in inputs]}
                try:
                    result = ops.outputs(eval(f"torch.ops.aten.{text}", {"torch": torch, "inf": math.inf}, one))
                    row["out"] = [encoded(r) for r in result]
                except Exception as e:
                    row["out"] = {"error": str(e).split("\n")[0]}
                out.write(json.dumps(row, default=str) + "\n")


OPERANDS = {"t0": [0.25, -1.5], "t1": [2.0, 0.75], "t2": [[0.5, -1.0], [2.0, 0.25]], "t3": [[1.5, 0.0], [-0.5, 1.0]]}
OPERANDS |= {"s0": 0.5, "q0": [OPERANDS["t2"]], "q1": [OPERANDS["t3"]]}


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
    if sys.argv[3:] == ["floats"]:
        with open(rows, "a") as out:
            record_places(out)
    lines = sorted({line for line in open(rows) if line.endswith("}\n")})
    with gzip.GzipFile(sys.argv[2], "wb", mtime=0) as out:
        out.write("".join(lines).encode())
    os.remove(rows)


if __name__ == "__main__":
    main()
