// Session commands for interactive edits: change, copy_nodes, check_values. Only in the larger
// module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> change_commands();

}  // namespace seesaw
