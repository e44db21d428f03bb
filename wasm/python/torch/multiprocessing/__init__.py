"""`torch.multiprocessing`: what files of passes use of it."""

from torch.multiprocessing import reductions

__all__ = ["reductions"]
