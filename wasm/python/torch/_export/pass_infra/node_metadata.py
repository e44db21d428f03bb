"""`torch._export.pass_infra.node_metadata`."""

from torch._export.pass_base import NodeMetadata

__all__ = ["NodeMetadata"]
