"""`torch.fx.Tracer` and `symbolic_trace`, of functions and of modules that hold nothing."""

from __future__ import annotations

import inspect
from typing import Any, Callable

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.proxy import Proxy, TracerBase
from torch.nn.modules.module import Module


class Tracer(TracerBase):
    """Traces a function or a module's forward."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.root: Any = None

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
        function = type(root).forward if isinstance(root, Module) else root
        values = self.create_args(function, int(isinstance(root, Module)), concrete_args or {})
        result = function(root, *values) if isinstance(root, Module) else function(*values)
        self.create_node("output", "output", (self.create_arg(result),), {})
        return self.graph


def symbolic_trace(root: Any, concrete_args: dict[str, Any] | None = None) -> GraphModule:
    if isinstance(root, GraphModule):
        raise NotImplementedError("symbolic_trace of a GraphModule is not in Seesaw; use copy.deepcopy or Transformer")
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, Module) else root.__name__
    return GraphModule(tracer.root, graph, name)


def wrap(fn_or_name: Any) -> Any:
    raise NotImplementedError("torch.fx.wrap is not in Seesaw")


__all__ = ["Proxy", "Tracer", "symbolic_trace", "wrap"]
