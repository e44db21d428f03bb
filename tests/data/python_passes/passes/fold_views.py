import torch

VIEWS = (torch.ops.aten.view.default, torch.ops.aten.reshape.default)


class FoldViews:
    """view(view(x)) is view(x)."""

    def __call__(self, graph: torch.fx.Graph):
        for node in graph.nodes:
            if node.target in VIEWS and isinstance(node.args[0], torch.fx.Node) and node.args[0].target in VIEWS:
                node.args = (node.args[0].args[0], *node.args[1:])
        removed = [node for node in reversed(graph.nodes) if node.target in VIEWS and not node.users]
        for node in removed:
            graph.erase_node(node)
        print([node.name for node in removed], [node._erased for node in removed])
