"""`executorch.exir`: passes and the names of edge operators."""
