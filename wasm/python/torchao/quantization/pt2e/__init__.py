"""`torchao.quantization.pt2e`."""
