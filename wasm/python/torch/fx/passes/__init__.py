"""`torch.fx.passes`."""

from torch.fx.passes import infra, utils

__all__ = ["infra", "utils"]
