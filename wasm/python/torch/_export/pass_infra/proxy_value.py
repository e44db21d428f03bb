"""`torch._export.pass_infra.proxy_value`."""

from torch._export.pass_base import ProxyValue

__all__ = ["ProxyValue"]
