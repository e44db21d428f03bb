"""`packaging`, as far as files ask it which version there is."""
