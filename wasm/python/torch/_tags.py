"""`torch.Tag`: what PyTorch says of its operators besides their schemas; `op.tags` lists it."""

from __future__ import annotations

import enum
import functools
from typing import Any

from torch._operator_tags import TAGS, UNTAGGED


class Tag(enum.Enum):
    """A word about an operator."""

    core = 0
    data_dependent_output = 1
    dynamic_output_shape = 2
    flexible_layout = 3
    generated = 4
    inplace_view = 5
    maybe_aliasing_or_mutating = 6
    needs_fixed_stride_order = 7
    nondeterministic_bitwise = 8
    nondeterministic_seeded = 9
    pointwise = 10
    pt2_compliant_tag = 11
    view_copy = 12

    def __str__(self) -> str:
        return f"Tag.{self.name}"

    def __repr__(self) -> str:
        return f"<Tag.{self.name}: {self.value}>"


@functools.cache
def _words(name: str) -> frozenset[str]:
    return frozenset(TAGS[name].split())


# Tags that files give the operators that they declare.
DECLARED: dict[str, list[Tag]] = {}


def tags_of(op: Any) -> list[Tag]:
    """Those of PyTorch's own operators."""
    if op.namespace != "aten":
        return []
    word = op._opname if op._overloadname == "default" else f"{op._opname}.{op._overloadname}"
    found = [Tag[name] for name in TAGS if word in _words(name)]
    if word not in UNTAGGED.split():
        found.append(Tag.pt2_compliant_tag)
    return sorted(found, key=lambda tag: tag.value)
