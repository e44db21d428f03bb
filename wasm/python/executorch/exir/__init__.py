"""`executorch.exir`: passes and the names of edge operators."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.export import ExportedProgram

__all__ = ["ExportedProgram"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("executorch.exir", name, __all__)
