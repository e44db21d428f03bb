// The first stage of export's pipeline: torch.fx.passes.runtime_assert.insert_deferred_runtime_asserts, as torch.export
// calls it.
//
// What: what was asserted of symbolic sizes while a program was captured becomes nodes of its graph, and equal sizes
// are computed once. Why: capture meets `torch._check(n > 0)` and the limits of sizes that only a run tells long before
// the graph is there.
//
//   insert_deferred_runtime_asserts(program, {"0 < u0"});
#pragma once

#include <span>
#include <string>

#include "core/graph/ir/program.h"

namespace seesaw {

// `asserts`: expressions as PyTorch prints them, in the order in which they were met. True if anything changed.
// `strict`: Dynamo did the same before, and the names that it used are gone.
bool insert_deferred_runtime_asserts(Program& program, std::span<const std::string> asserts, bool strict = false);

}  // namespace seesaw
