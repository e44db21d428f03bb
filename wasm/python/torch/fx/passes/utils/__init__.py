"""`torch.fx.passes.utils`."""

from torch.fx.passes.utils import matcher_utils, source_matcher_utils

__all__ = ["matcher_utils", "source_matcher_utils"]
