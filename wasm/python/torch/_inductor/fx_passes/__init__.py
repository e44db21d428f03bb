"""`torch._inductor.fx_passes`: what files of passes use of it."""
