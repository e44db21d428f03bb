"""`ExportedProgram`: a program with its signature."""

from __future__ import annotations

import functools
import json
from typing import Any, Iterator

from torch import _core
from torch._missing import missing
from torch._types import Parameter
from torch._unsaid import unsaid
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
    json_of,
    of_json,
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
        """The program in other operators: by the core's own table, or by none."""
        from torch.fx.graph import Program
        from torch.fx.graph_module import GraphModule

        table = self._core_table(decomp_table)
        gm = self._graph_module
        gm._flush()
        whole = gm.__deepcopy__()
        document = json.loads(_core.call("print", {"handle": whole.graph._handle, "format": "json"})[1])
        document |= {"exported": True, "signature": json_of(self._graph_signature)}
        handle = _core.call("open", {}, json.dumps(document))[0]["handle"]
        asked = {"name": "run_decompositions", "options": {"table": table}}
        made, _text = _core.call("run", {"handle": handle, "passes": [asked]})
        after = json.loads(_core.call("print", {"handle": made["handle"], "format": "json"})[1])
        return ExportedProgram(GraphModule._of(Program(made["handle"])), of_json(after["signature"]))

    def _core_table(self, given: Any) -> str:
        """The name of a table of the core that does the same. Functions of a file cannot decompose here."""
        called = {node.target for node in self.graph.nodes if node.op == "call_function"}
        if any(hasattr(one, "_node_name") for one in called):
            raise unsaid("what run_decompositions makes of edge operators")
        if given is None or getattr(given, "_is_core", False):
            return "core"
        if any(one in called for one in given):
            raise unsaid("what a table of functions makes of operators in run_decompositions")
        return "empty"

    @property
    def dialect(self) -> str:
        calls = (node.target for node in self.graph.nodes if node.op == "call_function")
        return "EDGE" if any(hasattr(one, "_node_name") for one in calls) else "ATEN"

    @property
    def module_call_graph(self) -> Any:
        raise NotImplementedError("the module call graph of a program is not known in Seesaw: its text does not say it")

    @property
    def _state_dict(self) -> dict[str, Any]:
        return self.state_dict

    @property
    def _constants(self) -> dict[str, Any]:
        return self.constants

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("ExportedProgram", name, dir(type(self)))
