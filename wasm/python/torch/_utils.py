"""`torch._utils`: which device there is. Passes of Seesaw run where there is none but the CPU."""

from __future__ import annotations

from typing import Any

from torch._missing import missing

__all__ = ["_get_available_device_type", "_get_device_module"]


def _get_available_device_type() -> str | None:
    """The accelerator of this machine: none."""
    return None


def _get_device_module(device_type: str) -> Any:
    """The module of a kind of device: `torch.cuda`."""
    import torch

    found = getattr(torch, device_type, None)
    if found is None:
        raise RuntimeError(
            f"Device '{device_type}' does not have a corresponding module registered as 'torch.{device_type}'."
        )
    return found


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._utils", name, __all__)
