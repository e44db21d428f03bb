"""`torch.fx.Tracer` and `symbolic_trace`, of functions and of modules that hold nothing."""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import itertools
import sys
import types
import warnings
from typing import Any, Callable, Iterator

from torch._functions import _first
from torch._ops import OpOverload
from torch._targets import resolve
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule, _PlainModule
from torch.fx.node import Node, map_arg
from torch.fx.proxy import Proxy, TracerBase
from torch._types import Parameter, Tensor, device, dtype, layout, memory_format
from torch.nn.modules.module import TRACING, Module


def _assert_is_none(value: Any, msg: str) -> None:
    """What a graph calls that was traced for an argument that is None."""
    assert value is None, msg


class PHBase:
    """An argument that `concrete_args` leaves open."""

    def __repr__(self) -> str:
        return "PH"


PH = PHBase()


# What a graph compares with what it is given: values of these types themselves, not of those made of them.
_CHECKED = (str, int, float, bool, complex, dtype, device, memory_format, layout)
_STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _in_order(function: Any) -> list[tuple[str, inspect.Parameter]]:
    """The parameters of a function as its code has them: `*args` and `**kwargs` are last."""
    return sorted(inspect.signature(function).parameters.items(), key=lambda one: one[1].kind in _STARS)


def _by_place(function: Any) -> Any:
    """The function with all its parameters by place: what `*args` is in it is one value of the trace."""
    kinds = [one.kind for _, one in _in_order(function)]
    code = getattr(function, "__code__", None)
    named = (inspect.Parameter.KEYWORD_ONLY, *_STARS)
    if code is None or hasattr(function, "__wrapped__") or not any(kind in named for kind in kinds):
        return function
    stars = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
    counts = {"co_argcount": len(kinds), "co_posonlyargcount": 0, "co_kwonlyargcount": 0}
    plain = code.replace(co_flags=code.co_flags & ~stars, **counts)
    return types.FunctionType(plain, function.__globals__, function.__name__, None, function.__closure__)


class _Read:
    """A tensor of the module that is traced."""

    def __init__(self, target: str) -> None:
        self.target = target


def _plain_tensors(root: Module) -> dict[int, tuple[str, Tensor]]:
    """Tensors that are plain attributes of the module or of one below; of two paths the one that is found last."""
    return {
        id(value): (f"{path}.{name}" if path else name, value)
        for path, module in root.named_modules()
        for name, value in vars(module).items()
        if isinstance(value, Tensor)
    }


class Tracer(TracerBase):
    """Traces a function or a module's forward."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.root: Any = None
        self._held: dict[int, tuple[str, Tensor]] = {}  # tensors that are no parameters or buffers, with their paths
        self._paths: dict[int, str] = {}
        self._states: dict[str, dict[int, str]] = {}

    def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
        """Whether a call of the module is one node: so are the layers of torch.nn, but for Sequential."""
        from torch import nn

        return type(m).__module__.startswith(("torch.nn", "torch.ao.nn")) and not isinstance(m, nn.Sequential)

    def path_of_module(self, mod: Module) -> str:
        if id(mod) not in self._paths:
            self._paths = {id(one): name for name, one in reversed(list(self.root.named_modules()))}
        if id(mod) not in self._paths:
            raise NameError("module is not installed as a submodule")
        return self._paths[id(mod)]

    def call_module(self, m: Module, forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of a module: a node, or what its forward does."""
        name = self.path_of_module(m)
        if self.is_leaf_module(m, name):
            return self.create_proxy("call_module", name, args, kwargs)
        if isinstance(m, (GraphModule, _PlainModule)) or forward is None:
            raise NotImplementedError(f"symbolic_trace into the module '{name}' is not in Seesaw")
        return forward(*args, **kwargs)

    def getattr(self, attr: str, attr_val: Any, parameter_proxy_cache: dict[str, Any]) -> Any:
        """A parameter that forward reads: one node for all uses."""
        name = self._state("parameters").get(id(attr_val)) if isinstance(attr_val, Parameter) else None
        if name is None:
            return attr_val
        if name not in parameter_proxy_cache:
            parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {})
        return parameter_proxy_cache[name]

    def _state(self, kind: str) -> dict[int, str]:
        """The names of the root's parameters or buffers, read once in a trace."""
        if kind not in self._states:
            named = list(getattr(self.root, f"named_{kind}")())
            self._states[kind] = {id(one): name for name, one in reversed(named)}
        return self._states[kind]

    def create_args(self, function: Callable[..., Any], skip: int, concrete: dict[str, Any]) -> list[Any]:
        values: list[Any] = []
        written = getattr(function, "__annotations__", {})
        for name, parameter in _in_order(function)[skip:]:
            star = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
            default = () if parameter.default is inspect.Parameter.empty else (parameter.default,)
            if name in concrete and not star:
                proxy = self.create_proxy("placeholder", f"{name}_1", default, {})
                values.append(self._fixed(name, proxy, concrete[name]))
                continue
            kind = None if star else written.get(name)
            values.append(self.create_proxy("placeholder", star + name, default, {}, type_expr=kind))
        return values

    def _fixed(self, name: str, proxy: Proxy, value: Any) -> Any:
        """An argument that the trace is made for: the graph checks that it is given the same."""
        said = f"{name} has been specialized to have value {value} but got another value"
        if value is PH:
            return proxy
        if isinstance(value, PHBase):
            raise NotImplementedError(
                f"concrete_args with a placeholder of its own for {name} are not in Seesaw: take PH"
            )
        if isinstance(value, (tuple, list, dict)):
            raise NotImplementedError(f"concrete_args with the container that {name} is are not in Seesaw")
        if value is None:
            self.create_proxy("call_function", _assert_is_none, (proxy, said), {})
        elif isinstance(value, OpOverload) or type(value) in _CHECKED:
            self.create_proxy("call_function", resolve("torch._assert"), (proxy == value, said), {})
        else:
            warnings.warn(
                f"Was not able to add assertion to guarantee correct input {name} to specialized function. It is up to "
                "the user to make sure that your inputs match the inputs you specialized the function with.",
                stacklevel=1,
            )
        return value

    @staticmethod
    def _by_name(function: Any, skip: int, concrete: Any) -> dict[str, Any]:
        """`concrete_args` as a dict: a tuple has a value for each parameter."""
        if not isinstance(concrete, tuple):
            return concrete or {}
        names = [name for name, one in _in_order(function)[skip:] if one.kind not in _STARS]
        if concrete and not names:
            raise NotImplementedError("concrete_args of a function that has *args alone are not in Seesaw")
        if len(names) != len(concrete):
            raise RuntimeError(f"Tracing expected {len(names)} arguments but got {len(concrete)} concrete arguments")
        return dict(zip(names, concrete))

    def trace(self, root: Any, concrete_args: dict[str, Any] | None = None) -> Graph:
        self.graph = Graph()
        self.root = root if isinstance(root, Module) else Module()
        self._held, self._paths, self._states = _plain_tensors(self.root), {}, {}
        if isinstance(root, GraphModule):
            if isinstance(concrete_args, tuple):
                names = [node.name for node in root.graph.nodes if node.op == "placeholder"]
                if len(names) != len(concrete_args):
                    said = f"Tracing expected {len(names)} arguments but got {len(concrete_args)} concrete arguments"
                    raise RuntimeError(said)
                concrete_args = dict(zip(names, concrete_args))
            with _tracing(self):
                return self._trace_graph(root, concrete_args or {})
        function = type(root).forward if isinstance(root, Module) else root
        skip = int(isinstance(root, Module))
        values = self.create_args(function, skip, self._by_name(function, skip, concrete_args))
        with _wrapping(), _tracing(self):
            run = _by_place(function)
            result = run(root, *values) if isinstance(root, Module) else run(*values)
        kind = getattr(run, "__annotations__", {}).get("return")
        self.create_node("output", "output", (self.create_arg(result),), {}, None, kind)
        return self.graph

    def _trace_graph(self, root: GraphModule, concrete: dict[str, Any]) -> Graph:
        """A graph's code run on proxies: the same calls in the same order, without metadata."""
        if type(root.graph._codegen).__name__ != "CodeGen":
            raise NotImplementedError("symbolic_trace of a module that takes its arguments apart is not in Seesaw")
        env: dict[Node, Any] = {}
        for node in root.graph.nodes:
            args, kwargs = map_arg(node.args, env.__getitem__), map_arg(node.kwargs, env.__getitem__)
            if node.op == "placeholder" and node.name in concrete:
                given = self.create_proxy("placeholder", f"{node.name}_1", args, {})
                env[node] = self._fixed(node.name, given, concrete[node.name])
            elif node.op == "placeholder":
                env[node] = self.create_proxy("placeholder", node.target, args, {}, type_expr=node.type)
            elif node.op == "get_attr":
                env[node] = _Read(node.target)
            elif node.op == "call_module":
                module = root.get_submodule(node.target)
                env[node] = self.call_module(module, getattr(module, "forward", None), args, kwargs)
            elif node.op == "call_method":
                env[node] = getattr(args[0], node.target)(*args[1:], **kwargs)
            elif node.op == "call_function":
                env[node] = node.target(*args, **kwargs)
            else:
                self.create_node("output", "output", (self.create_arg(args[0]),), {}, None, node.type)
        return self.graph

    def create_arg(self, a: Any) -> Any:
        """Each use of a tensor reads it anew; one that was made while tracing becomes an attribute."""
        if isinstance(a, Tensor):
            return self.create_node("get_attr", self._name_of(a), (), {})
        if isinstance(a, _Read):
            return self.create_node("get_attr", a.target, (), {})
        if isinstance(a, Module):
            name = next((name for name, one in self.root.named_modules() if one is a), None)
            if name is not None:
                return self.create_node("get_attr", name, (), {})
        if isinstance(a, tuple) and hasattr(a, "_fields"):
            return self.create_node("call_function", type(a), tuple(self.create_arg(one) for one in a), {})
        return super().create_arg(a)

    def get_fresh_qualname(self, prefix: str) -> str:
        """The first name with this prefix that the root does not have."""
        return next(name for name in (f"{prefix}{at}" for at in itertools.count()) if not hasattr(self.root, name))

    def _name_of(self, tensor: Tensor) -> str:
        """Where the root has a tensor; one that it does not have becomes a constant of it."""
        name = self._state("parameters" if isinstance(tensor, Parameter) else "buffers").get(id(tensor))
        if name is not None:
            return name
        if isinstance(tensor, Parameter):
            raise NameError("parameter is not a member of this module")
        if id(tensor) not in self._held:
            name = self.get_fresh_qualname("_tensor_constant")
            self._held[id(tensor)] = (name, tensor)
            setattr(self.root, name, tensor)
        return self._held[id(tensor)][0]


@contextlib.contextmanager
def _tracing(tracer: Tracer) -> Iterator[None]:
    """Calls of modules and reads of parameters are asked of the tracer."""
    TRACING.append((tracer, {}))
    try:
        yield
    finally:
        TRACING.pop()


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


__all__ = ["PH", "PHBase", "Proxy", "Tracer", "symbolic_trace", "wrap"]
