"""`ExportPass`: a pass that traces a graph again, callback by callback. The core traces.

What: `placeholder`, `call_operator`, `call_sym`, `call_getitem`, `call_cond`, `call_map`, `output` and `call_submodule`
may be overridden; `super().call_operator(...)` records. Values are `ProxyValue`s: node and value.
"""

from __future__ import annotations

import json
import re
from typing import Any, Iterable

from torch import _core, _targets
from torch._core import _seesaw
from torch._missing import missing
from torch._ops import OpOverload, OpOverloadPacket, ops
from torch._stand_ins import SCHEMAS, stand_in
from torch.fx.experimental.symbolic_shapes import free_symbols
from torch.fx.graph import Graph, Program
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_arg
from torch.fx.proxy import Proxy
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.library import fake_of
from torch.utils._pytree import tree_map
from torch._types import FakeTensor, Parameter, SymInt, Tensor, new_tensor

__all__ = ["ExportPass", "ExportPassBaseError", "NodeMetadata", "PassResult", "ProxyValue"]


class ExportPassBaseError(RuntimeError):
    """What PyTorch raises in a pass of this kind."""


# What a pass does not write to the metadata that it was given; the value of a node is what its call gives.
PROTECTED_KEYS = {"val", "stack_trace", "nn_module_stack", "debug_handle", "tensor_meta"}
_OF_VALUE = ("val", "tensor_meta")


class NodeMetadata:
    """Metadata of the node that is walked, for what is made of it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data: dict[str, Any] = dict(data)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if key in PROTECTED_KEYS:
            raise RuntimeError(f"Could not override node key: {key}")
        self.data[key] = value

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def copy(self) -> "NodeMetadata":
        return NodeMetadata(self.data)


class _NewNode:
    """The node of a value in the graph that is being made."""

    def __init__(self, number: int, name: str, meta: dict[str, Any]) -> None:
        self._id = number
        self.name = name
        self.given: dict[str, Any] = {}
        self.meta: dict[str, Any] = {}
        self.give(meta)

    def give(self, meta: dict[str, Any]) -> None:
        """The metadata that the core has; what a pass writes beside it is written when the graph is made."""
        self.given, self.meta = meta, dict(meta)

    def written(self) -> dict[str, Any]:
        return {key: one for key, one in self.meta.items() if self.given.get(key, self) is not one}

    def __repr__(self) -> str:
        return self.name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("the node of a graph that is being traced", name, ("name", "meta"))


class ProxyValue:
    """A value of the graph that is being made, with the node that has it or the proxy of one."""

    def __init__(self, data: Any, proxy: Any) -> None:
        self.data = data
        self.proxy_or_node = proxy

    @property
    def node(self) -> Any:
        return self.proxy_or_node.node if isinstance(self.proxy_or_node, Proxy) else self.proxy_or_node

    @property
    def proxy(self) -> Proxy:
        if not isinstance(self.proxy_or_node, Proxy):
            raise RuntimeError(f"ProxyValue doesn't have attached Proxy object. Node: {self.node.format_node()}")
        return self.proxy_or_node

    def is_tensor(self) -> bool:
        return isinstance(self.data, Tensor)

    def is_symint(self) -> bool:
        return isinstance(self.data, SymInt)

    def to_tensor(self) -> Any:
        assert self.is_tensor(), f"expected Tensor, got {type(self.data)}"
        return self.data

    def __iter__(self) -> Any:
        if isinstance(self.proxy_or_node, _NewNode):
            raise TypeError("a value of the graph cannot be iterated; call_getitem takes an element")
        yield from self.data

    def __bool__(self) -> bool:
        return bool(self.data)

    def __repr__(self) -> str:
        return f"ProxyValue({self.node})"


def _new_value(number: int, name: str, value: Any) -> ProxyValue:
    """A value of a node that the core has made."""
    return ProxyValue(value, _NewNode(number, name, {"val": value}))


def refuse_symbols(value: Tensor) -> None:
    """What sizes a new tensor has beside symbols that are there already."""
    if any(size != 0 and size != 1 for size in value.shape):
        raise NotImplementedError(
            "a tensor that a pass makes gets new symbols for its sizes, and in Seesaw only where the graph has none: "
            "make it a torch.nn.Parameter"
        )


class _Run:
    """One retrace: values by number, and the frame that is asked."""

    def __init__(self, owner: "ExportPass") -> None:
        self.owner = owner
        self.values: dict[int, ProxyValue] = {}
        self.frame = 0
        self.callback = ""
        self.meta: NodeMetadata | None = None
        # Metadata that no text holds, by node.
        self.held: dict[int, dict[str, Any]] = {}
        self.symbolic = False
        self.several: dict[str, Any] = {}
        # Tensors that Python made and gave to the core, by identity, and those that it has not seen yet.
        self.constants: dict[int, tuple[int, Tensor]] = {}
        self.unsent: list[Any] = []
        self.error: BaseException | None = None

    def decode(self, value: Any) -> Any:
        return _core.decode(value, self.value)

    def value(self, number: int) -> ProxyValue:
        found = self.values.get(number)
        if found is None:
            found = self.values[number] = _new_value(number, f"%{number}", None)
        return found

    def encode(self, value: Any) -> Any:
        """An argument; a tensor that is no value of a node becomes an attribute when a node takes it."""
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return {"t": [self.encode(one) for one in value]}
        if isinstance(value, list):
            return [self.encode(one) for one in value]
        if not isinstance(value, Tensor) or isinstance(value, FakeTensor):
            return _encoded(value)
        if id(value) not in self.constants:
            self.constants[id(value)] = (-len(self.constants) - 1, value)
            self.unsent.append(new_tensor(value))
            if self.symbolic:
                refuse_symbols(value)
        return {"n": self.constants[id(value)][0]}

    def sent(self) -> dict[str, Any]:
        unsent, self.unsent = self.unsent, []
        return {"constants": unsent} if unsent else {}


def _encoded(value: Any) -> Any:
    if isinstance(value, ProxyValue):
        return {"n": value.node._id}
    if isinstance(value, _NewNode):
        return {"n": value._id}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return {"t": [_encoded(one) for one in value]}
    if isinstance(value, list):
        return [_encoded(one) for one in value]
    return _core.encode(value, lambda node: node._id)


_UNWRITTEN = object()


def _written(value: Any) -> Any:
    try:
        return _encoded(value)
    except _core.Unwritable:
        return _UNWRITTEN


def _is_symbolic(value: Any) -> bool:
    return (
        isinstance(value, SymInt) or isinstance(value, Tensor) and any(isinstance(one, SymInt) for one in value.shape)
    )


_CALLBACKS = {
    "placeholder": "placeholder",
    "callOperator": "call_operator",
    "callSym": "call_sym",
    "callGetitem": "call_getitem",
    "callCond": "call_cond",
    "callMap": "call_map",
    "output": "output",
    "callSubmodule": "call_submodule",
    "onAttr": "on_attr",
}


def _is_of_backend(op: Any) -> bool:
    of_dialect = _targets.dialect_of(op._path)
    return of_dialect is not None and of_dialect[0] == "backend"


def _declared(op: Any) -> bool:
    """Whether a file says what an operator does with shapes, and the core does not know it."""
    op = getattr(op, "_op", op)
    is_operator = isinstance(op, (OpOverload, OpOverloadPacket))
    return is_operator and op.namespace not in ("aten", "prims") and fake_of(op) is not None


def _of_kernel(op: Any, args: Any, kwargs: Any) -> Any:
    """What the function of a file gives for values."""
    with _core.aside():
        return fake_of(getattr(op, "_op", op))(*args, **kwargs)


def _described(value: Any) -> Any:
    """Types and sizes of the tensors in a result."""
    if isinstance(value, (tuple, list)):
        return [_described(one) for one in value]
    if isinstance(value, Tensor):
        return str(value.dtype), [str(size) for size in value.shape]
    return [] if value is None else str(value)


def _say_values(nodes: Iterable[Any]) -> None:
    """Of calls of operators that a file declares, where a graph cannot say what they give: several values, or none."""
    # What calls in between give, which nobody has said yet.
    between: dict[Any, Any] = {}
    for node in nodes:
        if node.op != "call_function" or "val" in node.meta:
            continue
        args, kwargs = map_arg((node.args, node.kwargs), lambda one: one.meta.get("val", between.get(one)))
        if not _declared(node.target):
            between[node] = node.target(*args, **kwargs)
            continue
        made = _of_kernel(node.target, args, kwargs)
        node.meta = {**node.meta, "val": () if made is None else tuple(made) if isinstance(made, list) else made}


def _several(nodes: Iterable[Any]) -> dict[str, Any]:
    """What calls give that give several values, by the names of their nodes: a text does not say it."""
    calls = ((node.name, node.meta.get("val")) for node in nodes if node.op == "call_function")
    return {name: val for name, val in calls if isinstance(val, (tuple, list))}


def _name_in(said: str) -> str:
    """The name of the node that is walked, which the core says as `%name : ...`."""
    return said.removeprefix("%").partition(" ")[0]


def _snake_case(name: str | None) -> str | None:
    """How a node is called after an operator."""
    return None if name is None else re.sub("(?<=[a-z])([A-Z])", r"_\1", name).lower()


def _has_unbacked(graph: Graph) -> bool:
    """Whether calls of a graph make symbols that only a run tells."""
    source = graph._program.source
    if source is not None and re.search(r"\bu\d+\b", source) is None:
        return False
    return any(name.startswith("u") for node in graph.nodes for name in free_symbols(node.meta.get("val")))


def _of_its_shape(made: Any) -> Any:
    """A call of ATen whose value has the shape, dtype and layout of what an operator gives that a file declares."""
    if not isinstance(made, Tensor) or any(not isinstance(one, int) for one in (*made.shape, *made.stride())):
        return None  # the core knows what the graph says of it
    options = {"dtype": made.dtype, "device": made.device}
    return ops.aten.empty_strided.default, (list(made.shape), list(made.stride())), options


class ExportPass(PassBase):
    """A pass that traces again. A class that overrides nothing traces the same graph."""

    _run: _Run | None = None
    _is_edge = False

    def call(self, graph_module: GraphModule) -> PassResult:
        graph_module._flush()
        whole = graph_module
        if graph_module.graph._path:
            whole = graph_module.__deepcopy__()
        self._is_edge = any(hasattr(node.target, "_node_name") for node in whole.graph.nodes)
        # What a pass called, by the node that it made.
        self._called: dict[int, Any] = {}
        self._others: dict[int, tuple[Any, Any, Any]] = {}
        if self._is_edge:
            # The core knows the operators beneath.
            whole = graph_module.__deepcopy__()
            for node in whole.graph.nodes:
                if hasattr(node.target, "_node_name"):
                    if _is_of_backend(node.target):
                        node.meta = {**node.meta, "seesaw_backend": True}
                    node.target = node.target._op
                elif isinstance(node.target, OpOverload):
                    node.meta = {**node.meta, "seesaw_plain": True}
            whole._flush()
        if any(_declared(node.target) and "val" not in node.meta for node in whole.graph.nodes):
            whole = graph_module.__deepcopy__() if whole is graph_module else whole
            _say_values(whole.graph.nodes)
            whole._flush()
        held = self._held(graph_module)
        if held:
            whole = graph_module.__deepcopy__() if whole is graph_module else whole
            for node in whole.graph.nodes:
                if node.op == "get_attr" and node.target in held:
                    node.meta.setdefault("val", FakeTensor(held[node.target]._json))
            whole._flush()
        calls = [node.target for node in whole.graph.nodes if node.op == "call_function"]
        has_others = any(getattr(one, "namespace", None) in SCHEMAS or _declared(one) for one in calls)
        # The base method that only records costs no way through Python.
        base = ExportPass
        wanted = [
            ours for ours, theirs in _CALLBACKS.items() if getattr(type(self), theirs) is not getattr(base, theirs)
        ]
        # Values are known from what made them.
        if has_others or any(
            name in wanted for name in ("callOperator", "callSym", "callGetitem", "output", "callCond", "callMap")
        ):
            wanted = [name for name in _CALLBACKS if name not in ("onAttr", "callSubmodule", "callMap", "callCond")] + [
                name for name in wanted if name in ("onAttr", "callSubmodule", "callMap", "callCond")
            ]
        run = self._run = _Run(self)
        run.several = _several(whole.graph.nodes) if "callOperator" in wanted else {}
        run.symbolic = any(_is_symbolic(node.meta.get("val")) for node in whole.graph.nodes if node.op == "placeholder")
        for one in held.values() if run.symbolic else ():
            if not isinstance(one, Parameter):
                refuse_symbols(one)
        _core.retracing += 1
        try:
            answer = json.loads(_seesaw.retrace(whole.graph._handle, json.dumps(wanted), self._asked))
            if run.error is not None:
                raise run.error
            if "error" in answer:
                _core.raise_error(answer["error"].get("exception") or "", answer["error"]["message"])
        finally:
            self._run = None
            _core.retracing -= 1
        made = GraphModule._of(Program(answer["value"]["handle"]))
        if _has_unbacked(graph_module.graph):
            _core.remark_unbacked()
        for number, value in run.values.items():
            run.held.setdefault(number, {}).update(value.node.written())
        for node in made.graph.nodes if any(run.held.values()) else ():
            node.meta.update(run.held.get(node._id, {}))
        return PassResult(self._edged(made) if self._is_edge or self._others else made, True)

    def _held(self, graph_module: GraphModule) -> dict[str, Any]:
        """Tensors that Python gave to the module, where no node says what they are."""
        nodes = [node for node in graph_module.graph.nodes if node.op == "get_attr" and "val" not in node.meta]
        found = {node.target: graph_module._views.get(node.target) for node in nodes}
        return {name: one for name, one in found.items() if isinstance(one, Tensor)}

    def _edged(self, gm: GraphModule) -> GraphModule:
        """The graph with edge operators, and their names."""
        graph = Graph()
        env: dict[Any, Any] = {}
        for node in gm.graph.nodes:
            args = map_arg(node.args, lambda one: env[one])
            kwargs = map_arg(node.kwargs, lambda one: env[one])
            plain = node.meta.pop("seesaw_plain", False)
            of_backend = node.meta.pop("seesaw_backend", False)
            called = self._called.get(node._id)
            if called is not None and getattr(called, "_op", called) is node.target:
                plain = isinstance(called, OpOverload)
                of_backend = not plain and _is_of_backend(called)
            other = self._others.get(node._id)
            name = node.name
            target = node.target if plain or other is not None else self._edge(node.target, of_backend)
            if other is not None:
                # What traced in its place is no part of the graph.
                target = other[0]
                args, kwargs = (self._placed(one, env, gm.graph) for one in other[1:])
            if target is not node.target:
                name = getattr(target, "_node_name", None)
            elif node.op == "call_function":
                name = None
            if name is None or (node.op == "call_function" and not self._is_edge):
                name = getattr(target, "_node_name", None) or _snake_case(getattr(target, "_opname", None))
            env[node] = graph.create_node(node.op, target, args, dict(kwargs), name, node.type)
            env[node].meta = dict(node.meta)
        return GraphModule(gm, graph)

    def _placed(self, value: Any, env: dict[Any, Any], made: Graph) -> Any:
        """Arguments of values, as arguments of the nodes that have them now."""

        def one(leaf: Any) -> Any:
            number = leaf.node._id if isinstance(leaf, ProxyValue) else getattr(leaf, "_id", None)
            return leaf if number is None else env[made._by_id(number)]

        return tree_map(one, value)

    def _edge(self, op: Any, of_backend: bool = False) -> Any:
        """The edge operator of an operator, where the graph has them."""
        known = isinstance(op, OpOverload) and (of_backend or op.namespace in ("aten", *SCHEMAS) or _declared(op))
        if not self._is_edge or not known:
            return op
        from executorch.exir.dialects._ops import ops

        space = (ops.backend if of_backend else ops.edge)._space(op.namespace)
        return getattr(getattr(space, op._opname), op._overloadname)

    def _asked(self, text: str) -> str:
        """One callback of the core: the value that it gives."""
        run = self._run
        assert run is not None
        try:
            asked = json.loads(text)
            outer = run.frame, run.callback, run.meta
            run.frame, run.callback = asked["frame"], asked["callback"]
            run.meta = NodeMetadata({key: run.decode(one) for key, one in (asked.get("meta") or {}).items()})
            if run.several and run.callback == "callOperator" and "val" not in run.meta:
                several = run.several.get(_name_in(asked["node"]))
                if several is not None:
                    run.meta.data["val"] = several
            try:
                return self._answer(run, asked)
            finally:
                run.frame, run.callback, run.meta = outer
        except BaseException as error:  # it is raised again behind the core
            run.error = error
            return json.dumps({"failed": f"{type(error).__name__}: {error}"})

    def _answer(self, run: _Run, asked: dict[str, Any]) -> str:
        name, meta = asked["callback"], run.meta
        args = tuple(run.decode(one) for one in asked.get("args", ()))
        kwargs = {key: run.decode(one) for key, one in asked.get("kwargs", {}).items()}
        if name == "placeholder":
            result = self.placeholder(asked["name"], run.decode(asked["val"]), meta)
        elif name == "callOperator":
            op = _targets.resolve(asked["op"])
            plain = meta is not None and meta.data.pop("seesaw_plain", False)
            of_backend = meta is not None and meta.data.pop("seesaw_backend", False)
            result = self.call_operator(op if plain else self._edge(op, of_backend), args, kwargs, meta)
        elif name == "callSym":
            result = self.call_sym(_targets.resolve(asked["op"]), args, meta)
        elif name == "callGetitem":
            result = self.call_getitem(args[0], args[1], meta)
        elif name == "callCond":
            result = self.call_cond(args[0], None, None, args[1], meta)
        elif name == "callMap":
            result = self.call_map(None, args[0], args[1], meta)
        elif name == "output":
            result = self.output(args[0], meta)
        elif name == "callSubmodule":
            result = self.call_submodule(None, ())
        else:
            result = self.on_attr(run.decode(asked["attr"]))
        return json.dumps({} if result is None else {"value": run.encode(result), **run.sent()})

    def _next(self, do: str, meta: NodeMetadata | None, **given: Any) -> Any:
        """The recording of the core."""
        run = self._run
        if run is None:
            raise RuntimeError("a callback of ExportPass was called while no graph is traced")
        request: dict[str, Any] = {"frame": run.frame, "do": do, **given}
        written: dict[str, Any] = {}
        if meta is not None and run.meta is not None:
            added = {key: value for key, value in meta.data.items() if run.meta.data.get(key, meta) is not value}
            if meta is run.meta:
                added = {}
            written = {
                key: _UNWRITTEN if key in PROTECTED_KEYS else _written(value)
                for key, value in added.items()
                if key not in _OF_VALUE
            }
            request["meta"] = {key: value for key, value in written.items() if value is not _UNWRITTEN}
        answer = json.loads(_seesaw.next(json.dumps({**request, **run.sent()})))
        if not answer["ok"]:
            one = answer["diagnostics"][0]
            _core.raise_error(one.get("exception") or "", one["message"])
        if "value" not in answer:
            return None
        number = answer["value"]["n"]
        value = _core.decode(answer.get("val"), run.value)
        known = run.values.get(number)
        if known is None or known.data is None:
            known = run.values[number] = _new_value(number, answer.get("name", ""), value)
        if meta is not None:
            known.node.give({**meta.data, "val": known.data})
            run.held[number] = {key: meta.data[key] for key, one in written.items() if one is _UNWRITTEN}
        return known

    def _sent(self, value: Any) -> Any:
        return _encoded(value) if self._run is None else self._run.encode(value)

    # The callbacks.

    def on_attr(self, attr: Any) -> None:
        pass

    def placeholder(self, name: str, arg: Any, meta: NodeMetadata) -> ProxyValue:
        return self._next("placeholder", meta, name=name)

    def call_operator(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], meta: NodeMetadata) -> ProxyValue:
        other, expected = stand_in(getattr(op, "_op", op), args, kwargs), _UNWRITTEN
        if _declared(op):
            values = tree_map(lambda one: one.data if isinstance(one, ProxyValue) else one, (args, kwargs))
            expected = _of_kernel(op, *values)
            other = _of_its_shape(expected)
        whole = args, kwargs
        traced, args, kwargs = (getattr(op, "_op", op), args, kwargs) if other is None else other
        made = self._next(
            "callOperator",
            meta,
            op=_targets.path_of(traced),
            args=[self._sent(one) for one in args],
            kwargs={key: self._sent(one) for key, one in kwargs.items()},
        )
        if other is None and expected is not _UNWRITTEN and _described(made.data) != _described(expected):
            raise NotImplementedError(
                f"{op} gives another type or other sizes here than the graph has recorded: that is not in Seesaw"
            )
        if other is not None or (hasattr(op, "_op") and not self._is_edge):
            self._others[made.node._id] = (op, *whole)
        elif self._is_edge:
            self._called[made.node._id] = op
        return made

    def call_sym(self, target: Any, args: tuple[Any, ...], meta: NodeMetadata) -> ProxyValue:
        return self._next("callSym", meta, op=_targets.path_of(target), args=[self._sent(one) for one in args])

    def call_getitem(self, value: Any, key: Any, meta: NodeMetadata) -> ProxyValue:
        return self._next("callGetitem", meta, args=[self._sent(value), self._sent(key)])

    def call_cond(self, pred: Any, true_fn: Any, false_fn: Any, inputs: Any, meta: NodeMetadata) -> ProxyValue:
        return self._next("callCond", meta, args=[self._sent(pred), self._sent(inputs)])

    def call_map(self, f: Any, mapped_args: Any, operands: Any, meta: NodeMetadata) -> ProxyValue:
        return self._next("callMap", meta, args=[self._sent(mapped_args), self._sent(operands)])

    def output(self, results: Any, meta: NodeMetadata) -> Any:
        return self._next("output", meta, args=[self._sent(results)])

    def call_submodule(self, graph_module: Any, inputs: tuple[Any, ...]) -> Any:
        return self._next("callSubmodule", None)


_ExportPassBaseDeprecatedDoNotUse = ExportPass
