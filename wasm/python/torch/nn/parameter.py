"""`torch.nn.parameter`."""

from torch._types import Parameter

__all__ = ["Parameter"]
