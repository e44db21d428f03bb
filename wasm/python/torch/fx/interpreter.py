"""`torch.fx.Interpreter` and `Transformer`: a graph run node by node by methods that a class may override.

Values are what the methods give: proxies in a Transformer, values without elements otherwise.
"""

from __future__ import annotations

from typing import Any, Iterator

from torch.fx import traceback
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Argument, Node, Target, map_aggregate, map_arg
from torch.fx.proxy import Proxy, TracerBase


class Interpreter:
    """Runs a graph."""

    def __init__(self, module: Any, garbage_collect_values: bool = True, graph: Graph | None = None) -> None:
        self.module = module
        self.submodules = module
        self.graph = module.graph if graph is None else graph
        self.env: dict[Node, Any] = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.args_iter: Iterator[Any] = iter(())

    def run(self, *args: Any, initial_env: dict[Node, Any] | None = None, enable_io_processing: bool = True) -> Any:
        self.env = {} if initial_env is None else initial_env
        self.args_iter = iter(args)
        dead: dict[Node, list[Node]] = self._last_uses() if self.garbage_collect_values else {}
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as error:
                if self.extra_traceback:
                    note = f"While executing {node.format_node()}"
                    error.args = (f"{error.args[0]}\n\n{note}" if error.args else note, *error.args[1:])
                raise
            for one in dead.get(node, ()):
                del self.env[one]
            if node.op == "output":
                return self.env[node]
        return None

    def _last_uses(self) -> dict[Node, list[Node]]:
        seen: set[Node] = set()
        last: dict[Node, list[Node]] = {}
        for node in reversed(self.graph.nodes):
            for one in node._input_nodes:
                if one not in seen:
                    seen.add(one)
                    last.setdefault(node, []).append(one)
        return last

    def boxed_run(self, args_list: list[Any]) -> Any:
        return self.run(*args_list)

    def run_node(self, n: Node) -> Any:
        with traceback.set_current_meta(n, f"Interpreter_{type(self).__name__}"):
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            assert isinstance(args, tuple)
            assert isinstance(kwargs, dict)
            return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        assert isinstance(target, str)
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if len(args) > 0:
                return args[0]
            raise RuntimeError(
                f"Expected positional argument for parameter {target}, but one was not passed in!"
            ) from None

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        return self.fetch_attr(target)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        assert not isinstance(target, str)
        return target(*args, **kwargs)

    def call_method(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        self_obj, *rest = args
        return getattr(self_obj, target)(*rest, **kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        return args[0]

    def fetch_attr(self, target: str) -> Any:
        found = self.module
        for part in target.split("."):
            found = getattr(found, part)
        return found

    def fetch_args_kwargs_from_env(self, n: Node) -> tuple[Any, Any]:
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args: Argument, n: Node) -> Any:
        def load(one: Node) -> Any:
            if one not in self.env:
                raise RuntimeError(
                    f"Node {n} referenced nonexistent value {one}! Run Graph.lint() to diagnose such issues"
                )
            return self.env[one]

        return map_arg(args, load)


class TransformerTracer(TracerBase):
    """Appends to the new graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph


class Transformer(Interpreter):
    """Makes a new graph of what the methods do."""

    def __init__(self, module: Any) -> None:
        super().__init__(module)
        self.new_graph = Graph()
        self.new_graph.set_codegen(module.graph._codegen)
        self.tracer = TransformerTracer(self.new_graph)
        self.tracer.root = module  # type: ignore[attr-defined]

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Proxy:
        assert isinstance(target, str)
        default = args[0] if args else ...
        return Proxy(self.new_graph.placeholder(target, default_value=default), self.tracer)

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Proxy:
        assert isinstance(target, str)
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        assert isinstance(target, str)
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        assert callable(target)
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def call_method(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        return self.tracer.create_proxy("call_method", target, args, kwargs)

    def transform(self) -> GraphModule:
        with traceback.preserve_node_meta():
            result = super().run(enable_io_processing=False)
        if result is not None:
            value = map_aggregate(result, lambda one: one.node if isinstance(one, Proxy) else one)
            made = self.new_graph.output(value)
            for node in reversed(self.graph.nodes):
                if node.op == "output":
                    for key, one in node.meta.items():
                        made.meta.setdefault(key, one)
                    break
        return GraphModule(self.module, self.new_graph)
