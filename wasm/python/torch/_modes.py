"""Grad mode and autocast: what `torch.is_grad_enabled()` says in a pass, and the regions of a model that is captured.

Seesaw's `--ambient-grad` sets how a pass begins.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from torch._live import current

_STATE = [True]


def is_grad_enabled() -> bool:
    live = current()
    return _STATE[0] if live is None else live.call("torch.is_grad_enabled", (), {})


class SettingError(NotImplementedError):
    """A default that is not what Seesaw's programs have: all that follows depends on it."""


def _set_default(name: str, given: Any, start: tuple[str, ...]) -> None:
    if given is not None and str(given) not in start:
        raise SettingError(
            f"torch.{name}({given}): Seesaw's tensors have the default dtype float32, on the CPU. Leave it out, and "
            "give the dtype where tensors are made, or call .to(dtype) on the module"
        )


def set_default_dtype(d: Any) -> None:
    _set_default("set_default_dtype", d, ("torch.float32",))


def set_default_device(device: Any) -> None:
    _set_default("set_default_device", device, ("cpu",))


def set_default_tensor_type(t: Any) -> None:
    _set_default("set_default_tensor_type", t, ("torch.FloatTensor", "<class 'torch.FloatTensor'>", "torch.float32"))


class _Scope:
    """A mode for the lines of a `with`, or for a function."""

    mode = True
    path = "torch.no_grad"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args = args
        self.kwargs = kwargs
        live = current()
        # Made before what is captured runs, as a decorator is.
        self.prepared = live is not None and not live.capturing

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        made = object.__new__(cls)
        if args and inspect.isfunction(args[0]):
            # @torch.no_grad without parentheses
            made.__init__()
            return made(args[0])
        return made

    def __enter__(self) -> Any:
        self.prev = _STATE[0]
        _STATE[0] = self.mode
        live = current()
        if live is not None:
            given = live._given(self.args, self.kwargs)
            live.ask("enter_region", path=self.path, prepared=self.prepared, **given)
        return self

    def __exit__(self, *_: Any) -> None:
        _STATE[0] = self.prev
        live = current()
        if live is not None:
            live.ask("leave_region")

    def __call__(self, function: Any) -> Any:
        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            made = type(self)(*self.args, **self.kwargs)
            made.prepared = self.prepared
            with made:
                return function(*args, **kwargs)

        return wrapped


class no_grad(_Scope):
    mode = False


class inference_mode(_Scope):
    mode = False
    path = "torch.inference_mode"


class enable_grad(_Scope):
    mode = True
    path = "torch.enable_grad"


class set_grad_enabled(_Scope):
    """Sets the mode at once; as a context, until its end."""

    path = "torch.set_grad_enabled"

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        self.prev = _STATE[0]
        self.mode = mode
        _STATE[0] = mode
        live = current()
        if live is not None:
            live.switch_later(self, mode)

    def __enter__(self) -> Any:
        _STATE[0] = self.mode
        live = current()
        if live is not None:
            live.forget_switch(self)
            live.ask("enter_region", path=self.path, prepared=self.prepared, args=[self.mode])
        return self


class autocast(_Scope):
    """`torch.autocast(device_type, dtype, enabled, cache_enabled)`."""

    path = "torch.autocast"

    @property
    def mode(self) -> bool:  # type: ignore[override]
        return _STATE[0]


class cuda_autocast(autocast):
    """`torch.cuda.amp.autocast(enabled, dtype, cache_enabled)`."""

    path = "torch.cuda.amp.autocast"


class cpu_autocast(autocast):
    """`torch.cpu.amp.autocast(enabled, dtype, cache_enabled)`."""

    path = "torch.cpu.amp.autocast"
