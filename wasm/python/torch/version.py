"""`torch.version`: what a build of PyTorch for the CPU says of itself."""

from __future__ import annotations

__all__ = ["__version__", "cuda", "debug", "git_version", "hip", "xpu"]

__version__ = "2.6.0"
debug = False
cuda: str | None = None
git_version = "Unknown"
hip: str | None = None
xpu: str | None = None
