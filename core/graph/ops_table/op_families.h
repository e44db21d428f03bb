// The families of operators.
//
// What: one function for each file of operator records, which returns the file's array.
// Why: op_table.cpp joins the families to one table, and needs to know them and nothing else of their files.
//
//   // a new family: its records in core/ops/NAME.cpp, its name here and in op_table.cpp
//   std::span<const OpDef> state_functions();
#pragma once

#include <span>

#include "core/graph/ops_table/op_def.h"

namespace seesaw::op_family {

std::span<const OpDef> python_operators();
std::span<const OpDef> state_functions();
std::span<const OpDef> mutating_operators();
std::span<const OpDef> higher_order();

}  // namespace seesaw::op_family

// Families of operators with kernels that no formula calls by name: they need no name in op_list.h. tensor_ops.cpp
// joins them to the list.
namespace seesaw::kernel_family {

std::span<const OpDef> aliases();
std::span<const OpDef> recurrent();
std::span<const OpDef> composed();
std::span<const OpDef> lu_factors();
std::span<const OpDef> triangular_factors();
std::span<const OpDef> searching();
std::span<const OpDef> bags();
std::span<const OpDef> margin_losses();
std::span<const OpDef> windows();
std::span<const OpDef> gradient_history();
std::span<const OpDef> volumes();
std::span<const OpDef> volume_windows();
std::span<const OpDef> grid_sampling();
std::span<const OpDef> masks();
std::span<const OpDef> order();
std::span<const OpDef> loss_derivatives();
std::span<const OpDef> norm_derivatives();

}  // namespace seesaw::kernel_family
