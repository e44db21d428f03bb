"""`torch.fx.passes`."""

from torch.fx.passes import (
    fake_tensor_prop,
    graph_transform_observer,
    infra,
    shape_prop,
    split_module,
    split_utils,
    tools_common,
    utils,
)

__all__ = [
    "fake_tensor_prop",
    "graph_transform_observer",
    "infra",
    "shape_prop",
    "split_module",
    "split_utils",
    "tools_common",
    "utils",
]
