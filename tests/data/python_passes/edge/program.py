"""A pass that asks for the program: parameters, buffers and constants by their node."""

from torch._export.utils import get_buffer, get_param, is_buffer, is_lifted_tensor_constant, is_param
from torch.export import ExportedProgram
from torch.fx.passes.infra.pass_base import PassBase, PassResult


class Program(PassBase):
    def __init__(self, exported_program: ExportedProgram) -> None:
        super().__init__()
        self.exported_program = exported_program

    def call(self, graph_module):
        program = self.exported_program
        print(sorted(program.state_dict), program.graph_signature.non_persistent_buffers)
        for node in graph_module.graph.nodes:
            kinds = is_param(program, node), is_buffer(program, node), is_lifted_tensor_constant(program, node)
            found = get_param(program, node)
            found = get_buffer(program, node) if found is None else found
            print(node.name, kinds, None if found is None else (tuple(found.shape), str(found.dtype)))
        return PassResult(graph_module, False)
