"""Records scenarios of autograd with another PyTorch than 2.6.0, in processes of their own, since some end the whole of
it.

    python3 record_newest_scenarios.py --collect ../../data/scenarios made_recorded.json made.json ... in.json
    torch --newest record_newest_scenarios.py in.json out.jsonl

`--collect` puts together the scenarios of data/scenarios (cases and grown programs), and lists of others: what
newest_scenarios.py and random_scenarios.py make, recorded with record_scenarios.py where PyTorch 2.6.0 can run it, and
as it was made. A line of the result has {id, expect}; `expect` is null where this PyTorch ends the scenario, "same"
where its trace is that of the recording, the trace otherwise; and `program` and, as `older`, the recording, if the
scenario is in no other file of data/scenarios."""

import glob
import gzip
import json
import os
import sys
import warnings


def collect(folder, made, out):
    scenarios = [json.load(open(path)) for path in sorted(glob.glob(folder + "/cases/*.json"))]
    with gzip.open(folder + "/grown.jsonl.gz", "rt") as lines:
        scenarios += [json.loads(line) for line in lines if line.strip()]
    known = [{"id": s["id"], "program": s["program"], "expect": s["expect"], "tol": s.get("tol")} for s in scenarios]
    fresh = [
        {"id": s["id"], "program": s["program"], "expect": s.get("expect"), "fresh": True}
        for path in made
        for s in json.load(open(path))
    ]
    once = {s["id"]: s for s in reversed(known + fresh)}
    json.dump(list(reversed(once.values())), open(out, "w"))


def close(x, y, rel):
    number = (int, float)
    if isinstance(x, number) and isinstance(y, number) and not isinstance(x, bool) and not isinstance(y, bool):
        return x == y or abs(x - y) <= 1e-12 + rel * max(abs(x), abs(y))
    if type(x) is not type(y):
        return False
    if isinstance(x, list):
        return len(x) == len(y) and all(close(a, b, rel) for a, b in zip(x, y))
    if isinstance(x, dict):
        return x.keys() == y.keys() and all(close(x[k], y[k], rel) for k in x)
    return x == y


def trace(scenario):
    import record_scenarios as record

    run = record.Run()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run.steps(scenario["program"], record.Frame(None))
    except Exception:  # noqa: BLE001
        return None
    return run.trace


def in_a_process(scenarios):
    """Their traces, as far as the process came: the one behind them ended it."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        os.close(read)
        os.dup2(os.open("/dev/null", os.O_WRONLY), 2)
        with open(write, "w") as out:
            for s in scenarios:
                out.write(json.dumps(trace(s)) + "\n")
                out.flush()
        os._exit(0)
    os.close(write)
    with open(read) as lines:
        found = [json.loads(line) for line in lines]
    os.waitpid(child, 0)
    return found


def traces(scenarios):
    while scenarios:
        found = in_a_process(scenarios[:50])
        if len(found) < len(scenarios[:50]):
            found.append(None)
        yield from zip(scenarios, found)
        scenarios = scenarios[len(found) :]


def main():
    if sys.argv[1] == "--collect":
        return collect(sys.argv[2], sys.argv[3:-1], sys.argv[-1])
    import torch

    with open(sys.argv[2], "w") as out:
        for s, found in traces(json.load(open(sys.argv[1]))):
            same = found is not None and s["expect"] is not None and close(found, s["expect"], 1e-9)
            line = {
                "id": s["id"],
                "oracle": "PyTorch " + torch.__version__.split("+")[0],
                "expect": "same" if same else found,
            }
            if s.get("fresh"):
                line.update(program=s["program"], older=s["expect"])
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
