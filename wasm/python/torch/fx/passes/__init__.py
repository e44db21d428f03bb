"""`torch.fx.passes`."""

from torch.fx.passes import graph_transform_observer, infra, shape_prop, split_module, tools_common, utils

__all__ = ["graph_transform_observer", "infra", "shape_prop", "split_module", "tools_common", "utils"]
