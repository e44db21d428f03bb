"""What follows from attributes alone becomes one attribute."""

import torch
from torch.fx.experimental.const_fold import get_unique_attr_name_in_module, split_const_subgraphs


def folded(gm):
    gm.register_buffer("one", torch.ones(4))
    gm.register_buffer("two", torch.ones(4))
    first = next(node for node in gm.graph.nodes if node.op == "call_function")
    aten = torch.ops.aten
    with gm.graph.inserting_before(first):
        one, two = gm.graph.get_attr("one"), gm.graph.get_attr("two")
        both = gm.graph.call_function(aten.add.Tensor, (one, two))
        twice = gm.graph.call_function(aten.mul.Tensor, (both, 2.0))
        kept = gm.graph.call_function(aten.neg.default, (two,))
    with gm.graph.inserting_before(gm.graph.output_node()):
        sums = [gm.graph.call_function(aten.add.Tensor, (value, first)) for value in (twice, kept, both)]
    given = gm.graph.output_node().args[0]
    gm.graph.output_node().args = ((*given, *sums),)
    print(get_unique_attr_name_in_module(gm, "one"), get_unique_attr_name_in_module(gm, "7 of"))
    single = split_const_subgraphs(gm, lambda node: node is kept or node is both)
    print(single.fx_const_folded_attrs_name, single.const_subgraph_module is None)
    made = split_const_subgraphs(gm, lambda node: node is kept)
    print(made.fx_const_folded_attrs_name, made.has_folding_been_run, made.device_for_folded_attrs)
    print(made.const_subgraph_module.graph)
    return made
