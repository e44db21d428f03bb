/**
 * What a pass of one's own begins as: a text for each way in which people write passes (beginnings.js). PyTorch itself
 * runs each as it is.
 */

/** @type {{ id: string, source: string }[]} */
export const TEMPLATES = [
  {
    id: 'walk',
    source: `import torch

aten = torch.ops.aten


def sub_as_add(gm: torch.fx.GraphModule):
    """a - b as a + (-b)."""
    for node in gm.graph.nodes:
        if node.target != aten.sub.Tensor or node.kwargs:
            continue
        a, b = node.args
        with gm.graph.inserting_before(node):
            negative = gm.graph.call_function(aten.neg.default, (b,))
            total = gm.graph.call_function(aten.add.Tensor, (a, negative))
        if isinstance(b, torch.fx.Node):
            negative.meta = dict(b.meta)
        total.meta = dict(node.meta)
        node.replace_all_uses_with(total)
        gm.graph.erase_node(node)
        print("rewrote", node)
    gm.graph.lint()
    gm.recompile()
    return gm
`,
  },
  {
    id: 'export_pass',
    source: `import torch
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass

aten = torch.ops.aten


class SubAsAdd(ExportPass):
    """a - b as a + (-b)."""

    def call_operator(self, op, args, kwargs, meta):
        if op != aten.sub.Tensor or kwargs:
            return super().call_operator(op, args, kwargs, meta)
        a, b = args
        negative = super().call_operator(aten.neg.default, (b,), {}, meta)
        return super().call_operator(aten.add.Tensor, (a, negative), {}, meta)
`,
  },
  {
    id: 'replace_pattern',
    source: `import torch
from torch.fx.subgraph_rewriter import replace_pattern

aten = torch.ops.aten


def pattern(a, b):
    return aten.sub.Tensor(a, b)


def replacement(a, b):
    return aten.add.Tensor(a, aten.neg.default(b))


def sub_as_add(gm: torch.fx.GraphModule):
    matches = replace_pattern(gm, pattern, replacement)
    print(len(matches), "matches")
    return gm
`,
  },
  {
    id: 'pass_base',
    source: `import torch
from torch.fx.passes.infra.pass_base import PassBase, PassResult

aten = torch.ops.aten


class SubAsAdd(PassBase):
    """a - b as a + (-b)."""

    def call(self, graph_module):
        graph = graph_module.graph
        changed = False
        for node in graph.find_nodes(op="call_function", target=aten.sub.Tensor):
            a, b = node.args
            with graph.inserting_before(node):
                negative = graph.call_function(aten.neg.default, (b,))
                total = graph.call_function(aten.add.Tensor, (a, negative))
            if isinstance(b, torch.fx.Node):
                negative.meta = dict(b.meta)
            total.meta = dict(node.meta)
            node.replace_all_uses_with(total)
            graph.erase_node(node)
            changed = True
        graph.lint()
        graph_module.recompile()
        return PassResult(graph_module, changed)
`,
  },
];
