"""Which values share their memory, and passes that ask for it."""

import torch
from torch._functorch.compile_utils import fx_graph_cse, strip_overloads
from torch._inductor.fx_passes.post_grad import remove_noop_ops, same_meta
from torch._inductor.fx_utils import get_node_storage
from torch.multiprocessing.reductions import StorageWeakRef

aten = torch.ops.aten


def groups(graph):
    found = {}
    for node in graph.nodes:
        if isinstance(node.meta.get("val"), torch.Tensor):
            found.setdefault(StorageWeakRef(node.meta["val"].untyped_storage()), []).append(node.name)
    return list(found.values())


def apply(gm):
    print(groups(gm.graph))
    (output,) = gm.graph.find_nodes(op="output")
    last = [node for node in gm.graph.nodes if isinstance(node.meta.get("val"), torch.Tensor)][-1]
    value = last.meta["val"]
    with gm.graph.inserting_before(output):
        seen = gm.graph.call_function(aten.view.default, (last, list(value.shape)))
        seen.meta["val"] = aten.view.default(value, list(value.shape))
        copied = gm.graph.call_function(aten.clone.default, (seen,))
        copied.meta["val"] = aten.clone.default(value)
        twice = [gm.graph.call_function(aten.exp.default, (copied,)) for _ in range(2)]
        for node in twice:
            node.meta["val"] = aten.exp.default(value)
        total = gm.graph.call_function(aten.add.Tensor, tuple(twice))
        total.meta["val"] = aten.add.Tensor(value, value)
    output.args = ((*output.args[0], total),)
    print(same_meta(last, copied), get_node_storage(seen) == get_node_storage(last))
    print(get_node_storage(copied) == get_node_storage(last))
    remove_noop_ops(gm.graph)
    gm.graph = fx_graph_cse(gm.graph)
    strip_overloads(gm)
    return gm
