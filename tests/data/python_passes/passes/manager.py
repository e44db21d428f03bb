import torch
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.fx.passes.infra.pass_manager import PassManager, pass_result_wrapper, this_before_that_pass_constraint


class RemoveDetach(PassBase):
    def call(self, gm):
        found = [n for n in gm.graph.nodes if n.target in (torch.ops.aten.detach.default, torch.ops.aten.alias.default)]
        for node in found:
            node.replace_all_uses_with(node.args[0])
            gm.graph.erase_node(node)
        return PassResult(gm, len(found) > 0)

    def ensures(self, gm):
        print("left:", sum(node.target == torch.ops.aten.detach.default for node in gm.graph.nodes))


def mul_to_add(gm):
    for node in gm.graph.nodes:
        if node.target == torch.ops.aten.mul.Tensor and node.args[1] == 2:
            node.target = torch.ops.aten.add.Tensor
            node.args = (node.args[0], node.args[0])


def manage(gm):
    remove, rewrite = RemoveDetach(), pass_result_wrapper(mul_to_add)
    manager = PassManager([rewrite, remove], [this_before_that_pass_constraint(remove, rewrite)], steps=2)
    manager.add_checks(lambda module: module.graph.lint())
    result = manager(gm)
    print(result.modified, [getattr(p, "__name__", type(p).__name__) for p in manager.passes])
    return result
