"""What the text of a graph does not say, and a pass asks for.

PyTorch has an answer, Seesaw has none: the question is refused. A pass that catches what the refusal raises would go on
with a guess, so the first refusal is kept, and ends the run as well.
"""

from __future__ import annotations

_FIRST: list["Unsaid"] = []


class Unsaid(NotImplementedError):
    """A question about what no text of a graph says."""


def unsaid(message: str) -> Unsaid:
    error = Unsaid(f"{message}: this is not known in Seesaw")
    _FIRST.append(error)
    return error


def check() -> None:
    """At the end of a run: what was asked in vain makes its result a guess."""
    if _FIRST:
        raise _FIRST[0]


def forget() -> None:
    _FIRST.clear()
