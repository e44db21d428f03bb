"""`torch.fx.passes`."""

from torch.fx.passes import infra

__all__ = ["infra"]
