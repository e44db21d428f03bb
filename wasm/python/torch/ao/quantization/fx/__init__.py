"""`torch.ao.quantization.fx`."""

from torch.ao.quantization.fx import _decomposed, utils

__all__ = ["_decomposed", "utils"]
