"""`torch._inductor.fx_passes.pre_grad`: the pass whose rules are all in a file of their own, which is given."""

from __future__ import annotations

from typing import Any

from torch._inductor.pattern_matcher import PatternMatcherPass
from torch._missing import missing

__all__ = ["efficient_conv_bn_eval_pass"]

efficient_conv_bn_eval_pass = PatternMatcherPass(pass_name="efficient_conv_bn_eval_pass")


def forget() -> None:
    """The rules of a file go with it."""
    efficient_conv_bn_eval_pass.clear()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.fx_passes.pre_grad", name, __all__)
