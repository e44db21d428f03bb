"""`torch._export.passes`: PyTorch's own files, where somebody gives them."""
