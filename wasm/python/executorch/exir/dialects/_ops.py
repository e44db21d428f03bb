"""`exir_ops.edge.aten.add.Tensor`: edge operators, by name; their schema is that of the operator beneath."""

from __future__ import annotations

from typing import Any

import torch
from torch import _targets
from torch._ops import OperatorBase


class EdgeOpOverload(OperatorBase):
    """An operator of ATen in the edge dialect."""

    def __init__(self, op: Any, packet: "EdgeOpOverloadPacket") -> None:
        self._op = op
        self._overloadpacket = packet
        self._overloadname = op._overloadname
        self._path = f"executorch.exir.dialects.edge._ops.{op.namespace}.{op.__name__}"
        self.__name__ = op.__name__
        self.__module__ = "executorch.exir.dialects.edge._ops"
        self.namespace = op.namespace

    @property
    def overloadpacket(self) -> "EdgeOpOverloadPacket":
        return self._overloadpacket

    def name(self) -> str:
        return self._op.name()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_op":
            raise AttributeError(name)
        return getattr(self._op, name)

    def __str__(self) -> str:
        return str(self._op)

    def __repr__(self) -> str:
        return f"<EdgeOpOverload: {self._op}>"


class EdgeOpOverloadPacket:
    """All overloads of an edge operator."""

    def __init__(self, packet: Any) -> None:
        self._packet = packet
        self.__name__ = packet.__name__

    def __getattr__(self, name: str) -> EdgeOpOverload:
        if name.startswith("__") or name == "_packet":
            raise AttributeError(name)
        made = EdgeOpOverload(getattr(self._packet, name), self)
        setattr(self, name, made)
        _targets._keep(made._path, made)
        return made


class _Namespace:
    """`exir_ops.edge.aten`."""

    def __init__(self, namespace: Any) -> None:
        self._namespace = namespace

    def __getattr__(self, name: str) -> EdgeOpOverloadPacket:
        if name.startswith("__") or name == "_namespace":
            raise AttributeError(name)
        made = EdgeOpOverloadPacket(getattr(self._namespace, name))
        setattr(self, name, made)
        return made


class _Dialect:
    """`exir_ops.edge`."""

    def __getattr__(self, name: str) -> _Namespace:
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Namespace(getattr(torch.ops, name))
        setattr(self, name, made)
        return made


class _Ops:
    """`exir_ops`."""

    def __init__(self) -> None:
        self.edge = _Dialect()
        self.backend = _Dialect()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(torch.ops, name)


ops = _Ops()
