"""Grad mode: what `torch.is_grad_enabled()` says in a pass. Seesaw's `--ambient-grad` sets how a pass begins."""

from __future__ import annotations

from typing import Any

_STATE = [True]


def is_grad_enabled() -> bool:
    return _STATE[0]


class set_grad_enabled:
    """Sets the mode at once; as a context, until its end."""

    def __init__(self, mode: bool) -> None:
        self.prev = _STATE[0]
        self.mode = mode
        _STATE[0] = mode

    def __enter__(self) -> None:
        _STATE[0] = self.mode

    def __exit__(self, *_: Any) -> None:
        _STATE[0] = self.prev


class _Scope:
    """A mode for the lines of a `with`, or for a function."""

    mode = True

    def __enter__(self) -> None:
        self.prev = _STATE[0]
        _STATE[0] = self.mode

    def __exit__(self, *_: Any) -> None:
        _STATE[0] = self.prev

    def __call__(self, function: Any) -> Any:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with type(self)():
                return function(*args, **kwargs)

        return wrapped


class no_grad(_Scope):
    mode = False


class inference_mode(_Scope):
    mode = False


class enable_grad(_Scope):
    mode = True
