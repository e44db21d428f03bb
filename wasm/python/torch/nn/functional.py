"""`torch.nn.functional`: functions that graphs name."""

from __future__ import annotations

from typing import Any

from torch._live import current
from torch._missing import missing

NAMES = set(
    "adaptive_avg_pool2d batch_norm conv1d conv2d conv3d cross_entropy dropout embedding gelu group_norm hardsigmoid "
    "hardswish hardtanh interpolate layer_norm leaky_relu linear log_softmax max_pool2d mish mse_loss "
    "multi_head_attention_forward normalize one_hot pad relu relu6 rms_norm scaled_dot_product_attention selu sigmoid "
    "silu softmax softplus tanh unfold".split()
)
# Functions whose path is not that of this module.
PATHS = {
    "linear": "torch._C._nn.linear",
    "gelu": "torch._C._nn.gelu",
    "softplus": "torch._C._nn.softplus",
    "scaled_dot_product_attention": "torch._C._nn.scaled_dot_product_attention",
    "one_hot": "torch.one_hot",
    "conv1d": "torch.conv1d",
    "conv2d": "torch.conv2d",
    "conv3d": "torch.conv3d",
}


def __getattr__(name: str) -> Any:
    from torch import _targets
    from torch._functions import known_names

    if name.startswith("__"):
        raise AttributeError(name)
    live = current()
    if live is not None:
        return live.name_in("torch.nn.functional", name)
    if name in NAMES or name in known_names():
        return _targets.resolve(PATHS.get(name, f"torch.nn.functional.{name}"))
    raise missing("torch.nn.functional", name, {*NAMES, *known_names()})
