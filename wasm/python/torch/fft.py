"""`torch.fft`: functions that graphs name."""

from __future__ import annotations

from typing import Any

from torch._missing import missing


def __getattr__(name: str) -> Any:
    from torch._functions import named, names_in

    found = None if name.startswith("__") else named(__name__, name)
    if found is None:
        raise missing(__name__, name, names_in(__name__))
    return found
