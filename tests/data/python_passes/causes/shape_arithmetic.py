"""Arithmetic of values of a graph: shapes and dtypes."""

import torch


def computed(gm):
    value = next(iter(gm.graph.nodes)).meta["val"]
    with value.fake_mode:
        for made in (
            value + 1.0,
            1 - value,
            2.0 / (value * value),
            value / torch.sqrt(value + 1e-5),
            -value,
            value**2,
            value > 0,
            (value // 2) % 3,
            value.view(-1, 2),
            value.reshape(1, -1, 2).permute(2, 0, 1),
            value.to(torch.float64) - value,
        ):
            print(tuple(made.shape), made.dtype)
    return gm
