"""`torch._functorch`."""

from torch._functorch import config

__all__ = ["config"]
