"""`torch.fx._compatibility`: a mark on functions, which says nothing here."""

from __future__ import annotations

from typing import Any, Callable


def compatibility(is_backward_compatible: bool) -> Callable[[Any], Any]:
    return lambda function: function
