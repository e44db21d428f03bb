"""`torch.ao.quantization.pt2e`: what files of passes use of it."""
