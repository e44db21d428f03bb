"""`torch._dynamo`: what files of passes use of it."""

from torch._dynamo import config

__all__ = ["config"]
