"""`torch._inductor`: what files of passes use of it."""

from torch._inductor import config

__all__ = ["config"]
