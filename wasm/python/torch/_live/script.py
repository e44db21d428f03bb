"""What scripts and models call besides operators: autograd.Function, checkpoint, decorators, devices.

What: `modules` gives the names by the module of torch that has them. Why: these are Python in PyTorch, too; what they
record is the core's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Callable

from torch import _types
from torch._live import library, needed


class FunctionCtx:
    """The `ctx` of an autograd.Function."""

    def save_for_backward(self, *tensors: Any) -> None:
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        pass

    def mark_non_differentiable(self, *args: Any) -> None:
        pass

    def mark_dirty(self, *args: Any) -> None:
        pass

    def set_materialize_grads(self, value: bool) -> None:
        pass


class Function:
    """`torch.autograd.Function`: what its forward does is recorded, without grad, as PyTorch runs it."""

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        live = needed()
        ctx = FunctionCtx()
        ctx.needs_input_grad = tuple(isinstance(one, _types.Tensor) and bool(one.requires_grad) for one in args)
        forward: Any = cls.forward  # type: ignore[attr-defined]
        two = hasattr(cls, "setup_context")
        live.ask("function_mode", on=True)
        try:
            out = forward(*args, **kwargs) if two else forward(ctx, *args, **kwargs)
        finally:
            live.ask("function_mode", on=False)
        if two:
            cls.setup_context(ctx, args, out)  # type: ignore[attr-defined]
        return out


def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: Any = None, **kwargs: Any) -> Any:
    """`torch.utils.checkpoint.checkpoint`: the function runs; PyTorch's own preparations are seen."""
    live = needed()
    for name in ("context_fn", "determinism_check", "debug", "preserve_rng_state", "early_stop"):
        kwargs.pop(name, None)
    names = library.space()
    if use_reentrant is not None and not use_reentrant:
        if live.capturing:
            live.call("torch.empty", ((0,),), {})
            names["NoopSaveInputs"]().forward()
        return function(*args, **kwargs)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    live.ask("function_mode", on=True)
    try:
        return names["CheckpointFunction"]().forward(function, args)
    finally:
        live.ask("function_mode", on=False)


def decorator(function: Any = None, *_: Any, **__: Any) -> Any:
    """torch.compile and the like: what they give runs as the function itself does."""
    if function is None or not (callable(function) or isinstance(function, type)):
        return lambda given: given
    return function


def _passed(*_: Any, **__: Any) -> None:
    """What changes nothing of a graph."""


def functional_call(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: Any = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """The module runs with other tensors under its names; a name that it does not have is there meanwhile."""
    given = _joined(parameter_and_buffer_dicts)
    if tie_weights:
        given = _untied(module, given)
    if strict:
        _check_names(module, given)
    undo: list[Callable[[], None]] = []
    try:
        for path, value in given.items():
            undo.append(_swap(module, path, value))
        positional = args if isinstance(args, tuple) else () if args is None else (args,)
        return module(*positional, **(kwargs or {}))
    finally:
        for one in reversed(undo):
            one()


def _joined(given: Any) -> dict[str, Any]:
    """One dict of those that functional_call gets."""
    if isinstance(given, dict):
        return given
    if not isinstance(given, (list, tuple)):
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(given)}"
        )
    if not all(isinstance(one, dict) for one in given):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    repeated = [path for path, count in Counter(path for one in given for path in one).items() if count > 1]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {path: value for one in given for path, value in one.items()}


def _tensors_of(module: Any) -> list[tuple[str, Any]]:
    """All names of parameters and buffers, of those too that are one tensor."""
    named = [*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)]
    return [(name, value) for name, value in named if value is not None]


def _untied(module: Any, given: dict[str, Any]) -> dict[str, Any]:
    """What is given for one name of a tensor is given for its other names."""
    names: dict[int, list[str]] = {}
    for name, value in _tensors_of(module):
        names.setdefault(id(value), []).append(name)
    out = dict(given)
    for tied in names.values():
        known = [name for name in tied if name in given]
        if len(known) > 1 and len({id(given[name]) for name in tied}) != 1:
            raise ValueError(
                f"functional_call got multiple values for keys {sorted(tied)}, which are tied. "
                "Consider using tie_weights=False"
            )
        if known:
            out.update({name: given[known[0]] for name in tied if name not in given})
    return out


def _check_names(module: Any, given: dict[str, Any]) -> None:
    names = {name for name, _ in _tensors_of(module)}
    said = [
        f"{kind} key(s): {', '.join(map(repr, sorted(keys)))}."
        for kind, keys in (("Unexpected", given.keys() - names), ("Missing", names - given.keys()))
        if keys
    ]
    if said:
        raise RuntimeError("Error(s) in reparametrizing for {}:\n\t{}".format(type(module).__name__, "\n\t".join(said)))


def _owner_of(module: Any, path: str) -> tuple[Any, str]:
    """The module that has the last name of a path."""
    from torch.nn import Module

    *parts, name = path.split(".")
    if not name:
        raise KeyError('tensor name can\'t be empty string ""')
    for at, part in enumerate(parts, 1):
        if not hasattr(module, part):
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        module = getattr(module, part)
        if not isinstance(module, Module):
            raise TypeError(f"submodule `{'.'.join(parts[:at])}`: {module} is not an instance of torch.nn.Module")
    return module, name


def _swap(module: Any, path: str, value: Any) -> Callable[[], None]:
    """Puts a tensor under a name; what is called later puts back what was there."""
    owner, name = _owner_of(module, path)
    if not isinstance(value, _types.Tensor):
        raise TypeError(f"{value} is not an instance of torch.Tensor")
    for held in (owner._parameters, owner._buffers):
        if name in held:
            before, held[name] = held[name], value
            return lambda: held.__setitem__(name, before)
    if not hasattr(owner, name):
        object.__setattr__(owner, name, value)
        return lambda: object.__delattr__(owner, name)
    before = getattr(owner, name)
    if not isinstance(before, _types.Tensor):
        raise TypeError(f"attribute `{name}`: {before} is not an instance of torch.Tensor")
    object.__setattr__(owner, name, value)
    return lambda: object.__setattr__(owner, name, before)


def manual_seed(seed: int) -> Any:
    return needed().call("torch.manual_seed", (seed,), {})


class DataParallel:
    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("DataParallel is not in Seesaw; trace the module itself")


def once_differentiable(function: Any) -> Any:
    return function


def custom_fwd(function: Any = None, **_: Any) -> Any:
    return decorator(function)


def _control_flow(path: str) -> Any:
    """Operators that take functions."""

    def run(*args: Any, **kwargs: Any) -> Any:
        from torch.nn import Module

        def plain(value: Any) -> Any:
            return (lambda *given: value(*given)) if isinstance(value, Module) else value

        given = tuple(plain(one) for one in args)
        return needed().calling(path, given, {key: plain(value) for key, value in kwargs.items()})

    run.__name__ = path.rsplit(".", 1)[-1]
    return run


def modules() -> dict[str, dict[str, Any]]:
    from torch import _modes

    plain = {"Function": Function, "FunctionCtx": FunctionCtx, "once_differentiable": once_differentiable}
    marks = {name: decorator for name in ("script", "ignore", "unused", "export", "script_if_tracing", "interface")}
    amp = {"custom_fwd": custom_fwd, "custom_bwd": custom_fwd, "autocast": _modes.autocast}
    return {
        "torch": {
            "compile": decorator,
            "autocast": _modes.autocast,
            "cond": _control_flow("torch.cond"),
        },
        "torch._higher_order_ops.cond": {"cond": _control_flow("torch.cond")},
        "torch._higher_order_ops.map": {"map": _control_flow("torch._higher_order_ops.map.map")},
        "torch._higher_order_ops.scan": {"scan": _control_flow("torch._higher_order_ops.scan.scan")},
        "functorch.experimental": {},
        "functorch.experimental.control_flow": {
            "cond": _control_flow("torch.cond"),
            "map": _control_flow("torch._higher_order_ops.map.map"),
        },
        "torch.autograd": {"Function": Function, "function": None},
        "torch.autograd.function": plain,
        "torch.compiler": {"disable": decorator, "allow_in_graph": decorator},
        "torch._dynamo": {"disable": decorator, "allow_in_graph": decorator, "mark_dynamic": _passed},
        "torch.func": {"functional_call": functional_call},
        "torch.nn.utils.stateless": {"functional_call": functional_call},
        "torch.jit": {**marks, "is_scripting": lambda: False, "is_tracing": lambda: False, "Final": Any},
        "torch.jit.annotations": {},
        "torch.cuda.amp": {**amp, "autocast": _modes.cuda_autocast},
        "torch.cpu": {},
        "torch.cpu.amp": {"autocast": _modes.cpu_autocast},
        "torch.amp": amp,
        "torch.utils.checkpoint": {"checkpoint": checkpoint},
    }
