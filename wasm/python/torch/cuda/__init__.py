"""`torch.cuda` in a pass: there is no device of this kind."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

__all__ = ["device_count", "is_available", "is_bf16_supported", "is_initialized"]


def is_available() -> bool:
    return False


def device_count() -> int:
    return 0


def is_initialized() -> bool:
    return False


def is_bf16_supported(including_emulation: bool = True) -> bool:
    return False


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.cuda", name, __all__)
