"""Nodes that a backend takes, in parts that become modules: which parts there are, and the graph that calls them."""

import operator

import torch
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner, Partition
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions, topo_sort, validate_partition

aten = torch.ops.aten


class Takes(OperatorSupportBase):
    def __init__(self, *refused):
        self.refused = refused

    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target not in self.refused


def part(gm):
    for refused in ((), (aten.relu.default,), (aten.silu.default, aten.view.default), (aten.cat.default,)):
        for alone in (False, True):
            made = CapabilityBasedPartitioner(gm, Takes(*refused), allows_single_node_partition=alone)
            found = made.propose_partitions()
            made.remove_bookend_non_compute_ops(found)
            print([[node.name for node in one.nodes] for one in found])
    calls = [node for node in gm.graph.nodes if node.op == "call_function"]
    print(topo_sort(calls[:3]), validate_partition(calls), validate_partition([calls[0], calls[-1]]))
    print(Partition(1, calls[:1]).size(), operator.getitem)
    copied = fuse_by_partitions(__import__("copy").deepcopy(gm), [])
    print(copied.code)
    partitioner = CapabilityBasedPartitioner(gm, Takes(aten.relu.default, aten.t.default), True)
    fused = partitioner.partition_and_fuse(prefix="part_")
    for name, one in fused.named_children():
        print(name, one.code)
    return fused
