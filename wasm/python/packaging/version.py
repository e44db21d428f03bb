"""`packaging.version`: the file that the core's own evaluator runs, run by this Python."""

from __future__ import annotations

from typing import Any

from torch import _core

_NAME = "packaging.py"
_PREFIX = "packaging_version_"
# How the file ranks what stands behind the numbers.
_DEV, _POST, _PRE = -4, 1, {-3: "a", -2: "b", -1: "rc"}


def _names() -> dict[str, Any]:
    files, _ = _core.call("live_capture", {"do": "library"})
    space: dict[str, Any] = {"__name__": __name__}
    exec(compile(files[_NAME], f"<torch>/{_NAME}", "exec"), space)
    found = {name.removeprefix(_PREFIX): one for name, one in space.items() if name.startswith(_PREFIX)}
    version = found["Version"]
    version.__name__ = version.__qualname__ = "Version"
    version.is_devrelease = property(lambda self: self._stage[0] == _DEV)
    version.is_postrelease = property(lambda self: self._stage[0] == _POST)
    version.dev = property(lambda self: self._stage[1] if self.is_devrelease else None)
    version.post = property(lambda self: self._stage[1] if self.is_postrelease else None)
    version.pre = property(lambda self: (_PRE[self._stage[0]], self._stage[1]) if self._stage[0] in _PRE else None)
    return found


class InvalidVersion(ValueError):
    """A text that is no version."""


globals().update(_names())
