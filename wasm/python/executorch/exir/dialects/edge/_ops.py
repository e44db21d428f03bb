"""`executorch.exir.dialects.edge._ops`: the types of edge operators."""

from executorch.exir.dialects._ops import EdgeOpOverload, EdgeOpOverloadPacket

__all__ = ["EdgeOpOverload", "EdgeOpOverloadPacket"]
