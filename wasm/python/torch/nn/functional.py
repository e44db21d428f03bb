"""`torch.nn.functional`: functions that graphs name."""

from __future__ import annotations

from typing import Any

from torch._live import current
from torch._missing import missing

# Functions of its own that PyTorch's other functions call: files name them as targets.
_OWN = (
    "_adaptive_max_pool1d _adaptive_max_pool2d _adaptive_max_pool3d _canonical_mask _check_key_padding_mask "
    "_fractional_max_pool2d _fractional_max_pool3d _get_softmax_dim _in_projection _in_projection_packed _is_integer "
    "_max_pool1d _max_pool2d _max_pool3d _mha_shape_check _no_grad_embedding_renorm_ _none_or_dtype _threshold "
    "_unpool_output_size _verify_batch_size _verify_spatial_size"
).split()


def __getattr__(name: str) -> Any:
    from torch._functions import named, names_in
    from torch._targets import resolve

    if name.startswith("__"):
        raise AttributeError(name)
    live = current()
    if live is not None:
        return live.name_in("torch.nn.functional", name)
    found = resolve(f"torch.nn.functional.{name}") if name in _OWN else named("torch.nn.functional", name)
    if found is None:
        raise missing("torch.nn.functional", name, names_in("torch.nn.functional"))
    return found
