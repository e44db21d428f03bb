#include "core/engine/passes/export/export_pass_list.h"

namespace seesaw {

std::span<const PassDef* const> export_passes() {
#define SEESAW_PASS_ADDRESS(name) &pass::name,
  static constinit const PassDef* const passes[] = {SEESAW_EXPORT_PASSES(SEESAW_PASS_ADDRESS)};
#undef SEESAW_PASS_ADDRESS
  return passes;
}

}  // namespace seesaw
