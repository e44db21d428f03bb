// The first stage of export's pipeline: torch.fx.passes.runtime_assert.insert_deferred_runtime_asserts, as torch.export
// calls it.
//
// What: assertions on symbolic sizes during capture become nodes of the graph, and equal sizes are computed
// once. Why: capture meets `torch._check(n > 0)` and the limits of data-dependent sizes long before the graph
// exists.
//
//   insert_deferred_runtime_asserts(program, {"0 < u0"});
#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/graph/ir/program.h"

namespace seesaw {

// `asserts`: expressions as PyTorch prints them, in order of occurrence. True if anything changed. `strict`: Dynamo has
// already done the same, and the names that it used are taken. `sizes`: data-dependent symbols that are sizes, beyond
// those that the graph shows to be. `owners`: symbols and the names of the inputs that they were made for; of other
// symbols the last input that has it.
bool insert_deferred_runtime_asserts(Program& program,
                                     std::span<const std::string> asserts,
                                     bool strict = false,
                                     std::span<const std::string> sizes = {},
                                     std::span<const std::pair<std::string, std::string>> owners = {});

}  // namespace seesaw
