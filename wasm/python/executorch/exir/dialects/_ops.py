"""`exir_ops.edge.aten.add.Tensor`: edge operators, by name; their schema is that of the operator beneath."""

from __future__ import annotations

import re
from typing import Any

import torch
from torch import _targets
from torch._ops import Called, _names_of, declared
from torch._stand_ins import SCHEMAS


class EdgeOpOverload(Called):
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

    _prefix = _targets.DIALECTS["edge"]
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

    @property
    def _dir(self) -> list[str]:
        """The overloads that were asked for."""
        return [name for name in vars(self) if not name.startswith("_")]


class BackendOpOverload(EdgeOpOverload):
    """An operator of a backend."""


class BackendOpOverloadPacket(EdgeOpOverloadPacket):
    """All overloads of an operator of a backend."""

    _prefix = _targets.DIALECTS["backend"]
    _kind = BackendOpOverload


# Libraries of backends; files add theirs.
_LIBRARIES = ("executorch_prim", "quantized_decomposed", "DO_NOT_USE_TEST_ONLY")
_BACKEND_OP_LIB = list(_LIBRARIES)


def forget() -> None:
    """What files added is no library any more; operators are made again, since what is beneath them may have gone."""
    _BACKEND_OP_LIB[:] = _LIBRARIES
    for dialect in (ops.edge, ops.backend):
        dialect._forget()
    _targets.forget_dialects()


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

    @property
    def _dir(self) -> list[str]:
        return [name for name in vars(self) if name not in ("_namespace", "_kind")]


class _Dialect:
    """`exir_ops.edge`, `exir_ops.backend`."""

    def __init__(self, kind: type[EdgeOpOverloadPacket]) -> None:
        self._kind = kind

    def __getattr__(self, name: str) -> _Namespace:
        if name.startswith("__") or name == "_kind":
            raise AttributeError(name)
        if self._kind is BackendOpOverloadPacket and name not in _BACKEND_OP_LIB:
            raise RuntimeError(f"{name} op library does not belong to backend ops.")
        return self._space(name)

    def _space(self, name: str) -> _Namespace:
        """Also of a library that no file has added: a graph may have its operators."""
        if name not in vars(self):
            setattr(self, name, _Namespace(getattr(torch.ops, name), self._kind))
        return vars(self)[name]

    @property
    def _dir(self) -> list[str]:
        return [name for name in vars(self) if name != "_kind"]

    def _forget(self) -> None:
        kind = self._kind
        vars(self).clear()
        self._kind = kind


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


def _overload(dialect: str, namespace: str, name: str, overload: str) -> EdgeOpOverload:
    return getattr(getattr(getattr(ops, dialect)._space(namespace), name), overload)


def of_name(dialect: str, written: str) -> EdgeOpOverload | None:
    """The operator that a graph names so, or None: the parts between underscores of code may have underscores."""
    if "." in written:
        namespace, name, overload = written.split(".")
        return _overload(dialect, namespace, name, overload)
    known = {"aten": None, "prims": None, **dict.fromkeys(SCHEMAS), **dict.fromkeys(_BACKEND_OP_LIB), **declared()}
    for namespace in known:
        parts = written.removeprefix(namespace + "_").split("_")
        names = _names_of(namespace) if written.startswith(namespace + "_") else {}
        for at in range(len(parts) - 1, 0, -1):
            name, overload = "_".join(parts[:at]), "_".join(parts[at:])
            if overload in names.get(name, ()):
                return _overload(dialect, namespace, name, overload)
    return None
