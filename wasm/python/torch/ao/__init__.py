"""`torch.ao`."""

from torch.ao import quantization

__all__ = ["quantization"]
