"""Rules of Inductor's pattern matcher: expressions with a handler, and functions that are traced."""

import torch
from torch._inductor import pattern_matcher
from torch._inductor.pattern_matcher import (
    MULTIPLE,
    Arg,
    CallFunction,
    CallFunctionVarArgs,
    Ignored,
    KeywordArg,
    ListOf,
    PatternMatcherPass,
    filter_nodes,
    fwd_only,
    get_arg_value,
    register_graph_pattern,
    register_replacement,
    stable_topological_sort,
)

aten = torch.ops.aten
RULES = PatternMatcherPass(pass_name="rules")
TRACED = PatternMatcherPass()


@register_graph_pattern(CallFunction(aten.cat, ListOf(KeywordArg("part"), partial=True), Ignored()), pass_dict=RULES)
def show_parts(match, part):
    print("cat", part, match.output_node(), len(match.nodes))


@register_graph_pattern(
    CallFunction(aten.add.Tensor, CallFunction(aten.silu.default, Arg(), _users=MULTIPLE), KeywordArg("other")),
    extra_check=lambda match: get_arg_value(match.output_node(), 0) is match.nodes[0],
    pass_dict=RULES,
)
def swap(match, inner, other):
    def rewritten(inner, other):
        return torch.tanh(inner) - other.neg()

    match.replace_by_example(rewritten, [inner, other])


@register_graph_pattern(CallFunctionVarArgs([aten.mul.Tensor, aten.div.Tensor]), pass_dict=RULES)
def scaled(match, *args, **kwargs):
    print("scaled", args, kwargs)


def clipped(a, b):
    return torch.relu(torch.sub(a, b))


def bounded(a, b):
    return torch.clamp_min(a - b, 0).reshape(-1).view(a.shape)


def apply(gm):
    pattern_matcher._seen_patterns.clear()
    example = [torch.empty(2, 4), torch.empty(2, 4)]
    pattern = register_replacement(clipped, bounded, example, fwd_only, TRACED)
    print(pattern, pattern.has_multiple_users())
    print(RULES.apply(gm), TRACED.apply(gm.graph), len(filter_nodes(gm.graph.nodes, aten.relu)))
    stable_topological_sort(gm.graph)
    gm.graph.lint()
    return gm
