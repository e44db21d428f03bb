"""`torch.fx.passes.utils.matcher_utils`: where a pattern occurs. The core matches."""

from __future__ import annotations

from torch.fx.graph import Graph
from torch.fx.subgraph_rewriter import InternalMatch, _matches

__all__ = ["InternalMatch", "SubgraphMatcher"]


class SubgraphMatcher:
    """Finds a pattern in graphs."""

    def __init__(
        self,
        pattern: Graph,
        match_output: bool = False,
        match_placeholder: bool = False,
        remove_overlapping_matches: bool = True,
        ignore_literals: bool = False,
    ) -> None:
        if match_output or match_placeholder or not remove_overlapping_matches:
            raise NotImplementedError(
                "SubgraphMatcher in Seesaw knows match_output=False, match_placeholder=False and "
                "remove_overlapping_matches=True"
            )
        if len(pattern.nodes) == 0:
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        for node in pattern.nodes:
            if node.op != "output" and not node.users:
                raise AssertionError("SubgraphMatcher cannot be initialized with an pattern with dead code")
        self.pattern = pattern
        self.ignore_literals = ignore_literals

    def match(self, graph: Graph) -> list[InternalMatch]:
        return _matches(graph, self.pattern, self.ignore_literals)
