"""Schemas of operators: `OpOverload._schema`, read from the core's text when somebody asks."""

from __future__ import annotations

import re
from typing import Any


class AliasInfo:
    """What `(a!)` says of an argument."""

    def __init__(self, text: str) -> None:
        self.is_write = "!" in text
        self.before_set = {text.split("!")[0].split(" ")[0]}
        self.after_set = self.before_set


class Argument:
    """One argument or result."""

    def __init__(self, type_: str, name: str, default: str | None, kwarg_only: bool) -> None:
        alias = re.search(r"\(([a-z|\* >!\-]+)\)", type_)
        self.alias_info = AliasInfo(alias[1]) if alias else None
        self.type = SchemaType(re.sub(r"\([a-z|\* >!\-]+\)", "", type_))
        self.name = name
        self.kwarg_only = kwarg_only
        self.is_out = kwarg_only and self.alias_info is not None and self.alias_info.is_write
        self._default = default

    def has_default_value(self) -> bool:
        return self._default is not None

    @property
    def default_value(self) -> Any:
        return None if self._default is None else _value(self._default)

    def __repr__(self) -> str:
        return f"Argument(name={self.name}, type={self.type})"


def _value(text: str) -> Any:
    words = {"None": None, "True": True, "False": False}
    if text in words:
        return words[text]
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.startswith("["):
        inner = text[1:-1].strip()
        return [_value(one.strip()) for one in inner.split(",")] if inner else []
    try:
        return float(text)
    except ValueError:
        return text.strip("'\"")


class SchemaType:
    """The type of an argument. `str()` is PyTorch's."""

    def __init__(self, text: str) -> None:
        self._text = text

    def kind(self) -> str:
        if self._text.endswith("?"):
            return "OptionalType"
        if self._text.endswith("]"):
            return "ListType"
        return {"Scalar": "NumberType", "str": "StringType", "SymInt": "SymIntType"}.get(
            self._text, f"{self._text[:1].upper()}{self._text[1:]}Type"
        )

    def __str__(self) -> str:
        text = self._text
        if text.endswith("?"):
            return f"Optional[{SchemaType(text[:-1])}]"
        listed = re.fullmatch(r"(.*)\[\d*\]", text)
        if listed:
            return f"List[{SchemaType(listed[1])}]"
        return {"Scalar": "number", "ScalarType": "int", "MemoryFormat": "int", "Layout": "int"}.get(text, text)

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SchemaType) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def _split(text: str) -> list[str]:
    """Parts between commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


class FunctionSchema:
    """Arguments and results of an overload."""

    def __init__(self, namespace: str, text: str) -> None:
        self._text = f"{namespace}::{text}"
        head, returns = text.rsplit(" -> ", 1)
        name, inside = head.split("(", 1)
        self.name = f"{namespace}::{name.split('.')[0]}"
        self.overload_name = name.split(".", 1)[1] if "." in name else ""
        self.arguments: list[Argument] = []
        only = False
        for part in _split(inside[:-1]):
            if part == "*":
                only = True
                continue
            declared, _, default = part.partition("=")
            type_, _, argument = declared.rpartition(" ")
            self.arguments.append(Argument(type_, argument, default if "=" in part else None, only))
        listed = returns.startswith("(") and not re.fullmatch(r"\([a-z!]+\)", returns)
        self.returns: list[Argument] = []
        for part in _split(returns[1:-1]) if listed else [returns]:
            type_, _, result = part.rpartition(" ")
            self.returns.append(Argument(type_, result, None, False) if type_ else Argument(part, "", None, False))

    @property
    def is_mutable(self) -> bool:
        return any(one.alias_info is not None and one.alias_info.is_write for one in self.arguments)

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


class _IsTensor(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, SchemaType) and value._text == "Tensor"


class TensorType(SchemaType, metaclass=_IsTensor):
    """`torch.TensorType`: the type of an argument that is a tensor."""
