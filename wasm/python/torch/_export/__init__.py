"""`torch._export`."""

from torch._export import utils

__all__ = ["utils"]
