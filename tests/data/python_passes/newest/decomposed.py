"""A pass over a program that decomposes it first, and a table of decompositions that nothing needs."""

import torch
from torch._decomp import get_decompositions
from torch.export import ExportedProgram
from torch.fx.passes.infra.pass_base import PassBase, PassResult


class Decomposed(PassBase):
    def __init__(self, exported_program: ExportedProgram) -> None:
        super().__init__()
        self.exported_program = exported_program

    def call(self, graph_module):
        table = get_decompositions([torch.ops.aten.triu.default])
        print(sorted(str(op) for op in table))
        for node in graph_module.graph.nodes:
            if node.target is torch.ops.aten.relu.default:
                node.target = torch.ops.aten.sigmoid.default
        made = self.exported_program.run_decompositions(table)
        print([str(one.kind) for one in made.graph_signature.input_specs])
        return PassResult(made.graph_module, True)
