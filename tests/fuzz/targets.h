// The fuzz targets by name. One function each, in the file of its name; SEESAW_FUZZ_TARGETS is the only list.
#pragma once

#include "core/graph/passes/pass_manager.h"
#include "tests/fuzz/fuzz.h"

#define SEESAW_FUZZ_TARGETS(X) \
  X(parse) X(pipeline) X(json) X(archive) X(capture) X(python) X(session) X(pattern) X(sym) X(autograd)

namespace seesaw::fuzz {

#define SEESAW_DECLARE_TARGET(name) void name(std::string_view input);
SEESAW_FUZZ_TARGETS(SEESAW_DECLARE_TARGET)
#undef SEESAW_DECLARE_TARGET

struct Target {
  const char* name;
  void (*run)(std::string_view input);
};
#define SEESAW_NAME_TARGET(name) {#name, name},
inline constexpr Target kTargets[] = {SEESAW_FUZZ_TARGETS(SEESAW_NAME_TARGET)};
#undef SEESAW_NAME_TARGET

inline const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (name == target.name) return &target;
  }
  return nullptr;
}

}  // namespace seesaw::fuzz
