"""`torch.export`: what a pass sees of an exported program."""

from torch.export import graph_signature
from torch.export.exported_program import ExportedProgram
from torch.export.graph_signature import ExportGraphSignature

__all__ = ["ExportGraphSignature", "ExportedProgram", "graph_signature"]
