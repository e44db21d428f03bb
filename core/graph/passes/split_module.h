// Splits a graph module into partitions.
//
// What: `split_module` moves the operations of a graph into child graph modules, one for each partition, and calls them
// from a new parent; `sequential_split` splits before each delimiter. Ports of torch.fx.passes.split_module and
// torch._export.utils.sequential_split of 2.6.0: order of inputs and outputs, names, repeated grad and autocast
// regions. Why: passes that wrap regions first split the graph at region boundaries.
//
//   before                      after sequential_split at `toggle`
//   x -> sin -> toggle -> cos   x -> submod_0(x) -> submod_1(submod_0), submod_0 = {sin}, submod_1 = {toggle, cos}
//
// The input module is not changed. Linear in the graph if partition numbers never decrease along it.
#pragma once

#include <cstdint>
#include <functional>

#include "core/graph/ir/module.h"

namespace seesaw {

struct SplitOptions {
  bool keep_original_order = false;
  bool keep_original_node_name = false;
};

// `partition` returns the number of a node's partition; it is called for nodes other than placeholder, get_attr and
// output. Errors as PyTorch's: AssertionError for malformed grad or autocast nodes and for decreasing numbers if
// such nodes exist, RuntimeError "cycle exists between partitions!", KeyError for a get_attr that only the output
// uses.
Ref<Module> split_module(const Module& module,
                         const std::function<std::int64_t(Node*)>& partition,
                         const SplitOptions& options);

// `is_delimiter` is called for each node in order; a delimiter opens its partition. The original's code generation
// (pytree) is kept.
Ref<Module> sequential_split(const Module& module, const std::function<bool(Node*)>& is_delimiter);

}  // namespace seesaw
