"""An attribute is put in a second place: of what a trace reads the text says no more than the name."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4, 4))

    def forward(self, x):
        return (x @ self.weight).relu() + self.weight


def model():
    return Model()


def divide_attributes(gm):
    seen = set()
    for node in gm.graph.find_nodes(op="get_attr"):
        for at, user in enumerate(list(node.users)[1:]):
            name = f"{node.target}_{at}"
            setattr(gm, name, getattr(gm, node.target))
            with gm.graph.inserting_before(user):
                read = gm.graph.get_attr(name)
            user.replace_input_with(node, read)
            seen.add(name)
    print(sorted(seen))
    gm.graph.lint()
    gm.recompile()
    return gm
