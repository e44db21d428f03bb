"""`torchao.quantization.pt2e.utils`: helpers of passes, which torchao took over from `torch.ao.quantization`."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch.ao.quantization.fx.utils import get_new_attr_name_with_prefix
from torch.ao.quantization.pt2e import utils as _utils
from torch.ao.quantization.pt2e.utils import *  # noqa: F403

__all__ = [*_utils.__all__, "get_new_attr_name_with_prefix"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torchao.quantization.pt2e.utils", name, __all__)
