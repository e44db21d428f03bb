"""Records the strides of results for operands that lie in memory in other orders: python3 record_strides.py
recorded.json OUT.jsonl.gz

Samples are those of record_ops.py. Each tensor is laid in reversed order, with gaps, cut to one in a dimension,
repeated, channels last; a line is the operator, the arguments and the strides of each result (PyTorch 2.6.0).
tests/node/strides.test.js compares."""

import gzip
import json
import os
import sys
import warnings

import torch

import record_ops as record

warnings.simplefilter("ignore")
torch.set_num_threads(1)
SAMPLES = 4


def reversed_order(t):
    return t.permute(*reversed(range(t.dim()))).contiguous().permute(*reversed(range(t.dim())))


def rotated(t):
    order = [*range(1, t.dim()), 0]
    return t.permute(order).contiguous().permute([order.index(d) for d in range(t.dim())])


def gaps(t):
    wide = torch.zeros([2 * n for n in t.shape], dtype=t.dtype)
    out = wide[tuple(slice(None, None, 2) for _ in t.shape)]
    out.copy_(t)
    return out


def first_row(t):
    return t.narrow(0, 0, 1) if t.dim() else t


def last_column(t):
    return t.narrow(-1, t.shape[-1] - 1, 1) if t.dim() and t.shape[-1] else t


def repeated(t):
    return t.narrow(0, 0, 1).expand(t.shape) if t.dim() and t.shape[0] else t


def channels_last(t):
    return (
        t.contiguous(memory_format=torch.channels_last)
        if t.dim() == 4
        else t.contiguous(memory_format=torch.channels_last_3d)
        if t.dim() == 5
        else reversed_order(t)
    )


LAYOUTS = [
    [reversed_order],
    [reversed_order, None],
    [None, reversed_order],
    [rotated],
    [gaps],
    [lambda t: reversed_order(gaps(t))],
    [repeated],
    [repeated, None],
    [None, repeated],
    [channels_last],
    [channels_last, None],
]
# These change shapes: kernels that do not look whether shapes fit read what is not there, so they are for tensors of
# one shape.
CUTS = [
    [first_row],
    [lambda t: reversed_order(first_row(t))],
    [lambda t: first_row(reversed_order(t))],
    [last_column],
    [lambda t: last_column(reversed_order(t))],
]
# They look at more of the memory than the tensor shows.
WHOLE_MEMORY = "as_strided"


def laid(args, layout):
    """The first tensor in the first layout, all others in the last; in None they stay."""
    count, out = 0, []
    for arg in args:
        tensors = arg if isinstance(arg, list) else [arg]
        if not tensors or not all(isinstance(t, torch.Tensor) for t in tensors):
            out.append(arg)
            continue
        made = []
        for t in tensors:
            how = layout[min(count, len(layout) - 1)]
            count += 1
            made.append(how(t) if how and t.dim() else t)
        out.append(made if isinstance(arg, list) else made[0])
    return out


def encoded(arg, value):
    if isinstance(value, torch.Tensor):
        return {"t": {**record.encode(value), "strides": list(value.stride())}}
    if isinstance(value, list) and value and isinstance(value[0], torch.Tensor):
        return {"ts": [{**record.encode(t), "strides": list(t.stride())} for t in value]}
    return arg


def overload(path):
    _, _, space, name, variant = path.split(".")
    return getattr(getattr(getattr(torch.ops, space), name), variant)


def rows(sample):
    try:
        op = overload(sample["path"])
        args = [record.decode(a) for a in sample["args"]]
    except Exception:  # noqa: BLE001
        return
    seen = set()
    tensors = [t for a in args for t in (a if isinstance(a, list) else [a]) if isinstance(t, torch.Tensor) and t.dim()]
    for layout in LAYOUTS + (CUTS if len({t.shape for t in tensors}) == 1 else []):
        try:
            given = laid(args, layout)
            written = [encoded(a, v) for a, v in zip(sample["args"], given)]
            results = op(*given)
        except Exception:  # noqa: BLE001
            continue
        results = [results] if isinstance(results, torch.Tensor) else results
        if not isinstance(results, (list, tuple)) or not all(isinstance(r, torch.Tensor) for r in results):
            continue
        key = json.dumps(written)
        if key not in seen:
            seen.add(key)
            yield {"path": sample["path"], "args": written, "out": [[list(r.shape), list(r.stride())] for r in results]}


def rows_apart(samples):
    """By a process of its own: an operator may look at memory that is not there (an LSTM whose weights do not fit each
    other)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            for sample in samples:
                for row in rows(sample):
                    pipe.write(json.dumps(row, separators=(",", ":")) + "\n")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return [] if status else text.splitlines()


def main():
    samples = {}
    for sample in json.load(open(sys.argv[1]))["samples"]:
        ranks = [a["t"]["shape"] for a in sample["args"] if a and "t" in a] + [
            t["shape"] for a in sample["args"] if a and "ts" in a for t in a["ts"] if t
        ]
        mine = samples.setdefault(sample["path"], [])
        if max(map(len, ranks), default=0) >= 2 and len(mine) < SAMPLES and WHOLE_MEMORY not in sample["path"]:
            mine.append(sample)
    with gzip.open(sys.argv[2], "wt") as out:
        lines = [line for mine in samples.values() if mine for line in rows_apart(mine)]
        out.writelines(line + "\n" for line in lines)
    print(len(lines), "rows of", len({json.loads(line)["path"] for line in lines}), "operators")


if __name__ == "__main__":
    main()
