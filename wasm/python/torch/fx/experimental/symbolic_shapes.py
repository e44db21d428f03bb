"""`torch.fx.experimental.symbolic_shapes`: questions about sizes, as far as they are numbers or the same symbols."""

from __future__ import annotations

import re
from typing import Any, Sequence

from torch._missing import missing
from torch._types import SymBool, SymFloat, SymInt, Tensor, _Symbolic
from torch.fx.interpreter import Interpreter

__all__ = [
    "PropagateUnbackedSymInts",
    "SymBool",
    "SymFloat",
    "SymInt",
    "compute_unbacked_bindings",
    "free_symbols",
    "guard_or_false",
    "guard_or_true",
    "guard_size_oblivious",
    "has_free_symbols",
    "hint_int",
    "is_concrete_bool",
    "is_concrete_int",
    "is_symbolic",
    "statically_known_true",
    "sym_eq",
]


def is_symbolic(val: Any) -> bool:
    return isinstance(val, _Symbolic)


def is_concrete_int(a: Any) -> bool:
    return not isinstance(a, _Symbolic)


is_concrete_bool = is_concrete_int


def statically_known_true(x: Any) -> bool:
    return x if isinstance(x, bool) else bool(x)


def guard_size_oblivious(expr: Any) -> bool:
    return bool(expr)


def _is_unbacked(a: Any) -> bool:
    return isinstance(a, SymBool) and any(name.startswith("u") for name in free_symbols(a))


def guard_or_false(a: Any) -> bool:
    """Whether it holds; not, where only a run tells."""
    return False if _is_unbacked(a) else bool(a)


def guard_or_true(a: Any) -> bool:
    """Whether it holds; also where only a run tells."""
    return True if _is_unbacked(a) else bool(a)


def _guard_sizes_oblivious(lhs_sizes: Sequence[Any], rhs_sizes: Sequence[Any]) -> bool:
    """Whether two lists of sizes or strides are the same."""
    return len(lhs_sizes) == len(rhs_sizes) and all(
        guard_size_oblivious(one == other) for one, other in zip(lhs_sizes, rhs_sizes)
    )


def sym_eq(x: Any, y: Any) -> Any:
    """Whether numbers, or tuples and lists of them, are the same."""
    if isinstance(x, (tuple, list)) and isinstance(y, (tuple, list)):
        return len(x) == len(y) and all(sym_eq(one, other) for one, other in zip(x, y))
    if isinstance(x, (int, SymInt)) and isinstance(y, (int, SymInt)):
        return x == y
    raise AssertionError(f"unexpected sym_eq between {type(x)} {type(y)}")


def hint_int(a: Any, fallback: int | None = None) -> int:
    if isinstance(a, int):
        return a
    if a._hint is not None:
        return int(a._hint)
    if fallback is None:
        raise TypeError(f"the text of this graph does not say which size {a} had when it was traced")
    return fallback


_NAME = re.compile(r"\b[a-z]+\d+\b")


def free_symbols(val: Any) -> set[str]:
    """The names of the symbols in a value."""
    found: set[str] = set()
    stack = [val]
    while stack:
        one = stack.pop()
        if isinstance(one, _Symbolic):
            found.update(_NAME.findall(str(one)))
        elif isinstance(one, Tensor):
            stack += [*one.shape, *one.stride()]
        elif isinstance(one, (tuple, list)):
            stack += one
    return found


def has_free_symbols(val: Any) -> bool:
    return bool(free_symbols(val))


class PropagateUnbackedSymInts(Interpreter):
    """Runs a graph on values without elements."""


def compute_unbacked_bindings(
    shape_env: Any, example_value: Any, old_example_value: Any = None, peek: bool = False
) -> dict[Any, Any] | None:
    """The symbols that a call has made, where they stand in its value. No shape environment counts them here."""
    if shape_env is None:
        return None
    raise NotImplementedError("the symbols that a call makes are not known in Seesaw where a pass asks for them")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.experimental.symbolic_shapes", name, __all__)
