"""`torch._logging`: what files log goes to Python's own logging; nothing of it is in a graph."""

from __future__ import annotations

import logging
from typing import Any

from torch._missing import missing

__all__ = ["getArtifactLogger", "trace_structured"]


def getArtifactLogger(module_qname: str, artifact_name: str) -> logging.Logger:  # noqa: N802
    return logging.getLogger(f"{module_qname}.__{artifact_name}")


def trace_structured(name: str, *_: Any, **__: Any) -> None:
    """Writes to a log of PyTorch's that is off unless somebody asks for it."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._logging", name, __all__)
