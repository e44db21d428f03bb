"""What is said of names that are not there."""

from __future__ import annotations

import difflib
from typing import Iterable


def missing(owner: str, name: str, known: Iterable[str]) -> AttributeError:
    """An AttributeError that says what there is instead."""
    names = sorted({one for one in known if not one.startswith("_") or name.startswith("_")})
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        there = f"did you mean {' or '.join(close)}?"
    elif len(names) > 40:
        there = f"it has {len(names)} other names, {', '.join(names[:12])}, ..."
    else:
        there = f"there is {', '.join(names)}" if names else "it has no names"
    return AttributeError(f"{owner} has no attribute '{name}' in Seesaw; {there}", name=name)
