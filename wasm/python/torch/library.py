"""`torch.library`: operators of one's own are declared to Seesaw by Python source, not here."""

from __future__ import annotations

from typing import Any

from torch._missing import missing


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.library", name, ())
