"""`torchgen`: how schemas of operators are read."""
