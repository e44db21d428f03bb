"""`torch.amp`: autocast."""

from torch.amp import autocast_mode
from torch.amp.autocast_mode import autocast

__all__ = ["autocast", "autocast_mode"]
