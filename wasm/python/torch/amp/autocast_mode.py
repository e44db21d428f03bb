"""`torch.amp.autocast_mode`: autocast, and the functions that graphs call for it."""

from __future__ import annotations

from typing import Any

from torch import _targets
from torch._missing import missing
from torch._modes import autocast

__all__ = ["autocast"]


def __getattr__(name: str) -> Any:
    if name in ("_enter_autocast", "_exit_autocast"):
        return _targets.resolve(f"torch.amp.autocast_mode.{name}")
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.amp.autocast_mode", name, ["_enter_autocast", "_exit_autocast", *__all__])
