import torch
import torch.fx


def body(x, scale=2):
    y = (x + 1) * scale - x
    z = torch.relu(y)
    return z.view(-1), -z @ x


def trace(gm):
    """Another graph altogether."""
    made = torch.fx.symbolic_trace(body)
    print(made.graph)
    return made
