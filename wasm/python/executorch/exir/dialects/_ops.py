"""`exir_ops.edge.aten.add.Tensor`: edge operators, by name; their schema is that of the operator beneath."""

from __future__ import annotations

import re
from typing import Any

import torch
from torch import _targets
from torch._ops import OperatorBase, _names_of
from torch._stand_ins import SCHEMAS


# Code of a graph has `_` for each dot.
PREFIX = "executorch_exir_dialects_edge__ops_"
PATH = "executorch.exir.dialects.edge._ops."


class EdgeOpOverload(OperatorBase):
    """An operator of ATen in the edge dialect."""

    def __init__(self, op: Any, packet: "EdgeOpOverloadPacket") -> None:
        self._op = op
        self._overloadpacket = packet
        self._overloadname = op._overloadname
        self._path = f"{packet._prefix}{op.namespace}.{op.__name__}"
        words = re.sub(r"(?<=[a-z])([A-Z])", r"_\1", f"{op.namespace}_{op.__name__.replace('.', '_')}")
        self._node_name = words.lower()
        self.__name__ = f"{op.namespace}.{op.__name__}"
        self.__module__ = packet._prefix.removesuffix(".")
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
        return f"<EdgeOpOverload: {self._op}>: schema = {self._op._schema}"

    __repr__ = __str__


class EdgeOpOverloadPacket:
    """All overloads of an edge operator."""

    _prefix = PATH
    _kind = EdgeOpOverload

    def __init__(self, packet: Any) -> None:
        self._packet = packet
        self.__name__ = packet.__name__

    def __getattr__(self, name: str) -> EdgeOpOverload:
        if name.startswith("__") or name == "_packet":
            raise AttributeError(name)
        made = self._kind(getattr(self._packet, name), self)
        setattr(self, name, made)
        _targets._keep(made._path, made)
        return made


class BackendOpOverload(EdgeOpOverload):
    """An operator of a backend."""


class BackendOpOverloadPacket(EdgeOpOverloadPacket):
    """All overloads of an operator of a backend."""

    _prefix = "executorch.exir.dialects.backend._ops."
    _kind = BackendOpOverload


# Libraries of backends; files add theirs.
_LIBRARIES = ("executorch_prim", "quantized_decomposed", "DO_NOT_USE_TEST_ONLY")
_BACKEND_OP_LIB = list(_LIBRARIES)


def forget() -> None:
    """What files added is no library any more."""
    _BACKEND_OP_LIB[:] = _LIBRARIES


class _Namespace:
    """`exir_ops.edge.aten`."""

    def __init__(self, namespace: Any, kind: type[EdgeOpOverloadPacket]) -> None:
        self._namespace = namespace
        self._kind = kind

    def __getattr__(self, name: str) -> EdgeOpOverloadPacket:
        if name in ("_namespace", "_kind"):
            raise AttributeError(name)
        made = self._kind(getattr(self._namespace, name))
        setattr(self, name, made)
        return made


class _Dialect:
    """`exir_ops.edge`, `exir_ops.backend`."""

    def __init__(self, kind: type[EdgeOpOverloadPacket]) -> None:
        self._kind = kind

    def __getattr__(self, name: str) -> _Namespace:
        if name.startswith("__") or name == "_kind":
            raise AttributeError(name)
        if self._kind is BackendOpOverloadPacket and name not in _BACKEND_OP_LIB:
            raise RuntimeError(f"{name} op library does not belong to backend ops.")
        made = _Namespace(getattr(torch.ops, name), self._kind)
        setattr(self, name, made)
        return made


class _Ops:
    """`exir_ops`."""

    def __init__(self) -> None:
        self.edge = _Dialect(EdgeOpOverloadPacket)
        self.backend = _Dialect(BackendOpOverloadPacket)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(torch.ops, name)


ops = _Ops()


def bind_pattern_to_op(library: Any, schema_or_name: str) -> Any:
    """Declares an operator that stands for a pattern, and keeps the pattern as what it does."""

    def keep(function: Any) -> Any:
        written = schema_or_name.split("::")[-1]
        if "(" in written:
            library.define(written)
        library.impl(written.partition("(")[0], function, "CompositeImplicitAutograd")
        return function

    return keep


def of_path(path: str) -> Any:
    """The edge operator that code names so, or None: parts between underscores may have underscores."""
    if path.startswith(PATH):
        namespace, name, overload = path.removeprefix(PATH).split(".")
        return getattr(getattr(getattr(ops.edge, namespace), name), overload)
    written = path.removeprefix(PREFIX)
    for namespace in ("aten", "prims", *SCHEMAS):
        parts = written.removeprefix(namespace + "_").split("_")
        known = _names_of(namespace) if written.startswith(namespace + "_") else {}
        for at in range(len(parts) - 1, 0, -1):
            name, overload = "_".join(parts[:at]), "_".join(parts[at:])
            if overload in known.get(name, ()):
                return getattr(getattr(getattr(ops.edge, namespace), name), overload)
    return None
