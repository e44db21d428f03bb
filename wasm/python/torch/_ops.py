"""`torch.ops`: operators by namespace, name and overload, made from the core's table.

torch.ops.aten.add.Tensor._schema.arguments[2].name        # "alpha"
"""

from __future__ import annotations

import json
import sys
from typing import Any

from torch import _targets
from torch._core import _seesaw
from torch._missing import missing
from torch._operator_names import NAMES
from torch._schema import FunctionSchema, UnknownSchema, in_place_schema, out_schema, out_source

# path -> {"schema", "traits"} of every operator of the core.
TABLE: dict[str, dict[str, Any]] = json.loads(_seesaw.call("operators", "{}", ""))["value"]


class Called:
    """Something that a graph can call."""

    _path: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from torch._functions import call_function

        return call_function(self, args, kwargs)


class OperatorBase(Called):
    """An operator of PyTorch. Those of ExecuTorch's dialects are none."""


def _schema_of(packet: "OpOverloadPacket", overload: str) -> str | None:
    """The schema of an overload, where it is known."""
    name = packet.__name__
    schema = TABLE.get(f"{packet._path}.{overload}", {}).get("schema")
    source = None if schema or packet.namespace != "aten" else out_source(name, overload)
    if source is not None:
        given = TABLE.get(f"{packet._path}.{source}", {}).get("schema")
        return out_schema(name, given, overload) if given else None
    if schema or packet.namespace != "aten" or not name.endswith("_") or name.endswith("__"):
        return schema or None
    of = TABLE.get(f"torch.ops.aten.{name[:-1]}.{overload}", {}).get("schema")
    return in_place_schema(name if overload == "default" else f"{name}.{overload}", of) if of else None


class OpOverload(OperatorBase):
    """One overload: `torch.ops.aten.add.Tensor`."""

    def __init__(self, packet: "OpOverloadPacket", overload: str) -> None:
        self._path = f"{packet._path}.{overload}"
        self._overloadpacket = packet
        self._overloadname = overload
        self._opname = packet.__name__
        self._qualified_op_name = packet._qualified_op_name
        row = TABLE.get(self._path)
        self._traits = () if row is None else tuple(row.get("traits", ()))
        self.namespace = packet.namespace
        self.__name__ = f"{packet.__name__}.{overload}"
        self.__qualname__ = self.__name__
        self.__module__ = packet.__module__

    @property
    def op(self) -> "OpOverloadPacket":
        return self._overloadpacket

    @property
    def overloadpacket(self) -> "OpOverloadPacket":
        return self._overloadpacket

    @property
    def tags(self) -> list[Any]:
        """What PyTorch says of the operator; of one that a file declares what the file says."""
        from torch._tags import DECLARED, tags_of

        return [*tags_of(self), *DECLARED.get(self.name(), ())]

    @property
    def is_view(self) -> bool:
        return any(one.alias_info is not None and not one.alias_info.is_write for one in self._schema.arguments)

    def name(self) -> str:
        tail = "" if self._overloadname == "default" else f".{self._overloadname}"
        return self._qualified_op_name + tail

    def __str__(self) -> str:
        return ".".join([*self._qualified_op_name.split("::"), self._overloadname])

    def __repr__(self) -> str:
        return f"<OpOverload(op='{self._qualified_op_name.replace('::', '.')}', overload='{self._overloadname}')>"

    def __deepcopy__(self, memo: Any) -> "OpOverload":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "_schema":
            # A graph may have the operator before a file declares it.
            schema = _schema_of(self._overloadpacket, self._overloadname)
            if schema is None:
                return UnknownSchema(self.namespace, self._opname, self._overloadname)
            self._schema = FunctionSchema(self.namespace, schema)
            return self._schema
        own = getattr(type(self), name, None)
        if isinstance(own, property):
            # What a property reads is not there: that is told, and not that the property is missing.
            return own.__get__(self)
        raise missing(f"torch.ops.{self}", name, (*vars(self), *vars(OpOverload)))


class OpOverloadPacket(OperatorBase):
    """All overloads of a name: `torch.ops.aten.add`."""

    def __init__(self, namespace: str, name: str) -> None:
        self._path = f"torch.ops.{namespace}.{name}"
        self._qualified_op_name = f"{namespace}::{name}"
        self.namespace = namespace
        self.__name__ = name
        self.__module__ = f"torch.ops.{namespace}"
        self._overloads: dict[str, OpOverload] = {}

    def overloads(self) -> list[str]:
        known = _names_of(self.namespace).get(self.__name__, ())
        return sorted(known, key=lambda name: name != "default")

    def _overload(self, name: str) -> OpOverload:
        found = self._overloads.get(name)
        if found is None:
            found = self._overloads[name] = OpOverload(self, name)
            _targets._keep(found._path, found)
        return found

    def __getattr__(self, name: str) -> OpOverload:
        if name.startswith("__") or name == "_overloads":
            raise AttributeError(name)
        known = self.overloads()
        if known and name not in known:
            raise AttributeError(
                f"The underlying op of '{self._qualified_op_name.replace('::', '.')}' has no overload name '{name}'"
                f"; in Seesaw there is {', '.join(known)}"
            )
        if not known and self.namespace in NAMESPACES:
            raise missing(f"torch.ops.{self.namespace}", self.__name__, _names_of(self.namespace))
        return self._overload(name)

    def __iter__(self) -> Any:
        return iter(self.overloads())

    def __str__(self) -> str:
        return self._qualified_op_name.replace("::", ".")

    def __repr__(self) -> str:
        return f"<OpOverloadPacket(op='{self}')>"

    def __deepcopy__(self, memo: Any) -> "OpOverloadPacket":
        return self


# Where the function stands among the arguments of operators that run one; what follows are its arguments.
_FUNCTION_AT = {"wrap_with_set_grad_enabled": 1, "wrap_with_autocast": 4}


class HigherOrderOperator(OperatorBase):
    """An operator that takes graphs: `torch.ops.higher_order.cond`."""

    def __init__(self, name: str) -> None:
        self._path = f"torch.ops.higher_order.{name}"
        self._name = name
        self.__name__ = name
        self.__module__ = "torch.ops.higher_order"
        self.namespace = "higher_order"

    @property
    def _seesaw_run(self) -> Any:
        """What a call gives for values: what its function gives, of `cond` the first one."""
        if self._name == "cond":
            return lambda pred, true_fn, false_fn, operands=(): true_fn(*operands)
        at = _FUNCTION_AT.get(self._name)
        return None if at is None else lambda *args: args[at](*args[at + 1 :])

    def py_impl(self, k: Any) -> Any:
        """What an operator does for a key of the dispatcher, which no graph says."""
        return lambda function: function

    def py_functionalize_impl(self, fn: Any) -> Any:
        return fn

    py_autograd_impl = py_functionalize_impl

    def name(self) -> str:
        return self._name

    def __str__(self) -> str:
        return self._name

    def __deepcopy__(self, memo: Any) -> "HigherOrderOperator":
        return self


# PyTorch prints the class of the operator in `torch_fn`.
class WrapWithSetGradEnabled(HigherOrderOperator):
    pass


class WrapWithAutocast(HigherOrderOperator):
    pass


class AutoFunctionalized(HigherOrderOperator):
    pass


class AutoFunctionalizedV2(HigherOrderOperator):
    pass


_HOP_CLASSES = {
    "auto_functionalized": AutoFunctionalized,
    "auto_functionalized_v2": AutoFunctionalizedV2,
    "wrap_with_autocast": WrapWithAutocast,
    "wrap_with_set_grad_enabled": WrapWithSetGradEnabled,
}


_NAMES: dict[str, dict[str, set[str]]] = {}


def _names_of(namespace: str) -> dict[str, set[str]]:
    """Overloads by name: what the core has a record of, and what PyTorch has besides."""
    found = _NAMES.get(namespace)
    if found is None:
        found = _NAMES[namespace] = {}
        for word in NAMES.get(namespace, "").split():
            name, _, overloads = word.partition(":")
            found[name] = set(overloads.split(",")) if overloads else {"default"}
        prefix = f"torch.ops.{namespace}."
        for path in TABLE:
            if path.startswith(prefix):
                name, _, overload = path[len(prefix) :].partition(".")
                found.setdefault(name, set()).add(overload or "default")
    return found


NAMESPACES = {path.split(".")[2] for path in TABLE if path.startswith("torch.ops.")}


# Operators that files declared: namespace, name, overload.
_DEFINED: list[tuple[str, str, str]] = []


def declared() -> dict[str, None]:
    """The namespaces of operators that files declared."""
    return dict.fromkeys(namespace for namespace, _, _ in _DEFINED)


def define(namespace: str, name: str, overload: str, schema: str) -> None:
    """An operator that a file declares."""
    _names_of(namespace).setdefault(name, set()).add(overload)
    path = f"torch.ops.{namespace}.{name}.{overload}"
    if path not in TABLE:
        TABLE[path] = {"schema": schema, "traits": []}
        _DEFINED.append((namespace, name, overload))


def forget_defined() -> None:
    """What a file declared, the next one does not find."""
    for namespace, name, overload in _DEFINED:
        packet = f"torch.ops.{namespace}.{name}"
        TABLE.pop(f"{packet}.{overload}", None)
        _targets.forget(f"{packet}.{overload}")
        _targets.forget(packet)
        vars(getattr(ops, namespace)).pop(name, None)
        _NAMES.pop(namespace, None)
    _DEFINED.clear()


class _OpNamespace:
    """`torch.ops.aten`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, name: str) -> OpOverloadPacket:
        known = {} if name.startswith("__") and name not in _names_of(self.name) else _names_of(self.name)
        if name.startswith("__") and not known:
            raise AttributeError(name)
        if known and name not in known:
            raise missing(f"torch.ops.{self.name}", name, known)
        packet = OpOverloadPacket(self.name, name)
        setattr(self, name, packet)
        return packet

    def _raw(self, name: str) -> OpOverloadPacket:
        """Also of a name that the table does not have: graphs keep operators that nobody knows."""
        if name not in vars(self):
            setattr(self, name, OpOverloadPacket(self.name, name))
        return vars(self)[name]


class _HigherOrderNamespace:
    """`torch.ops.higher_order`."""

    def __getattr__(self, name: str) -> HigherOrderOperator:
        if name.startswith("__"):
            raise AttributeError(name)
        found = _HOP_CLASSES.get(name, HigherOrderOperator)(name)
        setattr(self, name, found)
        _targets._keep(found._path, found)
        return found


class _Ops:
    """`torch.ops`."""

    def __init__(self) -> None:
        self.higher_order = _HigherOrderNamespace()
        self.loaded_libraries: set[str] = set()

    def load_library(self, path: Any) -> None:
        raise OSError(f"{path}: cannot open shared object file: compiled code is not loaded in Seesaw")

    def __getattr__(self, name: str) -> _OpNamespace:
        if name.startswith("__"):
            raise AttributeError(name)
        found = _OpNamespace(name)
        setattr(self, name, found)
        return found

    def _of_path(self, path: str) -> Any:
        _, _, namespace, *rest = path.split(".")
        if namespace == "higher_order":
            return getattr(self.higher_order, rest[0])
        packet = getattr(self, namespace)._raw(rest[0])
        return packet if len(rest) == 1 else packet._overload(".".join(rest[1:]))


ops = _Ops()
# Files import it as a module.
sys.modules["torch.ops"] = ops  # type: ignore[assignment]


def _declare() -> None:
    from torch._stand_ins import SCHEMAS

    for namespace, schemas in SCHEMAS.items():
        for schema in schemas:
            name, _, overload = schema.partition("(")[0].partition(".")
            define(namespace, name, overload or "default", schema)


_declare()
_DEFINED.clear()
