"""`torch._higher_order_ops.wrap`."""

from torch import _ops

wrap_with_set_grad_enabled = _ops.ops.higher_order.wrap_with_set_grad_enabled
wrap_with_autocast = _ops.ops.higher_order.wrap_with_autocast
