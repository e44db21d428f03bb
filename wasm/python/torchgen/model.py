"""`torchgen.model`: a schema of an operator, as far as files of passes take it apart: its name."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, NoReturn

from torch._missing import missing

__all__ = ["BaseOperatorName", "FunctionSchema", "OperatorName"]


# Names of methods that Python calls for an assignment with an operator, without `i`.
_ASSIGNING = ("add", "sub", "mul", "div", "mod", "pow", "lshift", "rshift", "and", "xor", "or")
_FUNCTIONAL = "_functional"


@dataclasses.dataclass(frozen=True)
class BaseOperatorName:
    """`add_`: `base` is the name without what says that it writes."""

    base: str
    inplace: bool
    dunder_method: bool
    functional_overload: bool = False

    @staticmethod
    def parse(op: str) -> "BaseOperatorName":
        assert op != "", "the name of an operator is empty"
        dunder = re.fullmatch(r"__([^_]+)__", op)
        if dunder is not None:
            inplace = dunder[1][:1] == "i" and dunder[1][1:] in _ASSIGNING
            assert inplace or dunder[1][0] != "i", f"{op} is no assignment with an operator"
            return BaseOperatorName(dunder[1][1:] if inplace else dunder[1], inplace, True)
        base = op.removesuffix("_")
        inplace, functional = base != op, base.endswith(_FUNCTIONAL)
        assert not (functional and inplace), f"{op} says that it writes, and that it does not"
        return BaseOperatorName(base.removesuffix(_FUNCTIONAL), inplace, False, functional)

    def __str__(self) -> str:
        if self.dunder_method:
            return f"__{'i' if self.inplace else ''}{self.base}__"
        return f"{self.base}{'_' if self.inplace else ''}{_FUNCTIONAL if self.functional_overload else ''}"

    def __getattr__(self, name: str) -> Any:
        return _refuse(self, name)


@dataclasses.dataclass(frozen=True)
class OperatorName:
    """`add.Tensor`."""

    name: BaseOperatorName
    overload_name: str

    @staticmethod
    def parse(op_name: str) -> "OperatorName":
        name, _, overload = op_name.partition(".")
        return OperatorName(BaseOperatorName.parse(name), overload)

    def __str__(self) -> str:
        return f"{self.name}.{self.overload_name}" if self.overload_name else str(self.name)

    def __getattr__(self, name: str) -> Any:
        return _refuse(self, name)


def _refuse(value: Any, name: str) -> NoReturn:
    """What PyTorch's class has besides."""
    if name.startswith("__"):
        raise AttributeError(name)
    known = [one for one in (*vars(value), *vars(type(value))) if not one.startswith("_")]
    raise missing(f"{type(value).__name__} of torchgen", name, known)


class FunctionSchema:
    """`add.Tensor(Tensor self, Tensor other) -> Tensor`."""

    def __init__(self, text: str) -> None:
        written = re.fullmatch(r"([\w.]+)\(.*\) -> .+", text, re.DOTALL)
        assert written is not None, f"missing a parenthesis or an arrow in the schema {text}"
        self.name = OperatorName.parse(written[1])
        self._text = text

    @staticmethod
    def parse(func: str) -> "FunctionSchema":
        return FunctionSchema(func)

    def __str__(self) -> str:
        return self._text

    def __getattr__(self, name: str) -> Any:
        return _refuse(self, name)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torchgen.model", name, __all__)
