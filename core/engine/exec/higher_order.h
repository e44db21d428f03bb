// Operators that take graphs: cond, map_impl, while_loop, scan, wrap_with_set_grad_enabled, wrap_with_autocast and
// similar ones.
//
//   call_higher_order("torch.ops.higher_order.cond", arguments, run);
#pragma once

#include <functional>
#include <string_view>

#include "core/engine/exec/autocast.h"
#include "core/engine/exec/interpreter.h"

namespace seesaw {

using RunGraph = std::function<Datum(const Module& graph, std::vector<Datum> args)>;

// The leading arguments of _enter_autocast and wrap_with_autocast: device type, dtype, enabled, cache.
AutocastRegion autocast_region(const Interpreter::Arguments& arguments);
// Throws Error: code "no-kernel" for an operator that cannot be run here.
Datum call_higher_order(std::string_view path, Interpreter::Arguments& arguments, const RunGraph& run);

}  // namespace seesaw
