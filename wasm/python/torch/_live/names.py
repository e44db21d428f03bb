"""Names of torch while a model is captured: functions and modules that the core knows, as attributes and imports.

What: `LiveFunction` is a function by its path; `Names` a module of torch whose names the core is asked for. `install`
makes them importable. Why: no list of torch's functions stands here, so none of them is a stub.
"""

from __future__ import annotations

import sys
import types
from typing import Any

from torch import _types
from torch._function_names import FUNCTIONS
from torch._functions import named
from torch._live import PATHS, READERS, WRITERS, current, needed
from torch._missing import missing


class LiveFunction:
    """A function of torch, called in the capture that runs."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.__name__ = path.rsplit(".", 1)[-1]
        self.__qualname__ = self.__name__
        self.__module__ = path.rsplit(".", 1)[0] if "." in path else "builtins"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return needed().call(self._path, args, kwargs)

    def __repr__(self) -> str:
        return f"<function {self._path}>"

    def __instancecheck__(self, value: Any) -> bool:
        """torch.FloatTensor and its like stand for types."""
        if not self.__name__.endswith("Tensor"):
            raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
        name = _TYPED.get(self.__name__)
        return self._path.count(".") == 1 and isinstance(value, _types.Tensor) and str(value.dtype) == f"torch.{name}"

    def __deepcopy__(self, memo: Any) -> "LiveFunction":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return needed().name_in(self._path, name)


_TYPED = {
    "FloatTensor": "float32",
    "DoubleTensor": "float64",
    "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16",
    "LongTensor": "int64",
    "IntTensor": "int32",
    "ShortTensor": "int16",
    "CharTensor": "int8",
    "ByteTensor": "uint8",
    "BoolTensor": "bool",
}

_FUNCTIONS: dict[str, Any] = {}


def function(path: str) -> Any:
    """The one object of a path."""
    found = _FUNCTIONS.get(path)
    if found is None:
        found = _FUNCTIONS[path] = LiveFunction(path)
    return found


READERS["path"] = function
WRITERS[LiveFunction] = lambda live, value: {"path": value._path}
PATHS.update({bool: "bool", int: "int", float: "float", complex: "complex", str: "str", list: "list", tuple: "tuple"})


class Names(types.ModuleType):
    """A module whose names the core knows."""

    # What is below it and not there can be imported, and not used (_seesaw_absent.py).
    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = named(self.__name__, name) if current() is None and self.__name__ in FUNCTIONS else None
        if found is not None:
            return found
        if current() is None or not self.__name__.startswith("torch"):
            raise missing(self.__name__, name, [one for one in vars(self) if not one.startswith("_")])
        if self.__name__ == "torch.cuda" and name in _TYPED:
            return function(f"torch.cuda.{name}")
        return needed().name_in(self.__name__, name)


# Modules of torch that have only functions and constants.
MODULES = (
    "torch.linalg torch.fft torch.special torch.random torch.backends torch.backends.cudnn "
    "torch.backends.cuda torch.backends.mps torch.backends.mkldnn torch.cuda torch.cuda.amp "
    "torch.compiler torch.jit torch.functional torch.amp torch.nn.modules.utils torch.nn.utils "
    "torch.nn.utils.rnn torch.mps torch.distributed torch.sparse torch.overrides torch.testing "
    "torch._dynamo torch.optim"
).split()
_DONE: list[bool] = []


def is_installed() -> bool:
    return bool(_DONE)


def install() -> None:
    """Makes what a model imports importable; once."""
    if _DONE:
        return
    _DONE.append(True)
    import torch
    from torch._live import library, numbers, script, values  # noqa: F401 (it fills READERS)

    for path in MODULES:
        made = Names(path)
        known = vars(sys.modules.get(path, made))
        vars(made).update({name: known[name] for name in known.get("__all__", ())})
        _put(path, made)
    pairs = {name: _repeated(count) for count, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)}
    vars(sys.modules["torch.nn.modules.utils"]).update(pairs, _ntuple=_repeated)
    for path, names in {**library.modules(), **numbers.modules(), **script.modules()}.items():
        known = sys.modules.get(path)
        if known is None:
            known = Names(path)
        vars(known).update(names)
        _put(path, known)
    for path, names in library.modules().items():
        vars(sys.modules[path]).update(names)
    torch._live_functions = True  # type: ignore[attr-defined]


def _repeated(count: int) -> Any:
    """torch.nn.modules.utils._pair and its like."""

    def repeated(value: Any) -> Any:
        return tuple(value) if hasattr(value, "__iter__") else (value,) * count

    return repeated


def _put(path: str, module: Any) -> None:
    sys.modules[path] = module
    holder, _, name = path.rpartition(".")
    # torch.nn.utils.weight_norm is a function, and a module of that name.
    if holder in sys.modules and not callable(vars(sys.modules[holder]).get(name)):
        setattr(sys.modules[holder], name, module)
