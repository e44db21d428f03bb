"""`PassBase` and `PassResult`."""

from __future__ import annotations

import abc
from typing import Any, NamedTuple


class PassResult(NamedTuple):
    """What a pass gives: the module, and whether it was changed."""

    graph_module: Any
    modified: bool


class PassBase(abc.ABC):
    """A pass: `call` does the work between two checks."""

    def __call__(self, graph_module: Any) -> PassResult | None:
        self.requires(graph_module)
        result = self.call(graph_module)
        self.ensures(graph_module)
        return result

    @abc.abstractmethod
    def call(self, graph_module: Any) -> PassResult | None:
        """The work."""

    def requires(self, graph_module: Any) -> None:
        """What must hold before."""

    def ensures(self, graph_module: Any) -> None:
        """What must hold behind."""
