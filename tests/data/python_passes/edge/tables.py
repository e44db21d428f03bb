"""Tables that the top of a file makes of names that nobody has, where the pass does not look at them."""

import dataclasses

import a_package_of_a_backend.operators as backend
import torch
import torch.utils.mkldnn as mkldnn
from a_package_of_a_backend import kinds


@dataclasses.dataclass
class Kind:
    name: object
    wide: bool = False


LAYERS = {torch.nn.Conv2d: mkldnn.MkldnnConv2d, kinds.WIDE: 2, torch.ao.nn.quantized.Linear: None}
TEMPLATE = backend.Template(name="a", grid=len, wide=False)
BY_NAME = {}
for key, value in kinds.TABLE.items():
    BY_NAME[key] = Kind(value)
WIDE = [one for one in kinds.TABLE.values() if one.wide]


class Layer(backend.Base):
    kind = kinds.NARROW


def rename(gm):
    for node in gm.graph.nodes:
        if node.op == "call_function" and type(node) not in LAYERS:
            node.name = f"{node.name}_seen"
    gm.recompile()
