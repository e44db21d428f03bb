"""`torch._inductor`: what files of passes use of it."""
