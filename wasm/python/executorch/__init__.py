"""`executorch`, as far as passes over graphs use it."""
