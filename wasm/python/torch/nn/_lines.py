"""Layers outside of a capture: the line of a layer in the text of a module, read and written.

What: `layer_of` makes the layer of a line such as `Linear(in_features=3, out_features=4, bias=True)`: its tensors
have sizes and no elements. `line_of` is what stands between the parentheses. Why: a pass over a graph with
`call_module` asks what the modules are. What a line never says is refused (`_UNSAID`), and never a default.
"""

from __future__ import annotations

import ast
from typing import Any

from torch._unsaid import unsaid

# Attributes in the order in which a line has them: alone, `name=` with its name, `name=?value` where it is another.
_NORM = "num_features eps= momentum= affine= track_running_stats="
_LINES = {
    "Linear": "in_features= out_features= bias=",
    "Bilinear": "in1_features= in2_features= out_features= bias=",
    **dict.fromkeys([f"{kind}Norm{n}d" for kind in ("Batch", "Instance") for n in (1, 2, 3)], _NORM),
    "LayerNorm": "normalized_shape eps= elementwise_affine=",
    "RMSNorm": "normalized_shape eps= elementwise_affine=",
    "GroupNorm": "num_groups num_channels eps= affine=",
    "Embedding": "num_embeddings embedding_dim padding_idx=?None max_norm=?None norm_type=?2.0 "
    "scale_grad_by_freq=?False sparse=?False",
    **dict.fromkeys(("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout"), "p= inplace="),
    **dict.fromkeys([f"MaxPool{n}d" for n in (1, 2, 3)], "kernel_size= stride= padding= dilation= ceil_mode="),
    **dict.fromkeys([f"AvgPool{n}d" for n in (1, 2, 3)], "kernel_size= stride= padding="),
    **dict.fromkeys([f"Adaptive{kind}Pool{n}d" for kind in ("Avg", "Max") for n in (1, 2, 3)], "output_size="),
    **dict.fromkeys(("ReLU", "ReLU6", "SELU", "SiLU", "Mish"), "inplace=?False"),
    **dict.fromkeys(("ELU", "CELU"), "alpha= inplace=?False"),
    "LeakyReLU": "negative_slope= inplace=?False",
    "Hardtanh": "min_val= max_val= inplace=?False",
    "Threshold": "threshold= value= inplace=?False",
    "GELU": "approximate=",
    **dict.fromkeys(("Softmax", "LogSoftmax", "Softmin", "GLU"), "dim="),
    "Softplus": "beta= threshold=",
    **dict.fromkeys(("Hardshrink", "Softshrink"), "lambd"),
    "PReLU": "num_parameters=",
    **dict.fromkeys(("Sigmoid", "Tanh", "Identity", "Softsign", "Tanhshrink", "LogSigmoid", "Softmax2d"), ""),
    **dict.fromkeys(("Hardswish", "Hardsigmoid"), ""),
    "Flatten": "start_dim= end_dim=",
    "PixelShuffle": "upscale_factor=",
    "PixelUnshuffle": "downscale_factor=",
    "ChannelShuffle": "groups=",
    **dict.fromkeys(
        ("LSTM", "GRU"),
        "input_size hidden_size proj_size=?0 num_layers=?1 bias=?True batch_first=?False dropout=?0.0 "
        "bidirectional=?False",
    ),
}
_CONVOLUTIONS = [f"Conv{kind}{n}d" for kind in ("", "Transpose") for n in (1, 2, 3)]
# Attributes that the line of a class never says.
_UNSAID = {
    **dict.fromkeys([f"{kind}Pool{n}d" for kind in ("Max", "AdaptiveMax") for n in (1, 2, 3)], ("return_indices",)),
    **dict.fromkeys([f"AvgPool{n}d" for n in (1, 2, 3)], ("ceil_mode", "count_include_pad", "divisor_override")),
    **dict.fromkeys(("Hardswish", "Hardsigmoid"), ("inplace",)),
    "PReLU": ("init",),
}


def layer_of(name: str, line: str, where: str) -> Any:
    """The layer of torch.nn of this name and line; None if there is no class of the name."""
    from torch import nn
    from torch.nn.modules.module import Module

    kind = getattr(nn, name, None) if name.isidentifier() and not name.startswith("_") else None
    if not isinstance(kind, type) or not issubclass(kind, Module) or kind is Module:
        return None
    made = None
    if name in _LINES or name in _CONVOLUTIONS:
        try:
            made = _made(kind, line)
            made = made if line_of(made) == line else None
        except (TypeError, ValueError, SyntaxError, AttributeError, NotImplementedError):
            made = None
    write = object.__setattr__
    if made is None:
        made = object.__new__(kind)
        for one in ("_parameters", "_buffers", "_modules"):
            made.__dict__.pop(one, None)
        write(made, "_unsaid", None)
    else:
        left_out = _UNSAID.get(name, ())
        if name == "LayerNorm" and made.elementwise_affine and "bias=" not in line:
            left_out = ("bias", "_parameters")
        for one in left_out:
            vars(made).pop(one, None)
        write(made, "_unsaid", left_out)
    write(made, "_line", f"{where}: {name}({line})")
    return made


def _made(kind: Any, line: str) -> Any:
    call = ast.parse(f"f({line})", mode="eval").body
    assert isinstance(call, ast.Call)
    args = [_value(one) for one in call.args]
    kwargs = {str(one.arg): _value(one.value) for one in call.keywords}
    name = kind.__name__
    says_bias = name.endswith(("Norm", "Norm1d", "Norm2d", "Norm3d")) and "bias" in kwargs
    bias = kwargs.pop("bias") if says_bias else None
    made = kind(*args, **kwargs)
    if says_bias:
        object.__setattr__(made, "_says_bias", True)
        if not bias:
            made._parameters["bias"] = None
    return made


def _value(node: ast.expr) -> Any:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def line_of(layer: Any) -> str:
    """What stands between the parentheses of a layer."""
    name = type(layer).__name__
    if name in _CONVOLUTIONS:
        return _convolution(layer)
    if name not in _LINES:
        return ""
    parts = []
    for item in _LINES[name].split():
        attribute, keyed, other = item.partition("=")
        value = getattr(layer, attribute)
        if attribute == "bias" and name in ("Linear", "Bilinear"):
            value = value is not None
        if other and value == ast.literal_eval(other.removeprefix("?")):
            continue
        shown = repr(value) if attribute == "approximate" else str(value)
        parts.append(f"{attribute}={shown}" if keyed else shown)
        if attribute in ("affine", "elementwise_affine") and getattr(layer, "_says_bias", False):
            parts.append(f"bias={layer.bias is not None}")
    return ", ".join(parts)


def _convolution(layer: Any) -> str:
    n = len(layer.kernel_size)
    parts = [str(layer.in_channels), str(layer.out_channels)]
    parts += [f"kernel_size={layer.kernel_size}", f"stride={layer.stride}"]
    rows = [("padding", (0,) * n), ("dilation", (1,) * n), ("output_padding", (0,) * n), ("groups", 1)]
    for name, usual in rows:
        value = getattr(layer, name, usual)
        if value != usual:
            parts.append(f"{name}={value}")
    if layer.bias is None:
        parts.append("bias=False")
    if layer.padding_mode != "zeros":
        parts.append(f"padding_mode={layer.padding_mode}")
    return ", ".join(parts)


def not_said(layer: Any, name: str) -> Exception | None:
    """The refusal of an attribute that the line of a layer does not say; None if the layer has no such attribute."""
    own = vars(layer)
    if "_line" not in own or (own["_unsaid"] is not None and name not in own["_unsaid"]):
        return None
    return unsaid(f"the text of the graph does not say '{name}' of the module {own['_line']}")
