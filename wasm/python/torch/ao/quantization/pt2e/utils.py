"""`torch.ao.quantization.pt2e.utils`: numbers as inputs of a graph, normalisation as a part of convolution."""

from __future__ import annotations

import operator
from typing import Any

from torch._missing import missing
from torch._ops import ops
from torch.export.unflatten import _assign_attr, _AttrKind
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.nn.utils.fusion import fuse_conv_bn_weights

__all__ = [
    "_filter_sym_size_users",
    "_find_q_dq_node_for_user",
    "_fuse_conv_bn_",
    "_get_all_arguments",
    "_get_aten_graph_module_for_pattern",
    "_get_node_name_to_scope",
    "_get_tensor_constant_from_node",
    "_is_bn_node",
    "_is_connected",
    "_is_conv_node",
    "_is_conv_or_conv_transpose_node",
    "_is_conv_transpose_fn",
    "_is_conv_transpose_node",
    "_is_literal",
    "_is_supported_batch_norm_for_training",
    "_is_sym_size_node",
    "_is_valid_annotation",
    "_replace_literals_with_existing_placeholders",
    "_replace_literals_with_new_placeholders",
    "fold_bn_weights_into_conv_node",
    "remove_tensor_overload_for_qdq_ops",
]

_SPACE = ops.quantized_decomposed
_QUANTIZE_OPS = [
    _SPACE.quantize_per_tensor.default,
    _SPACE.quantize_per_tensor.tensor,
    _SPACE.quantize_per_channel.default,
]
_DEQUANTIZE_OPS = [
    _SPACE.dequantize_per_tensor.default,
    _SPACE.dequantize_per_tensor.tensor,
    _SPACE.dequantize_per_channel.default,
]


def _is_connected(source: Node, dest: Node) -> bool:
    """Whether nothing but quantization stands between two nodes."""
    while dest.target in [*_QUANTIZE_OPS, *_DEQUANTIZE_OPS, _SPACE.choose_qparams.tensor]:
        before = dest.args[0]
        if not isinstance(before, Node):
            raise ValueError(f"the first argument of a quantizing operator is a node, not {before}")
        dest = before
    return dest is source


def _find_q_dq_node_for_user(produer: Node, user: Node) -> tuple[Any, Any]:
    """What quantizes and what reads between a node and its user."""
    for read in user.args:
        is_read = isinstance(read, Node) and read.op == "call_function" and read.target in _DEQUANTIZE_OPS
        if is_read and _is_connected(produer, read):
            of = read.args[0]
            is_written = of.op == "call_function" and of.target in _QUANTIZE_OPS
            return (of if is_written else None), read
    return None, None


def _is_sym_size_node(node: Node) -> bool:
    aten = ops.aten
    return node.target in (aten.sym_numel, aten.sym_size) or str(node.target) in (
        "aten.sym_size.default",
        "aten.sym_numel.default",
    )


def _filter_sym_size_users(node: Node) -> list[Node]:
    return [user for user in node.users if not _is_sym_size_node(user)]


def _is_valid_annotation(annotation: Any) -> bool:
    return annotation is not None and (len(annotation.input_qspec_map) > 0 or annotation.output_qspec is not None)


def _get_tensor_constant_from_node(node: Node | None, m: Any) -> Any:
    if node is None:
        return None
    assert node.op == "get_attr"
    found = m
    parts = node.target.split(".")
    for at, part in enumerate(parts):
        if not hasattr(found, part):
            raise RuntimeError(f"there is no attribute {'.'.join(parts[:at])}")
        found = getattr(found, part)
    return found


def _get_all_arguments(orig_args: Any, orig_kwargs: Any, args_schema: Any) -> list[Any]:
    """The argument of each entry of a schema, or its default."""
    found = []
    for at, one in enumerate(args_schema):
        if one.name in orig_kwargs:
            found.append(orig_kwargs[one.name])
        else:
            found.append(orig_args[at] if not one.kwarg_only and at < len(orig_args) else one.default_value)
    return found


def _is_supported_batch_norm_for_training(node: Node) -> bool:
    aten = ops.aten
    return node.target in (
        aten.batch_norm.default,
        aten._native_batch_norm_legit.default,
        aten.cudnn_batch_norm.default,
        aten.miopen_batch_norm.default,
    )


def _is_conv_node(n: Node) -> bool:
    return n.op == "call_function" and n.target in (ops.aten.conv1d.default, ops.aten.conv2d.default)


def _is_conv_transpose_node(n: Node) -> bool:
    first, second = ops.aten.conv_transpose1d, ops.aten.conv_transpose2d
    return n.op == "call_function" and n.target in (first, first.default, second, second.input)


def _is_conv_or_conv_transpose_node(n: Node) -> bool:
    return _is_conv_node(n) or _is_conv_transpose_node(n)


def _is_conv_transpose_fn(conv_fn: Any) -> bool:
    from torch.nn import functional

    return conv_fn in (functional.conv_transpose1d, functional.conv_transpose2d)


def _is_bn_node(n: Node) -> bool:
    return _is_supported_batch_norm_for_training(n) or n.target is ops.aten._native_batch_norm_legit_no_training.default


def _eps_of(bn_node: Node, given: list[Any]) -> Any:
    if bn_node.target is ops.aten._native_batch_norm_legit_no_training.default:
        return given[6]
    if not _is_supported_batch_norm_for_training(bn_node):
        raise ValueError("no batch normalization is known by this name: ", bn_node.target)
    return given[7]


def fold_bn_weights_into_conv_node(
    conv_node: Node, conv_weight_node: Node, conv_bias_node: Node | None, bn_node: Node, m: Any
) -> None:
    """Makes a normalisation a part of the convolution before it."""
    given = _get_all_arguments(bn_node.args, bn_node.kwargs, bn_node.target._schema.arguments)
    weight, bias = (_get_tensor_constant_from_node(one, m) for one in (conv_weight_node, conv_bias_node))
    bn_weight, bn_bias, mean, variance = (_get_tensor_constant_from_node(one, m) for one in given[1:5])
    turned = _is_conv_transpose_node(conv_node)
    eps = _eps_of(bn_node, given)
    weight, bias = fuse_conv_bn_weights(weight, bias, mean, variance, eps, bn_weight, bn_bias, transpose=turned)
    args = [*conv_node.args, None] if len(conv_node.args) == 2 else list(conv_node.args)
    _assign_attr(weight, m, conv_weight_node.target, _AttrKind.PARAMETER)
    if conv_bias_node is not None:
        _assign_attr(bias, m, str(conv_bias_node.target), _AttrKind.PARAMETER)
    else:
        name = conv_weight_node.target + "_bias"
        _assign_attr(bias, m, name, _AttrKind.PARAMETER)
        with m.graph.inserting_before(conv_node):
            args[2] = m.graph.get_attr(name)
    conv_node.args = tuple(args)
    if bn_node.target is ops.aten.batch_norm.default:
        bn_node.replace_all_uses_with(conv_node)
    else:
        for user in list(bn_node.users):
            if user.op == "call_function" and user.target is operator.getitem and user.args[1] == 0:
                user.replace_all_uses_with(conv_node)
    m.graph.eliminate_dead_code()
    if not bn_node._erased and len(bn_node.users) == 0:
        m.graph.erase_node(bn_node)


def _fuse_conv_bn_(m: Any) -> None:
    wanted = (ops.aten._native_batch_norm_legit_no_training.default, ops.aten.batch_norm.default)
    if not any(map(_is_bn_node, m.graph.nodes)):
        return
    for node in m.graph.nodes:
        if node.op != "call_function" or node.target not in wanted:
            continue
        conv = node.args[0]
        if _is_conv_or_conv_transpose_node(conv):
            bias = conv.args[2] if len(conv.args) > 2 else None
            fold_bn_weights_into_conv_node(conv, conv.args[1], bias, node, m)
    m.graph.eliminate_dead_code()
    m.recompile()


def _get_node_name_to_scope(model: Any) -> dict[str, tuple[str, type]]:
    """The last module of each node, and its class."""
    found = {}
    for node in model.graph.nodes:
        stack = node.meta.get("nn_module_stack")
        path, kind = list(stack.values())[-1] if stack else ("", type(None))
        found[node.name] = (path.split(".")[-1], kind)
    return found


def _get_aten_graph_module_for_pattern(
    pattern: Any, example_inputs: tuple[Any, ...], is_cuda: bool = False, using_training_ir: bool = True, **kwargs: Any
) -> GraphModule:
    """A function as a graph of operators, without what it writes to its inputs."""
    from torch.export import export_for_training

    if is_cuda:
        example_inputs = tuple(one.cuda() if hasattr(one, "cuda") else one for one in example_inputs)
    if not using_training_ir:
        raise NotImplementedError("capture_pre_autograd_graph is not in Seesaw: PyTorch gives it up for export")
    made = export_for_training(pattern, example_inputs, kwargs).module()
    made.graph.eliminate_dead_code()
    made.recompile()
    for node in made.graph.nodes:
        if node.target is ops.aten.copy_.default and len(node.users) == 0:
            made.graph.erase_node(node)
    made.graph.eliminate_dead_code()
    made.recompile()
    return made


_PACKETS = {
    "quantize_per_tensor.default",
    "quantize_per_tensor.tensor",
    "quantize_per_tensor.tensor2",
    "dequantize_per_tensor.default",
    "dequantize_per_tensor.tensor",
    "dequantize_per_tensor.tensor2",
    "quantize_per_channel.default",
    "dequantize_per_channel.default",
}


def remove_tensor_overload_for_qdq_ops(match_pattern: Any) -> None:
    """Calls of overloads become calls of their names."""
    for node in match_pattern.graph.nodes:
        if node.op != "call_function":
            continue
        space, name = getattr(node.target, "namespace", None), getattr(node.target, "__name__", "")
        if space == "quantized_decomposed" and name in _PACKETS or node.target is ops.aten.clamp.Tensor:
            node.target = node.target.overloadpacket


def _is_literal(arg: Any) -> bool:
    if isinstance(arg, (tuple, list)):
        return all(map(_is_literal, arg))
    return isinstance(arg, (int, float))


def _replace_literals_with_new_placeholders(
    gm: Any, merge_dup: bool = False, exclude_literals: list[Any] | None = None
) -> Any:
    """Each number in the graph becomes an input of its own, or each value one."""
    left, count = exclude_literals or [], 0
    known: dict[Any, Node] = {}
    last: Any = None
    for node in list(gm.graph.nodes):
        if node.op == "placeholder":
            last = node
            count += 1
            continue
        args = []
        for arg in node.args:
            if not _is_literal(arg) or arg in left:
                args.append(arg)
                continue
            made = known.get(arg) if merge_dup else None
            if made is None:
                with gm.graph.inserting_after(last):
                    made = gm.graph.placeholder(f"arg{count}")
                count += 1
            if merge_dup:
                known[arg] = made
            args.append(made)
        node.args = tuple(args)
    return gm


def _replace_literals_with_existing_placeholders(
    gm: GraphModule,
    exclude_literals: list[Any] | None = None,
    literal_to_ph_idx: dict[Any, int] | None = None,
) -> GraphModule:
    """Puts the input of this index wherever a number stands that has one."""
    places, left = literal_to_ph_idx or {}, exclude_literals or []
    inputs = gm.graph.find_nodes(op="placeholder")

    def placed(arg: Any) -> Any:
        known = _is_literal(arg) and arg not in left and arg in places
        return inputs[places[arg]] if known else arg

    for node in gm.graph.nodes:
        if node.op == "call_function":
            node.args = tuple(placed(arg) for arg in node.args)
    return gm


def _conv_bn_example_inputs(dims: int) -> tuple[Any, ...]:
    """Of a convolution and the normalisation behind it: x, weight, bias, then those of the normalisation."""
    import torch

    one = [1] * dims
    return (torch.empty(1, 1, *([3] * dims)), torch.empty(1, 1, *one), *(torch.empty(1) for _ in range(5)))


def __getattr__(name: str) -> Any:
    if name in ("_conv1d_bn_example_inputs", "_conv2d_bn_example_inputs"):
        return _conv_bn_example_inputs(int(name[5]))
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.pt2e.utils", name, __all__)
