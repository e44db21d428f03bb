"""What a script imports from beside it."""

import torch

COSINE = torch.ops.aten.cos.default
