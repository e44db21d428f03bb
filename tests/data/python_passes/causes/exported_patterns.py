"""A pattern and what takes its place are exported by the pass itself."""

import torch
from torch.fx.subgraph_rewriter import replace_pattern_with_filters


class Wrapped(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def exported(function, *inputs):
    program = torch.export.export_for_training(Wrapped(function), inputs)
    print(program.graph, [one.arg.name for one in program.graph_signature.input_specs])
    made = program.module()
    made.graph.eliminate_dead_code()
    made.recompile()
    return made


def run(gm):
    found = exported(lambda x: torch.nn.functional.relu(x), torch.randn(2))
    wanted = exported(lambda x: torch.nn.functional.gelu(x) * 2, torch.randn(2))
    replace_pattern_with_filters(gm, found, wanted, match_filters=[], ignore_literals=True)
    # Where the pattern stands in this file is no part of what is compared.
    for node in gm.graph.nodes:
        node.meta.pop("stack_trace", None)
    print(exported(lambda x, y, p: torch.nn.functional.dropout(x, p) + y, torch.empty(3), torch.ones(3), 0.25).graph)
    return gm
