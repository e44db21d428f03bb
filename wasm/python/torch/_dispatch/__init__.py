"""`torch._dispatch`."""
