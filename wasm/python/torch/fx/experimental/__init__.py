"""`torch.fx.experimental`: what files of passes use of it."""

from torch.fx.experimental import proxy_tensor, symbolic_shapes

__all__ = ["proxy_tensor", "symbolic_shapes"]
