"""`torch._check` and its kin: each raises an error of its own where a condition does not hold."""

from __future__ import annotations

from typing import Any, Callable

from torch._types import SymBool

_UNSAID = (
    "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an "
    "enhancement request to PyTorch.)"
)


def _raising(error: type[Exception]) -> Callable[..., None]:
    def check(cond: Any, message: Callable[[], Any] | None = None) -> None:
        # What is said of symbols is an assertion of the program that runs, not of the pass.
        if not isinstance(cond, (bool, SymBool)):
            raise TypeError(f"cond must be a bool, but got {type(cond)}")
        if cond is not False:
            return
        if message is not None and not callable(message):
            raise TypeError("message must be a callable")
        raise error(_UNSAID if message is None else str(message()))

    return check


CHECKS: dict[str, Callable[..., None]] = {
    "_check": _raising(RuntimeError),
    "_check_index": _raising(IndexError),
    "_check_not_implemented": _raising(NotImplementedError),
    "_check_type": _raising(TypeError),
    "_check_value": _raising(ValueError),
}
