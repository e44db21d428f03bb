#include "core/graph/ops_table/op_families.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

std::span<const OpDef* const> tensor_ops() {
#define SEESAW_ADDRESS(name) &op::name,
  static const std::vector<const OpDef*> table = [] {
    std::vector<const OpDef*> out{SEESAW_OPERATORS(SEESAW_ADDRESS)};
    for (std::span<const OpDef> family : {kernel_family::aliases(),
                                          kernel_family::recurrent(),
                                          kernel_family::composed(),
                                          kernel_family::lu_factors(),
                                          kernel_family::triangular_factors(),
                                          kernel_family::searching(),
                                          kernel_family::bags(),
                                          kernel_family::margin_losses(),
                                          kernel_family::windows(),
                                          kernel_family::gradient_history(),
                                          kernel_family::volumes(),
                                          kernel_family::volume_windows(),
                                          kernel_family::grid_sampling(),
                                          kernel_family::masks(),
                                          kernel_family::order(),
                                          kernel_family::loss_derivatives(),
                                          kernel_family::norm_derivatives()}) {
      for (const OpDef& op : family) out.push_back(&op);
    }
    return out;
  }();
#undef SEESAW_ADDRESS
  return table;
}

}  // namespace seesaw
