"""Schemas of operators: `OpOverload._schema`, read from the core's text when somebody asks."""

from __future__ import annotations

import re
from typing import Any, NoReturn


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
        return _kind_of(self._text)

    def __str__(self) -> str:
        text = self._text
        if text.endswith("?"):
            return f"Optional[{SchemaType(text[:-1])}]"
        listed = re.fullmatch(r"(.*)\[\d*\]", text)
        if listed:
            return f"List[{SchemaType(listed[1])}]"
        return "number" if text == "Scalar" else _PLAIN_TYPES.get(text, text)

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


# Defaults of floats: a whole one is written with its point, and is a float.
_FLOATS = re.compile(r"(\bfloat(?:\[\d*\])? \w+=)(-?\d+|\[[^]]*\])(?=[,)])")


def _as_floats(default: str) -> str:
    return re.sub(r",(?! )", ", ", re.sub(r"\b(?<!\.)(?<![eE][-+])\d+(?=[],]|$)", r"\g<0>.", default))


class FunctionSchema:
    """Arguments and results of an overload."""

    def __init__(self, namespace: str, text: str) -> None:
        text = _FLOATS.sub(lambda one: one[1] + _as_floats(one[2]), text)
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


class UnknownSchema:
    """What is known of an operator that no table has: its name. All else is refused."""

    def __init__(self, namespace: str, name: str, overload: str) -> None:
        self.name = f"{namespace}::{name}"
        self.overload_name = "" if overload == "default" else overload

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(self._unknown(), name=name)

    def _unknown(self) -> str:
        path = f"torch.ops.{self.name.replace('::', '.')}.{self.overload_name or 'default'}"
        return f"the schema of {path} is not known in Seesaw but for its name"

    def _refuse(self, *_: Any) -> NoReturn:
        raise NotImplementedError(self._unknown())

    __str__ = __repr__ = __eq__ = __ne__ = __hash__ = _refuse  # type: ignore[assignment]


def in_place_schema(name: str, of: str) -> str | None:
    """The schema of an operator that writes to its first argument, from that of the operator without `_`."""
    written = re.fullmatch(r"[^(]+\(Tensor(\(a\))? self\b(.*)\) -> Tensor(\(a\))?", of)
    return None if written is None else f"{name}(Tensor(a!) self{written[2]}) -> Tensor(a!)"


# Operators whose form with results as arguments calls these otherwise than the rule does, or that have another rule.
_OWN_OUTS = {
    "_native_batch_norm_legit",
    "_nested_tensor_from_tensor_list",
    "_softmax_backward_data",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "fbgemm_linear_fp16_weight",
    "fbgemm_linear_fp16_weight_fp32_activation",
    "fractional_max_pool2d",
    "fractional_max_pool3d",
    "max_pool2d_with_indices",
    "max_pool3d_with_indices",
    "native_batch_norm",
}
# Overloads whose form with results as arguments has another name.
_OUT_OF = {
    one.partition("=")[0]: one.partition("=")[2]
    for one in (
        "_add_relu.out=Tensor add.out=Tensor all.all_out=default all.out=dim any.all_out=default any.out=dim "
        "arange.start_out=start_step copysign.out=Tensor div.out=Tensor div.out_mode=Tensor_mode divide.out=Tensor "
        "divide.out_mode=Tensor_mode empty.out=memory_format frobenius_norm.out=dim ldexp.out=Tensor "
        "linalg_matrix_rank.out_tol_tensor=tol_tensor linalg_pinv.out_rcond_tensor=rcond_tensor max.out=other "
        "max.unary_out=default mean.dtype_out=default mean.names_out=names_dim mean.out=dim min.out=other "
        "min.unary_out=default mul.out=Tensor multiply.out=Tensor norm.dtype_out=ScalarOpt_dim_dtype "
        "norm.names_dtype_out=names_ScalarOpt_dim_dtype norm.names_out=names_ScalarOpt_dim norm.out=ScalarOpt_dim "
        "prod.Dimname_out=dim_Dimname prod.int_out=dim_int range.out=step range.out_=default "
        "std.names_out=names_dim std.out=dim sub.out=Tensor subtract.out=Tensor sum.DimnameList_out=dim_DimnameList "
        "sum.IntList_out=dim_IntList true_divide.out=Tensor var.names_out=names_dim var.out=dim "
        "xlogy.OutScalar_Other=Scalar_Other xlogy.OutScalar_Self=Scalar_Self xlogy.OutTensor=Tensor "
    ).split()
}
_OPTIONS = re.compile(r"(, )?ScalarType\? dtype=[^,]*, Layout\? layout[^,]*, Device\? [^,]*, bool\? pin_memory=\w+")


def out_source(packet: str, overload: str) -> str | None:
    """The overload whose results an overload writes."""
    known = _OUT_OF.get(f"{packet}.{overload}")
    if known is not None or packet in _OWN_OUTS:
        return known
    return "default" if overload == "out" else overload.removesuffix("_out") if overload.endswith("_out") else None


def out_schema(packet: str, of: str, overload: str) -> str | None:
    """The schema of an overload that writes what another gives; None where it does not follow from that one's."""
    inside, returns = of.split("(", 1)[1].rsplit(") -> ", 1)
    kinds = _split(returns[1:-1]) if returns.startswith("(") else [returns]
    own = packet.endswith("_backward") and len(kinds) == 1
    if own or any(one != "Tensor" for one in kinds) or "!" in inside:
        return None
    names = ["out"] if len(kinds) == 1 else [f"out{at}" for at in range(len(kinds))]
    types = [f"Tensor({chr(ord('a') + at)}!)" for at in range(len(names))]
    inside = _OPTIONS.sub("", inside).removesuffix(", *").removesuffix("*")
    only = [] if re.search(r"(^|, )\*,", inside) else ["*"]
    outs = [f"{type_} {name}" for type_, name in zip(types, names)]
    gives = types[0] if len(types) == 1 else f"({', '.join(types)})"
    taken = ", ".join([*([inside] if inside else []), *only, *outs])
    return f"{packet}.{overload}({taken}) -> {gives}".replace("(, ", "(")


class _OfKind(type):
    """`isinstance(argument.type, torch.TensorType)`: the kind that a type has, without `?`, `[]` and what is in it."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, SchemaType) and _kind_of(value._text) == cls.__name__


# What PyTorch calls a type by another type's name.
_PLAIN_TYPES = dict.fromkeys(("SymInt", "ScalarType", "MemoryFormat", "Layout"), "int")
_KINDS = {"Scalar": "Number", "str": "String", "Device": "DeviceObj"}


def _kind_of(text: str) -> str:
    if text.endswith("?"):
        return "OptionalType"
    if text.endswith("]"):
        return "ListType"
    text = _PLAIN_TYPES.get(text, text)
    return f"{_KINDS.get(text, text[:1].upper() + text[1:])}Type"


class TensorType(SchemaType, metaclass=_OfKind):
    """`torch.TensorType`: the type of an argument that is a tensor."""


class NumberType(SchemaType, metaclass=_OfKind):
    """`torch.NumberType`: of an argument that is any number."""


class IntType(SchemaType, metaclass=_OfKind):
    """`torch.IntType`: of an argument that is an integer."""


class FloatType(SchemaType, metaclass=_OfKind):
    """`torch.FloatType`: of an argument that is a float."""


class BoolType(SchemaType, metaclass=_OfKind):
    """`torch.BoolType`: of an argument that is a truth value."""


class StringType(SchemaType, metaclass=_OfKind):
    """`torch.StringType`: of an argument that is a text."""


class ListType(SchemaType, metaclass=_OfKind):
    """`torch.ListType`: of an argument that is a list."""


class OptionalType(SchemaType, metaclass=_OfKind):
    """`torch.OptionalType`: of an argument that may be None."""
