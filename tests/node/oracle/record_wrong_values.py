"""What PyTorch says of a value of the wrong kind in each place of each operator: tests/data/wrong_values.jsonl.gz, for
tests/node/wrong_values.test.js.

Takes a file with one path a line ("torch.ops.aten.add.Tensor"): `seesaw ops --json | jq -r '.[] | .path, .aliases[]'`.
The first line of what it writes has the kinds of values, by name, as Python and as torch shows them; each other line is
an operator: its arguments in front of the change, and for each place what each kind gave:
  "M text"   the value does not fit the schema: the first line of the message; the rest is made of the place, the value
    and the
             declaration, which is checked here
  "E name: text"   another error
  "R"   a result
  "X"   no answer within two seconds, or the process died
"""

import gzip
import json
import os
import resource
import signal
import sys
import warnings

import torch

warnings.simplefilter("ignore")
torch.set_num_threads(1)


def tensor():
    return torch.ones(2, 3)


KINDS = {
    "text": lambda: "a",
    "dtype": lambda: torch.float32,
    "none": lambda: None,
    "device": lambda: torch.device("cpu"),
    "bool": lambda: True,
    "int": lambda: 1,
    "float": lambda: 1.5,
    "large": lambda: 2**63 - 1,
    "huge": lambda: 2**70,
    "ints": lambda: [1],
    "empty": lambda: [],
    "texts": lambda: ["a"],
    "nones": lambda: [None],
    "nested": lambda: [[1]],
    "larges": lambda: [2**63 - 1],
    "huges": lambda: [2**70],
    "tensor": tensor,
    "tensors": lambda: [tensor()],
}


def base(argument):
    """A value that fits, as Python writes it."""
    if argument.has_default_value():
        value = argument.default_value
        return repr(value) if not isinstance(value, torch.device) else "torch.device('cpu')"
    kind = str(argument.type)
    real = str(argument.real_type)
    if kind.startswith("Optional"):
        return "None"
    if kind.startswith("List"):
        inner = kind[5:-1]
        count = argument.N if argument.N else 1
        item = {
            "Tensor": "x",
            "Optional[Tensor]": "i",
            "int": "1",
            "float": "0.5",
            "number": "1",
            "bool": "True",
            "str": "'a'",
        }.get(inner, "1")
        return "[" + ", ".join([item] * (2 if inner == "Tensor" else count)) + "]"
    table = {
        "Tensor": "x",
        "int": "1",
        "float": "0.5",
        "bool": "False",
        "number": "1",
        "str": "'a'",
        "Device": "torch.device('cpu')",
    }
    if real == "ScalarType":
        return "torch.float32"
    return table.get(kind, "None")


def find(path):
    found = torch
    for part in path.split(".")[1:]:
        found = getattr(found, part)
    return found


def outcome(op, schema, bases, place, make):
    arguments = schema.arguments
    values = [eval(b, {"x": tensor(), "i": torch.tensor([0]), "torch": torch}) for b in bases]
    values[place] = make()
    args = [v for a, v in zip(arguments, values) if not a.kwarg_only]
    kwargs = {a.name: v for a, v in zip(arguments, values) if a.kwarg_only}
    try:
        op(*args, **kwargs)
    except Exception as error:  # noqa: BLE001
        text = str(error)
        if "Expected a value of type" not in text or "\nPosition: " not in text:
            return f"E {type(error).__name__}: {text[:300]}"
        first, rest = text.split("\n", 1)
        expected = f"Position: {place}\nValue: {values[place]!r}\nDeclaration: {schema}\n"
        assert rest.startswith(expected), (rest, expected)
        return f"M {first}"
    return "R"


def record(path, write):
    op = find(path)
    schema = op._schema
    bases = [base(a) for a in schema.arguments]
    write({"op": path, "declaration": str(schema), "arguments": bases})
    for place, argument in enumerate(schema.arguments):
        for kind, make in KINDS.items():
            write({"at": [argument.name, kind]})
            signal.alarm(2)
            result = outcome(op, schema, bases, place, make)
            signal.alarm(0)
            write({"got": result})


def in_child(path, skip):
    """What the child wrote until it ended; places to skip are those where it died before."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            out = os.fdopen(writing, "w", buffering=1)
            real = outcome

            def skipping(op, schema, bases, place, make):
                kind = next(k for k, m in KINDS.items() if m is make)
                return "X" if (schema.arguments[place].name, kind) in skip else real(op, schema, bases, place, make)

            globals()["outcome"] = skipping
            record(path, lambda row: out.write(json.dumps(row) + "\n"))
            out.flush()
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as lines:
        rows = [json.loads(line) for line in lines if line.endswith("\n")]
    os.waitpid(child, 0)
    return rows


def whole(path):
    skip = set()
    while True:
        rows = in_child(path, skip)
        if not rows:
            return None
        if "at" in rows[-1]:
            place = tuple(rows[-1]["at"])
            if place in skip:
                return None
            skip.add(place)
            continue
        out = dict(rows[0], places={})
        for at, got in zip(rows[1::2], rows[2::2]):
            out["places"].setdefault(at["at"][0], {})[at["at"][1]] = got["got"]
        return out


def main(paths, target):
    missing = 0
    with gzip.GzipFile(target, "wb", mtime=0) as packed:

        def write(row):
            packed.write((json.dumps(row, separators=(",", ":")) + "\n").encode())

        write({"pytorch": torch.__version__, "kinds": {k: repr(m()) for k, m in KINDS.items()}})
        for path in paths:
            try:
                find(path)._schema
            except (AttributeError, RuntimeError):
                missing += 1
                continue
            row = whole(path)
            if row is None:
                print("left out:", path)
            else:
                write(row)
    print(missing, "paths are not PyTorch's")


if __name__ == "__main__":
    main([line.strip() for line in open(sys.argv[1]) if line.strip()], sys.argv[2])
