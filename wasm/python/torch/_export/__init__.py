"""`torch._export`."""

from __future__ import annotations

from typing import Any

from torch._export import utils

__all__ = ["gm_using_training_ir", "utils"]

_OLDER = ("_native_batch_norm_legit", "cudnn_batch_norm", "miopen_batch_norm")


def gm_using_training_ir(graph_module: Any) -> bool:
    """Whether a graph has the operators that export for training keeps; what an older capture made has others."""
    calls = [node for node in graph_module.graph.nodes if node.op == "call_function"]
    names = {str(node.target) for node in calls}
    key = "capture_pre_autograd_graph_tag"
    is_older = getattr(graph_module, key, False) or any(node.meta.get(key, False) for node in calls)
    is_older = is_older or any(f"aten.{name}.default" in names for name in _OLDER)
    is_newer = "aten.batch_norm.default" in names
    if is_older and is_newer:
        raise RuntimeError("the graph is of one form, and what was asked for is of another")
    return is_newer or not is_older
