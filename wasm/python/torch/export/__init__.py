"""`torch.export`: what a pass sees of an exported program, and export for scripts that are traced."""

from torch._decomp import CoreTable
from torch.export import graph_signature
from torch.export._trace import Dim, dims, export, export_for_training
from torch.export.exported_program import ExportedProgram
from torch.export.graph_signature import ExportGraphSignature

__all__ = [
    "Dim",
    "ExportGraphSignature",
    "ExportedProgram",
    "default_decompositions",
    "dims",
    "export",
    "export_for_training",
    "graph_signature",
]


def default_decompositions() -> CoreTable:
    """The table of core operators."""
    return CoreTable()
