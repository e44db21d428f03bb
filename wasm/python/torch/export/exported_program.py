"""`ExportedProgram`: a program with its signature."""

from __future__ import annotations

from typing import Any

from torch.export.graph_signature import ExportGraphSignature


class ExportedProgram:
    """What a pass of exported programs gets: the graph and its signature."""

    def __init__(self, graph_module: Any, signature: ExportGraphSignature) -> None:
        self._graph_module = graph_module
        self._graph_signature = signature

    @property
    def graph_module(self) -> Any:
        return self._graph_module

    @property
    def graph(self) -> Any:
        return self._graph_module.graph

    @property
    def graph_signature(self) -> ExportGraphSignature:
        return self._graph_signature
