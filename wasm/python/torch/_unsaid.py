"""What the text of a graph does not say, and a pass asks for.

PyTorch has an answer, Seesaw has none: the question is refused. A pass that catches what the refusal raises would go on
with a guess, so the first refusal is kept, and ends the run as well.
"""

from __future__ import annotations

import contextlib
import sys
import types
from typing import Any, Iterator

_FIRST: list[BaseException] = []
_TOOL = 4  # of sys.monitoring: one that no other tool has


class Unsaid(NotImplementedError):
    """A question about what no text of a graph says."""


def unsaid(message: str) -> Unsaid:
    error = Unsaid(f"{message}: this is not known in Seesaw")
    _FIRST.append(error)
    return error


def _is_refusal(error: BaseException) -> bool:
    if isinstance(error, NotImplementedError) or type(error).__name__ in ("NotInSeesaw", "CoreError"):
        return True
    return "Seesaw" in str(error) and not isinstance(error, (AttributeError, ImportError))


def _is_ours(error: BaseException, names: set[str]) -> bool:
    """Whether no file of the request raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_filename not in names


@contextlib.contextmanager
def watched(names: set[str]) -> Iterator[None]:
    """A refusal that a file of this name catches while a pass runs is kept: the file goes another way than with
    PyTorch."""

    def handled(code: types.CodeType, _: int, error: BaseException) -> Any:
        if code.co_filename in names and _is_refusal(error) and _is_ours(error, names):
            _FIRST.append(error)

    monitoring = sys.monitoring
    event = monitoring.events.EXCEPTION_HANDLED
    monitoring.use_tool_id(_TOOL, "seesaw")
    monitoring.register_callback(_TOOL, event, handled)
    monitoring.set_events(_TOOL, event)
    try:
        yield
    finally:
        monitoring.set_events(_TOOL, 0)
        monitoring.register_callback(_TOOL, event, None)
        monitoring.free_tool_id(_TOOL)


def check() -> None:
    """At the end of a run: what was asked in vain makes its result a guess."""
    if _FIRST:
        raise _FIRST[0]


def forget() -> None:
    _FIRST.clear()
