#include "core/ops/ops.h"

namespace seesaw {

std::span<const OpDef* const> tensor_ops() {
#define SEESAW_ADDRESS(name) &op::name,
  static constexpr const OpDef* kTable[] = {SEESAW_OPERATORS(SEESAW_ADDRESS)};
#undef SEESAW_ADDRESS
  return kTable;
}

}  // namespace seesaw
