"""`torch.fx.experimental.proxy_tensor.make_fx`: runs a function on values without elements, and records its calls.

What: a call of an operator of somebody's library is a node as it stands. Any other call the core captures alone, and
writes it in the operators that PyTorch dispatches to; its nodes are copied.
Why: passes that replace a pattern trace both sides from plain functions.
"""

from __future__ import annotations

import inspect
import operator
from typing import Any, Callable

from torch import _core
from torch._functions import _TRACES
from torch._missing import missing
from torch._ops import HigherOrderOperator, OpOverload, OpOverloadPacket
from torch._storage import made_by
from torch._types import FakeTensor, Parameter, SymBool, SymFloat, SymInt, Tensor
from torch.fx._symbolic_trace import Tracer
from torch.fx.graph import Graph, Program
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate, map_arg
from torch.nn.modules.module import Module
from torch.utils import _pytree as pytree

__all__ = ["PythonKeyTracer", "make_fx", "py_sym_types"]

py_sym_types = (SymInt, SymFloat, SymBool)


class PythonKeyTracer(Tracer):
    """A tracer whose nodes are made by what values do: it goes into modules, and parameters are values."""

    def call_module(self, m: Module, forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return forward(*args, **kwargs)

    def getattr(self, attr: str, attr_val: Any, parameter_proxy_cache: dict[str, Any]) -> Any:
        return attr_val

    def create_arg(self, a: Any) -> Any:
        """A parameter that the root does not have becomes one of it; a size is a number."""
        if isinstance(a, Parameter) and all(one is not a for _, one in self.root.named_parameters()):
            setattr(self.root, self.get_fresh_qualname("_param_constant"), a)
        if isinstance(a, py_sym_types):
            raise AssertionError("a.node.constant should not be None")
        return super().create_arg(a)

    def create_node(self, kind: str, target: Any, args: Any, kwargs: Any, *given: Any, **named: Any) -> Any:
        node = super().create_node(kind, target, args, kwargs, *given, **named)
        if kind in ("placeholder", "output"):
            node.meta.pop("stack_trace", None)
        elif kind == "get_attr" and isinstance(value := getattr(self.root, target), Tensor):
            node.meta["val"] = FakeTensor(value._json)
        return node


class _Untraced:
    """Calls within are worked out, and not recorded."""

    def __enter__(self) -> None:
        _TRACES.append(None)

    def __exit__(self, *_: Any) -> None:
        _TRACES.pop()


def _is_plain(function: Any) -> bool:
    """An operator that is a node as it stands: it is no operator of ATen, which may be made of others."""
    return isinstance(function, OpOverload) and function.namespace not in _DISPATCHED


_DISPATCHED = ("aten", "prim", "prims")


class _Trace:
    """The calls of one function."""

    def __init__(self, table: dict[Any, Callable[..., Any]], level: str = "empty") -> None:
        self.graph = Graph()
        self.table = table
        self.level = level
        self.root = Module()
        # Values of this trace, by identity, and the nodes that have them.
        self.nodes: dict[int, tuple[Any, Any]] = {}

    def own(self, value: Any, node: Any) -> Any:
        """The value of a node; a tuple of values is taken apart."""
        if isinstance(value, (tuple, list)):
            return type(value)(
                None if one is None else self.own(one, self.graph.call_function(operator.getitem, (node, at)))
                for at, one in enumerate(value)
            )
        node.meta["val"] = value
        if not isinstance(value, Tensor):
            return value
        made = FakeTensor(value._json)
        made._said_stride = value._said_stride
        node.meta["val"] = made
        self.nodes[id(made)] = made, node
        return made

    def placed(self, values: Any) -> Any:
        """Values as the arguments of a node."""

        def one(leaf: Any) -> Any:
            if isinstance(leaf, Tensor):
                return self.node_of(leaf)
            if isinstance(leaf, py_sym_types):
                raise NotImplementedError(f"the size {leaf} is a symbol: make_fx knows numbers for sizes in Seesaw")
            return leaf

        return map_aggregate(values, one)

    def node_of(self, value: Tensor) -> Any:
        known = self.nodes.get(id(value))
        if known is None:
            # A tensor from outside is an attribute.
            name = f"_tensor_constant{sum(one.op == 'get_attr' for one in self.graph.nodes)}"
            setattr(self.root, name, value)
            node = self.graph.create_node("get_attr", name, (), {})
            node.meta["val"] = value
            known = self.nodes[id(value)] = value, node
        return known[1]

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        rule = self.table.get(function)
        if rule is not None:
            made = rule(*args, **kwargs)
            if made is not NotImplemented:
                return made
        if isinstance(function, OpOverloadPacket) and function.namespace not in _DISPATCHED:
            overloads = function.overloads()
            if len(overloads) != 1:
                raise NotImplementedError(f"make_fx in Seesaw needs the overload of {function}: it has {overloads}")
            function = getattr(function, overloads[0])
        if isinstance(function, HigherOrderOperator):
            return self.record(function, args, kwargs, _higher_order(function, args, kwargs))
        if _is_plain(function):
            from torch._functions import call_function

            with _Untraced():
                value = call_function(function, args, kwargs)
            return self.record(function, args, kwargs, value)
        return self.inline(function, args, kwargs)

    def record(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], value: Any) -> Any:
        name = getattr(function, "_opname", None)
        given = self.placed(args), dict(self.placed(kwargs))
        made = self.own(value, self.graph.create_node("call_function", function, *given, name))
        made_by(made, function, args, kwargs)
        return made

    def method(self, name: str, of: Tensor, *args: Any, **kwargs: Any) -> Any:
        # operator.methodcaller cannot be collected in WebAssembly: its tp_clear has another signature than is called.
        def called(value: Tensor, *others: Any, **named: Any) -> Any:
            return getattr(value, name)(*others, **named)

        return self.inline(called, (of, *args), kwargs)

    def inline(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The call as the core captures it, node by node."""
        made, given = _alone(function, args, kwargs, "empty")
        return self.copied(function, made, given)

    def copied(self, function: Any, made: GraphModule, given: list[Tensor]) -> Any:
        """What a captured function of some values gives; its nodes are copied."""
        nodes = list(made.graph.nodes)
        inputs = [node for node in nodes if node.op == "placeholder"]
        if len(inputs) != len(given) or any(node.op == "get_attr" for node in nodes):
            raise NotImplementedError(f"make_fx of {function!r} needs tensors with elements: not known in Seesaw")
        env: dict[Any, Any] = dict(zip(inputs, given))
        for node in nodes:
            args, kwargs = map_arg(node.args, env.__getitem__), map_arg(node.kwargs, env.__getitem__)
            if node.op == "output":
                return args[0][0] if len(args[0]) == 1 else tuple(args[0])
            if node.op == "call_function" and node.target is operator.getitem:
                env[node] = args[0][args[1]]
            elif node.op == "call_function":
                env[node] = self.dispatched(node, args, dict(kwargs))
        raise AssertionError("a graph without output")

    def dispatched(self, node: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of one operator of ATen, as a node or as what it is made of."""
        op = node.target
        rule = self.table.get(op)
        made = NotImplemented if rule is None else rule(*args, **kwargs)
        if made is NotImplemented and "composite" in op._traits:
            made = _composite(self, op, args, kwargs)
        elif made is NotImplemented and self.level == "inductor":
            made = decomposed(self, op, args, kwargs)
        return self.record(op, args, kwargs, node.meta.get("val")) if made is NotImplemented else made


def _alone(function: Any, args: Any, kwargs: Any, table: str) -> tuple[GraphModule, list[Tensor]]:
    """The program of one call, and the tensors that it takes."""
    given: dict[int, Tensor] = {}
    map_aggregate((args, kwargs), lambda leaf: given.setdefault(id(leaf), leaf) if isinstance(leaf, Tensor) else 0)
    place = {key: at for at, key in enumerate(given)}

    def alone(*values: Any) -> Any:
        def one(leaf: Any) -> Any:
            return values[place[id(leaf)]] if isinstance(leaf, Tensor) and id(leaf) in place else leaf

        return function(*map_aggregate(args, one), **map_aggregate(kwargs, one))

    with _Untraced():
        return _captured(alone, list(given.values()), table), list(given.values())


def whole(trace: _Trace, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call in PyTorch's core operators."""
    made, given = _alone(op, args, kwargs, "core")
    calls = [node for node in made.graph.nodes if node.op == "call_function"]
    if len(calls) == 1 and calls[0].target is op:
        return NotImplemented
    return trace.copied(op, made, given)


def _composite(trace: _Trace, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator that is made of others is never a node."""
    import torch

    aten, dims = torch.ops.aten, [one.ndim for one in args if isinstance(one, Tensor)]
    if trace.level == "inductor" or op is aten.einsum.default:
        made = whole(trace, op, args, kwargs)
        if made is not NotImplemented:
            return made
    elif op is aten.linear.default and dims[:2] == [2, 2]:
        return aten.mm(args[0], args[1].t()) if len(dims) == 2 else aten.addmm(args[2], args[0], args[1].t())
    elif op is aten.matmul.default and dims == [2, 2]:
        return aten.mm(*args)
    elif op in (aten.softmax.int, aten.log_softmax.int) and len(args) == 2 and not kwargs:
        return aten._softmax(*args, False) if op is aten.softmax.int else aten._log_softmax(*args, False)
    raise NotImplementedError(f"what make_fx makes of {op} is not known in Seesaw")


def decomposed(trace: _Trace, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator as Inductor's table has it, or NotImplemented: it stays."""
    from torch._inductor.decomposition import KEPT, OWN, keeps

    if op in KEPT() or (op in OWN() and keeps(op, args, kwargs)):
        return NotImplemented
    if op in OWN():
        raise NotImplementedError(f"what Inductor makes of {op} is not known in Seesaw")
    return whole(trace, op, args, kwargs)


def _captured(function: Callable[..., Any], values: list[Any], level: str) -> GraphModule:
    """The program of a function of tensors, in the operators that PyTorch dispatches to."""
    from torch import _live
    from torch.export._trace import capture

    if any(isinstance(size, py_sym_types) for value in values for size in value.shape):
        raise NotImplementedError("make_fx of sizes that are symbols is not in Seesaw")
    with _core.aside():
        before = _live.current()
        live = _live.begin({"file": "<make_fx>", "module": "make_fx"}, importable=False)
        try:
            given = [
                live.call("torch.empty_strided", (list(one.shape), list(one.stride())), {"dtype": one.dtype})
                for one in values
            ]
            request = {"args": [live.write(one) for one in given], "kwargs": {}, "grad": False}
            handle = capture(live, None, function, request)["handle"]
        finally:
            live.end()
            _live._CURRENT[0] = before
        asked = {"handle": handle, "passes": [{"name": "run_decompositions", "options": {"table": level}}]}
        made, _ = _core.call("run", asked)
        for report in made["reports"]:
            for one in report["diagnostics"]:
                if one["severity"] == "error":
                    raise NotImplementedError(one["message"])
        return GraphModule._of(Program(made["handle"]))


def _higher_order(function: HigherOrderOperator, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value of an operator that takes a function: of those that make writes functional."""
    if function._name != "auto_functionalized":
        raise NotImplementedError(f"make_fx of torch.ops.higher_order.{function._name} is not in Seesaw")
    from torch.library import fake_of

    op = args[0]
    returns: tuple[Any, ...] = (None,)
    if op._schema.returns:
        fake = fake_of(op)
        if fake is None:
            raise NotImplementedError(f"what {op} gives is not known in Seesaw: register_fake says it")
        with _Untraced():
            made = fake(**kwargs)
        returns = made if isinstance(made, tuple) else (made,)
    written = [one.name for one in op._schema.arguments if one.alias_info is not None and one.alias_info.is_write]
    return (*returns, *(kwargs[name] for name in written))


def _argument_names(function: Callable[..., Any], count: int) -> list[str]:
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None or code.co_flags & inspect.CO_VARARGS:
        return [f"arg{at}" for at in range(count)]
    return list(inspect.signature(function).parameters)[:count]


def _placed_input(trace: _Trace, name: str, value: Any) -> Any:
    """An argument: each value in it is an input of its own."""
    leaves, spec = pytree.tree_flatten(value)
    inputs = [trace.graph.placeholder(f"{name}_{at}") for at in range(1, len(leaves) + 1)]
    return pytree.tree_unflatten([trace.own(leaf, node) for leaf, node in zip(leaves, inputs)], spec)


def traced(
    function: Callable[..., Any], args: tuple[Any, ...], table: dict[Any, Callable[..., Any]], level: str
) -> GraphModule:
    trace = _Trace(table, level)
    values = [_placed_input(trace, name, value) for name, value in zip(_argument_names(function, len(args)), args)]
    _TRACES.append(trace)
    try:
        result = function(*values)
    finally:
        _TRACES.pop()
    # Of inputs that are taken apart the values are given as a list, too.
    nested = any(isinstance(one, (tuple, list, dict)) for one in args)
    trace.graph.output(trace.placed(pytree.tree_leaves(result) if nested else result))
    trace.graph.eliminate_dead_code()
    return GraphModule(trace.root, trace.graph, getattr(function, "__name__", type(function).__name__))


def make_fx(
    f: Callable[..., Any],
    decomposition_table: dict[Any, Callable[..., Any]] | None = None,
    tracing_mode: str = "real",
    _allow_non_fake_inputs: bool = False,
    *,
    pre_dispatch: bool = False,
    **_: Any,
) -> Callable[..., GraphModule]:
    if tracing_mode not in ("real", "fake"):
        raise NotImplementedError("make_fx in Seesaw knows sizes that are numbers: tracing_mode is 'real' or 'fake'")
    if pre_dispatch:
        raise NotImplementedError("make_fx(pre_dispatch=True) is not in Seesaw: torch.export.export is")

    def run(*args: Any) -> GraphModule:
        return traced(f, args, decomposition_table or {}, "empty")

    return run


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.experimental.proxy_tensor", name, __all__)
