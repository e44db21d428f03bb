"""`torch._functorch.config`: settings that PyTorch has, with their defaults."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from torch._missing import missing

functionalize_rng_ops = False
fake_tensor_allow_meta = True
treat_parameters_as_free_to_save = True


@contextlib.contextmanager
def patch(**changes: Any) -> Iterator[None]:
    """Other settings for the lines of a `with`, or for a function."""
    for name in changes:
        if name not in globals():
            raise missing("torch._functorch.config", name, ())
    before = {name: globals()[name] for name in changes}
    globals().update(changes)
    try:
        yield
    finally:
        globals().update(before)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._functorch.config", name, ("functionalize_rng_ops", "patch"))
