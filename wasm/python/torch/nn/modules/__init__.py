"""`torch.nn.modules`."""

from torch.nn.modules.module import Module

__all__ = ["Module"]
