"""`torch.fx.Proxy`: a value while code is traced. What is done with it becomes nodes."""

from __future__ import annotations

import collections
import copy
import dataclasses
import operator
import types
from typing import Any, Iterator

from torch.fx.node import Argument, Node, Target, map_aggregate


# Metadata of the node that an interpreter runs, for what is made meanwhile; None: it is not kept.
_CURRENT: list[dict[str, Any] | None] = [None]
_KEPT = (
    "nn_module_stack",
    "torch_fn",
    "source_fn_stack",
    "original_aten",
    "recompute",
    "ac_graph_id",
    "has_backward_hook",
    "from_node",
    "quantization_tag",
    "_numeric_debug_handle",
    "custom",
    "partitioner_tag",
)


# What no graph holds.
_NO_ARGUMENTS = (set, frozenset, bytes, bytearray, types.FunctionType, type, collections.deque)


class TraceError(ValueError):
    """Code that cannot be traced."""


class TracerBase:
    """Makes nodes of what is done with proxies."""

    graph: Any
    record_stack_traces = False

    def create_node(
        self, kind: str, target: Target, args: Any, kwargs: Any, name: str | None = None, type_expr: Any = None
    ) -> Node:
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        current = _CURRENT[-1]
        if current:
            if current.get("stack_trace"):
                node.meta["stack_trace"] = current["stack_trace"]
            for key in _KEPT:
                if key in current:
                    node.meta[key] = copy.copy(current[key])
        return node

    def proxy(self, node: Node) -> "Proxy":
        return Proxy(node, self)

    def create_proxy(
        self,
        kind: str,
        target: Target,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        name: str | None = None,
        type_expr: Any = None,
        proxy_factory_fn: Any = None,
    ) -> "Proxy":
        args_, kwargs_ = self.create_arg(args), self.create_arg(kwargs)
        assert isinstance(args_, tuple)
        assert isinstance(kwargs_, dict)
        node = self.create_node(kind, target, args_, kwargs_, name, type_expr)
        return self.proxy(node) if proxy_factory_fn is None else proxy_factory_fn(node)

    def create_arg(self, a: Any) -> Argument:
        """A value as the argument of a node. What a class overrides is asked for each element of a container, too."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, (tuple, list)):
            made = [self.create_arg(one) for one in a]
            return made if isinstance(a, list) else type(a)(*made) if hasattr(a, "_fields") else type(a)(made)
        if isinstance(a, dict):
            return {self._key(key): self.create_arg(one) for key, one in a.items()}
        if isinstance(a, (slice, range)):
            return type(a)(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if dataclasses.is_dataclass(a) and not isinstance(a, type):
            fields = {field.name: self.create_arg(getattr(a, field.name)) for field in dataclasses.fields(a)}
            return self.create_node("call_function", type(a), (), fields)
        if isinstance(a, _NO_ARGUMENTS) or type(a) is object:
            raise NotImplementedError(f"argument of type: {type(a)}")
        return a

    def _key(self, key: Any) -> Any:
        def refuse(one: Any) -> Any:
            if isinstance(one, Node):
                raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {key}")
            return one

        key = self.create_arg(key)
        map_aggregate(key, refuse)
        return key

    def to_bool(self, obj: "Proxy") -> bool:
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj: "Proxy") -> Iterator[Any]:
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or "
            "**kwargs function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what "
            "types of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy "
            "iteration errors"
        )

    def keys(self, obj: "Proxy") -> Any:
        return Attribute(obj, "keys")()


class GraphAppendingTracer(TracerBase):
    """Appends to a graph that is there."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph


class Proxy:
    """A value that is not known yet."""

    def __init__(self, node: Node, tracer: Any = None) -> None:
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self) -> str:
        return f"Proxy({self.node.name})"

    def __getattr__(self, k: str) -> "Attribute":
        if k.startswith("__"):
            raise AttributeError(k)
        return Attribute(self, k)

    def __call__(self, *args: Any, **kwargs: Any) -> "Proxy":
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self) -> Iterator[Any]:
        return self.tracer.iter(self)

    def __bool__(self) -> bool:
        return self.tracer.to_bool(self)

    def __abs__(self) -> "Proxy":
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __len__(self) -> int:
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            "torch.fx.wrap('len') at module scope"
        )

    def keys(self) -> Any:
        return self.tracer.keys(self)


class Attribute(Proxy):
    """`x.shape`, or the method of a call."""

    def __init__(self, root: Proxy, attr: str) -> None:
        self.root = root
        self.attr = attr
        self.tracer = root.tracer
        self._node: Node | None = None

    @property
    def node(self) -> Node:  # type: ignore[override]
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args: Any, **kwargs: Any) -> Proxy:
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


_BINARY = "add sub mul floordiv truediv mod pow lshift rshift and_ or_ xor matmul getitem eq ne lt gt le ge".split()
_REFLECTED = "add sub mul floordiv truediv mod pow lshift rshift and_ or_ xor matmul".split()
_UNARY = "neg pos invert".split()


def _operator_method(name: str, reflected: bool = False) -> Any:
    function = getattr(operator, name)

    def method(self: Proxy, *others: Any) -> Proxy:
        args = (*others, self) if reflected else (self, *others)
        return self.tracer.create_proxy("call_function", function, args, {})

    return method


for _name in (*_BINARY, *_UNARY):
    setattr(Proxy, f"__{_name.strip('_')}__", _operator_method(_name))
for _name in _REFLECTED:
    setattr(Proxy, f"__r{_name.strip('_')}__", _operator_method(_name, reflected=True))
Proxy.__hash__ = object.__hash__  # type: ignore[method-assign]
