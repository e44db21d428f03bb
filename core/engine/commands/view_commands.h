// Session commands for drawings: `picture`, `compare`. Only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> view_commands();

}  // namespace seesaw
