"""`typing_extensions`: what Python's own `typing` has by now."""

from __future__ import annotations

import typing
from typing import *  # noqa: F403
from typing import Any
from warnings import deprecated  # noqa: F401

from torch._missing import missing


def __getattr__(name: str) -> Any:
    if hasattr(typing, name):
        return getattr(typing, name)
    raise missing("typing_extensions", name, dir(typing))
