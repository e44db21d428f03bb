"""`torch.utils`."""

from torch.utils import _python_dispatch, _pytree

__all__ = ["_pytree", "_python_dispatch"]
