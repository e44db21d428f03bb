"""`torch.nn.utils.fusion`: a convolution with the normalisation behind it; of values without elements."""

from __future__ import annotations

from typing import Any

from torch._missing import missing
from torch._types import FakeTensor, Parameter

__all__ = ["fuse_conv_bn_weights"]


def fuse_conv_bn_weights(
    conv_w: Any, conv_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: Any, bn_w: Any, bn_b: Any, transpose: bool = False
) -> tuple[Any, Any]:
    """The weight and the bias that do both."""
    like = bn_rm if conv_b is None else conv_b
    weight = FakeTensor(dict(conv_w._json))
    bias = FakeTensor({**bn_rm._json, "dtype": (conv_w if conv_b is None else conv_b)._json["dtype"]})
    return Parameter(weight, conv_w.requires_grad), Parameter(bias, like.requires_grad)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.nn.utils.fusion", name, __all__)
