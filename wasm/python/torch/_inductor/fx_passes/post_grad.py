"""`torch._inductor.fx_passes.post_grad`: calls that do nothing are taken out."""

from __future__ import annotations

from typing import Any, Callable

from torch import _core
from torch._inductor.fx_utils import get_fake_args_kwargs, get_node_storage
from torch._missing import missing
from torch.fx.experimental.symbolic_shapes import sym_eq
from torch.fx.graph import Graph
from torch.fx.node import Node

__all__ = ["remove_assert_ops", "remove_noop_ops", "same_meta"]

_END = 2**63 - 1


def same_meta(node1: Node, node2: Node) -> bool:
    """Whether the values of two nodes have the same form."""
    one, two = node1.meta.get("val"), node2.meta.get("val")
    if one is None or two is None:
        return False
    same = (one.layout, one.dtype, one.device) == (two.layout, two.dtype, two.device)
    return same and sym_eq(one.size(), two.size()) and sym_eq(one.stride(), two.stride())


def _is_newer() -> bool:
    """Whether what does nothing is what a PyTorch behind 2.6 says of it."""
    return _core.VERSION[0] != _core.OLDEST


def _reaches_end(value: Any, dim: int, end: Any) -> bool:
    if type(end) is not int:
        return False
    size = value.shape[dim]
    return end >= _END or (_is_newer() and type(size) is int and end >= size)


def _whole_slice(value: Any, dim: int = 0, start: Any = None, end: Any = None, step: Any = 1) -> bool:
    return start is not None and end is not None and start == 0 and step == 1 and _reaches_end(value, dim, end)


def _whole_scatter(value: Any, src: Any, dim: int = 0, start: Any = None, end: Any = None, step: Any = 1) -> bool:
    if _is_newer() and not sym_eq(value.shape, src.shape):
        return False
    return (start or 0) == 0 and step == 1 and (end is None or _reaches_end(value, dim, end))


def _same_view(value: Any, size: Any) -> bool:
    return sym_eq(value.shape, tuple(size)) if _is_newer() else value.shape == size


def _is_whole(value: Any, *_: Any, **__: Any) -> bool:
    kind = value.dtype
    return not (kind.is_floating_point or kind.is_complex)


def _same_device(value: Any, device: Any, *_: Any, **__: Any) -> bool:
    import torch

    return value.device == torch.device(device)


# Names of operators, with what says that a call does nothing, and the argument that it gives then.
_IDLE: dict[str, tuple[Callable[..., bool], int]] = {
    "aten.slice": (_whole_slice, 0),
    "aten.slice_scatter": (_whole_scatter, 1),
    "aten.repeat": (lambda _, repeats: all(one == 1 for one in repeats), 0),
    "aten.constant_pad_nd": (lambda _, padding, value=0: all(one == 0 for one in padding), 0),
    "prims.convert_element_type": (lambda value, dtype: value.dtype is dtype, 0),
    "prims.device_put": (_same_device, 0),
    **{f"aten.{name}": (_is_whole, 0) for name in ("ceil", "floor", "round", "trunc")},
    "aten.pow": (lambda _, power: isinstance(power, int) and power == 1, 0),
    "aten.cat": (lambda values, dim=0: len(values) == 1, 0),
    "aten.view": (_same_view, 0),
    "aten.copy": (lambda *_, **__: True, 1),
    "aten.alias": (lambda *_, **__: True, 0),
    "aten.clone": (lambda *_, **__: True, 0),
}


def _idle(node: Node) -> tuple[Callable[..., bool], Any] | None:
    packet = getattr(node.target, "_overloadpacket", None)
    found = None if packet is None else _IDLE.get(str(packet))
    if found is None:
        return None
    source = node.args[found[1]]
    return found[0], source[0] if isinstance(source, list) else source


def remove_noop_ops(graph: Graph) -> None:
    """Takes out what gives its input again; inputs and outputs share no memory that they did not share."""
    inputs = graph.find_nodes(op="placeholder")
    output = graph.output_node()
    given = output.args[0] if isinstance(output.args[0], (list, tuple)) else (output.args[0],)
    taken: set[Any] | None = None
    for node in graph.nodes:
        found = _idle(node)
        if found is None or not isinstance(found[1], Node):
            continue
        if taken is None:
            taken = {get_node_storage(one) for one in inputs}
            made = {get_node_storage(one) for one in given if isinstance(one, Node)}
        does_nothing, source = found
        own, of = get_node_storage(node), get_node_storage(source)
        if own != of and own in made and (of in taken or of in made):
            continue
        if own == of and node in output.args and (source in inputs or source in output.args):
            continue
        known, args, kwargs = get_fake_args_kwargs(node)
        if known and same_meta(node, source) and does_nothing(*args, **kwargs):
            node.replace_all_uses_with(source)
            graph.erase_node(node)


def remove_assert_ops(graph: Graph) -> None:
    """Takes out what holds the type of a tensor against what it was; nothing uses it."""
    import torch

    for node in graph.find_nodes(op="call_function", target=torch.ops.aten._assert_tensor_metadata.default):
        graph.erase_node(node)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.fx_passes.post_grad", name, __all__)
