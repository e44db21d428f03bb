"""`torch.library`: operators that a file defines. Their schema is known then, and their calls stay as they are."""

from __future__ import annotations

from typing import Any, Callable

from torch import _ops
from torch._infer_schema import infer_schema
from torch._missing import missing
from torch._tags import DECLARED, Tag

__all__ = [
    "CustomOpDef",
    "IMPLEMENTATIONS",
    "Library",
    "custom_op",
    "define",
    "impl",
    "impl_abstract",
    "infer_schema",
    "register_autograd",
    "register_fake",
    "register_kernel",
    "triton_op",
]

# What a file said an operator does, by name and key.
IMPLEMENTATIONS: dict[tuple[str, str], Callable[..., Any]] = {}

# Keys whose functions are called with values that have a shape and no elements.
_OF_SHAPES = ("Meta", "CompositeExplicitAutograd", "CompositeImplicitAutograd")


class Library:
    """Operators of a namespace."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key

    def define(self, schema: str, alias_analysis: str = "", *, tags: Any = ()) -> str:
        """Declares an operator by its schema."""
        name, _, overload = schema.split("(")[0].strip().split("::")[-1].partition(".")
        _ops.define(self.ns, name, overload or "default", schema.strip().removeprefix(f"{self.ns}::"))
        given = tags if isinstance(tags, (tuple, list)) else (tags,)
        DECLARED[f"{self.ns}::{name}" + (f".{overload}" if overload else "")] = list(given)
        return name if not overload else f"{name}.{overload}"

    def impl(self, op_name: Any, fn: Callable[..., Any], dispatch_key: str = "", **_: Any) -> None:
        """Keeps what an operator does."""
        name = op_name if isinstance(op_name, str) else op_name.name()
        key = dispatch_key or self.dispatch_key or "CompositeImplicitAutograd"
        IMPLEMENTATIONS[(f"{self.ns}::{name.split('::')[-1]}", key)] = fn


def impl(
    qualname: Any, types: Any = None, func: Any = None, *, lib: Any = None, name: Any = None, dispatch_key: str = ""
) -> Any:
    """impl(library, name, key) as a decorator; impl("space::name", types, function), as a decorator too."""
    types = name if types is None else types

    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        if isinstance(qualname, Library):
            qualname.impl(types, function, func or dispatch_key)
            return function
        for key in (types,) if isinstance(types, str) else types:
            IMPLEMENTATIONS[(qualname, "CompositeExplicitAutograd" if key == "default" else key)] = function
        return function

    return keep(func) if callable(func) else keep


def define(qualname: Any, schema: str, *, lib: Any = None, tags: Any = ()) -> None:
    """Declares an operator: define("space::name", "(Tensor x) -> Tensor")."""
    namespace, _, name = qualname.partition("::")
    Library(namespace, "FRAGMENT").define(f"{name}{schema}", tags=tags)


def register_fake(op: str, func: Any = None, /, **_: Any) -> Any:
    """Keeps what an operator does with shapes; as a decorator too."""
    name = op if isinstance(op, str) else getattr(op, "_qualname", None) or op.name()

    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        IMPLEMENTATIONS[(name, "Meta")] = function
        return function

    return keep if func is None else keep(func)


class CustomOpDef:
    """An operator that a function defines."""

    def __init__(self, namespace: str, name: str, schema: str, fn: Callable[..., Any], tags: Any = None) -> None:
        self._namespace, self._name, self._schema = namespace, name, schema
        self._qualname = f"{namespace}::{name}"
        self._init_fn = fn
        self.__name__ = name
        packet, _, overload = name.partition(".")
        _ops.define(namespace, packet, overload or "default", f"{name}{schema}")
        added = tags if isinstance(tags, (tuple, list)) else () if tags is None else (tags,)
        DECLARED[self._qualname] = [Tag.pt2_compliant_tag, Tag.needs_fixed_stride_order, *added]

    @property
    def _opoverload(self) -> Any:
        packet, _, overload = self._name.partition(".")
        return getattr(getattr(getattr(_ops.ops, self._namespace), packet), overload or "default")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._opoverload(*args, **kwargs)

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        return register_fake(self._qualname, fn)

    def register_kernel(self, device_types: Any, func: Any = None, /) -> Any:
        """What it computes on a device: no graph sees it."""
        return (lambda function: function) if func is None else func

    def register_autograd(self, backward: Any, /, *, setup_context: Any = None) -> None:
        """How its gradient is computed: graphs of passes have none of it."""

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"


def custom_op(
    name: str,
    fn: Any = None,
    /,
    *,
    mutates_args: Any,
    device_types: Any = None,
    schema: str | None = None,
    tags: Any = None,
) -> Any:
    """Defines an operator by a function, whose annotations are its schema; as a decorator too."""

    def define(function: Callable[..., Any]) -> CustomOpDef:
        namespace, _, bare = name.partition("::")
        return CustomOpDef(namespace, bare, schema or infer_schema(function, mutates_args=mutates_args), function, tags)

    return define if fn is None else define(fn)


def triton_op(
    name: str, fn: Any = None, /, *, mutates_args: Any, schema: str | None = None, allow_decomposition: bool = True
) -> Any:
    """`custom_op`, of a function that calls a kernel of Triton; a graph has the same node for it."""
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)


def fake_of(op: Any) -> Callable[..., Any] | None:
    """What a file said that an operator does with shapes."""
    name = getattr(op, "_qualified_op_name", None)
    if name is None:
        return None
    overload = getattr(op, "_overloadname", "default")
    name = name if overload == "default" else f"{name}.{overload}"
    found = (IMPLEMENTATIONS.get((name, key)) for key in _OF_SHAPES)
    return next((one for one in found if one is not None), None)


impl_abstract = register_fake  # the older name


def register_kernel(op: Any, device_types: Any, func: Any = None, /, **_: Any) -> Any:
    """What an operator computes on a device: no graph sees it."""
    return (lambda function: function) if func is None else func


def register_autograd(op: Any, backward: Any, /, **_: Any) -> None:
    """How a gradient is computed: graphs of passes have none of it."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.library", name, __all__)
