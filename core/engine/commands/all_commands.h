// All commands of the larger module, and its parts that register themselves with the smaller one.
//
//   Session session(engine_commands(), write_operator_reference);
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> engine_commands();

// Adds the engine's passes and edit steps to those of core/graph. Call once at start-up, before pass_table().
void add_engine();

}  // namespace seesaw
