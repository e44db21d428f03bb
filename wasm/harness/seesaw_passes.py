"""Tests passes without PyTorch, under pytest or anything else: a file to copy beside the tests.

It calls `seesaw`, the command line of the npm package (`npm install seesaw pyodide@314.0.7`).

    from seesaw_passes import run

    def test_decomposes_silu():
        result = run(open("graph.txt").read(), "my_passes.py:DecomposeSilu")
        assert "sigmoid" in result.text and result.verdict == "equal"
"""

from __future__ import annotations

import dataclasses
import json
import os
import shlex
import subprocess
from typing import Any

COMMAND = os.environ.get("SEESAW", "npx --no-install seesaw")


class PassFailed(AssertionError):
    """A pass raised, or the graph cannot be read: what `seesaw` says, with file and line."""


@dataclasses.dataclass
class Result:
    """What came of it."""

    text: str  # the graph behind the passes, as PyTorch prints it
    changed: bool  # whether a pass changed something
    nodes: tuple[int, int]  # before and behind
    verdict: str  # of results and gradients on sampled values: "equal", "differs", "unknown"
    printed: str  # what the passes printed
    reports: list[dict[str, Any]]


def run(graph: str, *passes: str, format: str = "code", timeout: float = 120) -> Result:
    """Runs passes on the text of a graph: "FILE.py:NAME[:option=value]", or names of built-in ones."""
    given: list[str] = []
    for one in passes:
        given += ["--pass" if ".py" in one.split(":")[0] else "--passes", one]
    command = [*shlex.split(COMMAND), "run", "-", *given, "--check", "--json", "--format", format]
    done = subprocess.run(command, input=graph, capture_output=True, text=True, timeout=timeout)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise PassFailed(done.stderr.strip() or f"{command[0]} gave no answer") from None
    if not answer.get("succeeded"):
        raise PassFailed(done.stderr.strip() or json.dumps(answer.get("diagnostics")))
    reports = answer["reports"]
    verdicts = [one["check"]["verdict"] for one in answer.get("checks", [])]
    verdict = next((one for one in ("differs", "unknown") if one in verdicts), "equal")
    nodes = (reports[0]["nodesBefore"], reports[-1]["nodesAfter"]) if reports else (answer["nodes"], answer["nodes"])
    return Result(answer["text"], any(one["changed"] for one in reports), nodes, verdict, done.stderr, reports)
