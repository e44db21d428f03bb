"""Operators that a file defines by functions."""

from typing import List, Optional, Sequence, Tuple

import torch
from torch.library import custom_op, infer_schema, register_fake


@custom_op("seesaw_causes::shifted", mutates_args=())
def shifted(x: torch.Tensor, by: float = 1.5, axes: Optional[List[int]] = None) -> torch.Tensor:
    return x + by


@shifted.register_fake
def _(x, by=1.5, axes=None):
    return torch.empty_like(x)


@custom_op("seesaw_causes::shifted.twice", mutates_args=())
def shifted_twice(x: torch.Tensor, by: float, more: float) -> torch.Tensor:
    return x + by + more


@register_fake("seesaw_causes::shifted.twice")
def _(x, by, more):
    return x.new_empty(2, x.shape[0])


@custom_op("seesaw_causes::halves", mutates_args=())
def halves(x: torch.Tensor, size: Sequence[int]) -> Tuple[torch.Tensor, torch.Tensor]:
    return x.clone(), x.clone()


@register_fake("seesaw_causes::halves")
def _(x, size):
    return torch.empty(list(size) + [x.shape[0]], dtype=x.dtype), torch.empty_like(x)


def many(
    x: torch.Tensor, *, kind: torch.dtype = torch.float32, name: str = "a", flag: bool = False, n: int = 3
) -> None:
    pass


def write(x: torch.Tensor, xs: List[torch.Tensor], y: Optional[torch.Tensor]) -> List[torch.Tensor]:
    return xs


def replaced(gm):
    for function, mutated in ((many, ()), (write, ("x",)), (write, ("xs", "y")), (write, "unknown")):
        print(infer_schema(function, mutates_args=mutated))
    print(torch.ops.seesaw_causes.shifted.default._schema)
    for node in list(gm.graph.find_nodes(op="call_function", target=torch.ops.aten.relu.default)):
        with gm.graph.inserting_before(node):
            made = gm.graph.call_function(torch.ops.seesaw_causes.shifted.default, (node.args[0], 0.5))
            pair = gm.graph.call_function(torch.ops.seesaw_causes.halves.default, (made, [2, 3]))
            twice = gm.graph.call_function(torch.ops.seesaw_causes.shifted.twice, (made, 0.5, 1.0))
        value = node.args[0].meta["val"]
        made.meta["val"] = shifted(value, 0.5)
        pair.meta["val"] = torch.ops.seesaw_causes.halves.default(value, [2, 3])
        print(tuple(made.meta["val"].shape), [tuple(one.shape) for one in pair.meta["val"]])
        twice.meta["val"] = shifted_twice(value, 0.5, 1.0)
        print(tuple(twice.meta["val"].shape), sorted(torch.ops.seesaw_causes.shifted.overloads()))
        node.replace_all_uses_with(made)
        gm.graph.erase_node(node)
    return gm
