"""`torch.export.export`: the model's forward runs, and the core records it.

What: `export` captures as torch.export does without strict; `Dim` and its kin say which sizes are symbols. Why: scripts
call it; `seesaw trace` shows what they made.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any

from torch import _core
from torch._live import WRITERS, Live
from torch.nn.modules.module import Module


class Dim:
    """A size that is a symbol, and what it may be."""

    def __init__(self, name: str, *, min: int | None = None, max: int | None = None) -> None:
        self.__name__ = name
        self.min = min
        self.max = max

    def __mul__(self, by: int) -> "_Derived":
        return _Derived(self, by, 0)

    __rmul__ = __mul__

    def __add__(self, by: int) -> "_Derived":
        return _Derived(self, 1, by)

    __radd__ = __add__

    def __sub__(self, by: int) -> "_Derived":
        return _Derived(self, 1, -by)

    def __repr__(self) -> str:
        return f"<class 'torch.export.dynamic_shapes.{self.__name__}'>"


class _Derived:
    """times * root + plus"""

    def __init__(self, root: Dim, times: int, plus: int) -> None:
        self.root, self.times, self.plus = root, times, plus

    def __mul__(self, by: int) -> "_Derived":
        return _Derived(self.root, self.times * by, self.plus * by)

    __rmul__ = __mul__

    def __add__(self, by: int) -> "_Derived":
        return _Derived(self.root, self.times, self.plus + by)

    __radd__ = __add__

    def __sub__(self, by: int) -> "_Derived":
        return self + -by


class _Hint:
    """Dim.AUTO, Dim.DYNAMIC, Dim.STATIC."""

    def __init__(self, name: str) -> None:
        self.name = name


for _name in ("AUTO", "DYNAMIC", "STATIC"):
    setattr(Dim, _name, _Hint(_name))


def dims(*names: str, min: int | None = None, max: int | None = None) -> tuple[Dim, ...]:
    return tuple(Dim(name, min=min, max=max) for name in names)


def _write_dim(live: Live, dim: Dim) -> Any:
    bounds = {key: value for key, value in (("min", dim.min), ("max", dim.max)) if value is not None}
    return {"dim": {"name": dim.__name__, "range": bounds}}


WRITERS[Dim] = _write_dim
WRITERS[_Derived] = lambda live, one: {
    "derived": {"root": _write_dim(live, one.root), "times": one.times, "plus": one.plus}
}
WRITERS[_Hint] = lambda live, one: {"path": f"torch.export.Dim.{one.name}"}

_OWN = set(
    "training _parameters _buffers _modules _non_persistent_buffers_set _before _after _computed _live_number "
    "_live_of".split()
)

_KINDS = {
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_POSITIONAL: "rest",
    inspect.Parameter.VAR_KEYWORD: "others",
}


def _annotation(one: inspect.Parameter) -> str:
    """An annotation as Seesaw prints it: "f32[2, 3]"."""
    text = one.annotation
    if not isinstance(text, str):
        return ""
    if text[:1] in "\"'" and text[-1:] == text[:1]:
        text = text[1:-1]
    return text if text.endswith("]") and text[:1].islower() or text in ("Sym(s0)",) else ""


def parameters_of(function: Any) -> list[dict[str, Any]]:
    out = []
    for one in inspect.signature(function).parameters.values():
        row: dict[str, Any] = {"name": one.name, "annotation": _annotation(one)}
        if one.kind in _KINDS:
            row["kind"] = _KINDS[one.kind]
        if one.default is not inspect.Parameter.empty:
            row["fallback"] = True
        out.append(row)
    return out


def capture(live: Live, root: Any, forward: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Runs forward and gives what the core says of the program. `root`: a module, or None for a plain function."""
    if root is not None:
        request.update(root=live.write(root), plain=_plain(live, root))
    given = live.ask("start", parameters=parameters_of(forward), **request)
    args = [live.read(one) for one in given["args"]]
    kwargs = {key: live.read(one) for key, one in given["kwargs"].items()}
    live.shared = given["shared"]
    result = _run(live, root, forward, args, kwargs)
    live.switch()
    request = {**live.settings, "live": live.number, "do": "finish", "result": live.write(result)}
    if root is not None:
        request["plain"] = _plain(live, root)
    value, _ = _core.call("live_capture", request)
    return value


def _plain(live: Live, root: Any) -> dict[str, Any]:
    """Attributes of the root that are data: what forward sets there is judged at the end."""
    out = {}
    for name, value in vars(root).items():
        if name in _OWN or isinstance(value, Module):
            continue
        try:
            out[name] = live.write(value)
        except TypeError:
            continue  # an object that no graph knows
    return out


def _run(live: Live, root: Any, forward: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    live.base = sys._getframe()
    live.capturing = True
    try:
        return forward(*args, **kwargs) if root is None else root._run(forward, tuple(args), kwargs)
    finally:
        live.capturing = False


class ExportRequest:
    """One call of export."""

    def __init__(self, mod: Any, args: Any, kwargs: Any, shapes: Any, grad: bool) -> None:
        self.mod = mod
        self.args = tuple(args)
        self.kwargs = kwargs or {}
        self.shapes = shapes
        self.grad = grad

    def run(self, live: Live) -> dict[str, Any]:
        request: dict[str, Any] = {
            "args": [live.write(one) for one in self.args],
            "kwargs": {key: live.write(one) for key, one in self.kwargs.items()},
            "grad": self.grad,
        }
        if self.shapes is not None:
            request["shapes"] = live.write(self.shapes)
        if type(self.mod).__call__ is not Module.__call__:
            raise NotImplementedError("a module with a __call__ of its own is not captured yet: write it in forward")
        return capture(live, self.mod, self.mod.forward, request)


def export(
    mod: Any,
    args: Any,
    kwargs: Any = None,
    *,
    dynamic_shapes: Any = None,
    strict: bool | None = None,
    preserve_module_call_signature: Any = (),
    **_: Any,
) -> Any:
    from torch import is_grad_enabled

    from torch._live import current

    live: Any = current()
    if not isinstance(mod, Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    if not isinstance(args, tuple):
        raise TypeError(f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    if live is None:
        if dynamic_shapes is not None or preserve_module_call_signature:
            raise NotImplementedError("export in a pass knows sizes that are numbers, and no module's own signature")
        return export_aside(mod, args, kwargs or {})
    if strict and live.strict_told is None:
        raise NotImplementedError(
            "strict=True is Dynamo's: what it decides is known of Seesaw's own evaluator only, not of CPython; "
            "write strict=False"
        )
    if preserve_module_call_signature:
        raise NotImplementedError("preserve_module_call_signature is not captured through CPython yet")
    return live.export(ExportRequest(mod, args, kwargs, dynamic_shapes, is_grad_enabled()))


export_for_training = export


def export_aside(mod: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a pass exports: a function of tensors in a module without state, for a pattern that is looked for."""
    from torch import _core, _live
    from torch.export.exported_program import ExportedProgram
    from torch.export.graph_signature import stateless
    from torch.fx.graph import Program
    from torch.fx.graph_module import GraphModule

    if next(iter(mod.parameters()), None) is not None or next(iter(mod.buffers()), None) is not None:
        raise NotImplementedError("export of a module with parameters or buffers in a pass is not in Seesaw")
    with _core.aside():
        before = _live.current()
        settings = {"file": "<export>", "module": "export"}
        if _core.VERSION[0] != _core.OLDEST:
            settings["torch"] = _core.VERSION[0]
        live = _live.begin(settings, importable=False)
        try:
            given = [_given(live, one) for one in args], {key: _given(live, one) for key, one in kwargs.items()}
            request = {"args": given[0], "kwargs": given[1], "grad": True}
            handle = capture(live, None, mod.forward, request)["handle"]
        finally:
            try:
                live.end()
            finally:
                _live._CURRENT[0] = before
        made = GraphModule._of(Program(handle))
        if any("_set_grad_enabled" in str(node.target) for node in made.graph.nodes):
            raise NotImplementedError("export in a pass does not make regions of no_grad() in what is exported")
        _name_inputs(made, mod.forward, args, kwargs)
        return ExportedProgram(made, stateless(made.graph))


def _given(live: Live, value: Any) -> Any:
    """An example input: a tensor of the same sizes, or a number."""
    from torch._types import Tensor

    if not isinstance(value, Tensor):
        return live.write(value)
    options = {"dtype": value.dtype}
    return live.write(live.call("torch.empty_strided", (list(value.shape), list(value.stride())), options))


def _name_inputs(made: Any, forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Inputs are called as the parameters of forward are, those of `*args` by their number."""
    names: list[str] = []
    for name, value in inspect.signature(forward).bind(*args, **kwargs).arguments.items():
        is_rest = inspect.signature(forward).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
        names += [f"{name}_{at}" for at in range(len(value))] if is_rest else [name]
    inputs = made.graph.find_nodes(op="placeholder")
    if kwargs or len(names) != len(inputs):
        raise NotImplementedError("export in a pass names tensors and numbers that are given by position")
    others = {node.name for node in made.graph.nodes if node not in inputs}
    if others & set(names):
        raise NotImplementedError("export in a pass does not rename nodes that are called as an input is")
    for node, name in zip(inputs, names):
        node.name = node.target = name
    made.recompile()
