"""`torch._higher_order_ops.auto_functionalize`: operators that stand for ones that write, without writing."""

from torch import _ops
from torch._ops import AutoFunctionalized, AutoFunctionalizedV2

auto_functionalized = _ops.ops.higher_order.auto_functionalized
auto_functionalized_v2 = _ops.ops.higher_order.auto_functionalized_v2

__all__ = ["AutoFunctionalized", "AutoFunctionalizedV2", "auto_functionalized", "auto_functionalized_v2"]
