"""`torch.torch_version`: the version as a text that is compared by its numbers."""

from __future__ import annotations

from torch import __version__
from torch._types import TorchVersion

__all__ = ["TorchVersion", "__version__"]
