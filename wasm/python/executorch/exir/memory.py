"""`executorch.exir.memory`: the call that gives an operator the memory of its result."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

__all__ = ["alloc"]


def alloc(spec: Any) -> Any:
    """Memory of these sizes and of this type, or a list of such."""
    import torch

    if isinstance(spec, list):
        return [alloc(one) for one in spec]
    shape, dtype = spec
    return torch.empty(shape, dtype=dtype)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("executorch.exir.memory", name, __all__)
