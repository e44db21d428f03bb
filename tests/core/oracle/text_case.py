"""Writes text cases (tests/README.md) of what PyTorch said. What Seesaw says beside it in the same file is kept."""

import os
import re

import torch

VERSION = torch.__version__.split("+")[0]
HEADER = re.compile(r"^==== ([a-z]+)(?: (?!\()([^\n]*?))?(?: \(PyTorch [\w.]+\))?$")
GIVEN = ("input", "options", "settings", "values", "command")


def section(name, text, detail="", pytorch=False):
    return {"header": " ".join(filter(None, ["====", name, detail, pytorch and f"(PyTorch {VERSION})"])), "text": text}


def said(name, text, detail=""):
    return section(name, text, detail, True)


def tree_sections(tree):
    """A section for each graph of a program: {"": text, "submod_1": text}."""
    return [said("output", text, " ".join(filter(None, ["graph", path]))) for path, text in tree.items()]


def read(path):
    """The steps of a file: for each, the results that Seesaw gives."""
    steps, current, given_before = [[]], None, False
    if not os.path.exists(path):
        return steps
    lines = open(path).read().removesuffix("\n").split("\n")
    for line in lines:
        match = HEADER.match(line)
        if match is None:
            if current is not None:
                current.append(line)
            continue
        if current and current[-1] == "":
            current.pop()
        if match[1] in GIVEN:
            if not given_before:
                steps.append([])
            given_before, current = True, None
            continue
        given_before, current = False, [] if "(PyTorch" not in line else None
        if current is not None:
            steps[-1].append((line, current))
    return steps[1:]


def write_case(path, about, steps):
    """`steps`: lists of sections, what is given first."""
    kept = read(path)
    out = [about + "\n"]
    for i, step in enumerate(steps):
        own = [{"header": header, "text": "\n".join(lines)} for header, lines in (kept[i] if i < len(kept) else [])]
        for part in step + own:
            out.append(part["header"] + "\n" + (part["text"] + "\n" if part["text"] else ""))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write("\n".join(out))
