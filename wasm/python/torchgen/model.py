"""`torchgen.model`: a schema of an operator, as far as files of passes take it apart: its name."""

from __future__ import annotations

import re
from typing import Any

from torch._missing import missing

__all__ = ["BaseOperatorName", "FunctionSchema", "OperatorName"]


class BaseOperatorName:
    """`add_`: `base` is the name without what says that it writes."""

    def __init__(self, text: str) -> None:
        self.dunder_method = re.fullmatch(r"__.+__", text) is not None
        self.inplace = text.endswith("_") and not self.dunder_method
        self.base = text.strip("_") if self.dunder_method else text.removesuffix("_")
        self._text = text

    def __str__(self) -> str:
        return self._text


class OperatorName:
    """`add.Tensor`."""

    def __init__(self, text: str) -> None:
        name, _, self.overload_name = text.partition(".")
        self.name = BaseOperatorName(name)

    def __str__(self) -> str:
        return f"{self.name}.{self.overload_name}" if self.overload_name else str(self.name)


class FunctionSchema:
    """`add.Tensor(Tensor self, Tensor other) -> Tensor`."""

    def __init__(self, text: str) -> None:
        written = re.fullmatch(r"([\w.]+)\(.*\) -> .+", text, re.DOTALL)
        assert written is not None, f"missing a parenthesis or an arrow in the schema {text}"
        self.name = OperatorName(written[1])
        self._text = text

    @staticmethod
    def parse(func: str) -> "FunctionSchema":
        return FunctionSchema(func)

    def __str__(self) -> str:
        return self._text

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("a FunctionSchema of torchgen", name, ("name", "parse"))


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torchgen.model", name, __all__)
