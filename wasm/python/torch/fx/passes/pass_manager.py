"""`torch.fx.passes.pass_manager`: passes one behind the other, and which must come before which."""

from __future__ import annotations

import functools
import inspect
import logging
from typing import Any, Callable, Iterable

from torch._missing import missing

__all__ = [
    "PassManager",
    "inplace_wrapper",
    "log_hook",
    "loop_pass",
    "these_before_those_pass_constraint",
    "this_before_that_pass_constraint",
]

logger = logging.getLogger(__name__)
_Pass = Callable[[Any], Any]


def inplace_wrapper(fn: _Pass) -> _Pass:
    """The pass, which gives what it was given."""

    @functools.wraps(fn)
    def run(gm: Any) -> Any:
        fn(gm)
        return gm

    return run


def log_hook(fn: _Pass, level: int = logging.INFO) -> _Pass:
    """The pass, whose result is logged."""

    @functools.wraps(fn)
    def run(gm: Any) -> Any:
        made = fn(gm)
        logger.log(level, "Ran pass %s\t Return value: %s", fn, made)
        return made

    return run


def loop_pass(base_pass: _Pass, n_iter: int | None = None, predicate: Callable[[Any], bool] | None = None) -> _Pass:
    """The pass so many times, or as long as something holds."""
    assert (n_iter is None) != (predicate is None), "Exactly one of `n_iter`or `predicate` must be specified."

    @functools.wraps(base_pass)
    def run(source: Any) -> Any:
        if predicate is not None:
            while predicate(source):
                source = base_pass(source)
            return source
        if n_iter is None or n_iter <= 0:
            raise RuntimeError(
                f"loop_pass must be given positive int n_iter (given {n_iter}) xor predicate (given {predicate})"
            )
        for _ in range(n_iter):
            source = base_pass(source)
        return source

    return run


def this_before_that_pass_constraint(this: _Pass, that: _Pass) -> Callable[[_Pass, _Pass], bool]:
    return lambda a, b: a != that or b != this


def these_before_those_pass_constraint(these: _Pass, those: _Pass) -> Callable[[_Pass, _Pass], bool]:
    """The same of what the passes wrap."""
    return lambda a, b: inspect.unwrap(a) != those or inspect.unwrap(b) != these


class PassManager:
    """A list of passes and of what must hold of any two."""

    passes: list[_Pass]
    constraints: list[Callable[[_Pass, _Pass], bool]]
    _validated = False

    def __init__(self, passes: Any = None, constraints: Any = None) -> None:
        self.passes = passes or []
        self.constraints = constraints or []

    @classmethod
    def build_from_passlist(cls, passes: Any) -> "PassManager":
        return PassManager(passes)

    def add_pass(self, _pass: _Pass) -> None:
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint: Callable[[_Pass, _Pass], bool]) -> None:
        self.constraints.append(constraint)
        self._validated = False

    def remove_pass(self, _passes: Iterable[str] | None) -> None:
        if _passes is not None:
            self._change([one for one in self.passes if one.__name__ not in _passes])

    def replace_pass(self, _target: _Pass, _replacement: _Pass) -> None:
        self._change([_replacement if one.__name__ == _target.__name__ else one for one in self.passes])

    def _change(self, passes: list[_Pass]) -> None:
        self.passes = passes
        self._validated = False

    def validate(self) -> None:
        """Raises where a pass stands before one that must come first."""
        if self._validated:
            return
        for constraint in self.constraints:
            for at, first in enumerate(self.passes):
                for behind, second in enumerate(self.passes[at + 1 :]):
                    if not constraint(first, second):
                        raise RuntimeError(
                            f"pass schedule constraint violated. Expected {first} before {second} but found {first} "
                            f"at index {at} and {second} at index{behind} in pass list."
                        )
        self._validated = True

    def __call__(self, source: Any) -> Any:
        self.validate()
        for one in self.passes:
            source = one(source)
        return source


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.pass_manager", name, __all__)
