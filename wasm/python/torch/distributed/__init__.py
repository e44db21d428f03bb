"""`torch.distributed` of a process that is alone: no group of processes is there."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

__all__ = ["get_rank", "get_world_size", "is_available", "is_initialized"]


def is_available() -> bool:
    return True


def is_initialized() -> bool:
    return False


def get_rank(group: Any = None) -> int:
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


def get_world_size(group: Any = None) -> int:
    return get_rank(group)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.distributed", name, __all__)
