"""`torch._library`: what files of passes use of it."""

from torch._library import infer_schema

__all__ = ["infer_schema"]
