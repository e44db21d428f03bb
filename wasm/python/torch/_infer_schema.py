"""The schema of an operator from the annotations of a function: `torch.library.infer_schema`."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Sequence
from typing import Any, Callable

_PLAIN = {int: "SymInt", float: "float", bool: "bool", str: "str"}
_LISTED = ("Tensor", "SymInt", "float", "bool", "ScalarType", "Device", "Scalar")


def _plain(kind: Any) -> str | None:
    import torch

    if kind is torch.Tensor:
        return "Tensor"
    if kind in (torch.dtype, torch.device):
        return "ScalarType" if kind is torch.dtype else "Device"
    if kind == int | float | bool or kind == typing.Union[int, float, bool]:
        return "Scalar"
    return _PLAIN.get(kind) if isinstance(kind, type) else None


def _type(kind: Any) -> str | None:
    """How a schema writes an annotation; None if it cannot."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    plain = _plain(kind)
    if plain is not None:
        return plain
    if origin in (typing.Union, types.UnionType) and len(args) > 1 and type(None) in args:
        inner = _type(typing.Union[tuple(one for one in args if one is not type(None))])
        return None if inner is None else f"{inner}?"
    if origin in (list, Sequence) and len(args) == 1:
        inner = _type(args[0])
        return f"{inner}[]" if inner in (*_LISTED, "Tensor?") else None
    return None


def _default(value: Any) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).removeprefix("torch.")


def _result(kind: Any) -> str:
    if kind is None or kind is type(None):
        return "()"
    if typing.get_origin(kind) is tuple:
        parts = [_type(one) for one in typing.get_args(kind)]
    else:
        parts = [_type(kind)]
    if None in parts:
        raise ValueError(f"infer_schema(func): Return has unsupported type {kind}.")
    text = ", ".join(str(one) for one in parts)
    return f"({text})" if typing.get_origin(kind) is tuple and len(parts) > 1 else text


def infer_schema(prototype_function: Callable[..., Any], /, *, mutates_args: Any, op_name: str | None = None) -> str:
    """`(Tensor x, SymInt n=2) -> Tensor`."""
    hints = typing.get_type_hints(prototype_function)
    signature = inspect.signature(prototype_function)
    parts: list[str] = []
    for at, (name, one) in enumerate(signature.parameters.items()):
        if one.kind is inspect.Parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if name not in hints:
            raise ValueError(f"infer_schema(func): Parameter {name} must have a type annotation.")
        kind = _type(hints[name])
        if kind is None:
            raise ValueError(f"infer_schema(func): Parameter {name} has unsupported type {hints[name]}.")
        if (
            mutates_args == "unknown"
            and kind.startswith("Tensor")
            or mutates_args != "unknown"
            and name in mutates_args
        ):
            kind = kind.replace("Tensor", f"Tensor(a{at}!)", 1)
        given = "" if one.default is inspect.Parameter.empty else f"={_default(one.default)}"
        parts.append(f"{kind} {name}{given}")
    return f"{op_name or ''}({', '.join(parts)}) -> {_result(hints.get('return'))}"
