"""`executorch.exir.pass_manager`: passes in a row."""

from __future__ import annotations

from typing import Any, Callable, Optional

from torch.fx.graph_module import GraphModule
from torch.fx.passes.infra.pass_base import PassResult
from torch.fx.passes.infra.pass_manager import PassManager as _Passes, pass_result_wrapper
from torch.utils import _pytree as pytree

__all__ = ["PassManager", "PassType"]

PassType = Callable[[GraphModule], Optional[PassResult]]


class PassManager(_Passes):
    """Passes, in lists of lists as they come."""

    def __init__(
        self, passes: Any = None, run_checks_after_each_pass: bool = False, suppress_check_failures: bool = False
    ) -> None:
        super().__init__(
            [pass_result_wrapper(one) for one in pytree.tree_leaves(passes or [])],
            run_checks_after_each_pass=run_checks_after_each_pass,
            suppress_check_failures=suppress_check_failures,
        )

    def check(self, module: GraphModule) -> None:
        assert isinstance(module, GraphModule)
        module.recompile()
        module.graph.lint()
        for node in module.graph.nodes:
            if node.op == "call_method":
                raise RuntimeError(f"call_method `{node}` is not supported except for backend delegate.")
