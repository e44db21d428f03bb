"""Functions that are no operators of `torch.ops`: `torch.relu`, `torch.nn.functional.gelu` and the like.

What: a `Function` can be compared and be the target of a node. Called on proxies it makes a node; called on values
without elements the core says what comes out.
"""

from __future__ import annotations

import functools
from typing import Any

from torch import _core, _ops
from torch._create import MAKERS
from torch._function_names import FUNCTIONS, PREFIXES
from torch._missing import missing
from torch._stand_ins import stand_in
from torch._storage import made_by
from torch._traced_functions import traced


class Function:
    """A function by its path."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.__name__ = path.rsplit(".", 1)[-1]
        self.__qualname__ = self.__name__
        self.__module__ = path.rsplit(".", 1)[0] if "." in path else "builtins"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return call_function(self, args, kwargs)

    def __repr__(self) -> str:
        return f"<function {self._path}>"

    def __deepcopy__(self, memo: Any) -> "Function":
        return self


def _first(kind: type, values: Any) -> Any:
    """The first value of this type in containers."""
    stack = [values]
    while stack:
        value = stack.pop()
        if isinstance(value, kind):
            return value
        if isinstance(value, (tuple, list)):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            stack.extend(reversed(list(value.values())))
    return None


def call_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call from Python: recorded where an argument is a proxy, else worked out by shape."""
    from torch._live import current
    from torch.fx.proxy import Proxy
    from torch.library import fake_of

    live = current()
    if live is not None:
        return live.call(function._path, args, kwargs)
    if _TRACES and _TRACES[-1] is not None:
        return _TRACES[-1].call(function, args, kwargs)
    proxy = _first(Proxy, (args, kwargs))
    if proxy is not None:
        return proxy.tracer.create_proxy(*traced(function, args, kwargs))
    running = getattr(function, "_seesaw_run", None) or MAKERS.get(function._path)
    if running is not None:
        return running(*args, **kwargs)
    beneath = getattr(function, "_op", function)
    fake = fake_of(beneath)
    if fake is not None:
        return fake(*args, **kwargs)
    return propagate(*(stand_in(beneath, args, kwargs) or (beneath, args, kwargs)))


def propagate(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value that a call gives, without elements."""
    with _core.aside():
        return _propagated(function, args, kwargs)


def _real(value: Any) -> Any:
    from torch._types import FakeTensor, Tensor

    if isinstance(value, (tuple, list)):
        return type(value)(_real(one) for one in value)
    return Tensor(value._json) if isinstance(value, FakeTensor) else value


def _unbacked_of(values: Any) -> set[str]:
    """The symbols in values that only a run tells."""
    from torch.fx.experimental.symbolic_shapes import free_symbols

    return {name for name in free_symbols(values) if name.startswith("u")}


def _propagated(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from torch._types import FakeTensor, Tensor, _Symbolic
    from torch.fx.graph import Graph

    graph = Graph()
    memo: dict[int, Any] = {}

    def placed(value: Any) -> Any:
        if isinstance(value, (Tensor, _Symbolic)):
            if id(value) not in memo:
                node = graph.placeholder(f"arg{len(memo)}")
                node.meta["val"] = value._with_strides() if isinstance(value, Tensor) else value
                memo[id(value)] = node
                if isinstance(value, Tensor):
                    # The call, or a later one on what it gives, may write to it.
                    value._numbers = None
            return memo[id(value)]
        if type(value) in (tuple, list):
            return type(value)(placed(one) for one in value)
        return value

    values = placed(args), {key: placed(value) for key, value in kwargs.items()}
    result = graph.call_function(function, *values)
    graph.output(result)
    graph._flush()
    value, _ = _core.call("run", {"handle": graph._handle, "passes": [{"name": "shape_prop"}]})
    try:
        for report in value["reports"]:
            for one in report["diagnostics"]:
                if one["severity"] == "error":
                    raise RuntimeError(one["message"])
        _, steps = _core.edit(value["handle"], "", [{"do": "read_metas", "nodes": [result._id]}])
        known = dict(steps[0]["metas"][0]) if steps[0]["metas"] else {}
        if "val" not in known:
            raise RuntimeError(f"the shape of what {function!r} gives is not known in Seesaw")
        made = _core.decode(known["val"], lambda _: None)
        # What is made of tensors that are none of a graph is none of a graph.
        if _unbacked_of(made) - _unbacked_of(tuple(one.meta["val"] for one in memo.values())):
            _core.remark_unbacked()
        made = made if any(isinstance(one.meta["val"], FakeTensor) for one in memo.values()) else _real(made)
        made_by(made, function, args, kwargs)
        return made
    finally:
        _core.call("close", {"handle": value["handle"]})
        _core.call("close", {"handle": graph._handle})


# What make_fx records now: torch.fx.experimental.proxy_tensor.
_TRACES: list[Any] = []
_NAMES: set[str] = set()
# Functions of numbers that may be symbols.
SYMBOLIC = ("sym_float", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not")
_OF_FLOATS = ("sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan")
SYMBOLIC += tuple(f"sym_{name}" for name in _OF_FLOATS)


def known_names() -> set[str]:
    """Names of aten's operators: torch has functions of most."""
    if not _NAMES:
        _NAMES.update(_ops._names_of("aten"))
    return _NAMES


@functools.cache
def names_in(module: str) -> dict[str, str]:
    """The functions of a module of PyTorch, by name: the paths that graphs have."""
    words = [word.partition("=") for word in FUNCTIONS[module].split()]
    return {name: path or PREFIXES[module] + name for name, _, path in words}


def named(module: str, name: str) -> Any:
    """A function that PyTorch has, or None."""
    from torch import _targets

    path = names_in(module).get(name)
    return None if path is None else _targets.resolve(path)


def function_of(module: str, name: str) -> Any:
    """`torch.relu` and the like, or AttributeError."""
    from torch import _targets

    if name.startswith("__"):
        raise AttributeError(name)
    found = named(module, name)
    if found is not None:
        return found
    if name not in known_names() and not (module == "torch" and name in SYMBOLIC):
        raise missing(module, name, known_names())
    return _targets.resolve(f"{module}.{name}")


def tensor_method(name: str) -> Any:
    """The operator of a method of tensors, or None."""
    return None if name.startswith("__") or name not in known_names() else function_of("torch", name)
