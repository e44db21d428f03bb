"""A whole script: it finds the graph as gm."""

import helper_of_script
import torch

for node in gm.graph.find_nodes(op="call_function", target=torch.ops.aten.sin.default):  # noqa: F821
    node.target = helper_of_script.COSINE
print("done")
