"""`torch.ao.quantization.fx`."""

from torch.ao.quantization.fx import utils

__all__ = ["utils"]
