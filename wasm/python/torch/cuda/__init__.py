"""`torch.cuda` in a pass: there is no device of this kind."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

# What asks the device, and what tells of memory that nobody has taken.
_ASKING = (
    *("can_device_access_peer", "current_device", "current_stream", "default_stream", "get_device_capability"),
    *("get_device_name", "get_device_properties", "get_rng_state", "init", "initial_seed", "ipc_collect"),
    *("mem_get_info", "synchronize"),
)
_OF_MEMORY = ("max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved")

__all__ = [
    *("device_count", "empty_cache", "get_arch_list", "is_available", "is_bf16_supported", "is_initialized"),
    *("manual_seed", "manual_seed_all"),
    *_ASKING,
    *_OF_MEMORY,
]


def _asks(*_: Any, **__: Any) -> Any:
    raise AssertionError("Torch not compiled with CUDA enabled")


def _nothing_taken(device: Any = None) -> int:
    return 0


globals().update(dict.fromkeys(_ASKING, _asks), **dict.fromkeys(_OF_MEMORY, _nothing_taken))


def is_available() -> bool:
    return False


def device_count() -> int:
    return 0


def is_initialized() -> bool:
    return False


def is_bf16_supported(including_emulation: bool = True) -> bool:
    return False


def get_arch_list() -> list[str]:
    return []


def empty_cache() -> None:
    pass


def manual_seed(seed: int) -> None:
    """Devices that are not there have no generator."""


manual_seed_all = manual_seed


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.cuda", name, __all__)
