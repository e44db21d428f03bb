"""`executorch.exir.dialects`."""
