"""`torch._inductor.fx_passes.split_cat`: the passes by name whose rules are all in files of their own."""

from __future__ import annotations

from typing import Any

from torch._inductor.pattern_matcher import PatternMatcherPass
from torch._missing import missing

__all__ = ["construct_pattern_matcher_pass"]

_PASSES = {name: PatternMatcherPass(pass_name=name) for name in ("decompose_mm_pass",)}


def construct_pattern_matcher_pass(pass_name: str) -> PatternMatcherPass:
    if pass_name not in _PASSES:
        raise NotImplementedError(f"the rules of {pass_name} are not in Seesaw: give it the file of PyTorch")
    return _PASSES[pass_name]


def forget() -> None:
    """The rules of a file go with it."""
    for one in _PASSES.values():
        one.clear()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.fx_passes.split_cat", name, __all__)
