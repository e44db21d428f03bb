"""`torch.fx.operator_schemas`: the arguments of a call by the names of its operator's schema."""

from __future__ import annotations

from typing import Any, NamedTuple

from torch._missing import missing
from torch._ops import OpOverload

__all__ = ["ArgsKwargsPair", "normalize_function"]


class ArgsKwargsPair(NamedTuple):
    """Arguments by position, and by name."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def normalize_function(
    target: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    arg_types: Any = None,
    kwarg_types: Any = None,
    normalize_to_only_use_kwargs: bool = False,
) -> ArgsKwargsPair | None:
    """Arguments with all that have a default; None where they do not fit."""
    if not isinstance(target, OpOverload):
        raise NotImplementedError(f"normalize_function knows operators in Seesaw, and not {target!r}")
    kwargs = kwargs or {}
    declared = target._schema.arguments
    names = ["input" if one.name == "self" and not one.kwarg_only else one.name for one in declared]
    by_position = [name for name, one in zip(names, declared) if not one.kwarg_only]
    if len(args) > len(by_position) or not set(kwargs) <= set(names) - set(by_position[: len(args)]):
        return None
    given = {**dict(zip(by_position, args)), **kwargs}
    for name, one in zip(names, declared):
        if name not in given:
            if not one.has_default_value():
                return None
            given[name] = one.default_value
    count = 0 if normalize_to_only_use_kwargs else len(args)
    ordered = [name for name in names]
    return ArgsKwargsPair(
        tuple(given[name] for name in ordered[:count]), {name: given[name] for name in ordered[count:]}
    )


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.operator_schemas", name, __all__)
