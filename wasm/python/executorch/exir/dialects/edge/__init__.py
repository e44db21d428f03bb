"""`executorch.exir.dialects.edge`."""
