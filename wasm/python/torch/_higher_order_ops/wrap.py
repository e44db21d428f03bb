"""`torch._higher_order_ops.wrap`."""

from torch import _ops
from torch._ops import WrapWithAutocast, WrapWithSetGradEnabled

__all__ = ["WrapWithAutocast", "WrapWithSetGradEnabled", "wrap_with_autocast", "wrap_with_set_grad_enabled"]

wrap_with_set_grad_enabled = _ops.ops.higher_order.wrap_with_set_grad_enabled
wrap_with_autocast = _ops.ops.higher_order.wrap_with_autocast
