"""`torch.nn.functional`: functions that graphs name."""

from __future__ import annotations

from typing import Any

from torch._live import current
from torch._missing import missing


def __getattr__(name: str) -> Any:
    from torch._functions import named, names_in

    if name.startswith("__"):
        raise AttributeError(name)
    live = current()
    if live is not None:
        return live.name_in("torch.nn.functional", name)
    found = named("torch.nn.functional", name)
    if found is None:
        raise missing("torch.nn.functional", name, names_in("torch.nn.functional"))
    return found
