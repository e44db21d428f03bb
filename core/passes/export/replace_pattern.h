// Rewriting by pattern: torch.fx.subgraph_rewriter.replace_pattern.
//
// What: `replace_pattern` puts a copy of one graph in each place where another one occurs.
// Why: most rewrites say what is there and what should be there; this lets them say just that.
//
//   Graph& add_relu = ...;                                    // relu(add(x, y))
//   replace_pattern(*program.root, *pattern, *replacement, {});
//
// Pattern and replacement are modules of the program's context; see read_rule for texts.
#pragma once

#include <string_view>
#include <vector>

#include "core/ir/program.h"
#include "core/passes/export/subgraph_matcher.h"

namespace seesaw {

struct ReplacedPattern {
  SubgraphMatch match;                  // nodes that were replaced since are erased
  std::vector<Node*> replacements;      // new nodes
  std::vector<std::uint32_t> lineages;  // of the nodes that were matched
};

std::vector<ReplacedPattern> replace_pattern(Module& module, const Module& pattern, const Module& replacement, bool ignore_literals);

// A pattern or a replacement: any text of a graph, or a Python function of torch operations, `def pattern(x, y): ...`.
// Nodes of a function called otherwise than forward are named as torch.fx.symbolic_trace names them.
Ref<Module> read_rule(std::string_view text, const std::shared_ptr<Context>& context, std::string_view what);

}  // namespace seesaw
