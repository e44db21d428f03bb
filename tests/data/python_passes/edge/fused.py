"""A convolution takes the normalisation behind it."""

from executorch.exir.dialects._ops import ops as exir_ops
from torch._export.utils import get_buffer, get_param
from torch.export import ExportedProgram
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.nn.utils.fusion import fuse_conv_bn_weights


class Fused(PassBase):
    def __init__(self, exported_program: ExportedProgram) -> None:
        super().__init__()
        self.program = exported_program

    def call(self, graph_module):
        graph = graph_module.graph
        for norm in graph.nodes:
            if norm.target != exir_ops.edge.aten._native_batch_norm_legit_no_training.default:
                continue
            conv, weight, bias, mean, var, _, eps = norm.args
            old = [get_param(self.program, one) for one in (conv.args[1], conv.args[2], weight, bias)]
            old += [get_buffer(self.program, one) for one in (mean, var)]
            made = fuse_conv_bn_weights(old[0], old[1], old[4], old[5], eps, old[2], old[3])
            print([(tuple(one.shape), one.requires_grad) for one in made])
            with graph.inserting_before(conv):
                for at, one in enumerate(made):
                    graph_module.register_parameter(f"fused_{at}", one)
                    conv.update_arg(at + 1, graph.get_attr(f"fused_{at}"))
            for user in list(norm.users):
                user.replace_all_uses_with(conv)
                graph.erase_node(user)
            graph.erase_node(norm)
        graph_module.recompile()
        return PassResult(graph_module, True)
