// The rows of engine_novelties.inc: what the larger module does in another way for a newer PyTorch.
//
//   if (has(context.dialect, EngineNovelty::symbol_names)) ...
#pragma once

#include "core/graph/dialect/dialect.h"

namespace seesaw {

enum class EngineNovelty : std::uint8_t {
#define SEESAW_ENGINE_NOVELTY(id, ...) id,
#include "core/graph/dialect/engine_novelties.inc"
#undef SEESAW_ENGINE_NOVELTY
};

// All rows came with one version, and a program has it or not.
inline bool has(const Dialect& dialect, EngineNovelty) { return dialect.version() != "2.6"; }

}  // namespace seesaw
