"""`ExportedProgram`: a program with its signature."""

from __future__ import annotations

import functools
from typing import Any, Iterator

from torch._missing import missing
from torch._types import Parameter
from torch.export.graph_signature import (  # noqa: F401
    ConstantArgument,
    CustomObjArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymIntArgument,
    TensorArgument,
    TokenArgument,
)


class ExportedProgram:
    """What a pass of exported programs gets: the graph and its signature."""

    def __init__(self, graph_module: Any, signature: ExportGraphSignature) -> None:
        self._graph_module = graph_module
        self._graph_signature = signature

    @functools.cached_property
    def state_dict(self) -> dict[str, Any]:
        """Parameters and buffers, without elements."""
        signature = self._graph_signature
        kept = [one.target for one in signature.input_specs if one.persistent is False]
        named = {**signature.inputs_to_parameters, **signature.inputs_to_buffers}
        return self._values({key: name for key, name in named.items() if name not in kept})

    @functools.cached_property
    def constants(self) -> dict[str, Any]:
        """Tensors that are lifted, and buffers that are not saved."""
        signature = self._graph_signature
        lost = [one.target for one in signature.input_specs if one.persistent is False]
        named = {key: name for key, name in signature.inputs_to_buffers.items() if name in lost}
        return self._values({**named, **signature.inputs_to_lifted_tensor_constants})

    @property
    def tensor_constants(self) -> dict[str, Any]:
        return self.constants

    def _values(self, named: dict[str, str]) -> dict[str, Any]:
        nodes = {node.name: node for node in self.graph.nodes if node.op == "placeholder"}
        # What a pass has put into the signature has no value before the pass gives it one.
        made = {
            name: nodes[key].meta["val"] for key, name in named.items() if key in nodes and "val" in nodes[key].meta
        }
        parameters = set(self._graph_signature.parameters)
        # The text does not say which parameters are frozen; as a layer makes them they are not.
        return {
            name: Parameter({**one._json, "requires_grad": True}) if name in parameters else one
            for name, one in made.items()
        }

    def named_parameters(self) -> Iterator[tuple[str, Any]]:
        return ((name, self.state_dict[name]) for name in self._graph_signature.parameters)

    def parameters(self) -> Iterator[Any]:
        return (value for _, value in self.named_parameters())

    def named_buffers(self) -> Iterator[tuple[str, Any]]:
        lost = self._graph_signature.non_persistent_buffers
        return (
            (name, self.constants[name] if name in lost else self.state_dict[name])
            for name in self._graph_signature.buffers
        )

    def buffers(self) -> Iterator[Any]:
        return (value for _, value in self.named_buffers())

    def _validate(self) -> None:
        """The graph is well formed; the rules of a dialect are not asked."""
        self._graph_module.graph.lint()

    @property
    def graph_module(self) -> Any:
        return self._graph_module

    @property
    def graph(self) -> Any:
        return self._graph_module.graph

    @property
    def graph_signature(self) -> ExportGraphSignature:
        return self._graph_signature

    def module(self) -> Any:
        """The program as a module that holds its state; a copy."""
        signature = self._graph_signature
        if any(one.kind is not InputKind.USER_INPUT for one in signature.input_specs) or any(
            one.kind is not OutputKind.USER_OUTPUT for one in signature.output_specs
        ):
            raise NotImplementedError(
                "module() of a program with state, or with writes to its inputs, is not in Seesaw"
            )
        return self._graph_module.__deepcopy__()

    def run_decompositions(self, decomp_table: Any = None, **_: Any) -> "ExportedProgram":
        raise NotImplementedError("run_decompositions in a pass is not in Seesaw: it is a pass of its own there")

    @property
    def dialect(self) -> str:
        calls = (node.target for node in self.graph.nodes if node.op == "call_function")
        return "EDGE" if any(hasattr(one, "_node_name") for one in calls) else "ATEN"

    @property
    def module_call_graph(self) -> Any:
        raise NotImplementedError("the module call graph of a program is not known in Seesaw: its text does not say it")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("ExportedProgram", name, dir(type(self)))
