// The passes beside torch.export's pipeline that only the full module has, by name.
//
// What: one name for each record; the record is in the file of the pass's name. `export_passes()` is their table, in
// the order in which they are offered. Why: a page that shows graphs does not have to load them; who has them adds them
// once, at start.
//
//   add_passes(export_passes());      // from now on find_pass finds them
#pragma once

#include "core/graph/passes/pass.h"

// clang-format off
#define SEESAW_EXPORT_PASSES(X) \
  X(verify_export) X(unlift_module) X(constant_fold) X(lift_constants_pass) X(replace_pattern) X(cse_pass) \
  X(collect_tracepoints) X(insert_custom_op_guards) \
  X(remove_runtime_assertions) X(add_runtime_assertions_for_inline_constraints) \
  X(replace_quantized_ops_with_standard_ops) \
  X(identity_retrace) X(replace_view_ops_with_view_copy_ops) X(functionalize_side_effectful_ops) X(shape_prop) \
  X(insert_deferred_runtime_asserts) X(run_decompositions)
// clang-format on

namespace seesaw {

namespace pass {
#define SEESAW_DECLARE_PASS(name) extern const PassDef name;
SEESAW_EXPORT_PASSES(SEESAW_DECLARE_PASS)
#undef SEESAW_DECLARE_PASS
}  // namespace pass

std::span<const PassDef* const> export_passes();

}  // namespace seesaw
