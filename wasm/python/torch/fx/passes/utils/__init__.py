"""`torch.fx.passes.utils`."""

from torch.fx.passes.utils import common, matcher_utils, source_matcher_utils
from torch.fx.passes.utils.common import HolderModule, lift_subgraph_as_module

__all__ = ["HolderModule", "common", "lift_subgraph_as_module", "matcher_utils", "source_matcher_utils"]
