"""Tensors that a pass makes: of numbers, by functions, and as parameters that a graph is traced again with."""

import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass
from torch._subclasses.fake_tensor import FakeTensor


def show(*values):
    for one in values:
        print(tuple(one.shape), one.dtype, one.stride(), isinstance(one, FakeTensor))


class Made(ExportPass):
    def call(self, graph_module):
        show(
            torch.randn(2, 3), torch.randint(0, 4, (2,)), torch.full((2,), 1.5), torch.ops.aten.arange.start_step(0, 3)
        )
        show(
            torch.tensor([[1, 2], [3, 4]]),
            torch.tensor([True]),
            torch.tensor(1),
            torch.tensor([]),
            torch.tensor(1, dtype=torch.int8),
        )
        show(torch.tensor(0.1).reshape((1, 1)), torch.nn.Parameter(), torch.nn.Parameter(torch.ones(2)))
        print(
            torch.arange(4).tolist(),
            torch.tensor([[0.1, 2], [3, 4]]).tolist(),
            torch.tensor(7).item(),
            int(torch.tensor([3])),
        )
        print(torch.tensor([[], []]).tolist(), torch.arange(1, 9, 3).tolist(), bool(torch.tensor(0)))
        for wrong in ([[1], [1, 2]], [1, [2]]):
            try:
                torch.tensor(wrong)
            except (TypeError, ValueError) as error:
                print(type(error).__name__)
        graph = graph_module.graph
        calls = [node for node in graph.nodes if node.op == "call_function"]
        first = next(node for node in calls if isinstance(node.meta["val"], torch.Tensor))
        graph_module.register_parameter("scale", torch.nn.Parameter(torch.ones(1)))
        graph_module.register_buffer("shift", torch.zeros(1))
        if not any("s0" in str(node.meta.get("val")) for node in graph.nodes):
            graph_module.register_buffer("wide", torch.zeros(3, 5, 3))
            with graph.inserting_before(first):
                wide = graph.get_attr("wide")
            with graph.inserting_after(wide):
                graph.call_function(torch.ops.aten.sin.default, (wide,))
        with graph.inserting_after(first):
            scale, shift = graph.get_attr("scale"), graph.get_attr("shift")
        with graph.inserting_after(scale):
            scaled = graph.call_function(torch.ops.aten.mul.Tensor, (first, scale))
        with graph.inserting_after(scaled):
            moved = graph.call_function(torch.ops.aten.add.Tensor, (scaled, shift))
        first.replace_all_uses_with(moved, delete_user_cb=lambda user: user is not scaled)
        graph_module.recompile()
        return super().call(graph_module)
