"""Says devices in the ways that files do, and moves what a graph makes."""

import torch

NAMED = [torch.device(device="cpu"), torch.device(device="cuda:1"), torch.device(type="cuda", index=2)]


def refused(make):
    try:
        return make()
    except (TypeError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"


def placed(gm):
    print(NAMED, torch.device("cuda", 1) == NAMED[1], torch.device(NAMED[0]))
    print(refused(lambda: torch.device(device="cuda", index=1)))
    print(refused(lambda: torch.device("cuda:1", 1)))
    for node in gm.graph.nodes:
        if node.kwargs.get("device") == torch.device(device="cpu"):
            node.kwargs = {**node.kwargs, "device": NAMED[1]}
        elif node.target == torch.ops.aten.relu.default:
            with gm.graph.inserting_after(node):
                moved = gm.graph.call_function(torch.ops.aten._to_copy.default, (node,), {"device": NAMED[2]})
            node.replace_all_uses_with(moved, lambda user, kept=moved: user is not kept)
    return gm
