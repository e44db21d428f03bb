"""`torch.library`: operators that a file defines. Their schema is known then, and their calls stay as they are."""

from __future__ import annotations

from typing import Any, Callable

from torch import _ops
from torch._missing import missing

__all__ = ["IMPLEMENTATIONS", "Library", "impl", "register_fake"]

# What a file said an operator does, by name and key.
IMPLEMENTATIONS: dict[tuple[str, str], Callable[..., Any]] = {}


class Library:
    """Operators of a namespace."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        self.ns = ns
        self.kind = kind

    def define(self, schema: str, alias_analysis: str = "", *, tags: Any = ()) -> str:
        """Declares an operator by its schema."""
        name, _, overload = schema.split("(")[0].strip().partition(".")
        _ops.define(self.ns, name, overload or "default", schema)
        return name

    def impl(self, op_name: Any, fn: Callable[..., Any], dispatch_key: str = "", **_: Any) -> None:
        """Keeps what an operator does."""
        name = op_name if isinstance(op_name, str) else op_name.name()
        IMPLEMENTATIONS[(f"{self.ns}::{name.split('::')[-1]}", dispatch_key)] = fn


def impl(lib: Any, name: str, dispatch_key: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The same as a decorator."""

    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        IMPLEMENTATIONS[(f"{lib.ns}::{name.split('::')[-1]}", dispatch_key)] = function
        return function

    return keep


def register_fake(op: str, func: Any = None, /, **_: Any) -> Any:
    """Keeps what an operator does with shapes; as a decorator too."""

    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        IMPLEMENTATIONS[(op, "Meta")] = function
        return function

    return keep if func is None else keep(func)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.library", name, __all__)
