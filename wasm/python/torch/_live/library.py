"""The layers of torch.nn: the files that the core's own evaluator runs, run by this Python.

What: `modules` executes the library's files and gives the names that torch.nn, torch.nn.init and the like have of them.
Why: one text of each layer, in whichever evaluator: what it declares, how it draws initial values, what it calls.
"""

from __future__ import annotations

import collections
import copy
import functools
import inspect
import itertools
import linecache
import math
import operator
import re
from typing import Any

from torch import _core
from torch._live import LIBRARY, current, needed

_FOLDERS = (
    "torch/nn/",
    "torch/utils/",
    "torch/distributions/",
    "torch/functional.py",
    "einops/",
    "numpy.py",
    "packaging.py",
)
_DTYPE: list[Any] = [None]
_SPACE: dict[str, Any] = {}
# Layers whose operators do not see that an input has another dtype: they are not made with one.
_UNCHECKED = ("PReLU", "Bilinear", "Conv3d", "RNN", "GRU", "LSTM")


class _Compiler:
    """torch.compiler in a pass: nothing is compiled."""

    is_compiling = is_dynamo_compiling = staticmethod(lambda: False)


class _Numbers:
    """torch._numpy, as the library's numpy.py asks it: CPython computes with NumPy's numbers as with its own."""

    scalar = staticmethod(lambda number: number)
    is_scalar = staticmethod(lambda _: False)


class _Torch:
    """torch, as the library's files see it: tensors that a layer makes have the dtype that it was given."""

    def __getattr__(self, name: str) -> Any:
        import torch

        if name == "compiler" and current() is None:
            return _Compiler
        if name == "_numpy":
            return _Numbers
        try:
            found = getattr(torch, name)
        except AttributeError:  # a function that PyTorch has in Python is an operator here
            found = getattr(torch.ops.aten, name)
        if name not in ("empty", "zeros", "ones"):
            return found

        def made(*args: Any, **kwargs: Any) -> Any:
            if _DTYPE[-1] is not None:
                kwargs.setdefault("dtype", _DTYPE[-1])
            return found(*args, **kwargs) if current() is not None else _sized(*args, **kwargs)

        return made


def _sized(*size: Any, dtype: Any = None, device: Any = None) -> Any:
    """A tensor of a layer that a pass makes: it has no elements."""
    from torch._types import FakeTensor

    shape = size[0] if size and isinstance(size[0], (tuple, list)) else size
    json = {"dtype": "float32" if dtype is None else dtype._name, "shape": [*shape], "device": str(device or "cpu")}
    return FakeTensor(json)


def _drawn_in_captures(kind: type) -> None:
    """Initial values are drawn where there are any."""
    draw = kind.reset_parameters  # type: ignore[attr-defined]

    @functools.wraps(draw)
    def reset_parameters(self: Any) -> None:
        if current() is not None:
            draw(self)

    kind.reset_parameters = reset_parameters  # type: ignore[attr-defined]


def _draw(name: str, *args: Any) -> Any:
    needed().call("seesaw_draw", (name, *args), {})
    return args[0]


def _in_dtype(kind: type) -> None:
    """Makes __init__ of a layer hear its dtype, wherever in the arguments it stands."""
    init = kind.__init__  # type: ignore[misc]
    names = list(inspect.signature(init).parameters)
    if "dtype" not in names and "kwargs" not in names:
        return
    at = names.index("dtype") if "dtype" in names else len(names)

    @functools.wraps(init)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        given = kwargs.pop("dtype", None)
        if len(args) >= at:
            given, args = args[at - 1], (*args[: at - 1], None, *args[at:])
        if given is None:
            return init(self, *args, **kwargs)
        for one in type(self).__mro__:
            if one.__name__ in _UNCHECKED:
                raise NotImplementedError(f"the argument 'dtype' of nn.{one.__name__} is not captured yet")
        _DTYPE.append(given)
        try:
            init(self, *args, **kwargs)
        finally:
            _DTYPE.pop()

    kind.__init__ = made  # type: ignore[misc]


def space() -> dict[str, Any]:
    """The names of the library's files, which they share."""
    if _SPACE:
        return _SPACE
    from torch import nn
    from torch.nn.modules import container
    from torch.nn.modules.module import Module

    _SPACE.update(
        __builtins__=__builtins__,
        Module=Module,
        Parameter=nn.Parameter,
        F=nn.functional,
        nn=nn,
        torch=_Torch(),
        math=math,
        deepcopy=copy.deepcopy,
        seesaw_draw=_draw,
    )
    # The files call functions of Python's modules by one name.
    for module in (itertools, functools, collections, operator, math):
        _SPACE.update({f"{module.__name__}_{name}": value for name, value in vars(module).items() if name[0] != "_"})
    known, _ = _core.call("live_capture", {"do": "library"})
    own = "torch/nn/modules/module.py"
    files = {path: text for path, text in known.items() if path.startswith(_FOLDERS) and path != own}
    for path in _ordered(files):
        name = LIBRARY + path
        linecache.cache[name] = (len(files[path]), None, files[path].splitlines(True), name)
        _SPACE["__name__"] = path.removesuffix(".py").replace("/", ".")
        exec(compile(files[path], name, "exec"), _SPACE)
    for found in _SPACE.values():
        if isinstance(found, type) and issubclass(found, Module) and found is not Module:
            found._seesaw_library = True
            if "__init__" in vars(found):
                _in_dtype(found)
            if "reset_parameters" in vars(found):
                _drawn_in_captures(found)
    _name_distributions()
    for name in ("RNN", "GRU", "LSTM"):
        _SPACE[name].flatten_parameters = lambda self: None
    container.complete(_SPACE)
    return _SPACE


_DISTRIBUTION = "distributions_"


def _name_distributions() -> None:
    """Classes of torch.distributions have their own names where somebody reads them."""
    for name, found in _SPACE.items():
        if name.startswith(_DISTRIBUTION) and isinstance(found, type):
            found.__name__ = found.__qualname__ = name.removeprefix(_DISTRIBUTION)


def _distributions() -> dict[str, dict[str, Any]]:
    """torch.distributions, and the files that it is made of."""
    home = "torch.distributions"
    out: dict[str, dict[str, Any]] = {home: {}}
    for name, found in space().items():
        if not name.startswith(_DISTRIBUTION):
            continue
        plain = name.removeprefix(_DISTRIBUTION)
        out.setdefault(found.__module__, {})[plain] = found
        if isinstance(found, type) or plain == "kl_divergence":
            out[home][plain] = found
    return out


def _ordered(files: dict[str, str]) -> list[str]:
    """Files whose classes others derive from stand first."""
    home = {name: path for path, text in files.items() for name in re.findall(r"^class (\w+)", text, re.M)}
    out: dict[str, None] = {}

    def visit(path: str) -> None:
        for base in re.findall(r"^class \w+\((\w+)\)", files[path], re.M):
            other = home.get(base, path)
            if other != path and other not in out:
                visit(other)
        out[path] = None

    for path in sorted(files):
        visit(path)
    return list(out)


def modules() -> dict[str, dict[str, Any]]:
    """Names by the module of torch that has them."""
    from torch.nn.modules.module import Module

    known = space()
    out: dict[str, dict[str, Any]] = {"torch.nn": {}, "torch.nn.modules": {}}
    for name, found in list(known.items()):
        home = getattr(found, "__module__", "")
        if isinstance(found, type) and issubclass(found, Module):
            out.setdefault(home, {})[name] = found
            if home.startswith("torch.nn.modules") and not name.startswith("_"):
                out["torch.nn"][name] = out["torch.nn.modules"][name] = found
        elif callable(found) and home == "torch.nn.init":
            out.setdefault(home, {})[name] = found
            if name.endswith("_") and name not in ("eye_", "dirac_"):
                out[home][name[:-1]] = found  # the older name
        elif callable(found) and home.startswith("torch.nn.utils.") and name.startswith("utils_"):
            # utils_parametrizations_weight_norm; utils_weight_norm
            plain = name.removeprefix("utils_")
            stem = next((one for one in ("parametrizations", "parametrize") if plain.startswith(one + "_")), None)
            if stem is not None:
                out.setdefault(f"torch.nn.utils.{stem}", {})[plain.removeprefix(stem + "_")] = found
            else:
                out.setdefault("torch.nn.utils", {})[plain] = found
                out.setdefault(home, {})[plain] = found
    out.update(_distributions())
    out.setdefault("torch", {})["broadcast_shapes"] = known["torch_broadcast_shapes"]
    out["torch.nn.parameter"] = {"Parameter": known["Parameter"]}
    return out
