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
    """The module runs with other tensors under its names; names that it does not have are passed over."""
    if strict:
        raise NotImplementedError("functional_call with strict=True is not in Seesaw; leave strict out")
    given = parameter_and_buffer_dicts
    given = [given] if isinstance(given, dict) else given
    swapped: list[tuple[dict[str, Any], str, Any]] = []
    names = [path for one in given for path in one]
    repeated = [path for path, count in Counter(names).items() if count > 1]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    tied: dict[int, Any] = {}

    def swap(held: dict[str, Any], name: str, value: Any) -> None:
        swapped.append((held, name, held[name]))
        held[name] = value

    try:
        for path, value in ((path, value) for one in given for path, value in one.items()):
            if not isinstance(value, _types.Tensor):
                raise TypeError(f"{value!r} is not an instance of torch.Tensor")
            for held, name in _tensor_of(module, path):
                tied.setdefault(id(held[name]), value)
                swap(held, name, value)
        for held in [one for part in module.modules() for one in (part._parameters, part._buffers)]:
            for name, value in list(held.items()):
                if tie_weights and value is not None and id(value) in tied:
                    swap(held, name, tied[id(value)])
        positional = args if isinstance(args, tuple) else () if args is None else (args,)
        return module(*positional, **(kwargs or {}))
    finally:
        for held, name, value in reversed(swapped):
            held[name] = value


def _tensor_of(module: Any, path: str) -> list[tuple[dict[str, Any], str]]:
    """The dict and the key of a parameter or buffer; nothing for a name that the module does not have."""
    owner_path, _, name = path.rpartition(".")
    for part in owner_path.split(".") if owner_path else ():
        if not hasattr(module, part):
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        module = getattr(module, part)
    return [(held, name) for held in (module._parameters, module._buffers) if held.get(name) is not None]


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
