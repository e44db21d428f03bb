"""What an edge operator is: no operator of PyTorch; and what helpers of passes give for it."""

import operator

import torch
from executorch.exir import ExportedProgram
from torch._subclasses.fake_tensor import FakeTensorConverter


def kinds(graph_module):
    print(ExportedProgram is torch.export.ExportedProgram)
    for node in graph_module.graph.nodes:
        if node.op != "call_function" or node.target is operator.getitem:
            continue
        print(
            node.name, isinstance(node.target, torch._ops.OperatorBase), isinstance(node.target, torch._ops.OpOverload)
        )
        val = node.meta["val"]
        if isinstance(val, torch.Tensor):
            converter = FakeTensorConverter()
            made = converter.from_real_tensor(val.fake_mode, t=torch.ones(2, 3))
            print(tuple(made.shape), made.dtype, val.fake_device)
    graph_module.graph.eliminate_dead_code()
    return graph_module
