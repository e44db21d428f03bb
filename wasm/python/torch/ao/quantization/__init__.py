"""`torch.ao.quantization`."""

from torch.ao.quantization import fx

__all__ = ["fx"]
