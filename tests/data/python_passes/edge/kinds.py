"""Limits of types, types of results, types of arguments, and names that are free."""

import torch
from torch._guards import detect_fake_mode
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes
from torch.ao.quantization.fx.utils import get_new_attr_name_with_prefix
from typing_extensions import deprecated


def limits() -> None:
    for kind in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        info = torch.finfo(kind)
        print(info.dtype, info.bits, info.eps, info.tiny, info.max, info.min, info.resolution)
    for kind in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8):
        print(torch.iinfo(kind).bits, torch.iinfo(kind).min, torch.iinfo(kind).max)
    for ask, kind in ((torch.finfo, torch.int32), (torch.iinfo, torch.float32), (torch.iinfo, torch.bool)):
        try:
            ask(kind)
        except TypeError as error:
            print(error)


@deprecated("an older one")
def kinds(gm):
    limits()
    value = next(node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder")
    print(torch.is_floating_point(value), torch.is_complex(value), detect_fake_mode([value]) is not None)
    types = (torch.bool, torch.uint8, torch.int8, torch.int32, torch.int64, torch.float16, torch.bfloat16)
    tensors = [value.to(kind) for kind in (*types, torch.float32, torch.float64, torch.complex64)]
    for kind in ELEMENTWISE_TYPE_PROMOTION_KIND:
        for at, one in enumerate(tensors):
            for other in (*tensors[at:], True, 2, 2.5, 1j, one.sum()):
                print(kind.name, one.dtype, *elementwise_dtypes(one, other, type_promotion_kind=kind))
    for node in gm.graph.nodes:
        if node.op == "call_function" and hasattr(node.target, "_schema"):
            print(node.name, [isinstance(one.type, torch.TensorType) for one in node.target._schema.arguments])
    print(get_new_attr_name_with_prefix("part.")(gm), get_new_attr_name_with_prefix("other_")(gm))
