"""`torch._functorch`."""
