// Operators that take graphs: cond, map_impl, while_loop, scan, wrap_with_set_grad_enabled, wrap_with_autocast and their like.
//
//   call_higher_order("torch.ops.higher_order.cond", arguments, run);
#pragma once

#include <functional>
#include <string_view>

#include "core/exec/interpreter.h"

namespace seesaw {

using RunGraph = std::function<Datum(const Module& graph, std::vector<Datum> args)>;

// Throws Error: code "no-kernel" for one that cannot be run here.
Datum call_higher_order(std::string_view path, Interpreter::Arguments& arguments, const RunGraph& run);

}  // namespace seesaw
