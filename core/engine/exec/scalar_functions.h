// Functions on Python's numbers, lists and shapes: operator.add, operator.getitem, torch.sym_max, aten.sym_size,
// math.floor.
//
//   Datum n = call_scalar_function("operator.getitem", {pair, Datum(Number::of(0))});
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/engine/exec/datum.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

// The result of a function that returns no new tensor; nothing if the function or its arguments are not handled here.
// Throws Error with Python's exception (IndexError, ZeroDivisionError, TypeError).
std::optional<Datum> call_scalar_function(std::string_view path, const OpDef* def, std::span<const Datum> args);

}  // namespace seesaw
