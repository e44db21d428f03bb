"""Statements that change what nobody has, and settings that no graph sees."""

import logging

import a_package_of_a_backend as backend
import torch

logger = logging.getLogger(__name__)
backend.logger.setLevel(logging.INFO)
backend.registry.add(["relu"], key=logger)
backend.options.width = 3
torch.backends.cuda.matmul.allow_tf32 = False


def doubled(gm):
    for node in list(gm.graph.find_nodes(op="call_function", target=torch.ops.aten.relu.default)):
        with gm.graph.inserting_after(node):
            again = gm.graph.call_function(torch.ops.aten.add.Tensor, (node, node))
        node.replace_all_uses_with(again, delete_user_cb=lambda user, again=again: user is not again)
        again.meta["val"] = node.meta["val"]
    gm.recompile()
    return gm
