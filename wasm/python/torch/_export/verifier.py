"""`torch._export.verifier`: a class that files derive verifiers of dialects from. Nothing is verified here: the core
verifies what a pass gives."""

from __future__ import annotations

from typing import Any, NoReturn

from torch._missing import missing

__all__ = ["SpecViolationError", "Verifier"]


class SpecViolationError(Exception):
    """A program that breaks the rules of its dialect."""


class Verifier:
    """The rules of a dialect."""

    dialect = "ATEN"

    def check(self, ep: Any) -> NoReturn:
        raise NotImplementedError(f"{type(self).__name__}.check is not in Seesaw: gm.graph.lint() checks a graph")

    __call__ = check

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("a Verifier", name, ("check", "dialect"))


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._export.verifier", name, __all__)
