// The arrays of operator records, one for each family. Only op_table.cpp reads this list.
#pragma once

#include <span>

#include "core/ops/op_def.h"

namespace seesaw::op_family {

std::span<const OpDef> python_operators();
std::span<const OpDef> state_functions();
std::span<const OpDef> mutating_operators();
std::span<const OpDef> higher_order();

}  // namespace seesaw::op_family
