"""Compares with operators of namespaces of which the core has records of some only."""

import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401

COLLECTIVES = {
    torch.ops._c10d_functional.all_reduce_.default,
    torch.ops._c10d_functional.reduce_scatter_tensor.default,
    torch.ops._c10d_functional.wait_tensor.default,
}
CHOOSING = [torch.ops.quantized_decomposed.choose_qparams, torch.ops.quantized_decomposed.fake_quant_per_channel]
MEMORY = [torch.ops.inductor._reinterpret_tensor, torch.ops.inductor.resize_storage_bytes_.default]


def without_others(gm):
    print(sorted(map(str, COLLECTIVES)), CHOOSING, MEMORY)
    print(torch.ops.quantized_decomposed.dequantize_per_tensor.overloads()[:1])
    for node in list(gm.graph.nodes):
        if node.target in COLLECTIVES or node.target in MEMORY or node.target == torch.ops.aten.relu.default:
            node.replace_all_uses_with(node.args[0])
            gm.graph.erase_node(node)
    return gm
