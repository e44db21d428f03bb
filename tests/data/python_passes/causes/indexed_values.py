"""Values of nodes by numbers, slices, None and dots; the form of values in the metadata; values worked out again."""

import torch
from torch._guards import detect_fake_mode
from torch._inductor.fx_utils import FakeTensorUpdater
from torch._inductor.virtualized import V
from torch._subclasses.fake_tensor import is_fake, maybe_get_fake_mode, unset_fake_temporarily
from torch.utils._pytree import tree_all_only, tree_any_only

aten = torch.ops.aten


def indexed(gm):
    values = [node.meta["val"] for node in gm.graph.nodes if isinstance(node.meta.get("val"), torch.Tensor)]
    for value in values:
        if value.dim() == 2:
            pairs = [(slice(None), None), (Ellipsis, 0), (slice(1, None), slice(None, -1)), (0, 0)]
            for key in (*pairs, 0, -1, slice(0, 9, 2)):
                found = value[key]
                print(tuple(found.shape), found.stride(), found.dtype)
    known = torch.tensor([3, 5, 7])
    print(known[1].item(), known[-1].item(), known[1:].tolist(), known.tolist())
    for node in gm.graph.nodes:
        form = node.meta.get("tensor_meta")
        if form is not None:
            print(node.name, tuple(form.shape), form.dtype, form.stride, form.is_quantized)
    print(all(map(is_fake, values)), maybe_get_fake_mode(values[0]) is detect_fake_mode(values))
    print(tree_any_only(torch.Tensor, lambda one: one.dim() == 1, values))
    print(tree_all_only(int, lambda one: one > 1, [2, "a"]))
    with unset_fake_temporarily():
        print(torch.tensor(2).item())
    with V.set_fake_mode(detect_fake_mode(values)):
        updater = FakeTensorUpdater(gm.graph)
        calls = [node for node in gm.graph.nodes if node.op == "call_function"]
        first = next(node for node in calls if node.target is not aten.split.Tensor)
        with gm.graph.inserting_after(first):
            turned = gm.graph.call_function(aten.t.default, (first,))
            turned.meta["val"] = None
        with gm.graph.inserting_after(turned):
            back = gm.graph.call_function(aten.t.default, (turned,))
        first.replace_all_uses_with(back)
        turned.args = (first,)
        del turned.meta["val"]
        updater.incremental_update()
    print(tuple(turned.meta["val"].shape), back.meta["val"].stride())
    return gm
