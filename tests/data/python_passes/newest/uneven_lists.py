"""What torch.tensor says of lists that are no table."""

import torch


def uneven(graph_module):
    for given in ([1, [2]], [1.5, [2]], [[1], 2], [[1], [1, 2]]):
        try:
            torch.tensor(given)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)
    graph_module.graph.lint()
    return graph_module
