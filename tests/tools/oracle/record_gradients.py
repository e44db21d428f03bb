"""Records how gradients lie in memory and which version they have: python3 record_gradients.py RECORDED.json
STRIDES.jsonl.gz OUT.jsonl.gz

The calls are those of record_ops.py (`sample`: its number in data/ops/recorded.json) and of record_strides.py (`row`:
its line in data/ops/strides.jsonl.gz); every floating tensor is a leaf. A line has for each way in which the seeds lie
(SEEDS) of each leaf's gradient its strides and version, or null; `second` has them again with create_graph, with the
name of their grad_fn (PyTorch 2.6.0). A version above 0 says that a formula writes to its own result.
tests/node/gradients_in_memory.test.js compares."""

import gzip
import json
import os
import sys
import warnings

import torch

import record_ops as record

warnings.simplefilter("ignore")
torch.set_num_threads(1)


def reversed_order(t):
    return t.permute(*reversed(range(t.dim()))).contiguous().permute(*reversed(range(t.dim())))


SEEDS = [
    torch.ones_like,
    lambda t: reversed_order(torch.ones_like(t, memory_format=torch.contiguous_format)),
    lambda t: torch.ones((), dtype=t.dtype).expand(t.shape),
]


def laid(value):
    t = record.tensor({k: v for k, v in value.items() if k != "strides"})
    strides = value.get("strides")
    if strides is None or t.numel() == 0:
        return t
    out = torch.zeros([1 + sum((n - 1) * s for n, s in zip(t.shape, strides))], dtype=t.dtype).as_strided(
        t.shape, strides
    )
    once = out
    for d, (n, s) in enumerate(zip(t.shape, strides)):
        if n > 1 and s == 0:
            once, t = once.narrow(d, 0, 1), t.narrow(d, 0, 1)
    once.copy_(t)
    return out.detach()


def operand(arg, leaves):
    def leaf(value):
        if value is None:
            return None
        t = laid(value)
        if t.is_floating_point():
            leaves.append(t.requires_grad_())
        return t

    if arg and "t" in arg:
        return leaf(arg["t"])
    if arg and "ts" in arg:
        return [leaf(t) for t in arg["ts"]]
    return record.decode(arg)


def gradients(call, seed, second=False):
    leaves = []
    args = [operand(a, leaves) for a in call["args"]]
    _, _, space, name, variant = call["path"].split(".")
    op = getattr(getattr(getattr(torch.ops, space), name), variant)
    positional, named = record.bound(op, call["schema"], args) if "schema" in call else (args, {})
    results = op(*positional, **named)
    results = [r for r in ([results] if isinstance(results, torch.Tensor) else results) if r.requires_grad]
    if not results:
        return None
    grads = torch.autograd.grad(results, leaves, [seed(r) for r in results], allow_unused=True, create_graph=second)
    names = [[g.grad_fn.name() if g.grad_fn else None] if second and g is not None else [] for g in grads]
    return [None if g is None else [list(g.stride()), g._version, *name] for g, name in zip(grads, names)]


def attempt(call, *how):
    try:
        return gradients(call, *how)
    except Exception:  # noqa: BLE001
        return None


def lines_of(calls):
    for kind, number, call in calls:
        got = [attempt(call, seed) for seed in SEEDS]
        if got[0] is not None:
            yield {kind: number, "got": got, "second": attempt(call, SEEDS[0], True)}


def lines_apart(calls):
    """By a process of its own: an operator may look at memory that is not there."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            for line in lines_of(calls):
                pipe.write(json.dumps(line, separators=(",", ":")) + "\n")
                pipe.flush()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return [line for line in text.splitlines() if line.endswith("}")]


def main():
    recorded = json.load(open(sys.argv[1]))
    by_path = {}
    for number, sample in enumerate(recorded["samples"]):
        by_path.setdefault(sample["path"], []).append(
            ("sample", number, {**sample, "schema": recorded["schemas"][sample["path"]]})
        )
    with gzip.open(sys.argv[2], "rt") as given:
        for number, line in enumerate(given):
            call = json.loads(line)
            by_path.setdefault(call["path"], []).append(("row", number, call))
    lines = [line for calls in by_path.values() for line in lines_apart(calls)]
    with gzip.open(sys.argv[3], "wt") as out:
        out.writelines(line + "\n" for line in lines)
    print(len(lines), "calls")


if __name__ == "__main__":
    main()
