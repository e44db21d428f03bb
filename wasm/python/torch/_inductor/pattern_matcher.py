"""`torch._inductor.pattern_matcher`: rules over graphs, each a pattern and what is done where it matches.

What: `register_graph_pattern` for a function that edits, `register_replacement` for two functions that are traced;
`PatternMatcherPass.apply` looks for the patterns from the end of the graph to its begin.
Why: post-grad passes are written with it.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import operator
import re
from collections import defaultdict
from typing import Any, Callable, Iterable, Sequence

from torch._dynamo.utils import counters
from torch._inductor import config
from torch._inductor._patterns import (
    MULTIPLE,
    Arg,
    CallFunction,
    CallFunctionVarArgs,
    CallMethod,
    CallMethodVarArgs,
    CallModule,
    CallModuleVarArgs,
    ExclusiveKeywordArg,
    FailedMatch,
    Ignored,
    KeywordArg,
    ListOf,
    Match,
    MatchContext,
    Multiple,
    MultiOutputPattern,
    PatternExpr,
    PatternPrettyPrinter,
    RepeatedExpr,
    _TargetArgsExpr,
    _TargetExpr,
    _TargetExprVarArgs,
    extract_target,
    is_match,
)
from torch._missing import missing
from torch._ops import OpOverload, OpOverloadPacket
from torch._types import Tensor
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter
from torch.fx.node import Node, map_arg
from torch.fx.proxy import _KEPT
from torch.utils import _pytree as pytree

__all__ = [
    "MULTIPLE",
    "Arg",
    "CallFunction",
    "CallFunctionVarArgs",
    "CallMethod",
    "CallMethodVarArgs",
    "CallModule",
    "CallModuleVarArgs",
    "ExclusiveKeywordArg",
    "FailedMatch",
    "GraphPatternEntry",
    "Ignored",
    "KeywordArg",
    "ListOf",
    "LoweringPatternEntry",
    "Match",
    "MatchContext",
    "MultiOutputPattern",
    "Multiple",
    "PatternEntry",
    "PatternExpr",
    "PatternMatcherPass",
    "PatternPrettyPrinter",
    "RepeatedExpr",
    "ReplacementPatternEntry",
    "_TargetArgsExpr",
    "_TargetExpr",
    "_TargetExprVarArgs",
    "_return_true",
    "compute_mutation_region_ids",
    "config_flag",
    "extract_target",
    "filter_nodes",
    "fwd_only",
    "fx_to_pattern",
    "gen_pattern",
    "get_arg_value",
    "get_mutation_region_id",
    "init_once_fakemode",
    "is_match",
    "is_mutation_op",
    "register_graph_pattern",
    "register_lowering_pattern",
    "register_replacement",
    "same_mutation_regions",
    "stable_topological_sort",
]


def _return_true(match: Match) -> bool:
    return True


def _transfer_meta(new_meta: dict[str, Any], old_meta: dict[str, Any], pass_name: str = "") -> None:
    """Where a node came from; what it gives is another thing."""
    new_meta.update((key, value) for key, value in old_meta.items() if key in _KEPT)


class PatternEntry:
    """A rule."""

    def __init__(self, pattern: Any, extra_check: Callable[[Match], bool] = _return_true) -> None:
        self.pattern = pattern
        self.extra_check = extra_check

    def apply(self, match: Match, graph: Graph, node: Node) -> None:
        raise NotImplementedError

    def register(self, pass_dicts: Any, target: Any = None, prepend: bool = False) -> None:
        passes = [pass_dicts] if isinstance(pass_dicts, (dict, PatternMatcherPass)) else list(pass_dicts)
        for fn in self.pattern.fns if target is None else [target]:
            for one in passes:
                entries = one[(self.pattern.op, fn)]
                entries.insert(0 if prepend else len(entries), self)


class LoweringPatternEntry(PatternEntry):
    """A rule that leaves a call of its handler behind."""

    def __init__(self, pattern: Any, extra_check: Callable[[Match], bool], handler: Callable[..., Any]) -> None:
        super().__init__(pattern, extra_check)
        self.handler = handler

    def apply(self, match: Match, graph: Graph, node: Node) -> None:
        handler = functools.wraps(self.handler)(functools.partial(self.handler, match))
        with graph.inserting_before(node):
            made = graph.call_function(handler, tuple(match.args), match.kwargs)
            made.meta.update(node.meta)
            node.replace_all_uses_with(made)
        assert match.nodes[-1] is node
        match.erase_nodes()


class GraphPatternEntry(PatternEntry):
    """A rule whose handler edits the graph."""

    def __init__(self, pattern: Any, extra_check: Callable[[Match], bool], handler: Callable[..., Any]) -> None:
        super().__init__(pattern, extra_check)
        self.handler = handler

    def apply(self, match: Match, graph: Graph, node: Node) -> None:
        with graph.inserting_before(node):
            self.handler(match, *match.args, **match.kwargs)


class _Replacer(Interpreter):
    """Makes the nodes of a replacement again, in the graph that matched."""

    def __init__(self, replacement: Any, graph: Graph) -> None:
        of_graph = isinstance(replacement, Graph)
        super().__init__(None if of_graph else replacement, graph=replacement if of_graph else None)
        self.into = graph
        self.extra_traceback = False

    def run_node(self, n: Node) -> Any:
        if n.op in ("placeholder", "output"):
            return super().run_node(n)
        if n.op != "call_function":
            raise NotImplementedError(f"unhandled {n}")
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        made = self.into.call_function(n.target, args, kwargs)
        _transfer_meta(new_meta=made.meta, old_meta=n.meta)
        if "val" in n.meta and "val" not in made.meta:
            made.meta["val"] = n.meta["val"]
        return made


def _tag(node: Node, name: str, value: Any, stops: set[Any]) -> None:
    """A mark for a node and what it is made of, up to the inputs of the replacement."""
    todo, seen = [node], set()
    while todo:
        one = todo.pop()
        if one not in seen and one not in stops:
            seen.add(one)
            one.meta[name] = value
            todo += one.all_input_nodes


def _replace(graph: Graph, old: Any, new: Any, given: Sequence[Any]) -> None:
    """A node in place of another; a tuple of nodes in place of the elements of a call."""
    if old is None:
        assert new is None
        return
    if new is None:
        old.replace_all_uses_with(None)
    elif isinstance(new, Node):
        if "val" not in new.meta:
            new.meta.update(old.meta)
        for name in ("recompute", "ac_graph_id"):
            if name in old.meta:
                _tag(new, name, old.meta[name], {one for one in given if isinstance(one, Node)})
        old.replace_all_uses_with(new)
    else:
        for user in list(old.users):
            if user.op != "call_function" or user.target is not operator.getitem:
                raise AssertionError("can't handle")
            _replace(graph, user, new[user.args[1]], given)
    graph.erase_node(old)


class ReplacementPatternEntry(PatternEntry):
    """A rule that puts a traced function in the place of another."""

    def __init__(
        self, pattern: Any, extra_check: Callable[[Match], bool], normalize_args: Callable[..., list[Any]]
    ) -> None:
        super().__init__(pattern, extra_check)
        self.normalize_args = normalize_args

    @staticmethod
    def replace_with_graph(match: Match, graph: Graph, replacement_graph: Any, args: Sequence[Any]) -> None:
        outputs = match.output_nodes()
        first = min(node for node in outputs if isinstance(node, Node)) if len(outputs) > 1 else outputs[0]
        with graph.inserting_before(first):
            made = _Replacer(replacement_graph, graph).run(*args)
            made = [made] if isinstance(made, Node) else made
            if len(outputs) == len(made):
                for old, new in zip(outputs, made):
                    _replace(graph, old, new, args)
            else:
                assert len(outputs) == 1
                _replace(graph, outputs[0], made, args)
        match.erase_nodes()

    def apply(self, match: Match, graph: Graph, node: Node) -> None:
        assert match.replacement_graph is not None
        args = self.normalize_args(*match.args, **match.kwargs)
        self.replace_with_graph(match, graph, match.replacement_graph, args)


_seen_patterns: set[str] = set()


class _Replacement:
    """Two functions: what is looked for, and what takes its place."""

    def __init__(self, search: Any, replace: Any, trace: Any, check: Any, options: dict[str, Any]) -> None:
        self.search = search
        self.replace = replace
        self.trace = trace
        self.check = check
        self.options = options
        self.names = list(inspect.signature(search).parameters)
        self.requires_grad: list[bool] = []
        self.given: Any = None

    def values_of(self, match: Match) -> list[Any]:
        for name in self.names:
            if name not in match.kwargs:
                raise RuntimeError(
                    "Not all inputs to pattern found in match.kwargs. Perhaps one of the inputs is unused? "
                    f"argnames={self.names}, match.kwargs={match.kwargs}"
                )
        return list(map_arg([match.kwargs[name] for name in self.names], lambda node: node.meta["val"]))

    def matches(self, match: Match) -> bool:
        """The pattern again, with the sizes that are there; then what takes its place is traced."""
        args = self.values_of(match)
        for at, grad in enumerate(self.requires_grad):
            if grad and isinstance(args[at], Tensor) and not args[at].dtype.is_floating_point:
                return False
        pattern = self.given
        if pattern is None:
            try:
                traced = self.trace(self.search, args)
            except NotImplementedError:
                raise
            except RuntimeError:
                return False
            pattern = fx_to_pattern(traced, argnames=self.names, **self.options)
        found = pattern.match(match.output_nodes()[0])
        if not found or not self.check(found):
            return False
        match.replacement_graph = self.trace(self.replace, args)
        if len(match.nodes) == 1:
            for node in match.replacement_graph.graph.nodes:
                _transfer_meta(new_meta=node.meta, old_meta=match.nodes[0].meta)
        return True

    def ordered(self, **kwargs: Any) -> list[Any]:
        args = [kwargs.pop(name) for name in self.names]
        for at in itertools.count(1):
            if f"tangents_{at}" not in kwargs:
                break
            args.append(kwargs.pop(f"tangents_{at}"))
        assert not kwargs, f"leftover kwargs: {kwargs!r}"
        return args


def register_replacement(
    search_fn: Callable[..., Any],
    replace_fn: Callable[..., Any],
    example_inputs: Iterable[Any],
    trace_fn: Callable[..., Any],
    pass_dicts: Any,
    extra_check: Callable[[Match], bool] = _return_true,
    scalar_workaround: dict[str, Any] | None = None,
    exclusive_arg_names: Sequence[str] = (),
    search_fn_pattern: Any = None,
    skip_duplicates: bool = False,
) -> Any:
    inputs = list(example_inputs)
    options = {"scalar_workaround": scalar_workaround, "exclusive_arg_names": exclusive_arg_names}
    rule = _Replacement(search_fn, replace_fn, trace_fn, extra_check, options)
    rule.requires_grad = [isinstance(one, Tensor) and one.requires_grad for one in inputs]
    rule.given = search_fn_pattern
    pattern = search_fn_pattern
    if pattern is None:
        pattern = gen_pattern(search_fn, inputs, trace_fn, scalar_workaround, exclusive_arg_names)
    text = PatternPrettyPrinter.run(pattern)
    if skip_duplicates and text in _seen_patterns:
        return False
    assert text not in _seen_patterns
    _seen_patterns.add(text)
    ReplacementPatternEntry(pattern, rule.matches, rule.ordered).register(pass_dicts)
    return pattern


def gen_pattern(
    search_fn: Callable[..., Any],
    example_inputs: Sequence[Any],
    trace_fn: Callable[..., Any],
    scalar_workaround: dict[str, Any] | None = None,
    exclusive_arg_names: Sequence[str] = (),
) -> Any:
    import torch

    names, rest = list(inspect.signature(search_fn).parameters), iter(example_inputs)
    scalars = scalar_workaround or {}
    traced = trace_fn(search_fn, [scalars[name] if name in scalars else next(rest) for name in names])
    return fx_to_pattern(
        traced,
        ignore_types=(int, float, list, torch.device, torch.dtype),
        argnames=names,
        scalar_workaround=scalar_workaround,
        exclusive_arg_names=exclusive_arg_names,
    )


def register_lowering_pattern(
    pattern: Any, extra_check: Callable[[Match], bool] = _return_true, *, pass_dict: Any, prepend: bool = False
) -> Callable[[Any], Any]:
    def register(handler: Any) -> Any:
        assert callable(handler)
        LoweringPatternEntry(pattern, extra_check, handler).register(pass_dict, prepend=prepend)
        handler._inductor_lowering_function = True
        return handler

    return register


def register_graph_pattern(
    pattern: Any, extra_check: Callable[[Match], bool] = _return_true, *, pass_dict: Any, prepend: bool = False
) -> Callable[[Any], Any]:
    def register(handler: Any) -> Any:
        assert callable(handler)
        GraphPatternEntry(pattern, extra_check, handler).register(pass_dict, prepend=prepend)
        return handler

    return register


# Names of functions that write or switch something: add_, copy_, set_grad_enabled, manual_seed and the like.
_WRITES = re.compile(r"(?<!_)(_$|_[.]|(\b|_)(set|enter|exit|seed)(\b|_))(?!_)")


def is_mutation_op(node: Node) -> bool:
    target = node.target
    if isinstance(target, OpOverload):
        return target._schema.is_mutable
    if getattr(target, "_name", "") == "auto_functionalized":
        return False
    name = target.__name__ if node.op == "call_function" else target
    if node.op in ("call_function", "call_method") and _WRITES.search(name):
        return True
    return node.kwargs.get("out") is not None


def same_mutation_regions(a: Node, b: Node) -> bool:
    return a.meta["mutation_region_id"] == b.meta["mutation_region_id"]


def get_mutation_region_id(graph: Graph, node: Node) -> int:
    """How many writes are before a node."""
    known, start = node, next(iter(graph.nodes))
    while "mutation_region_id" not in known.meta and known is not start:
        known = known.prev
    region = known.meta.get("mutation_region_id", 0)
    while known is not node:
        known = known.next
        region += is_mutation_op(known)
        known.meta["mutation_region_id"] = region
    return region


def should_compute_mutation_region_ids(graph: Graph) -> bool:
    return "mutation_region_id" not in next(iter(graph.nodes)).meta


def compute_mutation_region_ids(graph: Graph) -> None:
    region = 0
    for node in graph.nodes:
        region += is_mutation_op(node)
        node.meta["mutation_region_id"] = region


class PatternMatcherPass:
    """Rules that are applied together."""

    def __init__(self, pass_name: str | None = None, subsystem: str | None = None) -> None:
        self.patterns: dict[tuple[str, Any], list[PatternEntry]] = defaultdict(list)
        self.pass_name = pass_name
        self.subsystem = subsystem

    def __getitem__(self, item: tuple[str, Any]) -> list[PatternEntry]:
        return self.patterns[item]

    def _candidates(self, graph: Graph) -> list[Node]:
        """The nodes that a rule begins with, the last one first."""
        found = [graph.find_nodes(op=op, target=target) for op, target in self.patterns if op != "call_module"]
        if any(op == "call_module" for op, _ in self.patterns):
            found.append(graph.find_nodes(op="call_module"))
        place = {node: at for at, node in enumerate(graph.nodes)}
        return sorted(itertools.chain.from_iterable(found), key=place.__getitem__, reverse=True)

    def apply(self, gm: Any) -> int:
        if not self.patterns:
            return 0
        if not isinstance(gm, (GraphModule, Graph)):
            raise RuntimeError(f"The input to PatternMatcherPass must be a GraphModule or a Graph, but got {type(gm)}")
        graph = gm.graph if isinstance(gm, GraphModule) else gm
        if should_compute_mutation_region_ids(graph):
            compute_mutation_region_ids(graph)
        count = 0
        for node in self._candidates(graph):
            for entry in list(self.patterns.get((node.op, extract_target(node)), ())):
                if node._erased:
                    break
                match = entry.pattern.match(node)
                if match and len({get_mutation_region_id(graph, one) for one in match.nodes}) == 1:
                    if entry.extra_check(match):
                        count += 1
                        entry.apply(match, graph, node)
                        counters["inductor"]["pattern_matcher_count"] += 1
                        counters["inductor"]["pattern_matcher_nodes"] += len(match.nodes)
        return count

    def clear(self) -> None:
        self.patterns.clear()


class _Converter(Interpreter):
    """Runs a traced function on patterns."""

    def __init__(self, gm: Any, ignored: tuple[type, ...], names: Sequence[str], scalars: Any, alone: Any) -> None:
        super().__init__(gm)
        self.ignored = ignored
        self.names = names
        self.scalars = scalars
        self.alone = alone
        self.count = itertools.count()
        self.extra_traceback = False

    def placeholder(self, target: Any, args: Any, kwargs: Any) -> PatternExpr:
        at = next(self.count)
        if at < len(self.names):
            name = self.names[at]
        else:
            assert not self.names or target.startswith("tangent")
            name = target if self.names else re.sub(r"_\d+$", "", target)
        return ExclusiveKeywordArg(name) if name in self.alone else KeywordArg(name)

    def part(self, value: Any, ignored: tuple[type, ...]) -> Any:
        if isinstance(value, (float, int)) and value in self.scalars:
            return KeywordArg(self.scalars[value])
        if type(value) in ignored:
            return Ignored()
        whole = isinstance(value, list) and value and all(isinstance(one, Ignored) for one in value)
        return Ignored() if whole else value

    def call_function(self, target: Any, args: Any, kwargs: Any) -> PatternExpr:
        # The place of an element says which value is meant.
        ignored = tuple(one for one in self.ignored if target is not operator.getitem or one is not int)
        parts = functools.partial(self.part, ignored=ignored)
        args, kwargs = pytree.tree_map(parts, (tuple(map(_listed, args)), dict(kwargs)))
        if list in self.ignored:
            args = [parts(one) for one in args]
            kwargs = {key: parts(one) for key, one in kwargs.items()}
        return CallFunction(target, *args, **kwargs)

    def run_node(self, n: Node) -> Any:
        found = super().run_node(n)
        if n.op == "output" and isinstance(found, tuple):
            for one, node in zip(found, n.args[0]):
                one.users = len(node.users)
        else:
            found.users = len(n.users)
        return found


def _listed(value: Any) -> Any:
    """A list of the graph as a list of Python's."""
    return list(value) if isinstance(value, list) else value


def fx_to_pattern(
    gm: Any,
    ignore_types: Sequence[type] = (),
    argnames: Sequence[str] = (),
    scalar_workaround: dict[str, Any] | None = None,
    exclusive_arg_names: Sequence[str] = (),
) -> Any:
    names = {value: name for name, value in (scalar_workaround or {}).items()}
    assert len(names) == len(scalar_workaround or {})
    found = _Converter(gm, tuple(ignore_types), argnames, names, exclusive_arg_names).run()
    return found if isinstance(found, PatternExpr) else MultiOutputPattern(pytree.tree_leaves(found))


def fwd_only(
    fn: Callable[..., Any],
    args: Sequence[Any],
    *,
    run_functional_passes: bool = True,
    get_decomp_fn: Callable[..., Any] | None = None,
) -> GraphModule:
    """What a function does, in the operators that Inductor sees."""
    from torch._inductor.decomposition import decompositions
    from torch._inductor.fx_passes.post_grad import remove_noop_ops
    from torch.fx.experimental.proxy_tensor import traced

    table = decompositions if get_decomp_fn is None else get_decomp_fn()
    gm = traced(fn, tuple(args), table, "inductor" if get_decomp_fn is None else "empty")
    if run_functional_passes:
        remove_noop_ops(gm.graph)
        gm.graph.eliminate_dead_code()
    return gm


def stable_topological_sort(graph: Graph) -> None:
    """Moves nodes behind what they take, and no more than that."""
    pending = list(reversed(list(graph.nodes)))
    ready: set[Node] = set()
    waiting: dict[Node, list[Node]] = defaultdict(list)
    last: Node | None = None
    while pending:
        node = pending.pop()
        missing_inputs = [one for one in node.all_input_nodes if one not in ready]
        if missing_inputs:
            waiting[missing_inputs[-1]].append(node)
            continue
        ready.add(node)
        if last is not None and last.next is not node:
            last.append(node)
        last = node
        pending.extend(reversed(waiting.pop(node, ())))
    assert not waiting


def init_once_fakemode(fn: Callable[..., Any]) -> Callable[[], Any]:
    return functools.lru_cache(None)(functools.wraps(fn)(lambda: fn()))


def config_flag(name: str) -> Callable[[Match], Any]:
    return lambda match: getattr(config, name)


def get_arg_value(node: Node, arg_number: int, kwarg_name: str | None = None) -> Any:
    return node.args[arg_number] if len(node.args) > arg_number else node.kwargs.get(kwarg_name)


def filter_nodes(nodes: Iterable[Node], fn: Any) -> list[Node]:
    overloads = [getattr(fn, name) for name in fn.overloads()] if isinstance(fn, OpOverloadPacket) else []
    return [node for node in nodes if node.target in (fn, *overloads)]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.pattern_matcher", name, __all__)
