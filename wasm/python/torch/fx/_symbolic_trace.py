"""`torch.fx.Tracer` and `symbolic_trace`, of functions and of modules that hold nothing."""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import sys
from typing import Any, Callable, Iterator

from torch._functions import _first
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_aggregate, map_arg
from torch.fx.proxy import Proxy, TracerBase
from torch._types import Tensor
from torch.nn.modules.module import Module


class _Read:
    """A tensor of the module that is traced."""

    def __init__(self, target: str) -> None:
        self.target = target


class Tracer(TracerBase):
    """Traces a function or a module's forward."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.root: Any = None
        self._held: dict[int, tuple[str, Tensor]] = {}

    def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
        return isinstance(m, GraphModule)

    def create_args(self, function: Callable[..., Any], skip: int, concrete: dict[str, Any]) -> list[Any]:
        values: list[Any] = []
        for name, parameter in list(inspect.signature(function).parameters.items())[skip:]:
            if name in concrete:
                values.append(concrete[name])
                continue
            star = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
            given = () if parameter.default is inspect.Parameter.empty else (parameter.default,)
            values.append(self.create_proxy("placeholder", star + name, given, {}))
        return values

    def trace(self, root: Any, concrete_args: dict[str, Any] | None = None) -> Graph:
        self.graph = Graph()
        self.root = root if isinstance(root, Module) else Module()
        if isinstance(root, GraphModule):
            return self._trace_graph(root, concrete_args or {})
        function = type(root).forward if isinstance(root, Module) else root
        values = self.create_args(function, int(isinstance(root, Module)), concrete_args or {})
        with _wrapping():
            result = function(root, *values) if isinstance(root, Module) else function(*values)
        self.create_node("output", "output", (self.create_arg(result),), {})
        return self.graph

    def _trace_graph(self, root: GraphModule, concrete: dict[str, Any]) -> Graph:
        """A graph's code run on proxies: the same calls in the same order, without metadata."""
        if type(root.graph._codegen).__name__ != "CodeGen":
            raise NotImplementedError("symbolic_trace of a module that takes its arguments apart is not in Seesaw")
        env: dict[Node, Any] = {}
        for node in root.graph.nodes:
            args, kwargs = map_arg(node.args, env.__getitem__), map_arg(node.kwargs, env.__getitem__)
            if node.op == "placeholder" and node.name in concrete:
                env[node] = concrete[node.name]
            elif node.op == "placeholder":
                env[node] = self.create_proxy("placeholder", node.target, args, {})
            elif node.op == "get_attr":
                env[node] = _Read(node.target)
            elif node.op == "call_module":
                module = root.get_submodule(node.target)
                if not self.is_leaf_module(module, node.target) or isinstance(module, GraphModule):
                    raise NotImplementedError(f"symbolic_trace into the module '{node.target}' is not in Seesaw")
                env[node] = self.create_proxy("call_module", node.target, args, kwargs)
            elif node.op == "call_method":
                env[node] = getattr(args[0], node.target)(*args[1:], **kwargs)
            elif node.op == "call_function":
                env[node] = node.target(*args, **kwargs)
            else:
                self.create_node("output", "output", (self.create_arg(args[0]),), {})
        return self.graph

    def create_arg(self, a: Any) -> Any:
        """Each use of a tensor reads it anew; one that was made while tracing becomes an attribute."""

        def one(leaf: Any) -> Any:
            if isinstance(leaf, Tensor):
                held = self._held.setdefault(id(leaf), (f"_tensor_constant{len(self._held)}", leaf))
                setattr(self.root, held[0], leaf)
                leaf = _Read(held[0])
            return self.create_node("get_attr", leaf.target, (), {}) if isinstance(leaf, _Read) else leaf

        return super().create_arg(map_aggregate(a, one))


def symbolic_trace(root: Any, concrete_args: dict[str, Any] | None = None) -> GraphModule:
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, Module) else root.__name__
    return GraphModule(tracer.root, graph, name)


# Functions of a module that a trace records and does not go into, by the names of their module.
_WRAPPED: list[tuple[dict[str, Any], str]] = []


def wrap(fn_or_name: Any) -> Any:
    """Names a function of the module that calls this, at its top level: a trace records calls of it."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    frame = sys._getframe(1)
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _WRAPPED.append((frame.f_globals, name))
    return fn_or_name


def _recorded(function: Any) -> Any:
    """The function, as a trace sees it."""

    @functools.wraps(function)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        proxy = _first(Proxy, (args, kwargs))
        if proxy is None:
            return function(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", function, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    return recorded


@contextlib.contextmanager
def _wrapping() -> Iterator[None]:
    """A trace, in which the functions that `wrap` names are recorded."""
    added = []
    for space, name in _WRAPPED:
        held = space.get(name, _WRAPPED)
        function = vars(builtins).get(name) if held is _WRAPPED else held
        if function is not None and not hasattr(function, "_seesaw_recorded"):
            added.append((space, name, held))
            space[name] = _recorded(function)
            space[name]._seesaw_recorded = True
    try:
        yield
    finally:
        for space, name, held in reversed(added):
            if held is _WRAPPED:
                del space[name]
            else:
                space[name] = held


__all__ = ["Proxy", "Tracer", "symbolic_trace", "wrap"]
