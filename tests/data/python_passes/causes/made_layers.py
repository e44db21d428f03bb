"""A pass makes layers, and lets the graph call them."""

from torch import nn


def layered(gm):
    block = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Dropout(p=0.1))
    for one in (
        block,
        nn.Conv1d(4, 8, 3, stride=2, groups=4),
        nn.BatchNorm1d(4),
        nn.LayerNorm([2, 3], eps=1e-6),
        nn.GroupNorm(2, 4),
        nn.Embedding(10, 4, padding_idx=1),
        nn.LSTM(4, 5, batch_first=True),
        nn.GELU("tanh"),
        nn.MaxPool2d(3, 2, 1),
        nn.AvgPool2d(2),
        nn.PReLU(4),
        nn.Softplus(),
    ):
        print(one, {name: tuple(value.shape) for name, value in one.named_parameters()})
        print([name for name, _ in one.named_children()], {name: tuple(v.shape) for name, v in one.named_buffers()})
    gm.block = block
    gm.act = nn.Hardswish()
    first = next(node for node in gm.graph.nodes if node.op == "call_function")
    with gm.graph.inserting_after(first):
        called = gm.graph.call_module("act", (first,))
    first.replace_all_uses_with(called)
    called.args = (first,)
    print(gm.get_submodule("block.0"), isinstance(gm.block[1], nn.ReLU), gm.block.training)
    print("act" in dict(gm.named_modules()), type(gm.get_submodule("act")) is nn.Hardswish)
    return gm
