"""Functions of a graph: from the path that the core names to the object that Python compares, and back.

What: `resolve(path)` gives the one object that represents a function; `path_of(function)` its path.
Why: `node.target is torch.ops.aten.add.Tensor` must hold, so an object is made once and kept.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import math
import operator
from typing import Any

# Where the dialects of ExecuTorch have their operators. Code of a graph writes `_` for each dot.
DIALECTS = {name: f"executorch.exir.dialects.{name}._ops." for name in ("edge", "backend")}
_WRITTEN = {one: name for name, path in DIALECTS.items() for one in (path, path.replace(".", "_"))}

_BY_PATH: dict[str, Any] = {}
_PATHS: dict[int, str] = {}


def _keep(path: str, function: Any) -> Any:
    _BY_PATH[path] = function
    _PATHS[id(function)] = path
    return function


def forget(path: str) -> None:
    function = _BY_PATH.pop(path, None)
    if function is not None:
        _PATHS.pop(id(function), None)


def dialect_of(path: str) -> tuple[str, str] | None:
    """The dialect of an operator, and its name in it; None for what is of no dialect."""
    for prefix, dialect in _WRITTEN.items() if path.startswith("executorch") else ():
        if path.startswith(prefix):
            return dialect, path[len(prefix) :]
    return None


def forget_dialects() -> None:
    for path in [one for one in _BY_PATH if dialect_of(one) is not None]:
        forget(path)


def resolve(path: str) -> Any:
    """The function of a path."""
    known = _BY_PATH.get(path)
    if known is not None:
        return known
    found = _find(path)
    if getattr(found, "_path", path) != path:
        # Another name of it.
        _BY_PATH[path] = found
        return found
    return _keep(path, found)


def _find(path: str) -> Any:
    import torch

    first, *rest = path.split(".")
    if first in ("operator", "_operator"):
        found = getattr(operator, rest[-1], None)
        if found is not None:
            return found
    if first == "math" and hasattr(math, rest[-1]):
        return getattr(math, rest[-1])
    if first == "builtins" and hasattr(builtins, rest[-1]):
        return getattr(builtins, rest[-1])
    if path.startswith("torch.ops."):
        return torch.ops._of_path(path)
    of_dialect = dialect_of(path)
    if of_dialect is not None:
        from executorch.exir.dialects._ops import of_name

        found = of_name(*of_dialect)
        if found is not None:
            return found
    from torch._functions import Function

    return Function(path)


def path_of(function: Any) -> str:
    """The path of a function, as code of a graph names it."""
    known = _PATHS.get(id(function))
    if known is not None:
        return known
    path = getattr(function, "_path", None)
    if path is None:
        module = getattr(function, "__module__", None) or ""
        module = {"_operator": "operator"}.get(module, module)
        name = getattr(function, "__name__", None)
        if name is None:
            raise TypeError(f"{function!r} cannot be the target of a node: it has no name")
        if name == "<lambda>":
            name = _source_of(function)
        path = f"{module}.{name}" if module and module != "__main__" else name
    if path in _BY_PATH and _BY_PATH[path] is not function:
        return path
    _keep(path, function)
    return path


def _source_of(function: Any) -> str:
    """What stands for the name of a lambda: its source, up to what it is assigned to."""
    try:
        return inspect.getsource(function).split("=")[0].strip()
    except Exception as error:
        raise RuntimeError("Unable to represent lambda") from error


def imported(name: str) -> Any:
    """A module by name, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
