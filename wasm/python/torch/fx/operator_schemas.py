"""`torch.fx.operator_schemas`: the arguments of a call by the names of its operator's schema."""

from __future__ import annotations

import inspect
import types
import typing
from typing import Any, Callable, NamedTuple

from torch._missing import missing
from torch._ops import Called, OpOverload, OpOverloadPacket

__all__ = [
    "ArgsKwargsPair",
    "check_for_mutable_operation",
    "create_type_hint",
    "get_signature_for_torch_op",
    "normalize_function",
    "normalize_module",
]

_POSITION, _ANY, _NAME = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)


class ArgsKwargsPair(NamedTuple):
    """Arguments by position, and by name."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def _signature(schema: Any) -> inspect.Signature:
    """A schema as a signature: `self` is called `input`, and what `from` follows has no name in Python."""
    parameters: list[inspect.Parameter] = []
    for one in schema.arguments:
        name = "input" if one.name == "self" and not one.kwarg_only else one.name
        default = one.default_value if one.has_default_value() else inspect.Parameter.empty
        kind = _NAME if one.kwarg_only else _ANY
        if name == "from":
            kind = _POSITION
            parameters = [before.replace(kind=_POSITION) for before in parameters]
        parameters.append(inspect.Parameter(name, kind, default=default))
    return inspect.Signature(parameters)


def _schemas(op: Any) -> list[Any]:
    if isinstance(op, OpOverload):
        return [op._schema]
    return [getattr(op, name)._schema for name in op.overloads()]


def _is_of_operator(op: Any) -> bool:
    return isinstance(op, (OpOverload, OpOverloadPacket))


def get_signature_for_torch_op(op: Callable[..., Any], return_schemas: bool = False) -> Any:
    """The signatures of an operator, and its schemas; None of what is no operator."""
    if not _is_of_operator(op):
        if getattr(op, "__module__", None) in ("_operator", "builtins"):
            return (None, None) if return_schemas else None
        raise NotImplementedError(f"the schemas of {op!r} are not in Seesaw; there are those of operators")
    schemas = _schemas(op)
    signatures = [_signature(one) for one in schemas]
    return (signatures, schemas) if return_schemas else signatures


def _binds(signature: inspect.Signature, args: Any, kwargs: Any) -> bool:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def _by_name(signature: inspect.Signature, args: Any, kwargs: Any, only_kwargs: bool) -> ArgsKwargsPair | None:
    """Each argument by its name, with all that have a default; None where some have no name."""
    names = list(signature.parameters)
    if any(one.kind not in (_ANY, _NAME) for one in signature.parameters.values()):
        # Operators that draw at random are the exception.
        if names != ["input", "from", "to", "generator"]:
            return None
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    count = 0 if only_kwargs else len(args)
    given = [(name, bound.arguments[name]) for name in names]
    return ArgsKwargsPair(tuple(value for _, value in given[:count]), dict(given[count:]))


def _of_overloads(target: Any, args: Any, kwargs: Any, has_types: bool, only_kwargs: bool) -> ArgsKwargsPair | None:
    found = [one for one in _schemas(target) if _binds(_signature(one), args, kwargs)]
    if not found:
        return None
    if len(found) > 1:
        if has_types:
            raise NotImplementedError(f"overloads of {target} are not chosen by the types of arguments in Seesaw")
        listed = "\n".join(str(one) for one in found)
        raise RuntimeError(
            f"several schemas of this {type(target).__name__} take these arguments: "
            "give the types of the arguments (arg_types). They are:\n" + listed
        )
    return _by_name(_signature(found[0]), args, kwargs, only_kwargs)


def normalize_function(
    target: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    arg_types: Any = None,
    kwarg_types: Any = None,
    normalize_to_only_use_kwargs: bool = False,
) -> ArgsKwargsPair | None:
    """Arguments with all that have a default; None where they do not fit, or have no names."""
    kwargs = kwargs or {}
    # An operator of a dialect has the schema of the one beneath: PyTorch 2.6 does not look there, newer ones do.
    target = getattr(target, "_op", target) if isinstance(target, Called) else target
    if _is_of_operator(target):
        has_types = arg_types is not None or kwarg_types is not None
        return _of_overloads(target, args, kwargs, has_types, normalize_to_only_use_kwargs)
    if isinstance(target, Called):
        return None  # takes whatever it is given
    if getattr(target, "__module__", None) in ("_operator", "builtins"):
        return None
    if isinstance(target, types.FunctionType) and target.__module__.split(".")[0] != "torch":
        return _by_name(inspect.signature(inspect.unwrap(target)), args, kwargs, normalize_to_only_use_kwargs)
    raise NotImplementedError(f"normalize_function knows operators in Seesaw, and not {target!r}")


def normalize_module(root: Any, target: str, *_: Any, **__: Any) -> ArgsKwargsPair | None:
    raise NotImplementedError(f"the arguments of the module {target} have no names in Seesaw; a graph calls operators")


def check_for_mutable_operation(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raises for a call of an operator that writes to an argument, where only one schema fits."""
    _, schemas = get_signature_for_torch_op(target, return_schemas=True)
    found = [one for one in schemas or () if _binds(_signature(one), args, kwargs)]
    if len(found) == 1 and found[0].is_mutable:
        raise RuntimeError(
            f"{found[0]} writes to its arguments: a graph of torch.fx is functional, and such an operator is not in it"
        )


def create_type_hint(x: Any) -> Any:
    """Of a list or tuple of types the type of such a list; anything else as it is."""
    if not isinstance(x, (list, tuple)):
        return x
    kinds = [one for one in x if isinstance(one, type)]
    if len(kinds) != len(x):
        return x
    wide = next((one for one in kinds if all(issubclass(other, one) for other in kinds)), None)
    of: Any = Any if wide is None else wide
    return typing.List[of] if isinstance(x, list) else typing.Tuple[of, ...]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.operator_schemas", name, __all__)
