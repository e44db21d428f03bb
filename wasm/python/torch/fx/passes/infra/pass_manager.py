"""`PassManager`: passes in an order that keeps constraints, until nothing changes or enough."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Any, Callable

from torch.fx.graph_module import GraphModule
from torch.fx.passes.infra.pass_base import PassResult

__all__ = ["PassManager", "pass_result_wrapper", "this_before_that_pass_constraint"]


def _name(one: Any) -> str:
    return one.__name__ if inspect.isfunction(one) else type(one).__name__


def pass_result_wrapper(fn: Callable[..., Any] | None) -> Any:
    """A function that gives None, as a pass."""
    if fn is None:
        return None

    @wraps(fn)
    def wrapped(gm: GraphModule) -> PassResult:
        result = fn(gm)
        if result is None:
            return PassResult(gm, True)
        if isinstance(result, PassResult):
            return result
        return PassResult(result, True)

    if not inspect.isfunction(fn):
        wrapped.__name__ = type(fn).__name__
    return wrapped


def this_before_that_pass_constraint(this: Any, that: Any) -> Callable[[Any, Any], bool]:
    """`this` does not run behind `that`."""
    return lambda a, b: not (a == that and b == this)


def _sorted(passes: list[Any], constraints: list[Any]) -> list[Any]:
    if not constraints:
        return passes
    later: dict[Any, list[Any]] = {one: [] for one in passes}
    waits = dict.fromkeys(passes, 0)
    for constraint in constraints:
        for one in passes:
            for other in passes:
                if one != other and not constraint(one, other):
                    later[other].append(one)
                    waits[one] += 1
    ready = [one for one in passes if waits[one] == 0]
    order = []
    while ready:
        at = ready.pop(0)
        order.append(at)
        for one in later[at]:
            waits[one] -= 1
            if waits[one] == 0:
                ready.append(one)
    if len(order) != len(passes):
        circle = [one for one in passes if waits[one] != 0]
        raise RuntimeError(f"Circular dependency detected within the following passes: {circle}")
    return order


class PassManager:
    """Runs passes."""

    def __init__(
        self,
        passes: list[Any] | None = None,
        constraints: list[Any] | None = None,
        steps: int | None = None,
        run_checks_after_each_pass: bool = False,
        suppress_check_failures: bool = False,
    ) -> None:
        self.passes = passes or []
        self.constraints = constraints or []
        self.steps = steps or 1
        self.run_checks_after_each_pass = run_checks_after_each_pass
        self.suppress_check_failures = suppress_check_failures
        self._validated = False

    def add_pass(self, _pass: Any) -> None:
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint: Any) -> None:
        self.constraints.append(constraint)
        self._validated = False

    def solve_constraints(self) -> None:
        self.passes = _sorted(self.passes, self.constraints)
        self._validated = True

    def validate_constraints(self) -> None:
        if self._validated:
            return
        for constraint in self.constraints:
            for at, a in enumerate(self.passes):
                for b in self.passes[at + 1 :]:
                    if not constraint(a, b):
                        raise RuntimeError(
                            f"pass schedule constraint violated. Expected {a} before {b} but found {a} at index {at} "
                            f"and {b} at index{self.passes.index(b)} in pass list."
                        )
        self._validated = True

    def add_checks(self, check: Callable[..., Any]) -> None:
        if len(inspect.signature(check).parameters) != 1:
            raise TypeError("PassManager check function should only take in one variable, a module")
        self.check = check  # type: ignore[method-assign]

    def check(self, module: Any) -> None:
        """What must hold before the first pass and, if wanted, behind each."""

    def __call__(self, module: Any) -> PassResult:
        if not self._validated:
            self.solve_constraints()
        self.check(module)
        overall = False
        for _ in range(self.steps):
            modified = False
            for at, one in enumerate(self.passes):
                try:
                    result = one(module)
                    if not hasattr(result, "graph_module"):
                        raise TypeError(
                            f"The result of the pass {_name(one)} should be type PassResult."
                            "Please wrap it with pass_result_wrapper()"
                        )
                    module = result.graph_module
                    modified = modified or result.modified
                    if isinstance(module, GraphModule):
                        module.recompile()
                    if self.run_checks_after_each_pass:
                        self.check(module)
                except Exception as error:
                    before = [_name(other) for other in self.passes[:at]]
                    raise Exception(
                        f"An error occurred when running the '{_name(one)}' pass after the following passes: {before}"
                    ) from error
            overall = overall or modified
            if not modified:
                break
        return PassResult(module, overall)
