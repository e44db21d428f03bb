"""`torch`, as far as passes over graphs use it, for CPython in WebAssembly.

What: views of graphs that Seesaw's core owns, under PyTorch's names. A name that is not here is an AttributeError that
says what there is; nothing is a silent stub. Why: the files that people write for PyTorch run as they are.

    import torch
    for node in gm.graph.find_nodes(op="call_function", target=torch.ops.aten.relu.default): ...
"""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
from typing import Any

from torch import _live, _types
from torch._types import (
    Parameter as _Parameter,
    Size,
    SymBool,
    SymFloat,
    SymInt,
    Tensor,
    device,
    dtype,
    layout,
    memory_format,
    qscheme,
)

__version__ = _types.TorchVersion("2.6.0")

globals().update(_types.DTYPES)
globals().update({alias: _types.DTYPES[name] for alias, name in _types.ALIASES.items()})
globals().update(_types.MEMORY_FORMATS)
globals().update(_types.LAYOUTS)
globals().update(_types.QSCHEMES)


def get_default_dtype() -> dtype:
    live = _live.current()
    if live is not None:
        return live.call("torch.get_default_dtype", (), {})
    return _types.DTYPES["float32"]


from torch._ops import ops  # noqa: E402
from torch._checks import CHECKS  # noqa: E402
from torch._schema import (  # noqa: E402
    BoolType,
    FloatType,
    IntType,
    ListType,
    NumberType,
    OptionalType,
    StringType,
    TensorType,
)
from torch import _C, _modes  # noqa: E402
from torch._modes import (  # noqa: E402
    autocast,
    enable_grad,
    inference_mode,
    is_grad_enabled,
    no_grad,
    set_default_device,
    set_default_dtype,
    set_default_tensor_type,
    set_grad_enabled,
)
from torch._limits import finfo, iinfo  # noqa: E402
from torch._tags import Tag  # noqa: E402
from torch import amp, fx, nn, utils, version  # noqa: E402
from torch import export, _export, _higher_order_ops, library  # noqa: E402
from torch import ao, serialization  # noqa: E402
from torch.fx import GraphModule  # noqa: E402


def is_floating_point(input: Any) -> Any:
    return _of_type("is_floating_point", input)


def is_complex(input: Any) -> Any:
    return _of_type("is_complex", input)


def _of_type(name: str, input: Any) -> Any:
    """What follows from the type of a tensor."""
    live = _live.current()
    if live is not None:
        return live.call(f"torch.{name}", (input,), {})
    return getattr(input, name)()


def is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor)


def compile(model: Any = None, **options: Any) -> Any:
    """What stands for compiled code: it can be made, and not called."""
    if model is None:
        return lambda function: compile(function, **options)

    def compiled(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"torch.compile: compiled code of {model!r} does not run in Seesaw")

    return functools.update_wrapper(compiled, model) if callable(model) else compiled


def __getattr__(name: str) -> Any:
    from torch._functions import SYMBOLIC, function_of, known_names, names_in
    from torch._missing import missing

    if name.startswith("__"):
        raise AttributeError(name)
    live = _live.current()
    if live is not None:
        return live.name_in("torch", name)
    if name in CHECKS:
        return CHECKS[name]
    if name == "cuda":
        return importlib.import_module("torch.cuda")
    if name in known_names() or name in SYMBOLIC or name in names_in("torch"):
        found = function_of("torch", name)
        globals()[name] = found
        return found
    if importlib.machinery.PathFinder.find_spec(f"torch.{name}", globals()["__path__"]) is not None:
        return importlib.import_module(f"torch.{name}")
    raise missing("torch", name, {*globals(), *known_names(), *CHECKS})
