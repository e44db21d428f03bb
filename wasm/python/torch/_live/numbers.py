"""What modules of Python's own do with values of a capture."""

from __future__ import annotations

from typing import Any


def modules() -> dict[str, dict[str, Any]]:
    return {}
