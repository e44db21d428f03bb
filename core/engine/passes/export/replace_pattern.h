// Pattern rewriting: torch.fx.subgraph_rewriter.replace_pattern and replace_pattern_with_filters.
//
// What: `replace_pattern` replaces each occurrence of a graph by a copy of another one. Why: most rewrites only state a
// pattern and its replacement; this lets them state just that.
//
//   Ref<Module> pattern = read_traced("lambda x, y: torch.relu(x + y)", context, "the pattern"), other = ...;
//   replace_pattern(program, *program.root,
//                   {*pattern, false, {}, [&](std::size_t) -> const Module& { return *other; }});
//
// Pattern and replacements are modules of the program's context; see symbolic_trace.h for texts.
#pragma once

#include <functional>
#include <vector>

#include "core/engine/passes/export/subgraph_matcher.h"
#include "core/graph/ir/program.h"

namespace seesaw {

struct ReplacedPattern {
  SubgraphMatch match;                  // replaced nodes are erased
  std::vector<Node*> replacements;      // new nodes
  std::vector<std::uint32_t> lineages;  // of the nodes that were matched
};

struct PatternRule {
  const Module& pattern;
  bool ignore_literals = false;
  std::function<bool(std::size_t match)> accepts;               // match filters, by number of the match; all if empty
  std::function<const Module&(std::size_t match)> replacement;  // of each accepted match
  // Asked when the pattern occurs nowhere.
  std::function<void(const SubgraphMatcher&)> missed = {};
};
// In the graph of `module`, the root of the program or one below it.
std::vector<ReplacedPattern> replace_pattern(Program& program, Module& module, const PatternRule& rule);

}  // namespace seesaw
