"""`torchao.quantization`."""
