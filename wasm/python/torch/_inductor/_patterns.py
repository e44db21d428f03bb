"""Patterns over graphs, as `torch._inductor.pattern_matcher` has them: expressions that a node matches or not.

What: a `PatternExpr` answers with a `Match`, which has the nodes and what the arguments of the pattern are, or with a
`FailedMatch`, which is false and says why.
Why: files of passes write patterns down as expressions, and others are made of traced functions.
"""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterator, Sequence

from torch.fx.immutable_collections import immutable_dict, immutable_list
from torch.fx.node import Node
from torch.utils import _pytree as pytree


class Multiple:
    """Any number of users."""


MULTIPLE = Multiple()


class FailedMatch(RuntimeError):
    """Why a node does not match."""

    def __init__(self, format_string: str, *args: Any, **kwargs: Any) -> None:
        self.format_string = format_string
        self.args = args
        self.kwargs = kwargs

    def __str__(self) -> str:
        return self.format_string.format(*self.args, **self.kwargs)

    def __bool__(self) -> bool:
        return False


class Match:
    """The nodes that a pattern matched, and the values of its arguments."""

    def __init__(
        self,
        ctx: "MatchContext",
        pattern: "PatternExpr",
        args: Sequence[Any] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        self.pattern = pattern
        self.args = list(args or [])
        self.kwargs = kwargs or {}
        self.nodes: list[Node] = []
        self.targets: dict[PatternExpr, Any] = {}
        self.ctx = ctx
        self.replacement_graph: Any = None

    @property
    def graph(self) -> Any:
        return self.ctx.graph

    def extend(self, other: "Match") -> None:
        for key, value in other.kwargs.items():
            if key in self.kwargs and self.kwargs[key] != value:
                raise FailedMatch("kwarg mismatch: {}", key)
        self.args += other.args
        self.nodes += other.nodes
        self.kwargs.update(other.kwargs)
        self.targets.update(other.targets)

    def bundle(self) -> "Match":
        self.args = [tuple(self.args)] if self.args else []
        return self

    def __repr__(self) -> str:
        return f"Match(..., {self.args}, {self.kwargs})"

    def erase_nodes(self, *_: Any) -> None:
        for node in reversed(self.nodes):
            if not node._erased and not node.users:
                self.graph.erase_node(node)

    def output_nodes(self) -> list[Node | None]:
        return [None if one is None else self.ctx.pattern_to_node[one] for one in self.ctx.outputs]

    def output_node(self) -> Node:
        return next(one for one in self.output_nodes() if one)

    def replace_with_graph(self, replacement_graph: Any, args: Sequence[Any]) -> None:
        from torch._inductor.pattern_matcher import ReplacementPatternEntry

        ReplacementPatternEntry.replace_with_graph(self, self.graph, replacement_graph, args)

    def replace_by_example(
        self,
        replacement_fn: Callable[..., Any],
        args: Sequence[Any],
        trace_fn: Callable[..., Any] | None = None,
        run_functional_passes: bool = True,
    ) -> None:
        """Puts what a function makes of these arguments in the place of the match."""
        from torch._inductor.pattern_matcher import _transfer_meta, fwd_only
        from torch.fx.node import map_arg

        values = map_arg(args, lambda one: one.meta["val"])
        if trace_fn is None:
            made = fwd_only(replacement_fn, values, run_functional_passes=run_functional_passes)
        else:
            made = trace_fn(replacement_fn, values)
        if len(self.nodes) == 1:
            for node in made.graph.nodes:
                _transfer_meta(new_meta=node.meta, old_meta=self.nodes[0].meta)
        self.replace_with_graph(made, args)


def is_match(m: Any) -> bool:
    return bool(m)


class MatchContext:
    """Which node each part of a pattern has matched so far."""

    def __init__(
        self,
        outputs: list[Any],
        pattern_to_node: dict[Any, Any] | None = None,
        *,
        graph: Any,
    ) -> None:
        self.outputs = outputs
        self.pattern_to_node = dict(pattern_to_node or {})
        self.graph = graph
        self.exclusive_node_set: list[Any] = []

    def match(self, pattern: "PatternExpr", node: Any) -> Any:
        if pattern in self.pattern_to_node:
            same = self.pattern_to_node[pattern] == node
            return Match(self, pattern) if same else FailedMatch("repeated pattern differs")
        found = pattern._match(node, self)
        self.pattern_to_node[pattern] = node if found else None
        return found

    def filter_multi_user_patterns(self) -> dict[Any, Node]:
        return {
            pattern: node
            for pattern, node in self.pattern_to_node.items()
            if node is not None and pattern.has_multiple_users()
        }


class PatternExpr:
    """A part of a pattern."""

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        raise NotImplementedError

    def match(self, node: Node) -> Any:
        try:
            return MatchContext([self], graph=node.graph).match(self, node)
        except FailedMatch as failure:
            return failure

    def has_multiple_users(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def find_anchor_nodes(self, ctx: MatchContext, searched: set[Node]) -> Iterator[Any]:
        if self in ctx.pattern_to_node:
            yield ctx.pattern_to_node[self]

    def pattern_eq(self, other: Any) -> bool:
        return type(self) is type(other)


class Arg(PatternExpr):
    """Any value, which the handler gets by its position."""

    def _match(self, node: Any, ctx: MatchContext) -> Match:
        return Match(ctx, self, args=[node])


class Ignored(PatternExpr):
    """Any value, which nobody gets."""

    def _match(self, node: Any, ctx: MatchContext) -> Match:
        return Match(ctx, self)

    def __repr__(self) -> str:
        return "*"

    def pretty_print(self, pp: Any) -> str:
        return "Ignored()"


class KeywordArg(PatternExpr):
    """Any value, which the handler gets by this name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        return Match(ctx, self, kwargs={self.name: node})

    def pattern_eq(self, other: Any) -> bool:
        return super().pattern_eq(other) and self.name == other.name


class ExclusiveKeywordArg(KeywordArg):
    """The same for a value that no other one of these has."""

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        if node in ctx.exclusive_node_set:
            return FailedMatch("exclusive arg appears twice")
        ctx.exclusive_node_set.append(node)
        return super()._match(node, ctx)


class _TargetExpr(PatternExpr):
    """A call of one of some functions."""

    op = ""

    def __init__(self, fns: Any, users: Any = 1) -> None:
        from torch._ops import OpOverloadPacket

        listed = [fns] if callable(fns) or isinstance(fns, str) else list(fns)
        for fn in list(listed):
            if isinstance(fn, OpOverloadPacket):
                listed += [getattr(fn, overload) for overload in fn.overloads()]
        self.fns = listed
        self.fns_set = set(listed)
        self.users = users

    def fns_repr(self) -> str:
        import torch
        from torch._ops import OpOverload

        first = self.fns[0]
        name = first if isinstance(first, str) else first.__name__
        if len(self.fns) > 1:
            return f"[{name}, ...]"
        if isinstance(first, OpOverload):
            return str(first)
        return f"torch.{name}" if getattr(torch, name, None) is first else name

    def __repr__(self) -> str:
        tail = ", MULTIPLE" if self.users is MULTIPLE else "" if self.users == 1 else f", {self.users})"
        return f"{type(self).__name__}({self.fns_repr()}{tail})"

    def has_multiple_users(self) -> bool:
        return self.users is MULTIPLE or self.users > 1

    def _match_fns(self, node: Any) -> bool:
        return isinstance(node, Node) and node.op == self.op and extract_target(node) in self.fns_set

    def _match_users(self, node: Node, ctx: MatchContext) -> bool:
        return self in ctx.outputs or self.users is MULTIPLE or len(node.users) == self.users

    def pattern_eq(self, other: Any) -> bool:
        return super().pattern_eq(other) and (self.op, self.fns, self.users) == (other.op, other.fns, other.users)


# Containers whose kind makes no difference for a pattern.
_KINDS = {immutable_list: tuple, list: tuple, immutable_dict: dict}


def _plain(value: Any) -> Any:
    make = _KINDS.get(type(value))
    if make is not None:
        value = make(value)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_plain(one) for one in value)
    return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value


class _TargetArgsExpr(_TargetExpr):
    """A call with these arguments."""

    def __init__(self, fns: Any, *args: Any, _users: Any = 1, **kwargs: Any) -> None:
        super().__init__(fns, _users)
        self.args = tuple(args)
        self.kwargs = dict(kwargs)
        nested = any(isinstance(one, (dict, list, tuple)) for one in (*args, *kwargs.values()))
        self.flatten = self.pytree_flatten if nested else self.simple_flatten
        self.flat_args_kwargs = self.flatten(self.args, self.kwargs)

    @staticmethod
    def simple_flatten(args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Sequence[Any], Any]:
        return (*args, *kwargs.values()), (len(args), *kwargs)

    @staticmethod
    def pytree_flatten(args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Sequence[Any], Any]:
        return pytree.tree_flatten(_plain((tuple(args), dict(kwargs))))

    def _parts(self, form: Callable[[Any], str]) -> str:
        parts = [self.fns_repr(), *map(form, self.args), *[f"{key}={form(one)}" for key, one in self.kwargs.items()]]
        if self.users is MULTIPLE:
            parts.append("_users=MULTIPLE")
        elif self.users != 1:
            parts.append(f"_users={self.users}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __repr__(self) -> str:
        return self._parts(lambda one: repr(one))

    def pretty_print(self, pp: Any) -> str:
        return self._parts(pp.pretty_print)

    def _given(self, node: Node) -> tuple[Any, dict[str, Any]] | None:
        """The arguments of a node, by position and name as the pattern has them."""
        args, kwargs = node.args, dict(node.kwargs)
        if len(kwargs) < len(self.kwargs):
            from torch.fx.operator_schemas import normalize_function

            normal = normalize_function(node.target, args, kwargs)
            if normal is None or len(normal[0]) != len(self.args) or len(normal[1]) < len(self.kwargs):
                return None
            args, kwargs = normal
        return args, {key: one for key, one in kwargs.items() if key in self.kwargs}

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        if not self._match_fns(node) or len(node.args) != len(self.args):
            return FailedMatch("function_mismatch: node={}, pattern={}", node, self)
        if not self._match_users(node, ctx):
            return FailedMatch("multiple_users {}", self)
        given = self._given(node)
        if given is None:
            return FailedMatch("function_mismatch: node={}, pattern={}", node, self)
        values, spec = self.flatten(*given)
        wanted, form = self.flat_args_kwargs
        if spec != form:
            return FailedMatch("args_structure {} {}", spec, form)
        found = Match(ctx, self)
        for pattern, value in zip(wanted, values):
            if isinstance(pattern, PatternExpr):
                below = ctx.match(pattern, value)
                if not below:
                    return below
                found.extend(below)
            elif isinstance(value, Node) or value != pattern:
                return FailedMatch("constant_args: {} {!r}!={pattern!r}", node, value, pattern=pattern)
        found.nodes.append(node)
        found.targets[self] = node.target
        return found

    def find_anchor_nodes(self, ctx: MatchContext, searched: set[Node]) -> Iterator[Any]:
        """Nodes that may match, by way of what is matched already."""
        if self in ctx.pattern_to_node:
            yield ctx.pattern_to_node[self]
            return
        for pattern in self.flat_args_kwargs[0]:
            for other in pattern.find_anchor_nodes(ctx, searched) if isinstance(pattern, PatternExpr) else ():
                for node in other.users if isinstance(other, Node) else ():
                    if node not in searched and self._match_fns(node):
                        yield node
                        searched.add(node)

    def pattern_eq(self, other: Any) -> bool:
        if not super().pattern_eq(other) or self.flat_args_kwargs[1] != other.flat_args_kwargs[1]:
            return False
        pairs = zip(self.flat_args_kwargs[0], other.flat_args_kwargs[0])
        return all(one.pattern_eq(two) if isinstance(one, PatternExpr) else one == two for one, two in pairs)


class CallFunction(_TargetArgsExpr):
    """`fn(*args, **kwargs)`"""

    op = "call_function"


class CallMethod(_TargetArgsExpr):
    """`args[0].fn(*args[1:], **kwargs)`"""

    op = "call_method"


class CallModule(_TargetArgsExpr):
    """A module of a class, called."""

    op = "call_module"


class _TargetExprVarArgs(_TargetExpr):
    """A call with any arguments, which the handler gets."""

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        if not self._match_fns(node):
            return FailedMatch("function_mismatch")
        if not self._match_users(node, ctx):
            return FailedMatch("multiple_users")
        found = Match(ctx, self, args=node.args, kwargs=dict(node.kwargs))
        found.nodes.append(node)
        found.targets[self] = node.target
        return found


class CallFunctionVarArgs(_TargetExprVarArgs):
    op = "call_function"


class CallMethodVarArgs(_TargetExprVarArgs):
    op = "call_method"


class CallModuleVarArgs(_TargetExprVarArgs):
    op = "call_module"


class ListOf(PatternExpr):
    """A list each of whose elements matches; `partial`: some of them."""

    def __init__(self, pattern: PatternExpr, partial: bool = False) -> None:
        assert isinstance(pattern, PatternExpr)
        self.pattern = pattern
        self.partial = partial

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pattern})"

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        if not isinstance(node, (list, tuple)) or not node:
            return FailedMatch("non_list")
        found, matched = Match(ctx, self), False
        # Parts with several users are the same nodes for all elements.
        shared = ctx.filter_multi_user_patterns()
        for at, child in enumerate(node):
            below = MatchContext(ctx.outputs, shared, graph=child.graph)
            one = below.match(self.pattern, child)
            shared = below.filter_multi_user_patterns()
            if one:
                matched = True
                found.extend(one.bundle())
            elif not self.partial:
                return FailedMatch("list[{}]: {}", at, one)
        return found.bundle() if matched else FailedMatch("list: no_match")

    def pattern_eq(self, other: Any) -> bool:
        return super().pattern_eq(other) and self.pattern.pattern_eq(other.pattern) and self.partial == other.partial


class MultiOutputPattern(PatternExpr):
    """Several expressions; the first is where a match is looked for."""

    def __init__(self, outputs: Sequence[Any]) -> None:
        assert isinstance(outputs[0], _TargetExpr)
        assert all(one is None or isinstance(one, PatternExpr) for one in outputs), outputs
        self.outputs = list(outputs)
        self.op = outputs[0].op

    @property
    def fns(self) -> Any:
        return self.outputs[0].fns

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.outputs})"

    def pretty_print(self, pp: Any) -> str:
        inside = ",\n  ".join(pp.pretty_print(one) for one in self.outputs)
        return f"{type(self).__name__}([{inside}\n])"

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        found = ctx.match(self.outputs[0], node)
        for pattern in self.outputs[1:] if found else ():
            if pattern is None:
                continue
            other = self._match_from_anchors(pattern, ctx)
            if not other:
                return other
            found.extend(other)
        return found

    def _match_from_anchors(self, pattern: PatternExpr, ctx: MatchContext) -> Any:
        before = dict(ctx.pattern_to_node)
        found: Any = FailedMatch("no anchor found")
        for node in pattern.find_anchor_nodes(ctx, set()):
            found = ctx.match(pattern, node)
            if found:
                return found
            ctx.pattern_to_node = dict(before)
        return found

    def match(self, node: Node) -> Any:
        try:
            return MatchContext(self.outputs, graph=node.graph).match(self, node)
        except FailedMatch as failure:
            return failure

    def pattern_eq(self, other: Any) -> bool:
        if not super().pattern_eq(other) or len(self.outputs) != len(other.outputs):
            return False
        pairs = zip(self.outputs, other.outputs)
        return all(one.pattern_eq(two) if isinstance(one, PatternExpr) else one is two for one, two in pairs)


class RepeatedExpr(PatternExpr):
    """The same call on all that its inputs have for users, as the elements of a split."""

    def __init__(self, inner_pattern: _TargetExpr) -> None:
        self.inner_pattern = inner_pattern
        self.op = inner_pattern.op

    @property
    def fns(self) -> Any:
        return self.inner_pattern.fns

    def _match(self, node: Any, ctx: MatchContext) -> Any:
        found = ctx.match(self.inner_pattern, node)
        if not found:
            return found
        ctx.pattern_to_node.pop(self.inner_pattern)
        for anchor in self.inner_pattern.find_anchor_nodes(ctx, set()):
            other = MatchContext([self], graph=node.graph).match(self.inner_pattern, anchor)
            if not other:
                return other
            found.extend(other)
        return found

    def pattern_eq(self, other: Any) -> bool:
        return super().pattern_eq(other) and self.inner_pattern.pattern_eq(other.inner_pattern)


def extract_target(node: Node) -> Any:
    """The function that is called; of a module its class."""
    if node.op != "call_module":
        return node.target
    return type(node.graph.owning_module.get_submodule(node.target))


class PatternPrettyPrinter:
    """A pattern as Python: what occurs several times gets a name."""

    def __init__(self) -> None:
        self._names = (f"tmp_{at}" for at in itertools.count())
        self.memoized_objs_names: dict[Any, str] = {}
        self.memoized_objs_pp: dict[Any, str] = {}

    @staticmethod
    def run(obj: PatternExpr, output_name: str = "output") -> str:
        printer = PatternPrettyPrinter()
        assert hasattr(obj, "pretty_print")
        text = obj.pretty_print(printer)
        lines = [f"{printer.memoized_objs_names[key]} = {one}" for key, one in printer.memoized_objs_pp.items()]
        return "\n".join([*lines, f"{output_name} = {text}"])

    def pretty_print(self, obj: Any) -> str:
        if isinstance(obj, _TargetArgsExpr):
            known = self.memoized_objs_names.get(obj)
            return self.memoize(obj) if known is None else known
        return obj.pretty_print(self) if hasattr(obj, "pretty_print") else repr(obj)

    def memoize(self, obj: Any) -> str:
        text = obj.pretty_print(self)
        if isinstance(obj.users, int) and obj.users <= 1:
            return text
        name = next(self._names)
        self.memoized_objs_names[obj] = name
        self.memoized_objs_pp[obj] = text
        return name
