"""`torch.export.graph_signature`: which input is a parameter, which output changes a buffer."""

from __future__ import annotations

import dataclasses
from enum import Enum, auto
from typing import Any, Callable

from torch import _core


@dataclasses.dataclass
class TensorArgument:
    name: str


@dataclasses.dataclass
class TokenArgument:
    name: str


@dataclasses.dataclass
class SymIntArgument:
    name: str


@dataclasses.dataclass
class SymFloatArgument:
    name: str


@dataclasses.dataclass
class SymBoolArgument:
    name: str


@dataclasses.dataclass
class CustomObjArgument:
    name: str
    class_fqn: str
    fake_val: Any = None


@dataclasses.dataclass
class ConstantArgument:
    name: str
    value: Any


class InputKind(Enum):
    USER_INPUT = auto()
    PARAMETER = auto()
    BUFFER = auto()
    CONSTANT_TENSOR = auto()
    CUSTOM_OBJ = auto()
    TOKEN = auto()


class OutputKind(Enum):
    USER_OUTPUT = auto()
    LOSS_OUTPUT = auto()
    BUFFER_MUTATION = auto()
    GRADIENT_TO_PARAMETER = auto()
    GRADIENT_TO_USER_INPUT = auto()
    USER_INPUT_MUTATION = auto()
    TOKEN = auto()


@dataclasses.dataclass
class InputSpec:
    kind: InputKind
    arg: Any
    target: str | None
    persistent: bool | None = None


@dataclasses.dataclass
class OutputSpec:
    kind: OutputKind
    arg: Any
    target: str | None


@dataclasses.dataclass
class ExportGraphSignature:
    """Inputs and outputs of a program."""

    input_specs: list[InputSpec]
    output_specs: list[OutputSpec]

    def _targets(self, kind: InputKind) -> tuple[str, ...]:
        return tuple(one.target for one in self.input_specs if one.kind == kind and one.target is not None)

    def _by_name(self, kind: InputKind) -> dict[str, str]:
        return {one.arg.name: one.target for one in self.input_specs if one.kind == kind and one.target is not None}

    @property
    def parameters(self) -> tuple[str, ...]:
        return self._targets(InputKind.PARAMETER)

    @property
    def buffers(self) -> tuple[str, ...]:
        return self._targets(InputKind.BUFFER)

    @property
    def lifted_tensor_constants(self) -> tuple[str, ...]:
        return self._targets(InputKind.CONSTANT_TENSOR)

    @property
    def user_inputs(self) -> tuple[Any, ...]:
        return tuple(
            one.arg.value if isinstance(one.arg, ConstantArgument) else one.arg.name
            for one in self.input_specs
            if one.kind == InputKind.USER_INPUT
        )

    @property
    def user_outputs(self) -> tuple[Any, ...]:
        return tuple(
            one.arg.value if isinstance(one.arg, ConstantArgument) else one.arg.name
            for one in self.output_specs
            if one.kind == OutputKind.USER_OUTPUT
        )

    @property
    def inputs_to_parameters(self) -> dict[str, str]:
        return self._by_name(InputKind.PARAMETER)

    @property
    def inputs_to_buffers(self) -> dict[str, str]:
        return self._by_name(InputKind.BUFFER)

    @property
    def inputs_to_lifted_custom_objs(self) -> dict[str, str]:
        return {one.arg.name: str(one.target) for one in self.input_specs if one.kind is InputKind.CUSTOM_OBJ}

    @property
    def non_persistent_buffers(self) -> tuple[str, ...]:
        buffers = (one for one in self.input_specs if one.kind is InputKind.BUFFER)
        return tuple(str(one.target) for one in buffers if one.persistent is False)

    @property
    def input_tokens(self) -> tuple[str, ...]:
        return tuple(one.arg.name for one in self.input_specs if one.kind is InputKind.TOKEN)

    @property
    def output_tokens(self) -> tuple[str, ...]:
        return tuple(one.arg.name for one in self.output_specs if one.kind is OutputKind.TOKEN)

    @property
    def inputs_to_lifted_tensor_constants(self) -> dict[str, str]:
        return self._by_name(InputKind.CONSTANT_TENSOR)

    @property
    def buffers_to_mutate(self) -> dict[str, str]:
        return {one.arg.name: one.target or "" for one in self.output_specs if one.kind == OutputKind.BUFFER_MUTATION}

    @property
    def user_inputs_to_mutate(self) -> dict[str, str]:
        return {
            one.arg.name: one.target or "" for one in self.output_specs if one.kind == OutputKind.USER_INPUT_MUTATION
        }

    def replace_all_uses(self, old: str, new: str) -> None:
        for one in self.output_specs:
            if isinstance(one.arg, TensorArgument) and one.arg.name == old:
                one.arg.name = new

    def get_replace_hook(self) -> Callable[..., None]:
        def hook(old: Any, new: str, user: Any) -> None:
            if user.op in ("output", "input"):
                self.replace_all_uses(old.name, new)

        return hook


def stateless(graph: Any) -> ExportGraphSignature:
    """Of a program without parameters, buffers and writes to its inputs."""
    from torch._types import Tensor
    from torch.fx.node import Node

    def of(value: Any) -> Any:
        if isinstance(value, Node) and isinstance(value.meta.get("val"), Tensor):
            return TensorArgument(value.name)
        return SymIntArgument(value.name) if isinstance(value, Node) else ConstantArgument("", value)

    given = [node for node in graph.nodes if node.op == "placeholder"]
    (output,) = graph.find_nodes(op="output")
    results = output.args[0] if isinstance(output.args[0], (tuple, list)) else (output.args[0],)
    return ExportGraphSignature(
        [InputSpec(InputKind.USER_INPUT, of(node), None) for node in given],
        [OutputSpec(OutputKind.USER_OUTPUT, of(one), None) for one in results],
    )


_ARGUMENTS = {
    "tensor": TensorArgument,
    "token": TokenArgument,
    "symint": SymIntArgument,
    "symfloat": SymFloatArgument,
    "symbool": SymBoolArgument,
}


def _flat(text: str) -> str:
    return text.lower().replace("_", "").removesuffix("argument")


def _argument(row: dict[str, Any]) -> Any:
    kind = _flat(row["type"])
    if kind == "constant":
        return ConstantArgument(row["name"], _core.decode(row.get("value"), lambda _: None))
    if kind == "customobj":
        return CustomObjArgument(row["name"], row.get("class_fqn", ""))
    return _ARGUMENTS[kind](row["name"])


def of_json(written: dict[str, Any]) -> ExportGraphSignature:
    """The signature of a program, as the core writes it."""
    inputs = [
        InputSpec(InputKind[row["kind"].upper()], _argument(row["arg"]), row.get("target"), row.get("persistent"))
        for row in written["input_specs"]
    ]
    outputs = [
        OutputSpec(OutputKind[row["kind"].upper()], _argument(row["arg"]), row.get("target"))
        for row in written["output_specs"]
    ]
    return ExportGraphSignature(inputs, outputs)


def _written_argument(arg: Any) -> dict[str, Any]:
    row = {"type": type(arg).__name__, "name": arg.name}
    if isinstance(arg, ConstantArgument):
        row["value"] = _core.encode(arg.value, lambda node: node._id)
    if isinstance(arg, CustomObjArgument):
        row["class_fqn"] = arg.class_fqn
    return row


def json_of(signature: ExportGraphSignature) -> dict[str, Any]:
    """The signature of a program, as the core reads it."""
    inputs = [
        {"kind": one.kind.name, "arg": _written_argument(one.arg), "target": one.target}
        | ({} if one.persistent is None else {"persistent": one.persistent})
        for one in signature.input_specs
    ]
    outputs = [
        {"kind": one.kind.name, "arg": _written_argument(one.arg), "target": one.target}
        for one in signature.output_specs
    ]
    return {"input_specs": inputs, "output_specs": outputs}
