// The arguments of an operator, from its schema.
//
// What: `check_arguments` throws a diagnostic if a call's values do not fit the operator's schema; `takes` checks the
// short calls, from a table. Why: kernels trust their arguments. JavaScript binds them by the same schema, but no input
// of a caller may corrupt the module's memory.
//
//   check_arguments(op, values, false);       // "add.Tensor: argument 'other' is missing"
#pragma once

#include <cstdint>
#include <span>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw::host {

enum class ShortCall : std::uint8_t {
  unary = 1,
  binary = 2,
  binary_number = 4,
};

// The record of a callable operator, by number. Throws if there is none.
const OpDef& op_at(int index);
// The same, and it accepts a call of this form.
const OpDef& op_at(int index, ShortCall form);
void check_arguments(int index, std::span<const Value> values, bool inplace);

}  // namespace seesaw::host
