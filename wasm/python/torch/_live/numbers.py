"""numpy and einops, as far as models use them: the files that the core's own evaluator has, run by this Python.

What: `modules` gives their names by module. Arrays are tensors whose values are known, and are computed apart from the
graph; where torch takes one it becomes a constant.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from torch._live import WRITERS, library, needed

_DTYPES = (
    "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ float_ int_ double single half "
    "intp"
).split()
_CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "newaxis": None}


def _apart(function: Any) -> Any:
    """What NumPy computes is in no graph."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        live = needed()
        if not live.capturing:
            return function(*args, **kwargs)
        live.ask("outside", on=True)
        try:
            return function(*args, **kwargs)
        finally:
            live.ask("outside", on=False)

    return run


class _Dtype:
    """np.float32"""

    def __init__(self, name: str, make: Any) -> None:
        self.name = self.__name__ = name
        self._make = make

    def __call__(self, value: Any) -> Any:
        if self._make is None:
            raise AttributeError(f"numpy.{self.name} makes no numbers in Seesaw")
        return self._make(value)

    def __str__(self) -> str:
        return f"numpy.{self.name}"

    __repr__ = __str__

    def __eq__(self, other: Any) -> bool:
        return str(other).split(".")[-1].rstrip("_") == self.name.rstrip("_")

    def __hash__(self) -> int:
        return hash(self.name)


def array_of(tensor: Any) -> Any:
    return library.space()["numpy_ndarray"](tensor)


def modules() -> dict[str, dict[str, Any]]:
    known = library.space()
    kind = known["numpy_ndarray"]
    for name, value in list(vars(kind).items()):
        if callable(value):
            setattr(kind, name, _apart(value))
    WRITERS[kind] = lambda live, value: {"array": live.write(vars(value)["tensor"])}
    numpy: dict[str, Any] = {"ndarray": kind, **_CONSTANTS}
    linalg: dict[str, Any] = {}
    einops: dict[str, Any] = {"EinopsError": known["EinopsError"]}
    for name, value in list(known.items()):
        if name.startswith("numpy_linalg_"):
            linalg[name.removeprefix("numpy_linalg_")] = _apart(value)
        elif name.startswith("numpy_") and value is not kind:
            numpy[name.removeprefix("numpy_")] = _apart(value)
        elif name.startswith("einops_"):
            einops[name.removeprefix("einops_")] = value
    for name in _DTYPES:
        numpy[name] = _Dtype(name, numpy.get(name))
    numpy["absolute"] = numpy["abs"]
    layers = {"Rearrange": known["Rearrange"], "Reduce": known["Reduce"]}
    return {
        "numpy": numpy,
        "numpy.linalg": linalg,
        "packaging": {},
        "packaging.version": {
            name.removeprefix("packaging_version_"): value
            for name, value in known.items()
            if name.startswith("packaging_version_")
        },
        "einops": einops,
        "einops.einops": dict(einops),
        "einops.layers": {},
        "einops.layers.torch": layers,
    }
